"""The kinds of units there are."""

from __future__ import annotations

from tapete.floor.kernel.unit import Kind, Spec, Surroundings, Unit
from tapete.floor.units import maquina, mesa, sala, torneo

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (mesa.KIND, sala.KIND, torneo.KIND, maquina.KIND)
}


def register(kind: Kind) -> None:
    """One kind more."""
    KINDS[kind.name] = kind


def build(spec: Spec, around: Surroundings = Surroundings()) -> Unit:  # noqa: B008
    """A unit as its spec says, before its first command."""
    return KINDS[spec.kind].build(spec, around)
