"""What can be done at a table, as data: a command comes from a socket, stands in the log, and gives
the same events whenever it is applied again to the same table.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, TypeAlias

import msgspec

from tapete.core.bets import Action
from tapete.core.clause import ClauseId
from tapete.core.conduct import EXCLUSION, RECORDED
from tapete.core.event import Announced, Moment
from tapete.core.pot import PROGRESIVO
from tapete.core.record import BrokenRecord, Divergence, Record, read_record
from tapete.core.refused import Fact, Refused
from tapete.core.roles import CHIEFS, CROUPIER, CROUPIERS, JUGADOR, only
from tapete.core.table import ROUND, Table
from tapete.floor.facts import facts_of
from tapete.floor.spoken import by_default, by_word
from tapete.games.poker.progressive import progressive_rules

SYSTEM = "sistema"
"""Whoever shuffles where no person does."""
SHUFFLED: ClauseId = "CAT-I.1-04"
LINKED: ClauseId = "CAT-III.6.3-02"
FAULTY: ClauseId = "CAT-III.6.6-02"


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True,
              forbid_unknown_fields=True):  # fmt: skip
    """Something asked of a table."""


class Open(Command, frozen=True, kw_only=True, tag="open"):
    """The jefe de mesa opens the table with this staff, one role a person."""

    staff: tuple[str, ...]


class Suspend(Command, frozen=True, kw_only=True, tag="suspend"):
    """The table closes for a time; a round in course is void."""

    why: str


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """The table opens again."""


class AnnounceLast(Command, frozen=True, kw_only=True, tag="announce-last"):
    """The last throws or games are announced, on the order of ``order``."""

    left: int | None = None
    order: str


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """A person takes a place with chips of his wallet."""

    seat: int
    player: str
    chips: int = 0


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Whoever sits there goes with his chips."""

    seat: int


class Bring(Command, frozen=True, kw_only=True, tag="bring"):
    """More chips of the player's wallet come to the table."""

    seat: int
    amount: int


class PutAway(Command, frozen=True, kw_only=True, tag="put-away"):
    """Chips go from the table to the player's wallet."""

    seat: int
    amount: int


class Tip(Command, frozen=True, kw_only=True, tag="tip"):
    """A tip for the staff."""

    seat: int
    amount: int


class Begin(Command, frozen=True, kw_only=True, tag="begin"):
    """Begin what comes next: the cards are shuffled if they must be, else a round."""


class Bet(Command, frozen=True, kw_only=True, tag="bet"):
    """Chips go down, are moved or taken back while betting is open."""

    action: Action


class CloseBets(Command, frozen=True, kw_only=True, tag="close-bets"):
    """«No más apuestas»."""


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """What the round asks is answered: a move, a card, a throw, a ruling.

    ``by_word``: the croupier of an attended table enters what the player of the seat said.
    """

    answer: Any
    seat: int | None = None
    by_word: bool = False


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Something the game lets happen between rounds."""

    name: str
    facts: dict[str, Any] = {}


class Void(Command, frozen=True, kw_only=True, tag="void"):
    """The jefe de mesa voids the round in course."""

    cause: str


class Caution(Command, frozen=True, kw_only=True, tag="caution"):
    """A player is called to order for a breach."""

    player: str
    breach: ClauseId


class Exclude(Command, frozen=True, kw_only=True, tag="exclude"):
    """A player is kept out from the next round on."""

    player: str
    breach: ClauseId
    until: Moment | None = None


class Dispute(Command, frozen=True, kw_only=True, tag="dispute"):
    """Somebody disagrees about a round."""

    seat: int
    round: int
    about: str


class Decide(Command, frozen=True, kw_only=True, tag="decide"):
    """A chief decides a disagreement."""

    dispute: int
    ruling: str


class Review(Command, frozen=True, kw_only=True, tag="review"):
    """The record of the round is played again before a chief decides anew."""

    dispute: int
    acta: str


class Hold(Command, frozen=True, kw_only=True, tag="hold"):
    """What a seat won in the round just ended is withheld while it is verified."""

    seat: int


class Release(Command, frozen=True, kw_only=True, tag="release"):
    """What was withheld is paid."""

    seat: int
    round: int


class Tick(Command, frozen=True, kw_only=True, tag="tick"):
    """Time goes by: holds whose time is over are paid."""


class Complain(Command, frozen=True, kw_only=True, tag="complain"):
    """Somebody asks for the place of a player who does not play."""

    seat: int


class FreeSeat(Command, frozen=True, kw_only=True, tag="free-seat"):
    """The jefe de mesa has an idle player free his place."""

    seat: int


class Capacity(Command, frozen=True, kw_only=True, tag="capacity"):
    """Fewer places, or as many as the table has."""

    places: int | None = None


class FailLight(Command, frozen=True, kw_only=True, tag="fail-light"):
    """The light of a position does not work: it is closed to the bet on the pot."""

    seat: int


class MendLight(Command, frozen=True, kw_only=True, tag="mend-light"):
    """The light of a position works again."""

    seat: int


class Dismiss(Command, frozen=True, kw_only=True, tag="dismiss"):
    """Somebody who may not be in the rooms any more goes: now, or when the round is over."""

    player: str


class Wait(Command, frozen=True, kw_only=True, tag="wait"):
    """Somebody who finds no place is put on the waiting list."""

    player: str


class StopWaiting(Command, frozen=True, kw_only=True, tag="stop-waiting"):
    """Somebody waits no longer, or gives up the place kept for him."""

    player: str


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """A chief keeps a place for somebody until a moment."""

    player: str
    until: Moment


class Promise(Command, frozen=True, kw_only=True, tag="promise"):
    """The system promises the order of the cards by its hash, before anybody bets on them."""

    n: int
    promise: str
    cards: int


class OpenOrder(Command, frozen=True, kw_only=True, tag="open-order"):
    """The system opens an order it promised: its cards have been played."""

    n: int
    salt: str
    cards: tuple[str, ...]


AnyCommand: TypeAlias = (
    Open | Suspend | Resume | AnnounceLast | Sit | Leave | Bring | PutAway | Tip | Begin | Bet
    | CloseBets | Answer | Act | Void | Caution | Exclude | Dispute | Decide | Review | Hold
    | Release | Tick | Complain | FreeSeat | Capacity | FailLight | MendLight | Dismiss | Wait
    | StopWaiting | Reserve | Promise | OpenOrder
)  # fmt: skip


def apply(table: Table, command: AnyCommand, by: str, now: Moment) -> Record | None:
    """Do it, as whoever has the role ``by``. Gives the record of a round that it ended.

    Raises `Refused`, and then nothing has happened.
    """
    _DOING[type(command)](table, command, by, now)
    if table.live is None or not table.live.ended:
        return None
    record = table.finish()
    _see_out(table)
    return record


def _see_out(table: Table) -> bool:
    """Whoever was sent away during the round goes when it is over."""
    going = sorted(table.conduct.going & {*table.players.values()})
    for player in going:
        table.conduct.see_out(player)
    return bool(going)


def _begin(table: Table, command: Begin, by: str, now: Moment) -> None:
    table.desk.check("begin", by)
    gone = table.live is None and _see_out(table)
    try:
        if table.begin_preparing(by=by) is None:
            table.begin(by=by)
    except Refused:
        if not gone:  # they have gone, though nobody is left to play
            raise


def _answer(table: Table, command: Answer, by: str, now: Moment) -> None:
    ask = table.live.ask if table.live is not None else None
    if ask is None:
        raise Refused(ROUND, "no-round")
    try:
        answer = msgspec.convert(command.answer, ask.answer_type)
    except msgspec.ValidationError as error:
        raise Refused(ask.bets_closed_by(), "not-an-answer", answer=str(error)) from None
    if command.by_word:
        by_word(table, ask, answer, command.seat, by)
    elif by != SYSTEM or not by_default(table, ask, answer):
        table.answer(answer, by=by, seat=command.seat)


def _act(table: Table, command: Act, by: str, now: Moment) -> None:
    done = table.game.acts.get(command.name)
    facts = {} if done is None else facts_of(done, command.name, command.facts)
    if done is not None and "now" in signature(done).parameters:
        facts["now"] = now
    table.act(command.name, by=by, **facts)


def _tip(table: Table, command: Tip, by: str, now: Moment) -> None:
    """What a player gives of himself the croupier collects."""
    table.exchange.tip(command.seat, command.amount, by=CROUPIER if by == JUGADOR else by)


def _review(table: Table, command: Review, by: str, now: Moment) -> None:
    table.desk.check("review", by)
    try:
        table.disputes.review(command.dispute, read_record(command.acta), by=by)
    except (BrokenRecord, Divergence) as error:
        raise Refused(RECORDED, "broken-record", why=str(error)[:200]) from None


def _dismiss(table: Table, command: Dismiss, by: str, now: Moment) -> None:
    only((SYSTEM,), by, EXCLUSION, "dismiss")
    table.conduct.see_out(command.player)


def _promise(table: Table, command: Promise, by: str, now: Moment) -> None:
    only((SYSTEM,), by, SHUFFLED, "promise")
    facts: dict[str, Fact] = {
        "n": command.n, "promise": command.promise, "cards": command.cards,
    }  # fmt: skip
    table.desk.tell(Announced(what="orden-prometido", facts=facts, clause=SHUFFLED))


def _open_order(table: Table, command: OpenOrder, by: str, now: Moment) -> None:
    only((SYSTEM,), by, SHUFFLED, "open-order")
    facts: dict[str, Fact] = {
        "n": command.n, "salt": command.salt, "order": " ".join(command.cards),
    }  # fmt: skip
    # Among players a hand thrown in unseen stays unseen: the order is opened to the house alone.
    audience = (CROUPIER,) if table.game.on_stacks else ()
    told = Announced(what="orden-abierto", facts=facts, clause=SHUFFLED, audience=audience)
    table.desk.tell(told)


def _light(table: Table, command: FailLight | MendLight, by: str, now: Moment) -> None:
    works = isinstance(command, MendLight)
    only((*CROUPIERS, *CHIEFS), by, FAULTY, "mend-light" if works else "fail-light")
    if table.pot.port is None:
        raise Refused(LINKED, "no-pot-linked", bet=PROGRESIVO)
    clause = progressive_rules(table.rules.edition).by("faulty")
    table.pot.port.light(command.seat, works=works)
    what = "luz-reparada" if works else "luz-fallada"
    table.desk.tell(Announced(what=what, facts={"seat": command.seat}, clause=clause))


_DOING: dict[type[Any], Callable[[Table, Any, str, Moment], object]] = {
    Open: lambda t, c, by, now: t.open_play(c.staff, by=by),
    Suspend: lambda t, c, by, now: t.suspend(c.why, by=by),
    Resume: lambda t, c, by, now: t.resume(by=by),
    AnnounceLast: lambda t, c, by, now: t.announce_last(c.left, by=by, order=c.order),
    Sit: lambda t, c, by, now: t.sit(c.seat, c.player, chips=c.chips, now=now),
    Leave: lambda t, c, by, now: t.leave(c.seat, now=now),
    Bring: lambda t, c, by, now: t.bring(c.seat, c.amount),
    PutAway: lambda t, c, by, now: t.put_away(c.seat, c.amount, now=now),
    Tip: _tip,
    Begin: _begin,
    Bet: lambda t, c, by, now: t.bet(c.action, by=by),
    CloseBets: lambda t, c, by, now: t.close_bets(by=by),
    Answer: _answer,
    Act: _act,
    Void: lambda t, c, by, now: t.void(c.cause, by=by),
    Caution: lambda t, c, by, now: t.conduct.caution(c.player, c.breach, by=by),
    Exclude: lambda t, c, by, now: t.conduct.exclude(c.player, c.breach, until=c.until, by=by),
    Dispute: lambda t, c, by, now: t.disputes.open(c.seat, c.round, c.about, by=by),
    Decide: lambda t, c, by, now: t.disputes.decide(c.dispute, c.ruling, by=by),
    Review: _review,
    Hold: lambda t, c, by, now: t.holds.hold(c.seat, now=now, by=by),
    Release: lambda t, c, by, now: t.holds.release(c.seat, c.round, by=by),
    Tick: lambda t, c, by, now: t.holds.tick(now),
    Complain: lambda t, c, by, now: t.complain(c.seat, by=by),
    FreeSeat: lambda t, c, by, now: t.free_seat(c.seat, by=by),
    Capacity: lambda t, c, by, now: t.set_capacity(c.places, by=by),
    FailLight: _light,
    MendLight: _light,
    Dismiss: _dismiss,
    Promise: _promise,
    OpenOrder: _open_order,
}
