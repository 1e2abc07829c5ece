"""Read last by the process that servers are forked from: what each of them would do again is done.

The types of every route are looked at once, and what stands from here on is never looked through
for garbage: going through it after the fork would copy all of it into every server.
"""

from __future__ import annotations

import gc

from tapete.floor.api.app import site

site()
gc.collect()
gc.freeze()
