"""Scenarios of tournaments: one form a file, each answered by what runs a tournament."""

from __future__ import annotations

from tapete.scenario.cases import Form, judge, read_cases
from tapete.scenario.compare import Difference, Result
from tapete.scenario.torneo import chips, hands, money, seats, times

GAME = "torneo"
HANDS = "mano"
UNORDERED = ("next", "stopped", "finish", "may")
"""Lists that are sets of places, tables or moves."""
FORMS: dict[str, Form] = {**seats.FORMS, **chips.FORMS, **money.FORMS, **times.FORMS, **hands.FORMS}


def play_tournament(text: str, file: str) -> Result:
    """Answer every case of a file."""
    found: list[Difference] = []
    title = ""
    for fields in read_cases(text):
        title = str(fields.get("title", ""))
        if fields.get("form") == HANDS:
            found += hands.play_hands(fields, text, file)
            continue
        form = FORMS.get(fields.get("form", ""))
        if form is None:
            known = " ".join((*FORMS, HANDS))
            found.append(Difference("broken-file", found=f"form is one of {known}", line=1))
            break
        found += judge(fields, form, UNORDERED)
    return Result(file, title=title, differences=tuple(found))
