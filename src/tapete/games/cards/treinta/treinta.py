"""Treinta y Cuarenta: one coup, from the bets to the blocked ones' decisions."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.book.money import down, up
from tapete.core.round.annulled import Annulled, annulling, bets_back
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.event import Announced, BetLost, BetMarked, BetPlaced, Chosen
from tapete.core.round.game import Game, Setup
from tapete.core.round.settle import give_back, keep, lose, move, win_and_return
from tapete.games.cards.between import ACTS, PreparePack, burn_owed, ready, tell_last
from tapete.games.cards.shuffle import ShoeTerms, notices
from tapete.games.cards.treinta.coup import Coup
from tapete.games.cards.treinta.rules import (
    BLOCKED,
    INSURED,
    UNINSURED,
    TreintaCloth,
    TreintaRules,
    TreintaState,
    opening,
)

ENTREGAR = "entregar"
ESPERAR = "esperar"
ASEGURAR = "asegurar"
INSURANCE = "seguro"

Rules = Setup[TreintaRules, ShoeTerms]


def play(setup: Rules, state: TreintaState) -> Round[TreintaState]:
    """One coup."""
    rules = setup.rules
    yield from tell_last(setup)
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    stakes = yield from take_bets(
        betting_of(setup, TreintaCloth(rules=rules, over=setup.last_rounds_left == 0), state.free)
    )
    if not stakes and not state.blocked:
        return replace(state, free=())
    coup = Coup(setup, state.shoe)
    free: tuple[Stake, ...] = ()
    blocked = state.blocked  # an annulled coup is burned: blocked bets wait for the next
    out = yield from annulling(coup.fill_rows(), bets_back(stakes))
    if not isinstance(out, Annulled):
        yield from coup.call_result()
        free, blocked = yield from settle(setup, coup, stakes, blocked)
        blocked = yield from ask_blocked(setup, blocked)
    yield from coup.collect_cards()
    after = replace(
        state,
        shoe=coup.dealer.shoe(),
        owed=0 if coup.reshuffled else state.owed,
        free=free,
        blocked=blocked,
    )
    return (yield from burn_owed(rules, after))


def bet_of(stake: Stake) -> str:
    """The chance a stake is on, blocked or not."""
    return stake.bet.removesuffix(BLOCKED)


Left = tuple[tuple[Stake, ...], tuple[Stake, ...]]


def settle(
    setup: Rules, coup: Coup, stakes: tuple[Stake, ...], blocked: tuple[Stake, ...]
) -> Round[Left]:
    """Settle the coup. Gives the bets that stay on the cloth, free and blocked."""
    won = coup.winners()
    if won:
        yield from settle_decided(setup, won, stakes, blocked)
        return (), ()
    if coup.totals[setup.rules.rows[0]] == setup.rules.blocking_tie:
        return (), (yield from block(setup, stakes, blocked))
    return (yield from leave_free(setup, stakes)), blocked


def settle_decided(
    setup: Rules, won: tuple[str, ...], stakes: tuple[Stake, ...], blocked: tuple[Stake, ...]
) -> Round[None]:
    """Collect the losing bets, then pay the winning ones; a blocked bet that wins is only freed."""
    rules = setup.rules
    for stake in blocked:
        if bet_of(stake) not in won:
            yield from lose(stake, rules.by("wait"))
    for stake in stakes:
        if stake.bet not in won:
            row = "nearest_wins" if stake.bet in rules.rows else "color_wins"
            yield from lose(stake, rules.by(row))
    for stake in blocked:
        if bet_of(stake) in won:
            yield from give_back(stake, rules.by("wait"), why="libre")
    for stake in stakes:
        if stake.bet in won:
            pay = rules.pay(stake.bet)
            yield from win_and_return(stake, pay.ratio, pay.clause, unit=setup.limits.unit)


def leave_free(setup: Rules, stakes: tuple[Stake, ...]) -> Round[tuple[Stake, ...]]:
    """A neutral tie: the bets stay on the cloth, to be kept, taken back or changed. After the
    last hand they go back, there is no next one to keep them for."""
    clause = setup.rules.by("neutral_tie")
    yield Announced(what="empate-neutro", clause=clause)
    if setup.is_last:
        for stake in stakes:
            yield from give_back(stake, clause, why="ultimo-juego")
        return ()
    free = []
    for stake in stakes:
        free.append((yield from keep(stake)))
    return tuple(free)


# The tie at 31 (CAT-III.5.6-11 to -14)


def block(
    setup: Rules, stakes: tuple[Stake, ...], blocked: tuple[Stake, ...]
) -> Round[tuple[Stake, ...]]:
    """Half of every bet is lost and half blocked. What was blocked already is lost, unless it
    was insured. With the option ``prision`` nothing is lost at once and all is blocked."""
    rules = setup.rules
    yield Announced(what="empate-a-31", clause=rules.by("blocking_tie"))
    inside = []
    for stake in blocked:
        if stake.mark == INSURED:
            inside.append(stake)
        else:
            yield from lose(stake, rules.by("wait"))
    clause = rules.by("blocked_loss")
    for placed in stakes:
        stake = yield from keep(placed)
        part = blocked_part(rules, stake.amount, setup.limits.unit)
        if part < stake.amount:
            lost = stake.amount - part
            yield BetLost(seat=stake.seat, bet=stake.bet, amount=lost, clause=clause)
        if part:
            rest = replace(stake, amount=part)
            inside.append((yield from move(rest, stake.bet + BLOCKED, clause)))
    return tuple(inside)


def blocked_part(rules: TreintaRules, amount: int, unit: int = 1) -> int:
    """What a tie at 31 blocks of a bet: the half not lost, rounded down, or all of it."""
    if rules.whole_blocked:
        return amount
    return down(amount * (1 - rules.blocked_loss), unit)


def ask_blocked(setup: Rules, blocked: tuple[Stake, ...]) -> Round[tuple[Stake, ...]]:
    """Each blocked bet, in the order it was placed: given up, or kept waiting, insured or not.

    An insurance covers one coup, so it is asked anew after each that leaves the bet blocked.
    """
    rules = setup.rules
    left = []
    for stake in blocked:
        answer = yield from Choose(
            seat=stake.seat,
            about=bet_of(stake),
            options=(Option(ESPERAR), Option(ASEGURAR), Option(ENTREGAR)),
            clause=rules.by("wait"),
            default=ESPERAR,
            optional=True,
        )
        rows = {ENTREGAR: "hand_over", ESPERAR: "wait", ASEGURAR: "insurance"}
        clause = rules.by(rows[answer.name])
        yield Chosen(seat=stake.seat, move=answer.text, about=bet_of(stake), clause=clause)
        if answer.name == ENTREGAR:
            yield from lose(stake, clause)
        elif answer.name == ASEGURAR:
            left.append((yield from insure(rules, stake)))
        else:
            if stake.mark:
                yield BetMarked(seat=stake.seat, bet=stake.bet, mark=UNINSURED, clause=clause)
            left.append(replace(stake, mark=""))
    return tuple(left)


def insure(rules: TreintaRules, stake: Stake) -> Round[Stake]:
    """The premium is paid at once and not returned; a second 31 in the next coup then keeps the
    bet blocked. It is rounded up to a whole peso."""
    clause = rules.by("insurance")
    premium = up(stake.amount * rules.insurance)
    yield BetPlaced(seat=stake.seat, bet=INSURANCE, amount=premium, clause=clause)
    yield BetLost(seat=stake.seat, bet=INSURANCE, amount=premium, clause=clause)
    yield BetMarked(seat=stake.seat, bet=stake.bet, mark=INSURED, clause=clause)
    return replace(stake, mark=INSURED)


# Leaving and closing


def leave(setup: Rules, state: TreintaState, seat: int) -> Round[TreintaState]:
    """A player who goes takes his free bets and hands over the blocked ones."""
    neutral, given = setup.rules.by("neutral_tie"), setup.rules.by("hand_over")
    for stake in state.free:
        if stake.seat == seat:
            yield from give_back(stake, neutral, why="retirada")
    for stake in state.blocked:
        if stake.seat == seat:
            yield from lose(stake, given)
    return replace(
        state,
        free=tuple(stake for stake in state.free if stake.seat != seat),
        blocked=tuple(stake for stake in state.blocked if stake.seat != seat),
    )


def ended(setup: Rules, state: TreintaState) -> bool:
    """After the last hand announced the table still deals for the bets that are blocked."""
    return setup.last_rounds_left == 0 and not state.blocked


TREINTA_Y_CUARENTA = Game(
    id="treinta-y-cuarenta",
    rules=TreintaRules,
    terms=ShoeTerms,
    state=TreintaState,
    opening=opening,
    play=play,
    acts=ACTS,
    leave=leave,
    ready=ready,
    ended=ended,
    prepare=PreparePack,
    notices=notices,
)
