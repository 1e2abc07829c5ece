"""The acta: written and read back exactly, replayed, and honest about the step that differs."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.round.acta import BrokenRecord, after_in, read_record, whole
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.chance import NoResult
from tapete.core.round.event import Announced, Unknown
from tapete.core.round.felt import fold
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.record import Record, header_of, record_of, sealed
from tapete.core.round.replay import Divergence, StateMissing, replay
from tapete.games.registry import find

OLD = Path(__file__).parents[1] / "passes" / "format-2"
GAME = find("ruleta-francesa")


def a_round(number: str = "0", *moves: str) -> Record:
    terms = GAME.terms(limits=Limits(min=100, max=50_000))
    setup = Setup(rules=GAME.rules_of(), terms=terms, seats=(3, 5))
    state = GAME.opening(setup.rules)
    live = Live(GAME.play(setup, state))
    live.answer(Slip((Place(3, "rojo", 1001), Place(5, "pleno:0", 100))))
    live.answer(number)
    for move in moves:
        live.answer(move)
    return record_of(header_of(GAME, setup, state, version="0.1.0", table="mesa 1"), live)


@pytest.mark.clause("CAT-I.6-03")
def test_a_record_is_written_and_read_back_exactly_and_replays_byte_for_byte():
    record = a_round("0", "prision")
    text = record.text()
    again = read_record(text)
    assert again == record
    assert again.text() == text
    live = replay(again, find)
    assert record_of(again.header, live).text() == text


def test_a_round_in_course_has_a_record_too():
    record = a_round("0")
    assert record.result is None
    assert replay(read_record(record.text()), find).ask is not None


def test_an_event_is_a_line_a_croupier_can_read():
    text = a_round("0", "mitad").text()
    assert '! bet-lost seat=3 bet="rojo" amount=501 [CAT-II.1.4-21]' in text.splitlines()


@pytest.mark.parametrize(
    ("old", "new", "step"),
    [
        ('= "17"', '= "18"', 3),  # another number: the events after it differ
        ('= "17"', '= "37"', 2),  # not on the wheel
        ('"amount":1001', '"amount":1002', 2),  # the slip and the told bet disagree
        ("amount=1001", "amount=1002", 2),
    ],
)
def test_a_record_that_was_touched_diverges_at_the_step(old, new, step):
    text = a_round("17").text()
    assert old in text
    with pytest.raises(Divergence) as divergence:
        replay(read_record(sealed(text.replace(old, new, 1))), find)
    assert divergence.value.step == step


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('version "0.1.0"', 'version "0.1.1"'),
        ('table "mesa 1"', 'table "mesa 2"'),
        ("seats [3,5]", 'seats [3,5]\nchanges {"pays.pleno":"999:1"}'),
        ("\n\n", "\n\n\n"),
        ("end {", "end  {"),
        ("seal ", "seal 0"),
    ],
)
def test_a_record_that_was_touched_anywhere_no_longer_fits_its_seal(old, new):
    text = a_round("17").text()
    assert old in text
    with pytest.raises(BrokenRecord, match="seal does not fit"):
        read_record(text.replace(old, new, 1))


def test_a_record_that_was_cut_short_is_refused():
    text = a_round("17").text()
    cut = text[: text.index("end {")]
    with pytest.raises(BrokenRecord, match="cut short"):
        read_record(cut)


def test_a_record_from_before_there_were_seals_is_still_read():
    [file] = (OLD / "ruleta-francesa").glob("*.acta")
    text = file.read_text("utf-8")
    old = text[: text.index("seal ")].replace("acta 2", "acta 1", 1)
    assert read_record(old) == read_record(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats [3,5]", "seats []"),
        ('"commission":"1/20"', '"commission":"1/0"'),
        ("[3,5]", "[" * 9999),
    ],
)
def test_a_record_that_makes_no_sense_is_refused_and_breaks_nothing(old, new):
    text = a_round("17").text()
    assert old in text
    with pytest.raises((BrokenRecord, Divergence)):
        replay(read_record(sealed(text.replace(old, new, 1))), find)


def test_another_ask_than_the_recorded_one_is_named():
    record = a_round("17")
    step = msgspec.structs.replace(record.steps[1], digest="0" * 16)
    changed = msgspec.structs.replace(record, steps=(record.steps[0], step))
    with pytest.raises(Divergence, match="step 2: the record has spin 0000000000000000"):
        replay(changed, find)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "begins with 'acta'"),
        ("acta 99\n", 1, "not known"),
        ("acta 2\ngame 1\n", 2, "no seal"),
        ("acta 1\ngame ruleta\n", 2, "Expecting value"),
        ('acta 1\ngame "x"\n', 1, "header"),
        ("acta 1\n! bet-lost seat=\n", 2, "Expecting value"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_reason(text, line, reason):
    with pytest.raises(BrokenRecord, match=reason) as broken:
        read_record(text)
    assert broken.value.line == line


def test_a_record_of_another_version_is_read_even_if_an_event_is_unknown():
    text = a_round("17").text().replace('version "0.1.0"', 'version "0.0.1"')
    text = sealed(text.replace("! ball-thrown ", "! ball-launched speed=3 ", 1))
    record = read_record(text)
    strange = [event for event in record.events if isinstance(event, Unknown)]
    assert [(event.named, event.fields["speed"]) for event in strange] == [("ball-launched", 3)]
    assert record.text() == text
    assert fold(record.events).results == ["17"]


ODD = (
    "\u2028",
    "\u2029",
    "\x85",
    "\x0b",
    "\x0c",
    "\r",
    "\r\n",
    "\x1c",
    "\x1e",
    "\n",
    '"',
    "]",
    " [X] @y",
)
any_text = st.text(max_size=20) | st.builds("uno{}dos".format, st.sampled_from(ODD))


@given(cause=any_text, name=any_text, what=any_text, fact=any_text)
def test_a_record_round_trips_whatever_text_stands_in_a_free_field(cause, name, what, fact):
    setup = Setup(rules=GAME.rules_of(), terms=GAME.terms(), seats=(3,))
    state = GAME.opening(setup.rules)
    live = Live(GAME.play(setup, state))
    live.answer(Slip((Place(3, "rojo", 100),)))
    live.answer(NoResult(cause or "otra"))
    record = record_of(header_of(GAME, setup, state, version="", table=name), live)
    again = read_record(record.text())
    assert again == record and again.text() == record.text()
    assert replay(again, find).events == live.events
    said = Announced(what=what, facts={fact or "x": fact}, clause="CAT-I.1-01")
    told = Record(record.header, (), (said,), None)
    assert read_record(told.text()) == told


def test_a_record_that_goes_on_from_the_one_before_holds_only_the_digest_of_its_state():
    record = a_round("17")
    text = record.text(brief=True)
    assert "\nstate " not in text and f'\ndigest "{record.header.digest}"' in text
    brief = read_record(text)
    with pytest.raises(StateMissing, match="goes on from the record before"):
        replay(brief, find)
    state = record.header.state
    assert replay(brief, find, state).events == list(record.events)
    with pytest.raises(Divergence) as divergence:
        replay(brief, find, record.result)
    assert divergence.value.step == 0
    assert whole(text, state) == record.text() and whole(record.text(), None) == record.text()
    assert after_in(text, None) == record.after == record.result


def test_a_round_that_did_not_end_leaves_the_state_it_found():
    record = a_round("0")
    assert record.after == record.header.state == after_in(record.text(), None)
    assert after_in(record.text(brief=True), {"left": 1}) == {"left": 1}
