"""Tables to prove the laws on: every game of the registry under every edition that has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.ask import Ask, Pick
from tapete.core.round.bets import Limits
from tapete.core.round.cards import Card
from tapete.core.round.chance import (
    DrawCard,
    Exposed,
    Glimpsed,
    Mishap,
    NoResult,
    NotAsked,
    Roll,
    Skipped,
    Spin,
    Stuck,
    Surplus,
)
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.poker.progressive import progressive_rules
from tapete.games.registry import GAMES, find
from tests.terms import terms_of

MOST_ASKS = 400
"""A round that asks more often than this does not end."""

IRREGULAR_AT_MOST = 3
"""Irregular results in a row are legal for ever; a test brings only some a round."""

LIMITS = (Limits(), Limits(min=500, max=20_000, unit=100))

CHIPS = (700, 151, 1200, 450)
"""What players have before them in games among themselves, in minimum bets."""

DEFAULT = "scj-2023"
EDITIONS = (DEFAULT, *(book for book in editions() if book != DEFAULT))

PAIRS = [(game, book) for book in EDITIONS for game in rulebook(book).games() if game in GAMES]


def different_books() -> Iterator[tuple[str, str]]:
    """Each game once for every edition that says something else of it."""
    seen = set()
    for game, book in PAIRS:
        mark = (game, rulebook(book).digest(game))
        if mark not in seen:
            seen.add(mark)
            yield game, book


BOOKS = list(different_books())


LINK = {"credit": 100}
"""The terms of a link to a progressive pot, for which whoever answers the round answers too."""


def may_be_linked(game: str, book: str) -> bool:
    """Whether tables of this game may be linked to a progressive pot."""
    return game in progressive_rules(book).games


def open_table(game: str, book: str, limits: Limits = LIMITS[0], *, linked: bool = False) -> Table:
    """A table with its staff and its first players, open; linked to a pot or not."""
    found = find(game)
    terms = terms_of(found, limits, {"pot": LINK} if linked else {})
    table = Table(found, edition=book, terms=terms, version="laws")
    for seat in range(1, max(3, table.rules.players_min) + 1):
        table.sit(seat, f"seat-{seat}", chips=_chips(table, seat))
    table.open_play(staff_of(table.rules))
    return table


def _chips(table: Table, seat: int) -> int:
    """What a player sits down with: more than he can lose, unless a game is played with them."""
    return CHIPS[seat % len(CHIPS)] * table.limits.min if table.game.on_stacks else PLENTY


class Anyone:
    """Answers everything with whatever ``pick`` picks: legal answers, now and then irregular."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.asked = 0
        self.irregular = 0

    def __call__(self, ask: Ask[Any]) -> Any:
        self.asked += 1
        assert self.asked <= MOST_ASKS, f"the round does not end: {ask!r}"
        # The last of twelve, so that the simplest example is a round where nothing goes wrong.
        if self.irregular < IRREGULAR_AT_MOST and self.pick(12) == 11:
            found = some_irregular(ask, self.pick)
            if found is not None:
                self.irregular += 1
                return found
        return ask.some(self.pick)


def some_irregular(ask: Ask[Any], pick: Pick) -> Any:
    """An irregular answer this ask takes, or None."""
    if isinstance(ask, Spin | Roll):
        causes = [*ask.void, "otra-causa"]
        return NoResult(causes[pick(len(causes))])
    if not isinstance(ask, DrawCard) or not ask.irregular:
        return None
    what = ask.irregular[pick(len(ask.irregular))]
    card = ask.some(pick)
    assert isinstance(card, str)
    return _of_the_cards(what, card)


def _of_the_cards(what: str, card: Card) -> Any:
    match what:
        case "carta-descubierta":
            return Exposed(card)
        case "cartas-pegadas":
            return Stuck((card,), chosen=card)
        case "carta-no-pedida":
            return NotAsked(1, card)
        case "carta-de-mas":
            return Surplus(card)
        case "carta-vista":
            return Glimpsed("croupier", card)
        case "sin-carta":
            return Skipped(1)
    return Mishap(what)


def play_rounds(table: Table, rounds: int, pick: Pick) -> list[Record]:
    """Some rounds in a row at one table, whose state goes on from one to the next."""
    records = []
    for _ in range(rounds):
        if is_open(table):
            records.append(table.play(Anyone(pick)))
            buy_again(table)
    return records


def buy_again(table: Table) -> None:
    """Whoever has lost all his chips brings others, where a game is played with them."""
    for seat in sorted(table.players) if table.game.on_stacks else ():
        if not table.desk.chips(seat):
            table.bring(seat, _chips(table, seat))


def is_open(table: Table) -> bool:
    """Whether another round can begin: an accident may have closed the table."""
    try:
        table.game.ready(table.setup(), table.state)
    except Refused:
        return False
    return table.open
