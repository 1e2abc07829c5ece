"""The edge: what is turned away before anything looks at it, and what goes with every answer."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import ClientException, HTTPException
from litestar.types import Message, Scope

from tapete.floor.api.guard import SAFE

JSON = "application/json"
NUMBER_MAX = 2**53
"""Whole numbers beyond it are not the same in every program; the database has none so large."""
DEEPEST = 64
STRICT = "max-age=31536000"
HEADERS = {"x-content-type-options": "nosniff", "cache-control": "no-store"}


class NotJson(HTTPException):
    """A body that is not said to be JSON: a page of another site may send such without asking."""

    status_code = 415


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Refuse a request that nothing here could be meant by."""
    for text in (request.url.path, *request.path_params.values(), *_query(request)):
        if not is_sane(text):
            raise ClientException("what is asked for has signs no name has")
    if request.method in SAFE:
        return
    body = await request.body()
    if not body:
        return
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise NotJson("a change is sent as application/json")
    try:
        said = msgspec.json.decode(body)
    except UnicodeDecodeError:
        raise ClientException("what is sent is not text") from None
    except (msgspec.DecodeError, RecursionError):
        return  # whoever reads it says what is wrong
    if not is_sane(said):
        raise ClientException("a number or a text that cannot be written down")


def _query(request: Request[Any, Any, Any]) -> list[str]:
    return [text for pair in request.query_params.multi_items() for text in map(str, pair)]


def is_sane(value: Any, depth: int = 0) -> bool:
    """Whether it can be written down: no text with a NUL or half a sign, no boundless number.

    >>> is_sane({"id": "7f3a", "amount": 1000}), is_sane("a\\0b"), is_sane([10**30])
    (True, False, False)
    """
    match value:
        case str():
            return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
        case bool() | None:
            return True
        case int():
            return -NUMBER_MAX <= value <= NUMBER_MAX
        case float():
            return -1e18 < value < 1e18
        case dict():
            inside: Any = [*value.keys(), *value.values()]
        case list() | tuple():
            inside = value
        case _:
            return True
    return depth < DEEPEST and all(is_sane(one, depth + 1) for one in inside)


async def add_headers(message: Message, scope: Scope) -> None:
    """No answer of the API is kept or taken for something else, unless it says so itself; whoever
    came by TLS comes by TLS from then on."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    if scope.get("scheme") == "https":
        headers["strict-transport-security"] = STRICT
    if scope["path"].startswith("/api"):
        for name, value in HEADERS.items():
            if name not in headers:
                headers[name] = value
