"""Whoever sits down while betting is open may bet, in every game that lets him sit down then."""

from __future__ import annotations

import pytest

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Closed, Join, Place
from tapete.core.round.event import BetPlaced
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.registry import GAMES, find
from tests.laws.tables import Anyone, is_open, open_table

NEWCOMER = 6
ALWAYS_BETWEEN_ROUNDS = {"baccarat", "canal-21"}
"""Games whose places are given between rounds."""


def betting(game: str, seed: int) -> Table | None:
    """A table where bets have just been opened; None if its rounds do not begin so."""
    table = open_table(game, "scj-2023")
    pick = seeded(f"{game} {seed}")
    table.prepare(Anyone(pick))
    if not is_open(table):
        return None
    live = table.begin()
    while live.ask is not None and live.ask.betting is None:
        table.answer(live.ask.some(pick))
    return table if live.ask is not None else None


def sits(table: Table) -> bool:
    try:
        table.sit(NEWCOMER, "ana", chips=10_000_000)
    except Refused as refusal:
        assert refusal.code == "round-in-course", refusal
        return False
    return True


def bets_of_newcomer(table: Table) -> int:
    """He puts the least on every bet that is open to him, one after another."""
    open_bets = table.open_bets
    assert open_bets is not None
    for bet in open_bets.window.cloth.bets():
        room = open_bets.room(NEWCOMER, bet)
        if not isinstance(room, Closed):
            try:
                table.bet(Place(NEWCOMER, bet, room.low))
            except Refused as refusal:
                assert refusal.code != "not-seated"
    return sum(isinstance(action, Place) for action in open_bets.actions)


@pytest.mark.clause("CAT-I.5.1-02")
@pytest.mark.parametrize("game", [id for id, game in GAMES.items() if not game.on_stacks])
def test_who_sits_down_while_bets_are_open_bets_and_the_round_replays(game: str) -> None:
    taken = 0
    for seed in range(4):
        table = betting(game, seed)
        if table is None or not sits(table):
            continue
        taken += bets_of_newcomer(table)
        open_bets, live = table.open_bets, table.live
        assert open_bets is not None and live is not None
        assert open_bets.actions.count(Join(NEWCOMER)) == bool(open_bets.actions)
        pick = seeded(game)
        for seat, bet in open_bets.window.cloth.needed(open_bets.felt):
            if open_bets.window.cloth.needed(open_bets.felt):
                room = open_bets.room(seat, bet)
                assert not isinstance(room, Closed)
                table.bet(Place(seat, bet, room.low))
        for action in open_bets.repairs(NEWCOMER):
            table.bet(action)
        table.close_bets()
        while live.ask is not None:
            table.answer(live.ask.some(pick))
        record = table.finish()
        placed = [e for e in record.events if isinstance(e, BetPlaced) and e.seat == NEWCOMER]
        assert placed or not taken
        read = read_record(record.text())
        assert record_of(read.header, replay(read, find)).events == record.events
        assert sum(table.desk.accounts.values()) == 0
    assert taken or game in ALWAYS_BETWEEN_ROUNDS
