"""Roulette, French and American: one round from "hagan juego" to the last payment.

French: CAT-II.1. American: CAT-II.2. What differs between them is in the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.core.ask import Choose, Option, Round
from tapete.core.bets import Stake
from tapete.core.chance import NoResult, Spin
from tapete.core.event import Announced, Chosen, MarkerPut, ResultShown, ThrowVoid
from tapete.core.game import Setup, TableState
from tapete.core.seats import in_order
from tapete.core.settle import give_back, lose, lose_half, move, win_and_return
from tapete.core.window import BetWindow, take_bets
from tapete.games.roulette.cloth import SIMPLE, RouletteCloth, RouletteRules, around, kind_of

PRISON = "@prision"
WINNING_MARKER = "ganador"
BALL = "bola"


class RouletteState(TableState, frozen=True, kw_only=True):
    """What a wheel keeps: the last number, the way it turns next, and the bets in prison."""

    last: str | None = None
    wheel: str = "derecha"
    prison: tuple[Stake, ...] = ()

    def standing(self) -> tuple[Stake, ...]:
        return self.prison


def opening(rules: RouletteRules) -> RouletteState:
    return RouletteState()


def play(setup: Setup[RouletteRules], state: RouletteState) -> Round[RouletteState]:
    """One round: bets, ball, losers taken, winners paid."""
    rules = setup.rules
    stakes, number = yield from bets_and_ball(setup, state)
    yield announcement(rules, number)
    yield MarkerPut(marker=WINNING_MARKER, place=number, clause=rules.by("result_call"))

    decided = yield from zero_decisions(setup, stakes, number)
    yield from clear_losers(setup, [*state.prison, *stakes], number, decided)
    prisoners = yield from imprison(rules, stakes, decided)
    yield from free_prisoners(rules, state.prison, number)
    yield from pay_winners(setup, stakes, number)

    other = "izquierda" if state.wheel == "derecha" else "derecha"
    return msgspec.structs.replace(state, last=number, wheel=other, prison=prisoners)


def bets_and_ball(
    setup: Setup[RouletteRules], state: RouletteState
) -> Round[tuple[tuple[Stake, ...], str]]:
    """Betting and throwing until the ball rests validly in a pocket.

    A no spin changes no bet: they stand, betting reopens, and the ball is thrown again
    (CAT-II.1.6-02, CAT-II.2.7-02).
    """
    rules = setup.rules
    stakes: tuple[Stake, ...] = ()
    while True:
        yield Announced(what="hagan-juego", clause="CAT-I.3.2-07")
        stakes = yield from take_bets(window(setup, state, stakes))
        spin = Spin(
            places=rules.pockets,
            clause=rules.by("pockets"),
            closed_by=rules.by("late_bet"),
            void=dict.fromkeys(rules.void_causes, rules.by("void_causes")),
            other=rules.by("irregular"),
        )
        result = yield from spin
        if not isinstance(result, NoResult):
            return stakes, result
        yield ThrowVoid(cause=result.cause, clause=spin.void_clause(result.cause))
        yield Announced(what="tirada-nula", clause=rules.by("void_spin"))
        if state.last is not None:
            yield MarkerPut(marker=BALL, place=state.last, clause=rules.by("void_turns"))


def window(
    setup: Setup[RouletteRules], state: RouletteState, standing: tuple[Stake, ...]
) -> BetWindow:
    """Bets are taken before the throw and while the ball turns (CAT-II.1.4-02, CAT-II.2.5-11)."""
    rules = setup.rules
    return BetWindow(
        seats=setup.seats,
        cloth=RouletteCloth(rules=rules),
        limits=setup.limits,
        standing=standing,
        clause=rules.by("bets_placed"),
        closing=rules.close_call,
        closing_clause=rules.by("close_call"),
        throw_clause=rules.by("wheel_turns"),
        wheel_turns=state.wheel,
    )


def announcement(rules: RouletteRules, number: str) -> ResultShown:
    """The number, its colour, and the chances it makes win; zero has no colour (CAT-II.1.4-29)."""
    if number in rules.zeros:
        facts: dict[str, int | str | bool | None] = {"color": "cero"}
    else:
        spots = rules.spots()
        facts = {
            "color": "rojo" if number in rules.red else "negro",
            "paridad": "par" if number in spots["par"] else "impar",
            "mitad": "menor" if number in spots["menor"] else "mayor",
            "columna": (int(number) - 1) % 3 + 1,
            "docena": (int(number) - 1) // 12 + 1,
        }
    return ResultShown(result=number, facts=facts, clause=rules.by("result_call"))


def zero_decisions(
    setup: Setup[RouletteRules], stakes: Iterable[Stake], number: str
) -> Round[dict[tuple[int, str], str]]:
    """Zero on the French cloth: each free simple chance is asked, half or prison (CAT-II.1.4-21)."""
    rules = setup.rules
    decided: dict[tuple[int, str], str] = {}
    if number not in rules.zeros:
        return decided
    for stake in stakes:
        if stake.bet not in SIMPLE:
            continue
        decided[stake.seat, stake.bet] = "mitad"
        # An announced last throw leaves no next spin to be in prison for.
        if rules.zero_simple == "mitad-o-prision" and not setup.is_last:
            choice = yield from Choose(
                seat=stake.seat,
                about=stake.bet,
                options=(Option("mitad"), Option("prision")),
                clause=rules.by("zero_simple"),
                default="mitad",
            )
            yield Chosen(
                seat=stake.seat, move=choice, about=stake.bet, clause=rules.by("zero_simple")
            )
            decided[stake.seat, stake.bet] = choice
    return decided


def clear_losers(
    setup: Setup[RouletteRules],
    stakes: list[Stake],
    number: str,
    decided: dict[tuple[int, str], str],
) -> Round[None]:
    """Take the lost bets in the order of the regulation (CAT-II.1.4-31, CAT-II.2.5-44)."""
    rules = setup.rules
    for area in rules.clear_order:
        for stake in stakes:
            bet = stake.bet.removesuffix(PRISON)
            if area_of(rules, bet, number) != area or number in rules.spots()[bet]:
                continue
            if stake.bet.endswith(PRISON):
                zero = number in rules.zeros
                yield from lose(stake, rules.by("prison_zero" if zero else "prison_loss"))
            elif number not in rules.zeros:
                yield from lose(stake, rules.by("losers_first"))
            elif bet not in SIMPLE:
                yield from lose(stake, rules.by("zero_multiple"))
            elif decided[stake.seat, bet] == "mitad":
                yield from lose_half(stake, zero_clause(rules, number), unit=setup.limits.unit)


def zero_clause(rules: RouletteRules, number: str) -> str:
    return rules.by("double_zero_simple" if number == "00" else "zero_simple")


def area_of(rules: RouletteRules, bet: str, number: str) -> str:
    """The part of the cloth a losing chip is cleared with."""
    kind = kind_of(bet)
    area = {"dos-columnas": "columna", "dos-docenas": "docena"}.get(kind, kind)
    if area in ("columna", "docena", "sencilla"):
        return area
    return "alrededor" if rules.spots()[bet] & around(number) else "resto"


def imprison(
    rules: RouletteRules, stakes: Iterable[Stake], decided: dict[tuple[int, str], str]
) -> Round[tuple[Stake, ...]]:
    """Put the bets whose owners chose prison there, for the next spin."""
    prisoners = []
    for stake in stakes:
        if decided.get((stake.seat, stake.bet)) == "prision":
            inside = yield from move(stake, stake.bet + PRISON, rules.by("zero_simple"))
            prisoners.append(inside)
    return tuple(prisoners)


def free_prisoners(rules: RouletteRules, prison: Iterable[Stake], number: str) -> Round[None]:
    """A prisoner whose chance wins is free: neither paid nor lost, off the cloth (CAT-II.1.4-22)."""
    for stake in prison:
        if number in rules.spots()[stake.bet.removesuffix(PRISON)]:
            yield from give_back(stake, rules.by("prison_win"), why="libre")


def pay_winners(setup: Setup[RouletteRules], stakes: Iterable[Stake], number: str) -> Round[None]:
    """Pay every winning bet, kind by kind (French) or player by player (American)."""
    rules = setup.rules
    winners = [stake for stake in stakes if number in rules.spots()[stake.bet]]
    yield MarkerPut(marker=WINNING_MARKER, place=None, clause=rules.by("payment_shown"))
    if winners:
        facts = {"bets": len(winners), "approves": "jefe-de-mesa"}
        yield Announced(what="pago-a-la-vista", facts=facts, clause=rules.by("payment_shown"))
    order = {kind: i for i, kinds in enumerate(rules.pay_order) for kind in kinds}
    by_seat = {seat: i for i, seat in enumerate(in_order(stake.seat for stake in winners))}

    def turn(stake: Stake) -> tuple[int, int]:
        kind, seat = order[kind_of(stake.bet)], by_seat[stake.seat]
        return (seat, kind) if rules.pay_by_player else (kind, seat)

    for stake in sorted(winners, key=turn):
        row = rules.pay(kind_of(stake.bet))
        yield from win_and_return(stake, row.ratio, row.clause, unit=setup.limits.unit)
