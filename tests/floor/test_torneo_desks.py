"""Whatever may be done with a tournament has its control on a page, or a reason why it has none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from tapete.core.book.roles import JUGADOR
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.torneo.rules import ALLOWED, DIRECTOR_DE_TORNEO
from tapete.systems.tournament.life import commands as do

ROOM = Path(__file__).parent.parent.parent / "web" / "src" / "rooms" / "torneo"
COMMANDS = {do.tag_of(kind): kind for kind in get_args(do.AnyCommand)}  # type: ignore[arg-type]
NO_CONTROL = {
    "tick": "time itself says it: the house sends it when a level is over",
    "enter-company": "the house sends it when somebody has invited its company",
    "seat-company": "the house sends it once the doors of a tournament nobody directs are open",
}


def sources() -> str:
    files = [*ROOM.rglob("*.svelte"), *ROOM.rglob("*.ts")]
    return "\n".join(file.read_text("utf-8") for file in files if "texts" not in file.name)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_of_a_tournament_has_its_control(name: str) -> None:
    sent = re.search(rf'\bdo: "{name}"', sources()) is not None
    assert sent != (name in NO_CONTROL)


def test_the_pages_show_to_each_role_what_it_may_send() -> None:
    """As the unit has it: `roles.ts` names who may send what beside the director."""
    text = (ROOM / "roles.ts").read_text("utf-8")
    groups = {"DESK", "AT_THE_TABLE", "SUPERVISORS", '["administrador"]'}
    shown = dict(re.findall(r'"([a-z-]+)": (\w+|\[[^]]*\])', text))
    assert set(shown.values()) == groups
    for name, kind in COMMANDS.items():
        others = set(ALLOWED.get(kind, ())) - {JUGADOR, DIRECTOR_DE_TORNEO, SYSTEM}
        assert bool(others) == (name in shown), name
    same = {
        group: {ALLOWED[COMMANDS[name]] for name, of in shown.items() if of == group}
        for group in groups
    }
    for group, found in same.items():
        staff = {frozenset(roles) - {JUGADOR} for roles in found}
        assert len(staff) == 1, group
