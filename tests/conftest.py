"""What every test shares."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

# How long an example takes says more of the machine than of the rule.
settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")

# The tests speak Spanish unless they say otherwise, whatever the machine speaks.
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)

# What is solved is kept for the length of one run, by all its workers, and never longer.
if "TAPETE_CACHE" not in os.environ:
    os.environ["TAPETE_CACHE"] = tempfile.mkdtemp(prefix="tapete-")
    atexit.register(shutil.rmtree, os.environ["TAPETE_CACHE"], ignore_errors=True)
