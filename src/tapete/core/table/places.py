"""Places: who takes one, brings chips to it, leaves it or has to."""

from __future__ import annotations

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.event import Event, Moment, Ruled, SeatFreed, SeatTaken
from tapete.core.round.live import at_once
from tapete.core.round.pot import Linked
from tapete.core.table.conduct import Conduct
from tapete.core.table.desk import DIRECTION, Desk
from tapete.core.table.exchange import Exchange
from tapete.core.table.holds import Holds
from tapete.core.table.idle import Idle
from tapete.core.table.seats import PLAYERS, PRESENT, check_place, check_room, check_seated


class Places:
    """The places of a table; ``capacity`` is how many of them may be taken while that is fewer
    than the game has."""

    def __init__(
        self, desk: Desk, exchange: Exchange, conduct: Conduct, holds: Holds, idle: Idle,
        pot: Linked,
    ) -> None:  # fmt: skip
        self.desk, self.session, self.players = desk, desk.session, desk.players
        self.exchange, self.conduct, self.holds = exchange, conduct, holds
        self.idle, self.pot = idle, pot
        self.capacity: int | None = None

    def sit(self, seat: int, player: str, *, chips: int = 0, now: Moment = 0) -> None:
        """A player takes a free place, with the chips he brings."""
        table = self.session
        check_place(seat, self.players)
        if any(stake.seat == seat for stake in table.state.standing()):
            raise Refused(PLAYERS, "chips-still-standing", seat=seat)
        self.conduct.check(player, now)
        check_room(seat, player, self.players, table.rules, self.capacity)
        self.exchange.check_brought(seat, chips)
        sitting = table.game.sit(table.setup(), table.state, seat, player, chips, now)
        state, told = at_once(sitting)
        if state is not table.state:  # what a place depends on is settled between rounds
            table.between_rounds()
            table.state = state
        self.players[seat] = player
        self.conduct.going.discard(player)
        self.desk.tell(SeatTaken(seat=seat, player=player, clause=PLAYERS), *told)
        if chips:
            self.exchange.bring(seat, chips)

    def leave(self, seat: int, *, why: str = "se-retira", now: Moment = 0) -> list[Event]:
        """A player goes; what stands for him on the felt ends as the game says."""
        table = self.session
        check_seated(seat, self.players)
        if table.live is not None:
            raise Refused(PRESENT, "round-in-course", seat=seat)
        table.game.may_leave(table.setup(), table.state, seat, why, now)
        self.desk.tell(*self.pot.leave(seat))
        table.state, told = at_once(table.game.leave(table.setup(), table.state, seat))
        player = self.players.pop(seat)
        self.idle.left(seat)
        self.desk.tell(*told, SeatFreed(seat=seat, player=player, why=why, clause=PLAYERS))
        self.exchange.take_away(seat)
        self.holds.left(seat, player)
        last = self.desk.last_rounds_left is not None and table.rules.players_min
        if self.desk.open and last and not self.players and not table.state.standing():
            self.desk.close(self.desk.by("last_games", DIRECTION), "ultimas-tiradas")
        return told

    def bring(self, seat: int, amount: int) -> None:
        """A seated player brings more chips he already has."""
        check_seated(seat, self.players)
        self.desk.may_move(seat, amount)
        self.exchange.bring(seat, amount)

    def put_away(self, seat: int, amount: int, *, now: Moment = 0) -> list[Event]:
        """A player takes chips off the table; where each plays with a box, that is leaving it."""
        check_seated(seat, self.players)
        self.desk.may_move(seat, -amount)
        if self.desk.rules.box_decreased:
            return self.leave(seat, why="disminuye-la-caja", now=now)
        self.exchange.put_away(seat, amount)
        return []

    def exclude(
        self, player: str, breach: ClauseId, *, until: Moment | None = None, by: str = JEFE
    ) -> None:
        """Keep a player out; where the game says at once, his places are free as soon as no round
        is in course."""
        self.conduct.exclude(player, breach, until=until, by=by)
        if self.conduct.at_once:
            self.dismiss(player)

    def see_out(self, player: str) -> None:
        """A player who may not be here any more frees his places: now, or when the round in course
        is over."""
        self.conduct.going.add(player)
        self.dismiss(player)

    def dismiss(self, player: str) -> None:
        """A player who must go frees his places, unless a round is in course."""
        if self.session.live is None:
            for seat in [seat for seat, who in self.players.items() if who == player]:
                self.leave(seat, why="excluido")

    def see_out_those_going(self) -> None:
        """Free the seats of all who must leave before the next round."""
        for player in sorted(self.conduct.going & {*self.players.values()}):
            self.dismiss(player)

    def free_seat(self, seat: int, *, by: str = JEFE) -> list[Event]:
        """The jefe de mesa has an idle player free the place somebody complained about."""
        self.desk.check("free-seat", by)
        self.idle.check_asked_for(seat)
        told = self.leave(seat, why="sin-jugar")
        ruled = Ruled(role=by, question=f"lugar:{seat}", ruling="libre", clause=self.idle.clause)
        self.desk.tell(ruled)
        return told
