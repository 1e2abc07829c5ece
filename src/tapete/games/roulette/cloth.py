"""The roulette cloth: which numbers each bet holds, and what may be staked on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from tapete.core.bets import Closed, Cloth, Felted, Offer
from tapete.core.rulebook import GameRules

SIMPLE = ("par", "impar", "rojo", "negro", "menor", "mayor")
COLUMNS = 3
Numbers = frozenset[str]


class RouletteRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a roulette."""

    pockets: tuple[str, ...]
    zeros: tuple[str, ...]
    red: tuple[str, ...]
    first_throw_players: int
    colour_chips: bool

    bets_open: str
    bets_placed: str
    close_call: str
    late_bet: str
    wheel_turns: str
    result_call: str
    losers_first: bool
    payment_shown: bool
    clear_order: tuple[str, ...]
    pay_order: tuple[tuple[str, ...], ...]
    pay_by_player: bool

    zero_splits: tuple[str, ...]
    zero_streets: tuple[str, ...]
    zero_squares: tuple[str, ...]
    zero_simple: str
    double_zero_simple: str
    zero_multiple: str
    prison_win: str
    prison_loss: str
    prison_zero: str

    void_causes: tuple[str, ...]
    void_spin: str
    void_turns: int
    irregular: str
    wheel_bets: bool

    def spots(self) -> Mapping[str, Numbers]:
        """Every bet of the cloth with the numbers it holds."""
        return _spots(
            tuple(self.bets), self.pockets, self.red,
            self.zero_splits, self.zero_streets, self.zero_squares,
        )  # fmt: skip


def kind_of(bet: str) -> str:
    """The kind of a bet as clearing and paying orders name it.

    >>> kind_of("pleno:17"), kind_of("rojo"), kind_of("linea-especial")
    ('pleno', 'sencilla', 'linea-especial')
    """
    kind = bet.partition(":")[0]
    return "sencilla" if kind in SIMPLE else kind


@cache
def _spots(
    kinds: tuple[str, ...],
    pockets: tuple[str, ...],
    red: tuple[str, ...],
    zero_splits: tuple[str, ...],
    zero_streets: tuple[str, ...],
    zero_squares: tuple[str, ...],
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
    named("linea-especial", "", frozenset(("0", "00", "1", "2", "3")))
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


def around(number: str) -> Numbers:
    """The numbers next to one on the cloth, itself included: where a croupier clears first.

    >>> sorted(around("2"))
    ['0', '00', '1', '2', '3', '4', '5', '6']
    """
    if number in ("0", "00"):
        return frozenset(("0", "00", "1", "2", "3"))
    n = int(number)
    row, column = divmod(n - 1, COLUMNS)
    near = {
        str(r * COLUMNS + c + 1)
        for r in (row - 1, row, row + 1)
        for c in (column - 1, column, column + 1)
        if 0 <= r < 12 and 0 <= c < COLUMNS
    }
    return frozenset(near | ({"0", "00"} if row == 0 else set()))


class RouletteCloth(Cloth, frozen=True, kw_only=True):
    """The bets of a roulette. Open to all alike until the close."""

    rules: RouletteRules

    def bets(self) -> Iterator[str]:
        yield from self.rules.spots()
        yield from (bet.id for bet in self.rules.bets.values() if bet.chips)

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bet(bet)
        if row is not None and row.chips:
            return Offer(row.clause, step=sum(count for _, count in row.chips))
        if bet in self.rules.spots() and row is not None:
            return Offer(row.clause)
        clause = row.clause if row is not None else self.rules.by("bets_placed")
        return Closed(clause, "not-on-the-cloth", {"bet": bet})

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        row = self.rules.bet(bet)
        if row is None or not row.chips:
            return ((bet, amount),)
        each = amount // sum(count for _, count in row.chips)
        return tuple((part, count * each) for part, count in row.chips)
