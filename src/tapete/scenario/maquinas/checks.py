"""What must come out of a step of a machine scenario, read from the section itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from tapete.scenario.cases import Fields, differs
from tapete.scenario.compare import Difference
from tapete.systems.machines.cabinet import METERS, Cabinet
from tapete.systems.machines.section import Outcome, Section

TOLD = {"machine-max-prize-told": "MaxPrizeTold"}
STATES: dict[str, tuple[str, ...]] = {
    "issued": (), "paid": ("cobrado",), "void": ("anulado",), "expired": ("vencido",),
    "live": ("emitido", "presentado"),
}  # fmt: skip
OF_A_MACHINE = frozenset({
    "credits", "by_hand", "state", "running", "meters", "meters_of", "tournament_meters",
})  # fmt: skip
CHECKS = OF_A_MACHINE | {"paid", "told", "tickets", "liability", "pots"}


class Came(NamedTuple):
    """What came of a step's act: events, what was paid, by position, and whether a pot was won."""

    outcome: Outcome = Outcome((), 0)
    by_position: dict[int, int] | None = None
    pot_won: bool = False


def check_step(section: Section, step: Fields, number: int, came: Came) -> list[Difference]:
    """Everything a step says must come out, compared with what did."""
    found: list[Difference] = []
    for key, wanted in step.items():
        if key in OF_A_MACHINE:
            state = section.machines[number].state
            position = step.get("position", 1)
            found += differs(key, wanted, _of_machine(state, key, wanted, position))
        elif key in CHECKS:
            found += differs(key, wanted, _of_section(section, key, wanted, came))
    return found


def _of_section(section: Section, key: str, wanted: Any, came: Came) -> Any:
    match key:
        case "paid":
            if not isinstance(wanted, dict):
                return came.outcome.paid
            none = dict.fromkeys(map(int, wanted), 0)
            return {**none, **(came.by_position or {})}
        case "told":
            kinds = [TOLD[e.kind] for e in came.outcome.events if e.kind in TOLD]
            return kinds or (["MaxPrizeTold"] if came.pot_won else [])
        case "tickets":
            known = {name: section.tickets.state.find(name) for name in wanted}
            return {name: None if one is None else one.state for name, one in known.items()}
        case "liability":
            counts = {name: section.tickets.state.count(*STATES[name]) for name in wanted}
            return {name: [count.number, count.pesos] for name, count in counts.items()}
        case _:
            return {name: _pot(section, name, keys) for name, keys in wanted.items()}


def _pot(section: Section, name: str, keys: Fields) -> dict[str, Any]:
    meters = section.pots[name].state.meters
    known = {
        "amount": meters.current, "carried": str(meters.residue), "overflow": meters.overflow,
        "reserve": meters.reserve, "seeded": meters.seeded, "contributed": meters.contributed,
        "paid": meters.paid, "moved": meters.moved, "advanced": meters.advanced,
        "repaid": meters.repaid,
    }  # fmt: skip
    return {key: known.get(key) for key in keys}


def _of_machine(state: Cabinet, key: str, wanted: Any, position: int) -> Any:
    match key:
        case "credits":
            if isinstance(wanted, dict):
                return {int(seat): state.credits.get(int(seat), 0) for seat in wanted}
            return state.credits.get(position, 0)
        case "by_hand":
            waiting = [one for one in (state.handpay, *state.handpays) if one is not None]
            if isinstance(wanted, dict):
                return {one.position: one.amount for one in waiting}
            return sum(one.amount for one in waiting)
        case "state":
            return state.state
        case "running":
            return state.running
        case "meters":
            return {name: _meter(state.meters, name) for name in wanted}
        case "meters_of":
            programs = {program: state.meters_of(program) for program in wanted}
            return {
                program: {name: _meter(programs[program], name) for name in names}
                for program, names in wanted.items()
            }
        case _:
            mode = state.tournament
            meters = state.tournament_meters
            if mode is not None:
                meters = {**mode.meters, "credits": mode.credits}
            return {name: _meter({"credits": 0, **meters}, name) for name in wanted}


def _meter(meters: dict[str, int], name: str) -> int | None:
    if name == "win":
        kept = meters.get("coin_in", 0) - meters.get("coin_out", 0)
        return kept - meters.get("handpaid_wins", 0)
    return meters.get(name, 0) if name in METERS or name in meters else None
