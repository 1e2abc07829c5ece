"""The question put to a player whose turn it is to bet, and what may happen instead of an answer:
somebody bets before his turn, or lets his cards be seen."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tapete.core.ask import Choose, Option
from tapete.core.clause import ClauseId
from tapete.core.refused import Refused

PASAR, IR, APOSTAR, SUBIR, RESTO, RETIRARSE = (
    "pasar", "ir", "apostar", "subir", "resto", "retirarse",
)  # fmt: skip
BETS = (IR, APOSTAR, SUBIR, RESTO)
"""Moves that are bets: only those can be made out of turn and bind (CAT-III.3.6.3-18)."""


class OutOfTurn(msgspec.Struct, frozen=True, tag="fuera-de-turno", tag_field="irregular"):
    """A player bets before his turn."""

    seat: int
    move: str


class CardsExposed(msgspec.Struct, frozen=True, tag="cartas-expuestas", tag_field="irregular"):
    """A player lets his covered cards be seen; ``by_mistake`` he uncovered or dropped them."""

    seat: int
    by_mistake: bool = False


Heard = str | OutOfTurn | CardsExposed


class Speak(Choose, frozen=True, kw_only=True, tag="speak"):
    """It is this seat's turn to bet. ``already`` is what it has in this betting round, ``to_call``
    what it lacks to stay in, ``stack`` what it has left.

    ``waiting`` is what each player after it could bet now if he did not wait; ``held`` are the
    seats that hold cards. ``amounts``, ``wait`` and ``expose`` are the clauses on what may be bet
    and on both lapses.
    """

    answer_type: ClassVar[Any] = str | OutOfTurn | CardsExposed

    already: int
    to_call: int
    stack: int
    waiting: tuple[tuple[int, tuple[Option, ...]], ...]
    held: tuple[int, ...]
    amounts: ClauseId
    wait: ClauseId
    expose: ClauseId

    def check(self, answer: Heard) -> None:
        if isinstance(answer, CardsExposed):
            if answer.seat not in self.held:
                raise Refused(self.expose, "no-cards-to-show", seat=answer.seat)
        elif isinstance(answer, OutOfTurn):
            self._check_early(answer)
        elif not self._has_amount(self.seat, answer, self.options):
            super().check(answer)

    def _has_amount(self, seat: int, move: str, options: tuple[Option, ...]) -> bool:
        """Whether this is a bet or an increase that is open; its amount is checked."""
        name, _, detail = move.partition(":")
        sizes = [option for option in options if option.name == name and option.low is not None]
        refusals: list[Refused] = []
        for option in sizes:
            try:
                option.check(seat, detail, self.amounts)
                return True
            except Refused as refusal:
                refusals.append(refusal)
        if refusals:
            raise refusals[-1]
        return False

    def _check_early(self, early: OutOfTurn) -> None:
        name = early.move.partition(":")[0]
        options = dict(self.waiting).get(early.seat, ())
        if self._has_amount(early.seat, early.move, options):
            return
        if name not in BETS or early.move not in (option.name for option in options):
            raise Refused(self.wait, "wait-for-your-turn", seat=early.seat, move=early.move)

    def whose(self, answer: Any) -> int:
        return answer.seat if isinstance(answer, OutOfTurn | CardsExposed) else self.seat

    def puts(self, answer: str) -> int:
        """The chips that a legal answer puts on the felt."""
        name, _, detail = answer.partition(":")
        match name:
            case "apostar":
                return int(detail)
            case "subir":
                return int(detail) - self.already
            case "ir":
                return self.to_call
            case "resto":
                return self.stack
        return 0
