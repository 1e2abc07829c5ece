"""Between rounds: new cards shown, the shuffle, the cut, the stop card and the burn.

The same procedure for every game dealt from a shoe; what differs is in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from tapete.core.ask import Choose, Option, Round
from tapete.core.cards import Card
from tapete.core.event import Announced, Chosen
from tapete.core.game import Setup
from tapete.core.rulebook import GameRules
from tapete.core.seats import in_order
from tapete.core.shoe import Shoe, new_shoe

DECK = 52
PRESHUFFLED = "pre-barajadas"
MACHINE = "barajadora-continua"


class ShoeRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a game's cards and how they are prepared."""

    decks: int
    burn: int
    cut_from_end: int
    cut_offered: str
    behind_min: int
    behind_max: int | None = None
    tray_max: int
    new_cards: str
    shuffle: str
    reshuffle: str
    preshuffled: str
    second_cut: str = ""
    cut_card: str


C = TypeVar("C", bound=ShoeRules)


def fresh_shoe(rules: ShoeRules, packs: int = 1) -> Shoe:
    """The shoe of a table that has just been prepared in the usual way."""
    return new_shoe(rules.decks, burn=rules.burn, behind=rules.behind_min, packs=packs)


def needs_cards(shoe: Shoe) -> bool:
    """Whether the cards must be shuffled before another round: the cut card has shown."""
    return shoe.cut_shown


def prepare(
    setup: Setup[C],
    shoe: Shoe | None,
    *,
    cutters: tuple[int, ...] | None = None,
    on_table: Sequence[Card] = (),
) -> Round[Shoe]:
    """Shuffle, cut, put the stop card in and burn. ``shoe`` is the old one; none means new cards.
    ``cutters`` are offered the cut in this order, where the usual one does not hold;
    ``on_table`` are the cards of a round left on hold, which stay out of the pack.

    ``setup.extra`` may say ``cards``: ``pre-barajadas`` or ``barajadora-continua``.
    """
    rules = setup.rules
    cards = str(setup.extra.get("cards", ""))
    if cards == PRESHUFFLED:
        yield Announced(what="cartas-pre-barajadas", clause=rules.by("preshuffled"))
    elif shoe is None:
        facts = {"decks": rules.decks, "cards": rules.decks * DECK}
        yield Announced(what="cartas-a-la-vista", facts=facts, clause=rules.by("new_cards"))
        yield Announced(what=rules.shuffle, clause=rules.by("shuffle"))
    else:
        yield Announced(what="nueva-mezcla", clause=rules.by("reshuffle"))
    yield from cut(setup, cutters)
    if rules.second_cut:
        yield Announced(what=rules.second_cut, clause=rules.by("second_cut"))
    packs = 1 if shoe is None else shoe.packs + 1
    machine = cards == MACHINE
    if not machine:
        behind = int(setup.extra.get("behind", rules.behind_min))
        facts = {"behind": behind}
        yield Announced(what="carta-de-corte-puesta", facts=facts, clause=rules.by("behind_min"))
    else:
        behind = 0
    if rules.burn:
        yield Announced(what="se-queman", facts={"cards": rules.burn}, clause=rules.by("burn"))
    fresh = new_shoe(rules.decks, burn=rules.burn, behind=behind, machine=machine, packs=packs)
    unseen = dict(fresh.unseen)
    for card in on_table:
        unseen[card] -= 1
    return replace(fresh, unseen=unseen, tray=len(on_table))


def cut(setup: Setup[C], cutters: tuple[int, ...] | None = None) -> Round[int]:
    """The pack is offered for the cut player by player; if nobody cuts, the croupier does, at
    the centre. The place counts cards from the front."""
    rules = setup.rules
    cards = rules.decks * DECK
    order = in_order(setup.seats)
    if rules.cut_offered == "derecha":
        order = order[::-1]
    for seat in order if cutters is None else cutters:
        answer = yield from Choose(
            seat=seat,
            about="corte",
            options=(
                Option("cortar", rules.cut_from_end, cards - rules.cut_from_end),
                Option("no"),
            ),
            clause=rules.by("cut_from_end"),
            default="no",
            optional=True,
        )
        yield Chosen(seat=seat, move=answer, about="corte", clause=rules.by("cut_offered"))
        if answer != "no":
            return int(answer.partition(":")[2])
    yield Announced(
        what="corta-el-croupier", facts={"at": cards // 2}, clause=rules.by("cut_offered")
    )
    return cards // 2
