"""A game of bingo: money adds up at every end, and calls in a stoppage have no order."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.book.refused import Refused
from tapete.core.round.live import Live
from tapete.systems.bingo.calls import Annul, Call
from tapete.systems.bingo.cards import TENS, Face, unrank
from tapete.systems.bingo.events import BINGO, LINE
from tapete.systems.bingo.hall import DUTIES, ELECTRONIC, TRADITIONAL, Hall, Series
from tapete.systems.bingo.partida import PartidaTerms, Result, partida
from tapete.systems.bingo.plan import BingoPlan, PotShare
from tapete.systems.bingo.sale import Sell

PRICE = 1501


def plan(per: str = "persona") -> BingoPlan:
    return BingoPlan(
        price=PRICE, line=Fraction(12, 100), bingo=Fraction(485, 1000), house=Fraction(33, 100),
        pots=(PotShare(id="a", percent=Fraction(65, 1000), within=60),), per=per,  # type: ignore[arg-type]
        unit=100,
    )  # fmt: skip


def terms(kind: str, per: str = "persona") -> PartidaTerms:
    hall = Hall(kind=kind, on_duty=tuple(DUTIES[kind]), series={"A": Series(600)})
    on_sale = () if kind == ELECTRONIC else ("A",)
    return PartidaTerms(plan=plan(per), hall=hall, on_sale=on_sale)


def begun(kind: str, draws: random.Random, people: int, per: str = "persona") -> Live[Result]:
    faces: dict[int, Face] = {n: unrank(draws.randrange(TENS.cards)) for n in range(1, 80)}
    live: Live[Result] = Live(partida(terms(kind, per), faces))
    window: Any = live.ask
    sale = window.open()
    for person in range(people):
        sale.take(Sell(f"p{person}", draws.randint(3, 6)))
    live.answer(sale.close())
    return live


def played(live: Live[Result], draws: random.Random, stop: int | None = None) -> Result:
    """To the end, or annulled at a ball; on paper nobody calls but whom the test lets."""
    order = draws.sample(range(1, 91), 90)
    out = 0
    while live.ask is not None:
        ask: Any = live.ask
        if ask.is_chance:
            live.answer(order[out])
            out += 1
        elif ask.kind == "calls":
            open_ = ask.open()
            if out == stop:
                open_.take(Annul("director-de-bingo"))
            live.answer(open_.close())
        else:
            live.answer(50_000)
    return live.result


@pytest.mark.clause("CAT-V.5-06", "CAT-V.3.3-13", "CAT-V.3.1-07")
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["persona", "carton"]))
def test_takings_are_prizes_increments_commission_and_leftover(
    draws: random.Random, per: str
) -> None:
    live = begun(ELECTRONIC, draws, draws.randint(2, 8), per)
    result = played(live, draws)
    assert result.cut is not None
    takings = len(result.sold) * PRICE
    pots = sum(e.amount for e in live.events if e.kind == "bingo-awarded" and e.prize == "a")
    cut = result.cut
    paid = sum(result.paid.values())
    assert (
        takings
        == cut.line + cut.bingo + sum(cut.pots.values()) + sum(cut.house.values()) + cut.leftover
    )
    assert paid + result.leftover - cut.leftover == cut.line + cut.bingo + pots


@pytest.mark.clause("CAT-V.5-04", "CAT-V.2.3-20")
@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 40))
def test_annulled_at_any_ball_every_card_is_refunded(draws: random.Random, ball: int) -> None:
    live = begun(TRADITIONAL, draws, draws.randint(2, 6))
    result = played(live, draws, stop=ball)
    assert not result.played
    assert sum(result.refunds.values()) == len(result.sold) * PRICE
    assert not result.paid
    assert result.hall.series["A"].last == len(result.sold), "the numbers are spent"
    assert result.hall.balls.games == 1


@pytest.mark.clause("CAT-V.2.3-25", "CAT-V.2.3-30", "CAT-V.5-09")
def test_the_order_of_calls_in_a_stoppage_changes_nothing() -> None:
    found = set()
    for order in permutations((1, 2, 3)):
        draws = random.Random(5)
        faces = {n: unrank(draws.randrange(TENS.cards)) for n in range(1, 20)}
        live: Live[Result] = Live(partida(terms(TRADITIONAL), faces))
        window: Any = live.ask
        sale = window.open()
        for person in range(5):
            sale.take(Sell(f"p{person}", 1))
        live.answer(sale.close())
        window = live.ask
        live.answer(window.silence)
        rows = [number for card in (1, 2, 3) for number in faces[card].rows[0]]
        for ball in dict.fromkeys(rows):
            live.answer(ball)
            calls: Any = live.ask
            open_ = calls.open()
            if ball == list(dict.fromkeys(rows))[-1]:
                for card in order:
                    open_.take(Call(f"p{card - 1}", LINE, card))
            live.answer(open_.close())
        award = next(event for event in live.events if event.kind == "bingo-awarded")
        found.add((award.cards, tuple(sorted(award.shares.items()))))
    assert len(found) == 1


@pytest.mark.clause("CAT-V.2.2.2.1-01", "CAT-V.3.2.2.1-01", "CAT-V.3.2.2.1-02", "CAT-V.2.3-02")
@pytest.mark.parametrize("kind", [TRADITIONAL, ELECTRONIC])
def test_a_hall_plays_only_with_its_people_and_its_material_checked(kind: str) -> None:
    for missing, clause in DUTIES[kind].items():
        present = tuple(role for role in DUTIES[kind] if role != missing)
        with pytest.raises(Refused) as refused:
            Hall(kind=kind, on_duty=present).check()
        assert refused.value.clause == clause


@pytest.mark.clause("CAT-V.5-12")
def test_nothing_is_called_in_an_electronic_hall() -> None:
    draws = random.Random(1)
    live = begun(ELECTRONIC, draws, 3)
    window: Any = live.ask
    with pytest.raises(Refused) as refused:
        window.open().take(Call("p0", BINGO, 1))
    assert refused.value.clause == "CAT-V.5-12"
