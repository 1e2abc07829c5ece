"""Who may do what in the rooms that are not tables: every command by every role, as the clauses
have it. A command or a kind of unit that is new has no row here, and fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR
from tapete.floor.kernel.unit import Surroundings
from tapete.floor.people.permissions import ROLES, check_sender
from tapete.floor.units import KINDS, build
from tapete.floor.units.maquina import commands as machine
from tapete.floor.units.sala import Sala
from tapete.floor.units.sala import commands as hall_commands
from tests.floor.hall import without_pot
from tests.floor.machines import Visit, machine_spec
from tests.floor.test_sala_paper import paper
from tests.floor.test_torneo import SPEC

ANA = "ana"
SHORT = {
    "P": JUGADOR, "D": "director-de-bingo", "J": "jefe-de-mesa", "L": "locutor", "V": "vendedor",
    "C": "cajero", "A": "auxiliar-de-sala", "T": "director-de-torneo", "S": "jefe-de-seccion",
    "R": "jefe-de-sala", "K": "croupier", "X": "administrador", "M": "director-de-maquinas",
    "H": "jefe-tecnico",
}  # fmt: skip
"""Each role by a letter."""


def rows(**commands: str) -> dict[str, str]:
    """Of each command the roles it is open to: given the other way round, commands by roles."""
    return {
        one: "" if roles == "nobody" else roles
        for roles, named in commands.items()
        for one in named.split()
    }


AT_TERMINALS = rows(
    D="open-hall close-hall annul", DL="last-game", DJ="undo-sale note-incident note-breach",
    P="enter exit buy ready pass-cards shout complain give-number open-number",
    nobody="seal-room hear delivered answer promise open-order close-numbers begin-sale start-game"
    " set-terms"
    " put-on-sale hand-in find-imperfect change-balls bring-balls count-balls call-ball read-card"
    " ask-more go-on sign-acta",
)  # fmt: skip
MATRIX: dict[str, dict[str, str]] = {
    "sala": AT_TERMINALS,
    "sala with a kiosk": {**AT_TERMINALS, **rows(PCA="enter exit buy")},
    "sala with paper": {**AT_TERMINALS, **rows(
        PAVLC="enter exit", PJ="pass-cards", PVLCJ="shout", PJD="complain", VLC="buy hand-in",
        J="begin-sale put-on-sale start-game read-card go-on sign-acta count-balls",
        L="call-ball", JL="ask-more find-imperfect", D="change-balls bring-balls annul open-hall",
    )},
    "torneo": rows(
        TX="draft", PTC="enter withdraw keep-entry buy", TC="accredit pay",
        TJSR="penalise forfeit rule give-pot play-out", PTJSRK="use-card",
        TJSRK="deal-hand pase-over play-tie hand-over eliminate count-table colour-up be-absent"
        " hold-hand",
        T="notify object announce open-registration open-doors start close-registration stop-clock"
        " run-clock undo move-player break-table redraw hand-for-hand call-last-hands end-day"
        " next-day expel make-deal suspend cancel hold-again reorder switch-levelling postpone"
        " seat-tie close-round shorten-clock put-up",
        nobody="tick enter-company seat-company invite",  # company comes for play chips alone
    ),
    "maquina": rows(
        MS="open close sign", ASHM="attend", HS="fault", M="tournament",
        H="clear audit self-test power fetch switch",
        P="sit insert insert-ticket insert-card take-card play choose select bet take-back ready"
        " cash-out leave call give-number open-number",
        nobody="begin silence report reserve assign promise open-order close-numbers set-terms"
        " take-prize",
    ),
}  # fmt: skip


def hall_with_ana(spec: Any) -> Any:
    hall = Sala(spec)
    hall.places[ANA] = 1
    return hall


def machine_with_ana() -> Any:
    visit = Visit(machine_spec("tres-cerezas"))
    visit.do(machine.Sit())
    return visit.unit


UNITS: dict[str, Callable[[], Any]] = {
    "sala": lambda: hall_with_ana(without_pot()),
    "sala with a kiosk": lambda: hall_with_ana(without_pot(terminals="moviles")),
    "sala with paper": lambda: hall_with_ana(paper()),
    "torneo": lambda: build(SPEC, Surroundings(plan=plan(), chance=lambda n: 0)),
    "maquina": machine_with_ana,
}


def some(kind: Any) -> Any:
    """A value of a type, for a command whose values do not matter."""
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    plain = {str: ANA, int: 1, bool: True, tuple: [], dict: {}}
    for type_, value in plain.items():
        if (get_origin(kind) or kind) is type_:
            return value
    if type(None) in get_args(kind):
        return None
    if get_args(kind):
        return get_args(kind)[0]
    return {"date": "2026-05-08", "datetime": "2026-05-08T20:00:00"}.get(
        getattr(kind, "__name__", ""), ANA
    )


def command_of(kind: type[msgspec.Struct]) -> Any:
    """A command of this kind, about Ana at place 1."""
    needed = {one.name: some(one.type) for one in msgspec.structs.fields(kind) if one.required}
    if "seat" in needed:
        needed["seat"] = 1
    return msgspec.convert({**needed, "do": kind.__struct_config__.tag}, kind)


def allowed(kind: Any, unit: Any, command: Any, person: str = ANA) -> set[str]:
    found = set()
    for role in ROLES:
        try:
            check_sender(kind, command, role)
            unit.check(command, person, role, on_duty=True)
        except Refused as refusal:
            assert refusal.code in ("not-your-role", "not-yours", "no-company"), refusal.code
        else:
            found.add(role)
    return found


def test_every_kind_of_unit_is_in_a_matrix() -> None:
    spec_of = {name: kind.spec.__module__ for name, kind in KINDS.items()}
    ours = {name for name, module in spec_of.items() if module.startswith("tapete.")}
    assert {"mesa", *(name.split()[0] for name in MATRIX)} == ours, "tests have kinds of their own"


@pytest.mark.parametrize("room", MATRIX)
def test_every_command_is_open_to_the_roles_of_its_row_and_to_no_other(room: str) -> None:
    kind, unit = KINDS[room.split()[0]], UNITS[room]()
    commands = {str(one.__struct_config__.tag): one for one in get_args(kind.commands)}
    assert set(commands) == set(MATRIX[room])
    found = {tag: allowed(kind, unit, command_of(one)) for tag, one in commands.items()}
    assert found == {tag: {SHORT[one] for one in row} for tag, row in MATRIX[room].items()}


@pytest.mark.parametrize("room", MATRIX)
def test_a_player_sends_nothing_in_the_name_of_another(room: str) -> None:
    kind, unit = KINDS[room.split()[0]], UNITS[room]()
    coming = {machine.Sit, machine.Insert, machine.InsertTicket, machine.InsertCard}
    for one in set(get_args(kind.commands)) - coming:
        assert JUGADOR not in allowed(kind, unit, command_of(one), "eva"), one


@pytest.mark.parametrize("command", [hall_commands.CallBall, hall_commands.StartGame])
def test_whoever_is_not_on_duty_runs_no_hall(command: Any) -> None:
    hall = hall_with_ana(paper())
    for role in ("jefe-de-mesa", "locutor"):
        with pytest.raises(Refused, match=r"not-on-duty|not-your-role"):
            hall.check(command(), "x", role, on_duty=False)
