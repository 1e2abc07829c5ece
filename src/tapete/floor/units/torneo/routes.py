"""Documents of a tournament over HTTP: they are public, in the room and on the web, once it may be
made known (CAT-VII.4.1), but for the notice to the regulator, who paid what, the orders of payment,
and hands with the cards nobody showed."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.params import FromPath

from tapete.core.book.refused import Refused
from tapete.floor.api.guard import (
    House,
    anyone,
    looking_back,
    maybe_person,
    person_of,
    role_of,
    somebody,
)
from tapete.floor.house.casino import Casino
from tapete.floor.people import permissions
from tapete.floor.units.torneo.unit import Torneo
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.book import RUN_BY
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.reglamento import reglamento
from tapete.systems.tournament.summary import Summary, summary_of

NOTICE, ORDERS = "tournament.notice", "tournament.orders"
REGISTRATIONS = "tournament.registrations"
HANDS = "tournament.hands"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class TournamentPapers(Controller):
    """Documents of tournaments."""

    path = "/api/tournaments"
    tags = ("tournaments",)

    @get("/{id:str}/premios.xlsx", guards=[anyone, looking_back], media_type=XLSX)
    async def prizes(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """The prize table as a spreadsheet."""
        from tapete.floor.units.torneo.prize_sheet import prize_sheets  # the writers are heavy

        bases = (await known(casino, id, request)).rules
        return Response(await to_thread(prize_sheets, bases), media_type=XLSX)

    @get("/{id:str}/ficha.pdf", guards=[anyone, looking_back], media_type="application/pdf")
    async def sheet(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """The sheet of information."""
        from tapete.floor.units.torneo.ficha import information_sheet

        bases = (await known(casino, id, request, publicity=True)).rules
        written = await to_thread(information_sheet, bases)
        return Response(written, media_type="application/pdf")

    @get("/{id:str}/bases.pdf", guards=[anyone, looking_back], media_type="application/pdf")
    async def bases(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """The bases, as they are published."""
        from tapete.floor.units.torneo.bases_paper import bases_document

        written = await to_thread(bases_document, await known(casino, id, request))
        return Response(written, media_type="application/pdf")

    @get("/{id:str}/aviso.pdf", guards=[somebody, looking_back], media_type="application/pdf")
    async def notice(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """The notice to the regulator, with its days counted: for who sends it and who watches."""
        permissions.check(NOTICE, role_of(person_of(request), NOTICE))
        from tapete.floor.units.torneo.kind import national_holidays
        from tapete.floor.units.torneo.notice import notice

        written = await to_thread(notice, await state_of(casino, id), national_holidays())
        return Response(written, media_type="application/pdf")

    @get("/{id:str}/reglamento.pdf", guards=[anyone, looking_back], media_type="application/pdf")
    async def rules(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """The Reglamento the tournament is held under."""
        from tapete.floor.units.torneo.notice import reglamento_document

        await known(casino, id, request)
        written = await to_thread(reglamento_document, reglamento())
        return Response(written, media_type="application/pdf")

    @get("/{id:str}/participantes.csv", guards=[anyone, looking_back], media_type="text/csv")
    async def participants(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """Who takes part, and who waits for a place."""
        from tapete.floor.units.torneo.papers import participants

        state = await known(casino, id, request, publicity=True)
        return Response(participants(state, casino.name_of), media_type="text/csv")

    @get("/{id:str}/inscripciones.csv", guards=[somebody, looking_back], media_type="text/csv")
    async def registrations(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """The record of registrations: what each bought and paid, and which texts he accepted."""
        permissions.check(REGISTRATIONS, role_of(person_of(request), REGISTRATIONS))
        from tapete.floor.units.torneo.papers import registrations

        state, zone = await state_of(casino, id), casino.store.calendar.zone
        return Response(registrations(state, casino.name_of, zone), media_type="text/csv")

    @get("/{id:str}/ranking.csv", guards=[anyone, looking_back], media_type="text/csv")
    async def ranking(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """Who is still in, the largest stack first; how many chips each has, where I may know."""
        from tapete.floor.units.torneo.papers import ranking

        state = await known(casino, id, request, publicity=True)
        between = state.stage == "en-juego" and not state.rules.rondas
        written = ranking(state, casino.name_of, counted=runs(casino, id, request) or not between)
        return Response(written, media_type="text/csv")

    @get("/{id:str}/pagos.pdf", guards=[somebody, looking_back], media_type="application/pdf")
    async def orders(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[bytes]:
        """Orders of payment: what each is due, place by place, to be signed for at the cage."""
        permissions.check(ORDERS, role_of(person_of(request), ORDERS))
        from tapete.floor.units.torneo.papers import payment_orders

        def payee(who: str) -> str:
            return casino.legal_name_of(who) or casino.name_of(who)

        state = await state_of(casino, id)
        names = {who: payee(who) for who in state.due()}
        written = await to_thread(payment_orders, state, names.__getitem__)
        return Response(written, media_type="application/pdf")

    @get("/{id:str}/resumen.ots", guards=[anyone, looking_back], media_type="application/json")
    async def summary(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[Any]:
        """How it ended, as an Open Tournament Summary."""
        from tapete.systems.tournament.summary import write_summary

        await known(casino, id, request, publicity=True)
        return Response(write_summary(await _summary(casino, id)), media_type="application/json")

    @get("/{id:str}/manos.ohh", guards=[somebody, looking_back], media_type="text/plain")
    async def hands_ohh(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """Every hand it dealt as Open Hand History: for who directs it and who watches."""
        permissions.check(HANDS, role_of(person_of(request), HANDS))
        from tapete.floor.units.torneo.hands import write_hands_ohh

        about = await _summary(casino, id)
        tables, name_of = tables_of(casino, id), casino.name_of
        written = await to_thread(
            lambda: "".join(write_hands_ohh(casino.store, tables, name_of, about))
        )
        return Response(written, media_type="text/plain")

    @get("/{id:str}/manos.phhs", guards=[somebody, looking_back], media_type="application/toml")
    async def hands_phh(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """Every hand it dealt as Poker Hand History: for who directs it and who watches."""
        permissions.check(HANDS, role_of(person_of(request), HANDS))
        from tapete.floor.units.torneo.hands import write_hands_phh

        bases_of(casino, id)
        tables = tables_of(casino, id)
        written = await to_thread(lambda: "".join(write_hands_phh(casino.store, tables)))
        return Response(written, media_type="application/toml")

    @get("/{id:str}/resultados.csv", guards=[anyone, looking_back], media_type="text/csv")
    async def results(
        self, id: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[str]:
        """Places and prizes, a player a line."""
        from tapete.floor.units.torneo.papers import results

        state = await known(casino, id, request, publicity=True)
        return Response(results(state, casino.name_of), media_type="text/csv")


async def _summary(casino: Casino, id: str) -> Summary:
    """How a tournament stands, in the words of the open formats."""
    zone = casino.store.calendar.zone
    return summary_of(await state_of(casino, id), id, casino.name_of, zone=zone)


def tables_of(casino: Casino, id: str) -> list[str]:
    """The tables of a tournament whose hands are dealt here."""
    return [one.id for one in casino.specs.values() if getattr(one, "torneo", "") == id]


async def state_of(casino: Casino, id: str) -> Tournament:
    """A tournament kept here, as it is written."""
    return await casino.keeper(id).read(lambda: stands(casino, id))


def stands(casino: Casino, id: str) -> Tournament:
    """A tournament kept here, as it stands, for whoever looks while nothing is being written."""
    bases_of(casino, id)
    found: Tournament = casino.keeper(id).unit.now
    return found


def runs(casino: Casino, id: str, request: Request[Any, Any, Any]) -> bool:
    """Whether who asks runs the tournament, or watches over it."""
    return casino.viewer_of(maybe_person(request), id) in RUN_BY


async def known(
    casino: Casino, id: str, request: Request[Any, Any, Any], *, publicity: bool = False
) -> Tournament:
    """A tournament as it stands, whose texts who asks may read (CAT-VII.4.1-03), and the publicity
    too: everybody once they are notified, those who run it always."""
    found = await state_of(casino, id)
    may = found.announced if publicity else found.texts_known
    if not may and not runs(casino, id, request):
        raise Refused("CAT-VII.4.1-02", "not-notified-yet", stage=found.stage)
    return found


def bases_of(casino: Casino, id: str) -> Bases:
    """The bases of a tournament kept here."""
    unit = casino.keeper(id).unit
    if not isinstance(unit, Torneo) or unit.now.bases is None:
        raise Refused("CAT-VII.3.1-14", "no-such-tournament", id=id)
    return unit.now.bases
