"""The application: its routes, what it needs, and how it starts and stops."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any

import msgspec
import prometheus_client
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ServiceUnavailableException
from litestar.openapi.config import OpenAPIConfig
from litestar.types import Scope
from sqlalchemy.exc import SQLAlchemyError

from tapete import __version__
from tapete.core.book.refused import Refused
from tapete.floor.api.across import Across
from tapete.floor.api.cage import CageDesk
from tapete.floor.api.cards import Cards
from tapete.floor.api.describe import Described
from tapete.floor.api.desk import Attending
from tapete.floor.api.edge import add_headers, check_request
from tapete.floor.api.entrance import Entrance
from tapete.floor.api.figures import Figures, FiguresAtTheTable, FiguresOfATournament
from tapete.floor.api.guard import House
from tapete.floor.api.house import DaysOfTheHouse, PotsOnDisplay, Program
from tapete.floor.api.listening import duty_changed
from tapete.floor.api.machines import Machines
from tapete.floor.api.office import Office
from tapete.floor.api.own_rounds import MyRounds
from tapete.floor.api.pages import page
from tapete.floor.api.people import Cage, People
from tapete.floor.api.personal import PersonalData
from tapete.floor.api.protection import Protecting
from tapete.floor.api.reading import Reading
from tapete.floor.api.records import Records
from tapete.floor.api.refusals import (
    names_at_hand,
    on_anything,
    on_http,
    on_lost,
    on_missing,
    on_refused,
    on_too_deep,
)
from tapete.floor.api.school import School
from tapete.floor.api.security import Passkeys, Security, Unsigned
from tapete.floor.api.sizes import BODY_MAX
from tapete.floor.api.tables import Tables
from tapete.floor.api.tickets import Tickets
from tapete.floor.api.units import Units, unit_socket
from tapete.floor.api.video_poker import VideoPokerSchool
from tapete.floor.audit.auditing import Auditor
from tapete.floor.house.backroom import Asking, BackRoom
from tapete.floor.house.casino import Casino
from tapete.floor.house.hosting import Health
from tapete.floor.house.news import DUTY
from tapete.floor.house.tutor import Tutor
from tapete.floor.house.watching import TO_APPROVE
from tapete.floor.money.accounts import VAULT
from tapete.floor.people.throttle import line_of
from tapete.floor.storage.store import LostUnit
from tapete.floor.units import KINDS
from tapete.floor.units.sala.routes import HallPeople, Letters
from tapete.floor.units.torneo.routes import TournamentPapers


class HealthView(msgspec.Struct, frozen=True, kw_only=True):
    """How a node is: ``status`` is ``ok``, or ``degraded`` where something does not work; how many
    tables it keeps, and what `Health` says. Asked without naming a node, ``status`` is the worst of
    all, ``tables`` those of all, and ``nodes`` how each of the others is. ``differs`` are the parts
    of the program that nobody has approved: what is played by them is closed, and ``todo`` says how
    it is opened."""

    status: str
    node: str
    version: str
    tables: int
    health: Health
    differs: tuple[str, ...] = ()
    todo: str = ""
    nodes: dict[str, str] = {}


@get("/health", sync_to_thread=True)
def health(casino: House) -> HealthView:
    """Whether the database answers and what is written gets written (503 if not), how many tables
    this node keeps, and which of them do not play as they should."""
    try:
        casino.store.balance(VAULT)
    except SQLAlchemyError as error:
        raise ServiceUnavailableException("the database does not answer") from error
    found = casino.hosting.health()
    if not found.writer:
        raise ServiceUnavailableException("nothing is written")
    differs = casino.identity.differs
    return HealthView(
        status="ok" if found.well and not differs else "degraded", node=casino.node,
        version=__version__, tables=found.units, health=found, differs=differs,
        todo=TO_APPROVE if differs else "",
    )  # fmt: skip


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics() -> Response[bytes]:
    """Counters for whoever watches the machine."""
    return Response(
        prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST
    )


ROUTES: list[Any] = [
    People, Protecting, Security, Passkeys, Unsigned, MyRounds, Cage, Tables, Office, Reading,
    Entrance, PotsOnDisplay, PersonalData,
    DaysOfTheHouse, Program, CageDesk, Records, Attending, Figures, FiguresAtTheTable,
    FiguresOfATournament,
    School, VideoPokerSchool, Units, unit_socket, Letters, HallPeople, TournamentPapers,
    Machines, Tickets, Cards, *(route for kind in KINDS.values() for route in kind.routes),
    health, metrics, page,
]  # fmt: skip
HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    LostUnit: on_lost,
    HTTPException: on_http,
    ModuleNotFoundError: on_missing,
    RecursionError: on_too_deep,
    Exception: on_anything,
}


# What is the same for the routes and for the casino that they are asked of.
COMMON: dict[str, Any] = {
    "exception_handlers": HANDLERS, "after_exception": [names_at_hand],
    "before_send": [add_headers], "debug": False, "logging_config": None,
}  # fmt: skip


def _given(name: str) -> Provide:
    """What a route asks for by this name, of the casino that is asked."""

    def found(scope: Scope) -> Any:
        return scope["litestar_app"].state[name]

    return Provide(found, sync_to_thread=False)


def _sums(scope: Scope) -> Asking:
    """The back room, for whoever asks."""
    asker = scope["client"]
    return Asking(scope["litestar_app"].state.backroom, line_of(asker[0] if asker else ""))


@cache
def site() -> Litestar:
    """Every route, read once in a process, however many casinos are opened in it: which of them is
    asked, each request says."""
    return Litestar(
        route_handlers=ROUTES,
        dependencies={
            **{name: _given(name) for name in ("casino", "auditor", "tutor")},
            "backroom": Provide(_sums, sync_to_thread=False),
        },
        before_request=check_request,
        openapi_config=OpenAPIConfig(
            title="Tapete",
            version=__version__,
            render_plugins=[Described()],
        ),
        request_max_body_size=BODY_MAX,
        **COMMON,
    )


def application(casino: Casino, backroom: BackRoom | None = None) -> Litestar:
    """The casino as an ASGI application; its sums are worked out in the back room."""
    auditor, sums = Auditor(casino.settings.db, casino.store.key.file), backroom or BackRoom()
    tutor = Tutor(sums)
    casino.news.hear(DUTY, partial(duty_changed, casino))

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

    given = {"casino": casino, "auditor": auditor, "backroom": sums, "tutor": tutor}
    app = Litestar(state=State(given), lifespan=[running], openapi_config=None, **COMMON)
    app.asgi_handler = Across(site().asgi_handler, casino)
    return app
