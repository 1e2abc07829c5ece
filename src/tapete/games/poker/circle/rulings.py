"""Irregular plays of a tournament hand that staff rule on while somebody is asked to bet: two-step
bets, deals found faulty, cards for the board too early, burns, hands killed and given back, cards
shown to one player (COL-7.5.1, COL-7.5.2, COL-7.5.5, COL-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, BetReturned, CardDealt, CardSeen
from tapete.core.round.move import Move
from tapete.games.poker.circle.terms import SPOT, Player

if TYPE_CHECKING:
    from tapete.games.poker.circle.betting import Betting

TWO_STEPS: ClauseId = "COL-7.5.2-09"
SUBSTANTIAL: ClauseId = "COL-7.5.1-22"
FAULTS: dict[str, ClauseId] = {
    "sin-cartas": "COL-8-31", "asiento-vacio": "COL-8-30", "orden-equivocado": "COL-8-27",
    "primera-carta-a-otro": "COL-8-29", "carta-expuesta": "COL-8-24", "dos-expuestas": "COL-8-25",
    "baraja-defectuosa": "COL-7.5.1-30",
}  # fmt: skip
"""What makes a deal faulty, each by its clause."""
FIRST_STREET, LAST_STREET = "pocket", "river"
UNDEALT, FOULED = "sin-cartas", "baraja-defectuosa"
LATE: dict[str, ClauseId] = {UNDEALT: "COL-8-12"}


class TwoSteps(msgspec.Struct, frozen=True, tag="apuesta-en-dos-tiempos", tag_field="irregular"):
    """The player whose turn it is puts chips in and then ``more``, having announced nothing."""

    seat: int
    chips: tuple[int, ...]
    more: tuple[int, ...]


class DealFault(msgspec.Struct, frozen=True, tag="reparto-errado", tag_field="irregular"):
    """The deal, or the deck, is found faulty while ``seat`` is asked."""

    seat: int
    what: str


class HandKilled(msgspec.Struct, frozen=True, tag="mano-muerta", tag_field="irregular"):
    """The croupier took a hand that nobody protected."""

    seat: int


class HandRestored(msgspec.Struct, frozen=True, tag="mano-recuperada", tag_field="irregular"):
    """Staff declare a hand live again whose cards can be told for certain."""

    seat: int


class CardsShownTo(msgspec.Struct, frozen=True, tag="cartas-a-uno", tag_field="irregular"):
    """A player lets another one see his cards."""

    seat: int
    to: int


class BoardEarly(msgspec.Struct, frozen=True, tag="mesa-prematura", tag_field="irregular"):
    """Cards of the next street came out before this betting round was over."""

    seat: int


class BurnFault(msgspec.Struct, frozen=True, tag="quema-errada", tag_field="irregular"):
    """No card was burned before this street, or more than one."""

    seat: int


StaffRuling: TypeAlias = (
    DealFault | HandKilled | HandRestored | CardsShownTo | BoardEarly | BurnFault
)
RULINGS = (DealFault, HandKilled, HandRestored, CardsShownTo, BoardEarly, BurnFault)


class Street(Protocol):
    """The part of the board a betting round follows, and what may be wrong with it."""

    def too_early(self) -> Round[None]:
        """Cards of the next street came out before this betting round was over."""

    def burn_fault(self, *, acted: bool) -> Round[None]:
        """No card was burned before this street, or more than one."""


def check_ruling(
    found: StaffRuling, about: str, seats: tuple[int, ...], folded: tuple[int, ...]
) -> None:
    """Raise `Refused` if it speaks of what is not there: ``about`` is the betting round, ``seats``
    are still in, ``folded`` not."""
    match found:
        case BoardEarly() if about == LAST_STREET:
            raise Refused("COL-8-10", "no-street-to-come")
        case BurnFault() if about == FIRST_STREET:
            raise Refused("COL-8-19", "nothing-burned-yet")
        case DealFault() if found.what not in FAULTS:
            raise Refused("COL-8-23", "no-such-deal-fault", what=found.what[:40])
        case HandKilled() | CardsShownTo() if found.seat not in seats:
            raise Refused("COL-8-33", "no-cards-there", seat=found.seat)
        case HandRestored() if found.seat not in folded:
            raise Refused("COL-7.5.1-33", "not-folded", seat=found.seat)


def two_steps(betting: Betting, player: Player, found: TwoSteps) -> Round[Move]:
    """A string raise is a call; not facing a bet the first motion counts (COL-7.5.2-08, -09)."""
    missing = betting.level - player.bet
    first = sum(found.chips)
    calls = missing > 0 and first >= missing
    if calls:
        move, back = Move("ir"), first - missing + sum(found.more)
    else:
        name = "subir" if betting.level else "apostar"
        total = max(player.bet + first, betting.least(player))
        move, back = Move(name, str(total)), sum(found.more)
    facts: dict[str, Fact] = {"seat": player.seat, "move": move.text, "back": back}
    yield Announced(what="apuesta-en-dos-tiempos", facts=facts, clause=TWO_STEPS)
    return move


def rule(betting: Betting, found: StaffRuling) -> Round[None]:
    """What becomes of the hand."""
    match found:
        case DealFault():
            yield from _faulty_deal(betting, found)
        case HandKilled():
            yield from _killed(betting, betting.players[found.seat])
        case HandRestored():
            yield from _restored(betting, betting.players[found.seat])
        case CardsShownTo():
            yield from _shown_to(betting, betting.players[found.seat], found.to)
        case BoardEarly():
            assert betting.street is not None
            yield from betting.street.too_early()
        case BurnFault():
            assert betting.street is not None
            yield from betting.street.burn_fault(acted=bool(betting.acted))


def _faulty_deal(betting: Betting, found: DealFault) -> Round[None]:
    """A misdeal until substantial action; a player without cards until the big blind has acted.
    Later the hand stands (COL-8-11, -12, -23). A fouled deck annuls it whenever it is found."""
    clause = FAULTS[found.what]
    if found.what == FOULED:
        raise Annulled(found.what, clause)
    late = betting.substantial
    if found.what == UNDEALT:
        late = betting.terms.button_of is None or betting.terms.button_of in betting.acted
    if not late:
        raise Annulled(found.what, clause)
    facts: dict[str, Fact] = {"what": found.what}
    yield Announced(what="la-mano-sigue", facts=facts, clause=LATE.get(found.what, SUBSTANTIAL))


def _killed(betting: Betting, player: Player) -> Round[None]:
    """Nothing comes back but a raise that nobody has called yet (COL-8-33, -34)."""
    others = [p.bet for p in betting.players.values() if p is not player]
    called = max(others, default=0)
    excess = player.bet - called
    if excess > 0 and betting.aggressor == player.seat:
        player.bet -= excess
        player.stack += excess
        betting.level = betting.full = called
        betting.aggressor = None
        yield BetReturned(
            seat=player.seat, bet=SPOT, amount=excess, why="no-igualada", clause="COL-8-34"
        )
    facts: dict[str, Fact] = {"seat": player.seat}
    yield Announced(what="mano-muerta", facts=facts, clause="COL-8-33")
    yield from betting.retire(player, "absent")


def _restored(betting: Betting, player: Player) -> Round[None]:
    """The cards are his again; if the betting has gone on he speaks again (COL-7.5.1-33)."""
    player.folded = False
    betting.spoken.pop(player.seat, None)
    facts: dict[str, Fact] = {"seat": player.seat}
    yield Announced(what="mano-recuperada", facts=facts, clause="COL-7.5.1-33")
    for index, card in enumerate(player.cards):
        yield CardDealt(to=player.zone, clause="COL-7.5.1-33")
        yield CardSeen(
            zone=player.zone, index=index, card=card, audience=(player.zone,),
            clause="COL-7.5.1-33",
        )  # fmt: skip


def _shown_to(betting: Betting, player: Player, to: int) -> Round[None]:
    """What one sees all see, when the hand is over (COL-7.5.5-34, COL-8-06)."""
    other = betting.players.get(to)
    if other is not None:
        for index, card in enumerate(player.cards):
            yield CardSeen(
                zone=player.zone, index=index, card=card, audience=(other.zone,),
                clause="COL-7.5.5-34",
            )  # fmt: skip
    if player.seat not in betting.watch.seen_by_one:
        betting.watch.seen_by_one.append(player.seat)
    facts: dict[str, Fact] = {"seat": player.seat}
    yield Announced(what="se-muestra-a-todos-al-final", facts=facts, clause="COL-8-06")
