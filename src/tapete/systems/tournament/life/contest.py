"""A tournament of another game as it is played: pases at its tables against the bank of the
tournament, rounds closed, ties played out, places of the next round drawn (CAT-VII.1.2-01, -02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.entries import read_place, rises
from tapete.systems.tournament.life.state import RoundNow, Tournament
from tapete.systems.tournament.rounds import Passing, Ronda, passing, standing
from tapete.systems.tournament.seats import astray, tables_for

ROUNDS = "CAT-VII.1.2-01"
GROUNDS = "CAT-VII.3.1-09"
MINUTE = 60.0


def round_of(now: Tournament) -> tuple[RoundNow, Ronda]:
    """The round in course and its rules; `Refused` where the tournament has none."""
    if now.round is None:
        raise Refused(ROUNDS, "no-rounds", game=now.rules.juego)
    return now.round, now.rules.rondas[now.round.number - 1]


def began(now: Tournament, number: int, at: float) -> Iterator[Event]:
    """A round begins; one that ends by the clock starts it."""
    ronda = now.rules.rondas[number - 1]
    yield told.RoundBegan(number=number, game=ronda.juego, at=at, clause=ROUNDS)
    if ronda.minutos:
        yield told.LevelBegan(
            level=number, pause=False, seconds=ronda.minutos * MINUTE, since=at, at=at,
            clause=ROUNDS,
        )  # fmt: skip


def pase_over(now: Tournament, command: do.PaseOver) -> Iterator[Event]:
    """The stacks of a table after a pase; what they changed by is the bank's. Who has none left is
    out of the round. A pase between those who tie gives what each had at its end."""
    state, ronda = round_of(now)
    table = now.tables.get(command.table)
    seated = set(seats_of(now, command.table).values())
    if table is None or not seated or set(command.stacks) != seated:
        raise Refused(ROUNDS, "count-the-table", table=command.table)
    if min(command.stacks.values()) < 0:
        raise Refused("COL-7.4-01", "chips-do-not-add-up", had=0, has=min(command.stacks.values()))
    if command.void:
        yield told.HandEnded(
            table=command.table, hand=table.hands, at=command.at, clause=GROUNDS
        )  # fmt: skip
        return
    if state.tie is not None:
        yield told.TiePlayed(
            scores=dict(command.stacks), table=command.table, at=command.at, clause=GROUNDS
        )
        return
    done = state.pases.get(command.table, 0)
    if ronda.pases and done >= ronda.pases:
        raise Refused(ROUNDS, "pases-played", table=command.table, pases=ronda.pases)
    change = {
        who: chips - now.book.stacks[who] for who, chips in command.stacks.items()
        if chips != now.book.stacks[who]
    }  # fmt: skip
    fallen = {who: now.book.stacks[who] for who, chips in command.stacks.items() if not chips}
    if change:
        yield books.BankSettled(change=change, clause="CAT-VII.2.1.2-01")
    yield told.PaseEnded(
        table=command.table, pase=done + 1, fallen=fallen, at=command.at, clause=GROUNDS
    )
    for player in fallen:
        yield from rises(now, player, command.at)
        yield told.StandingChanged(
            player=player, standing="eliminado", at=command.at, clause=GROUNDS
        )


def seats_of(now: Tournament, number: int) -> dict[int, str]:
    """Who plays the next pase of a table: whoever sits there, or of those who tie."""
    tie = None if now.round is None else now.round.tie
    if tie is not None:
        return tie.at(number)
    return now.tables[number].seats if number in now.tables else {}


def may_deal(now: Tournament, number: int, at: float) -> bool:
    """Whether a table may begin a pase: everybody plays as many of a round (CAT-VII.1.2-02). Where
    it ends by the clock or by who is left, no table is a pase ahead of the others."""
    state, ronda = round_of(now)
    if not seats_of(now, number):
        return False
    if state.tie is not None:
        return True
    if over(now, at):
        return False
    played = {n: state.pases.get(n, 0) for n, table in now.tables.items() if table.seats}
    return played[number] < (ronda.pases or min(played.values()) + 1)


def check_may_deal(now: Tournament, number: int, at: float) -> None:
    """Raise `Refused` unless a table may begin a pase."""
    if not may_deal(now, number, at):
        raise Refused(ROUNDS, "no-pase-to-play", table=number)


def over(now: Tournament, at: float) -> bool:
    """Whether the round has come to its end."""
    state, ronda = round_of(now)
    if not now.live:
        return True
    if ronda.pases:
        return all(state.pases.get(n, 0) >= ronda.pases for n, t in now.tables.items() if t.seats)
    if ronda.quedan:
        return now.left <= ronda.quedan
    return not now.clock.running or now.clock.remaining(at) <= 0


def is_last(now: Tournament) -> bool:
    """Whether somebody wins with the end of this round: it is the last one, or nobody who could
    play another has chips."""
    state, _ = round_of(now)
    return state.number == len(now.rules.rondas) or not now.live


def outcome(now: Tournament) -> Passing:
    """Who passes as the round stands, and who ties for it."""
    state, ronda = round_of(now)
    last = is_last(now)
    return passing(
        ronda, now.book.stacks, state.fallen if last else (), state.tables, state.scores, last=last
    )


def tie_seated(now: Tournament, command: do.SeatTie) -> Iterator[Event]:
    """The first who tie sit down apart, table by table, with the chips a round begins with."""
    state, ronda = round_of(now)
    tied = outcome(now).tied
    if not tied or not over(now, command.at):
        raise Refused(GROUNDS, "not-a-tie", players=0)
    if state.tie is not None or any(table.playing for table in now.tables.values()):
        raise Refused(GROUNDS, "tie-to-play", players=len(tied[0]))
    tables = sorted(now.tables)
    if len(tied[0]) > len(tables) * now.rules.asientos:  # its staff has them play, and tells
        raise Refused(GROUNDS, "tie-too-large", players=len(tied[0]))
    places = {
        who: f"{tables[n // now.rules.asientos]}-{n % now.rules.asientos + 1}"
        for n, who in enumerate(tied[0])
    }
    chips = ronda.pila or now.rules.pila
    yield told.TieSeated(places=places, chips=chips, at=command.at, clause=GROUNDS)


def tie_played(now: Tournament, command: do.PlayTie) -> Iterator[Event]:
    """Those who tie have played another pase between them; its staff tells."""
    tied = [{*group} for group in outcome(now).tied]
    if now.round is not None and now.round.tie is not None:
        raise Refused(GROUNDS, "tie-to-play", players=len(now.round.tie.places))
    if {*command.scores} not in tied:
        raise Refused(GROUNDS, "not-a-tie", players=len(command.scores))
    yield told.TiePlayed(scores=dict(command.scores), at=command.at, clause=GROUNDS)


def tables_next(now: Tournament, players: int) -> tuple[int, ...]:
    """The tables of the next round."""
    return tuple(range(1, tables_for(players, now.rules.asientos) + 1))


def round_closed(now: Tournament, command: do.CloseRound) -> Iterator[Event]:
    """The round is over: those who do not pass are out, in the order they stand."""
    state, _ = round_of(now)
    busy = state.tie is not None or any(table.playing for table in now.tables.values())
    if busy or not over(now, command.at):
        raise Refused(ROUNDS, "round-not-over", number=state.number)
    found = outcome(now)
    if found.tied:
        raise Refused(GROUNDS, "tie-to-play", players=len(found.tied[0]))
    if not found.passes:
        raise Refused(GROUNDS, "nobody-passes", number=state.number)
    last = is_last(now)
    if last and now.open:
        raise Refused("CAT-VII.3.1-29", "prizes-not-settled")
    groups = tuple(
        group for one in standing(now.book.stacks, state.fallen, state.scores)
        if (group := tuple(who for who in one if who not in found.passes))
    )  # fmt: skip
    had = {one.player: one.stack for one in state.fallen} | now.book.stacks
    stacks = {who: had[who] for who in found.passes}
    if groups:
        yield told.PlayersOut(
            table=0, groups=groups, stacks=dict(now.book.stacks), at=command.at, clause=GROUNDS
        )
    for who in now.live:
        if who not in found.passes:
            yield from rises(now, who, command.at)
            yield told.StandingChanged(
                player=who, standing="eliminado", at=command.at, clause=GROUNDS
            )
    if not last:
        yield from _next_round(now, state.number + 1, stacks, command)
        return
    yield books.ChipsRenewed(stacks=stacks, before=dict(now.book.stacks), clause="CAT-VII.2.1.2-01")
    for champion in found.passes:
        yield told.StandingChanged(
            player=champion, standing="campeon", at=command.at, clause=ROUNDS
        )
    yield told.StageReached(stage="terminado", at=command.at, clause=ROUNDS)


def _next_round(
    now: Tournament, number: int, stacks: Mapping[str, int], command: do.CloseRound
) -> Iterator[Event]:
    ronda = now.rules.rondas[number - 1]
    chips = dict.fromkeys(stacks, ronda.pila) if ronda.fichas == "nuevas" else stacks
    yield books.ChipsRenewed(stacks=chips, before=dict(now.book.stacks), clause="CAT-VII.2.1.2-01")
    if set(command.slips) != set(stacks):
        raise Refused("CAT-VII.3.1-22", "slip-a-player", players=len(stacks), slips=0)
    tables = tables_next(now, len(stacks))
    yield told.TablesOpened(tables=tables, at=command.at, clause="CAT-VII.3.1-22")
    places = {player: read_place(slip) for player, slip in command.slips.items()}
    wrong = astray(places.values(), tables, now.rules.asientos)
    if wrong is not None:
        raise Refused("COL-7.2-03", "not-a-slip-in-the-draw", place=str(wrong))
    for player, place in places.items():
        yield told.PlayerSeated(
            player=player, table=place.table, seat=place.seat, at=command.at,
            clause="CAT-VII.3.1-22",
        )  # fmt: skip
    yield from began(now, number, command.at)
