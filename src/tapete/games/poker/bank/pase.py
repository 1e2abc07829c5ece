"""A round (pase) against the bank: play or retire, then the croupier's hand against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.annulled import Annulled, annulling
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardsCleared,
    Chosen,
    TurnGiven,
    at_seat,
)
from tapete.core.round.game import Setup
from tapete.core.round.move import Move, with_amount
from tapete.core.round.settle import give_back, lose, win_and_return
from tapete.games.poker.bank.deal import CROUPIER, Deal, Hand
from tapete.games.poker.bank.rules import ANTE, BET, NO_VOY, NOT_OPEN, VOY, R, S
from tapete.games.poker.deck import BURNED, DeckTerms
from tapete.games.poker.hands import FIVE, five
from tapete.games.poker.hands import Hand as Value

RIGHT_TO_LEFT = "derecha-a-izquierda"


class Pase(Deal[R, S]):
    """A round in course. A game says what happens between the decisions and the croupier's hand.

    ``void``: it did not count.
    """

    ranking: ClassVar[Sequence[str]] = FIVE
    second: ClassVar[str] = BET

    def __init__(
        self,
        setup: Setup[R, DeckTerms],
        state: S,
        stakes: Iterable[Stake],
        order: Sequence[int] | None = None,
    ) -> None:
        super().__init__(setup, state, stakes, order)
        self.void = False
        self.ties: list[Stake] = []

    def run(self) -> Round[None]:
        """The whole round, from the bets on the pot to the last card collected."""
        out = yield from annulling(self.play_all(), self.bets_back)
        self.void = isinstance(out, Annulled)
        yield from self.collect_rest()

    def play_all(self) -> Round[None]:
        """The bets on the pot, then all that the cards decide."""
        yield from self.pot.enter()
        yield from self.play_out()

    def play_out(self) -> Round[None]:
        """The deal, the decisions, and the croupier's hand against each player's."""
        yield from self.first_cards()
        if not self.keeps_stub:
            yield from self.discard_stub()
        yield from self.look()
        yield from self.decisions()
        yield from self.exchange()
        yield from self.showdown()

    @property
    def keeps_stub(self) -> bool:
        """Whether cards may still be drawn once the hands are dealt; else the rest is discarded."""
        return False

    def exchange(self) -> Round[None]:
        """What the game lets happen before the croupier shows his hand."""
        yield from ()

    # Play or retire

    def decisions(self) -> Round[None]:
        """Everybody must say whether he plays before the croupier shows his cards."""
        for hand in self.live:
            yield from self.decide(hand)
        if self.live:
            yield Announced(what=self.rules.close_call, clause=self.rules.by("second_close"))

    def decide(self, hand: Hand) -> Round[None]:
        """``voy`` puts the second bet down, ``no-voy`` gives the hand up."""
        rules = self.rules
        amount = rules.bet_times * hand.stakes[ANTE].amount
        move = yield from self.asked(
            hand, (Option(VOY, puts=amount), Option(NO_VOY)), "decision", default=NO_VOY
        )
        if move.name == VOY:
            yield from self.stake_more(hand, self.second, amount, "bet_times")
        else:
            yield from self.fold(hand)

    def asked(
        self,
        hand: Hand,
        options: tuple[Option, ...],
        why: str,
        *,
        default: str,
        optional: bool = False,
    ) -> Round[Move]:
        """Ask a player what he does with his hand, and tell it."""
        clause = self.rules.by(why)
        yield TurnGiven(seat=hand.seat, to=hand.zone, clause=clause)
        move = yield from Choose(
            seat=hand.seat,
            about=hand.zone,
            options=options,
            clause=clause,
            default=default,
            optional=optional,
            closed_by=self.rules.by("second_close"),
        )
        yield Chosen(seat=hand.seat, move=self.heard(move, options), about=hand.zone, clause=clause)
        return move

    @staticmethod
    def heard(said: Move, options: tuple[Option, ...]) -> str:
        """What the table hears of a move: how many cards are given up, never which.

        >>> Pase.heard(Move("cambiar", "2c,9d"), (Option("cambiar", cards=("2c", "9d"), most=2),))
        'cambiar:2'
        """
        covered = any(option.cards for option in options if option.name == said.name)
        shown = with_amount(said.name, len(said.cards)) if covered and said.cards else said
        return shown.text

    def stake_more(self, hand: Hand, spot: str, amount: int, why: str) -> Round[None]:
        """Chips that follow from the first bet go down on a spot of their own."""
        yield BetPlaced(seat=hand.seat, bet=spot, amount=amount, clause=self.rules.by(why))
        hand.stakes[spot] = Stake(hand.seat, spot, amount)

    def fold(self, hand: Hand) -> Round[None]:
        """The first bet is lost, and the cards are collected together without being seen."""
        yield from self.pot.forfeit(hand.seat, NO_VOY)
        for bet in list(hand.stakes):
            yield from self.lose_bet(hand, bet, self.rules.by("fold"))
        hand.out = True
        yield from self.collect(hand)

    # The croupier's hand against the others

    def showdown(self) -> Round[None]:
        """The croupier shows his hand, if anybody plays against it, and settles."""
        playing = self.live
        if playing:
            bank = yield from self.show_bank()
            opens = self.rules.opens is None or self.rules.opens.reached_by(bank, self.ranking)
            if self.rules.opens is not None:
                what = "abre" if opens else NOT_OPEN
                yield Announced(what=what, clause=self.rules.by("opens"))
            for hand in self.in_line(playing):
                yield from (self.settle_hand(hand, bank) if opens else self.pay_unopened(hand))
                yield from self.finish_hand(hand)
            yield from self.take_back()
        yield from self.award()

    def value(self, cards: Sequence[Card]) -> Value:
        """What a hand is worth in this game."""
        return five(cards)

    def show_bank(self) -> Round[Value]:
        """The croupier turns his cards over."""
        yield from self.turn_up(CROUPIER, self.croupier, "show")
        bank = self.value(self.croupier)
        facts: dict[str, Fact] = {"hand": bank.category}
        yield Announced(what="mano-del-croupier", facts=facts, clause=self.rules.by("show"))
        return bank

    def show_hand(self, hand: Hand, why: str = "compare") -> Round[Value]:
        """A player's cards are turned over to be compared."""
        yield from self.turn_up(hand.zone, hand.cards, why)
        mine = self.value(hand.cards)
        facts: dict[str, Fact] = {"seat": hand.seat, "hand": mine.category}
        yield Announced(what="mano", facts=facts, clause=self.rules.by(why))
        return mine

    def settle_hand(self, hand: Hand, bank: Value) -> Round[None]:
        """One hand against the croupier's, who has opened."""
        mine = yield from self.show_hand(hand)
        for bet in list(hand.stakes):
            if mine > bank:
                yield from self.pay_winner(hand, bet, mine)
            elif mine < bank:
                yield from self.lose_bet(hand, bet, self.rules.by("lost"))
            else:
                self.ties.append(hand.stakes.pop(bet))

    def pay_winner(self, hand: Hand, bet: str, mine: Value) -> Round[None]:
        """One bet of a hand better than the croupier's."""
        yield from self.win_bet(hand, bet, mine.category)

    def pay_unopened(self, hand: Hand) -> Round[None]:
        """The croupier does not open: the first bet is paid, the second goes back."""
        yield from self.win_bet(hand, ANTE, NOT_OPEN)
        for bet in list(hand.stakes):
            stake = hand.stakes.pop(bet)
            yield from give_back(stake, self.rules.by("not_open"), why=NOT_OPEN)

    def win_bet(self, hand: Hand, bet: str, on: str) -> Round[None]:
        """Pay a bet by its row of the table and give it back."""
        row, stake = self.rules.pay(bet, on), hand.stakes.pop(bet)
        yield from win_and_return(stake, row.ratio, row.clause, unit=self.unit)

    def lose_bet(self, hand: Hand, bet: str, clause: ClauseId) -> Round[None]:
        """Take a bet."""
        yield from lose(hand.stakes.pop(bet), clause)

    def take_back(self) -> Round[None]:
        """Winners paid and losers collected, the bets of a tie are taken back."""
        ties, self.ties = self.ties, []
        for stake in ties:
            yield from give_back(stake, self.rules.by("tie"), why="empate")

    def finish_hand(self, hand: Hand) -> Round[None]:
        """A settled hand is collected, unless the pot has to look at it yet."""
        hand.out = True
        if hand.seat not in self.pot.live:
            yield from self.collect(hand)

    def award(self) -> Round[None]:
        """The croupier looks at every hand with a claim on the pot, opened or not."""
        by_seat = {hand.seat: hand for hand in self.hands}
        for seat in self.pot.live:
            yield from self.turn_up(at_seat(seat), by_seat[seat].cards, "compare")
        yield from self.pot.award({seat: self.pot_cards(by_seat[seat]) for seat in self.pot.live})

    def pot_cards(self, hand: Hand) -> Sequence[Card]:
        """The five cards a claim on the pot is read from."""
        return hand.cards

    # The end

    def in_line(self, hands: Iterable[Hand]) -> list[Hand]:
        """The hands as the croupier settles and collects them."""
        leftwards = self.rules.settle_order == RIGHT_TO_LEFT
        return sorted(hands, key=lambda hand: hand.seat, reverse=not leftwards)

    def bets_back(self, out: Annulled) -> Round[None]:
        """Nothing of the round counts: open bets go back, also those on the pot."""
        for hand in self.hands:
            for stake in hand.stakes.values():
                yield from give_back(stake, out.clause, why="anulada")
            hand.stakes, hand.out = {}, True
        yield from self.pot.refund(out.clause, "anulada")

    def collect_rest(self) -> Round[None]:
        """The cards still on the table: the players', what was burned, the croupier's."""
        for hand in self.in_line(self.hands):
            yield from self.collect(hand)
        clause = self.rules.by("collected")
        if self.burned:
            yield CardsCleared(zone=BURNED, clause=clause)
        if self.croupier:
            yield CardsCleared(zone=CROUPIER, clause=clause)
