"""A table game behind a machine (CAT-VI.3-05, -06): the game's own round, positions for seats.

The same code as at the table plays it, so the odds are the same. Bets that the cloth refuses are
refused here too, with the clause of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.event import BetPlaced, Event, nets
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import find
from tapete.systems.machines.cabinet import Cabinet
from tapete.systems.machines.commands import SettleTable
from tapete.systems.machines.program import Mesa


def table_settled(
    cabinet: Cabinet, results: Iterable[str], moves: Mapping[int, list[str]] | None = None
) -> SettleTable:
    """The chips each position gets back (stakes included) and those it staked beyond its bets,
    with these results of chance and moves; a player who says nothing is answered for by silence."""
    said = tuple(results)
    if not cabinet.table.bets:
        return SettleTable(" ".join(said), {})
    table = table_of(_mesa(cabinet), cabinet.table.bets, cabinet.credits)
    drawn = iter(said)
    while (live := table.live) is not None and live.ask is not None:
        ask = live.ask
        if ask.is_chance:
            table.answer(ask.read(next(drawn)))
            continue
        own = (moves or {}).get(ask.put_to.seat or 0, [])
        table.answer(ask.read(own.pop(0)) if own else ask.silence, seat=ask.put_to.seat)
    answers = answers_of(table)
    paid, raised = settled(table.finish().events, cabinet.table.bets)
    return SettleTable(" ".join(said), paid, raised, answers)


def answers_of(table: Table) -> tuple[Any, ...]:
    """Draws and moves of the game in course, as they are written."""
    assert table.live is not None
    told = table.live.steps
    return tuple(ask.write(answer) for _, ask, answer in told if ask.betting is None)


def check_bets(cabinet: Cabinet, position: int, bets: Mapping[str, int]) -> None:
    """Raise `Refused` unless these are whole credits and the game's cloth takes them beside those
    that the position has down (CAT-VI.5-03)."""
    program, worth = _mesa(cabinet), cabinet.worth
    for bet, amount in bets.items():
        if amount % worth:
            raise Refused("CAT-VI.5-03", "not-offered", bet=bet, denomination=worth)
    down = Counter(cabinet.table.bets.get(position, {}))
    down.update(bets)
    try:
        table_of(program, {position: down})
    except Refused as refused:
        said = refused.code
        raise Refused("CAT-VI.5-03", "not-offered", bet=" ".join(bets), why=said) from refused


def _mesa(cabinet: Cabinet) -> Mesa:
    program = cabinet.program()
    if not isinstance(program, Mesa):
        raise Refused("CAT-VI.5-03", "not-offered", bet=program.id)
    return program


def table_of(
    program: Mesa, bets: Mapping[int, Mapping[str, int]], credits: Mapping[int, int] | None = None
) -> Table:
    """The game with these bets down and betting closed; ``credits`` are what each position has
    left to stake more."""
    table = Table(find(program.game), edition=program.rules)
    table.open_play(staff_of(table.rules))
    for seat, own in bets.items():
        has = sum(own.values()) + (credits or {}).get(seat, 0)
        table.sit(seat, f"posicion-{seat}", chips=has)
    table.begin()
    for seat, own in bets.items():
        for bet, amount in own.items():
            table.bet(Place(seat, bet, amount))
    table.close_bets()
    return table


def settled(
    events: Iterable[Event], bets: Mapping[int, Mapping[str, int]]
) -> tuple[dict[int, int], dict[int, int]]:
    """The chips each position gets back, stakes included, and those it staked beyond its bets."""
    told = list(events)
    won, staked = nets(told), Counter[int]()
    for event in told:
        if isinstance(event, BetPlaced):
            staked[event.seat] += event.amount
    paid = {seat: staked[seat] + won.get(seat, 0) for seat in bets}
    return paid, {seat: staked[seat] - sum(own.values()) for seat, own in bets.items()}
