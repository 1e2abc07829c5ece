"""The traditional hall: paper, balls and people. What jefe de mesa, locutor, sellers and Director
do in a game, the calls of the players, and the book of actas.

Players call line and bingo aloud; the game stops, the jefe de mesa reads each called card while its
master is shown, asks whether there is another, waits, and only then orders to go on.
"""

from __future__ import annotations

import hashlib
from math import ceil
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete.core.book.aggregate import Journal, Snapshot
from tapete.core.book.refused import Refused
from tapete.core.round.event import Announced, Event, Moment
from tapete.core.round.record import line_of_event
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala import events as told
from tapete.systems.bingo.balls import (
    BALL_SET,
    AnyBallCommand,
    Balls,
    Bring,
    Change,
    Count,
    EndSession,
    Find,
    Play,
    Receive,
)
from tapete.systems.bingo.calls import Call, check_before_payment
from tapete.systems.bingo.design import check_code
from tapete.systems.bingo.events import BINGO, LINE, announcement
from tapete.systems.bingo.sale import BringBalls, ChangeBalls, FindImperfect, HandIn, PutOnSale

if TYPE_CHECKING:
    from tapete.floor.kernel.unit import Envelope
    from tapete.floor.units.sala.unit import Sala

STOPPED, READ, MORE, LATE = "CAT-V.2.3-29", "CAT-V.2.3-30", "CAT-V.2.3-33", "CAT-V.2.3-35"
SIGNED, PACED, ALTERED = "CAT-V.2.3-18", "CAT-V.2.3-36", "CAT-V.2.5-02"
TEXT_MAX = 500


class Paper:
    """What a hall with paper knows beside its games: who still holds cards, the stoppage in course,
    and how far the book is signed."""

    def __init__(self, sala: Sala) -> None:
        self.sala = sala
        self.holding: set[str] = set()
        self._no_calls()
        self.folio = 0
        self.unsigned = False
        self.digest = ""  # of an acta that is not signed yet, once another sale has begun
        self.balls = Journal(BALL_SET, sala.spec.id)
        self._balls(Receive(sala.session.state.balls))

    def _no_calls(self) -> None:
        """Nobody has called. ``wins``: a card read in this stoppage has a prize."""
        self.called: list[Call] = []
        self.read: dict[int, bool] = {}
        self.wins = False
        self.asked: Moment | None = None

    def _line_open(self) -> bool:
        calls = self.sala.calls
        return calls is not None and calls.calls.line_open

    @property
    def stopped(self) -> bool:
        """Whether somebody has called and the order to go on has not been given."""
        return bool(self.called)

    def _balls(self, command: AnyBallCommand) -> list[Event]:
        """Do something with the ball set; what is told of it stands in the hall's log."""
        events: list[Event] = list(self.balls.do(command))
        self.balls.entries.clear()
        return events

    def take_up_balls(self, balls: Balls) -> None:
        """Go on with this ball set."""
        since = self.balls.snapshot()
        self.balls.resume(Snapshot(since.number, since.digest, balls))

    def carry_out(self, sent: Envelope[Any]) -> list[Event] | None:
        """Do what only a hall with paper does; None: it is something else."""
        command, sala = sent.command, self.sala
        match command:
            case do.PutOnSale():
                sala.selling.in_course().take(PutOnSale(command.series))
                return [self._said("serie-en-venta", "CAT-V.2.3-08", series=command.series)]
            case do.HandIn():
                return self._hand_in(command.player)
            case do.FindImperfect():
                sala.selling.in_course().take(FindImperfect(command.ball))
                self._balls(Find(command.ball))
                return [self._said("bola-imperfecta", "CAT-V.2.2.1-10", ball=command.ball)]
            case do.ChangeBalls():
                sala.selling.in_course().take(ChangeBalls((sent.role,)))
                self._balls(Change((sent.role,)))
                return [self._said("cambio-de-bolas", "CAT-V.2.2.1-12", by=sent.role)]
            case do.BringBalls():
                sala.selling.in_course().take(BringBalls(command.sets))
                self._balls(Bring(command.sets))
                return [self._said("bolas-de-repuesto", "CAT-V.2.2.1-11", n=command.sets)]
            case do.CountBalls():
                return self._count(command, sent.role)
            case do.CallBall():
                return self._ball(command.ball, sent.at)
            case do.Shout():
                return self._shout(command)
            case do.ReadCard():
                return self._read(command.card)
            case do.AskMore():
                return self._ask_more(sent.at)
            case do.GoOn():
                return self._go_on(sent.at)
            case do.SignActa():
                return self._sign(sent)
            case do.NoteIncident():
                return [self._noted("incidente", "CAT-V.5-01", sent.role, command.text)]
            case do.Complain():
                return [self._noted("reclamo", "CAT-V.2.2.1-19", command.player, command.text)]
        return None

    def _said(self, what: str, clause: str, **facts: Any) -> Event:
        return Announced(what=what, facts=facts, clause=clause)

    def _noted(self, book: str, clause: str, by: str, text: str) -> Event:
        if not text.strip() or len(text) > TEXT_MAX:
            raise Refused(clause, "text-too-long", maximum=TEXT_MAX)
        return told.BookEntry(book=book, folio=self.folio, by=by, text=text.strip(), clause=clause)

    # The sale

    def _hand_in(self, player: str) -> list[Event]:
        if player not in self.holding:
            raise Refused("CAT-V.2.3-14", "nothing-to-hand-in", who=player)
        self.holding.discard(player)
        if self.sala.sale is not None:
            self.sala.sale.take(HandIn(player))
        return [self._said("cartones-devueltos", "CAT-V.2.3-14", who=player)]

    def _count(self, command: do.CountBalls, by: str) -> list[Event]:
        """The balls are counted before whoever is on duty (CAT-V.2.3-03), and put in."""
        if not self.sala.open:
            raise Refused("CAT-V.2.3-02", "hall-closed")
        if self.sala.live is not None and self.sala.sale is None:
            raise Refused("CAT-V.2.3-04", "game-in-course")
        before = self.sala.session.state.on_duty
        return self._balls(Count(command.balls, by, before, command.public))

    def closed(self) -> None:
        """The session is over."""
        self._balls(EndSession())

    def before_sale(self) -> None:
        """What was told in the last game makes room for what is told in the next; its acta can
        still be signed."""
        if self.unsigned and not self.digest:
            self.digest = self._digest()

    def before_start(self) -> None:
        """Raise `Refused` while the acta of the game before is not signed, or balls that are put in
        by hand were not counted."""
        if self.sala.spec.manual and not self.balls.state.counted:
            raise Refused("CAT-V.2.3-03", "balls-not-counted")
        if self.unsigned:
            raise Refused(SIGNED, "acta-not-signed", folio=self.folio)

    def started(self, sent: Envelope[Any]) -> list[Event]:
        """What is announced after the sale, and the head of the acta (CAT-V.2.3-16, -23)."""
        self.folio, self.unsigned, self.digest = self.sala.session.rounds + 1, True, ""
        self._no_calls()
        cards = tuple(self.sala.holders())
        said = self._said("cartones-vendidos", "CAT-V.2.3-23", text=announcement(cards))
        head = told.ActaOpened(
            folio=self.folio, by=sent.role, person=sent.person, at=sent.at, clause="CAT-V.2.3-16"
        )
        return [said, head]

    # The balls

    def _ball(self, ball: int | None, at: Moment) -> list[Event]:
        if self.stopped:
            raise Refused(STOPPED, "game-stopped", calls=len(self.called))
        if self.sala.live is None or self.sala.sale is not None:
            raise Refused("CAT-V.2.3-24", "no-game-in-course")
        wait = self.ready_at() - at
        if wait > 0 and not self.sala.again:  # so that everybody can mark (CAT-V.2.3-36)
            raise Refused(PACED, "too-fast", seconds=ceil(wait))
        inside = self.sala.drawing.inside()
        if ball is None:
            ball = self.sala.drawing.draw()
        elif ball not in inside:
            raise Refused("CAT-V.2.3-24", "ball-not-inside", ball=ball)
        self.sala.drawing.ball_out(ball, at)
        return []

    def ready_at(self) -> Moment:
        """When the next ball may come or, where it was asked whether there is another call, the
        order to go on."""
        pace = self.sala.pace
        if self.asked is not None:
            return self.asked + pace.prize
        return self.sala.clockwork.since + pace.ball

    # Calls

    def _shout(self, command: do.Shout) -> list[Event]:
        if command.what not in (LINE, BINGO):
            raise Refused(STOPPED, "no-such-call", what=command.what[:20])
        over = self.sala.live is None and bool(self.sala.shown)
        check_before_payment(paid=over, claim=True)
        calls = self.sala.drawing.open_calls()
        call = Call(command.player, command.what, command.card, altered=command.altered)
        if any(one.card == call.card and one.what == call.what for one in self.called):
            raise Refused(STOPPED, "called-already", card=call.card)
        call.check(calls)
        if command.code:
            check_code(command.code, self.sala.key, self.sala.issue_of(call.card), ALTERED)
        calls.take(call)
        self.called.append(call)
        heard = told.CallHeard(
            who=call.who, what=call.what, card=str(call.card), clause=STOPPED
        )  # fmt: skip
        return [heard]

    def _read(self, card: int) -> list[Event]:
        """The jefe de mesa reads a called card aloud while its master is on the screens. Of a card
        that was not called nothing is said."""
        call = next((one for one in self.called if one.card == card), None)
        if call is None:
            raise Refused(READ, "card-not-called", card=card)
        face, out = self.sala.faces[card], set(self.sala.drawing.balls())
        whole = face.numbers <= out
        line = any(set(row) <= out for row in face.rows)
        right = line if call.what == LINE else whole
        self.read[card] = right
        self.wins = self.wins or right or (line and self._line_open())
        missing = tuple(sorted(face.numbers - out)) if call.what == BINGO and not whole else ()
        return [told.CardRead(
            who=call.who, what=call.what, card=str(card), rows=face.rows, right=right,
            missing=missing, clause=READ,
        )]  # fmt: skip

    def _ask_more(self, at: Moment) -> list[Event]:
        self._all_read()
        bingo = any(one.what == BINGO and self.read[one.card] for one in self.called)
        self.asked = at
        what = "algun-bingo-mas" if bingo else "alguna-linea-mas"
        return [self._said(what, MORE)]

    def _all_read(self) -> None:
        if not self.called:
            raise Refused(STOPPED, "game-not-stopped")
        for call in self.called:
            if call.card not in self.read:
                raise Refused(READ, "card-not-read", card=call.card)

    def _go_on(self, at: Moment) -> list[Event]:
        """The order to go on or to end: where a call was right, after it was asked whether there is
        another and a reasonable wait."""
        self._all_read()
        wait = self.sala.pace.prize
        if self.wins and (self.asked is None or at < self.ready_at()):
            raise Refused(MORE, "ask-and-wait", seconds=int(wait))
        self._no_calls()
        self.sala.drawing.close_calls()
        return [self._said("sigue-el-juego", LATE)]

    # The book

    def over(self) -> None:
        """A game is over: whoever has cards of it hands them in before he buys again, and its balls
        have played it. A sale that was undone leaves as it was who holds some."""
        state = self.sala.session.state
        if self.balls.state.current.games < state.balls.games:
            self._balls(Play())
        self.sala.session.state = replace(state, balls=self.balls.state.current)
        if held := self.sala.holders():
            self.holding = set(held.values())
        self._no_calls()

    def _sign(self, sent: Envelope[Any]) -> list[Event]:
        """The jefe de mesa closes the acta with his signature, over the digest of all that was told
        in the game."""
        in_course = self.sala.live is not None and self.folio == self.sala.session.rounds + 1
        if in_course or not self.unsigned:
            raise Refused(SIGNED, "nothing-to-sign")
        digest = self.digest or self._digest()
        self.unsigned, self.digest = False, ""
        return [told.ActaSigned(
            folio=self.folio, by=sent.role, person=sent.person, at=sent.at, digest=digest,
            clause=SIGNED,
        )]  # fmt: skip

    def _digest(self) -> str:
        text = "\n".join(map(line_of_event, self.sala.shown))
        return hashlib.sha256(text.encode()).hexdigest()
