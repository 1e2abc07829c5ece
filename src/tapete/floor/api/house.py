"""The house: its pots on display, and its days."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from tapete.core.book.refused import Refused
from tapete.floor.aggregates.pots import PotReport, pot_report, pot_view
from tapete.floor.api.guard import House, address_of, anyone, person_of, role_of, somebody
from tapete.floor.api.sizes import LETTERS
from tapete.floor.house.identity import IdentityView
from tapete.floor.house.in_force import load, stored_changes
from tapete.floor.house.letters import LetterIn
from tapete.floor.house.planning import PlanChange
from tapete.floor.house.shared_pots import hear_letter
from tapete.floor.house.watching import approve, look
from tapete.floor.money.day import ClosedDay, DayReport
from tapete.floor.people import permissions
from tapete.floor.table.view import PotView

DAYS_SHOWN = 400
Days = Annotated[int, Parameter(ge=1, le=4000)]


class PotsOnDisplay(Controller):
    """The progressive pots."""

    path = "/api/pots"
    tags = ("pots",)

    @get("/", guards=[anyone])
    async def index(self, casino: House) -> list[PotView]:
        """Every pot: its amount, what the last bets added, the prizes due, its pay table."""
        hosts = await asyncio.to_thread(casino.pots.all)
        return [pot_view(await host.fresh()) for host in hosts]

    @get("/{pot:str}", guards=[anyone])
    async def show(self, pot: FromPath[str], casino: House) -> PotView:
        """One pot."""
        host = await asyncio.to_thread(casino.pots.host, pot)
        return pot_view(await host.fresh())

    @get("/{pot:str}/report", guards=[somebody])
    async def report(
        self, pot: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> PotReport:
        """What is on record of a pot since its last daily close, for whoever may read records."""
        permissions.check("records.read", role_of(person_of(request), "records.read"))
        host = await asyncio.to_thread(casino.pots.host, pot)
        return pot_report(await host.fresh())

    @post(f"/{{pot:str}}{LETTERS}", status_code=HTTP_204_NO_CONTENT, guards=[anyone])
    async def hear(
        self,
        pot: FromPath[str],
        data: JSONBody[LetterIn],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> None:
        """A letter from another casino about a pot of machines that both share, signed with the key
        of the link; heard once, however often it is sent. An address that forges some has to
        wait."""
        try:
            await hear_letter(casino, pot, data)
        except Refused as refused:
            if refused.code == "not-signed":
                casino.throttle.history(address_of(request), casino.now())
            raise


class Program(Controller):
    """What runs here: digests of code, rulebooks and plans, held against what was approved."""

    path = "/api/program"
    tags = ("program",)
    guards = (somebody,)

    @get("/", sync_to_thread=True)
    def show(self, casino: House, request: Request[Any, Any, Any]) -> IdentityView:
        """What runs, what was approved, and when it was last looked at."""
        permissions.check("program.read", role_of(person_of(request), "program.read"))
        return casino.identity.view(tuple(sorted(casino.identity.closed())))

    @get("/plan", sync_to_thread=True)
    def plan(self, casino: House, request: Request[Any, Any, Any]) -> list[PlanChange]:
        """What the plan as it is written now would change at units and pots that exist."""
        permissions.check("program.read", role_of(person_of(request), "program.read"))
        return list(stored_changes(casino.store, load(casino.settings.plan)))

    @post("/check", status_code=HTTP_200_OK)
    async def check(self, casino: House, request: Request[Any, Any, Any]) -> IdentityView:
        """Look at it now. A difference closes the tables it concerns."""
        person = person_of(request)
        permissions.check("program.check", role_of(person, "program.check"))
        return await look(casino, person.id, "pedido")

    @post("/approve", status_code=HTTP_200_OK)
    async def approve(self, casino: House, request: Request[Any, Any, Any]) -> IdentityView:
        """Approve what runs now: the tables closed for it open again."""
        person = person_of(request)
        permissions.check("program.approve", role_of(person, "program.approve"))
        return await approve(casino, person.id)


class DaysOfTheHouse(Controller):
    """The close of each day: what every table won, and the meters of the pots."""

    path = "/api/days"
    tags = ("days",)
    guards = (somebody,)

    @get("/", sync_to_thread=True)
    def index(
        self, casino: House, request: Request[Any, Any, Any], limit: Days = DAYS_SHOWN
    ) -> list[str]:
        """The days that were closed, the last one last; of many, the last ones."""
        permissions.check("day.read", role_of(person_of(request), "day.read"))
        return casino.days.closed(limit)

    @get("/{day:str}", sync_to_thread=True)
    def show(self, day: FromPath[str], casino: House, request: Request[Any, Any, Any]) -> ClosedDay:
        """A closed day."""
        permissions.check("day.read", role_of(person_of(request), "day.read"))
        return casino.days.find(day)

    @post("/{day:str}", status_code=HTTP_200_OK)
    async def close(
        self, day: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> DayReport:
        """Close a day, once. What is written from then on counts for the next."""
        person = person_of(request)
        return await casino.days.close(
            day, casino.pots.all(), role=role_of(person, "day.close"), by=person.id,
            now=casino.now(),
        )  # fmt: skip
