"""A table: it opens and closes, seats people, takes their bets and runs rounds one after another.

It has no clock: where time matters the moment is passed in, in seconds. What happens outside the
rounds is told in ``log``. Its parts: ``places`` (who sits), ``exchange`` (money), ``betting`` (bets
being placed), ``conduct``, ``disputes``, ``holds``, ``idle``, ``pot`` (the link to a progressive).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.core.book.account import in_cash, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.instrument import MONEY_CHIPS
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, JEFE, JUGADOR
from tapete.core.book.rulebook import GameRules
from tapete.core.book.written import plain
from tapete.core.round.act import Act
from tapete.core.round.bets import BetAction, Limits, Slip, check_shown
from tapete.core.round.betting import OpenBets
from tapete.core.round.event import Announced, Event, Moment, Ruled, nets
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live
from tapete.core.round.move import Move
from tapete.core.round.pot import Linked, PotPort
from tapete.core.round.record import Record
from tapete.core.round.terms import Terms, TermsSet
from tapete.core.round.window import check_action
from tapete.core.table.conduct import Conduct, Disputes
from tapete.core.table.desk import DIRECTION, Desk
from tapete.core.table.exchange import Exchange
from tapete.core.table.holds import Holds
from tapete.core.table.idle import Idle
from tapete.core.table.places import Places
from tapete.core.table.roles import GAMING_TABLE
from tapete.core.table.seats import several
from tapete.core.table.session import ROUND, Answerer, Session
from tapete.core.table.signs import Sign, sign
from tapete.core.table.table_bets import TableBets, need

PLANNED: ClauseId = "CAT-I.4.2-01"
PLENTY = 10**12
"""More chips than anybody loses: for seats of a drill, a scenario or a trial."""


class Table(Session[TableState]):
    """One table of a game, from its opening to its closing.

    The round in course is `live`; what stays on the felt between rounds is `state`. ``seats`` are
    taken from the start, by nobody in particular, each with so many ``chips``.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        edition: str = "scj-2023",
        changes: dict[str, str] | None = None,
        terms: Terms | None = None,
        plan: Plan | None = None,
        seats: Iterable[int] = (),
        chips: int = PLENTY,
        name: str = "",
        version: str = "",
        pot: PotPort | None = None,
    ) -> None:
        rules: GameRules = game.rules_of(edition, dict(changes or {}))
        super().__init__(game, rules, GAMING_TABLE, name=name, version=version, changes=changes)
        self.terms = terms or (plan.terms(game) if plan is not None else game.terms())
        assert isinstance(self.terms, game.terms), f"{game.id} is given {type(self.terms)}"
        self.pot = Linked(pot)
        self.desk = Desk(self, plan)
        self.betting = TableBets(self.desk)
        self.exchange = Exchange(self.desk, self.betting)
        self.conduct = Conduct(self.desk)
        self.disputes = Disputes(self.desk, game)
        self.holds = Holds(self.desk, self.betting)
        self.idle = Idle(self.desk)
        self.places = Places(
            self.desk, self.exchange, self.conduct, self.holds, self.idle, self.pot
        )
        self.players = self.desk.players
        for seat in seats:
            self.players[seat] = f"seat-{seat}"
            self.desk.accounts.add(in_cash(seat), -chips)
            self.desk.accounts.add(in_stack(seat), chips)
        self.suspended = False

    # Opening and closing

    @property
    def open(self) -> bool:
        """Whether it is open for play."""
        return self.desk.open

    @open.setter
    def open(self, is_open: bool) -> None:
        self.desk.open = is_open

    @property
    def last_rounds_left(self) -> int | None:
        """How many rounds are left once the last ones were announced."""
        return self.desk.last_rounds_left

    @last_rounds_left.setter
    def last_rounds_left(self, left: int | None) -> None:
        self.desk.last_rounds_left = left

    def open_play(self, staff: Iterable[str], *, by: str = JEFE) -> None:
        """Open the table: enough croupiers and somebody who directs must be there."""
        self.between_rounds()
        notices = self._notices()
        self.take_duty(staff, by=by)
        self.open, self.suspended, self.last_rounds_left = True, False, None
        self.desk.tell(Announced(what="mesa-abierta", clause=DIRECTION), *notices)

    def _notices(self) -> tuple[Announced, ...]:
        return self.game.notices(self.setup())

    def announce_last(
        self, left: int | None = None, *, by: str = CROUPIER, order: str = JEFE
    ) -> None:
        """Announce the last throws or the last game, as many as the game has or fewer, on the
        ``order`` of whoever directs the table; it closes after them."""
        self.check("announce-last", by)
        self.check("order-last", order)
        self.between_rounds()
        if self.last_rounds_left is None:
            self.game.may_announce_last(self.setup(), self.state)
            most, clause = self.rules.last_games, self.desk.by("last_games", DIRECTION)
            if left is not None and not 1 <= left <= most:
                raise Refused(clause, "not-so-many-left", left=left, maximum=most)
            self.last_rounds_left = left or most
            what, facts = "ultimas-tiradas", {"left": self.last_rounds_left}
            self.desk.tell(Ruled(role=order, question="cierre", ruling=what, clause=clause))
            self.desk.tell(Announced(what=what, facts=facts, clause=clause))

    def suspend(self, why: str, *, by: str = JEFE) -> Record | None:
        """Close the table for a time; a round in course is void and its chips go back."""
        self.check("suspend", by)
        self.desk.check_open()
        voided = self.void(why, by=by) if self.live is not None else None
        self.desk.close(self.desk.by("temporary_close", DIRECTION), why)
        self.suspended = True
        return voided

    def resume(self, *, by: str = JEFE) -> None:
        """Open again after `suspend`, with the same staff; announced last throws still count."""
        self.check("open", by)
        if not self.suspended:
            raise Refused(DIRECTION, "not-suspended")
        self.open, self.suspended = True, False
        self.desk.tell(Announced(what="mesa-abierta", clause=DIRECTION))

    def signs(self) -> Sign:
        """The sign that must be displayed beside the table."""
        return sign(self.rules, self.limits, self.desk.plan, self._notices())

    # Places

    def sit(self, seat: int, player: str, *, chips: int = 0, now: Moment = 0) -> None:
        """A player takes a free place, with the chips he brings."""
        self.places.sit(seat, player, chips=chips, now=now)

    def leave(self, seat: int, *, why: str = "se-retira", now: Moment = 0) -> list[Event]:
        """A player goes; what stands for him on the felt ends as the game says."""
        return self.places.leave(seat, why=why, now=now)

    def bring(self, seat: int, amount: int) -> None:
        """A seated player brings more chips he already has."""
        self.places.bring(seat, amount)

    def put_away(self, seat: int, amount: int, *, now: Moment = 0) -> list[Event]:
        """A player takes chips off the table; where each plays with a box, that is leaving it."""
        return self.places.put_away(seat, amount, now=now)

    def set_capacity(self, places: int | None, *, by: str = JEFE) -> None:
        """Fewer places while a health protocol asks for distance; nobody seated has to go."""
        self.check("capacity", by)
        self.places.capacity = places

    # Rounds

    def setup(self) -> Setup[Any, Any]:
        """The input of the next round."""
        return Setup(
            rules=self.rules,
            terms=self.terms if self.pot.port is None else self.terms.linked(self.pot.terms()),
            seats=tuple(sorted(self.players)),
            last_rounds_left=self.last_rounds_left,
            chips=self._stacks() if self.game.on_stacks else {},
            players=several(self.players),
        )

    @property
    def limits(self) -> Limits:
        """The limits of its bets."""
        return self.terms.limits

    def set_terms(self, terms: Terms, clause: ClauseId = PLANNED, *, by: str = JEFE) -> None:
        """Set other terms for the rounds to come, by the clause that allows it."""
        self.check("set-terms", by)
        self.between_rounds()
        if not isinstance(terms, self.game.terms) or terms.unit != self.terms.unit:
            raise Refused(clause, "not-terms-of-this-table", unit=terms.unit)
        before, after = (msgspec.json.decode(plain(one)) for one in (self.terms, terms))
        self.terms = terms
        self.desk.tell(TermsSet(by=by, before=before, after=after, clause=clause))

    def _stacks(self) -> dict[int, int]:
        """The chips before each seat, between rounds."""
        return {seat: self.desk.chips(seat) for seat in sorted(self.players)}

    def begin(self, *, by: str = CROUPIER) -> Live[TableState]:
        """Begin a round; it stays in `live` until it is finished."""
        self.check("begin", by)
        self.between_rounds()
        self.desk.check_open()
        self.places.see_out_those_going()
        present = len(set(self.players.values()))
        if present < self.rules.players_min and not self._left_to_end():
            raise Refused(
                self.rules.by("players_min"), "players-missing",
                present=present, needed=self.rules.players_min,
            )  # fmt: skip
        setup = self.setup()
        self.game.ready(setup, self.state)
        if self.game.due(setup, self.state) is not None:
            raise Refused(DIRECTION, "cards-must-be-shuffled")
        self.holds.pay(None)
        return self.start(setup)

    def _left_to_end(self) -> bool:
        """Whether everybody has gone from the last games and only their bets still stand."""
        last = self.last_rounds_left is not None and not self.players
        return last and bool(self.state.standing())

    def prepare(self, answerer: Answerer, *, by: str = CROUPIER) -> Record | None:
        """Do what must be done before the next round, if anything: shuffle, cut, burn."""
        return None if self.begin_preparing(by=by) is None else self.run(answerer)

    def begin_preparing(self, *, by: str = CROUPIER) -> Live[TableState] | None:
        """Begin what must be done before the next round, if anything; it stays in `live` until
        it is finished."""
        self.check("begin", by)
        self.between_rounds()
        setup = self.setup()
        due = self.game.due(setup, self.state)
        return None if due is None else self.start(setup, msgspec.structs.replace(due, by=by))

    def bet(
        self,
        action: BetAction,
        *,
        by: str = JUGADOR,
        player: str | None = None,
        instrument: str = MONEY_CHIPS,
    ) -> None:
        """A player does something with his bets, or the croupier does it at his request."""
        check_action(action)
        self.check(action.command, by)
        open_bets = self.betting.open_to(action)
        owner = self.players.get(action.seat or 0)
        if action.seat is not None and player not in (None, owner):
            raise Refused("CAT-I.5.2-02", "one-bet-one-owner", seat=action.seat, player=player)
        if action.stakes:
            self.conduct.check_still_playing(owner or "")
            self.exchange.check_instrument(instrument)
        self.betting.take(open_bets, action)

    def close_bets(self, *, by: str = CROUPIER) -> list[Event]:
        """Say the closing words: what `bet` put down is the slip of the round."""
        self.check("close-bets", by)
        return self._answered(self.betting.open_to(None))

    def available(self, seat: int) -> int:
        """The chips a player may stake now: not those on the felt, not those held."""
        return self.betting.available(seat)

    def answer(self, answer: Any, *, by: str | None = None, seat: int | None = None) -> list[Event]:
        """Answer what the round asks; with ``by``, only whoever such a question is put to.

        If the round itself breaks down the table voids it and raises `RoundFailed`.
        """
        ask = self.in_course().ask
        if ask is None:
            return self._answered(answer)
        answer = ask.hear(answer)
        if by is not None:
            ask.check_answerer(by, seat, answer)
            self.conduct.check_still_playing(self.players.get(seat or 0, ""))
        window = ask.betting
        if window is not None and isinstance(answer, Slip):
            return self._answered(self.betting.retaken(window, answer))
        choice = ask.choice
        if choice is not None and isinstance(answer, Move):
            puts = choice.puts(answer)
            if puts and choice.fits(answer):
                has = self.available(choice.seat)
                need(choice.seat, puts, has, choice.covered_by)
                if answer.has_amount and not (self.game.on_stacks and choice.is_bound(answer)):
                    check_shown(choice.seat, answer.name, puts, self.terms.chip_values)
        return self._answered(answer)

    def _answered(self, answer: Any) -> list[Event]:
        """Give the round an answer, or the open bets, whose actions were checked as they came."""
        live = self.in_course()
        with self.void_if_broken(live):
            closes = isinstance(answer, OpenBets)
            told = live.close(answer) if closes else live.answer(answer)
            return self.pot.pass_on(live, told)

    def finish(self) -> Record:
        """Take the ended round off the table and give its acta."""
        stood = self.state.standing()
        record = super().finish()
        self.pot.end(voided=False)
        self.betting.over()
        self.desk.post(record.events)
        if record.header.act is not None:
            return record
        self.holds.pay(record)
        for seat in sorted({stake.seat for stake in stood} - {*self.players}):
            # The bet of a player who has gone: what came of it goes after him.
            self.exchange.take_away(seat)
            self.holds.gone.add(seat)
        standing = {stake.seat for stake in (*stood, *self.state.standing())}
        self.idle.count_round(record, standing, away=self.state.excused())
        if self.last_rounds_left is not None:
            self.last_rounds_left = max(self.last_rounds_left - 1, 0)
            if self.game.ended(self.setup(), self.state):
                self.desk.close(self.desk.by("last_games", DIRECTION), "ultimas-tiradas")
        return record

    def play(self, answerer: Answerer) -> Record:
        """One whole round with one answerer, cards shuffled before it if need be."""
        self.prepare(answerer)
        self.begin()
        return self.run(answerer)

    def void(self, cause: str, *, by: str = JEFE) -> Record:
        """Void the round in course: every chip goes back where it was before it."""
        self.check("void", by)
        live = self.in_course()
        if live.ended:
            raise Refused(ROUND, "round-ended")
        return self.void_round(cause, self.desk.by("irregular_open", DIRECTION))

    def begin_act(
        self, act: Act[Any, Any], *, by: str | None = None, now: Moment = 0
    ) -> Live[TableState]:
        """Begin an act of the game: a colour bought, dice changed. It stays in `live` until it is
        finished."""
        has = {seat: self.available(seat) for seat in self.players}
        live = self.start_act(act, self.setup(), by=by, now=now)
        try:
            self.exchange.check_had(live.events, has)
        except Refused:
            self.drop()
            raise
        return live

    def act(
        self, name: str, *, by: str | None = None, now: Moment = 0, **fields: Any
    ) -> list[Event]:
        """Carry out an act that asks nothing, by its name. Gives what was told, which stands in
        the log too."""
        self.between_rounds()
        live = self.begin_act(self.game.act(name)(**fields), by=by, now=now)
        self.records.append(self.finish())
        self.log.extend(live.events)
        return live.events

    def net_of(self, record: Record) -> dict[int, int]:
        """Won or lost by each seat in a round, chips on the felt included."""
        return nets(record.events)

    @property
    def open_bets(self) -> OpenBets | None:
        """The bets being placed, while betting is open."""
        return self.betting.open

    def void_round(self, cause: str, clause: ClauseId) -> Record:
        record = super().void_round(cause, clause)
        voided = self.log[-1]
        self.desk.post((*record.events, voided))
        self.betting.over()
        self.pot.end(voided=True)
        return record
