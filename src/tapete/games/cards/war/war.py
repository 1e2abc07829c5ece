"""War: one round, from the bets to the wars of those who tied."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.money import down
from tapete.core.book.refused import Fact
from tapete.core.round.annulled import Annulled, annulling
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Mishap, Skipped, Stuck
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardDealt,
    CardsCleared,
    Chosen,
    ResultShown,
    TurnGiven,
    at_seat,
)
from tapete.core.round.game import Game, Setup
from tapete.core.round.settle import give_back, keep, lose, lose_half, win, win_and_return
from tapete.core.round.shoe import EMPTY, Dealer
from tapete.core.table.seats import in_order
from tapete.games.cards.between import ACTS, PackState, PreparePack, burn_owed, ready, tell_last
from tapete.games.cards.shuffle import ShoeTerms, notices
from tapete.games.cards.shuffle import prepare as prepare_cards
from tapete.games.cards.war.rules import (
    BONUS,
    GUERRA,
    MAIN,
    RENDIRSE,
    TIE,
    WarCloth,
    WarRules,
    WarState,
    opening,
)

CROUPIER = "croupier"
CROUPIER_AT_WAR = "croupier.guerra"
BURNED = "quemadas"
NO_CUT_CARD = "sin-carta-de-corte"
IRREGULAR = (
    "carta-descubierta", "cartas-pegadas", "sin-carta", "orden-equivocado", EMPTY, NO_CUT_CARD,
)  # fmt: skip


@dataclass(eq=False)
class Hand:
    """One player's card, and the bets still open on it."""

    seat: int
    stakes: dict[str, Stake]
    cards: list[Card] = field(default_factory=list)

    @property
    def zone(self) -> str:
        return at_seat(self.seat)


def play(setup: Setup[WarRules, ShoeTerms], state: WarState) -> Round[WarState]:
    """One round: bets, a card each, and the wars of those who tied and want one."""
    rules = setup.rules
    yield from tell_last(setup)
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    stakes = yield from take_bets(betting_of(setup, WarCloth(rules=rules), state.waiting))
    if not stakes:
        return replace(state, waiting=())
    pase = Pase(setup, state, stakes)
    yield from pase.run()
    after = replace(state, shoe=pase.dealer.shoe(), waiting=tuple(pase.waiting), owed=pase.owed)
    return (yield from burn_owed(rules, after))


class Pase:
    """A round in course."""

    def __init__(
        self, setup: Setup[WarRules, ShoeTerms], state: WarState, stakes: tuple[Stake, ...]
    ) -> None:
        self.setup, self.rules, self.unit = setup, setup.rules, setup.limits.unit
        self.owed = state.owed
        self.dealer = self._dealer(state)
        mine: dict[int, dict[str, Stake]] = {}
        for stake in stakes:
            mine.setdefault(stake.seat, {})[stake.bet] = stake
        self.hands = [Hand(seat, mine[seat]) for seat in in_order(mine)]
        self.croupier: list[Card] = []
        self.at_war: list[Card] = []
        self.burned = False
        self.waiting: list[Stake] = []

    def _dealer(self, state: PackState) -> Dealer:
        rules = self.rules
        return Dealer(
            state.shoe, rules.by("deal_order"), IRREGULAR,
            cut_clause=rules.by("cut_card"), closed_by=rules.by("close_call"),
        )  # fmt: skip

    def run(self) -> Round[None]:
        yield from annulling(self.play_out(), self.bets_back)
        yield from self.collect_cards()

    def play_out(self) -> Round[None]:
        """The first cards and what they decide, then the wars."""
        yield from self.first_cards()
        yield from self.initial_phase()
        for hand in [hand for hand in self.hands if hand.stakes]:
            yield from self.break_tie(hand)

    # The initial phase (CAT-III.4.4-14 to -16, CAT-III.4.6-08, -09)

    def first_cards(self) -> Round[None]:
        """One card to each player from the bank's left to its right, then one to the bank."""
        for hand in list(self.hands):
            card = yield from self.next_card(hand)
            if card is not None:
                yield from self.lay(hand.cards, hand.zone, card)
        if self.hands:
            card = yield from self.next_card(to=CROUPIER)
            assert card is not None
            yield from self.lay(self.croupier, CROUPIER, card)

    def initial_phase(self) -> Round[None]:
        """Collect from the lower cards, pay the higher ones and the bets on the tie."""
        rules = self.rules
        if not self.croupier:
            return
        bank = rules.value(self.croupier[0])
        yield ResultShown(
            result=self.croupier[0], facts={"value": bank}, clause=rules.by("result_call")
        )
        for hand in self.hands:
            mine = rules.value(hand.cards[0])
            if mine == bank and TIE in hand.stakes:
                yield from self.pay_bet(hand, TIE, TIE)
                war = hand.stakes.pop(MAIN)
                yield from give_back(war, rules.by("tie_bet_ties"), why="empate")
            elif mine != bank:
                if TIE in hand.stakes:
                    yield from self.lose_bet(hand, TIE, rules.by("tie_not_had"))
                if mine > bank:
                    yield from self.pay_bet(hand, MAIN, MAIN)
                else:
                    yield from self.lose_bet(hand, MAIN, rules.by("higher_wins"))
            if not hand.stakes:
                yield from self.clear_hand(hand)

    # The war (CAT-III.4.4-16 to -20, CAT-III.4.6-10)

    def break_tie(self, hand: Hand) -> Round[None]:
        """A tie on which the player had not bet: he surrenders or goes to war."""
        rules = self.rules
        yield TurnGiven(seat=hand.seat, to=hand.zone, clause=rules.by("tie_decision"))
        move = yield from Choose(
            seat=hand.seat,
            about=TIE,
            options=(Option(GUERRA, puts=self.second_bet(hand.stakes[MAIN])), Option(RENDIRSE)),
            clause=rules.by("tie_decision"),
            default=RENDIRSE,
            closed_by=rules.by("close_call"),
        )
        yield Chosen(seat=hand.seat, move=move.text, about=TIE, clause=rules.by("tie_decision"))
        if move.name == GUERRA:
            yield from self.go_to_war(hand)
        else:
            stake = hand.stakes.pop(MAIN)
            yield from lose_half(
                stake, rules.by("surrender_loss"),
                unit=self.unit, lost=rules.surrender_loss,
            )  # fmt: skip
        yield from self.clear_hand(hand)

    def second_bet(self, first: Stake) -> int:
        """What going to war costs: a bet equal to the first."""
        return down(first.amount * self.rules.war_bet)

    def go_to_war(self, hand: Hand) -> Round[None]:
        """A second bet equal to the first, and a card each behind three burned ones."""
        rules = self.rules
        first = yield from keep(hand.stakes[MAIN])
        amount = self.second_bet(first)
        yield BetPlaced(seat=hand.seat, bet=GUERRA, amount=amount, clause=rules.by("war_bet"))
        hand.stakes = {MAIN: first, GUERRA: Stake(hand.seat, GUERRA, amount)}
        mine = yield from self.war_card(hand.cards, hand.zone)
        bank = yield from self.war_card(self.at_war, CROUPIER_AT_WAR)
        facts: dict[str, Fact] = {"seat": hand.seat, "card": mine, "bank": bank}
        yield Announced(what="cartas-de-guerra", facts=facts, clause=rules.by("war_burn"))
        if rules.value(mine) < rules.value(bank):
            for bet in list(hand.stakes):
                yield from self.lose_bet(hand, bet, rules.by("war_lost"))
        else:
            if rules.value(mine) == rules.value(bank):
                row = rules.pay(MAIN, BONUS)
                yield Announced(what="bono-de-guerra", facts={"seat": hand.seat}, clause=row.clause)
                yield from win(first, row.ratio, row.clause, unit=self.unit)
            for bet in list(hand.stakes):
                yield from self.pay_bet(hand, bet, MAIN, GUERRA)
        self.at_war.clear()
        yield CardsCleared(zone=CROUPIER_AT_WAR, clause=rules.by("settled_cleared"))

    def war_card(self, cards: list[Card], zone: str) -> Round[Card]:
        """Three cards burned, face down, and one dealt face up."""
        for _ in range(self.rules.war_burn):
            yield from self.next_card(to=BURNED, burning=True)
            yield from self.burn(None, "war_burn")
        card = yield from self.next_card(to=zone)
        assert card is not None
        yield from self.lay(cards, zone, card)
        return card

    # Cards

    def lay(self, cards: list[Card], zone: str, card: Card) -> Round[None]:
        cards.append(card)
        yield CardDealt(to=zone, card=card, clause=self.rules.by("deal_order"))

    def burn(self, card: Card | None, why: str) -> Round[None]:
        """A card out of play; nobody sees it unless it had come out face up."""
        self.burned = True
        yield CardDealt(to=BURNED, card=card, clause=self.rules.by(why))

    def next_card(
        self, hand: Hand | None = None, *, to: str = "", burning: bool = False
    ) -> Round[Card | None]:
        """The next good card; what comes out wrong is remedied (CAT-III.4.6).

        None: the hand it was meant for gets no card.
        """
        rules = self.rules
        while True:
            if hand is not None and hand not in self.hands:
                return None
            drawn = yield from self.dealer.draw(to if hand is None else hand.zone)
            match drawn:
                case str():
                    return drawn
                case Exposed():
                    if burning:
                        return drawn.card
                    yield from self.burn(drawn.card, "exposed")
                case Stuck():
                    for card in drawn.cards:
                        yield from self.burn(card, "stuck")
                    raise Annulled("cartas-pegadas", rules.by("stuck"))
                case Skipped():
                    yield from self.pass_over(drawn.seat)
                case Mishap(what="orden-equivocado"):
                    clause = rules.by("no_going_back")
                    yield Announced(what="cartas-no-retroceden", clause=clause)
                case Mishap():
                    yield from self.pack_ended(drawn.what)

    def pass_over(self, seat: int) -> Round[None]:
        """A player who bet and got no card waits for the next round; his bets with him, or back."""
        clause = self.rules.by("no_card")
        undealt = [hand for hand in self.hands if hand.stakes and not hand.cards]
        for hand in [hand for hand in undealt if hand.seat == seat]:
            self.hands.remove(hand)
            answer = yield from Choose(
                seat=seat,
                about="sin-carta",
                options=(Option("retirar"), Option("dejar")),
                clause=clause,
                default="retirar",
                optional=True,
            )
            yield Chosen(seat=seat, move=answer.text, about="sin-carta", clause=clause)
            for stake in hand.stakes.values():
                if answer.name == "dejar":
                    self.waiting.append((yield from keep(stake)))
                else:
                    yield from give_back(stake, clause, why="sin-carta")

    def pack_ended(self, what: str) -> Round[None]:
        """No card left. If the cut card never showed the round is void; else the rest is burned,
        all is shuffled but the cards on the table, and the round on hold goes on."""
        rules = self.rules
        shoe = self.dealer.shoe()
        if what == NO_CUT_CARD or shoe.behind is None:
            raise Annulled(what, rules.by("no_cut_card"))
        yield Announced(what="mazo-terminado", clause=rules.by("pack_out"))
        yield Announced(what="pase-en-espera", clause=rules.by("hold"))
        on_table = [card for hand in self.hands if hand.stakes for card in hand.cards]
        on_table += [*self.croupier, *self.at_war]
        fresh = yield from prepare_cards(self.setup, shoe, on_table=on_table)
        self.owed = 0
        self.dealer = self._dealer(PackState(shoe=fresh))

    # Settling

    def pay_bet(self, hand: Hand, bet: str, row: str, on: str = "") -> Round[None]:
        pay = self.rules.pay(row, on)
        yield from win_and_return(hand.stakes.pop(bet), pay.ratio, pay.clause, unit=self.unit)

    def lose_bet(self, hand: Hand, bet: str, clause: ClauseId) -> Round[None]:
        yield from lose(hand.stakes.pop(bet), clause)

    def bets_back(self, out: Annulled) -> Round[None]:
        """Bets that are still open go back; those left for the next round wait."""
        for hand in self.hands:
            for stake in hand.stakes.values():
                yield from give_back(stake, out.clause, why="anulada")

    def clear_hand(self, hand: Hand) -> Round[None]:
        """A settled player's cards go to the discard holder (CAT-III.4.4-21)."""
        hand.stakes = {}
        hand.cards = []
        yield CardsCleared(zone=hand.zone, clause=self.rules.by("settled_cleared"))

    def collect_cards(self) -> Round[None]:
        clause = self.rules.by("settled_cleared")
        for zone in [hand.zone for hand in self.hands if hand.cards]:
            yield CardsCleared(zone=zone, clause=clause)
        if self.at_war:
            yield CardsCleared(zone=CROUPIER_AT_WAR, clause=clause)
        if self.croupier:
            yield CardsCleared(zone=CROUPIER, clause=clause)
        if self.burned:
            yield CardsCleared(zone=BURNED, clause=clause)


def leave(setup: Setup[WarRules, ShoeTerms], state: WarState, seat: int) -> Round[WarState]:
    """A player who goes takes the bets he had left for the next round."""
    clause = setup.rules.by("no_card")
    for stake in state.waiting:
        if stake.seat == seat:
            yield from give_back(stake, clause, why="sin-carta")
    left = tuple(stake for stake in state.waiting if stake.seat != seat)
    return replace(state, waiting=left)


WAR = Game(
    id="war",
    rules=WarRules,
    terms=ShoeTerms,
    state=WarState,
    opening=opening,
    play=play,
    acts=ACTS,
    leave=leave,
    ready=ready,
    prepare=PreparePack,
    notices=notices,
)
