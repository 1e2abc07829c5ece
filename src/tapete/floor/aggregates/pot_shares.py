"""With which casinos a pot of the plan is shared."""

from __future__ import annotations

import msgspec

from tapete.core.book.plan import Plan

LINK = "link"
"""The part of a pot in the plan that says with whom it is shared."""


class PotShare(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With whom a pot is shared: this casino's name, the one that keeps it, and where the others
    are reached (the address of their pot): at the one that keeps it all, at another that one."""

    me: str
    centre: str
    peers: dict[str, str]


def share_of(plan: Plan, pot: str) -> PotShare | None:
    """With whom a pot of the plan is shared; None: with no other casino."""
    row = plan.pozo.get(pot, {}).get(LINK)
    return None if row is None else msgspec.convert(row, PotShare)


def is_kept_elsewhere(plan: Plan, pot: str) -> bool:
    """Whether another casino keeps a pot of the plan."""
    share = share_of(plan, pot)
    return share is not None and share.me != share.centre
