"""What a casino sets for its bingo: price, percentages, pots and their conditions (CAT-V.5-06)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from tapete.core.book.refused import Refused

HOUSE = "casa"


class PotShare(msgspec.Struct, frozen=True, kw_only=True):
    """A pot fed by a share of the takings; ``within``: won by a bingo with so many balls out at
    the most."""

    id: str
    percent: Fraction
    base: int = 0
    within: int | None = None


class BingoPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a hall. ``per`` says whether winners share by person or by winning card;
    ``leftover_to`` is the pot, or the house, that gets what cannot be divided."""

    price: int
    line: Fraction
    bingo: Fraction
    house: Fraction
    pots: tuple[PotShare, ...] = ()
    per: Literal["persona", "carton"] = "persona"
    unit: int = 1
    line_at_once: bool = False
    leftover_to: str = ""
    approved: bool = True

    @property
    def leftover_pot(self) -> str | None:
        """The pot that gets leftovers; none: the house does."""
        if self.leftover_to:
            return None if self.leftover_to == HOUSE else self.leftover_to
        return self.pots[0].id if self.pots else None


def check_plan(plan: BingoPlan, *, joint: bool = False) -> None:
    """Raise `Refused` unless the percentages add up to exactly 100 and are approved."""
    if not plan.approved:
        raise Refused("CAT-V.5-07", "plan-not-approved")
    parts = [plan.line, plan.bingo, plan.house, *(pot.percent for pot in plan.pots)]
    if sum(parts) != 1 or any(part < 0 for part in parts):
        raise Refused("CAT-V.5-06", "percentages", total=f"{float(100 * sum(parts)):.6g}")
    if plan.price <= 0 or plan.unit <= 0:
        raise Refused("CAT-V.5-06", "bad-price", price=plan.price)
    known = {pot.id for pot in plan.pots}
    if len(known) != len(plan.pots):
        raise Refused("CAT-V.2.1-05", "pot-named-twice")
    if plan.leftover_to not in ("", HOUSE) and plan.leftover_to not in known:
        raise Refused("CAT-V.2.1-05", "no-such-pot", pot=plan.leftover_to)
    if joint and plan.leftover_pot is None:
        raise Refused("CAT-V.3.1-08", "leftover-names-a-pot")


class Cut(NamedTuple):
    """Takings cut by the plan, in whole pesos; what is left over is always told."""

    line: int
    bingo: int
    pots: dict[str, int]
    house: dict[str, int]
    """The commission of each room."""
    leftover: int


def cut(plan: BingoPlan, takings: dict[str, int]) -> Cut:
    """The takings of all rooms together cut into prizes and increments; each room keeps its own
    commission.

    >>> plan = BingoPlan(price=1000, line=Fraction(12, 100), bingo=Fraction(485, 1000),
    ...     house=Fraction(33, 100), pots=(PotShare(id="a", percent=Fraction(65, 1000)),))
    >>> cut(plan, {"": 230_000})
    Cut(line=27600, bingo=111550, pots={'a': 14950}, house={'': 75900}, leftover=0)
    """
    total = sum(takings.values())
    line, bingo = int(total * plan.line), int(total * plan.bingo)
    pots = {pot.id: int(total * pot.percent) for pot in plan.pots}
    house = {room: int(taken * plan.house) for room, taken in takings.items()}
    rest = total - line - bingo - sum(pots.values()) - sum(house.values())
    return Cut(line, bingo, pots, house, rest)


class Shares(NamedTuple):
    """A prize shared: what each winner gets, and what cannot be divided."""

    each: dict[str, int]
    leftover: int


def shares(amount: int, winners: dict[int, str], plan: BingoPlan) -> Shares:
    """A prize shared in equal parts by person or by winning card (CAT-V.5-09), in whole units.

    ``winners`` says who holds each winning card.
    """
    people = (
        list(winners.values()) if plan.per == "carton" else list(dict.fromkeys(winners.values()))
    )
    if not people:
        return Shares({}, amount)
    part = amount // len(people) // plan.unit * plan.unit
    each: dict[str, int] = {}
    for person in people:
        each[person] = each.get(person, 0) + part
    return Shares(each, amount - part * len(people))
