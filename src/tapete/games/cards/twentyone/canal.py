"""Canal 21 (CAT-III.1.5.3): the bank draws with soft 17, Canal 21 pays even money, equal 21s may
break the tie, and three cards of a kind or in sequence earn a bonus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.money import odds
from tapete.core.round.ask import Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import RANKS, Card
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    BetReturned,
    CardDealt,
    CardsCleared,
    Chosen,
)
from tapete.core.round.game import Setup
from tapete.core.round.settle import give_back, lose, win, win_and_return
from tapete.core.round.shoe import Shoe
from tapete.core.table.seats import in_order
from tapete.games.cards.shuffle import ShoeTerms, fresh_shoe
from tapete.games.cards.twentyone.between import PreparePack, new_pack, place_bets
from tapete.games.cards.twentyone.deal import NO_CUT_CARD, Hand, ShoeOut, right_to_left
from tapete.games.cards.twentyone.hand import TARGET, is_natural, points
from tapete.games.cards.twentyone.pase import Pase
from tapete.games.cards.twentyone.places import CanalCloth, CanalRules, CanalState
from tapete.games.cards.twentyone.rules import MAIN, TIE_BREAK, players_of

BANK_CARD = "desempate-banca"
EQUAL = "desempate-igual"


def opening(rules: CanalRules) -> CanalState:
    return CanalState(shoe=fresh_shoe(rules))


class StartPack(PreparePack[CanalRules, CanalState], frozen=True, kw_only=True):
    """A new pack, cut by the player the cut card came to; with the burn, places are offered."""

    def carry_out(
        self, setup: Setup[CanalRules, ShoeTerms], state: CanalState
    ) -> Round[CanalState]:
        rules = setup.rules
        cuts = state.cutter in setup.seats and not state.new_cards
        cutters = (state.cutter,) if cuts and state.cutter is not None else None
        state = yield from new_pack(setup, state, cutters)
        facts = {"free": (rules.players_max or 0) - len(setup.seats)}
        clause = rules.by("places_offered")
        yield Announced(what="posiciones-multiples", facts=facts, clause=clause)
        return replace(state, cutter=None, places=state.places.in_a_new_pack())


def play(setup: Setup[CanalRules, ShoeTerms], state: CanalState) -> Round[CanalState]:
    """One round of Canal 21."""
    rules, players = setup.rules, players_of(setup)
    cloth = CanalCloth(rules=rules, limits=setup.limits, players=players, places=state.places)
    stakes = yield from place_bets(setup, cloth)
    if not stakes:
        return state
    pase = CanalPase(setup, state.shoe, stakes)
    yield from pase.run()
    return replace(
        state,
        shoe=pase.dealer.shoe(),
        places=state.places.after_a_round(setup.seats, players, {stake.seat for stake in stakes}),
        cutter=pase.cut_to,
    )


class CanalPase(Pase[CanalRules]):
    """A round of Canal 21 in course."""

    natural_pays: ClassVar[str] = "canal-21"

    def __init__(
        self, setup: Setup[CanalRules, ShoeTerms], shoe: Shoe, stakes: tuple[Stake, ...]
    ) -> None:
        mains = {stake.seat: stake for stake in stakes}
        hands = [Hand(seat, f"seat:{seat}", {1: mains[seat]}) for seat in in_order(mains)]
        super().__init__(setup, shoe, hands)
        self.equal_pays = setup.rules.option(EQUAL)

    def run(self) -> Round[None]:
        try:
            yield from self.first_cards()
            yield from self.offer_insurance()
            for hand in list(self.hands):
                yield from self.turn(hand)
            yield from self.croupier_draws()
            yield from self.settle()
        except ShoeOut as out:
            yield from self.cards_run_out(out.what)
        yield from self.collect_cards()

    # Paying (CAT-III.1.5.3-53 to -55, -75 to -79)

    def settle(self) -> Round[None]:
        """Collect and pay from right to left; then the tie-breaks, from the left."""
        total, bank_natural = points(self.croupier), is_natural(self.croupier)
        facts = {"points": total, "canal_21": bank_natural}
        if len(self.croupier) > 1:
            yield Announced(
                what="total-del-croupier", facts=facts, clause=self.rules.by("settle_order")
            )
        live = right_to_left(self.live())
        for hand in live:
            yield from self.pay_bonus(hand)
        for hand in live:
            mine = points(hand.cards)
            if bank_natural and mine == TARGET:
                continue
            if hand.natural:
                yield from self.pay_hand(hand, self.natural_pays)
            elif total > TARGET or mine > total:
                yield from self.pay_hand(hand)
            elif mine < total:
                clause = self.rules.by("bank_natural") if bank_natural else ""
                yield from lose(hand.stake, clause or self.rules.pay(MAIN).clause)
            else:
                self.tie_hand(hand)
            hand.over = True
        for hand in self.live():  # in the order of the deal
            yield from self.break_tie(hand)

    def insured_against(self) -> str:
        """Two insurances: behind an ace, and behind a ten or figure (CAT-III.1.5.3-38)."""
        return "as" if self.croupier[0][0] == "A" else "figura"

    # The bonus (CAT-III.1.5.3-63 to -67, -80)

    def pay_bonus(self, hand: Hand) -> Round[None]:
        """Once a hand, on its original bet, whatever becomes of it."""
        kind = bonus(hand.cards)
        if kind:
            row = self.rules.pay(MAIN, kind)
            yield from win(self.original(hand), row.ratio, row.clause, unit=self.limits.unit)

    def original(self, hand: Hand) -> Stake:
        """The hand's bet without what doubling added."""
        return replace(hand.stake, amount=hand.stake.amount - hand.raised, excess=0)

    # The tie-break (CAT-III.1.5.3-57 to -62)

    def break_tie(self, hand: Hand) -> Round[None]:
        """The bank has Canal 21 and the hand 21: one card each for a second bet, or void."""
        rules = self.rules
        # The second bet is the original one again; what doubling added comes back first.
        puts = max(0, self.original(hand).amount - hand.raised)
        options = [Option("desempate", puts=puts), Option("no")]
        answer = yield from self.offer(hand.zone, hand, options, rules.by("tie_break"))
        yield Chosen(
            seat=hand.seat, move=answer.text, about=hand.zone, clause=rules.by("tie_break")
        )
        if answer.name == "no":
            hand.over = True
            yield from give_back(hand.stake, rules.by("tie_break"), why="empate")
            return
        clause = rules.by("tie_break_bet")
        if hand.raised:
            yield BetReturned(
                seat=hand.seat, bet=hand.stake.bet, amount=hand.raised, why="nula", clause=clause
            )
        first = replace(hand.stake, amount=hand.stake.amount - hand.raised)
        second = Stake(hand.seat, hand.stake.bet.replace(MAIN, TIE_BREAK), first.amount)
        yield BetPlaced(seat=hand.seat, bet=second.bet, amount=second.amount, clause=clause)
        hand.stakes, hand.raised = {1: first, 2: second}, 0
        mine = yield from self.tie_card(TIE_BREAK)
        bank = yield from self.tie_card(BANK_CARD)
        hand.over = True
        yield from self.settle_tie_break(hand, RANKS.index(mine[0]) - RANKS.index(bank[0]))
        for zone in (TIE_BREAK, BANK_CARD):
            yield CardsCleared(zone=zone, clause=rules.by("tie_break_card"))

    def cards_run_out(self, what: str) -> Round[None]:
        """A tie-break that cannot be finished is void like the rest."""
        clause = self.rules.by("no_cut_card" if what == NO_CUT_CARD else "shoe_out")
        for hand in self.live():
            second = hand.stakes.pop(2, None)
            if second is not None:
                yield from give_back(second, clause, why="nula")
        yield from super().cards_run_out(what)

    def tie_card(self, zone: str) -> Round[Card]:
        """A card for the tie-break; suits do not matter and the ace is high."""
        card = yield from self.next_card(None, to=zone)
        assert card is not None
        yield CardDealt(to=zone, card=card, clause=self.rules.by("tie_break_card"))
        return card

    def settle_tie_break(self, hand: Hand, ahead: int) -> Round[None]:
        """Both bets are won, lost, or paid for equal cards as the reading in force says."""
        row = self.rules.pay(TIE_BREAK)
        # Where equal cards pay like a win it is the pay table that says so.
        by_table = self.equal_pays == row.odds
        equal_clause = self.rules.by("bank_natural") if by_table else row.clause
        for stake in hand.stakes.values():
            if ahead < 0:
                yield from lose(stake, row.clause)
            elif ahead > 0:
                yield from win_and_return(stake, row.ratio, row.clause, unit=self.limits.unit)
            else:
                yield from win_and_return(
                    stake, odds(self.equal_pays), equal_clause, unit=self.limits.unit
                )


def bonus(cards: Sequence[Card]) -> str:
    """The bonus of a hand by its first three cards; none if it has gone over 21.

    >>> bonus([Card("7h"), Card("7h"), Card("7h")]), bonus([Card("Qs"), Card("As"), Card("Ks")])
    ('tres-sietes-de-una-pinta', 'escalera-de-color')
    >>> bonus([Card("Kc"), Card("Ac"), Card("2c")]), bonus([Card("8h"), Card("8d"), Card("8c")])
    ('', '')
    """
    if len(cards) < 3 or points(cards) > TARGET:
        return ""
    three = cards[:3]
    ranks = {card[0] for card in three}
    one_suit = len({card[1] for card in three}) == 1
    if len(ranks) == 1:
        if ranks == {"7"}:
            return "tres-sietes-de-una-pinta" if one_suit else "tres-sietes"
        return "trio"
    return "escalera-de-color" if one_suit and in_sequence(ranks) else ""


def in_sequence(ranks: set[str]) -> bool:
    """Three ranks in a row, the ace before the two or after the king.

    >>> in_sequence({"A", "2", "3"}), in_sequence({"Q", "K", "A"}), in_sequence({"K", "A", "2"})
    (True, True, False)
    """
    ladder = f"A{RANKS}"
    return any(ranks == set(ladder[i : i + 3]) for i in range(len(ladder) - 2))
