"""Instruments: what bets may be made with (CAT-I.3.1, CAT-I.4.1)."""

from __future__ import annotations

import msgspec

from tapete.core.book.clause import ClauseId

MONEY_CHIPS = "fichas-de-valor"
COLOUR_CHIPS = "fichas-de-color"
SPOKEN = "palabra"
PROMOTIONAL = ("cupones-de-juego", "fichas-promocionales", "tickets", "creditos-en-tarjeta")
"""What a casino gives away; each promotion is authorised by name (CAT-I.3.1-03)."""

WORD: ClauseId = "CAT-I.4.1-02"


class Instrument(msgspec.Struct, frozen=True):
    """An instrument and, where it is given away, the promotion it belongs to."""

    kind: str
    promotion: str = ""


def instrument_of(text: str) -> Instrument:
    """
    >>> instrument_of("cupones-de-juego:verano"), instrument_of("palabra").promotion
    (Instrument(kind='cupones-de-juego', promotion='verano'), '')
    """
    kind, _, promotion = text.partition(":")
    return Instrument(kind, promotion)
