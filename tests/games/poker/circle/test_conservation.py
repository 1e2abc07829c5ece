"""Whatever is answered, a hand among players ends and no chip is made or lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.core.book.account import COMMISSION, Account, in_stack
from tapete.core.round.ask import Ask, Pick
from tapete.core.round.bets import Limits
from tapete.core.round.event import Event
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.games.poker.circle.manners import Manners
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.speak import BETS, CardsExposed, OutOfTurn, Speak
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find
from tests.games.poker.circle.flops import CON, OMAHA, SIN

MOST_ASKS = 400
TORNEO = {"torneo": "si"}


class Anybody:
    """Legal answers of every kind, lapses and irregular cards among them."""

    def __init__(self, pick: Pick) -> None:
        self.pick, self.asked = pick, 0

    def __call__(self, ask: Ask[Any]) -> Any:
        self.asked += 1
        assert self.asked < MOST_ASKS
        if isinstance(ask, Speak):
            mood = self.pick(12)
            if mood == 10 and ask.held:
                return CardsExposed(ask.held[self.pick(len(ask.held))])
            if mood == 11 and ask.waiting:
                seat, options = ask.waiting[self.pick(len(ask.waiting))]
                option = options[self.pick(len(options))]
                assert option.name in BETS
                return OutOfTurn(seat, option.some(self.pick).text)
        return ask.some(self.pick)


@pytest.mark.parametrize(
    ("game", "changes"), [(CON, {}), (SIN, {}), (OMAHA, {}), (SIN, TORNEO), (CON, TORNEO)]
)
@settings(
    max_examples=50, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
@given(data=st.data())
def test_every_hand_ends_and_conserves_the_chips(
    game: str, changes: dict[str, str], data: st.DataObject
) -> None:
    fewest = 4 if game == OMAHA else 2
    seats = data.draw(st.sets(st.integers(1, 10), min_size=fewest, max_size=7))
    stacks = {seat: data.draw(st.integers(1, 12_000)) for seat in sorted(seats)}
    setup: Setup[Any, Any] = Setup(
        rules=find(game).rules_of("scj-2023", changes),
        terms=CircleTerms(
            limits=Limits(unit=data.draw(st.sampled_from((1, 100)))),
            blinds=(500, 1000),
            rake=Rake("5%", unit=50),
            ante=300,
        ),
        seats=tuple(stacks),
        chips=stacks,
    )
    state = CircleState(
        button=data.draw(st.integers(1, 10)), moves=False,
        manners=Manners(exposed=(min(seats),), early=(max(seats),)),
    )  # fmt: skip
    live = Live(find(game).play(setup, state))
    live.run(Anybody(lambda n: data.draw(st.integers(0, n - 1)) if n > 1 else 0))
    moved = accounts(live.events, stacks)
    assert not [a for a, n in moved.items() if n and a.kind in ("spot", "pozo")]
    after = {seat: stacks[seat] + moved[in_stack(seat)] for seat in stacks}
    assert min(after.values()) >= 0
    assert sum(after.values()) + moved[COMMISSION] == sum(stacks.values())


def accounts(events: list[Event], stacks: dict[int, int]) -> Counter[Account]:
    """What every account comes to; no seat, spot or pot is ever below nothing."""
    moved: Counter[Account] = Counter()
    for event in events:
        assert sum(amount for _, amount in event.postings()) == 0
        for account, amount in event.postings():
            moved[account] += amount
            has = stacks[account.seat or 0] if account.kind == "seat" else 0
            assert moved[account] + has >= 0, event
    return moved
