"""Corona y Ancla or Crown and Anchor (CAT-IV.2): three dice of figures thrown from a cup."""

from __future__ import annotations

from collections import Counter

from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import Pay
from tapete.core.round.ask import Round
from tapete.core.round.event import ResultShown
from tapete.core.round.game import Game, Setup
from tapete.core.round.terms import Terms
from tapete.games.dice.cup import (
    ACTS,
    CupRules,
    CupState,
    bets_and_throw,
    dice_to_check,
    opening,
)
from tapete.games.figures import settle_figures

FIGURE = "figura"


class CoronaRules(CupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of Corona y Ancla."""

    void_fallen: str
    void_tilted: str

    def void_causes(self) -> dict[str, ClauseId]:
        return {self.void_fallen: self.by("void_fallen"), self.void_tilted: self.by("void_tilted")}


def play(setup: Setup[CoronaRules, Terms], state: CupState) -> Round[CupState]:
    """One round: bets, three dice, losers taken, winners paid by how often they came."""
    rules = setup.rules
    stakes, faces = yield from bets_and_throw(setup)
    if faces:
        shown = Counter(faces)
        yield ResultShown(result="-".join(faces), facts=dict(shown), clause=rules.by("result_call"))

        def pays(bet: str) -> Pay | None:
            return rules.pay(FIGURE, on=str(shown[bet])) if shown[bet] else None

        yield from settle_figures(setup, stakes, pays, lost=rules.by("loses"))
    yield dice_to_check(rules, state)
    return state


CORONA_Y_ANCLA = Game(
    id="corona-y-ancla",
    rules=CoronaRules,
    state=CupState,
    opening=opening,
    play=play,
    acts=ACTS,
)
