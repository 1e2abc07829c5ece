"""Punto y Banca, Midi and Mini: one round, from the shoe's holder to the discarded cards."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TypeVar

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.round.annulled import Annulled, annulling, bets_back
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.event import Announced, Chosen
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, lose, win_and_return
from tapete.core.table.seats import in_order
from tapete.games.cards.puntoybanca.coup import EXTRA, Coup, Spoilt
from tapete.games.cards.puntoybanca.hand import BANCA, EMPATE, PUNTO
from tapete.games.cards.puntoybanca.rules import (
    SIDES,
    CoupRules,
    PuntoYBancaCloth,
    PuntoYBancaRules,
)
from tapete.games.cards.puntoybanca.shoe_turn import give_shoe, shoe_after_loss
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.cards.shuffle import ShoeTerms

Rules = Setup[PuntoYBancaRules, ShoeTerms]
R = TypeVar("R", bound=CoupRules)
S = TypeVar("S", bound=PuntoYBancaState)
TURN = "voltear"


def play(setup: Rules, state: PuntoYBancaState) -> Round[PuntoYBancaState]:
    """One round."""
    rules = setup.rules
    if setup.last_rounds_left is not None:
        facts = {"left": setup.last_rounds_left}
        yield Announced(what="ultimas-manos", facts=facts, clause=rules.by("last_hands"))
    if state.extra:
        return (yield from without_bets(setup, state))
    holder = yield from give_shoe(setup, state)
    if holder is not None:
        state = msgspec.structs.replace(state, holder=holder, shoe_at=holder)
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    stakes = yield from take_bets(betting_of(setup, PuntoYBancaCloth(rules=rules, dealer=holder)))
    if not stakes:
        return state
    coup = Coup(rules, state.shoe, covered=is_covered(rules))
    won = yield from annulling(play_coup(setup, coup, stakes), partial(undo, coup, stakes))
    if isinstance(won, Annulled):
        return (yield from end(coup, state))
    yield from settle(setup, stakes, won)
    yield from coup.collect_cards()
    state = yield from end(coup, state)
    if won == PUNTO:
        state = yield from shoe_after_loss(setup, state)
    return state


def play_coup(setup: Rules, coup: Coup, stakes: tuple[Stake, ...]) -> Round[str]:
    """The cards of a coup, and who has won."""
    yield from coup.first_card()
    yield from coup.first_cards()
    yield from turn_cards(setup, coup, stakes)
    yield from coup.third_cards()
    return (yield from coup.result())


def is_covered(rules: CoupRules) -> bool:
    """Whether the first cards are dealt face down (CAT-III.2.5-48)."""
    return rules.face == "cubiertas"


# Turning the cards in Midi and Mini (CAT-III.2.3.3-02, CAT-III.2.3.4-02)


def turn_cards(setup: Rules, coup: Coup, stakes: tuple[Stake, ...]) -> Round[None]:
    """Each covered hand is turned by its largest bettor, or the next who wants to; if nobody
    does, by the croupier."""
    if not coup.covered:
        return
    clause = setup.rules.by("turner")
    for hand in SIDES:
        for seat in turners(hand, stakes):
            answer = yield from Choose(
                seat=seat,
                about=f"{TURN}:{hand}",
                options=(Option(TURN), Option("no")),
                clause=clause,
                default="no",
                optional=True,
                closed_by=setup.rules.by("late_bet"),
            )
            yield Chosen(seat=seat, move=answer.text, about=hand, clause=clause)
            if answer.name == TURN:
                break
        else:
            yield Announced(what="voltea-el-croupier", facts={"hand": hand}, clause=clause)
        yield from coup.turn_up(hand, clause)


def turners(hand: str, stakes: tuple[Stake, ...]) -> tuple[int, ...]:
    """Who is asked to turn a hand: its largest bettor first, then all who bet, clockwise from
    the croupier's left.

    >>> turners("punto", (Stake(2, "punto", 500), Stake(4, "punto", 900), Stake(7, "banca", 999)))
    (4, 7, 2)
    """
    order = in_order(stake.seat for stake in stakes)
    on_it = {stake.seat: stake.amount for stake in stakes if stake.bet == hand}
    if not on_it:
        return order
    first = max(in_order(on_it), key=lambda seat: on_it[seat])
    return (first, *(seat for seat in order if seat != first))


# Settling (CAT-III.2.5-53, -57, -58; CAT-III.2.7-08)


def settle(setup: Rules, stakes: tuple[Stake, ...], won: str) -> Round[None]:
    """Losing bets are collected, then winning ones paid; a tie gives both sides back."""
    rules, limits = setup.rules, setup.limits
    for stake in stakes:
        if won != EMPATE and stake.bet != won:
            yield from lose(stake, rules.by("higher_wins"))
    for stake in stakes:
        if won == EMPATE and stake.bet in SIDES:
            yield from give_back(stake, rules.by("tie"), why="empate")
        elif stake.bet == won:
            row = rules.pay(won)
            share = limits.commission if won == rules.commission else Fraction(0)
            yield from win_and_return(
                stake, row.ratio, row.clause,
                unit=limits.unit, commission=share, commission_clause=rules.by("commission"),
            )  # fmt: skip


# What does not count (CAT-III.2.7)


def undo(coup: Coup, stakes: tuple[Stake, ...], out: Annulled) -> Round[None]:
    """The round does not count: bets go back and the cards are discarded; those of a coup that
    was spoilt from the first are dealt out before."""
    yield from bets_back(stakes)(out)
    if isinstance(out, Spoilt):
        yield from deal_out(coup, out.clause)
    yield from coup.collect_cards()


def without_bets(setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
    """The round that begins with cards that were out before it: nobody bets on it."""
    rules, cause = setup.rules, state.why
    clause = rules.by("surplus" if cause == EXTRA else "first_exposed")
    yield Announced(what="pase-anulado", facts={"cards": len(state.extra)}, clause=clause)
    coup = Coup(rules, state.shoe, waiting=state.extra, covered=is_covered(rules))

    def spoilt() -> Round[None]:
        yield from coup.first_card()  # one of the cards that wait
        raise Spoilt(cause, clause)

    yield from annulling(spoilt(), partial(undo, coup, ()))
    return (yield from end(coup, state))


def deal_out(coup: Coup, clause: ClauseId) -> Round[None]:
    """The rest of a spoilt round, for nobody."""
    try:
        yield from coup.first_cards()
        if coup.covered:
            for hand in (PUNTO, BANCA):
                yield from coup.turn_up(hand, clause)
        yield from coup.third_cards()
    except Annulled:
        pass


# The end of the round


def end(coup: Coup, state: S) -> Round[S]:
    """After the cards are discarded: cards left over annul the next round, the cut card ends the
    shoe."""
    left = coup.dealer.held
    if left:
        yield Announced(
            what="cartas-de-mas", facts={"cards": len(left)}, clause=coup.rules.by("surplus")
        )
    one_more = yield from coup.one_more()
    return msgspec.structs.replace(state, shoe=coup.dealer.shoe(), extra=left, one_more=one_more)
