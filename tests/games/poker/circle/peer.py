"""Hands played here and in PokerKit at the same time, card by card and move by move.

The random player chooses among the moves that both offer. Amounts are multiples of a number that
every count of winners divides, so that no odd chip depends on whose custom it follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State

from tapete.core.round.chance import DrawCard
from tapete.core.round.event import nets
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.record import header_of, record_of
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.speak import Speak
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.registry import find

CHIP = 2520
"""Divided by every number of winners from 1 to 9."""
SMALL, BIG = CHIP, 2 * CHIP

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class FiveLevels(FixedLimitTexasHoldem):
    """A bet, a raise and three re-raises (CAT-III.3.5.7.1-26)."""

    max_completion_betting_or_raising_count = 5


@dataclass
class Both:
    """One hand in both."""

    game: str
    random: Random
    players: int

    def play(self) -> tuple[dict[int, int], dict[int, int]]:
        """What each seat wins or loses here, and there."""
        seats = sorted(self.random.sample(range(1, 11), self.players), reverse=True)
        stacks = {seat: CHIP * self.random.choice(self.sizes()) for seat in seats}
        # PokerKit counts players from the button's left, so the button is the last.
        game = find(self.game)
        setup: Setup[Any, Any] = Setup(
            rules=game.rules_of("scj-2023", {"torneo": "si"}),
            seats=tuple(sorted(seats)),
            chips=stacks,
            terms=CircleTerms(blinds=(SMALL, BIG)),
        )
        state = CircleState(button=seats[-1], moves=False)
        self.order = seats
        self.peer = self.there([stacks[seat] for seat in seats])
        self.cards: list[str] = []
        self.hole_done = False
        live = Live(game.play(setup, state))
        while live.ask is not None:
            live.answer(self.answer(live.ask))
        self.catch_up()
        assert not self.peer.status, "the other hand has not ended"
        there = {seat: int(self.peer.stacks[i]) - stacks[seat] for i, seat in enumerate(self.order)}
        header = header_of(game, setup, state, version="test", changes={"torneo": "si"})
        self.record = record_of(header, live)
        here = dict.fromkeys(seats, 0) | nets(live.events)
        return here, there

    def sizes(self) -> list[int]:
        """Stacks in chips: short ones are likely, and nobody has less than the big blind."""
        return [2, 3, 4, 5, 7, 11, 20, 31, 50, 80, 200]

    def there(self, stacks: list[int]) -> State:
        if self.game == "texas-holdem-sin-limites":
            return NoLimitTexasHoldem.create_state(
                AUTOMATIONS, True, 0, (SMALL, BIG), BIG, stacks, self.players
            )
        return FiveLevels.create_state(
            AUTOMATIONS, True, 0, (SMALL, BIG), BIG, 2 * BIG, stacks, self.players
        )

    def answer(self, ask: Any) -> Any:
        if isinstance(ask, DrawCard):
            card = ask.some(self.random.randrange)
            self.cards.append(str(card))
            return card
        assert ask.choice is not None
        if not isinstance(ask, Speak):
            return ask.silence
        self.catch_up()
        assert self.peer.actor_index is not None, "nobody is asked there"
        assert self.order[self.peer.actor_index] == ask.seat, "somebody else is asked there"
        return self.move(ask)

    def catch_up(self) -> None:
        """Deal there what was dealt here."""
        if not self.hole_done and len(self.cards) >= 2 * self.players:
            dealt, self.cards = self.cards[: 2 * self.players], self.cards[2 * self.players :]
            for i in range(self.players):
                self.peer.deal_hole(dealt[i] + dealt[self.players + i])
            self.hole_done = True
        while self.cards and self.peer.actor_index is not None:
            # There the last one with chips is asked although nobody can answer him any more.
            assert not self.peer.checking_or_calling_amount
            self.peer.check_or_call()
        while self.cards and self.peer.can_burn_card():
            self.peer.burn_card(self.cards.pop(0))
            count = 3 if not self.peer.board_cards else 1
            self.peer.deal_board("".join(self.cards[:count]))
            del self.cards[:count]

    def move(self, ask: Speak) -> str:
        """A move that is legal in both, done there too."""
        weights = {"pasar": 6, "ir": 6, "apostar": 4, "subir": 4, "resto": 1, "retirarse": 2}
        options = list(ask.choice.options)
        while True:
            option = self.random.choices(options, [weights[o.name] for o in options])[0]
            if option.low is None:
                said = option.name
            else:
                assert option.high is not None
                low = -(-option.low // CHIP)
                high = option.high // CHIP
                high = self.random.choice([high, min(high, low + 6)])
                said = f"{option.name}:{CHIP * self.random.randint(low, max(low, high))}"
            if ask.fits(said) and self.do_there(ask, said):
                return said
            if len(options) > 1 and option.name not in ("ir", "pasar"):
                options.remove(option)

    def do_there(self, ask: Speak, said: str) -> bool:
        name, _, detail = said.partition(":")
        to = int(detail) if detail else ask.choice.already + ask.choice.stack
        if name == "retirarse":
            if not ask.choice.to_call:
                return False  # nothing to fold to: there that is not allowed
            self.peer.fold()
        elif name in ("pasar", "ir") or (
            name == "resto" and ask.choice.stack <= ask.choice.to_call
        ):
            self.peer.check_or_call()
        elif self.peer.can_complete_bet_or_raise_to(to):
            self.peer.complete_bet_or_raise_to(to)
        else:
            return False
        return True
