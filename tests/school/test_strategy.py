"""The trainer: real hands, moves weighed as the exact figures weigh them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.round.event import at_seat
from tapete.games.cards.war.rules import WarRules
from tapete.games.registry import find
from tapete.maths.exact.war import at_war
from tapete.school import strategy
from tapete.school.drill import Drill, UnknownDrill
from tapete.school.strategy import ESTRATEGIA, HAND, Dealt, Verdict, deal, said
from tapete.school.worth import judge


def hand(game: str, seed: int) -> Dealt:
    return deal(Drill(ESTRATEGIA, game, HAND, seed))


@pytest.mark.parametrize("game", strategy.games())
def test_a_hand_is_a_real_one_stopped_at_a_decision(game: str) -> None:
    for seed in range(3):
        dealt = hand(game, seed)
        field = dealt.question.fields[0]
        assert dealt.question.seat == dealt.ask.seat and dealt.stake > 0
        assert len(field.choices) >= 2
        assert deal(dealt.question.drill).question == dealt.question
        # Nobody else's covered cards are among what he sees.
        seen = {card for zone in dealt.question.scene.felt.zones.values() for card in zone}
        for event in dealt.events:
            if not event.seen_by(at_seat(dealt.ask.seat)):
                assert getattr(event, "card", None) not in seen


def test_a_war_is_worth_what_the_exact_figures_say() -> None:
    dealt = hand("war", 3)
    rules = dealt.rules
    assert isinstance(rules, WarRules)
    tied = rules.value(dealt.question.scene.felt.zones["croupier"][0])  # type: ignore[arg-type]
    war = sum((net * chance for net, chance in at_war(rules, tied).items()), Fraction(0))
    verdict = judge(dealt)
    assert verdict.best == "guerra"
    assert verdict.values["guerra"] == pytest.approx(float(war))
    assert verdict.cost("rendirse") == pytest.approx(float(war + rules.surrender_loss))


def test_on_five_against_six_one_draws() -> None:
    """Banca with 6 stands when punto stands, and wins: every move but drawing loses for sure."""
    for seed in range(200):
        dealt = hand("baccarat", seed)
        verdict = judge(dealt)
        assert min(verdict.values.values()) >= -1 and max(verdict.values.values()) <= 1
        if verdict.values["plantarse"] == -1.0:
            assert verdict.best == "pedir"
            return
    raise AssertionError("no hand of five against six in 200")


@pytest.mark.parametrize("game", ["go-poker", "poker-tres-cartas"])
def test_the_best_move_is_the_one_worth_most(game: str) -> None:
    for seed in range(3):
        verdict = judge(hand(game, seed))
        assert verdict.values[verdict.best] == max(verdict.values.values())
        assert verdict.cost(verdict.best) == 0
        assert all((verdict.cost(move) or 0) >= 0 for move in verdict.values)


def test_cards_given_up_are_named_as_the_book_names_them() -> None:
    dealt = next(d for d in map(lambda s: hand("draw-poker", s), range(50)) if _exchanges(d))
    cards = dealt.question.fields[0].choices
    assert said(dealt, {"cambiar": f"{cards[3]} {cards[1]}"}) == f"cambiar:{cards[1]},{cards[3]}"
    assert said(dealt, {"cambiar": ""}) == "servido"


def _exchanges(dealt: Dealt) -> bool:
    return dealt.question.fields[0].kind == "cards"


def test_what_was_not_weighed_has_no_cost() -> None:
    verdict = Verdict(best="voy", values={})
    assert verdict.cost("no-voy") is None and verdict.cost("voy") == 0


def test_only_games_with_decisions_are_trained() -> None:
    assert "craps" not in strategy.games() and "omaha-poker" not in strategy.games()
    assert find("war").id in strategy.games()
    with pytest.raises(UnknownDrill):
        hand("craps", 1)
