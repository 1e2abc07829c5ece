"""The showdown: who was called shows first, the cards speak, and cards handed in covered lose
(CAT-III.3.5.7.1-47 to -51)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.event import Announced, CardsCleared, CardSeen, Chosen, TurnGiven
from tapete.core.round.move import Move
from tapete.games.poker.circle.pots import Pots
from tapete.games.poker.circle.terms import Player, clockwise
from tapete.games.poker.hands import Hand

MOSTRAR, TAPAR = "mostrar", "tapar"
ABOUT = "muestra"
SHOWN = "muestra-su-juego"
SEE, VER, NO_VER = "ver-cartas", "ver", "no-ver"
MAY_SEE: ClauseId = "COL-7.5.5-18"
COLLECTED: ClauseId = "COL-7.5.5-31"


class ShowClauses(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses on showing: who shows first, the cards that speak, cards handed in covered, and
    winning without showing."""

    first: ClauseId
    speaks: ClauseId
    covered: ClauseId
    unseen: ClauseId


Worth = Callable[[Player], Hand]
"""What the cards of a player are worth."""


class Showdown:
    """The end of a hand: ``hands`` are what was shown, ``covered`` who handed in his cards.
    ``asks``: whoever shows may ask to see those, and losing hands are ``collected`` before the pots
    are given, as in tournaments (COL-7.5.5-18, -31)."""

    def __init__(
        self,
        players: Sequence[Player],
        pots: Pots,
        worth: Worth,
        clauses: ShowClauses,
        order: Sequence[int],
        *,
        asks: bool = False,
    ) -> None:
        self.players = {player.seat: player for player in players if not player.folded}
        self.everybody = players
        self.pots, self.worth, self.clauses = pots, worth, clauses
        self.order = order  # for odd chips
        self.hands: dict[int, Hand] = {}
        self.covered: list[int] = []
        self.asks, self.collected = asks, list[int]()

    def settle_hand(self, first: int | None, *, forced: bool = False) -> Round[None]:
        """Show from ``first`` on, and give each pot to who wins it. ``forced``: everybody left
        shows, and cannot hand in his cards."""
        if len(self.players) == 1:
            [winner] = self.players
            facts: dict[str, Fact] = {"seat": winner}
            clause = self.clauses.unseen
            yield Announced(what="gana-sin-mostrar", facts=facts, clause=clause)
        else:
            for seat in clockwise(self.players, first if first is not None else self.order[0]):
                yield from self._show(self.players[seat], forced)
        if self.asks:
            yield from self._ask_to_see()
            yield from self._collect_losers()
        yield from self.give_pots()

    def _ask_to_see(self) -> Round[None]:
        """Who reached the end and holds his cards may see what others handed in covered; whoever
        handed in his own has lost that right (COL-7.5.5-18 to -20, -22, -27)."""
        seen = not self.covered
        for seat in tuple(self.hands):
            if seen:
                break
            answer = yield from Choose(
                seat=seat, about=SEE, options=(Option(VER), Option(NO_VER)), clause=MAY_SEE,
                default=NO_VER, optional=True, closed_by=MAY_SEE,
            )  # fmt: skip
            seen = answer.name == VER
            if seen:
                yield Chosen(seat=seat, move=answer.text, about=SEE, clause=MAY_SEE)
                for other in self.covered:
                    yield from self.turn_up(self.players[other])
        for other in self.covered:
            yield CardsCleared(zone=self.players[other].zone, clause=self.clauses.covered)

    def _collect_losers(self) -> Round[None]:
        """Losing hands are collected before the pots are given (COL-7.5.5-31)."""
        won: set[int] = set()
        for pot in self.pots.all:
            if pot.amount:
                seats = [player.seat for player in self.pots.competing(pot, self.everybody)]
                won |= {*self.winners_of(seats)}
        self.collected = [seat for seat in self.hands if seat not in won]
        for seat in self.collected:
            yield CardsCleared(zone=self.players[seat].zone, clause=COLLECTED)

    def _show(self, player: Player, forced: bool) -> Round[None]:
        others = len(self.players) - len(self.covered)
        if others == 1:
            return  # everybody else has handed in his cards
        move = Move(MOSTRAR)
        if not forced and player.seat not in self.hands:
            yield TurnGiven(seat=player.seat, to=player.zone, clause=self.clauses.first)
            move = yield from Choose(
                seat=player.seat,
                about=ABOUT,
                options=(Option(MOSTRAR), Option(TAPAR)),
                clause=self.clauses.first,
                default=MOSTRAR,
                optional=True,
                closed_by=self.clauses.first,
            )
            clause = self.clauses.first if move.name == MOSTRAR else self.clauses.covered
            yield Chosen(seat=player.seat, move=move.text, about=ABOUT, clause=clause)
        if move.name == TAPAR:
            self.covered.append(player.seat)
            if not self.asks:  # where they may be asked for they stay until then
                yield CardsCleared(zone=player.zone, clause=self.clauses.covered)
        else:
            yield from self.show_cards(player)

    def turn_up(self, player: Player) -> Round[None]:
        """The covered cards of a player face up."""
        for index, (card, is_up) in enumerate(zip(player.cards, player.up, strict=True)):
            if not is_up:
                yield CardSeen(zone=player.zone, index=index, card=card, clause=self.clauses.speaks)
        player.up = [True] * len(player.cards)

    def show_cards(self, player: Player) -> Round[None]:
        """The cards face up, ordered by the croupier."""
        yield from self.turn_up(player)
        hand = self.hands[player.seat] = self.worth(player)
        facts: dict[str, Fact] = {"seat": player.seat, "hand": hand.category}
        yield Announced(what=SHOWN, facts=facts, clause=self.clauses.speaks)

    def winners_of(self, seats: Sequence[int]) -> list[int]:
        """The best hands among those who compete; if nobody showed, who was left to the last."""
        shown = [seat for seat in seats if seat in self.hands]
        if not shown:
            open_ = [seat for seat in seats if seat not in self.covered]
            return open_ or [max(seats, key=self.covered.index)]
        top = max(self.hands[seat] for seat in shown)
        return [seat for seat in shown if self.hands[seat] == top]

    def give_pots(self) -> Round[None]:
        """Each pot to the best hand among those who compete for it, the last pot first."""
        for pot in reversed(self.pots.all):
            if pot.amount:
                seats = [player.seat for player in self.pots.competing(pot, self.everybody)]
                yield from self.pots.give_pot(pot, self.winners_of(seats), self.order)
