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
from tapete.floor.api.cage import CageDesk
from tapete.floor.api.describe import COMPONENTS, describe
from tapete.floor.api.desk import Attending
from tapete.floor.api.entrance import Entrance
from tapete.floor.api.figures import Figures, FiguresAtTheTable
from tapete.floor.api.guard import House
from tapete.floor.api.house import DaysOfTheHouse, PotsOnDisplay, Program
from tapete.floor.api.office import Office
from tapete.floor.api.pages import page
from tapete.floor.api.people import Cage, People
from tapete.floor.api.reading import Reading
from tapete.floor.api.records import Records
from tapete.floor.api.refusals import on_anything, on_http, on_lost, on_refused
from tapete.floor.api.school import School
from tapete.floor.api.tables import Tables, table_socket
from tapete.floor.auditing import Auditor
from tapete.floor.backroom import BackRoom
from tapete.floor.casino import Casino
from tapete.floor.store import LostTable
from tapete.floor.tutor import Tutor

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
    CageDesk, Records, Attending, Figures, FiguresAtTheTable, School, table_socket, health, metrics,
    page,
]  # fmt: skip
HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    LostTable: on_lost,
    HTTPException: on_http,
    Exception: on_anything,
}


def application(casino: Casino, backroom: BackRoom | None = None) -> Litestar:
    """The casino as an ASGI application; its sums are worked out in the back room."""
    auditor, sums = Auditor(casino.settings.db), backroom or BackRoom()
    tutor = Tutor(sums)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await casino.start()
        try:
            yield
        finally:
            auditor.stop()
            tutor.close()
            await sums.stop()
            await casino.stop()

    app = Litestar(
        route_handlers=ROUTES,
        dependencies={
            "casino": Provide(lambda: casino, sync_to_thread=False),
            "auditor": Provide(lambda: auditor, sync_to_thread=False),
            "backroom": Provide(lambda: sums, sync_to_thread=False),
            "tutor": Provide(lambda: tutor, sync_to_thread=False),
        },
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
