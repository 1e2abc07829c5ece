"""Pots: what nobody called goes back, bets are gathered, each pot gives its commission and goes to
whoever wins it. There may be as many pots as the amounts need (CAT-III.3.5.7.1-35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from tapete.core.book.account import Account
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import say_share
from tapete.core.book.refused import Fact
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, BetReturned, CommissionTaken
from tapete.games.poker.circle.events import (
    BetGathered,
    CommissionGivenBack,
    PotGivenBack,
    PotWon,
)
from tapete.games.poker.circle.stakes import Rake
from tapete.games.poker.circle.terms import SPOT, Player


class PotClauses(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses on pots: gathering, what is not called, additional pots, up to which each
    player competes, commission, winning, dividing."""

    gathered: ClauseId
    uncalled: ClauseId
    additional: ClauseId
    competes: ClauseId
    commission: ClauseId
    won: ClauseId
    divided: ClauseId


@dataclass
class Pot:
    """A pot: what each seat has ``paid`` into it, ``dead`` chips that are nobody's claim, and what
    the house has ``taken``; ``closed`` when somebody in it has no more chips."""

    number: int
    paid: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)
    closed: bool = False
    taken: int = 0

    @property
    def account(self) -> Account:
        """Where its chips lie: ``pozo:1`` is the main pot."""
        return Account("pozo", spot=str(self.number))

    @property
    def amount(self) -> int:
        """What lies in it now."""
        return sum(self.paid.values()) + sum(self.dead.values()) - self.taken

    def is_ante_of(self, player: Player) -> bool:
        """Whether all this player has in the pot is an ante: it is all he competes for."""
        return player.seat in self.dead and player.seat not in self.paid


class Pots:
    """The pots of a hand. ``to_killed``: what nobody called goes back even to a player whose hand
    was killed (COL-7.5.2-17)."""

    def __init__(self, clauses: PotClauses, rake: Rake | None, unit: int = 1) -> None:
        self.clauses, self.rake, self.unit = clauses, rake, unit
        self.to_killed = False
        self.all: list[Pot] = []
        self._told: dict[int, int] = {}

    def return_uncalled(
        self, players: Iterable[Player], *, why: str = "no-igualada"
    ) -> Round[None]:
        """What a player has in above everybody else, and nobody called, goes back to him."""
        bets = sorted(players, key=lambda player: player.bet)
        if not bets:
            return
        top = bets[-1]
        excess = top.bet - (bets[-2].bet if len(bets) > 1 else 0)
        if excess and (not top.folded or (self.to_killed and not top.absent)):
            top.bet -= excess
            top.stack += excess
            yield BetReturned(
                seat=top.seat, bet=SPOT, amount=excess, why=why, clause=self.clauses.uncalled
            )

    def gather_bets(self, players: Sequence[Player], *, returning: bool = True) -> Round[None]:
        """The croupier brings the bets to the pot, to as many as the rests ask for."""
        if returning:
            yield from self.return_uncalled(players)
        ended = [p for p in players if not p.folded and (not p.stack or p.capped)]
        rests = {p.bet for p in ended if p.bet}
        if self.all and any(not p.bet and (p.capped or self.all[-1].is_ante_of(p)) for p in ended):
            self.all[-1].closed = True
        top, taken = max((p.bet for p in players), default=0), 0
        for level in sorted({*rests, top} - {0}):
            pot = self._open()
            clause = self.clauses.gathered if pot.number == 1 else self.clauses.additional
            for player in players:
                part = min(player.bet, level) - taken
                if part > 0:
                    pot.paid[player.seat] = pot.paid.get(player.seat, 0) + part
                    yield BetGathered(
                        seat=player.seat, bet=SPOT, pot=pot.account, amount=part, clause=clause
                    )
            pot.closed = level in rests
            taken = level
        for player in players:
            player.bet = 0
        yield from self._say_who_competes(players)

    def gather_dead(self, player: Player, bet: str, amount: int, clause: ClauseId) -> Round[None]:
        """Chips of a player that count for everybody: an ante."""
        pot = self._open()
        pot.dead[player.seat] = pot.dead.get(player.seat, 0) + amount
        yield BetGathered(seat=player.seat, bet=bet, pot=pot.account, amount=amount, clause=clause)

    def _open(self) -> Pot:
        if not self.all or self.all[-1].closed:
            self.all.append(Pot(len(self.all) + 1))
        return self.all[-1]

    def _say_who_competes(self, players: Iterable[Player]) -> Round[None]:
        """Who has bet his rest competes up to the last pot he has paid into."""
        for player in players:
            if player.folded or player.stack or player.seat in self._told:
                continue
            last = max((pot.number for pot in self.all if player.seat in pot.paid), default=1)
            self._told[player.seat] = last
            facts: dict[str, Fact] = {"seat": player.seat, "pot": last}
            yield Announced(what="compite-hasta-el-pozo", facts=facts, clause=self.clauses.competes)

    def competing(self, pot: Pot, players: Iterable[Player]) -> list[Player]:
        """Who is still in the hand and has paid into the pot; chips that are nobody's any more
        are for all who are left."""
        left = [player for player in players if not player.folded]
        return [player for player in left if player.seat in pot.paid] or left

    # Commission

    def take_commission(self) -> Round[None]:
        """The house keeps its share of each pot separately, as it stands."""
        if self.rake is None:
            return
        for pot in self.all:
            amount = min(self.rake.of(pot.amount), pot.amount)
            if amount:
                yield CommissionTaken(
                    source=pot.account, won=pot.amount, share=say_share(self.rake.share),
                    amount=amount, clause=self.clauses.commission,
                )  # fmt: skip
                pot.taken += amount

    # Winning

    def give_pot(self, pot: Pot, winners: Iterable[int], order: Sequence[int]) -> Round[None]:
        """A pot goes to its winner, or is divided in equal parts; odd chips go one at a time, in
        the ``order`` given."""
        shares = divide(pot.amount, winners, order, self.unit)
        clause = self.clauses.won if len(shares) == 1 else self.clauses.divided
        for seat, amount in shares.items():
            if amount:
                yield PotWon(pot=pot.account, seat=seat, amount=amount, clause=clause)
        pot.paid, pot.dead, pot.taken = {}, {}, 0

    # A hand that does not count

    def return_all(self, players: Iterable[Player], clause: ClauseId) -> Round[None]:
        """Every bet of the hand goes back, from its spot or out of the pot."""
        for player in players:
            if player.bet:
                yield BetReturned(
                    seat=player.seat, bet=SPOT, amount=player.bet, why="nula", clause=clause
                )
                player.stack, player.bet = player.stack + player.bet, 0
        for pot in self.all:
            if pot.taken:
                yield CommissionGivenBack(pot=pot.account, amount=pot.taken, clause=clause)
            for seat, amount in (*pot.paid.items(), *pot.dead.items()):
                yield PotGivenBack(
                    pot=pot.account, seat=seat, amount=amount, why="nula", clause=clause
                )
            pot.paid, pot.dead, pot.taken = {}, {}, 0


def divide(
    amount: int, winners: Iterable[int], order: Sequence[int], unit: int = 1
) -> Mapping[int, int]:
    """Equal parts in whole units, and what is over one unit at a time in the order given; what is
    less than a unit goes with the first of them.

    >>> divide(3500, [1, 3, 5], (2, 1, 5, 4, 3))
    {1: 1167, 5: 1167, 3: 1166}
    """
    seats = [seat for seat in order if seat in set(winners)]
    each, over = divmod(amount // unit, len(seats))
    shares = {seat: unit * (each + (place < over)) for place, seat in enumerate(seats)}
    shares[seats[0]] += amount % unit
    return shares
