"""What a table of Punto y Banca keeps between rounds."""

from __future__ import annotations

from tapete.core.round.cards import Card
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.shuffle import ShoeState, fresh_shoe


class PuntoYBancaState(ShoeState, frozen=True, kw_only=True):
    """The shoe, who holds it, and what the last round left over.

    ``holder`` deals (none: the croupier); ``shoe_at`` is the place where the shoe is offered
    next. ``one_more``: the cut card came out between rounds. ``extra`` are cards out of the shoe
    with which the next round begins, and which annul it; ``why`` says how they came.
    ``cut_turn`` was last offered the cut; ``new_cards``: the casino changes them before the next
    round; ``last_pack`` is the number of the table's last shoe, once announced.
    """

    holder: int | None = None
    shoe_at: int = 0
    one_more: bool = False
    extra: tuple[Card, ...] = ()
    why: str = ""
    cut_turn: int | None = None
    new_cards: bool = False
    last_pack: int | None = None


def opening(rules: PuntoYBancaRules) -> PuntoYBancaState:
    """A table with its shoe loaded, nobody yet holding it."""
    return PuntoYBancaState(shoe=fresh_shoe(rules))
