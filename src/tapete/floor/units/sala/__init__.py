"""The bingo hall."""

from __future__ import annotations

from tapete.floor.units.sala.kind import KIND as KIND
from tapete.floor.units.sala.spec import SalaSpec as SalaSpec
from tapete.floor.units.sala.unit import Sala as Sala
