"""A tournament as the floor keeps it, without a store: commands go through the unit, with role and
person, and what chance says to them is drawn there."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Surroundings
from tapete.floor.units import build
from tapete.floor.units.torneo.kind import table_of
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.tournament.life import commands as do
from tests.floor.casino import envelope
from tests.systems.tournament.field import BASES

DIRECTOR, SUPERVISOR, DESK = "director-de-torneo", "jefe-de-mesa", "cajero"


class Desk:
    """A tournament and whoever sends it commands."""

    def __init__(self, text: str = BASES, *, seed: int = 3) -> None:
        self.spec = TorneoSpec(id="viernes", bases=text)
        around = Surroundings(plan=plan(), chance=Random(seed).randrange)
        self.chain: Chain[Any] = Chain(build(self.spec, around))
        self.chain.unit.local = self.local
        self.at = 0.0
        self.ahead = timedelta(days=30)

    def local(self, at: float) -> datetime:
        """The wall clock: so long ahead of the hour of the bases until play begins."""
        start: datetime = self.now.rules.inicio
        return start - self.ahead + timedelta(seconds=at)

    def do(self, command: Any, role: str = DIRECTOR, person: str = "directora") -> Any:
        """The events of a command."""
        return self.apply(command, role, person).events

    def apply(self, command: Any, role: str = DIRECTOR, person: str = "directora") -> Any:
        """A command carried out, with the money it moves."""
        self.chain.unit.check(command, person, role, on_duty=False)
        sent = msgspec.structs.replace(envelope(command, role), person=person, at=self.at)
        return self.chain.apply(sent)

    def refused(self, command: Any, role: str = DIRECTOR, person: str = "directora") -> Any:
        """By which clause, and with which code, a command is refused; nothing has changed."""
        before = self.now
        with pytest.raises(Refused) as refusal:
            self.do(command, role, person)
        assert self.now is before
        return refusal.value.clause, refusal.value.code

    @property
    def now(self) -> Any:
        return self.chain.unit.now

    def view(self, viewer: str = "torneo") -> Any:
        return self.chain.unit.view(viewer)

    def said(self, channel: str = "sala") -> list[str]:
        """What was made known by a channel so far."""
        return [one.text for one in self.now.notices if one.channel == channel]

    def drafted(self, text: str = BASES) -> Desk:
        self.do(do.Draft(text=text))
        return self

    def entering(self, text: str = BASES) -> Desk:
        """Notified, announced and open for entries."""
        self.drafted(text)
        self.do(do.Notify(day=date(2026, 4, 20)))
        self.do(do.Announce(day=date(2026, 4, 21)))
        self.do(do.OpenRegistration())
        return self

    def seated(self, players: int = 12, text: str = BASES) -> Desk:
        """So many players entered and have their seats."""
        self.entering(text)
        names = [f"p{n}" for n in range(players)]
        for name in names:
            self.do(do.Enter(player=name, image=True), "jugador", name)
        self.do(do.OpenDoors())
        for name in names:
            self.do(do.Accredit(player=name), DESK)
        return self

    def playing(self, players: int = 12, text: str = BASES) -> Desk:
        return self.seated(players, text).begun()

    def begun(self) -> Desk:
        """It is the hour of the bases, and play begins."""
        self.ahead = timedelta()
        self.do(do.Start())
        return self

    def out(self, table: int = 1) -> str:
        """The first player of a table loses all to the second; gives who."""
        loser, winner, *_ = self.now.tables[table].seats.values()
        self.do(do.Eliminate(player=loser, winner=winner), "croupier")
        return str(loser)

    def mesa(self, table: int) -> Any:
        """The table itself, as it would be where hands are dealt."""
        spec = msgspec.structs.replace(self.spec, jugado=True, group=self.spec.id)
        return build(table_of(spec, self.now.rules, table), Surroundings(plan=plan()))
