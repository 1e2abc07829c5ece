"""Places: who outlasts whom, ties, and what tied places share (COL-7.5.1-66, -67, COL-7.5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from tapete.core.round.cards import Card
from tapete.systems.tournament.seats import card_order

HALF_A_DAY = 12 * 60 * 60


class Elimination(NamedTuple):
    """A player who is out: his table, his stack when the hand began, and when, if it is known.

    Those out at one table at one moment were out in one hand.
    """

    player: str
    table: int
    stack: int
    at: str | None = None


def ranked(
    out: Sequence[Elimination], *, hand_for_hand: bool = False, all_tie: bool = False
) -> list[list[str]]:
    """Those out at once, best place first; who ties stands together.

    At one table the larger stack ranks higher. At different tables the moment decides; where it
    is not known, and in hand-for-hand, firsts tie with firsts and seconds with seconds, or all
    with all (``all_tie``).
    """
    moments = _moments({one.table: one.at for one in out if one.at is not None})
    if hand_for_hand or not all(one.table in moments for one in out):
        return _merged(out, all_tie=all_tie)
    later = sorted(out, key=lambda one: moments[one.table], reverse=True)
    found: list[list[str]] = []
    for _, together in groupby(later, key=lambda one: moments[one.table]):
        found += _merged(list(together), all_tie=all_tie)
    return found


def _moments(hours: Mapping[int, str]) -> dict[int, int]:
    """Seconds of hours like 23:59:40, by table; where they lie on both sides of midnight, those
    after it are of the day after.

    >>> _moments({1: "23:59:40", 2: "0:01:05"})
    {1: 86380, 2: 86465}
    """
    found = {}
    for table, hour in hours.items():
        hours_, minutes, *seconds = map(int, hour.split(":"))
        found[table] = (hours_ * 60 + minutes) * 60 + sum(seconds)
    if found and max(found.values()) - min(found.values()) > HALF_A_DAY:
        found = {t: at + 2 * HALF_A_DAY * (at < HALF_A_DAY) for t, at in found.items()}
    return found


def _merged(out: Sequence[Elimination], *, all_tie: bool) -> list[list[str]]:
    if all_tie:
        return [[one.player for one in out]] if out else []
    tables = [
        _by_stack(one for one in out if one.table == table)
        for table in sorted({one.table for one in out})
    ]
    return [
        [player for group in groups if group for player in group] for groups in zip_longest(*tables)
    ]


def _by_stack(out: Iterable[Elimination]) -> list[list[str]]:
    ordered = sorted(out, key=lambda one: one.stack, reverse=True)
    return [[one.player for one in same] for _, same in groupby(ordered, lambda one: one.stack)]


def places(groups: Sequence[Sequence[str]], left: int) -> dict[str, list[int]]:
    """The place of each player out, or the places he ties for; ``left`` were in before."""
    found: dict[str, list[int]] = {}
    first = left - sum(map(len, groups)) + 1
    for group in groups:
        shared = list(range(first, first + len(group)))
        found |= dict.fromkeys(group, shared)
        first += len(group)
    return found


def shares(
    total: int, players: Sequence[str], cards: Mapping[str, Card] | None = None,
    had: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, int]:  # fmt: skip
    """A sum shared by players who tie: equal parts, the odd pesos one each to the highest cards
    (COL-7.5.6-04). Who ``had`` his part already was drawn for then: he keeps it.

    >>> shares(187_501, ["A", "B"], {"A": "9d", "B": "9c"})
    {'A': 93750, 'B': 93751}
    >>> shares(187_501, ["A", "B"], {"A": "2d", "B": "9c"}, had={"A": 93_751})
    {'A': 93751, 'B': 93750}
    """
    each, odd = divmod(total, len(players))
    ordered = list(players)
    if cards is not None and odd:
        ordered.sort(key=lambda player: card_order(cards[player]), reverse=True)
    ordered.sort(key=lambda player: (had.get(player, 0) <= each, had.get(player, 0) == each))
    lucky = set(ordered[:odd])
    return {player: each + (player in lucky) for player in players}


def pays(
    found: Mapping[str, Sequence[int]], prizes: Mapping[int, int],
    cards: Mapping[str, Card] | None = None, had: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, int]:  # fmt: skip
    """The prize of each player out: tied places share the sum of their prizes (COL-7.5.6-03)."""
    paid: dict[str, int] = {}
    for player, tied in found.items():
        if player not in paid:
            group = [other for other, same in found.items() if list(same) == list(tied)]
            paid |= shares(sum(prizes.get(place, 0) for place in tied), group, cards, had)
    return {player: paid[player] for player in found}
