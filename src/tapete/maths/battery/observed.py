"""Outcomes that were observed (a wheel, dice, a shuffler) put before the same tests as our own.

They come as lines, as ``tapete azar --final`` writes them: a number or sign, faces with dashes
between them, a pack in its order. The tests ask for values as likely as each other, so a sign that
stands at several places of a wheel, or a card of several decks, is told apart at random: if chance
is fair so is that, and if it is not the tests see it all the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
import numpy as np

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Pick
from tapete.maths.battery.decks import DECK_TESTS
from tapete.maths.battery.streams import TESTS, Stream
from tapete.maths.battery.verdict import Verdict, judge

FEWEST = 10_000
"""Outcomes under which a device is not judged (GLI-19)."""


OF_PAIRS = ("first-pairs", "first-card-between-deals")
"""Tests of pairs of cards: of a pack of many decks there are more pairs than packs observed."""


class BadOutcome(Exception):
    """A line that no such device can bring."""

    def __init__(self, line: int, text: str) -> None:
        self.line, self.text = line, text
        super().__init__(f"line {line}: {text}")


class TooFew(Exception):
    """Not enough outcomes to judge by."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"{count} outcomes, {FEWEST} are needed")


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What the battery found: how many outcomes, each test with its probability, the verdict."""

    outcomes: int
    tests: dict[str, float]
    verdict: Verdict

    @property
    def passed(self) -> bool:
        return self.verdict.passed


def observe(ask: Ask[Any], lines: Sequence[str]) -> Result:
    """The battery over observed outcomes of what answers this ask; the same for the same lines."""
    rows = list(_rows(ask, lines, _picker("\n".join(lines))))
    if len(rows) < FEWEST:
        raise TooFew(len(rows))
    found = np.array(rows, dtype=np.int64)
    if ask.pack is not None:
        pairs = len(found) >= found.shape[1] * (found.shape[1] - 1)
        tests = {
            name: test(found) for name, test in DECK_TESTS.items() if pairs or name not in OF_PAIRS
        }
    else:
        stream = Stream("observed", len(ask.places), found)
        tests = {name: test(stream) for name, test in _of_one(stream).items()}
    return Result(outcomes=len(rows), tests=tests, verdict=judge(tests))


def _picker(text: str) -> Pick:
    """Picks that follow from the text alone, so that a report can be repeated."""
    seed = hashlib.sha256(text.encode()).digest()
    counter = count()

    def pick(n: int) -> int:
        if n == 1:
            return 0
        drawn = hashlib.sha256(seed + next(counter).to_bytes(8, "big")).digest()
        return int.from_bytes(drawn, "big") % n

    return pick


def _of_one(stream: Stream) -> dict[str, Any]:
    """The tests this stream can be put to: there is nothing between the parts of one part, and
    pairs of many values want more outcomes than there are."""
    pairs = len(stream.flat) / stream.n**2 >= 1
    skipped = set() if stream.outcomes.shape[1] > 1 else {"between-parts"}
    skipped |= set() if pairs else {"serial"}
    return {name: test for name, test in TESTS.items() if name not in skipped}


def _rows(ask: Ask[Any], lines: Iterable[str], pick: Pick) -> Iterator[Sequence[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for n, name in enumerate(_values(ask)):
        places[name].append(n)
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield _row(ask, text, places, pick)
        except (KeyError, Refused, ValueError):
            raise BadOutcome(number, text[:60]) from None


def _row(ask: Ask[Any], text: str, places: dict[str, list[int]], pick: Pick) -> Sequence[int]:
    if ask.pack is not None:
        return _pack(text.split(), places, pick)
    answer = ask.read(text)
    ask.check(answer)
    parts = (answer,) if isinstance(answer, str) else answer
    return [places[part][pick(len(places[part]))] for part in parts]


def _pack(cards: list[str], places: dict[str, list[int]], pick: Pick) -> list[int]:
    """A whole pack: each card as often as it is there, its copies told apart at random."""
    left = {name: list(held) for name, held in places.items()}
    found = []
    for card in cards:
        copies = left[card]
        found.append(copies.pop(pick(len(copies))))
    if any(left.values()):
        raise ValueError("a card is missing")
    return found


def _values(ask: Ask[Any]) -> tuple[str, ...]:
    if ask.pack is None:
        return ask.places
    return tuple(str(card) for card, count in ask.pack.items() for _ in range(count))
