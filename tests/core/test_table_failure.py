"""A round that breaks down inside is voided: every chip goes back, the table stands as before."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Closed, Cloth, Felted, Offer, Place, Slip
from tapete.core.round.betting import BetWindow, take_bets
from tapete.core.round.event import RoundVoided
from tapete.core.round.felt import fold
from tapete.core.round.game import Setup, TableState
from tapete.core.round.record import RoundFailed
from tapete.core.round.settle import lose, win_and_return
from tapete.core.table.table import Table
from tests.core.tables import a_table, refused, toy

CLAUSE = "CAT-I.6-01"


class OneSpot(Cloth, frozen=True, kw_only=True):
    def bets(self) -> Iterator[str]:
        yield "rojo"

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        return Offer(CLAUSE)


class Plays(TableState, frozen=True, kw_only=True):
    rounds: int = 0


def with_bugs(setup: Setup[Any, Any], state: Plays) -> Round[Plays]:
    """One spot. The first bettor is paid, the others lose; then a choice that may hit a bug."""
    stakes = yield from take_bets(
        BetWindow(
            seats=setup.seats, cloth=OneSpot(), limits=setup.limits, clause=CLAUSE,
            closing_clause=CLAUSE,
        )
    )  # fmt: skip
    for i, stake in enumerate(stakes):
        if i == 0:
            yield from win_and_return(stake, Fraction(3), CLAUSE)
        else:
            yield from lose(stake, CLAUSE)
    move = yield from Choose(
        seat=setup.seats[0], about="", options=(Option("bien"), Option("mal"), Option("negado")),
        clause=CLAUSE, default="bien",
    )  # fmt: skip
    if move == "mal":
        raise ZeroDivisionError("a bug")
    if move == "negado":
        raise Refused(CLAUSE, "raised-inside")
    return Plays(rounds=state.rounds + 1)


GAME = toy(with_bugs, Plays)
BETS = Slip((Place(3, "rojo", 1000), Place(5, "rojo", 400)))


def in_the_middle() -> Table:
    table = a_table(GAME, seats=())
    table.sit(3, "ana", chips=5000)
    table.sit(5, "benito", chips=5000)
    table.play(lambda ask: BETS if isinstance(ask, BetWindow) else "bien")
    assert (table.available(3), table.available(5)) == (8000, 4600)
    table.begin()
    table.answer(BETS)
    assert (table.available(3), table.available(5)) == (11_000, 4200)
    return table


@pytest.mark.parametrize("bug", ["mal", "negado"])
def test_a_round_that_breaks_down_is_void_and_every_chip_goes_back(bug: str) -> None:
    table = in_the_middle()
    with pytest.raises(RoundFailed, match="round 2 of ruleta-francesa was voided") as caught:
        table.answer(bug)
    assert isinstance(caught.value.__cause__, ZeroDivisionError | Refused)
    assert (table.available(3), table.available(5)) == (8000, 4600)
    assert table.state == Plays(rounds=1)
    voided = table.log[-1]
    assert isinstance(voided, RoundVoided)
    assert (voided.cause, voided.round, voided.clause) == ("falla", 2, CLAUSE)
    assert sum(amount for _, amount in voided.postings()) == 0
    felt = fold([*caught.value.record.events, voided])
    assert felt.chips == {} and set(felt.net.values()) == {0}


def test_the_table_plays_on_after_a_void_round() -> None:
    table = in_the_middle()
    table.last_rounds_left = 3
    with pytest.raises(RoundFailed):
        table.answer("mal")
    record = table.play(lambda ask: BETS if isinstance(ask, BetWindow) else "bien")
    assert (record.header.number, record.header.last_rounds_left) == (3, 3)  # it did not count
    assert table.state == Plays(rounds=2)


def test_what_was_played_of_a_void_round_stays_readable() -> None:
    table = in_the_middle()
    with pytest.raises(RoundFailed) as caught:
        table.answer("mal")
    record = caught.value.record
    assert read_record(record.text()) == record
    assert record.result is None and len(record.steps) == 2


def test_an_answer_that_is_refused_or_is_no_answer_leaves_the_round_as_it_was() -> None:
    table = in_the_middle()
    assert refused(table.answer, "quizas").code == "no-such-move"
    assert refused(table.answer, 17).code == "not-an-answer"
    assert table.live is not None
    table.answer("bien")
    table.finish()
    assert not any(isinstance(event, RoundVoided) for event in table.log)


def test_a_round_that_breaks_down_before_it_asks_anything_is_void_too() -> None:
    def never_starts(setup: Setup[Any, Any], state: Plays) -> Round[Plays]:
        raise KeyError("a bug")
        yield

    table = a_table(toy(never_starts, Plays))
    with pytest.raises(RoundFailed):
        table.begin()
    assert table.live is None and isinstance(table.log[-1], RoundVoided)
    assert refused(table.answer, "bien").code == "no-round"


def test_the_jefe_de_mesa_may_void_the_round_in_course_and_nobody_else() -> None:
    table = in_the_middle()
    assert refused(table.void, "mesa-golpeada", by="croupier").clause == "CAT-I.3.2-10"
    table.void("mesa-golpeada")
    assert (table.available(3), table.available(5)) == (8000, 4600)
    assert refused(table.void, "otra-vez").code == "no-round"
    table.begin()
    table.answer(Slip())
    table.answer("bien")
    assert refused(table.void, "tarde").code == "round-ended"
