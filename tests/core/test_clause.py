"""The register holds every clause, and refuses broken data with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tapete.core.book.clause import (
    DOCUMENTS,
    BrokenRegister,
    UnknownClause,
    clause,
    load,
    register,
    source_text,
    text,
)

ROW: dict[str, Any] = {
    "id": "CAT-I.1-01",
    "lines": [2, 3],
    "game": "general",
    "kind": "definition",
    "where": "engine",
    "rule": "A rule.",
    "figures": {"cards": 52},
    "note": "",
}
SPANISH = {"id": "CAT-I.1-01", "regla": "Una regla."}


def folder(tmp_path: Path, rows: list[Any], spanish: list[Any] | None = None) -> Path:
    (tmp_path / "es").mkdir()
    (tmp_path / "sources").mkdir()
    for document in DOCUMENTS.values():
        (tmp_path / "sources" / document.source).write_text("one\ntwo\nthree\n", encoding="utf-8")
    spanish = [SPANISH] if spanish is None else spanish
    for place, lines in ((tmp_path, rows), (tmp_path / "es", spanish)):
        said = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        (place / "a.jsonl").write_text("".join(f"{line}\n" for line in said), encoding="utf-8")
    return tmp_path


def test_a_clause_is_read_with_both_languages(tmp_path: Path) -> None:
    read = load(folder(tmp_path, [ROW]))["CAT-I.1-01"]
    assert (read.games, read.lines, read.figures) == (("general",), (2, 3), {"cards": 52})
    assert (text(read, "en"), text(read, "es")) == ("A rule.", "Una regla.")


@pytest.mark.parametrize(
    ("rows", "spanish", "said"),
    [
        ([ROW, ROW], None, "a.jsonl:2: CAT-I.1-01 stands twice"),
        ([ROW | {"lines": [2, 4]}], None, "a.jsonl:1: CAT-I.1-01: lines 2 to 4 are not in"),
        ([ROW | {"lines": [0, 1]}], None, "a.jsonl:1: CAT-I.1-01: lines 0 to 1 are not in"),
        ([ROW | {"lines": [3, 2]}], None, "a.jsonl:1: CAT-I.1-01: lines 3 to 2 are not in"),
        ([ROW | {"id": "CAT-I.1"}], None, "a.jsonl:1: 'CAT-I.1' is not a clause id"),
        ([ROW | {"id": "XYZ-I.1-01"}], None, "a.jsonl:1: 'XYZ-I.1-01' is not a clause id"),
        ([ROW | {"game": []}], None, "a.jsonl:1: CAT-I.1-01 names no game"),
        ([ROW | {"rule": " "}], None, "a.jsonl:1: CAT-I.1-01 has an empty rule"),
        ([ROW | {"kind": "whim"}], None, "a.jsonl:1: Invalid enum value 'whim'"),
        ([ROW | {"colour": "red"}], None, "a.jsonl:1: Object contains unknown field `colour`"),
        ([ROW, "{"], None, "a.jsonl:2: Input data was truncated"),
        ([ROW, ""], None, "a.jsonl:2: Input data was truncated"),
        ([ROW], ["{}"], "es/a.jsonl:1: Object missing required field `id`"),
        ([ROW], [SPANISH, SPANISH], "es/a.jsonl:2: CAT-I.1-01 stands twice"),
        ([ROW], [SPANISH | {"regla": ""}], "es/a.jsonl:1: CAT-I.1-01 has an empty regla"),
        (
            [ROW | {"id": "CAT-I.1-02"}],
            [SPANISH],
            "a.jsonl:1: CAT-I.1-02 has no Spanish text in es/a.jsonl",
        ),
        (
            [ROW],
            [SPANISH, SPANISH | {"id": "CAT-I.1-02"}],
            "es/a.jsonl:2: CAT-I.1-02 is not in a.jsonl",
        ),
    ],
)
def test_broken_data_is_refused_with_file_line_and_reason(
    tmp_path: Path, rows: list[Any], spanish: list[Any] | None, said: str
) -> None:
    with pytest.raises(BrokenRegister) as refused:
        load(folder(tmp_path, rows, spanish))
    assert str(refused.value).startswith(said)


def test_a_missing_spanish_file_is_refused(tmp_path: Path) -> None:
    broken = folder(tmp_path, [ROW])
    (broken / "es" / "a.jsonl").unlink()
    with pytest.raises(BrokenRegister, match=r"es/a.jsonl:0: the Spanish file is missing"):
        load(broken)


def test_every_document_has_clauses_and_every_clause_words_in_its_source() -> None:
    assert {found.document.prefix for found in register().values()} == set(DOCUMENTS)
    assert all(source_text(found).strip() for found in register().values())


def test_clauses_stand_in_the_order_of_the_documents() -> None:
    ids = list(register())
    assert (ids[0], ids[-1]) == ("CAT-I-01", "COL-16-04")
    assert ids.index("CAT-II.3.6-08") < ids.index("CAT-III.1.2-01") < ids.index("CAT-IV.1.1-01")


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("CAT-II.2.6.3-03", "No se permite jugar a dos jugadores con un mismo color"),
        ("R196-9.4-02", "Si el jugador tiene Perfect Pairs.\t30 a 1"),
        ("ARI-1.4.1-02", "seis jugadores sentados para la modalidad de Draw Poker"),
        ("AJ-2.3.7.1-02", "salieran cartas pegadas"),
        ("COL-9.3-18", "Traspaso de penalizaciones"),
    ],
)
def test_each_document_is_its_own_source(id: str, words: str) -> None:
    assert words in source_text(clause(id))


def test_an_unknown_clause_names_the_nearest() -> None:
    with pytest.raises(UnknownClause, match=r"CAT-I.1-03") as refused:
        clause("CAT-I.1-3")
    assert "CAT-I.1-03" in refused.value.nearest
    assert isinstance(refused.value, KeyError)


def test_a_clause_is_written_in_two_languages_only() -> None:
    with pytest.raises(ValueError, match="not 'fr'"):
        text(clause("CAT-I-01"), "fr")
