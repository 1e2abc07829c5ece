"""What happens between two rounds and a scenario lists among the chances of one: cards that leave
the shoe, with the round they end or spoil, and a button out of place. Games in which that is a case
of its own have an act of that name."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.round.chance import Exposed, Mishap, Surplus
from tapete.core.table.table import Table
from tapete.scenario.file import Chance, RoundPlan

EXTRA = "carta-de-mas"
SEEN = "carta-descubierta"
BUTTON_WRONG = "boton-mal-puesto"
DECLINE = "decline"


def before(table: Table, plan: RoundPlan) -> RoundPlan:
    """Bring out the cards too many with which the round begins; gives the rest of its plan.

    A first card seen before anybody has bet counts among them; so does a button found out of
    place in time to annul the round. A file says nothing of the shoe of Punto y Banca, whose
    holder must bet (CAT-III.2.5-15): if he does not, he lets it go on (CAT-III.2.5-18).
    """
    has, chance = table.game.has, list(plan.chance)
    holder = getattr(table.state, "holder", None)
    if has(DECLINE) and holder in table.players and stands_aside(plan, holder):
        table.act(DECLINE, seat=holder)
    while chance:
        match chance[0]:
            case Surplus(card=card) if has(EXTRA):
                table.act(EXTRA, card=card)
            case Exposed(card=card) if has(SEEN) and plan.void and not plan.bets:
                table.act(SEEN, card=card)
            case Mishap(what="boton-mal-puesto") if has(BUTTON_WRONG) and plan.void:
                table.act(BUTTON_WRONG)
            case _:
                break
        chance.pop(0)
    return replace(plan, chance=tuple(chance))


def stands_aside(plan: RoundPlan, seat: int) -> bool:
    """Whether others bet in this round and this seat does not."""
    bet = {*plan.bets, *(late.seat for late in plan.late)}
    return bool(bet) and seat not in bet


def too_many(table: Table, chance: list[Chance]) -> list[Surplus]:
    """Take the cards too many off the end of what a round that is over has left."""
    if not table.game.has(EXTRA) or not all(isinstance(left, Surplus) for left in chance):
        return []
    found = [left for left in chance if isinstance(left, Surplus)]
    chance.clear()
    return found
