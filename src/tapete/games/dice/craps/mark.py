"""Counters on bets, put there by word of mouth (CAT-IV.1.5-55)."""

from __future__ import annotations

from typing import Any

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.ask import CLEAR_BET, WORD_OF_MOUTH, Round
from tapete.core.round.bets import BetAction
from tapete.core.round.event import BetMarked


def counter(kind: str, mark: str) -> str:
    """The name of a counter on a kind of bet.

    >>> counter("hard-6", "activa")
    'hard-6=activa'
    """
    return f"{kind}={mark}"


def kind_and_mark(name: str) -> tuple[str, str]:
    """The kind of bet and the mark, from the name of a counter.

    >>> kind_and_mark("hard-6=activa")
    ('hard-6', 'activa')
    """
    kind, _, mark = name.partition("=")
    return kind, mark


class Mark(BetAction, frozen=True, tag="mark"):
    """Have a counter put on a bet by word of mouth: ``activa`` on a hard way (CAT-IV.1.5-55)."""

    seat: int
    bet: str
    mark: str

    @property
    def subject(self) -> str:
        return self.bet

    def check(self, to: Any) -> None:
        if self._clause(to) is None:
            raise self.not_here(to.window)
        if (self.seat, self.bet) not in to.felt:
            raise Refused(WORD_OF_MOUTH, "nothing-there", seat=self.seat, bet=self.bet)

    def tell(self, to: Any) -> Round[None]:
        to.apply(self)
        clause = self._clause(to)
        assert clause is not None
        yield BetMarked(seat=self.seat, bet=self.bet, mark=self.mark, clause=clause)
        to.mark(self.seat, self.bet, self.mark)

    def not_here(self, window: Any) -> Refused:
        return Refused(CLEAR_BET, "no-such-mark", seat=self.seat, bet=self.bet, mark=self.mark)

    def _clause(self, to: Any) -> ClauseId | None:
        name = counter(kind_of(self.bet), self.mark)
        clause: ClauseId | None = to.cloth.marks.get(name)
        return clause
