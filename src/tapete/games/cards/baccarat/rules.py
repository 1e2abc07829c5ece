"""What an edition says of Baccarat beyond the two hands: the bank, its turn, and the places."""

from __future__ import annotations

from tapete.games.cards.puntoybanca.rules import CoupRules


class BaccaratRules(CoupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Baccarat. Amounts of the bank are multiples of the smallest bet.

    ``garage_from`` is what the winnings must exceed before the banker may take any of them out,
    and what the bank must keep; ``garage_over`` what it may never hold more than.
    """

    # The bank
    bank_min: int
    bank_max: int
    bank_first: str
    bank_first_min: str
    bank_call: str
    banker_call: str
    banker_bets: str
    banker_answers: str
    winnings_join: str
    bank_raised: str
    garage_from: int
    garage_leaves: int
    garage_limit: str
    garage_over: int

    # Its turn
    bank_passed: str
    bank_lost: str
    bank_handed: str
    bank_matched: str
    bank_rotates: str
    bank_alone: str
    bank_associate: str
    bank_retaken: str
    auction: str
    auction_min: int
    auction_barred: str
    forced: str
    deals_min: int

    # The bets and the five
    punto_max: str
    makes_bank: str
    house_answers: str
    decider: str
    decider_tie: str
    banca_after_five: str
    side_commission: str

    # The places
    priority: str
    vacancies: str
    absent: str
    kept_place: str
