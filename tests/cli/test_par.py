"""Par sheets on paper: every program, both languages, exact figures beside readable ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.systems.machines.library import shipped_ids
from tapete.telling.names import named
from tests.cli.terminal import run

PROGRAMS = ("tres-cerezas", "campana-pozo", "ruleta-electronica")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_page_and_paper_are_written_together_and_name_things(
    program: str, lang: str, tmp_path: Path
) -> None:
    assert program in shipped_ids()
    page, paper = tmp_path / "par.html", tmp_path / "par.pdf"
    said = run("par", program, "--html", str(page), "--pdf", str(paper), lang=lang)
    assert said.exit_code == 0 and paper.read_bytes().startswith(b"%PDF")
    text = page.read_text("utf-8")
    assert named("program", program, lang) in text
    exact = {"tres-cerezas": "43/50", "campana-pozo": "229/250", "ruleta-electronica": "36/37"}
    assert exact[program] in text
    if program == "tres-cerezas":  # the chance of a row, and once in how many plays that is
        assert "<td>27/500</td><td>18" in text
    if program == "ruleta-electronica":
        assert "pleno:" not in text and text.count("<h2>") == 0, "no table without rows"
