"""Rulebooks: an edition of the regulation as data, with inheritance, errata and named options.

One folder an edition, one TOML file a family of games. A row is a value and the clause it comes
from. A broken file is refused when it is read, with file, line and reason.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, ClassVar, Literal, TypeVar

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.bounds import CannotBe, check_pays, check_sign, check_value
from tapete.core.book.clause import ClauseId, register
from tapete.core.book.datafile import BrokenFile, exact, line_of, path_of, read_toml, tables_in
from tapete.core.book.fault import Fault, placed
from tapete.core.book.money import odds as read_odds
from tapete.core.book.readings import Erratum, NamedOption, Reading
from tapete.core.book.written import Written
from tapete.core.round.ask import digest


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value of a game and the clause that sets it. A row without a value names the clause of a
    step that is done one way only; over an inherited row it changes the clause and no value."""

    clause: ClauseId
    value: Any = msgspec.UNSET
    note: str = ""


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bet a game offers and the clause that defines it; with dice, what decides it."""

    id: str
    clause: ClauseId
    wins: tuple[int | str, ...] = ()
    loses: tuple[int | str, ...] = ()
    ties: tuple[int | str, ...] = ()
    covers: int = 0
    chips: tuple[tuple[str, int], ...] = ()
    note: str = ""


class Pay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of a pay table: the odds of a bet, ``on`` a certain result where it matters."""

    bet: str
    odds: str
    clause: ClauseId
    on: str = ""

    @property
    def key(self) -> str:
        return f"{self.bet}@{self.on}" if self.on else self.bet

    @property
    def ratio(self) -> Fraction:
        return read_odds(self.odds)


class GameBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything an edition says of one game."""

    name: str = ""
    clause: ClauseId = ""
    like: str = ""
    set: dict[str, Value] = {}
    bets: tuple[Bet, ...] = ()
    pays: tuple[Pay, ...] = ()
    erratum: tuple[Erratum, ...] = ()
    reading: tuple[Reading, ...] = ()
    option: tuple[NamedOption, ...] = ()


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An edition: one document, the edition it stands on (``edition.toml``), and its games.
    ``in_force`` is the day it came into force, where the document says it; ``reading`` is what is
    read of a house as a whole, whatever the game."""

    edition: str
    title: str
    document: str
    extends: str = ""
    in_force: datetime.date | None = None
    reading: tuple[Reading, ...] = ()
    game: Mapping[str, GameBook] = {}


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of an edition: what it says of some games."""

    game: dict[str, GameBook]


class GameRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The rules of one game under one edition. Each game adds its own values.

    ``changes_control`` is the role that is told of money changed at the table, where one must be;
    ``commission_sign`` where the commission must be displayed; ``box_decreased`` what taking chips
    off the table means where each plays with a box. What follows from the rules alone may be kept
    with them, once worked out (``cached_property``). A table may change values within the
    bounds of their kind (`tapete.core.book.bounds`); of ``some`` there is at least one, ``parts``
    are at most the whole. Each class says it of its own.
    """

    some: ClassVar[tuple[str, ...]] = ("players_max", "positions_max")
    parts: ClassVar[tuple[str, ...]] = ()

    game: str
    edition: str
    name: str
    bets: dict[str, Bet]
    pays: dict[str, Pay]
    clauses: dict[str, ClauseId]
    options: dict[str, str] = {}

    players_min: int = 0
    players_max: int | None = None
    positions_max: int | None = None
    last_games: int = 1
    idle_rounds_max: int | None = None
    croupiers_min: int = 1
    chief_separate: bool = True
    chief_hands_off: tuple[str, ...] = ()
    staff: dict[str, tuple[int, int]] = {}
    cash_changed: bool = True
    payment_hold: bool = True
    exclusion: Literal["tras-amonestacion", "inmediata"] = "tras-amonestacion"
    never_staked: tuple[str, ...] = ()
    colour_chips: bool = False
    changes_control: str = ""
    commission_sign: str = ""
    box_decreased: Literal["", "se-retira"] = ""
    cloth_texts: tuple[str, ...] = ()
    papers: tuple[Literal["licence", "approval", "material", "notice"], ...] = ()

    def bet(self, id: str) -> Bet | None:
        """The bet as the edition defines it, by id or by kind (``right`` for ``right:6``)."""
        return self.bets.get(id) or self.bets.get(kind_of(id))

    def pay(self, bet: str, on: str = "") -> Pay:
        """The row of the pay table for a bet, on a result where the table tells results apart."""
        kind = kind_of(bet)
        for key in (f"{bet}@{on}", f"{kind}@{on}", bet, kind):
            if key in self.pays:
                return self.pays[key]
        raise KeyError(f"{self.game} ({self.edition}) has no pay row for {bet} {on}".strip())

    def check(self) -> None:
        """Raise ValueError if the values make no sense together; each game says when."""

    def by(self, value: str) -> ClauseId:
        """The clause that sets a value."""
        return self.clauses[value]

    def option(self, name: str) -> str:
        """The reading in force of a named option of this game."""
        return self.options[f"{self.game}.{name}"]


R = TypeVar("R", bound=GameRules)


class Rulebook:
    """An edition with all it inherits."""

    def __init__(self, chain: tuple[Edition, ...], files: Sequence[dict[str, str]] = ()) -> None:
        self.chain = chain  # the edition itself first, then those it stands on
        self.files = tuple(files)  # the texts they were read from, to name a line
        self.edition = chain[0].edition
        self.title = chain[0].title
        self.in_force = chain[0].in_force
        self._digests: dict[str, str] = {}
        self._unchanged: dict[tuple[str, type[GameRules]], Any] = {}

    def games(self) -> tuple[str, ...]:
        return tuple(sorted({game for edition in self.chain for game in edition.game}))

    def book(self, game: str) -> GameBook:
        """The rules of a game in this edition, laid over those it inherits (``like`` and
        ``extends``)."""
        layers: list[GameBook] = []
        like = ""
        for edition in reversed(self.chain):
            if game in edition.game:
                layers.append(edition.game[game])
                like = edition.game[game].like or like
        if not layers:
            raise KeyError(
                Fault(
                    "fault.no-rules",
                    "{edition} has no rules for {game}",
                    edition=self.edition,
                    game=game,
                )
            )
        base = self.book(like) if like else GameBook()
        for layer in layers:
            base = _over(base, layer)
        return base

    def rules(self, game: str, kind: type[R], changes: dict[str, str] | None = None) -> R:
        """The rules of a game, with readings or values changed by name.

        ``changes`` may name an option (``canal-21.desempate-igual``), a value (``decks``) or a
        payment (``pays.pleno``); anything else is refused. Without changes they are the same object
        each time, with all that was worked out of them before.
        """
        if changes:
            return self._rules(game, kind, changes)
        if (game, kind) not in self._unchanged:
            self._unchanged[game, kind] = self._rules(game, kind, {})
        rules: R = self._unchanged[game, kind]
        return rules

    def _rules(self, game: str, kind: type[R], changes: dict[str, str]) -> R:
        book = self.book(game)
        options = {f"{game}.{o.id}": o.values[0] for o in book.option}
        values = {n: row.value for n, row in book.set.items() if row.value is not msgspec.UNSET}
        pays = list(book.pays)
        fields = msgspec.structs.fields(kind) if changes else ()
        described = {f.name for f in fields if f.type is str}
        for name, text in changes.items():
            if name in described and name in values:
                raise ValueError(
                    Fault(
                        "fault.described",
                        "{game}: {name} says how it is done and cannot be chosen",
                        game=game,
                        name=name,
                    )
                )
            self._change(game, book, options, values, pays, name, text)
        raw = values | {
            "game": game,
            "edition": self.edition,
            "name": book.name,
            "bets": {bet.id: msgspec.to_builtins(bet) for bet in book.bets},
            "pays": {pay.key: msgspec.to_builtins(pay) for pay in pays},
            "clauses": {name: row.clause for name, row in book.set.items()},
            "options": options,
        }
        try:
            rules = msgspec.convert(raw, kind, dec_hook=exact)
            for name, text in changes.items():
                if name in values:
                    check_value(rules, name, text)
                elif name.startswith("pays."):
                    check_pays(rules, name, text, *_paid(name))
            rules.check()
            return rules
        except CannotBe:
            raise
        except (msgspec.ValidationError, ValueError) as error:
            if changes:
                raise ValueError(
                    Fault(
                        "fault.rules",
                        "{game} under {edition}: {why}",
                        game=game,
                        edition=self.edition,
                        why=placed(error),
                    )
                ) from None
            raise self._broken(game, str(error)) from None

    def _broken(self, game: str, error: str) -> BrokenFile:
        """Where in the files of the edition a game's values do not fit its rules."""
        reason, _, path = error.partition(" - at `$")
        named = re.search(r"field `(\w+)`", reason)
        key = (path_of(path.rstrip("`")) or (named[1] if named else "",))[0]
        best = ("rulebooks", 1, 0)
        for texts in self.files:
            for file, text in texts.items():
                for where in (("game", game, "set", key), ("game", game)):
                    line = line_of(text, where)
                    if line > 1 and len(where) > best[2]:
                        best = (file, line, len(where))
        return BrokenFile(best[0], best[1], f"{game}: {reason}")

    @staticmethod
    def _change(
        game: str, book: GameBook, options: dict[str, str], values: Written,
        pays: list[Pay], name: str, text: str,
    ) -> None:  # fmt: skip
        full = name if name in options else f"{game}.{name}"
        if full in options:
            allowed = next(o.values for o in book.option if f"{game}.{o.id}" == full)
            if text not in allowed:
                raise ValueError(
                    Fault(
                        "fault.option",
                        "{name} is one of {allowed}, not {said}",
                        name=name,
                        allowed=", ".join(allowed),
                        said=text,
                    )
                )
            options[full] = text
        elif name in values:
            values[name] = _read_value(text, values[name])
        elif name.startswith("pays."):
            bet, on = _paid(name)
            rows = [i for i, pay in enumerate(pays) if pay.bet == bet and on in ("", pay.on)]
            if not rows:
                raise ValueError(
                    Fault("fault.no-payment", "{game} has no payment for {bet}", game=game, bet=bet)
                )
            check_sign(pays[rows[0]], name, text)
            read_odds(text)
            for i in rows:
                pays[i] = msgspec.structs.replace(pays[i], odds=text)
        else:
            known = sorted([*options, *values, *(f"pays.{p.bet}" for p in pays)])
            raise ValueError(
                Fault(
                    "fault.no-value",
                    "{game} has nothing called {name}; there are: {known}",
                    game=game,
                    name=name,
                    known=", ".join(known),
                )
            )

    def digest(self, game: str) -> str:
        """A fingerprint of all this edition says of a game."""
        if game not in self._digests:
            self._digests[game] = digest(self.book(game))
        return self._digests[game]


def _paid(name: str) -> tuple[str, str]:
    """The bet whose payment a change names, and on what; nothing: whatever it is paid on.

    >>> _paid("pays.doble@seis"), _paid("pays.punto")
    (('doble', 'seis'), ('punto', ''))
    """
    bet, _, on = name.removeprefix("pays.").partition("@")
    return bet, on


def _read_value(text: str, old: Any) -> Any:
    if isinstance(old, str):
        return text
    try:
        new = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        new = text
    if type(new) is not type(old):
        raise ValueError(
            Fault("fault.like", "a value like {old!r} is needed, not {said!r}", old=old, said=text)
        )
    return new


def _row(old: Value | None, new: Value) -> Value:
    if old is None or new.value is not msgspec.UNSET:
        return new
    return msgspec.structs.replace(new, value=old.value)


def _over(base: GameBook, layer: GameBook) -> GameBook:
    bets = {bet.id: bet for bet in base.bets} | {bet.id: bet for bet in layer.bets}
    pays = {(p.bet, p.on): p for p in base.pays} | {(p.bet, p.on): p for p in layer.pays}
    options = {o.id: o for o in base.option} | {o.id: o for o in layer.option}
    return GameBook(
        name=layer.name or base.name,
        clause=layer.clause or base.clause,
        set=base.set | {name: _row(base.set.get(name), row) for name, row in layer.set.items()},
        bets=tuple(bets.values()),
        pays=tuple(pays.values()),
        erratum=base.erratum + layer.erratum,
        reading=base.reading + layer.reading,
        option=tuple(options.values()),
    )


def read_family(text: str, file: str) -> Family:
    """Read one rulebook file; refuse it with file, line and reason if it is broken."""
    family = read_toml(text, file, Family)
    for name, book in family.game.items():
        for row, path in _rows(name, book):
            for clause in row:
                if clause and clause not in register():
                    raise BrokenFile(file, line_of(text, path), f"there is no clause {clause}")
        for i, pay in enumerate(book.pays):
            try:
                read_odds(pay.odds)
            except ValueError as error:
                where = line_of(text, ("game", name, "pays", i, "odds"))
                raise BrokenFile(file, where, str(error)) from None
    return family


class Books(Mapping[str, GameBook]):
    """The games of an edition. A file is read when a game of it is first asked for: whoever wants
    one game does not wait for all."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files
        self._home: dict[str, str] = {}
        self._read: dict[str, GameBook] = {}
        for file, text in sorted(files.items()):
            for game in tables_in(text, "game"):
                if game in self._home:
                    where = line_of(text, ("game", game))
                    raise BrokenFile(file, where, f"{game} stands in two files of the edition")
                self._home[game] = file

    def __getitem__(self, game: str) -> GameBook:
        if game not in self._read:
            file = self._home[game]
            self._read |= read_family(self._files[file], file).game
        return self._read[game]

    def __iter__(self) -> Iterator[str]:
        return iter(self._home)

    def __len__(self) -> int:
        return len(self._home)


def read_edition(files: dict[str, str]) -> Edition:
    """Put an edition together from the texts of its files, by name."""
    [head] = [file for file in files if file.endswith("edition.toml")]
    edition = read_toml(files[head], head, Edition)
    if edition.game:
        where = line_of(files[head], ("game",))
        raise BrokenFile(head, where, "games stand in files of their own, not here")
    families = {file: text for file, text in files.items() if file != head}
    return msgspec.structs.replace(edition, game=Books(families))


def _rows(name: str, book: GameBook) -> list[tuple[tuple[ClauseId, ...], tuple[str | int, ...]]]:
    at: tuple[str | int, ...] = ("game", name)
    rows: list[tuple[tuple[ClauseId, ...], tuple[str | int, ...]]] = [((book.clause,), at)]
    rows += [((row.clause,), (*at, "set", key)) for key, row in book.set.items()]
    rows += [((bet.clause,), (*at, "bets", i)) for i, bet in enumerate(book.bets)]
    rows += [((pay.clause,), (*at, "pays", i)) for i, pay in enumerate(book.pays)]
    rows += [((e.clause,), (*at, "erratum", i)) for i, e in enumerate(book.erratum)]
    rows += [(r.clauses, (*at, "reading", i)) for i, r in enumerate(book.reading)]
    rows += [(o.clauses, (*at, "option", i)) for i, o in enumerate(book.option)]
    return rows


@cache
def rulebook(edition: str = "scj-2023") -> Rulebook:
    """An edition shipped with Tapete.

    >>> rulebook("scj-2023").edition
    'scj-2023'
    """
    chain: list[Edition] = []
    texts: list[dict[str, str]] = []
    name = edition
    while name:
        if any(name == above.edition for above in chain):
            raise BrokenFile(f"rulebooks/{name}/edition.toml", 1, f"{name} stands on itself")
        if name not in editions():
            raise KeyError(
                Fault(
                    "fault.no-edition",
                    "there is no edition {name}; there are: {known}",
                    name=name,
                    known=", ".join(editions()),
                )
            )
        folder = resources.files("tapete") / "rulebooks" / name
        files = {
            f"rulebooks/{name}/{file.name}": file.read_text("utf-8")
            for file in folder.iterdir()
            if file.name.endswith(".toml")
        }
        texts.append(files)
        chain.append(read_edition(files))
        name = chain[-1].extends
    return Rulebook(tuple(chain), texts)


@cache
def editions() -> tuple[str, ...]:
    """The editions shipped, by name."""
    folder = resources.files("tapete") / "rulebooks"
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir()))
