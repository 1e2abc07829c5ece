"""What came over the network is made what a game's act takes, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, get_type_hints

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.refused import Refused

FURTHER: ClauseId = "CAT-I.3.2-09"
GIVEN = ("setup", "state", "by", "now")
"""What the table gives by itself."""


def facts_of(act: Callable[..., Any], name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an act, each in its type; none missing, none that it does not know."""
    wants, kinds = signature(act).parameters, get_type_hints(act)
    open_ = {name: wants[name] for name in wants if name not in GIVEN}
    for fact in facts.keys() - open_.keys():
        raise Refused(FURTHER, "no-such-fact", act=name, fact=fact[:40])
    for fact, wanted in open_.items():
        if fact not in facts and wanted.default is wanted.empty:
            raise Refused(FURTHER, "missing", what=fact)
    try:
        return {fact: msgspec.convert(value, kinds[fact]) for fact, value in facts.items()}
    except msgspec.ValidationError as error:
        raise Refused(FURTHER, "not-an-answer", answer=str(error)) from None
