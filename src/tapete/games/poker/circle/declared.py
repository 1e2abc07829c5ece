"""What a player means who pushes chips, says a word, or both, in a tournament: chips without words
(COL-7.4-04, COL-7.5.2-18, COL-7.5.2-30 to -33, COL-7.5.3-04 to -09) and words that bind (COL-2-11,
COL-2-12, COL-4-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused

WORDS: dict[str, tuple[str, ...]] = {
    "subir": ("subo", "subir", "aumento", "raise", "resubo"),
    "apostar": ("apuesto", "apostar", "bet", "abro"),
    "ir": ("igualo", "voy", "pago", "veo", "ir", "completo", "call"),
    "retirarse": ("me retiro", "retirarse", "no voy", "me tiro", "fold"),
    "pasar": ("paso", "pasar", "check", "mesa"),
    "resto": ("all-in", "all in", "allin", "resto", "mi resto", "todo", "voy con todo"),
}
"""Moves and the words for them: those of the Reglamento first, then regional ones as clear."""
SHORT = "corto"
"""Less than the call was pushed: its player chooses what to do with it."""
POT_LIMIT = "bote"
TO = "a"
"""Said between a word and its amount: «subo a 5000»."""


class Declaration(NamedTuple):
    """A word said, as the move it stands for, and the total said with it."""

    move: str = ""
    amount: int | None = None


def heard(said: str) -> Declaration:
    """What words mean; `Refused` where they are no clear declaration (COL-2-11, COL-2-12).

    >>> heard("Subo a 5.000")
    Declaration(move='subir', amount=5000)
    """
    parts = said.lower().replace(".", "").replace(",", "").replace("$", "").split()
    amount = int(parts.pop()) if parts and parts[-1].isdecimal() else None
    if parts and parts[-1] == TO:
        parts.pop()
    word = " ".join(parts)
    if word == POT_LIMIT:
        raise Refused("COL-2-11", "no-pot-limit", said=said[:40])
    for move, words in WORDS.items():
        if word in words:
            return Declaration(move, amount)
    if word:
        raise Refused("COL-2-12", "not-a-clear-word", said=said[:40])
    return Declaration("", amount)


class Facing(NamedTuple):
    """What a player faces: the bet (its total), the last bet or raise, the big blind, chips
    already in front of him, players in the hand, whether the next one has acted, his stack."""

    bet: int
    last_raise: int
    big: int = 0
    front: int = 0
    live: int = 3
    next_acted: bool = False
    stack: int | None = None

    @property
    def missing(self) -> int:
        """What is missing to call."""
        return self.bet - self.front

    @property
    def least_raise(self) -> int:
        """The least a raise adds to the bet: the last bet or raise, never less than the big
        blind."""
        return max(self.last_raise, self.big)

    @property
    def least(self) -> int:
        """The total of the smallest raise."""
        return self.bet + self.least_raise


class Meaning(NamedTuple):
    """What the chips mean: a move, the total it comes to, what goes back; of an undercall
    (``corto``) what its player may do."""

    action: str
    to: int | None
    back: int
    clause: ClauseId
    may: tuple[str, ...] = ()
    least: int | None = None

    @property
    def text(self) -> str:
        """The move as it is written: ``subir:2000``."""
        return self.action if self.to is None else f"{self.action}:{self.to}"


def meaning(facing: Facing, chips: Sequence[int], said: str = "") -> Meaning:
    """What chips and words mean, in the order the rules are tried; words go before chips."""
    declared = heard(said)
    if declared.move or declared.amount is not None:
        return _declared(facing, sum(chips), declared, single=len(chips) == 1)
    return _silent(facing, chips)


def _silent(facing: Facing, chips: Sequence[int]) -> Meaning:
    pushed = sum(chips)
    over_one = len(chips) == 1 and facing.bet and pushed > facing.missing > 0
    if facing.stack is not None and pushed >= facing.stack and not over_one:
        return Meaning("resto", None, 0, "COL-7.5.3-09")
    if not facing.bet:  # an opening bet under the blind is completed
        return _bets(facing, "apostar", max(facing.front + pushed, facing.big), "COL-7.5.2-03")
    if not facing.missing:  # his blind is not raised: he faces no bet (COL-7.5.3-08)
        return _bets(facing, "subir", max(facing.front + pushed, facing.least), "COL-7.5.3-08")
    if pushed < facing.missing:
        return _undercall(facing)
    back = pushed - facing.missing
    if len(chips) == 1:
        return Meaning("ir", None, back, "COL-7.5.3-04")
    if pushed - min(chips) < facing.missing:
        return Meaning("ir", None, back, "COL-7.4-04")
    if back >= facing.least_raise:
        return _bets(facing, "subir", facing.front + pushed, "COL-7.4-04")
    if 2 * back >= facing.least_raise:
        return _bets(facing, "subir", facing.least, "COL-7.5.2-32")
    return Meaning("ir", None, back, "COL-7.5.2-33")


def _bets(facing: Facing, move: str, to: int, clause: ClauseId, back: int = 0) -> Meaning:
    """A bet or a raise to a total; whoever does not have as much is all in (COL-7.5.3-16)."""
    if facing.stack is not None and to >= facing.front + facing.stack:
        return Meaning("resto", None, 0, "COL-7.5.3-16")
    return Meaning(move, to, back, clause)


def _declared(facing: Facing, pushed: int, said: Declaration, *, single: bool) -> Meaning:
    """A declaration in turn binds (COL-4-04); the number said is the total (COL-7.5.3-02)."""
    move = said.move or ("subir" if facing.bet else "apostar")
    if not facing.bet:  # a raise where nobody has bet is a bet, a call of nothing a pass
        move = {"subir": "apostar", "ir": "pasar"}.get(move, move)
    elif move == "apostar":
        move = "subir"
    to = facing.front + pushed if said.amount is None else said.amount
    match move:
        case "subir" | "apostar":
            least = facing.least if move == "subir" else facing.big
            to = max(to, least)
            clause = "COL-7.5.3-02" if said.amount is not None else "COL-7.5.2-32"
            if single and said.amount is None:
                clause = "COL-7.5.3-05"
            return _bets(facing, move, to, clause, max(facing.front + pushed - to, 0))
        case "ir":
            if facing.stack is not None and facing.missing >= facing.stack:
                return Meaning("resto", None, 0, "COL-4-04")
            return Meaning("ir", None, max(pushed - facing.missing, 0), "COL-4-04")
        case "resto":
            return Meaning("resto", None, 0, "COL-4-04")
        case _:
            return Meaning(move, None, 0 if move == "retirarse" else pushed, "COL-4-04")


def _undercall(facing: Facing) -> Meaning:
    if facing.live == 2 or facing.last_raise == facing.bet:
        return Meaning("ir", None, 0, "COL-7.5.2-18")
    if facing.next_acted:
        return Meaning(SHORT, None, 0, "COL-7.5.2-31", may=("ir", "retirarse"))
    may = ("ir", "subir", "retirarse")
    return Meaning(SHORT, None, 0, "COL-7.5.2-30", may=may, least=facing.least)


class Hidden(NamedTuple):
    """Stacks after an all-in in which hidden chips turned up: of the all-in and the caller."""

    wins: tuple[int, int]
    loses: tuple[int, int]


def hidden_chips(all_in: int, caller: int, hidden: int) -> Hidden:
    """An all-in commits hidden chips too, and may not profit from them (COL-7.5.3-18 to -21).

    >>> hidden_chips(21_000, 100_000, 2_000)
    Hidden(wins=(44000, 79000), loses=(0, 123000))
    """
    paid = min(all_in, caller)
    lost = min(all_in + hidden, caller)
    whole = all_in + hidden
    return Hidden((whole + paid, caller - paid), (whole - lost, caller + lost))
