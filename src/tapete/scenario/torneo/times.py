"""Forms of tournament scenarios about rules and dates: penalties, windows, notices."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import holidays

from tapete.core.book.fault import Fault
from tapete.core.book.refused import Refused
from tapete.scenario.cases import Fields, Form, Otherwise, judge_refusal
from tapete.scenario.faults import in_step
from tapete.systems.tournament.dates import dates, refund
from tapete.systems.tournament.penalties import last_hands, of_hands, of_rounds
from tapete.systems.tournament.windows import COUNTED, Buyer, Sales, Window


def penalty(fields: Fields) -> Fields:
    hand = fields.get("hand", 0)
    if "rounds" in fields:
        found = of_rounds(fields["rounds"], fields["seated"], hand).longer(fields.get("hands", 0))
    else:
        found = of_hands(fields["hands"], hand)
    imposed = found.hands
    for number, step in enumerate(fields.get("step", ()), 1):
        found = found.dealt(step.get("dealt", 0))
        if "add" in step:
            found = found.longer(step["add"])
        if step.get("left", found.left) != found.left:
            raise Otherwise.value(in_step(number, "left"), step["left"], found.left)
    return {"hands": imposed, "from": found.first, "left": found.left}


def sales_windows(fields: Fields) -> Fields:
    sales = Sales(
        {what: Window(*hours) for what, hours in fields["windows"].items()},
        fields["stack"], fields.get("chips", {}), fields.get("maximum"),
        total=bool(fields.get("options", {}).get("acumulado", False)),
    )  # fmt: skip
    entries = 0
    bought: dict[str, dict[str, int]] = {}
    for number, ask in enumerate(fields["ask"], 1):
        had = bought.setdefault(ask["player"], {})
        buyer = Buyer(ask.get("chips", 0), ask.get("live", 0), ask.get("missed", False), entries)
        refusal: Refused | None = None
        try:
            holds = sales.buy(ask["what"], ask["at"], buyer, had)
        except Refused as refused:
            refusal = refused
        else:
            had[ask["what"]] = had.get(ask["what"], 0) + 1
            entries += ask["what"] in COUNTED
            if ask.get("holds", holds) != holds:
                raise Otherwise.value(_in_ask(number, "holds"), ask["holds"], holds)
        for difference in judge_refusal(ask.get("refused"), refusal):
            raise Otherwise(replace(difference, round=number))
    return {}


def deadlines(fields: Fields) -> Fields:
    start: datetime = fields["start"]
    years = range(start.year - 1, start.year + 2)
    running = fields.get("options", {}).get("plazo") == "corridos"
    chile = holidays.country_holidays("CL", years=years)
    found = dates(start, chile, notified=fields.get("notified"), running=running)
    for number, ask in enumerate(fields.get("ask", ()), 1):
        back = refund(
            ask["why"], ask["at"], start, fields.get("paid", 0), keeps=ask.get("keeps", False)
        )
        for key, value in (("refund", back.amount), ("breach", back.breach)):
            expected = ask.get(key, type(value)())
            if expected != value:
                raise Otherwise.value(_in_ask(number, key), expected, value)
    return found._asdict()


def _in_ask(number: int, key: str) -> Fault:
    return Fault("fault.in-ask", "ask {number}: {key}", number=number, key=key)


def end_of_day(fields: Fields) -> Fields:
    doing = {int(table): what for table, what in fields.get("doing", {}).items()}
    found = last_hands(fields["minutes"], fields["card"], doing)
    return {"hands": found.hands, "finish": list(found.finish)}


FORMS: dict[str, Form] = {
    "penalidad": penalty,
    "ventanas": sales_windows,
    "plazos": deadlines,
    "ultimas": end_of_day,
}
