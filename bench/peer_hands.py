"""Run by the peers' interpreter: hands of seven cards a second of three evaluators.

The hands come in a file, seven bytes each, a card being 4 * rank + suit; the ranks go out into
another, for the order to be compared. Each library is fed what it takes fastest, made beforehand.
"""

import json
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

import eval7  # type: ignore[import-not-found]
import phevaluator  # type: ignore[import-not-found]
import treys  # type: ignore[import-not-found]

RANKS, SUITS = "23456789TJQKA", "cdhs"
TURNS = 5
cards = [rank + suit for rank in RANKS for suit in SUITS]
data = Path(sys.argv[1]).read_bytes()
hands = [data[i : i + 7] for i in range(0, len(data), 7)]


def rate(ways: Iterable[Callable[[], Any]], count: int) -> float:
    """The best of several ways to go through all hands, several times."""
    best = 0.0
    for _ in range(TURNS):
        for way in ways:
            began = process_time()
            way()
            best = max(best, count / (process_time() - began))
    return best


def with_eval7() -> tuple[list[int], float]:
    deck = [eval7.Card(card) for card in cards]
    lists = [[deck[card] for card in hand] for hand in hands]
    tuples = [tuple(hand) for hand in lists]
    evaluate = eval7.evaluate

    def loop() -> None:
        for hand in lists:
            evaluate(hand)

    ways = (
        loop,
        lambda: deque(map(evaluate, lists), 0),
        lambda: deque(map(evaluate, tuples), 0),
        lambda: list(map(evaluate, lists)),
    )
    return [evaluate(hand) for hand in lists], rate(ways, len(hands))


def with_phevaluator() -> tuple[list[int], float]:
    evaluate, by_count = phevaluator.evaluate_7cards, phevaluator.evaluate_cards
    ids = [[phevaluator.Card(card).id_ for card in cards][number] for number in range(52)]
    rows = [tuple(ids[card] for card in hand) for hand in hands]

    def loop() -> None:
        for a, b, c, d, e, f, g in rows:
            evaluate(a, b, c, d, e, f, g)

    def counted() -> None:
        for row in rows:
            by_count(*row)

    return [-evaluate(*row) for row in rows], rate((loop, counted), len(rows))


def with_treys() -> tuple[list[int], float]:
    deck = [treys.Card.new(card) for card in cards]
    rows = [[deck[card] for card in hand] for hand in hands[: len(hands) // 10]]
    evaluate = treys.Evaluator().evaluate

    def loop() -> None:
        for row in rows:
            evaluate(row[:2], row[2:])

    return [-evaluate(row[:2], row[2:]) for row in rows], rate((loop,), len(rows))


found = []
ranks = array("q")
for name, measure in (
    ("eval7", with_eval7), ("phevaluator", with_phevaluator), ("treys", with_treys),
):  # fmt: skip
    theirs, best = measure()
    ranks.extend(theirs)
    found.append({"name": name, "version": version(name), "rate": best, "hands": len(theirs)})
Path(sys.argv[2]).write_bytes(ranks.tobytes())
print(json.dumps(found))
