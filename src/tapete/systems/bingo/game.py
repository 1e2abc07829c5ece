"""Bingo as a game of the catalogue: its rules by the rulebook, its terms by the plan, its state the
hall between two games. So a partida is recorded and replayed like any other round."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Round
from tapete.core.round.game import Game, Setup
from tapete.core.round.terms import Terms
from tapete.systems.bingo.cards import Shape
from tapete.systems.bingo.design import Design
from tapete.systems.bingo.hall import ELECTRONIC, TRADITIONAL, Hall
from tapete.systems.bingo.partida import PartidaTerms, partida
from tapete.systems.bingo.plan import BingoPlan


class BingoRules(GameRules, frozen=True, kw_only=True):
    """The rules of bingo in an edition: the columns of a card, how many cards must be sold, how
    many games a ball set plays."""

    columns: tuple[tuple[int, int], ...]
    cards_min: int
    ball_games_max: int

    @property
    def shape(self) -> Shape:
        """The shape of a card."""
        return Shape(self.columns)


class BingoTerms(Terms, frozen=True, kw_only=True):
    """The settings of a game: the plan, the design of its cards, the series on sale, and who
    still holds cards of the game before."""

    plan: BingoPlan
    design: Design
    on_sale: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    rooms: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    late: tuple[str, ...] = ()


def play(setup: Setup[BingoRules, BingoTerms], hall: Hall) -> Round[Hall]:
    """One game: the hall before it, and after it."""
    rules, terms = setup.rules, setup.terms
    given = PartidaTerms(
        plan=terms.plan, hall=hall, on_sale=terms.on_sale, holding=terms.holding,
        rooms=terms.rooms, late=terms.late, people_min=rules.players_min,
        cards_min=rules.cards_min, together=terms.design.together,
        ball_games_max=rules.ball_games_max,
    )  # fmt: skip
    result = yield from partida(given, terms.design.faces(rules.shape))
    return result.hall


BINGO: dict[str, Game[BingoRules, Hall]] = {
    kind: Game(
        id=kind, rules=BingoRules, state=Hall, terms=BingoTerms, play=play,
        opening=lambda rules: Hall(kind=rules.game),
    )
    for kind in (TRADITIONAL, ELECTRONIC)
}  # fmt: skip


def find(game: str) -> Game[Any, Any]:
    """Bingo of this form (CAT-V.1-01)."""
    if game not in BINGO:
        raise Refused("CAT-V.1-01", "no-such-game", game=game)
    return BINGO[game]
