"""Who holds the shoe in Punto y Banca: from the lowest place, to the right, until banca loses.

CAT-III.2.5-18 to -20. In Midi and Mini the croupier always keeps it.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.round.act import Act, Seat
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.event import Announced, Chosen, MarkerPut, at_seat
from tapete.core.round.game import Setup
from tapete.core.table.seats import right_of
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.cards.shuffle import ShoeTerms

SHOE = "sabot"
TAKE = "tomar"
PASS = "pasar"


def give_shoe(
    setup: Setup[PuntoYBancaRules, ShoeTerms], state: PuntoYBancaState
) -> Round[int | None]:
    """The seat that deals this round, or none if the croupier does.

    The shoe stays where it is held; else it is offered seat by seat to the right. If nobody wants
    it the croupier deals.
    """
    rules = setup.rules
    if rules.dealer == "croupier":
        return None
    if state.holder in setup.seats:
        return state.holder
    seat = next_in_turn(setup, state)
    for _ in setup.seats:
        answer = yield from Choose(
            seat=seat,
            about=SHOE,
            options=(Option(TAKE), Option(PASS)),
            clause=rules.by("shoe_first"),
            default=TAKE,
            optional=True,
        )
        if answer.name == TAKE:
            yield MarkerPut(marker=SHOE, place=at_seat(seat), clause=rules.by("shoe_first"))
            return seat
        yield Chosen(seat=seat, move=answer.text, about=SHOE, clause=rules.by("shoe_declined"))
        seat = right_of(seat, setup.seats)
    facts = {"dealer": "croupier"}
    yield Announced(what="reparte-el-croupier", facts=facts, clause=rules.by("shoe_declined"))
    return None


def next_in_turn(setup: Setup[PuntoYBancaRules, ShoeTerms], state: PuntoYBancaState) -> int:
    """The seat to which the shoe is offered first: at the start the lowest occupied one."""
    at = state.shoe_at
    return at if at in setup.seats else right_of(at, setup.seats)


def shoe_after_loss(
    setup: Setup[PuntoYBancaRules, ShoeTerms], state: PuntoYBancaState
) -> Round[PuntoYBancaState]:
    """Banca has lost: the shoe passes, unless its holder is alone at the table."""
    rules = setup.rules
    if state.holder is None:
        return state
    if len(setup.seats) == 1:
        facts = {"seat": state.holder}
        yield Announced(what="conserva-el-sabot", facts=facts, clause=rules.by("shoe_kept_alone"))
        return state
    return (yield from _passed(setup, state, state.holder, "shoe_passes"))


class DeclineShoe(
    Act[PuntoYBancaRules, PuntoYBancaState], frozen=True, kw_only=True, tag="decline"
):
    """Between rounds: whoever has the shoe, or is next to have it, lets it go on to the right.

    He does not want to deal (CAT-III.2.5-18), or has no chips left to bet with (-19).
    """

    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(
        self, setup: Setup[PuntoYBancaRules, ShoeTerms], state: PuntoYBancaState
    ) -> Round[PuntoYBancaState]:
        rules, seat = setup.rules, self.seat
        if rules.dealer == "croupier":
            raise Refused(rules.by("dealer"), "croupier-deals", seat=seat)
        if seat != (state.holder if state.holder in setup.seats else next_in_turn(setup, state)):
            raise Refused(rules.by("shoe_declined"), "shoe-elsewhere", seat=seat)
        return (yield from _passed(setup, state, seat, "shoe_declined"))


def _passed(
    setup: Setup[PuntoYBancaRules, ShoeTerms], state: PuntoYBancaState, seat: int, row: str
) -> Round[PuntoYBancaState]:
    clause = setup.rules.by(row)
    to = right_of(seat, setup.seats)
    yield Announced(what="sabot-pasa", facts={"seat": to}, clause=clause)
    yield MarkerPut(marker=SHOE, place=None, clause=clause)
    return msgspec.structs.replace(state, holder=None, shoe_at=to)
