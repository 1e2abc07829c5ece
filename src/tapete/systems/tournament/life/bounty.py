"""Rewards for who eliminates a player (COL-3.4.1-01, -02).

Each entry carries one. It falls to the winners of the last pot its owner could win; it is owed from
then on and paid with the prizes, so that an elimination that is taken back, or a rebuy, takes it
back by an event and never out of a purse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tapete.core.round.cards import Card
from tapete.core.round.event import Event
from tapete.systems.tournament.finish import shares
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.state import Tournament

REWARD = "COL-3.4.1-01"


def won(
    now: Tournament, player: str, winners: Iterable[str], cards: Mapping[str, Card], at: float
) -> Iterator[Event]:
    """The bounty of a player who is out, to those who won it; odd pesos by card."""
    worth, by = now.rules.recompensa, [who for who in winners if who != player]
    if not worth or not by:
        return
    drawn = cards if set(by) <= set(cards) else None
    yield told.BountyWon(
        player=player, shares=shares(worth, by, drawn), at=at, clause=REWARD
    )  # fmt: skip


def returned(now: Tournament, player: str, at: float) -> Iterator[Event]:
    """He is in again with the same entry: his bounty was not won."""
    if player in now.heads:
        yield told.BountyReturned(
            player=player, shares=now.heads[player], at=at, clause=REWARD
        )  # fmt: skip


def kept(now: Tournament, champion: str, at: float, given: int = 0) -> Iterator[Event]:
    """The champion keeps his own, and those that nobody won: of who was sent out. ``given`` are
    those told of in the same breath."""
    worth = now.rules.recompensa
    left = worth * now.book.entrants - sum(now.bounties.values()) - given
    if worth and left > 0:
        yield told.BountyWon(
            player=champion, shares={champion: left}, at=at, clause=REWARD
        )  # fmt: skip
