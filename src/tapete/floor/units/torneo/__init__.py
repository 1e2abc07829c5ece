"""The tournament."""

from __future__ import annotations

from tapete.floor.units.torneo.kind import KIND as KIND
