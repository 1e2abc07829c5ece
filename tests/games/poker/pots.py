"""The progressive of one round without the rest of its game: bets, moves, hands, a pot's levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tapete.core.round.ask import Ask, Round
from tapete.core.round.bets import Limits, Stake
from tapete.core.round.cards import Card
from tapete.core.round.event import Event, net
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.pot import PROGRESIVO, Levels, PotPaid
from tapete.games.poker.pot import DrawSeat, Lights, PotClosing, PotLevels
from tapete.games.poker.progressive import Progressive, progressive_rules
from tapete.games.registry import find
from tests.terms import terms_of

HANDS = {
    "carta-alta": "Ac Kd 9h 6s 2c",
    "par": "Ac Ad 9h 6s 2c",
    "dos-pares": "Ac Ad 9h 9s 2c",
    "trio": "Ac Ad Ah 9s 2c",
    "escalera": "5c 6d 7h 8s 9c",
    "color": "Kh Jh 8h 5h 3h",
    "full": "Ac Ad Ah 9s 9c",
    "poker": "Qc Qd Qh Qs 3s",
    "escalera-de-color": "4c 5c 6c 7c 8c",
    "escalera-real": "Td Jd Qd Kd Ad",
}
CREDIT = 1000


def cards(hand: str) -> list[Card]:
    """Five cards of a category, or the cards themselves."""
    return [Card(card) for card in HANDS.get(hand, hand).split()]


def setup_of(
    game: str = "caribbean-poker", edition: str = "scj-2023", **link: Any
) -> Setup[Any, Any]:
    """A table of a game, linked to a pot on these terms; ``credit=0`` for a table without one."""
    rules = replace(progressive_rules(edition), game=game)
    terms = {"credit": CREDIT, **link}
    extra = {"pot": terms} if terms["credit"] else {}
    given = terms_of(find(game), Limits(), extra)
    assert given is not None
    return Setup(rules=rules, terms=given, seats=tuple(range(1, 8)))


class Played:
    """A round of the progressive that was played: what was told, asked and paid."""

    def __init__(self, live: Live[Progressive]) -> None:
        self.events: list[Event] = live.events
        self.asks: list[Ask[Any]] = [ask for _, ask, _ in live.steps]
        self.live = live.result.live

    @property
    def paid(self) -> list[PotPaid]:
        return [event for event in self.events if isinstance(event, PotPaid)]

    def prizes(self) -> list[tuple[int, str, int]]:
        """Who was paid what for which hand, in the order it was paid."""
        return [(paid.seat, paid.prize, paid.amount) for paid in self.paid]

    def net(self, seat: int) -> int:
        """What the seat won or lost, its chips on the felt counted."""
        return net(self.events, seat)

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def played(
    hands: Mapping[int, str],
    *,
    main: int = 10_000_000,
    reserve: int = 0,
    bets: Mapping[int, int] | None = None,
    moves: Sequence[tuple[int, str]] = (),
    dark: Sequence[int] = (),
    drawn: int = 0,
    setup: Setup[Any, Any] | None = None,
) -> Played:
    """Bets of one credit where nothing else is said, all positions lit but the ``dark`` ones; the
    ``moves`` of seats before the hands are read; ``drawn`` the seat a draw falls on."""
    staked = bets if bets is not None else dict.fromkeys(hands, CREDIT)
    stakes = [Stake(seat, PROGRESIVO, amount) for seat, amount in staked.items()]

    def round_() -> Round[Progressive]:
        pot = Progressive(setup or setup_of(), stakes)
        yield from pot.enter()
        for seat, move in moves:
            yield from pot.forfeit(seat, move)
        yield from pot.award({seat: cards(hand) for seat, hand in hands.items()})
        return pot

    def answer(ask: Ask[Any]) -> Any:
        match ask:
            case PotClosing():
                return Lights(tuple(seat for seat in ask.seats if seat not in dark))
            case PotLevels():
                return Levels(main, reserve)
            case DrawSeat():
                return drawn
        raise AssertionError(ask)

    live = Live(round_())
    live.run(answer)
    return Played(live)
