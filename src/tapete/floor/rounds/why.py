"""A round of a table explained on paper (`tapete.telling.paper`): for whoever may read records all
of it, for one of its players what he may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tapete.core.book.roles import CHIEFS, CROUPIERS
from tapete.core.round.acta import BrokenRecord, read_record
from tapete.core.round.event import Event
from tapete.core.round.record import Record
from tapete.floor.audit.checks import Proof, prove
from tapete.floor.rounds.own_rounds import OwnRound
from tapete.floor.rounds.replays import Played, players_of, shown, steps_of
from tapete.telling.explain import person_in
from tapete.telling.names import table_name
from tapete.telling.otherwise import Otherwise, net_of, otherwise
from tapete.telling.paper import Paper
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino


def paper_for_all(house: Casino, played: Played, lang: str) -> Paper:
    """All of a round. Raises `BrokenRecord` if somebody touched it."""
    record = read_record(played.whole)
    return _paper(house, played, lang, record, [shown(event) for event in record.events], None)


def paper_for_player(house: Casino, mine: OwnRound, lang: str) -> Paper:
    """What one of its players may know: his own money, and of the rest what he was told."""
    record = None
    if mine.acta is not None:
        with suppress(BrokenRecord):
            record = read_record(mine.played.whole)
    told = [event for _, event in mine.told]
    return _paper(house, mine.played, lang, record, [shown(event) for event in told], mine.seats)


def _paper(
    house: Casino, played: Played, lang: str, record: Record | None, events: Sequence[Event],
    seats: Sequence[int] | None,
) -> Paper:  # fmt: skip
    spec = house.specs[played.table]
    steps = steps_of(house.store, played)
    people = players_of(house.store, played, steps)
    proofs = prove(house.store, played, spec)
    nets = net_of(events)
    others = () if record is None else tuple(otherwise(record))
    if seats is not None:
        nets = _of(nets, seats)
        others = tuple(_only(one, seats) for one in others)
    at = datetime.fromtimestamp(played.at, house.store.calendar.zone)
    on_duty = {
        (sent.envelope.role, house.name_of(sent.envelope.person))
        for sent in steps
        if sent.envelope.role in (*CROUPIERS, *CHIEFS) and spec.attended
    }
    return Paper(
        game=spec.game, edition=spec.edition, table=table_name(played.table, lang),
        number=played.number, unit=spec.unit,
        played=at.strftime("%Y-%m-%d %H:%M:%S"), events=tuple(events),
        people={seat: house.name_of(who) for seat, who in people.items()},
        names={who: house.name_of(who) for who in map(person_in, events) if who}, net=nets,
        otherwise=others,
        duty=tuple(sorted(on_duty)) or (("croupier", t("paper.system", lang)),),
        proofs=tuple(_said(one, lang) for one in proofs), seal=_seal(played),
    )  # fmt: skip


def _of(nets: Mapping[int, int], seats: Sequence[int]) -> dict[int, int]:
    return {seat: net for seat, net in nets.items() if seat in seats}


def _only(one: Otherwise, seats: Sequence[int]) -> Otherwise:
    return one if one.net is None else replace(one, net=_of(one.net, seats))


def _said(proof: Proof, lang: str) -> str:
    said = t(f"proof.{proof.what}.{proof.outcome}", lang, **proof.facts)
    return f"{t(f'paper.proof.{proof.outcome}', lang)}: {said} [{proof.clause}]"


def _seal(played: Played) -> str:
    return played.acta.rstrip("\n").rpartition("\n")[2]
