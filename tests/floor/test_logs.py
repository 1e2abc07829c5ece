"""The log when nobody takes it any more."""

from __future__ import annotations

import subprocess
import sys

GONE = """
import sys
from tapete.floor.house.logs import log, set_up_logs
set_up_logs()
log.error("heard")
sys.stderr.close()
log.error("lost")
print("goes on")
"""


def test_a_log_nobody_takes_any_more_stops_nothing() -> None:
    """A line that could not be told ended the thread that writes, and whoever waited for it."""
    done = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True, check=False)
    assert "heard" in done.stderr and (done.returncode, done.stdout) == (0, "goes on\n")


NO_TEXT = """
import logging
from tapete.floor.house.logs import set_up_logs
set_up_logs()
for text in (b"\\xff", None):
    try:
        text.decode()
    except Exception:
        logging.getLogger("uvicorn.error").exception("a message")
"""


def test_what_somebody_sends_that_is_no_text_raises_no_alarm() -> None:
    """Each such message of anybody wrote an error with its traceback."""
    done = subprocess.run([sys.executable, "-c", NO_TEXT], capture_output=True, text=True)
    assert "AttributeError" in done.stderr and "UnicodeDecodeError" not in done.stderr
