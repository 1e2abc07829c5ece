"""Small chips leave the game: when each value goes, and the race for what is odd (COL-7.4-16 to
-22)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tapete.core.round.cards import Card
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.seats import card_order


def removals(
    values: Sequence[int], levels: Sequence[Sequence[int]], breaks: Iterable[int]
) -> dict[int, int]:
    """For each chip value the break (named by the level before it) at which it goes: the first
    after which every blind and ante is a multiple of the next value."""
    gone: dict[int, int] = {}
    ordered, pauses = sorted(values), sorted(breaks)
    for value, larger in pairwise(ordered):
        for after in pauses:
            rest = [amount for level in levels[after:] for amount in level]
            if rest and all(amount % larger == 0 for amount in rest):
                gone[value] = after
                break
    return gone


def removed(bases: Bases) -> dict[int, int]:
    """After which level each value of chips of a tournament goes."""
    levels = [bases.level(number)[1:] for number in range(1, len(bases.niveles) + 1)]
    breaks = [number for number in range(1, len(levels) + 1) if bases.break_after(number)]
    return removals([int(value) for value in bases.fichas], levels, breaks)


class Race(NamedTuple):
    """A race at one table: odd chips in all, winners in order, big chips by seat, what the
    table's chips are worth more than before."""

    odd: int
    winners: tuple[int, ...]
    gets: dict[int, int]
    change: int


def race(
    small: int, big: int, held: Mapping[int, int], cards: Mapping[int, Sequence[Card]],
    *, only: Collection[int] = (), rounded: bool = False,
) -> Race:  # fmt: skip
    """Change the small chips of a table into big ones.

    Whole ones change at par. The odd ones are worth so many big chips together, one more if the
    rest is half of one at least; each goes to a seat by its best card, one a seat at the most.
    Who would be left with nothing gets one. With ``rounded`` each seat rounds and nobody races.
    """
    ratio = big // small
    whole = {seat: count // ratio for seat, count in held.items()}
    odd = {seat: count % ratio for seat, count in held.items() if count % ratio}
    loose = sum(odd.values())
    winners: tuple[int, ...] = ()
    if rounded:
        more = {seat for seat, count in odd.items() if 2 * count * small >= big}
    else:
        chips, rest = divmod(loose * small, big)
        chips += 2 * rest >= big
        ranked = sorted(odd, key=lambda seat: max(map(card_order, cards[seat])), reverse=True)
        winners = tuple(ranked[:chips])
        more = {*winners}
    gets = {seat: whole[seat] + (seat in more) for seat in held}
    for seat in only:
        if seat in gets and not gets[seat]:
            gets[seat] = 1
    before = sum(count * small for count in held.values())
    return Race(
        loose, winners, {seat: count for seat, count in gets.items() if count},
        sum(gets.values()) * big - before,
    )  # fmt: skip
