"""The OpenAPI document: every route may refuse, and says so."""

from __future__ import annotations

from litestar import Litestar
from litestar.openapi.spec import (
    Components,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Reference,
    Schema,
)
from litestar.openapi.spec.enums import OpenAPIType

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

REFUSAL = Schema(
    type=OpenAPIType.OBJECT,
    title="Refusal",
    description="A refusal: its code, the clause that makes it, the facts, and a sentence.",
    properties={
        "code": Schema(type=OpenAPIType.STRING),
        "clause": Schema(type=OpenAPIType.STRING),
        "facts": Schema(type=OpenAPIType.OBJECT, additional_properties=True),
        "text": Schema(type=OpenAPIType.STRING),
    },
    required=["code", "clause", "facts", "text"],
)
COMPONENTS = Components(schemas={"Refusal": REFUSAL})


def describe(app: Litestar) -> Litestar:
    """Write the refusals into the description of every route."""
    components = app.openapi_schema.components or Components()
    components.schemas = {**(components.schemas or {}), "Refusal": REFUSAL}
    for item in (app.openapi_schema.paths or {}).values():
        for operation in (item.get, item.post, item.put, item.delete):
            if operation is not None:
                _refusals(operation)
    return app


def _refusals(operation: Operation) -> None:
    media = {"application/json": OpenAPIMediaType(schema=Reference("#/components/schemas/Refusal"))}
    responses = operation.responses or {}
    working = WORKING if "figures" in (operation.tags or ()) else {}
    for status, why in (REFUSALS | working).items():
        responses[status] = OpenAPIResponse(description=why, content=media)
    operation.responses = responses
