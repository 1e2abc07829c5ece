"""The bets of the round in course while they are placed, and the chips each seat still has."""

from __future__ import annotations

from collections import Counter

from tapete.core.book.account import in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.instrument import WORD
from tapete.core.book.refused import Refused
from tapete.core.round.bets import BetAction, Slip
from tapete.core.round.betting import BetWindow, OpenBets
from tapete.core.table.desk import Desk
from tapete.core.table.session import ROUND


class TableBets:
    """The bets that players put down one by one, and the chips they still have."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._open: OpenBets | None = None

    def over(self) -> None:
        """The round is over."""
        self._open = None

    @property
    def open(self) -> OpenBets | None:
        """The bets being placed, while betting is open."""
        live = self.desk.session.live
        ask = live.ask if live is not None else None
        window = ask.betting if ask is not None else None
        if window is None:
            return None
        if self._open is None or self._open.window is not window:
            self._open = window.open(self._present)
        return self._open

    def _present(self) -> list[int]:
        """The seats that may bet now. A second seat of somebody who already plays waits for the
        next round, where what he may stake is reckoned over all his seats."""
        held = Counter(self.desk.players.values())
        return [seat for seat, player in self.desk.players.items() if held[player] == 1]

    def open_to(self, action: BetAction | None) -> OpenBets:
        """The bets being placed; `Refused` if this comes when none are taken."""
        live = self.desk.session.live
        if live is None:
            raise Refused(ROUND, "no-round")
        if self.open is not None:
            return self.open
        if live.ask is None or action is None or action.seat is None:
            raise Refused(ROUND, "bets-not-open")
        raise live.ask.refuse_bet(action.seat, action.subject)

    def take(self, open_bets: OpenBets, action: BetAction) -> None:
        """Something is done with bets; chips that the player does not have do not stay down."""
        seat = action.seat or 0
        before, held = open_bets.memory(), self._held(seat)
        has = held - open_bets.put_down(seat)
        open_bets.take(action)
        left = held - open_bets.put_down(seat)
        if left < min(has, 0):
            open_bets.remember(before)
            need(seat, has - left, has, WORD)

    def retaken(self, window: BetWindow, slip: Slip) -> OpenBets:
        """The bets of a whole slip, taken one by one, in place of those that lie there."""
        before = self._open
        self._open = open_bets = window.open(self._present)
        try:
            for action in slip.actions:
                self.take(open_bets, action)
        except Refused:
            self._open = before
            raise
        return open_bets

    def available(self, seat: int) -> int:
        """The chips of a seat neither on the felt nor held: those it had before the round, what the
        round has told since, less what is being put down just now."""
        return self._held(seat) - self.put_down(seat)

    def _held(self, seat: int) -> int:
        """The chips of a seat by all that was told: what is being put down is still among them."""
        live, chips = self.desk.session.live, self.desk.chips(seat)
        return chips if live is None else chips + live.moved(in_stack(seat))

    def put_down(self, seat: int) -> int:
        """The chips of a seat that are being put down just now, and nothing has told of."""
        live = self.desk.session.live
        placing = live is not None and self._open is not None and self._open.window is live.ask
        return self._open.put_down(seat) if placing and self._open is not None else 0


def need(seat: int, amount: int, has: int, clause: ClauseId) -> None:
    """Raise `Refused` if a player offers chips he does not have: that is only his word."""
    if amount > max(has, 0):
        raise Refused(clause, "no-chips", seat=seat, amount=amount, has=has)
