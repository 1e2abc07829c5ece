"""Chapter I, the bank: it takes every lost bet and pays every winning one, to the peso."""

from __future__ import annotations

from collections import Counter

import pytest

from tapete.chance import anyone, by_chance, seeded
from tapete.core.book.account import BANK
from tapete.core.round.event import (
    BetLost,
    BetPlaced,
    BetReturned,
    BetWon,
    Event,
    ResultShown,
)
from tests.core.tables import a_table

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PAYS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5}
ROUNDS = 150


def worth(bet: str, number: int) -> tuple[bool, int, int]:
    """Whether a bet wins on a number and what it pays (won, staked), reckoned by hand."""
    kind, _, detail = bet.partition(":")
    if kind in ("pleno", "caballo", "calle", "cuadro", "linea"):
        covered = [int(part) for part in detail.split("-")]
        return number in covered, PAYS[len(covered)], 1
    thirds = {"columna": (number - 1) % 3 + 1, "docena": (number - 1) // 12 + 1}
    if kind in ("columna", "docena"):
        return number > 0 and str(thirds[kind]) == detail, 2, 1
    if kind in ("dos-columnas", "dos-docenas"):
        third = thirds[kind.removeprefix("dos-").removesuffix("s")]
        return number > 0 and str(third) in detail.split("-"), 1, 2
    simple = {
        "par": number % 2 == 0, "impar": number % 2 == 1, "rojo": number in RED,
        "negro": number not in RED, "menor": number <= 18, "mayor": number > 18,
    }  # fmt: skip
    return number > 0 and simple[kind], 1, 1


def rounds() -> list[tuple[Event, ...]]:
    pick = seeded("bank")
    table = a_table(seats=(1, 3, 4))
    return [table.play(by_chance(pick, anyone(pick))).events for _ in range(ROUNDS)]


@pytest.mark.clause("CAT-I.3.2-02")
def test_every_losing_bet_is_collected_and_every_winning_bet_paid_correctly() -> None:
    seen = 0
    for events in rounds():
        [number] = [int(e.result) for e in events if isinstance(e, ResultShown)]
        if number == 0:
            continue
        staked: Counter[tuple[int, str]] = Counter()
        for event in events:
            if isinstance(event, BetPlaced):
                staked[event.seat, event.bet] += event.amount
            elif isinstance(event, BetReturned) and event.why == "retirada":
                staked[event.seat, event.bet] -= event.amount
        paid = {(e.seat, e.bet): e.paid for e in events if isinstance(e, BetWon)}
        lost = {
            (e.seat, e.bet): e.amount
            for e in events
            if isinstance(e, BetLost) and not e.bet.endswith("@prision")
        }
        for (seat, bet), amount in (+staked).items():
            wins, won, unit = worth(bet, number)
            if wins:
                assert paid.pop((seat, bet)) == amount * won // unit
            else:
                assert lost.pop((seat, bet)) == amount
            seen += 1
        assert not paid and not lost
    assert seen > ROUNDS


@pytest.mark.clause("CAT-I.2-01")
def test_the_casino_is_the_bank_and_its_gain_mirrors_the_players_net() -> None:
    moved = 0
    for events in rounds():
        accounts: Counter[str] = Counter()
        for event in events:
            for account, amount in event.postings():
                accounts[account] += amount
        players = sum(n for account, n in accounts.items() if account != BANK)
        assert accounts[BANK] == -players
        moved += abs(accounts[BANK])
        assert all(event.postings()[0][0] == BANK for event in events if isinstance(event, BetWon))
        assert all(event.postings()[1][0] == BANK for event in events if isinstance(event, BetLost))
    assert moved
