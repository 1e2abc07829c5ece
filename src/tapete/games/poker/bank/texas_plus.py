"""Texas Hold'em Plus: two own cards and five in common against the croupier (CAT-III.3.5.7.2)."""

from __future__ import annotations

from tapete.core.book.fault import Fault
from tapete.core.round.ask import Round
from tapete.games.poker.bank.community import FLOP, HAND, CommunityPase
from tapete.games.poker.bank.game import bank_game
from tapete.games.poker.bank.rules import BankRules, BankState
from tapete.games.poker.hands import Hand


class TexasPlusRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board of Plus: a card burned, the ``flop`` uncovered, turn and river covered."""

    burn: int
    flop: int
    covered_common: int

    def check(self) -> None:
        if (self.flop, self.flop + self.covered_common) != (FLOP, HAND):
            raise ValueError(
                Fault("fault.flop-of-three", "five community cards, three of them the flop")
            )


class TexasPlusPase(CommunityPase[TexasPlusRules, BankState]):
    """A round in course. All the cards are dealt before anybody decides."""

    def first_cards(self) -> Round[None]:
        """Two covered cards to each player and the croupier, then the whole board."""
        yield from super().first_cards()
        yield from self.burn_unseen(self.rules.burn, "burn")
        yield from self.lay_common(self.rules.flop, "flop")
        yield from self.lay_common(self.rules.covered_common, "covered_common", covered=True)

    def show_bank(self) -> Round[Hand]:
        """Turn and river are uncovered, then the croupier's own cards."""
        yield from self.turn_common("turn_common")
        return (yield from super().show_bank())


TEXAS_HOLDEM_PLUS = bank_game("texas-holdem-plus", TexasPlusRules, TexasPlusPase)
