"""The files of an archive: a closed day each, compressed, sealed, and chained to the one before.

A file is lines of JSON: first what it is (day, the seal of the file before, the state in which each
unit's first record begins), then one row a line as it stood in the database (its table and its
values by column), last the seal: the SHA-256 of all lines before it. ``gunzip -c`` shows it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from tapete.floor.storage.kept_actas import said

FORMAT = 1
SUFFIX = ".archive.gz"
FIRST = "0" * 64
SEAL = "seal"

Row = tuple[str, dict[str, Any]]
"""A table of the database, and one of its rows."""


class Broken(ValueError):
    """The file is no archive, or somebody touched it."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What an archive file is: its day and the close before it, the seal of the file before, and by
    unit the state from which the first record in it goes on."""

    archive: int = FORMAT
    day: str
    since: str | None
    before: str
    states: dict[str, Any] = {}


def write_archive(folder: Path, head: Head, rows: Iterable[Row]) -> str:
    """Write one file, whole or not at all. Gives its seal."""
    file = folder / f"{head.day}{SUFFIX}"
    part = file.with_name(f"{file.name}.part")
    digest = hashlib.sha256()

    def line(value: Any) -> bytes:
        said = msgspec.json.encode(value) + b"\n"
        digest.update(said)
        return said

    with part.open("wb") as raw:
        os.fchmod(raw.fileno(), 0o600)
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as out:
            out.write(line(head))
            for row in rows:
                out.write(line(row))
            seal = digest.hexdigest()
            out.write(msgspec.json.encode({SEAL: seal}) + b"\n")
        raw.flush()
        os.fsync(raw.fileno())
    part.rename(file)
    return seal


def is_archive(file: Path) -> bool:
    """Whether a file is one of an archive, by its name."""
    return file.name.endswith(SUFFIX)


def files_in(folder: Path) -> list[Path]:
    """The files of an archive, the first day first."""
    return sorted(file for file in folder.iterdir() if is_archive(file))


def seal_in(file: Path) -> tuple[Head, str]:
    """What a file is, and its seal. Raises `Broken` unless the seal is that of what it holds."""
    digest, last, head = hashlib.sha256(), b"", None
    for line in _lines(file):
        if head is None:
            try:
                head = msgspec.json.decode(line, type=Head)
            except msgspec.DecodeError as error:
                raise Broken(f"{file.name}: {error}") from None
        digest.update(last)
        last = line
    try:
        said = json.loads(last or b"{}").get(SEAL)
    except (ValueError, AttributeError):
        said = None
    if head is None or said != digest.hexdigest():
        raise Broken(f"{file.name}: it does not have the seal of what stands in it")
    return head, said


def rows_in(file: Path) -> Iterator[Row]:
    """The rows of a file, in their order."""
    lines = _lines(file)
    next(lines, None)
    for line in lines:
        found = json.loads(line)
        if isinstance(found, list):
            yield str(found[0]), found[1]


def full_rows_in(file: Path) -> Iterator[Row]:
    """The same, records with the events that they name by their numbers: their steps come first."""
    told: dict[str, dict[int, str]] = {}
    for table, row in rows_in(file):
        if table == "steps" and row["events"]:
            lines = enumerate(row["events"].split("\n"), row["first"])
            told.setdefault(row["unit_id"], {}).update(lines)
        elif table == "rounds":
            row["acta"] = said(row["acta"], told.get(row["unit_id"], {}))
        yield table, row


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as lines:
            yield from lines
    except (OSError, EOFError) as error:
        raise Broken(f"{file.name}: {error}") from None


def actas_in(file: Path) -> Iterator[tuple[str, str, Any]]:
    """The records of a file: where each stands, its text, and, of a unit's first one in it, the
    state it goes on from."""
    head, _ = seal_in(file)
    states = dict(head.states)
    for table, row in full_rows_in(file):
        if table == "rounds":
            where = f"{row['unit_id']} round {row['number']}"
            yield where, row["acta"], states.pop(row["unit_id"], None)
