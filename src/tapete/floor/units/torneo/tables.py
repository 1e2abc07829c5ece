"""The tables of a tournament whose hands are dealt here: what each must be told so that it agrees
with the tournament. Nothing here reads a clock, a disk or a socket."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete.core.book.refused import Refused
from tapete.floor.table.commands import Arrange, Arrival, Level
from tapete.floor.units.mesa.unit import Mesa
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.waits import WAITS
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.contest import round_of
from tapete.systems.tournament.life.state import TableNow, Tournament
from tapete.systems.tournament.race import removed

SEATED = ("acreditacion", "en-juego", "suspendido")
"""Players have places at the tables; before, after and between days nobody has."""


def wanted(now: Tournament, number: int) -> dict[int, tuple[str, int]]:
    """Who is to sit at a table, and with how many chips."""
    table = now.tables.get(number)
    if table is None or now.stage not in SEATED:
        return {}
    if now.round is not None and now.round.tie is not None:
        chips = now.round.tie.chips
        return {seat: (who, chips) for seat, who in now.round.tie.at(number).items()}
    stacks = now.book.stacks
    return {seat: (who, stacks[who]) for seat, who in table.seats.items() if who in stacks}


def arrangement(now: Tournament, number: int, mesa: Mesa) -> Arrange | None:
    """What the table must be told so that it agrees with the tournament; None: it does. A table in
    the middle of a hand keeps its seats: `Refused`."""
    players, to_be = mesa.table.players, wanted(now, number)
    leave = tuple(
        seat for seat, who in sorted(players.items()) if to_be.get(seat, ("", 0))[0] != who
    )
    came = now.tables[number].came if number in now.tables else ()
    sit = tuple(
        Arrival(seat, who, chips, stayed=seat not in came)
        for seat, (who, chips) in sorted(to_be.items())
        if players.get(seat) != who
    )
    playing = number in now.tables and now.tables[number].playing
    if playing or mesa.table.live is not None:
        if leave or sit:
            raise Refused("COL-7.3-02", "hand-in-course", table=number)
        return None
    chips = {
        seat: to_be[seat][1] - mesa.table.desk.chips(seat)
        for seat in sorted(players)
        if seat not in leave and to_be[seat][1] != mesa.table.desk.chips(seat)
    }
    button = _button(now.tables.get(number), mesa, {*players} - {*leave} | {s.seat for s in sit})
    if not leave and not sit and not chips and button is None:
        return None
    return Arrange(leave=leave, sit=sit, chips=chips, button=button)


def _button(table: TableNow | None, mesa: Mesa, seats: set[int]) -> int | None:
    """The button just drawn, where no hand was played with it yet."""
    if table is None or table.last is not None or table.button is None or not seats:
        return None
    state = mesa.table.state
    assert isinstance(state, CircleState)  # only among players a button is drawn
    drawn = state.button == table.button and state.big is None and not state.moves
    return None if drawn else table.button


def level_of(now: Tournament, mesa: Mesa) -> Level:
    """The level of the next hand: the one the table has where the cards were shuffled before the
    new one began (COL-7.5.1-68, -69), unless a break lay between: its chips may be gone."""
    assert mesa.directed is not None
    clock, terms = now.clock, mesa.table.terms
    assert isinstance(terms, CircleTerms) and terms.blinds is not None
    goes_on = clock.level > 1 and not now.rules.break_after(clock.level - 1)
    if mesa.table.rounds and goes_on and mesa.directed.shuffled < clock.since:
        return Level(*terms.blinds, terms.ante, terms.limits.unit)
    _, small, big, ante = now.rules.level(clock.level)
    return Level(small, big, ante, smallest_chip(now.rules, clock.level))


def smallest_chip(bases: Bases, level: int) -> int:
    """The smallest chip in play at a level: those raced off at a break before it are gone."""
    gone = {value for value, after in removed(bases).items() if after < level}
    return min(int(value) for value in bases.fichas if int(value) not in gone)


def dealing(now: Tournament, number: int, mesa: Mesa) -> Arrange:
    """A hand begins at a table: its level, who is away or serves a penalty, the time-bank cards; or
    a pase against the bank with the limits of its round."""
    table = now.tables[number]
    if now.round is not None:
        _, ronda = round_of(now)
        chip = smallest_chip(now.rules, 1)
        return Arrange(bets=(max(ronda.minimo, chip), ronda.maximo, chip), begin=True)
    away = tuple(
        seat for seat, who in sorted(table.seats.items())
        if now.players[who].sits_out or now.players[who].standing == "ausente"
    )  # fmt: skip
    cards = {seat: now.players[who].cards for seat, who in table.seats.items()}
    return Arrange(
        level=level_of(now, mesa), away=away, cards={seat: n for seat, n in cards.items() if n},
        quick={seat: n for seat, who in table.seats.items() if (n := now.players[who].seconds)},
        seconds=now.rules.reloj, waits=now.hand_for_hand and len(now.tables) > 1, begin=True,
    )  # fmt: skip


def hand_over(number: int, table: TableNow, mesa: Mesa) -> do.HandOver:
    """A hand is over at a table: stacks, positions and time-bank cards as they are there, and what
    each had put into its pots."""
    state = mesa.table.state
    assert isinstance(state, CircleState) and mesa.directed is not None
    positions = None
    if state.button is not None and state.small is not None and state.big is not None:
        positions = (state.button, state.small, state.big)
    stacks = {who: mesa.table.desk.chips(seat) for seat, who in mesa.table.players.items()}
    cards = {who: mesa.directed.cards.get(seat, 0) for seat, who in mesa.table.players.items()}
    players = mesa.table.players
    winners = {
        players[seat]: tuple(players[by] for by in won if by in players)
        for seat, won in mesa.directed.knocked.items()
        if seat in players and not mesa.table.desk.chips(seat)
    }
    staked = {players[seat]: n for seat, n in mesa.directed.staked.items() if seat in players}
    return do.HandOver(
        table=number, positions=positions, stacks=stacks, cards=cards, winners=winners,
        staked=staked,
    )  # fmt: skip


def waits(mesa: Mesa) -> bool:
    """Whether a table has stopped with a called all-in until it is ordered on."""
    live = mesa.table.live
    return live is not None and live.ask is not None and live.ask.about == WAITS


def pase_over(number: int, mesa: Mesa) -> do.PaseOver:
    """A pase is over at a table: what each has there now, unless it was annulled."""
    assert mesa.directed is not None
    table = mesa.table
    stacks = {who: table.desk.chips(seat) for seat, who in table.players.items()}
    return do.PaseOver(table=number, stacks=stacks, void=mesa.directed.void)


def concerned(before: Tournament, after: Tournament) -> set[int]:
    """The tables that commands of a tournament may have to be told to: who sits there or with what
    has changed. They agreed with it before, and all others do still."""
    if before.stage != after.stage or before.round is not after.round:
        return {*before.tables, *after.tables}
    was, now = before.tables, after.tables
    found = {n for n in {*was, *now} if was.get(n) is not now.get(n)}
    if before.book is not after.book:
        changed = {who for who, _ in before.book.stacks.items() ^ after.book.stacks.items()}
        found |= {n for n, table in now.items() if not changed.isdisjoint(table.seats.values())}
    return found


def arrangements(
    before: Tournament, after: Tournament, mesas: Mapping[int, Mesa], begins: Collection[int] = ()
) -> dict[int, Arrange]:
    """What each table must be told so that all agree with the tournament after commands; at those
    of ``begins`` a hand begins besides."""
    found: dict[int, Arrange] = {}
    for number in sorted(concerned(before, after)):
        if number in begins or number not in mesas:
            continue
        change = arrangement(after, number, mesas[number])
        if change is not None:
            found[number] = change
    return found | {number: dealing(after, number, mesas[number]) for number in begins}
