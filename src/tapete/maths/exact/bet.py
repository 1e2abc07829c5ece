"""The life of one bet: from the moment its chips go down until they are decided.

A life may span rounds (a prisoner, a point). Each round is one step of a chain whose states are
what the table keeps, the chips of the bet still on the felt, and its net so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tapete.core.book.money import odds as read_odds
from tapete.core.book.written import plain
from tapete.core.round.bets import Slip
from tapete.core.round.event import BetLost, BetMoved, BetPlaced, BetReturned, BetWon, Event
from tapete.core.round.game import TableState
from tapete.maths.exact.chain import Moves, absorbed
from tapete.maths.exact.paths import TooLarge, every_way
from tapete.maths.exact.trial import SEAT, Start, TrialTable, answerer

MOST_STATES = 2_000

Chips = tuple[tuple[str, int], ...]
Key = tuple[bytes, Chips, int]


class Life(NamedTuple):
    """A bet in course: the table's state, its chips by spot, and its net so far (stake out)."""

    state: TableState
    chips: Chips
    net: int

    def key(self) -> Key:
        return plain(self.state), self.chips, self.net


class BetOutcome(NamedTuple):
    """The outcome of a bet: the chance of each net per unit staked, the mean throws, its pay
    rows."""

    ends: tuple[tuple[Fraction, Fraction], ...]
    throws: Fraction
    paid: tuple[str, ...]


class Step(NamedTuple):
    """One round of a bet's life: where it can lead, what was paid and what could be chosen."""

    moves: Moves[Key, int]
    after: dict[Key, Life]
    paid: set[str]
    met: set[str]
    staked: int


class Follower:
    """Follows one bet, whose owner always makes the same choice, from round to round."""

    def __init__(self, trial: TrialTable, bet: str, choice: str = "") -> None:
        self.trial, self.bet, self.choice = trial, bet, choice
        self._steps: dict[Key, Step] = {}

    def live_out(self, start: Start) -> tuple[BetOutcome, set[str]]:
        """Play the bet from its start to every end it can have.

        Besides, the choices that were open to its owner on the way.
        """
        life = Life(start.state, (), 0)
        first = self._step(life, start.slip, self.bet)
        steps = {life.key(): first}
        waiting = dict(first.after)
        while waiting:
            key, life = waiting.popitem()
            if key in steps:
                continue
            if len(steps) >= MOST_STATES:
                raise TooLarge(f"{self.bet}: more than {MOST_STATES} states, one is {life.state}")
            if key not in self._steps:
                self._steps[key] = self._step(life, self._slip(life))
            steps[key] = self._steps[key]
            waiting.update(steps[key].after)
        chain = {key: step.moves for key, step in steps.items()}
        ends, throws = absorbed(chain, next(iter(chain)))
        nets = sorted((Fraction(net, first.staked), chance) for net, chance in ends.items())
        paid = {odds for step in steps.values() for odds in step.paid}
        met = {choice for step in steps.values() for choice in step.met}
        return BetOutcome(tuple(nets), throws, tuple(sorted(paid, key=read_odds))), met

    def _slip(self, life: Life) -> Slip:
        slip = self.trial.close(self.trial.window(life.state).open())
        if slip is None:
            raise TooLarge(f"{self.bet}: betting cannot be closed in {life.state}")
        return slip

    def _step(self, life: Life, slip: Slip, placing: str = "") -> Step:
        step = Step(Moves(), {}, set(), set(), self.trial.staked(slip, placing))
        answer = answerer(slip, self.choice, step.met)
        for live, weight in every_way(partial(self.trial.begin, life.state), answer):
            told = Account(placing, life)
            for event in live.events:
                told.tell(event)
            step.paid.update(told.paid)
            after = told.after(self.trial.essential(live.result))
            if isinstance(after, int):
                step.moves.end(after, weight)
            else:
                key = after.key()
                step.moves.go(key, weight)
                step.after[key] = after
        return step


class Account:
    """The chips and the money of one bet through the events of a round; no other bet counts."""

    def __init__(self, placing: str, life: Life) -> None:
        self.placing = placing
        self.chips, self.net = dict(life.chips), life.net
        self.paid: list[str] = []

    def tell(self, event: Event) -> None:
        if getattr(event, "seat", None) != SEAT:
            return
        match event:
            case BetPlaced() if self.placing and self.placing in (event.bet, event.called):
                self.chips[event.bet] = self.chips.get(event.bet, 0) + event.amount
                self.net -= event.amount
            case BetWon() if event.bet in self.chips:
                assert event.dropped == "0", f"{event.bet} is not paid in full: {event.dropped}"
                self.net += event.paid
                self.paid.append(event.odds)
            case BetReturned() if event.bet in self.chips:
                self.net += event.amount
                self.chips[event.bet] -= event.amount
            case BetLost() if event.bet in self.chips:
                self.chips[event.bet] -= event.amount
            case BetMoved() if event.bet in self.chips:
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
    trial: TrialTable, moments: list[Start], bet: str
) -> Iterator[tuple[str, tuple[BetOutcome, ...]]]:
    """The bet at each moment, under each fixed choice of its owner; one lane if he has none."""
    follower = Follower(trial, bet)
    lives, met = zip(*(follower.live_out(start) for start in moments), strict=True)
    choices = sorted(set().union(*met))
    if not choices:
        yield "", lives
    for choice in choices:
        follower = Follower(trial, bet, choice)
        yield choice, tuple(follower.live_out(start)[0] for start in moments)
