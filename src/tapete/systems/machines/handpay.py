"""Hand-pays: which wins people pay, and how many of them sign."""

from __future__ import annotations

from tapete.systems.machines.cabinet import Cabinet
from tapete.systems.machines.events import HandPayRaised

IRREGULAR = "CAT-VI.7.1-01"


def is_by_hand(cabinet: Cabinet, paid: int) -> bool:
    """Whether people pay a win: it is at the plan's limit or above."""
    limit = cabinet.handpay_from
    return limit is not None and paid >= limit > 0


def raised(cabinet: Cabinet, amount: int, position: int, *, credits: bool) -> HandPayRaised:
    """A hand-pay; strictly above the plan's second limit two persons sign."""
    second = cabinet.two_sign_above
    signatures = 2 if second is not None and amount > second else 1
    return HandPayRaised(
        amount=amount, position=position, credits=credits, signatures=signatures, clause=IRREGULAR
    )
