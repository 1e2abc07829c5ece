"""Spans of a command, its step and its transaction where a house wants them, none elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tapete.core.book.refused import Refused
from tapete.floor.house import tracing
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import commands as do
from tests.floor.casino import envelope
from tests.floor.hall import Kept, without_pot


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing.use(provider)
    yield kept
    tracing.use(None)
    provider.shutdown()


async def evening(store: Store) -> None:
    """A hall is opened, somebody comes, and once more, which is refused."""
    store.add(without_pot())
    writer = Writer(store)
    kept = Kept(store, writer, without_pot())
    await kept.advance()
    came = envelope(do.Enter(player="ana"), "jugador", id="ana/7")
    await kept.keeper.send(replace(came, person="ana"))
    with pytest.raises(Refused):
        await kept.send(do.Enter(player="ana"))
    writer.close()


def test_a_command_has_its_step_and_its_transaction_under_it(
    store: Store, spans: InMemorySpanExporter
) -> None:
    asyncio.run(evening(store))
    found = spans.get_finished_spans()
    commands = [one for one in found if one.name == "command"]
    told = [dict(one.attributes or {}) for one in commands]
    outcomes = [(one["tapete.command"], one["tapete.outcome"]) for one in told]
    assert told[1]["tapete.id"] == "7", "the id that the sender gave it, without his own"
    assert outcomes == [("open-hall", "done"), ("enter", "done"), ("enter", "refused")]

    def under(parent: Any) -> list[str]:
        at = parent.get_span_context().span_id
        return [one.name for one in found if one.parent is not None and one.parent.span_id == at]

    assert list(map(under, commands)) == [
        ["step", "transaction"],
        ["step", "transaction"],
        ["step"],
    ]
    assert "ana" not in str([one.to_json() for one in found]), "nothing of a person"


def test_nothing_is_traced_unless_it_is_asked_for(store: Store) -> None:
    with tracing.span("command", unit="x") as found:
        tracing.note(found, outcome="done")
    assert found is None
    tracing.begin("")
    asyncio.run(evening(store))
