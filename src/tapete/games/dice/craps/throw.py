"""One throw of craps: bets, the dice, losers taken, winners paid (CAT-IV.1.5, CAT-IV.1.7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import BetWindow, betting_of, tell_bets, with_joined
from tapete.core.round.chance import Faces, NoResult, Roll
from tapete.core.round.event import (
    Announced,
    BetMarked,
    MarkerPut,
    ResultShown,
    ThrowVoid,
    TurnGiven,
)
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, keep, lose, move, win, win_and_return
from tapete.core.round.terms import Terms
from tapete.core.table.seats import first_on_the_right, in_order
from tapete.games.dice.craps.cloth import CrapsCloth
from tapete.games.dice.craps.dice_set import (
    change_dice,
    dice_told,
    first_two,
    new_set,
    replace_dice,
    set_after,
)
from tapete.games.dice.craps.rules import CrapsRules, total
from tapete.games.dice.craps.shooter import CrapsState, next_shooter, shooters

PUCK = "marcador-de-salida"
THROW = "lanzar"
CrapsSetup = Setup[CrapsRules, Terms]


def opening(rules: CrapsRules) -> CrapsState:
    return CrapsState(dice=new_set(rules))


def play(setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
    """One throw, from the invitation to bet to the last payment."""
    rules = setup.rules
    state = yield from dice_ready(setup, state)
    yield Announced(what=rules.invitation, clause=rules.by("invitation"))

    cloth = cloth_of(setup, state)
    bets = window(setup, state, cloth)
    slip = yield from bets
    stakes = yield from tell_bets(bets, slip)
    shooter = yield from dice_handed(with_joined(cloth, slip), stakes)
    stakes = yield from mark_bets(rules, stakes, state.point)
    state = msgspec.structs.replace(state, shooter=shooter)

    state, faces = yield from throw(setup, state)
    yield shown(rules, faces, state.point)
    point = point_after(setup, state, faces)
    over = setup.last_rounds_left is not None and point is None  # CAT-IV.1.5-66
    standing = yield from settle(setup, stakes, faces, state.point, over=over)
    if not setup.seats and not standing:  # nobody and nothing hangs on the point any more
        point, over = None, True

    if point != state.point:
        yield puck(rules, point)
    dice = yield from set_after(rules, state.dice, point)
    seven_out = state.point is not None and total(faces) == rules.dice_pass
    after = shooter
    if seven_out and shooter is not None:
        after = next_shooter(state, setup.seats, shooter)
        yield TurnGiven(seat=after, to=THROW, clause=rules.by("dice_pass"))
    return msgspec.structs.replace(
        state, point=point, stakes=standing, shooter=after, dice=dice, over=over
    )


def game_over(setup: CrapsSetup, state: CrapsState) -> bool:
    """Whether the last game announced is decided, and only bets left over are thrown for."""
    return setup.last_rounds_left is not None and state.over


def may_announce_last(setup: CrapsSetup, state: CrapsState) -> None:
    """The last game is announced before it starts, at a come-out (CAT-IV.1.5-66)."""
    if state.point is not None:
        raise Refused(setup.rules.by("last_games"), "point-is-set", point=state.point)


def ended(setup: CrapsSetup, state: CrapsState) -> bool:
    """The last game ends once its point and its bets are decided (CAT-IV.1.5-66)."""
    return game_over(setup, state) and not state.stakes


# Before the throw


def dice_ready(setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
    """Show the set and have two dice taken: at the start, and after so many throws."""
    rules, dice = setup.rules, state.dice
    holder = next(iter(shooters(state, setup.seats)), None)
    if not dice.in_play:
        dice = dice.taken(first_two(dice, rules), rules, rules.by("dice_chosen"))
        yield dice_told(rules, chooser(setup), dice)
        yield puck(rules, state.point)
    elif rules.dice_change and state.point is None and dice.throws >= rules.dice_change:
        dice = yield from change_dice(rules, dice, holder)
    if holder is not None and holder != state.shooter:
        yield TurnGiven(seat=holder, to=THROW, clause=rules.by("dice_order"))
    return msgspec.structs.replace(state, dice=dice, shooter=holder)


def chooser(setup: CrapsSetup) -> int | None:
    """Who chooses the dice at the start: the first player on the tallador's right."""
    return first_on_the_right(setup.seats) if setup.seats else None


def cloth_of(setup: CrapsSetup, state: CrapsState) -> CrapsCloth:
    """The cloth as it is before this throw."""
    rules = setup.rules
    called = {f"{bet}={rules.hard_called}": rules.by("hard_called") for bet in rules.hard_ways}
    return CrapsCloth(
        rules=rules,
        point=state.point,
        shooters=shooters(state, setup.seats),
        over=game_over(setup, state),
        marks=called if rules.hard_rest else {},
    )


def window(setup: CrapsSetup, state: CrapsState, cloth: CrapsCloth) -> BetWindow:
    """Bets are taken until "ya no va más" (CAT-IV.1.5-10)."""
    return betting_of(setup, cloth, state.stakes)


def dice_handed(cloth: CrapsCloth, stakes: Sequence[Stake]) -> Round[int | None]:
    """Who throws. A holder of the dice without a line bet at the come-out is passed over.

    Nobody, if all who may throw have gone from the last game: then it is the tallador.
    """
    felt = {(stake.seat, stake.bet): stake.amount for stake in stakes}
    shooter = cloth.shooter(felt)
    if shooter is None:  # the cloth does not settle otherwise
        return None
    passed = cloth.shooters[: cloth.shooters.index(shooter)]
    for seat in passed:
        yield Announced(
            what="tirador-sin-linea",
            facts={"seat": seat},
            clause=cloth.rules.by("shooter_without_line"),
        )
    if passed:
        yield TurnGiven(seat=shooter, to=THROW, clause=cloth.rules.by("dice_order"))
    return shooter


def mark_bets(
    rules: CrapsRules, stakes: Sequence[Stake], point: int | None
) -> Round[tuple[Stake, ...]]:
    """Put the counters: wrong bet, and whether a hard way plays or rests (CAT-IV.1.4.1-06)."""
    marked = []
    plays, rests = rules.bet_marker
    for stake in stakes:
        mark, clause = stake.mark, rules.by("bet_marker")
        if kind_of(stake.bet) == "wrong":
            mark, clause = rules.wrong_marker, rules.by("wrong_marker")
        elif not rules.works(stake.bet, stake.mark, point):
            mark = rests
        elif stake.mark == rests:
            mark = plays
        if mark != stake.mark:
            yield BetMarked(seat=stake.seat, bet=stake.bet, mark=mark, clause=clause)
        marked.append(msgspec.structs.replace(stake, mark=mark))
    return tuple(marked)


# The throw


def throw(setup: CrapsSetup, state: CrapsState) -> Round[tuple[CrapsState, Faces]]:
    """Throw until a throw is good. A void throw changes no bet and is repeated (CAT-IV.1.5-18).

    Betting does not reopen: the shooter repeats at once.
    """
    rules = setup.rules
    roll = roll_of(rules, state)
    while True:
        result = yield from roll
        dice = msgspec.structs.replace(state.dice, throws=state.dice.throws + 1)
        state = msgspec.structs.replace(state, dice=dice)
        if not isinstance(result, NoResult):
            return state, result
        yield ThrowVoid(cause=result.cause, clause=roll.void_clause(result.cause))
        yield Announced(what="tirada-nula", clause=rules.by("throw_void"))
        if result.cause in rules.faults and state.shooter is not None:
            state = msgspec.structs.replace(state, faults=(*state.faults, state.shooter))
        dice = yield from replace_dice(
            rules,
            state.dice,
            result.cause,
            series=state.point is not None,
            shooter=state.shooter,
            chooser=chooser(setup),
        )
        state = msgspec.structs.replace(state, dice=dice)


def roll_of(rules: CrapsRules, state: CrapsState) -> Roll:
    """The dice in the shooter's hand, and what would make the throw void."""
    void = {
        **dict.fromkeys(rules.throw_void, rules.by("throw_void")),
        **dict.fromkeys(rules.throw_short, rules.by("throw_short")),
        **dict.fromkeys(rules.throw_slid, rules.by("throw_slid")),
        **dict.fromkeys(rules.throw_rested, rules.by("throw_rested")),
        **dict.fromkeys(rules.throw_handled, rules.by("throw_handled")),
    }
    return Roll(
        dice=rules.dice,
        faces=rules.faces,
        clause=rules.by("throw_good"),
        closed_by=rules.by("close_call"),
        void=void,
        other=rules.by("throw_other"),
        good=dict.fromkeys(rules.slide_good, rules.by("slide_good")),
        shooter=state.shooter,
    )


# After the throw


def shown(rules: CrapsRules, faces: Faces, point: int | None) -> ResultShown:
    """The tallador states the result: the total, and the point it was thrown for."""
    return ResultShown(
        result="-".join(faces),
        facts={"total": total(faces), "punto": point},
        clause=rules.by("result_call"),
    )


def point_after(setup: CrapsSetup, state: CrapsState, faces: Faces) -> int | None:
    """The point for the next throw: set at the come-out, gone when it repeats or a 7 comes."""
    number = total(faces)
    if state.point is None:
        starts = number in setup.rules.points and not game_over(setup, state)
        return number if starts else None
    return None if number in (state.point, setup.rules.dice_pass) else state.point


def puck(rules: CrapsRules, point: int | None) -> MarkerPut:
    """The come-out marker: ON with the point, OFF without one (CAT-IV.1.4.1-05)."""
    on, off = rules.puck
    place = off if point is None else f"{on}:{point}"
    return MarkerPut(marker=PUCK, place=place, clause=rules.by("puck"))


def settle(
    setup: CrapsSetup, stakes: Sequence[Stake], faces: Faces, point: int | None, *, over: bool
) -> Round[tuple[Stake, ...]]:
    """Losers are taken, ties go back, winners are paid, then come bets move to their number."""
    rules = setup.rules
    order = in_order(stake.seat for stake in stakes)
    by_seat = sorted(stakes, key=lambda stake: order.index(stake.seat))
    does = {
        (stake.seat, stake.bet): rules.outcome(stake.bet, faces, point)
        if rules.works(stake.bet, stake.mark, point)
        else "stays"
        for stake in by_seat
    }
    for stake in by_seat:
        if does[stake.seat, stake.bet] == "loses":
            yield from lose(stake, rules.row(stake.bet, point).clause)
    for stake in by_seat:
        if does[stake.seat, stake.bet] == "ties":
            yield from give_back(stake, rules.row(stake.bet, point).clause, why="empate")
    standing = []
    for stake in by_seat:
        if does[stake.seat, stake.bet] == "wins":
            stays = yield from pay(setup, stake, faces, point, over=over)
            standing += [stays] if stays is not None else []
    for stake in by_seat:
        if does[stake.seat, stake.bet] == "stays":
            stays = yield from left_on(rules, stake, faces, point, over=over)
            standing += [stays] if stays is not None else []
    return tuple(standing)


def pay(
    setup: CrapsSetup, stake: Stake, faces: Faces, point: int | None, *, over: bool
) -> Round[Stake | None]:
    """Pay a winner. Right and wrong bets stay until taken down (CAT-IV.1.5-62)."""
    rules, unit = setup.rules, setup.limits.unit
    number = rules.number_of(stake.bet, point)
    row = rules.pay(stake.bet, on=str(total(faces) if number is None else number))
    if kind_of(stake.bet) in rules.place_bets and not over:
        yield from win(stake, row.ratio, row.clause, unit=unit)
        return msgspec.structs.replace(stake, excess=0)
    yield from win_and_return(stake, row.ratio, row.clause, unit=unit)
    return None


def left_on(
    rules: CrapsRules, stake: Stake, faces: Faces, point: int | None, *, over: bool
) -> Round[Stake | None]:
    """What the throw did not decide: a come bet moves to its number, the rest stays."""
    if stake.bet in rules.moved:
        moved = yield from move(stake, f"{stake.bet}:{total(faces)}", rules.by("moved"))
        return moved
    if over and not rules.works(stake.bet, stake.mark, None):
        yield from give_back(stake, rules.by("last_games"), why="fin-del-juego")
        return None
    kept = yield from keep(stake)
    return kept
