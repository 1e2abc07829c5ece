"""Hands of seven cards ranked a second, beside other evaluators on the same hands, in one run."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.peers import HERE, python
from tapete.maths.kernels import evaluate3, evaluate5, evaluate6, evaluate7, evaluate_omaha
from tapete.maths.kernels.poker import count_levels
from tapete.maths.kernels.stream import shuffled, stream

HANDS = 2_000_000
THEIRS = 100_000
"""Hands the peers rank: they keep each as objects."""
TURNS = 9
ROUNDS = 3
"""How often we and they take turns."""


def dealt(hands: int) -> NDArray[np.uint8]:
    """Nine cards a row out of a shuffled deck."""
    deck = np.arange(52, dtype=np.uint8)
    parts = [shuffled(deck, 50_000, stream(1, n))[:, :9].copy() for n in range(hands // 50_000)]
    return np.concatenate(parts)


def rate(rank: Callable[[], Any], hands: int = HANDS) -> float:
    """Hands a second of one core's own time, the best of several turns."""
    rank()
    best = 0.0
    for _ in range(TURNS):
        began = thread_time()
        rank()
        best = max(best, hands / (thread_time() - began))
    return best


def peers(cards: NDArray[np.uint8]) -> list[dict[str, Any]]:
    """What the peers do with the same hands; they must put them in the same order."""
    with tempfile.TemporaryDirectory() as folder:
        given, ranks = Path(folder) / "hands", Path(folder) / "ranks"
        given.write_bytes(cards.tobytes())
        ran = subprocess.run(
            [python(), "-P", HERE / "peer_hands.py", given, ranks],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        found: list[dict[str, Any]] = json.loads(ran.stdout.splitlines()[-1])
        theirs = np.fromfile(ranks, np.int64)
    ours = evaluate7(cards)
    for peer in found:
        count = peer["hands"]
        same_order(ours[:count], theirs[:count], peer["name"])
        theirs = theirs[count:]
    return found


def same_order(ours: NDArray[np.uint16], theirs: NDArray[np.int64], name: str) -> None:
    """Hands tie where they tie and beat where they beat."""
    steps = [np.unique(ranks, return_inverse=True)[1] for ranks in (ours, theirs)]
    if (steps[0] != steps[1]).any():
        raise AssertionError(f"{name} puts hands in another order")


def measure() -> dict[str, Any]:
    """Rates of ours and theirs, the best of each, and ours to theirs."""
    hands = dealt(HANDS)
    seven = np.ascontiguousarray(hands[:, :7])
    ours, best = 0.0, dict[str, dict[str, Any]]()
    for _ in range(ROUNDS):
        ours = max(ours, rate(lambda: evaluate7(seven)))
        for peer in peers(seven[:THEIRS]):
            if peer["rate"] > best.get(peer["name"], {"rate": 0})["rate"]:
                best[peer["name"]] = peer
    own, board = np.ascontiguousarray(hands[:, :4]), np.ascontiguousarray(hands[:, 4:])
    rates = {"7 cards": ours}
    for count, evaluate in ((6, evaluate6), (5, evaluate5), (3, evaluate3)):
        some = np.ascontiguousarray(hands[:, :count])
        rates[f"{count} cards"] = rate(lambda evaluate=evaluate, some=some: evaluate(some))  # type: ignore[misc]
    rates["Omaha, 4 and 5"] = rate(lambda: evaluate_omaha(own, board))
    all_hands = int(count_levels(7).sum())
    return {
        "rates": rates,
        "peers": {
            name: {"version": p["version"], "rate": p["rate"], "ratio": ours / p["rate"]}
            for name, p in best.items()
        },
        "all_hands": all_hands,
        "all_hands_seconds": all_hands / rate(lambda: count_levels(7), all_hands),
    }
