"""The client's own unit tests, written beside it in TypeScript, as a part of this suite."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_clients_unit_tests_pass() -> None:
    """Node comes from the machine or, where `setup/web` installed it, from the environment."""
    path = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"
    done = subprocess.run(
        ["node", "node_modules/vitest/vitest.mjs", "run", "--reporter=dot"],
        cwd=WEB, env={**os.environ, "PATH": path, "NO_COLOR": "1"}, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
