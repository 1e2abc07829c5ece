"""What happens between throws: the dice change hands or are changed, a player is warned or goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from tapete.core.event import Announced, BetLost, BetReturned, Event, Ruled, TurnGiven
from tapete.core.game import Told
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIER, CROUPIERS, JEFE, JUGADOR, PAGADOR, TALLADOR, only
from tapete.core.seats import check_seated, first_on_the_right
from tapete.games.dice.craps.dice_set import dice_told
from tapete.games.dice.craps.rules import allowed
from tapete.games.dice.craps.shooter import CrapsState, next_shooter, ready, shooters
from tapete.games.dice.craps.throw import THROW, CrapsSetup, cloth_of, puck

SHOOTER = "tirador"
PLAYER = (JUGADOR, *CROUPIERS)
"""What a player does a croupier may enter for him, as with his bets."""

Acted = tuple[CrapsState, Told]


def give_dice(setup: CrapsSetup, state: CrapsState, *, seat: int, by: str = TALLADOR) -> Acted:
    """The tallador starts the order of the dice at this seat: only before a come-out."""
    only((TALLADOR, CROUPIER, JEFE), by, setup.rules.by("dice_passed"), "shooter")
    clause = setup.rules.by("dice_order")
    if state.point is not None:
        raise Refused(clause, "point-is-set", seat=seat, point=state.point)
    _check_may_throw(setup, state, seat)
    state = msgspec.structs.replace(state, shooter=seat)
    return state, [TurnGiven(seat=seat, to=THROW, clause=clause)]


def decline(setup: CrapsSetup, state: CrapsState, *, seat: int, by: str = JUGADOR) -> Acted:
    """The player who holds the dice declines: they go to the next in order (CAT-IV.1.5-06)."""
    clause = setup.rules.by("dice_declined")
    only(PLAYER, by, clause, "decline")
    holder = shooters(state, setup.seats)[:1]
    if holder != (seat,):
        raise Refused(clause, "not-the-shooter", seat=seat)
    after = next_shooter(state, setup.seats, seat)
    state = msgspec.structs.replace(state, shooter=after)
    return state, [TurnGiven(seat=after, to=THROW, clause=clause)]


def fault(
    setup: CrapsSetup, state: CrapsState, *, seat: int, what: str, by: str = PAGADOR
) -> Acted:
    """A pagador warns a player who broke a rule of throwing; the fault is counted.

    The one croupier of Mini Craps is pagador as well (CAT-IV.1.4.2-02).
    """
    rules = setup.rules
    only((PAGADOR, CROUPIER), by, rules.by("warning"), "fault")
    check_seated(seat, setup.seats)
    told = Announced(
        what=rules.warning, facts={"seat": seat, "fault": what}, clause=rules.by("warning")
    )
    return msgspec.structs.replace(state, faults=(*state.faults, seat)), [told]


def deprive(setup: CrapsSetup, state: CrapsState, *, seat: int, by: str = JEFE) -> Acted:
    """The jefe de mesa takes the throw from a player who repeatedly broke its rules.

    The next player in order goes on with the same point: the others' bets hang on it.
    """
    clause = setup.rules.by("deprived")
    only((JEFE,), by, clause, "deprive")
    if seat in state.deprived:
        raise Refused(clause, "deprived-of-the-throw", seat=seat)
    faults = state.faults.count(seat)
    if faults < setup.rules.deprived:
        raise Refused(clause, "not-repeated", seat=seat, faults=faults)
    told: Told = [Ruled(role=JEFE, question=f"privar:{seat}", ruling="si", clause=clause)]
    held = shooters(state, setup.seats)[:1] == (seat,)
    state = msgspec.structs.replace(state, deprived=(*state.deprived, seat))
    if held:
        after = next_shooter(state, setup.seats, seat)
        state = msgspec.structs.replace(state, shooter=after)
        told.append(TurnGiven(seat=after, to=THROW, clause=clause))
    return state, told


def choose_dice(
    setup: CrapsSetup, state: CrapsState, *, seat: int, dice: tuple[int, ...], by: str = JUGADOR
) -> Acted:
    """The first player on the tallador's right takes two of the set shown (CAT-IV.1.5-03)."""
    rules, clause = setup.rules, setup.rules.by("dice_chosen")
    only(PLAYER, by, clause, "choose-dice")
    check_seated(seat, setup.seats)
    if state.dice.in_play:
        raise Refused(clause, "dice-are-chosen", seat=seat)
    chooser = first_on_the_right(setup.seats)
    if seat != chooser:
        raise Refused(clause, "not-the-chooser", seat=seat, chooser=chooser)
    taken = state.dice.taken(tuple(dice), rules, clause)
    state = msgspec.structs.replace(state, dice=taken)
    return state, [dice_told(rules, seat, taken), puck(rules, state.point)]


def change_dice(
    setup: CrapsSetup, state: CrapsState, *, dice: tuple[int, ...], by: str = SHOOTER
) -> Acted:
    """Other dice: when the shooter asks before a series, or when the jefe de mesa decides.

    The five or six are put before the shooter, who takes two (CAT-IV.1.5-12, CAT-IV.1.5-65).
    """
    rules = setup.rules
    ready(setup, state)
    only((SHOOTER, JEFE), by, rules.by("dice_change"), "change-dice")
    if by == SHOOTER and not allowed(rules.dice_asked, state.point):
        raise Refused(rules.by("dice_asked"), "point-is-set", point=state.point)
    clause = rules.by("dice_change")
    taken = state.dice.taken(tuple(dice), rules, clause)
    seat = shooters(state, setup.seats)[0]
    told: Told = [Announced(what="cambio-de-dados", clause=clause), dice_told(rules, seat, taken)]
    return msgspec.structs.replace(state, dice=taken), told


def choose_again(setup: CrapsSetup, state: CrapsState, *, by: str = JEFE) -> Acted:
    """The jefe de mesa has the choice of dice repeated as at the start (CAT-IV.1.5-04)."""
    clause = setup.rules.by("dice_again")
    only((JEFE,), by, clause, "choose-again")
    dice = msgspec.structs.replace(state.dice, in_play=())
    told = Announced(what="eleccion-de-dados", clause=clause)
    return msgspec.structs.replace(state, dice=dice), [told]


def leave(setup: CrapsSetup, state: CrapsState, seat: int) -> Acted:
    """A player goes. With a point on his Pass Line bet is lost (CAT-IV.1.5-28, CAT-IV.1.7-03).

    What he could withdraw goes back to him; what he could not stays until it is decided.
    """
    rules = setup.rules
    holder = shooters(state, setup.seats)[:1] == (seat,)
    cloth = cloth_of(setup, state)
    felt = {(stake.seat, stake.bet): stake.amount for stake in state.stakes}
    told: list[Event] = []
    left = []
    for stake in state.stakes:
        if stake.seat != seat:
            left.append(stake)
        elif stake.bet == "pass" and (holder or rules.leaver_loses == "todos"):
            clause = rules.by("shooter_leaves" if holder else "leaver_loses")
            told.append(BetLost(seat=seat, bet=stake.bet, amount=stake.amount, clause=clause))
        elif cloth.taking_down(felt, seat, stake.bet) is not None:
            left.append(stake)
        else:
            clause = cloth.withdrawal(stake.bet) or rules.by("bets_placed")
            told.append(
                BetReturned(
                    seat=seat, bet=stake.bet, amount=stake.amount, why="se-retira", clause=clause
                )
            )
    state = msgspec.structs.replace(
        state,
        stakes=tuple(left),
        faults=tuple(other for other in state.faults if other != seat),
        deprived=tuple(other for other in state.deprived if other != seat),
    )
    if holder:
        others = tuple(other for other in setup.seats if other != seat)
        after = next_shooter(state, others, seat)
        state = msgspec.structs.replace(state, shooter=after)
        if after is not None:
            told.append(TurnGiven(seat=after, to=THROW, clause=rules.by("dice_order")))
    if setup.seats == (seat,) and not left and state.point is not None:
        # Nobody and nothing is left that hangs on the point: the next player starts a game.
        state = msgspec.structs.replace(state, point=None)
        told.append(puck(rules, None))
    return state, told


ACTS: Mapping[str, Callable[..., Acted]] = {
    "shooter": give_dice,
    "decline": decline,
    "fault": fault,
    "deprive": deprive,
    "choose-dice": choose_dice,
    "change-dice": change_dice,
    "choose-again": choose_again,
}


def _check_may_throw(setup: CrapsSetup, state: CrapsState, seat: int) -> None:
    check_seated(seat, setup.seats)
    if seat in state.deprived:
        raise Refused(setup.rules.by("deprived"), "deprived-of-the-throw", seat=seat)
