"""The pot as an aggregate."""

from __future__ import annotations

from tapete.core.book.aggregate import Aggregate
from tapete.systems.pot.commands import PotCommand
from tapete.systems.pot.decide import decide
from tapete.systems.pot.events import PotEvent
from tapete.systems.pot.evolve import evolve
from tapete.systems.pot.state import Pot

POT = Aggregate("pozo", Pot(), PotCommand, PotEvent, decide, evolve)
"""A pot of machines or of bingo. That of tables is `systems.progressive`, built on the same."""
