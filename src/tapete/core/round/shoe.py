"""The shoe (sabot): the cards of a table, what may still come out, and where the cut card stands.

The order of the cards is nobody's business here: chance answers each `DrawCard` out of the cards
nobody has seen, which is the same as drawing from a shuffled shoe.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.round.ask import CLEAR_BET, Round
from tapete.core.round.cards import Card, mazo
from tapete.core.round.chance import (
    Boxed,
    DrawCard,
    Exposed,
    Glimpsed,
    Irregular,
    Mishap,
    NotAsked,
    Stuck,
    Surplus,
)
from tapete.core.round.event import Announced

EMPTY = "sabot-agotado"


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The cards between rounds.

    ``unseen`` counts the cards nobody has seen since the shuffle; ``hidden`` of them lie burned
    face down. ``behind`` is how many cards stand behind the cut card (none: a machine, or it was
    forgotten). ``tray`` counts the used cards in the discard holder.
    """

    decks: int
    unseen: dict[Card, int]
    hidden: int = 0
    behind: int | None = None
    cut_shown: bool = False
    machine: bool = False
    tray: int = 0
    packs: int = 1

    @property
    def cards_left(self) -> int:
        """Cards that can still be drawn."""
        return sum(self.unseen.values()) - self.hidden


def new_shoe(
    decks: int, *, burn: int = 0, behind: int | None = None, machine: bool = False, packs: int = 1
) -> Shoe:
    """A shoe just shuffled, cut and loaded, its first cards burned face down.

    >>> new_shoe(6, burn=1, behind=52).cards_left
    311
    """
    return Shoe(
        decks=decks, unseen=mazo(decks), hidden=burn,
        behind=None if machine else behind, machine=machine, packs=packs,
    )  # fmt: skip


class Dealer:
    """The croupier's hand in the shoe during one round. ``shoe()`` is what it leaves behind."""

    def __init__(
        self,
        shoe: Shoe,
        clause: ClauseId,
        irregular: Iterable[str] = (),
        *,
        cut_clause: ClauseId,
        closed_by: ClauseId = CLEAR_BET,
    ) -> None:
        self._shoe = shoe
        self._unseen = dict(shoe.unseen)
        self._left = shoe.cards_left
        self._clause = clause
        self._irregular = tuple(irregular)
        self._cut_clause, self._closed_by = cut_clause, closed_by
        self.cut_shown = shoe.cut_shown
        self.drawn = 0
        self._waiting: list[Card] = []

    def draw(self, to: str) -> Round[Card | Irregular]:
        """The next card, meant for a zone, or what went wrong with it. An empty shoe answers
        ``sabot-agotado``."""
        if self._waiting:
            return self._waiting.pop(0)
        if self._left <= 0:
            return Mishap(EMPTY)
        ask = DrawCard(
            source="sabot", left=dict(self._unseen), clause=self._clause,
            irregular=self._irregular, closed_by=self._closed_by, to=to,
        )  # fmt: skip
        answer = yield from ask
        match answer:
            case str():
                self._unseen[answer] -= 1
                self._left -= 1
                self.drawn += 1
            case Stuck():
                self._out(*answer.cards)
            case Exposed() | NotAsked() | Surplus() | Glimpsed() | Boxed():
                self._out(answer.card)
        behind = self._shoe.behind
        if behind is not None and not self.cut_shown and self._left <= behind:
            self.cut_shown = True
            yield Announced(what="carta-de-corte", clause=self._cut_clause)
        return answer

    def put_back(self, cards: Iterable[Card]) -> None:
        """Cards that were out are mixed into the stub again."""
        for card in cards:
            self._unseen[card] += 1
            self._left += 1
            self.drawn -= 1

    def hold(self, cards: Iterable[Card]) -> None:
        """Cards already out of the shoe that are to be dealt next (stuck cards kept)."""
        self._waiting.extend(cards)

    @property
    def held(self) -> tuple[Card, ...]:
        """Cards out of the shoe that nobody has been dealt yet."""
        return tuple(self._waiting)

    def _out(self, *cards: Card) -> None:
        for card in cards:
            self._unseen[card] -= 1
        self._left -= len(cards)
        self.drawn += len(cards)

    def shoe(self) -> Shoe:
        """The shoe after the round: used cards in the tray, or back in the machine."""
        tray = self._shoe.tray + self.drawn
        if self._shoe.machine and tray > 0:
            # A continuous machine takes the used cards back; the tray never fills.
            fresh = new_shoe(self._shoe.decks, machine=True, packs=self._shoe.packs)
            return msgspec.structs.replace(fresh, hidden=0)
        return msgspec.structs.replace(
            self._shoe, unseen=self._unseen, cut_shown=self.cut_shown, tray=tray
        )
