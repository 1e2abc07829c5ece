"""Big Six or Rueda de la Fortuna (CAT-II.3): a vertical disc of 54 places and a stopper."""

from __future__ import annotations

from functools import cached_property

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.round.act import Act
from tapete.core.round.annulled import Annulled, annulling, bets_back
from tapete.core.round.ask import Round, Ruling
from tapete.core.round.bets import Stake
from tapete.core.round.betting import take_bets
from tapete.core.round.chance import NoResult, Spin
from tapete.core.round.event import Announced, ResultShown, Ruled, ThrowVoid
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.terms import Terms
from tapete.games.figures import FigureRules, bets_on_figures, settle_figures

MENDED = "reparada"
CLOSED = "cierre"


class BigSixRules(FigureRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of Big Six."""

    some = ("disc",)

    disc: tuple[str, ...]
    void_turns: str
    void_between: str
    reopen_call: str
    breakdown: str
    temporary_close: str

    def void_causes(self) -> dict[str, ClauseId]:
        return {self.void_turns: self.by("void_turns"), self.void_between: self.by("void_between")}

    @cached_property
    def spin(self) -> Spin:
        """The disc turns and betting is closed: both are one moment (CAT-II.3.4-02)."""
        return Spin(
            places=self.disc,
            clause=self.by("disc"),
            closed_by=self.by("late_bet"),
            void={**self.void_causes(), self.breakdown: self.by("breakdown")},
            other=self.by("irregular"),
        )


class BigSixState(TableState, frozen=True, kw_only=True):
    """What the table keeps: whether a breakdown has closed it for a time."""

    closed: bool = False


def opening(rules: BigSixRules) -> BigSixState:
    return BigSixState()


def ready(setup: Setup[BigSixRules, Terms], state: BigSixState) -> None:
    """A table closed for a time begins no round until it is opened again."""
    if state.closed:
        raise Refused(setup.rules.by("temporary_close"), "closed-for-repair")


def play(setup: Setup[BigSixRules, Terms], state: BigSixState) -> Round[BigSixState]:
    """One round: bets, disc, losers taken, winners paid.

    A void spin changes no bet: the players are asked whether they change or add bets, and the
    disc is spun again (CAT-II.3.6-02, CAT-II.3.6-03). A breakdown ends the round.
    """
    rules = setup.rules
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    standing: tuple[Stake, ...] = ()
    while True:
        stakes = yield from take_bets(bets_on_figures(setup, standing))
        result = yield from annulling(spin_disc(rules), bets_back(stakes))
        if isinstance(result, Annulled):
            state = yield from after_breakdown(rules, state)
            return state
        if result is not None:
            break
        standing = stakes

    yield ResultShown(
        result=result, facts={"paga": rules.pay(result).odds}, clause=rules.by("result_call")
    )
    yield from settle_figures(
        setup,
        stakes,
        pays=lambda bet: rules.pay(bet) if bet == result else None,
        lost=rules.by("loses"),
    )
    return state


def spin_disc(rules: BigSixRules) -> Round[str | None]:
    """Where the disc stops; none: a void spin, and the betting opens again."""
    result = yield from rules.spin
    if not isinstance(result, NoResult):
        return result
    clause = rules.spin.void_clause(result.cause)
    yield ThrowVoid(cause=result.cause, clause=clause)
    if result.cause == rules.breakdown:
        raise Annulled(result.cause, clause)
    yield Announced(what=rules.reopen_call, clause=clause)
    return None


def after_breakdown(rules: BigSixRules, state: BigSixState) -> Round[BigSixState]:
    """Mended at once, a new round of bets follows; if not, the table closes for a time."""
    ruling = yield from Ruling(
        question=rules.breakdown,
        options=(MENDED, CLOSED),
        clause=rules.by("temporary_close"),
        role=rules.temporary_close,
        default=MENDED,
    )
    clause = rules.by("breakdown" if ruling == MENDED else "temporary_close")
    yield Ruled(role=rules.temporary_close, question=rules.breakdown, ruling=ruling, clause=clause)
    if ruling == MENDED:
        return state
    yield Announced(what="cierre-temporal", clause=clause)
    return msgspec.structs.replace(state, closed=True)


class Reopen(Act[BigSixRules, BigSixState], frozen=True, kw_only=True, tag="reopen"):
    """The disc is mended: whoever closed the table for a time opens it again."""

    @classmethod
    def duty_of(cls, rules: BigSixRules) -> Duty:
        return Duty((rules.temporary_close,), rules.by("temporary_close"))

    def carry_out(self, setup: Setup[BigSixRules, Terms], state: BigSixState) -> Round[BigSixState]:
        rules = setup.rules
        clause = rules.by("temporary_close")
        if not state.closed:
            raise Refused(clause, "not-closed")
        yield Ruled(role=self.by, question=rules.breakdown, ruling=MENDED, clause=clause)
        yield Announced(what="reapertura", clause=clause)
        return msgspec.structs.replace(state, closed=False)


BIG_SIX = Game(
    id="big-six",
    rules=BigSixRules,
    state=BigSixState,
    opening=opening,
    play=play,
    acts=(Reopen,),
    ready=ready,
)
