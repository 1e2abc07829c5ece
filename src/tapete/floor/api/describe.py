"""The OpenAPI document: every route may refuse, and says so."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

REFUSALS = {
    "400": "The request is not understood.",
    "401": "There is no session.",
    "403": "The secret of the session is missing or wrong.",
    "404": "There is nothing here.",
    "405": "That is not how it is asked for.",
    "409": "The rules refuse it: nothing has happened.",
    "413": "The message is too long.",
    "503": "Another node keeps the table.",
}

WORKING = {"202": "It is being worked out: ask again."}
"""What the mathematics may say besides."""

REFUSAL = {
    "type": "object",
    "title": "Refusal",
    "description": "A refusal: its code, the clause that makes it, the facts, and a sentence.",
    "properties": {
        "code": {"type": "string"},
        "clause": {"type": "string"},
        "facts": {"type": "object", "additionalProperties": True},
        "text": {"type": "string"},
    },
    "required": ["code", "clause", "facts", "text"],
}
REFUSED = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}


class Described(JsonRenderPlugin):
    """The document as it is asked for: a casino opens without it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, described(openapi_schema))


def described(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the refusals of every route."""
    document["components"]["schemas"]["Refusal"] = REFUSAL
    for item in document["paths"].values():
        for operation in item.values():
            sums = {"figures", "school"} & set(operation.get("tags", ()))
            working = WORKING if sums else {}
            for status, why in (REFUSALS | working).items():
                operation["responses"][status] = {"description": why, "content": REFUSED}
    return document
