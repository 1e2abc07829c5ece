"""Chooses the croupier's exam of each game: the fewest drills whose rounds together show every
clause that any of many drills shows. Writes `tapete/school/exam.json`.

    python -m bench.exam [GAME...] [--seeds N]

The minimum is proved by `z3-solver` (an optional tool of development: nothing at run time needs
it); where its time runs out the best found is written with the bound that was proved.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import z3

from tapete.school import catalogue, exam
from tapete.school.drill import Drill

FILE = Path(exam.__file__).with_name("exam.json")
SECONDS = 20


def candidates(game: str, seeds: int) -> dict[str, frozenset[str]]:
    """Drills of a game, each with the clauses its round shows."""
    found = {}
    for first in catalogue.examined()[game]:
        for seed in range(seeds):
            drill = Drill(first.kind, game, first.level, seed)
            found[drill.id] = exam.shown_by(drill)
    return found


def undominated(sets: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Those that show something no single other one shows besides all the rest they show."""
    kept: dict[str, frozenset[str]] = {}
    for id, shown in sorted(sets.items(), key=lambda one: (-len(one[1]), one[0])):
        if not any(shown <= other for other in kept.values()):
            kept[id] = shown
    return kept


def fewest(sets: Mapping[str, frozenset[str]]) -> tuple[list[str], int]:
    """The fewest sets that show all that any shows, and the bound below which none can do."""
    every = frozenset().union(*sets.values())
    chosen = {id: z3.Bool(id) for id in sets}
    solver = z3.Optimize()
    solver.set("timeout", SECONDS * 1000)
    for clause in sorted(every):
        solver.add(z3.Or([chosen[id] for id, shown in sets.items() if clause in shown]))
    many = z3.Sum([z3.If(one, 1, 0) for one in chosen.values()])
    least = solver.minimize(many)
    proved = solver.check() == z3.sat
    model = solver.model()
    found = [id for id, one in chosen.items() if z3.is_true(model[one])]
    bound = len(found) if proved else int(str(solver.lower(least)) or 1)
    return sorted(found), bound


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", default=[])
    asked.add_argument("--seeds", type=int, default=24)
    options = asked.parse_args()
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for game in options.games or catalogue.examined():
        sets = candidates(game, options.seeds)
        drills, bound = fewest(undominated(sets))
        clauses = sorted(frozenset().union(*sets.values()))
        known[game] = {"drills": drills, "bound": bound, "of": len(sets), "clauses": clauses}
        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")
        print(f"{game}: {len(drills)} of {len(sets)} (at least {bound}), {len(clauses)} clauses")


if __name__ == "__main__":
    main()
