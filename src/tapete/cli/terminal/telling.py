"""What a player is told while a round goes on: the calls, the result, what became of their bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from tapete.core.round.event import (
    Announced,
    BetLost,
    BetMoved,
    BetReturned,
    BetWon,
    CardDealt,
    CardDiscarded,
    CardsCleared,
    CardSeen,
    Chosen,
    Event,
    ResultShown,
    RoundVoided,
    Ruled,
    ThrowVoid,
    TurnGiven,
)
from tapete.games.poker.circle.events import PotWon
from tapete.telling.explain import Teller
from tapete.telling.names import card_name

QUIET = ("hagan-juego", "mesa-abierta", "pago-a-la-vista")
"""Said at every round: the screen shows it already."""


class Telling:
    """The events of a table as lines for one seat. Hands are told when their cards are cleared."""

    def __init__(self, teller: Teller, seat: int) -> None:
        self.teller, self.seat = teller, seat
        self.viewer = f"seat:{seat}"
        self.hands: dict[str, list[str]] = {}

    def notes(self, events: Iterable[Event]) -> Iterator[Text]:
        """A line for each event that the player may know and wants to."""
        for event in events:
            if event.seen_by(self.viewer):
                yield from self._notes(event)

    def _notes(self, event: Event) -> Iterator[Text]:
        mine = getattr(event, "seat", None) == self.seat
        match event:
            case CardDealt():
                self.hands.setdefault(event.to, []).append(card_name(event.card or "▒▒"))
            case CardSeen():
                hand = self.hands.setdefault(event.zone, [])
                hand += ["▒▒"] * (event.index + 1 - len(hand))
                hand[event.index] = card_name(event.card)
            case CardDiscarded():
                del self.hands[event.zone][event.index]
            case CardsCleared():
                hand = self.hands.pop(event.zone, [])
                yield Text(f"  {self.teller.place(event.zone)}: {' '.join(hand)}")
            case Announced() if event.what in QUIET:
                return
            case ResultShown() | RoundVoided():
                yield self._line(event, "bold")
            case Announced() | ThrowVoid() | Ruled() | Chosen():
                yield self._line(event, "italic")
            case TurnGiven():
                yield self._line(event, "bold" if mine else "")
            case PotWon():
                yield self._line(event, "bold" if mine else "")
            case BetWon() | BetLost() | BetMoved() if mine:
                yield self._line(event, "", indent=2)
            case BetReturned() if mine and event.why not in ("ganada", "retirada"):
                yield self._line(event, "", indent=2)

    def _line(self, event: Event, style: str, indent: int = 0) -> Text:
        said = Text(" " * indent + self.teller.event(event), style)
        return said.append(f"  [{event.clause}]", "dim not bold not italic")
