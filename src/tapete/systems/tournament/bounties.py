"""Pots of an all-in and the rewards for who goes out in it (COL-3.4.1-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tapete.core.round.cards import Card
from tapete.systems.tournament.finish import shares


class Pot(NamedTuple):
    """Chips that some players may win, and those who do."""

    chips: int
    players: tuple[str, ...]
    winners: tuple[str, ...]


class Showdown(NamedTuple):
    """Chips after an all-in, who is out (best place first), and the bounties by winner."""

    chips: dict[str, int]
    out: tuple[str, ...]
    bounties: dict[str, int]


def pots(stacks: Mapping[str, int], hands: Sequence[Sequence[str]]) -> list[Pot]:
    """Main and side pots of players all in with their stacks; ``hands`` are best first, who ties
    together. A pot of one player is what nobody called."""
    found, below = [], 0
    for top in sorted(set(stacks.values())):
        players = tuple(player for player, stack in stacks.items() if stack >= top)
        best = next(group for group in hands if any(player in players for player in group))
        winners = tuple(player for player in best if player in players)
        found.append(Pot((top - below) * len(players), players, winners))
        below = top
    return found


def showdown(
    stacks: Mapping[str, int], hands: Sequence[Sequence[str]], bounty: int,
    cards: Mapping[str, Card] | None = None,
) -> Showdown:  # fmt: skip
    """The end of an all-in: each bounty goes to the winner of the last pot its owner could win;
    winners who tie share it, the odd peso to the highest card."""
    chips = dict.fromkeys(stacks, 0)
    contested = pots(stacks, hands)
    for pot in contested:
        for player, won in shares(pot.chips, pot.winners).items():
            chips[player] += won
    out = sorted((p for p in stacks if not chips[p]), key=lambda p: stacks[p], reverse=True)
    bounties: dict[str, int] = {}
    for player in out:
        last = [pot for pot in contested if player in pot.players][-1]
        for winner, part in shares(bounty, last.winners, cards).items():
            bounties[winner] = bounties.get(winner, 0) + part
    return Showdown(chips, tuple(out), bounties)
