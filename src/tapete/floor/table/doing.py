"""Doing what a command says at a table. Whoever may send it at all is asked elsewhere
(`tapete.floor.people.permissions`); here the table and its game say whether it can be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CHIEFS, CROUPIER, CROUPIERS, JUGADOR, only
from tapete.core.round.acta import BrokenRecord, read_record
from tapete.core.round.event import Announced, Moment
from tapete.core.round.record import Record
from tapete.core.round.replay import Divergence
from tapete.core.table.conduct import EXCLUSION, RECORDED
from tapete.core.table.session import ROUND
from tapete.core.table.table import Table
from tapete.floor.table.acceptor import (
    acceptors,
    bet,
    cash_credits,
    load_credits,
    press_button,
    release_button,
)
from tapete.floor.table.commands import (
    SYSTEM,
    Act,
    AnnounceLast,
    Answer,
    AnyCommand,
    Begin,
    Bet,
    Bring,
    Capacity,
    CashCredits,
    Caution,
    CloseBets,
    Complain,
    Decide,
    Dismiss,
    Dispute,
    Exclude,
    FailLight,
    FreeSeat,
    Hold,
    Leave,
    LoadCredits,
    MendLight,
    Open,
    OpenOrder,
    PressButton,
    PutAway,
    Release,
    ReleaseButton,
    Resume,
    Review,
    Sit,
    Suspend,
    Tick,
    Tip,
    Void,
)
from tapete.floor.table.spoken import by_default, by_word
from tapete.games.poker.progressive import progressive_rules

SHUFFLED: ClauseId = "CAT-I.1-04"
FAULTY: ClauseId = "CAT-III.6.6-02"


def apply(table: Table, command: AnyCommand, by: str, now: Moment) -> Record | None:
    """Do it, as whoever has the role ``by``. Gives the record of a round that it ended.

    Raises `Refused`, and then nothing has happened.
    """
    if isinstance(command, Void):
        return table.void(command.cause, by=by)
    _DOING[type(command)](table, command, by, now)
    if table.live is None or not table.live.ended:
        return None
    record = table.finish()
    _see_out(table)
    return record


def _see_out(table: Table) -> bool:
    """Free the seats of players who were sent away during the round that ended."""
    going = sorted(table.conduct.going & {*table.players.values()})
    for player in going:
        table.places.see_out(player)
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
        answer = ask.read(command.answer)
    except ValueError as error:
        raise Refused(ask.bets_closed_by(), "not-an-answer", answer=str(error)) from None
    if command.by_word:
        by_word(table, ask, answer, command.seat, by)
    elif by != SYSTEM or not by_default(table, ask, answer):
        table.answer(answer, by=by, seat=command.seat)


def _act(table: Table, command: Act, by: str, now: Moment) -> None:
    table.begin_act(table.game.act(command.name).of(command.facts), by=by, now=now)


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
    table.places.see_out(command.player)


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
    port = acceptors(table)
    clause = progressive_rules(table.rules.edition).by("faulty")
    port.light(command.seat, works=works)
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
    Bet: bet,
    CloseBets: lambda t, c, by, now: t.close_bets(by=by),
    Answer: _answer,
    Act: _act,
    Caution: lambda t, c, by, now: t.conduct.caution(c.player, c.breach, by=by),
    Exclude: lambda t, c, by, now: t.places.exclude(c.player, c.breach, until=c.until, by=by),
    Dispute: lambda t, c, by, now: t.disputes.open(c.seat, c.round, c.about, by=by),
    Decide: lambda t, c, by, now: t.disputes.decide(c.dispute, c.ruling, by=by),
    Review: _review,
    Hold: lambda t, c, by, now: t.holds.hold(c.seat, now=now, by=by),
    Release: lambda t, c, by, now: t.holds.release(c.seat, c.round, by=by),
    Tick: lambda t, c, by, now: t.holds.tick(now),
    Complain: lambda t, c, by, now: t.idle.complain(c.seat, by=by),
    FreeSeat: lambda t, c, by, now: t.places.free_seat(c.seat, by=by),
    Capacity: lambda t, c, by, now: t.set_capacity(c.places, by=by),
    FailLight: _light,
    MendLight: _light,
    LoadCredits: load_credits,
    CashCredits: cash_credits,
    PressButton: press_button,
    ReleaseButton: release_button,
    Dismiss: _dismiss,
    OpenOrder: _open_order,
}
