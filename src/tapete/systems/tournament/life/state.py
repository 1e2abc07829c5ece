"""What a tournament is at a moment: stage, field, tables, clock, book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, TypeAlias

import msgspec

from tapete.core.round.cards import DECK, Card
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.book import TournamentBook
from tapete.systems.tournament.finish import pays, places
from tapete.systems.tournament.prizes import Bracket
from tapete.systems.tournament.rounds import Fallen
from tapete.systems.tournament.seats import Place, card_order

Stage: TypeAlias = Literal[
    "borrador", "notificado", "observado", "anunciado", "inscripcion", "acreditacion", "en-juego",
    "fin-de-jornada", "terminado", "suspendido", "postergado", "adelantado", "cancelado",
]  # fmt: skip
Standing: TypeAlias = Literal[
    "inscrito", "acreditado", "en-juego", "ausente", "eliminado", "eliminado-por-sancion",
    "descalificado", "anulado", "campeon",
]  # fmt: skip
UNTOLD = ("borrador", "observado")
"""Before the regulator knows the texts nobody else does (CAT-VII.4.1-02)."""


class PlayerNow(msgspec.Struct, frozen=True, kw_only=True):
    """A player: what he is, what he bought, and what follows him from table to table.

    ``accepted`` are the version of the bases he entered under; ``sits_out`` the hands of penalties
    still to come, ``cards`` his time-bank cards, ``missed``: his table has dealt since he went out,
    ``entered`` the moment he entered, ``away`` since when he is away from his seat, ``faults`` how
    often he was penalised for each, ``seconds`` those of his decisions if he has fewer than all.
    """

    standing: Standing = "inscrito"
    bought: dict[str, int] = {}
    accepted: int = 0
    image: bool = False
    sits_out: int = 0
    warnings: int = 0
    cards: int = 0
    missed: bool = False
    entered: float = 0.0
    away: float | None = None
    faults: dict[str, int] = {}
    seconds: int = 0


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table: who sits where, the seats of button, small and big blind of the last hand, who has
    come since, hands dealt, whether one is in course, ``since`` when the last was dealt, and
    ``held``: it waits with a called all-in for the other tables. ``before`` are the stacks with
    which the last hand was played and ``staked`` what each put into its pots, where it is known;
    ``until`` the number of its last hand of the day, once that is known; ``bust`` who has lost his
    last chips here since, and at which seat: he may rebuy there before the next deal."""

    seats: dict[int, str] = {}
    last: tuple[int, int, int] | None = None
    button: int | None = None
    came: tuple[int, ...] = ()
    hands: int = 0
    playing: bool = False
    since: float = 0.0
    held: bool = False
    before: dict[str, int] = {}
    staked: dict[str, int] = {}
    until: int | None = None
    bust: dict[str, int] = {}

    @property
    def hands_left(self) -> int | None:
        """Hands it still begins today; None: as many as there is time for."""
        return None if self.until is None else self.until - self.hands

    @property
    def may_deal(self) -> bool:
        """Whether it has not played the last hands of the day yet."""
        return self.hands_left != 0


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Where the clock stands: ``left`` seconds of a level or a break when it last changed, at the
    moment ``since``; it runs or it is stopped."""

    level: int = 0
    pause: bool = False
    running: bool = False
    left: float = 0.0
    since: float = 0.0

    def remaining(self, now: float) -> float:
        """Seconds left now."""
        return max(self.left - (now - self.since), 0.0) if self.running else self.left


class Acta(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided in a dispute, or against what was proposed: facts, clauses, reason, who, and
    when the control room was told to keep the images (``cctv``)."""

    number: int
    at: float
    by: str
    facts: str
    decided: str
    reason: str
    clauses: tuple[str, ...] = ()
    table: int = 0
    hand: int = 0
    proposed: str = ""
    cctv: float = 0.0


class Notice(msgspec.Struct, frozen=True):
    """Something that was made known: when, by which channel, and in which words; ``{player}`` in
    them is the name of the one it speaks of. What the house says by itself has its row and its
    facts, so that a screen in another language says it in its own words."""

    at: float
    channel: str
    text: str
    player: str = ""
    says: str = ""
    facts: dict[str, str] = {}


class Move(msgspec.Struct, frozen=True):
    """A player went from a place to another, by a clause."""

    player: str
    start: str
    end: str
    clause: str
    at: float


class OutHere(msgspec.Struct, frozen=True):
    """Somebody who went out in the hand that all tables play at once, with the stack he had."""

    player: str
    table: int
    stack: int


class Lately(msgspec.Struct, frozen=True, kw_only=True):
    """What was done last, as long as it can be undone: an elimination, of one or of several in a
    hand (``others`` with their seats), with the stacks before; or a move, without stacks, from
    this place."""

    player: str
    table: int
    seat: int
    stacks: dict[str, int] = {}
    others: dict[str, int] = {}


class TieNow(msgspec.Struct, frozen=True):
    """Those who tie and have still to play the pase that decides it: where each sits for it, and
    the chips each was given."""

    places: dict[str, str]
    chips: int

    def at(self, table: int) -> dict[int, str]:
        """Who sits where at a table."""
        here = (
            (int(seat), who) for who, place in self.places.items()
            for number, _, seat in [place.partition("-")] if int(number) == table
        )  # fmt: skip
        return dict(sorted(here))


class RoundNow(msgspec.Struct, frozen=True, kw_only=True):
    """The round in course of a tournament of another game: its number, pases played at each table,
    who has fallen, at which table each began it, what the tied won besides, and who of them plays
    for it now."""

    number: int
    pases: dict[int, int] = {}
    fallen: tuple[Fallen, ...] = ()
    tables: dict[str, int] = {}
    scores: dict[str, tuple[int, ...]] = {}
    tie: TieNow | None = None


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament. ``out`` are those who are out, best first, who ties together; ``deal`` what a
    deal gives each, and ``reserve`` what it leaves to whoever wins; ``company`` how many bots are
    wanted, ``bounties`` what each has won by eliminating others and ``heads`` who won whose last
    one, ``kept`` who keeps his entry for another date, ``at_once`` who went out in the hand that
    tables play hand for hand and ``dealt`` the tables that have begun it;
    ``barred`` up to which date each disqualified player may not enter (none: never);
    ``reglamento`` the one it is held under, ``notice`` what the director has on every screen;
    ``began`` and ``ended`` are the moments of the first level and of the end of play, ``refunded``
    what each was paid back who withdrew, or whose tournament is not held."""

    bases: Bases | None = None
    text: str = ""
    version: int = 0
    number: int = 1
    stage: Stage = "borrador"
    before: Stage = "borrador"
    notified: date | None = None
    published: date | None = None
    objection: str = ""
    book: TournamentBook = TournamentBook()
    players: dict[str, PlayerNow] = {}
    waiting: tuple[str, ...] = ()
    tables: dict[int, TableNow] = {}
    order: tuple[int, ...] = ()
    clock: Clock = Clock()
    day: int = 1
    open: bool = True
    hand_for_hand: bool = False
    last_hands: int = 0
    out: tuple[tuple[str, ...], ...] = ()
    last: tuple[str, ...] = ()
    added: int = 0
    prizes: tuple[int, ...] = ()
    paid: dict[str, int] = {}
    deal: dict[str, int] = {}
    reserve: int = 0
    actas: tuple[Acta, ...] = ()
    moves: tuple[Move, ...] = ()
    lately: Lately | None = None
    company: int = 0
    at_once: tuple[OutHere, ...] = ()
    dealt: tuple[int, ...] = ()
    reglamento: str = ""
    level_tables: bool = True
    barred: dict[str, int | None] = {}
    notices: tuple[Notice, ...] = ()
    bounties: dict[str, int] = {}
    heads: dict[str, dict[str, int]] = {}
    kept: tuple[str, ...] = ()
    round: RoundNow | None = None
    notice: str = ""
    began: float | None = None
    ended: float | None = None
    refunded: dict[str, int] = {}

    @property
    def rules(self) -> Bases:
        """Its bases; there are some from the first command on."""
        assert self.bases is not None
        return self.bases

    @property
    def texts_known(self) -> bool:
        """Whether Reglamento and bases are everybody's to read: once they are notified
        (CAT-VII.4.1-03). Where nothing of value is played for there is nothing to notify."""
        return self.bases is not None and (self.bases.practica or self.stage not in UNTOLD)

    @property
    def announced(self) -> bool:
        """Whether it may be made known: its texts are public (CAT-VII.4.1-02)."""
        return self.texts_known and (self.rules.practica or self.stage != "notificado")

    @property
    def live(self) -> list[str]:
        """Who is in with chips, the largest stack first."""
        stacks = self.book.stacks
        return sorted(stacks, key=lambda player: -stacks[player])

    @property
    def accredited(self) -> list[str]:
        """Who is in with chips and has come: whoever entered and never came has no seat."""
        return [player for player in self.live if self.players[player].standing != "inscrito"]

    @property
    def to_break(self) -> tuple[int, ...]:
        """The order in which tables break: the published one; a table opened after it goes before
        them all, the highest number first."""
        late = sorted(self.tables.keys() - {*self.order}, reverse=True)
        return (*late, *(number for number in self.order if number in self.tables))

    @property
    def first_table(self) -> int:
        """The first table that somebody sits at: there the button is drawn (COL-7.5.1-10)."""
        sat_at = (number for number, table in self.tables.items() if table.seats)
        return min(sat_at, default=min(self.tables, default=0))

    @property
    def left(self) -> int:
        """How many are in with chips."""
        return len(self.book.stacks)

    @property
    def dealing(self) -> bool:
        """Whether hands are dealt: the clock of a level runs, or the last hands of a day are played
        with the clock stopped (COL-7.5.1-55, -58)."""
        return bool(self.last_hands) or (self.clock.running and not self.clock.pause)

    @property
    def fund(self) -> int:
        """What there is to win."""
        return self.book.fund + self.added

    @property
    def average(self) -> int:
        """The chips of a player on average."""
        return sum(self.book.stacks.values()) // len(self.book.stacks) if self.book.stacks else 0

    def place_of(self, player: str) -> tuple[int, int] | None:
        """Table and seat of a player."""
        for number, table in self.tables.items():
            if player in table.seats.values():
                return next((number, seat) for seat, who in table.seats.items() if who == player)
        return None

    def seating(self) -> dict[str, tuple[int, int]]:
        """Table and seat of everybody who has one."""
        return {
            who: (number, seat)
            for number, table in self.tables.items()
            for seat, who in table.seats.items()
        }

    def kept_seat(self, player: str) -> Place | None:
        """The seat at which somebody lost his last chips, while no hand was dealt there since and
        nobody has taken it."""
        for number, table in self.tables.items():
            seat = table.bust.get(player)
            if seat is not None and seat not in table.seats:
                return Place(number, seat)
        return None

    def brackets(self) -> list[Bracket]:
        """The brackets of the bases."""
        return [Bracket(one.desde, one.percent, one.hasta) for one in self.rules.tramos]

    def places(self) -> dict[str, list[int]]:
        """The place of each who is out, or the places he ties for."""
        ranked = {player for group in self.out for player in group} | {*self.last}
        fell = () if self.round is None else self.round.fallen  # ranked when the round is over
        before = {one.player for one in fell} - ranked - self.book.stacks.keys()
        field = self.left + len(before) + sum(map(len, self.out))
        found = places(self.out, field)
        for n, player in enumerate(self.last, field + 1):
            found[player] = [n]
        return found

    def standing(self) -> dict[str, list[int]]:
        """The places so far; at the end of those too who win, several of whom share the first."""
        found = self.places()
        if self.stage == "terminado":
            found |= {player: list(range(1, self.left + 1)) for player in self.live}
        return found

    @property
    def tied(self) -> tuple[str, ...]:
        """Who ties for a place so far."""
        return tuple(who for who, places in self.standing().items() if len(places) > 1)

    @property
    def by_card(self) -> tuple[str, ...]:
        """Who draws a card for odd pesos of prizes still due: all who tie, where it makes a
        difference to somebody whose card is the highest (COL-7.5.6-04)."""
        tied, low = self.tied, sorted(DECK, key=card_order)
        if not tied or len(tied) > len(DECK):
            return ()
        one, other = (self.due(dict(zip(who, low, strict=False))) for who in (tied, tied[::-1]))
        return tied if one != other else ()

    def has_open(self, player: str) -> bool:
        """Whether something is still to come for a player: he is in, waits for a place, or has not
        been paid. Where it is not held everything came back."""
        if self.stage == "cancelado":
            return False
        still_in = player in self.book.stacks or player in self.waiting
        return (still_in and self.stage != "terminado") or player in self.due()

    def due(self, cards: Mapping[str, Card] | None = None) -> dict[str, int]:
        """What each is to be paid by his place, or by the deal, that was not paid yet."""
        if not self.prizes:
            return self._unpaid(self.bounties)
        table = dict(enumerate(self.prizes, 1))
        standing = self.standing()
        had = {who: paid - self.bounties.get(who, 0) for who, paid in self.paid.items()}
        owed = pays(standing, table, cards, had) if standing else {}
        for player in self.last:
            owed[player] = 0
        if self.deal:
            placed = (standing.keys() | self.book.stacks.keys()) - {*self.last}
            owed |= {who: part for who, part in self.deal.items() if who in placed}
            if self.stage == "terminado":
                owed |= dict.fromkeys(self.live, self._rest(owed) // max(self.left, 1))
        for player, amount in self.bounties.items():
            owed[player] = owed.get(player, 0) + amount
        return self._unpaid(owed)

    def _rest(self, owed: Mapping[str, int]) -> int:
        """What a deal leaves to whoever wins: all the prizes, less what the others have; so what it
        gave to somebody disqualified since is his."""
        won = sum(amount for who, amount in owed.items() if who not in self.book.stacks)
        kept = (self.paid.get(who, 0) - self.bounties.get(who, 0) for who in self.last)
        return sum(self.prizes) - won - sum(max(amount, 0) for amount in kept)

    def _unpaid(self, owed: Mapping[str, int]) -> dict[str, int]:
        return {
            player: amount - self.paid.get(player, 0)
            for player, amount in owed.items()
            if amount > self.paid.get(player, 0)
        }


def sizes(tables: Mapping[int, TableNow]) -> dict[int, int]:
    """How many sit at each table."""
    return {number: len(table.seats) for number, table in tables.items()}


def taken(tables: Mapping[int, TableNow]) -> dict[int, Sequence[int]]:
    """The seats taken at each table."""
    return {number: tuple(table.seats) for number, table in tables.items()}
