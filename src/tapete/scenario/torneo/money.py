"""Forms of tournament scenarios about places and money: order, prizes, bounties, deals."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from importlib import resources
from typing import Any

import msgspec

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.fault import Fault
from tapete.core.book.refused import Refused
from tapete.maths.tournament.icm import icm_within
from tapete.scenario.cases import BadCase, Fields, Form
from tapete.systems.tournament import book, bounties, deal, prizes
from tapete.systems.tournament.bases import SOLD, Bases, problems, refused
from tapete.systems.tournament.finish import Elimination, pays, places, ranked
from tapete.systems.tournament.icm import EXACT_MOST, icm_exact


def finish(fields: Fields) -> Fields:
    hand_for_hand = bool(fields.get("hand_for_hand", False))
    out = [Elimination(**one) for one in fields["out"]]
    every = bool(fields.get("options", {}).get("todos", False))
    table = {int(place): prize for place, prize in fields.get("prizes", {}).items()}
    groups = ranked(out, hand_for_hand=hand_for_hand, all_tie=every and hand_for_hand)
    found = places(groups, fields["left"])
    left = fields["left"] - len(out)
    try:
        paid = pays(found, table, fields.get("cards"))
    except KeyError as who:
        raise BadCase(
            Fault("fault.no-card", "cards: {who} ties for odd pesos and has no card", who=str(who))
        ) from None
    return {
        "places": found,
        "pays": paid,
        "left": left,
        "hand_for_hand": hand_for_hand and left > max(table, default=0),
    }


def prize_money(fields: Fields) -> Fields:
    sales = {kind: prizes.Sale(*sold) for kind, sold in fields.get("sales", {}).items()}
    if "fund" in fields:
        money = prizes.Fund(0, 0, 0, fields["fund"])
    else:
        money = prizes.fund(
            sales, contribution=fields.get("contribution", 0),
            guarantee=fields.get("guarantee", 0), other=fields.get("other", 0),
        )  # fmt: skip
    number = fields.get("entrants", prizes.entrants(sales))
    brackets = [
        prizes.Bracket(row["from"], tuple(Fraction(str(p)) for p in row["percent"]), row.get("to"))
        for row in fields["brackets"]
    ]
    for fault in prizes.faults(brackets):
        raise Refused("CAT-VII.3.1-27", fault, field="brackets")
    bracket = prizes.bracket_for(brackets, number)
    return {
        **money._asdict(),
        "bracket": bracket.first,
        "prizes": prizes.prize_table(money.fund, bracket.percent, fields.get("unit", 1)),
    }


def rewards(fields: Fields) -> Fields:
    try:
        found = bounties.showdown(
            fields["stacks"], fields["hands"], fields["bounty"], fields.get("cards")
        )
    except KeyError as who:
        raise BadCase(
            Fault("fault.no-card", "cards: {who} ties for odd pesos and has no card", who=str(who))
        ) from None
    return {"chips": found.chips, "out": list(found.out), "bounties": found.bounties}


def settlement(fields: Fields) -> Fields:
    terms = deal.deal_terms(
        fields["stacks"], fields["prizes"], signed=_how_many(fields.get("signed")),
        final_table=fields.get("final_table", True), reserve=fields.get("reserve"),
    )  # fmt: skip
    found: dict[str, Any] = {"reserve": terms.reserve, "safe": terms.safe}
    offers = {
        "B": deal.above_the_last(terms, icm), "C": deal.off_the_first(terms, icm),
        "fichas": deal.by_chips(terms), "iguales": deal.equally(terms),
    }  # fmt: skip
    if "free" in fields:
        offers["libre"] = deal.freely(terms, fields["free"], fields.get("below_signed", ()))
    for name, offer in offers.items():
        found[name] = False if offer is None else [*offer.amounts, offer.first]
    return found


def _how_many(signed: int | list[Any] | None) -> int | None:
    """A number of players, said or named."""
    return len(signed) if isinstance(signed, list) else signed


def icm(stacks: Sequence[int], worth: Sequence[int]) -> Sequence[Fraction]:
    """The model, exact as far as it can be summed, else within a hundredth of a peso."""
    if len(stacks) <= EXACT_MOST:
        return icm_exact(stacks, worth)
    return [Fraction(value) for value in icm_within(stacks, worth, 0.001).worth]


def chip_model(fields: Fields) -> Fields:
    stacks, worth = fields["stacks"], fields["prizes"]
    if len(stacks) <= EXACT_MOST:
        return {"icm": [str(value) for value in icm_exact(stacks, worth)]}
    found = [round(float(value), 2) for value in icm(stacks, worth)]
    wanted = fields.get("expect", {}).get("icm", found)
    near = [w if abs(w - f) <= 0.01 else f for w, f in zip(wanted, found, strict=True)]
    return {"icm": near}


def sanction(fields: Fields) -> Fields:
    kind, left, table = fields["kind"], fields["left"], fields["prizes"]
    if kind == "eliminado-por-sancion":
        found = prizes.eliminated_by_sanction(table, left)
    elif kind == "descalificado":
        found = prizes.disqualified(table, left, fields["entrants"])
    else:
        raise Refused("COL-9.3-20", "no-such-sanction", kind=kind)
    return {**found._asdict(), "removed": fields.get("stack", 0)}


def accounts(fields: Fields) -> Fields:
    """A short tournament through its own book, which is written down and read back."""
    journal: Journal[book.TournamentBook, book.AnyCommand, book.BookEvent] = Journal(
        book.TOURNAMENT_BOOK, "escenario"
    )
    prices = {kind: book.Price(*row) for kind, row in fields["prices"].items()}
    journal.do(book.Open(prices, tuple(fields.get("percent", ()))))
    for event in fields.get("event", ()):
        for command in _commands(event):
            journal.do(command)
    state = replay(book.TOURNAMENT_BOOK, journal.text()).state
    return {
        "sold": state.sold, "added": state.added, "removed": state.removed,
        "stacks": state.stacks, "ranking": list(state.ranking), "taken": state.taken,
        "commission": state.commission, "refunded": state.refunded, "fund": state.fund,
        "pays": state.pays(),
    }  # fmt: skip


def _commands(event: dict[str, Any]) -> list[book.AnyCommand]:
    match event["what"]:
        case "anula":
            return [book.Withdraw(player) for player in event["players"]]
        case "gana":
            return [book.Win(event["player"], event["from"], event["chips"])]
        case "carrera":
            return [book.Recolour(event["change"])]
        case "descalifica" | "sanciona" as what:
            return [book.Expel(event["player"], what == "descalifica")]
        case what:
            return [book.Sell(player, what) for player in event["players"]]


MACHINES: dict[str, Any] = {
    "maquinas": [{"numero": 1, "zona": "Sector de torneos", "codigo": "M-01", "scj": "SCJ-M-01"}],
    "sioc": "Torneo de máquinas", "contadores": "Contadores propios del torneo.",
}  # fmt: skip
"""What a complete draft says of machines besides, whatever its category."""


def terms_of_play(fields: Fields) -> Fields:
    """The example bases with a few fields replaced, loaded as a casino would load them."""
    text = (resources.files("tapete") / "bases" / "ejemplo.toml").read_text("utf-8")
    draft = MACHINES | tomllib.loads(text)
    for field, value in fields.get("bases", {}).items():
        part = field in SOLD and isinstance(value, dict)
        draft[field] = {**draft[field], **value} if part else value
    listed = draft["parque"]
    if "mesas" in fields.get("bases", {}):  # all else is complete: each of them is listed
        draft["parque"] = [
            {**listed[0], "numero": number, "codigo": f"T-{number:02}"}
            for number in range(1, draft["mesas"] + 1)
        ]
    try:
        bases = msgspec.convert(draft, Bases)
    except msgspec.ValidationError as error:
        raise Refused("CAT-VII.3.1-14", "bad-bases", why=str(error)) from None
    if found := tuple(problems(bases)):
        raise refused(*found)
    return {"valid": True}


FORMS: dict[str, Form] = {
    "bases": terms_of_play,
    "cuentas": accounts,
    "orden": finish,
    "premios": prize_money,
    "recompensas": rewards,
    "trato": settlement,
    "icm": chip_model,
    "sancion": sanction,
}
