"""Between rounds: new cards shown, the shuffle, the cut, the stop card and the burn.

The same procedure for every game dealt from a shoe; what differs is in the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeVar

from msgspec.structs import replace

from tapete.core.book.account import Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.fault import Fault
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, Chosen
from tapete.core.round.game import Setup, TableState
from tapete.core.round.shoe import Shoe, new_shoe
from tapete.core.round.terms import Terms
from tapete.core.table.seats import in_order

DECK = 52
PRESHUFFLED = "pre-barajadas"
MACHINE = "barajadora-continua"
ALLOWED = "permitidas"


class ShoeRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of a game's cards and how they are prepared.

    ``inspection`` is what is said when new cards may be looked at.
    """

    some: ClassVar[tuple[str, ...]] = ("decks",)

    decks: int
    burn: int
    cut_from_end: int
    cut_offered: Literal["izquierda", "derecha"]
    behind_min: int
    behind_max: int | None = None
    tray_max: int
    shuffle: str
    preshuffled: Literal["permitidas", "no"]
    inspection: str = ""
    second_cut: str = ""

    def __post_init__(self) -> None:
        if self.decks < 1:
            raise ValueError(
                Fault(
                    "fault.deck-least", "cards are at least one deck, not {decks}", decks=self.decks
                )
            )


C = TypeVar("C", bound=ShoeRules)


class ShoeTerms(Terms, frozen=True, kw_only=True):
    """What a casino sets for a game dealt from a shoe: whether the cards come pre-shuffled or out
    of a continuous shuffler, and how many cards the stop card leaves behind it."""

    cards: str = ""
    behind: int | None = None

    @classmethod
    def of_plan(cls: type[ST], plan: Plan, game: str, table: int, unit: Unit) -> ST:
        found = super().of_plan(plan, game, table, unit)
        return replace(found, cards=plan.cards(game, table), behind=plan.table[game].behind)


ST = TypeVar("ST", bound=ShoeTerms)


def behind_of(setup: Setup[C, ShoeTerms]) -> int:
    """How many cards lie behind the stop card: what the casino sets, or the least allowed."""
    behind = setup.terms.behind
    return setup.rules.behind_min if behind is None else behind


class ShoeState(TableState, frozen=True, kw_only=True):
    """A table that keeps a shoe."""

    shoe: Shoe

    def unseen(self) -> Mapping[Card, int]:
        return self.shoe.unseen


def fresh_shoe(rules: ShoeRules, packs: int = 1) -> Shoe:
    """The shoe of a table that has just been prepared in the usual way."""
    return new_shoe(rules.decks, burn=rules.burn, behind=rules.behind_min, packs=packs)


def needs_cards(shoe: Shoe) -> bool:
    """Whether the cards must be shuffled before another round: the cut card has shown, or there
    is no card left."""
    return shoe.cut_shown or shoe.cards_left <= 0


def wants_machine(setup: Setup[C, ShoeTerms]) -> bool:
    """Whether this table deals from a continuous shuffling machine."""
    return setup.terms.cards == MACHINE


def check_cards(setup: Setup[C, ShoeTerms]) -> None:
    """Raise `Refused` unless cards and stop card are such as the edition allows."""
    rules = setup.rules
    if setup.terms.cards == PRESHUFFLED and rules.preshuffled != ALLOWED:
        raise Refused(rules.by("preshuffled"), "preshuffled-not-allowed")
    if wants_machine(setup):
        return
    behind = behind_of(setup)
    most = rules.behind_max if rules.behind_max is not None else behind
    if not rules.behind_min <= behind <= most:
        raise Refused(
            rules.by("behind_min"), "stop-card-misplaced",
            behind=behind, low=rules.behind_min, high=most,
        )  # fmt: skip


def notices(setup: Setup[C, ShoeTerms]) -> tuple[Announced, ...]:
    """What the players are warned of: the table uses pre-shuffled cards."""
    if setup.terms.cards != PRESHUFFLED:
        return ()
    clause = _clause(setup.rules, "preshuffled_notice", "preshuffled")
    return (Announced(what="aviso-de-cartas-pre-barajadas", clause=clause),)


def _clause(rules: ShoeRules, row: str, otherwise: str) -> ClauseId:
    """The clause of a row that not every game has, or of another."""
    return rules.clauses.get(row) or rules.by(otherwise)


def prepare(
    setup: Setup[C, ShoeTerms],
    shoe: Shoe | None,
    *,
    cutters: tuple[int, ...] | None = None,
    on_table: Sequence[Card] = (),
) -> Round[Shoe]:
    """Shuffle, cut, put the stop card in and burn. ``shoe`` is the old one; none means new cards.
    ``cutters`` are offered the cut in this order, where the usual one does not hold;
    ``on_table`` are the cards of a round left on hold, which stay out of the pack.
    """
    rules = setup.rules
    machine = wants_machine(setup)
    facts = {"decks": rules.decks, "cards": rules.decks * DECK}
    if setup.terms.cards == PRESHUFFLED:
        yield Announced(what="cartas-pre-barajadas", clause=rules.by("preshuffled"))
        yield Announced(what="mazos-sellados", facts=facts, clause=rules.by("preshuffled"))
    elif shoe is None:
        yield Announced(what="cartas-a-la-vista", facts=facts, clause=rules.by("new_cards"))
        if rules.inspection:
            yield Announced(what=rules.inspection, clause=rules.by("inspection"))
        yield Announced(what=rules.shuffle, clause=rules.by("shuffle"))
    else:
        yield Announced(what="nueva-mezcla", clause=rules.by("reshuffle"))
    yield from cut(setup, cutters)
    packs = 1 if shoe is None else shoe.packs + 1
    behind = behind_of(setup)
    if machine:
        # All cards go into it and the stop card is set aside; it takes the used cards back.
        facts = {"most": rules.tray_max}
        yield Announced(what=MACHINE, facts=facts, clause=rules.by("tray_max"))
    else:
        if rules.second_cut:
            yield Announced(what=rules.second_cut, clause=rules.by("second_cut"))
        facts = {"behind": behind}
        yield Announced(what="carta-de-corte-puesta", facts=facts, clause=rules.by("behind_min"))
    if rules.burn:
        yield Announced(what="se-queman", facts={"cards": rules.burn}, clause=rules.by("burn"))
    fresh = new_shoe(rules.decks, burn=rules.burn, behind=behind, machine=machine, packs=packs)
    unseen = dict(fresh.unseen)
    for card in on_table:
        unseen[card] -= 1
    return replace(fresh, unseen=unseen, tray=len(on_table))


def cut(setup: Setup[C, ShoeTerms], cutters: tuple[int, ...] | None = None) -> Round[int]:
    """The pack is offered for the cut player by player; if nobody cuts, the croupier does, at
    the centre. The place counts cards from the front."""
    rules = setup.rules
    cards = rules.decks * DECK
    order = in_order(setup.seats)
    if rules.cut_offered == "derecha":
        order = order[::-1]
    if cards < 2 * rules.cut_from_end:  # too few cards to leave so many at either end
        order = cutters = ()
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
        yield Chosen(seat=seat, move=answer.text, about="corte", clause=rules.by("cut_offered"))
        if answer.name != "no":
            return answer.amount
    clause = _clause(rules, "cut_declined", "cut_offered")
    yield Announced(what="corta-el-croupier", facts={"at": cards // 2}, clause=clause)
    return cards // 2
