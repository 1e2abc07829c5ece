"""What a gaming machine of the floor is."""

from __future__ import annotations

from typing import Literal

from tapete.floor.kernel.unit import Ref, Spec
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.tickets import TICKET_BOOK
from tapete.systems.pot.across.link import POT_LINK
from tapete.systems.pot.aggregate import POT

Place = Literal["sala-de-juego", "sala-de-servidores"]
"""Where the server stands: inside the casino, in no annexed service (CAT-VI.3-08)."""


class MachineSpec(Spec, frozen=True, kw_only=True, omit_defaults=True, tag="maquina"):
    """A machine: its number in the park, its programs (several are a menu the player chooses from),
    positions, linked pots, whether it decides alone, and what the plan sets for it.

    ``line``: it is a cabinet that is heard over a line, ``host:port/address``, and played in the
    room alone. ``tickets``: it issues and takes them; ``cards``: it takes prepaid cards (unsaid:
    from when the plan has them).
    ``offline``: so many tickets may a cabinet issue while its line is cut.
    ``minimum_return`` has no default: without it no machine is put in service (CAT-VI.7.3-02).
    ``torneo``: the tournament it is played in, with the others of its group. ``far``: those of its
    pots that another casino keeps.
    """

    number: int
    programs: tuple[str, ...]
    server: Place
    minimum_return: str = ""
    denomination: int = 0
    positions: int = 1
    pots: tuple[str, ...] = ()
    alone: bool = False
    park: bool = True
    handpay: int | None = None
    two_signatures: int | None = None
    tickets: bool = False
    cards: bool | None = None
    line: str = ""
    torneo: str = ""
    offline: int = 0
    far: tuple[str, ...] = ()

    @property
    def decides(self) -> Literal["servidor", "maquina"]:
        """Where results are decided: in the server (CAT-VI.3-07), or in the machine alone, its
        program come down whole (CAT-VI.3-09)."""
        return "maquina" if self.alone or self.line else "servidor"

    def shared(self) -> tuple[Ref, ...]:
        book = (Ref(TICKET_BOOK.kind, self.unit),) if self.tickets else ()
        cards = (Ref(CARD_BOOK.kind, self.unit),) if self.cards else ()
        pots = (Ref((POT_LINK if pot in self.far else POT).kind, pot) for pot in self.pots)
        return (*pots, *book, *cards)
