"""What a hall keeps from game to game: series, ball set, people on duty."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.game import TableState

TRADITIONAL, ELECTRONIC = "bingo-tradicional", "bingo-electronico"
DIRECTOR = "director-de-bingo"
DUTIES: dict[str, dict[str, ClauseId]] = {
    TRADITIONAL: {
        DIRECTOR: "CAT-V.2.2.2.1-01", "jefe-de-mesa": "CAT-V.2.2.2.1-02",
        "locutor": "CAT-V.2.2.2.1-03",
    },
    ELECTRONIC: {DIRECTOR: "CAT-V.3.2.2.1-01", "jefe-tecnico": "CAT-V.3.2.2.1-02"},
}  # fmt: skip
GAMES_MOST = 1000
"""Games a ball set plays in a pneumatic extractor (CAT-V.2.2.1-10)."""


class Series(msgspec.Struct, frozen=True):
    """A run of a design numbered from 1: how many cards, the last one sold, its face value."""

    size: int
    last: int = 0
    value: int | None = None


class BallSet(msgspec.Struct, frozen=True):
    """Ninety balls in an extractor, the games they have played, and the spare sets beside them.
    What may be done with them is decided by `tapete.systems.bingo.balls`."""

    extractor: Literal["bombo", "neumatico"] = "bombo"
    games: int = 0
    spares: int = 1
    imperfect: int | None = None


class Hall(TableState, frozen=True, kw_only=True):
    """A hall between two games."""

    kind: str = TRADITIONAL
    positions: int = 200
    on_duty: tuple[str, ...] = ()
    checked: bool = True
    series: dict[str, Series] = msgspec.field(default_factory=dict)
    balls: BallSet = BallSet()
    games: int = 0

    @property
    def electronic(self) -> bool:
        return self.kind == ELECTRONIC

    def check(self) -> None:
        """Raise `Refused` unless everybody needed is there and the material was checked."""
        for role, clause in DUTIES[self.kind].items():
            if role not in self.on_duty:
                raise Refused(clause, "duty-missing", role=role)
        if not self.checked:
            raise Refused("CAT-V.2.3-02", "not-checked")

    def sold(self, sold: dict[str, int]) -> Hall:
        """After a game: the last number sold of each series."""
        series = dict(self.series)
        for letter, last in sold.items():
            series[letter] = replace(series[letter], last=last)
        return replace(self, series=series)


class Card(NamedTuple):
    """A card by its series and number; electronic cards have no letter."""

    series: str
    number: int

    def __str__(self) -> str:
        return f"{self.series} {self.number}".strip()
