"""Roulette, French and American: one round from "hagan juego" to the last payment.

French: CAT-II.1. American: CAT-II.2. What differs between them is in the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TypeAlias

import msgspec

from tapete.core.book.account import BANK, Account, in_colour, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import betting_of, tell_bets
from tapete.core.round.chance import NoResult, Spin
from tapete.core.round.event import (
    Announced,
    ChipsChanged,
    Chosen,
    MarkerPut,
    ResultShown,
    ThrowVoid,
)
from tapete.core.round.game import Setup, TableState
from tapete.core.round.settle import give_back, lose, lose_half, move, win_and_return
from tapete.core.table.seats import in_order
from tapete.games.roulette.board import Board, Colour, Decided, Laid, claim, hand_over, lay
from tapete.games.roulette.cloth import RouletteCloth, around
from tapete.games.roulette.rules import SIMPLE, RouletteRules, RouletteTerms, kind_of

PRISON = "@prision"
OUTSIDE = {
    "columna": "columna", "dos-columnas": "columna",
    "docena": "docena", "dos-docenas": "docena",
    "sencilla": "sencilla",
}  # fmt: skip
"""The kinds of bet outside the numbers, with the part of the cloth they are cleared with."""
WINNING_MARKER = "ganador"
BALL = "bola"
TIPS_IN_COLOUR = Account("tips", spot="color")
Ends: TypeAlias = dict[tuple[int, str], Decided]
"""What bets (seat, bet) won and brought back; a bet that is not there lost everything."""


class RouletteState(TableState, frozen=True, kw_only=True, omit_defaults=True):
    """What a wheel keeps: its last numbers, the way it turns next, the bets in prison, the board.

    ``stopped`` says what the jefe de mesa has out of use until he lets play go on.
    """

    results: tuple[str, ...] = ()
    wheel: str
    prison: tuple[Stake, ...] = ()
    board: Board = msgspec.field(default_factory=Board)
    stopped: str = ""

    @property
    def last(self) -> str | None:
        """The number of the previous play; none before the first."""
        return self.results[-1] if self.results else None

    def standing(self) -> tuple[Stake, ...]:
        return self.prison


class Closing(msgspec.Struct, frozen=True):
    """What lies on the cloth when the ball rests: bets, the board, and in which chips."""

    stakes: tuple[Stake, ...]
    board: Board
    laid: tuple[Laid, ...]


def opening(rules: RouletteRules) -> RouletteState:
    return RouletteState(wheel="derecha")


def ready(setup: Setup[RouletteRules, RouletteTerms], state: RouletteState) -> None:
    """Raise `Refused` if the ball may not be thrown: no player yet, or material out of use.

    The first throw of an American table wants a player present (CAT-II.2.5-01); later ones and
    the French table want none.
    """
    rules = setup.rules
    if not state.results and len(setup.seats) < rules.first_throw_players:
        raise Refused(
            rules.by("first_throw_players"), "players-missing",
            present=len(setup.seats), needed=rules.first_throw_players,
        )  # fmt: skip
    if state.stopped:
        raise Refused(rules.by("material_rulings"), "material-faulty", material=state.stopped)


def play(setup: Setup[RouletteRules, RouletteTerms], state: RouletteState) -> Round[RouletteState]:
    """One round: bets, ball, losers taken, winners paid."""
    rules = setup.rules
    closing, number = yield from bets_and_ball(setup, state)
    stakes = closing.stakes
    yield announcement(rules, number)
    yield MarkerPut(marker=WINNING_MARKER, place=number, clause=rules.by("result_call"))

    decided = yield from zero_decisions(setup, stakes, number)
    halved = yield from clear_losers(setup, [*state.prison, *stakes], number, decided)
    prisoners = yield from imprison(rules, stakes, decided)
    yield from free_prisoners(rules, state.prison, number)
    won = yield from pay_winners(setup, stakes, number)
    board = yield from give_chips(rules, closing, {**halved, **won})

    return msgspec.structs.replace(
        state,
        results=(*state.results, number)[-rules.results_shown :],
        wheel="izquierda" if state.wheel == "derecha" else "derecha",
        prison=prisoners,
        board=board,
    )


def bets_and_ball(
    setup: Setup[RouletteRules, RouletteTerms], state: RouletteState
) -> Round[tuple[Closing, str]]:
    """Betting and throwing until the ball rests validly in a pocket.

    A no spin changes no bet: they stand, betting reopens, and the ball is thrown again
    (CAT-II.1.6-02, CAT-II.2.7-02). It does not count for the turn of the wheel.
    """
    rules = setup.rules
    closing = Closing((), state.board, ())
    while True:
        yield Announced(what="hagan-juego", clause="CAT-I.3.2-07")
        closing = yield from bets_until_close(setup, state, closing)
        spin = Spin(
            places=rules.pockets,
            clause=rules.by("pockets"),
            closed_by=rules.by("late_bet"),
            void=dict.fromkeys(rules.void_causes, rules.by("void_causes")),
            other=rules.by("irregular"),
        )
        result = yield from spin
        if not isinstance(result, NoResult):
            return closing, result
        yield ThrowVoid(cause=result.cause, clause=spin.void_clause(result.cause))
        yield Announced(what="tirada-nula", facts={"by": JEFE}, clause=rules.by("void_spin"))
        if state.last is not None:
            yield MarkerPut(marker=BALL, place=state.last, clause=rules.by("void_turns"))
        turns: dict[str, Fact] = {"by": JEFE, "turns": rules.void_turns}
        yield Announced(what="lanzar-de-nuevo", facts=turns, clause=rules.by("void_turns"))


def bets_until_close(
    setup: Setup[RouletteRules, RouletteTerms], state: RouletteState, before: Closing
) -> Round[Closing]:
    """Bets are taken before the throw and while the ball turns (CAT-II.1.4-02, CAT-II.2.5-11)."""
    rules = setup.rules
    cloth = RouletteCloth(
        rules=rules,
        board=before.board,
        laid=before.laid,
        elsewhere=setup.terms.elsewhere,
        throw_clause=rules.by("wheel_turns"),
        wheel_turns=state.wheel,
    )
    window = betting_of(setup, cloth, before.stakes)
    slip = yield from window
    laid = lay(rules, before.board, before.laid, slip.actions, cloth.parts)
    put = {row: cloth.apart(slip.actions, row.seat) for row in before.board.colours}
    yield from use_colour(rules, {row: worth for row, worth in put.items() if worth > 0})
    stakes = yield from tell_bets(window, slip)
    yield from use_colour(rules, {row: worth for row, worth in put.items() if worth < 0})
    board = claim(rules, before.board, slip.actions) if rules.colour_chips else before.board
    board = yield from lose_tips(rules, board)
    return Closing(stakes, board, laid)


def use_colour(rules: RouletteRules, put: Mapping[Colour, int]) -> Round[None]:
    """Colour chips that players put on the cloth, or took up again, by what they are worth."""
    for row, worth in put.items():
        hand, count = in_colour(row.seat), abs(worth) // row.value
        if worth > 0:
            yield ChipsChanged(
                seat=row.seat, source=hand, target=in_stack(row.seat), amount=worth,
                gave={row.colour: count}, clause=rules.by("bets_placed"),
            )  # fmt: skip
        else:
            yield ChipsChanged(
                seat=row.seat, source=in_stack(row.seat), target=hand, amount=-worth,
                got={row.colour: count}, clause=rules.by("bets_placed"),
            )  # fmt: skip


def lose_tips(rules: RouletteRules, board: Board) -> Round[Board]:
    """The ball is thrown: colour chips given as a tip and not changed go back to the house."""
    for tip in board.tips:
        yield ChipsChanged(
            seat=tip.seat, source=TIPS_IN_COLOUR, target=BANK, amount=tip.value * tip.chips,
            gave={tip.colour: tip.chips}, clause=rules.by("tip_lost"),
        )  # fmt: skip
    return msgspec.structs.replace(board, tips=())


def announcement(rules: RouletteRules, number: str) -> ResultShown:
    """The number, its colour and the chances that win; zero is a sign, not a colour."""
    if number in rules.zeros:
        facts: dict[str, Fact] = {"signo": number}
    else:
        spots = rules.spots
        facts = {
            "color": "rojo" if number in rules.red else "negro",
            "paridad": "par" if number in spots["par"] else "impar",
            "mitad": "menor" if number in spots["menor"] else "mayor",
            "columna": (int(number) - 1) % 3 + 1,
            "docena": (int(number) - 1) // 12 + 1,
        }
    return ResultShown(result=number, facts=facts, clause=rules.by("result_call"))


def zero_decisions(
    setup: Setup[RouletteRules, RouletteTerms], stakes: Iterable[Stake], number: str
) -> Round[dict[tuple[int, str], str]]:
    """French zero: each free simple chance is asked, half or prison (CAT-II.1.4-21)."""
    rules = setup.rules
    decided: dict[tuple[int, str], str] = {}
    if number not in rules.zeros:
        return decided
    rule = rules.double_zero_simple if number == "00" else rules.zero_simple
    for stake in stakes:
        if stake.bet not in SIMPLE:
            continue
        decided[stake.seat, stake.bet] = "pierde" if rule == "pierde" else "mitad"
        if rule == "mitad-o-prision":
            # An announced last throw leaves no next spin to be in prison for.
            prison = () if setup.is_last else (Option("prision"),)
            choice = yield from Choose(
                seat=stake.seat,
                about=stake.bet,
                options=(Option("mitad"), *prison),
                closed={"prision": rules.by("last_games")} if setup.is_last else {},
                clause=rules.by("zero_simple"),
                default="mitad",
                optional=True,
            )
            yield Chosen(
                seat=stake.seat, move=choice.text, about=stake.bet, clause=rules.by("zero_simple")
            )
            decided[stake.seat, stake.bet] = choice.name
    return decided


def clear_losers(
    setup: Setup[RouletteRules, RouletteTerms],
    stakes: list[Stake],
    number: str,
    decided: dict[tuple[int, str], str],
) -> Round[Ends]:
    """Take the lost bets in the order of the regulation (CAT-II.1.4-31, CAT-II.2.5-44).

    Gives those of which a half came back.
    """
    rules = setup.rules
    halved: Ends = {}
    lost: dict[str, list[Stake]] = {}
    for stake in stakes:
        bet = stake.bet.removesuffix(PRISON)
        if number not in rules.spots[bet]:
            lost.setdefault(area_of(rules, bet, number), []).append(stake)
    for area in rules.clear_order:
        for stake in lost.get(area, ()):
            bet = stake.bet.removesuffix(PRISON)
            if stake.bet.endswith(PRISON):
                zero = number in rules.zeros
                yield from lose(stake, rules.by("prison_zero" if zero else "prison_loss"))
            elif number not in rules.zeros:
                yield from lose(stake, rules.by("losers_first"))
            elif bet not in SIMPLE:
                yield from lose(stake, zero_clause(rules, number, "multiple"))
            elif decided[stake.seat, bet] == "mitad":
                half = yield from lose_half(
                    stake, zero_clause(rules, number, "simple"), unit=setup.limits.unit
                )
                halved[stake.seat, bet] = Decided(stake.amount, won=0, back=half)
            elif decided[stake.seat, bet] == "pierde":
                yield from lose(stake, zero_clause(rules, number, "simple"))
    return halved


def zero_clause(rules: RouletteRules, number: str, bets: str) -> ClauseId:
    """The clause by which simple or multiple bets lose at 0 or at 00."""
    return rules.by(f"double_zero_{bets}" if number == "00" else f"zero_{bets}")


def area_of(rules: RouletteRules, bet: str, number: str) -> str:
    """The part of the cloth a losing chip is cleared with."""
    kind = kind_of(bet)
    if kind in OUTSIDE:
        return OUTSIDE[kind]
    return "alrededor" if rules.spots[bet] & around(number) else "resto"


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
    """A prisoner whose chance wins goes free: not paid, not lost (CAT-II.1.4-22)."""
    for stake in prison:
        if number in rules.spots[stake.bet.removesuffix(PRISON)]:
            yield from give_back(stake, rules.by("prison_win"), why="libre")


def pay_winners(
    setup: Setup[RouletteRules, RouletteTerms], stakes: Iterable[Stake], number: str
) -> Round[Ends]:
    """Stack, show and pay the winning bets, all of a player's at once. Gives what they won.

    Each player's bets go kind by kind (CAT-II.1.6-06, CAT-II.2.7-06). Whose turn it is follows
    the kinds over the whole cloth in the French game (CAT-II.1.6-05); in the American, player
    comes after player (CAT-II.2.7-05).
    """
    rules = setup.rules
    winners = [stake for stake in stakes if number in rules.spots[stake.bet]]
    kinds = rules.paid_after
    places = {seat: i for i, seat in enumerate(in_order(stake.seat for stake in winners))}
    first: dict[int, int] = {}
    for stake in winners:
        kind = kinds[kind_of(stake.bet)]
        first[stake.seat] = min(kind, first.get(stake.seat, kind))

    def turn(stake: Stake) -> tuple[int, ...]:
        place, kind = places[stake.seat], kinds[kind_of(stake.bet)]
        if rules.pay_by_player:
            return place, kind
        return (first[stake.seat], place, kind) if rules.all_at_once else (kind, place)

    won: Ends = {}
    yield MarkerPut(marker=WINNING_MARKER, place=None, clause=rules.by("payment_shown"))
    for seat, stacks in groupby(sorted(winners, key=turn), key=lambda stake: stake.seat):
        mine = list(stacks)
        shown: dict[str, Fact] = {
            "seat": seat, "bets": len(mine), "stakes": sum(stake.amount for stake in mine),
            "approves": JEFE,
        }  # fmt: skip
        yield Announced(what="pago-a-la-vista", facts=shown, clause=rules.by("payment_shown"))
        for stake in mine:
            row = rules.pay(kind_of(stake.bet))
            paid = yield from win_and_return(stake, row.ratio, row.clause, unit=setup.limits.unit)
            won[seat, stake.bet] = Decided(stake.amount, won=paid, back=stake.amount)
    return won


def give_chips(rules: RouletteRules, closing: Closing, decided: Ends) -> Round[Board]:
    """Tell in which chips colour players were paid (CAT-II.2.7-07)."""
    board, handed = hand_over(rules, closing.board, closing.laid, decided)
    for paid in handed:
        seat, got = paid.seat, paid.kept + paid.chips
        if paid.chips or paid.money:
            facts: dict[str, Fact] = {
                "seat": seat, "colour": paid.colour, "chips": paid.chips, "money": paid.money,
            }  # fmt: skip
            yield Announced(what="pago-en-fichas", facts=facts, clause=rules.by("paid_in"))
        if got:
            yield ChipsChanged(
                seat=seat, source=in_stack(seat), target=in_colour(seat), amount=got * paid.value,
                got={paid.colour: got}, clause=rules.by("paid_in"),
            )  # fmt: skip
    return board


def leave_prison(
    setup: Setup[RouletteRules, RouletteTerms], state: RouletteState, seat: int
) -> Round[RouletteState]:
    """A player who goes cannot wait for the next spin: of a bet in prison he takes the half."""
    for stake in state.prison:
        if stake.seat == seat:
            yield from lose_half(stake, setup.rules.by("zero_simple"), unit=setup.limits.unit)
    left = tuple(stake for stake in state.prison if stake.seat != seat)
    return msgspec.structs.replace(state, prison=left)
