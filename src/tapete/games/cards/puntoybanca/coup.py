"""One coup: two cards to each hand, the third cards the table of the game asks for, the result.

Shared by every game of the chapter. What comes out wrong is remedied here (CAT-III.2.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, Stuck, Surplus
from tapete.core.round.event import Announced, CardDealt, CardsCleared, CardSeen, ResultShown
from tapete.core.round.shoe import Dealer, Shoe
from tapete.games.cards.puntoybanca.hand import (
    BANCA,
    PUNTO,
    banca_draws,
    is_natural,
    points,
    punto_draws,
    value,
    winner,
)
from tapete.games.cards.puntoybanca.rules import CoupRules

FIRST_SEEN = "carta-descubierta"
EXTRA = "carta-de-mas"
SLOT = "carta-por-la-ranura"
ORDER = "orden-equivocado"
FLOOR = "carta-al-suelo"
IRREGULAR = (FIRST_SEEN, "cartas-pegadas", EXTRA, "carta-vista", ORDER, FLOOR, SLOT)


class Spoilt(Annulled):
    """The coup does not count from its first card on: it is dealt out only to be discarded."""


class Coup:
    """The two hands of one coup being dealt out of a shoe.

    ``waiting`` are cards already out of the shoe, with which the coup begins. ``covered``: the
    first cards lie face down until `turn_up`. ``on_five`` asks whoever decides for punto on 5,
    where the rules leave it to a player.
    """

    def __init__(
        self,
        rules: CoupRules,
        shoe: Shoe,
        *,
        waiting: Iterable[Card] = (),
        covered: bool = False,
        on_five: Callable[[], Round[bool]] | None = None,
    ) -> None:
        self.rules, self.covered, self.on_five = rules, covered, on_five
        names = IRREGULAR if rules.slot == "anula" else IRREGULAR[:-1]
        self.dealer = Dealer(
            shoe, rules.by("punto_cards"), names,
            cut_clause=rules.by("cut_card"), closed_by=rules.by("late_bet"),
        )  # fmt: skip
        self.dealer.hold(waiting)
        self.hands: dict[str, list[Card]] = {PUNTO: [], BANCA: []}
        self.last_told = shoe.cut_shown
        self.alone_row = "banca_draws_alone"  # what rules banca when punto has no third card

    # The first cards (CAT-III.2.5-47 to -51)

    def first_card(self) -> Round[None]:
        """Deal the first card, to punto. If it came out face up, or as a card too many, the
        coup is spoilt."""
        drawn = yield from self._draw(PUNTO)
        yield from self._lay(PUNTO, drawn.card if isinstance(drawn, Exposed | Surplus) else drawn)
        if isinstance(drawn, Exposed):
            raise Spoilt(FIRST_SEEN, self.rules.by("first_exposed"))
        if isinstance(drawn, Surplus):
            raise Spoilt(EXTRA, self.rules.by("surplus"))

    def first_cards(self) -> Round[None]:
        """The rest of the first four: banca, punto, banca."""
        for number in sorted({*self.rules.punto_cards, *self.rules.banca_cards})[1:]:
            to = PUNTO if number in self.rules.punto_cards else BANCA
            yield from self._next_to(to)

    def turn_up(self, hand: str, clause: ClauseId) -> Round[None]:
        """The covered cards of a hand are turned over for all to see."""
        for index, card in enumerate(self.hands[hand]):
            yield CardSeen(zone=hand, index=index, card=card, clause=clause)

    # Points and third cards (CAT-III.2.5-51 to -65)

    def third_cards(self) -> Round[None]:
        """Tell the points; unless a hand is natural, punto draws or stands, then banca."""
        rules = self.rules
        for hand in (PUNTO, BANCA):
            yield from self._tell_points(hand)
        natural = [hand for hand in (PUNTO, BANCA) if is_natural(rules, self.points(hand))]
        if natural:
            facts: dict[str, Fact] = {"hand": natural[0], "points": self.points(natural[0])}
            yield Announced(what="natural", facts=facts, clause=rules.by("natural"))
            return
        draws = punto_draws(rules, self.points(PUNTO))
        clause = rules.by(self._punto_row())
        if draws is None:
            # With nobody on punto it draws, as where the rules leave no choice (CAT-III.2.5-60).
            draws = True if self.on_five is None else (yield from self.on_five())
        third: int | None = None
        if draws:
            third = value((yield from self._third(PUNTO, clause)))
        else:
            yield Announced(what="se-planta", facts={"hand": PUNTO}, clause=clause)
        clause = rules.by(self.alone_row if third is None else "banca_draws")
        if banca_draws(rules, self.points(BANCA), third):
            yield from self._third(BANCA, clause)
        else:
            yield Announced(what="se-planta", facts={"hand": BANCA}, clause=clause)

    def _punto_row(self) -> str:
        total = self.points(PUNTO)
        if total in self.rules.punto_draws:
            return "punto_draws"
        return "punto_stands" if total in self.rules.punto_stands else "on_five"

    def _third(self, hand: str, clause: ClauseId) -> Round[Card]:
        yield Announced(what="pide-carta", facts={"hand": hand}, clause=clause)
        card = yield from self._next_to(hand, face_up=True)
        yield from self._tell_points(hand)
        return card

    def _tell_points(self, hand: str) -> Round[None]:
        total = self.points(hand)
        if total == 0:
            facts = {"hand": hand}
            yield Announced(what="baccarat", facts=facts, clause=self.rules.by("zero_name"))
        else:
            yield Announced(
                what="puntos", facts={"hand": hand, "points": total},
                clause=self.rules.by("announce_points"),
            )  # fmt: skip

    def points(self, hand: str) -> int:
        return points(self.hands[hand])

    def result(self) -> Round[str]:
        """Say who has won and with how many points."""
        punto, banca = self.points(PUNTO), self.points(BANCA)
        won = winner(punto, banca)
        facts = {"punto": punto, "banca": banca}
        yield ResultShown(result=won, facts=facts, clause=self.rules.by("result_call"))
        return won

    # Cards

    def _next_to(self, hand: str, *, face_up: bool = False) -> Round[Card]:
        drawn = yield from self._draw(hand)
        if isinstance(drawn, Exposed):
            facts = {"card": drawn.card}
            clause = self.rules.by("exposed")
            yield Announced(what="carta-descubierta-se-usa", facts=facts, clause=clause)
        elif isinstance(drawn, Surplus):
            # Too early, not too many: it is the next card of this coup (CAT-III.2.7-04).
            yield Announced(what="cartas-reordenadas", clause=self.rules.by("wrong_order"))
        card = drawn.card if isinstance(drawn, Exposed | Surplus) else drawn
        yield from self._lay(hand, card, face_up=face_up or isinstance(drawn, Exposed))
        return card

    def _lay(self, hand: str, card: Card, *, face_up: bool = False) -> Round[None]:
        shown = card if face_up or not self.covered else None
        row = "punto_cards" if hand == PUNTO else "banca_cards"
        self.hands[hand].append(card)
        yield CardDealt(to=hand, card=shown, clause=self.rules.by(row))

    def _draw(self, to: str) -> Round[Card | Exposed | Surplus]:
        """The next card of the shoe, for a hand; what came out wrong put right."""
        rules = self.rules
        while True:
            if self.dealer.cut_shown and not self.last_told:
                # The cut card has come out and the coup still needs cards: it is the last.
                self.last_told = True
                yield Announced(what="ultimo-pase", clause=rules.by("last_pase"))
            drawn = yield from self.dealer.draw(to)
            match drawn:
                case str():
                    return drawn
                case Stuck():
                    facts = {"cards": " ".join(drawn.cards)}
                    yield Announced(what="cartas-pegadas", facts=facts, clause=rules.by("stuck"))
                    self.dealer.hold(drawn.cards)
                case Glimpsed():
                    clause = rules.by("glimpsed")
                    yield Announced(what="carta-vista-sigue", clause=clause)
                    return drawn.card
                case Mishap(what="orden-equivocado"):
                    yield Announced(what="cartas-reordenadas", clause=rules.by("wrong_order"))
                case Mishap(what="carta-al-suelo"):
                    yield Announced(what="carta-recogida", clause=rules.by("on_the_floor"))
                case Mishap(what="carta-por-la-ranura"):
                    raise Annulled(SLOT, rules.by("slot"))
                case Mishap():
                    raise Annulled(drawn.what, rules.by("cut_card"))
                case Exposed() | Surplus():
                    return drawn

    def collect_cards(self) -> Round[None]:
        """The cards of both hands go to the discard holder."""
        for hand, cards in self.hands.items():
            if cards:
                yield CardsCleared(zone=hand, clause=self.rules.by("discarded"))

    def one_more(self) -> Round[bool]:
        """Whether the cut card came out with the very last card: then one last coup follows."""
        if not self.dealer.cut_shown or self.last_told:
            return False
        yield Announced(what="ultimo-pase-por-comenzar", clause=self.rules.by("last_pase_next"))
        return True
