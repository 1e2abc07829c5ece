"""Zones: where on the felt something lies, as text and by its parts."""

from __future__ import annotations

from functools import lru_cache

import msgspec


class Zone(msgspec.Struct, frozen=True):
    """A place of the felt: ``seat:5/2`` is the second hand of seat 5, ``croupier`` the bank's."""

    where: str
    seat: int | None = None
    hand: str = ""


@lru_cache(maxsize=1024)
def zone_of(text: str) -> Zone:
    """A zone read from its text.

    >>> zone_of("seat:5/2"), zone_of("croupier/3").hand, zone_of("quemadas").where
    (Zone(where='seat', seat=5, hand='2'), '3', 'quemadas')
    >>> zone_of("pleno:17").seat is None
    True
    """
    place, _, hand = text.partition("/")
    where, _, number = place.partition(":")
    if where == "seat" and number.isdecimal():
        return Zone(where, int(number), hand)
    return Zone(where, None, hand)
