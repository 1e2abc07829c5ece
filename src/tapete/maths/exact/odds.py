"""The exact figures of every bet of a game: edge, return, hit, push, variance, throws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import GameRules
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.maths.exact.bet import BetOutcome, lanes
from tapete.maths.exact.trial import Start, TrialTable, starts

Tick = Callable[[int, int], None]
"""Told how far a long sum is: steps done, steps in all."""


def untold(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


class BetOdds(NamedTuple):
    """The odds of a bet. ``ends`` gives the chance of each net, per unit staked.

    ``exact`` is false where the chances are sums of the machine's numbers (good to some twelve
    figures), or those of a model; they are then not written as fractions, and ``note`` names what
    they suppose.
    """

    key: str
    members: tuple[str, ...]
    clause: ClauseId
    pays: tuple[str, ...]
    ends: tuple[tuple[Fraction, Fraction], ...]
    throws: Fraction
    exact: bool = True
    note: str = ""

    @property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.ends), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house's share of each unit staked, on average."""
        return -self.mean

    @property
    def back(self) -> Fraction:
        """The part of each unit staked that comes back, on average."""
        return 1 + self.mean

    @property
    def hit(self) -> Fraction:
        """The chance of ending with more than was staked."""
        return sum((chance for net, chance in self.ends if net > 0), Fraction(0))

    @property
    def push(self) -> Fraction:
        """The chance of ending with exactly what was staked."""
        return sum((chance for net, chance in self.ends if net == 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        square = sum((net * net * chance for net, chance in self.ends), Fraction(0))
        return square - self.mean**2

    def said(self, value: Fraction) -> str:
        """A figure as text: the fraction itself, or a decimal where it is not exact."""
        return str(value) if self.exact else repr(float(value))

    def facts(self) -> dict[str, Any]:
        """The figures as they are written out: fractions as text, exactly."""
        said = self.said
        lasting = {"rolls": said(self.throws), "edge_per_roll": said(self.edge / self.throws)}
        return {
            "edge": said(self.edge),
            "edge_float": float(self.edge),
            "return": said(self.back),
            "hit": said(self.hit),
            "push": said(self.push),
            "variance": said(self.variance),
            "per": "unit staked",
            "pays": list(self.pays),
            "clause": self.clause,
            "members": len(self.members),
            **(lasting if self.throws != 1 else {}),
        }


CLOSED: dict[type[GameRules], Callable[[Any, Limits, Tick], dict[str, BetOdds]]] = {}
"""Lanes of their own, by the rules they read, for games with too many ways to play one by one."""


def exact_odds(
    game: Game[Any, Any],
    rules: GameRules,
    *,
    limits: Limits | None = None,
    tick: Tick = untold,
) -> dict[str, BetOdds]:
    """The figures of every bet of the game under these rules, by key.

    A key is the kind of bet where all of the kind are worth the same (``pleno``), else the bet
    (``right:6``), with the point on which it hangs (``odds-pass:4``) and with the choice its
    owner always makes where he has one (``rojo/prision``). ``tick`` is told how far it is.
    """
    closed = CLOSED.get(type(rules))
    if closed is not None:
        return closed(rules, limits or Limits(), tick)
    trial = TrialTable(game, rules, limits or Limits())
    bets = trial.bets()
    kinds: dict[str, dict[str, dict[str, BetOutcome]]] = {}
    for done, bet in enumerate(bets):
        tick(done, len(bets))
        kinds.setdefault(kind_of(bet), {})[bet] = _of_bet(trial, bet)
    tick(len(bets), len(bets))
    found: dict[str, BetOdds] = {}
    for kind, members in kinds.items():
        alike = len({tuple(sorted(lived.items())) for lived in members.values()}) == 1
        groups = {kind: tuple(members)} if alike else {bet: (bet,) for bet in members}
        for name, group in groups.items():
            for suffix, lived in members[group[0]].items():
                row = rules.bet(group[0])
                clause = row.clause if row is not None else ""
                found[name + suffix] = BetOdds(
                    name + suffix, group, clause, lived.paid, lived.ends, lived.throws
                )
    return found


def _of_bet(trial: TrialTable, bet: str) -> dict[str, BetOutcome]:
    """What the bet is worth by suffix: of the moment it is made, and of the owner's choice."""
    moments = starts(trial, bet)
    found: dict[str, BetOutcome] = {}
    for choice, lives in lanes(trial, moments, bet) if moments else ():
        suffix = f"/{choice}" if choice else ""
        if len(set(lives)) == 1:
            found[suffix] = lives[0]
        else:
            for name, lived in zip(_names(moments), lives, strict=True):
                found[name + suffix] = lived
    return found


def _names(moments: list[Start]) -> list[str]:
    """How the moments differ, in the words of the state: ``:4`` where the point is 4."""
    states = [msgspec.structs.asdict(start.state) for start in moments]
    differ = [
        name
        for name in states[0]
        if all(isinstance(state[name], int | str) for state in states)
        and len({state[name] for state in states}) > 1
    ]
    return ["".join(f":{state[name]}" for name in differ) for state in states]
