"""Cards that pass from a player who leaves to another, while they are on sale or in the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.window import Action
from tapete.systems.bingo.plan import HOUSE


class PassOn(Action, frozen=True, tag="pass-on"):
    """A player leaves and passes his cards to another; the house gives no money back."""

    who: str
    to: str

    def check(self, to: Any) -> None:
        to.check_pass(self)

    def apply(self, to: Any) -> None:
        to.pass_on(self)


def check_pass(passed: PassOn, holders: Collection[str], rooms: Mapping[str, str]) -> None:
    """Raise `Refused` unless cards may pass: the house does not buy them back (CAT-V.5-05), and
    whoever gets them has one terminal and no more (CAT-V.3.2.2.3-02), so of a joint game he plays
    in the same room."""
    if passed.to == HOUSE:
        raise Refused("CAT-V.5-05", "no-refund", who=passed.who)
    if passed.who not in holders:
        raise Refused("CAT-V.5-05", "no-cards", who=passed.who)
    if passed.to == passed.who:
        raise Refused("CAT-V.5-05", "already-his", who=passed.who)
    here = rooms.get(passed.who, "")
    if passed.to in holders and rooms.get(passed.to, here) != here:
        raise Refused("CAT-V.3.2.2.3-02", "one-terminal", who=passed.to)
