"""Who plays a hand, and what holds in one betting round of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.round.cards import Card
from tapete.core.round.event import at_seat
from tapete.core.table.seats import in_order

SPOT = "apuesta"


@dataclass
class Player:
    """Somebody dealt into the hand: chips left, chips put in during this betting round, cards.

    ``up`` says of each card whether it lies uncovered; ``absent`` players have their blind posted
    for them and retire when their turn comes. ``capped``: he was given back what he had paid and
    competes no further, as if it had been his rest.
    """

    seat: int
    stack: int
    bet: int = 0
    folded: bool = False
    absent: bool = False
    capped: bool = False
    cards: list[Card] = field(default_factory=list)
    up: list[bool] = field(default_factory=list)

    @property
    def zone(self) -> str:
        return at_seat(self.seat)

    @property
    def whole(self) -> int:
        """All he could have in this betting round."""
        return self.bet + self.stack


class BettingTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What holds in one betting round.

    ``sizing``: bets and increases are exactly one ``unit`` (``fija``), whole units over the call
    (``multiplos``) or any amount (``libre``). ``low`` is the least first bet, ``high`` the most a
    player may put in during this round, ``raises`` how many increases may follow the first bet.
    ``min_raise``: an increase is at least one ``unidad`` or the ``ultimo-aumento``.

    ``all_in``: the rest may be bet ``siempre``, or only by who cannot cover the bet
    (``sin-cubrir-la-apuesta``) or a full increase (``sin-cubrir-el-aumento``); with
    ``heads_up_all_in`` always between two, over maximum and number of increases.

    ``passing``: ``no``; ``sin-apuesta`` while nobody has bet; ``ciega-mayor`` also by a blind that
    nobody raised; ``bajo-la-ciega`` also under a blind nobody raised, once, to be matched later.
    Where a blind may not pass it says ``ir`` for nothing.
    ``opener``: the first to speak may do as he likes (``libre``), may not retire
    (``no-se-retira``), or has to bet (``debe-apostar``).
    ``reopening``: an all-in short of an increase never gives who has spoken the right to raise
    (``nunca``), or short increases do once they ``suman`` a full one.
    ``chip`` is the smallest chip in play: an amount that is ``libre`` is a multiple of it.

    ``declares``: words in turn bind, and chips pushed forward mean what the rules say of them.
    ``button_of``: until this player has acted a button found out of place is a misdeal.

    ``covers_again``: uncovering one's cards by mistake is forgiven.

    ``clauses`` names the clause of each of `CLAUSES`.
    """

    about: str
    unit: int
    low: int
    high: int | None = None
    raises: int | None = None
    sizing: Literal["fija", "multiplos", "libre"]
    min_raise: Literal["unidad", "ultimo-aumento"] = "unidad"
    all_in: Literal["sin-cubrir-la-apuesta", "sin-cubrir-el-aumento", "siempre"]
    heads_up_all_in: bool = False
    passing: Literal["no", "sin-apuesta", "ciega-mayor", "bajo-la-ciega"] = "sin-apuesta"
    opener: Literal["libre", "no-se-retira", "debe-apostar"] = "libre"
    reopening: Literal["nunca", "suman"] = "nunca"
    covers_again: bool = False
    chip: int = 1
    declares: bool = False
    button_of: int | None = None
    clauses: dict[str, ClauseId]

    def by(self, name: str) -> ClauseId:
        return self.clauses[name]


CLAUSES = (
    "turn", "options", "check", "no_check", "must_match", "call", "bet", "raise", "amounts",
    "cap", "reopen", "high", "fold", "no_fold", "must_bet", "all_in", "absent", "early", "wait",
    "expose",
)  # fmt: skip
"""The clauses a betting round cites: whose turn it is and what he may say (``turn``, ``options``),
the moves, what closes them, and the two lapses."""


def clockwise(seats: Iterable[int], first: int) -> Sequence[int]:
    """Seats in the order of play from ``first`` on, himself included if he is there.

    >>> clockwise([2, 4, 5, 7], 4)
    (4, 2, 7, 5)
    """
    order = in_order(seats)
    return tuple(s for s in order if s <= first) + tuple(s for s in order if s > first)
