"""The bets of Baccarat: punto up to what the bank holds, banca beside the banker, no tie."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.round.bets import Closed, Cloth, Felted, Offer
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.puntoybanca.hand import EMPATE, PUNTO
from tapete.games.cards.puntoybanca.rules import OTHER


class BaccaratCloth(Cloth, frozen=True, kw_only=True):
    """Two spots before each place.

    ``bank`` is all that punto may win in this round, by whomever it is staked; ``bankers`` are
    the banker and his associate, whose bet is the bank itself.
    """

    rules: BaccaratRules
    bank: int
    bankers: tuple[int, ...]
    minimum: int

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        rules = self.rules
        row = rules.bets.get(bet)
        if row is None:
            clause = rules.by("tie" if bet == EMPATE else "bets_placed")
            return Closed(clause, "not-on-the-cloth", {"bet": bet})
        if seat in self.bankers:
            return Closed(rules.by("banker_bets"), "banker-bets-the-bank", {"seat": seat})
        if (seat, OTHER[bet]) in felt:
            return Closed(rules.by("one_side"), "one-side-only", {"seat": seat})
        if bet != PUNTO:
            return Offer(row.clause)
        free = self.bank - sum(
            amount for (owner, spot), amount in felt.items() if spot == PUNTO and owner != seat
        )
        if free < self.minimum:
            return Closed(rules.by("punto_max"), "bank-covered", {"bank": self.bank})
        return Offer(rules.by("punto_max"), high=free)
