"""What an edition says of Treinta y Cuarenta, the bets it takes, and what a table keeps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from tapete.core.round.bets import Closed, Cloth, Felted, Offer, Stake
from tapete.core.round.cards import Card
from tapete.games.cards.between import PackRules, PackState
from tapete.games.cards.shuffle import DECK, fresh_shoe

ROJO = "rojo"
NEGRO = "negro"
COLOR = "color"
INVERSO = "inverso"
RED_SUITS = "dh"

BLOCKED = "@bloqueada"
INSURED = "asegurada"
UNINSURED = "sin-seguro"
PRISON = "prision"


class TreintaRules(PackRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Treinta y Cuarenta.

    ``rows`` are dealt in this order, each until it reaches ``row_from``; ``blocking_tie`` is the
    total on which a tie blocks the bets instead of leaving them free.
    """

    some = ("values",)
    parts = ("blocked_loss", "insurance")

    start_call: str
    close_call: str
    rows: tuple[str, str]
    values: dict[str, int]
    row_from: int
    blocking_tie: int
    blocked_loss: Fraction
    insurance: Fraction

    def __post_init__(self) -> None:
        super().__post_init__()
        # At most about half of the pack stays out of play, however many decks (CAT-III.5.4-08).
        msgspec.structs.force_setattr(self, "behind_max", self.decks * DECK // 2)

    def value(self, card: Card) -> int:
        """What a card counts: the ace 1, a figure 10."""
        return self.values[card[0]]

    def winners(self, totals: dict[str, int], first: dict[str, Card]) -> tuple[str, ...]:
        """The winning row and COLOR or INVERSO beside it; none on a tie.

        ``first`` is the first card of each row.
        """
        one, other = self.rows
        if totals[one] == totals[other]:
            return ()
        row = min(self.rows, key=lambda row: totals[row])
        return (row, COLOR if colour(first[row]) == row else INVERSO)

    @property
    def whole_blocked(self) -> bool:
        """Whether a tie at 31 blocks the whole bet (option) or half of it, the rest lost."""
        return self.option("empate-31") == PRISON


def colour(card: Card) -> str:
    """
    >>> colour(Card("Kd")), colour(Card("2s"))
    ('rojo', 'negro')
    """
    return ROJO if card[1] in RED_SUITS else NEGRO


class TreintaState(PackState, frozen=True, kw_only=True):
    """The shoe; the bets a neutral tie left on the cloth; the bets a tie at 31 blocked.

    A blocked stake's mark says whether it is insured for the next coup.
    """

    free: tuple[Stake, ...] = ()
    blocked: tuple[Stake, ...] = ()

    def standing(self) -> tuple[Stake, ...]:
        return self.free + self.blocked


def opening(rules: TreintaRules) -> TreintaState:
    return TreintaState(shoe=fresh_shoe(rules))


class TreintaCloth(Cloth, frozen=True, kw_only=True):
    """Four boxes that do not exclude each other (CAT-III.5.4-10).

    ``over``: the last hand announced has been played and only blocked bets are dealt for.
    """

    rules: TreintaRules
    over: bool = False

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bets.get(bet)
        if row is None:
            return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        if self.over:
            return Closed(self.rules.by("last_games"), "last-game-over")
        return Offer(row.clause)
