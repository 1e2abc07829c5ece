"""Logs, with times and without secrets: one JSON object a line, or on a terminal short lines for
people."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from typing import Any, TextIO

import structlog

SECRETS = (
    "password", "token", "csrf", "x_csrf", "salt", "cookie", "set_cookie", "authorization", "cards",
)  # fmt: skip


JSON = "TAPETE_LOG"
"""Where it is ``json``, lines are JSON on a terminal too; the processes of a house all see it."""


def for_people() -> bool:
    """Whether somebody reads along: the log goes to a terminal, and no JSON was asked for."""
    return sys.stderr.isatty() and os.environ.get(JSON) != "json"


def short(logger: Any, method: str, entry: MutableMapping[str, Any]) -> str:
    """An entry as a short line.

    >>> short(None, "", {"timestamp": "2026-11-17T09:30:00.1Z", "level": "error", "event": "x"})
    '09:30:00 ERROR x'
    """
    at, level = str(entry.pop("timestamp", ""))[11:19], str(entry.pop("level", "")).upper()
    what, trace = entry.pop("event", ""), entry.pop("exception", "")
    facts = " ".join(f"{name}={value}" for name, value in entry.items())
    line = " ".join(part for part in (at, level, str(what), facts) if part)
    return f"{line}\n{trace}" if trace else line


class Reader:
    """Whoever takes the log. If he has gone (a pipe that was closed, a full disk), what is told is
    lost and nothing else: the thread that writes to the database would end with it."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._file.flush()


def set_up_logs(level: str = "info", node: str = "") -> None:
    """Write everything at this level or above to the standard error; ``node``: who writes it, where
    several do."""

    def by_node(
        logger: Any, method: str, entry: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        return {"node": node, **entry} if node else entry

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        by_node,
        without_secrets,
        without_values,
    ]
    render: Any = short if for_people() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=Reader(sys.stderr)),  # type: ignore[arg-type]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
            foreign_pre_chain=shared,
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_ours)


BYTES_NO_TEXT = "Invalid UTF-8 sequence received from client."
"""What the server says of a message on a socket that is no text."""


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a fault is the house's: bytes on a socket that are no text are their sender's, and
    end it (1007)."""
    fault = record.exc_info[1] if record.exc_info else None
    return record.msg != BYTES_NO_TEXT or not isinstance(fault, UnicodeDecodeError)


def without_secrets(
    logger: Any, method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Redact what must not be logged.

    >>> without_secrets(None, "", {"event": "login", "body": {"id": "ana", "password": "hunter2"}})
    {'event': 'login', 'body': {'id': 'ana', 'password': '…'}}
    """
    return {name: _blotted(name, value) for name, value in entry.items()}


VALUES = re.compile(r"(DETAIL|CONTEXT|\[parameters): ?[^\n]*")


def without_values(
    logger: Any, method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Cut out what a database says of the values of a statement that failed.

    >>> without_values(None, "", {"why": "duplicate key\\nDETAIL:  Key (rut)=(1-9) exists."})
    {'why': 'duplicate key\\n…'}
    """
    return {
        name: VALUES.sub("…", value) if isinstance(value, str) else value
        for name, value in entry.items()
    }


def _blotted(name: str, value: Any) -> Any:
    if name.lower().replace("-", "_") in SECRETS:
        return "…"
    if isinstance(value, Mapping):
        return {str(key): _blotted(str(key), part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_blotted("", part) for part in value]
    return value


log: Any = structlog.get_logger("tapete")
