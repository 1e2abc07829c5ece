"""The command line as a whole: help, language, version, errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tapete import __version__
from tapete.cli.main import main


def test_without_a_command_it_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Uso: tapete [OPCIONES] ORDEN")
    assert "Leer las cláusulas" in said


@pytest.mark.parametrize("words", [["--help"], ["clauses", "--help"], ["completion", "--help"]])
def test_help_speaks_both_languages(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == 0
    assert "Opciones:" in capsys.readouterr().out
    assert main(["--lang", "en", *words]) == 0
    said = capsys.readouterr().out
    assert "Options:" in said
    assert "Usage:" in said


@pytest.mark.parametrize("group", [[], ["bingo"]])
def test_every_command_of_the_list_is_said_in_words(
    capsys: pytest.CaptureFixture[str], group: list[str]
) -> None:
    for lang in ("es", "en"):
        assert main(["--lang", lang, *group, "--help"]) == 0
        assert re.findall(r"\b[a-z]+\.(?:help|usage|short)\b", capsys.readouterr().out) == []


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tapete {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["clausse"], "No existe la orden «clausse». ¿Quiso decir: clauses?\n"),
        (
            ["clauses", "--gam", "x"],
            "No existe la opción --gam. ¿Quiso decir: --game?\nVea: tapete",
        ),
        (["--zzz"], "No existe la opción --zzz.\nVea: tapete --help\n"),
        (["completion"], "Falta "),
        (["games", "de", "más"], "Sobra: de más.\nVea: tapete games --help\n"),
        (["play", "--seat"], "Falta el valor de '--seat'.\n"),
        (["--version=1"], "'--version' no lleva valor.\n"),
        (["play", "war", "--bots", "x"], "'--bots': «x» no es un número entero"),
        (["play", "war", "--bots", "21"], "'--bots': 21 es más que el máximo, 20\n"),
        (["simulate", "craps", "--rounds", "0"], "'--rounds': 0 es menos que el mínimo, 1\n"),
        (["serve", "--log", "todo"], "'--log': es una de: info, warning, error\n"),
        (["strategy", "war", "--csv", "/"], "'--csv': no se puede usar ese archivo\n"),
        (["--lang", "en", "games", "x"], "Too many words: x.\nSee: tapete games --help\n"),
        (["--lang", "en", "clausse"], 'There is no command "clausse". Did you mean: clauses?\n'),
    ],
)
def test_wrong_words_are_refused_with_what_would_do(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_prints_the_script(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    assert "_TAPETE_COMPLETE" in capsys.readouterr().out


def test_an_interruption_ends_politely(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(root: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tapete.cli.clauses.coverage", interrupt)
    assert main(["clauses"]) == 130
    assert capsys.readouterr().err.strip() == "Interrumpido."


@pytest.mark.parametrize("words", [["clauses"], ["clauses", "--json"], ["--version"]])
def test_a_reader_that_has_gone_leaves_no_traceback(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "tapete.cli.main", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_start_up_imports_no_command() -> None:
    code = "import sys, tapete.cli.main; print([m for m in sys.modules if m == 'rich'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_casino_opens_without_what_only_reports_and_mathematics_need() -> None:
    heavy = ("numpy", "numba", "PIL", "fpdf", "xlsxwriter", "prompt_toolkit")
    code = f"import sys, tapete.floor.api.app; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
