"""A play of a machine (jugada): from the bet to all it brings, as one round.

It asks for draws and for the player's choices and tells what came of them. What it pays is known
when it ends; bets, credits and meters are the machine's.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Round
from tapete.core.round.cards import DECK, Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import Event
from tapete.core.round.fold import Zones
from tapete.systems.balls import Ball
from tapete.systems.machines.asks import OFFERED, RANDOM, Box, Branch, Hold, Stops, sizes
from tapete.systems.machines.bingo import BALLS, done, faces_of
from tapete.systems.machines.bingo import best_row as bingo_row
from tapete.systems.machines.poker import best_row, hand
from tapete.systems.machines.program import AnyProgram, Bingo, Keno, Level, Mesa, Reels, VideoPoker
from tapete.systems.machines.reels import Machinery, Win

SERIES_MOST = 100_000
"""Free games of one play at the most: a series ends with chance one, and here for certain."""
BOXES = 6
"""Boxes of a second screen: the branch is drawn whichever is touched, so they need not be as many
as the branches (CAT-VI.5-04)."""


class MachineEvent(Event, frozen=True, kw_only=True):
    """Something that happened at a machine."""

    kind: ClassVar[str] = "machine"


class ReelsStopped(MachineEvent, frozen=True, kw_only=True):
    """The reels stand: their stops, and what the window shows, reel by reel."""

    kind: ClassVar[str] = "machine-reels-stopped"
    game: int
    stops: tuple[int, ...]
    window: tuple[tuple[str, ...], ...]

    def lay(self, zones: Zones) -> None:
        for reel, symbols in enumerate(self.window, 1):
            zones.empty(f"rodillo:{reel}")
            zones.put(f"rodillo:{reel}", *symbols)


class CardsShown(MachineEvent, frozen=True, kw_only=True):
    """Cards on the screen: those dealt first, or the hand as it ends."""

    kind: ClassVar[str] = "machine-cards-shown"
    cards: tuple[str, ...]
    final: bool = False

    def lay(self, zones: Zones) -> None:
        zones.empty("mano")
        zones.put("mano", *self.cards)


class CardsHeld(MachineEvent, frozen=True, kw_only=True):
    """The player keeps these cards."""

    kind: ClassVar[str] = "machine-cards-held"
    cards: tuple[str, ...]


class BallsDrawn(MachineEvent, frozen=True, kw_only=True):
    """The balls that came out, in order, and how many of them were marked."""

    kind: ClassVar[str] = "machine-balls-drawn"
    balls: tuple[int, ...]
    caught: int

    def lay(self, zones: Zones) -> None:
        zones.empty("bolillas")
        zones.put("bolillas", *map(str, self.balls))


class BingoCardShown(MachineEvent, frozen=True, kw_only=True):
    """The card that plays, row by row."""

    kind: ClassVar[str] = "machine-bingo-card-shown"
    card: int
    rows: tuple[tuple[int, ...], ...]

    def lay(self, zones: Zones) -> None:
        zones.empty("carton")
        zones.put("carton", *(str(number) for row in self.rows for number in row))


class BoxOpened(MachineEvent, frozen=True, kw_only=True):
    """A box of a second screen, and what was in it, in total bets."""

    kind: ClassVar[str] = "machine-box-opened"
    screen: str
    box: int
    branch: int
    pays: int


class FreeGamesWon(MachineEvent, frozen=True, kw_only=True):
    """Free games, within the same play."""

    kind: ClassVar[str] = "machine-free-games-won"
    games: int


class RowPaid(MachineEvent, frozen=True, kw_only=True):
    """A row of the pay table pays: so many credits, or the linked pot."""

    kind: ClassVar[str] = "machine-row-paid"
    row: str
    credits: int
    game: int = 0
    line: int | None = None
    pot: bool = False


class PlayBet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet as the player made it: its name, the value of a credit, numbers marked (keno) or
    the number of the card (bingo)."""

    bet: str
    denomination: int
    position: int = 1
    spots: tuple[int, ...] = ()


class PlayResult(msgspec.Struct, frozen=True):
    """The result of a play: the credits of its rows, and how often it takes the pot."""

    credits: int
    pots: int = 0


def level_of(program: AnyProgram, bet: PlayBet) -> Level:
    """The bet as the program offers it; `Refused` if it does not (CAT-VI.5-03)."""
    level = program.level(bet.bet)
    if level is None or bet.denomination not in program.denominations:
        raise Refused("CAT-VI.5-03", "not-offered", bet=bet.bet, denomination=bet.denomination)
    if isinstance(program, Bingo):
        if len(bet.spots) != 1 or not 1 <= bet.spots[0] <= program.cards:
            raise Refused("CAT-VI.5-03", "not-offered", bet=bet.bet, cards=program.cards)
    elif isinstance(program, Keno):
        numbers = set(bet.spots)
        inside = numbers <= set(range(1, program.balls + 1))
        if len(bet.spots) != level.parts or len(numbers) != level.parts or not inside:
            raise Refused("CAT-VI.5-03", "not-offered", bet=bet.bet, spots=len(bet.spots))
    return level


def play(program: AnyProgram, bet: PlayBet) -> Round[PlayResult]:
    """One play of a program."""
    level = level_of(program, bet)
    match program:
        case Reels():
            return (yield from _reels(program, level, bet.position))
        case VideoPoker():
            return (yield from _video_poker(program, level, bet.position))
        case Keno():
            return (yield from _keno(program, level, bet.spots))
        case Bingo():
            return (yield from _bingo(program, level, bet.spots))
        case Mesa():
            raise Refused("CAT-VI.3-06", "played-as-a-table", game=program.game)


@lru_cache(maxsize=64)
def _machinery(digest: str, text: str) -> Machinery:
    from tapete.systems.machines.program import read_fields

    program = read_fields(text, digest)
    assert isinstance(program, Reels)
    return Machinery(program)


def _reels(program: Reels, level: Level, position: int) -> Round[PlayResult]:
    machine = _machinery(program.digest, program.text)
    free = program.free
    games = paid = number = pots = 0
    while number == 0 or games:
        strips = machine.layout.free_strips if number else machine.layout.strips
        stops = yield from Stops(sizes=sizes(strips), game=number)
        seen = machine.window(stops, free=bool(number))
        yield ReelsStopped(game=number, stops=stops, window=seen, clause=RANDOM)
        times = free.multiplier if number and free is not None else 1
        wins = machine.wins(seen, level, times=times)
        yield from _paid(wins, number)
        paid += sum(win.credits for win in wins)
        pots += sum(win.pot for win in wins)
        if number == 0 and machine.picks(seen):
            paid += yield from _pick(program, level, position)
        games -= bool(number)
        won = machine.free_games(seen)
        if won and free is not None and (number == 0 or free.retrigger):
            games = min(games + won, SERIES_MOST)
            yield FreeGamesWon(games=won, clause=OFFERED)
        number += 1
    return PlayResult(paid, pots)


def _paid(wins: Iterable[Win], game: int, clause: ClauseId = OFFERED) -> Round[None]:
    for win in wins:
        yield RowPaid(
            row=win.row, credits=win.credits, game=game, line=win.line, pot=win.pot, clause=clause
        )


def _pick(program: Reels, level: Level, position: int) -> Round[int]:
    assert program.pick is not None
    screen: str | None = program.pick.start
    paid = 0
    while screen is not None:
        branches = program.pick.nodes[screen]
        box = yield from Box(position=position, screen=screen, boxes=max(BOXES, len(branches)))
        branch = yield from Branch(weights=tuple(one.weight for one in branches))
        found = branches[branch]
        yield BoxOpened(screen=screen, box=box, branch=branch, pays=found.pays, clause=OFFERED)
        won = found.pays * level.stake
        if won:
            yield RowPaid(row=screen, credits=won, clause=OFFERED)
        paid += won
        screen = found.next
    return paid


def _card(left: list[Card]) -> Round[Card]:
    ask = DrawCard(
        source="baraja", left=dict.fromkeys(left, 1), clause=RANDOM, irregular=(), closed_by=OFFERED
    )
    card = yield from ask
    assert isinstance(card, str)
    left.remove(card)
    return card


def _video_poker(program: VideoPoker, level: Level, position: int) -> Round[PlayResult]:
    left = list(DECK)
    dealt: list[Card] = []
    for _ in range(5):
        dealt.append((yield from _card(left)))
    yield CardsShown(cards=tuple(dealt), clause=RANDOM)
    held = yield from Hold(position=position, cards=tuple(dealt))
    yield CardsHeld(cards=tuple(card for card in dealt if card in held), clause=OFFERED)
    final: list[Card] = []
    for card in dealt:
        final.append(card if card in held else (yield from _card(left)))
    yield CardsShown(cards=tuple(final), final=True, clause=RANDOM)
    table = program.table(level.credits)
    row = best_row(hand(final, program.wild), table, program.wild)
    if row is None:
        return PlayResult(0)
    credits = table[row] * level.credits
    yield RowPaid(row=row, credits=credits, clause=OFFERED)
    return PlayResult(credits)


def _drawn(balls: int, drawn: int) -> Round[tuple[int, ...]]:
    """So many balls, in the order in which they come out."""
    inside = list(range(1, balls + 1))
    out: list[int] = []
    for _ in range(drawn):
        ball = yield from Ball(inside=tuple(inside), clause=RANDOM)
        inside.remove(ball)
        out.append(ball)
    return tuple(out)


def _bingo(program: Bingo, level: Level, spots: tuple[int, ...]) -> Round[PlayResult]:
    (card,) = spots
    face = faces_of(program)[card]
    out = yield from _drawn(BALLS, program.drawn)
    yield BingoCardShown(card=card, rows=face.rows, clause=OFFERED)
    yield BallsDrawn(balls=out, caught=len(face.numbers.intersection(out)), clause=RANDOM)
    row = bingo_row(program.pays, *done(face, out))
    if row is None:
        return PlayResult(0)
    credits = program.pays[row] * level.credits
    yield RowPaid(row=row, credits=credits, clause=OFFERED)
    return PlayResult(credits)


def _keno(program: Keno, level: Level, spots: tuple[int, ...]) -> Round[PlayResult]:
    out = yield from _drawn(program.balls, program.drawn)
    caught = len(set(out) & set(spots))
    yield BallsDrawn(balls=out, caught=caught, clause=RANDOM)
    pays = program.table(level.parts).get(caught, 0)
    if not pays:
        return PlayResult(0)
    yield RowPaid(row=f"{caught} de {level.parts}", credits=pays * level.credits, clause=OFFERED)
    return PlayResult(pays * level.credits)
