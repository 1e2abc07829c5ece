"""A refusal: what was tried, which clause closes it, and the facts a screen needs to say so."""

from __future__ import annotations

from tapete.core.book.account import CLP, Unit
from tapete.core.book.clause import ClauseId

Fact = int | str | bool | None
ALSO = "also"
"""The fact under which a refusal names further clauses that close the same, with spaces between."""


class Refused(Exception):
    """The rules do not allow it. Nothing was changed. ``unit`` is the unit of account of the
    amounts among its facts: whoever knows the table says it.

    >>> print(Refused("CAT-I.4.2-03", "over-maximum", seat=3, bet=60_000, maximum=50_000))
    over-maximum [CAT-I.4.2-03] seat=3 bet=60000 maximum=50000
    """

    unit: Unit = CLP

    def __init__(self, clause: ClauseId, code: str, **facts: Fact) -> None:
        self.clause = clause
        self.code = code
        self.facts = facts
        said = "".join(f" {name}={value}" for name, value in facts.items())
        super().__init__(f"{code} [{clause}]{said}")

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.clause, self.code, self.facts))


def _rebuild(clause: ClauseId, code: str, facts: dict[str, Fact]) -> Refused:
    return Refused(clause, code, **facts)
