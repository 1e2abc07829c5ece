"""The log when nobody takes it any more."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from tapete.floor.house.logs import BYTES_NO_TEXT

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
from tapete.floor.house.logs import BYTES_NO_TEXT, set_up_logs
set_up_logs()
for text in (b"\\xff", None):
    for message in (BYTES_NO_TEXT, "Exception in ASGI application\\n"):
        try:
            text.decode()
        except Exception as error:
            logging.getLogger("uvicorn.error").exception(message)
"""


def test_what_somebody_sends_that_is_no_text_raises_no_alarm() -> None:
    """Each such message of anybody wrote an error with its traceback. Bytes that the house itself
    cannot read are its own fault, and are told."""
    done = subprocess.run([sys.executable, "-c", NO_TEXT], capture_output=True, text=True)
    told = [json.loads(line) for line in done.stderr.splitlines()]
    asgi = "Exception in ASGI application\n"
    assert [(one["event"], one["exception"].splitlines()[-1].split(":")[0]) for one in told] == [
        (asgi, "UnicodeDecodeError"),
        (BYTES_NO_TEXT, "AttributeError"),
        (asgi, "AttributeError"),
    ]


def test_the_server_says_of_such_bytes_what_the_log_leaves_out() -> None:
    """Its words, not those of any fault of the same kind."""
    assert f'"{BYTES_NO_TEXT}"' in inspect.getsource(AutoWebSocketsProtocol)
