"""The application: its routes, what it needs, and how it starts and stops."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import prometheus_client
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ServiceUnavailableException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import SQLAlchemyError

from tapete import __version__
from tapete.core.refused import Refused
from tapete.floor.api.describe import COMPONENTS, describe
from tapete.floor.api.entrance import Entrance
from tapete.floor.api.guard import House
from tapete.floor.api.house import DaysOfTheHouse, PotsOnDisplay, Program
from tapete.floor.api.office import Office
from tapete.floor.api.pages import page
from tapete.floor.api.people import Cage, People
from tapete.floor.api.reading import Reading
from tapete.floor.api.refusals import on_anything, on_http, on_lost, on_refused
from tapete.floor.api.tables import Tables, table_socket
from tapete.floor.casino import Casino
from tapete.floor.store import LostTable

BODY_MAX = 65_536


@get("/health", sync_to_thread=True)
def health(casino: House) -> dict[str, str | int]:
    """Whether the database answers (503 if not), and how many tables this node keeps."""
    try:
        casino.store.balance("boveda")
    except SQLAlchemyError as error:
        raise ServiceUnavailableException("the database does not answer") from error
    tables = sum(not keeper.lost for keeper in casino.keepers.values())
    return {"status": "ok", "node": casino.node, "tables": tables, "version": __version__}


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics() -> Response[bytes]:
    """Counters for whoever watches the machine."""
    return Response(
        prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST
    )


ROUTES: list[Any] = [
    People, Cage, Tables, Office, Reading, Entrance, PotsOnDisplay, DaysOfTheHouse, Program,
    table_socket, health, metrics, page,
]  # fmt: skip
HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    LostTable: on_lost,
    HTTPException: on_http,
    Exception: on_anything,
}


def application(casino: Casino) -> Litestar:
    """The casino as an ASGI application."""

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await casino.start()
        try:
            yield
        finally:
            await casino.stop()

    app = Litestar(
        route_handlers=ROUTES,
        dependencies={"casino": Provide(lambda: casino, sync_to_thread=False)},
        state=State({"casino": casino}),
        lifespan=[running],
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Tapete",
            version=__version__,
            render_plugins=[JsonRenderPlugin()],
            components=COMPONENTS,
        ),
        request_max_body_size=BODY_MAX,
        debug=False,
        logging_config=None,
    )
    return describe(app)
