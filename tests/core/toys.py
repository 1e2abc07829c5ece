"""Small games made for the tests of the core: they use every kind of ask and hide a card."""

from __future__ import annotations

from typing import Any

from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose, Option, Round, Ruling
from tapete.core.round.cards import mazo
from tapete.core.round.chance import DrawCard, Exposed
from tapete.core.round.event import Announced, CardDealt, CardSeen, Chosen, Ruled
from tapete.core.round.game import Setup, TableState

COVERED = "CAT-I.1-06"


class ToyState(TableState, frozen=True, kw_only=True):
    rounds: int = 0


def secret_card(setup: Setup[GameRules, Any], state: ToyState) -> Round[ToyState]:
    """A covered card to every seat, seen by its owner only; one choice each; one ruling."""
    for seat in setup.seats:
        drawn = yield from DrawCard(
            source="sabot", left=mazo(1), clause="CAT-I.1-18", irregular=("carta-descubierta",)
        )
        zone = f"seat:{seat}"
        if isinstance(drawn, Exposed):
            yield CardDealt(to=zone, card=drawn.card, clause=COVERED)
            continue
        assert isinstance(drawn, str)
        yield CardDealt(to=zone, clause=COVERED)
        yield CardSeen(zone=zone, index=0, card=drawn, audience=(zone,), clause=COVERED)
    for seat in setup.seats:
        move = yield from Choose(
            seat=seat,
            about="mano",
            options=(Option("pedir"), Option("plantarse"), Option("doblar", 100, 500, 100)),
            closed={"separar": "CAT-I.1-14"},
            clause="CAT-I.1-15",
            default="plantarse",
        )
        yield Chosen(seat=seat, move=move, clause="CAT-I.1-15")
    ruling = yield from Ruling(
        question="vale", options=("si", "no"), clause="CAT-I.6-02", default="si"
    )
    yield Ruled(role="jefe-de-mesa", question="vale", ruling=ruling, clause="CAT-I.6-02")
    yield Announced(what="fin", clause="CAT-I.3.2-07")
    return ToyState(rounds=state.rounds + 1)


def setup(*seats: int) -> Setup[GameRules, Any]:

    rules = GameRules(game="toy", edition="scj-2023", name="Toy", bets={}, pays={}, clauses={})
    return Setup(rules=rules, seats=seats)
