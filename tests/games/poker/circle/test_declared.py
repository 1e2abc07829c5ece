"""Chips and words at a table that plays as in tournaments, through the betting itself (COL-4-04,
COL-7.4-04, COL-7.5.2-30, COL-7.5.1-20, -21)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.event import Chosen, RoundVoided
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.speak import ButtonMisplaced, Pushed, Speak
from tapete.games.registry import find
from tapete.scenario.torneo.hands import open_table
from tests.games.poker.circle.flops import SIN, holdem
from tests.games.poker.circle.studs import dealt, said, told

CARDS = "As Ks Qs Js Ad Kd Qd Jc"


def at_a_tournament() -> Table:
    """200/400 without ante, button 6, small 5, big 3; 2 speaks first, then 6, 5, 3."""
    fields = {"tournament": {"level": [200, 400, 0], "unit": 25}, "button": 6}
    return open_table(fields, dict.fromkeys((6, 5, 3, 2), 20_000))


def asked(table: Table) -> Speak:
    assert table.live is not None and isinstance(table.live.ask, Speak)
    return table.live.ask


@pytest.mark.clause("COL-7.4-04", "COL-7.5.2-32", "COL-7.5.3-04", "COL-2-11", "COL-4-04")
def test_chips_and_words_are_read_as_the_moves_they_mean() -> None:
    table = at_a_tournament()
    live, _ = dealt(table, CARDS)
    table.answer(Pushed(2, (1000, 100, 100), "subo"))
    table.answer(Pushed(6, (5000,)))  # one larger chip is a call
    table.answer(Pushed(5, (), "Subo a 3.000"))
    with pytest.raises(Refused, match="not-a-clear-word"):
        table.answer(Pushed(3, (), "dale nomás"))
    table.answer(Pushed(3, (), "me retiro"))
    table.answer(Pushed(2, (1000, 500, 500, 500, 100)))  # 2600 over 1200 is 800 over 1800: half
    moves = [(e.seat, e.move) for e in told(live.events, Chosen)]
    assert moves[:4] == [(2, "subir:1200"), (6, "ir"), (5, "subir:3000"), (3, "retirarse")]
    assert moves[4] == (2, "ir")  # 800 is less than half of 1800
    assert said(live.events)["fichas-y-palabras"] == "COL-7.5.2-33"


@pytest.mark.clause("COL-7.5.2-30", "COL-7.5.2-11")
def test_what_is_short_of_a_call_stays_in_and_its_player_chooses() -> None:
    table = at_a_tournament()
    live, _ = dealt(table, CARDS)
    table.answer("subir:1200")
    table.answer(Pushed(6, (1000,)))
    question = asked(table)
    assert (question.seat, question.choice.already, question.choice.to_call) == (6, 1000, 200)
    for move in ("retirarse", "retirarse", "retirarse"):
        table.answer(move)
    assert live.ask is None
    table.finish()
    assert table.desk.chips(6) == 19_000


@pytest.mark.clause("COL-7.5.1-20", "COL-7.5.1-21", "COL-8-28", "COL-8-18")
@pytest.mark.parametrize("acted", [False, True])
def test_a_wrong_button_is_a_misdeal_until_the_big_blind_has_acted(acted: bool) -> None:
    table = at_a_tournament()
    live, _ = dealt(table, CARDS)
    for move in ("ir", "retirarse", "ir", "pasar")[: 4 if acted else 3]:
        table.answer(move)
    if acted:
        table.answer("7c")  # burned
        for card in ("8c", "9c", "2d"):
            table.answer(card)
    seat = asked(table).seat
    table.answer(ButtonMisplaced(seat))
    voided = told(live.events, RoundVoided)
    if acted:
        assert not voided and said(live.events)["boton-errado-sigue"] == "COL-7.5.1-20"
        return
    assert [event.clause for event in voided] == ["COL-7.5.1-21"]
    record = table.finish()
    assert {seat: table.desk.chips(seat) for seat in (6, 5, 3, 2)} == dict.fromkeys(
        (6, 5, 3, 2), 20_000
    )
    state = table.state
    assert isinstance(state, CircleState) and not state.moves
    read = read_record(record.text())
    assert record_of(read.header, replay(read, find)).text() == record.text()


@pytest.mark.clause("CAT-I.4.1-02")
def test_outside_tournaments_words_do_not_bind() -> None:
    table = holdem(SIN)
    dealt(table, CARDS)
    with pytest.raises(Refused, match="not-by-word"):
        table.answer(Pushed(asked(table).seat, (5000,)))
