"""What a casino sets for a pot: base, rate, limit, reserve, condition, scope; and its clauses."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses a pot is kept under: tables, bingo and machines each have their own."""

    fed: ClauseId
    base: ClauseId
    won: ClauseId
    short: ClauseId
    shared: ClauseId
    odd: ClauseId
    published: ClauseId
    changed: ClauseId
    linked: ClauseId


MACHINES = Clauses(
    fed="CAT-VI.7.3-03", base="CAT-VI.7.3-03", won="CAT-VI.7.3-05", short="CAT-VI.7.3-05",
    shared="CAT-III.6.6-08", odd="CAT-III.6.6-09", published="CAT-VI.7.3-06",
    changed="CAT-VI.7.3-06",
    linked="CAT-VI.7.4-01",
)  # fmt: skip
"""Sharing is by analogy with tables."""
BINGO = Clauses(
    fed="CAT-V.4-08", base="CAT-V.4-08", won="CAT-V.2.3-34", short="CAT-V.2.3-34",
    shared="CAT-V.2.3-28", odd="CAT-V.2.3-28", published="CAT-V.2.1-05", changed="CAT-V.2.1-05",
    linked="CAT-V.3.1-08",
)  # fmt: skip


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """A pot as it was set up. One that links casinos needs a ``registration`` to be used.

    Of each bet ``rate`` goes into the pot. What the house has advanced is repaid first; of the rest
    ``reserve`` goes to the reserve and all else to the pot itself, up to ``limit``; what exceeds it
    is the overflow. A pot that was won begins again at ``base``, out of the overflow, then of the
    reserve (unless ``restart`` is ``casa``), then of the house.

    ``fund`` says where the money comes from: ``bets`` are put into the pot whole and leave the
    house its commission, or the house's ``bank`` pays the part of the pot out of what it took.
    ``condition`` says what wins it. A ``mystery`` pot is won by the bet that brings it to a
    threshold drawn and promised beforehand. ``unit`` is the unit of account of all that is in it.
    """

    pot: str
    rate: Fraction
    base: int = 0
    limit: int | None = None
    reserve: Fraction = Fraction(0)
    restart: Literal["reserva", "casa"] = "reserva"
    fund: Literal["bets", "bank"] = "bank"
    condition: str = ""
    scope: Literal["dispositivo", "casino", "casinos"] = "casino"
    registration: str = ""
    mystery: bool = False
    clauses: Clauses = MACHINES
    unit: Unit = CLP


def check_terms(terms: Terms) -> None:
    """Raise `Refused` unless these terms make a pot."""
    clauses = terms.clauses
    if not 0 < terms.rate <= 1:
        raise Refused(clauses.fed, "bad-rate", rate=str(terms.rate))
    if not 0 <= terms.reserve < 1:  # the pot itself is fed
        raise Refused(clauses.base, "main-pot-not-fed", reserve=str(terms.reserve))
    if terms.base < 0:
        raise Refused(clauses.base, "bad-amount", amount=str(terms.base))
    if terms.limit is not None and terms.limit < max(terms.base, 1):
        raise Refused(clauses.base, "limit-below-base", base=terms.base, limit=terms.limit)
    if terms.mystery and (terms.limit is None or terms.limit == terms.base):
        raise Refused(clauses.published, "mystery-needs-limit", base=terms.base, limit=terms.limit)
