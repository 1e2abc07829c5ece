"""Warnings at a circle table: the first time a word, the second time a consequence
(CAT-III.3.6.3-19, CAT-III.3.6.4-21). They are counted for as long as the player keeps his seat."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.roles import JEFE
from tapete.core.round.ask import Round, Ruling
from tapete.core.round.event import Ruled

EARLY = "fuera-de-turno"
EXPOSED = "cartas-expuestas"
WARNING = "advertencia"
HAND_LOST = "pierde-la-mano"
GOES_ON = "sigue"
BARRED = "no-sigue"


class Manners(msgspec.Struct, frozen=True, kw_only=True):
    """Who was warned of what, and who may not go on playing."""

    early: tuple[int, ...] = ()
    exposed: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()

    def without(self, seat: int) -> Manners:
        """Nothing is held against whoever sits there next."""
        return Manners(
            early=tuple(other for other in self.early if other != seat),
            exposed=tuple(other for other in self.exposed if other != seat),
            barred=tuple(other for other in self.barred if other != seat),
        )


class Watch:
    """The jefe de mesa's eye on the manners of a hand in course. ``strict``: exposed cards lose the
    hand without a warning first."""

    def __init__(
        self, manners: Manners, early: ClauseId, exposed: ClauseId, *, strict: bool = False
    ) -> None:
        self.manners, self.strict = manners, strict
        self.seen_by_one: list[int] = []  # whose cards another player saw: all see them at the end
        self._early, self._exposed = early, exposed

    def bet_early(self, seat: int) -> Round[None]:
        """A bet out of turn: a warning; when it happens again he may be forbidden to go on."""
        about = f"{EARLY}:{seat}"
        if seat not in self.manners.early:
            self.manners = replace(self.manners, early=(*self.manners.early, seat))
            yield Ruled(role=JEFE, question=about, ruling=WARNING, clause=self._early)
            return
        ruling = yield from Ruling(
            question=about, options=(GOES_ON, BARRED), default=GOES_ON, clause=self._early
        )
        yield Ruled(role=JEFE, question=about, ruling=ruling, clause=self._early)
        if ruling == BARRED and seat not in self.manners.barred:
            self.manners = replace(self.manners, barred=(*self.manners.barred, seat))

    def showed_cards(self, seat: int) -> Round[bool]:
        """Cards let be seen: a warning; the second time the hand is lost. Gives whether it is."""
        again = self.strict or seat in self.manners.exposed
        if not again:
            self.manners = replace(self.manners, exposed=(*self.manners.exposed, seat))
        ruling = HAND_LOST if again else WARNING
        yield Ruled(role=JEFE, question=f"{EXPOSED}:{seat}", ruling=ruling, clause=self._exposed)
        return again
