"""What a plan says of a pot beside its terms: with which casinos it is shared, and its condition in
English."""

from __future__ import annotations

import msgspec

from tapete.core.book.plan import Plan

LINK, ENGLISH = "link", "condition_en"
BESIDE = (LINK, ENGLISH)
"""The parts of a pot in the plan that are no terms of it: with whom it is shared; what wins it, for
whoever does not read the condition as it is published."""


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


def in_english(plan: Plan, pot: str, condition: str) -> str:
    """What wins a pot, in English, if the plan says so and still has this very condition."""
    row = plan.pozo.get(pot, {})
    return str(row.get(ENGLISH, "")) if row.get("condition") == condition else ""
