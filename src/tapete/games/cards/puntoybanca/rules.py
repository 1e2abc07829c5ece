"""What an edition says of Punto y Banca, Midi and Mini, and the bets they take."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tapete.core.book.fault import Fault
from tapete.core.round.bets import Closed, Cloth, Felted, Offer
from tapete.games.cards.puntoybanca.hand import BANCA, EMPATE, PUNTO, HandRules

SIDES = (PUNTO, BANCA)
OTHER = {PUNTO: BANCA, BANCA: PUNTO}


class CoupRules(HandRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every game with these two hands says of its tables, its coup, and what goes wrong.

    ``tables`` pairs the number of places with the fewest croupiers; ``decks_allowed`` are the
    numbers of decks a casino may choose from; ``face`` is how the first cards lie.
    """

    tables: tuple[tuple[int, int], ...]
    decks_allowed: tuple[int, ...]
    face: str
    start_call: str
    close_call: str
    tie: str
    commission: str
    commission_sign: str
    stuck: str
    slot: str

    def __post_init__(self) -> None:
        super().__post_init__()
        croupiers = dict(self.tables)
        if self.players_max not in croupiers:
            places = ", ".join(map(str, croupiers))
            raise ValueError(
                Fault(
                    "fault.places",
                    "the table has {places} places, not {said}",
                    places=places,
                    said=self.players_max,
                )
            )
        if self.decks not in self.decks_allowed:
            decks = ", ".join(map(str, self.decks_allowed))
            raise ValueError(
                Fault(
                    "fault.decks",
                    "the game is played with {decks} decks, not {said}",
                    decks=decks,
                    said=self.decks,
                )
            )
        # The number of places decides how many croupiers the table needs (CAT-III.2.4.2-01).
        msgspec.structs.force_setattr(self, "croupiers_min", croupiers[self.players_max])


class PuntoYBancaRules(CoupRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of Punto y Banca, and of Midi and Mini, where the croupier deals.

    ``dealer`` is ``jugador`` or ``croupier``; ``turner`` who may turn covered cards.
    """

    dealer: str


class PuntoYBancaCloth(Cloth, frozen=True, kw_only=True):
    """Three spots before each place: one side for each player, and beside it the tie.

    ``dealer`` is the seat that holds the shoe and must bet.
    """

    rules: PuntoYBancaRules
    dealer: int | None = None

    def bets(self) -> Iterator[str]:
        yield from self.rules.bets

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bets.get(bet)
        if row is None:
            return Closed(self.rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        if bet == EMPATE and not _has_side(felt, seat):
            return Closed(self.rules.by("tie_needs_side"), "needs-a-side", {"seat": seat})
        if bet in OTHER and (seat, OTHER[bet]) in felt:
            return Closed(self.rules.by("one_side"), "one-side-only", {"seat": seat})
        return Offer(row.clause)

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        alone = (seat, EMPATE) in felt and not _has_side(felt, seat)
        return (EMPATE,) if alone else ()

    def settled(self, felt: Felted) -> Closed | None:
        if self.dealer is None or _has_side(felt, self.dealer):
            return None
        return Closed(self.rules.by("dealer_bets"), "dealer-must-bet", {"seat": self.dealer})

    def needed(self, felt: Felted) -> tuple[tuple[int, str], ...]:
        if self.dealer is None or self.settled(felt) is None:
            return ()
        return tuple((self.dealer, side) for side in SIDES)


def _has_side(felt: Felted, seat: int) -> bool:
    return any((seat, side) in felt for side in SIDES)
