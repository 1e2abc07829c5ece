"""What happens between hands at a circle table: lists, seats, absences, boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tapete.core.event import Event
from tapete.games.poker.circle import box, places

PLACE_ACTS: Mapping[str, Callable[..., tuple[Any, list[Event]]]] = {
    "inscribir": places.register,
    "borrar": places.strike_out,
    "sortear-plazas": places.call_in,
    "asignar-plaza": places.give_seat,
    "ceder-plaza": places.cede,
    "ausentarse": places.go_away,
    "volver": places.come_back,
    "plazo-vencido": places.time_is_over,
    "levantarse": places.get_up,
    "cajas-completas": box.boxes_complete,
}
