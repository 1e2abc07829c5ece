"""A bingo hall as the floor keeps it: a session of games, who has which place; its sale (`Selling`)
and balls (`Drawing`), and what is beyond on paper (`Paper`) or with other casinos (`Linked`).

Nothing here reads a clock, a disk or a socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from tapete import __version__
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import only
from tapete.core.round.ask import Pick, digest
from tapete.core.round.event import Announced, Event, Moment
from tapete.core.round.felt import PUBLIC
from tapete.core.round.live import Live
from tapete.core.round.record import Record, RoundFailed, line_of_event
from tapete.core.table.session import Session
from tapete.floor.house.planning import Replanning
from tapete.floor.kernel.clocks import USUAL, Clocks
from tapete.floor.kernel.draws import Draws
from tapete.floor.kernel.due import Due
from tapete.floor.kernel.unit import Envelope, InForce, Mark, Outcome, Ref, no_plan
from tapete.floor.money.accounts import LedgerAccount
from tapete.floor.money.ledger import Transfer
from tapete.floor.table.commands import SYSTEM, Answer, SetTerms
from tapete.floor.units.mesa.orders import Orders
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala import events as told
from tapete.floor.units.sala import numbers, planned
from tapete.floor.units.sala.clockwork import Clockwork
from tapete.floor.units.sala.drawing import Drawing
from tapete.floor.units.sala.linked import Linked
from tapete.floor.units.sala.memory import take_up, write_down
from tapete.floor.units.sala.money import Money
from tapete.floor.units.sala.paper import Paper
from tapete.floor.units.sala.people import Places, breach_noted
from tapete.floor.units.sala.rules import CAJERO, HALL, check_may
from tapete.floor.units.sala.selling import Selling
from tapete.floor.units.sala.settling import Settling
from tapete.floor.units.sala.spec import SalaSpec
from tapete.floor.units.sala.view import Holdings, SalaView, hall_view, view_as
from tapete.systems.bingo.calls import OpenCalls
from tapete.systems.bingo.cards import Face
from tapete.systems.bingo.design import Issue
from tapete.systems.bingo.game import BingoRules, find
from tapete.systems.bingo.hall import DIRECTOR, TRADITIONAL, BallSet, Card, Hall, Series
from tapete.systems.bingo.plan import BingoPlan, check_plan
from tapete.systems.bingo.sale import OpenSale

LAST = "CAT-V.3.3-15"
START = Mark("", 1)


class Sala:
    """A hall in memory."""

    def __init__(
        self, spec: SalaSpec, links: Mapping[Ref, Any] | None = None, pick: Pick | None = None,
        key: bytes = b"", clocks: Clocks = USUAL,
        in_force: Callable[[], InForce | None] = no_plan,
    ) -> None:  # fmt: skip
        self.spec, self.plan, self.key, self.clocks = spec, spec.bingo_plan, key, clocks
        self.pace = spec.pace
        check_plan(self.plan, joint=spec.joint is not None)
        spec.design.check()
        game = find(spec.game)
        rules: BingoRules = game.rules_of(spec.edition)
        self.shape = rules.shape
        self.session: Session[Hall] = Session(game, rules, HALL, name=spec.id, version=__version__)
        self.session.state = self._hall()
        self.replanning = Replanning(
            in_force, partial(planned.setting, self), partial(planned.planned_setting, sala=self)
        )
        self.open = False
        self.last_game: int | None = None  # games left once the last one was announced
        self.places = Places(spec.game, spec.positions)
        self.selling, self.drawing = Selling(self), Drawing(self)
        self.orders = Orders(spec.id)
        self.paper = Paper(self) if spec.game == TRADITIONAL else None
        self.draws = Draws(pick)
        self.clockwork = Clockwork(self)
        self.money = Money(spec)
        self.settling = Settling(spec, links or {})
        self.linked = None if spec.joint is None else Linked(self, spec.joint)
        self.cards: dict[Card, str] = {}
        self.shown: list[Event] = []  # what was told in the last game
        self._told: list[str] = []
        self._later, self._left = list[Event](), ""
        self.again = False  # whether what is carried out was carried out before

    def set_plan(self, plan: BingoPlan) -> None:
        """Another plan for the games to come."""
        self.plan = self.settling.plan = plan

    def _hall(self) -> Hall:
        spec = self.spec
        sizes = spec.series or {"E": spec.design.size}
        return Hall(
            kind=spec.game, positions=spec.positions + spec.company,
            series={letter: Series(size) for letter, size in sizes.items()},
            balls=BallSet(spec.extractor, 0, spec.spares),
        )  # fmt: skip

    @property
    def last_clause(self) -> ClauseId:
        """The clause of the last game."""
        return LAST if self.paper is None else "CAT-V.2.3-37"

    @property
    def live(self) -> Live[Hall] | None:
        """The game in course, its sale included."""
        return self.session.live

    @property
    def sale(self) -> OpenSale | None:
        """The sale while cards are on sale."""
        return self.selling.window

    @property
    def calls(self) -> OpenCalls | None:
        """The window of calls before the next ball, while a game is in course."""
        return self.drawing.calls

    def new_game(self, events: list[Event]) -> None:
        """A game begins; here is what it tells."""
        self.shown, self._told = events, []
        self.settling.new_game()

    def tell_later(self, event: Event) -> None:
        """This is told after what the game itself tells."""
        self._later.append(event)

    @property
    def faces(self) -> Mapping[int, Face]:
        """The numbers on each card, as the game in course reads it."""
        return self.spec.design.faces(self.shape)

    def issue_of(self, number: int) -> Issue:
        """A card as it was issued for the game in course, or the last."""
        spec, game = self.spec, self.session.rounds + (self.live is not None)
        return Issue(
            design=spec.design.seed[:16], series="", number=number, game=f"{spec.id}/{game}",
            face=self.faces[number],
        )  # fmt: skip

    def holders(self) -> dict[Card, str]:
        """The holder of each card in the game in course or just over."""
        if self.sale is not None:
            return dict(self.sale.cards)
        if self.calls is None:
            return self.cards
        return {card: self.calls.holders[card.number] for card in self.cards}

    # Carrying commands out

    def apply(self, sent: Envelope[Any], *, again: bool = False) -> Outcome:
        """Carry a command out. ``again``: the pots have what came of it already."""
        self.settling.door.begin(sent.pot if again else None)
        self.draws.begin(sent.draws if again else None)
        self._later = []
        self.again = again
        live = self.live
        known = 0 if live is None else len(live.events)
        record: Record | None = None
        try:
            before = self._carry_out(sent)
            live = self.live or live
            spoken = [] if live is None else live.events[known:]
            after = [] if live is None else [*self.settling.follow(spoken), *self._later]
            if self.linked is not None:
                after += self.linked.after(sent.command, spoken)
            if over := self.live is not None and self.live.ended:
                after += self.settling.end(self.live.events)
            if self.linked is not None:
                after += self.linked.tell_pots()
            if over:
                record = self.session.finish()
        except RoundFailed as failure:  # as an annulment: every card is paid back
            record = failure.record
            before, spoken = [], list(record.events[known:])
            after = [*self.session.log, *self.settling.give_back(self.holders().values())]
            self.session.log.clear()
            if self.linked is not None:
                after += [*self.linked.failed(), *self.linked.tell_pots()]
        if record is not None:
            self._over(sent.at)
        return self._outcome(sent, before, spoken, after, record, again=again)

    def _carry_out(self, sent: Envelope[Any]) -> list[Event]:
        """Do it; gives what is told before what the game itself tells."""
        command, by = sent.command, sent.role
        own = self.paper or self.linked
        if own is not None and (found := own.carry_out(sent)) is not None:
            return found
        if (found := numbers.carry_out(self, sent)) is not None:
            return found
        match command:
            case SetTerms():
                return planned.set_terms(self, command)
            case do.OpenHall():
                return self._open(command, by)
            case do.CloseHall():
                only((DIRECTOR, SYSTEM), by, "CAT-V.3.2.2.1-01", "close-hall")
                self.session.between_rounds()
                self.open, self.last_game = False, None
                if self.paper is not None:
                    self.paper.closed()
                return [told.HallClosed(clause="CAT-V.3.2.2.1-01")]
            case do.LastGame():
                return self._announce_last(by)
            case do.Enter():
                return self.places.enter(command)
            case do.Exit():
                gone = self.places.exit(command.player)
                self.selling.ready.discard(command.player)
                self.orders.forget_those_who_left(self.places.values())
                return gone
            case do.NoteBreach():
                folio = self.session.rounds + (self.live is not None)
                return [breach_noted(self.spec.game, command, by, folio)]
            case do.BeginSale():
                return self.selling.begin(command, sent.at)
            case do.Buy():
                return self.selling.buy(command, sent.at)
            case do.Ready():
                return self.selling.make_ready(command)
            case do.StartGame():
                return self.selling.start(sent)
            case do.UndoSale():
                return self.selling.undo(by)
            case Answer():
                return self.drawing.ball(command, sent.at)
            case do.PassCards():
                return self.drawing.pass_cards(command)
            case do.Annul():
                return self.drawing.annul(command.why, by)
        what = str(command.__struct_config__.tag)  # of the other kind of hall: with cards on paper
        raise Refused("CAT-I.5.1-03", "not-a-command", why=what)

    def _open(self, command: do.OpenHall, by: str) -> list[Event]:
        only((DIRECTOR, SYSTEM), by, "CAT-V.3.2.2.1-01", "open-hall")
        self.session.between_rounds()
        if self.open:
            raise Refused("CAT-V.2.3-02", "hall-open")
        hall = replace(self.session.state, on_duty=command.staff, checked=command.checked)
        hall.check()
        if self.spec.terminals == "moviles" and CAJERO not in command.staff:
            raise Refused("CAT-V.3.2.1-04", "kiosk-missing", role=CAJERO)
        self.session.state, self.open = hall, True
        return [told.HallOpened(staff=command.staff, clause="CAT-V.2.3-02")]

    def _announce_last(self, by: str) -> list[Event]:
        only((DIRECTOR, "locutor", SYSTEM), by, self.last_clause, "last-game")
        if self.last_game is not None:
            raise Refused(self.last_clause, "last-game-announced")
        self.last_game = 1
        return [Announced(what="ultimo-juego", clause=self.last_clause)]

    def _over(self, at: Moment) -> None:
        self.selling.over()
        self.drawing.calls = None
        self.orders.set_aside()
        if (own := self.paper or self.linked) is not None:
            own.over()
        if self.last_game is not None:
            self.last_game -= 1
        self.clockwork.begin(at, self.pace.between)

    # What came of it

    def _outcome(
        self, sent: Envelope[Any], before: Sequence[Event], spoken: Sequence[Event],
        after: Sequence[Event], record: Record | None, *, again: bool,
    ) -> Outcome:  # fmt: skip
        said = [*map(line_of_event, spoken)]
        self._told += said
        events = (*before, *spoken, *after)
        if not again:
            sent = replace(sent, pot=self.settling.door.given, draws=self.draws.given)
        return Outcome(
            envelope=sent, events=events,
            lines=(*map(line_of_event, before), *said, *map(line_of_event, after)), record=record,
            acta=None if record is None else self._acta(record),
            round=self.session.rounds + (self.live is not None),
        )  # fmt: skip

    def _acta(self, record: Record) -> str:
        text = record.text(self._told, brief=record.header.digest == self._left)
        self._left = record.header.digest if record.result is None else digest(record.result)
        return text

    def transfers(self, step: int, events: Sequence[Event]) -> list[Transfer]:
        return self.money.transfers(step, events)

    def held(self) -> dict[LedgerAccount, int] | None:
        return None if self.live is not None else dict(self.money.held)

    # What the house does by itself

    def due(self, now: Moment) -> Due:
        if (other := planned.resetting(self)) is not None:
            return other
        own = None if self.linked is None else self.linked.due(now)
        return self.clockwork.due(now) if own is None else own

    def deadline(self, now: Moment) -> Moment | None:
        return self.clockwork.deadline()

    def wake(self, now: Moment) -> None:
        self.clockwork.wake(now)

    def check(self, command: Any, person: str, role: str, *, on_duty: bool) -> None:
        check_may(self.spec, command, person, role, on_duty=on_duty, places=self.places)

    def present(self) -> dict[str, int]:
        return dict(self.places)

    def view(
        self, viewer: str = PUBLIC, at: Mark = START, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> SalaView:  # fmt: skip
        return view_as(self, viewer, hall_view(self, at, names or {}, until), Holdings(self))

    # Putting a hall down and taking it up again

    def memory(self) -> bytes | None:
        return None if self.live is not None else write_down(self)

    def remember(self, memory: bytes) -> None:
        take_up(self, memory)
        self._left = ""
