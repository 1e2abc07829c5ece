"""What a person sees of a table: plain data for a screen, and never more than he may know."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.core.ask import Ask, ChanceAsk, Choose, Option, Ruling
from tapete.core.bets import Closed, Limits, Offer
from tapete.core.chance import DrawCard, Roll, Spin
from tapete.core.clause import ClauseId
from tapete.core.event import at_seat
from tapete.core.felt import PUBLIC, Felt
from tapete.core.money import say_share
from tapete.core.pot import NOBODY, DrawSeat
from tapete.core.roles import CROUPIER
from tapete.core.shoe import Shoe
from tapete.core.table import Table
from tapete.core.window import BetWindow
from tapete.floor.forms import FormView, forms_of
from tapete.floor.waiting import Waiter

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


class AskView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is being asked. What may be answered is shown only to whoever is asked.

    The croupier of an attended table is shown what the wheel, the dice or the cards can do
    (``results``, ``dice``, ``left`` of each card, ``irregular`` and the ``forms`` to enter it; in
    ``good`` what looks irregular and is not), the counters on bets (``marks``), and the moves a
    player may tell him. He reported the cards himself, so they are no secret to him.
    """

    kind: str
    clause: ClauseId
    seat: int | None = None
    about: str | None = None
    role: str | None = None
    options: tuple[Option, ...] = ()
    rulings: tuple[str, ...] = ()
    closed: dict[str, ClauseId] = {}
    default: str | None = None
    optional: bool = False
    until: float | None = None
    results: tuple[str, ...] = ()
    dice: int | None = None
    irregular: tuple[str, ...] = ()
    forms: dict[str, FormView] = {}
    left: dict[str, int] = {}
    good: dict[str, ClauseId] = {}
    marks: tuple[str, ...] = ()
    throws: bool = False


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table, who sits there and with how many chips."""

    seat: int
    player: str
    name: str
    chips: int | None


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
    lights: dict[int, str] = {}
    acceptor: str = "manual"
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
    """A table as one viewer sees it. ``state`` names this very moment: commands carry it back."""

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


def felt_view(felt: Felt) -> FeltView:
    return FeltView(
        chips={bet: dict(stakes) for bet, stakes in felt.chips.items()},
        marks=tuple((seat, bet, mark) for (seat, bet), mark in sorted(felt.marks.items())),
        cards={zone: tuple(cards) for zone, cards in felt.cards.items()},
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
        cards={zone: list(cards) for zone, cards in view.cards.items()},
        markers=dict(view.markers),
        turn=view.turn,
        said=list(view.said),
        results=list(view.results),
        net=dict(view.net),
        pots=dict(view.pots),
    )


def ask_view(ask: Ask[Any] | None, viewer: str, until: float | None = None) -> AskView | None:
    """What is asked, as this viewer may see it."""
    if ask is None:
        return None
    kind = str(ask.__struct_config__.tag)
    if isinstance(ask, Choose):
        mine = viewer == at_seat(ask.seat)
        shown = ask.options if mine or viewer == CROUPIER else ()
        return AskView(
            kind=kind, clause=ask.clause, seat=ask.seat, about=ask.about,
            options=shown, closed=ask.closed if mine else {},
            default=ask.default if mine else None, optional=ask.optional, until=until,
            forms=forms_of(ask) if viewer == CROUPIER else {},
        )  # fmt: skip
    if isinstance(ask, Ruling):
        return AskView(
            kind=kind, clause=ask.clause, role=ask.role, about=ask.question,
            rulings=ask.options, default=ask.default, until=until,
        )  # fmt: skip
    clause = ask.bets_closed_by()
    if viewer == CROUPIER and isinstance(ask, ChanceAsk):
        return _to_deal(ask, kind, clause)
    if viewer == CROUPIER and isinstance(ask, BetWindow):
        thrown = ask.throw_clause is not None
        return AskView(
            kind=kind, clause=clause, until=until, marks=tuple(ask.marks), throws=thrown
        )  # fmt: skip
    return AskView(kind=kind, clause=clause, until=until)


def shoe_view(table: Table) -> ShoeView | None:
    """The cards nobody has seen. Those drawn in the round in course are out of the shoe."""
    unseen = table.state.unseen()
    if unseen is None:
        return None
    steps = () if table.live is None else table.live.steps
    left = sum(unseen.values()) - sum(isinstance(ask, DrawCard) for _, ask, _ in steps)
    shoe: Shoe | None = getattr(table.state, "shoe", None)
    if shoe is None:
        return ShoeView(left=max(0, left))
    left = max(0, left - shoe.hidden)
    if shoe.behind is None:
        return ShoeView(left=left)
    before = max(0, left - shoe.behind)
    return ShoeView(left=left, before_cut=before, cut_shown=shoe.cut_shown or not before)


def _to_deal(ask: ChanceAsk[Any], kind: str, clause: ClauseId) -> AskView:
    """What chance can do, for whoever reports it."""
    forms = forms_of(ask)
    match ask:
        case Spin():
            return AskView(
                kind=kind, clause=clause, results=tuple(dict.fromkeys(ask.places)),
                irregular=tuple(ask.void), forms=forms,
            )  # fmt: skip
        case Roll():
            return AskView(
                kind=kind, clause=clause, results=ask.faces, dice=ask.dice,
                irregular=tuple(ask.void), forms=forms, good=dict(ask.good),
            )  # fmt: skip
        case DrawCard():
            left = {str(card): count for card, count in ask.left.items() if count}
            return AskView(
                kind=kind, clause=clause, results=tuple(left), left=left, irregular=ask.irregular,
                forms=forms,
            )  # fmt: skip
        case DrawSeat():
            return AskView(
                kind=kind, clause=clause, results=tuple(map(str, (NOBODY, *ask.seats)))
            )  # fmt: skip
    return AskView(kind=kind, clause=clause, forms=forms)


def placed(table: Table) -> dict[str, dict[int, int]]:
    """Chips put down while betting is open; they count when it closes."""
    found: dict[str, dict[int, int]] = {}
    if table.taking is not None:
        for (seat, bet), amount in table.taking.felt.items():
            found.setdefault(bet, {})[seat] = amount
    return found


def offers(table: Table, seat: int) -> tuple[OfferView, ...]:
    """Every bet of the cloth as it is open to a seat now."""
    taking = table.taking
    if taking is None:
        return ()
    found = []
    for bet in taking.window.cloth.bets():
        room = taking.room(seat, bet)
        match room:
            case Offer():
                found.append(OfferView(
                    bet=bet, clause=room.clause, open=True,
                    low=room.low, high=room.high, step=room.step,
                ))  # fmt: skip
            case Closed():
                found.append(OfferView(bet=bet, clause=room.clause, open=False, code=room.code))
    return tuple(found)
