"""The scenario file: what may stand in it, and reading it with file, line and reason.

The format is described in docs/scenarios.md. Nothing is guessed: a key nobody knows, a seat that
is no number, a clause that does not exist are refused where they stand.
"""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import register
from tapete.core.book.datafile import exact
from tapete.core.book.fault import Fault, fault_of
from tapete.core.book.money import check_amount, share
from tapete.core.book.rulebook import editions
from tapete.core.book.written import Written
from tapete.core.round.bets import Limits, SpotLimits
from tapete.core.round.chance import NoResult
from tapete.core.round.game import Game
from tapete.core.round.terms import Terms
from tapete.games.poker.circle.stakes import Rake
from tapete.games.poker.progressive import progressive_rules
from tapete.scenario.faults import has_no, missing, no_clause, twice
from tapete.scenario.irregular import Irregularity, read_irregular
from tapete.scenario.reader import Reader

Chance = str | NoResult | Irregularity
"""One entry of ``chance``: a result as people write it, or an irregular one."""


class Tried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that must be refused: a bet, a move, a removal, or the throw itself; with ``code``
    or ``clause`` it must be refused for that reason."""

    seat: int | None = None
    bet: str | None = None
    amount: int | None = None
    move: str | None = None
    after: int | None = None
    remove: str | None = None
    throw: bool = False
    code: str | None = None
    clause: str | None = None


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet outside the limits that was noticed only after the close."""

    seat: int
    bet: str
    amount: int


class Banco(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds the bank and with how much (Baccarat)."""

    seat: int
    amount: int


class PotPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive pot linked to the table; ``bet`` is the value of one credit."""

    main: int
    bet: int
    commission: str = "0%"
    base: int = 0
    reserve: int = 0


class RoundPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One round: what is done, what chance brings, and what must come out."""

    bets: dict[int, dict[str, int]] = {}
    chance: tuple[Chance, ...] = ()
    moves: dict[int, tuple[str, ...]] = {}
    rulings: tuple[str, ...] = ()
    net: dict[int, int] = {}
    void: bool | None = None
    expect_pot: int | None = None
    expect_advance: int | None = None

    refused: tuple[Tried, ...] = ()
    late: tuple[Late, ...] = ()
    remove: dict[int, tuple[str, ...]] = {}
    active: dict[int, tuple[str, ...]] = {}

    seats: tuple[int, ...] | None = None
    leave: tuple[int, ...] = ()
    last: bool = False
    shooter: int | None = None
    decline: tuple[int, ...] = ()
    button: int | None = None
    banco: Banco | None = None
    bids: dict[int, int] = {}
    garage: int | None = None
    pass_bank: bool = False


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A few rounds in a row at one table, as they were written down."""

    file: str
    title: str
    game: str
    rules: str = "scj-2023"
    clauses: tuple[str, ...] = ()
    table: Limits = Limits()
    seats: tuple[int, ...] = ()
    round: tuple[RoundPlan, ...]
    players: dict[str, tuple[int, ...]] = {}
    options: dict[str, str] = {}
    stacks: dict[int, int] = {}
    button: int | None = None
    blinds: tuple[int, int] | None = None
    minimum: int | None = None
    rake: Rake | None = None
    terms: Written = {}
    pot: PotPlan | None = None

    def terms_of(self, game: Game[Any, Any]) -> Terms:
        """What the file sets for the rounds of its table: the stakes of a circle by their keys,
        any other term of the game by its name under ``terms``."""
        stakes: dict[str, Any] = {"blinds": self.blinds, "minimum": self.minimum, "rake": self.rake}
        said = {name: value for name, value in stakes.items() if value is not None}
        for name in (*said, *self.terms):
            if name not in game.terms.__struct_fields__ or name in Terms.__struct_fields__:
                raise ValueError(has_no(game.id, name))
        own = msgspec.convert(self.terms, game.terms, dec_hook=exact)
        return replace(own, limits=self.table, **said)


def read_scenario(text: str, file: str) -> Scenario:
    """Read a scenario; refuse it with file, line and reason if it is broken."""
    return scenario_of(Reader(text, file))


def scenario_of(read: Reader) -> Scenario:
    """The scenario of a file being read."""
    raw, file = read.raw, read.file
    known = {field.name for field in msgspec.structs.fields(Scenario)} - {"file"}
    read.only(known, raw)
    for name in ("title", "game", "round"):
        if name not in raw:
            raise read.broken(missing(name))
    clauses = clauses_of(read)
    rules = edition_of(read, "scj-2023")
    rounds = read.of(list[dict[str, Any]], "round")
    if not rounds:
        raise read.broken(Fault("fault.no-round", "a scenario has at least one round"), "round")
    players = read.of(dict[str, Any], "players", default={})
    return Scenario(
        file=file,
        title=read.of(str, "title"),
        game=_game(read, rules),
        rules=rules,
        clauses=clauses,
        table=_limits(read),
        seats=_seats(read, "seats") or (),
        round=tuple(_round(read, i) for i in range(len(rounds))),
        players={name: _seats(read, "players", name) or () for name in players},
        options=read.of(dict[str, str], "options", default={}),
        stacks=_by_seat(read, int, "stacks", check=_amount),
        button=_seat(read, "button"),
        blinds=read.of(tuple[int, int] | None, "blinds", default=None),
        minimum=_amount(read, "minimum"),
        rake=_rake(read),
        terms=read.of(dict[str, Any], "terms", default={}),
        pot=_pot(read),
    )


LINKED = "-progresivo"


def _game(read: Reader, rules: str) -> str:
    """The game of a file. The progressive is no game of its own (CAT-III.6.1-01): with its name
    after that of a game that may have it (CAT-III.6.3-01) the base game is meant, and the file
    sets up the pot of its table."""
    game: str = read.of(str, "game")
    base = game.removesuffix(LINKED)
    if base == game or base not in progressive_rules(rules).games:
        return game
    if "pot" not in read.raw:
        raise read.broken(
            Fault(
                "fault.no-pot",
                "{game} is played at a table with a pot, and there is none",
                game=game,
            ),
            "game",
        )
    return base


def clauses_of(read: Reader) -> tuple[str, ...]:
    """The clauses a file names, each of which there is."""
    clauses: tuple[str, ...] = read.of(tuple[str, ...], "clauses", default=())
    for clause in clauses:
        if clause not in register():
            raise read.broken(no_clause(clause), "clauses")
    return clauses


def edition_of(read: Reader, usual: str) -> str:
    """The edition a file names, or the usual one."""
    rules: str = read.of(str, "rules", default=usual)
    if rules not in editions():
        near = ", ".join(get_close_matches(rules, editions()) or editions())
        raise read.broken(
            Fault(
                "fault.no-edition",
                "there is no edition {name}; there are: {known}",
                name=rules,
                known=near,
            ),
            "rules",
        )
    return rules


def check_head(read: Reader, usual: str = "scj-2023") -> None:
    """Refuse a file that names a clause or an edition there is not."""
    clauses_of(read)
    edition_of(read, usual)


def _round(read: Reader, i: int) -> RoundPlan:
    at: tuple[str | int, ...] = ("round", i)
    read.only({field.name for field in msgspec.structs.fields(RoundPlan)}, read.at(*at), *at)
    banco = read.of(Banco | None, *at, "banco", default=None)
    if banco is not None:
        _seat(read, *at, "banco", "seat")
        _amount(read, *at, "banco", "amount")
    return RoundPlan(
        bets=_bets(read, *at, "bets"),
        chance=_chance(read, *at, "chance"),
        moves=_by_seat(read, tuple[str, ...], *at, "moves"),
        rulings=read.of(tuple[str, ...], *at, "rulings", default=()),
        net=_by_seat(read, int, *at, "net"),
        void=read.of(bool | None, *at, "void", default=None),
        expect_pot=read.of(int | None, *at, "expect_pot", default=None),
        expect_advance=read.of(int | None, *at, "expect_advance", default=None),
        refused=_refused(read, *at, "refused"),
        late=_late(read, *at, "late"),
        remove=_by_seat(read, tuple[str, ...], *at, "remove"),
        active=_by_seat(read, tuple[str, ...], *at, "active"),
        seats=_seats(read, *at, "seats"),
        leave=_seats(read, *at, "leave") or (),
        last=read.of(bool, *at, "last", default=False),
        shooter=_seat(read, *at, "shooter"),
        decline=_seats(read, *at, "decline") or (),
        button=_seat(read, *at, "button"),
        banco=banco,
        bids=_by_seat(read, int, *at, "bids", check=_amount),
        garage=_amount(read, *at, "garage"),
        pass_bank=read.of(bool, *at, "pass_bank", default=False),
    )


Path = str | int


def _seat(read: Reader, *path: Path) -> int | None:
    seat: int | None = read.of(int | None, *path, default=None)
    if seat is not None and seat < 1:
        raise read.broken(
            Fault("fault.seat", "a seat is a number from 1 on, not {said}", said=seat), *path
        )
    return seat


def _seats(read: Reader, *path: Path) -> tuple[int, ...] | None:
    seats: tuple[int, ...] | None = read.of(tuple[int, ...] | None, *path, default=None)
    if seats is None:
        return None
    for i, seat in enumerate(seats):
        _seat(read, *path, i)
        if seats.index(seat) != i:
            raise read.broken(twice(seat), *path)
    return seats


def _amount(read: Reader, *path: Path) -> int | None:
    amount: int | None = read.of(int | None, *path, default=None)
    if amount is not None:
        try:
            check_amount(amount)
        except ValueError as error:
            raise read.broken(fault_of(error), *path) from None
    return amount


def _by_seat(read: Reader, kind: Any, *path: Path, check: Any = None) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for key in read.of(dict[str, Any], *path, default={}):
        if not key.isdecimal() or int(key) < 1:
            raise read.broken(
                Fault("fault.seat", "a seat is a number from 1 on, not {said}", said=repr(key)),
                *path,
                key,
            )
        found[int(key)] = read.of(kind, *path, key)
        if check is not None:
            check(read, *path, key)
    return found


def _bets(read: Reader, *path: Path) -> dict[int, dict[str, int]]:
    bets = _by_seat(read, dict[str, Any], *path)
    for seat, placed in bets.items():
        for bet in placed:
            _amount(read, *path, str(seat), bet)
    return bets


def _chance(read: Reader, *path: Path) -> tuple[Chance, ...]:
    entries: list[Chance] = []
    for i, entry in enumerate(read.of(list[Any], *path, default=[])):
        if isinstance(entry, str):
            entries.append(entry)
            continue
        if not isinstance(entry, dict):
            raise read.broken(
                Fault("fault.result", "a result is written as text, not {said!r}", said=entry),
                *path,
                i,
            )
        try:
            entries.append(read_irregular(entry))
        except ValueError as error:
            raise read.broken(fault_of(error), *path, i) from None
    return tuple(entries)


def _refused(read: Reader, *path: Path) -> tuple[Tried, ...]:
    tries = read.of(list[Any], *path, default=[])
    return tuple(_tried(read, *path, i) for i in range(len(tries)))


def _tried(read: Reader, *path: Path) -> Tried:
    tried: Tried = read.of(Tried, *path)
    _seat(read, *path, "seat")
    said = {
        name
        for name, value in msgspec.structs.asdict(tried).items()
        if value is not None and value is not False
    }
    shapes: list[set[str]] = [
        {"seat", "bet", "amount"},
        {"seat", "move"},
        {"seat", "remove"},
        {"throw"},
    ]
    what = said - {"after", "code", "clause"}
    if what not in shapes or ("after" in said and "move" not in said):
        names = " ".join(sorted(said)) or Fault("fault.nothing", "nothing")
        why = Fault(
            "fault.refused",
            "what is refused is seat, bet and amount; seat and move, with or without after; "
            "seat and remove; or throw = true; each with or without code and clause; not {said}",
            said=names,
        )
        raise read.broken(why, *path)
    if tried.clause is not None and tried.clause not in register():
        raise read.broken(no_clause(tried.clause), *path)
    return tried


def _late(read: Reader, *path: Path) -> tuple[Late, ...]:
    bets = read.of(list[Any], *path, default=[])
    for i in range(len(bets)):
        _seat(read, *path, i, "seat")
        _amount(read, *path, i, "amount")
    return tuple(read.of(Late, *path, i) for i in range(len(bets)))


def _limits(read: Reader) -> Limits:
    table = read.of(dict[str, Any], "table", default={})
    plain = {"min", "max", "commission", "unit"}
    spots: dict[str, SpotLimits] = {}
    for name, value in table.items():
        if name not in plain:
            if not isinstance(value, dict):
                raise read.unknown(name, plain, "table", name)
            spots[name] = read.of(SpotLimits, "table", name)
            low = _amount(read, "table", name, "min") or 1
            high = _amount(read, "table", name, "max")
            _ordered(read, low, high, "table", name)
    low = _amount(read, "table", "min") or 1
    high = _amount(read, "table", "max")
    _ordered(read, low, high, "table", "max")
    return Limits(
        min=low,
        max=high,
        unit=_amount(read, "table", "unit") or 1,
        commission=_share(read, "5%", "table", "commission"),
        bets=spots,
    )


def _ordered(read: Reader, low: int, high: int | None, *path: Path) -> None:
    if high is not None and high < low:
        raise read.broken(
            Fault(
                "fault.max-below-min",
                "the maximum {high} lies below the minimum {low}",
                high=high,
                low=low,
            ),
            *path,
        )


def _share(read: Reader, default: str, *path: Path) -> Fraction:
    text = read.of(str, *path, default=default)
    try:
        value = share(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if not 0 <= value < 1:
        raise read.broken(
            Fault(
                "fault.commission", "a commission is a percentage like 5%, not {said!r}", said=text
            ),
            *path,
        )
    return value


def _rake(read: Reader) -> Rake | None:
    rake: Rake | None = read.of(Rake | None, "rake", default=None)
    if rake is not None:
        _share(read, "0%", "rake", "percent")
        _amount(read, "rake", "unit")
    return rake


def _pot(read: Reader) -> PotPlan | None:
    pot: PotPlan | None = read.of(PotPlan | None, "pot", default=None)
    if pot is not None:
        _share(read, "0%", "pot", "commission")
        _amount(read, "pot", "bet")
    return pot
