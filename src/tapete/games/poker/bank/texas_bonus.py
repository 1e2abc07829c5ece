"""Texas Hold'em Bonus: a button, bets at flop, turn and river, and a bet on one's own two cards
(CAT-III.3.5.7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.fault import Fault
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.act import Act, Seat
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Option, Round
from tapete.core.round.bets import Offer
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, MarkerPut, at_seat
from tapete.core.round.game import Game, Setup
from tapete.core.round.settle import give_back
from tapete.core.table.seats import clockwise_from, first_on_the_right, left_of
from tapete.games.poker.bank.between import ACTS, notices, place_bets
from tapete.games.poker.bank.community import FLOP as FLOP_CARDS
from tapete.games.poker.bank.community import HAND, CommunityPase
from tapete.games.poker.bank.deal import IRREGULAR, Hand
from tapete.games.poker.bank.rules import ANTE, VOY, AnteCloth, BankRules, BankState, Threshold
from tapete.games.poker.deck import DeckTerms, PrepareDeck, ready
from tapete.games.poker.hands import HEIGHT, best_five
from tapete.games.poker.hands import Hand as Value
from tapete.games.poker.progressive import PotBet

BONUS = "bonus"
FLOP = "flop"
TURN = "turn"
RIVER = "river"
PASO = "paso"
BUTTON = "boton"
MISPLACED = "boton-mal-puesto"


class BonusRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Bonus table: pairs of ranks, of one suit or any, and what the ``bank`` holds.

    >>> aces = BonusRow("ases-contra-ases", ("AA",), bank="AA")
    >>> aces.fits(("Ac", "Ad"), ("Ah", "As")), aces.fits(("Ac", "Ad"), ())
    (True, False)
    """

    on: str
    cards: tuple[str, ...]
    suited: bool = False
    bank: str = ""

    def fits(self, own: Sequence[Card], bank: Sequence[Card]) -> bool:
        """Whether the player's two cards, and the croupier's where it matters, make this row."""
        if ranks_of(own) not in self.cards or (self.bank and ranks_of(bank) != self.bank):
            return False
        return not self.suited or own[0][1] == own[1][1]


def ranks_of(cards: Sequence[Card]) -> str:
    """The ranks of some cards, the highest first.

    >>> ranks_of([Card("Qh"), Card("Ad")])
    'AQ'
    """
    return "".join(sorted((card[0] for card in cards), key=HEIGHT.__getitem__, reverse=True))


class TexasBonusRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Bonus has: the cards of each street and the bets on them in times the ante, the
    least hand that pays the ante, and the Bonus table from the lowest row to the highest."""

    burn: int
    flop: int
    turn: int
    river: int
    turn_times: int
    river_times: int
    ante_pays: Threshold
    bonus_table: tuple[BonusRow, ...]

    def check(self) -> None:
        if (self.flop, self.flop + self.turn + self.river) != (FLOP_CARDS, HAND):
            raise ValueError(
                Fault("fault.flop-of-three", "five community cards, three of them the flop")
            )
        for row in self.bonus_table:
            if f"{BONUS}@{row.on}" not in self.pays:
                raise ValueError(
                    Fault("fault.bonus-row", "the Bonus table has no payment for {row}", row=row.on)
                )

    def bonus_row(self, own: Sequence[Card], bank: Sequence[Card]) -> str | None:
        """The best row of the Bonus table for these cards; none if they lose."""
        rows = [row.on for row in self.bonus_table if row.fits(own, bank)]
        return rows[-1] if rows else None


class TexasBonusState(BankState, frozen=True, kw_only=True):
    """A table of Bonus also keeps where the button lies."""

    button: int | None = None


class TexasBonusPase(CommunityPase[TexasBonusRules, TexasBonusState]):
    """A round in course, street by street."""

    irregular: ClassVar[tuple[str, ...]] = (*IRREGULAR, MISPLACED)
    second: ClassVar[str] = FLOP
    void = False

    @property
    def keeps_stub(self) -> bool:
        return True

    def exchange(self) -> Round[None]:
        """Flop, turn and river, with a bet offered before each of the last two."""
        rules = self.rules
        yield from self.street(rules.flop, "flop")
        yield from self.offer_more(TURN, rules.turn_times, "turn_times")
        yield from self.street(rules.turn, "turn")
        yield from self.offer_more(RIVER, rules.river_times, "river_times")
        yield from self.street(rules.river, "river")
        yield from self.discard_stub()

    def street(self, cards: int, why: str) -> Round[None]:
        """One card is burned unseen and the next are uncovered."""
        yield from self.burn_unseen(self.rules.burn, why)
        yield from self.lay_common(cards, why)

    def offer_more(self, spot: str, times: int, why: str) -> Round[None]:
        """``voy`` puts another bet down, ``paso`` goes on without it; nobody may retire now."""
        for hand in self.live:
            amount = times * hand.stakes[ANTE].amount
            options = (Option(VOY, puts=amount), Option(PASO))
            move = yield from self.asked(hand, options, why, default=PASO)
            if move.name == VOY:
                yield from self.stake_more(hand, spot, amount, why)
        if self.live:
            yield Announced(what=self.rules.close_call, clause=self.rules.by("second_close"))

    # The Bonus bet

    def fold(self, hand: Hand) -> Round[None]:
        """Whoever retires has his Bonus settled first; the croupier's cards lie covered yet."""
        if BONUS in hand.stakes:
            yield from self.turn_up(hand.zone, hand.cards, "fold_bonus")
            yield from self.settle_bonus(hand, (), "fold_bonus")
        yield from super().fold(hand)

    def show_bank(self) -> Round[Value]:
        """The croupier also puts the community cards he uses in order (CAT-III.3.5.7.3-34)."""
        bank = yield from super().show_bank()
        yield self.board_used(self.croupier, "board_bank")
        return bank

    def show_hand(self, hand: Hand, why: str = "compare") -> Round[Value]:
        """The community cards a player's hand uses are pointed out (CAT-III.3.5.7.3-35)."""
        mine = yield from super().show_hand(hand, why)
        yield self.board_used(hand.cards, "board_player", seat=hand.seat)
        return mine

    def board_used(self, own: Sequence[Card], why: str, **of: Fact) -> Announced:
        """Which community cards a hand is made with, from the higher part of the play down."""
        used = [card for card in best_five([*own, *self.board]) if card in self.board]
        facts: dict[str, Fact] = {**of, "cards": " ".join(used)}
        what = "comunitarias-de-la-mano" if of else "comunitarias-del-croupier"
        return Announced(what=what, facts=facts, clause=self.rules.by(why))

    def settle_hand(self, hand: Hand, bank: Value) -> Round[None]:
        """The Bonus is settled first, then the hand is compared."""
        if BONUS in hand.stakes:
            yield from self.turn_up(hand.zone, hand.cards, "compare")
            yield from self.settle_bonus(hand, self.croupier, "bonus_settled")
        yield from super().settle_hand(hand, bank)

    def settle_bonus(self, hand: Hand, bank: Sequence[Card], why: str) -> Round[None]:
        """The player's two cards against the Bonus table, whatever becomes of his hand."""
        row = self.rules.bonus_row(hand.cards, bank)
        if row is None:
            yield from self.lose_bet(hand, BONUS, self.rules.by(why))
        else:
            yield from self.win_bet(hand, BONUS, row)

    def pay_winner(self, hand: Hand, bet: str, mine: Value) -> Round[None]:
        """The ante of a winner pays only from a certain hand on; below it comes back."""
        rules = self.rules
        if bet == ANTE and not rules.ante_pays.reached_by(mine, self.ranking):
            stake = hand.stakes.pop(bet)
            yield from give_back(stake, rules.by("ante_pays"), why="sin-pago")
        else:
            yield from super().pay_winner(hand, bet, mine)

    # What goes wrong

    def mishap(self, what: str) -> Round[None]:
        """A button out of place annuls the round if no card has been dealt; later it stands."""
        if what != MISPLACED:
            yield from super().mishap(what)
        elif not self.dealer.drawn:
            raise Annulled(MISPLACED, self.rules.by("button_wrong"))
        else:
            yield Announced(what="boton-corregido-despues", clause=self.rules.by("button_wrong"))


def play(
    setup: Setup[TexasBonusRules, DeckTerms], state: TexasBonusState
) -> Round[TexasBonusState]:
    """One round of Texas Hold'em Bonus; after it the button moves on."""
    rules = setup.rules
    button = yield from find_button(setup, state)
    state = replace(state, button=button)
    bonus = {BONUS: Offer(rules.bets[BONUS].clause)}
    first = next(iter(clockwise_from(button, setup.seats)), None)  # CAT-III.3.5.7.3-08
    cloth = AnteCloth(rules=rules, pot=PotBet.of(setup, ANTE), sides=bonus, first=first)
    stakes = yield from place_bets(setup, cloth)
    order = clockwise_from(button, {stake.seat for stake in stakes})
    pase = TexasBonusPase(setup, state, stakes, order)
    if not pase.hands:
        return state
    yield from pase.run()
    after = pase.after()
    if pase.void:
        return after
    button = left_of(button, setup.seats)
    yield MarkerPut(marker=BUTTON, place=at_seat(button), clause=rules.by("button_moves"))
    return replace(after, button=button)


# The button


def find_button(setup: Setup[TexasBonusRules, DeckTerms], state: TexasBonusState) -> Round[int]:
    """Where the button lies: at first before the first player on the croupier's right; before an
    empty place it is a dead button, and the deal begins with the next player."""
    rules, button = setup.rules, state.button
    if button is None:
        button = first_on_the_right(setup.seats)
        yield MarkerPut(marker=BUTTON, place=at_seat(button), clause=rules.by("button_first"))
    elif button not in setup.seats:
        facts = {"seat": button}
        yield Announced(what="boton-muerto", facts=facts, clause=rules.by("button_dead"))
    return button


class PutButton(Act[TexasBonusRules, TexasBonusState], frozen=True, kw_only=True, tag="button"):
    """The croupier puts the button before a place: where a table begins, or to correct it."""

    seat: Seat

    def carry_out(
        self, setup: Setup[TexasBonusRules, DeckTerms], state: TexasBonusState
    ) -> Round[TexasBonusState]:
        rules, seat = setup.rules, self.seat
        clause, most = rules.by("button_moves"), rules.players_max
        if type(seat) is not int or seat < 1 or (most is not None and seat > most):
            raise Refused(clause, "no-such-seat", seat=str(seat))
        yield MarkerPut(marker=BUTTON, place=at_seat(seat), clause=clause)
        return replace(state, button=seat)


TEXAS_HOLDEM_BONUS: Game[Any, Any] = Game(
    id="texas-holdem-bonus",
    rules=TexasBonusRules,
    terms=DeckTerms,
    state=TexasBonusState,
    opening=lambda rules: TexasBonusState(),
    play=play,
    acts=(*ACTS, PutButton),
    ready=ready,
    prepare=PrepareDeck,
    notices=notices,
)
