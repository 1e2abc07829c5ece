"""A round explained on paper, and what another reading of the rules would have paid."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from click.testing import CliRunner

from tapete.cli.main import cli
from tapete.core.round.acta import read_record
from tapete.telling.otherwise import net_of, otherwise

PASSES = Path(__file__).parent.parent / "passes"
THREE = PASSES / "poker-tres-cartas" / "01-every-row-of-the-table-1.acta"


def test_the_same_cards_pay_otherwise_by_another_edition() -> None:
    record = read_record(THREE.read_text("utf-8"))
    mine = net_of(record.events)
    by = {one.edition: one.net for one in otherwise(record)}
    assert by["scj-2009"] == mine
    assert by["aj-bolivia"] is not None and by["aj-bolivia"][2] > mine[2]


def test_a_reading_by_which_the_round_could_not_have_gone_so_says_so() -> None:
    record = read_record((PASSES / "omaha-poker/01-one-heart-is-no-flush-1.acta").read_text())
    assert None in [one.net for one in otherwise(record) if one.edition == "scj-2009"]


def test_an_acta_is_explained_as_a_pdf_with_sums_rules_and_other_readings(tmp_path: Path) -> None:
    file = tmp_path / "why.pdf"
    ran = CliRunner().invoke(cli, ["--lang", "es", "explain", str(THREE), "--pdf", str(file)])
    assert ran.exit_code == 0, ran.output
    said = text_of(file.read_bytes())
    for part in ("Pagos y sus reglas", "CAT-III.3.5.3", "con lo apostado vuelven", "Bolivia",
                 "comprobada", "Sello del acta"):  # fmt: skip
        assert part in said, part


def test_a_rule_is_read_once_cards_have_their_suits_and_pages_their_number(tmp_path: Path) -> None:
    acta = PASSES / "texas-holdem-sin-limites" / "03-three-pots-commission-after-the-turn-1.acta"
    file = tmp_path / "why.pdf"
    ran = CliRunner().invoke(cli, ["--lang", "es", "explain", str(acta), "--pdf", str(file)])
    assert ran.exit_code == 0, ran.output
    said = text_of(file.read_bytes())
    assert said.count("el porcentaje se cobra al final de la tercera ronda") == 1
    assert said.count("[CAT-III.3.5.7.1-60]") >= 2  # where it is cited again
    assert "5% de $15.000 = $750. El redondeo deja $150." in said
    assert "Asiento 5 -$15.200 apuesta $15.200" in said  # in all, though gathered on the way
    assert re.search(r"Asiento 5: A \xa8", said)  # the ace of clubs, as on the card
    assert re.search(r"por qué 1/ ?4 .*por qué 4/ ?4", said)
    assert str(PASSES) not in said


def test_a_bet_that_stays_on_the_cloth_is_not_lost(tmp_path: Path) -> None:
    """A point is thrown; two throws later it decides the line, and the odds laid in between."""
    said = {}
    for n in (1, 3):
        acta = PASSES / "craps" / f"03-points-and-odds-{n}.acta"
        file = tmp_path / f"{n}.pdf"
        ran = CliRunner().invoke(cli, ["--lang", "es", "explain", str(acta), "--pdf", str(file)])
        assert ran.exit_code == 0, ran.output
        said[n] = text_of(file.read_bytes())
    assert "línea de pase $1.000 ($1.000 quedan en el paño)" in said[1]
    assert "Ninguna apuesta se decidió." in said[1] and "-$" not in said[1]
    assert "Asiento 1 -$800 línea de no pase $600, gabela de no pase $200 " in said[3]
    assert "Asiento 5 +$15.000 línea de pase $1.000, gabela de pase $7.000 " in said[3]
    assert "quedan en el paño" not in said[3]


def text_of(pdf: bytes) -> str:
    """The words of a PDF of ours, in the order in which they are written."""
    parts = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S)
    pages = [zlib.decompress(one) for one in parts if one[:1] == b"x"]
    found = re.findall(rb"\(((?:[^()\\]|\\.)*)\) ?Tj", b"\n".join(pages))
    said = " ".join(one.decode("latin-1") for one in found)
    return re.sub(r"\s+", " ", re.sub(r"\\([()\\])", r"\1", said))
