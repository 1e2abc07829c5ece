"""Baccarat in exact numbers: both choices on five, any commission, and the engine as the judge."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from tapete.chance import seeded
from tapete.cli.main import main
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import ResultShown
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.games.cards.baccarat.acts import TakeBank
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import opening
from tapete.games.registry import find
from tapete.maths.exact import BetOdds, exact_odds
from tapete.maths.exact.puntoybanca import chances

GAME = find("baccarat")
CHOICES = ("pedir", "plantarse")
ROUNDS = 4000


def rules() -> BaccaratRules:
    found = GAME.rules_of()
    assert isinstance(found, BaccaratRules)
    return found


def odds(commission: str = "1/20") -> dict[str, BetOdds]:
    return exact_odds(GAME, rules(), limits=Limits(commission=Fraction(commission)))


def test_there_is_a_figure_for_each_side_and_each_choice_on_five() -> None:
    assert list(odds()) == [f"{bet}/{choice}" for choice in CHOICES for bet in ("punto", "banca")]


@pytest.mark.clause("CAT-III.2.5-61", "CAT-III.2.5-62")
def test_to_draw_on_five_is_punto_y_banca_without_the_tie_bet() -> None:
    other = find("punto-y-banca")
    same = exact_odds(other, other.rules_of(), limits=Limits())
    for bet in ("punto", "banca"):
        assert odds()[f"{bet}/pedir"].edge == same[bet].edge


@pytest.mark.clause("CAT-III.2.5-65")
def test_to_stand_on_five_costs_punto_more() -> None:
    found = {key: round(float(row.edge) * 100, 4) for key, row in odds().items()}
    assert found == {
        "punto/pedir": 1.2351, "punto/plantarse": 1.5214,
        "banca/pedir": 1.0579, "banca/plantarse": 0.7869,
    }  # fmt: skip


@pytest.mark.clause("CAT-III.2.4.2-17", "CAT-III.2.7-08")
def test_without_commission_what_punto_loses_the_bank_wins() -> None:
    found = odds(commission="0")
    for choice in CHOICES:
        assert found[f"punto/{choice}"].edge == -found[f"banca/{choice}"].edge
        assert (
            found[f"punto/{choice}"].push
            == chances(rules(), draws_on_five=choice == "pedir")["empate"]
        )


@pytest.mark.clause("CAT-III.2.7-09")
def test_the_commission_is_borne_by_banca_alone() -> None:
    free, four = odds(commission="0"), odds(commission="1/25")
    for choice in CHOICES:
        assert free[f"punto/{choice}"] == four[f"punto/{choice}"]
        more = four[f"banca/{choice}"].edge - free[f"banca/{choice}"].edge
        assert more == Fraction(1, 25) * free[f"banca/{choice}"].hit


@pytest.mark.parametrize("choice", CHOICES)
def test_the_engine_brings_the_same_results_as_the_exact_lane(choice: str) -> None:
    setup = Setup(rules=rules(), terms=GAME.terms(), seats=(1, 2, 3, 4))
    bank = TakeBank(seat=1, amount=100)
    start = Live(bank.carry_out(setup, opening(setup.rules))).result
    pick = seeded(f"baccarat {choice}")

    def answer(ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            return Slip((Place(2, "punto", 100),))
        return choice if isinstance(ask, Choose) else ask.some(pick)

    seen: Counter[str] = Counter()
    for _ in range(ROUNDS):
        live = Live(GAME.play(setup, start))
        live.run(answer)
        seen.update(e.result for e in live.events if isinstance(e, ResultShown))
    for side, chance in chances(rules(), draws_on_five=choice == "pedir").items():
        deviation = sqrt(chance * (1 - chance) / ROUNDS)
        assert abs(seen[side] / ROUNDS - float(chance)) < 4 * deviation


@pytest.mark.clause("CAT-III.2.7-09")
def test_the_command_takes_another_commission_and_other_decks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def edges(*sets: str) -> dict[str, str]:
        words = [word for one in sets for word in ("--set", one)]
        assert main(["odds", "baccarat", "--json", *words]) == 0
        bets = json.loads(capsys.readouterr().out)["bets"]
        return {key: row["edge"] for key, row in bets.items()}

    usual, four = edges(), edges("commission=4%")
    assert usual["punto/pedir"] == four["punto/pedir"] != usual["banca/pedir"]
    assert four["banca/pedir"] == str(odds(commission="1/25")["banca/pedir"].edge)
    six = edges("decks_allowed=[6, 8]", "decks=6")
    assert round(float(Fraction(six["punto/pedir"])) * 100, 5) == 1.23741


@pytest.mark.parametrize("wrong", ["commission=100%", "commission=mucha", "decks=6"])
def test_the_command_refuses_a_share_that_is_none_and_decks_the_game_has_not(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "baccarat", "--set", wrong]) != 0
    assert wrong.partition("=")[0] in capsys.readouterr().err
