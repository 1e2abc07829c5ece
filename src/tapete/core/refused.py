"""A refusal: what was tried, which clause closes it, and the facts a screen needs to say so."""

from __future__ import annotations

from tapete.core.clause import ClauseId

Fact = int | str | bool | None


class Refused(Exception):
    """The rules do not allow it. Nothing was changed.

    >>> print(Refused("CAT-I.4.2-03", "over-maximum", seat=3, bet=60_000, maximum=50_000))
    over-maximum [CAT-I.4.2-03] seat=3 bet=60000 maximum=50000
    """

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
