"""Laws of every round of every game: it ends, replays, conserves chips, cites real clauses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
import pytest

from tapete.chance import seeded
from tapete.core.book.account import Account, Posting, on_spot
from tapete.core.book.clause import register
from tapete.core.book.written import plain
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Stake
from tapete.core.round.event import BetLost, Event, RoundVoided, nets
from tapete.core.round.record import Record, record_of
from tapete.core.round.replay import replay
from tapete.games.registry import find
from tests.laws.evenings import ROUNDS, Evening, Evenings
from tests.laws.tables import BOOKS, LIMITS, PAIRS, open_table, play_rounds

every_book = pytest.mark.parametrize(("game", "book"), BOOKS)


def again(record: Record) -> Record:
    """The record read from its text, played again, and written down again."""
    read = read_record(record.text())
    return record_of(read.header, replay(read, find))


def test_every_round_ends_and_replays_byte_for_byte(evenings: Evenings) -> None:
    def replays(evening: Evening) -> None:
        for played in evening.rounds:
            assert played.record.result is not None
            assert again(played.record).text() == played.record.text()

    evenings.obey(replays)


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


def test_chips_are_neither_made_nor_lost(evenings: Evenings) -> None:
    def conserves(evening: Evening) -> None:
        spots: Counter[Account] = Counter()
        for played in evening.rounds:
            record = played.record
            spots_after(spots, record.events)
            assert not annulled(record) or not any(nets(record.events).values()), record.text()
            assert +spots == on_the_felt(played.after.standing())
        spots_after(spots, evening.leaving)
        assert +spots == on_the_felt(evening.standing)

    evenings.obey(conserves)


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


def test_every_event_and_every_ask_names_clauses_of_the_register(evenings: Evenings) -> None:
    def cites(evening: Evening) -> None:
        for played in evening.rounds:
            for event in played.record.events:
                assert event.clause in register(), event
            for _, ask, _ in played.live.steps:
                assert clauses_in(json.loads(plain(ask))) <= register().keys()

    evenings.obey(cites)


def test_every_state_survives_json(evenings: Evenings) -> None:
    def survives(evening: Evening) -> None:
        for played in evening.rounds:
            state = played.after
            assert msgspec.convert(json.loads(plain(state)), played.table.game.state) == state

    evenings.obey(survives)


@pytest.mark.parametrize("bring", [lambda n: 0, lambda n: n - 1], ids=["first", "last"])
@every_book
def test_the_first_and_the_last_answer_of_every_ask_are_legal(
    game: str, book: str, bring: Callable[[int], int]
) -> None:
    for limits in LIMITS:
        assert len(play_rounds(open_table(game, book, limits), ROUNDS, bring)) == ROUNDS
