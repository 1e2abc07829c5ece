"""Black Jack and baccarat beside the simulators that can be had, in one run.

They are installed into an environment of their own (``bench/.peers``): one of them brings a
package called ``tests``. Each plays in its own process; turns are taken, the best of each counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from bench.kernels import rate

HERE = Path(__file__).parent
FOLDER = HERE / ".peers"
WANTED = (
    "py21==1.6.0", "altair", "pybaccarat==0.12",
    "eval7==0.1.11", "phevaluator==0.6.0", "treys==0.1.8",
)  # fmt: skip
"""py21 needs altair and does not say so."""
TURNS = 3
PLAYS = {
    "Black Jack, six decks, basic strategy": ("peer_black_jack.py", "black-jack", "principal"),
    "Punto y Banca, eight decks": ("peer_baccarat.py", "punto-y-banca", "banca"),
}


def python() -> Path:
    """The interpreter of the peers, set up the first time."""
    found = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    ready, wanted = FOLDER / "ready", "\n".join(WANTED)
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
        venv.create(FOLDER, with_pip=True, clear=True)
        quiet = ("install", "--quiet", "--disable-pip-version-check")
        subprocess.run([found, "-m", "pip", *quiet, *WANTED], check=True)
        ready.write_text(wanted, encoding="utf-8")
    return found


def theirs(script: str) -> dict[str, Any]:
    """What a peer did: its name, its version, its rounds a second."""
    ran = subprocess.run(
        [python(), "-P", HERE / script], check=True, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def measure() -> dict[str, Any]:
    """Rounds a second of each, and ours to theirs."""
    plays = {}
    for name, (script, game, bet) in PLAYS.items():
        ours, peers = [], []
        for _ in range(TURNS):
            ours.append(rate(game, bet))
            peers.append(theirs(script))
        peer = max(peers, key=lambda each: float(each["rate"]))
        plays[name] = {
            "tapete": max(ours),
            "peer": f"{peer['name']} {peer['version']}",
            "theirs": peer["rate"],
            "ratio": max(ours) / peer["rate"],
        }
    return plays
