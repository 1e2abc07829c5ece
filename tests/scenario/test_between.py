"""Cards that leave the shoe between two rounds, as a scenario may write them."""

from __future__ import annotations

import pytest

from tapete.scenario.file import read_scenario
from tapete.scenario.play import play

BEFORE = """
title = "A card too many"
game  = "punto-y-banca"
seats = [1, 2]

[[round]]
bets   = { 1 = { "punto" = 1000 }, 2 = { "banca" = 1000 } }
chance = ["Kc", "9d", "4h", "Qs"@EXTRA@]
net    = { 1 = -1000, 2 = 950 }

[[round]]
@VOID@
void   = true

[[round]]
bets   = { 1 = { "punto" = 1000 }, 2 = { "banca" = 1000 } }
chance = ["9c", "2d", "Kd", "5s"]
net    = { 1 = 1000, 2 = -1000 }
"""
TOO_MANY = '{ irregular = "carta-de-mas", card = "7d" }'
SEEN = '{ irregular = "carta-descubierta", card = "7d" }'
BETS = 'bets = { 1 = { "punto" = 500 } }\n'
REST = '"9d", "2h", "Ks"'


def differences(extra: str, void: str) -> list[str]:
    text = BEFORE.replace("@EXTRA@", extra).replace("@VOID@", void)
    return [d.code for d in play(read_scenario(text, "some.toml")).differences]


@pytest.mark.parametrize("bets", ["", BETS], ids=["without bets", "with bets"])
def test_a_card_too_many_stands_at_the_end_of_its_round_or_at_the_start_of_the_next(
    bets: str,
) -> None:
    assert differences(f", {TOO_MANY}", f"{bets}chance = [{REST}]") == []
    assert differences("", f"{bets}chance = [{TOO_MANY}, {REST}]") == []


@pytest.mark.parametrize("bets", ["", BETS], ids=["without bets", "with bets"])
def test_a_first_card_seen_voids_its_round_whether_or_not_somebody_had_bet(bets: str) -> None:
    assert differences("", f"{bets}chance = [{SEEN}, {REST}]") == []


def test_other_cards_left_over_are_still_a_difference() -> None:
    assert differences(', "7d"', f"chance = [{TOO_MANY}, {REST}]") == ["chance-left"]


def test_bets_on_a_round_that_is_not_void_must_be_asked_for() -> None:
    text = BEFORE.replace("@EXTRA@", f", {TOO_MANY}").replace("@VOID@", f"{BETS}chance = [{REST}]")
    text = text.replace("void   = true", "void   = false")
    found = play(read_scenario(text, "some.toml")).differences
    assert [d.code for d in found] == ["bets-never-asked"]
