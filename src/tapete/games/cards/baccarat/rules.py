"""What an edition says of Baccarat beyond the two hands: the bank, its turn, and the places."""

from __future__ import annotations

from tapete.games.cards.puntoybanca.rules import CoupRules


class BaccaratRules(CoupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Baccarat. Amounts of the bank are multiples of the smallest bet.

    ``garage_from`` is what the winnings must exceed before the banker may take any of them out,
    and what the bank must keep; ``garage_over`` what it may never hold more than.
    """

    some = ("bank_min", "bank_max")

    # The bank
    bank_min: int
    bank_max: int
    bank_call: str
    banker_call: str
    garage_from: int
    garage_leaves: int
    garage_over: int

    # Its turn
    auction_min: int
    deals_min: int

    # The bets and the five
    makes_bank: str

    # The places
