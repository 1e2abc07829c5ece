"""``python -m tapete.floor.api.schema``: the OpenAPI document, without a server.

The types of the browser client are made from it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.floor.api.app import application
from tapete.floor.api.describe import described
from tapete.floor.house.casino import Casino, Settings


def document() -> dict[str, Any]:
    """The description of every route, and of every message that goes over them."""
    casino = Casino(Settings(db="sqlite://"))
    try:
        return described(application(casino).openapi_schema.to_schema())
    finally:
        casino.store.close()


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(document(), enc_hook=str)).decode())
