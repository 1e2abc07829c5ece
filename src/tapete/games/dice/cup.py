"""Three dice that the croupier shakes, in a cup or a cage: Corona y Ancla and Chuck a Luck."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

import msgspec

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.round.act import Act, Count
from tapete.core.round.annulled import Annulled, annulling, bets_back
from tapete.core.round.ask import Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import take_bets
from tapete.core.round.chance import Faces, NoResult, Roll
from tapete.core.round.event import Announced, Ruled, ThrowVoid
from tapete.core.round.game import Setup, TableState
from tapete.core.round.terms import Terms
from tapete.games.figures import FigureRules, bets_on_figures


class CupRules(FigureRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a game of three dice shaken by the croupier."""

    some = ("dice", "dice_set", "faces")

    dice: int
    dice_set: int
    faces: tuple[str, ...]
    dice_leave: str

    @cached_property
    def roll(self) -> Roll:
        """The throw of the croupier."""
        return Roll(
            dice=self.dice,
            faces=self.faces,
            clause=self.by("faces"),
            closed_by=self.by("late_bet"),
            void=self.void_causes(),
            other=self.by("irregular"),
        )


C = TypeVar("C", bound=CupRules)


class CupState(TableState, frozen=True, kw_only=True):
    """The dice of the table by number: those in play and those in reserve."""

    in_play: tuple[int, ...]
    reserve: tuple[int, ...]


def opening(rules: CupRules) -> CupState:
    """A new set of dice: the first ones in play, the others in reserve."""
    dice = tuple(range(1, rules.dice_set + 1))
    return CupState(in_play=dice[: rules.dice], reserve=dice[rules.dice :])


def bets_and_throw(setup: Setup[C, Terms]) -> Round[tuple[tuple[Stake, ...], Faces]]:
    """Bets, then one throw. No faces: it was void, and with it the round.

    Unlike roulette a void throw is not repeated: a new round of bets follows it.
    """
    rules = setup.rules
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    stakes = yield from take_bets(bets_on_figures(setup))
    thrown = yield from annulling(throw_dice(rules), bets_back(stakes))
    return stakes, () if isinstance(thrown, Annulled) else thrown


def throw_dice(rules: CupRules) -> Round[Faces]:
    """One throw; if it is void the round is."""
    thrown = yield from rules.roll
    if not isinstance(thrown, NoResult):
        return thrown
    clause = rules.roll.void_clause(thrown.cause)
    yield ThrowVoid(cause=thrown.cause, clause=clause)
    raise Annulled(thrown.cause, clause)


def dice_to_check(rules: CupRules, state: CupState) -> Announced:
    """After each play the croupier is to check the dice that were thrown."""
    dice = "-".join(map(str, state.in_play))
    return Announced(
        what="revisar-dados",
        facts={"dados": dice},
        clause=rules.by("dice_leave"),
        audience=("croupier",),
    )


class DiceAct(Act[CupRules, CupState], frozen=True, kw_only=True):
    """Dice are taken off the table or brought to it with leave of the jefe de mesa alone."""

    @classmethod
    def duty_of(cls, rules: CupRules) -> Duty:
        return Duty((rules.dice_leave,), rules.by("dice_leave"))

    def allowed(self, rules: CupRules, question: str) -> Ruled:
        clause = rules.by("dice_leave")
        return Ruled(role=self.by, question=question, ruling="autorizado", clause=clause)


class ReplaceDie(DiceAct, frozen=True, kw_only=True, tag="replace-die"):
    """Put a die of the reserve in the place of a faulty one."""

    die: Count

    def carry_out(self, setup: Setup[CupRules, Terms], state: CupState) -> Round[CupState]:
        rules, die = setup.rules, self.die
        if die not in state.in_play:
            raise Refused(rules.by("dice"), "die-not-in-play", die=die)
        if not state.reserve:
            raise Refused(rules.by("dice_set"), "no-dice-in-reserve", die=die)
        fresh, *reserve = state.reserve
        in_play = tuple(fresh if other == die else other for other in state.in_play)
        yield self.allowed(rules, "reemplazo-de-dado")
        facts = {"sale": die, "entra": fresh}
        yield Announced(what="dado-reemplazado", facts=facts, clause=rules.by("dice_leave"))
        return msgspec.structs.replace(state, in_play=in_play, reserve=tuple(reserve))


class RenewSet(DiceAct, frozen=True, kw_only=True, tag="renew-set"):
    """Bring a new set of dice to the table."""

    def carry_out(self, setup: Setup[CupRules, Terms], state: CupState) -> Round[CupState]:
        rules = setup.rules
        yield self.allowed(rules, "set-nuevo")
        facts = {"dados": rules.dice_set}
        yield Announced(what="set-nuevo", facts=facts, clause=rules.by("dice_set"))
        return opening(rules)


ACTS = (ReplaceDie, RenewSet)
