"""Bingo at the command line: sheets of cards to print, and games at the keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapete.cli.bingo_pdf import Sheets
from tapete.cli.main import cli
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.replay import replay
from tapete.systems.bingo.design import Design, Issue, check_code, check_design, security_code
from tapete.systems.rounds import find


def run(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(cli, ["--lang", "es", *words], input=said)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.clause("CAT-V.2.2.1-06", "CAT-V.2.2.1-07")
def test_cards_are_printed_with_series_number_value_and_room_for_the_player(tmp_path: Path) -> None:
    out = tmp_path / "hojas.pdf"
    said = run("bingo", "cards", "--series", "B", "--from", "5", "--to", "16", "--size", "600",
               "--seed", "s", "--out", str(out))  # fmt: skip
    assert "12 cartones en 2 hojas" in said
    assert out.read_bytes().startswith(b"%PDF")
    sheets = Sheets(Design("s", 600), series="B", price=1000, casino="C", lang="es", key=b"s")
    sheets.pdf.set_compression(False)
    sheets.add(range(5, 11))
    text = bytes(sheets.pdf.output()).decode("latin-1")
    for words in ("Serie B   N\xba 5 de 600", "$1.000", sheets.code_of(5), "Nombres y apellidos",
                  "Cédula o pasaporte", "Teléfono"):  # fmt: skip
        assert words in text or words.replace("\xba", "º") in text


def test_a_page_of_a_series_of_strips_holds_every_number_once(tmp_path: Path) -> None:
    out = tmp_path / "tiras.pdf"
    words = ["bingo", "cards", "--strips", "--size", "60", "--seed", "s", "--out", str(out)]
    assert "6 cartones en 1 hojas" in run(*words, "--from", "7", "--to", "12")
    sheets = Sheets(
        Design("s", 60, strips=True), series="A", price=1, casino="C", lang="es", key=b""
    )
    page = sorted(n for number in range(7, 13) for n in sheets.faces[number].numbers)
    assert page == list(range(1, 91))
    done = CliRunner().invoke(cli, ["--lang", "es", *words, "--from", "5", "--to", "10"])
    assert done.exit_code and "tiras enteras" in done.output


def test_a_run_that_is_not_in_the_series_is_refused(tmp_path: Path) -> None:
    words = ["bingo", "cards", "--from", "9", "--to", "3", "--out", str(tmp_path / "x.pdf")]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code and not (tmp_path / "x.pdf").exists()


@pytest.mark.clause("CAT-V.3.2.1-05", "CAT-V.4-06")
@pytest.mark.parametrize(
    "words", ["bingo book --hall norte --out acta.pdf", "link --with sur --hall norte"]
)
@pytest.mark.parametrize("db", ["sqlite:///{}/empty.db", "no-address"])
def test_without_a_casino_there_is_no_book_and_no_key(words: str, db: str, tmp_path: Path) -> None:
    asked = [*words.split(), "--db", db.format(tmp_path)]
    result = CliRunner().invoke(cli, asked, prog_name="tapete")
    assert result.exit_code == 2
    assert "no es la base de un casino" in result.output


def test_any_change_of_card_or_code_is_refused() -> None:
    faces = Design("s", 40).faces()
    card = Issue(design="d", series="B", number=7, game="12", face=faces[7])
    code = security_code(b"key", card)
    check_code(code, b"key", card)
    bits = 4 * len(code)
    assert bits >= 64
    wrong = [
        *((f"{int(code, 16) ^ 1 << bit:0{len(code)}x}", card) for bit in range(bits)),
        (code[:-1], card), (code + "0", card), ("", card),
        *((code, other) for other in (
            Issue(design="e", series="B", number=7, game="12", face=faces[7]),
            Issue(design="d", series="C", number=7, game="12", face=faces[7]),
            Issue(design="d", series="B", number=8, game="12", face=faces[7]),
            Issue(design="d", series="B", number=7, game="13", face=faces[7]),
            Issue(design="d", series="B", number=7, game="12", face=faces[8]),
        )),
    ]  # fmt: skip
    for said, issue in wrong:
        with pytest.raises(Refused, match="code-does-not-fit"):
            check_code(said, b"key", issue)
    assert len({security_code(b"key", Issue(design="d", series="", number=n, game="", face=face))
                for n, face in faces.items()}) == 40  # fmt: skip


@pytest.mark.clause("CAT-V.2.3-11")
def test_an_imported_design_with_equal_cards_is_refused() -> None:
    faces = list(Design("s", 12).faces().values())
    check_design(faces)
    with pytest.raises(Refused, match="equal-cards"):
        check_design([*faces, faces[3]])


def test_games_in_the_terminal_are_played_paid_and_recorded(tmp_path: Path) -> None:
    said = run("play", "bingo-electronico", "--seed", "7", "--save", str(tmp_path),
               said="muchos\n3\n2\nsalir\n")  # fmt: skip
    assert "Diga cuántos cartones" in said and "Partida 2" in said and "bingo para" in said
    assert re.search(r"Se va con \$[\d.]+", said)
    actas = sorted(tmp_path.glob("*.acta"))
    assert len(actas) == 2
    before = None
    for file in actas:
        record = read_record(file.read_text("utf-8"))
        replay(record, find, before)
        before = record.after
    assert run("replay", str(tmp_path)).count("comprobada") == 2


def test_odds_of_many_cards_are_told_with_their_error_and_bad_ones_refused() -> None:
    said = run("odds", "bingo-tradicional", "--set", "cards=200", "--set", "orders=10")
    assert "primer bingo" in said and "85,31" in said and "±" in said
    data = json.loads(run("odds", "bingo-electronico", "--json", "--set", "orders=10"))
    assert data["one_card"]["bingo"]["mean"] == "1365/16"
    assert data["sampled"]["pot"]["within"] == 50
    assert CliRunner().invoke(cli, ["odds", "bingo-tradicional", "--set", "cards=0"]).exit_code


def test_a_practice_game_is_told_in_the_readers_words_and_a_seed_brings_it_again() -> None:
    words = ["--lang", "en", "play", "bingo-electronico", "--seed", "5"]
    one, again = (CliRunner().invoke(cli, words, input="6\n\nleave\n").output for _ in range(2))
    assert one == again, "cards and balls come of the seed"
    assert re.search(r"Ball \d+: line for \w+", one) and re.search(r"Ball \d+: bingo for \w+", one)
    assert not re.search("linea|usted|casa", one)
    bought, played = one.split("Ball", 1)
    assert bought.count("╭") == 6 == played.count("╭"), "cards are shown when bought and at the end"
