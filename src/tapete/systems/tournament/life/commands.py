"""What may be done with a tournament. Every command comes with its moment; what chance decides
(slips, cards) comes with it too, drawn by a shoe or entered by a person."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

from tapete.core.book.aggregate import Command
from tapete.core.round.cards import Card


class Timed(Command, frozen=True, kw_only=True):
    """Something done at a moment, by somebody."""

    at: float = 0.0
    by: str = ""


class Draft(Timed, frozen=True, kw_only=True, tag="draft"):
    """The bases of the tournament are written, or changed: each time a new version."""

    text: str


class Notify(Timed, frozen=True, kw_only=True, tag="notify"):
    """Reglamento and bases went to the regulator this day."""

    day: date


class Object(Timed, frozen=True, kw_only=True, tag="object"):
    """The regulator objects: everything stands still until it is corrected."""

    why: str


class Announce(Timed, frozen=True, kw_only=True, tag="announce"):
    """Texts are in the room and on the web, publicity begins."""

    day: date


class OpenRegistration(Timed, frozen=True, kw_only=True, tag="open-registration"):
    """Entries are taken from now on."""


class Enter(Timed, frozen=True, kw_only=True, tag="enter"):
    """A player enters and pays, accepting these bases; if the field is full he waits in line."""

    player: str
    image: bool = False


class Withdraw(Timed, frozen=True, kw_only=True, tag="withdraw"):
    """A player cancels his entry, or leaves the waiting list."""

    player: str
    local: datetime | None = None


class Invite(Timed, frozen=True, kw_only=True, tag="invite"):
    """So many bots of the house are to enter too, as company: for play chips only."""

    bots: int


class EnterCompany(Timed, frozen=True, kw_only=True, tag="enter-company"):
    """Bots of the house enter as company, many at once."""

    players: tuple[str, ...]


class OpenDoors(Timed, frozen=True, kw_only=True, tag="open-doors"):
    """Players show their documents and draw their seats."""


class Accredit(Timed, frozen=True, kw_only=True, tag="accredit"):
    """A player shows his document and draws a slip: table and seat. ``document``: he has a valid
    one with his photo; ``tax``: the tax of entry to the casino is paid."""

    player: str
    slip: str = ""
    document: bool = True
    tax: bool = True


class SeatCompany(Timed, frozen=True, kw_only=True, tag="seat-company"):
    """Bots of the house take their seats, many at once: a slip each."""

    players: tuple[str, ...]
    slips: tuple[str, ...] = ()


class Start(Timed, frozen=True, kw_only=True, tag="start"):
    """The clock starts, not before the hour of the bases; one card a seat of table 1 draws the
    button."""

    cards: dict[int, Card] = msgspec.field(default_factory=dict)
    local: datetime | None = None


class Buy(Timed, frozen=True, kw_only=True, tag="buy"):
    """A player buys a re-entry, a rebuy or an add-on in its window."""

    player: str
    what: Literal["reentrada", "recompra", "addon"]
    slip: str = ""


class CloseRegistration(Timed, frozen=True, kw_only=True, tag="close-registration"):
    """Nobody enters any more: the prizes stand, and the order in which tables break."""

    order: tuple[int, ...] = ()


class Tick(Timed, frozen=True, kw_only=True, tag="tick"):
    """Time has gone by: a level or a break is over."""


class StopClock(Timed, frozen=True, kw_only=True, tag="stop-clock"):
    """The clock stops."""


class RunClock(Timed, frozen=True, kw_only=True, tag="run-clock"):
    """The clock runs again."""


class DealHand(Timed, frozen=True, kw_only=True, tag="deal-hand"):
    """A hand begins at a table, with these seats for button, small and big blind."""

    table: int
    positions: tuple[int, int, int] | None = None


class HandOver(Timed, frozen=True, kw_only=True, tag="hand-over"):
    """A hand is over. Where stacks are known they come with it; who has none left is out; so do
    the seats that had button, small and big blind, and the time-bank cards that are left.
    ``winners`` of the last pot that each who is out could win have his bounty, ``drawn`` cards
    decide odd pesos of it; ``staked`` is what each put into the pots, where it is known."""

    table: int
    positions: tuple[int, int, int] | None = None
    stacks: dict[str, int] = msgspec.field(default_factory=dict)
    cards: dict[str, int] = msgspec.field(default_factory=dict)
    winners: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    drawn: dict[str, Card] = msgspec.field(default_factory=dict)
    staked: dict[str, int] = msgspec.field(default_factory=dict)


class Eliminate(Timed, frozen=True, kw_only=True, tag="eliminate"):
    """A player lost his last chips to another of his table."""

    player: str
    winner: str


class Undo(Timed, frozen=True, kw_only=True, tag="undo"):
    """What was done last, eliminations of a hand or a move, was a mistake: places and stacks are
    as before."""

    reason: str


class CountTable(Timed, frozen=True, kw_only=True, tag="count-table"):
    """The stacks of a table were counted."""

    stacks: dict[str, int]


class MovePlayer(Timed, frozen=True, kw_only=True, tag="move-player"):
    """A player goes to another place: as it was proposed, or for a reason."""

    player: str
    to: str
    reason: str = ""


class BreakTable(Timed, frozen=True, kw_only=True, tag="break-table"):
    """The next table in the published order breaks: a card a player, the seat cards shuffled."""

    cards: dict[int, Card] = msgspec.field(default_factory=dict)
    slips: tuple[str, ...] = ()


class Redraw(Timed, frozen=True, kw_only=True, tag="redraw"):
    """The whole field is drawn again on fewer tables, a slip a player, and the button too."""

    slips: dict[str, str] = msgspec.field(default_factory=dict)
    cards: dict[int, Card] = msgspec.field(default_factory=dict)


class ColourUp(Timed, frozen=True, kw_only=True, tag="colour-up"):
    """Small chips of a table are changed for larger ones: how many each holds, a card an odd
    chip."""

    small: int
    big: int
    held: dict[str, int]
    cards: dict[str, tuple[Card, ...]] = msgspec.field(default_factory=dict)


class HandForHand(Timed, frozen=True, kw_only=True, tag="hand-for-hand"):
    """All tables play hand for hand from now on, or no longer."""

    on: bool = True


class HoldHand(Timed, frozen=True, kw_only=True, tag="hold-hand"):
    """Hand for hand an all-in was called at a table: the rest of its hand waits."""

    table: int


class PlayOut(Timed, frozen=True, kw_only=True, tag="play-out"):
    """A supervisor orders the hand of a table finished that waits with a called all-in."""

    table: int


class CallLastHands(Timed, frozen=True, kw_only=True, tag="call-last-hands"):
    """The clock is stopped and a card says how many hands each table still plays today."""

    card: Card | None = None


class EndDay(Timed, frozen=True, kw_only=True, tag="end-day"):
    """Stacks are counted and bagged; play goes on another day."""

    stacks: dict[str, int]


class NextDay(Timed, frozen=True, kw_only=True, tag="next-day"):
    """Another day: seats and button are drawn again, after a suspension the button alone. Whoever
    has not shown his document again is away from his seat until he does."""

    slips: dict[str, str] = msgspec.field(default_factory=dict)
    cards: dict[int, Card] = msgspec.field(default_factory=dict)
    undocumented: tuple[str, ...] = ()


class Penalise(Timed, frozen=True, kw_only=True, tag="penalise"):
    """A warning, or hands or rounds a player sits out. ``fault`` is a row of the table of penalties
    or what he did in words; ``proposed``: the step the table proposes, the times before counted."""

    player: str
    fault: str
    clause: str = ""
    rounds: int = 0
    hands: int = 0
    proposed: bool = False


class Expel(Timed, frozen=True, kw_only=True, tag="expel"):
    """A player is eliminated by sanction, or disqualified; whoever is disqualified may be barred
    from ``dates`` to come, or from ``all_dates``. ``fault`` is a row of the table of penalties."""

    player: str
    reason: str
    disqualified: bool = False
    fault: str = ""
    dates: int = 0
    all_dates: bool = False


class Forfeit(Timed, frozen=True, kw_only=True, tag="forfeit"):
    """Chips that a player hid or carried away, or that he put into a pot with a deck he knew to be
    fouled, leave the tournament: by which ``fault`` of the table of penalties."""

    player: str
    chips: int
    reason: str
    fault: str = "ocultar-fichas"


class GivePot(Timed, frozen=True, kw_only=True, tag="give-pot"):
    """The winning hand of a player was killed by the croupier, and ``winner`` was pushed so many
    chips of its pot: they go to the player."""

    player: str
    winner: str
    chips: int
    reason: str


class ShortenClock(Timed, frozen=True, kw_only=True, tag="shorten-clock"):
    """A player who abuses his time has fewer seconds for a decision from now on; 0: as all."""

    player: str
    seconds: int
    reason: str


class Reorder(Timed, frozen=True, kw_only=True, tag="reorder"):
    """Another order in which tables will break."""

    order: tuple[int, ...]


class SwitchLevelling(Timed, frozen=True, kw_only=True, tag="switch-levelling"):
    """Tables are kept level no longer, or again."""

    on: bool


class BeAbsent(Timed, frozen=True, kw_only=True, tag="be-absent"):
    """A player is away from his seat, or back; ``document``: staff asked for his document and he
    does not show it."""

    player: str
    away: bool = True
    document: bool = False


class UseCard(Timed, frozen=True, kw_only=True, tag="use-card"):
    """A player gives a time-bank card for more time, or leaves one behind at a table."""

    player: str
    left_behind: bool = False


class Rule(Timed, frozen=True, kw_only=True, tag="rule"):
    """The director decides a dispute, or against what was ``proposed``: an acta is written.
    ``appeals``: the number of an acta that somebody wants decided again."""

    facts: str
    decided: str
    reason: str
    clauses: tuple[str, ...] = ()
    table: int = 0
    hand: int = 0
    proposed: str = ""
    appeals: int = 0


class MakeDeal(Timed, frozen=True, kw_only=True, tag="make-deal"):
    """Those left agree on the prizes; all of them sign."""

    way: Literal["B", "C", "fichas", "iguales", "libre"]
    signed: tuple[str, ...]
    amounts: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    reserve: int | None = None


class Pay(Timed, frozen=True, kw_only=True, tag="pay"):
    """Prizes due are paid: one player's, or everybody's. Cards decide odd pesos of ties."""

    player: str = ""
    cards: dict[str, Card] = msgspec.field(default_factory=dict)


class Suspend(Timed, frozen=True, kw_only=True, tag="suspend"):
    """Play stands still for a reason of force majeure; it goes on as another day."""

    why: str


class Cancel(Timed, frozen=True, kw_only=True, tag="cancel"):
    """The tournament is not held: all that was paid comes back."""

    why: str


class PaseOver(Timed, frozen=True, kw_only=True, tag="pase-over"):
    """A pase is over at a table, or so many plays at its machines: the chips each has now.
    ``void``: it was annulled and is played again."""

    table: int
    stacks: dict[str, int]
    void: bool = False


class SeatTie(Timed, frozen=True, kw_only=True, tag="seat-tie"):
    """The first who tie sit down apart to play another pase between them, with equal chips."""


class PlayTie(Timed, frozen=True, kw_only=True, tag="play-tie"):
    """The tied have played another pase with equal chips: what each had at its end."""

    scores: dict[str, int]


class CloseRound(Timed, frozen=True, kw_only=True, tag="close-round"):
    """The round is over: the best pass, and draw their places of the next; or somebody has won."""

    slips: dict[str, str] = msgspec.field(default_factory=dict)


class Postpone(Timed, frozen=True, kw_only=True, tag="postpone"):
    """It is held at another time: whoever does not keep his entry is paid back."""

    start: datetime
    end: datetime
    why: str
    local: datetime | None = None


class KeepEntry(Timed, frozen=True, kw_only=True, tag="keep-entry"):
    """A player keeps his entry for the new date."""

    player: str


class PutUp(Timed, frozen=True, kw_only=True, tag="put-up"):
    """The director has a notice of his own shown on every screen; without a text it comes off."""

    text: str = ""


class HoldAgain(Timed, frozen=True, kw_only=True, tag="hold-again"):
    """Another date of the same tournament, with the same bases: entries are taken again."""


AnyCommand: TypeAlias = (
    Draft | Notify | Object | Announce | OpenRegistration | Enter | Withdraw | OpenDoors | Accredit
    | Start | Buy | CloseRegistration | Tick | StopClock | RunClock | DealHand | HandOver
    | Eliminate | Undo | CountTable | MovePlayer | BreakTable | Redraw | ColourUp | HandForHand
    | CallLastHands | EndDay | NextDay | Penalise | Expel | BeAbsent | UseCard | Rule | MakeDeal
    | Pay | Suspend | Cancel | HoldAgain | Invite | Forfeit | Reorder | SwitchLevelling
    | Postpone | KeepEntry | PaseOver | SeatTie | PlayTie | CloseRound | ShortenClock
    | PutUp | HoldHand | PlayOut | GivePot | EnterCompany | SeatCompany
)  # fmt: skip


def tag_of(command: msgspec.Struct) -> str:
    """The name of a command as it is sent."""
    return str(command.__struct_config__.tag)
