"""Chapter V clause by clause, where a game or a sale by itself shows it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.refused import Refused
from tapete.core.round.live import Live
from tapete.systems.bingo.balls import (
    BALL_SET,
    Change,
    Count,
    EndSession,
    Find,
    Play,
    Receive,
)
from tapete.systems.bingo.calls import Annul, Call, PassOn
from tapete.systems.bingo.cards import BALLS, Face, check_face, read_face
from tapete.systems.bingo.design import Design
from tapete.systems.bingo.game import BINGO as GAMES
from tapete.systems.bingo.game import find
from tapete.systems.bingo.hall import DUTIES, ELECTRONIC, TRADITIONAL, BallSet, Hall, Series
from tapete.systems.bingo.partida import PartidaTerms, Result, partida
from tapete.systems.bingo.plan import BingoPlan, PotShare, check_plan, cut
from tapete.systems.bingo.sale import Reserve, SaleWindow, Sell

PLAN = BingoPlan(
    price=1000, line=Fraction(12, 100), bingo=Fraction(485, 1000), house=Fraction(33, 100),
    pots=(PotShare(id="a", percent=Fraction(65, 1000), within=20),),
)  # fmt: skip
FACE = "7 32 45 64 74 / 8 18 25 76 80 / 35 47 53 65 84"
TWIN = "7 32 45 64 75 / 8 19 26 77 80 / 36 48 54 66 84"


def hall(kind: str, **changes: Any) -> Hall:
    made = Hall(kind=kind, on_duty=tuple(DUTIES[kind]), series={"A": Series(600)})
    return replace(made, **changes)


def begun(
    kind: str, sold: Mapping[str, int], plan: BingoPlan = PLAN, **changes: Any
) -> Live[Result]:
    faces: dict[int, Face] = dict(Design("capitulo-v", 60).faces())
    faces[1], faces[2] = read_face(FACE), read_face(TWIN)
    on_sale = ("A",) if kind == TRADITIONAL else ()
    terms = PartidaTerms(plan=plan, hall=hall(kind, **changes), on_sale=on_sale)
    live: Live[Result] = Live(partida(terms, faces))
    window: Any = live.ask
    sale = window.open()
    for who, cards in sold.items():
        sale.take(Sell(who, cards))
    live.close(sale)
    before_first: Any = live.ask
    live.answer(before_first.silence)
    return live


def call(live: Live[Result], *balls: int, calls: tuple[Call, ...] = (), pot: int = 0) -> None:
    """These balls come out; what is called, is called at the last of them."""
    for n, ball in enumerate(balls, 1):
        live.answer(ball)
        while live.ask is not None and not live.ask.is_chance:
            ask: Any = live.ask
            if ask.pot is not None:
                live.answer(pot)
                continue
            open_ = ask.open()
            for one in calls if n == len(balls) else ():
                open_.take(one)
            calls = () if n == len(balls) else calls
            live.close(open_)


def awards(live: Live[Result]) -> dict[str, Any]:
    return {event.prize: event for event in live.events if event.kind == "bingo-awarded"}  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-V.1-01", "CAT-V.4-02", "CAT-V.4-03")
def test_there_are_two_forms_of_bingo_and_no_third() -> None:
    assert set(GAMES) == {TRADITIONAL, ELECTRONIC}
    with pytest.raises(Refused) as refused:
        find("bingo-de-75")
    assert refused.value.clause == "CAT-V.1-01"


@pytest.mark.clause("CAT-V.2.1-04", "CAT-V.2.3-28", "CAT-V.5-08", "CAT-V.3.3-12")
def test_who_completes_a_line_with_the_same_ball_shares_in_equal_parts() -> None:
    live = begun(ELECTRONIC, {"ana": 1, "luis": 1, "eva": 4})
    call(live, 7, 32, 64, 74, 75, 45)  # the last completes a row of both
    line = awards(live)["linea"]
    assert line.shares == {"ana": 360, "luis": 360} and line.leftover == 0


@pytest.mark.clause("CAT-V.5-10", "CAT-V.4-01", "CAT-V.2.3-27", "CAT-V.3.3-11")
def test_every_correct_bingo_of_a_stoppage_is_paid_in_equal_amounts() -> None:
    live = begun(TRADITIONAL, {"ana": 1, "luis": 1, "eva": 4})
    numbers = sorted({*read_face(FACE).numbers, *read_face(TWIN).numbers})
    calls = (Call("ana", "bingo", 1), Call("luis", "bingo", 2))
    call(live, *numbers, calls=calls)
    bingo = awards(live)["bingo"]
    assert bingo.shares == {"ana": 1455, "luis": 1455}
    assert live.ended and live.result.played


@pytest.mark.clause("CAT-V.2.3-26", "CAT-V.3.3-10", "CAT-V.4-07")
def test_numbers_of_several_cards_make_no_line() -> None:
    live = begun(ELECTRONIC, {"ana": 2, "eva": 4})
    call(live, 7, 32, 45, 19, 26)  # five of two cards of one player
    assert "linea" not in awards(live)
    call(live, 64, 74)
    assert awards(live)["linea"].cards == ("1",)


@pytest.mark.clause("CAT-V.2.2.1-08", "CAT-V.2.2.1-09", "CAT-V.4-04", "CAT-V.4-05", "CAT-V.2.3-24")
def test_ninety_balls_each_as_likely_come_out_once_and_are_called_in_their_order() -> None:
    live = begun(TRADITIONAL, {"ana": 3, "eva": 3})
    ask: Any = live.ask
    assert ask.inside == tuple(range(1, BALLS + 1))
    assert {weight for _, weight in ask.weighted()} == {Fraction(1, BALLS)}
    call(live, 33, 71)
    told = [event for event in live.events if event.kind == "bingo-ball-called"]
    assert [(event.ball, event.number) for event in told] == [(33, 1), (71, 2)]  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="ball-not-inside"):
        live.answer(33)


@pytest.mark.clause("CAT-V.2.3-34", "CAT-V.4-08", "CAT-V.3.1-08")
def test_a_pot_is_fed_by_its_percentage_and_won_under_its_condition_only() -> None:
    live = begun(TRADITIONAL, {"ana": 3, "eva": 3})
    set_: Any = next(event for event in live.events if event.kind == "bingo-prizes-set")
    assert set_.pots == {"a": 390}
    numbers = sorted(read_face(FACE).numbers)
    call(live, *numbers, calls=(Call("ana", "bingo", 1),), pot=90_000)
    assert awards(live)["a"].shares == {"ana": 90_000}
    late = begun(TRADITIONAL, {"ana": 3, "eva": 3})
    others = [ball for ball in range(1, 91) if ball not in numbers][:6]
    call(late, *others, *numbers, calls=(Call("ana", "bingo", 1),), pot=90_000)
    assert late.ended and "a" not in awards(late), "twenty-one balls are out, not twenty"


@pytest.mark.clause("CAT-V.2.3-01", "CAT-V.3.3-01")
@pytest.mark.parametrize("kind", [TRADITIONAL, ELECTRONIC])
def test_below_two_people_or_five_cards_no_game_starts(kind: str) -> None:
    for sold in ({"ana": 6}, {"ana": 2, "eva": 2}):
        with pytest.raises(Refused, match="too-few"):
            begun(kind, sold)
    begun(kind, {"ana": 4, "eva": 1})


@pytest.mark.clause("CAT-V.2.2.2.3-01", "CAT-V.3.2.2.3-01")
@pytest.mark.parametrize(
    ("kind", "clause"), [(TRADITIONAL, "CAT-V.2.2.2.3-01"), (ELECTRONIC, "CAT-V.3.2.2.3-01")]
)
def test_no_more_players_than_positions(kind: str, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        begun(kind, {"ana": 3, "eva": 3, "luis": 1}, positions=2)
    assert refused.value.clause == clause


@pytest.mark.clause("CAT-V.2.3-13", "CAT-V.2.3-15")
def test_numbers_are_not_reserved_and_nothing_is_sold_after_the_close() -> None:
    window = SaleWindow(hall=hall(TRADITIONAL), price=1000, on_sale=("A",))
    sale = window.open()
    for action, clause in (
        (Reserve("ana"), "CAT-V.2.3-13"), (Sell("ana", numbers=(("A", 9),)), "CAT-V.2.3-06"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            sale.take(action)
        assert refused.value.clause == clause
    sale.take(Sell("ana", 3))
    sale.closed = True
    with pytest.raises(Refused) as refused:
        sale.take(Sell("eva", 3))
    assert refused.value.clause == "CAT-V.2.3-15"


@pytest.mark.clause("CAT-V.2.3-21", "CAT-V.3.3-07", "CAT-V.5-06", "CAT-V.5-07")
def test_stakes_and_prizes_follow_from_price_cards_and_the_approved_percentages() -> None:
    for cards in (5, 17, 230):
        parts = cut(PLAN, {"": cards * PLAN.price})
        assert parts.line == int(Fraction(12, 100) * cards * 1000)
        spread = parts.line + parts.bingo + sum(parts.pots.values()) + sum(parts.house.values())
        assert spread + parts.leftover == cards * 1000
    with pytest.raises(Refused) as refused:
        check_plan(replace(PLAN, approved=False))
    assert refused.value.clause == "CAT-V.5-07"


@pytest.mark.clause("CAT-V.3.2.1-06", "CAT-V.3.2.1-07")
def test_an_electronic_card_has_the_layout_of_the_paper_one() -> None:
    for face in Design("electronico", 200).faces().values():
        check_face(face)
        assert len(face.numbers) == 15 and all(len(row) == 5 for row in face.rows)


@pytest.mark.clause("CAT-V.2.2.1-10", "CAT-V.2.2.1-11", "CAT-V.2.2.1-12", "CAT-V.2.2.1-09")
def test_a_pneumatic_set_plays_a_thousand_games_and_is_changed_before_the_director() -> None:
    journal = Journal(BALL_SET, "sala")
    journal.do(Receive(BallSet("neumatico", 0, 1)))
    for _ in range(1000):
        journal.state.check()
        journal.do(Play())
    with pytest.raises(Refused) as refused:
        journal.state.check()
    assert refused.value.clause == "CAT-V.2.2.1-10"
    with pytest.raises(Refused) as refused:
        journal.do(Change(("jefe-de-mesa",)))
    assert refused.value.clause == "CAT-V.2.2.1-12"
    both = ("jefe-de-mesa", "director-de-bingo")
    journal.do(Change(both))
    journal.state.check()
    journal.do(Find(17))
    with pytest.raises(Refused) as refused:
        journal.do(Change(both))
    assert refused.value.clause == "CAT-V.2.2.1-11", "there is no spare set left"
    assert replay(BALL_SET, journal.text()).state == journal.state


@pytest.mark.clause("CAT-V.2.3-03", "CAT-V.2.3-02")
def test_ninety_balls_are_counted_before_the_director() -> None:
    journal = Journal(BALL_SET, "sala")
    for count, clause in (
        (Count(89, "jefe-de-mesa", ("director-de-bingo",)), "CAT-V.2.3-02"),
        (Count(90, "jefe-de-mesa", ("locutor",)), "CAT-V.2.3-03"),
    ):
        with pytest.raises(Refused) as refused:
            journal.do(count)
        assert refused.value.clause == clause
    journal.do(Count(90, "jefe-de-mesa", ("director-de-bingo",), public=True))
    assert journal.state.counted
    journal.do(EndSession())
    assert not journal.state.counted


@pytest.mark.clause("CAT-V.5-04", "CAT-V.2.3-20", "CAT-V.3.3-06")
@pytest.mark.parametrize("kind", [TRADITIONAL, ELECTRONIC])
@pytest.mark.parametrize("at_once", [False, True])
def test_annulled_at_any_ball_every_card_is_paid_back(kind: str, at_once: bool) -> None:
    """Whatever was awarded, each holder has back the price of each card; a line paid on the spot
    stands, and is all that anybody keeps."""
    row = read_face(FACE).rows[0]
    order = (*row, *(ball for ball in range(1, BALLS + 1) if ball not in row))
    for last in range(1, BALLS):
        live = begun(
            kind, {"ana": 1, "luis": 3, "eva": 4}, plan=replace(PLAN, line_at_once=at_once)
        )
        for n, ball in enumerate(order[:last], 1):
            if live.ask is None:
                break
            live.answer(ball)
            ask: Any = live.ask
            if ask.pot is not None:
                live.answer(0)
                ask = live.ask
            open_ = ask.open()
            if kind == TRADITIONAL and n == 5:
                open_.take(Call("ana", "linea", 1))
                if n < last:  # the order to go on
                    live.close(open_)
                    ask = live.ask
                    open_ = ask.open()
            if n == last:
                open_.take(PassOn("eva", "luis"))
                open_.take(Annul("director-de-bingo"))
            live.close(open_)
        else:
            result = live.result
            assert not result.played
            assert result.refunds == {"ana": 1000, "luis": 7000}
            assert sum(result.refunds.values()) == 1000 * len(result.sold)
            lined = at_once and last >= (6 if kind == TRADITIONAL else 5)
            assert result.paid == ({"ana": 960} if lined else {}), last


@pytest.mark.clause("CAT-V.5-04", "CAT-V.5-05", "CAT-V.2.3-20")
@pytest.mark.parametrize("kind", [TRADITIONAL, ELECTRONIC])
def test_before_the_first_ball_cards_pass_on_and_the_game_is_annulled(kind: str) -> None:
    faces = Design("capitulo-v", 60).faces()
    on_sale = ("A",) if kind == TRADITIONAL else ()
    live: Live[Result] = Live(
        partida(PartidaTerms(plan=PLAN, hall=hall(kind), on_sale=on_sale), faces)
    )
    window: Any = live.ask
    sale = window.open()
    sale.take(Sell("ana", 2))
    sale.take(Sell("luis", 3))
    for bad in (PassOn("ana", "casa"), PassOn("eva", "ana"), PassOn("ana", "ana")):
        with pytest.raises(Refused) as refused:
            sale.take(bad)
        assert refused.value.clause == "CAT-V.5-05"
    sale.take(PassOn("ana", "eva"))  # while cards are on sale
    live.close(sale)
    before_first: Any = live.ask
    open_ = before_first.open()
    open_.take(PassOn("eva", "rosa"))
    with pytest.raises(Refused) as refused:
        open_.take(Annul("jefe-de-mesa"))
    assert refused.value.clause == "CAT-V.5-04"
    open_.take(Annul("director-de-bingo"))
    live.close(open_)
    passed = [(event.who, event.to) for event in live.events if event.kind == "bingo-cards-passed"]  # type: ignore[attr-defined]
    assert passed == [("ana", "eva"), ("eva", "rosa")]
    assert (live.result.refunds, live.result.balls) == ({"rosa": 2000, "luis": 3000}, 0)


@pytest.mark.clause("CAT-V.2.3-31", "CAT-V.2.3-35", "CAT-V.2.3-25")
def test_after_the_order_to_go_on_a_prize_still_open_may_be_called_before_the_next_ball() -> None:
    live = begun(TRADITIONAL, {"ana": 1, "luis": 1, "eva": 4})
    for ball in (7, 32, 45, 64, 74, 75):
        live.answer(ball)
        quiet: Any = live.ask
        if ball != 75:
            live.answer(quiet.silence)
    for who, card in (("eva", 3), ("ana", 1)):  # a wrong call extinguishes nothing
        window: Any = live.ask
        stoppage = window.open()
        stoppage.take(Call(who, "linea", card))
        live.close(stoppage)
    assert awards(live)["linea"].shares == {"ana": 720}
    late: Any = live.ask
    assert late.kind == "calls" and not late.line_open
    with pytest.raises(Refused) as refused:
        late.open().take(Call("luis", "linea", 2))
    assert refused.value.clause == "CAT-V.2.3-35", "he had it complete, and the game went on"
    live.answer(late.silence)
    assert live.ask is not None and live.ask.is_chance
