"""The answers of one round, taken from its plan: slip, chance, moves, rulings, and the tries
that must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.book.fault import fault_of
from tapete.core.book.refused import ALSO, Refused
from tapete.core.round.ask import Ask
from tapete.core.round.bets import SECTION_ROLE, BetAction, Noticed, Place, Remove, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import TurnGiven
from tapete.core.round.live import Live
from tapete.core.round.record import line_of_event
from tapete.core.round.shown import viewer_at
from tapete.games.cards.puntoybanca.shoe_turn import PASS, SHOE
from tapete.games.dice.craps.mark import Mark
from tapete.scenario.between import stands_aside
from tapete.scenario.compare import Code, Difference, of_seat
from tapete.scenario.file import RoundPlan, Tried

CALLED_ON = "activa"

Answer = Callable[[Any], object]
"""Whoever takes the answers: the table, or the round itself."""


class Stopped(Exception):
    """The scenario cannot go on, and why."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference
        super().__init__(str(difference))


class Abandoned(Exception):
    """The throw was refused as it must be, and the round brings no other."""


class Answers:
    """What a round's plan still has to give, and giving it to whoever asks."""

    def __init__(
        self, plan: RoundPlan, number: int, live: Live[Any], answer: Answer | None = None
    ) -> None:
        self.plan, self.number, self.live = plan, number, live
        self.answer: Answer = answer or live.answer
        self.chance = list(plan.chance)
        self.moves = {seat: list(moves) for seat, moves in plan.moves.items()}
        self.rulings = list(plan.rulings)
        self.made: dict[int, int] = {}
        self.bets_asked = False
        self.closed_at: int | None = None  # events told when a throw that must fail was let go

    def give(self) -> None:
        """Answer the open ask."""
        ask = self.live.ask
        assert ask is not None
        answer = self._answer(ask)
        try:
            self.answer(answer)
        except Refused as refusal:
            raise self._stop("answer-refused", said=refusal, wanted=_written(answer)) from None

    def check_all_used(self) -> None:
        """Nothing of the plan may be left over."""
        if self.chance:
            raise self._stop("chance-left", wanted=" ".join(map(str, self.chance)))
        for seat, moves in self.moves.items():
            if moves:
                raise self._stop("moves-left", seat, wanted=" ".join(moves))
        if self.rulings:
            raise self._stop("rulings-left", wanted=" ".join(self.rulings))
        # Bets on a round known to be void are not even taken.
        if not self.bets_asked and self._has_bets() and not self.plan.void:
            raise self._stop("bets-never-asked")
        if self.closed_at is not None:
            raise self._stop("throw-taken")

    def _has_bets(self) -> bool:
        plan = self.plan
        tried = any(t.move is None for t in plan.refused)
        return bool(plan.bets or plan.late or plan.remove or plan.active or tried)

    def _answer(self, ask: Ask[Any]) -> Any:
        if ask.betting is not None:
            if self.bets_asked:
                return Slip()
            self.bets_asked = True
            return self._slip(ask.betting)
        if ask.is_chance:
            return self._chance(ask)
        if ask.put_to.seat is not None:
            return self._move(ask, ask.put_to.seat)
        return self._ruling(ask)

    # Bets

    def _slip(self, window: BetWindow) -> Slip:
        actions: list[BetAction] = []
        self._put(
            window,
            actions,
            [Remove(s, bet) for s, bets in self.plan.remove.items() for bet in bets],
        )
        self._put(
            window,
            actions,
            [
                Place(seat, bet, amount)
                for seat, bets in self.plan.bets.items()
                for bet, amount in bets.items()
            ],
        )
        self._put(
            window,
            actions,
            [Mark(seat, bet, CALLED_ON) for seat, bets in self.plan.active.items() for bet in bets],
        )
        for tried in self.plan.refused:
            if tried.bet is not None:
                assert tried.seat is not None and tried.amount is not None
                self._must_refuse(
                    window, actions, Place(tried.seat, tried.bet, tried.amount), tried
                )
            elif tried.remove is not None:
                assert tried.seat is not None
                self._must_refuse(window, actions, Remove(tried.seat, tried.remove), tried)
        self._put(
            window,
            actions,
            [Noticed(late.seat, late.bet, late.amount, SECTION_ROLE) for late in self.plan.late],
        )
        slip = Slip(tuple(actions))
        for tried in self.plan.refused:
            if tried.throw:
                self._refuse_throw(window, slip, tried)
        return slip

    def _put(self, window: BetWindow, actions: list[BetAction], wanted: list[BetAction]) -> None:
        """Do these in the order of the file; what stands only on another comes after it."""
        while wanted:
            open_bets = window.open()
            for action in actions:
                open_bets.take(action)
            left: list[BetAction] = []
            refusals: list[Refused] = []
            for action in wanted:
                try:
                    open_bets.take(action)
                    actions.append(action)
                except Refused as refusal:
                    left.append(action)
                    refusals.append(refusal)
            if len(left) == len(wanted):
                raise self._stop(
                    "bet-refused", left[0].seat, said=refusals[0], wanted=_say(left[0])
                )
            wanted = left

    def _must_refuse(
        self, window: BetWindow, actions: list[BetAction], action: BetAction, tried: Tried
    ) -> None:
        open_bets = window.open()
        for done in actions:
            open_bets.take(done)
        # A bet may be refused with the whole slip at the close, if the slip could close without it.
        closes = open_bets.cloth.settled(open_bets.felt) is None
        try:
            open_bets.take(action)
            if closes:
                open_bets.close()
        except Refused as refusal:
            self._check_reason(tried, refusal)
            return
        raise self._stop("taken", action.seat, wanted=_say(action))

    def _refuse_throw(self, window: BetWindow, slip: Slip, tried: Tried) -> None:
        try:
            window.check(slip)
        except Refused as refusal:
            self._check_reason(tried, refusal)
            if not self.chance:
                raise Abandoned from None
            return
        # Bets can be closed: then the dice must go on to another shooter before the throw.
        self.closed_at = len(self.live.events)

    # Moves

    def _move(self, ask: Ask[Any], seat: int) -> Any:
        made = self.made.get(seat, 0)
        for tried in self.plan.refused:
            if tried.move is not None and tried.seat == seat and tried.after in (None, made):
                self._try_move(ask, seat, tried.move, tried)
        moves = self.moves.get(seat, [])
        if moves and (_would_take(ask, moves[0]) or not ask.optional):
            answer = self._read(ask, moves[0], "move-refused", seat)
            self.made[seat] = made + 1
            moves.pop(0)
            return answer
        if ask.about == SHOE and stands_aside(self.plan, seat):
            return PASS
        if not ask.optional:
            shown = ask.view(viewer_at(seat))
            options = " ".join(option.name for option in shown.options)
            raise self._stop("move-missing", seat, wanted=options, clause=shown.clause)
        return ask.silence

    def _try_move(self, ask: Ask[Any], seat: int, move: str, tried: Tried) -> None:
        try:
            ask.check(ask.read(move))
        except Refused as refusal:
            self._check_reason(tried, refusal)
        except ValueError as error:
            if tried.code or tried.clause:
                raise self._stop(
                    "refused-otherwise", seat, wanted=reason(tried), why=fault_of(error)
                ) from None
        else:
            clause = ask.view(viewer_at(seat)).clause
            raise self._stop("move-taken", seat, wanted=move, clause=clause)

    def _check_reason(self, tried: Tried, refusal: Refused) -> None:
        """A refusal is the wanted one only if it gives the code and the clause the file gives."""
        if not gives_reason(refusal, tried):
            raise self._stop("refused-otherwise", tried.seat, said=refusal, wanted=reason(tried))

    # Rulings

    def _ruling(self, ask: Ask[Any]) -> Any:
        if self.rulings:
            return self._read(ask, self.rulings.pop(0), "answer-refused")
        if ask.silence is None:
            raise self._stop("unknown-ask", wanted=repr(ask))
        return ask.silence

    # Chance

    def _chance(self, ask: Ask[Any]) -> Any:
        if self.closed_at is not None:
            passed = self.live.events[self.closed_at :]
            if not any(isinstance(event, TurnGiven) for event in passed):
                raise self._stop("throw-taken")
            self.closed_at = None
        if not self.chance:
            raise self._stop("chance-missing", wanted=type(ask).__name__)
        return self._read(ask, self.chance.pop(0), "chance-refused")

    def _read(self, ask: Ask[Any], said: Any, code: Code, seat: int | None = None) -> Any:
        """An answer as the file writes it, as this ask takes it."""
        try:
            answer = ask.read(said)
            ask.check(answer)
        except Refused as refusal:
            raise self._stop(code, seat, said=refusal, wanted=str(said)) from None
        except ValueError as error:
            raise self._stop(code, seat, wanted=str(said), why=fault_of(error)) from None
        return answer

    def _stop(
        self,
        code: Code,
        seat: int | None = None,
        *,
        said: Refused | None = None,
        wanted: str = "",
        why: str = "",
        clause: str = "",
    ) -> Stopped:
        mine = of_seat(self.live.events, seat) if seat is not None else []
        clauses = (said.clause,) if said is not None else (clause,) if clause else ()
        return Stopped(
            Difference(
                code,
                self.number,
                seat,
                expected=wanted,
                found=str(said) if said is not None else why,
                clauses=clauses,
                events=tuple(map(line_of_event, mine)),
                refusal=said,
            )
        )


def _would_take(ask: Ask[Any], said: str) -> bool:
    """Whether an answer as it is written would be taken."""
    try:
        return ask.fits(ask.read(said))
    except ValueError:
        return False


def gives_reason(refusal: Refused, tried: Tried) -> bool:
    """Whether a refusal names the code and the clause that the file wants."""
    named = (refusal.clause, *str(refusal.facts.get(ALSO, "")).split())
    return tried.code in (None, refusal.code) and (tried.clause is None or tried.clause in named)


def reason(tried: Tried) -> str:
    """Why something must be refused, as the file says it."""
    return " ".join(part for part in (tried.code, tried.clause) if part)


def _written(answer: Any) -> str:
    """An answer as the file writes it."""
    if isinstance(answer, Slip):
        return ", ".join(_say(action) for action in answer.actions)
    return str(answer)


def _say(action: BetAction) -> str:
    match action:
        case Place() | Noticed():
            return f"{action.bet} {action.amount}"
        case Remove():
            return f"-{action.bet}"
        case Mark():
            return f"{action.bet} {action.mark}"
    return "throw"
