"""What a player decides: on his own device, by word through the croupier, or not in time."""

from __future__ import annotations

from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CROUPIERS, JUGADOR, only
from tapete.core.round.ask import Ask
from tapete.core.round.event import Announced
from tapete.core.table.table import Table

AT_REQUEST: ClauseId = "CAT-I.3.2-03"


def by_default(table: Table, ask: Ask[Any], answer: Any) -> bool:
    """The system makes the safe move for whoever let his time run out or was sent away."""
    if ask.silence is not None and answer == ask.silence:
        table.answer(answer)
        return True
    return False


def by_word(table: Table, ask: Ask[Any], answer: Any, seat: int | None, by: str) -> None:
    """The croupier enters what a player said, and it is marked so; for one who was sent away and
    says nothing more, the safe move."""
    if ask.put_to.seat is None:
        raise Refused(ask.bets_closed_by(), "not-a-players-choice")
    only(CROUPIERS, by, AT_REQUEST, "answer")
    gone = table.players.get(ask.put_to.seat) in table.conduct.going
    if gone and by_default(table, ask, answer):
        return
    table.answer(answer, by=JUGADOR, seat=seat)
    facts: dict[str, Fact] = {"seat": seat}
    table.desk.tell(Announced(what="decision-de-palabra", facts=facts, clause=AT_REQUEST))
