"""The deal of a round (pase): covered cards one by one or in packets, and what goes wrong.

A covered card is told to nobody; its owner looks at it when the deal is over (CAT-III.3.6.3-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic

from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, Skipped, Stuck, Surplus
from tapete.core.round.event import (
    Announced,
    CardDealt,
    CardDiscarded,
    CardsCleared,
    CardSeen,
    Chosen,
    at_seat,
)
from tapete.core.round.game import Setup
from tapete.core.round.pot import PROGRESIVO
from tapete.core.round.settle import give_back
from tapete.core.round.shoe import EMPTY, Dealer, new_shoe
from tapete.core.table.seats import in_order
from tapete.games.poker.bank.rules import R, S
from tapete.games.poker.deck import ALLOWED, BURNED, DeckTerms, in_packets
from tapete.games.poker.misdeal import BURN, DISORDER, put_in_order
from tapete.games.poker.progressive import Progressive

CROUPIER = "croupier"
OUT_OF_CARDS = "mazo-agotado"
JAMMED = "barajadora-trancada"
WRONG_COUNT = "cantidad-equivocada"
SEEN = "carta-vista"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "carta-de-mas", SEEN, "sin-carta", DISORDER, EMPTY,
)  # fmt: skip


@dataclass
class Hand:
    """One player's cards and the bets he has open on them, by spot.

    ``looked`` counts the cards he has looked at. ``out``: he has folded, or his hand was annulled
    or settled; ``collected``: its cards are in the discard holder.
    """

    seat: int
    stakes: dict[str, Stake]
    cards: list[Card] = field(default_factory=list)
    looked: int = 0
    out: bool = False
    collected: bool = False

    @property
    def zone(self) -> str:
        return at_seat(self.seat)


class Deal(Generic[R, S]):
    """The hands on the table, the croupier's, and the deck they come from.

    ``known`` are the cards everybody has seen. ``dealing`` holds until every hand is complete.
    """

    irregular: ClassVar[tuple[str, ...]] = IRREGULAR

    def __init__(
        self,
        setup: Setup[R, DeckTerms],
        state: S,
        stakes: Iterable[Stake],
        order: Sequence[int] | None = None,
    ) -> None:
        """``order`` is the order of the deal where it is not from the croupier's left."""
        self.setup, self.state, self.rules = setup, state, setup.rules
        self.unit = setup.limits.unit
        machine = (JAMMED,) if self.rules.machine == ALLOWED else ()
        self.dealer = Dealer(
            new_shoe(self.rules.decks), self.rules.by("deal_order"), (*self.irregular, *machine),
            cut_clause=self.rules.by("cut"), closed_by=self.rules.by("close_call"),
        )  # fmt: skip
        mine: dict[int, dict[str, Stake]] = {}
        staked = tuple(stakes)
        for stake in staked:
            if stake.bet != PROGRESIVO:
                mine.setdefault(stake.seat, {})[stake.bet] = stake
        self.hands = [Hand(seat, mine[seat]) for seat in order or in_order(mine)]
        self.pot = Progressive(setup, staked)
        self.croupier: list[Card] = []
        self.known: set[Card] = set()
        self.dealing = True
        self.burned = self.jammed = False
        self.seen_players = self.seen_croupier = 0

    @property
    def live(self) -> list[Hand]:
        """The hands still in the round, in the order of the deal."""
        return [hand for hand in self.hands if not hand.out]

    def after(self) -> S:
        """The table once the round is over: its deck must be shuffled."""
        left = self.dealer.shoe().unseen
        drawn = tuple(card for card, count in left.items() if not count)
        # A round may be void before its first card; its deck is shuffled again all the same.
        return replace(self.state, drawn=drawn, reshuffle=not drawn, jammed=self.jammed, absent=())

    # Dealing

    def first_cards(self) -> Round[None]:
        """The initial deal, from the croupier's left to his right and to himself: card by card,
        or hand by hand when a machine gives packets."""
        rules = self.rules
        if in_packets(self.setup, self.state):
            for hand in self.live:
                for _ in range(rules.cards_each):
                    yield from self.serve(hand, "packet")
            if self.live:
                yield from self.bank_packet()
        else:
            for turn in range(1, rules.cards_each + 1):
                for hand in self.live:
                    yield from self.serve(hand)
                if self.live:
                    yield from self.bank_card(turn)
        self.dealing = False
        for hand in [hand for hand in self.live if hand.seat in self.state.absent]:
            yield from self.annul_hand(hand, rules.by("absent"), "ausente")

    def bank_card(self, turn: int) -> Round[None]:
        """What the bank has after each turn of the deal: a card of the croupier's own."""
        yield from self.serve_croupier(covered=turn not in self.rules.croupier_up)

    def bank_packet(self) -> Round[None]:
        """The last packet is the croupier's."""
        for _ in range(self.rules.cards_each):
            yield from self.serve_croupier("packet")
        yield from self.turn_up_packet()

    def serve(self, hand: Hand, why: str = "deal_order") -> Round[None]:
        """A covered card to a hand, unless it is out or turns out of the round meanwhile."""
        if hand.out:
            return
        card = yield from self.next_card(hand)
        if card is not None:
            yield from self.lay(hand.zone, hand.cards, card, why)

    def serve_croupier(self, why: str = "deal_order", *, covered: bool = True) -> Round[None]:
        """A card to the croupier's own hand."""
        card = yield from self.next_card(None, to=CROUPIER, covered=covered)
        if card is not None:
            yield from self.lay(CROUPIER, self.croupier, card, why, covered=covered)

    def lay(
        self, zone: str, cards: list[Card], card: Card, why: str, *, covered: bool = True
    ) -> Round[None]:
        """Put a card on the table; if it was seen on its way everybody knows it."""
        cards.append(card)
        clause = self.rules.by(why)
        yield CardDealt(to=zone, card=None if covered else card, clause=clause)
        if not covered:
            self.known.add(card)
        elif card in self.known:
            yield CardSeen(zone=zone, index=len(cards) - 1, card=card, clause=clause)

    def turn_up_packet(self) -> Round[None]:
        """The last card of the croupier's packet is turned up: the upper or the lower one."""
        if self.rules.croupier_up:
            lower = self.setup.terms.packet_last != "arriba"
            yield from self.turn_up(CROUPIER, self.croupier, "packet", [-1 if lower else 0])

    def turn_up(
        self, zone: str, cards: Sequence[Card], why: str, which: Iterable[int] | None = None
    ) -> Round[None]:
        """Turn covered cards face up, all or some; what everybody knows already stays as it is."""
        for index in range(len(cards)) if which is None else which:
            card = cards[index]
            if card not in self.known:
                self.known.add(card)
                place = index % len(cards)
                yield CardSeen(zone=zone, index=place, card=card, clause=self.rules.by(why))

    def look(self) -> Round[None]:
        """Every player looks at the cards he has not seen yet; nobody else does."""
        clause = self.rules.by("look")
        for hand in self.live:
            for index, card in enumerate(hand.cards[hand.looked :], hand.looked):
                if card not in self.known:
                    yield CardSeen(
                        zone=hand.zone, index=index, card=card, clause=clause, audience=(hand.zone,)
                    )
            hand.looked = len(hand.cards)

    def give_up(self, hand: Hand, cards: Iterable[Card], why: str) -> Round[None]:
        """Some cards of a hand go to the discard holder unseen."""
        yield from self.to_tray(hand.zone, hand.cards, cards, self.rules.by(why))
        hand.looked = len(hand.cards)

    def to_tray(
        self, zone: str, cards: list[Card], gone: Iterable[Card], clause: ClauseId
    ) -> Round[None]:
        """Covered cards leave a zone one by one; everybody sees from where, nobody which."""
        for card in gone:
            index = cards.index(card)
            del cards[index]
            yield CardDiscarded(zone=zone, index=index, clause=clause)

    def complete(self, hand: Hand, why: str) -> Round[None]:
        """Covered cards to a hand, one by one, until it has all it should."""
        while len(hand.cards) < self.rules.cards_each and not hand.out:
            yield from self.serve(hand, why)

    def discard_stub(self, why: str = "stub") -> Round[None]:
        """What is left of the deck goes to the discard holder."""
        for _ in self.dealer.held:
            yield from self.burn(None, "surplus")
        yield Announced(what="resto-al-descartador", clause=self.rules.by(why))

    def burn(self, card: Card | None, why: str) -> Round[None]:
        """A card out of play; it is shown only if it had come out face up."""
        self.burned = True
        yield CardDealt(to=BURNED, card=card, clause=self.rules.by(why))

    # What goes wrong (CAT-III.3.6.4)

    def next_card(
        self, hand: Hand | None, *, to: str = "", covered: bool = True
    ) -> Round[Card | None]:
        """The next good card of the deck, for a hand or (none) for a zone of the bank; what comes
        out wrong is remedied. None: the hand it was meant for is out of the round."""
        while hand is None or not hand.out:
            drawn = yield from self.dealer.draw(to if hand is None else hand.zone)
            match drawn:
                case str():
                    return drawn
                case Exposed():
                    yield from self.burn(drawn.card, "exposed")
                case Stuck():
                    yield from self.part_stuck(drawn, hand)
                case Glimpsed():
                    self.known.add(drawn.card)
                    if covered or drawn.who != CROUPIER:
                        yield from self.count_seen(drawn.who)
                    return drawn.card
                case Surplus():
                    yield from self.take_surplus(hand, drawn.card)
                case Skipped():
                    yield from self.pass_over(drawn.seat)
                case Mishap():
                    yield from self.mishap(drawn.what)
            if not self.live:
                return None
        return None

    def mishap(self, what: str) -> Round[None]:
        """Cards dealt in the wrong order are put right or burned; without cards, or with a
        machine that stops, the round is void."""
        if what == DISORDER:
            if not (yield from self.put_in_order()):
                raise Annulled(DISORDER, self.rules.by("misdeal"))
        elif what == JAMMED:
            self.jammed = True
            raise Annulled(JAMMED, self.rules.by("jam_deal"))
        else:
            raise Annulled(OUT_OF_CARDS, self.rules.by("deck_out"))

    def count_seen(self, who: str) -> Round[None]:
        """A card that should be covered was seen: so many are let pass, one more voids all."""
        rules = self.rules
        if who == CROUPIER:
            self.seen_croupier += 1
            row, over = "seen_croupier_max", self.seen_croupier > rules.seen_croupier_max
        else:
            self.seen_players += 1
            row, over = "seen_players_max", self.seen_players > rules.seen_players_max
        if over:
            raise Annulled(SEEN, rules.by(row))
        yield Announced(what="carta-vista-sigue", clause=rules.by(row))

    def part_stuck(self, stuck: Stuck, hand: Hand | None) -> Round[None]:
        """Of cards stuck together one is burned unseen and the others go on; or all are burned."""
        kept = list(stuck.cards)
        if self.rules.stuck == "se-queman":
            gone, kept = kept, []
        else:
            gone = [(yield from self.one_of(stuck, hand))]
            kept.remove(gone[0])
        for _ in gone:
            yield from self.burn(None, "stuck")
        self.dealer.hold(kept)

    def one_of(self, stuck: Stuck, hand: Hand | None) -> Round[Card]:
        """The player concerned says which is burned, counting from the top: he does not see them.
        Of the bank's, and if he does not say, it is the top one."""
        if stuck.chosen is not None:
            return stuck.chosen
        if hand is None or len(stuck.cards) < 2:
            return stuck.cards[0]
        clause = self.rules.by("stuck")
        answer = yield from Choose(
            seat=hand.seat,
            about="cartas-pegadas",
            options=(Option(BURN, 1, len(stuck.cards)),),
            clause=clause,
            default=f"{BURN}:1",
            optional=True,
            closed_by=self.rules.by("close_call"),
        )
        yield Chosen(seat=hand.seat, move=answer.text, about="cartas-pegadas", clause=clause)
        return stuck.cards[answer.amount - 1]

    def take_surplus(self, hand: Hand | None, card: Card) -> Round[None]:
        """A card too many: in the deal it makes a wrong number of cards; later it is burned."""
        if self.dealing:
            yield from self.miscounted(hand)
        yield from self.burn(None, "surplus")

    def pass_over(self, seat: int) -> Round[None]:
        """A player was passed over. Without any card he waits for the next round; with some he
        has a wrong number of them."""
        for hand in [hand for hand in self.live if hand.seat == seat]:
            if not hand.cards:
                yield from self.annul_hand(hand, self.rules.by("no_card"), "sin-carta")
            elif self.dealing and len(hand.cards) < self.rules.cards_each:
                yield from self.miscounted(hand)

    def miscounted(self, hand: Hand | None) -> Round[None]:
        """A wrong number of cards: put in order if that can be done; else the player's hand is
        annulled, and the round if they are the bank's."""
        if self.rules.wrong_count == "se-ordenan" and (yield from self.put_in_order()):
            return
        if hand is None:
            raise Annulled(WRONG_COUNT, self.rules.by("wrong_count_bank"))
        yield from self.annul_hand(hand, self.rules.by("wrong_count"), WRONG_COUNT)

    def put_in_order(self) -> Round[bool]:
        """Whether cards dealt wrong can be put in order and no player objects to it."""
        seats, rules = [hand.seat for hand in self.live], self.rules
        return (yield from put_in_order(seats, rules.by("misdeal"), rules.by("close_call")))

    def annul_hand(self, hand: Hand, clause: ClauseId, why: str) -> Round[None]:
        """One player is out of the round: his bets go back and his cards are collected."""
        hand.out = True
        for stake in hand.stakes.values():
            yield from give_back(stake, clause, why=why)
        hand.stakes = {}
        yield from self.pot.refund(clause, why, hand.seat)
        yield from self.collect(hand)

    def collect(self, hand: Hand) -> Round[None]:
        """The cards of a hand go to the discard holder."""
        if hand.cards and not hand.collected:
            hand.collected = True
            yield CardsCleared(zone=hand.zone, clause=self.rules.by("collected"))
