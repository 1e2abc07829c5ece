"""A gaming table as the floor keeps it: a `Table` of the core, its waiting list, and who owns the
chips of each seat.

Nothing here reads a clock, a disk or a socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from tapete import __version__
from tapete.core.book.account import PLAY
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, digest
from tapete.core.round.cards import DECK, Card
from tapete.core.round.event import Event, Moment, SeatTaken
from tapete.core.round.felt import PUBLIC, Felt, fold
from tapete.core.round.record import Record, RoundFailed, line_of_event
from tapete.core.table.conduct import CONSULT
from tapete.core.table.table import Table
from tapete.floor.aggregates.pot_answers import Noted, PotAnswers, written_link
from tapete.floor.house.planning import Replanning
from tapete.floor.kernel.clocks import USUAL, Clocks
from tapete.floor.kernel.due import Do, Due
from tapete.floor.kernel.unit import Envelope, InForce, Mark, Outcome, no_plan
from tapete.floor.money.accounts import OF_POT, LedgerAccount, at_table
from tapete.floor.money.ledger import Transfer, transfers_of
from tapete.floor.people import permissions
from tapete.floor.table.commands import (
    Answer,
    AnyCommand,
    Arrange,
    Begin,
    CloseNumbers,
    Dismiss,
    Dispute,
    GiveNumber,
    Invite,
    Leave,
    OpenNumber,
    OpenOrder,
    Promise,
    Ready,
    Reserve,
    SetTerms,
    Sit,
    StopWaiting,
    UseCard,
    Wait,
)
from tapete.floor.table.company import Company
from tapete.floor.table.doing import apply
from tapete.floor.table.view import (
    FeltView,
    ShoeView,
    TableView,
    ask_view,
    felt_of,
    felt_view,
    limits_view,
    placed,
    shoe_view,
)
from tapete.floor.table.waiting import WaitingList
from tapete.floor.units.mesa import planned
from tapete.floor.units.mesa.clockwork import Clockwork
from tapete.floor.units.mesa.directed import SEATS, Directed
from tapete.floor.units.mesa.memory import take_up, write_down
from tapete.floor.units.mesa.orders import SHUFFLED, Orders
from tapete.floor.units.mesa.places import felt_seen, seats_seen, seen_by, told_of, uncounted
from tapete.floor.units.mesa.spec import TableSpec
from tapete.games.poker.pot import AcceptorPort
from tapete.games.registry import find

CHIPS_FIRST = "CAT-I.4.1-01"
OWN_HAND = "CAT-I.1-11"
ABOUT_MAX = 500
DISPUTES_MAX = 3
"""So many disagreements of a seat wait for a chief."""
DEALT = "CAT-I.3.2-07"

Sent = Envelope[AnyCommand]
START = Mark("", 1)


CARDS_MAX = 1040
"""Twenty decks: no game has nearly as many, and whoever promises an order shuffles all of them."""


class Mesa:
    """A table in memory, and who owns the chips of each seat."""

    def __init__(
        self, spec: TableSpec, *, plan: Plan | None = None, clocks: Clocks = USUAL,
        pot: AcceptorPort | None = None, in_force: Callable[[], InForce | None] = no_plan,
    ) -> None:  # fmt: skip
        self.spec = spec
        self._port = Noted(pot) if spec.linked else None
        game = find(spec.game)
        self.table = Table(
            game, edition=spec.edition, changes=spec.changes, terms=spec.terms_of(game), plan=plan,
            name=spec.id, version=__version__, pot=self._port,
        )  # fmt: skip
        if sum((self.table.state.unseen() or {}).values()) > CARDS_MAX:
            raise ValueError(f"{spec.id} has more than {CARDS_MAX} cards")
        self.hold_minutes = spec.hold_minutes
        self.in_force = in_force
        self.replanning = Replanning(
            in_force, partial(planned.setting, self), partial(planned.planned_setting, mesa=self)
        )
        self.waiting = WaitingList(self.table)
        self.orders = Orders(spec.id)
        self.company = Company(self.table)
        self.directed = Directed(self.table) if spec.torneo else None
        self.clockwork = Clockwork(
            self.table, self.waiting, self.company, self.orders, clocks, attended=spec.attended,
            directed=self.directed,
        )  # fmt: skip
        self.owners: dict[int, str] = {}
        self.felt: FeltView = felt_view(Felt())
        self._folding: object = None
        self._felts: dict[str, tuple[int, Felt]] = {}
        self._told: list[str] = []
        """The events of the round in course as lines."""
        self._left = ""
        """The digest of the state that the last record written leaves behind."""

    @property
    def hold_minutes(self) -> int:
        """How long a payment may be held here."""
        return self.table.holds.seconds // 60

    @hold_minutes.setter
    def hold_minutes(self, minutes: int) -> None:
        self.table.holds.seconds = 60 * minutes

    def apply(self, envelope: Sent, *, again: bool = False) -> Outcome:
        """Carry a command out. ``again``: the pot has what came of it already."""
        table = self.table
        command = envelope.command
        if isinstance(command, Sit) and command.chips <= 0:
            raise Refused(CHIPS_FIRST, "no-chips", seat=command.seat, amount=1, has=0)
        if isinstance(command, Answer) and command.by_word and not self.spec.attended:
            raise Refused(OWN_HAND, "players-own-choice", seat=command.seat)
        if self._port is not None:
            before = PotAnswers(
                link=envelope.link or {}, pot=envelope.pot, credits=envelope.credits
            )
            self._port.begin(before if again else None)
        logged = len(table.log)
        live, known = table.live, 0 if table.live is None else len(table.live.events)
        card, drawn = self._card_of(command), self.orders.decide(command, self._ask)
        record = self._carry_out(envelope)
        if card is not None or drawn:
            self.orders.draw(card)
        self.orders.forget_those_who_left(table.players)
        self.company.note(envelope)
        self.waiting.look(envelope.at)
        if self._port is not None and self._port.buttons:
            table.desk.tell(*self._port.moved())
        spoken: Sequence[Event]
        if record is not None:
            spoken = record.events[known:]
        else:
            live = table.live or live
            spoken = [] if live is None else live.events[known:]
        outside = table.log[logged:]
        if self._port is not None and not again:
            said = msgspec.structs.asdict(self._port.said())
            envelope = msgspec.structs.replace(envelope, **said)
        if self.directed is not None and record is not None:
            self.directed.ended(record, envelope.at)
        self.clockwork.note(envelope.at)
        return self._outcome(envelope, spoken, outside, record)

    def _carry_out(self, envelope: Sent) -> Record | None:
        command, now = envelope.command, envelope.at
        by = permissions.acting_as(
            command, envelope.role, self.table.game, attended=self.spec.attended
        )
        match command:
            case Wait():
                self.waiting.ask(command.player, now, by=by)
                return None
            case StopWaiting():
                self.waiting.give_up(command.player, by=by)
                return None
            case Reserve():
                self.waiting.reserve(command.player, command.until, now, by=by)
                return None
            case Ready():
                if self.spec.attended:
                    raise Refused(DEALT, "croupier-closes", seat=command.seat)
                self.company.make_ready(command.seat)
                return None
            case Invite():
                self.company.invite(command.seat, command.bots, self.bots_max)
                return None
            case Leave(after_round=True) if self.company.leave_after(command.seat):
                return None
            case Sit():
                self.waiting.check_may_sit(command.player, now)
            case Dismiss():
                self.waiting.strike(command.player)
            case Promise():
                left = self._to_come()
                self.orders.check_promise(command, left)
                self.table.desk.tell(self.orders.promise(command, left or {}, now))
                return None
            case GiveNumber() if self.spec.attended:
                raise Refused(SHUFFLED, "cards-cut-here", seat=command.seat)
            case GiveNumber() | OpenNumber() | CloseNumbers():
                self.table.desk.tell(*self.orders.take(command))
                return None
            case SetTerms():
                planned.set_terms(self, command)
                return None
            case OpenOrder():
                self.orders.check_open(command)
                apply(self.table, command, by, now)
                self.orders.open(command.n)
                return None
            case _:
                pass
        try:
            if isinstance(command, Arrange | UseCard):
                self._directed(command, now)
                return None
            return apply(self.table, command, by, now)
        except RoundFailed as failure:
            return failure.record

    def _directed(self, command: Arrange | UseCard, now: Moment) -> None:
        """What the tournament of this table has done here."""
        if self.directed is None:
            raise Refused(SEATS, "no-tournament-here")
        if isinstance(command, UseCard):
            self.directed.use_card(command)
        else:
            self.directed.arrange(command, now)
            self.table.records.clear()

    @property
    def _ask(self) -> Ask[Any] | None:
        return None if self.table.live is None else self.table.live.ask

    def _to_come(self) -> Mapping[Card, int] | None:
        """The cards of which an order may be promised now: those to come in the next round, or in
        the middle of one those a card is asked from. None to come: a number of the house."""
        live = self.table.live
        if live is None:
            return self.table.state.unseen() or {}
        return None if live.ask is None else live.ask.pack

    def _card_of(self, command: AnyCommand) -> Card | None:
        """The card this command gives out of the order in use."""
        ask = self._ask
        if not isinstance(command, Answer) or ask is None or ask.pack is None:
            return None
        card = command.answer
        dealt = isinstance(card, str) and card in DECK and self.orders.fits(ask.pack)
        return Card(card) if dealt else None

    def _outcome(
        self, envelope: Sent, spoken: Sequence[Event], outside: Sequence[Event],
        record: Record | None,
    ) -> Outcome:  # fmt: skip
        outside = [told_of(self, event) for event in outside]
        said, besides = [*map(line_of_event, spoken)], [*map(line_of_event, outside)]
        # Who goes is told before a round begins; what follows from a round, after it.
        first = isinstance(envelope.command, Begin | Arrange)
        events = (*outside, *spoken) if first else (*spoken, *outside)
        lines = (*besides, *said) if first else (*said, *besides)
        self._told += said
        came = Outcome(
            envelope=envelope, events=events, lines=lines, record=record,
            acta=None if record is None else self._acta(record),
            round=self.table.rounds + (self.table.live is not None),
        )  # fmt: skip
        if self.table.live is None:  # a round that was voided leaves nothing to the next
            self._told.clear()
        self._fold(record)
        self.table.log.clear()
        return came

    def _acta(self, record: Record) -> str:
        """The record as it is written: with the whole state only where it is not what the record
        before leaves behind, or that one is not known."""
        text = record.text(self._told, brief=record.header.digest == self._left)
        self._left = record.header.digest if record.result is None else digest(record.result)
        return text

    def transfers(self, step: int, events: Sequence[Event]) -> list[Transfer]:
        """The chips that these events moved; a seat's own are those of whoever last took it."""
        unit = self.table.terms.unit
        found = transfers_of(self.spec.id, str(step), events, self.owners, self.spec.pot, unit)
        self.owners |= {e.seat: e.player for e in events if isinstance(e, SeatTaken)}
        return found

    def held(self) -> dict[LedgerAccount, int] | None:
        """The chips of each account of the table; those of a pot the pot has."""
        if self.table.live is not None:
            return None
        elsewhere = OF_POT if self.spec.pot else ()
        return {
            at_table(self.spec.id, account, self.table.terms.unit): amount
            for account, amount in self.table.desk.accounts.items()
            if account.kind not in ("cash", "person") and account not in elsewhere
        }

    # What the house does by itself

    def due(self, now: Moment) -> Due:
        """What the house does now, or when it looks again."""
        return self.resetting() or self.clockwork.due(now)

    def resetting(self) -> Do | None:
        """What the plan in force changes here, once no round is in course."""
        if self.table.live is not None:
            return None
        return planned.closing(self, self.in_force()) or self.replanning.due()

    def deadline(self, now: Moment) -> Moment | None:
        """When the time for what is asked now runs out."""
        return self.clockwork.deadline()

    def wake(self, now: Moment) -> None:
        """The table is taken up again."""
        self.clockwork.wake(now)

    def check(self, command: AnyCommand, person: str, role: str, *, on_duty: bool) -> None:
        """A player acts for himself alone; where persons deal, those on duty here."""
        permissions.check_own(command, person, role, self.table.players, self.table.game)
        permissions.check_duty(command, role, attended=self.spec.attended, on_duty=on_duty)
        if self.directed is not None:
            self.directed.check(command)
        if isinstance(command, Dispute):
            self._check_dispute(command)

    def _check_dispute(self, command: Dispute) -> None:
        """What somebody disagrees about is said shortly, and decided before he goes on."""
        if len(command.about) > ABOUT_MAX:
            raise Refused(CONSULT, "text-too-long", maximum=ABOUT_MAX)
        mine = [d for d in self.table.disputes.all.values() if d.seat == command.seat]
        if sum(not dispute.ruling for dispute in mine) >= DISPUTES_MAX:
            raise Refused(CONSULT, "too-many-disputes", maximum=DISPUTES_MAX)

    @property
    def bots_max(self) -> int:
        """How many bots of the house may come: only where players play among themselves, for play
        chips, and where the system deals."""
        among = self.table.game.on_stacks or self.table.rules.players_min > 1
        welcome = among and not self.spec.attended and self.spec.unit == PLAY
        return self.clockwork.clocks.company if welcome else 0

    def present(self) -> dict[str, int]:
        """Who sits here, and where: of several places the first."""
        return {who: seat for seat, who in sorted(self.table.players.items(), reverse=True)}

    # What is seen

    def _fold(self, record: Record | None) -> None:
        """Between rounds the felt is the same for everybody; a round is folded when it ends."""
        events: tuple[Event, ...] = tuple(self.table.log)
        if record is not None:
            events = (*record.events, *events)
        if events:
            self.felt = felt_view(fold(events, PUBLIC, felt_of(self.felt)))
            self._felts.clear()

    def _seen_by(self, viewer: str) -> Felt:
        """The felt now: as it was between rounds, and what this viewer may know of the round. What
        was folded for the step before is gone on from."""
        live = self.table.live
        if live is not self._folding:
            self._folding = live
            self._felts.clear()
        events = [] if live is None else live.events
        done, felt = self._felts.get(viewer) or (0, felt_of(self.felt, viewer))
        fold(events[done:], viewer, felt)
        self._felts[viewer] = (len(events), felt)
        return felt

    def view(
        self, viewer: str = PUBLIC, at: Mark = START, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> TableView:  # fmt: skip
        """The table as this viewer sees it: ``seat:3``, ``croupier`` or ``public``."""
        table, live, company = self.table, self.table.live, self.company
        return TableView(
            id=self.spec.id, game=self.spec.game, edition=self.spec.edition,
            attended=self.spec.attended, open=table.open, suspended=table.suspended,
            state=at.state, next=at.next, round=table.rounds + (live is not None),
            viewer=viewer, unit=table.terms.unit, limits=limits_view(table.limits),
            players_max=table.rules.players_max,
            throws_left=table.last_rounds_left,
            seats=seats_seen(self, viewer, names or {}),
            felt=felt_seen(self, viewer, felt_view(self._seen_by(viewer))), placed=placed(table),
            ask=ask_view(None if live is None else live.ask, viewer, until),
            pot=None if table.pot.port is None else written_link(table.pot.terms()),
            shoe=self._shoe(), waiting=tuple(self.waiting.all),
            missing=company.missing(), bots_max=self.bots_max, invited=company.invited,
            torneo=self.spec.torneo, chips=self.spec.chips,
        )  # fmt: skip

    def _shoe(self) -> ShoeView | None:
        shoe, order = shoe_view(self.table), self.orders.in_use
        if shoe is None or order is None:
            return shoe
        return msgspec.structs.replace(shoe, order=order.n, promise=order.promise)

    def view_as(self, viewer: str, view: TableView, *, until: float | None = None) -> TableView:
        """The table at the moment of a view, as another viewer sees it: most of it is the same."""
        if viewer == view.viewer:
            return view
        live = self.table.live
        open_ = live is None or not any(event.audience for event in live.events)
        open_ = open_ and not uncounted(self)
        return msgspec.structs.replace(
            view, viewer=viewer, seats=seen_by(self, viewer, view.seats),
            felt=view.felt if open_ else felt_seen(self, viewer, felt_view(self._seen_by(viewer))),
            ask=ask_view(None if live is None else live.ask, viewer, until),
        )  # fmt: skip

    # Putting a table down and taking it up again

    def memory(self) -> bytes | None:
        return None if self.table.live is not None else write_down(self)

    def remember(self, memory: bytes) -> None:
        take_up(self, memory)
        self._felts.clear()
        self._told.clear()
        self._left = ""
