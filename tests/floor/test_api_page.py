"""The page for users of the API: its program runs, its messages are messages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tapete.floor.api import listening
from tapete.floor.api.messages import CommandIn, Denied
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.table import commands
from tests.floor.server import served

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def fenced(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_program_of_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    [program] = fenced("python")
    file = tmp_path / "visit.py"
    file.write_text(program, "utf-8")
    clocks = Clocks(betting=2.0, decision=1.0, pause=0.1)
    url = f"sqlite:///{tmp_path}/casino.db"
    with served(url, clocks=clocks, games=("big-six", "war")) as address:
        done = subprocess.run(
            [sys.executable, str(file), address], capture_output=True, encoding="utf-8",
            timeout=600, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    refused, resumed, settled, wallet = done.stdout.splitlines()
    assert refused.startswith("refused: under-minimum CAT-I.4.2-03")
    numbers = msgspec.json.decode(resumed.removeprefix("resumed: "), type=list[int])
    assert numbers == sorted(set(numbers)) and len(numbers) > 1
    assert settled.startswith("settled: ['! bet-") and wallet == (
        "Ana has 950000 chips away from the table"
    )


def test_every_message_of_the_page_is_one() -> None:
    lines = [line for block in fenced("json") for line in block.splitlines() if line]
    *sent, refusal = lines
    for line in sent:
        msgspec.json.decode(line, type=CommandIn)
    assert msgspec.json.decode(refusal, type=Denied).code == "over-maximum"
    assert len(sent) > 7


def test_every_command_named_on_the_page_exists_and_every_one_of_a_person_is_named() -> None:
    rows = re.findall(r"^\| (?:player|croupier|jefe de mesa)[^|]*\| (.*) \|$", PAGE, re.MULTILINE)
    named = set(re.findall(r"`([a-z-]+)`", " ".join(rows)))
    kinds = commands.AnyCommand.__args__  # type: ignore[attr-defined]
    tags = {str(kind.__struct_config__.tag) for kind in kinds}
    of_the_system = {
        "tick", "dismiss", "promise", "open-order", "close-numbers", "arrange", "use-card",
        "set-terms",
    }  # fmt: skip
    assert named == tags - of_the_system


@pytest.mark.parametrize("code", [4401, 4403, 4404, 4408, 4410])
def test_every_way_a_socket_is_closed_is_on_the_page(code: int) -> None:
    known = (listening.GONE, listening.FORBIDDEN, listening.NOT_HERE, listening.BEHIND,
             listening.MOVED)  # fmt: skip
    assert code in known and f"| {code} |" in PAGE
