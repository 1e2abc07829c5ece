"""The book of a tournament: entries, chips and money as an aggregate.

Tournament chips never meet money (COL-7.4-01): chips sold plus added less removed are the stacks,
what was taken and not refunded, less commission, is the fund. Both hold as equalities of whole
numbers after every event, or the event is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.prizes import prize_table

RUN_BY = ("torneo", "torneo-papeles")
"""As whom those see a tournament who run it or watch over it."""
ENTRY = "entrada"
REENTRY = "reentrada"
CLAUSES: dict[str, ClauseId] = {
    ENTRY: "COL-3.1-01", REENTRY: "COL-3.3-02", "recompra": "COL-3.2-02", "addon": "COL-3.4-02",
}  # fmt: skip
ONCE: dict[str, ClauseId] = {"recompra": "COL-3.2-09", "addon": "COL-3.4-07"}
"""Once a player over all his entries."""


class Price(msgspec.Struct, frozen=True):
    """The price of an entry or another purchase in pesos, the commission in it, and the chips it
    buys."""

    price: int
    commission: int
    chips: int


class TournamentBook(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts of a tournament: players and their chips, takings, refunds, chips removed."""

    prices: dict[str, Price] = {}
    percent: tuple[str, ...] = ()
    stacks: dict[str, int] = {}
    paid: dict[str, int] = {}
    sold: int = 0
    added: int = 0
    removed: int = 0
    taken: int = 0
    commission: int = 0
    refunded: int = 0
    entrants: int = 0
    bounty: int = 0
    out: tuple[str, ...] = ()
    """Who is out, the last first."""
    last: tuple[str, ...] = ()
    """The disqualified: behind everybody else, whoever was last disqualified the last."""
    once: dict[str, tuple[str, ...]] = {}
    """Of what a player may buy once, who has bought it."""
    sent_out: tuple[str, ...] = ()
    """Who went by sanction: he does not come back."""

    @property
    def fund(self) -> int:
        """The prize fund; bounties are apart."""
        return self.taken - self.commission - self.bounty * self.entrants

    @property
    def ranking(self) -> tuple[str, ...]:
        """Everybody, best first; those still in by their chips."""
        still = sorted(self.stacks, key=lambda player: -self.stacks[player])
        return (*still, *self.out, *self.last)

    def pays(self) -> dict[str, int]:
        """The prize of each paid place, by player."""
        if not self.percent or not self.ranking:
            return {}
        table = prize_table(self.fund, [Fraction(share) for share in self.percent])
        ranked = [player for player in self.ranking if player not in self.last]
        return dict(zip(ranked, table, strict=False))

    def check(self) -> TournamentBook:
        """The book itself, if its identities hold."""
        stacks = sum(self.stacks.values())
        assert self.sold + self.added - self.removed == stacks, "chips sold are chips in play"
        assert min(self.stacks.values(), default=1) > 0, "a stack holds chips"
        return self


class Open(Command, frozen=True):
    """Open the book with the prices of the bases, and the bounty each entry carries."""

    prices: dict[str, Price]
    percent: tuple[str, ...] = ()
    bounty: int = 0


class Sell(Command, frozen=True):
    """A player buys an entry, a re-entry, a rebuy or an add-on."""

    player: str
    what: str


class Withdraw(Command, frozen=True):
    """A player cancels his entry in time: all he paid comes back, his chips go."""

    player: str


class Win(Command, frozen=True):
    """A player wins chips of another; who has none left is out."""

    player: str
    loser: str
    chips: int


class Count(Command, frozen=True):
    """The stacks of some players were counted: together they hold what they held before. Who
    holds nothing is out; of several the larger stack before ranks higher."""

    stacks: dict[str, int]


class Recolour(Command, frozen=True):
    """The chips a race of small chips changed, by player."""

    change: dict[str, int]


class Expel(Command, frozen=True):
    """A player is eliminated by sanction, or disqualified: his chips leave play."""

    player: str
    disqualified: bool = False


AnyCommand: TypeAlias = Open | Sell | Withdraw | Win | Count | Recolour | Expel


class BookEvent(Event, frozen=True, kw_only=True):
    """Something that happened to a tournament's chips or money. ``of_staff``: it holds exact
    stacks or what was decided about a player, which those are told who run the tournament
    (COL-7.4-06)."""

    kind: ClassVar[str] = "tournament-book"
    of_staff: ClassVar[bool] = False

    def seen_by(self, viewer: str) -> bool:
        return super().seen_by(viewer) and (viewer in RUN_BY or not self.of_staff)


class BookOpened(BookEvent, frozen=True, kw_only=True):
    """The prices and the prize table of a tournament stand."""

    kind: ClassVar[str] = "tournament-book-opened"
    prices: Mapping[str, Price]
    percent: tuple[str, ...]
    bounty: int = 0


class Sold(BookEvent, frozen=True, kw_only=True):
    """A player paid and got chips."""

    kind: ClassVar[str] = "tournament-sold"
    player: str
    what: str
    price: int
    commission: int
    chips: int


class Refunded(BookEvent, frozen=True, kw_only=True):
    """An entry was withdrawn in time and paid back, commission and all."""

    kind: ClassVar[str] = "tournament-refunded"
    player: str
    amount: int
    commission: int
    chips: int


class ChipsWon(BookEvent, frozen=True, kw_only=True):
    """Chips went from one player to another."""

    kind: ClassVar[str] = "tournament-chips-won"
    of_staff: ClassVar[bool] = True
    player: str
    loser: str
    chips: int


class ChipsCounted(BookEvent, frozen=True, kw_only=True):
    """Stacks as they were counted."""

    kind: ClassVar[str] = "tournament-chips-counted"
    of_staff: ClassVar[bool] = True
    stacks: Mapping[str, int]


class ChipsRecoloured(BookEvent, frozen=True, kw_only=True):
    """A race changed what stacks are worth."""

    kind: ClassVar[str] = "tournament-chips-recoloured"
    change: Mapping[str, int]


class ChipsForfeited(BookEvent, frozen=True, kw_only=True):
    """Chips a player had hidden or carried off left play."""

    kind: ClassVar[str] = "tournament-chips-forfeited"
    of_staff: ClassVar[bool] = True
    player: str
    chips: int


class BankSettled(BookEvent, frozen=True, kw_only=True):
    """A pase against the bank of the tournament: what each player's stack changed by."""

    kind: ClassVar[str] = "tournament-bank-settled"
    change: Mapping[str, int]


class ChipsRenewed(BookEvent, frozen=True, kw_only=True):
    """A round begins with new chips: the stacks of who plays it, and what each had ``before``."""

    kind: ClassVar[str] = "tournament-chips-renewed"
    stacks: Mapping[str, int]
    before: Mapping[str, int] = {}


class Eliminated(BookEvent, frozen=True, kw_only=True):
    """A player is out and ranked behind everybody still in."""

    kind: ClassVar[str] = "tournament-eliminated"
    player: str


class Expelled(BookEvent, frozen=True, kw_only=True):
    """A player went by sanction; ``chips`` left play."""

    kind: ClassVar[str] = "tournament-expelled"
    player: str
    chips: int
    disqualified: bool = False


def decide(book: TournamentBook, command: AnyCommand) -> Sequence[BookEvent]:
    """The events a command brings about, or `Refused` with its clause."""
    match command:
        case Open():
            if book.prices:
                raise Refused("COL-15-01", "book-open")
            return (
                BookOpened(
                    prices=command.prices, percent=command.percent, bounty=command.bounty,
                    clause="CAT-VII.3.1-24",
                ),
            )  # fmt: skip
        case Sell():
            return (_sold(book, command),)
        case Withdraw():
            return (_refunded(book, command),)
        case Win():
            return _won(book, command)
        case Count():
            return _counted(book, command)
        case Recolour():
            return _recoloured(book, command)
        case Expel():
            chips = book.stacks.get(command.player)
            if chips is None:
                raise Refused("COL-9.3-20", "not-in-play", player=command.player)
            clause = "COL-9.1-40" if command.disqualified else "COL-9.3-20"
            return (
                Expelled(
                    player=command.player, chips=chips, disqualified=command.disqualified,
                    clause=clause,
                ),
            )  # fmt: skip


def _sold(book: TournamentBook, sale: Sell) -> Sold:
    price = book.prices.get(sale.what)
    if price is None:
        raise Refused(CLAUSES.get(sale.what, "COL-3.1-01"), "not-sold", what=sale.what)
    if sale.what == ENTRY and sale.player in book.paid:
        raise Refused("COL-9.1-22", "entered-already", player=sale.player)
    if sale.what != ENTRY and sale.player not in book.paid:
        raise Refused(CLAUSES[sale.what], "not-entered", player=sale.player)
    if sale.what == REENTRY and sale.player in book.stacks:
        raise Refused("COL-3.3-01", "still-has-chips", chips=book.stacks[sale.player])
    if sale.what == "addon" and sale.player not in book.stacks:
        raise Refused("COL-3.4-01", "no-chips-left", player=sale.player)
    if sale.player in book.sent_out:
        raise Refused("COL-9.1-39", "sent-out", player=sale.player, also="COL-9.3-20")
    if sale.player in book.once.get(sale.what, ()):
        raise Refused(ONCE[sale.what], "once-only", what=sale.what)
    return Sold(
        player=sale.player, what=sale.what, price=price.price, commission=price.commission,
        chips=price.chips, clause=CLAUSES[sale.what],
    )  # fmt: skip


def _refunded(book: TournamentBook, withdrawal: Withdraw) -> Refunded:
    player, price = withdrawal.player, book.prices.get(ENTRY)
    bought = (book.paid.get(player), book.stacks.get(player))
    if price is None or bought != (price.price, price.chips):
        raise Refused("COL-3.1-13", "nothing-to-refund", player=player)
    return Refunded(
        player=player, amount=price.price, commission=price.commission, chips=price.chips,
        clause="COL-3.1-13",
    )  # fmt: skip


def _won(book: TournamentBook, win: Win) -> Sequence[BookEvent]:
    held = book.stacks.get(win.loser, 0)
    if win.player not in book.stacks or win.player == win.loser:
        raise Refused("COL-7.4-01", "not-in-play", player=win.player)
    if not 0 < win.chips <= held:
        raise Refused("COL-7.4-01", "no-chips", player=win.loser, amount=win.chips, has=held)
    moved = ChipsWon(player=win.player, loser=win.loser, chips=win.chips, clause="COL-7.5.6-01")
    if win.chips < held:
        return (moved,)
    return (moved, Eliminated(player=win.loser, clause="COL-7.5.6-01"))


def _counted(book: TournamentBook, count: Count) -> Sequence[BookEvent]:
    missing = [player for player in count.stacks if player not in book.stacks]
    if missing:
        raise Refused("COL-7.4-01", "not-in-play", player=missing[0])
    had = sum(book.stacks[player] for player in count.stacks)
    has = sum(count.stacks.values())
    if had != has or min(count.stacks.values(), default=0) < 0:
        raise Refused("COL-7.4-01", "chips-do-not-add-up", had=had, has=has)
    out = [player for player, chips in count.stacks.items() if not chips]
    out.sort(key=lambda player: book.stacks[player])
    counted = ChipsCounted(stacks=dict(count.stacks), clause="COL-7.5.6-01")
    return (counted, *(Eliminated(player=player, clause="COL-7.5.6-01") for player in out))


def _recoloured(book: TournamentBook, race: Recolour) -> Sequence[BookEvent]:
    for player, change in race.change.items():
        if book.stacks.get(player, 0) + change <= 0:
            raise Refused("COL-7.4-19", "nobody-goes-out-in-a-race", player=player)
    return (ChipsRecoloured(change=dict(race.change), clause="COL-7.4-17"),)


def evolve(book: TournamentBook, event: BookEvent) -> TournamentBook:
    """The book after an event; its identities hold or it breaks."""
    stacks, paid = dict(book.stacks), dict(book.paid)
    match event:
        case BookOpened():
            return replace(
                book, prices=dict(event.prices), percent=event.percent, bounty=event.bounty
            )
        case Sold():
            stacks[event.player] = stacks.get(event.player, 0) + event.chips
            paid[event.player] = paid.get(event.player, 0) + event.price
            back = tuple(player for player in book.out if player != event.player)
            book = replace(
                book, sold=book.sold + event.chips, taken=book.taken + event.price,
                commission=book.commission + event.commission, out=back,
                entrants=book.entrants + (event.what in (ENTRY, REENTRY)),
                once=_bought_once(book, event),
            )  # fmt: skip
        case Refunded():
            del stacks[event.player]
            del paid[event.player]
            book = replace(
                book, sold=book.sold - event.chips, refunded=book.refunded + event.amount,
                taken=book.taken - event.amount,
                commission=book.commission - event.commission, entrants=book.entrants - 1,
            )  # fmt: skip
        case ChipsWon():
            stacks[event.player] += event.chips
            stacks[event.loser] -= event.chips
            if not stacks[event.loser]:
                del stacks[event.loser]
        case ChipsCounted():
            stacks |= event.stacks
            _drop_empty(stacks, event.stacks)
        case BankSettled():
            for player, change in event.change.items():
                stacks[player] += change
            _drop_empty(stacks, event.change)
            book = replace(book, added=book.added + sum(event.change.values()))
        case ChipsRenewed():
            more = sum(event.stacks.values()) - sum(stacks.values())
            stacks = dict(event.stacks)
            book = replace(book, added=book.added + more)
        case Eliminated():
            book = replace(book, out=(event.player, *book.out))
        case ChipsRecoloured():
            for player, change in event.change.items():
                stacks[player] += change
            book = replace(book, added=book.added + sum(event.change.values()))
        case ChipsForfeited():
            stacks[event.player] -= event.chips
            book = replace(book, removed=book.removed + event.chips)
        case Expelled():
            del stacks[event.player]
            sent_out = (*book.sent_out, event.player)
            book = replace(book, removed=book.removed + event.chips, sent_out=sent_out)
            if event.disqualified:
                book = replace(book, last=(*book.last, event.player))
            else:
                book = replace(book, out=(event.player, *book.out))
    return replace(book, stacks=stacks, paid=paid).check()


def _bought_once(book: TournamentBook, sold: Sold) -> dict[str, tuple[str, ...]]:
    if sold.what not in ONCE:
        return book.once
    return {**book.once, sold.what: (*book.once.get(sold.what, ()), sold.player)}


def _drop_empty(stacks: dict[str, int], among: Iterable[str]) -> None:
    """Remove the empty stacks of these players."""
    for player in among:
        if not stacks[player]:
            del stacks[player]


TOURNAMENT_BOOK: Aggregate[TournamentBook, AnyCommand, BookEvent] = Aggregate(
    "libro-de-torneo", TournamentBook(), AnyCommand, BookEvent, decide, evolve
)
