"""Charts for tests: the best one, and others that lead into every corner of the rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tapete.maths.strategy.chart import DOUBLE, HIT, RETIRE, SPLIT, STAND, UPS, Cell, Chart, Row

Said = Callable[[int, bool, int], tuple[str, str]]


def chart(said: Said, pairs: Callable[[int, int], str]) -> Chart:
    """A chart from what is said to a total (soft or not) and to a pair against a first card."""

    def row(total: int, soft: bool) -> Row:
        return tuple(Cell(*said(total, soft, up), {}) for up in UPS)

    labels = {1: "A", 10: "T"}
    return Chart(
        hard={str(total): row(total, False) for total in range(4, 22)},
        soft={str(total): row(total, True) for total in range(12, 22)},
        pairs={
            labels.get(pair, str(pair)): tuple(Cell(pairs(pair, up), HIT, {}) for up in UPS)
            for pair in range(1, 11)
        },
    )


def _greedy(total: int, soft: bool, up: int) -> tuple[str, str]:
    if total < 12:
        return DOUBLE, HIT
    return (HIT, HIT) if total < 15 + up % 4 else (STAND, STAND)


def _timid(total: int, soft: bool, up: int) -> tuple[str, str]:
    if total > 12 and up > 6:
        return RETIRE, STAND
    return (HIT, HIT) if total < 12 + 2 * soft else (STAND, STAND)


GREEDY = chart(_greedy, lambda pair, up: SPLIT)
"""Doubles and splits whatever it may, tens too."""
TIMID = chart(_timid, lambda pair, up: RETIRE if up > 5 else SPLIT)
"""Gives up early, and never goes over with a hard hand."""
BONUS_SEEKER = replace(
    chart(_greedy, lambda pair, up: STAND if pair == 10 else SPLIT),
    bonus={
        **{str(total): tuple(Cell(HIT, HIT, {}) for _ in UPS) for total in range(6, 18)},
        **{f"A-{rest}": tuple(Cell(STAND, STAND, {}) for _ in UPS) for rest in range(2, 10)},
    },
    even_money=(10,),
)
"""As greedy, tens left together; with a bonus it risks hard hands and keeps soft ones."""
SPENDTHRIFT = replace(
    chart(_timid, lambda pair, up: DOUBLE if up > 5 and pair < 10 else STAND), even_money=()
)
"""As timid, but doubles pairs; a Canal 21 always waits for the bank's second card."""
