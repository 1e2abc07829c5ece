"""Hand for hand: what a table asks that has an all-in called (COL-7.5.1-63 to -65)."""

from __future__ import annotations

from typing import ClassVar

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE, PutTo
from tapete.core.round.ask import Ask, Pick

OTHERS: ClauseId = "COL-7.5.1-63"
ORDERED: ClauseId = "COL-7.5.1-64"
WAITS = "espera-a-las-otras-mesas"
GO_ON = "seguir"


class OtherTables(Ask[str], frozen=True, kw_only=True, tag="other-tables"):
    """An all-in was called: the cards stay covered until the other tables have played their hand;
    then whoever supervises orders this one to be finished. Silence orders nothing."""

    answer_type: ClassVar[type[str]] = str

    @property
    def put_to(self) -> PutTo:
        return PutTo((JEFE,), ORDERED)

    @property
    def about(self) -> str:
        return WAITS

    def bets_closed_by(self) -> ClauseId:
        return OTHERS

    def check(self, answer: str) -> None:
        if answer != GO_ON:
            raise Refused(ORDERED, "no-such-ruling", ruling=answer, rulings=GO_ON)

    def some(self, pick: Pick) -> str:
        return GO_ON
