"""Answers of the mathematics as they go to a screen: plain data, fractions as text."""

from __future__ import annotations

import msgspec

from tapete.core.book.clause import ClauseId


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """An answer. Shares are parts of one: 0.027 is 2,7%."""


class End(Paper, frozen=True):
    """One way a bet can end: its net in bets, and how likely it is."""

    net: str
    value: float
    chance: float


class BetFigures(Paper, frozen=True):
    """What a bet is worth. ``edge`` and ``hit`` are exact fractions, or decimals where ``exact`` is
    false. ``choice`` is what its owner always does, ``moment`` the point it hangs on; ``plays`` is
    how a simulation is asked for it, if it can be."""

    key: str
    bet: str
    choice: str
    moment: str
    members: tuple[str, ...]
    plays: str
    clause: ClauseId
    pays: tuple[str, ...]
    exact: bool
    edge: str
    edge_share: float
    hit: str
    hit_share: float
    push_share: float
    deviation: float
    throws: float
    ends: tuple[End, ...]


class PotFigures(Paper, frozen=True):
    """The bet on a progressive pot: what the pot must hold for the bet to lose nothing."""

    bet: int
    pot: int | None
    break_even: int | None


class OddsOut(Paper, frozen=True):
    """The figures of every bet of a game under an edition, with changes."""

    game: str
    edition: str
    changes: dict[str, str]
    bets: tuple[BetFigures, ...]
    pot: PotFigures | None


class FirstsOut(Paper, frozen=True):
    """Of a game of bingo with so many cards sold: by each ball, from none to ninety, the chance of
    a line and of a bingo; and the ball of the first of each on average. ``error`` is the greatest
    standard error of a chance; of one card it is exact."""

    cards: int
    line_by: tuple[float, ...]
    bingo_by: tuple[float, ...]
    line_ball: float
    bingo_ball: float
    error: float


class PotPoint(Paper, frozen=True):
    """What the house keeps of a bet on a pot that holds so much."""

    pot: int
    edge_share: float


class PotCurve(Paper, frozen=True):
    """The edge of the bet on a pot as the pot grows."""

    game: str
    edition: str
    bet: int
    break_even: int | None
    points: tuple[PotPoint, ...]


class ChartCell(Paper, frozen=True):
    """What to do, and what else where that is closed. ``values``: what each move is worth, in
    bets. ``shares``: how often each move is the best among the hands of the row."""

    move: str
    otherwise: str
    values: dict[str, float]
    shares: dict[str, float]


class ChartRow(Paper, frozen=True):
    """Hands that are played alike: a total, or a group from one detail to another."""

    label: str
    group: str
    low: str
    high: str
    cells: tuple[ChartCell, ...]


class ChartPart(Paper, frozen=True):
    """One table of a chart: a cell for each row and column; ``title`` says which decision."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    title: str = ""


class DepartureOut(Paper, frozen=True):
    """A hand that is better played otherwise than the chart says."""

    cards: str
    up: str
    chart: str
    best: str
    gain: float
    chance: float


class ChartOut(Paper, frozen=True):
    """Best play. ``kind`` is ``twentyone`` (by totals, with values) or ``poker`` (by hands, with
    shares). ``best_share`` is the edge of whoever looks at every card and not at totals alone."""

    game: str
    edition: str
    changes: dict[str, str]
    kind: str
    edge_share: float
    best_share: float | None
    parts: tuple[ChartPart, ...]
    even_money: tuple[str, ...] = ()
    insurance: tuple[str, ...] = ()
    departures: tuple[DepartureOut, ...] = ()
    departures_in_all: int = 0
    least: str = ""


class SideOut(Paper, frozen=True):
    """What an edition says: the value, its clause, and the rule in the reader's language."""

    value: str
    clause: ClauseId
    rule: str


class ChangeOut(Paper, frozen=True):
    """A row of the rules in both editions; ``what`` is ``set``, ``bets``, ``pays``, ``option``."""

    what: str
    key: str
    old: SideOut | None
    new: SideOut | None


class EdgeOut(Paper, frozen=True):
    """A bet whose edge differs; a side is absent where the edition has no such bet."""

    key: str
    bet: str
    choice: str
    old: str | None
    new: str | None
    old_share: float | None
    new_share: float | None


class ClauseSaid(Paper, frozen=True):
    """A rule that only the new edition has."""

    clause: ClauseId
    rule: str


class DiffOut(Paper, frozen=True):
    """What one edition changes in another. ``edges`` is absent where they are not worked out."""

    game: str
    old: str
    new: str
    changes: tuple[ChangeOut, ...]
    restated: tuple[str, ...]
    edges: tuple[EdgeOut, ...] | None
    clauses: tuple[ClauseSaid, ...]


class NetCount(Paper, frozen=True):
    """How many rounds ended with this net, in bets."""

    net: str
    value: float
    count: int


class TrialOut(Paper, frozen=True):
    """A part of a simulation. ``lane`` is ``kernel`` or ``engine``; ``beyond`` the value of the
    rules for which no kernel plays; ``silent`` the moves that nobody chose and silence made."""

    game: str
    edition: str
    bet: str
    part: int
    lane: str
    beyond: str
    rounds: int
    bets: int
    nets: tuple[NetCount, ...]
    silent: tuple[str, ...]
    by_chart: bool


class HandShare(Paper, frozen=True):
    """What a hand or a range wins; ``error`` is absent where it is exact."""

    hand: str
    win: float
    tie: float
    equity: float
    said: str
    error: float | None


class HandOuts(Paper, frozen=True):
    """The next cards that put a hand ahead."""

    hand: str
    ahead: bool
    cards: tuple[str, ...]
    shares: tuple[str, ...]


class EquityOut(Paper, frozen=True):
    """Hands and ranges against each other."""

    game: str
    board: tuple[str, ...]
    dead: tuple[str, ...]
    exact: bool
    deals: int
    players: tuple[HandShare, ...]
    outs: tuple[HandOuts, ...]


class AdviceOut(Paper, frozen=True):
    """What the book says to a decision; nothing if it has nothing to say. ``values``: what each
    move is worth to a hand of two cards, in bets, where the chart says so."""

    move: str | None
    values: dict[str, float]


class WorthOut(Paper, frozen=True):
    """What each stack is worth by the chip model, in pesos; ``error``: by how much any of them may
    be off, nothing where it is exact."""

    worth: tuple[float, ...]
    error: float
