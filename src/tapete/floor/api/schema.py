"""``python -m tapete.floor.api.schema``: the OpenAPI document, without a server.

The types of the browser client are made from it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.floor.api.app import site
from tapete.floor.api.describe import described


def document() -> dict[str, Any]:
    """The description of every route, and of every message that goes over them."""
    return described(site().openapi_schema.to_schema())


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(document(), enc_hook=str)).decode())
