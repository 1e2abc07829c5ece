"""The answers of one round, taken from its plan: slip, chance, moves, rulings, and the tries
that must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.ask import Ask, ChanceAsk, Choose, Ruling
from tapete.core.bets import Action, Mark, Noticed, Place, Remove, Slip, Throw
from tapete.core.cards import card
from tapete.core.chance import DrawCard, Roll
from tapete.core.event import TurnGiven
from tapete.core.live import Live
from tapete.core.record import line_of_event
from tapete.core.refused import Refused
from tapete.core.window import SECTION_ROLE, BetWindow
from tapete.games.cards.puntoybanca.shoe_turn import PASS, SHOE
from tapete.scenario.between import stands_aside
from tapete.scenario.compare import Code, Difference, of_seat
from tapete.scenario.file import Chance, RoundPlan, Tried

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
            raise self._stop("answer-refused", said=refusal, wanted=str(answer)) from None

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
        match ask:
            case BetWindow():
                if self.bets_asked:
                    return Slip()
                self.bets_asked = True
                return self._slip(ask)
            case Choose():
                return self._move(ask)
            case Ruling():
                return self.rulings.pop(0) if self.rulings else ask.default
            case ChanceAsk():
                return self._chance(ask)
        raise self._stop("unknown-ask", wanted=repr(ask))

    # Bets

    def _slip(self, window: BetWindow) -> Slip:
        actions: list[Action] = []
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
                self._must_refuse(window, actions, Place(tried.seat, tried.bet, tried.amount))
            elif tried.remove is not None:
                assert tried.seat is not None
                self._must_refuse(window, actions, Remove(tried.seat, tried.remove))
        self._put(
            window,
            actions,
            [Noticed(late.seat, late.bet, late.amount, SECTION_ROLE) for late in self.plan.late],
        )
        slip = Slip(tuple(actions))
        if any(tried.throw for tried in self.plan.refused):
            self._refuse_throw(window, slip)
        return slip

    def _put(self, window: BetWindow, actions: list[Action], wanted: list[Action]) -> None:
        """Do these in the order of the file; what stands only on another comes after it."""
        while wanted:
            taking = window.open()
            for action in actions:
                taking.take(action)
            left: list[Action] = []
            refusals: list[Refused] = []
            for action in wanted:
                try:
                    taking.take(action)
                    actions.append(action)
                except Refused as refusal:
                    left.append(action)
                    refusals.append(refusal)
            if len(left) == len(wanted):
                raise self._stop(
                    "bet-refused", _seat_of(left[0]), said=refusals[0], wanted=_say(left[0])
                )
            wanted = left

    def _must_refuse(self, window: BetWindow, actions: list[Action], action: Action) -> None:
        taking = window.open()
        for done in actions:
            taking.take(done)
        # A bet may be refused with the whole slip at the close, if the slip could close without it.
        closes = window.cloth.settled(taking.felt) is None
        try:
            taking.take(action)
            if closes:
                taking.close()
        except Refused:
            return
        raise self._stop("taken", _seat_of(action), wanted=_say(action))

    def _refuse_throw(self, window: BetWindow, slip: Slip) -> None:
        try:
            window.check(slip)
        except Refused:
            if not self.chance:
                raise Abandoned from None
            return
        # Bets can be closed: then the dice must go on to another shooter before the throw.
        self.closed_at = len(self.live.events)

    # Moves

    def _move(self, ask: Choose) -> str:
        made = self.made.get(ask.seat, 0)
        for tried in self.plan.refused:
            if tried.move is not None and tried.seat == ask.seat and tried.after in (None, made):
                self._try_move(ask, tried)
        moves = self.moves.get(ask.seat, [])
        if moves and (ask.fits(moves[0]) or not ask.optional):
            try:
                ask.check(moves[0])
            except Refused as refusal:
                raise self._stop("move-refused", ask.seat, said=refusal, wanted=moves[0]) from None
            self.made[ask.seat] = made + 1
            return moves.pop(0)
        if ask.about == SHOE and stands_aside(self.plan, ask.seat):
            return PASS
        if not ask.optional:
            options = " ".join(option.name for option in ask.options)
            raise self._stop("move-missing", ask.seat, wanted=options, clause=ask.clause)
        return ask.default

    def _try_move(self, ask: Choose, tried: Tried) -> None:
        assert tried.move is not None
        if ask.fits(tried.move):
            raise self._stop("move-taken", ask.seat, wanted=tried.move, clause=ask.clause)

    # Chance

    def _chance(self, ask: ChanceAsk[Any]) -> Any:
        if self.closed_at is not None:
            passed = self.live.events[self.closed_at :]
            if not any(isinstance(event, TurnGiven) for event in passed):
                raise self._stop("throw-taken")
            self.closed_at = None
        if not self.chance:
            raise self._stop("chance-missing", wanted=type(ask).__name__)
        entry = self.chance.pop(0)
        try:
            answer = as_answer(ask, entry)
            ask.check(answer)
        except Refused as refusal:
            raise self._stop("chance-refused", said=refusal, wanted=str(entry)) from None
        except ValueError as error:
            raise self._stop("chance-refused", wanted=str(entry), why=str(error)) from None
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


def as_answer(ask: ChanceAsk[Any], entry: Chance) -> Any:
    """A result as people write it, as this ask takes it: dice split, a card checked."""
    if not isinstance(entry, str):
        return entry
    if isinstance(ask, Roll):
        return tuple(entry.split("-"))
    if isinstance(ask, DrawCard):
        return card(entry)
    return entry


def _seat_of(action: Action) -> int | None:
    return None if isinstance(action, Throw) else action.seat


def _say(action: Action) -> str:
    match action:
        case Place() | Noticed():
            return f"{action.bet} {action.amount}"
        case Remove():
            return f"-{action.bet}"
        case Mark():
            return f"{action.bet} {action.mark}"
    return "throw"
