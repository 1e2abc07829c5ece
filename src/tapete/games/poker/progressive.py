"""The progressive beside a game of poker (CAT-III.6): the bet, what loses it, and its prizes.

A game with the progressive does four things: it gives the bet to its cloth (`PotBet.of`), lets the
bets into the pot when betting closes (`Progressive.enter`), says which moves a seat made that may
lose its claim (`forfeit`), and has the hands read once its own bets are settled (`award`, always,
also when nobody is left: the draw for complementary prizes is in it). If its round is void it
hands the bets back (`refund`). Without a linked pot all of these do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.book.rulebook import GameRules, rulebook
from tapete.core.round.ask import Round
from tapete.core.round.bets import Closed, Felted, Offer, Stake
from tapete.core.round.cards import Card
from tapete.core.round.game import Setup
from tapete.core.round.pot import PROGRESIVO, Levels, PotBetReturned, PotFed, PotPaid
from tapete.core.round.pot import Complementary as Complementary
from tapete.core.round.pot import Link as Link
from tapete.core.round.settle import give_back, keep
from tapete.core.round.terms import LinkedTerms
from tapete.games.poker.hands import FIVE, five
from tapete.games.poker.pot import (
    NOBODY,
    Claim,
    DrawSeat,
    PotClosing,
    PotCredited,
    PotForfeited,
    PotHandRead,
    PotLevels,
)


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hand wins: so many times the bet, so many pesos a credit, or a share of the main pot
    with or without a cap (in times the bet)."""

    hand: str
    clause: ClauseId
    times: int | None = None
    pesos: int | None = None
    share: Fraction | None = None
    cap: int | None = None

    def fixed(self, claim: Claim) -> int:
        """The prize of a hand that does not depend on the pot."""
        if self.times is not None:
            return self.times * claim.bet
        assert self.pesos is not None
        return self.pesos * claim.credits


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A complementary prize the edition itself names, with its pesos."""

    prize: str
    pesos: int
    clause: ClauseId


class ProgressiveRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the progressive. ``exit_...`` are the games in which a move loses
    the bet; ``prizes`` go from the lowest to the highest."""

    games: tuple[str, ...]
    authority: str
    inter_casino: bool
    credits_bought: tuple[str, ...]
    slot: tuple[str, ...]
    exit_no_voy: tuple[str, ...]
    exit_cambiar: tuple[str, ...]
    exit_comprar: tuple[str, ...]
    prizes: tuple[Prize, ...]
    complementary: tuple[Drawn, ...]
    complementary_paid: tuple[str, ...]

    def check(self) -> None:
        heights = [FIVE.index(prize.hand) for prize in self.prizes]
        if heights != sorted(set(heights)):
            raise ValueError("prizes are listed from the lowest hand to the highest, each once")
        fixed = [prize.share is None for prize in self.prizes]
        if fixed != sorted(fixed, reverse=True):
            raise ValueError("fixed prizes come before shares of the pot")
        for prize in self.prizes:
            given = (prize.times, prize.pesos, prize.share)
            if sum(value is not None for value in given) != 1:
                raise ValueError(f"{prize.hand}: one of times, pesos or share")

    def prize(self, hand: str) -> Prize | None:
        """The prize of a category of hand, if it has one (CAT-III.6.5.1-13)."""
        return next((prize for prize in self.prizes if prize.hand == hand), None)

    def lost_by(self, game: str, move: str) -> ClauseId | None:
        """The clause by which a move of this game loses the bet on the pot; None if it does not.

        >>> progressive_rules().lost_by("draw-poker", "cambiar")
        'CAT-III.6.5.1-07'
        >>> progressive_rules().lost_by("go-poker", "no-ir") is None
        True
        """
        exits = {
            "no-voy": ("exit_no_voy", self.exit_no_voy),
            "cambiar": ("exit_cambiar", self.exit_cambiar),
            "comprar": ("exit_comprar", self.exit_comprar),
        }
        row, games = exits.get(move, ("", ()))
        return self.by(row) if game in games else None


@cache
def progressive_rules(edition: str = "scj-2023") -> ProgressiveRules:
    """The rules of the progressive under an edition."""
    return rulebook(edition).rules(PROGRESIVO, ProgressiveRules)


def link_of(setup: Setup[Any, LinkedTerms]) -> Link | None:
    """The link of this table to a pot, if it has one and its game may have one."""
    games = progressive_rules(setup.rules.edition).games
    return setup.terms.pot if setup.rules.game in games else None


class PotBet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bet on the pot as a cloth offers it beside the bet ``base`` of the game.

    A cloth passes on to it what concerns the bet ``progresivo``.
    """

    base: str
    link: Link | None
    clauses: dict[str, ClauseId]

    @classmethod
    def of(cls, setup: Setup[Any, LinkedTerms], base: str) -> PotBet:
        """The bet at this table; ``base`` is the compulsory bet it needs (``ante``, ``linea``)."""
        rules = progressive_rules(setup.rules.edition)
        eligible = setup.rules.game in rules.games
        named = ("credits", "needs_base", "faulty", "closing")
        clauses = {name: rules.by(name) for name in named}
        clauses["none"] = rules.by("linked" if eligible else "games")
        return cls(base, link_of(setup), clauses)

    def bets(self) -> Iterator[str]:
        """The bet, where there is a pot."""
        if self.link is not None:
            yield PROGRESIVO

    def offer(self, seat: int) -> Offer | Closed:
        """Whole credits within the pot's own limits; nothing at a faulty position."""
        if self.link is None:
            return Closed(self.clauses["none"], "no-pot-linked", {"bet": PROGRESIVO})
        if seat in self.link.closed:
            return Closed(self.clauses["faulty"], "position-closed", {"seat": seat})
        return Offer(
            self.clauses["credits"], low=self.link.low, high=self.link.max,
            step=self.link.credit, own_limits=True,
        )  # fmt: skip

    def settled(self, felt: Felted) -> Closed | None:
        """It may go down before the base bet, but not stand without it (CAT-III.6.5.1-01)."""
        for seat, bet in felt:
            if bet == PROGRESIVO and (seat, self.base) not in felt:
                facts: dict[str, Fact] = {"seat": seat, "bet": bet, "needs": self.base}
                return Closed(self.clauses["needs_base"], "needs-main-bet", facts)
        return None


class Gift(msgspec.Struct, frozen=True):
    """A complementary prize in cash that fell to a seat."""

    seat: int
    prize: str
    amount: int
    clause: ClauseId


def award(
    rules: ProgressiveRules, levels: Levels, claims: Sequence[Claim], gifts: Sequence[Gift] = ()
) -> tuple[PotPaid, ...]:
    """What a pot pays for the hands of one round, in the order it is paid.

    Fixed prizes first, from the lowest and from the croupier's right; what the main pot cannot
    cover comes from the reserve and then from the house. Then shares of what is left.

    >>> color = Claim(seat=2, bet=1000, credits=1, hand="color")
    >>> real = Claim(seat=5, bet=1000, credits=1, hand="escalera-real")
    >>> [p.amount for p in award(progressive_rules(), Levels(1_000_000), [real, color])]
    [50000, 950000]
    """
    main, reserve = levels.main, levels.reserve
    in_line = sorted(claims, key=lambda claim: claim.seat)
    paid: list[PotPaid] = []

    def fixed(seat: int, prize: str, amount: int, clause: ClauseId) -> None:
        nonlocal main, reserve
        own = min(main, amount)
        spare = min(reserve, amount - own)
        main, reserve = main - own, reserve - spare
        paid.append(
            PotPaid(
                seat=seat, prize=prize, amount=amount, main=own, reserve=spare,
                advance=amount - own - spare,
                clause=clause if own == amount else rules.by("shortfall"),
            )
        )  # fmt: skip

    for gift in sorted(gifts, key=lambda gift: gift.seat):
        fixed(gift.seat, gift.prize, gift.amount, gift.clause)
    for prize in rules.prizes:
        winners = [claim for claim in in_line if claim.hand == prize.hand]
        if not winners:
            continue
        if prize.share is None:
            for claim in winners:
                fixed(claim.seat, prize.hand, prize.fixed(claim), prize.clause)
        else:
            shares = _shares(rules, prize, main, winners)
            main -= sum(payment.main for payment in shares)
            paid += shares
    return tuple(paid)


def _shares(
    rules: ProgressiveRules, prize: Prize, main: int, winners: Sequence[Claim]
) -> list[PotPaid]:
    """A share of the main pot among those who hold the hand, the lowest seat first: equal parts,
    the odd pesos to him, then each part capped by its own bet."""
    assert prize.share is not None
    equal, odd = divmod(main * prize.share // 1, len(winners))
    found = []
    for claim in winners:
        extra = odd if claim is winners[0] else 0
        amount = int(equal + extra)
        clause = rules.by("shared") if len(winners) > 1 else prize.clause
        clause = rules.by("odd_pesos") if extra else clause
        if prize.cap is not None and amount > prize.cap * claim.bet:
            amount, extra, clause = prize.cap * claim.bet, 0, prize.clause
        found.append(
            PotPaid(
                seat=claim.seat, prize=prize.hand, amount=amount, main=amount, clause=clause,
                winners=len(winners), odd=int(extra), whole=prize.share == 1,
            )
        )  # fmt: skip
    return found


class Progressive:
    """The progressive in one round of a game. ``live`` are the seats that still have a claim."""

    def __init__(self, setup: Setup[Any, LinkedTerms], stakes: Sequence[Stake]) -> None:
        self.game = setup.rules.game
        self.rules = progressive_rules(setup.rules.edition)
        self.link = link_of(setup)
        mine = {stake.seat: stake for stake in stakes if stake.bet == PROGRESIVO}
        self.stakes: dict[int, Stake] = dict(sorted(mine.items()))
        self.entered: dict[int, int] = {}
        self._gone: set[int] = set()

    @property
    def live(self) -> tuple[int, ...]:
        """Seats with a bet in the pot that still may win a prize, from the croupier's right."""
        return tuple(seat for seat in self.entered if seat not in self._gone)

    def enter(self) -> Round[None]:
        """Betting is closed: bets whose light is on go into the pot, the others go back."""
        if self.link is None or not self.stakes:
            return
        bets = tuple((seat, stake.amount) for seat, stake in self.stakes.items())
        lights = yield from PotClosing(bets=bets, clause=self.rules.by("closing"))
        for seat, stake in list(self.stakes.items()):
            if seat not in lights.lit:
                del self.stakes[seat]
                yield from give_back(stake, self.rules.by("unlit"), why="sin-luz")
                continue
            bet = yield from keep(stake)
            yield PotFed(seat=seat, amount=bet.amount, clause=self.rules.by("closing"))
            self.entered[seat] = bet.amount

    def forfeit(self, seat: int, move: str) -> Round[None]:
        """A seat made this move: where the rules say so, its claim is gone and its bet stays."""
        clause = self.rules.lost_by(self.game, move)
        if clause is not None and seat in self.live:
            self._gone.add(seat)
            yield PotForfeited(seat=seat, why=move, clause=clause)

    def award(self, hands: Mapping[int, Sequence[Card]]) -> Round[None]:
        """Draw the complementary prize if there is one, read the five cards of every live seat,
        and pay. ``hands`` has them at least for the seats in `live`."""
        gifts = yield from self._draw()
        claims = []
        for seat in self.live:
            hand = five(hands[seat]).category
            yield PotHandRead(seat=seat, hand=hand, clause=self.rules.by("inspected"))
            if self.rules.prize(hand) is not None:
                claims.append(self._claim(seat, hand))
        if not claims and not gifts:
            return
        levels = yield from PotLevels(claims=tuple(claims), clause=self.rules.by("lowest_first"))
        yield from award(self.rules, levels, claims, gifts)

    def refund(self, clause: ClauseId, why: str, seat: int | None = None) -> Round[None]:
        """The round is void, or the hand of one seat: every bet goes back, or that seat's, from
        the felt or out of the pot."""
        for owner in [owner for owner in self.stakes if seat in (None, owner)]:
            stake = self.stakes.pop(owner)
            if owner in self.entered:
                amount = self.entered.pop(owner)
                yield PotBetReturned(seat=owner, amount=amount, why=why, clause=clause)
            else:
                yield from give_back(stake, clause, why=why)

    def _claim(self, seat: int, hand: str) -> Claim:
        assert self.link is not None
        bet = self.entered[seat]
        return Claim(seat, bet, self.link.credits(bet), hand)

    def _draw(self) -> Round[list[Gift]]:
        # Whoever lost his claim by folding, exchanging or buying takes part (CAT-III.6.5.1-12).
        gift = self.link.complementary if self.link is not None else None
        if gift is None or not self.entered:
            return []
        named = (row.clause for row in self.rules.complementary if row.prize == gift.prize)
        clause = next(named, self.rules.by("complementary"))
        seat = yield from DrawSeat(seats=tuple(self.entered), odds=gift.odds, clause=clause)
        if seat == NOBODY:
            return []
        if gift.credits:
            yield PotCredited(seat=seat, prize=gift.prize, credits=gift.credits, clause=clause)
            return []
        return [Gift(seat, gift.prize, gift.pesos, clause)]
