"""A hall in a joint game, as its centre or as one of its rooms: what it tells the others after each
thing it does, and what it does when it hears from them.

Each casino plays the same round with the same cards and balls. What a casino owes the others for
it, or they owe it, lies in an account of its own for each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Journal, Snapshot
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.event import Announced, Event, Moment
from tapete.floor.kernel.due import Do, Due, Idle, Until
from tapete.floor.table.commands import SYSTEM, Answer
from tapete.floor.units.sala import commands as do
from tapete.systems.bingo import joint as say
from tapete.systems.bingo.events import Awarded
from tapete.systems.bingo.hall import DIRECTOR
from tapete.systems.bingo.joint import LINKED, MAIL
from tapete.systems.bingo.passing import PassOn
from tapete.systems.letters import Deliver, Hear, Mail, Post

if TYPE_CHECKING:
    from tapete.floor.kernel.unit import Envelope
    from tapete.floor.units.sala.spec import Joint
    from tapete.floor.units.sala.unit import Sala


PASSED = "CAT-V.5-05"
TOO_LATE, ROOM_LATE = "pass-too-late", "seal-too-late"


class PassAsked(msgspec.Struct, frozen=True):
    """What a room has asked the centre: that the cards of the one pass to the other. ``code``: it
    was refused, by this clause."""

    who: str
    to: str
    clause: str = PASSED
    code: str = ""


class OfCentre(msgspec.Struct, kw_only=True):
    """What a room keeps of what it asked the centre, also when the game is over: requests without
    an answer by game and name, those refused since the last start, and why it was left out of the
    last game. ``holds`` is what the pots hold, as the centre last told its rooms."""

    asked: dict[str, PassAsked] = msgspec.field(default_factory=dict)
    refused: tuple[PassAsked, ...] = ()
    out: str = ""
    holds: dict[str, int] = msgspec.field(default_factory=dict)


class Linked:
    """What a hall knows of the game it plays with others: its correspondence, and which rooms have
    sealed."""

    def __init__(self, sala: Sala, joint: Joint) -> None:
        self.sala, self.joint = sala, joint
        self.mail: Journal[Mail, Any, Any] = Journal(MAIL, sala.spec.id)
        self.sealed: dict[str, tuple[say.Holding, ...]] = {}
        """At the centre: the lists of the rooms. In a room: its own, once it is sealed."""
        self.pots: dict[str, int] = {}
        """What pots paid that the last ball won, as the centre said."""
        self.names: dict[str, str] = {}
        """In a room that has sealed: how its own people are called outside."""
        self.of_centre = OfCentre()
        """In a room: what it asked the centre, and was answered. In both: the pots as told."""
        self.number = 0
        """In a room: the number of the game in course, as the centre counts them."""
        sala.settling.told_pots = lambda: self.pots
        sala.settling.told_holds = lambda: self.of_centre.holds

    @property
    def is_centre(self) -> bool:
        return self.joint.me == self.joint.centre

    @property
    def game(self) -> int:
        """The number of the game in course, as the centre counts them."""
        return self.sala.session.rounds + 1 if self.is_centre else self.number

    def over(self) -> None:
        """A game is over."""
        self.sealed, self.pots, self.number = {}, {}, 0
        self.names = {}

    def failed(self) -> list[Event]:
        """A game broke down here: the rooms annul theirs."""
        if not self.is_centre:
            return []
        return self.post(say.Annulled(self.game, "falla"), *self.sealed)

    # Letters

    def _mail(self, command: Any) -> list[Event]:
        events: list[Event] = list(self.mail.do(command))
        self.mail.entries.clear()
        return events

    def post(self, message: say.AnyMessage, *rooms: str) -> list[Event]:
        """Letters to these rooms."""
        body = say.write_message(message)
        return [event for room in rooms for event in self._mail(Post(room, body))]

    def take_up(self, mail: Mail, of_centre: OfCentre) -> None:
        """Go on with this correspondence."""
        self.of_centre = of_centre
        since = self.mail.snapshot()
        self.mail.resume(Snapshot(since.number, since.digest, mail))

    # What this hall does

    def carry_out(self, sent: Envelope[Any]) -> list[Event] | None:
        """Do what only a linked hall does; None: it is something else."""
        match sent.command:
            case do.Delivered(to=to, n=n):
                return self._mail(Deliver(to, n))
            case do.Hear(sender=sender, n=n, body=body):
                return self._hear(sender, n, body, sent)
            case do.SealRoom():
                return self._seal()
            case do.PassCards() if not self.is_centre and self.sealed:
                return self._ask_to_pass(sent.command)
            case do.Annul() if not self.is_centre and sent.role != SYSTEM:
                raise Refused("CAT-V.5-04", "centre-decides", centre=self.joint.centre)
            case do.UndoSale() if not self.is_centre and self.sealed:
                raise Refused(LINKED, "sealed-already", game=self.game)
        return None

    def _seal(self) -> list[Event]:
        """A room's sale is closed and its list goes to the centre."""
        sale = self.sala.selling.in_course()
        if self.is_centre or self.sealed:
            raise Refused(LINKED, "sealed-already", game=self.game)
        seal = say.sealed(sale, self.joint.me, self.game)
        self.sealed = {self.joint.me: seal.list}
        self.names = say.names_of(sale, self.joint.me)
        said = Announced(what="lista-sellada", clause=LINKED,
                         facts={"cards": seal.cards, "digest": seal.digest})  # fmt: skip
        return [said, *self.post(seal, self.joint.centre)]

    def _ask_to_pass(self, command: do.PassCards) -> list[Event]:
        """Cards of a sealed list pass on where the centre orders it, so that they do between the
        same two balls in every casino."""
        self.sala.drawing.check_pass(command)
        who, asked_of = self.names[command.player], self.of_centre.asked
        if _key(self.game, who) in asked_of:
            raise Refused(PASSED, "pass-asked-already", who=command.player)
        asked_of[_key(self.game, who)] = PassAsked(command.player, command.to)
        to = self.names.setdefault(command.to, say.name_of(self.joint.me, len(self.names) + 1))
        asked = say.PassAsked(self.game, who, to)
        facts: dict[str, Fact] = {"who": command.player, "to": command.to}
        said = Announced(what="traspaso-pedido", facts=facts, clause=PASSED)
        return [said, *self.post(asked, self.joint.centre)]

    def after(self, command: Any, events: list[Event]) -> list[Event]:
        """What the centre tells the rooms of what it has just done."""
        if not self.is_centre:
            return []
        named, game = tuple(self.sealed), self.game
        match command:
            case do.BeginSale():
                return self.post(say.Opened(game), *self.joint.rooms)
            case do.StartGame():
                out = tuple(room for room in self.joint.rooms if room not in named)
                started = say.Started(game, dict(self.sealed))
                return [*self.post(started, *named), *self.post(say.Out(game, ROOM_LATE), *out)]
            case do.UndoSale():
                return self.post(say.Out(game), *self.joint.rooms)
            case Answer(answer=ball):
                won = {
                    one.prize: one.amount for one in events
                    if isinstance(one, Awarded) and one.prize in self.sala.settling.pot_ids
                }  # fmt: skip
                n = len(self.sala.drawing.balls())
                return self.post(say.BallOut(game, n, int(ball), won), *named)
            case do.Annul(why=why):
                return self.post(say.Annulled(game, why), *self.joint.rooms)
        return []

    def tell_pots(self) -> list[Event]:
        """What the pots hold, told to every room whenever it is not what they were told last."""
        if not self.is_centre:
            return []
        door = self.sala.settling.door
        holds = {pot.id: door.holds(pot.id) for pot in self.sala.plan.pots}
        if holds == self.of_centre.holds:
            return []
        self.of_centre.holds = holds
        return self.post(say.PotsHold(self.game, holds), *self.joint.rooms)

    # What it hears

    def _hear(self, sender: str, n: int, body: str, sent: Envelope[Any]) -> list[Event]:
        known = self.joint.rooms if self.is_centre else (self.joint.centre,)
        if sender not in known:
            raise Refused(LINKED, "no-such-room", room=sender[:40])
        message = say.read_message(body)
        heard = self._mail(Hear(sender, n, body))
        if isinstance(message, say.Sealed):
            return [*heard, *self._take_seal(sender, message)]
        if isinstance(message, say.PassAsked):
            return [*heard, *self._order_to_pass(sender, message)]
        return [*heard, *self._follow(message, sent)]

    def _take_seal(self, room: str, seal: say.Sealed) -> list[Event]:
        """The list of a room, in time or not: a room that is late is out."""
        sala = self.sala
        if sala.sale is None or seal.game != self.game or room in self.sealed:
            late = Announced(what="sala-fuera", facts={"room": room}, clause=LINKED)
            known = room in self.sealed and seal.game == self.game
            return [late] if known else [late, *self.post(say.Out(seal.game, ROOM_LATE), room)]
        try:
            sales = say.check_seal(seal, room, sala.sale)
            bought = [sala.selling.sell(one) for one in sales]
        except Refused as refusal:  # the letter is heard all the same: the room is out
            why = Announced(what="sala-fuera", facts={"room": room, "why": refusal.code},
                            clause=LINKED)  # fmt: skip
            return [why, *self.post(say.Out(seal.game, refusal.code), room)]
        self.sealed[room] = seal.list
        facts: dict[str, Fact] = {"room": room, "cards": seal.cards, "digest": seal.digest}
        return [Announced(what="sala-sellada", facts=facts, clause=LINKED), *bought]

    def _order_to_pass(self, room: str, asked: say.PassAsked) -> list[Event]:
        """The centre passes cards of a room on and says so to all that play, or before the start to
        the room alone: the others have its list with the start. What it does not admit, or what
        comes when the game is over, it answers the room with its clause."""
        told = (room,) if self.sala.sale is not None else tuple(self.sealed)
        try:
            if asked.game != self.game or room not in self.sealed:
                raise Refused(PASSED, TOO_LATE, who=asked.who)
            if {say.room_of(asked.who), say.room_of(asked.to)} != {room}:
                raise Refused(PASSED, "not-of-this-room", who=asked.who)
            passed = self.sala.drawing.passed(PassOn(asked.who, asked.to))
        except Refused as refusal:  # the letter is heard all the same
            no = say.NotPassed(asked.game, asked.who, refusal.clause, refusal.code)
            return self.post(no, room)
        self.sealed[room] = say.passed_on(self.sealed[room], asked.who, asked.to)
        return [*passed, *self.post(say.Passed(asked.game, asked.who, asked.to), *told)]

    def _follow(self, message: say.AnyMessage, sent: Envelope[Any]) -> list[Event]:
        """A room does what the centre says."""
        sala = self.sala
        if isinstance(message, say.Opened):
            if not sala.open or sala.live is not None:
                return []
            self.sealed, self.number, self.of_centre.out = {}, message.game, ""
            return sala.selling.begin(do.BeginSale(), sent.at)
        if isinstance(message, say.NotPassed):  # also of a game that is over
            return self._not_passed(message)
        if isinstance(message, say.PotsHold):  # whatever is played, and by whom
            self.of_centre.holds = message.holds
            return []
        if message.game != self.number:  # of a game that this room does not play
            return []
        match message:
            case say.Started(lists=lists):
                return self._started(lists, sent)
            case say.Out(why=why):
                if sala.sale is None:
                    return []
                sala.selling.undo()
                self.of_centre.out = why
                return [Announced(what="sala-fuera", facts={"room": self.joint.me}, clause=LINKED)]
            case say.BallOut(ball=ball, pots=pots):
                self.pots = dict(pots)
                if sala.live is not None and sala.sale is None:
                    sala.drawing.ball_out(ball, sent.at)
            case say.Passed(who=who, to=to):
                own = {name: person for person, name in self.names.items()}
                self.of_centre.asked.pop(_key(message.game, who), None)
                if sala.live is not None:
                    return sala.drawing.passed(PassOn(own.get(who, who), own.get(to, to)))
            case say.Annulled(why=why):
                if sala.live is not None:
                    return sala.drawing.annul(why, DIRECTOR)
        return []

    def _not_passed(self, said: say.NotPassed) -> list[Event]:
        """The centre did not admit what this room asked: whoever asked stays with his cards."""
        asked = self.of_centre.asked.pop(_key(said.game, said.who), None)
        if asked is None:
            return []
        self.of_centre.refused += (replace(asked, clause=said.clause, code=said.code),)
        facts: dict[str, Fact] = {"who": asked.who, "to": asked.to, "why": said.code}
        return [Announced(what="traspaso-rechazado", facts=facts, clause=said.clause)]

    def _started(
        self, lists: dict[str, tuple[say.Holding, ...]], sent: Envelope[Any]
    ) -> list[Event]:
        """The lists of all rooms: the same game is played here."""
        sala = self.sala
        if sala.sale is None:
            return []
        self.of_centre.refused = ()
        bought: list[Event] = []
        for room, holdings in lists.items():
            if room != self.joint.me:
                bought += [sala.selling.sell(one) for one in say.sales_of(room, holdings)]
        return [*bought, *sala.selling.start(sent)]

    # When

    def due(self, now: Moment) -> Due | None:
        """What a linked hall does by itself; None: as every hall."""
        sala, over = self.sala, self.sala.clockwork.deadline()
        if not sala.open:
            return None
        if sala.sale is None:
            return None if self.is_centre else Idle()
        if not self.is_centre:
            if self.sealed:
                return Idle()
            if over is not None and now < over and not sala.selling.everybody_ready():
                return Until(over)
            return Do(do.SealRoom(), SYSTEM)
        if over is not None and now < over and set(self.sealed) != set(self.joint.rooms):
            return Until(over)
        return Do(do.StartGame() if sala.selling.may_start() else do.UndoSale(), SYSTEM)


def _key(game: int, who: str) -> str:
    return f"{game}/{who}"
