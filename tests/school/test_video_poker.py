"""The trainer of video poker: the best hold, what a mistake costs, the rule in a sentence."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tapete.maths.machines.poker_list import kind_of_hold, poker_list
from tapete.school.drill import UnknownDrill
from tapete.school.video_poker import Hold, deal, judge, program_of, programs, weigh
from tapete.systems.machines.library import certificate, shipped_list
from tapete.systems.machines.poker_list import Kind
from tapete.telling.holds import hold_words, line_words

JACKS = "jacks-or-better"


def holds(*cards: str) -> list[Hold]:
    return msgspec.json.decode(weigh(JACKS, cards), type=list[Hold])


@pytest.mark.clause("CAT-VI.3-02")
def test_every_video_poker_of_the_house_can_be_practised_and_its_list_is_told_honestly() -> None:
    assert set(programs()) == {
        JACKS, "bonus-poker", "double-bonus", "double-double-bonus", "deuces-wild",
    }  # fmt: skip
    for id in programs():
        order, sheet = shipped_list(id), certificate(id)
        assert order is not None and sheet is not None
        level = sheet.level(order.bet, program_of(id).denominations[0])
        assert level is not None and Fraction(order.best) == Fraction(level.back)
        assert (
            Fraction(order.best) - Fraction(3, 1000) < Fraction(order.back) < Fraction(order.best)
        )
        assert abs(sum(line.share for line in order.lines) - 1) < 1e-9
        for lang in ("es", "en"):
            said = [line_words(line, lang) for line in order.lines]
            assert len(set(said)) == len(said)


def test_the_shipped_list_is_the_one_that_is_derived() -> None:
    assert poker_list(program_of(JACKS)) == shipped_list(JACKS)


def test_a_mistake_is_judged_with_its_cost_and_the_rule() -> None:
    """The pair of kings pays; four to a flush would be right without it."""
    found = holds("Kh", "Ks", "9h", "5h", "2h")
    wrong = judge(JACKS, found, ("Kh", "9h", "5h", "2h"), "es")
    assert not wrong.right and wrong.best[0].cards == ("Kh", "Ks")
    assert wrong.cost == pytest.approx(found[0].worth - 56 / 47)  # nine hearts, two kings
    assert (
        wrong.rule == "«Par alto» va antes que «4 a color, una alta»: lugar 12 de la lista "
        "contra lugar 14."
    )
    right = judge(JACKS, found, ("Ks", "Kh"), "en")
    assert right.right and right.cost == 0 and right.rule == "Right: keep “High pair”."
    never = judge(JACKS, found, ("9h", "2h"), "en")
    assert "never kept" in never.rule


def test_kinds_of_holds_are_named_as_players_name_them() -> None:
    program = program_of(JACKS)

    def said(dealt: str, held: str) -> str:
        kind = kind_of_hold(program, 5, dealt.split(), held.split())
        return hold_words(kind, "en")

    assert said("As Ks Qs Js 2d", "As Ks Qs Js") == "4 to a royal flush, 4 high"
    assert said("9s Ts Js Qs 2d", "9s Ts Js Qs") == "4 to a straight flush, open, 2 high"
    assert said("As 2s 3s 4s 9d", "As 2s 3s 4s") == "4 to a straight flush with a gap, one high"
    assert said("5c 6d 7h 8s Kd", "5c 6d 7h 8s") == "4 to a straight, open"
    assert said("5c 5d 7h 8s Kd", "5c 5d") == "Pair"
    assert said("5c 6c 7c 8c 9c", "5c 6c 7c 8c 9c") == "Whole hand: straight flush"
    assert said("5c 6c 7c 8c 9c", "") == "Throw all five cards away"
    assert hold_words(Kind(wilds=2, cards=2, shape="par"), "es") == "2 comodines y par"


def test_the_same_name_deals_the_same_hand_and_no_other_program_is_practised() -> None:
    assert deal(JACKS, 7) == deal(JACKS, 7) != deal(JACKS, 8)
    assert len(set(deal(JACKS, 7))) == 5
    for program, seed in (("faro", 1), ("nada", 1), (JACKS, -1), (JACKS, 2**60)):
        with pytest.raises(UnknownDrill):
            deal(program, seed)
