"""What happens to a tournament, told in its own log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import ClassVar

from tapete.systems.tournament.book import BookEvent


class TournamentEvent(BookEvent, frozen=True, kw_only=True):
    """Something that happened to a tournament beside its chips and money."""

    kind: ClassVar[str] = "tournament"
    at: float = 0.0


class BasesWritten(TournamentEvent, frozen=True, kw_only=True):
    """The bases, as they were written, and the version of the Reglamento they complete."""

    kind: ClassVar[str] = "tournament-bases"
    of_staff: ClassVar[bool] = True
    text: str
    version: int
    reglamento: str = ""


class StageReached(TournamentEvent, frozen=True, kw_only=True):
    """The tournament is at another stage; ``day`` is the date it was notified or published."""

    kind: ClassVar[str] = "tournament-stage"
    stage: str
    day: date | None = None
    why: str = ""


class PlayerEntered(TournamentEvent, frozen=True, kw_only=True):
    """A player is in, under a version of the bases."""

    kind: ClassVar[str] = "tournament-entered"
    player: str
    version: int
    image: bool = False


class PlayerWaits(TournamentEvent, frozen=True, kw_only=True):
    """In line for a place, or out of the line."""

    kind: ClassVar[str] = "tournament-waits"
    player: str
    waits: bool = True


class CompanyInvited(TournamentEvent, frozen=True, kw_only=True):
    """So many bots of the house are wanted as company."""

    kind: ClassVar[str] = "tournament-company"
    bots: int


class PlayerSeated(TournamentEvent, frozen=True, kw_only=True):
    """A player has a place; ``start`` is where he comes from, empty if he had none. ``stayed``: he
    has bought chips again at the place where he lost his last ones, and is no newcomer."""

    kind: ClassVar[str] = "tournament-seated"
    player: str
    table: int
    seat: int
    start: str = ""
    stayed: bool = False


class SeatLeft(TournamentEvent, frozen=True, kw_only=True):
    """A place is free."""

    kind: ClassVar[str] = "tournament-seat-left"
    player: str
    table: int
    seat: int


class ButtonsDrawn(TournamentEvent, frozen=True, kw_only=True):
    """The button of every table, by the cards drawn at the first one."""

    kind: ClassVar[str] = "tournament-buttons"
    cards: Mapping[str, str]
    buttons: Mapping[str, int]


class RegistrationClosed(TournamentEvent, frozen=True, kw_only=True):
    """What there is to win, place by place, and the order in which tables break; ``own`` is what
    entries brought to the fund."""

    kind: ClassVar[str] = "tournament-registration-closed"
    entrants: int
    own: int
    added: int
    fund: int
    prizes: tuple[int, ...]
    order: tuple[int, ...]


class LevelBegan(TournamentEvent, frozen=True, kw_only=True):
    """A level, or the break after it, for so many seconds from a moment on."""

    kind: ClassVar[str] = "tournament-level"
    level: int
    pause: bool
    seconds: float
    since: float


class ClockStopped(TournamentEvent, frozen=True, kw_only=True):
    """The clock stopped, or runs again."""

    kind: ClassVar[str] = "tournament-clock"
    running: bool
    left: float


class HandDealt(TournamentEvent, frozen=True, kw_only=True):
    """A hand began; ``sits_out`` are the players of the table who serve a hand of a penalty."""

    kind: ClassVar[str] = "tournament-hand-dealt"
    table: int
    hand: int
    positions: tuple[int, int, int] | None
    sits_out: tuple[str, ...] = ()


class HandEnded(TournamentEvent, frozen=True, kw_only=True):
    """A hand is over; ``staked`` is what each put into its pots, where it is known."""

    kind: ClassVar[str] = "tournament-hand-over"
    of_staff: ClassVar[bool] = True
    table: int
    hand: int
    positions: tuple[int, int, int] | None = None
    staked: Mapping[str, int] = {}


class PlayersOut(TournamentEvent, frozen=True, kw_only=True):
    """Players are out at a table, best first, who ties together; ``stacks`` are those of the table
    before. ``tie``: tables play hand for hand, and ``groups`` are all who are out in this hand of
    all tables, those told of before among them."""

    kind: ClassVar[str] = "tournament-out"
    of_staff: ClassVar[bool] = True
    table: int
    groups: tuple[tuple[str, ...], ...]
    stacks: Mapping[str, int]
    tie: bool = False


class EliminationUndone(TournamentEvent, frozen=True, kw_only=True):
    """An elimination was a mistake: place and stacks are as before; ``others`` went out in the same
    hand and have their seats again too. ``change``: what each stack changes by."""

    kind: ClassVar[str] = "tournament-undone"
    of_staff: ClassVar[bool] = True
    player: str
    table: int
    seat: int
    stacks: Mapping[str, int]
    reason: str
    others: Mapping[str, int] = {}
    change: Mapping[str, int] = {}


class TableClosed(TournamentEvent, frozen=True, kw_only=True):
    """A table is closed: nobody sits there any more."""

    kind: ClassVar[str] = "tournament-table-closed"
    table: int


class TablesOpened(TournamentEvent, frozen=True, kw_only=True):
    """The tables in use."""

    kind: ClassVar[str] = "tournament-tables"
    tables: tuple[int, ...]


class HandForHandCalled(TournamentEvent, frozen=True, kw_only=True):
    """Tables play hand for hand, or no longer."""

    kind: ClassVar[str] = "tournament-hand-for-hand"
    on: bool


class HandHeld(TournamentEvent, frozen=True, kw_only=True):
    """A hand waits with a called all-in until the other tables have played theirs."""

    kind: ClassVar[str] = "tournament-hand-held"
    table: int


class HandOrderedOn(TournamentEvent, frozen=True, kw_only=True):
    """A hand that waited is finished: a supervisor ordered it."""

    kind: ClassVar[str] = "tournament-hand-ordered-on"
    table: int


class LastHandsCalled(TournamentEvent, frozen=True, kw_only=True):
    """How many hands each table still plays today."""

    kind: ClassVar[str] = "tournament-last-hands"
    card: str
    hands: int


class DayBegan(TournamentEvent, frozen=True, kw_only=True):
    """Another day of play."""

    kind: ClassVar[str] = "tournament-day"
    day: int


class Penalised(TournamentEvent, frozen=True, kw_only=True):
    """A warning (no hands), or hands a player sits out."""

    kind: ClassVar[str] = "tournament-penalty"
    of_staff: ClassVar[bool] = True
    player: str
    fault: str
    hands: int


class StandingChanged(TournamentEvent, frozen=True, kw_only=True):
    """What a player is in the tournament."""

    kind: ClassVar[str] = "tournament-standing"
    player: str
    standing: str


class CardUsed(TournamentEvent, frozen=True, kw_only=True):
    """A time-bank card was given for more time."""

    kind: ClassVar[str] = "tournament-card-used"
    player: str
    left: int


class ActaWritten(TournamentEvent, frozen=True, kw_only=True):
    """An acta of what was decided."""

    kind: ClassVar[str] = "tournament-acta"
    of_staff: ClassVar[bool] = True
    number: int
    by: str
    facts: str
    decided: str
    reason: str
    clauses: tuple[str, ...] = ()
    table: int = 0
    hand: int = 0
    proposed: str = ""


class PlayerBarred(TournamentEvent, frozen=True, kw_only=True):
    """Whoever was disqualified may not enter so many dates to come (none: all of them)."""

    kind: ClassVar[str] = "tournament-barred"
    of_staff: ClassVar[bool] = True
    player: str
    dates: int | None


class ClockShortened(TournamentEvent, frozen=True, kw_only=True):
    """A player has so many seconds for a decision; 0: as all."""

    kind: ClassVar[str] = "tournament-clock-shortened"
    of_staff: ClassVar[bool] = True
    player: str
    seconds: int


class OrderChanged(TournamentEvent, frozen=True, kw_only=True):
    """Tables will break in another order."""

    kind: ClassVar[str] = "tournament-order"
    order: tuple[int, ...]


class NoticePutUp(TournamentEvent, frozen=True, kw_only=True):
    """A notice of the director's is on every screen, or has come off."""

    kind: ClassVar[str] = "tournament-notice"
    text: str


class ColouredUp(TournamentEvent, frozen=True, kw_only=True):
    """Small chips of a table were changed for larger ones."""

    kind: ClassVar[str] = "tournament-coloured-up"
    table: int
    small: int
    big: int


class LevellingSwitched(TournamentEvent, frozen=True, kw_only=True):
    """Tables are kept level no longer, or again."""

    kind: ClassVar[str] = "tournament-levelling"
    on: bool


class HeldAgain(TournamentEvent, frozen=True, kw_only=True):
    """Another date of the same tournament; ``chips`` are those still held, which go back."""

    kind: ClassVar[str] = "tournament-again"
    number: int
    chips: Mapping[str, int] = {}


class DealMade(TournamentEvent, frozen=True, kw_only=True):
    """What each has by the deal, and what is left to whoever wins."""

    kind: ClassVar[str] = "tournament-deal"
    way: str
    amounts: Mapping[str, int]
    reserve: int


class PrizePaid(TournamentEvent, frozen=True, kw_only=True):
    """A prize was paid."""

    kind: ClassVar[str] = "tournament-prize"
    player: str
    amount: int
    place: int


class RoundBegan(TournamentEvent, frozen=True, kw_only=True):
    """A round of a tournament of another game begins."""

    kind: ClassVar[str] = "tournament-round"
    number: int
    game: str


class PaseEnded(TournamentEvent, frozen=True, kw_only=True):
    """A pase is over at a table; ``fallen`` have no chips left, with what they had before it."""

    kind: ClassVar[str] = "tournament-pase"
    table: int
    pase: int
    fallen: Mapping[str, int]


class TieSeated(TournamentEvent, frozen=True, kw_only=True):
    """The tied sit down apart, each with as many chips, to play a pase for the places they tie
    for."""

    kind: ClassVar[str] = "tournament-tie"
    places: Mapping[str, str]
    chips: int


class TiePlayed(TournamentEvent, frozen=True, kw_only=True):
    """The tied, or those of them at a ``table``, have played a pase for the places they tie for:
    what each had at its end."""

    kind: ClassVar[str] = "tournament-tie-played"
    scores: Mapping[str, int]
    table: int = 0


class BountyWon(TournamentEvent, frozen=True, kw_only=True):
    """The bounty of a player who is out is owed to these."""

    kind: ClassVar[str] = "tournament-bounty"
    player: str
    shares: Mapping[str, int]


class BountyReturned(TournamentEvent, frozen=True, kw_only=True):
    """A bounty was not won after all: its owner is in again with the same entry."""

    kind: ClassVar[str] = "tournament-bounty-returned"
    player: str
    shares: Mapping[str, int]


class Postponed(TournamentEvent, frozen=True, kw_only=True):
    """The tournament is held at another time; ``late``: it was told less than two days before."""

    kind: ClassVar[str] = "tournament-postponed"
    start: datetime
    end: datetime
    earlier: bool = False
    late: bool = False


class EntryKept(TournamentEvent, frozen=True, kw_only=True):
    """A player keeps his entry for the new date."""

    kind: ClassVar[str] = "tournament-entry-kept"
    player: str


class EntryRefunded(TournamentEvent, frozen=True, kw_only=True):
    """What a player paid comes back to him: the tournament is not held."""

    kind: ClassVar[str] = "tournament-entry-refunded"
    player: str
    amount: int
    commission: int
    chips: int
