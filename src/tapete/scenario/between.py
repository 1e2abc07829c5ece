"""Cards that leave the shoe between two rounds: a scenario lists them with the round they end,
or with the one they spoil. Games in which that is a case of its own have an act of that name."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.chance import Exposed, Surplus
from tapete.core.table import Table
from tapete.scenario.file import Chance, RoundPlan

EXTRA = "carta-de-mas"
SEEN = "carta-descubierta"


def before(table: Table, plan: RoundPlan) -> RoundPlan:
    """Bring out the cards too many with which the round begins; gives the rest of its plan.

    A first card seen before anybody has bet counts among them.
    """
    acts, chance = table.game.acts, list(plan.chance)
    while chance:
        match chance[0]:
            case Surplus(card=card) if EXTRA in acts:
                table.act(EXTRA, card=card)
            case Exposed(card=card) if SEEN in acts and plan.void and not plan.bets:
                table.act(SEEN, card=card)
            case _:
                break
        chance.pop(0)
    return replace(plan, chance=tuple(chance))


def too_many(table: Table, chance: list[Chance]) -> list[Surplus]:
    """Take the cards too many off the end of what a round that is over has left."""
    if EXTRA not in table.game.acts or not all(isinstance(left, Surplus) for left in chance):
        return []
    found = [left for left in chance if isinstance(left, Surplus)]
    chance.clear()
    return found
