"""The rules of a roulette as an edition gives them: bets and the numbers they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal, TypeVar

from msgspec.structs import replace

from tapete.core.book.account import Unit
from tapete.core.book.bet import kind_of as plain_kind
from tapete.core.book.plan import Plan
from tapete.core.book.rulebook import GameRules
from tapete.core.round.terms import Terms

SIMPLE = ("par", "impar", "rojo", "negro", "menor", "mayor")
COLUMNS = 3
Numbers = frozenset[str]
Elsewhere = tuple[tuple[int, tuple[str, ...]], ...]
"""The bets of a seat's player at other tables."""


class RouletteTerms(Terms, frozen=True, kw_only=True):
    """What a casino sets for a roulette: its colours (the edition's where it names none) and the
    values they may be given. ``elsewhere`` is what its players bet at other tables now."""

    colours: tuple[str, ...] = ()
    colour_values: tuple[int, ...] = ()
    elsewhere: Elsewhere = ()

    @classmethod
    def of_plan(cls: type[RT], plan: Plan, game: str, table: int, unit: Unit) -> RT:
        found = super().of_plan(plan, game, table, unit)
        values = plan.table[game].colour_values
        return replace(found, colours=plan.colours if values else (), colour_values=values)


RT = TypeVar("RT", bound=RouletteTerms)


class RouletteRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a roulette."""

    some = ("pockets", "tables_max")

    pockets: tuple[str, ...]
    zeros: tuple[str, ...]
    red: tuple[str, ...]
    first_throw_players: int
    results_shown: int
    tables_max: int
    changes_control: str
    material_rulings: tuple[str, ...]
    colour_chips: bool

    close_call: str
    clear_order: tuple[str, ...]
    pay_order: tuple[tuple[str, ...], ...]
    pay_by_player: bool
    all_at_once: bool
    paid_in: tuple[str, ...]
    reductions: tuple[str, ...]

    zero_splits: tuple[str, ...]
    zero_streets: tuple[str, ...]
    zero_squares: tuple[str, ...]
    zero_simple: Literal["mitad-o-prision", "mitad", "pierde"]
    double_zero_simple: Literal["no-hay", "mitad", "pierde"]

    void_causes: tuple[str, ...]
    void_turns: int

    # Colour chips, in the American game only.
    colours: tuple[str, ...] = ()
    colour_stock: int = 0
    mixed_areas: tuple[str, ...] = ()

    @cached_property
    def spots(self) -> Mapping[str, Numbers]:
        """Every bet of the cloth with the numbers it holds."""
        special = self.bets.get("linea-especial")
        return _spots(
            tuple(self.bets), self.pockets, self.red,
            self.zero_splits, self.zero_streets, self.zero_squares,
            tuple(str(number) for number in special.wins) if special is not None else (),
        )  # fmt: skip

    @cached_property
    def paid_after(self) -> Mapping[str, int]:
        """The place of each kind of bet in the order of payment."""
        return {kind: i for i, kinds in enumerate(self.pay_order) for kind in kinds}

    def is_multiple(self, bet: str) -> bool:
        """Whether the bet stands outside the areas where any chips may be used (CAT-II.2.5-14)."""
        return kind_of(bet) not in self.mixed_areas


@lru_cache(maxsize=4096)
def kind_of(bet: str) -> str:
    """The kind of a bet as clearing and paying orders name it.

    >>> kind_of("pleno:17"), kind_of("rojo"), kind_of("linea-especial")
    ('pleno', 'sencilla', 'linea-especial')
    """
    kind = plain_kind(bet)
    return "sencilla" if kind in SIMPLE else kind


def _spots(
    kinds: tuple[str, ...],
    pockets: tuple[str, ...],
    red: tuple[str, ...],
    zero_splits: tuple[str, ...],
    zero_streets: tuple[str, ...],
    zero_squares: tuple[str, ...],
    special: tuple[str, ...],
) -> Mapping[str, Numbers]:
    spots: dict[str, Numbers] = {}

    def add(kind: str, sets: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> None:
        if kind in kinds:
            spots.update({f"{kind}:{'-'.join(numbers)}": frozenset(numbers) for numbers in sets})

    def named(kind: str, name: str, numbers: Numbers) -> None:
        if kind in kinds:
            spots[f"{kind}:{name}" if name else kind] = numbers

    def zeros(sets: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [tuple(numbers.split("-")) for numbers in sets]

    plain = [str(n) for n in range(1, 37)]
    add("pleno", [(pocket,) for pocket in sorted(pockets, key=lambda p: (int(p), p))])
    add("caballo", [*zeros(zero_splits), *_splits()])
    add("calle", [*zeros(zero_streets), *_rows(1)])
    add("cuadro", [*zeros(zero_squares), *_squares()])
    add("linea", _rows(2))
    named("linea-especial", "", frozenset(special))
    columns = [frozenset(plain[column::COLUMNS]) for column in range(COLUMNS)]
    dozens = [frozenset(plain[start : start + 12]) for start in (0, 12, 24)]
    for i in range(3):
        named("columna", str(i + 1), columns[i])
        named("docena", str(i + 1), dozens[i])
    for a, b in ((0, 1), (1, 2)):  # CAT-II.1.4-16: the chip stands on the line between both
        named("dos-columnas", f"{a + 1}-{b + 1}", columns[a] | columns[b])
        named("dos-docenas", f"{a + 1}-{b + 1}", dozens[a] | dozens[b])
    named("par", "", frozenset(plain[1::2]))
    named("impar", "", frozenset(plain[0::2]))
    named("rojo", "", frozenset(red))
    named("negro", "", frozenset(plain) - frozenset(red))
    named("menor", "", frozenset(plain[:18]))
    named("mayor", "", frozenset(plain[18:]))
    return spots


def _splits() -> Iterator[tuple[str, ...]]:
    for n in range(1, 37):
        if n % COLUMNS:
            yield (str(n), str(n + 1))
        if n + COLUMNS <= 36:
            yield (str(n), str(n + COLUMNS))


def _rows(rows: int) -> Iterator[tuple[str, ...]]:
    for first in range(1, 38 - COLUMNS * rows, COLUMNS):
        yield tuple(str(n) for n in range(first, first + COLUMNS * rows))


def _squares() -> Iterator[tuple[str, ...]]:
    for n in range(1, 37 - COLUMNS):
        if n % COLUMNS:
            yield (str(n), str(n + 1), str(n + COLUMNS), str(n + COLUMNS + 1))
