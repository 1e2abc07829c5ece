"""Black Jack as people write it down: several rounds, a shuffle between them, odd cards."""

from __future__ import annotations

import pytest

from tapete.scenario.file import read_scenario
from tapete.scenario.play import play

EVENING = """
title   = "Two hands of one player, cards that come out wrong, and a pack that ends"
game    = "black-jack"
players = { ana = [5, 4] }
options = { "black-jack.manos-minimas" = "2" }

[[round]]                              # 18 and 16 against 17; then one card too many
bets   = { 5 = { "principal" = 100 }, 4 = { "principal" = 100 } }
chance = ["9c", "8c", "7h", "9d", "8d", "Ts", { irregular = "carta-de-mas", card = "4c" }]
moves  = { 5 = ["plantarse"], 4 = ["plantarse"] }
net    = { 5 = 100, 4 = -100 }

[[round]]                              # no cut card: only the Black Jack is paid
bets   = { 5 = { "principal" = 100 }, 4 = { "principal" = 100 } }
chance = ["Ac", "8c", "7h", "Kd", { irregular = "cartas-pegadas", cards = ["8d", "9d"] },
          { irregular = "sin-carta-de-corte" }]
moves  = { 4 = ["plantarse"] }
net    = { 5 = 150 }

[[round]]                              # after the shuffle, the last game of the table
bets    = { 5 = { "principal" = 100 }, 4 = { "principal" = 100 } }
chance  = ["6c", "9c", "7h", "6d", "9d",
           { irregular = "cartas-pegadas", cards = ["Td", "2d"], chosen = "Td" }, "2c", "Ts"]
moves   = { 5 = ["pedir", "pedir", "plantarse"], 4 = ["plantarse"] }
refused = [{ seat = 5, bet = "perfect-pairs", amount = 10 }]
last    = true
net     = { 5 = -100, 4 = 100 }
"""


@pytest.mark.clause("CAT-III.1.7-02", "CAT-III.1.7-03", "CAT-III.1.7-04", "CAT-III.1.5.1-66")
def test_a_short_evening_at_the_table_comes_out_as_written() -> None:
    result = play(read_scenario(EVENING, "velada.toml"))
    assert result.differences == () and len(result.records) == 3
