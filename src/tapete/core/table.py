"""A table: it opens and closes, seats people, takes their bets and runs rounds one after another.

It has no clock: where time matters the moment is passed in, in seconds. What happens outside the
rounds is told in ``log``. Its parts: ``exchange`` (money), ``betting`` (bets being placed),
``conduct``, ``disputes``, ``holds``, ``idle``, ``pot`` (the link to a progressive).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any

from tapete.core.ask import Ask, Choose, Round
from tapete.core.bets import Action, Limits, Noticed, Place, Slip, Throw
from tapete.core.circle import CircleTerms
from tapete.core.clause import ClauseId
from tapete.core.conduct import Conduct, Disputes
from tapete.core.desk import Desk
from tapete.core.event import (
    Announced,
    Event,
    Moment,
    RoundVoided,
    Ruled,
    SeatFreed,
    SeatTaken,
    in_cash,
    nets,
    taken_back,
)
from tapete.core.exchange import MONEY_CHIPS, Exchange
from tapete.core.game import Game, Setup, TableState
from tapete.core.holds import Holds
from tapete.core.idle import Idle
from tapete.core.live import Live
from tapete.core.open_bets import ROUND as ROUND
from tapete.core.open_bets import OpenBets
from tapete.core.plan import Plan
from tapete.core.pot import Linked, PotPort
from tapete.core.record import Header, Record, header_of, record_of
from tapete.core.record import RoundFailed as RoundFailed
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIER as CROUPIER
from tapete.core.roles import JEFE as JEFE
from tapete.core.roles import JUGADOR, check_answerer
from tapete.core.rulebook import GameRules
from tapete.core.seats import PLAYERS, PRESENT, check_place, check_room, check_seated, several
from tapete.core.signs import Sign, sign
from tapete.core.window import BetWindow, Taking

Answerer = Callable[[Ask[Any]], Any]

DIRECTION: ClauseId = "CAT-I.3.2-10"
CORRECTED: ClauseId = "CAT-I.6-01"


class Table:
    """One table of a game, from its opening to its closing.

    The round in course is `live`; what stays on the felt between rounds is `state`.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        edition: str = "scj-2023",
        changes: dict[str, str] | None = None,
        limits: Limits | None = None,
        plan: Plan | None = None,
        seats: Iterable[int] = (),
        name: str = "",
        version: str = "",
        extra: dict[str, Any] | None = None,
        circle: CircleTerms | None = None,
        pot: PotPort | None = None,
    ) -> None:
        self.game = game
        self.changes = dict(changes or {})
        self.rules: GameRules = game.rules_of(edition, self.changes)
        self.limits = limits or (plan.limits(game.id) if plan is not None else Limits())
        self.name, self.version = name, version
        self.extra = dict(extra or {})
        self.circle = circle or (plan.circle(game.id) if plan is not None else None)
        self.pot = Linked(pot)
        self.desk = Desk(self.rules, plan, name)
        self.exchange = Exchange(self.desk, self.available, self._may_move)
        self.betting = OpenBets(self.exchange, lambda: self.live)
        self.conduct = Conduct(self.desk, self._dismiss)
        self.disputes = Disputes(self.desk, game)
        self.holds = Holds(self.desk, self.available)
        self.players = self.desk.players
        self.players.update((seat, f"seat-{seat}") for seat in seats)
        self.capacity: int | None = None
        self.idle = Idle(self.desk)
        self.state: TableState = game.opening(self.rules)
        self.open = self.suspended = False
        self.throws_left: int | None = None
        self.rounds = 0
        self.live: Live[TableState] | None = None
        self._header: Header | None = None

    @property
    def log(self) -> list[Event]:
        """What happened outside the rounds."""
        return self.desk.log

    # Opening and closing

    def open_play(self, staff: Iterable[str], *, by: str = JEFE) -> None:
        """Open the table: enough croupiers and somebody who directs must be there."""
        self._between_rounds()
        notices = self._notices()
        self.desk.on_duty(staff, by=by)
        self.open, self.suspended, self.throws_left = True, False, None
        self.desk.tell(Announced(what="mesa-abierta", clause=DIRECTION), *notices)

    def _notices(self) -> tuple[Announced, ...]:
        return self.game.notices(self.setup())

    def announce_last(
        self, left: int | None = None, *, by: str = CROUPIER, order: str = JEFE
    ) -> None:
        """Announce the last throws or the last game, as many as the game has or fewer, on the
        ``order`` of whoever directs the table; it closes after them."""
        self.desk.check("announce-last", by)
        self.desk.check("order-last", order)
        self._between_rounds()
        if self.throws_left is None:
            self.game.may_announce_last(self.setup(), self.state)
            most, clause = self.rules.last_games, self.desk.by("last_games", DIRECTION)
            if left is not None and not 1 <= left <= most:
                raise Refused(clause, "not-so-many-left", left=left, maximum=most)
            self.throws_left = left or most
            what, facts = "ultimas-tiradas", {"left": self.throws_left}
            self.desk.tell(Ruled(role=order, question="cierre", ruling=what, clause=clause))
            self.desk.tell(Announced(what=what, facts=facts, clause=clause))

    def suspend(self, why: str, *, by: str = JEFE) -> Record | None:
        """Close the table for a time; a round in course is void and its chips go back."""
        self.desk.check("suspend", by)
        if not self.open:
            raise Refused(DIRECTION, "table-closed")
        voided = self.void(why, by=by) if self.live is not None else None
        self._close(self.desk.by("temporary_close", DIRECTION), why)
        self.suspended = True
        return voided

    def resume(self, *, by: str = JEFE) -> None:
        """Open again after `suspend`, with the same staff; announced last throws still count."""
        self.desk.check("open", by)
        if not self.suspended:
            raise Refused(DIRECTION, "not-suspended")
        self.open, self.suspended = True, False
        self.desk.tell(Announced(what="mesa-abierta", clause=DIRECTION))

    def _close(self, clause: ClauseId, why: str) -> None:
        self.open = False
        self.desk.tell(Announced(what="mesa-cerrada", facts={"why": why}, clause=clause))

    def signs(self) -> Sign:
        """What must be displayed beside the table."""
        return sign(self.rules, self.limits, self.desk.plan, self._notices())

    # Places

    def sit(self, seat: int, player: str, *, chips: int = 0, now: Moment = 0) -> None:
        """A player takes a free place, with the chips he brings."""
        check_place(seat, self.players)
        if any(stake.seat == seat for stake in self.state.standing()):
            raise Refused(PLAYERS, "chips-still-standing", seat=seat)
        self.conduct.check(player, now)
        check_room(seat, player, self.players, self.rules, self.capacity)
        self.exchange.check_brought(seat, chips)
        state, told = self.game.sit(self.setup(), self.state, seat, player, chips, now)
        if state is not self.state:  # what a place depends on is settled between rounds
            self._between_rounds()
            self.state = state
        self.players[seat] = player
        self.conduct.going.discard(player)
        self.desk.tell(SeatTaken(seat=seat, player=player, clause=PLAYERS), *told)
        if chips:
            self.exchange.bring(seat, chips)

    def leave(self, seat: int, *, why: str = "se-retira", now: Moment = 0) -> list[Event]:
        """A player goes; what stands for him on the felt ends as the game says."""
        check_seated(seat, self.players)
        if self.live is not None:
            raise Refused(PRESENT, "round-in-course", seat=seat)
        self.game.may_leave(self.setup(), self.state, seat, why, now)
        self.desk.tell(*self.pot.cashed(seat))
        self.state, told = self.game.leave(self.setup(), self.state, seat)
        player = self.players.pop(seat)
        self.idle.left(seat)
        self.desk.tell(*told, SeatFreed(seat=seat, player=player, why=why, clause=PLAYERS))
        self.exchange.take_away(seat)
        self.holds.left(seat, in_cash(seat))
        last = self.open and self.throws_left is not None and self.rules.players_min
        if last and not self.players and not self.state.standing():
            self._close(self.desk.by("last_games", DIRECTION), "ultimas-tiradas")
        return told

    def bring(self, seat: int, amount: int) -> None:
        """A seated player brings more chips he already has."""
        check_seated(seat, self.players)
        self._may_move(seat, amount)
        self.exchange.bring(seat, amount)

    def put_away(self, seat: int, amount: int, *, now: Moment = 0) -> list[Event]:
        """A player takes chips off the table; where each plays with a box, that is leaving it."""
        check_seated(seat, self.players)
        self._may_move(seat, -amount)
        if "box_decreased" in self.rules.clauses:
            return self.leave(seat, why="disminuye-la-caja", now=now)
        self.exchange.put_away(seat, amount)
        return []

    def _may_move(self, seat: int, amount: int) -> None:
        playing = self.live is not None and self._header is not None and seat in self._header.seats
        self.game.may_move_chips(self.setup(), self.state, seat, amount, playing)

    def _dismiss(self, player: str) -> None:
        """A player who must go at once frees his places, unless a round is in course."""
        if self.live is None:
            for seat in [seat for seat, who in self.players.items() if who == player]:
                self.leave(seat, why="excluido")

    def set_capacity(self, places: int | None, *, by: str = JEFE) -> None:
        """Fewer places while a health protocol asks for distance; nobody seated has to go."""
        self.desk.check("capacity", by)
        self.capacity = places

    def claimable(self, seat: int) -> bool:
        """Whether the player has stayed out of more rounds in a row than his game allows."""
        return self.idle.claimable(seat)

    def complain(self, seat: int, *, by: str = JUGADOR) -> None:
        """A player or the croupier asks for the place of somebody who does not play."""
        self.idle.complain(seat, by)

    def free_seat(self, seat: int, *, by: str = JEFE) -> list[Event]:
        """The jefe de mesa has an idle player free the place somebody complained about."""
        self.desk.check("free-seat", by)
        self.idle.check_asked_for(seat)
        told = self.leave(seat, why="sin-jugar")
        ruled = Ruled(role=by, question=f"lugar:{seat}", ruling="libre", clause=self.idle.clause)
        self.desk.tell(ruled)
        return told

    # Rounds

    def setup(self) -> Setup[Any]:
        """What the next round is given."""
        held = several(self.players)
        named = {"players": held} if held or "players" in self.extra else {}
        return Setup(
            rules=self.rules,
            limits=self.limits,
            seats=tuple(sorted(self.players)),
            throws_left=self.throws_left,
            stacks=self._stacks() if self.game.on_stacks else {},
            circle=self.circle,
            extra={**self.extra, **named, **self.pot.terms()},
        )

    def _stacks(self) -> dict[int, int]:
        """The chips before each seat, between rounds."""
        return {seat: self.exchange.chips(seat) or 0 for seat in sorted(self.players)}

    def begin(self, *, by: str = CROUPIER) -> Live[TableState]:
        """Begin a round; it stays in `live` until it is finished."""
        self.desk.check("begin", by)
        self._between_rounds()
        if not self.open:
            raise Refused(DIRECTION, "table-closed")
        for player in sorted(self.conduct.going & {*self.players.values()}):
            self._dismiss(player)
        present = len(set(self.players.values()))
        if present < self.rules.players_min and not self._left_to_end():
            raise Refused(
                self.rules.by("players_min"), "players-missing",
                present=present, needed=self.rules.players_min,
            )  # fmt: skip
        setup = self.setup()
        self.game.ready(setup, self.state)
        if self.game.prepare(setup, self.state) is not None:
            raise Refused(DIRECTION, "cards-must-be-shuffled")
        self.holds.pay(None)
        return self._start(setup, self.game.play(setup, self.state))

    def _left_to_end(self) -> bool:
        """Whether everybody has gone from the last games and only their bets still stand."""
        last = self.throws_left is not None and not self.players
        return last and bool(self.state.standing())

    def prepare(self, answerer: Answerer, *, by: str = CROUPIER) -> Record | None:
        """What must be done before the next round, if anything: shuffle, cut, burn."""
        live = self.begin_preparing(by=by)
        if live is None:
            return None
        while live.ask is not None:
            self.answer(answerer(live.ask))
        return self.finish()

    def begin_preparing(self, *, by: str = CROUPIER) -> Live[TableState] | None:
        """Begin what must be done before the next round, if anything; it stays in `live` until
        it is finished."""
        self.desk.check("begin", by)
        self._between_rounds()
        setup = self.setup()
        preparing = self.game.prepare(setup, self.state)
        return None if preparing is None else self._start(setup, preparing, preparing=True)

    def _start(
        self, setup: Setup[Any], round_: Round[TableState], *, preparing: bool = False
    ) -> Live[TableState]:
        self._header = header_of(
            self.game, setup, self.state, version=self.version, changes=self.changes,
            table=self.name, number=self.rounds + 1, preparing=preparing,
        )  # fmt: skip
        try:
            self.live = Live(round_)
        except Exception as error:
            self.rounds += 1
            self.desk.tell(RoundVoided(cause="falla", round=self.rounds, clause=CORRECTED))
            raise RoundFailed(Record(self._header, (), (), None)) from error
        return self.live

    def bet(
        self,
        action: Action,
        *,
        by: str = JUGADOR,
        player: str | None = None,
        instrument: str = MONEY_CHIPS,
    ) -> None:
        """A player does something with his bets, or the croupier does it at his request."""
        commands = {Throw: "close-bets", Noticed: "notice"}
        self.desk.check(commands.get(type(action), "bet"), by)
        taking = self.betting.open_to(action)
        owner = self.players.get(getattr(action, "seat", 0))
        if not isinstance(action, Throw) and player not in (None, owner):
            raise Refused("CAT-I.5.2-02", "one-bet-one-owner", seat=action.seat, player=player)
        if isinstance(action, Place | Noticed):
            self.conduct.check_still_playing(self.players.get(action.seat, ""))
            self.exchange.check_instrument(instrument)
        self.exchange.take(taking, action)

    def close_bets(self, *, by: str = CROUPIER) -> list[Event]:
        """Say the closing words: what `bet` put down is the slip of the round."""
        self.desk.check("close-bets", by)
        return self.answer(self.betting.open_to(Throw()).close())

    def available(self, seat: int) -> int | None:
        """The chips a player may stake now: not those on the felt, not those held.

        None where the table does not count them: nobody brought or changed any at this seat.
        """
        return self.betting.available(seat)

    def answer(self, answer: Any, *, by: str | None = None, seat: int | None = None) -> list[Event]:
        """Answer what the round asks; with ``by``, only whoever such a question is put to.

        If the round itself breaks down the table voids it and raises `RoundFailed`.
        """
        live = self._in_course()
        if by is not None and live.ask is not None:
            check_answerer(live.ask, by, seat, answer)
            self.conduct.check_still_playing(self.players.get(seat or 0, ""))
        if isinstance(live.ask, BetWindow) and isinstance(answer, Slip):
            self.betting.check_slip(live.ask, answer)
        if isinstance(live.ask, Choose) and isinstance(answer, str) and live.ask.fits(answer):
            has, puts = self.available(live.ask.seat), live.ask.puts(answer)
            self.exchange.need(live.ask.seat, puts, has, live.ask.covered_by)
        answered = len(live.steps)
        try:
            return self.pot.pass_on(live, live.answer(answer))
        except Exception as error:
            if len(live.steps) == answered:  # the answer was not taken: the round is untouched
                raise
            raise RoundFailed(self._void(live, "falla", CORRECTED)) from error

    def finish(self) -> Record:
        """Take the ended round off the table and give its acta."""
        live = self._in_course()
        assert self._header is not None
        stood, self.state = self.state.standing(), live.result
        self.pot.end(voided=False)
        record = record_of(self._header, live)
        self.desk.post(record.events)
        self.live = None
        self.betting.over()
        if record.header.preparing:
            return record
        self.rounds += 1
        self.holds.pay(record)
        for seat in sorted({stake.seat for stake in stood} - {*self.players}):
            # The bet of a player who has gone: what came of it goes after him.
            self.exchange.take_away(seat)
            self.holds.left(seat, in_cash(seat))
        standing = {stake.seat for stake in (*stood, *self.state.standing())}
        self.idle.count_round(record, standing, away=self.state.excused())
        if self.throws_left is not None:
            self.throws_left = max(self.throws_left - 1, 0)
            if self.game.ended(self.setup(), self.state):
                self._close(self.desk.by("last_games", DIRECTION), "ultimas-tiradas")
        return record

    def play(self, answerer: Answerer) -> Record:
        """One whole round with one answerer, cards shuffled before it if need be."""
        self.prepare(answerer)
        live = self.begin()
        while live.ask is not None:
            self.answer(answerer(live.ask))
        return self.finish()

    def void(self, cause: str, *, by: str = JEFE) -> Record:
        """Void the round in course: every chip goes back where it was before it."""
        self.desk.check("void", by)
        live = self._in_course()
        if live.ended:
            raise Refused(ROUND, "round-ended")
        return self._void(live, cause, DIRECTION)

    def act(self, name: str, *, by: str | None = None, **facts: Any) -> list[Event]:
        """Something the game lets happen between rounds: a colour bought, dice changed.

        Who may do it is the game's to say; what it does not say is the croupier's to do.
        """
        self._between_rounds()
        if name not in self.game.acts:
            raise Refused("CAT-I.3.2-09", "no-such-act", act=name)
        done = self.game.acts[name]
        if "by" not in signature(done).parameters:
            self.desk.check("act", by or CROUPIER)
        elif by is not None:
            facts["by"] = by
        state, told = done(self.setup(), self.state, **facts)
        self.exchange.check_had(told)
        self.state = state
        self.exchange.tell(*told)
        return told

    def net_of(self, record: Record) -> dict[int, int]:
        """What each seat won or lost in a round, chips on the felt included."""
        return nets(record.events)

    def _in_course(self) -> Live[TableState]:
        if self.live is None:
            raise Refused(ROUND, "no-round")
        return self.live

    def _between_rounds(self) -> None:
        if self.live is not None:
            raise Refused(ROUND, "round-in-course")

    @property
    def taking(self) -> Taking | None:
        """The bets being placed, while betting is open."""
        return self.betting.taking

    def _void(self, live: Live[TableState], cause: str, clause: ClauseId) -> Record:
        assert self._header is not None
        record = record_of(self._header, live)
        undone = taken_back(record.events)
        self.desk.post(record.events)
        self.live = None
        self.betting.over()
        self.rounds += 1
        number = record.header.number
        self.desk.tell(RoundVoided(cause=cause, round=number, undone=undone, clause=clause))
        self.pot.end(voided=True)
        return record
