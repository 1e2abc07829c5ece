"""Forms of tournament scenarios about chips: values that leave, races, chips without words."""

from __future__ import annotations

from typing import Any

from tapete.core.book.fault import Fault
from tapete.games.poker.circle.declared import Facing, hidden_chips, meaning
from tapete.scenario.cases import BadCase, Fields, Form
from tapete.systems.tournament.race import race, removals


def removal(fields: Fields) -> Fields:
    return {"removed": removals(fields["values"], fields["levels"], fields["breaks"])}


def chip_race(fields: Fields) -> Fields:
    try:
        found = race(
            fields["from"], fields["to"],
            {int(seat): count for seat, count in fields["held"].items()},
            {int(seat): cards for seat, cards in fields.get("cards", {}).items()},
            only=fields.get("only", ()),
            rounded=bool(fields.get("options", {}).get("redondeo", False)),
        )  # fmt: skip
    except KeyError as seat:
        raise BadCase(
            Fault(
                "fault.race-card",
                "cards: seat {seat} takes a card for each odd chip",
                seat=str(seat),
            )
        ) from None
    return {
        "odd": found.odd, "race": list(found.winners), "gets": found.gets, "change": found.change,
    }  # fmt: skip


def silence(fields: Fields) -> Fields:
    facing = Facing(
        bet=fields.get("bet", 0), last_raise=fields.get("raise", 0), big=fields.get("big", 0),
        front=fields.get("front", 0), live=fields.get("live", 3),
        next_acted=fields.get("next_acted", False), stack=fields.get("stack"),
    )  # fmt: skip
    found = meaning(facing, fields.get("chips", ()), fields.get("say", ""))
    result: dict[str, Any] = {"action": found.text, "back": found.back}
    if found.action == "corto":
        result |= {"may": list(found.may), "least": found.least}
    return result


def hidden(fields: Fields) -> Fields:
    found = hidden_chips(fields["all_in"], fields["caller"], fields["hidden"])
    return {"wins": list(found.wins), "loses": list(found.loses)}


FORMS: dict[str, Form] = {
    "retiro": removal,
    "carrera": chip_race,
    "silencio": silence,
    "ocultas": hidden,
}
