"""Whatever is sent to a tournament, in whatever order: it is refused and nothing has changed, or it
is done and every chip and peso is somewhere (COL-7.4-01, CAT-VII.3.1-29)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.felt import PUBLIC
from tapete.floor.units.torneo.view import STAFF
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import play
from tests.floor.casino import envelope
from tests.floor.torneo_desk import DIRECTOR, Desk
from tests.systems.tournament.field import changed

BRACKETS = """[
  { desde = 2, hasta = 5, reparto = ["100"] }, { desde = 6, reparto = ["50", "30", "20"] },
]"""
FEW = changed(minimo="2", maximo="12", tramos=BRACKETS)
TWO = '[{ desde = 2, reparto = ["60", "40"] }]'
POKER = changed(FEW, asientos="5", final="5", recompensa="5000", tramos=TWO)
ROUNDS = (files("tapete") / "bases" / "black-jack.toml").read_text("utf-8")
WAYS = ("B", "C", "fichas", "iguales")


class Anybody:
    """Commands of every kind, most of them such as may be done now."""

    def __init__(self, text: str, seed: int) -> None:
        self.desk = Desk(seed=seed).drafted(text)
        self.pick = Random(seed)
        self.names = [f"p{n}" for n in range(14)]
        if not self.desk.now.rules.practica:
            self.desk.do(do.Notify(day=date(2026, 4, 20)))
            self.desk.do(do.Announce(day=date(2026, 4, 21)))
        self.desk.do(do.OpenRegistration())

    def who(self) -> str:
        return self.pick.choice(self.names)

    def seated(self) -> str:
        tables = self.desk.now.tables.values()
        return str(self.pick.choice([p for t in tables for p in t.seats.values()] or self.names))

    def table(self) -> int:
        return int(self.pick.choice([*self.desk.now.tables] or [1]))

    def stacks(self, table: int) -> dict[str, int]:
        at = self.desk.now.tables.get(table)
        held = self.desk.now.book.stacks
        return {} if at is None else {who: held.get(who, 0) for who in at.seats.values()}

    def hand_over(self) -> do.AnyCommand:
        number = self.table()
        stacks = self.stacks(number)
        if len(stacks) > 1:
            loser, winner = self.pick.sample([*stacks], 2)
            lost = self.pick.choice([stacks[loser], min(stacks[loser], 1000)])
            stacks[loser], stacks[winner] = stacks[loser] - lost, stacks[winner] + lost
        best = tuple(sorted(stacks, key=lambda who: -stacks[who])[:1])
        won = {who: best for who, chips in stacks.items() if not chips}
        return do.HandOver(table=number, stacks=stacks, winners=won)

    def pase_over(self) -> do.AnyCommand:
        number = self.table()
        change = {who: self.pick.choice([-chips, -500, 0, 1000])
                  for who, chips in self.stacks(number).items()}  # fmt: skip
        stacks = self.stacks(number)
        after = {who: max(chips + change[who], 0) for who, chips in stacks.items()}
        return do.PaseOver(table=number, stacks=after, void=self.pick.random() < 0.1)

    def move(self) -> do.AnyCommand:
        now = self.desk.now
        level = play.levelling(now) if now.stage == "en-juego" else None
        if level is not None and level.moves:
            start, end = level.moves[0].start, level.moves[0].end
            return do.MovePlayer(player=now.tables[start.table].seats[start.seat], to=str(end))
        to = f"{self.table()}-{self.pick.randint(1, 9)}"
        return do.MovePlayer(player=self.seated(), to=to, reason="x")

    def moved(self) -> do.AnyCommand:
        rules, week = self.desk.now.rules, timedelta(days=7)
        return do.Postpone(start=rules.inicio + week, end=rules.termino + week, why="x")

    def kinds(self) -> list[tuple[float, Callable[[], do.AnyCommand]]]:
        """How often each, and how it is made up."""
        now, pick = self.desk.now, self.pick
        return [
            (6, lambda: do.Enter(player=self.who())), (1, lambda: do.Withdraw(player=self.who())),
            (2, do.OpenDoors), (6, lambda: do.Accredit(player=self.who())), (2, do.Start),
            (4, lambda: do.Buy(player=self.who(), what=pick.choice(["reentrada", "recompra",
                                                                    "addon"]))),
            (1, do.CloseRegistration), (2, do.Tick), (1, do.StopClock), (1, do.RunClock),
            (6, lambda: do.DealHand(table=self.table())), (6, self.hand_over), (6, self.pase_over),
            (2, lambda: do.Eliminate(player=self.seated(), winner=self.seated())),
            (2, lambda: do.Undo(reason="x")), (3, self.move), (3, do.BreakTable), (3, do.Redraw),
            (1, lambda: do.HandForHand(on=pick.random() < 0.7)),
            (1, lambda: do.HoldHand(table=self.table())),
            (1, lambda: do.PlayOut(table=self.table())), (1, do.CallLastHands),
            (1, lambda: do.EndDay(stacks=dict(now.book.stacks))), (2, do.NextDay),
            (1, lambda: do.Penalise(player=self.seated(), fault="x", clause="COL-9.1-10", hands=2)),
            (1, lambda: do.Expel(player=self.who(), reason="x", disqualified=pick.random() < 0.5)),
            (1, lambda: do.Forfeit(player=self.seated(), chips=1000, reason="x")),
            (1, lambda: do.GivePot(player=self.seated(), winner=self.seated(), chips=100,
                                   reason="x")),
            (1, lambda: do.MakeDeal(way=pick.choice(WAYS), signed=tuple(now.live))),
            (2, do.Pay), (0.6, lambda: do.Suspend(why="x")), (0.1, lambda: do.Cancel(why="x")),
            (0.5, do.HoldAgain), (0.3, self.moved), (2, lambda: do.KeepEntry(player=self.who())),
            (2, do.OpenRegistration), (2, do.SeatTie), (4, do.CloseRound),
            (1, lambda: do.ColourUp(small=25, big=100, held=dict.fromkeys(self.stacks(1), 3))),
            (0.5, lambda: do.Reorder(order=tuple(pick.sample([*now.tables], len(now.tables))))),
        ]  # fmt: skip

    def send(self) -> None:
        """One command: refused it has changed nothing."""
        kinds = self.kinds()
        [make] = self.pick.choices([one for _, one in kinds], [often for often, _ in kinds])
        desk, before = self.desk, self.desk.now
        desk.at += self.pick.choice([1.0, 30.0, 300.0])
        desk.ahead = timedelta(days=0 if before.stage == "acreditacion" else 10)
        sent = msgspec.structs.replace(envelope(make(), DIRECTOR), person="directora", at=desk.at)
        try:
            desk.chain.apply(sent)
        except Refused:
            assert desk.now is before


def check(desk: Desk) -> None:
    """Every chip is a player's, every player with chips who came has one seat, no account but the
    box that chips come from owes anything, and everybody can look at it."""
    now = desk.now
    book = now.book
    assert book.sold + book.added - book.removed == sum(book.stacks.values())
    places = [who for table in now.tables.values() for who in table.seats.values()]
    assert len(places) == len({*places})
    if now.stage == "en-juego" and now.round is None:
        assert {*places} == {*now.accredited}
    owed = {str(account): amount for account, amount in desk.chain.unit.held().items()}
    assert not {name for name, amount in owed.items() if amount < 0 and "boveda" not in name}
    for viewer in (PUBLIC, STAFF):
        msgspec.json.encode(desk.view(viewer), enc_hook=str)


@pytest.mark.clause("COL-7.4-01", "COL-2-03", "CAT-VII.3.1-29", "COL-7.3-10")
@pytest.mark.parametrize("text", [FEW, POKER, ROUNDS], ids=["two-tables", "bounties", "rounds"])
def test_whatever_is_sent_it_is_refused_or_every_chip_and_peso_is_somewhere(text: str) -> None:
    stages: set[str] = set()
    for seed in range(30):
        anybody: Any = Anybody(text, seed)
        for _ in range(400):
            anybody.send()
            check(anybody.desk)
            stages.add(anybody.desk.now.stage)
    assert {"en-juego", "terminado", "fin-de-jornada", "suspendido", "postergado"} <= stages
