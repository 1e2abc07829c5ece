"""The register of clauses: every rule of the five documents, and the lines it was cut from."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

import msgspec

from tapete.core.book.written import Written

ClauseId: TypeAlias = str

R = TypeVar("R")

Kind: TypeAlias = Literal[
    "bet",
    "close",
    "commission",
    "deal",
    "decision",
    "definition",
    "equipment",
    "hand-value",
    "irregular",
    "limit",
    "notice",
    "obligation",
    "payout",
    "penalty",
    "prize",
    "progressive",
    "prohibition",
    "record",
    "registration",
    "role",
    "schedule",
    "seat",
    "shuffle",
    "tie",
    "turn-order",
]
Where: TypeAlias = Literal["engine", "table", "system", "floor", "notice", "record", "none"]


class Document(msgspec.Struct, frozen=True):
    """One of the five documents: the prefix of its ids, its edition, title and source file."""

    prefix: str
    edition: str
    title: str
    source: str


DOCUMENTS: Mapping[str, Document] = MappingProxyType(
    {
        document.prefix: document
        for document in (
            Document(
                "CAT",
                "scj-2023",
                "Catálogo de Juegos, Superintendencia de Casinos de Juego, marzo de 2023",
                "scj-2023-catalogo-de-juegos.txt",
            ),
            Document(
                "R196",
                "scj-2009",
                "Resolución exenta N° 196 de 2009, Superintendencia de Casinos de Juego",
                "scj-2009-resolucion-exenta-196.txt",
            ),
            Document(
                "ARI",
                "arica-2017",
                "Decreto exento N° 744 de 2017, I. Municipalidad de Arica",
                "arica-2017-decreto-744.txt",
            ),
            Document(
                "AJ",
                "aj-bolivia",
                "Reglamento de juegos de la AJ de Bolivia (fragmento)",
                "aj-bolivia-reglamento-fragmento.txt",
            ),
            Document(
                "COL",
                "colchagua-2025",
                "Reglamento de Torneos de Poker, Casino Colchagua, octubre de 2025",
                "colchagua-2025-reglamento-de-torneos.txt",
            ),
        )
    }
)


class Clause(msgspec.Struct, frozen=True, eq=False):
    """One rule of one document: what it says in both languages, and where the document says it."""

    id: ClauseId
    lines: tuple[int, int]
    """First and last line in the document's source file, counted from 1, both included."""
    games: tuple[str, ...]
    kind: Kind
    where: Where
    rule: str
    regla: str
    figures: Written
    note: str

    @property
    def document(self) -> Document:
        """The document the clause belongs to.

        >>> clause("R196-9.4-02").document.edition
        'scj-2009'
        """
        return DOCUMENTS[self.id.partition("-")[0]]

    @property
    def section(self) -> str:
        """The document's own number of the section.

        >>> clause("CAT-II.1.4-21").section
        'II.1.4'
        """
        return self.id[len(self.document.prefix) + 1 :].rpartition("-")[0]

    @property
    def chapter(self) -> str:
        """The first part of the section.

        >>> clause("CAT-II.1.4-21").chapter, clause("CAT-I-01").chapter
        ('II', 'I')
        """
        return self.section.partition(".")[0]


class UnknownClause(KeyError):
    """No clause has that id. ``nearest`` holds the ids that look most like it."""

    def __init__(self, id: str, nearest: tuple[ClauseId, ...]) -> None:
        super().__init__(id, nearest)
        self.id = id
        self.nearest = nearest

    def __str__(self) -> str:
        return f"no clause {self.id!r}; nearest: {', '.join(self.nearest) or 'none'}"


class BrokenRegister(ValueError):
    """The register's data cannot be read: the file, the line in it, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file = file
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@cache
def register() -> Mapping[ClauseId, Clause]:
    """Every clause by its id, in the order of the documents.

    >>> len(register())
    2321
    """
    return load(_folder())


def clause(id: ClauseId) -> Clause:
    """The clause with that id.

    >>> clause("CAT-I.1-03").rule
    'One deck (baraja) has exactly 52 cards.'

    Any other id raises `UnknownClause`, which names the nearest ones.
    """
    found = register().get(id)
    if found is None:
        raise UnknownClause(id, nearest(id))
    return found


def nearest(id: str) -> tuple[ClauseId, ...]:
    """The ids that look most like this one, the likest first."""
    by_fold = {known.casefold(): known for known in register()}
    close = difflib.get_close_matches(id.strip().casefold(), by_fold, n=3, cutoff=0.6)
    return tuple(by_fold[fold] for fold in close)


def text(clause: Clause, lang: str) -> str:
    """The rule in Spanish (``es``) or English (``en``).

    >>> text(clause("CAT-I.1-03"), "es")
    'Una baraja tiene exactamente 52 cartas.'
    """
    if lang not in ("es", "en"):
        raise ValueError(f"clauses are written in 'es' and 'en', not {lang!r}")
    return clause.regla if lang == "es" else clause.rule


def source_text(clause: Clause) -> str:
    """The lines of the document the clause was cut from, as they stand.

    >>> source_text(clause("CAT-I.1-03"))
    '- Baraja: conjunto de cartas comprendido por 52 unidades.'
    """
    first, last = clause.lines
    return "\n".join(_source_lines(clause.document.source)[first - 1 : last])


@cache
def _source_lines(name: str) -> list[str]:
    return _lines(_folder() / "sources" / name)


def _folder() -> Traversable:
    return files("tapete") / "clauses"


# -- reading the data ---------------------------------------------------------------------------


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    lines: tuple[int, int]
    game: str | tuple[str, ...]
    kind: Kind
    where: Where
    rule: str
    figures: Written
    note: str


class _SpanishRow(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    regla: str


_ROW = msgspec.json.Decoder(_Row)
_SPANISH_ROW = msgspec.json.Decoder(_SpanishRow)
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}
_ID = re.compile(rf"({'|'.join(DOCUMENTS)})-[A-Za-z0-9]+(\.[A-Za-z0-9]+)*-\d\d+")


def load(folder: Traversable) -> Mapping[ClauseId, Clause]:
    """Read a folder of clauses: ``*.jsonl``, ``es/*.jsonl`` beside them, and ``sources/``.

    Anything broken is refused with the file, the line and the reason.
    """
    heights = {
        prefix: len(_lines(folder / "sources" / document.source))
        for prefix, document in DOCUMENTS.items()
    }
    found: dict[ClauseId, Clause] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".jsonl"):
            continue
        spanish = _spanish(folder / "es" / file.name)
        for number, row in _rows(file, _ROW):
            if row.id in found:
                raise BrokenRegister(file.name, number, f"{row.id} stands twice")
            if fault := _fault(row, heights):
                raise BrokenRegister(file.name, number, fault)
            if row.id not in spanish:
                reason = f"{row.id} has no Spanish text in es/{file.name}"
                raise BrokenRegister(file.name, number, reason)
            found[row.id] = _clause(row, spanish.pop(row.id)[1])
        for id, (number, _) in spanish.items():
            raise BrokenRegister(f"es/{file.name}", number, f"{id} is not in {file.name}")
    return MappingProxyType({id: found[id] for id in sorted(found, key=_document_order)})


def _document_order(id: ClauseId) -> tuple[int, list[tuple[int, str]], int]:
    prefix, section, number = id.split("-")
    return *_section_order(prefix, section), int(number)


@cache
def _section_order(prefix: str, section: str) -> tuple[int, list[tuple[int, str]]]:
    parts = [
        (_ROMAN.get(part, int(part) if part.isdigit() else 0), part) for part in section.split(".")
    ]
    return list(DOCUMENTS).index(prefix), parts


def _clause(row: _Row, regla: str) -> Clause:
    return Clause(
        id=row.id,
        lines=row.lines,
        games=(row.game,) if isinstance(row.game, str) else row.game,
        kind=row.kind,
        where=row.where,
        rule=row.rule,
        regla=regla,
        figures=row.figures,
        note=row.note,
    )


def _fault(row: _Row, heights: Mapping[str, int]) -> str | None:
    if not _ID.fullmatch(row.id):
        return f"{row.id!r} is not a clause id such as CAT-II.1.4-21"
    height = heights[row.id.partition("-")[0]]
    first, last = row.lines
    if not 1 <= first <= last <= height:
        return f"{row.id}: lines {first} to {last} are not in a document of {height} lines"
    if not row.game:
        return f"{row.id} names no game"
    if not row.rule.strip():
        return f"{row.id} has an empty rule"
    return None


def _spanish(file: Traversable) -> dict[ClauseId, tuple[int, str]]:
    name = f"es/{file.name}"
    if not file.is_file():
        raise BrokenRegister(name, 0, "the Spanish file is missing")
    found: dict[ClauseId, tuple[int, str]] = {}
    for number, row in _rows(file, _SPANISH_ROW, name):
        if row.id in found:
            raise BrokenRegister(name, number, f"{row.id} stands twice")
        if not row.regla.strip():
            raise BrokenRegister(name, number, f"{row.id} has an empty regla")
        found[row.id] = (number, row.regla)
    return found


def _rows(
    file: Traversable, decoder: msgspec.json.Decoder[R], name: str = ""
) -> Iterator[tuple[int, R]]:
    for number, line in enumerate(_lines(file), start=1):
        try:
            yield number, decoder.decode(line)
        except msgspec.DecodeError as error:
            raise BrokenRegister(name or file.name, number, str(error)) from None


def _lines(file: Traversable) -> list[str]:
    # Not splitlines(): the line numbers count newlines only.
    return file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
