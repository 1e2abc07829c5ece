"""Chuck a Luck (CAT-IV.3): the sum of three dice turned in a cage."""

from __future__ import annotations

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


class ChuckRules(CupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of Chuck a Luck. A bet wins on a sum, or on three faces (``2-2-2``)."""

    void_turns: str
    void_tilted: str
    lose_all: tuple[int, ...]

    def void_causes(self) -> dict[str, ClauseId]:
        return {self.void_turns: self.by("void_turns"), self.void_tilted: self.by("void_tilted")}


def play(setup: Setup[ChuckRules, Terms], state: CupState) -> Round[CupState]:
    """One round: bets, the cage is turned, losers taken, winners paid."""
    rules = setup.rules
    stakes, faces = yield from bets_and_throw(setup)
    if faces:
        number, together = sum(map(int, faces)), "-".join(faces)
        yield ResultShown(result=together, facts={"suma": number}, clause=rules.by("result_call"))

        def pays(bet: str) -> Pay | None:
            wins = rules.bets[bet].wins
            if number in rules.lose_all or not {number, together} & set(wins):
                return None
            return rules.pay(bet)

        lost = rules.by("lose_all" if number in rules.lose_all else "loses")
        yield from settle_figures(setup, stakes, pays, lost=lost)
    yield dice_to_check(rules, state)
    return state


CHUCK_A_LUCK = Game(
    id="chuck-a-luck",
    rules=ChuckRules,
    state=CupState,
    opening=opening,
    play=play,
    acts=ACTS,
)
