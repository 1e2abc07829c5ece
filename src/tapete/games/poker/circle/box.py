"""The box (caja): what each player buys to sit down, and what may be added to it or taken from it
(CAT-III.3.6.3-14 to -17, -21; CAT-III.3.5.7.1-04 to -07).

The chips before a seat are the table's own account; nothing here counts them again.
"""

from __future__ import annotations

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE_DE_SALA
from tapete.core.round.act import Act
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.games.poker.circle.places import R, S, box_of, informed, stay_of
from tapete.games.poker.circle.stakes import CircleTerms

MISSING_ONLY = "lo-que-falta"


def may_move_chips(
    setup: Setup[R, CircleTerms], state: S, seat: int, amount: int, playing: bool
) -> None:
    """Raise `Refused` unless so many chips may come to a seat or, below 0, leave it now.

    During a hand the box of whoever is in it neither grows nor shrinks. Between hands it grows
    by what is missing to the whole box, or where the game allows it by at least another box.
    """
    rules = setup.rules
    has = setup.chips.get(seat, 0)
    if playing:
        row = "box_fixed" if amount < 0 or has else "box_in_play"
        raise Refused(rules.by(row), "box-in-play", seat=seat, amount=amount)
    box = box_of(setup)
    if amount < 0 or not box:
        return
    if not has:
        if amount < box:
            raise Refused(rules.by("box"), "box-missing", seat=seat, amount=amount, box=box)
        return
    missing = max(box - has, 0)
    if amount == missing or (rules.top_up != MISSING_ONLY and amount >= box):
        return
    raise Refused(
        rules.by("top_up"), "box-top-up", seat=seat, amount=amount, missing=missing, box=box
    )


def check_settings(setup: Setup[R, CircleTerms]) -> None:
    """Raise `Refused` unless what the casino set for this table is allowed."""
    rules, stay = setup.rules, stay_of(setup)
    most = rules.stay_max or 0
    if not 0 <= stay <= most:
        clause = rules.clauses.get("stay_max") or rules.by("box")
        raise Refused(clause, "stay-too-long", minutes=stay, most=most)


def notices(setup: Setup[R, CircleTerms]) -> tuple[Announced, ...]:
    """What the casino makes known of a game before it begins: its box and its times, how long
    players must stay, its commission. The jefe de sala is told of the opening."""
    rules = setup.rules
    facts = {name: value for name, value in informed(setup).items() if value is not None}
    told = []
    if box_of(setup):
        told.append(Announced(what="partida-informada", facts=facts, clause=rules.by("informed")))
    if stay_of(setup):
        check_settings(setup)
        facts = {"minutes": stay_of(setup)}
        told.append(Announced(what="permanencia-minima", facts=facts, clause=rules.by("stay_max")))
    rake = setup.terms.rake
    if rake is not None:
        facts = {"share": rake.percent, "threshold": rake.from_}
        clause = rules.by("commission_told")
        told.append(Announced(what="comision-de-la-mesa", facts=facts, clause=clause))
    if rules.opening_told:
        facts = {"to": JEFE_DE_SALA}
        clause = rules.by("opening_told")
        told.append(Announced(what="apertura-avisada", facts=facts, clause=clause))
    return tuple(told)


class BoxesComplete(Act[R, S], frozen=True, kw_only=True, tag="cajas-completas"):
    """The croupier says aloud that everybody has bought his box; not before it is so."""

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        clause = setup.rules.by("boxes_told")
        for seat in setup.seats:
            if not setup.chips.get(seat, 0):
                box = box_of(setup)
                raise Refused(clause, "box-missing", seat=seat, amount=0, box=box)
        yield Announced(what="cajas-completas", clause=clause)
        return state
