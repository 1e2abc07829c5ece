"""Big Six or Rueda de la Fortuna (CAT-II.3): a vertical disc of 54 places and a stopper."""

from __future__ import annotations

import msgspec

from tapete.core.ask import Round, Ruling
from tapete.core.bets import Stake
from tapete.core.chance import NoResult, Spin
from tapete.core.event import Announced, ResultShown, Ruled, ThrowVoid
from tapete.core.game import Game, Setup, TableState, Told
from tapete.core.refused import Refused
from tapete.core.window import take_bets
from tapete.games.figures import FigureRules, annul, bets_on_figures, settle_figures

MENDED = "reparada"
CLOSED = "cierre"


class BigSixRules(FigureRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of Big Six."""

    disc: tuple[str, ...]
    void_turns: str
    void_between: str
    reopen_call: str
    breakdown: str
    temporary_close: str


class BigSixState(TableState, frozen=True, kw_only=True):
    """What the table keeps: whether a breakdown has closed it for a time."""

    closed: bool = False


def opening(rules: BigSixRules) -> BigSixState:
    return BigSixState()


def ready(setup: Setup[BigSixRules], state: BigSixState) -> None:
    """A table closed for a time begins no round until it is opened again."""
    if state.closed:
        raise Refused(setup.rules.by("temporary_close"), "closed-for-repair")


def play(setup: Setup[BigSixRules], state: BigSixState) -> Round[BigSixState]:
    """One round: bets, disc, losers taken, winners paid.

    A void spin changes no bet: the players are asked whether they change or add bets, and the
    disc is spun again (CAT-II.3.6-02, CAT-II.3.6-03). A breakdown ends the round.
    """
    rules = setup.rules
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    standing: tuple[Stake, ...] = ()
    while True:
        stakes = yield from take_bets(bets_on_figures(setup, standing))
        spin = disc_spin(rules)
        result = yield from spin
        if not isinstance(result, NoResult):
            break
        clause = spin.void_clause(result.cause)
        yield ThrowVoid(cause=result.cause, clause=clause)
        if result.cause == rules.breakdown:
            yield from annul(stakes, result.cause, clause)
            state = yield from after_breakdown(rules, state)
            return state
        yield Announced(what=rules.reopen_call, clause=clause)
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


def disc_spin(rules: BigSixRules) -> Spin:
    """The disc turns and betting is closed: both are one moment (CAT-II.3.4-02)."""
    return Spin(
        places=rules.disc,
        clause=rules.by("disc"),
        closed_by=rules.by("late_bet"),
        void={**rules.void_causes(), rules.breakdown: rules.by("breakdown")},
        other=rules.by("irregular"),
    )


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


def reopen(setup: Setup[BigSixRules], state: BigSixState, *, by: str) -> tuple[BigSixState, Told]:
    """The disc is mended: whoever closed the table for a time opens it again."""
    rules = setup.rules
    clause = rules.by("temporary_close")
    if not state.closed:
        raise Refused(clause, "not-closed")
    if by != rules.temporary_close:
        raise Refused(clause, "needs-leave", role=rules.temporary_close, by=by)
    told: Told = [
        Ruled(role=by, question=rules.breakdown, ruling=MENDED, clause=clause),
        Announced(what="reapertura", clause=clause),
    ]
    return msgspec.structs.replace(state, closed=False), told


BIG_SIX = Game(
    id="big-six",
    rules=BigSixRules,
    state=BigSixState,
    opening=opening,
    play=play,
    acts={"reopen": reopen},
    ready=ready,
)
