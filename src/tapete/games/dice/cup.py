"""Three dice that the croupier shakes, in a cup or a cage: Corona y Ancla and Chuck a Luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from tapete.core.ask import Round
from tapete.core.bets import Stake
from tapete.core.chance import Faces, NoResult, Roll
from tapete.core.event import Announced, Ruled, ThrowVoid
from tapete.core.game import Setup, TableState, Told
from tapete.core.refused import Refused
from tapete.core.window import take_bets
from tapete.games.figures import FigureRules, annul, bets_on_figures


class CupRules(FigureRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a game of three dice shaken by the croupier."""

    dice: int
    dice_set: int
    faces: tuple[str, ...]
    dice_leave: str


C = TypeVar("C", bound=CupRules)


class CupState(TableState, frozen=True, kw_only=True):
    """The dice of the table by number: those in play and those in reserve."""

    in_play: tuple[int, ...]
    reserve: tuple[int, ...]


def opening(rules: CupRules) -> CupState:
    """A new set of dice: the first ones in play, the others in reserve."""
    dice = tuple(range(1, rules.dice_set + 1))
    return CupState(in_play=dice[: rules.dice], reserve=dice[rules.dice :])


def bets_and_throw(setup: Setup[C]) -> Round[tuple[tuple[Stake, ...], Faces]]:
    """Bets, then one throw. No faces: it was void, and with it the round.

    Unlike roulette a void throw is not repeated: a new round of bets follows it.
    """
    rules = setup.rules
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    stakes = yield from take_bets(bets_on_figures(setup))
    roll = Roll(
        dice=rules.dice,
        faces=rules.faces,
        clause=rules.by("faces"),
        closed_by=rules.by("late_bet"),
        void=rules.void_causes(),
        other=rules.by("irregular"),
    )
    thrown = yield from roll
    if not isinstance(thrown, NoResult):
        return stakes, thrown
    clause = roll.void_clause(thrown.cause)
    yield ThrowVoid(cause=thrown.cause, clause=clause)
    yield from annul(stakes, thrown.cause, clause)
    return stakes, ()


def dice_to_check(rules: CupRules, state: CupState) -> Announced:
    """After each play the croupier is to check the dice that were thrown."""
    dice = "-".join(map(str, state.in_play))
    return Announced(
        what="revisar-dados",
        facts={"dados": dice},
        clause=rules.by("dice_leave"),
        audience=("croupier",),
    )


def replace_die(setup: Setup[C], state: CupState, *, die: int, by: str) -> tuple[CupState, Told]:
    """Put a die of the reserve in the place of a faulty one, with leave of the jefe de mesa."""
    rules = setup.rules
    _check_leave(rules, by)
    if die not in state.in_play:
        raise Refused(rules.by("dice"), "die-not-in-play", die=die)
    if not state.reserve:
        raise Refused(rules.by("dice_set"), "no-dice-in-reserve", die=die)
    fresh, *reserve = state.reserve
    in_play = tuple(fresh if other == die else other for other in state.in_play)
    told = _allowed(rules, "reemplazo-de-dado", by)
    told.append(
        Announced(
            what="dado-reemplazado",
            facts={"sale": die, "entra": fresh},
            clause=rules.by("dice_leave"),
        )
    )
    return msgspec.structs.replace(state, in_play=in_play, reserve=tuple(reserve)), told


def renew_set(setup: Setup[C], state: CupState, *, by: str) -> tuple[CupState, Told]:
    """Bring a new set of dice to the table, with leave of the jefe de mesa."""
    rules = setup.rules
    _check_leave(rules, by)
    told = _allowed(rules, "set-nuevo", by)
    told.append(
        Announced(what="set-nuevo", facts={"dados": rules.dice_set}, clause=rules.by("dice_set"))
    )
    return opening(rules), told


def _check_leave(rules: CupRules, by: str) -> None:
    if by != rules.dice_leave:
        raise Refused(rules.by("dice_leave"), "needs-leave", role=rules.dice_leave, by=by)


def _allowed(rules: CupRules, question: str, by: str) -> Told:
    return [Ruled(role=by, question=question, ruling="autorizado", clause=rules.by("dice_leave"))]


ACTS: Mapping[str, Callable[..., tuple[CupState, Told]]] = {
    "replace-die": replace_die,
    "renew-set": renew_set,
}
