"""A hand among players, as every circle game has it: who is in, cards one at a time, what goes
wrong with them, betting rounds, and how it ends or is annulled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from msgspec.structs import replace

from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.annulled import Annulled, annulling
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import (
    Exposed,
    Glimpsed,
    Irregular,
    Mishap,
    NotAsked,
    Skipped,
    Stuck,
    Surplus,
)
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardDealt,
    CardsCleared,
    CardSeen,
    Ruled,
)
from tapete.core.round.game import Setup
from tapete.core.round.shoe import EMPTY, Dealer, new_shoe
from tapete.core.table.seats import in_order
from tapete.games.poker.circle.betting import BUTTON_WRONG, Betting
from tapete.games.poker.circle.manners import Watch
from tapete.games.poker.circle.places import check_places
from tapete.games.poker.circle.pots import Pots
from tapete.games.poker.circle.rules import CR, CircleState
from tapete.games.poker.circle.showdown import Showdown, Worth
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.terms import SPOT, BettingTerms, Player, clockwise
from tapete.games.poker.misdeal import DISORDER, put_in_order

BURNED = "quemadas"
SEEN = "carta-vista"
JAMMED = "barajadora-trancada"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "carta-de-mas", SEEN, "sin-carta", DISORDER, JAMMED,
    BUTTON_WRONG,
)  # fmt: skip


def with_chips(setup: Setup[CR, CircleTerms], state: CircleState) -> tuple[int, ...]:
    """Who has chips and may play, there or away, in the order of the deal."""
    barred = state.manners.barred
    return in_order(s for s in setup.seats if setup.chips.get(s, 0) > 0 and s not in barred)


def at_the_table(setup: Setup[CR, CircleTerms], state: CircleState) -> tuple[int, ...]:
    """Who is there with chips and may play, in the order of the deal."""
    away = state.places.absent
    return tuple(seat for seat in with_chips(setup, state) if seat not in away)


def ready(setup: Setup[CR, CircleTerms], state: CircleState) -> None:
    """Raise `Refused` unless enough players are there with chips before them."""
    ready_with(setup, state, len(at_the_table(setup, state)))


def ready_with(setup: Setup[CR, CircleTerms], state: CircleState, present: int) -> None:
    """Raise `Refused` unless places are in order and so many players are enough."""
    check_places(setup, state)
    needed = setup.rules.players_min
    if present < needed:
        clause = setup.rules.by("players_min")
        raise Refused(clause, "players-missing", present=present, needed=needed)


class CircleHand(Generic[CR]):
    """A hand in course. A game says how its cards are dealt and in which order players speak.

    ``button`` is the seat from whose left odd chips go; ``betting`` the last betting round in
    which somebody spoke.
    """

    def __init__(
        self, setup: Setup[CR, CircleTerms], state: CircleState, seats: Iterable[int]
    ) -> None:
        self.setup, self.state, self.rules = setup, state, setup.rules
        away = state.places.absent
        self.players = {
            seat: Player(seat, setup.chips.get(seat, 0), absent=seat in away)
            for seat in in_order(seats)
        }
        rules = self.rules
        self.dealer = Dealer(
            new_shoe(rules.decks), rules.by("deal_order"), self.irregular(),
            cut_clause=rules.by("cut"), closed_by=rules.by("bet_wait"),
        )  # fmt: skip
        manners = state.manners
        strict = rules.options.get(f"{rules.game}.exposicion") == "abandona"
        self.watch = Watch(
            manners, rules.by("early_warning"), rules.by("bet_expose"), strict=strict
        )
        rake = setup.terms.rake
        self.pots = Pots(rules.pot_clauses(), rake, setup.limits.unit)
        self.button = max(self.players)
        self.betting: Betting | None = None
        self.commissioned = False
        self.zones: list[str] = []
        self.jammed = False
        self.asks_to_see = False

    def irregular(self) -> tuple[str, ...]:
        """What may go wrong with a card of this game."""
        return IRREGULAR

    # Who

    @property
    def left(self) -> list[Player]:
        """Who is still in the hand."""
        return [player for player in self.players.values() if not player.folded]

    def from_left_of(self, seat: int) -> list[Player]:
        """Everybody dealt in, clockwise from the left of a seat on."""
        return [self.players[s] for s in clockwise(self.players, seat - 1)]

    def after(self, **changes: object) -> CircleState:
        """The table once the hand is over: its deck must be shuffled."""
        unseen = self.dealer.shoe().unseen
        drawn = tuple(card for card, count in unseen.items() if not count)
        return replace(
            self.state, drawn=drawn, jammed=self.jammed, manners=self.watch.manners,
            misplaced=False, **changes,
        )  # fmt: skip

    # Cards

    def next_card(self, to: str, *, covered: bool) -> Round[Card]:
        """The next card of the deck, for a zone; whatever goes wrong with it is put right or annuls
        the hand.

        ``covered``: a player's card, which nobody may see.
        """
        while True:
            drawn = yield from self.dealer.draw(to)
            if isinstance(drawn, str):
                return drawn
            card = yield from self.put_right(drawn, covered)
            if card is not None:
                return card

    def put_right(self, drawn: Irregular, covered: bool) -> Round[Card | None]:
        """What becomes of an irregular card; gives a card that may be used all the same."""
        rules = self.rules
        match drawn:
            case Stuck():
                yield from self.burn(drawn.cards, "stuck")
            case Surplus() | NotAsked():
                yield from self.burn((drawn.card,), "surplus")
            case Exposed() | Glimpsed():
                if covered:
                    yield from self.burn((drawn.card,), "seen")
                    raise Annulled(SEEN, rules.by("seen"))
                return drawn.card
            case Skipped() | Mishap(what="orden-equivocado"):
                in_order_ = yield from self.put_in_order()
                if not in_order_:
                    raise Annulled(DISORDER, rules.by("misdeal"))
            case Mishap(what="barajadora-trancada"):
                self.jammed = True
                raise Annulled(JAMMED, rules.by("jam_deal"))
            case Mishap(what="boton-mal-puesto"):
                clause = rules.clauses.get("button_wrong") or rules.by("misdeal")
                yield Announced(what="boton-mal-puesto-sigue", clause=clause)
            case Mishap():
                raise Annulled(EMPTY, rules.by("deck_out"))
        return None

    def put_in_order(self) -> Round[bool]:
        """Whether cards dealt wrong can be put in order and no player objects to it."""
        seats, rules = [player.seat for player in self.left], self.rules
        return (yield from put_in_order(seats, rules.by("misdeal"), rules.by("bet_wait")))

    def serve(self, player: Player, why: str, *, up: bool = False) -> Round[Card]:
        """A card to a player, covered or uncovered."""
        card = yield from self.next_card(player.zone, covered=not up)
        yield from self.lay_before(player, card, why, up=up)
        return card

    def lay_before(self, player: Player, card: Card, why: str, *, up: bool) -> Round[None]:
        """Put a card before a player."""
        player.cards.append(card)
        player.up.append(up)
        self.lies(player.zone)
        yield CardDealt(to=player.zone, card=card if up else None, clause=self.rules.by(why))

    def lay_open(self, zone: str, why: str) -> Round[Card]:
        """A card for everybody, face up."""
        card = yield from self.next_card(zone, covered=False)
        self.lies(zone)
        yield CardDealt(to=zone, card=card, clause=self.rules.by(why))
        return card

    def look_at(self, player: Player, since: int = 0) -> Round[None]:
        """A player looks at his covered cards, those dealt from ``since`` on."""
        for index in range(since, len(player.cards)):
            if not player.up[index]:
                yield CardSeen(
                    zone=player.zone, index=index, card=player.cards[index],
                    audience=(player.zone,), clause=self.rules.by("look"),
                )  # fmt: skip

    def burn_one(self, why: str) -> Round[None]:
        """The top card is taken out of play unseen."""
        card = yield from self.next_card(BURNED, covered=False)
        yield from self.burn((card,), why)

    def burn(self, cards: Iterable[Card], why: str) -> Round[None]:
        """Cards are taken out of play, face down."""
        for _ in cards:
            self.lies(BURNED)
            yield CardDealt(to=BURNED, clause=self.rules.by(why))

    def lies(self, zone: str) -> None:
        """Cards lie there now; they are collected at the end."""
        if zone not in self.zones:
            self.zones.append(zone)

    def collect_cards(self) -> Round[None]:
        """The croupier collects what still lies on the table."""
        retired = {player.zone for player in self.players.values() if player.folded}
        for zone in self.zones:
            if zone not in retired:
                yield CardsCleared(zone=zone, clause=self.rules.by("collected"))

    # Bets

    def post(self, player: Player, amount: int, called: str, why: str) -> Round[None]:
        """A forced bet; who has fewer chips than it puts in all he has."""
        amount = min(amount, player.stack)
        clause = self.rules.by(why)
        if player.absent:
            question = f"{called}:{player.seat}"
            clause = self.rules.by("absent_blind")
            yield Ruled(role=JEFE, question=question, ruling="puesta", clause=clause)
        player.stack -= amount
        player.bet += amount
        yield BetPlaced(seat=player.seat, bet=SPOT, amount=amount, called=called, clause=clause)

    def bet_round(self, terms: BettingTerms, first: int, *, blind: int = 0) -> Round[Betting]:
        """One betting round, and its bets brought to the pots."""
        betting = self.betting_of(terms, first, blind=blind)
        yield from betting.run_round()
        if betting.opened:
            self.betting = betting
        yield from self.before_gathering(betting)
        yield from self.pots.gather_bets(self.from_left_of(self.button))
        return betting

    def betting_of(self, terms: BettingTerms, first: int, *, blind: int = 0) -> Betting:
        """A betting round about to begin."""
        return Betting(self.players.values(), terms, self.watch, first, blind=blind)

    def before_gathering(self, betting: Betting) -> Round[None]:
        """What a game does with the bets of a round before they go to the pots."""
        yield from ()

    # The end

    def commission(self) -> Round[None]:
        """The house takes its share of each pot, once a hand."""
        if not self.commissioned:
            self.commissioned = True
            yield from self.pots.take_commission()

    def finish_hand(
        self, worth: Worth, *, order: Iterable[int] | None = None, forced: bool = False
    ) -> Round[None]:
        """The showdown, and each pot to its winner. ``order`` is for odd chips, from the button's
        left if not said."""
        seats = [player.seat for player in self.from_left_of(self.button)]
        show = Showdown(
            list(self.players.values()), self.pots, worth, self.rules.show_clauses(),
            tuple(order) if order is not None else tuple(seats), asks=self.asks_to_see,
        )  # fmt: skip
        called = self.betting.aggressor if self.betting is not None else None
        if called is not None and self.players[called].folded:
            called = None
        yield from show.settle_hand(called if called is not None else seats[0], forced=forced)
        for seat in (*show.covered, *show.collected):
            self.players[seat].folded = True  # his cards are off the table

    def counts(self, played: Round[None]) -> Round[bool]:
        """Play the hand. Gives whether it counts: if it is annulled every bet goes back."""
        out = yield from annulling(played, self.bets_back)
        return not isinstance(out, Annulled)

    def bets_back(self, out: Annulled) -> Round[None]:
        """Every bet of the hand goes back, from its spot or out of the pot."""
        yield from self.pots.return_all(self.players.values(), self.rules.by("annulled"))

    def announce_start(self) -> Round[None]:
        """The last game is announced before its cards; then the game is invited."""
        rules, left = self.rules, self.setup.last_rounds_left
        if left:
            facts: dict[str, Fact] = {"left": left}
            yield Announced(what=rules.last_call, facts=facts, clause=rules.by("last_call"))
        yield Announced(what=rules.start_call, clause=rules.by("start_call"))
