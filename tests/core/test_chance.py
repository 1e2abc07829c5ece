"""Chance as asks: seeded draws repeat, and each ask knows its weights."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tapete.chance import anyone, by_chance, seeded, system, tape
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Option
from tapete.core.round.cards import DECK, card, mazo
from tapete.core.round.chance import DrawCard, Exposed, Mishap, NoResult, Roll, Spin, Stuck

CLAUSE = "CAT-I.3.2-07"
SPIN = Spin(places=("0", "1", "1", "2"), clause=CLAUSE, closed_by=CLAUSE, void={}, other=CLAUSE)
ROLL = Roll(dice=2, faces=tuple("123456"), clause=CLAUSE, closed_by=CLAUSE, void={}, other=CLAUSE)
DRAW = DrawCard(
    source="sabot", left={**mazo(1), card("Ah"): 0}, clause=CLAUSE,
    irregular=("carta-descubierta", "cartas-pegadas", "sabot-agotado"),
)  # fmt: skip


def test_the_same_seed_gives_the_same_draws_and_another_seed_others() -> None:
    def draws(seed: int | str) -> list[int]:
        pick = seeded(seed)
        return [pick(1000) for _ in range(50)]

    assert draws(7) == draws(7) and draws("siete") == draws("siete")
    assert draws(7) != draws(8)


@pytest.mark.parametrize("n", [1, 2, 6, 37, 38, 52, 10**30])
def test_draws_of_the_operating_system_stay_in_range(n: int) -> None:
    pick = system()
    values = [pick(n) for _ in range(300)]
    assert all(0 <= value < n for value in values)
    assert n == 1 or len(set(values)) > 1


@pytest.mark.parametrize("ask", [SPIN, ROLL, DRAW], ids=["spin", "roll", "draw"])
def test_the_weights_of_an_ask_add_up_to_one_and_every_answer_is_legal(ask: Any) -> None:
    answers = list(ask.weighted())
    assert sum(weight for _, weight in answers) == 1
    assert all(isinstance(weight, Fraction) and weight > 0 for _, weight in answers)
    for answer, _ in answers:
        ask.check(answer)


@pytest.mark.parametrize("ask", [SPIN, ROLL, DRAW], ids=["spin", "roll", "draw"])
def test_an_answer_is_picked_in_exact_proportion_to_its_weight(ask: Any) -> None:
    sizes: list[int] = []
    ask.some(lambda n: sizes.append(n) or 0)
    every = list(product(*(range(size) for size in sizes)))
    picked: Counter[Any] = Counter()
    for values in every:
        left = iter(values)
        picked[ask.some(lambda n, left=left: next(left))] += 1
    assert picked == {answer: weight * len(every) for answer, weight in ask.weighted()}


def test_the_weights_are_those_of_the_wheel_the_dice_and_the_cards_left() -> None:
    assert dict(SPIN.weighted()) == {
        "0": Fraction(1, 4),
        "1": Fraction(1, 2),
        "2": Fraction(1, 4),
    }
    assert dict(ROLL.weighted()) == dict.fromkeys(product("123456", repeat=2), Fraction(1, 36))
    assert dict(DRAW.weighted()) == {left: Fraction(1, 51) for left in DECK if left != card("Ah")}


@pytest.mark.parametrize(
    ("ask", "answer", "code"),
    [
        (SPIN, "3", "not-on-the-wheel"),
        (SPIN, NoResult(""), "cause-missing"),
        (ROLL, ("1",), "not-on-the-dice"),
        (ROLL, ("1", "7"), "not-on-the-dice"),
        (ROLL, NoResult(""), "cause-missing"),
        (DRAW, "Ah", "card-not-left"),
        (DRAW, "Zz", "card-not-left"),
        (DRAW, Exposed(card("Ah")), "card-not-left"),
        (DRAW, Stuck((card("2c"), card("Ah"))), "card-not-left"),
        (DRAW, Mishap("terremoto"), "no-such-irregularity"),
    ],
)
def test_what_chance_cannot_bring_is_refused(ask: Any, answer: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        ask.check(answer)
    assert caught.value.code == code


def test_what_goes_wrong_is_an_answer_too() -> None:
    SPIN.check(NoResult("bola-fuera"))
    ROLL.check(NoResult("dado-apoyado"))
    DRAW.check(Exposed(card("2c")))
    DRAW.check(Mishap("sabot-agotado"))
    assert SPIN.void_clause("cualquiera") == CLAUSE


def test_answerers_answer_what_is_theirs() -> None:
    choice = Choose(seat=1, about="", options=(Option("si"),), clause=CLAUSE, default="si")
    assert anyone(seeded(1))(choice) == "si"
    mixed = by_chance(lambda n: 0, lambda ask: "el jugador")
    assert (mixed(SPIN), mixed(choice)) == ("0", "el jugador")
    recorded = tape(["1", "si"])
    assert (recorded(SPIN), recorded(choice)) == ("1", "si")
    with pytest.raises(LookupError, match="the tape has ended"):
        recorded(choice)
