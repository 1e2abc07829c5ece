"""The croupier's hand after his exchange at Draw Poker, as counts by what he keeps.

He keeps five, four or three cards by fixed rules (CAT-III.3.5.2-24 to -33). What he keeps hangs on
the ranks alone, except where four cards of one suit make him go for a color. So every hand is
counted by its ranks first; then, suit by suit, the hands that the suit makes different are taken
out where their ranks put them and put where they belong. Cards that are given up are summed once
for all cards that may be drawn: only whether one of them has the rank of a drawn card matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import RANKS, SUITS, Card
from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import KINDS, Ints, Longs, Ranking, index, multisets

Keep = Callable[[Sequence[Card]], Sequence[Card]]
"""What the croupier keeps of five cards."""
Small = NDArray[np.int8]
Bins = NDArray[np.uint8]


class NotCounted(ValueError):
    """The croupier draws in a way these sums do not know."""


class Bank(NamedTuple):
    """Tables of what he keeps. ``two``: three cards kept, and the pairs of ranks he may have given
    up; ``one``: four kept and one given up; ``none``: he stands. Each with the hand it makes by
    the ranks drawn. ``plain`` marks what is kept of hands of five different ranks.
    """

    two: Small
    two_from: Ints
    two_out: Small
    two_plain: NDArray[np.bool_]
    two_hand: Ints
    one: Small
    one_out: NDArray[np.bool_]
    one_plain: NDArray[np.bool_]
    one_hand: Ints
    none: Small
    none_plain: NDArray[np.bool_]
    none_hand: Ints
    four: Small
    """Any four different ranks: four to a color."""
    four_out: NDArray[np.bool_]
    four_hand: Ints
    suited: Longs
    """Any five different ranks as bits: a color."""
    flush: Ints


DRAWN = tuple(combinations_with_replacement(range(KINDS), 2))
"""The ranks of two cards drawn."""


def bank(keep: Keep, ranking: Ranking) -> Bank:
    """The tables of a croupier who keeps cards so."""
    place = index(5)
    three: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    four: dict[tuple[int, ...], list[int]] = {}
    stands: list[tuple[int, ...]] = []
    for ranks in multisets(5):
        kept, out = _split(mixed(ranks), keep)
        if len(kept) == 5:
            stands.append(ranks)
        elif len(kept) == 4 and out[0] not in kept:
            four.setdefault(kept, []).append(out[0])
        elif len(kept) == 3 and out[0] != out[1] and not set(out) & set(kept):
            three.setdefault(kept, []).append((out[0], out[1]))
        else:
            raise NotCounted(f"the croupier keeps {kept} of {ranks}")
    straight = {ranks for ranks in stands if len(set(ranks)) == 5}
    _check_suits(keep, straight)

    def hand(ranks: Sequence[int]) -> int:
        found = place.get(tuple(sorted(ranks)))
        return 0 if found is None else int(ranking.best[5, found])

    runs = list(combinations(range(KINDS), 4))
    colours = list(combinations(range(KINDS), 5))
    starts = np.cumsum([0, *(len(out) for out in three.values())])
    masks = np.array([sum(1 << rank for rank in ranks) for ranks in colours], np.int64)
    return Bank(
        two=np.array(list(three), np.int8),
        two_from=starts.astype(np.int32),
        two_out=np.array([pair for out in three.values() for pair in out], np.int8),
        two_plain=np.array([len(set(kept)) == 3 for kept in three]),
        two_hand=np.array([[hand((*kept, *drawn)) for drawn in DRAWN] for kept in three], np.int32),
        one=np.array(list(four), np.int8),
        one_out=np.array([[rank in out for rank in range(KINDS)] for out in four.values()]),
        one_plain=np.array([len(set(kept)) == 4 for kept in four]),
        one_hand=np.array(
            [[hand((*kept, rank)) for rank in range(KINDS)] for kept in four], np.int32
        ),
        none=np.array(stands, np.int8),
        none_plain=np.array([len(set(ranks)) == 5 for ranks in stands]),
        none_hand=np.array([hand(ranks) for ranks in stands], np.int32),
        four=np.array(runs, np.int8),
        four_out=np.array(
            [
                [r not in run and tuple(sorted((*run, r))) not in straight for r in range(KINDS)]
                for run in runs
            ]
        ),
        four_hand=np.array(
            [[hand((*run, rank)) for rank in range(KINDS)] for run in runs], np.int32
        ),
        suited=masks,
        flush=ranking.flush[masks].astype(np.int32),
    )


def mixed(ranks: Sequence[int]) -> list[Card]:
    """Cards of these ranks of which no four are of one suit."""
    seen: dict[int, int] = {}
    cards = []
    for place, rank in enumerate(ranks):
        suit = seen[rank] = seen.get(rank, -1) + 1
        if ranks.count(rank) == 1:
            suit = place % 4
        cards.append(Card(RANKS[rank] + SUITS[suit]))
    return cards


def _split(cards: Sequence[Card], keep: Keep) -> tuple[tuple[int, ...], tuple[int, ...]]:
    kept = list(keep(cards))
    out = [card for card in cards if card not in kept]
    return _ranks(kept), _ranks(out)


def _ranks(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted(RANKS.index(card[0]) for card in cards))


def _check_suits(keep: Keep, straight: set[tuple[int, ...]]) -> None:
    """Five of a suit and straights stand; four of a suit in other hands of nothing are kept."""
    for ranks in combinations(range(KINDS), 5):
        cards = [Card(RANKS[rank] + SUITS[0]) for rank in ranks]
        if len(keep(cards)) != 5:
            raise NotCounted("the croupier does not stand with a color")
        for off in range(5):
            held = [*cards[:off], Card(cards[off][0] + SUITS[1]), *cards[off + 1 :]]
            wanted = held if ranks in straight else cards[:off] + cards[off + 1 :]
            if sorted(keep(held)) != sorted(wanted):
                raise NotCounted("the croupier does not keep four cards to a color")


@compiled
def _drawn(left: Longs, given: int, of: Longs, both: Longs, hands: Any, bins: Bins, many: int,
           found: Any) -> None:  # fmt: skip
    """Two cards drawn to three kept: ``given`` ways to have given up two others, of which
    ``of[r]`` with rank ``r`` and ``both[r, s]`` with both ranks; ``left`` are the cards left
    before those are taken away."""
    i = 0
    for e in range(13):
        free, taken = left[e], of[e]
        if free == 0:
            i += 13 - e
            continue
        ways = free * (free - 1) // 2 * given - (free - 1) * taken
        found[bins[hands[i]]] += many * ways
        i += 1
        for f in range(e + 1, 13):
            ways = free * (left[f] * given - of[f]) - left[f] * taken + both[e, f]
            found[bins[hands[i]]] += many * ways
            i += 1


@compiled
def by_ranks(bank: Bank, left: Longs, deck: int, bins: Bins, found: Any, work: Longs) -> None:
    """Every way by ranks alone. ``left`` are the cards of each rank among the ``deck`` left when
    the croupier has his five."""
    of, both, free = work[0], work[1:14], work[14]
    for k in range(len(bank.two)):
        a, b, c = bank.two[k]
        if a == c:
            kept = left[a] * (left[a] - 1) * (left[a] - 2) // 6
        elif a == b:
            kept = left[a] * (left[a] - 1) // 2 * left[c]
        elif b == c:
            kept = left[a] * left[b] * (left[b] - 1) // 2
        else:
            kept = left[a] * left[b] * left[c]
        if kept <= 0:
            continue
        free[:] = left
        free[a] -= 1
        free[b] -= 1
        free[c] -= 1
        of[:] = 0
        given = 0
        for n in range(bank.two_from[k], bank.two_from[k + 1]):
            x, y = bank.two_out[n, 0], bank.two_out[n, 1]
            ways = left[x] * left[y]
            given += ways
            of[x] += ways
            of[y] += ways
            both[x, y] = ways
        _drawn(free, given, of, both, bank.two_hand[k], bins, 2 * kept, found)
        for n in range(bank.two_from[k], bank.two_from[k + 1]):
            both[bank.two_out[n, 0], bank.two_out[n, 1]] = 0
    for k in range(len(bank.one)):
        kept = _ways4(bank.one[k], left)
        if kept <= 0:
            continue
        free[:] = left
        for rank in bank.one[k]:
            free[rank] -= 1
        given = 0
        for r in range(13):
            if bank.one_out[k, r]:
                given += left[r]
        for r in range(13):
            ways = free[r] * given
            if bank.one_out[k, r]:
                ways -= left[r]
            found[bins[bank.one_hand[k, r]]] += (deck - 1) * kept * ways
    for k in range(len(bank.none)):
        kept = 1
        i = 0
        while i < 5:
            rank, many = bank.none[k, i], 1
            while i + many < 5 and bank.none[k, i + many] == rank:
                many += 1
            for j in range(many):
                kept = kept * (left[rank] - j) // (j + 1)
            i += many
        if kept > 0:
            found[bins[bank.none_hand[k]]] += deck * (deck - 1) * kept


@compiled
def _ways4(ranks: Small, left: Longs) -> int:
    """Ways to hold four cards: of different ranks, or of two pairs."""
    a, b, c, d = ranks[0], ranks[1], ranks[2], ranks[3]
    if a == b and c == d:
        return int(left[a] * (left[a] - 1) // 2 * (left[c] * (left[c] - 1) // 2))
    return int(left[a] * left[b] * left[c] * left[d])


@compiled
def by_suit(
    bank: Bank, here: Longs, others: Longs, deck: int, flush: Ints, bins: Bins, found: Any,
    work: Longs,
) -> None:  # fmt: skip
    """What one suit changes: ``here`` are its cards left by rank (one or none), ``others`` those of
    the other suits."""
    of, both, free = work[0], work[1:14], work[14]
    mask = 0
    for r in range(13):
        mask |= here[r] << r
    for k in range(len(bank.two)):
        if not bank.two_plain[k]:
            continue
        a, b, c = bank.two[k]
        whole = here[a] * here[b] * here[c]
        broken = (
            others[a] * here[b] * here[c]
            + here[a] * others[b] * here[c]
            + here[a] * here[b] * others[c]
        )
        if whole == 0 and broken == 0:
            continue
        of[:] = 0
        given, off = 0, 0
        for n in range(bank.two_from[k], bank.two_from[k + 1]):
            x, y = bank.two_out[n, 0], bank.two_out[n, 1]
            pair = here[x] * here[y]
            ways = whole * (pair + here[x] * others[y] + others[x] * here[y]) + broken * pair
            given += ways
            of[x] += ways
            of[y] += ways
            both[x, y] = ways
            off += others[x] * others[y]
        if given:
            for r in range(13):
                free[r] = here[r] + others[r]
            free[a] -= 1
            free[b] -= 1
            free[c] -= 1
            # Four or five of the suit: they do not keep three.
            _drawn(free, given, of, both, bank.two_hand[k], bins, -2, found)
        for n in range(bank.two_from[k], bank.two_from[k + 1]):
            both[bank.two_out[n, 0], bank.two_out[n, 1]] = 0
        if whole and off:
            # Three of the suit kept, and two more drawn: a color.
            kept = 1 << a | 1 << b | 1 << c
            i = 0
            for e in range(13):
                i += 1
                if here[e] == 0 or kept >> e & 1:
                    i += 12 - e
                    continue
                for f in range(e + 1, 13):
                    if here[f] and not kept >> f & 1:
                        found[bins[flush[kept | 1 << e | 1 << f]]] += 2 * off
                        found[bins[bank.two_hand[k, i]]] -= 2 * off
                    i += 1
    for k in range(len(bank.one)):
        if not bank.one_plain[k]:
            continue
        whole, broken = 1, 0
        for i in range(4):
            rank = bank.one[k, i]
            broken = broken * here[rank] + whole * others[rank]
            whole *= here[rank]
        if whole == 0 and broken == 0:
            continue
        given = 0
        for r in range(13):
            of[r] = 0
            if bank.one_out[k, r]:
                of[r] = whole * (here[r] + others[r]) + broken * here[r]
                given += of[r]
        for r in range(13):
            left = here[r] + others[r]
            for i in range(4):
                left -= int(bank.one[k, i] == r)
            found[bins[bank.one_hand[k, r]]] -= (deck - 1) * (left * given - of[r])
    for k in range(len(bank.none)):
        if bank.none_plain[k]:
            whole = 1
            for i in range(5):
                whole *= here[bank.none[k, i]]
            found[bins[bank.none_hand[k]]] -= deck * (deck - 1) * whole
    for k in range(len(bank.suited)):
        if bank.suited[k] & mask == bank.suited[k]:
            found[bins[bank.flush[k]]] += deck * (deck - 1)
    for k in range(len(bank.four)):
        a, b, c, d = bank.four[k]
        kept = 1 << a | 1 << b | 1 << c | 1 << d
        if kept & mask != kept:
            continue
        given = 0
        for r in range(13):
            if bank.four_out[k, r]:
                given += others[r]
        for r in range(13):
            ways = others[r] * given
            if bank.four_out[k, r]:
                ways -= others[r]
            found[bins[bank.four_hand[k, r]]] += (deck - 1) * ways
            if here[r] and not kept >> r & 1:
                found[bins[flush[kept | 1 << r]]] += (deck - 1) * given
