"""Golden records: rounds kept as text replay byte for byte, and old ones stay readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.core.round.acta import read_record
from tapete.core.round.event import BetLost, Unknown
from tapete.core.round.felt import fold
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.games.registry import GAMES, find

PASSES = Path(__file__).parent / "passes"
GOLDEN = sorted(file for game in GAMES for file in (PASSES / game).glob("*.acta"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_record_replays_byte_for_byte(file: Path) -> None:
    text = file.read_text("utf-8")
    record = read_record(text)
    assert record.text() == text
    assert record_of(record.header, replay(record, find)).text() == text


def test_every_game_has_a_golden_record() -> None:
    assert sorted(GAMES) == sorted({file.parent.name for file in GOLDEN})


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_format_2_is_read_and_replays_with_its_terms(game: str) -> None:
    """Its terms stood in several places of the header: limits, circle, stacks, extra."""
    [file] = (PASSES / "format-2" / game).glob("*.acta")
    record = read_record(file.read_text("utf-8"))
    assert record.header.source.kind == "edition" and record.header.source.id
    assert replay(record, find).events == list(record.events)
    assert read_record(record.text()) == record


def test_the_shuffle_before_a_round_is_an_act_in_records_of_format_2_too() -> None:
    record = read_record((PASSES / "older" / "black-jack-preparing.acta").read_text("utf-8"))
    assert record.header.act == {"act": "preparar"}
    played = replay(record, find)
    assert played.events == list(record.events) and played.ended
    assert read_record(record.text()) == record


def test_a_record_of_an_older_version_is_read_and_folded() -> None:
    record = read_record((PASSES / "older" / "ruleta-0.0.9.acta").read_text("utf-8"))
    assert record.header.version == "0.0.9"
    assert (record.header.seats, record.result) == ((3, 5), {"last": "17"})
    [bell] = [event for event in record.events if isinstance(event, Unknown)]
    assert (bell.named, bell.fields) == ("bell-rung", {"times": 2, "by": "croupier"})
    # What is known of an event stays known beside a field that is not.
    [lost] = [event for event in record.events if isinstance(event, BetLost)]
    assert (lost.seat, lost.bet, lost.amount) == (3, "rojo", 500)
    assert lost.besides
    assert read_record(record.text()) == record

    felt = fold(record.events)
    assert felt.chips == {}
    assert felt.net == {3: -500, 5: 3500}
    assert felt.results == ["17"]
    assert "bell-rung" in record.text()
