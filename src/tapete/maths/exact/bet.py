"""The life of one bet: from the moment its chips go down until they are decided.

A life may span rounds (a prisoner, a point). Each round is one step of a chain whose states are
what the table keeps, the chips of the bet still on the felt, and its net so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import msgspec

from tapete.core.ask import Ask, Choose, Ruling
from tapete.core.bets import BetWindow, Closed, Limits, Mark, Place, Slip, Taking
from tapete.core.event import BetLost, BetMoved, BetPlaced, BetReturned, BetWon, Event
from tapete.core.game import Game, Setup, TableState
from tapete.core.live import Live
from tapete.core.refused import Refused
from tapete.core.rulebook import GameRules
from tapete.maths.exact.chain import Moves, absorbed
from tapete.maths.exact.paths import TooLarge, every_way

SEAT = 1
MOST_STATES = 2_000
REMEMBERED = frozenset({"last", "wheel"})
"""Fields of a table's state that are only remembered: no bet is decided by them."""

Chips = tuple[tuple[str, int], ...]


class Life(NamedTuple):
    """A bet in course: the table's state, its chips by spot, and its net so far (stake out)."""

    state: TableState
    chips: Chips
    net: int


class Lived(NamedTuple):
    """How a bet ends: the chance of each net per unit staked, the mean throws, what it was paid."""

    ends: tuple[tuple[Fraction, Fraction], ...]
    throws: Fraction
    paid: tuple[str, ...]


class Bench:
    """A table of one game on which bets are tried out: always one player, always the same rules."""

    def __init__(self, game: Game[Any, Any], rules: GameRules, limits: Limits) -> None:
        self.game, self.rules, self.limits = game, rules, limits
        seats = tuple(range(SEAT, SEAT + max(1, rules.players_min)))
        self.setup: Setup[Any] = Setup(rules=rules, limits=limits, seats=seats)
        # Large enough that every payment, its half and the commission are whole pesos.
        odds = (pay.ratio.denominator for pay in rules.pays.values())
        self.unit = 2 * lcm(limits.commission.denominator, limits.unit, *odds)

    def opening(self) -> TableState:
        return self.essential(self.game.opening(self.rules))

    def begin(self, state: TableState) -> Live[Any]:
        return Live(self.game.play(self.setup, state))

    def window(self, state: TableState) -> BetWindow | None:
        """The betting that opens a round, if the round opens with betting."""
        live = self.begin(state)
        while live.ask is not None and not isinstance(live.ask, BetWindow):
            live.answer(by_default(live.ask))
        return live.ask

    def bets(self) -> list[str]:
        """Every bet of the cloth."""
        window = self.window(self.opening())
        return list(window.cloth.bets()) if window is not None else []

    def essential(self, state: Any) -> Any:
        """The state without what is only remembered."""
        fresh = self.game.opening(self.rules)
        idle = REMEMBERED.intersection(state.__struct_fields__)
        return msgspec.structs.replace(state, **{name: getattr(fresh, name) for name in idle})

    def place(self, taking: Taking, bet: str) -> bool:
        """Put one stake on a bet, if it is open."""
        room = taking.room(SEAT, bet)
        if isinstance(room, Closed):
            return False
        try:
            taking.take(Place(SEAT, bet, self.unit * room.step))
        except Refused:
            return False
        return True


def by_default(ask: Ask[Any]) -> Any:
    """What is answered when nobody says anything."""
    return ask.default if isinstance(ask, Choose | Ruling) else ask.some(lambda n: 0)


# Where a bet can be made


class Start(NamedTuple):
    """A moment at which the bet can be made, and the slip that makes it."""

    state: TableState
    slip: Slip


def starts(bench: Bench, bet: str, supports: Iterable[str]) -> list[Start]:
    """The earliest moments at which the bet can be made.

    Most can be made at once. One that needs another bet or a point is waited for, behind each
    ``support`` in turn: odds behind the line they belong to, a come after the first throw.
    """
    opening = bench.opening()
    now = opened(bench, opening, bet, supports)
    if now is not None:
        return [now]
    for support in supports:
        first = opened(bench, opening, support, ())
        if support == bet or first is None:
            continue
        later: dict[TableState, Start] = {}
        for live, _ in every_way(lambda: bench.begin(opening), _answerer(first.slip)):
            state = bench.essential(live.result)
            if state not in later:
                found = opened(bench, state, bet, ())
                if found is not None:
                    later[state] = found
        if later:
            return list(later.values())
    return []


def opened(bench: Bench, state: TableState, bet: str, supports: Iterable[str]) -> Start | None:
    """The slip that makes the bet now: alone if it may stand alone, else beside a support."""
    window = bench.window(state)
    if window is None or isinstance(window.cloth.offer({}, SEAT, bet), Closed):
        # Asked again below with what stands: an offer may hang on it.
        if window is None:
            return None
    for support in ("", *supports):
        taking = window.open()
        if support == bet or (support and not bench.place(taking, support)):
            continue
        if not bench.place(taking, bet):
            continue
        try:
            return Start(state, _called_on(window, taking))
        except Refused:
            continue
    return None


def _called_on(window: BetWindow, taking: Taking) -> Slip:
    # A bet that may be called on is called on (hard ways without a point, CAT-IV.1.5-55).
    marked = {(stake.seat, stake.bet): stake.mark for stake in window.standing}
    for kind_and_mark in window.marks:
        kind, _, mark = kind_and_mark.partition("=")
        for seat, bet in list(taking.felt):
            if bet.partition(":")[0] == kind and marked.get((seat, bet)) != mark:
                taking.take(Mark(seat, bet, mark))
    return taking.close()


def standing_slip(bench: Bench, window: BetWindow, supports: Iterable[str]) -> Slip:
    """The slip of a later round: nothing, or the support without which nobody may throw."""
    refused: Refused | None = None
    for support in ("", *supports):
        taking = window.open()
        if support and not bench.place(taking, support):
            continue
        try:
            return _called_on(window, taking)
        except Refused as error:
            refused = error
    assert refused is not None
    raise refused


def _answerer(slip: Slip, choice: str = "", met: set[str] | None = None) -> Any:
    def answer(ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            return slip
        if isinstance(ask, Choose) and ask.seat == SEAT:
            if met is not None and len(ask.options) > 1:
                met.update(option.name for option in ask.options if option.low is None)
            return choice if choice and ask.fits(choice) else ask.default
        return by_default(ask)

    return answer


# Living it


def live_out(
    bench: Bench, start: Start, bet: str, supports: Iterable[str], choice: str, met: set[str]
) -> Lived:
    """Play the bet from its start to every end it can have, always choosing ``choice``.

    ``met`` gathers the choices that were open on the way.
    """
    supports = [support for support in supports if support != bet]
    first = Life(start.state, (), 0)
    chain: dict[Life, Moves[Life, int]] = {}
    paid: dict[str, None] = {}
    stake = 0
    waiting = [first]
    while waiting:
        life = waiting.pop()
        if life in chain:
            continue
        if len(chain) >= MOST_STATES:
            raise TooLarge(f"{bet} goes through more than {MOST_STATES} states: {life.state}")
        chain[life] = moves = Moves()
        slip = start.slip
        if life is not first:
            window = bench.window(life.state)
            slip = standing_slip(bench, window, supports) if window is not None else Slip()
        answer = _answerer(slip, choice, met)
        for live, weight in every_way(lambda life=life: bench.begin(life.state), answer):
            told = Account(bet if life is first else "", life)
            for event in live.events:
                told.tell(event)
            stake = stake or told.staked
            paid.update(dict.fromkeys(told.paid))
            after = told.after(bench.essential(live.result))
            if isinstance(after, int):
                moves.end(after, weight)
            else:
                moves.go(after, weight)
                waiting.append(after)
    ends, throws = absorbed(chain, first)
    nets = tuple(sorted((Fraction(net, stake), chance) for net, chance in ends.items()))
    return Lived(nets, throws, tuple(paid))


class Account:
    """The chips and the money of one bet through the events of a round; no other bet counts."""

    def __init__(self, placing: str, life: Life) -> None:
        self.placing = placing
        self.chips, self.net = dict(life.chips), life.net
        self.staked = 0
        self.paid: list[str] = []

    def tell(self, event: Event) -> None:
        match event:
            case BetPlaced(seat=1) if self.placing and self.placing in (event.bet, event.called):
                self.chips[event.bet] = self.chips.get(event.bet, 0) + event.amount
                self.net -= event.amount
                self.staked += event.amount
            case BetWon(seat=1) if event.bet in self.chips:
                assert event.dropped == "0", f"{event.bet} is not paid in full: {event.dropped}"
                self.net += event.paid
                self.paid.append(event.odds)
            case BetReturned(seat=1) if event.bet in self.chips:
                self.net += event.amount
                self.chips[event.bet] -= event.amount
            case BetLost(seat=1) if event.bet in self.chips:
                self.chips[event.bet] -= event.amount
            case BetMoved(seat=1) if event.bet in self.chips:
                self.chips[event.bet] -= event.amount
                self.chips[event.to] = self.chips.get(event.to, 0) + event.amount

    def after(self, state: TableState) -> Life | int:
        """The life that goes on, or the net it ended with."""
        left = {bet: amount for bet, amount in self.chips.items() if amount}
        if not left or self.paid:
            # A bet that is paid and stays (right and wrong) is taken down after its first win.
            return self.net + sum(left.values())
        return Life(state, tuple(sorted(left.items())), self.net)


def lanes(
    bench: Bench, start: Start, bet: str, supports: Iterable[str]
) -> Iterator[tuple[str, Lived]]:
    """The bet under each fixed choice of its owner; one lane without name if he has none."""
    met: set[str] = set()
    supports = list(supports)
    plain = live_out(bench, start, bet, supports, "", met)
    if not met:
        yield "", plain
        return
    for choice in sorted(met):
        yield choice, live_out(bench, start, bet, supports, choice, set())
