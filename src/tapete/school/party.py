"""Who sits at the table of a drill: people who bet amounts a croupier meets, and decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tapete.chance import seeded
from tapete.core.book.bet import kind_of
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Choose, Pick
from tapete.core.round.bets import Closed, Place, Slip
from tapete.core.round.betting import BetWindow, OpenBets
from tapete.core.round.cards import Card
from tapete.core.round.event import CardDealt, CardsCleared, Event
from tapete.core.round.live import Live
from tapete.core.round.move import Move
from tapete.core.round.pot import Levels, Link
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.cards.twentyone.hand import points
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.games.poker.pot import Lights, PotClosing, PotLevels
from tapete.games.registry import find
from tapete.school.drill import Drill

TIMES = (1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 10, 12, 15, 20)
"""Stakes, in times the least a bet takes."""
PLACES = 7
CREDIT = 1000
POT, MORE = 8_000_000, 30_000
"""What a linked pot holds at least, and how many thousands more at most."""
STANDS = 17
GOES_ON = ("voy", "ir", "guerra", "asegurar")
CHANGES = ("cambiar", "comprar")
"""Moves that give up a claim on the pot."""

Wishes = Callable[[BetWindow, int, Pick], Iterator[str]]
"""The bets a seat would make, in their order: those that are closed to it are passed over."""


class Again(Exception):
    """This round does not serve: another is played."""


def pick_of(drill: Drill, *more: object) -> Pick:
    """Chance that comes again with the drill's name."""
    return seeded("/".join([drill.id, *map(str, more)]))


def seats_for(game: str, count: int, pick: Pick) -> tuple[int, ...]:
    """Some seats of a table, as many as wanted or as the game needs."""
    rules = find(game).rules_of()
    count = max(count, rules.players_min)
    places = list(range(1, max(count, min(rules.players_max or PLACES, PLACES)) + 1))
    return tuple(sorted(places.pop(pick(len(places))) for _ in range(count)))


def table_of(game: str, seats: Sequence[int], *, linked: bool = False) -> Table:
    """A table of the game, open, with the limits of the example plan; linked to a pot or not."""
    found = find(game)
    terms = found.terms(limits=plan().limits(game)).linked(Link(credit=CREDIT) if linked else None)
    table = Table(found, terms=terms)
    for seat in seats:
        table.sit(seat, f"seat-{seat}", chips=0 if found.on_stacks else PLENTY)
    table.open_play(staff_of(table.rules))
    return table


def places(table: Table) -> int | None:
    """How many places are drawn: a table of a drill is no larger than it needs to be."""
    most = table.rules.players_max
    return None if most is None else min(most, max(PLACES, *table.players))


class Party:
    """Everybody who answers a round but the one who practises: chance, bets, decisions."""

    def __init__(
        self,
        table: Table,
        wishes: Wishes,
        *,
        bets: Pick,
        chance: Pick,
        result: str | None = None,
        chips: Callable[[int], str] = lambda seat: "",
        bold: bool = False,
    ) -> None:
        self.table, self.wishes, self.bets, self.chance = table, wishes, bets, chance
        self.result, self.chips, self.bold = result, chips, bold
        self.live: Live[Any] | None = None
        self.pot: int | None = None

    def prepare(self) -> Record | None:
        """Shuffle, cut and burn, if there is to be any."""
        return self.table.prepare(lambda ask: ask.some(self.chance))

    def play(self) -> list[Event]:
        """One whole round; what was told in it."""
        live = self.begin()
        while live.ask is not None:
            self.table.answer(self.answer(live.ask))
        self.table.finish()
        return live.events

    def begin(self) -> Live[Any]:
        """Begin a round, cards shuffled before it if need be."""
        self.prepare()
        self.live = self.table.begin()
        return self.live

    def answer(self, ask: Ask[Any]) -> Any:
        """What the table answers to anything it is asked."""
        if ask.betting is not None:
            return self._slip(ask.betting)
        if ask.is_chance and self.result is not None and ask.fits(self.result):
            return self.result
        if ask.choice is not None:
            return self._decide(ask.choice)
        return ask.some(self.chance) if ask.pot is None else ask.pot.of(self)

    def lights(self, ask: PotClosing) -> Lights:
        """Every light of the pot works."""
        return Lights(ask.seats)

    def levels(self, ask: PotLevels) -> Levels:
        """The pot holds what a display might show."""
        self.pot = POT + 1000 * self.chance(MORE)
        return Levels(self.pot)

    def _slip(self, window: BetWindow) -> Slip:
        open_bets = window.open()
        for seat in window.seats:
            for bet in self.wishes(window, seat, self.bets):
                _stake(open_bets, seat, bet, self.bets, self.chips(seat))
        for seat, bet in open_bets.cloth.needed(open_bets.felt):
            if open_bets.cloth.needed(open_bets.felt):
                _stake(open_bets, seat, bet, self.bets, self.chips(seat))
        for seat in window.seats:
            for action in open_bets.repairs(seat):
                open_bets.take(action)
        try:
            return open_bets.close()
        except Refused:
            raise Again from None

    def _decide(self, ask: Choose) -> Move:
        names = [option.name for option in ask.options]
        if isinstance(self.table.rules, TwentyOneRules) and "plantarse" in names:
            return self._twenty_one(ask, names)
        bold = self.bold or self.chance(4)
        for option in ask.options if bold else ():
            if option.name in GOES_ON or option.name.startswith("seguro"):
                return option.some(lambda n: n - 1)
        if self.bold and any(name in CHANGES for name in names):
            return ask.silence
        return ask.some(self.chance) if self.chance(2) else ask.silence

    def _twenty_one(self, ask: Choose, names: list[str]) -> Move:
        """Cards up to seventeen; a pair is split and a hand doubled now and then."""
        for move in ("separar", "doblar"):
            if move in names and not self.chance(3):
                return next(o for o in ask.options if o.name == move).some(lambda n: n - 1)
        assert self.live is not None
        hand = lying(self.live.events).get(ask.about, [])
        drawn = "pedir" in names and points(hand) < STANDS
        return Move("pedir" if drawn else "plantarse")


def _stake(open_bets: OpenBets, seat: int, bet: str, pick: Pick, chips: str) -> None:
    """Put an amount on a bet, if it is open to the seat."""
    room = open_bets.room(seat, bet)
    if isinstance(room, Closed) or (seat, bet) in open_bets.felt:
        return
    least = max(room.low, open_bets.window.limits.of(bet)[0])
    amount = least * TIMES[pick(len(TIMES))]
    if room.high is not None:
        amount = min(amount, room.high)
    amount -= (amount - room.low) % room.step
    try:
        open_bets.take(Place(seat, bet, amount, chips))
    except Refused:
        return


def lying(events: Sequence[Event]) -> dict[str, list[Card]]:
    """The open cards by zone."""
    zones: dict[str, list[Card]] = {}
    for event in events:
        if isinstance(event, CardDealt) and event.card:
            zones.setdefault(event.to, []).append(Card(event.card))
        elif isinstance(event, CardsCleared):
            zones.pop(event.zone, None)
    return zones


def kinds(bets: Sequence[str]) -> dict[str, list[str]]:
    """Bets by their kind: all plenos, all caballos."""
    found: dict[str, list[str]] = {}
    for bet in bets:
        found.setdefault(kind_of(bet), []).append(bet)
    return found


def some_bets(count: int, *first: str, alone: bool = False) -> Wishes:
    """So many bets of any kinds, each kind as likely; after those named ``first``. ``alone``: only
    the first seat bets, where others have to be there."""

    def wishes(window: BetWindow, seat: int, pick: Pick) -> Iterator[str]:
        if alone and seat != window.seats[0]:
            return
        yield from first
        cloth = window.cloth
        offered = list(cloth.bets())
        if count == 1:  # a called bet is several at once
            single = [bet for bet in offered if cloth.parts(bet, 1) == ((bet, 1),)]
            offered = single or offered
        by_kind = list(kinds(offered).values())
        for _ in range(count):
            kind = by_kind[pick(len(by_kind))]
            yield kind[pick(len(kind))]

    return wishes
