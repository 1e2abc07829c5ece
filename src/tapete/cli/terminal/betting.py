"""Your bets while betting is open: put down, taken back, repeated, doubled, undone."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.cli.terminal.words import MAX, MIN
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.bets import BetAction, Closed, Place, Remove
from tapete.core.round.betting import BetWindow, OpenBets
from tapete.core.table.table_bets import need
from tapete.games.dice.craps.mark import Mark

WORD_OF_MOUTH: ClauseId = "CAT-I.4.1-02"


class Betting:
    """The open window with the others' bets in it, and yours, which may still be undone."""

    def __init__(self, window: BetWindow, seat: int, purse: int) -> None:
        self.window, self.seat, self.purse = window, seat, purse
        self.open_bets: OpenBets = window.open()
        self.others: tuple[BetAction, ...] = ()
        self.mine: list[BetAction] = []

    def others_bet(self) -> None:
        """What is on the felt now was put there by the others."""
        self.others = tuple(self.open_bets.actions)

    def lying(self) -> dict[tuple[int, str], int]:
        """What this window has changed on the felt so far, spot by spot."""
        before = self.window.open().felt
        spots = dict.fromkeys((*self.open_bets.felt, *before))
        changed = {spot: self.open_bets.felt.get(spot, 0) - before.get(spot, 0) for spot in spots}
        return {spot: amount for spot, amount in changed.items() if amount}

    def left(self) -> int:
        """Chips still before you."""
        return self.purse - sum(n for (seat, _), n in self.lying().items() if seat == self.seat)

    def mine_on(self) -> list[str]:
        """The bets where you have chips, those that stood before included."""
        return [bet for seat, bet in self.open_bets.felt if seat == self.seat]

    def open_to_me(self, bets: Sequence[str]) -> list[str]:
        """Of these bets those that take chips of yours now."""
        return [bet for bet in bets if not isinstance(self.open_bets.room(self.seat, bet), Closed)]

    def place(self, bet: str, amount: int | str) -> int:
        """Put chips down; ``min`` and ``max`` are what the limits and your purse allow."""
        if isinstance(amount, str):
            amount = self._limit(bet, amount)
        cost = self.window.cloth.cost(bet, amount)
        need(self.seat, cost, self.left(), WORD_OF_MOUTH)
        self._do(Place(self.seat, bet, amount))
        return amount

    def _limit(self, bet: str, which: str) -> int:
        room = self.open_bets.room(self.seat, bet)
        if isinstance(room, Closed):
            raise room.refuse(seat=self.seat, bet=bet)
        if which == MIN:
            return room.low
        assert which == MAX
        mine = self.left() * room.step // self.window.cloth.cost(bet, room.step)
        high = mine if room.high is None else min(room.high, mine)
        return max(room.low, room.low + (high - room.low) // room.step * room.step)

    def remove(self, bet: str, amount: int | None = None) -> None:
        """Take a bet down, or part of it; a called bet with all its parts."""
        spots = [spot for spot, _ in self.window.cloth.parts(bet, 1)]
        if amount is not None or spots == [bet]:
            self._do(Remove(self.seat, bet, amount))
            return
        for spot in [spot for spot in spots if (self.seat, spot) in self.open_bets.felt]:
            if (self.seat, spot) in self.open_bets.felt:  # one that falls may bring others down
                self._do(Remove(self.seat, spot))

    def mark(self, bet: str, mark: str) -> None:
        """Have a counter put on a bet: called on, called off."""
        self._do(Mark(self.seat, bet, mark))

    def _do(self, action: BetAction) -> None:
        self.open_bets.take(action)
        self.mine.append(action)

    def undo(self) -> BetAction | None:
        """Take back the last thing you did; None if there is nothing."""
        if not self.mine:
            return None
        last = self.mine.pop()
        self._again(self.mine)
        return last

    def clear(self) -> None:
        """Take back all you did in this window."""
        self._again([])

    def _again(self, mine: Sequence[BetAction]) -> None:
        self.open_bets = self.window.open()
        for action in (*self.others, *mine):
            self.open_bets.take(action)
        self.mine = list(mine)

    def again(self, actions: Sequence[BetAction]) -> tuple[int, list[Refused]]:
        """Put down the same bets once more: how many stood, and why the others did not."""
        done, refused = 0, []
        for action in actions:
            if not isinstance(action, Place):
                continue
            try:
                self.place(action.bet, action.amount)
                done += 1
            except Refused as problem:
                refused.append(problem)
        return done, refused
