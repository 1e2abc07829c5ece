"""Cards of a poker table that were dealt wrong: put in order, if no player objects, or not."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.core.book.clause import ClauseId
from tapete.core.book.roles import CROUPIER
from tapete.core.round.ask import Choose, Option, Round, Ruling
from tapete.core.round.event import Announced, Chosen, Ruled

DISORDER = "orden-equivocado"
ORDER, BURN = "ordenar", "quemar"
AGREE, OBJECT = "conforme", "objetar"


def put_in_order(seats: Iterable[int], clause: ClauseId, bets_closed: ClauseId) -> Round[bool]:
    """Whether the cards can be put in order and none of these seats objects to it.

    ``clause`` rules the misdeal; ``bets_closed`` keeps bets out while a player is asked.
    """
    ruling = yield from Ruling(
        question=DISORDER, options=(ORDER, BURN), clause=clause, role=CROUPIER, default=ORDER
    )
    yield Ruled(role=CROUPIER, question=DISORDER, ruling=ruling, clause=clause)
    if ruling != ORDER:
        return False
    for seat in seats:
        answer = yield from Choose(
            seat=seat,
            about=DISORDER,
            options=(Option(AGREE), Option(OBJECT)),
            clause=clause,
            default=AGREE,
            optional=True,
            closed_by=bets_closed,
        )
        if answer.name == OBJECT:
            yield Chosen(seat=seat, move=answer.text, about=DISORDER, clause=clause)
            return False
    yield Announced(what="las-cartas-estan-bien-dadas", clause=clause)
    return True
