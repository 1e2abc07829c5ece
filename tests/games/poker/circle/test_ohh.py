"""Hand histories in OHH: what we write we read back, and the hand comes out the same."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from tapete.cli.main import cli
from tapete.core.round.event import nets
from tapete.games.poker.circle.ohh import read_ohh, write_ohh
from tapete.games.poker.circle.phh import NotInPhh
from tapete.scenario.torneo.hands import open_table
from tests.games.poker.circle.flops import SIN
from tests.games.poker.circle.peer import Both

HANDS = 25


@pytest.mark.parametrize("game", [SIN, "texas-holdem-con-limites"])
def test_our_hands_are_read_back_and_come_out_the_same(game: str) -> None:
    for number in range(HANDS):
        random = Random(f"ohh {game} {number}")
        both = Both(game, random, random.randint(2, 9))
        both.play()
        record = both.record
        body = json.loads(write_ohh(record))["ohh"]
        assert sum(pot["amount"] for pot in body["pots"]) == sum(
            win["win_amount"] for pot in body["pots"] for win in pot["player_wins"]
        )
        won = nets(read_ohh(write_ohh(record)).events)
        assert {s: n for s, n in won.items() if n} == {
            s: n for s, n in nets(record.events).items() if n
        }


def test_a_tournament_hand_names_its_tournament_and_its_ante(tmp_path: Path) -> None:
    fields = {"tournament": {"level": [200, 400, 400], "unit": 25}, "button": 6}
    table = open_table(fields, dict.fromkeys((6, 5, 3, 2), 20_000))
    record = table.play(lambda ask: ask.some(Random("mano").randrange))
    text = write_ohh(record, {6: "Ana"}, tournament={"tournament_number": "viernes-1"})
    body = json.loads(text)["ohh"]
    assert (
        body["tournament_info"]["tournament_number"] == "viernes-1" and body["ante_amount"] == 400
    )
    assert [one["name"] for one in body["players"]][-1] == "Ana"
    acta = tmp_path / "1.acta"
    acta.write_text(record.text(), "utf-8")
    written = CliRunner().invoke(cli, ["phh", "--ohh", "--out", str(tmp_path), str(acta)])
    assert written.exit_code == 0, written.output
    back = CliRunner().invoke(cli, ["phh", str(tmp_path / "1.ohh")])
    assert back.exit_code == 0, back.output


@pytest.mark.parametrize("text", ["", "{}", '{"ohh": {"game_type": "Omaha"}}'])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(NotInPhh):
        read_ohh(text)
