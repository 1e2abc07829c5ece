"""Logs: one JSON object a line, with times, and without secrets."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

SECRETS = (
    "password", "token", "csrf", "x_csrf", "salt", "cookie", "set_cookie", "authorization", "cards",
)  # fmt: skip


def set_up_logs(level: str = "info") -> None:
    """Write everything at this level or above to the standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(), foreign_pre_chain=shared
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("httpx").setLevel(logging.WARNING)


def without_secrets(
    logger: Any, method: str, entry: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Blot out whatever must not be written down.

    >>> without_secrets(None, "", {"event": "login", "body": {"id": "ana", "password": "hunter2"}})
    {'event': 'login', 'body': {'id': 'ana', 'password': '…'}}
    """
    return {name: _blotted(name, value) for name, value in entry.items()}


def _blotted(name: str, value: Any) -> Any:
    if name.lower().replace("-", "_") in SECRETS:
        return "…"
    if isinstance(value, Mapping):
        return {str(key): _blotted(str(key), part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_blotted("", part) for part in value]
    return value


log: Any = structlog.get_logger("tapete")
