"""What every test shares."""

from __future__ import annotations

import os

# The tests speak Spanish unless they say otherwise, whatever the machine speaks.
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)
