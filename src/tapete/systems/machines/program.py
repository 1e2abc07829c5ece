"""A machine's program: one TOML file with its chance, its pay table and its bets (CAT-VI.5-04).

A program is data. It is read here, refused with file, line and reason if it cannot be used, and
known by the digest of its bytes: whoever runs it can say which one it is (CAT-VI.3-10).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from tapete.core.book.datafile import BrokenFile, line_of, read_toml

CREDITS_MOST = 10_000


class Why(NamedTuple):
    """Why a program cannot be used: a key that has its words in every language, and the facts."""

    key: str
    facts: dict[str, str | int]

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.facts.items())])


def why(key: str, **facts: str | int) -> Why:
    """A reason, with its facts."""
    return Why(key, facts)


class BrokenProgram(BrokenFile):
    """A program that cannot be used; ``code`` says what is wrong in one word, ``why`` in full."""

    def __init__(self, file: str, line: int, code: str, why: Why) -> None:
        super().__init__(file, line, f"{code}: {why}")
        self.code, self.why = code, why


class Level(msgspec.Struct, frozen=True):
    """A bet the machine offers: ``parts`` lines, ways' cost or spots, ``credits`` on each.

    ``stake`` is what it costs, in credits.
    """

    bet: str
    parts: int
    credits: int
    stake: int


class Bets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bets of a program: credits on each part; how many lines; what all ways cost."""

    credits: tuple[int, ...] = (1,)
    lines: tuple[int, ...] | None = None
    cost: int | None = None


class Wild(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol that stands for others and multiplies the row it stands in."""

    for_: tuple[str, ...] | None = msgspec.field(default=None, name="for")
    times: int = 1


class Free(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Free games: so many for each count of a symbol anywhere in the window."""

    symbol: str
    games: dict[str, int]
    multiplier: int = 1
    retrigger: bool = True
    reels: tuple[str, ...] | None = None

    def won(self, count: int) -> int:
        """The games that a count of the symbol gives: those of the largest count reached."""
        reached = [int(least) for least in self.games if int(least) <= count]
        return self.games[str(max(reached))] if reached else 0


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One end of a pick: drawn by its weight, worth so many total bets, perhaps leading on."""

    weight: int
    pays: int = 0
    next: str | None = None


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second screen: the branch is drawn by weight, whatever box the player touches."""

    symbol: str
    count: int
    start: str
    nodes: dict[str, tuple[Branch, ...]]


class PotBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of a linked pot at its base, in pesos."""

    base: int


class Program(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields every program has. ``digest`` is the SHA-256 of its file."""

    id: str
    kind: str
    denominations: tuple[int, ...]
    tournament: bool = False
    digest: str = ""
    text: str = ""

    def levels(self) -> tuple[Level, ...]:
        """Every bet the machine offers."""
        return ()

    def level(self, bet: str) -> Level | None:
        """The bet of this name, if the machine offers it."""
        return next((level for level in self.levels() if level.bet == bet), None)


class Reels(Program, frozen=True, kw_only=True):
    """Reels with lines or ways: ``rodillos``."""

    kind: Literal["rodillos"] = "rodillos"
    reels: tuple[str, ...]
    rows: int = 1
    lines: tuple[tuple[int, ...], ...] | None = None
    ways: bool = False
    bets: Bets = Bets()
    pays: tuple[str, ...] = ()
    scatter_pays: tuple[str, ...] = ()
    wild: dict[str, Wild] = {}
    free: Free | None = None
    pick: Pick | None = None
    pot: PotBase | None = None

    def levels(self) -> tuple[Level, ...]:
        lines = self.bets.lines or (len(self.lines or ()),)
        parts = (self.bets.cost or 1,) if self.ways else lines
        return tuple(Level(f"{n}x{c}", n, c, n * c) for n in parts for c in self.bets.credits)


class VideoPoker(Program, frozen=True, kw_only=True):
    """Five cards, some held, the others drawn anew: ``video-poker``."""

    kind: Literal["video-poker"] = "video-poker"
    bets: Bets = Bets()
    wild: str | None = None
    pays: dict[str, int | tuple[int, ...]]

    def levels(self) -> tuple[Level, ...]:
        return tuple(Level(f"1x{c}", 1, c, c) for c in self.bets.credits)

    def table(self, credits: int) -> dict[str, int]:
        """The pay of each row per credit, at a bet of so many credits."""
        at = self.bets.credits.index(credits)
        return {row: v if isinstance(v, int) else v[at] for row, v in self.pays.items()}


class Keno(Program, frozen=True, kw_only=True):
    """Balls drawn against the numbers marked: ``keno``."""

    kind: Literal["keno"] = "keno"
    balls: int = 80
    drawn: int = 20
    bets: Bets = Bets()
    pays: dict[str, dict[str, int]]

    def levels(self) -> tuple[Level, ...]:
        spots = sorted(int(count) for count in self.pays)
        return tuple(Level(f"{n}x{c}", n, c, c) for n in spots for c in self.bets.credits)

    def table(self, spots: int) -> dict[int, int]:
        """The pay per credit for catching so many of the marked numbers."""
        return {int(caught): pays for caught, pays in self.pays[str(spots)].items()}


class Bingo(Program, frozen=True, kw_only=True):
    """A card of ninety numbers against the balls that come out: ``bingo``. Its cards are a design
    like a hall's; it is a machine's game, not bound by chapter V (CAT-VI.3-01)."""

    kind: Literal["bingo"] = "bingo"
    seed: str
    cards: int = 90
    drawn: int
    bets: Bets = Bets()
    pays: dict[str, int]

    def levels(self) -> tuple[Level, ...]:
        return tuple(Level(f"1x{c}", 1, c, c) for c in self.bets.credits)


class Mesa(Program, frozen=True, kw_only=True):
    """A table game behind a machine: same code, same odds (CAT-VI.3-06)."""

    kind: Literal["mesa"] = "mesa"
    game: str
    rules: str = "scj-2023"


AnyProgram: TypeAlias = Reels | VideoPoker | Keno | Bingo | Mesa
KINDS: dict[str, type[AnyProgram]] = {
    "rodillos": Reels, "video-poker": VideoPoker, "keno": Keno, "bingo": Bingo,
    "mesa": Mesa,
}  # fmt: skip


def read_fields(text: str, file: str) -> AnyProgram:
    """The fields of a program, typed; whether it makes sense is checked by `validate`."""
    kind = read_toml(text, file, dict[str, Any]).get("kind")
    if kind not in KINDS:
        line = line_of(text, ("kind",))
        raise BrokenProgram(file, line, "bad-program", why("no-kind", kinds=", ".join(KINDS)))
    program = read_toml(text, file, KINDS[kind])
    digest = hashlib.sha256(text.encode()).hexdigest()
    found: AnyProgram = msgspec.structs.replace(program, digest=digest, text=text)
    for said, path in _problems(found):
        raise BrokenProgram(file, line_of(text, path), "bad-program", said)
    return found


def _problems(program: AnyProgram) -> Iterator[tuple[Why, tuple[str, ...]]]:
    """The faults of the plain fields, with the path of each."""
    if not program.denominations or any(value <= 0 for value in program.denominations):
        yield why("denominations"), ("denominations",)
    if isinstance(program, Mesa):
        return
    bets = program.bets
    if not bets.credits or any(not 0 < c <= CREDITS_MOST for c in bets.credits):
        yield why("bets-credits", most=CREDITS_MOST), ("bets",)
    if isinstance(program, Reels):
        if program.rows < 1:
            yield why("rows"), ("rows",)
        most = len(program.lines or ())
        if bets.lines is not None and any(not 0 < n <= most for n in bets.lines):
            yield why("bets-lines", most=most), ("bets",)
        if bets.cost is not None and bets.cost <= 0:
            yield why("bets-cost"), ("bets",)
        for name, wild in program.wild.items():
            if wild.times < 1:
                yield why("wild-times", wild=name), ("wild", name, "times")
        if program.pot is not None and program.pot.base <= 0:
            yield why("pot-base-above"), ("pot", "base")
    if isinstance(program, VideoPoker):
        for row, value in program.pays.items():
            listed = (value,) if isinstance(value, int) else value
            if isinstance(value, tuple) and len(value) != len(bets.credits):
                yield why("pays-each", row=row), ("pays", row)
            if any(v <= 0 for v in listed):
                yield why("pays-above", row=row), ("pays", row)
