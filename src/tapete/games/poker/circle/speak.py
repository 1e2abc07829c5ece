"""The question put to a player whose turn it is to bet, and what may happen instead of an answer:
somebody bets before his turn, or lets his cards be seen."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, JEFE, PutTo, to_player
from tapete.core.round.ask import Ask, Choose, Option, Pick
from tapete.core.round.move import Move, move
from tapete.core.round.shown import AskView, FormView, tag
from tapete.games.poker.circle.declared import SHORT, Facing, meaning
from tapete.games.poker.circle.rulings import (
    RULINGS,
    TWO_STEPS,
    BoardEarly,
    BurnFault,
    CardsShownTo,
    DealFault,
    HandKilled,
    HandRestored,
    StaffRuling,
    TwoSteps,
    check_ruling,
)

PASAR, IR, APOSTAR, SUBIR, RESTO, RETIRARSE = (
    "pasar", "ir", "apostar", "subir", "resto", "retirarse",
)  # fmt: skip
BETS = (IR, APOSTAR, SUBIR, RESTO)
"""Moves that are bets: only those can be made out of turn and bind (CAT-III.3.6.3-18)."""


class OutOfTurn(msgspec.Struct, frozen=True, tag="fuera-de-turno", tag_field="irregular"):
    """A player bets before his turn."""

    seat: int
    move: str


class CardsExposed(msgspec.Struct, frozen=True, tag="cartas-expuestas", tag_field="irregular"):
    """A player lets his covered cards be seen; ``by_mistake`` he uncovered or dropped them."""

    seat: int
    by_mistake: bool = False


class Pushed(msgspec.Struct, frozen=True, tag="fichas-o-palabras", tag_field="irregular"):
    """The player whose turn it is pushes ``chips`` forward, says something, or both: it means what
    the rules of tournaments say (COL-4-04, COL-7.4-04)."""

    seat: int
    chips: tuple[int, ...] = ()
    say: str = ""


class ButtonMisplaced(msgspec.Struct, frozen=True, tag="boton-errado", tag_field="irregular"):
    """The button is found out of its place; ``seat`` is whose turn it is."""

    seat: int


Utterance: TypeAlias = (
    Move | OutOfTurn | CardsExposed | Pushed | ButtonMisplaced | TwoSteps | StaffRuling
)
"""What is heard when a player is asked: his move, or what somebody did instead of waiting."""
NOT_BY_WORD: ClauseId = "CAT-I.4.1-02"


LAPSES: Any = OutOfTurn | CardsExposed | Pushed | ButtonMisplaced | TwoSteps | StaffRuling
BUTTON_LATE: ClauseId = "COL-7.5.1-20"


class BettingChoice(Choose, frozen=True, kw_only=True, tag="betting-choice"):
    """The moves of the player whose turn it is to bet. ``already`` is what he has in this betting
    round, ``to_call`` what he lacks to stay in, ``stack`` what he has left; ``amounts`` is the
    clause on what may be bet."""

    already: int
    to_call: int
    stack: int
    amounts: ClauseId

    def check(self, answer: Move | str) -> None:
        said: Move = self.hear(answer)
        if not is_bet(self.seat, said, self.options, self.amounts):
            super().check(said)

    def view(self, viewer: str) -> AskView:
        """With what it costs to go along, and to go all in."""
        shown = super().view(viewer)
        options = (
            option if option.low is not None else replace(option, puts=self.puts(option.name))
            for option in shown.options
        )
        return replace(shown, options=tuple(options))

    def puts(self, answer: Move | str) -> int:
        said: Move = self.hear(answer)
        match said.name:
            case "apostar":
                return said.amount
            case "subir":
                return said.amount - self.already
            case "ir":
                return self.to_call
            case "resto":
                return self.stack
        return 0


def is_bet(seat: int, said: Move, options: tuple[Option, ...], clause: ClauseId) -> bool:
    """Whether this is a bet or an increase that is open; `Refused` if its amount is not."""
    sizes = [option for option in options if option.name == said.name and option.low is not None]
    refusals: list[Refused] = []
    for option in sizes:
        try:
            option.check(seat, said, clause)
            return True
        except Refused as refusal:
            refusals.append(refusal)
    if refusals:
        raise refusals[-1]
    return False


class Speak(Ask[Utterance], frozen=True, kw_only=True, tag="speak"):
    """It is a seat's turn to bet: its ``choice``, or a lapse of somebody at the table.

    ``waiting`` is what each player after it could bet now if he did not wait; ``held`` are the
    seats that hold cards. ``wait`` and ``expose`` are the clauses on both lapses. ``facing``: what
    he faces, where chips and words are read; ``misplaced``: a wrong button may be told now.
    """

    answer_type: ClassVar[Any] = Move | LAPSES

    choice: BettingChoice
    waiting: tuple[tuple[int, tuple[Option, ...]], ...]
    held: tuple[int, ...]
    wait: ClauseId
    expose: ClauseId
    facing: Facing | None = None
    misplaced: bool = False
    folded: tuple[int, ...] | None = None

    @property
    def seat(self) -> int:
        return self.choice.seat

    @property
    def about(self) -> str:
        return self.choice.about

    @property
    def put_to(self) -> PutTo:
        return self.choice.put_to

    @property
    def silence(self) -> Move:
        return self.choice.silence

    @property
    def still_in(self) -> tuple[int, ...]:
        return self.held

    def check(self, answer: Utterance | str) -> None:
        match self.hear(answer):
            case CardsExposed(seat=seat):
                if seat not in self.held:
                    raise Refused(self.expose, "no-cards-to-show", seat=seat)
            case OutOfTurn() as early:
                self._check_early(early)
            case Pushed() as pushed:
                self._check_pushed(pushed)
            case ButtonMisplaced():
                if not self.misplaced:
                    raise Refused(BUTTON_LATE, "button-stays")
            case TwoSteps() as steps:
                self._check_pushed(Pushed(steps.seat, (*steps.chips, *steps.more)), sized=False)
                if not steps.chips or not steps.more:
                    raise Refused(TWO_STEPS, "one-motion", seat=steps.seat)
            case (
                DealFault() | HandKilled() | HandRestored() | CardsShownTo() | BoardEarly()
                | BurnFault()
            ) as ruling:  # fmt: skip
                if self.folded is None:
                    raise Refused(self.wait, "no-such-irregularity", what=tag(type(ruling)))
                check_ruling(ruling, self.about, self.held, self.folded)
            case said:
                self.choice.check(said)

    def _check_early(self, early: OutOfTurn) -> None:
        said, options = move(early.move), dict(self.waiting).get(early.seat, ())
        if is_bet(early.seat, said, options, self.choice.amounts):
            return
        if said.name not in BETS or early.move not in (option.name for option in options):
            raise Refused(self.wait, "wait-for-your-turn", seat=early.seat, move=early.move)

    def _check_pushed(self, pushed: Pushed, *, sized: bool = True) -> None:
        if self.facing is None:
            raise Refused(NOT_BY_WORD, "not-by-word", seat=pushed.seat)
        if pushed.seat != self.seat:
            raise Refused(self.wait, "wait-for-your-turn", seat=pushed.seat, move=pushed.say)
        amount = sum(pushed.chips)
        if min(pushed.chips, default=1) <= 0 or amount > self.choice.stack:
            raise Refused(self.choice.amounts, "no-chips", amount=amount, has=self.choice.stack)
        if not sized:
            return
        found = meaning(self.facing, pushed.chips, pushed.say)
        if found.action != SHORT:
            self.choice.check(move(found.text))

    def check_answerer(self, by: str, seat: int | None, answer: Utterance) -> None:
        if isinstance(answer, HandRestored):
            PutTo((JEFE,), "COL-7.5.1-33").check(by, seat)
            return
        if isinstance(answer, (TwoSteps, *RULINGS)):
            PutTo((CROUPIER, JEFE), "COL-2-08").check(by, seat)
            return
        whose = self.seat if isinstance(answer, Move) else answer.seat
        to_player(whose).check(by, seat)

    def some(self, pick: Pick) -> Utterance:
        return self.choice.some(pick)

    def hear(self, said: object) -> Any:
        return self.choice.hear(said)

    def read(self, said: Any) -> Utterance:
        if isinstance(said, str):
            return move(said)
        lapse: Utterance = msgspec.convert(said, LAPSES)
        return lapse

    def write(self, answer: Utterance) -> Any:
        return answer.text if isinstance(answer, Move) else super().write(answer)

    def say(self, answer: Utterance) -> str:
        return answer.text if isinstance(answer, Move) else super().say(answer)

    def view(self, viewer: str) -> AskView:
        shown = replace(self.choice.view(viewer), kind=self.kind)
        return replace(shown, forms=self.forms()) if viewer == CROUPIER else shown

    def forms(self) -> dict[str, FormView]:
        """What a console may enter here: what only tournaments read or rule, only where they do."""
        kinds = (
            (self.facing is not None, (Pushed,)),
            (self.misplaced, (ButtonMisplaced,)),
            (self.folded is not None, (TwoSteps, *RULINGS)),
        )
        closed = {tag(kind) for is_open, group in kinds if not is_open for kind in group}
        return {name: one for name, one in super().forms().items() if name not in closed}

    def bets_closed_by(self) -> ClauseId:
        return self.choice.closed_by

    def fingerprint(self) -> Any:
        """Records know the question and its choice as one."""
        chosen = self.choice
        return _Spoken(
            chosen.seat, chosen.about, chosen.options, chosen.clause, chosen.closed,
            chosen.default, chosen.optional, chosen.closed_by, chosen.covered_by,
            chosen.already, chosen.to_call, chosen.stack, self.waiting, self.held,
            chosen.amounts, self.wait, self.expose,
        )  # fmt: skip


class _Spoken(msgspec.Struct, frozen=True, tag="speak", tag_field="ask"):
    """What the digest of a `Speak` is taken of."""

    seat: int
    about: str
    options: tuple[Option, ...]
    clause: ClauseId
    closed: dict[str, ClauseId]
    default: str
    optional: bool
    closed_by: ClauseId
    covered_by: ClauseId
    already: int
    to_call: int
    stack: int
    waiting: tuple[tuple[int, tuple[Option, ...]], ...]
    held: tuple[int, ...]
    amounts: ClauseId
    wait: ClauseId
    expose: ClauseId
