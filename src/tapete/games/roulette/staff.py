"""What the jefe de mesa of a roulette table decides between throws: faulty material."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.act import ROW, Act
from tapete.core.round.ask import Round
from tapete.core.round.event import Ruled
from tapete.core.round.game import Setup
from tapete.games.roulette.roulette import RouletteState
from tapete.games.roulette.rules import RouletteRules, RouletteTerms

STOPS = "suspender"


class RuleOnMaterial(Act[RouletteRules, RouletteState], frozen=True, kw_only=True, tag="material"):
    """The croupier found the ball or wheel faulty; the jefe de mesa decides how to go on.

    With ``suspender`` no ball is thrown until he decides otherwise.
    """

    duty: ClassVar[Duty | None] = Duty((JEFE,), "CAT-I.3.2-10", own=("material_rulings",))

    material: str
    ruling: Annotated[str, Meta(extra={ROW: "material_rulings"})]

    def carry_out(
        self, setup: Setup[RouletteRules, RouletteTerms], state: RouletteState
    ) -> Round[RouletteState]:
        rules, ruling = setup.rules, self.ruling
        clause = rules.by("material_rulings")
        if ruling not in rules.material_rulings:
            rulings = " ".join(rules.material_rulings)
            raise Refused(clause, "no-such-ruling", ruling=ruling, rulings=rulings)
        question = f"material:{self.material}"
        yield Ruled(role=self.by, question=question, ruling=ruling, clause=clause)
        stopped = self.material if ruling == STOPS else ""
        return msgspec.structs.replace(state, stopped=stopped)
