"""A tournament after an event."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tapete.systems.tournament import book as books
from tapete.systems.tournament.bases import read_bases
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.notices import notices_of
from tapete.systems.tournament.life.state import (
    Acta,
    Clock,
    Lately,
    Move,
    OutHere,
    PlayerNow,
    RoundNow,
    TableNow,
    TieNow,
    Tournament,
)
from tapete.systems.tournament.rounds import Fallen

MOVES_KEPT = 50
NOTICES_KEPT = 200
ONE_MOVE = ("COL-7.3-02", "COL-2-05")
"""By these a player is moved alone, and may be moved back."""


def evolve(now: Tournament, event: books.BookEvent) -> Tournament:
    """The tournament after an event, and what is made known by it; chips and money stay equal or it
    breaks."""
    after = _evolved(now, event)
    said = tuple(notices_of(now, after, event))
    return replace(after, notices=(*after.notices, *said)[-NOTICES_KEPT:]) if said else after


def _evolved(now: Tournament, event: books.BookEvent) -> Tournament:
    if not isinstance(event, told.TournamentEvent):
        kept = _still_undone(now.lately, event)
        return _booked(replace(now, book=books.evolve(now.book, event), lately=kept), event)
    match event:
        case told.BasesWritten():
            bases = read_bases(event.text, "bases")
            return replace(
                now, bases=bases, text=event.text, version=event.version,
                reglamento=event.reglamento,
            )  # fmt: skip
        case told.StageReached():
            return _stage(now, event)
        case told.PlayerEntered():
            was = now.players.get(event.player, PlayerNow())
            bought = {**was.bought, "entrada": was.bought.get("entrada", 0) + 1}
            return _player(
                now, event.player, accepted=event.version, image=event.image, bought=bought,
                standing="inscrito", cards=now.rules.tarjetas, entered=event.at,
            )  # fmt: skip
        case told.PlayerWaits():
            waiting = tuple(other for other in now.waiting if other != event.player)
            return replace(now, waiting=(*waiting, event.player) if event.waits else waiting)
        case told.PlayerSeated():
            return _seated(now, event)
        case told.SeatLeft():
            return _left(now, event.player)
        case told.ButtonsDrawn():
            tables = {
                number: replace(table, button=event.buttons.get(str(number)), last=None, came=())
                for number, table in now.tables.items()
            }
            return replace(now, tables=tables)
        case told.TablesOpened():
            left = [one.hands_left for one in now.tables.values() if one.hands_left is not None]
            until = max(left) if now.last_hands and left else None
            tables = {number: TableNow(until=until) for number in event.tables}
            now = _too_late(now, *now.tables)
            if len(tables) == 1 < len(now.tables):
                now = _more_cards(now, now.rules.tarjetas_final)  # COL-7.5.1-51
            return replace(now, tables=tables)
        case told.TableClosed():
            now = _too_late(now, event.table)
            tables = {n: table for n, table in now.tables.items() if n != event.table}
            return replace(now, tables=tables, order=tuple(n for n in now.order if n in tables))
        case told.RegistrationClosed():
            return replace(
                now, open=False, added=event.added, prizes=event.prizes, order=event.order
            )
        case told.LevelBegan() | told.ClockStopped():
            return replace(now, clock=_clock(now.clock, event))
        case told.HandDealt() | told.HandEnded():
            return _hand(now, event)
        case told.PlayersOut():
            return _out(now, event)
        case told.EliminationUndone():
            return _undone(now, event)
        case _:
            return _rest(now, event)


def _still_undone(lately: Lately | None, event: books.BookEvent) -> Lately | None:
    """What can still be taken back: an elimination no longer once its chips have moved on."""
    match event:
        case books.ChipsCounted():
            moved = {*event.stacks}
        case books.ChipsRecoloured() | books.BankSettled():
            moved = {*event.change}
        case books.ChipsWon():
            moved = {event.player, event.loser}
        case books.ChipsForfeited():
            moved = {event.player}
        case _:
            return lately
    return None if lately is not None and moved & {*lately.stacks} else lately


def _rest(now: Tournament, event: told.TournamentEvent) -> Tournament:
    match event:
        case told.HandForHandCalled():
            return replace(now, hand_for_hand=event.on, at_once=(), dealt=())
        case told.HandHeld() | told.HandOrderedOn():
            held = isinstance(event, told.HandHeld)
            waits = replace(now.tables[event.table], held=held)
            return replace(now, tables={**now.tables, event.table: waits})
        case told.CompanyInvited():
            return replace(now, company=event.bots)
        case told.LastHandsCalled():
            tables = {
                number: replace(table, until=table.hands + event.hands)
                for number, table in now.tables.items()
            }
            return replace(now, last_hands=event.hands, tables=tables)
        case told.DayBegan():
            now = _more_cards(now, now.rules.tarjetas)  # on top of those left (COL-7.5.1-50)
            tables = {number: replace(table, until=None) for number, table in now.tables.items()}
            return replace(now, day=event.day, last_hands=0, tables=tables)
        case told.Penalised():
            was = now.players[event.player]
            warned = was.warnings + (not event.hands)
            faults = {**was.faults, event.fault: was.faults.get(event.fault, 0) + 1}
            return _player(
                now, event.player, sits_out=was.sits_out + event.hands, warnings=warned,
                faults=faults,
            )  # fmt: skip
        case told.PlayerBarred():
            until = None if event.dates is None else now.number + event.dates
            return replace(now, barred={**now.barred, event.player: until})
        case told.ClockShortened():
            return _player(now, event.player, seconds=event.seconds)
        case told.NoticePutUp():
            return replace(now, notice=event.text)
        case told.OrderChanged():
            return replace(now, order=event.order)
        case told.LevellingSwitched():
            return replace(now, level_tables=event.on)
        case told.StandingChanged():
            return _standing(now, event)
        case told.CardUsed():
            return _player(now, event.player, cards=event.left)
        case told.ActaWritten():
            acta = Acta(
                number=event.number, at=event.at, by=event.by, facts=event.facts,
                decided=event.decided, reason=event.reason, clauses=event.clauses,
                table=event.table, hand=event.hand, proposed=event.proposed, cctv=event.at,
            )  # fmt: skip
            return replace(now, actas=(*now.actas, acta))
        case told.HeldAgain():
            return Tournament(
                bases=now.bases, text=now.text, version=now.version, number=event.number,
                stage="anunciado", notified=now.notified, published=now.published,
                reglamento=now.reglamento, barred=now.barred,
            )  # fmt: skip
        case told.DealMade():
            return replace(now, deal=dict(event.amounts), reserve=event.reserve)
        case told.PrizePaid():
            paid = now.paid.get(event.player, 0) + event.amount
            return replace(now, paid={**now.paid, event.player: paid})
        case told.EntryRefunded():
            now = _paid_back(now, event.player, event.amount)
            return _player(now, event.player, standing="anulado")
        case told.BountyWon() | told.BountyReturned():
            return _bounty(now, event)
        case told.RoundBegan():
            began = {who: n for n, table in now.tables.items() for who in table.seats.values()}
            return replace(now, round=RoundNow(number=event.number, tables=began))
        case told.TieSeated():
            assert now.round is not None
            tie = TieNow(dict(event.places), event.chips)
            return replace(now, round=replace(now.round, tie=tie))
        case told.PaseEnded() | told.TiePlayed():
            at_tables = dict(now.tables)
            if event.table in at_tables:
                at_tables[event.table] = replace(at_tables[event.table], playing=False)
            return replace(now, round=_round(now.round, event), tables=at_tables)
        case told.EntryKept():
            return replace(now, kept=(*now.kept, event.player))
        case told.Postponed():
            bases = replace(now.rules, inicio=event.start, termino=event.end)
            return replace(now, bases=bases, kept=())
        case _:
            return now


def _round(round_: RoundNow | None, event: told.PaseEnded | told.TiePlayed) -> RoundNow:
    assert round_ is not None
    if isinstance(event, told.TiePlayed):
        scores = dict(round_.scores)
        for who, chips in event.scores.items():
            scores[who] = (*scores.get(who, ()), chips)
        places = {} if round_.tie is None else round_.tie.places
        left = {who: place for who, place in places.items() if who not in event.scores}
        tie = None if round_.tie is None or not left else replace(round_.tie, places=left)
        return replace(round_, scores=scores, tie=tie)
    fell = [Fallen(who, event.pase, stack) for who, stack in event.fallen.items()]
    pases = {**round_.pases, event.table: event.pase}
    return replace(round_, pases=pases, fallen=(*round_.fallen, *fell))


def _bounty(now: Tournament, event: told.BountyWon | told.BountyReturned) -> Tournament:
    sign = 1 if isinstance(event, told.BountyWon) else -1
    bounties = dict(now.bounties)
    for who, amount in event.shares.items():
        bounties[who] = bounties.get(who, 0) + sign * amount
    bounties = {who: amount for who, amount in bounties.items() if amount}
    heads = {who: shares for who, shares in now.heads.items() if who != event.player}
    if sign > 0:
        heads[event.player] = dict(event.shares)
    return replace(now, bounties=bounties, heads=heads)


def _player(now: Tournament, who: str, **changes: Any) -> Tournament:
    was = now.players.get(who, PlayerNow())
    return replace(now, players={**now.players, who: replace(was, **changes)})


def _booked(now: Tournament, event: books.BookEvent) -> Tournament:
    """What chips and money changed besides the book."""
    match event:
        case books.Sold() if event.what != books.ENTRY:
            was = now.players[event.player]
            bought = {**was.bought, event.what: was.bought.get(event.what, 0) + 1}
            out = tuple(group for one in now.out if (group := _without(one, event.player)))
            now = replace(now, out=out, lately=None)
            return _player(now, event.player, bought=bought, missed=False)
        case books.Refunded():
            return _paid_back(now, event.player, event.amount)
        case books.Expelled():
            if event.disqualified:
                return replace(now, last=(*now.last, event.player), lately=None)
            return replace(now, out=((event.player,), *now.out), lately=None)
        case _:
            return now


def _paid_back(now: Tournament, who: str, amount: int) -> Tournament:
    return replace(now, refunded={**now.refunded, who: now.refunded.get(who, 0) + amount})


def _without(group: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(other for other in group if other != player)


def _stage(now: Tournament, event: told.StageReached) -> Tournament:
    found = replace(now, stage=event.stage, before=now.stage)
    match event.stage:
        case "notificado":
            return replace(found, notified=event.day, objection="")
        case "observado":
            return replace(found, objection=event.why)
        case "anunciado":
            return replace(found, published=event.day)
        case "terminado":
            stopped = replace(now.clock, running=False, left=now.clock.remaining(event.at))
            return replace(found, clock=stopped, hand_for_hand=False, ended=event.at)
        case "en-juego":
            began = event.at if now.stage == "acreditacion" else now.began
            return replace(found, began=began, ended=None)
        case _:
            return found


def _standing(now: Tournament, event: told.StandingChanged) -> Tournament:
    if event.standing == "anulado":
        return replace(
            now, players={who: one for who, one in now.players.items() if who != event.player}
        )
    away = event.at if event.standing == "ausente" else None
    return _player(now, event.player, standing=event.standing, away=away)


def _more_cards(now: Tournament, more: int) -> Tournament:
    """Whoever is still in gets so many time-bank cards more."""
    players = {
        who: replace(one, cards=one.cards + more) if who in now.book.stacks else one
        for who, one in now.players.items()
    }
    return replace(now, players=players)


def _seated(now: Tournament, event: told.PlayerSeated) -> Tournament:
    found = _left(now, event.player) if event.start else now  # else he comes from no seat
    table = found.tables.get(event.table, TableNow())
    came = table.came if event.stayed else (*table.came, event.seat)
    bust = {who: seat for who, seat in table.bust.items() if who != event.player}
    table = replace(table, seats={**table.seats, event.seat: event.player}, came=came, bust=bust)
    moves, lately = now.moves, found.lately
    if event.start:
        table_, _, seat = event.start.partition("-")
        alone = event.clause in ONE_MOVE
        lately = Lately(player=event.player, table=int(table_), seat=int(seat)) if alone else None
        end = f"{event.table}-{event.seat}"
        move = Move(event.player, event.start, end, event.clause, event.at)
        moves = (*moves, move)[-MOVES_KEPT:]
    tables = {**found.tables, event.table: table}
    round_ = found.round
    if round_ is not None and event.player not in round_.tables:  # he came late
        round_ = replace(round_, tables={**round_.tables, event.player: event.table})
    return replace(found, tables=tables, moves=moves, lately=lately, round=round_)


def _left(now: Tournament, player: str) -> Tournament:
    place = now.place_of(player)
    if place is None:
        return now
    number, seat = place
    table = now.tables[number]
    seats = {other: who for other, who in table.seats.items() if other != seat}
    came = tuple(other for other in table.came if other != seat)
    return replace(now, tables={**now.tables, number: replace(table, seats=seats, came=came)})


def _clock(clock: Clock, event: told.LevelBegan | told.ClockStopped) -> Clock:
    if isinstance(event, told.LevelBegan):
        return Clock(
            level=event.level, pause=event.pause, running=True, left=event.seconds,
            since=event.since,
        )  # fmt: skip
    return replace(clock, running=event.running, left=event.left, since=event.at)


def _hand(now: Tournament, event: told.HandDealt | told.HandEnded) -> Tournament:
    table = now.tables[event.table]
    if isinstance(event, told.HandEnded):
        stacks = now.book.stacks
        before = {who: stacks[who] for who in table.seats.values() if who in stacks}
        table = replace(
            table, playing=False, held=False, last=event.positions or table.last, before=before,
            staked=dict(event.staked),
        )  # fmt: skip
        return replace(now, tables={**now.tables, event.table: table})
    if now.hand_for_hand:
        again = event.table in now.dealt  # it is the next hand of all tables
        dealt = (event.table,) if again else (*now.dealt, event.table)
        now = replace(now, dealt=dealt, at_once=() if again else now.at_once)
    now = _too_late(now, event.table)
    if now.lately is not None and now.lately.stacks and now.lately.table == event.table:
        now = replace(now, lately=None)  # its chips are played with
    table = replace(
        table, hands=event.hand, playing=True, came=(), last=event.positions or table.last,
        since=event.at, bust={},
    )  # fmt: skip
    for who in event.sits_out:
        now = _player(now, who, sits_out=now.players[who].sits_out - 1)
    return replace(now, tables={**now.tables, event.table: table})


def _too_late(now: Tournament, *tables: int) -> Tournament:
    """Whoever lost his last chips at these tables has missed a hand, or his place is gone."""
    late = [who for number in tables for who in now.tables[number].bust]
    if not late:
        return now
    missed = {who: replace(now.players[who], missed=True) for who in late}
    return replace(now, players={**now.players, **missed})


def _out(now: Tournament, event: told.PlayersOut) -> Tournament:
    groups = event.groups
    lately, out = None, now.out
    if event.table in now.tables:
        table = now.tables[event.table]
        gone = {who for group in groups for who in group}
        bust = {who: seat for seat, who in table.seats.items() if who in gone}
        table = replace(table, bust={**table.bust, **bust})
        now = replace(now, tables={**now.tables, event.table: table})
    if event.tie:
        again = {player for group in groups for player in group}
        out = tuple(group for group in out if not again & {*group})
        known = {one.player for one in now.at_once}
        here = [
            OutHere(player, event.table, event.stacks[player])
            for player in sorted(again - known) if player in event.stacks
        ]  # fmt: skip
        now = replace(now, at_once=(*now.at_once, *here))
    else:
        left = {who: place[1] for group in groups for who in group if (place := now.place_of(who))}
        if left:
            player, seat = left.popitem()
            lately = Lately(
                player=player, table=event.table, seat=seat, stacks=dict(event.stacks), others=left
            )
    return replace(now, out=(*groups, *out), lately=lately)


def _undone(now: Tournament, event: told.EliminationUndone) -> Tournament:
    back = {**event.others, event.player: event.seat}
    out = tuple(group for one in now.out if (group := tuple(who for who in one if who not in back)))
    book = now.book
    stacks = {**book.stacks, **event.stacks}
    ranked = tuple(other for other in book.out if other not in back)
    table = now.tables[event.table]
    bust = {who: seat for who, seat in table.bust.items() if who not in back}
    seats = {**table.seats, **{seat: who for who, seat in back.items()}}
    table = replace(table, seats=seats, bust=bust)
    found = replace(
        now, out=out, book=replace(book, stacks=stacks, out=ranked).check(), lately=None,
        tables={**now.tables, event.table: table},
    )  # fmt: skip
    for player in back:
        found = _player(found, player, standing="en-juego")
    return found
