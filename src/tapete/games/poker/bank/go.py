"""Go Poker: three equal bets, two of which may be taken back while cards are shown, and a hand of
three own and two community cards that wins by itself (CAT-III.3.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.fault import Fault
from tapete.core.round.ask import Option, Round
from tapete.core.round.bets import Closed, Cloth, Felted, Offer
from tapete.core.round.game import Setup
from tapete.core.round.pot import PROGRESIVO
from tapete.core.round.settle import give_back
from tapete.games.poker.bank.community import HAND, CommunityPase
from tapete.games.poker.bank.deal import Hand
from tapete.games.poker.bank.game import bank_game
from tapete.games.poker.bank.rules import BankRules, BankState, Threshold
from tapete.games.poker.deck import DeckTerms
from tapete.games.poker.progressive import PotBet

LINE = "linea"
IR = "ir"
NO_IR = "no-ir"
ABSENT = "ausente"
WINDOWS = (("first_window", "first_common"), ("second_window", "second_common"))
"""After each window of decisions one community card is turned up."""


class GoRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Go Poker has: the bets of its line, its ``common`` cards, and the least hand that
    is paid. ``absent_late``: who is not there any more and has seen his cards loses his bets."""

    absent_late: bool = False
    line: int
    common: int
    pays_from: Threshold

    def check(self) -> None:
        if (self.line, self.common) != (len(WINDOWS) + 1, len(WINDOWS)):
            raise ValueError(
                Fault(
                    "fault.go-windows",
                    "one bet and one community card for each window, and the last bet",
                )
            )
        if self.cards_each + self.common != HAND:
            raise ValueError(Fault("fault.go-five", "own and community cards together make five"))

    def spots(self) -> tuple[str, ...]:
        """The spots of the betting line: 1, 2 and 3."""
        return tuple(f"{LINE}:{number}" for number in range(1, self.line + 1))


class LineCloth(Cloth, frozen=True, kw_only=True):
    """Before each place the betting line: so much on ``linea`` is so much on each of its spots.

    The limits of the table bind each spot. All must be staked, and equally, when betting closes.
    """

    rules: GoRules
    pot: PotBet

    def bets(self) -> Iterator[str]:
        yield LINE
        yield from self.pot.bets()

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        if bet != LINE:
            return ((bet, amount),)
        return tuple((spot, amount) for spot in self.rules.spots())

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet == PROGRESIVO:
            return self.pot.offer(seat)
        if bet == LINE or bet in self.rules.spots():
            return Offer(self.rules.bets[LINE].clause)
        return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        spots = self.rules.spots()
        if all((seat, spot) in felt for spot in spots):
            return ()
        return tuple(bet for bet in (*spots, PROGRESIVO) if (seat, bet) in felt)

    def settled(self, felt: Felted) -> Closed | None:
        spots = self.rules.spots()
        for seat, bet in felt:
            if bet in spots and len({felt.get((seat, spot)) for spot in spots}) > 1:
                return Closed(self.rules.by("line"), "line-not-equal", {"seat": seat})
        return self.pot.settled(felt)


class GoPase(CommunityPase[GoRules, BankState]):
    """A round in course: the bank has no hand, only the two community cards."""

    def bank_card(self, turn: int) -> Round[None]:
        """After the first turns of the deal a community card, covered."""
        if turn <= self.rules.common:
            yield from self.lay_common(1, "deal_order", covered=True)

    def bank_packet(self) -> Round[None]:
        """The last packet gives the community cards; what is left of it is burned."""
        yield from self.lay_common(self.rules.common, "packet", covered=True)
        yield from self.burn_unseen(self.rules.cards_each - self.rules.common, "packet")

    def decisions(self) -> Round[None]:
        """For the first and the second bet every player says whether he goes with it; then a
        community card is shown. The last bet always stays."""
        for number, (window, common) in enumerate(WINDOWS):
            for hand in self.live:
                yield from self.go_or_not(hand, self.rules.spots()[number], window)
            if self.live:
                yield from self.turn_common(common, [number])

    def go_or_not(self, hand: Hand, spot: str, window: str) -> Round[None]:
        """``ir`` leaves the bet on its spot, ``no-ir`` gives it back."""
        options: tuple[Option, ...] = (Option(IR), Option(NO_IR))
        if self.rules.absent_late:
            options = (*options, Option(ABSENT))
        move = yield from self.asked(hand, options, window, default=NO_IR)
        if move.name == NO_IR:
            yield from self.pot.forfeit(hand.seat, NO_IR)
            yield from give_back(hand.stakes.pop(spot), self.rules.by(window), why=NO_IR)
        elif move.name == ABSENT:
            yield from self.lose_absent(hand)

    def lose_absent(self, hand: Hand) -> Round[None]:
        """A player who saw his cards and is not there any more loses his bets."""
        for bet in list(hand.stakes):
            yield from self.lose_bet(hand, bet, self.rules.by("absent_late"))
        yield from self.finish_hand(hand)

    def showdown(self) -> Round[None]:
        """From the croupier's right each hand is shown; every bet left in is paid or lost."""
        for hand in self.in_line(self.live):
            mine = yield from self.show_hand(hand)
            wins = self.rules.pays_from.reached_by(mine)
            for bet in list(hand.stakes):
                if wins:
                    yield from self.win_bet(hand, bet, mine.category)
                else:
                    yield from self.lose_bet(hand, bet, self.rules.by("lost"))
            yield from self.finish_hand(hand)
        yield from self.award()


def line_cloth(setup: Setup[GoRules, DeckTerms]) -> Cloth:
    """The line of three bets and, where a pot is linked, the bet on it."""
    return LineCloth(rules=setup.rules, pot=PotBet.of(setup, setup.rules.spots()[-1]))


GO_POKER = bank_game("go-poker", GoRules, GoPase, line_cloth)
