"""Laws of every round of every game: it ends, replays, conserves chips, cites real clauses.

The answers are drawn from the asks themselves: whatever an ask says is legal is tried.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.chance import seeded
from tapete.core.book.account import Account, Posting, on_spot
from tapete.core.book.clause import register
from tapete.core.book.written import plain
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Pick
from tapete.core.round.bets import Stake
from tapete.core.round.event import BetLost, Event, RoundVoided, nets
from tapete.core.round.record import Record, record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.laws.tables import (
    BOOKS,
    LIMITS,
    PAIRS,
    is_open,
    may_be_linked,
    open_table,
    play_rounds,
)

ROUNDS = 3

law = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
every_book = pytest.mark.parametrize(("game", "book"), BOOKS)


def pick_from(data: st.DataObject) -> Pick:
    return lambda n: data.draw(st.integers(0, n - 1)) if n > 1 else 0


def some_table(game: str, book: str, data: st.DataObject) -> Table:
    linked = may_be_linked(game, book) and data.draw(st.booleans())
    return open_table(game, book, data.draw(st.sampled_from(LIMITS)), linked=linked)


def again(record: Record) -> Record:
    """The record read from its text, played again, and written down again."""
    read = read_record(record.text())
    return record_of(read.header, replay(read, find))


@every_book
@law
@given(data=st.data())
def test_every_round_ends_and_replays_byte_for_byte(
    game: str, book: str, data: st.DataObject
) -> None:
    for record in play_rounds(some_table(game, book, data), ROUNDS, pick_from(data)):
        assert record.result is not None
        assert again(record).text() == record.text()


@pytest.mark.parametrize(("game", "book"), PAIRS)
def test_every_edition_plays_the_games_it_has(game: str, book: str) -> None:
    for record in play_rounds(open_table(game, book), ROUNDS, seeded(f"{game} {book}")):
        assert record.header.source.id == book
        assert again(record).text() == record.text()


def spots_after(spots: Counter[Account], events: Iterable[Event]) -> None:
    """Move the chips of some events; no event makes or loses chips, no spot goes below none."""
    for event in events:
        assert sum(amount for _, amount in event.postings()) == 0, event
        for account, amount in event.postings():
            if account.kind == "spot":
                spots[account] += amount
        assert min(spots.values(), default=0) >= 0, event


def annulled(record: Record) -> bool:
    """Whether the rules annulled the round: then nobody has won or lost anything by it."""
    return any(isinstance(event, RoundVoided) for event in record.events)


def on_the_felt(stakes: Iterable[Stake]) -> Counter[Account]:
    spots: Counter[Account] = Counter()
    for stake in stakes:
        spots[on_spot(stake.seat, stake.bet)] += stake.amount + stake.excess
    return +spots


@every_book
@law
@given(data=st.data())
def test_chips_are_neither_made_nor_lost(game: str, book: str, data: st.DataObject) -> None:
    table, pick = some_table(game, book, data), pick_from(data)
    spots: Counter[Account] = Counter()
    for _ in range(ROUNDS):
        for record in play_rounds(table, 1, pick):
            spots_after(spots, record.events)
            assert not annulled(record) or not any(nets(record.events).values()), record.text()
        assert +spots == on_the_felt(table.state.standing())
    for seat in list(table.players):
        spots_after(spots, table.leave(seat))
    assert +spots == on_the_felt(table.state.standing())


def test_the_law_finds_chips_made_lost_or_taken_from_an_empty_spot() -> None:
    class Made(Event, frozen=True, kw_only=True):
        kind: ClassVar[str] = "made-in-a-test"

        def postings(self) -> tuple[Posting, ...]:
            return (("bank", -10), ("spot:rojo/1", 11))

    nothing_there = BetLost(seat=1, bet="rojo", amount=1, clause="CAT-I.1-01")
    for wrong in (Made(clause="CAT-I.1-01"), nothing_there):
        with pytest.raises(AssertionError):
            spots_after(Counter(), [wrong])


def clauses_in(value: Any) -> set[str]:
    """Every clause an ask names, wherever it stands in it."""
    if isinstance(value, dict):
        return {clause for part in value.values() for clause in clauses_in(part)}
    if isinstance(value, list):
        return {clause for part in value for clause in clauses_in(part)}
    return {value} if isinstance(value, str) and value.startswith(("CAT-", "AJ-")) else set()


@every_book
@law
@given(data=st.data())
def test_every_event_and_every_ask_names_clauses_of_the_register(
    game: str, book: str, data: st.DataObject
) -> None:
    table, pick = some_table(game, book, data), pick_from(data)
    asks: list[Any] = []
    for _ in range(ROUNDS):
        if not is_open(table):
            break
        table.prepare(lambda ask: ask.some(pick))
        live = table.begin()
        while live.ask is not None:
            asks.append(live.ask)
            live.answer(live.ask.some(pick))
        for event in table.finish().events:
            assert event.clause in register(), event
    for ask in asks:
        assert clauses_in(json.loads(plain(ask))) <= register().keys()


@every_book
@law
@given(data=st.data())
def test_every_state_survives_json(game: str, book: str, data: st.DataObject) -> None:
    table, pick = some_table(game, book, data), pick_from(data)
    for _ in range(ROUNDS):
        play_rounds(table, 1, pick)
        assert msgspec.convert(json.loads(plain(table.state)), table.game.state) == table.state


@pytest.mark.parametrize("bring", [lambda n: 0, lambda n: n - 1], ids=["first", "last"])
@every_book
def test_the_first_and_the_last_answer_of_every_ask_are_legal(
    game: str, book: str, bring: Callable[[int], int]
) -> None:
    for limits in LIMITS:
        assert len(play_rounds(open_table(game, book, limits), ROUNDS, bring)) == ROUNDS
