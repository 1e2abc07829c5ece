"""What a tournament on the floor is."""

from __future__ import annotations

from tapete.core.book.account import Unit, tournament_unit
from tapete.floor.kernel.unit import Spec


class TorneoSpec(Spec, frozen=True, kw_only=True, omit_defaults=False, tag="torneo"):
    """A tournament: the text of the bases it begins with, and in what it is paid for.

    ``jugado``: its hands are dealt at tables of its own, units of its group; otherwise people play
    at real tables and its staff enters what happens. ``automatico``: what the rules propose is done
    at once, without a director. ``compania``: bots of the house fill the field so many seconds
    after the first player has entered; 0: they come only if they are invited. ``maquinas``: it is
    played at so many machines of the park, which are of its group, instead of at tables. ``zona``
    is the time zone of its bases' hours: its log says the same wherever, and whenever, it is read.
    """

    bases: str = ""
    jugado: bool = False
    automatico: bool = False
    compania: int = 0
    maquinas: int = 0
    zona: str = ""

    @property
    def chips(self) -> Unit:
        """Its chips: a unit of account of their own (COL-7.4-01)."""
        return tournament_unit(self.id)

    def table(self, number: int) -> str:
        """The id of one of its own tables."""
        return f"{self.id}-mesa-{number}"

    def machine(self, number: int) -> str:
        """The id of one of its machines."""
        return f"{self.id}-maquina-{number}"
