"""The mathematics: what every bet is worth, how a hand is best played, what an edition changes.

Anybody may ask. Whatever takes more than looking it up is worked out in the back room.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter, QueryParameter

from tapete.core.book.clause import ClauseId
from tapete.core.book.money import say_share
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules, editions, rulebook
from tapete.core.round.ask import digest
from tapete.core.round.event import at_seat
from tapete.floor.api.guard import House, anyone, person_of, role_of, somebody
from tapete.floor.api.language import lang_of
from tapete.floor.house.backroom import Asking
from tapete.floor.house.casino import PRESENT, Casino
from tapete.floor.people import permissions
from tapete.floor.table.view import FeltView
from tapete.floor.units.torneo.routes import stands
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.progressive import progressive_rules
from tapete.games.registry import GAMES
from tapete.maths.inquiry import answer
from tapete.maths.inquiry.papers import (
    AdviceOut,
    ChartOut,
    DiffOut,
    EquityOut,
    FirstsOut,
    OddsOut,
    PotCurve,
    TrialOut,
    WorthOut,
)
from tapete.systems.bingo.game import BINGO
from tapete.telling.guides import row_label
from tapete.telling.texts import t

Asked: TypeAlias = Request[Any, Any, Any]
Sums: TypeAlias = NamedDependency[Asking]
"""The back room, as a route is given it."""
CLEAR: ClauseId = "CAT-I.5.1-03"
FIRST = "scj-2023"
HANDS = "hands-not-understood"
WORTH = "tournament.worth"
COMMISSION, POT, POT_BET = "commission", "pot", "bet"
MOST_CHANGES, LONGEST_CHANGE, LONGEST_NUMBER = 24, 120, 6
Edition = Annotated[str, Parameter(max_length=40)]
Sets = Annotated[list[str] | None, QueryParameter(name="set", max_items=MOST_CHANGES)]
Rounds = Annotated[int, Parameter(ge=1_000, le=500_000)]
Seed = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Part = Annotated[int, Parameter(ge=0, le=100_000)]
Pesos = Annotated[int, Parameter(ge=1, le=1_000_000)]
CardsSold = Annotated[int, Parameter(ge=1, le=100_000)]
Hands = Annotated[list[str], QueryParameter(name="hand", min_items=2, max_items=10)]
Cards = Annotated[str, Parameter(max_length=60)]


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to know of a game: the editions that have it, whether its bets have odds, what
    kind of chart it has, the editions that may link it to a pot, whether hands are compared."""

    game: str
    editions: tuple[str, ...]
    odds: bool
    chart: str
    pots: tuple[str, ...]
    equity: bool


class EditionRow(msgspec.Struct, frozen=True, kw_only=True):
    """An edition of the rules."""

    edition: str
    title: str


class FiguresIndex(msgspec.Struct, frozen=True, kw_only=True):
    """The games and the editions."""

    games: tuple[GameRow, ...]
    editions: tuple[EditionRow, ...]


class OptionRow(msgspec.Struct, frozen=True, kw_only=True):
    """Two tenable readings; the first value is the one in force."""

    key: str
    values: tuple[str, ...]
    clause: ClauseId


class ValueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A number or a yes and no of the rules that can be changed."""

    key: str
    value: int | bool
    clause: ClauseId


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet pays, ``on`` a certain result where it matters."""

    key: str
    bet: str
    on: str
    odds: str
    clause: ClauseId


class RulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """What may be changed in a game under an edition. ``commission`` is the clause by which the
    house keeps a share of winnings, where it does."""

    game: str
    edition: str
    options: tuple[OptionRow, ...]
    values: tuple[ValueRow, ...]
    pays: tuple[PayRow, ...]
    commission: ClauseId | None


class Figures(Controller):
    """Odds, charts, editions, simulation, hands."""

    path = "/api/figures"
    tags = ("figures",)
    guards = (anyone,)

    @get("/", sync_to_thread=True)
    def index(self) -> FiguresIndex:
        """Every game and what is known of it."""
        return _index()

    @get("/{game:str}", sync_to_thread=False)
    def rules(self, game: FromPath[str], edition: Edition = FIRST) -> RulesOut:
        """What may be changed in a game: readings, values, payments."""
        return _rules(*_known(game, edition))

    @get("/{game:str}/odds")
    async def odds(
        self, game: FromPath[str], backroom: Sums, edition: Edition = FIRST, sets: Sets = None
    ) -> Response[OddsOut]:
        """Every bet of a game: what it pays, the exact edge, how often it wins, how far it strays.

        ``set`` changes an option, a value or a payment by name: ``set=pays.pleno=36:1``.
        """
        asked = (*_known(game, edition), _bounded(sets))
        return _sent(await _ask(backroom, "odds", *asked))

    @get("/{game:str}/firsts")
    async def firsts(
        self, game: FromPath[str], backroom: Sums, cards: CardsSold = 100, edition: Edition = FIRST
    ) -> Response[FirstsOut]:
        """A game of bingo with so many cards sold: when the first line and the first bingo come."""
        if game not in BINGO or edition != FIRST:
            raise Refused(CLEAR, "no-such-game", game=game[:40])
        return _sent(await _ask(backroom, "firsts", game, edition, cards))

    @get("/{game:str}/pot")
    async def pot(
        self, game: FromPath[str], backroom: Sums, edition: Edition = FIRST, bet: Pesos = 1_000
    ) -> Response[PotCurve]:
        """The bet on a progressive pot, as the pot grows, and where it loses nothing."""
        return _sent(await _ask(backroom, "pot", *_known(game, edition), bet))

    @get("/{game:str}/chart")
    async def chart(
        self, game: FromPath[str], backroom: Sums, request: Asked,
        edition: Edition = FIRST, sets: Sets = None,
    ) -> ChartOut:  # fmt: skip
        """How a hand is best played against what the bank shows, and what each move is worth."""
        asked = (*_known(game, edition), _bounded(sets))
        found = msgspec.json.decode(await _ask(backroom, "chart", *asked), type=ChartOut)
        return _labelled(found, lang_of(request))

    @get("/{game:str}/editions")
    async def compare(
        self, game: FromPath[str], backroom: Sums, request: Asked, old: Edition, new: Edition
    ) -> Response[DiffOut]:
        """What one edition changes in another: the rows that differ, their clauses, the edges."""
        known, _ = _known(game, old)
        _known(game, new)
        return _sent(await _ask(backroom, "compare", known, old, new, lang_of(request)))

    @get("/{game:str}/trial")
    async def trial(
        self, game: FromPath[str], backroom: Sums,
        bet: Annotated[str, Parameter(max_length=60)],
        edition: Edition = FIRST, sets: Sets = None,
        rounds: Rounds = 100_000, seed: Seed = 1, part: Part = 0,
    ) -> Response[TrialOut]:  # fmt: skip
        """One part of a simulation: how often each net came. Parts of a seed never overlap.

        Bets without a compiled round play fewer rounds than asked for; the answer says how many.
        """
        asked = (*_known(game, edition), _bounded(sets), bet, rounds, seed, part)
        return _sent(await _ask(backroom, "trial", *asked, keep=False))

    @get("/{game:str}/equity")
    async def equity(
        self, game: FromPath[str], backroom: Sums, request: Asked, hand: Hands,
        board: Cards = "", dead: Cards = "", seed: Seed = 1,
    ) -> Response[EquityOut]:  # fmt: skip
        """What hands and ranges win against each other, exactly where that can be gone through."""
        if any(len(each) > LONGEST_CHANGE for each in hand):
            raise Refused(CLEAR, "change-too-long", longest=LONGEST_CHANGE)
        known, _ = _known(game, FIRST)
        try:
            return _sent(await _ask(backroom, "equity", known, tuple(hand), board, dead, seed))
        except Refused as refused:
            raise _in_words(refused, lang_of(request)) from None


class FiguresAtTheTable(Controller):
    """The same beside a table: under its own edition and changes."""

    path = "/api/tables"
    tags = ("figures",)

    @get("/{table:str}/odds", guards=[anyone])
    async def odds(
        self, table: FromPath[str], casino: House, backroom: Sums
    ) -> Response[OddsOut]:  # fmt: skip
        """What every bet of this table is worth, with its commission and what its pot holds."""
        game, edition, sets = _at_table(casino, table)
        pot = casino.keeper(table).unit.spec.pot
        if pot is not None:
            shown = casino.pots.host(pot).shown(table)
            sets = (*sets, f"{POT}={shown.amount}", f"{POT_BET}={shown.credit}")
        return _sent(await _ask(backroom, "odds", game, edition, sets))

    @get("/{table:str}/advice", guards=[somebody])
    async def advice(
        self, table: FromPath[str], casino: House, backroom: Sums, request: Asked
    ) -> Response[AdviceOut]:
        """What the book says to the decision I am asked for, from the cards that I can see."""
        game, edition, sets = _at_table(casino, table)
        person = person_of(request)

        def look() -> tuple[str, Any, FeltView]:
            viewer, live = casino.viewer_of(person, table), casino.mesa(table).table.live
            ask = None if live is None or live.ask is None else live.ask.choice
            return viewer, ask, casino.seen(table, viewer).felt

        viewer, ask, felt = await casino.keeper(table).read(look)
        if ask is None or viewer != at_seat(ask.seat):
            raise Refused(PRESENT, "nothing-to-decide", table=table)
        if not _chart_of(GAMES[game].rules):
            raise Refused(CLEAR, "no-chart", game=game)
        zones = {zone: tuple(filter(None, cards)) for zone, cards in felt.cards.items()}
        return _sent(await _ask(backroom, "advice", game, edition, sets, ask, zones))


class ChipsWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What the chips of each player are worth, in whole pesos; ``error``: how far off any of them
    may be, nothing where the sum is exact."""

    worth: dict[str, int]
    error: float


class FiguresOfATournament(Controller):
    """The chip model beside a tournament, for as many as are in it."""

    path = "/api/tournaments"
    tags = ("figures",)

    @get("/{id:str}/worth", guards=[somebody])
    async def worth(
        self, id: FromPath[str], casino: House, backroom: Sums, request: Asked
    ) -> ChipsWorth:
        """What every stack in play is worth of the prizes to come: for who runs it, as stacks are
        (COL-7.4-06). Asked again for the same stacks, it is not summed again."""
        permissions.check(WORTH, role_of(person_of(request), WORTH))
        players, stacks, prizes = await casino.keeper(id).read(lambda: _stacks_of(casino, id))
        if not players or not prizes:
            return ChipsWorth(worth={}, error=0.0)
        said = await backroom.ask((WORTH, stacks, prizes), answer, "worth", stacks, prizes)
        found = msgspec.json.decode(said, type=WorthOut)
        return ChipsWorth(
            worth=dict(zip(players, map(int, found.worth), strict=True)), error=found.error
        )


def _stacks_of(casino: Casino, id: str) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    """Who is in play with which stack, and the prizes still to come; nobody where no stack is worth
    a share of them: before play, after it, and against the bank."""
    now = stands(casino, id)
    if now.stage != "en-juego" or now.round is not None or now.left < 2:
        return (), (), ()
    stacks = tuple(now.book.stacks[who] for who in now.live)
    return tuple(now.live), stacks, tuple(now.prizes[: now.left])


# -- asking -------------------------------------------------------------------------------------


async def _ask(backroom: Asking, question: str, *given: Any, keep: bool = True) -> bytes:
    """An answer of the back room; it is known again by the rules themselves and what was asked."""
    game, edition = str(given[0]), str(given[1])
    key = (_digest(game, edition), question, digest(given))
    return await backroom.ask(key, answer, question, *given, keep=keep)


@cache
def _digest(game: str, edition: str) -> str:
    book = rulebook(edition if edition in editions() else FIRST)
    return book.digest(game) if game in book.games() else ""


def _sent(answer: bytes) -> Response[Any]:
    return Response(answer, media_type="application/json")


def _known(game: str, edition: str) -> tuple[str, str]:
    """A game and an edition that has it; anything else is refused before the back room hears."""
    if game not in GAMES:
        raise Refused(CLEAR, "no-such-game", game=game[:40])
    if edition not in editions():
        raise Refused(CLEAR, "unknown-edition", edition=edition, near=", ".join(editions()))
    if game not in rulebook(edition).games():
        raise Refused(CLEAR, "not-in-edition", game=game, edition=edition)
    return game, edition


def _bounded(sets: list[str] | None) -> tuple[str, ...]:
    """Changes short enough, and numbers small enough, to be tried."""
    for text in sets or ():
        key, _, value = text.partition("=")
        if len(text) > LONGEST_CHANGE:
            raise Refused(CLEAR, "change-too-long", longest=LONGEST_CHANGE)
        if key not in (POT, POT_BET) and re.search(rf"\d{{{LONGEST_NUMBER + 1}}}", value):
            raise Refused(CLEAR, "number-too-large", key=key, digits=LONGEST_NUMBER)
    return tuple(dict.fromkeys(sets or ()))


def _at_table(casino: Casino, table: str) -> tuple[str, str, tuple[str, ...]]:
    """The game of a table, its edition, and what it changes in it."""
    mesa = casino.mesa(table)
    spec = mesa.spec
    sets = [f"{key}={value}" for key, value in spec.changes.items()]
    if COMMISSION in rulebook(spec.edition).book(spec.game).set:
        sets.append(f"{COMMISSION}={say_share(mesa.table.limits.commission)}")
    return spec.game, spec.edition, tuple(sets)


def _in_words(refused: Refused, lang: str) -> Refused:
    """What could not be understood of hands, said as the command line says it."""
    if refused.code != HANDS:
        return refused
    facts = {**refused.facts}
    reason = facts.pop("reason")
    said = t(f"equity.refused.{reason}", lang, **facts)
    return Refused(refused.clause, HANDS, reason=reason, said=said)


# -- what is looked up --------------------------------------------------------------------------


@cache
def _index() -> FiguresIndex:
    return FiguresIndex(
        games=tuple(
            GameRow(
                game=id,
                editions=tuple(name for name in editions() if id in rulebook(name).games()),
                odds=not game.on_stacks, chart=_chart_of(game.rules),
                pots=tuple(name for name in editions() if id in progressive_rules(name).games),
                equity=id in EQUITY,
            )
            for id, game in GAMES.items()
        ),
        editions=tuple(
            EditionRow(edition=name, title=rulebook(name).title) for name in editions()
        ),
    )  # fmt: skip


EQUITY = ("texas-holdem-sin-limites", "texas-holdem-con-limites", "omaha-poker")
"""Games whose hands are held against each other."""


def _chart_of(rules: type[GameRules]) -> str:
    if issubclass(rules, TwentyOneRules):
        return "twentyone"
    return "poker" if issubclass(rules, BankRules) else ""


@cache
def _rules(game: str, edition: str) -> RulesOut:
    book = rulebook(edition).book(game)
    running = {field.name for field in msgspec.structs.fields(GameRules)}
    commission = book.set.get(COMMISSION)
    return RulesOut(
        game=game, edition=edition,
        options=tuple(
            OptionRow(key=f"{game}.{o.id}", values=o.values, clause=o.clauses[0])
            for o in book.option
        ),
        values=tuple(
            ValueRow(key=name, value=row.value, clause=row.clause)
            for name, row in book.set.items()
            if type(row.value) in (int, bool) and name not in running
        ),
        pays=tuple(
            PayRow(key=f"pays.{pay.key}", bet=pay.bet, on=pay.on, odds=pay.odds, clause=pay.clause)
            for pay in book.pays
        ),
        commission=None if commission is None else commission.clause,
    )  # fmt: skip


def _labelled(chart: ChartOut, lang: str) -> ChartOut:
    """The tables and rows of a poker chart in the reader's words."""
    if chart.kind != "poker":
        return chart
    parts = []
    for part in chart.parts:
        rows = tuple(
            msgspec.structs.replace(row, label=row_label(row.group, row.low, row.high, lang))
            for row in part.rows
        )
        title = t(f"pokerchart.part.{part.name}", lang)
        parts.append(msgspec.structs.replace(part, title=title, rows=rows))
    return msgspec.structs.replace(chart, parts=tuple(parts))
