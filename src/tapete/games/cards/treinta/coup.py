"""The two rows of a coup: dealt to 31 or more, and what is done when a card comes out wrong."""

from __future__ import annotations

from tapete.core.book.refused import Fact
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Mishap, Stuck
from tapete.core.round.event import Announced, CardDealt, CardsCleared, ResultShown
from tapete.core.round.game import Setup
from tapete.core.round.shoe import EMPTY, Dealer, Shoe
from tapete.games.cards.shuffle import ShoeTerms
from tapete.games.cards.shuffle import prepare as prepare_cards
from tapete.games.cards.treinta.rules import TreintaRules

BURNED = "quemadas"
NO_CUT_CARD = "sin-carta-de-corte"
IRREGULAR = ("carta-descubierta", "cartas-pegadas", "orden-equivocado", EMPTY, NO_CUT_CARD)


class Coup:
    """Two rows being dealt. ``reshuffled``: the coup was on hold while the pack was prepared."""

    def __init__(self, setup: Setup[TreintaRules, ShoeTerms], shoe: Shoe) -> None:
        self.setup, self.rules = setup, setup.rules
        self.rows: dict[str, list[Card]] = {row: [] for row in setup.rules.rows}
        self.totals = dict.fromkeys(self.rows, 0)
        self.burned = self.reshuffled = False
        self._take(shoe)

    def _take(self, shoe: Shoe) -> None:
        rules = self.rules
        self._behind = shoe.behind
        self.dealer = Dealer(
            shoe, rules.by("rows"), IRREGULAR,
            cut_clause=rules.by("cut_card"), closed_by=rules.by("close_call"),
        )  # fmt: skip

    def fill_rows(self) -> Round[None]:
        """The black row first, then the red, each until it reaches 31 or more."""
        rules = self.rules
        for row, cards in self.rows.items():
            while self.totals[row] < rules.row_from:
                card = yield from self._next_card(row)
                cards.append(card)
                self.totals[row] += rules.value(card)
                yield CardDealt(to=row, card=card, clause=rules.by("rows"))
            facts: dict[str, Fact] = {"row": row, "points": self.totals[row]}
            yield Announced(what="puntos-de-la-fila", facts=facts, clause=rules.by("row_said"))

    def winners(self) -> tuple[str, ...]:
        return self.rules.winners(self.totals, {row: cards[0] for row, cards in self.rows.items()})

    def call_result(self) -> Round[None]:
        """Say which chances win, by the units of the score: "dos negro y color gana"."""
        won = self.winners()
        facts: dict[str, Fact] = {**self.totals}
        if won:
            facts |= {"units": self.totals[won[0]] % 10, "chance": won[1]}
        result = won[0] if won else "empate"
        yield ResultShown(result=result, facts=facts, clause=self.rules.by("result_call"))

    def collect_cards(self) -> Round[None]:
        for zone in (*self.rows, *((BURNED,) if self.burned else ())):
            yield CardsCleared(zone=zone, clause=self.rules.by("settled_cleared"))

    def _next_card(self, row: str) -> Round[Card]:
        """The next good card, for a row; what comes out wrong is remedied (CAT-III.5.6-01 on)."""
        rules = self.rules
        while True:
            if self.dealer.cut_shown:
                yield from self._hold()
            drawn = yield from self.dealer.draw(row)
            match drawn:
                case str():
                    return drawn
                case Exposed():
                    yield from self._burn(drawn.card, "exposed")
                case Stuck():
                    for card in drawn.cards:
                        yield from self._burn(card, "stuck")
                case Mishap(what="orden-equivocado"):
                    clause = rules.by("no_going_back")
                    yield Announced(what="cartas-no-retroceden", clause=clause)
                case Mishap():
                    if drawn.what == NO_CUT_CARD or self._behind is None:
                        raise Annulled(drawn.what, rules.by("no_cut_card"))
                    yield Announced(what="mazo-terminado", clause=rules.by("pack_out"))
                    yield from self._hold()

    def _burn(self, card: Card, why: str) -> Round[None]:
        self.burned = True
        yield CardDealt(to=BURNED, card=card, clause=self.rules.by(why))

    def _hold(self) -> Round[None]:
        """The coup waits while the pack is shuffled without the cards on the table, and goes on
        with it (CAT-III.5.4-21 to -24)."""
        yield Announced(what="pase-en-espera", clause=self.rules.by("hold"))
        on_table = [card for cards in self.rows.values() for card in cards]
        shoe = yield from prepare_cards(self.setup, self.dealer.shoe(), on_table=on_table)
        self.reshuffled = True
        self._take(shoe)
