"""What can be done in a bingo hall, as data."""

from __future__ import annotations

from typing import TypeAlias

from tapete.floor.kernel.unit import Command
from tapete.floor.table.commands import (
    Answer,
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
    SetTerms,
)


class OpenHall(Command, frozen=True, kw_only=True, tag="open-hall"):
    """The session opens with these people on duty; ``checked``: material and the ninety balls."""

    staff: tuple[str, ...]
    checked: bool = True


class CloseHall(Command, frozen=True, kw_only=True, tag="close-hall"):
    """The session is over."""


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """A player takes a terminal or a position: this one, or the first that is free."""

    player: str
    place: int | None = None


class Exit(Command, frozen=True, kw_only=True, tag="exit"):
    """A player goes; cards he has bought play on."""

    player: str


class Buy(Command, frozen=True, kw_only=True, tag="buy"):
    """Cards for the game on sale: the next so many, or those of these numbers."""

    player: str
    cards: int = 0
    numbers: tuple[int, ...] = ()


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """A player has all the cards he wants: for him the game may start."""

    player: str


class BeginSale(Command, frozen=True, kw_only=True, tag="begin-sale"):
    """Cards for a new game are on sale; on paper of these series, the first if none is named."""

    series: tuple[str, ...] = ()


class StartGame(Command, frozen=True, kw_only=True, tag="start-game"):
    """The sale is closed and the game starts."""


class UndoSale(Command, frozen=True, kw_only=True, tag="undo-sale"):
    """There will be no game: every card is paid back."""


class PassCards(Command, frozen=True, kw_only=True, tag="pass-cards"):
    """A player who leaves passes all his cards to another."""

    player: str
    to: str


class Annul(Command, frozen=True, kw_only=True, tag="annul"):
    """The game is annulled: the Director decides, and says why."""

    why: str


class LastGame(Command, frozen=True, kw_only=True, tag="last-game"):
    """«Último juego»."""


class PutOnSale(Command, frozen=True, kw_only=True, tag="put-on-sale"):
    """A second series is put on sale."""

    series: str


class HandIn(Command, frozen=True, kw_only=True, tag="hand-in"):
    """A player's cards of the game before are handed in."""

    player: str


class FindImperfect(Command, frozen=True, kw_only=True, tag="find-imperfect"):
    """A ball is found imperfect: the set must be changed."""

    ball: int


class ChangeBalls(Command, frozen=True, kw_only=True, tag="change-balls"):
    """The ball set is changed, before the Director, whose command it is."""


class BringBalls(Command, frozen=True, kw_only=True, tag="bring-balls"):
    """Spare ball sets are brought to the hall: there must always be one (CAT-V.2.2.1-11)."""

    sets: int = 1


class CountBalls(Command, frozen=True, kw_only=True, tag="count-balls"):
    """The jefe de mesa counts the balls before the Director and puts them into the extractor;
    ``public``: somebody of the public asked to see it."""

    balls: int = 90
    public: bool = False


class CallBall(Command, frozen=True, kw_only=True, tag="call-ball"):
    """The locutor calls the ball that came out; none: the system draws it."""

    ball: int | None = None


class Shout(Command, frozen=True, kw_only=True, tag="shout"):
    """A player calls line or bingo, or whoever hears him stops the game for him (CAT-V.2.3-29);
    ``altered``: his card was written over; ``code``: the security code that stands on it, if
    somebody reads it."""

    player: str
    what: str
    card: int
    altered: bool = False
    code: str = ""


class ReadCard(Command, frozen=True, kw_only=True, tag="read-card"):
    """The jefe de mesa reads a called card while its master is shown."""

    card: int


class AskMore(Command, frozen=True, kw_only=True, tag="ask-more"):
    """«¿Alguna línea más?», «¿algún bingo más?»."""


class GoOn(Command, frozen=True, kw_only=True, tag="go-on"):
    """The order to resume the game, or to end it."""


class SignActa(Command, frozen=True, kw_only=True, tag="sign-acta"):
    """The jefe de mesa closes the acta of the game with his signature."""


class NoteIncident(Command, frozen=True, kw_only=True, tag="note-incident"):
    """An incident goes into the book, signed by whoever sends it."""

    text: str


class NoteBreach(Command, frozen=True, kw_only=True, tag="note-breach"):
    """What a player did that a clause forbids, or did not do that it asks of him, goes into the
    book."""

    player: str
    clause: str
    text: str = ""


class Complain(Command, frozen=True, kw_only=True, tag="complain"):
    """A player writes into the book of complaints."""

    player: str
    text: str


class SealRoom(Command, frozen=True, kw_only=True, tag="seal-room"):
    """A room of a joint game closes its sale and seals its list."""


class Hear(Command, frozen=True, kw_only=True, tag="hear"):
    """A letter of another casino came in."""

    sender: str
    n: int
    body: str


class Delivered(Command, frozen=True, kw_only=True, tag="delivered"):
    """A letter was received by another casino."""

    to: str
    n: int


AnyHallCommand: TypeAlias = (
    OpenHall
    | CloseHall
    | Enter
    | Exit
    | Buy
    | Ready
    | BeginSale
    | StartGame
    | UndoSale
    | PassCards
    | Annul
    | LastGame
    | PutOnSale
    | HandIn
    | FindImperfect
    | ChangeBalls
    | BringBalls
    | CountBalls
    | CallBall
    | Shout
    | ReadCard
    | AskMore
    | GoOn
    | SignActa
    | NoteIncident
    | NoteBreach
    | Complain
    | SealRoom
    | Hear
    | Delivered
    | Answer
    | Promise
    | OpenOrder
    | GiveNumber
    | OpenNumber
    | CloseNumbers
    | SetTerms
)

ANSWERS = (UndoSale, Annul, AskMore, GoOn, SignActa)
"""What answers how the game stands: it holds for the state its sender saw. Annulled late, the next
game would be annulled instead (CAT-V.5-04)."""
