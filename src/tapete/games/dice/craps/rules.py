"""What an edition says of craps, and what a throw does to a bet."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from tapete.core.book.bet import bet_id, kind_of
from tapete.core.book.rulebook import Bet, GameRules
from tapete.core.round.chance import Faces

When = Literal["siempre", "sin-punto", "con-punto", "nunca"]
Outcome = Literal["wins", "loses", "ties", "stays"]

OWN_NUMBER = "numero"
ANY_OTHER = "otro"


class CrapsRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of craps."""

    some = ("dice", "dice_set", "faces", "points")

    dice: int
    faces: tuple[str, ...]
    dice_set: int
    dice_sets: tuple[int, ...]
    puck: tuple[str, str]
    bet_marker: tuple[str, str]
    wrong_marker: str

    invitation: str
    close_call: str

    dice_asked: When
    dice_change: int
    dice_pass: int
    shooter_line: tuple[str, ...]
    deprived: int

    throw_void: tuple[str, ...]
    throw_short: tuple[str, ...]
    throw_slid: tuple[str, ...]
    throw_rested: tuple[str, ...]
    throw_handled: tuple[str, ...]
    slide_good: tuple[str, ...]
    faults: tuple[str, ...]
    dice_off: dict[str, int]
    dice_damaged: dict[str, int]

    points: tuple[int, ...]
    pass_placed: When
    pass_raised: When
    pass_down: When
    dont_pass_placed: When
    dont_pass_raised: When
    dont_pass_down: When
    come_placed: When
    come_down: When
    dont_come_placed: When
    dont_come_down: When
    odds_placed: When
    odds_on: dict[str, str]
    moved: tuple[str, ...]
    place_bets: tuple[str, ...]
    hard_ways: tuple[str, ...]
    hard_rest: bool
    hard_called: str
    leaver_loses: Literal["todos", "tirador"]

    warning: str

    def number_of(self, bet: str, point: int | None) -> int | None:
        """The number a bet stands on: its own, or the point for the line and its odds."""
        named = bet_id(bet)
        if named.on:
            return int(named.on)
        kind = named.kind
        return point if kind in self.shooter_line or kind in self.odds_on else None

    @cached_property
    def on_the_cloth(self) -> dict[str, None]:
        """The bets that have a place on the cloth, in its order (CAT-IV.1.5-21)."""
        found: dict[str, None] = {}
        for kind in self.bets:
            if "@" in kind:
                continue
            if kind not in self.place_bets:
                found[kind] = None
            if kind in self.place_bets or kind in self.moved:
                found |= dict.fromkeys(f"{kind}:{number}" for number in self.points)
        return found

    def row(self, bet: str, point: int | None) -> Bet:
        """What decides the bet now: once on a number, a line or come bet is decided there."""
        kind = kind_of(bet)
        on_number = self.bets.get(f"{kind}@{OWN_NUMBER}")
        if on_number is not None and self.number_of(bet, point) is not None:
            return on_number
        return self.bets[kind]

    def works(self, bet: str, mark: str, point: int | None) -> bool:
        """Hard ways rest without a point unless called on (CAT-IV.1.5-54, CAT-IV.1.5-55)."""
        rests = self.hard_rest and point is None and mark != self.hard_called
        return not (bet in self.hard_ways and rests)

    def outcome(self, bet: str, faces: Faces, point: int | None) -> Outcome:
        """What the throw does to a bet that works; ``point`` is the one it was thrown for."""
        row, number = self.row(bet, point), self.number_of(bet, point)
        if any(shows(what, faces, number) for what in row.wins):
            return "wins"
        if any(shows(what, faces, number) for what in row.ties):
            return "ties"
        if any(shows(what, faces, number) for what in row.loses):
            return "loses"
        return "stays"


def total(faces: Faces) -> int:
    """
    >>> total(("3", "4"))
    7
    """
    return sum(map(int, faces))


def shows(what: int | str, faces: Faces, number: int | None) -> bool:
    """Whether the dice show it: a total, a pair of faces, the bet's own number, anything else.

    >>> shows(6, ("4", "2"), None), shows("3-3", ("4", "2"), None), shows("numero", ("4", "2"), 6)
    (True, False, True)
    """
    if isinstance(what, int):
        return total(faces) == what
    if what == OWN_NUMBER:
        return total(faces) == number
    return what == ANY_OTHER or "-".join(faces) == what


def allowed(when: When, point: int | None) -> bool:
    """
    >>> allowed("sin-punto", None), allowed("con-punto", None), allowed("nunca", 6)
    (True, False, False)
    """
    match when:
        case "siempre":
            return True
        case "sin-punto":
            return point is None
        case "con-punto":
            return point is not None
        case "nunca":
            return False
