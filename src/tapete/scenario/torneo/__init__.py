"""Scenarios of tournaments: one form a file, each answered by what runs a tournament."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tapete.scenario.cases import Fields, Form, explained, judge, read_cases
from tapete.scenario.compare import Difference, Result
from tapete.scenario.file import check_head
from tapete.scenario.reader import Reader
from tapete.scenario.torneo import chips, hands, money, seats, times
from tapete.scenario.torneo.shapes import HANDS, check_keys, check_shape

GAME = "torneo"
UNORDERED = ("next", "stopped", "finish", "may")
"""Lists that are sets of places, tables or moves."""
FORMS: dict[str, Form] = {**seats.FORMS, **chips.FORMS, **money.FORMS, **times.FORMS, **hands.FORMS}


def play_tournament(text: str, file: str) -> Result:
    """Answer every case of a file. One that does not come out is looked at for fields that its form
    cannot have: these are named then, and not what came of them."""
    found: list[Difference] = []
    title, read = "", Reader(text, file)
    check_head(read)
    cases = "case" in read.raw
    for number, fields in enumerate(read_cases(text)):
        title = str(fields.get("title", ""))
        case = number if cases else None
        check_keys(fields, read, case)
        check = partial(check_shape, fields, read, case)
        for one in explained(partial(_answered, fields, text, file), check):
            if case is not None:
                one = replace(one, case=case + 1, line=one.line or read.line("case", case))
            found.append(one)
    return Result(file, title=title, differences=tuple(found))


def _answered(fields: Fields, text: str, file: str) -> list[Difference]:
    if fields["form"] == HANDS:
        return hands.play_hands(fields, text, file)
    return judge(fields, FORMS[fields["form"]], UNORDERED)
