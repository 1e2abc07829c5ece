"""What the house asks before a command goes to a gaming table: who may play, where else he sits,
who is on duty, whether the record is ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, JEFE, JUGADOR
from tapete.core.round.bets import Place
from tapete.core.table.conduct import RECORDED
from tapete.core.table.table import Table
from tapete.floor.people.person import check_unit
from tapete.floor.people.presence import check_simple, places_of
from tapete.floor.rounds.records import has_acta
from tapete.floor.table.commands import (
    Act,
    Answer,
    AnyCommand,
    Bet,
    Dispute,
    Leave,
    Open,
    Reserve,
    Resume,
    Review,
    Sit,
    Void,
    Wait,
)
from tapete.floor.table.view import placed
from tapete.floor.units.mesa.clockwork import NO_BETS
from tapete.floor.units.mesa.planned import check_planned
from tapete.floor.units.mesa.unit import Mesa
from tapete.floor.units.torneo.tables import waits
from tapete.floor.units.torneo.unit import Torneo
from tapete.games.poker.circle.waits import OTHERS
from tapete.games.roulette.rules import RouletteRules
from tapete.systems.tournament.life import hand_for_hand

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.people.person import Person


async def admit(
    house: Casino, keeper: Keeper, person: Person, role: str, command: AnyCommand, saw: str | None
) -> str | None:
    """Raise `Refused` if the house does not allow this command. Gives the state that must still be
    the same."""
    mesa: Mesa = keeper.unit
    if isinstance(command, Open | Resume):
        house.identity.check_may_open(mesa.spec.edition)
        check_planned(mesa, house.in_force)
    match command:
        case Sit():
            check_unit(person, mesa.spec)
            now = house.now()
            await house.aside(lambda: house.register.check_may_play(person, now))
            _check_bets_elsewhere(house, person, mesa.spec.id)
        case Dispute() if role == JUGADOR:  # its words stand in the log for ever
            house.throttle.complaint(person.id, house.now())
        case Answer() if mesa.spec.torneo:
            _check_others_done(house, mesa)
        case Bet():
            await _check_one_place(house, command, mesa.table)
        case Wait() | Reserve():  # a chief may ask for somebody else
            await house.aside(lambda: _check_may_play(house, command.player))
        case Leave() | Act() if mesa.clockwork.nobody_bet():
            # Both are done between rounds: one without bets ends now, and what was seen is then the
            # table after it.
            ended = await keeper.send(house.by_system(Void(cause=NO_BETS), JEFE), saw=saw)
            return saw and ended.hash
        case Open() if mesa.spec.attended:
            opening, staff = mesa.spec.id, command.staff
            await house.aside(lambda: house.staffing.check_opening(opening, staff))
        case Review() if role in CHIEFS:
            id, acta = mesa.spec.id, command.acta
            if not await house.aside(lambda: has_acta(house.store, id, acta)):
                raise Refused(RECORDED, "not-our-record", dispute=command.dispute)
        case _:
            pass
    return saw


def _check_others_done(house: Casino, mesa: Mesa) -> None:
    """A called all-in that waits hand for hand is played out in its turn, once every other table
    has come to the end of its hand or waits as well (COL-7.5.1-63, -65)."""
    torneo: Torneo = house.keepers[mesa.spec.torneo].unit
    turn = hand_for_hand.turn(torneo.now)
    if waits(mesa) and (turn is None or torneo.spec.table(turn) != mesa.spec.id):
        raise Refused(OTHERS, "other-tables-play", table=mesa.spec.id)


def _check_may_play(house: Casino, player: str) -> None:
    house.register.check_may_play(house.known(player), house.now())


def _check_bets_elsewhere(house: Casino, person: Person, table: str) -> None:
    """Raise `Refused` if a player who takes a second place has other bets than simple chances where
    he sits: this looks at open bets on tables of this node; bets already told are in the ledger."""
    for id, keeper in house.keepers.items():
        if not isinstance(keeper.unit, Mesa):
            continue
        there = keeper.unit.table
        mine = {seat for seat, who in there.players.items() if who == person.id}
        if id == table or not mine or not isinstance(there.rules, RouletteRules):
            continue
        for bet, stakes in placed(there).items():
            if mine & stakes.keys():
                check_simple(there.rules, bet)


async def _check_one_place(house: Casino, command: Bet, table: Table) -> None:
    """Whoever sits at two tables of roulette has simple chances only."""
    if not isinstance(command.action, Place) or not isinstance(table.rules, RouletteRules):
        return
    player = table.players.get(command.action.seat, "")

    def places() -> int:
        with house.store.engine.connect() as connection:
            return len(places_of(connection, player))

    try:
        check_simple(table.rules, command.action.bet)
    except Refused:
        if await house.aside(places) > 1:
            raise
