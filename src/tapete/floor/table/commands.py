"""What can be done at a table, as data: a command comes from a socket, stands in the log, and gives
the same events whenever it is applied again to the same table (`tapete.floor.table.doing`).
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from msgspec import field

from tapete.core.book.clause import ClauseId
from tapete.core.round.event import Moment
from tapete.floor.kernel.unit import Command
from tapete.games.actions import AnyAction

SYSTEM = "sistema"
"""Who shuffles at a table without staff."""


class Open(Command, frozen=True, kw_only=True, tag="open"):
    """The jefe de mesa opens the table with this staff, one role a person."""

    staff: tuple[str, ...]


class Suspend(Command, frozen=True, kw_only=True, tag="suspend"):
    """The table closes for a time; a round in course is void."""

    why: str


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """The table opens again."""


class AnnounceLast(Command, frozen=True, kw_only=True, tag="announce-last"):
    """The last throws or games are announced, on the order of ``order``."""

    left: int | None = None
    order: str


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """A person takes a place with chips of his wallet."""

    seat: int
    player: str
    chips: int = 0


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Whoever sits there goes with his chips; ``after_round``: when the round in course is over."""

    seat: int
    after_round: bool = False


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """A player has bet all he wants to: for him the bets may be closed."""

    seat: int


class Invite(Command, frozen=True, kw_only=True, tag="invite"):
    """A guest asks for the company of so many bots of the house; none sends them away."""

    seat: int
    bots: int


class Bring(Command, frozen=True, kw_only=True, tag="bring"):
    """More chips of the player's wallet come to the table."""

    seat: int
    amount: int


class PutAway(Command, frozen=True, kw_only=True, tag="put-away"):
    """Chips go from the table to the player's wallet."""

    seat: int
    amount: int


class Tip(Command, frozen=True, kw_only=True, tag="tip"):
    """A tip for the staff."""

    seat: int
    amount: int


class Begin(Command, frozen=True, kw_only=True, tag="begin"):
    """Begin what comes next: the cards are shuffled if they must be, else a round."""


class Bet(Command, frozen=True, kw_only=True, tag="bet"):
    """Chips go down, are moved or taken back while betting is open."""

    action: AnyAction


class CloseBets(Command, frozen=True, kw_only=True, tag="close-bets"):
    """«No más apuestas»."""


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """What the round asks is answered: a move, a card, a throw, a ruling.

    ``by_word``: the croupier of an attended table enters what the player of the seat said.
    ``picks``: what chance drew for it out of promised numbers, each below how many.
    """

    answer: Any
    seat: int | None = None
    by_word: bool = False
    picks: tuple[tuple[int, int], ...] = ()


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Something the game lets happen between rounds."""

    name: str
    facts: dict[str, Any] = field(default_factory=dict)


class Void(Command, frozen=True, kw_only=True, tag="void"):
    """The jefe de mesa voids the round in course."""

    cause: str


class Caution(Command, frozen=True, kw_only=True, tag="caution"):
    """A player is called to order for a breach."""

    player: str
    breach: ClauseId


class Exclude(Command, frozen=True, kw_only=True, tag="exclude"):
    """A player is kept out from the next round on."""

    player: str
    breach: ClauseId
    until: Moment | None = None


class Dispute(Command, frozen=True, kw_only=True, tag="dispute"):
    """Somebody disagrees about a round."""

    seat: int
    round: int
    about: str


class Decide(Command, frozen=True, kw_only=True, tag="decide"):
    """A chief decides a disagreement."""

    dispute: int
    ruling: str


class Review(Command, frozen=True, kw_only=True, tag="review"):
    """The record of the round is played again before a chief decides anew."""

    dispute: int
    acta: str


class Hold(Command, frozen=True, kw_only=True, tag="hold"):
    """What a seat won in the round just ended is withheld while it is verified."""

    seat: int


class Release(Command, frozen=True, kw_only=True, tag="release"):
    """Pay winnings that were withheld."""

    seat: int
    round: int


class Tick(Command, frozen=True, kw_only=True, tag="tick"):
    """Time goes by: holds whose time is over are paid."""


class Complain(Command, frozen=True, kw_only=True, tag="complain"):
    """Somebody asks for the place of a player who does not play."""

    seat: int


class FreeSeat(Command, frozen=True, kw_only=True, tag="free-seat"):
    """The jefe de mesa has an idle player free his place."""

    seat: int


class Capacity(Command, frozen=True, kw_only=True, tag="capacity"):
    """Fewer places, or as many as the table has."""

    places: int | None = None


class FailLight(Command, frozen=True, kw_only=True, tag="fail-light"):
    """The light of a position does not work: it is closed to the bet on the pot."""

    seat: int


class MendLight(Command, frozen=True, kw_only=True, tag="mend-light"):
    """The light of a position works again."""

    seat: int


class LoadCredits(Command, frozen=True, kw_only=True, tag="load-credits"):
    """Credits are bought and loaded on the meter of a position (CAT-III.6.4.1-04): with chips of
    the table unless another ``instrument`` is named, such as money the croupier was given."""

    seat: int
    credits: int
    instrument: str | None = None


class CashCredits(Command, frozen=True, kw_only=True, tag="cash-credits"):
    """The credits on the meter of a position become chips of its player again."""

    seat: int


class PressButton(Command, frozen=True, kw_only=True, tag="press-button"):
    """The player presses the button of his acceptor: so many credits more are bet on the pot
    (CAT-III.6.4.1-05)."""

    seat: int
    credits: int


class ReleaseButton(Command, frozen=True, kw_only=True, tag="release-button"):
    """The player takes his bet on the pot back while betting is open."""

    seat: int


class Dismiss(Command, frozen=True, kw_only=True, tag="dismiss"):
    """Somebody who may not be in the rooms any more goes: now, or when the round is over."""

    player: str


class Wait(Command, frozen=True, kw_only=True, tag="wait"):
    """Somebody who finds no place is put on the waiting list."""

    player: str


class StopWaiting(Command, frozen=True, kw_only=True, tag="stop-waiting"):
    """Somebody waits no longer, or gives up the place kept for him."""

    player: str


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """A chief keeps a place for somebody until a moment."""

    player: str
    until: Moment


class GiveNumber(Command, frozen=True, kw_only=True, tag="give-number"):
    """A player promises a number of his own by its hash: he has a part in what chance brings next
    (`tapete.chance.numbers`)."""

    seat: int
    promise: str


class OpenNumber(Command, frozen=True, kw_only=True, tag="open-number"):
    """A player opens the number he promised, now that the house has promised order ``n``."""

    seat: int
    n: int
    number: str


class CloseNumbers(Command, frozen=True, kw_only=True, tag="close-numbers"):
    """The time to open numbers is over: what is not open has no part in order ``n``."""

    n: int


class Promise(Command, frozen=True, kw_only=True, tag="promise"):
    """The system promises the order of the cards by its hash, before anybody bets on them; where no
    cards are dealt, its own number."""

    n: int
    promise: str
    cards: int


class OpenOrder(Command, frozen=True, kw_only=True, tag="open-order"):
    """The system opens an order it promised: its cards have been played."""

    n: int
    salt: str
    cards: tuple[str, ...]


class SetTerms(Command, frozen=True, kw_only=True, tag="set-terms"):
    """Between two rounds the house sets what the plan in force says of a unit: ``by`` is the role
    in which somebody approved that plan, ``approved`` who did."""

    terms: dict[str, Any]
    by: str
    approved: str


class Arrival(NamedTuple):
    """Somebody who takes a seat, with so many chips; ``stayed``: he had it in the last hand too and
    is no newcomer, as whoever lost his last chips there and rebuys."""

    seat: int
    player: str
    chips: int
    stayed: bool = False


class Level(NamedTuple):
    """Small and big blind, the ante of the big blind, and the smallest chip in play."""

    small: int
    big: int
    ante: int
    chip: int


class Arrange(Command, frozen=True, kw_only=True, tag="arrange"):
    """A tournament arranges one of its tables between hands: who goes, who comes, whose chips
    change, where the button was drawn, the level, who is away, the time-bank cards of each and
    the seconds of a decision, ``quick`` those of a seat that has fewer; then, if it says so, the
    hand begins. ``waits``: tables play hand for hand, and a called all-in waits for the others.
    Where a game against the bank is played, ``bets`` are the least and the most of a bet in this
    round (0: no most), and the smallest chip."""

    leave: tuple[int, ...] = ()
    sit: tuple[Arrival, ...] = ()
    chips: dict[int, int] = field(default_factory=dict)
    button: int | None = None
    level: Level | None = None
    away: tuple[int, ...] = ()
    cards: dict[int, int] = field(default_factory=dict)
    seconds: int = 0
    quick: dict[int, int] = field(default_factory=dict)
    waits: bool = False
    bets: tuple[int, int, int] | None = None
    begin: bool = False


class UseCard(Command, frozen=True, kw_only=True, tag="use-card"):
    """The time of a decision at a tournament's table is over: a time-bank card gives more of it."""

    seat: int


AnyCommand: TypeAlias = (
    Open | Suspend | Resume | AnnounceLast | Sit | Leave | Bring | PutAway | Tip | Begin | Bet
    | CloseBets | Answer | Act | Void | Caution | Exclude | Dispute | Decide | Review | Hold
    | Release | Tick | Complain | FreeSeat | Capacity | FailLight | MendLight | Dismiss | Wait
    | StopWaiting | Reserve | Promise | OpenOrder | LoadCredits | CashCredits | PressButton
    | ReleaseButton | Ready | Invite | GiveNumber | OpenNumber | CloseNumbers | Arrange | UseCard
    | SetTerms
)  # fmt: skip

ANSWERS = (Answer, Act, Begin, CloseBets, Void)
"""What answers a question of the table or moves it on: it holds for the state its sender saw."""
