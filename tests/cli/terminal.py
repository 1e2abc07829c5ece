"""Sessions at the terminal as tests play them: lines typed, the screen as text."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from click.testing import CliRunner, Result

from tapete.chance import seeded
from tapete.cli.main import cli
from tapete.core.round.ask import ChanceAsk
from tapete.core.round.bets import Place, Slip
from tapete.games.registry import GAMES
from tests.cli.tables import open_table


def run(*words: str, typed: str = "", lang: str = "es") -> Result:
    """The command with these words, its input the lines typed."""
    result = CliRunner().invoke(cli, ["--lang", lang, *words], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def play(
    folder: Path, game: str, *lines: str, seed: str = "7", lang: str = "es", **options: object
) -> str:
    """A visit to a table alone with the croupier, until the lines end; what was shown."""
    words = ["play", game, "--seed", seed, "--save", str(folder)]
    for name, value in {"bots": 0, **options}.items():
        words += [f"--{name}", str(value)]
    result = run(*words, typed="".join(f"{line}\n" for line in lines), lang=lang)
    assert result.exit_code == 0, result.output
    return result.output


def seed_of(game: str, bet: str, result: object) -> str:
    """A seed with which the first throw at a table of one player gives this result."""
    table = open_table(GAMES[game], "scj-2023", seats=(1,))
    live = table.begin()
    table.answer(Slip((Place(1, bet, 10_000),)))
    thrown = live.ask
    assert isinstance(thrown, ChanceAsk)
    return next(str(n) for n in range(10_000) if thrown.some(seeded(str(n))) == result)


def actas(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.acta"))


def in_a_terminal(words: list[str], keys: list[str]) -> str:
    """The command in a real terminal; each keys are pressed when it waits for a line."""
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "tapete.cli.main", "--lang", "es", *words],
        stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )  # fmt: skip
    os.close(follower)
    seen, asked = "", 0
    left = list(keys)
    until = time.monotonic() + 600  # however slow the machine is
    while time.monotonic() < until:
        ready, _, _ = select.select([leader], [], [], 0.5)
        if ready:
            try:
                seen += os.read(leader, 65536).decode("utf-8", "replace")
            except OSError:  # the other end is closed: the command has ended
                break
        elif left and "›" in seen[asked:]:
            asked = len(seen)
            os.write(leader, left.pop(0).encode())
    os.close(leader)
    assert process.wait(timeout=600) == 0, seen
    return seen
