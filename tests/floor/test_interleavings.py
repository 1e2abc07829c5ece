"""Two or three transfers on one account at once, in every order their steps can fall: the account
never goes below zero, and a transfer sent twice is made once."""

from __future__ import annotations

import queue
import threading
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from tapete.core.book.refused import Refused
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store

STEPS = ("begin", "post", "commit")
STUCK = 60.0
"""Seconds after which a step that must end, because nobody holds what it needs, has failed."""


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

    def __init__(self, store: Store, moved: Transfer, ended: queue.Queue[Hand]) -> None:
        self.store, self.moved, self.ended = store, moved, ended
        self.orders: queue.Queue[str | None] = queue.Queue()
        self.pending: list[str] = []
        self.outcome = "?"
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
            self.ended.put(self)
        if connection is not None:
            connection.close()

    def told_to(self, order: str) -> None:
        self.pending.append(order)
        self.orders.put(order)


class Table:
    """Where hands take their steps. Whoever has posted and not committed holds the account: a hand
    that posts meanwhile waits for him, and nobody waits for a clock to find that out."""

    def __init__(self, store: Store, moved: list[Transfer]) -> None:
        self.ended: queue.Queue[Hand] = queue.Queue()
        self.hands = [Hand(store, one, self.ended) for one in moved]
        self.holder: Hand | None = None

    def step(self, hand: Hand, order: str) -> None:
        """Have a step taken, and wait until every step has ended that can."""
        hand.told_to(order)
        while any(map(self._can_end, self.hands)):
            done = self.ended.get(timeout=STUCK)
            order = done.pending.pop(0)
            if done.outcome != "?" and self.holder is done:
                self.holder = None
            elif done.outcome == "?" and order == "post":
                self.holder = done

    def _can_end(self, hand: Hand) -> bool:
        if not hand.pending:
            return False
        waits = hand.pending[0] == "post" and hand.outcome == "?"
        return not waits or self.holder in (None, hand)

    def clear(self) -> None:
        for hand in self.hands:
            hand.orders.put(None)
            hand.thread.join(STUCK)


def schedules(hands: int, steps: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Every order in which the steps of so many hands can fall, each hand's own in their order."""
    return sorted(set(permutations([n for n in range(hands) for _ in steps])))


def run(store: Store, moved: list[Transfer], order: tuple[int, ...]) -> list[str]:
    table = Table(store, moved)
    taken = [0] * len(moved)
    for n in order:
        table.step(table.hands[n], STEPS[taken[n]])
        taken[n] += 1
    table.clear()
    return [hand.outcome for hand in table.hands]


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
