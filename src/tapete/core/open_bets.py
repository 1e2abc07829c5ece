"""The bets of the round in course while they are placed, and the chips each seat still has."""

from __future__ import annotations

from collections.abc import Callable

from tapete.core.bets import Action, Slip, Throw
from tapete.core.clause import ClauseId
from tapete.core.event import at_seat
from tapete.core.exchange import Exchange
from tapete.core.game import TableState
from tapete.core.live import Live
from tapete.core.refused import Refused
from tapete.core.window import BetWindow, Taking

ROUND: ClauseId = "CAT-I.1-13"


class OpenBets:
    """What players put down one by one; ``live`` gives the round in course, if there is one."""

    def __init__(self, exchange: Exchange, live: Callable[[], Live[TableState] | None]) -> None:
        self.exchange, self.live = exchange, live
        self._taking: Taking | None = None

    def over(self) -> None:
        """The round is over."""
        self._taking = None

    @property
    def taking(self) -> Taking | None:
        """The bets being placed, while betting is open."""
        live = self.live()
        ask = live.ask if live is not None else None
        if not isinstance(ask, BetWindow):
            return None
        if self._taking is None or self._taking.window is not ask:
            self._taking = ask.open()
        return self._taking

    def open_to(self, action: Action) -> Taking:
        """The bets being placed; `Refused` if this comes when none are taken."""
        live = self.live()
        if live is None:
            raise Refused(ROUND, "no-round")
        if self.taking is not None:
            return self.taking
        if live.ask is None or isinstance(action, Throw):
            raise Refused(ROUND, "bets-not-open")
        raise live.ask.refuse_bet(action.seat, action.bet)

    def available(self, seat: int) -> int | None:
        """The chips of a seat neither on the felt nor held; None if they are not counted."""
        live, chips = self.live(), self._before(seat)
        if chips is None or live is None or self._taking is None:
            return chips
        open_now = self._taking.window is live.ask
        return chips - (self._taking.put_down(seat) if open_now else 0)

    def check_slip(self, window: BetWindow, slip: Slip) -> None:
        """Raise `Refused` if a whole slip puts down chips that a seat does not have."""
        if self.exchange.counted:
            self.exchange.check_had_for(self._put_down(window, slip), self._before)

    def _put_down(self, window: BetWindow, slip: Slip) -> Taking:
        """The bets of a slip: those that were taken, if it is theirs, or taken one by one now."""
        taking = self._taking
        if taking is None or taking.window is not window or (*taking.actions,) != slip.actions:
            taking = window.open()
            for action in slip.actions:
                taking.take(action)
        return taking

    def _before(self, seat: int) -> int | None:
        """The chips before a seat by all that was told, bets being placed not counted yet."""
        live, chips = self.live(), self.exchange.chips(seat)
        if chips is None or live is None:
            return chips
        return chips + live.moved(at_seat(seat))
