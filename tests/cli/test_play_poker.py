"""Poker against the bank at the terminal: hands, their names, and cards given up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tapete.cli.terminal.cards_cloth import count
from tapete.core.round.cards import DECK, Card
from tapete.core.round.felt import Felt
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.hands import FIVE, THREE
from tapete.games.registry import find
from tapete.telling.names import hand_name
from tests.cli.terminal import actas, play


def rules_of(game: str) -> BankRules:
    rules = find(game).rules_of()
    assert isinstance(rules, BankRules)
    return rules


def test_own_cards_and_their_hand_are_shown_the_others_stay_covered(tmp_path: Path) -> None:
    said = play(tmp_path, "caribbean-poker", "ante 5000", "", "voy", "salir", bots=2)
    before = said.partition("Usted: voy")[0]
    [own] = [line for line in before.splitlines() if "▸ Usted" in line]
    assert "▒▒" not in own
    assert own.rstrip().endswith(tuple(hand_name(hand, "es") for hand in FIVE))
    [croupier] = [line for line in before.splitlines() if line.startswith("  croupier")]
    assert croupier.count("▒▒") == 4
    assert "El croupier tiene" in said


@pytest.mark.parametrize("line", ["cambiar 4 5", "cambiar {3} {4}", "cambiar {3},{4}"])
@pytest.mark.parametrize("shape", [str.upper, str.lower])
def test_cards_are_given_up_by_place_or_by_name_in_any_case(
    tmp_path: Path, line: str, shape: Callable[[str], str]
) -> None:
    first = play(tmp_path / "look", "draw-poker", "ante 5000", "", "voy", "servido")
    told = actas(tmp_path / "look")[0].read_text("utf-8")
    cards = [c for c in _seen(told) if c in DECK][:5]
    typed = shape(line.format(*cards))
    said = play(tmp_path / "play", "draw-poker", "ante 5000", "", "voy", typed)
    assert "Usted: cambiar 2" in said and "Usted: cambiar" not in first
    answer = f'= "cambiar:{cards[3]},{cards[4]}"'
    assert answer in actas(tmp_path / "play")[0].read_text("utf-8")


def _seen(acta: str) -> list[str]:
    lines = (line for line in acta.splitlines() if "card-seen" in line and "@seat:1" in line)
    return [line.partition('card="')[2][:2] for line in lines]


@pytest.mark.parametrize(
    ("game", "own", "common", "hand"),
    [
        ("caribbean-poker", "9c 9d 9h 4s 4d", "", "full"),
        ("poker-tres-cartas", "4c 5d 6h", "", "escalera"),
        ("go-poker", "9c 9d 2h", "9h", "trio"),
        ("texas-holdem-plus", "Ah Kh", "Qh Jh Th", "escalera-real"),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_hand_is_called_by_its_name_with_the_cards_of_the_table(
    game: str, own: str, common: str, hand: str, lang: str
) -> None:
    felt = Felt()
    cards: list[str | None] = [Card(text) for text in own.split()]
    felt.zones = {"seat:1": cards, "mesa": [*common.split(), None]}
    assert count(rules_of(game), "seat:1", cards, felt, lang) == hand_name(hand, lang)
    assert count(rules_of(game), "seat:1", [*cards, None], felt, lang) == ""


def test_every_hand_has_a_name_in_both_languages() -> None:
    for lang in ("es", "en"):
        names = {hand_name(hand, lang) for hand in (*FIVE, *THREE)}
        assert len(names) == len(set(FIVE)) and "escalera-real" not in names
