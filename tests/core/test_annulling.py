"""The one way to annul: bets go back, what was settled is undone, the round is told void."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.account import BANK, COMMISSION, in_stack
from tapete.core.round.annulled import Annulled, annulling, bets_back
from tapete.core.round.ask import Round, Ruling
from tapete.core.round.bets import Stake
from tapete.core.round.event import BetReturned, RoundVoided, nets
from tapete.core.round.live import Live, at_once
from tapete.core.round.settle import give_back, lose, win_and_return

CLAUSE = "CAT-I.6-01"
WON, LOST, OPEN = Stake(1, "rojo", 100), Stake(2, "negro", 300), Stake(3, "par", 50)
HALF = Fraction(1, 20)


def settled_then_annulled() -> Round[str]:
    yield from win_and_return(WON, Fraction(1), CLAUSE, commission=HALF)
    yield from lose(LOST, CLAUSE)
    raise Annulled("cartas-pegadas", CLAUSE)


def test_what_was_settled_before_is_undone_and_nobody_has_won_or_lost() -> None:
    out, told = at_once(annulling(settled_then_annulled(), bets_back([OPEN])))
    assert isinstance(out, Annulled)
    assert (out.cause, out.clause) == ("cartas-pegadas", CLAUSE)
    back, voided = told[-2:]
    assert back == BetReturned(seat=3, bet="par", amount=50, why="anulada", clause=CLAUSE)
    assert isinstance(voided, RoundVoided)
    assert dict(voided.undone) == {
        in_stack(1): -95, BANK: 95 + 5 - 300, COMMISSION: -5, in_stack(2): 300,
    }  # fmt: skip
    assert not any(nets(told).values())


def test_a_bet_that_waits_for_the_next_round_stays_where_it_lies() -> None:
    def nothing_back(out: Annulled) -> Round[None]:
        yield from ()

    def annulled() -> Round[None]:
        yield from give_back(WON, CLAUSE, why="empate")
        raise Annulled("sin-carta-de-corte", CLAUSE)

    _, told = at_once(annulling(annulled(), nothing_back))
    assert [type(event) for event in told] == [BetReturned, RoundVoided]
    assert not told[-1].postings()


def test_a_round_that_counts_goes_on_as_if_nothing_stood_around_it() -> None:
    ask = Ruling(question="sigue", options=("si", "no"), clause=CLAUSE, default="si")

    def asks() -> Round[str]:
        yield from lose(LOST, CLAUSE)
        return (yield from ask)

    live = Live(annulling(asks(), bets_back([])))
    assert live.ask is ask
    live.answer("no")
    assert (live.result, len(live.events)) == ("no", 1)


def test_another_error_is_not_an_annulment() -> None:
    def broken() -> Round[None]:
        yield from lose(LOST, CLAUSE)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        at_once(annulling(broken(), bets_back([])))
