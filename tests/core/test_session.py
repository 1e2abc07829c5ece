"""A session runs rounds for whoever stands on it: not only a gaming table has duties and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import pytest
from msgspec.structs import replace

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.act import Act, Count
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Ask, ChanceAsk, Pick, Round, Ruling, Weighted
from tapete.core.round.event import Announced, ResultShown, RoundVoided, Ruled
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.record import RoundFailed, record_of
from tapete.core.round.replay import replay
from tapete.core.table.roles import Duties
from tapete.core.table.session import Session

DIRECTOR, LOCUTOR, VENDEDOR = "director-de-bingo", "locutor", "vendedor"
TECNICO, SALA, CABIN = "jefe-tecnico", "CAT-I.3.2-10", "CAT-I.3.2-07"
R = TypeVar("R", bound=GameRules)

HALL = Duties(
    commands={
        "open": Duty((DIRECTOR,), SALA),
        "begin": Duty((LOCUTOR, DIRECTOR), CABIN),
        "void": Duty((DIRECTOR,), SALA),
    },
    further=Duty((LOCUTOR,), CABIN),
    broken="CAT-I.6-01",
    needed={DIRECTOR: 1, LOCUTOR: 1},
)
MACHINE = Duties(
    commands={"open": Duty((TECNICO,), SALA), "void": Duty((TECNICO,), SALA)},
    further=Duty((TECNICO,), SALA),
    broken="CAT-I.6-01",
)


class Papers:
    """Rules that come from no edition."""

    kind = "program"

    def rules(self, id: str, game: str, type_: type[R], changes: Mapping[str, str] | None) -> R:
        return type_(game=game, edition=id, name=game, bets={}, pays={}, clauses={})

    def digest(self, id: str, game: str) -> str:
        return f"{id}/{game}"


class HallState(TableState, frozen=True, kw_only=True):
    sold: int = 0
    played: int = 0


class DrawNumber(ChanceAsk[int], frozen=True, kw_only=True, tag="draw-number-of-a-test"):
    answer_type: ClassVar[Any] = int
    left: tuple[int, ...]

    def check(self, answer: int) -> None:
        if answer not in self.left:
            raise Refused(CABIN, "no-such-ball", ball=answer)

    def some(self, pick: Pick) -> int:
        return self.left[pick(len(self.left))]

    def weighted(self) -> Iterator[Weighted[int]]:
        raise NotImplementedError


def draw(setup: Setup[GameRules, Any], state: HallState) -> Round[HallState]:
    """Three balls, and the director says whether the prize was had."""
    left = (1, 2, 3, 4, 5)
    for _ in range(3):
        ball = yield from DrawNumber(left=left)
        if ball == 5:
            raise RuntimeError("the ball is broken")
        left = tuple(other for other in left if other != ball)
        yield ResultShown(result=str(ball), clause=CABIN)
    said = yield from Ruling(
        question="premio", options=("si", "no"), role=DIRECTOR, default="no", clause=SALA
    )
    yield Ruled(role=DIRECTOR, question="premio", ruling=said, clause=SALA)
    return replace(state, played=state.played + 1)


class Sell(Act[GameRules, HallState], frozen=True, kw_only=True, tag="vender"):
    duty: ClassVar[Duty | None] = Duty((VENDEDOR,), CABIN)

    cards: Count

    def carry_out(self, setup: Setup[GameRules, Any], state: HallState) -> Round[HallState]:
        yield Announced(what="cartones", facts={"cards": self.cards}, clause=CABIN)
        return replace(state, sold=state.sold + self.cards)


GAME = Game(
    id="bingo-de-prueba",
    rules=GameRules,
    state=HallState,
    opening=lambda rules: HallState(),
    play=draw,
    acts=(Sell,),
    books=Papers(),
)


def session(duties: Duties = HALL) -> Session[HallState]:
    return Session(GAME, GAME.rules_of("sala-1"), duties, name="sala")


def setup(hall: Session[HallState]) -> Setup[GameRules, Any]:
    return Setup(rules=hall.rules, seats=())


def first(ask: Ask[Any]) -> Any:
    return ask.some(lambda n: 0)


def test_a_hall_with_its_own_duties_runs_rounds_and_acts_and_its_records_replay() -> None:
    hall = session()
    with pytest.raises(Refused, match="staff-missing"):
        hall.take_duty([LOCUTOR], by=DIRECTOR)
    with pytest.raises(Refused, match="not-your-role"):
        hall.take_duty([LOCUTOR, DIRECTOR], by=LOCUTOR)
    hall.take_duty([LOCUTOR, DIRECTOR, VENDEDOR], by=DIRECTOR)
    hall.check("begin", LOCUTOR)
    with pytest.raises(Refused) as caught:
        hall.check("begin", "croupier")
    assert (caught.value.code, caught.value.clause) == ("not-your-role", CABIN)

    with pytest.raises(Refused, match="not-your-role"):
        hall.start_act(Sell(cards=6), setup(hall), by=LOCUTOR)
    hall.start_act(Sell(cards=6), setup(hall))
    sold = hall.finish()
    hall.start(setup(hall))
    with pytest.raises(Refused, match="round-in-course"):
        hall.start(setup(hall))
    played = hall.run(first)
    assert (hall.state, hall.rounds) == (HallState(sold=6, played=1), 1)
    for record in (sold, played):
        read = read_record(record.text())
        again = record_of(read.header, replay(read, lambda _: GAME))
        assert again.text() == record.text()


def test_a_void_round_leaves_the_state_and_uses_its_number_up() -> None:
    hall = session()
    hall.start(setup(hall))
    hall.answer(1)
    hall.void_round("corte-de-luz", SALA)
    assert (hall.live, hall.rounds, hall.state) == (None, 1, HallState())
    assert hall.log == [RoundVoided(cause="corte-de-luz", round=1, clause=SALA)]
    with pytest.raises(Refused, match="no-round"):
        hall.answer(2)


def test_a_round_that_breaks_down_is_void_and_a_wrong_answer_is_not() -> None:
    hall = session()
    hall.start(setup(hall))
    with pytest.raises(Refused, match="no-such-ball"):
        hall.answer(9)
    assert hall.live is not None and not hall.log
    with pytest.raises(RoundFailed):
        hall.answer(5)
    assert hall.live is None and hall.rounds == 1


def test_a_machine_answers_to_its_technical_chief() -> None:
    machine = session(MACHINE)
    machine.take_duty([TECNICO], by=TECNICO)
    machine.check("void", TECNICO)
    with pytest.raises(Refused, match="not-your-role"):
        machine.check("void", "jefe-de-mesa")
