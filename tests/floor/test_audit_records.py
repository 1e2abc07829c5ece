"""Every round that was played and every act between rounds has its record: one that is taken away,
changed or put in, wherever it stands, the audit finds by making it anew from the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from tapete.chance import seeded
from tapete.core.round.acta import act_in
from tapete.core.round.record import sealed
from tapete.floor.audit.findings import Finding
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Act, Sit
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import (
    chain_of,
    envelope,
    give_chips,
    leased,
    opened,
    something,
    spec,
    try_apply,
)

BUY = Act(
    name="comprar-color", facts={"seat": 1, "colour": "verde", "value": 500, "amount": 10_000}
)
MORE = Act(name="comprar-mas", facts={"seat": 1, "amount": 5000})
CHANGE, JEFE = Act(name="cartas-nuevas"), "jefe-de-mesa"
ACTS = {
    "ruleta-americana-un-cero": (BUY, MORE, "croupier"),
    "corona-y-ancla": (Act(name="renew-set"), Act(name="renew-set"), JEFE),
    "black-jack": (CHANGE, CHANGE, JEFE),
}
"""A colour is bought, dice are changed, the cards are: the state after it may be that before it."""


class Evening:
    """A table that plays on, and what it keeps."""

    def __init__(self, store: Store, game: str) -> None:
        self.store, self.pick = store, seeded(f"evening {game}")
        give_chips(store)
        own = spec(game)
        store.add(own)
        self.chain: Chain[Mesa] = chain_of(own)
        self.epoch = leased(store, own.id)
        self.send(opened(self.chain))

    def send(self, sent: Any) -> bool:
        """Whether it was taken. A snapshot is kept with every step at rest."""
        step = try_apply(self.chain, sent)
        if isinstance(step, Step):
            self.store.append(step, self.epoch, self.chain.memory())
        return isinstance(step, Step)

    def play(self, rounds: int) -> None:
        table = self.chain.unit.table
        until = table.rounds + rounds
        while table.rounds < until or table.live is not None:
            self.send(something(self.chain, self.pick))

    def rows(self) -> list[Any]:
        r = schema.rounds
        with self.store.engine.connect() as connection:
            return list(connection.execute(select(r).order_by(r.c.step)))

    @contextmanager
    def without(self, row: Any, **instead: Any) -> Iterator[list[Finding]]:
        """What is found while a record is missing, or has something else in it."""
        r = schema.rounds
        mine = (r.c.unit_id == row.unit_id) & (r.c.step == row.step)
        with self.store.writing() as connection:
            connection.execute(
                update(r).where(mine).values(**instead) if instead else delete(r).where(mine)
            )
        yield list(audit(self.store))
        with self.store.writing() as connection:
            connection.execute(delete(r).where(mine))
            connection.execute(insert(r).values(**row._mapping))


@pytest.mark.clause("CAT-I.6-03")
@pytest.mark.parametrize("game", [*ACTS, "big-six", "war"])
def test_a_record_that_is_taken_away_is_missed_wherever_it_stood(store: Store, game: str) -> None:
    """A round that leaves the state it found, an act before the last round and one after it: none
    of the records around it tells. Nor does the snapshot, which came after."""
    evening = Evening(store, game)
    evening.send(envelope(Sit(seat=1, player="ana", chips=90_000), "jugador"))
    first, last, by = ACTS.get(game, (None, None, ""))
    if first is not None:
        assert evening.send(envelope(first, by))
    evening.play(0 if first is BUY else 3)  # she may leave, with her colour
    if last is not None:
        assert evening.send(envelope(last, by))
    assert list(audit(store)) == []
    rows = evening.rows()
    assert len(rows) >= 2 and bool(act_in(rows[0].acta)) is (game in ACTS)
    for row in rows:
        with evening.without(row) as found:
            said = [one.where for one in found if one.what == "record-row"]
            assert said == [f"mesa-1 round {row.number} step {row.step}"]
    assert list(audit(store)) == []


@pytest.mark.clause("CAT-I.6-03")
def test_the_last_record_of_an_act_that_is_changed_and_sealed_anew_is_found(store: Store) -> None:
    """It is the record of another act that could have been: it reads, fits its seal, and plays."""
    evening = Evening(store, "black-jack")
    evening.play(2)
    assert evening.send(envelope(CHANGE, JEFE))
    last = evening.rows()[-1]
    assert act_in(last.acta) == "cartas-nuevas"
    (full,) = in_full(store, last.unit_id, [last.acta])
    for was, put in (
        ('"by":"jefe-de-mesa"', '"by":"jefe-de-seccion"'),
        ("seats [", "seats [7,"),
    ):
        assert was in full
        seal = sealed(full.replace(was, put)).rpartition("seal ")[2]
        forged = last.acta.replace(was, put).rpartition("seal ")[0] + f"seal {seal}"
        with evening.without(last, acta=forged) as found:
            assert [(one.what, one.where) for one in found] == [
                ("record", f"mesa-1 round {last.number} step {last.step}")
            ]
    assert list(audit(store)) == []


@pytest.mark.clause("CAT-I.6-03")
def test_a_record_of_what_was_not_done_is_found(store: Store) -> None:
    evening = Evening(store, "black-jack")
    assert evening.send(envelope(CHANGE, JEFE))
    evening.send(envelope(Sit(seat=1, player="ana", chips=90_000), "jugador"))
    [row] = evening.rows()
    last = evening.chain.steps
    with store.writing() as connection:
        s, more = schema.steps, {**row._mapping, "step": last}
        more["at"] = connection.execute(select(s.c.at).where(s.c.number == last)).scalar()
        connection.execute(insert(schema.rounds).values(**more))
    found = [(one.what, one.expected) for one in audit(store)]
    assert ("record-row", "None") in found
