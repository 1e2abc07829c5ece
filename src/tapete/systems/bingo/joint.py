"""A joint game: what a centre and the rooms of several casinos say to each other (CAT-V.3.1-02).

The centre opens the sale; each room sells its own block of numbers and seals its list; at the
deadline the centre names the rooms that play and sends every list to each of them. So every casino
plays the same game by itself, with the balls the centre draws, and finds the same winners. Cards of
a sealed list pass on by the centre's order, between the same two balls everywhere (CAT-V.5-05).
People are known outside their own casino by room and order alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.bingo.sale import OpenSale, Sell
from tapete.systems.letters import correspondence

LINKED: ClauseId = "CAT-V.3.1-02"
MAIL = correspondence(LINKED)
"""Letters between the halls of a joint game."""
MARK = "/"


class Holding(NamedTuple):
    """The cards of one person of a room."""

    who: str
    numbers: tuple[int, ...]


class Message(msgspec.Struct, frozen=True, tag_field="says"):
    """Something a centre and a room say to each other of a game."""

    game: int


class Opened(Message, frozen=True, tag="opened"):
    """Cards are on sale."""


class Sealed(Message, frozen=True, tag="sealed"):
    """A room has closed its sale: how many cards, the takings, the list, and its fingerprint."""

    cards: int
    takings: int
    list: tuple[Holding, ...]
    digest: str


class Started(Message, frozen=True, tag="started"):
    """The rooms that play and their lists: the game starts."""

    lists: dict[str, tuple[Holding, ...]]


class Out(Message, frozen=True, tag="out"):
    """This room does not play: every card of it is paid back. ``why``: what is wrong with its seal;
    empty, nobody plays."""

    why: str = ""


class BallOut(Message, frozen=True, tag="ball"):
    """A ball, which one of the game it is, and what each pot paid that it won."""

    n: int
    ball: int
    pots: dict[str, int] = {}


class PassAsked(Message, frozen=True, tag="pass-asked"):
    """Somebody of a room that has sealed leaves, and asks that his cards pass to another there."""

    who: str
    to: str


class Passed(Message, frozen=True, tag="passed"):
    """All cards of the one are the other's, from this place in the game on."""

    who: str
    to: str


class NotPassed(Message, frozen=True, tag="not-passed"):
    """The cards of somebody who leaves did not pass on: the clause, and what is wrong."""

    who: str
    clause: str
    code: str


class Annulled(Message, frozen=True, tag="annulled"):
    """The game is annulled, in every room."""

    why: str


class PotsHold(Message, frozen=True, tag="pots"):
    """What each pot of the centre holds from now on, for every room to show (CAT-V.2.1-05)."""

    holds: dict[str, int]


AnyMessage: TypeAlias = (
    Opened | Sealed | Started | Out | BallOut | PassAsked | Passed | NotPassed | Annulled | PotsHold
)
_read = msgspec.json.Decoder(AnyMessage)


def read_message(body: str) -> AnyMessage:
    """A message out of a letter. `Refused`: it is none."""
    try:
        message: AnyMessage = _read.decode(body)
    except msgspec.DecodeError as error:
        raise Refused(LINKED, "not-a-message", why=str(error)[:200]) from None
    return message


def write_message(message: AnyMessage) -> str:
    """A message as a letter says it."""
    return msgspec.json.encode(message).decode()


def digest_of(room: str, game: int, holdings: Sequence[Holding]) -> str:
    """The fingerprint of a room's list."""
    lines = [
        f"{room} {game}",
        *(f"{one.who} {' '.join(map(str, one.numbers))}" for one in holdings),
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def name_of(room: str, n: int) -> str:
    """Somebody of a room as the others know him.

    >>> room_of(name_of("norte", 3))
    'norte'
    """
    return f"{room}{MARK}{n}"


def room_of(who: str) -> str:
    """The room of somebody of another casino; empty: he is of this one."""
    return who.partition(MARK)[0] if MARK in who else ""


def names_of(sale: OpenSale, room: str) -> dict[str, str]:
    """Everybody who has bought in a room, and how the others know him."""
    return {who: name_of(room, n) for n, who in enumerate(sale.people(), 1)}


def sealed(sale: OpenSale, room: str, game: int) -> Sealed:
    """The list of a room, sealed."""
    names, held = names_of(sale, room), dict[str, list[int]]()
    for card, who in sale.cards.items():
        held.setdefault(names[who], []).append(card.number)
    holdings = tuple(Holding(name, tuple(numbers)) for name, numbers in held.items())
    return Sealed(
        game=game, cards=len(sale.cards), takings=len(sale.cards) * sale.sale.price, list=holdings,
        digest=digest_of(room, game, holdings),
    )  # fmt: skip


def check_seal(seal: Sealed, room: str, sale: OpenSale) -> list[Sell]:
    """The sales of a room that seals; `Refused` if count, takings or list do not fit the seal, or a
    card is not the room's to sell."""
    cards = sum(len(one.numbers) for one in seal.list)
    fits = (
        seal.digest == digest_of(room, seal.game, seal.list)
        and seal.cards == cards
        and seal.takings == cards * sale.sale.price
        and all(room_of(one.who) == room for one in seal.list)
    )
    if not fits:
        raise Refused(LINKED, "seal-does-not-fit", room=room)
    return sales_of(room, seal.list)


def passed_on(holdings: Iterable[Holding], who: str, to: str) -> tuple[Holding, ...]:
    """A list after somebody's cards passed on.

    >>> passed_on((Holding("norte/1", (1, 2)), Holding("norte/2", (3,))), "norte/1", "norte/2")
    (Holding(who='norte/2', numbers=(1, 2, 3)),)
    """
    held: dict[str, tuple[int, ...]] = {}
    for one in holdings:
        name = to if one.who == who else one.who
        held[name] = (*held.get(name, ()), *one.numbers)
    return tuple(Holding(name, numbers) for name, numbers in held.items())


def sales_of(room: str, holdings: Iterable[Holding]) -> list[Sell]:
    """The cards of a room as sales."""
    return [
        Sell(one.who, numbers=tuple(("", number) for number in one.numbers), room=room)
        for one in holdings
    ]
