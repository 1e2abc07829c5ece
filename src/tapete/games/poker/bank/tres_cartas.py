"""Poker Tres Cartas: three covered cards each, against three of the croupier's (CAT-III.3.5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tapete.core.book.fault import Fault
from tapete.core.round.cards import Card
from tapete.games.poker.bank.game import bank_game
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import BankRules, BankState
from tapete.games.poker.hands import THREE, Hand, three

CARDS = 3


class TresCartasRules(BankRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Poker Tres Cartas: hands are of three cards and of no other number."""

    def check(self) -> None:
        if self.cards_each != CARDS:
            raise ValueError(Fault("fault.three-cards", "hands are of three cards"))


class TresCartasPase(Pase[TresCartasRules, BankState]):
    """A round in course: hands are of three cards, and a straight beats a flush."""

    ranking: ClassVar[Sequence[str]] = THREE

    def value(self, cards: Sequence[Card]) -> Hand:
        return three(cards)


POKER_TRES_CARTAS = bank_game("poker-tres-cartas", TresCartasRules, TresCartasPase)
