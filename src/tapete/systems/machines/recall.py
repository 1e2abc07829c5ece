"""The last plays as they were: out of what ended them, in the machine and in its log alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from tapete.core.round.event import Event
from tapete.core.round.live import Live
from tapete.systems.machines.cabinet import (
    RECALLED,
    TABLE,
    Cabinet,
    OpenPlay,
    Recall,
    TablePlay,
    program_of,
)
from tapete.systems.machines.events import BetTaken, PlayEnded, PlayWent, TablePlayEnded
from tapete.systems.machines.mesa import table_of
from tapete.systems.machines.play import PlayBet, PlayResult, play
from tapete.systems.machines.program import Mesa


def recall_of(open_: OpenPlay, ended: PlayEnded) -> Recall:
    """A play of the machine's own program."""
    credited = 0 if ended.by_hand else ended.paid
    before = ended.credits - credited + open_.stake
    return Recall(
        open_.program, open_.bet, before, ended.credits, open_.answers, ended.paid, open_.stake
    )


def table_recalls(ended: TablePlayEnded) -> Iterator[Recall]:
    """A play of the table game behind a machine: one for each position that had bets."""
    for position, stake in ended.staked.items():
        paid, after = ended.paid.get(position, 0), ended.credits[position]
        credited = 0 if int(position) in ended.by_hand else paid
        bet = PlayBet(TABLE, ended.denomination, int(position))
        before = after - credited + stake
        yield Recall(ended.program, bet, before, after, (), paid, stake, ended.play)


def last_of_each(plays: Iterable[Recall]) -> tuple[Recall, ...]:
    """The last plays of each position, in their order."""
    left, kept = Counter[int](), list[Recall]()
    for one in reversed(tuple(plays)):
        left[one.bet.position] += 1
        if left[one.bet.position] <= RECALLED:
            kept.append(one)
    return tuple(reversed(kept))


def recalls(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Recall]]:
    """Every play that ended in a part of a machine's log, with the number of the step in which it
    began; one that began before that part is left out. A table game is all in its last step."""
    open_: tuple[int, OpenPlay] | None = None
    for number, event in events:
        match event:
            case BetTaken():
                open_ = number, OpenPlay(event.bet, event.program, event.stake)
            case PlayWent() if open_ is not None:
                answers = (*open_[1].answers, *event.answers)
                open_ = open_[0], msgspec.structs.replace(open_[1], answers=answers)
            case PlayEnded() if open_ is not None:
                yield open_[0], recall_of(open_[1], event)
                open_ = None
            case TablePlayEnded():
                yield from ((number, one) for one in table_recalls(event))
            case _:
                pass


def told_of(cabinet: Cabinet, recall: Recall) -> tuple[Event, ...]:
    """The events of a play, replayed from its answers."""
    text = cabinet.programs.get(recall.program)
    if text is None:
        return ()
    if recall.table is not None:
        return _table_told(text, recall.program, msgspec.json.encode(recall.table))
    return _told(text, msgspec.json.encode(recall))


@lru_cache(maxsize=512)
def _told(text: str, written: bytes) -> tuple[Event, ...]:
    recall = msgspec.json.decode(written, type=Recall)
    live: Live[PlayResult] = Live(play(program_of(text, recall.program), recall.bet))
    for said in recall.answers:
        assert live.ask is not None
        live.answer(live.ask.read(said))
    return tuple(live.events)


@lru_cache(maxsize=512)
def _table_told(text: str, id: str, written: bytes) -> tuple[Event, ...]:
    one, program = msgspec.json.decode(written, type=TablePlay), program_of(text, id)
    assert isinstance(program, Mesa)
    bets = {int(seat): own for seat, own in one.bets.items()}
    table = table_of(program, bets, {int(seat): has for seat, has in one.credits.items()})
    for said in one.answers:
        assert table.live is not None and table.live.ask is not None
        ask = table.live.ask
        table.answer(ask.read(said), seat=ask.put_to.seat)
    return tuple(table.finish().events)
