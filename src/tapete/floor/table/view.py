"""What a person sees of a table: plain data for a screen, and never more than he may know."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.core.book.account import Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import say_share
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Closed, Limits, Offer
from tapete.core.round.felt import PUBLIC, Felt
from tapete.core.round.fold import Zones
from tapete.core.round.shoe import Shoe
from tapete.core.round.shown import AskView
from tapete.core.table.table import Table
from tapete.floor.table.waiting import Waiter

LAST = 40
"""How many results and announcements are shown at once."""


class FeltView(msgspec.Struct, frozen=True, kw_only=True):
    """The felt: chips on spots, marks on bets, cards in zones, markers, turn, what was said."""

    chips: dict[str, dict[int, int]]
    marks: tuple[tuple[int, str, str], ...]
    cards: dict[str, tuple[str | None, ...]]
    markers: dict[str, str]
    turn: tuple[int | None, str] | None
    said: tuple[str, ...]
    results: tuple[str, ...]
    net: dict[int, int]
    pots: dict[str, int]


class LackView(msgspec.Struct, frozen=True, kw_only=True):
    """Why the bets of a seat cannot stand as they lie: the clause, and the facts, among them the
    bet it ``needs`` where one is missing."""

    code: str
    clause: ClauseId
    facts: dict[str, Any]


class SeatView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place at the table, who sits there and with how many chips; whether he is ready for the
    bets to be closed, away (``excused``: with notice, his place is kept), or goes when the round is
    over; whether it is a bot of the house. ``about``: so many chips as one sees from across the
    table, not counted. ``lacks``: what keeps him from being ready."""

    seat: int
    player: str
    name: str
    chips: int | None
    ready: bool = False
    away: bool = False
    excused: bool = False
    leaving: bool = False
    bot: bool = False
    about: bool = False
    lacks: LackView | None = None


def about(chips: int) -> int:
    """A stack as one sees it, without counting: its first two figures.

    >>> about(11_975), about(75)
    (11000, 75)
    """
    step: int = 10 ** max(len(str(chips)) - 2, 0)
    return chips - chips % step


class OfferView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bet as it is open to a seat now, or the clause that closes it."""

    bet: str
    clause: ClauseId
    open: bool
    low: int | None = None
    high: int | None = None
    step: int | None = None
    code: str | None = None


class LimitsView(msgspec.Struct, frozen=True, kw_only=True):
    """What the plan says of the table's bets, in pesos; the commission as a percentage."""

    min: int
    max: int | None
    unit: int
    commission: str
    bets: dict[str, tuple[int, int | None]]


def limits_view(limits: Limits) -> LimitsView:
    return LimitsView(
        min=limits.min, max=limits.max, unit=limits.unit,
        commission=say_share(limits.commission),
        bets={bet: limits.of(bet) for bet in limits.bets},
    )  # fmt: skip


class DueView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prize to be paid for the hand last won: pesos, or promotional credits."""

    table: str
    seat: int
    prize: str
    amount: int
    credits: int = 0


class PrizeView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the pay table: times the bet, pesos a credit, or a share of the pot with a cap."""

    hand: str
    clause: ClauseId
    times: int | None = None
    pesos: int | None = None
    share: str | None = None
    cap: int | None = None


class MeterView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One position: its light, the credits bet, and where the acceptor is electronic those on its
    meter, bought and promotional (CAT-III.6.4.1-03)."""

    light: str
    bet: int
    credits: int | None = None
    promotional: int | None = None


class PotView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pot on its display (CAT-III.6.4.1-10): its amount, what the last bets added, prizes due;
    and on its sign (CAT-III.6.4.1-12): the pay table, minimum and maximum. ``lights`` are those of
    the positions of one table, ``meters`` what their acceptors (electronic or manual) show,
    ``counters`` the credits staked at each table."""

    pot: str
    amount: int
    increment: int
    reserve: int
    due: tuple[DueView, ...]
    prizes: tuple[PrizeView, ...]
    credit: int
    min: int
    max: int | None
    tables: dict[str, str]
    counters: dict[str, int]
    acceptor: str
    lights: dict[int, str] = {}
    meters: dict[int, MeterView] = {}


class ShoeView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The cards of a table: how many are left to come out, how many of them before the cut card,
    whether it has shown; and the promise of their order, where the system deals."""

    left: int
    before_cut: int | None = None
    cut_shown: bool = False
    order: int | None = None
    promise: str = ""


class TableView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one viewer sees it. ``state`` names this very moment: commands carry it back.
    ``missing``: so many players more are needed for a round to begin; ``unit`` is what is played
    for. ``bots_max``: so many bots of the house may be asked for, ``invited``: so many were;
    ``torneo`` is the tournament that arranges the table, ``chips`` the values of its own chips."""

    id: str
    game: str
    edition: str
    attended: bool
    open: bool
    suspended: bool
    state: str
    next: int
    round: int
    viewer: str
    unit: Unit
    limits: LimitsView
    players_max: int | None
    throws_left: int | None
    seats: tuple[SeatView, ...]
    felt: FeltView
    placed: dict[str, dict[int, int]]
    ask: AskView | None = None
    pot: dict[str, Any] | None = None
    progressive: PotView | None = None
    shoe: ShoeView | None = None
    waiting: tuple[Waiter, ...] = ()
    missing: int = 0
    bots_max: int = 0
    invited: int = 0
    torneo: str = ""
    chips: tuple[int, ...] = ()


def felt_view(felt: Felt) -> FeltView:
    return FeltView(
        chips={bet: dict(stakes) for bet, stakes in felt.chips.items()},
        marks=tuple((seat, bet, mark) for (seat, bet), mark in sorted(felt.marks.items())),
        cards={zone: tuple(cards) for zone, cards in felt.zones.items()},
        markers=dict(felt.markers),
        turn=felt.turn,
        said=tuple(felt.said[-LAST:]),
        results=tuple(felt.results[-LAST:]),
        net=dict(felt.net),
        pots=dict(felt.pots),
    )


def felt_of(view: FeltView, viewer: str = PUBLIC) -> Felt:
    """A felt to go on from."""
    return Felt(
        viewer=viewer,
        chips={bet: dict(stakes) for bet, stakes in view.chips.items()},
        marks={(seat, bet): mark for seat, bet, mark in view.marks},
        zones=Zones({zone: list(lying) for zone, lying in view.cards.items()}),
        markers=dict(view.markers),
        turn=view.turn,
        said=list(view.said),
        results=list(view.results),
        net=dict(view.net),
        pots=dict(view.pots),
    )


def ask_view(ask: Ask[Any] | None, viewer: str, until: float | None = None) -> AskView | None:
    """The pending ask as this viewer may see it, with its deadline."""
    return None if ask is None else msgspec.structs.replace(ask.view(viewer), until=until)


def shoe_view(table: Table) -> ShoeView | None:
    """The cards nobody has seen. Those drawn in the round in course are out of the shoe."""
    unseen = table.state.unseen()
    if unseen is None:
        return None
    steps = () if table.live is None else table.live.steps
    left = sum(unseen.values()) - sum(ask.pack is not None for _, ask, _ in steps)
    shoe: Shoe | None = getattr(table.state, "shoe", None)
    if shoe is None:
        return ShoeView(left=max(0, left))
    left = max(0, left - shoe.hidden)
    if shoe.behind is None:
        return ShoeView(left=left)
    before = max(0, left - shoe.behind)
    return ShoeView(left=left, before_cut=before, cut_shown=shoe.cut_shown or not before)


def placed(table: Table) -> dict[str, dict[int, int]]:
    """Chips put down while betting is open; they count when it closes."""
    found: dict[str, dict[int, int]] = {}
    if table.open_bets is not None:
        for (seat, bet), amount in table.open_bets.felt.items():
            found.setdefault(bet, {})[seat] = amount
    return found


def offers(table: Table, seat: int) -> tuple[OfferView, ...]:
    """Every bet of the cloth as it is open to a seat now."""
    open_bets = table.open_bets
    if open_bets is None:
        return ()
    found = []
    for bet in open_bets.cloth.bets():
        room = open_bets.room(seat, bet)
        match room:
            case Offer():
                found.append(OfferView(
                    bet=bet, clause=room.clause, open=True,
                    low=room.low, high=room.high, step=room.step,
                ))  # fmt: skip
            case Closed():
                found.append(OfferView(bet=bet, clause=room.clause, open=False, code=room.code))
    return tuple(found)
