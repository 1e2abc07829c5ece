"""What the rules and the chart of a game of twenty-one decide, laid out for compiled rounds.

Everything is asked once, in Python; a compiled round only looks cards up. A hand is one number: its
points once it is finished (0 when it went over), 32 and more while the chart still draws.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import Card
from tapete.games.cards.twentyone.hand import TARGET
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.maths.kernels.kernel import NoKernel
from tapete.maths.strategy.chart import DOUBLE, HIT, RETIRE, SPLIT, STAND, UPS, Chart, name
from tapete.maths.strategy.terms import uncovered

Bytes = NDArray[np.uint8]

LIVE = 32  # a hand that draws: 34 to 52 by its hard total, 53 to 61 by its soft one (12 to 20)
DOUBLES = 64  # as a hand that draws, and 32 more
SPLITS = 128
GIVES_UP = 129
NATURAL = 130
BANK_NATURAL = TARGET + 1
MOST_HANDS = 8
LEAST_BEHIND = 52
"""With fewer cards behind the cut card a round might want for cards: that is left to the engine."""
PADDING = 128
"""Tens behind the last card, so that even a round nobody will ever see ends."""
VALUES = range(1, 11)


def _hand(total: int, ace: bool, draws: bool) -> int:
    """The number of a hand of this sum, aces as 1."""
    points = total + 10 if ace and total + 10 <= TARGET else total
    if points > TARGET:
        return 0
    if not draws:
        return points
    return LIVE + 9 + points if points != total else LIVE + points


def _points(total: int, ace: bool) -> tuple[int, bool]:
    soft = ace and total + 10 <= TARGET
    return (total + 10 if soft else total), soft


def _sums() -> list[tuple[int, int, bool]]:
    """Every live hand: its number, its sum with aces as 1, and whether an ace counts 11."""
    hard = [(LIVE + total, total, False) for total in range(2, TARGET)]
    soft = [(LIVE + 9 + total, total - 10, True) for total in range(12, TARGET)]
    return hard + soft


def _card(value: int, suit: str = "c") -> Card:
    return Card(name(value) + suit)


def _draws(rules: TwentyOneRules, chart: Chart, total: int, ace: bool, up: int, held: bool) -> bool:
    """Whether a hand of more than two cards takes another; ``held``: it holds a bonus."""
    points, soft = _points(total, ace)
    row = (chart.soft if soft else chart.hard).get(str(points))
    if row is None or points >= rules.no_draw_from:
        return False
    at = UPS.index(up)
    said = [row[at].move, row[at].otherwise]
    label = f"A-{points - 11}" if soft else str(points)
    if held and label in chart.bonus:
        said.insert(0, chart.bonus[label][at].move)
    return next(move for move in said if move in (HIT, STAND)) == HIT


def _two_cards(
    rules: TwentyOneRules, chart: Chart, a: int, b: int, up: int, *, split: bool, may_split: bool
) -> int:
    """What becomes of a hand of two cards: its number, or what is done with it."""
    ace, total = 1 in (a, b), a + b
    points, soft = _points(total, ace)
    if points == TARGET and not split:
        return NATURAL
    aces = split and a == 1  # a split ace takes one card (CAT-III.1.5.1-48)
    if points >= rules.no_draw_from:
        return points
    legal = {
        HIT: not aces,
        STAND: True,
        DOUBLE: not aces
        and points in rules.double_totals
        and (rules.double_soft or not soft)
        and (rules.double_after_split or not split),
        SPLIT: a == b and may_split and (rules.resplit_aces or not aces),
        RETIRE: not aces
        and rules.surrender != "no"
        and (rules.surrender_split or not split)
        and name(up) not in rules.surrender_not_against,
    }
    said = chart.moves([_card(a), _card(b, "d")], _card(up))
    move = next((move for move in said if legal[move]), STAND)
    if move == DOUBLE:
        return DOUBLES - LIVE + _hand(total, ace, True)
    if move == SPLIT:
        return SPLITS
    if move == RETIRE:
        return GIVES_UP
    return _hand(total, ace, move == HIT)


def first_hands(rules: TwentyOneRules, chart: Chart) -> Bytes:
    """[0 first deal, 1 split, 2 split and no more][card, card, up]: what becomes of two cards."""
    first = np.zeros((3, 11 * 16 * 16), np.uint8)
    most = most_hands(rules)
    for a, b, up in product(VALUES, VALUES, VALUES):
        for kind in range(3):
            first[kind, a << 8 | b << 4 | up] = _two_cards(
                rules, chart, a, b, up, split=kind > 0, may_split=kind < 2 <= most
            )
    return kept(first)


def steps(rules: TwentyOneRules, chart: Chart, *, held: bool = False) -> Bytes:
    """[up][hand, card]: the hand after a card. A finished hand stays what it is."""
    step = np.zeros((11, 64 * 16), np.uint8)
    for up, a in product(VALUES, VALUES):
        for number, total, ace in _sums():
            has = ace or a == 1
            on = total + a < TARGET and _draws(rules, chart, total + a, has, up, held)
            step[up, number << 4 | a] = _hand(total + a, has, on)
    for number, a in np.ndindex(LIVE, 16):
        step[:, number << 4 | a] = number
    return kept(step)


def last_cards() -> Bytes:
    """[hand, card]: the hand after a card where no other follows, after doubling."""
    last = np.zeros(64 * 16, np.uint8)
    for (number, total, ace), a in product(_sums(), VALUES):
        last[number << 4 | a] = _hand(total + a, ace or a == 1, False)
    return kept(last)


def bank_hands(rules: TwentyOneRules) -> tuple[Bytes, Bytes]:
    """The croupier's hand of two cards, [up, card], and after each other card, [hand, card]."""
    first, bank = np.zeros(11 * 16, np.uint8), np.zeros(64 * 16, np.uint8)

    def after(total: int, ace: bool) -> int:
        points, soft = _points(total, ace)
        draws = points <= rules.draw_max or (points == 17 and soft and rules.soft17 == "hit")
        return _hand(total, ace, draws)

    for up, a in product(VALUES, VALUES):
        total, ace = up + a, 1 in (up, a)
        natural = _points(total, ace)[0] == TARGET
        first[up << 4 | a] = BANK_NATURAL if natural else after(total, ace)
    for (number, total, ace), a in product(_sums(), VALUES):
        bank[number << 4 | a] = after(total + a, ace or a == 1)
    for number, a in np.ndindex(LIVE, 16):
        bank[number << 4 | a] = number
    return kept(first), kept(bank)


def kept(table: Bytes) -> Bytes:
    """A table that nobody writes to any more."""
    table.setflags(write=False)
    return table


def most_hands(rules: TwentyOneRules) -> int:
    """The most hands a place may have; `NoKernel` where the rules are beyond the compiled round."""
    if setting := uncovered(rules):
        raise NoKernel("hands are followed by values and totals alone", setting)
    if rules.behind_min < LEAST_BEHIND:
        raise NoKernel(f"fewer than {LEAST_BEHIND} cards behind the cut card", "behind_min")
    if rules.max_hands is not None and rules.max_hands > MOST_HANDS:
        raise NoKernel(f"more than {MOST_HANDS} hands a place", "max_hands")
    if rules.behind_min + rules.burn >= rules.decks * 52:
        raise NoKernel("no cards before the cut card", "decks")
    # Without a limit a ninth hand is not split: it comes less than once in a billion rounds.
    return MOST_HANDS if rules.max_hands is None else max(1, rules.max_hands)
