"""The table of a tournament: it plays its hands as any table does, or its pases against the bank of
the tournament, and between them the tournament arranges it: seats, chips, level or limits, button,
who is away. Nobody sits down, gets up or brings chips by himself (COL-7.2-04, COL-9.1-22).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, JEFE
from tapete.core.round.bets import Limits
from tapete.core.round.event import Announced, Moment
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.floor.table.commands import (
    Act,
    AnnounceLast,
    AnyCommand,
    Arrange,
    Bring,
    Capacity,
    Complain,
    FreeSeat,
    Invite,
    Leave,
    Level,
    PutAway,
    Reserve,
    Sit,
    StopWaiting,
    Tip,
    UseCard,
    Wait,
)
from tapete.games.poker.circle.events import BetGathered, PotGivenBack, PotWon
from tapete.games.poker.circle.flop import FlopRules
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.stakes import CircleTerms

SEATS: ClauseId = "COL-7.2-04"
LEVEL: ClauseId = "COL-7.5.1-68"
AWAY: ClauseId = "COL-7.5.1-37"
TIME: ClauseId = "COL-7.5.1-48"
CHIPS: ClauseId = "COL-7.4-01"
BETS: ClauseId = "CAT-VII.1.2-02"
MOVED = "torneo"
"""Why somebody gets up: the tournament moves him, or he is out of it."""
NOT_HERE = (
    Sit, Leave, Bring, PutAway, Tip, Wait, StopWaiting, Reserve, Invite, Complain, FreeSeat,
    Capacity, AnnounceLast, Act,
)  # fmt: skip
"""What nobody does at the table of a tournament: the tournament arranges it."""


class Unarranged(RuntimeError):
    """A table could not be arranged as its tournament says: the two do not agree."""


class Directed:
    """What a tournament's table knows of its tournament: the time-bank cards of each seat, how many
    of them this decision has had, when its cards were last shuffled, and of the last hand whether
    it was annulled, who won the last pot that each could win and what each had put in."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards: dict[int, int] = {}
        self.used = 0
        self.seconds = 0
        self.quick: dict[int, int] = {}
        self.shuffled: Moment = 0.0
        self.knocked: dict[int, tuple[int, ...]] = {}
        self.staked: dict[int, int] = {}
        self.void = False

    def ended(self, record: Record, at: Moment) -> None:
        """Cards were shuffled, or a hand is over: the last pot each player could win, who won it,
        and what each had in the pots."""
        if record.header.act is not None:
            self.shuffled = at
            return
        self.void = record.result is None
        last: dict[int, str] = {}
        won: dict[str, tuple[int, ...]] = {}
        staked: dict[int, int] = {}
        for event in record.events:
            match event:
                case BetGathered():
                    last[event.seat] = event.pot.text
                    staked[event.seat] = staked.get(event.seat, 0) + event.amount
                case PotGivenBack():
                    staked[event.seat] -= event.amount
                case PotWon():
                    won[event.pot.text] = (*won.get(event.pot.text, ()), event.seat)
        self.knocked = {seat: won.get(pot, ()) for seat, pot in last.items()}
        self.staked = {seat: amount for seat, amount in staked.items() if amount}

    def check(self, command: AnyCommand) -> None:
        """Raise `Refused` for what only the tournament does here."""
        if isinstance(command, NOT_HERE):
            what = str(command.__struct_config__.tag)
            raise Refused(SEATS, "tournament-arranges", command=what)

    def has(self, seat: int) -> bool:
        """Whether a seat has a time-bank card left."""
        return bool(self.cards.get(seat))

    def time(self, usual: float) -> float:
        """The seconds of the decision in course: those of the bases, and as many for each card."""
        live = self.table.live
        asked = None if live is None or live.ask is None else live.ask.put_to.seat
        own = self.quick.get(asked or 0) or self.seconds or usual
        return own + self.used * (self.seconds or usual)

    def use_card(self, command: UseCard) -> None:
        """A time-bank card more for whoever is asked."""
        left, live = self.cards.get(command.seat, 0), self.table.live
        asked = None if live is None or live.ask is None else live.ask.put_to.seat
        if not left or asked != command.seat:
            raise Refused(TIME, "no-time-bank-card", player=str(command.seat))
        self.cards[command.seat] = left - 1
        self.used += 1
        facts = {"seat": command.seat, "left": left - 1}
        self.table.desk.tell(Announced(what="tarjeta-de-tiempo", facts=facts, clause=TIME))

    def arrange(self, said: Arrange, now: Moment) -> None:
        """Arrange the table as the tournament says, whole or not at all."""
        self._check(said)
        try:
            self._seats(said, now)
            if said.button is not None:
                self.table.act("button", seat=said.button)
            if said.level is not None:
                self._set_level(said.level, waits=said.waits)
                self._set_away(said.away)
            if said.bets is not None:
                self._set_limits(*said.bets)
            if said.begin:
                self._set_clock(said)
                self.table.begin(by=CROUPIER)
        except Refused as refusal:  # half of it is done: it must not be taken for nothing
            raise Unarranged(str(refusal)) from refusal

    def _set_clock(self, said: Arrange) -> None:
        """The seconds of a decision and the time-bank cards, where the table plays by the clock."""
        rules = self.table.rules
        timed = isinstance(rules, FlopRules) and rules.as_in_tournaments("reloj")
        self.cards, self.used = dict(said.cards) if timed else {}, 0
        self.seconds = said.seconds if timed else 0
        self.quick = dict(said.quick) if timed else {}

    def _check(self, said: Arrange) -> None:
        table = self.table
        table.between_rounds()
        table.desk.check_open()
        players = table.players
        gone = {*said.leave}
        wrong = [seat for seat in (*said.leave, *said.chips) if seat not in players]
        wrong += [one.seat for one in said.sit if one.seat in players and one.seat not in gone]
        most = table.rules.players_max
        wrong += [
            one.seat for one in said.sit
            if one.seat < 1 or (most is not None and one.seat > most) or one.chips <= 0
        ]  # fmt: skip
        if wrong:
            raise Refused(SEATS, "no-such-place", place=str(wrong[0]))
        for seat, amount in said.chips.items():
            if table.desk.chips(seat) + amount <= 0:
                raise Refused(CHIPS, "empty-stack")
        if said.begin and table.game.due(table.setup(), table.state) is not None:
            raise Refused("CAT-I.1-04", "cards-must-be-shuffled")
        if said.begin and len(players) - len(gone) + len(said.sit) < table.rules.players_min:
            raise Refused(SEATS, "players-missing", present=len(players), needed=2)

    def _seats(self, said: Arrange, now: Moment) -> None:
        table = self.table
        for seat in said.leave:
            table.leave(seat, why=MOVED, now=now)
        for one in said.sit:
            table.sit(one.seat, one.player, chips=one.chips, now=now)
            if one.stayed:  # a rebuy is made at one's own place, by no newcomer (COL-3.2-06)
                self._not_new(one.seat)
        for seat, amount in said.chips.items():
            if amount > 0:
                table.exchange.bring(seat, amount)
            else:
                table.exchange.put_away(seat, -amount)

    def _not_new(self, seat: int) -> None:
        state = self.table.state
        if isinstance(state, CircleState) and seat in state.newcomers:
            left = tuple(other for other in state.newcomers if other != seat)
            self.table.state = replace(state, came=left or UNSET)

    def _set_level(self, level: Level, *, waits: bool) -> None:
        before = self.table.terms
        assert isinstance(before, CircleTerms)
        limits = Limits(min=level.big, unit=level.chip)
        terms = replace(
            before, limits=limits, blinds=(level.small, level.big), ante=level.ante, waits=waits
        )
        if terms != before:
            self.table.set_terms(terms, LEVEL, by=JEFE)

    def _set_limits(self, least: int, most: int, chip: int) -> None:
        """The limits of a bet in the chips of the tournament, by the round that is played."""
        before = self.table.terms
        limits = Limits(min=least, max=most or None, unit=chip)
        if before.limits != limits:
            self.table.set_terms(replace(before, limits=limits), BETS, by=JEFE)

    def _set_away(self, seats: Iterable[int]) -> None:
        state = self.table.state
        assert isinstance(state, CircleState)
        was, now = {*state.places.absent}, {*seats}
        for what, changed in (("ausente", now - was), ("de-vuelta", was - now)):
            for seat in sorted(changed):
                self.table.desk.tell(Announced(what=what, facts={"seat": seat}, clause=AWAY))
        if was != now:
            away = tuple((seat, 0.0) for seat in sorted(now))
            self.table.state = replace(state, places=replace(state.places, away=away))
