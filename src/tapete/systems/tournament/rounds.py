"""Tournaments of any other game: rounds of pases against the bank, or of plays at machines, and who
passes to the next (CAT-VII.1.2-01, CAT-VII.1.3-02, CAT-VII.3.1-09).

Whoever holds more chips at the end of a round ranks higher; who has none left ranks by the pase he
fell in, in the same pase by the chips before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

import msgspec


class Ronda(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round: its game, what ends it (``pases`` at each table, ``minutos``, or ``quedan`` so many
    players), the chips it begins with (those of before, or ``nuevas``: a ``pila`` each), the limits
    of a bet in chips, and who passes: the best ``cuantos`` of each table or of all, whoever is
    above that many chips, or the last one in. ``empate``: the tied play another pase, or share. A
    pase at machines are so many ``jugadas`` of each player, within so many ``segundos``."""

    juego: str
    pases: int = 0
    minutos: int = 0
    quedan: int = 0
    fichas: Literal["nuevas", "siguen"] = "siguen"
    pila: int = 0
    minimo: int = 1
    maximo: int = 0
    pasan: Literal["mesa", "todos", "sobre", "ultimo"] = "todos"
    cuantos: int = 1
    empate: Literal["pase-adicional", "compartir"] = "pase-adicional"
    jugadas: int = 1
    segundos: int = 120
    eliminacion: str = "Quedarse sin fichas, o no pasar a la ronda siguiente."

    def fault(self) -> str:
        """What is wrong with it, in a word; nothing if it can be played."""
        if [bool(self.pases), bool(self.minutos), bool(self.quedan)].count(True) != 1:
            return "end-of-a-round"
        if self.fichas == "nuevas" and self.pila <= 0:
            return "chips-of-a-round"
        if not self.minimo > 0 or (self.maximo and self.maximo < self.minimo):
            return "limits-of-a-round"
        if self.pasan != "ultimo" and self.cuantos < 1:
            return "who-passes"
        if self.jugadas < 1 or self.segundos < 1:
            return "plays-of-a-pase"
        return "" if self.juego.strip() and self.eliminacion.strip() else "text-missing"


class Fallen(msgspec.Struct, frozen=True):
    """Who has no chips left: in which pase of the round, and his chips before it."""

    player: str
    pase: int
    stack: int


Scores = Mapping[str, Sequence[int]]
"""What the tied have won in the pases they played besides."""
TRIES = 3
"""Who ties again in so many pases played besides shares."""


def standing(
    stacks: Mapping[str, int], fallen: Sequence[Fallen], scores: Scores | None = None
) -> list[list[str]]:
    """Everybody in a round, best first; who ties stands together.

    >>> standing({"ana": 5, "eva": 9}, [Fallen("bo", 2, 7), Fallen("cy", 3, 1)])
    [['eva'], ['ana'], ['cy'], ['bo']]
    """
    extra = scores or {}

    def chips(player: str) -> tuple[int, tuple[int, ...]]:
        return stacks[player], tuple(extra.get(player, ()))

    def pase(one: Fallen) -> tuple[int, int, tuple[int, ...]]:
        return one.pase, one.stack, tuple(extra.get(one.player, ()))

    alive = sorted(stacks, key=chips, reverse=True)
    out = sorted(fallen, key=pase, reverse=True)
    return [
        *([*same] for _, same in groupby(alive, chips)),
        *([one.player for one in same] for _, same in groupby(out, pase)),
    ]


class Passing(NamedTuple):
    """The players who pass, and those who tie for the last places: they play another pase for
    them."""

    passes: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]


def passing(
    ronda: Ronda, stacks: Mapping[str, int], fallen: Sequence[Fallen], tables: Mapping[str, int],
    scores: Scores | None = None, *, last: bool = False,
) -> Passing:  # fmt: skip
    """The players who pass to the next round; in the ``last`` one, the winner."""
    if last or ronda.pasan == "ultimo":
        return _best(ronda, 1, standing(stacks, fallen, scores), scores)
    if ronda.pasan == "sobre":
        return Passing(tuple(who for who in stacks if stacks[who] > ronda.cuantos), ())
    if ronda.pasan == "todos":
        return _best(ronda, ronda.cuantos, standing(stacks, fallen, scores), scores)
    passes: tuple[str, ...] = ()
    tied: tuple[tuple[str, ...], ...] = ()
    for number in sorted({*tables.values()}):
        here = {who: chips for who, chips in stacks.items() if tables.get(who) == number}
        out = [one for one in fallen if tables.get(one.player) == number]
        found = _best(ronda, ronda.cuantos, standing(here, out, scores), scores)
        passes, tied = (*passes, *found.passes), (*tied, *found.tied)
    return Passing(passes, tied)


def _best(
    ronda: Ronda, count: int, groups: Sequence[Sequence[str]], scores: Scores | None
) -> Passing:
    """The best so many; those who tie over the mark pass together, or play on for it."""
    passes: list[str] = []
    for group in groups:
        free = count - len(passes)
        if free <= 0:
            break
        tried = len((scores or {}).get(group[0], ()))
        if len(group) > free and ronda.empate == "pase-adicional" and tried < TRIES:
            return Passing(tuple(passes), (tuple(group),))
        passes += group
    return Passing(tuple(passes), ())
