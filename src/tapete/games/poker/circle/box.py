"""The box (caja): what each player buys to sit down, and what may be added to it or taken from it
(CAT-III.3.6.3-14 to -17, -21; CAT-III.3.5.7.1-04 to -07).

The chips before a seat are the table's own account; nothing here counts them again.
"""

from __future__ import annotations

from tapete.core.event import Announced, Event
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import JEFE_DE_SALA
from tapete.games.poker.circle.places import R, S, box_of, informed, stay_of

MISSING_ONLY = "lo-que-falta"


def may_move_chips(setup: Setup[R], state: S, seat: int, amount: int, playing: bool) -> None:
    """Raise `Refused` unless so many chips may come to a seat or, below 0, leave it now.

    During a hand the box of whoever is in it neither grows nor shrinks. Between hands it grows
    by what is missing to the whole box, or where the game allows it by at least another box.
    """
    rules = setup.rules
    has = setup.stacks.get(seat, 0)
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


def check_settings(setup: Setup[R]) -> None:
    """Raise `Refused` unless what the casino set for this table is allowed."""
    rules, stay = setup.rules, stay_of(setup)
    most = rules.stay_max or 0
    if not 0 <= stay <= most:
        clause = rules.clauses.get("stay_max") or rules.by("box")
        raise Refused(clause, "stay-too-long", minutes=stay, most=most)


def notices(setup: Setup[R]) -> tuple[Announced, ...]:
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
    rake = setup.circle.rake if setup.circle is not None else None
    if rake is not None and "commission_told" in rules.clauses:
        facts = {"share": rake.percent, "threshold": rake.from_}
        clause = rules.by("commission_told")
        told.append(Announced(what="comision-de-la-mesa", facts=facts, clause=clause))
    if "opening_told" in rules.clauses:
        facts = {"to": JEFE_DE_SALA}
        clause = rules.by("opening_told")
        told.append(Announced(what="apertura-avisada", facts=facts, clause=clause))
    return tuple(told)


def boxes_complete(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """The croupier says aloud that everybody has bought his box; not before it is so."""
    rules = setup.rules
    for seat in setup.seats:
        if not setup.stacks.get(seat, 0):
            box = box_of(setup)
            raise Refused(rules.by("boxes_told"), "box-missing", seat=seat, amount=0, box=box)
    return state, [Announced(what="cajas-completas", clause=rules.by("boxes_told"))]
