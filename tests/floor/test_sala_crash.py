"""Halls are killed for good at every step between a command and its telling, and go on: nothing is
lost, nothing done twice. On paper, with terminals, and of several casinos in one game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete.core.round.pot import MAIN
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.due import Idle, Until
from tapete.floor.kernel.failpoints import POINTS, SHARED_POINTS
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import in_plain_pot, ledger_account, wallet
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import Sala, SalaSpec
from tapete.floor.units.sala import commands as do
from tests.floor.casino import envelope, give_chips
from tests.floor.hall import POT, Kept, hall, with_pot
from tests.floor.killed import killed
from tests.floor.postgres import fresh_database
from tests.floor.test_joint import Country, House, settled
from tests.floor.test_sala_paper import DIRECTOR, JEFE, LOCUTOR, SELLER, STAFF, paper

BOUGHT = 5_000_000


class Mortal:
    """A hall that is killed wherever the next failpoint says, and taken up again."""

    def __init__(self, url: str, spec: SalaSpec, points: tuple[str, ...]) -> None:
        self.url, self.spec, self.points = url, spec, list(points)
        self.store = Store(url)
        self.now = 1000.0
        self._begin()

    def _begin(self) -> None:
        self.writer = Writer(self.store)
        self.kept = Kept(self.store, self.writer, self.spec, seed=f"{len(self.points)}")
        self.kept.now = self.now

    def die(self, sent: Any = None) -> None:
        """Killed while it carries this out, if there is a failpoint left; and started again."""
        if not self.points:
            return
        self.writer.close()
        if killed(self.points[0], self.url, self.spec, self.now, sent):
            self.points.pop(0)
        self._begin()

    async def send(self, command: Any, role: str = "jugador") -> None:
        sent = envelope(command, role, at=self.now)
        self.die(sent)
        await self.kept.keeper.send(sent)
        await self.kept.keeper.send(sent)  # twice is once

    async def advance(self) -> None:
        """What is due is done: killed at it first."""
        if (wait := await self.kept.minder.advance()) is not None:
            self.now = self.kept.now = self.now + wait
            if wait:
                self.die()

    @property
    def sala(self) -> Sala:
        return self.kept.sala

    def close(self) -> None:
        self.writer.close()
        self.store.close()


def casino(url: str, spec: SalaSpec) -> Store:
    store = Store(url)
    store.create()
    if spec.shared():
        with_pot(store)
    store.add(spec)
    give_chips(store, BOUGHT)
    return store


@pytest.mark.clause("CAT-V.2.3-20")
def test_a_hall_with_paper_is_killed_at_every_step_of_a_game(tmp_path: Path) -> None:
    url, spec = f"sqlite:///{tmp_path}/casino.db", paper()
    store = casino(url, spec)
    mortal = Mortal(url, spec, POINTS)

    async def played() -> None:
        points, mortal.points = mortal.points, []
        await mortal.send(do.OpenHall(staff=STAFF), DIRECTOR)
        for player in ("ana", "bruno"):
            await mortal.send(do.Enter(player=player))
        await mortal.send(do.BeginSale(), JEFE)
        mortal.points = points
        await mortal.send(do.Buy(player="ana", cards=3), SELLER)
        await mortal.send(do.Buy(player="bruno", cards=2), SELLER)
        await mortal.send(do.StartGame(), JEFE)
        face, rest = mortal.sala.spec.design.faces()[1], mortal.points[3:]
        for n, ball in enumerate(sorted(face.numbers)):
            if n == 3:
                mortal.points = []
            await mortal.send(do.CallBall(ball=ball), LOCUTOR)
        mortal.points = rest
        await mortal.send(do.Shout(player="ana", what="bingo", card=1))
        await mortal.send(do.ReadCard(card=1), JEFE)
        await mortal.send(do.AskMore(), JEFE)
        mortal.now += 60
        await mortal.send(do.GoOn(), JEFE)
        await mortal.send(do.SignActa(), JEFE)

    asyncio.run(asyncio.wait_for(played(), 600))
    assert not mortal.points, "killed at every one"
    assert len(mortal.sala.drawing.balls()) == 15
    assert store.balance(wallet("ana")) == BOUGHT - 3000 + 600 + 2425
    assert store.balance(ledger_account("sala:bingo-1/bank")) == 1975
    ids = [kept.envelope.id for kept in store.log("bingo-1")]
    assert len(ids) == len(set(ids)) == 4 + 3 + 15 + 5
    assert list(audit(store)) == []
    mortal.close()
    store.close()


@pytest.mark.clause("CAT-V.3.3-13", "CAT-V.3.3-06")
def test_a_hall_with_terminals_is_killed_at_every_step_of_a_game(tmp_path: Path) -> None:
    url, spec = f"sqlite:///{tmp_path}/casino.db", hall()
    store = casino(url, spec)
    mortal = Mortal(url, spec, (*SHARED_POINTS, *POINTS))

    async def played() -> None:
        points, mortal.points = mortal.points, []
        while mortal.sala.view().phase != "espera":
            await mortal.advance()
        await mortal.send(do.Enter(player="ana"))
        while mortal.sala.view().phase != "venta":
            await mortal.advance()
        await mortal.send(do.Buy(player="ana", cards=3))
        mortal.points = points[:1]  # as the game starts the pot is fed
        while mortal.sala.view().phase == "venta":
            await mortal.advance()
        mortal.points += points[2:]
        while mortal.sala.view().phase == "sorteo":
            if len(mortal.sala.drawing.balls()) == 40:
                mortal.points.append(points[1])  # and at the last ball it is paid
            await mortal.advance()

    asyncio.run(asyncio.wait_for(played(), 600))
    assert not mortal.points, "killed at every one"
    won = mortal.sala.view().won
    shares = sum(part for one in won for who, part in one.shares.items() if who == "ana")
    assert store.balance(wallet("ana")) == BOUGHT - 3000 + shares
    fed = store.balance(in_plain_pot(POT, MAIN))
    assert [one.prize for one in won] == ["linea", "bingo", POT] and fed >= 50_000
    assert len(set(mortal.sala.drawing.balls())) == len(mortal.sala.drawing.balls())
    assert list(audit(store)) == []
    mortal.close()
    store.close()


class Doomed(House):
    """A casino of a joint game that is killed wherever the next failpoint says."""

    points: list[str]

    def die(self, sent: Any = None) -> None:
        now = self.kept.now
        self.writer.close()
        if killed(self.points[0], self.url, self.spec, now, sent):
            self.points.pop(0)
        self.begin()
        self.kept.now = now


class Doom(Country):
    """The post of a country in which casinos are killed as they hear a letter or draw a ball."""

    drawing = False

    async def deliver(self, house: House, other: House, letter: Any) -> None:
        if self.drawing and isinstance(other, Doomed) and other.points:
            other.die(self.heard(house, other, letter))
        await super().deliver(house, other, letter)

    async def step(self) -> None:
        centre = self.houses["centro"]
        if self.drawing and isinstance(centre, Doomed) and centre.points:
            centre.kept.now = self.now
            if not isinstance(centre.sala.due(self.now), Until | Idle):
                centre.die()
        await super().step()


@pytest.fixture
def country(postgres: str) -> Iterator[Doom]:
    """A centre and two rooms, each with a database of its own."""
    rooms = {"norte": (1, 60), "sur": (61, 120)}
    doomed = [Doomed(name, fresh_database(postgres), rooms) for name in ("centro", "norte")]
    houses = [*doomed, House("sur", fresh_database(postgres), rooms)]
    for house in doomed:
        house.points = []
    yield Doom(*houses)
    for house in houses:
        house.close()


@pytest.mark.clause("CAT-V.3.1-02", "CAT-V.3.3-13")
def test_casinos_of_a_joint_game_are_killed_at_every_step_and_one_is_cut_off(country: Doom) -> None:
    centre, norte, sur = country.houses.values()
    assert isinstance(centre, Doomed) and isinstance(norte, Doomed)

    async def played() -> None:
        await country.open()
        await country.sell()

        async def trouble(sala: Sala) -> None:
            out = len(sala.drawing.balls())
            if out == 1 and not country.drawing:
                country.drawing = True
                centre.points, norte.points = list(POINTS), list(POINTS)
            if out == 5:
                sur.cut = True

        await country.play(trouble)
        sur.cut = False
        await country.post()

    asyncio.run(asyncio.wait_for(played(), 600))
    assert not centre.points and not norte.points, "killed at every one"
    won = [house.sala.view().won for house in country.houses.values()]
    for view in won:  # everybody found the same by himself
        assert [(one.prize, one.amount, one.cards, one.ball) for one in view] == [
            (one.prize, one.amount, one.cards, one.ball) for one in won[0]
        ]
    settled(country, "norte", "sur")
