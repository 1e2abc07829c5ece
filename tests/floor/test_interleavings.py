"""Two or three transfers on one account at once, in every order their steps can fall: the account
never goes below zero, and a transfer sent twice is made once."""

from __future__ import annotations

import queue
import threading
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from tapete.core.refused import Refused
from tapete.floor.ledger import VAULT, Transfer, wallet
from tapete.floor.store import Store

STEPS = ("begin", "post", "commit")
BLOCKED = 0.03
"""Seconds after which a step that has not ended is taken to wait for another transaction."""


def transfer(id: str, amount: int, source: str, target: str = VAULT) -> Transfer:
    return Transfer(
        id=id, source=source, target=target, amount=amount, state="posted",
        clause="CAT-I.1-10", why="prueba",
    )  # fmt: skip


def give(store: Store, who: str, amount: int) -> None:
    with store.writing() as connection:
        store.post(connection, [transfer(f"inicio {who}", amount, VAULT, who)], at=0.0)


class Hand:
    """Somebody who moves money step by step, in a thread of his own, when he is told to."""

    def __init__(self, store: Store, moved: Transfer) -> None:
        self.store, self.moved = store, moved
        self.orders: queue.Queue[str | None] = queue.Queue()
        self.ended: queue.Queue[str] = queue.Queue()
        self.outcome = "?"
        self.pending = 0
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        connection: Any = None
        while True:
            order = self.orders.get()
            if order is None:
                break
            try:
                if order == "begin":
                    connection = self.store.engine.connect()
                    connection.begin()
                elif self.outcome == "?" and order == "post":
                    self.store.post(connection, [self.moved], at=1.0)
                elif self.outcome == "?" and order == "commit":
                    connection.commit()
                    self.outcome = "done"
            except (Refused, IntegrityError, OperationalError) as error:
                self.outcome = type(error).__name__
                connection.rollback()
            self.ended.put(order)
        if connection is not None:
            connection.close()

    def step(self, order: str) -> None:
        """Take a step; if it waits for somebody else, go on without it."""
        self.orders.put(order)
        self.pending += 1
        self.settle(BLOCKED)

    def settle(self, seconds: float) -> None:
        while self.pending:
            try:
                self.ended.get(timeout=seconds)
            except queue.Empty:
                return
            self.pending -= 1


def schedules(hands: int, steps: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Every order in which the steps of so many hands can fall, each hand's own in their order."""
    return sorted(set(permutations([n for n in range(hands) for _ in steps])))


def run(store: Store, moved: list[Transfer], order: tuple[int, ...]) -> list[str]:
    hands = [Hand(store, one) for one in moved]
    taken = [0] * len(hands)
    for n in order:
        hands[n].step(STEPS[taken[n]])
        taken[n] += 1
    for hand in hands:
        hand.orders.put(None)
        hand.thread.join(60)
    return [hand.outcome for hand in hands]


@pytest.mark.parametrize("same", [False, True], ids=["together too much", "the same one twice"])
def test_two_at_once_in_every_order(store: Store, same: bool) -> None:
    for n, order in enumerate(schedules(2, STEPS)):
        who = wallet(f"ana-{n}")
        give(store, who, 100)
        moved = [transfer(f"a{n}", 60, who), transfer(f"a{n}" if same else f"b{n}", 60, who)]
        outcomes = run(store, moved, order)
        assert sorted(outcomes) == ["IntegrityError" if same else "Refused", "done"], order
        assert store.balance(who) == 40, order
    assert sum(store.balances().values()) == 0


def test_three_at_once_in_every_order_of_their_steps(store: Store) -> None:
    for n, order in enumerate(schedules(3, ("begin", "post"))):
        who = wallet(f"ana-{n}")
        give(store, who, 100)
        moved = [
            transfer(f"{x}{n}", amount, who) for x, amount in (("a", 60), ("b", 40), ("c", 50))
        ]
        outcomes = run(store, moved, (*order, 0, 1, 2))  # then each commits
        done = [one for one, outcome in zip(moved, outcomes, strict=True) if outcome == "done"]
        made = sum(one.amount for one in done)
        assert 0 < made <= 100, order
        assert store.balance(who) == 100 - made, order
    assert sum(store.balances().values()) == 0
