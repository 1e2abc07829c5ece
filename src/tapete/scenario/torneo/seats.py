"""Forms of tournament scenarios about seats: draws, positions, levelling, breaking."""

from __future__ import annotations

from typing import Any

from tapete.core.book.fault import Fault
from tapete.scenario.cases import BadCase, Fields, Form, Otherwise
from tapete.scenario.faults import at, in_hand, twice
from tapete.systems.tournament.balancing import TableSeats, breaking, level
from tapete.systems.tournament.positions import NextHand, Positions, first_hand, next_hand
from tapete.systems.tournament.seats import (
    Place,
    button_draw,
    next_slips,
    sizes_on,
    tables_for,
    take_slips,
    thresholds,
)

SEATS = 9
FINAL = 10


def seats_of(fields: Fields) -> int:
    return int(fields.get("seats", SEATS))


def tables_of(fields: Fields) -> dict[int, TableSeats]:
    """The tables of a scenario: seats taken, or only how many."""
    found = {}
    for number, table in fields.get("table", {}).items():
        players, last = table.get("players", 0), table.get("last")
        positions = None if last is None else Positions(*last)
        if isinstance(players, int):
            found[int(number)] = TableSeats(None, positions, players)
        else:
            check_once(players, Fault("fault.table", "table {number}", number=number))
            found[int(number)] = TableSeats(tuple(players), positions)
    return dict(sorted(found.items()))


def check_once(seats: list[int], where: Fault | None = None) -> None:
    """Refuse a list of seats in which one stands twice: who wrote it meant another."""
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            why = twice(seat)
            raise BadCase(at(where, why) if where else why)


def taken(fields: Fields) -> dict[int, tuple[int, ...]]:
    return {number: table.taken or () for number, table in tables_of(fields).items()}


def order_of(fields: Fields) -> list[int]:
    """The published order of breaking: the highest number first unless it is written."""
    return list(fields.get("order") or sorted(tables_of(fields), reverse=True))


def read_place(text: str) -> Place:
    table, _, seat = text.partition("-")
    return Place(int(table), int(seat))


def seating(fields: Fields) -> Fields:
    seats, entrants, now = seats_of(fields), fields.get("entrants"), tables_of(fields)
    sizes = sorted((table.players for table in now.values()), reverse=True)
    if entrants is not None:
        sizes = sizes_on(entrants, tables_for(entrants, seats))
    left = thresholds(len(sizes), seats, int(fields.get("final", FINAL)))
    found: dict[str, Any] = {
        "tables": len(sizes), "sizes": sizes, "breaks": left.breaks, "redraws": left.redraws,
    }  # fmt: skip
    if now:
        found["next"] = [str(place) for place in next_slips(taken(fields), seats)]
    return found


def button(fields: Fields) -> Fields:
    cards = {int(seat): card for seat, card in fields["cards"].items()}
    return {"button": button_draw(cards, taken(fields) or {1: tuple(cards)}, seats_of(fields))}


def positions(fields: Fields) -> Fields:
    """Hand after hand; what a hand says beside its comings and goings must be so."""
    check_once(fields["players"])
    seats, seated = seats_of(fields), set(fields["players"])
    last = Positions(*fields["last"]) if "last" in fields else None
    for number, hand in enumerate(fields.get("hand", ()), 1):
        out, came = set(hand.get("out", ())), set(hand.get("in", ()))
        stayed = seated - out
        if out - seated:
            why = Fault("fault.nobody-at", "nobody sits at {seat}", seat=min(out - seated))
            raise BadCase(in_hand(number, why))
        if came & stayed:
            why = Fault("fault.taken", "seat {seat} is taken", seat=min(came & stayed))
            raise BadCase(in_hand(number, why))
        seated = stayed | came
        if last is None:
            now = first_hand(int(fields["button"]), seated)
        else:
            waits = bool(fields.get("options", {}).get("espera", False))
            now = next_hand(last, stayed, came, small_waits=waits)
        _check_hand(number, hand, now, seats)
        last = now.positions
    return {}


def _check_hand(number: int, hand: dict[str, Any], now: NextHand, seats: int) -> None:
    dead = [*(["boton"] if now.button_dead else []), *([] if now.small_posted else ["menor"])]
    found: dict[str, Any] = {
        "positions": [now.positions.button, now.positions.small, now.positions.big],
        "dead": dead, "waits": list(now.waits),
        "before": now.speaking(seats), "after": now.speaking(seats, after_flop=True),
    }  # fmt: skip
    expected = {"dead": [], "waits": []} | hand
    for key, came in found.items():
        if key in expected and sorted_if(key, expected[key]) != sorted_if(key, came):
            raise Otherwise.value(in_hand(number, key), expected[key], came)


def sorted_if(key: str, value: list[Any]) -> list[Any]:
    """Lists whose order says nothing, in order."""
    return sorted(value) if key in ("dead", "waits") else list(value)


def levelling(fields: Fields) -> Fields:
    least = int(fields.get("options", {}).get("nivelar-desde", 2))
    found = level(tables_of(fields), seats_of(fields), order_of(fields), least=least)
    return {
        "stopped": list(found.stopped),
        "moves": [[str(move.start), str(move.end)] for move in found.moves],
        "sizes": found.sizes,
        "later": found.waits,
    }


def break_table(fields: Fields) -> Fields:
    tables = tables_of(fields)
    found = breaking(
        {number: table.players for number, table in tables.items()}, seats_of(fields),
        int(fields.get("final", FINAL)), order_of(fields),
        registration_open=bool(fields.get("registration_open", False)),
    )  # fmt: skip
    result: dict[str, Any] = {
        "breaks": found.table, "redraw": found.redraw, "share": found.share, "sizes": found.sizes,
    }  # fmt: skip
    cards = {int(seat): card for seat, card in fields.get("cards", {}).items()}
    slips = [read_place(text) for text in fields.get("slips", ())]
    if cards:
        first, goes = take_slips(cards, slips, seats_of(fields))
        result |= {"first": first, "goes": {seat: str(place) for seat, place in goes.items()}}
    return result


FORMS: dict[str, Form] = {
    "asientos": seating,
    "boton": button,
    "posiciones": positions,
    "nivelar": levelling,
    "romper": break_table,
}
