"""``python -m bench.floor``: the floor under load, at full length.

``--tables``, ``--seats`` and ``--seconds`` say how much; ``--postgresql URL`` (the address of a
server's maintenance database) measures PostgreSQL too, else one is started where it is installed.
"""

from __future__ import annotations

import argparse
import json

from bench.floor.measure import measure


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor")
    wanted.add_argument("--tables", type=int, default=150)
    wanted.add_argument("--seats", type=int, default=1000)
    wanted.add_argument("--seconds", type=float, default=30.0)
    wanted.add_argument("--writing", type=float, default=10.0)
    wanted.add_argument("--only", choices=["bots", "writing"])
    given = wanted.parse_args()
    found = measure(
        tables=given.tables, seats=given.seats, seconds=given.seconds, writing=given.writing,
        only=given.only,
    )  # fmt: skip
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
