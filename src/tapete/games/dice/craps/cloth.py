"""The craps cloth: what may be staked, raised, reduced and taken down, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.bet import bet_id, kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.round.bets import BetAction, Closed, Cloth, Felted, Offer, Stake
from tapete.core.table.seats import left_of
from tapete.games.dice.craps.mark import Mark, kind_and_mark
from tapete.games.dice.craps.rules import CrapsRules, When, allowed

DOWN = {
    "pass": "pass_down", "dont-pass": "dont_pass_down",
    "come": "come_down", "dont-come": "dont_come_down",
    "odds-pass": "odds_down", "odds-dont-pass": "odds_down",
    "big-6": "big_down", "big-8": "big_down",
    "hard-4": "hard_down", "hard-6": "hard_down", "hard-8": "hard_down", "hard-10": "hard_down",
    "right": "place_bets", "wrong": "place_bets",
}  # fmt: skip
"""The row of the rulebook that says when a bet which may stand is taken down."""


class CrapsCloth(Cloth, frozen=True, kw_only=True):
    """The bets of craps before one throw.

    ``shooters`` are those who may throw, from the player who holds the dice on clockwise, none
    if only the bets of players who have gone are thrown for;
    ``over`` is set when the last game announced has ended and only its bets are thrown for;
    ``marks`` are the counters players may have put on bets.
    """

    rules: CrapsRules
    point: int | None
    shooters: tuple[int, ...]
    over: bool = False
    marks: Mapping[str, ClauseId] = {}

    actions: ClassVar[tuple[type[BetAction], ...]] = (Mark,)

    def joined(self, seat: int) -> CrapsCloth:
        """Whoever comes is offered the dice in his turn, like any (CAT-IV.1.5-05)."""
        around = {*self.shooters, seat}
        order = [self.shooters[0] if self.shooters else seat]
        while len(order) < len(around):
            order.append(left_of(order[-1], around))
        return replace(self, shooters=tuple(order))

    def waking(self, felt: Felted, standing: Sequence[Stake]) -> Iterator[BetAction]:
        """A bet that rests may be called on: hard ways without a point (CAT-IV.1.5-55)."""
        marked = {(stake.seat, stake.bet): stake.mark for stake in standing}
        for kind, mark in map(kind_and_mark, self.marks):
            for seat, bet in felt:
                if kind_of(bet) == kind and marked.get((seat, bet)) != mark:
                    yield Mark(seat, bet, mark)

    def bets(self) -> Iterator[str]:
        yield from self.rules.on_the_cloth

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        rules = self.rules
        if bet not in rules.on_the_cloth:  # the list of combinations is closed: no buy, no lay
            return Closed(rules.by("combinations"), "not-on-the-cloth", {"bet": bet})
        if self.over:
            return Closed(rules.by("last_games"), "last-game-over")
        named = bet_id(bet)
        kind, number = named.kind, named.on
        raised = (seat, bet) in felt
        match kind:
            case "pass":
                # Played at the first throw; with a point on it is only increased.
                if raised:
                    return self._offer(bet, "pass_raised", rules.pass_raised)
                return self._offer(bet, "pass_placed", rules.pass_placed)
            case "dont-pass":
                if raised:
                    return self._offer(bet, "dont_pass_raised", rules.dont_pass_raised)
                return self._offer(bet, "dont_pass_placed", rules.dont_pass_placed)
            case "come" | "dont-come" if number:
                return Closed(rules.row(bet, self.point).clause, "only-moved-there", {"bet": bet})
            case "come":
                return self._offer(bet, "come_placed", rules.come_placed)
            case "dont-come":
                return self._offer(bet, "dont_come_placed", rules.dont_come_placed)
            case "odds-pass" | "odds-dont-pass":
                if self.point is not None and (seat, rules.odds_on[kind]) not in felt:
                    line = rules.odds_on[kind]
                    return Closed(rules.by("odds_on"), "needs-its-line-bet", {"line": line})
                return self._offer(bet, "odds_placed", rules.odds_placed)
        return Offer(rules.row(bet, self.point).clause)

    def _offer(self, bet: str, name: str, when: When) -> Offer | Closed:
        if allowed(when, self.point):
            return Offer(self.rules.by(name))
        return Closed(self.rules.by(name), self._why(), {"bet": bet, "point": self.point})

    def _why(self) -> str:
        return "no-point-yet" if self.point is None else "point-is-set"

    def taking_down(self, felt: Felted, seat: int, bet: str) -> Closed | None:
        rules = self.rules
        named = bet_id(bet)
        kind, number = named.kind, named.on
        match kind:
            case "pass":
                return self._keep("pass_down", rules.pass_down)
            case "dont-pass":
                return self._keep("dont_pass_down", rules.dont_pass_down)
            case "come" if number:
                return self._keep("come_down", rules.come_down)
            case "dont-come" if number:
                return self._keep("dont_come_down", rules.dont_come_down)
        return None

    def _keep(self, name: str, when: When) -> Closed | None:
        if allowed(when, self.point):
            return None
        return Closed(self.rules.by(name), "may-not-be-withdrawn", {"point": self.point})

    def withdrawal(self, bet: str, *, fallen: bool = False) -> ClauseId | None:
        row = "odds_on" if fallen else DOWN.get(kind_of(bet))
        return None if row is None else self.rules.by(row)

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        """Odds follow their line bet: when it is withdrawn they go too (CAT-IV.1.5-59)."""
        return tuple(
            odds
            for odds, line in self.rules.odds_on.items()
            if (seat, odds) in felt and (seat, line) not in felt
        )

    def settled(self, felt: Felted) -> Closed | None:
        """At the come-out somebody who may throw has a line bet (CAT-IV.1.5-08)."""
        if not self.needed(felt):
            return None
        return Closed(
            self.rules.by("shooter_without_line"), "shooter-needs-line",
            {"shooter": self.shooters[0]},
        )  # fmt: skip

    def needed(self, felt: Felted) -> tuple[tuple[int, str], ...]:
        if self.point is not None or self.over or self.shooter(felt) is not None:
            return ()
        return tuple((seat, line) for seat in self.shooters for line in self.rules.shooter_line)

    def shooter(self, felt: Felted) -> int | None:
        """Who throws: with a point on whoever holds the dice, else the next with a line bet."""
        if self.point is not None or self.over:
            return self.shooters[0] if self.shooters else None
        for seat in self.shooters:
            if any((seat, line) in felt for line in self.rules.shooter_line):
                return seat
        return None
