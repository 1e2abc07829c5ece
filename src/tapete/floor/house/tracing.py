"""Traces for whoever runs a house: a command, the step it becomes, the transaction that writes it.

Off unless the settings name a collector (``tracing``), or a provider is given; what is needed comes
with ``pip install tapete[otel]`` (OpenTelemetry, sent as OTLP over HTTP). Nothing of a person or of
chance stands in a span: the unit, the command's name, its id, what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from tapete import __version__

NAME = "tapete"
COMMAND, STEP, TRANSACTION = "command", "step", "transaction"
_tracer: Any = None


def use(provider: Any | None) -> None:
    """Let this provider of OpenTelemetry make the spans from now on; none: nothing is traced."""
    global _tracer
    _tracer = None if provider is None else provider.get_tracer(NAME, __version__)


def begin(address: str) -> None:
    """Send spans to a collector, if there is one. `ModuleNotFoundError`: the extra is missing."""
    if not address:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # type: ignore[import-not-found,unused-ignore]
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": NAME}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))
    use(provider)


def span(name: str, **facts: str | int) -> AbstractContextManager[Any]:
    """A span around what is done, under the one in which it is done. Gives it, or nothing."""
    return nullcontext() if _tracer is None else _traced(name, facts)


@contextmanager
def _traced(name: str, facts: dict[str, str | int]) -> Iterator[Any]:
    about = {f"{NAME}.{key}": value for key, value in facts.items()}
    # A refusal is an answer, not an error.
    with _tracer.start_as_current_span(
        name, attributes=about, record_exception=False, set_status_on_exception=False
    ) as found:
        yield found


def note(found: Any, **facts: str | int) -> None:
    """Say something more of a span."""
    if found is not None:
        for key, value in facts.items():
            found.set_attribute(f"{NAME}.{key}", value)
