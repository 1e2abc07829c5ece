"""What a round would have paid by another edition of the rules, or by the other of two readings: it
is played again with the same cards, throws and decisions, as far as those fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.event import Event
from tapete.core.round.felt import fold
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.games.registry import find

TOURNAMENT = "torneo"
"""Readings of tournaments alone: a table for money has none of them."""


class Otherwise(msgspec.Struct, frozen=True, kw_only=True):
    """An edition, or a reading of the same one: what each seat would have won or lost by it.
    Without ``net`` the round would not have gone as it did: another question would have been asked,
    or an answer refused."""

    edition: str
    option: str = ""
    value: str = ""
    clauses: tuple[ClauseId, ...] = ()
    net: dict[int, int] | None = None


def net_of(events: Iterable[Event]) -> dict[int, int]:
    """What each seat won or lost by these events. A bet that stays on the cloth is not lost yet;
    one that stood there before is lost, or comes back, in the round that decides it."""
    seen = [msgspec.structs.replace(one, audience=()) if one.audience else one for one in events]
    felt = fold(seen)
    net = Counter(felt.net)
    for owners in felt.chips.values():
        net.update(owners)
    return dict(sorted(net.items()))


def otherwise(record: Record) -> list[Otherwise]:
    """The same round by every other declared reading and edition that has the game. A record must
    hold the state it began with, or its game keeps none; an act pays nothing."""
    if record.header.act is not None or record.header.state is None:
        return []
    return [
        msgspec.structs.replace(one, net=_played(record, one.edition, changes))
        for one, changes in _others(record)
    ]


def _others(record: Record) -> Iterator[tuple[Otherwise, Mapping[str, str]]]:
    head = record.header
    here = head.source.id
    for option in rulebook(here).book(head.game).option:
        name = f"{head.game}.{option.id}"
        in_force = head.changes.get(name, option.values[0])
        for value in option.values:
            if value != in_force and TOURNAMENT not in (option.id, value):
                about = Otherwise(
                    edition=here, option=option.id, value=value, clauses=option.clauses
                )
                yield about, {**head.changes, name: value}
    for edition in editions():
        if edition != here and head.game in rulebook(edition).games():
            yield Otherwise(edition=edition), {}


def _played(record: Record, edition: str, changes: Mapping[str, str]) -> dict[int, int] | None:
    head, game = record.header, find(record.header.game)
    try:
        setup = msgspec.structs.replace(
            head.setup(game), rules=game.rules_of(edition, dict(changes))
        )
        live: Live[Any] = Live(game.play(setup, msgspec.convert(head.state, game.state)))
        for step in record.steps:
            ask = live.ask
            if ask is None or str(ask.__struct_config__.tag) != step.kind:
                return None
            live.answer(ask.read(step.answer))
    except Exception:  # whatever does not fit: it could not have gone so by those rules
        return None
    return net_of(live.events) if live.ended == (record.result is not None) else None
