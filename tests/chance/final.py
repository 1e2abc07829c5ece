"""Final outcomes, after scaling and shuffling, as twelve streams and as decks for the battery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import numpy as np

from tapete.chance import draw, shuffle
from tapete.core.round.ask import Pick
from tapete.core.round.cards import DECK, mazo
from tapete.core.round.chance import DrawCard, Roll, Spin
from tapete.games.poker.pot import DrawSeat
from tapete.maths.battery.decks import DECK_TESTS, Decks
from tapete.maths.battery.streams import TESTS, Stream
from tapete.maths.battery.verdict import Verdict, judge
from tests.chance.rounds import asked

Shuffle = Callable[[MutableSequence[Any], Pick], None]
Draw = Callable[[Pick, Shuffle], int]

LONG, SHORT = 24_000, 12_000
"""Outcomes of a stream; a deck takes fifty draws each, so there are fewer of them."""
DEALS = 12_000
CLAUSE = "CAT-I.1-04"
ORDERS = {order: n for n, order in enumerate(permutations(range(4)))}


def wheel(game: str) -> tuple[int, Draw]:
    """The wheel of a game, its places told apart."""
    ask = next(ask for ask in asked(game, 1) if isinstance(ask, Spin))
    places = tuple(map(str, range(len(ask.places))))
    told_apart = msgspec.structs.replace(ask, places=places)
    return len(places), lambda pick, _: int(str(told_apart.some(pick)))


def dice(game: str) -> Callable[[Pick], list[int]]:
    ask = next(ask for ask in asked(game, 1) if isinstance(ask, Roll))
    place = {face: n for n, face in enumerate(ask.faces)}

    def throw(pick: Pick) -> list[int]:
        faces = ask.some(pick)
        assert isinstance(faces, tuple)
        return [place[face] for face in faces]

    return throw


def deck(pick: Pick, mix: Shuffle, n: int = 52) -> list[int]:
    cards = list(range(n))
    mix(cards, pick)
    return cards


SEATS = DrawSeat(seats=tuple(range(7)), odds=Fraction(1), clause=CLAUSE)
SHOE = DrawCard(source="sabot", left=mazo(6), clause=CLAUSE)
PLACE_OF = {card: n for n, card in enumerate(DECK)}

SINGLE: dict[str, tuple[int, int, Callable[[], tuple[int, Draw]]]] = {
    "ruleta-francesa": (2, LONG, lambda: wheel("ruleta-francesa")),
    "ruleta-doble-cero": (2, LONG, lambda: wheel("ruleta-americana-doble-cero")),
    "big-six": (2, LONG, lambda: wheel("big-six")),
    "first-card": (2, SHORT, lambda: (52, lambda pick, mix: deck(pick, mix)[0])),
    "place-of-a-card": (2, SHORT, lambda: (52, lambda pick, mix: deck(pick, mix).index(51))),
    "order-of-four": (2, LONG, lambda: (24, lambda p, m: ORDERS[tuple(deck(p, m, 4))])),
    "card-of-six-decks": (2, LONG, lambda: (52, lambda p, m: PLACE_OF[SHOE.some(p)])),  # type: ignore[index]
    "third-ball": (2, LONG, lambda: (90, lambda pick, _: draw(range(90), 3, pick)[2])),
    "seat": (2, LONG, lambda: (7, lambda pick, _: SEATS.some(pick))),
}
DICE = {"craps": LONG, "chuck-a-luck": LONG, "corona-y-ancla": LONG}
STREAMS = (*SINGLE, *DICE)


def stream(name: str, pick: Pick, mix: Shuffle = shuffle) -> Stream:
    """One of the twelve streams, from these draws."""
    if name in DICE:
        throw = dice(name)
        parts = len(throw(lambda n: 0))
        throws = [throw(pick) for _ in range(DICE[name] // parts)]
        return Stream(name, 6, np.array(throws, dtype=np.int64))
    parts, length, make = SINGLE[name]
    n, one = make()
    values = np.array([one(pick, mix) for _ in range(length)], dtype=np.int64)
    return Stream(name, n, values.reshape(-1, parts))


def results(streams: Iterable[Stream]) -> dict[str, float]:
    """Every test of every stream."""
    return {
        f"{found.name}/{name}": test(found) for found in streams for name, test in TESTS.items()
    }


def battery(pick: Pick, mix: Shuffle = shuffle, names: Iterable[str] = STREAMS) -> Verdict:
    """The verdict over these streams."""
    return judge(results(stream(name, pick, mix) for name in names))


def decks(pick: Pick, mix: Shuffle = shuffle, deals: int = DEALS) -> Decks:
    return np.array([deck(pick, mix) for _ in range(deals)], dtype=np.int64)


def deck_battery(found: Decks) -> Verdict:
    return judge({name: test(found) for name, test in DECK_TESTS.items()})
