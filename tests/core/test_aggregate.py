"""What is not a round: decided, evolved, written down, chained, sealed and replayed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.book.aggregate import Journal, chained, replay
from tapete.core.book.refused import Refused
from tapete.core.round.acta import BrokenRecord
from tapete.core.round.replay import Divergence
from tests.core.counters import COUNTER, AnyCommand, Counter, Enter, LeaveRoom, Look

AnyJournal = Journal[Counter, AnyCommand, Any]

commands = st.one_of(
    st.builds(Enter, people=st.integers(1, 5), said=st.text(), door=st.integers(1, 12)),
    st.builds(LeaveRoom, people=st.integers(1, 3)),
    st.builds(Look),
)


def counted(*done: AnyCommand) -> AnyJournal:
    journal: AnyJournal = Journal(COUNTER, "puerta")
    for command in done:
        journal.do(command)
    return journal


GOLDEN = """\
aggregate 1
kind "contador"
id "puerta"
= c1
# 1
> enter {"people":3,"said":"buenas","door":1}
! test-entered people=3 door=1 said="buenas" [CAT-I.1-13]
= c2
# 2
> leave-room {"people":2}
! test-left people=1 [CAT-I.1-13]
! test-left people=1 [CAT-I.1-13]
= c3
seal c4
"""


def test_a_journal_reads_as_lines_like_an_acta() -> None:
    text = counted(Enter(3, "buenas"), Look(), LeaveRoom(2)).text()
    digests = [line.split(" ")[1] for line in text.split("\n") if line[:2] in ("= ", "se")]
    for n, digest in enumerate(digests, 1):
        assert len(digest) == 64
        text = text.replace(digest, f"c{n}")
    assert text == GOLDEN


def test_a_refusal_changes_nothing() -> None:
    journal = counted(Enter(1))
    before = journal.snapshot(), journal.text()
    with pytest.raises(Refused, match="nobody-there"):
        journal.do(LeaveRoom(2))
    assert (journal.snapshot(), journal.text()) == before


@given(done=st.lists(commands, max_size=8), data=st.data())
@settings(max_examples=80, deadline=None)
def test_what_is_replayed_is_what_lives_after_every_command_whatever_is_said(
    done: list[AnyCommand], data: st.DataObject
) -> None:
    journal = counted()
    frozen = journal.snapshot()
    start = data.draw(st.integers(0, len(done)))
    for n, command in enumerate(done):
        if n == start:
            frozen = journal.snapshot()
        try:
            journal.do(command)
        except Refused:
            continue
        again = replay(COUNTER, journal.text())
        assert again.snapshot() == journal.snapshot() and again.text() == journal.text()
        assert COUNTER.fold(e for entry in journal.entries for e in entry.events) == journal.state
    since: AnyJournal = Journal(COUNTER, "puerta", frozen)
    for entry in journal.entries[frozen.number :]:
        since.take(entry)
    assert since.snapshot() == journal.snapshot()
    assert replay(COUNTER, since.text()).snapshot() == journal.snapshot()


@pytest.mark.parametrize("said", ["a\u2028b", "a\u2029b", "\x85", "\x0b\x0c", "\r\n", '"> = seal '])
def test_only_a_line_feed_of_ours_ends_a_line(said: str) -> None:
    journal = counted(Enter(2, said), Enter(1, said))
    assert replay(COUNTER, journal.text()).state.said == (said, said)


def test_a_frozen_state_keeps_the_order_of_its_parts() -> None:
    state = counted(*(Enter(1, door=door) for door in (12, 2, 11, 1))).state
    assert list(COUNTER.thaw(COUNTER.freeze(state)).doors) == [12, 2, 11, 1]
    assert COUNTER.thaw(COUNTER.freeze(state)) == state


def block_of(text: str, at: int) -> int:
    """The number of the first line of the entry in which a character stands."""
    first = 1
    lines = text.split("\n")
    for number in range(1, text[:at].count("\n") + 2):
        if number > 1 and lines[number - 2].startswith("= "):
            first = number
    return first


@pytest.mark.parametrize("since", [0, 1])
def test_any_flipped_character_is_refused_and_the_entry_named(since: int) -> None:
    journal = counted(Enter(3, "buenas"), Enter(2, "tardes"), LeaveRoom(2))
    after: AnyJournal = Journal(COUNTER, "puerta", counted(Enter(3, "buenas")).snapshot())
    for entry in journal.entries[1:]:
        after.take(entry)
    text = (after if since else journal).text()
    for at, char in enumerate(text):
        for other in {chr(ord(char) ^ 1), "\n", "=", " "} - {char}:
            with pytest.raises(BrokenRecord) as broken:
                replay(COUNTER, text[:at] + other + text[at + 1 :])
            itself = text[:at].count("\n") + 1
            assert broken.value.line in (block_of(text, at), itself) or other == "\n"


def test_a_text_cut_short_or_an_entry_left_out_is_refused() -> None:
    text = counted(Enter(3), Enter(2), LeaveRoom(2)).text()
    lines = text.split("\n")
    for cut in range(len(text)):
        with pytest.raises(BrokenRecord):
            replay(COUNTER, text[:cut])
    without = [*lines[:4], *lines[8:]]
    with pytest.raises(BrokenRecord) as broken:
        replay(COUNTER, "\n".join(without))
    assert broken.value.line == 5


def forged(journal: AnyJournal, old: str, new: str) -> str:
    """The text of a journal with something else in it, digests and seal made anew."""
    made: AnyJournal = Journal(COUNTER, journal.id)
    for entry in journal.entries:
        body = entry.body.replace(old, new)
        digest = chained(made.digest, entry.number, body)
        made.take(COUNTER.read_entry(entry.number, body, digest))
    return made.text()


def test_an_entry_that_its_command_does_not_bring_about_is_named() -> None:
    journal = counted(Enter(3), Enter(2, "tardes"), LeaveRoom(1))
    assert replay(COUNTER, forged(journal, "x", "y")).state == journal.state
    with pytest.raises(Divergence, match="people=9") as differs:
        replay(COUNTER, forged(journal, "! test-entered people=2", "! test-entered people=9"))
    assert differs.value.step == 2
    with pytest.raises(Divergence, match="nobody-there") as differs:
        replay(COUNTER, forged(journal, '{"people":1}', '{"people":7}'))
    assert differs.value.step == 3


def test_an_entry_without_a_command_is_taken_as_it_stands() -> None:
    journal = counted(Enter(3), LeaveRoom(1))
    text = forged(journal, '> enter {"people":3,"said":"","door":1}\n', "")
    assert replay(COUNTER, text).state == journal.state


def test_an_entry_of_another_journal_does_not_fit() -> None:
    journal = counted(Enter(3))
    other: AnyJournal = Journal(COUNTER, "salida")
    with pytest.raises(Divergence):
        other.take(journal.entries[0])


def test_an_event_that_is_not_its_own_is_refused() -> None:
    body = '> enter {"people":3}\n! announced what="hola" [CAT-I.1-13]'
    with pytest.raises(ValueError, match="announced"):
        COUNTER.read_entry(1, body, "")
