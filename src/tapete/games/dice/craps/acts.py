"""What happens between throws: the dice change hands or are changed, a player is warned or goes."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CROUPIER, CROUPIERS, JEFE, JUGADOR, PAGADOR, TALLADOR
from tapete.core.round.act import Act, Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, BetLost, BetReturned, Ruled, TurnGiven
from tapete.core.table.seats import check_seated, first_on_the_right
from tapete.games.dice.craps.dice_set import dice_told, new_set
from tapete.games.dice.craps.rules import CrapsRules, allowed
from tapete.games.dice.craps.shooter import CrapsState, next_shooter, ready, shooters
from tapete.games.dice.craps.throw import THROW, CrapsSetup, cloth_of, puck

SHOOTER = "tirador"
PLAYER = (JUGADOR, *CROUPIERS)
"""What a player does a croupier may enter for him, as with his bets."""


class CrapsAct(Act[CrapsRules, CrapsState], frozen=True, kw_only=True):
    """Something done between throws."""


class GiveDice(CrapsAct, frozen=True, kw_only=True, tag="shooter"):
    """The tallador starts the order of the dice at this seat: only before a come-out."""

    duty: ClassVar[Duty | None] = Duty(
        (TALLADOR, CROUPIER, JEFE), "CAT-I.3.2-09", own=("dice_passed",)
    )

    seat: Seat

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        seat, clause = self.seat, setup.rules.by("dice_order")
        if state.point is not None:
            raise Refused(clause, "point-is-set", seat=seat, point=state.point)
        check_seated(seat, setup.seats)
        if seat in state.deprived:
            raise Refused(setup.rules.by("deprived"), "deprived-of-the-throw", seat=seat)
        yield TurnGiven(seat=seat, to=THROW, clause=clause)
        return msgspec.structs.replace(state, shooter=seat)


class Decline(CrapsAct, frozen=True, kw_only=True, tag="decline"):
    """The player who holds the dice declines: they go to the next in order (CAT-IV.1.5-06)."""

    duty: ClassVar[Duty | None] = Duty(PLAYER, "CAT-I.3.2-09", own=("dice_declined",))
    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        clause = setup.rules.by("dice_declined")
        if shooters(state, setup.seats)[:1] != (self.seat,):
            raise Refused(clause, "not-the-shooter", seat=self.seat)
        after = next_shooter(state, setup.seats, self.seat)
        yield TurnGiven(seat=after, to=THROW, clause=clause)
        return msgspec.structs.replace(state, shooter=after)


class Fault(CrapsAct, frozen=True, kw_only=True, tag="fault"):
    """A pagador warns a player who broke a rule of throwing; the fault is counted.

    The one croupier of Mini Craps is pagador as well (CAT-IV.1.4.2-02).
    """

    duty: ClassVar[Duty | None] = Duty((PAGADOR, CROUPIER), "CAT-I.3.2-09", own=("warning",))

    seat: Seat
    what: str

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        rules = setup.rules
        check_seated(self.seat, setup.seats)
        facts: dict[str, Fact] = {"seat": self.seat, "fault": self.what}
        yield Announced(what=rules.warning, facts=facts, clause=rules.by("warning"))
        return msgspec.structs.replace(state, faults=(*state.faults, self.seat))


class Deprive(CrapsAct, frozen=True, kw_only=True, tag="deprive"):
    """The jefe de mesa takes the throw from a player who repeatedly broke its rules.

    The next player in order goes on with the same point: the others' bets hang on it.
    """

    duty: ClassVar[Duty | None] = Duty((JEFE,), "CAT-I.3.2-10", own=("deprived",))

    seat: Seat

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        seat, clause = self.seat, setup.rules.by("deprived")
        if seat in state.deprived:
            raise Refused(clause, "deprived-of-the-throw", seat=seat)
        faults = state.faults.count(seat)
        if faults < setup.rules.deprived:
            raise Refused(clause, "not-repeated", seat=seat, faults=faults)
        yield Ruled(role=JEFE, question=f"privar:{seat}", ruling="si", clause=clause)
        held = shooters(state, setup.seats)[:1] == (seat,)
        state = msgspec.structs.replace(state, deprived=(*state.deprived, seat))
        if held:
            after = next_shooter(state, setup.seats, seat)
            state = msgspec.structs.replace(state, shooter=after)
            yield TurnGiven(seat=after, to=THROW, clause=clause)
        return state


class ChooseDice(CrapsAct, frozen=True, kw_only=True, tag="choose-dice"):
    """The first player on the tallador's right takes two of the set shown (CAT-IV.1.5-03)."""

    duty: ClassVar[Duty | None] = Duty(PLAYER, "CAT-I.3.2-09", own=("dice_chosen",))
    whose: ClassVar[str] = "seat"

    seat: Seat
    dice: tuple[int, ...]

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        seat, rules, clause = self.seat, setup.rules, setup.rules.by("dice_chosen")
        check_seated(seat, setup.seats)
        if state.dice.in_play:
            raise Refused(clause, "dice-are-chosen", seat=seat)
        chooser = first_on_the_right(setup.seats)
        if seat != chooser:
            raise Refused(clause, "not-the-chooser", seat=seat, chooser=chooser)
        taken = state.dice.taken(tuple(self.dice), rules, clause)
        state = msgspec.structs.replace(state, dice=taken)
        yield dice_told(rules, seat, taken)
        yield puck(rules, state.point)
        return state


class ChangeDice(CrapsAct, frozen=True, kw_only=True, tag="change-dice"):
    """Other dice: when the shooter asks before a series, or when the jefe de mesa decides.

    The five or six are put before the shooter, who takes two (CAT-IV.1.5-12, CAT-IV.1.5-65).
    """

    duty: ClassVar[Duty | None] = Duty((SHOOTER, JEFE), "CAT-I.3.2-10", own=("dice_change",))

    dice: tuple[int, ...]

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        rules = setup.rules
        ready(setup, state)
        if self.by == SHOOTER and not allowed(rules.dice_asked, state.point):
            raise Refused(rules.by("dice_asked"), "point-is-set", point=state.point)
        clause = rules.by("dice_change")
        taken = state.dice.taken(tuple(self.dice), rules, clause)
        seat = shooters(state, setup.seats)[0]
        yield Announced(what="cambio-de-dados", clause=clause)
        yield dice_told(rules, seat, taken)
        return msgspec.structs.replace(state, dice=taken)


class ChooseAgain(CrapsAct, frozen=True, kw_only=True, tag="choose-again"):
    """The jefe de mesa has the choice of dice repeated as at the start (CAT-IV.1.5-04)."""

    duty: ClassVar[Duty | None] = Duty((JEFE,), "CAT-I.3.2-10", own=("dice_again",))

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        dice = msgspec.structs.replace(state.dice, in_play=())
        yield Announced(what="eleccion-de-dados", clause=setup.rules.by("dice_again"))
        return msgspec.structs.replace(state, dice=dice)


class CheckDice(CrapsAct, frozen=True, kw_only=True, tag="revisar-dados"):
    """The tallador (CAT-IV.1.4.2-05) or a pagador (CAT-IV.1.4.2-10) looks at table and dice. The
    ``faulty`` ones leave the set; if one of them was in play two are chosen again."""

    duty: ClassVar[Duty | None] = Duty((TALLADOR, PAGADOR, CROUPIER), "CAT-I.3.2-09")

    faulty: tuple[int, ...] = ()

    def carry_out(self, setup: CrapsSetup, state: CrapsState) -> Round[CrapsState]:
        rules, dice = setup.rules, state.dice
        clause = rules.by("dice_checked_paying" if self.by == PAGADOR else "dice_checked")
        for die in self.faulty:
            if die not in dice.at_hand:
                raise Refused(clause, "die-not-at-hand", die=die)
        told = "-".join(map(str, sorted(self.faulty)))
        yield Announced(what="dados-revisados", facts={"faulty": told or None}, clause=clause)
        if not self.faulty:
            return state
        broken = (*dice.broken, *(die for die in self.faulty if die not in dice.broken))
        kept = () if set(self.faulty) & set(dice.in_play) else dice.in_play
        dice = msgspec.structs.replace(dice, broken=broken, in_play=kept)
        if len(dice.at_hand) < rules.dice:
            yield Announced(what="nuevo-juego-de-dados", clause=rules.by("dice_set"))
            dice = new_set(rules)
        return msgspec.structs.replace(state, dice=dice)


ACTS = (GiveDice, Decline, Fault, Deprive, ChooseDice, ChangeDice, ChooseAgain, CheckDice)


def leave(setup: CrapsSetup, state: CrapsState, seat: int) -> Round[CrapsState]:
    """A player goes. With a point on his Pass Line bet is lost (CAT-IV.1.5-28, CAT-IV.1.7-03).

    What he could withdraw goes back to him; what he could not stays until it is decided.
    """
    rules = setup.rules
    holder = shooters(state, setup.seats)[:1] == (seat,)
    cloth = cloth_of(setup, state)
    felt = {(stake.seat, stake.bet): stake.amount for stake in state.stakes}
    left = []
    for stake in state.stakes:
        if stake.seat != seat:
            left.append(stake)
        elif stake.bet == "pass" and (holder or rules.leaver_loses == "todos"):
            clause = rules.by("shooter_leaves" if holder else "leaver_loses")
            yield BetLost(seat=seat, bet=stake.bet, amount=stake.amount, clause=clause)
        elif cloth.taking_down(felt, seat, stake.bet) is not None:
            left.append(stake)
        else:
            clause = cloth.withdrawal(stake.bet) or rules.by("bets_placed")
            yield BetReturned(
                seat=seat, bet=stake.bet, amount=stake.amount, why="se-retira", clause=clause
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
            yield TurnGiven(seat=after, to=THROW, clause=rules.by("dice_order"))
    if setup.seats == (seat,) and not left and state.point is not None:
        # Nobody and nothing is left that hangs on the point: the next player starts a game.
        state = msgspec.structs.replace(state, point=None)
        yield puck(rules, None)
    return state
