"""What is to be done next in a tournament whose hands are dealt here: hands that are over are told,
hands are dealt, and where nobody directs it all the rules propose is done at once.

Nothing here reads a clock, a disk or a socket: what is next follows from the tournament, its tables
and the moment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from types import MappingProxyType

from tapete.core.round.event import Moment
from tapete.floor.people.person import is_bot
from tapete.floor.units.mesa.unit import Mesa
from tapete.floor.units.torneo import machines
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.tables import hand_over, pase_over, waits
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import contest, hand_for_hand, play
from tapete.systems.tournament.life.entries import WINDOWS
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.race import removed
from tapete.systems.tournament.seats import Place

Mesas = Mapping[int, Mesa]
AT_ONCE = 25
"""Hands of so many tables are dealt, or told to be over, in one transaction."""


def next_commands(
    spec: TorneoSpec, now: Tournament, mesas: Mesas, at: Moment, absent: Collection[str] = (),
    cabinets: machines.Machines = MappingProxyType({}),
) -> Sequence[do.AnyCommand]:  # fmt: skip
    """The next commands of the house to the tournament, those of several tables together; none:
    nothing before something happens. ``absent`` could not take their seats."""
    pases = machines.pases_over(now, cabinets, at) if spec.maquinas else iter(())
    over = tuple(islice(chain(_over(now, mesas), pases), AT_ONCE))
    if over:
        return over
    if now.stage == "en-juego":
        held = next(_held(now, mesas), None) or _played_out(spec, now)
        if held is not None:
            return (held,)
    if spec.automatico:
        said = _automatic(spec, now, at, absent)
        if said is not None:
            return (said,)
    deals = _begins(now, cabinets, at) if spec.maquinas else _deals(spec, now, mesas, at)
    return tuple(islice(deals, AT_ONCE))


def _over(now: Tournament, mesas: Mesas) -> Iterator[do.HandOver | do.PaseOver]:
    for number, table in now.tables.items():
        if table.playing and number in mesas and mesas[number].table.live is None:
            if now.round is not None:
                yield pase_over(number, mesas[number])
            else:
                yield hand_over(number, table, mesas[number])


# Hands


def _deals(spec: TorneoSpec, now: Tournament, mesas: Mesas, at: Moment) -> Iterator[do.DealHand]:
    """Tables at which a hand can be dealt: the clock runs, or last hands of the day are left to
    them; nobody is on his way to them; where all play hand for hand they begin together."""
    if now.stage != "en-juego":
        return
    if now.round is not None:
        for number, table in sorted(now.tables.items()):
            ready = number in mesas and mesas[number].clockwork.may_deal(at)
            if ready and not table.playing and contest.may_deal(now, number, at):
                yield do.DealHand(table=number)
        return
    if not now.dealing:
        return
    stopped = _concerned(now) if spec.automatico else set()
    for number, table in sorted(now.tables.items()):
        mesa = mesas.get(number)
        if mesa is None or table.playing or len(table.seats) < 2 or number in stopped:
            continue
        begins = table.may_deal and hand_for_hand.may_begin(now, number)
        if begins and mesa.clockwork.may_deal(at):
            yield do.DealHand(table=number)


def _begins(now: Tournament, cabinets: machines.Machines, at: Moment) -> Iterator[do.DealHand]:
    """Tables whose machines can be switched to tournament mode for a pase."""
    if now.stage != "en-juego" or now.round is None:
        return
    for number, table in sorted(now.tables.items()):
        ready = not table.playing and machines.may_begin(now, number, cabinets)
        if ready and contest.may_deal(now, number, at):
            yield do.DealHand(table=number)


def _concerned(now: Tournament) -> set[int]:
    """Tables that wait, since somebody goes from or to them now."""
    breaks = play.breaks(now)
    if breaks.redraw:
        return {*now.tables}
    if breaks.table:
        return {breaks.table, *breaks.share}
    level = play.levelling(now)
    if level is None:
        return set()
    moving = {place.table for move in level.moves for place in (move.start, move.end)}
    return moving if level.moves else set()


def _held(now: Tournament, mesas: Mesas) -> Iterator[do.HoldHand]:
    """Tables that have stopped with a called all-in, of which the tournament does not know yet."""
    for number, table in now.tables.items():
        if table.playing and not table.held and number in mesas and waits(mesas[number]):
            yield do.HoldHand(table=number)


def _played_out(spec: TorneoSpec, now: Tournament) -> do.PlayOut | None:
    """A held hand that nobody has to order on: nobody directs, or tables do not wait for each other
    any more. Where somebody supervises he orders it (COL-7.5.1-64)."""
    turn = hand_for_hand.turn(now)
    alone = spec.automatico or not now.hand_for_hand
    return do.PlayOut(table=turn) if turn is not None and alone else None


# Where nobody directs


def _automatic(
    spec: TorneoSpec, now: Tournament, at: Moment, absent: Collection[str]
) -> do.AnyCommand | None:
    match now.stage:
        case "borrador" if now.bases is not None and now.bases.practica:
            return do.OpenRegistration()
        case "anunciado":
            return do.OpenRegistration()
        case "inscripcion":
            return _filling(spec, now, at)
        case "acreditacion":
            return _seating(now, absent)
        case "en-juego":
            return _playing(now) if now.round is None else _contest(now, at)
        case "terminado":
            return do.Pay() if now.due() else None
        case _:
            return None


def _filling(spec: TorneoSpec, now: Tournament, at: Moment) -> do.AnyCommand | None:
    """Bots are called when somebody has waited long enough; a full field opens the doors."""
    if now.left >= now.rules.maximo:
        return do.OpenDoors()
    until = company_at(spec, now)
    bots = sum(map(is_bot, now.live))
    if until is not None and at >= until and now.company <= bots:
        return do.Invite(bots=bots + now.rules.maximo - now.left)
    return None


def _seating(now: Tournament, absent: Collection[str]) -> do.AnyCommand:
    """People take their seats one by one, their company all at once."""
    coming = [
        player for player, state in now.players.items()
        if state.standing == "inscrito" and player not in absent
    ]  # fmt: skip
    person = next((player for player in coming if not is_bot(player)), None)
    if person is not None:
        return do.Accredit(player=person)
    return do.SeatCompany(players=tuple(coming)) if coming else do.Start()


def company_at(spec: TorneoSpec, now: Tournament) -> Moment | None:
    """When bots come to fill the field, if they will."""
    if now.stage != "inscripcion" or not spec.compania or now.company:
        return None
    entered = [one.entered for who, one in now.players.items() if not is_bot(who)]
    return min(entered) + spec.compania if entered else None


def _playing(now: Tournament) -> do.AnyCommand | None:
    if now.open and _late_is_over(now):
        return do.CloseRegistration()
    raced = next(colour_ups(now), None)
    if raced is not None or now.clock.pause:
        return raced
    near = bool(now.prizes) and now.left == len(now.prizes) + 1 and len(now.tables) > 1
    if near and not now.hand_for_hand:
        return do.HandForHand()
    breaks = play.breaks(now)
    free = {number for number, table in now.tables.items() if not table.playing}
    if breaks.redraw:
        return do.Redraw() if free == {*now.tables} else None
    if breaks.table:
        return do.BreakTable() if {breaks.table, *breaks.share} <= free else None
    level = play.levelling(now)
    for move in () if level is None else level.moves[:1]:
        if {move.start.table, move.end.table} <= free:
            return do.MovePlayer(player=_who(now, move.start), to=str(move.end))
    return None


def _contest(now: Tournament, at: Moment) -> do.AnyCommand | None:
    """A round of another game comes to its end: who ties plays for it, the best pass."""
    assert now.round is not None
    until = max((now.rules.ventanas.get(window, 0) for window in WINDOWS.values()), default=0)
    over = contest.over(now, at)
    if now.open and (now.round.number > until or over):
        return do.CloseRegistration()
    if not over or now.round.tie or any(table.playing for table in now.tables.values()):
        return None
    found = contest.outcome(now)
    if found.tied:
        return do.SeatTie()
    return do.CloseRound() if found.passes else None


def _who(now: Tournament, place: Place) -> str:
    return now.tables[place.table].seats[place.seat]


def _late_is_over(now: Tournament) -> bool:
    until = max((now.rules.ventanas.get(window, 0) for window in WINDOWS.values()), default=0)
    clock = now.clock
    return clock.level > until or (clock.level == until and clock.pause)


def colour_ups(now: Tournament) -> Iterator[do.ColourUp]:
    """Small chips that go at this break, table by table; a table whose hand lasted longer than the
    break has them changed before its next one."""
    gone = removed(now.rules)
    values = sorted(int(value) for value in now.rules.fichas)
    for small, big in pairwise(values):
        after = gone.get(small)
        if after is None or (after, False) >= (now.clock.level, now.clock.pause):
            continue
        for table in now.tables.values():
            stacks = now.book.stacks
            odd = {who: stacks[who] % big // small for who in table.seats.values()}
            if any(odd.values()) and not table.playing:
                yield do.ColourUp(
                    small=small, big=big, held={who: n for who, n in odd.items() if n}
                )  # fmt: skip
