"""Company in a hall to practise in: some of the house's own buy cards, so that whoever comes alone
can play at once. They play with the hall's bank; what they win goes back there."""

from __future__ import annotations

from tapete.systems.bingo.sale import OpenSale, Sell

NAMES = ("Rosa", "Hernán", "Elba", "Tito", "Nena", "Lalo", "Marta", "Pancho")
MARK = " (casa)"
CARDS = 3
"""About so many cards each."""
STRIDE = 37


def company(count: int) -> tuple[str, ...]:
    """So many who keep company, by their names."""
    return tuple(f"{name}{MARK}" for name in NAMES[:count])


def is_company(person: str) -> bool:
    """Whether this is one of the house's own.

    >>> is_company(company(1)[0]), is_company("ana")
    (True, False)
    """
    return person.endswith(MARK)


def purchases(count: int, game: int, sale: OpenSale) -> list[Sell]:
    """What they buy for a game: two to four cards each, or a strip, other ones each time."""
    strip = sale.sale.together
    size = max(series.size for series in sale.hall.series.values())
    found, at = [], game * STRIDE * count
    for k, person in enumerate(company(count)):
        cards = strip if strip > 1 else CARDS - 1 + (game + k) % 3
        first = at % size // strip * strip
        numbers = tuple(("", (first + n) % size + 1) for n in range(cards))
        at += STRIDE
        found.append(Sell(person, numbers=numbers))
    return found
