"""Folds: whatever takes in events. Cards, balls and symbols lie in zones alike."""

from __future__ import annotations

from tapete.core.book.account import BANK, in_stack
from tapete.core.round.event import BetLost, BetPlaced, CardDealt, CardsCleared, CardSeen, Event
from tapete.core.round.felt import Felt
from tapete.core.round.fold import Balances, Zones, told
from tapete.systems.bingo.events import BallCalled
from tapete.systems.machines.play import ReelsStopped

CLAUSE = "CAT-I.1-14"
SHOWN: tuple[Event, ...] = (
    CardDealt(to="croupier", card="Ah", clause=CLAUSE),
    CardDealt(to="croupier", clause=CLAUSE),
    CardSeen(zone="croupier", index=1, card="9c", clause=CLAUSE),
    CardDealt(to="quemadas", clause=CLAUSE),
    CardsCleared(zone="quemadas", clause=CLAUSE),
    BallCalled(ball=37, number=1, clause="CAT-V.2.3-12"),
    BallCalled(ball=4, number=2, clause="CAT-V.2.3-12"),
    ReelsStopped(game=0, stops=(3, 5), window=(("7", "BAR"), ("BAR", "7")), clause=CLAUSE),
)


def test_cards_balls_and_symbols_lie_in_zones_alike_and_the_felt_knows_none_of_them() -> None:
    lying = {
        "croupier": ["Ah", "9c"],
        "bolillas": ["37", "4"],
        "rodillo:1": ["7", "BAR"],
        "rodillo:2": ["BAR", "7"],
    }
    assert told(SHOWN, Zones()) == lying
    assert told(SHOWN, Felt()).zones == lying


def test_balances_are_a_fold_of_the_same_events_and_add_up_to_nought() -> None:
    placed = BetPlaced(seat=3, bet="rojo", amount=500, clause=CLAUSE)
    lost = BetLost(seat=3, bet="rojo", amount=500, clause=CLAUSE)
    balances = told((placed, lost), Balances())
    assert balances == {in_stack(3): -500, BANK: 500}
    assert sum(balances.values()) == 0


def test_anything_that_takes_in_events_is_a_fold() -> None:
    class Board:
        """The last ball, for a screen on the wall."""

        last = 0

        def tell(self, event: Event) -> None:
            self.last = event.ball if isinstance(event, BallCalled) else self.last

    assert told(SHOWN, Board()).last == 4
