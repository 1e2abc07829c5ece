"""What an edition says of poker against the bank, the bets it takes, and what a table keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from tapete.core.book.refused import Fact
from tapete.core.round.bets import Closed, Cloth, Felted, Offer
from tapete.core.round.event import at_seat
from tapete.core.round.pot import PROGRESIVO
from tapete.games.poker.deck import DeckRules, DeckState
from tapete.games.poker.hands import FIVE, HEIGHT, Hand
from tapete.games.poker.progressive import PotBet

ANTE = "ante"
BET = "bet"
VOY = "voy"
NO_VOY = "no-voy"
NOT_OPEN = "no-abre"


class Threshold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least hand that will do: a category, and the ranks its first cards must reach.

    >>> from tapete.games.poker.hands import five
    >>> eights = Threshold("par", "8")
    >>> eights.reached_by(five(["8c", "8d", "2h", "3h", "4h"]))
    True
    >>> Threshold("carta-alta", "AK").reached_by(five(["Ac", "Qd", "Jh", "Th", "9h"]))
    False
    """

    hand: str
    ranks: str

    def reached_by(self, hand: Hand, order: Sequence[str] = FIVE) -> bool:
        """Whether this hand, or a better one, is held."""
        least = tuple(HEIGHT[rank] for rank in self.ranks)
        return (hand.level, hand.ranks[: len(least)]) >= (order.index(self.hand), least)


class BankRules(DeckRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values the banked games share.

    ``cards_each`` are the cards of every hand, ``croupier_up`` which of the croupier's lie
    uncovered (1 is the first dealt); ``bet_times`` is the second bet in times the ante, ``opens``
    the least hand the croupier plays with. ``seen_..._max`` are the cards that may be seen in a
    deal before the round is void; ``absent``: a player who is not there when his bet gets cards
    has his hand annulled.
    """

    some = ("cards_each", "bet_times")

    absent: bool = False
    start_call: str
    close_call: str
    last_call: str
    cards_each: int
    croupier_up: tuple[int, ...] = ()
    bet_times: int = 0
    opens: Threshold | None = None
    felt_notice: str = ""
    settle_order: Literal["derecha-a-izquierda", "izquierda-a-derecha"]
    seen_players_max: int
    seen_croupier_max: int
    stuck: Literal["elige-el-jugador", "se-queman"]
    wrong_count: Literal["se-ordenan", "se-anula"]


R = TypeVar("R", bound=BankRules)


class BankState(DeckState, frozen=True, kw_only=True):
    """What a table keeps between rounds: its deck, and in ``absent`` the players found away from a
    bet of theirs."""

    absent: tuple[int, ...] = ()


S = TypeVar("S", bound=BankState)


class AnteCloth(Cloth, frozen=True, kw_only=True):
    """Before each place the bet ``main``, and only beside it the ``sides`` and the progressive.

    A side bet may go down first, but does not stand without the main bet when betting closes.
    ``first`` is the seat that begins, where a button says so.
    """

    rules: BankRules
    pot: PotBet
    main: str = ANTE
    sides: dict[str, Offer] = msgspec.field(default_factory=dict)
    first: int | None = None

    @property
    def begins(self) -> str | None:
        return None if self.first is None else at_seat(self.first)

    def bets(self) -> Iterator[str]:
        yield self.main
        yield from self.sides
        yield from self.pot.bets()

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet == self.main:
            return Offer(self.rules.bets[bet].clause)
        if bet in self.sides:
            return self.sides[bet]
        if bet == PROGRESIVO:
            return self.pot.offer(seat)
        return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        if (seat, self.main) in felt:
            return ()
        return tuple(bet for bet in (*self.sides, PROGRESIVO) if (seat, bet) in felt)

    def settled(self, felt: Felted) -> Closed | None:
        for seat, bet in felt:
            if bet in self.sides and (seat, self.main) not in felt:
                clause = self.rules.bets[bet].clause
                facts: dict[str, Fact] = {"seat": seat, "bet": bet, "needs": self.main}
                return Closed(clause, "needs-main-bet", facts)
        return self.pot.settled(felt)
