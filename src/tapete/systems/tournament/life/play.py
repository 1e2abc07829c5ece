"""Clock, hands, eliminations and seats of a tournament in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from tapete.core.book.refused import Refused
from tapete.core.round.cards import Card
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament.balancing import (
    BREAKS,
    Breaking,
    Levelling,
    TableSeats,
    breaking,
    level,
)
from tapete.systems.tournament.finish import Elimination, ranked
from tapete.systems.tournament.life import bounty, contest, entries, hand_for_hand
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.entries import read_place, rises
from tapete.systems.tournament.life.state import Tournament, sizes, taken
from tapete.systems.tournament.positions import Positions, next_hand
from tapete.systems.tournament.race import race
from tapete.systems.tournament.seats import button_draw, take_slips

MINUTE = 60.0


# Start and clock


def started(now: Tournament, command: do.Start) -> Iterator[Event]:
    """The field is seated: button drawn, first level."""
    if command.local is not None and is_early(now, command.local):
        start = f"{now.rules.inicio:%d-%m-%Y %H:%M}"
        raise Refused("CAT-VII.3.1-15", "before-its-date", start=start)
    seated_ = [player for table in now.tables.values() for player in table.seats.values()]
    if len(seated_) < 2:
        raise Refused("COL-7.2-01", "nobody-seated", seated=len(seated_))
    yield told.StageReached(stage="en-juego", at=command.at, clause="COL-7.5.1-01")
    for player in seated_:
        yield told.StandingChanged(
            player=player, standing="en-juego", at=command.at, clause="COL-7.5.1-01"
        )
    if now.rules.rondas:
        yield from contest.began(now, 1, command.at)
        return
    first = now.first_table
    if set(command.cards) != set(now.tables[first].seats):
        raise Refused("COL-7.5.1-10", "card-a-seat", table=first)
    yield buttons(now, command.cards, taken(now.tables), command.at)
    yield _level(now, 1, pause=False, since=command.at)


def is_early(now: Tournament, local: datetime) -> bool:
    """Whether it is before the date and hour of the bases. Whoever entered for that hour would lose
    his entry by it (COL-3.1-14): play begins earlier only once it is brought forward (COL-13-01).
    What is for nothing of value begins whenever it is full."""
    return not now.rules.practica and local < now.rules.inicio


def buttons(
    now: Tournament, cards: Mapping[int, str], tables: Mapping[int, object], at: float
) -> Event:
    """The button of every table: the highest card drawn at the first one."""
    seats = now.rules.asientos if len(tables) > 1 else max(now.rules.asientos, now.rules.final)
    drawn = button_draw(cards, tables, seats)  # type: ignore[arg-type]
    return told.ButtonsDrawn(
        cards={str(seat): card for seat, card in cards.items()},
        buttons={str(table): seat for table, seat in drawn.items()}, at=at, clause="COL-7.5.1-10",
    )  # fmt: skip


def _level(now: Tournament, number: int, *, pause: bool, since: float) -> Event:
    minutes = now.rules.break_after(number) if pause else now.rules.level(number)[0]
    return told.LevelBegan(
        level=number, pause=pause, seconds=minutes * MINUTE, since=since, at=since,
        clause="COL-7.5.1-69",
    )  # fmt: skip


def ticked(now: Tournament, command: do.Tick) -> Iterator[Event]:
    """The level or the break that is over gives way to the next; several, if nobody looked."""
    clock = now.clock
    if not clock.running:
        return
    if now.rules.rondas:  # the time of a round is over: it is closed by who directs it
        if clock.remaining(command.at) <= 0:
            yield told.ClockStopped(running=False, left=0.0, at=command.at, clause="CAT-VII.1.2-01")
        return
    number, pause, over = clock.level, clock.pause, clock.since + clock.left
    while over <= command.at:
        pause = not pause and bool(now.rules.break_after(number))
        number += not pause
        yield (began := _level(now, number, pause=pause, since=over))
        assert isinstance(began, told.LevelBegan)
        over += began.seconds


def stopped(now: Tournament, command: do.StopClock) -> Iterator[Event]:
    if not now.clock.running:
        raise Refused("COL-7.5.1-55", "clock-stopped-already")
    left = now.clock.remaining(command.at)
    yield told.ClockStopped(running=False, left=left, at=command.at, clause="COL-2-03")


def running(now: Tournament, command: do.RunClock) -> Iterator[Event]:
    if now.clock.running:
        raise Refused("COL-7.5.1-55", "clock-runs-already")
    yield told.ClockStopped(running=True, left=now.clock.left, at=command.at, clause="COL-2-03")


# Hands


def dealt(now: Tournament, command: do.DealHand) -> Iterator[Event]:
    """A hand begins; whoever is dealt in and serves a penalty has one hand less to serve."""
    table = now.tables.get(command.table)
    if table is None or len(table.seats) < (2 if now.round is None else 0):
        raise Refused("COL-7.3-01", "no-such-table", table=str(command.table))
    if table.playing:
        raise Refused("COL-7.5.1-69", "hand-in-course", table=command.table)
    if now.round is not None:
        contest.check_may_deal(now, command.table, command.at)
    elif not hand_for_hand.may_begin(now, command.table):
        raise Refused("COL-7.5.1-61", "others-play-their-hand", table=command.table)
    if not table.may_deal:
        raise Refused("COL-7.5.1-58", "last-hands-played", table=command.table)
    gap = {table.seats[seat] for seat in gap_of(now, command.table) if seat in table.seats}
    serving = tuple(
        player
        for player in table.seats.values()
        if player not in gap and now.players[player].sits_out
    )
    yield told.HandDealt(
        table=command.table, hand=table.hands + 1, positions=command.positions, sits_out=serving,
        at=command.at, clause="COL-9.3-18" if serving else "COL-7.5.1-69",
    )  # fmt: skip


def gap_of(now: Tournament, number: int) -> tuple[int, ...]:
    """The newcomers of a table who wait a hand, by the positions of the last one."""
    table = now.tables[number]
    if table.last is None:
        return ()
    stayed = [seat for seat in table.seats if seat not in table.came]
    return next_hand(Positions(*table.last), stayed, table.came).waits


def hand_over(now: Tournament, command: do.HandOver) -> Iterator[Event]:
    """A hand ends; with the stacks counted, who has none left is out."""
    table = now.tables.get(command.table)
    if table is None or not table.playing:
        raise Refused("COL-7.5.1-69", "no-hand-in-course", table=command.table)
    yield told.HandEnded(
        table=command.table, hand=table.hands, positions=command.positions, staked=command.staked,
        at=command.at, clause="COL-7.5.1-69",
    )  # fmt: skip
    for player, left in command.cards.items():
        if player in now.players and left < now.players[player].cards:
            yield told.CardUsed(
                player=player, left=left, at=command.at, clause="COL-7.5.1-48"
            )  # fmt: skip
    if command.stacks:
        yield from _settled(now, command.table, command.stacks, command)
    elif now.hand_for_hand:
        yield from hand_for_hand.over(now, command.table, now.left, command.at)


def eliminated(now: Tournament, command: do.Eliminate) -> Iterator[Event]:
    """One player lost his last chips to another of his table."""
    place, other = now.place_of(command.player), now.place_of(command.winner)
    if place is None or other is None or place[0] != other[0] or command.player == command.winner:
        raise Refused("COL-7.5.6-01", "not-at-one-table", player=command.player)
    held = now.book.stacks
    stacks = {command.player: 0, command.winner: held[command.winner] + held[command.player]}
    yield from _settled(now, place[0], stacks, command)


def _settled(
    now: Tournament, number: int, stacks: Mapping[str, int], command: do.HandOver | do.Eliminate
) -> Iterator[Event]:
    table = now.tables[number]
    strangers = [player for player in stacks if player not in table.seats.values()]
    if strangers:
        raise Refused("COL-7.4-01", "not-at-this-table", player=strangers[0])
    yield from books.decide(now.book, books.Count(dict(stacks)))
    yield from gone(now, number, stacks, command)


def gone(
    now: Tournament, number: int, stacks: Mapping[str, int], command: do.HandOver | do.Eliminate
) -> Iterator[Event]:
    """Who has no chips left at a table once its stacks are these."""
    at, table = command.at, now.tables[number]
    before = {player: now.book.stacks[player] for player in stacks}
    out = [player for player, chips in stacks.items() if not chips]
    if not out:
        if now.hand_for_hand:
            yield from hand_for_hand.over(now, number, now.left, at)
        return
    tie = (
        now.hand_for_hand and table.playing and number in now.dealt
    )  # all tables play this hand at once
    before_them = now.at_once if tie else ()
    groups = ranked(
        [
            *(Elimination(one.player, one.table, one.stack) for one in before_them),
            *(Elimination(player, number, before[player]) for player in out),
        ],
        hand_for_hand=tie,
    )
    yield told.PlayersOut(
        table=number, groups=tuple(map(tuple, groups)), stacks=before,
        tie=tie, at=at, clause="COL-7.5.1-66" if tie else "COL-7.5.6-01",
    )  # fmt: skip
    winners, drawn = _bounty_winners(command, before, stacks)
    for player in out:
        yield from bounty.won(now, player, winners.get(player, ()), drawn, at)
        yield from rises(now, player, at)
        yield told.StandingChanged(
            player=player, standing="eliminado", at=at, clause="COL-7.5.6-01"
        )
    left = [player for player in now.live if player not in out]
    if now.hand_for_hand:
        yield from hand_for_hand.over(now, number, len(left), at)
    if len(left) == 1 and not now.open:
        given = sum(now.rules.recompensa for player in out if winners.get(player))
        yield from _champion(now, left[0], at, given)


def _bounty_winners(
    command: do.HandOver | do.Eliminate, before: Mapping[str, int], after: Mapping[str, int]
) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, Card]]:
    """Who has the bounty of each who is out: as it was said, or the one who has won chips."""
    if isinstance(command, do.Eliminate):
        return {command.player: (command.winner,)}, {}
    gained = [player for player in after if after[player] > before[player]]
    alone = tuple(gained) if len(gained) == 1 else ()
    named = {player: command.winners.get(player, alone) for player in after if not after[player]}
    return named, command.drawn


def registration_closed(now: Tournament, command: do.CloseRegistration) -> Iterator[Event]:
    """Entries close; if all but one are out already, nobody comes back and he has won."""
    yield from entries.registration_closed(now, command)
    if len(now.accredited) == 1:
        yield from _champion(now, now.accredited[0], command.at, 0)


def _champion(now: Tournament, champion: str, at: float, given: int) -> Iterator[Event]:
    yield from bounty.kept(now, champion, at, given)
    yield from finished(champion, at)


def finished(champion: str, at: float) -> Iterator[Event]:
    """One is left: he has won."""
    yield told.StandingChanged(player=champion, standing="campeon", at=at, clause="COL-7.5.6-01")
    yield told.StageReached(stage="terminado", at=at, clause="COL-7.5.6-01")


def counted(now: Tournament, command: do.CountTable) -> Iterator[Event]:
    if any(not chips for chips in command.stacks.values()):
        raise Refused("COL-7.4-01", "empty-stack")
    for player in command.stacks:  # what lies in a pot is in no stack
        place = now.place_of(player)
        if place is not None and now.tables[place[0]].playing:
            raise Refused("COL-7.4-01", "hand-in-course", table=place[0])
    yield from books.decide(now.book, books.Count(dict(command.stacks)))


# Seats


def levelling(now: Tournament) -> Levelling | None:
    """The moves that make the tables level, as they are proposed."""
    tables = {
        number: TableSeats(
            tuple(table.seats), None if table.last is None else Positions(*table.last)
        )
        for number, table in now.tables.items()
    }
    if len(tables) < 2 or now.rules.rondas or now.hand_for_hand or not now.level_tables:
        return None
    return level(tables, now.rules.asientos, now.to_break)


def breaks(now: Tournament) -> Breaking:
    """The table that breaks now, or the redraw that is due."""
    bases = now.rules
    if bases.rondas:  # places are drawn round by round
        return Breaking(0, 0, {}, sizes(now.tables))
    return breaking(
        sizes(now.tables), bases.asientos, bases.final, now.to_break, registration_open=now.open
    )


def reordered(now: Tournament, command: do.Reorder) -> Iterator[Event]:
    """The casino may alter the order in which tables break (COL-7.3-16)."""
    if sorted(command.order) != sorted(now.tables):
        raise Refused("COL-7.3-12", "order-of-breaking", tables=len(now.tables))
    yield told.OrderChanged(order=command.order, at=command.at, clause="COL-7.3-16")


def levelling_switched(now: Tournament, command: do.SwitchLevelling) -> Iterator[Event]:
    """In the last stages tables are levelled as the director decides (COL-7.3-04)."""
    if command.on != now.level_tables:
        yield told.LevellingSwitched(on=command.on, at=command.at, clause="COL-7.3-04")


def moved(now: Tournament, command: do.MovePlayer) -> Iterator[Event]:
    """A player goes to another place: as proposed, or by the director for a reason."""
    place, to = now.place_of(command.player), read_place(command.to)
    if place is None:
        raise Refused("COL-7.3-02", "not-in-play", player=command.player)
    table = now.tables.get(to.table)
    most = now.rules.asientos if len(now.tables) > 1 else max(now.rules.asientos, now.rules.final)
    if table is None or not 1 <= to.seat <= most:
        raise Refused("COL-7.3-03", "no-such-place", place=command.to)
    if to.seat in table.seats:
        raise Refused("COL-7.3-03", "seat-taken", seat=to.seat)
    found = levelling(now)
    start = f"{place[0]}-{place[1]}"
    proposed = found is not None and any(
        (str(move.start), str(move.end)) == (start, command.to) for move in found.moves
    )
    if not proposed and not command.reason.strip():
        raise Refused("COL-2-05", "reason-missing")
    if now.tables[place[0]].playing:
        raise Refused("COL-7.3-02", "hand-in-course", table=place[0])
    clause = "COL-7.3-02" if proposed else "COL-2-05"
    yield told.PlayerSeated(
        player=command.player, table=to.table, seat=to.seat, start=start, at=command.at,
        clause=clause,
    )  # fmt: skip
    if not proposed:
        yield told.ActaWritten(
            number=len(now.actas) + 1, by=command.by, facts=f"{command.player}: {start}",
            decided=command.to, reason=command.reason, clauses=("COL-2-05",), at=command.at,
            clause="CAT-VII.5.2-01",
        )  # fmt: skip


def table_broken(now: Tournament, command: do.BreakTable) -> Iterator[Event]:
    """The next table in the order breaks: the highest card takes the first seat card."""
    found = breaks(now)
    if not found.table:
        raise Refused(BREAKS, "no-table-breaks")
    table = now.tables[found.table]
    if table.playing:
        raise Refused(BREAKS, "hand-in-course", table=found.table)
    slips = [read_place(text) for text in command.slips]
    share: dict[int, int] = {}
    for slip in slips:
        share[slip.table] = share.get(slip.table, 0) + 1
        free = slip.table in now.tables and slip.seat not in now.tables[slip.table].seats
        if not free or not 1 <= slip.seat <= now.rules.asientos:
            raise Refused("COL-7.3-13", "not-a-seat-card", place=str(slip))
    if share != found.share or len(set(slips)) != len(slips):
        raise Refused("COL-7.3-13", "seat-cards", expected=str(found.share), found=str(share))
    if set(command.cards) != set(table.seats):
        raise Refused("COL-7.3-13", "card-a-player", table=found.table)
    _, goes = take_slips(command.cards, slips, now.rules.asientos)
    for seat, to in goes.items():
        yield told.PlayerSeated(
            player=table.seats[seat], table=to.table, seat=to.seat, start=f"{found.table}-{seat}",
            at=command.at, clause="COL-7.3-13",
        )  # fmt: skip
    yield told.TableClosed(table=found.table, at=command.at, clause=BREAKS)


# Chips


def coloured_up(now: Tournament, command: do.ColourUp) -> Iterator[Event]:
    """Small chips of some players of a table become large ones; odd ones race."""
    places = {player: now.place_of(player) for player in command.held}
    if None in places.values() or len({place[0] for place in places.values() if place}) != 1:
        raise Refused("COL-7.4-17", "not-at-one-table")
    small, big = command.small, command.big
    if small <= 0 or big % small or str(small) not in now.rules.fichas:
        raise Refused("COL-7.4-17", "chip-values", small=small, big=big)
    seats = {player: place[1] for player, place in places.items() if place is not None}
    held = {seats[player]: count for player, count in command.held.items()}
    for player, count in command.held.items():
        if count * small > now.book.stacks[player]:
            has = now.book.stacks[player]
            raise Refused("COL-7.4-17", "no-chips", player=player, amount=count * small, has=has)
    only = [
        seats[player] for player, count in command.held.items()
        if count * small == now.book.stacks[player]
    ]  # fmt: skip
    cards = {seats[player]: list(drawn) for player, drawn in command.cards.items()}
    odd = {seat: over for seat, count in held.items() if (over := count % (big // small))}
    if any(len(cards.get(seat, ())) != over for seat, over in odd.items()):
        raise Refused("COL-7.4-18", "card-an-odd-chip")
    found = race(small, big, held, cards, only=only)
    change = {
        player: found.gets.get(seats[player], 0) * big - count * small
        for player, count in command.held.items()
    }
    change = {player: amount for player, amount in change.items() if amount}
    if change:
        yield from books.decide(now.book, books.Recolour(change))
    [table] = {place[0] for place in places.values() if place}
    yield told.ColouredUp(table=table, small=small, big=big, at=command.at, clause="COL-7.4-17")
