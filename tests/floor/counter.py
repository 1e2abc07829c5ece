"""A unit as small as can be: a box into which people put coins, and that one of them empties. It
goes through keeper, store, audit, crashes and the simulation like a gaming table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from tapete.core.book.account import Account
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick
from tapete.core.round.event import Event
from tapete.core.round.record import line_of_event
from tapete.floor.aggregates.pot_door import PotDoor
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.draws import Draws
from tapete.floor.kernel.due import Due, Idle
from tapete.floor.kernel.unit import Command, Envelope, Kind, Mark, OtherVersion, Outcome, Ref, Spec
from tapete.floor.money.accounts import LedgerAccount, at_unit, in_plain_pot, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.units import register
from tapete.games.poker.pot import DrawSeat
from tapete.systems.pot.commands import Contribute, Win
from tapete.systems.pot.events import PrizePaid
from tests.core.counters import COUNTER
from tests.floor.casino import PEOPLE, envelope

CLAUSE = "CAT-I.1-10"
COINS = Account("pozo")


class BoxSpec(Spec, frozen=True, kw_only=True, omit_defaults=True, tag="caja-de-prueba"):
    """A box that takes so many coins and no more."""

    most: int = 12
    pot: str = ""
    doors: tuple[str, ...] = ()

    def shared(self) -> tuple[Ref, ...]:
        pot = (Ref("pozo", self.pot),) if self.pot else ()
        return (*pot, *(Ref(COUNTER.kind, door) for door in self.doors))


class Put(Command, frozen=True, kw_only=True, tag="put"):
    """Coins of a person's wallet go into the box."""

    player: str
    coins: int


class Empty(Command, frozen=True, kw_only=True, tag="empty"):
    """All there is in the box goes to one of those who put something in."""

    player: str


class Toss(Command, frozen=True, kw_only=True, tag="toss"):
    """All there is in the box goes to one of those who put something in: chance says to whom, in
    the same step."""

    player: str


class CoinsPut(Event, frozen=True, kw_only=True):
    """Coins went into the box."""

    kind: ClassVar[str] = "test-coins-put"
    player: str
    coins: int


class BoxEmptied(Event, frozen=True, kw_only=True):
    """The coins of the box went to somebody."""

    kind: ClassVar[str] = "test-box-emptied"
    player: str
    coins: int


class PotWon(Event, frozen=True, kw_only=True):
    """What the pot held went to somebody."""

    kind: ClassVar[str] = "test-pot-won"
    player: str
    coins: int


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """An empty box, written down."""

    version: int
    times: int


class BoxView(msgspec.Struct, frozen=True, kw_only=True):
    """The box as anybody sees it."""

    state: str
    coins: int


class Box:
    """A unit."""

    VERSION = 1

    def __init__(
        self, spec: BoxSpec, pick: Pick | None = None, links: Mapping[Ref, Any] | None = None
    ) -> None:
        self.spec, self.draws, self.door = spec, Draws(pick), PotDoor(links or {}, pick)
        self.coins: dict[str, int] = {}
        self.times = 0

    def apply(self, sent: Envelope[Any], *, again: bool = False) -> Outcome:
        command, event = sent.command, None
        won: tuple[Event, ...] = ()
        self.draws.begin(sent.draws if again else None)
        self.door.begin(sent.pot if again else None)
        match command:
            case Put():
                if command.coins <= 0 or self.total + command.coins > self.spec.most:
                    raise Refused(CLAUSE, "box-full", coins=command.coins)
                self.coins[command.player] = self.coins.get(command.player, 0) + command.coins
                event = CoinsPut(player=command.player, coins=command.coins, clause=CLAUSE)
                if self.spec.pot:
                    self.door.do(
                        self.spec.pot, Contribute(self.spec.id, 1, command.coins, final=True)
                    )
            case Empty():
                if command.player not in self.coins:
                    raise Refused(CLAUSE, "nothing-put-in", player=command.player)
                event = BoxEmptied(player=command.player, coins=self.total, clause=CLAUSE)
                self.coins, self.times = {}, self.times + 1
            case Toss():
                if not self.coins:
                    raise Refused(CLAUSE, "nothing-put-in", player=command.player)
                players = sorted(self.coins)
                seats = tuple(range(1, len(players) + 1))
                ask = DrawSeat(seats=seats, odds=Fraction(1), clause=CLAUSE)
                winner = players[self.draws.answer(ask) - 1]
                if self.spec.pot:
                    told = self.door.do(self.spec.pot, Win(self.spec.id, (1,), final=True))
                    won = tuple(
                        PotWon(player=winner, coins=paid.amount, clause=CLAUSE)
                        for paid in told
                        if isinstance(paid, PrizePaid) and paid.amount
                    )
                event = BoxEmptied(player=winner, coins=self.total, clause=CLAUSE)
                self.coins, self.times = {}, self.times + 1
        assert event is not None
        sent = msgspec.structs.replace(sent, draws=self.draws.given, pot=self.door.given)
        events = (event, *won)
        return Outcome(
            envelope=sent, events=events, lines=tuple(map(line_of_event, events)), round=self.times
        )  # fmt: skip

    @property
    def total(self) -> int:
        return sum(self.coins.values())

    def transfers(self, step: int, events: Sequence[Event]) -> list[Transfer]:
        inside = at_unit(self.spec.kind, self.spec.id, COINS)
        found = []
        for n, event in enumerate(events):
            if not isinstance(event, CoinsPut | BoxEmptied | PotWon):
                continue
            won = isinstance(event, PotWon)
            ways = (wallet(event.player), in_plain_pot(self.spec.pot) if won else inside)
            source, target = ways if isinstance(event, CoinsPut) else ways[::-1]
            found.append(Transfer(
                id=f"{self.spec.id}:{step}:{n}.0", source=source, target=target,
                amount=event.coins, state="posted", clause=event.clause, why=event.kind,
            ))  # fmt: skip
        return found

    def memory(self) -> bytes | None:
        if self.coins:
            return None
        return msgspec.json.encode(Kept(version=self.VERSION, times=self.times))

    def remember(self, memory: bytes) -> None:
        kept = msgspec.json.decode(memory, type=Kept)
        if kept.version != self.VERSION:
            raise OtherVersion
        self.coins, self.times = {}, kept.times

    def due(self, now: float) -> Due:
        return Idle()

    def deadline(self, now: float) -> float | None:
        return None

    def wake(self, now: float) -> None:
        pass

    def held(self) -> dict[LedgerAccount, int]:
        inside = at_unit(self.spec.kind, self.spec.id, COINS)
        return {inside: self.total} if self.coins else {}

    def check(self, command: Any, person: str, role: str, *, on_duty: bool) -> None:
        if command.player != person:
            raise Refused(CLAUSE, "not-yours", person=person)

    def view(
        self, viewer: str, at: Mark, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> BoxView:  # fmt: skip
        return BoxView(state=at.state, coins=self.total)

    def present(self) -> dict[str, int]:
        return {player: n for n, player in enumerate(self.coins, 1)}


KIND = Kind(
    BoxSpec, Put | Empty | Toss, lambda spec, around: Box(spec, around.chance, around.links),
    answers=(Toss,),
)  # fmt: skip
register(KIND)


def put(player: str, coins: int, *, id: str = "") -> Envelope[Any]:
    return envelope(Put(player=player, coins=coins), "jugador", id=id)


def empty(player: str) -> Envelope[Any]:
    return envelope(Empty(player=player), "jugador")


def toss(player: str, *, id: str = "") -> Envelope[Any]:
    return envelope(Toss(player=player), "jugador", id=id)


def something(chain: Chain[Any], pick: Pick) -> Envelope[Any]:
    """A command that somebody could send now; most of them are taken."""
    player = PEOPLE[pick(len(PEOPLE))]
    if pick(4):
        return put(player, 1 + pick(4))
    return empty(player) if pick(2) else toss(player)
