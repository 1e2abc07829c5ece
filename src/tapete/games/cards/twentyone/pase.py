"""The players in a round (pase): insurance and even money, then each hand in its turn."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import down
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    BetReturned,
    CardDealt,
    CardsCleared,
    Chosen,
    TurnGiven,
)
from tapete.core.round.move import Move
from tapete.core.round.settle import lose, lose_half
from tapete.games.cards.twentyone.deal import Deal, Hand
from tapete.games.cards.twentyone.hand import TARGET, is_soft, points, same_value
from tapete.games.cards.twentyone.rules import INSURANCE, R

EVEN_MONEY = "a-la-par"


class Pase(Deal[R]):
    """A round in course, as the players see it."""

    # Insurance and even money (CAT-III.1.5.1-29, -30, -39 to -44; CAT-III.1.5.3-33 to -39)

    def offer_insurance(self) -> Round[None]:
        """To every hand in turn, before anybody gets a third card."""
        up = self.croupier[0][0]
        if up not in self.rules.insurance_up and up not in self.rules.even_money_up:
            return
        for hand in [hand for hand in self.hands if not hand.over]:
            options = []
            if hand.natural and up in self.rules.even_money_up:
                options.append(Option(EVEN_MONEY))
            most = down(hand.stake.amount * self.rules.insurance_max)
            if up in self.rules.insurance_up and most > 0:
                options.append(Option(INSURANCE, 1, most, puts=1))
            if options:
                yield from self.offered(hand, options)
        yield Announced(what=self.rules.insurance_call, clause=self.rules.by("insurance_call"))

    def offered(self, hand: Hand, options: list[Option]) -> Round[Move]:
        """What a player takes of the croupier's offer: even money, an insurance, or nothing."""
        clause = self.rules.by("insurance_up")
        answer = yield from self.offer(INSURANCE, hand, [*options, Option("no")], clause)
        if answer.name == "no":
            return answer
        yield Chosen(seat=hand.seat, move=answer.text, clause=clause)
        if answer.name == EVEN_MONEY:
            yield from self.pay_hand(hand, EVEN_MONEY)
            yield from self.collect(hand, self.rules.by("even_money_up"))
            yield from self.take_back()
        else:
            yield from self.insure(hand, answer.name, answer.amount)
        return answer

    def offer(
        self,
        about: str,
        hand: Hand,
        options: list[Option],
        clause: ClauseId,
        closed: Mapping[str, ClauseId] | None = None,
    ) -> Choose:
        """An offer of the croupier: it need not be answered, and silence takes the last option."""
        return Choose(
            seat=hand.seat,
            about=about,
            options=tuple(options),
            closed=dict(closed or {}),
            clause=clause,
            default=options[-1].name,
            optional=True,
            closed_by=self.rules.by("bets_fixed"),
            covered_by=self.rules.by("own_chips"),
        )

    def insure(self, hand: Hand, bet: str, amount: int) -> Round[None]:
        yield BetPlaced(
            seat=hand.seat, bet=bet, amount=amount, clause=self.rules.by("insurance_max")
        )
        self.insured[hand.seat] = Stake(hand.seat, bet, amount)

    # The players (CAT-III.1.5.1-19 to -26, -45 to -58)

    def turn(self, hand: Hand) -> Round[None]:
        """One hand plays until it stands, busts, doubles, splits or retires."""
        if hand.over:
            return
        if hand.natural:
            if self.bank_may_have_natural():
                facts = {"seat": hand.seat}
                clause = self.rules.by("natural_waits")
                yield Announced(what=self.rules.natural_waits, facts=facts, clause=clause)
            else:
                yield from self.pay_hand(hand, self.natural_pays)
                yield from self.collect(hand, self.rules.by("natural_at_once"))
                yield from self.take_back()
            return
        yield TurnGiven(seat=hand.seat, to=hand.zone, clause=self.rules.by("no_draw_from"))
        while points(hand.cards) < self.rules.no_draw_from and not hand.over:
            if hand.zone in self.barred:
                return
            said = yield from self.ask(hand)
            yield Chosen(
                seat=hand.seat, move=said.text, about=hand.zone,
                clause=self.rules.by("no_draw_from"),
            )  # fmt: skip
            if said.name == "plantarse":
                return
            if said.name == "retirarse":
                yield from self.surrender(hand)
            elif said.name == "separar":
                yield from self.split_hand(hand)
                return
            elif said.name == "doblar":
                yield from self.double(hand, said.amount if said.has_amount else None)
                return
            else:
                yield from self.hit(hand)

    def ask(self, hand: Hand) -> Round[Move]:
        """What a hand below 21 may do, and the clause that closes each move it may not."""
        options, closed = [Option("pedir"), Option("plantarse")], {}
        for move, ways in (
            ("doblar", self.double_ways(hand)),
            ("separar", self.split_ways(hand)),
            ("retirarse", self.surrender_ways(hand)),
        ):
            if isinstance(ways, str):
                closed[move] = ways
            else:
                options += ways
        return (
            yield from Choose(
                seat=hand.seat,
                about=hand.zone,
                options=tuple(options),
                closed={**closed, **self.offers_over()},
                clause=self.rules.by("no_draw_from"),
                default="plantarse",
                closed_by=self.rules.by("bets_fixed"),
                covered_by=self.rules.by("own_chips"),
            )
        )

    def offers_over(self) -> dict[str, ClauseId]:
        """What was offered before the hands were played, or could not be, and is not any more."""
        rules, up = self.rules, self.croupier[0][0]
        insurance = "insurance_call" if up in rules.insurance_up else "insurance_up"
        return {INSURANCE: rules.by(insurance)}

    def double_ways(self, hand: Hand) -> list[Option] | ClauseId:
        """How the hand may double, or the clause that does not let it."""
        rules = self.rules
        if len(hand.cards) != 2 or points(hand.cards) not in rules.double_totals:
            return rules.by("double_totals")
        if is_soft(hand.cards) and not rules.double_soft:
            return rules.by("double_soft")
        if hand.split and not rules.double_after_split:
            return rules.by("double_after_split")
        if rules.double_amount == "igual":
            return [Option("doblar", puts=hand.at_stake)]
        least, most = self.limits.of(hand.stake.bet)[0], hand.stake.amount
        if least > most:
            return rules.by("double_amount")
        return [Option("doblar", least, most, puts=1), Option("doblar", puts=most)]

    def split_ways(self, hand: Hand) -> list[Option] | ClauseId:
        """Whether the hand may split, or the clause that does not let it."""
        one_rank = hand.cards[0][0] == hand.cards[-1][0]
        if not same_value(hand.cards) or (self.rules.split_by == "rango" and not one_rank):
            return self.rules.by("split_by")
        mine = sum(1 for other in self.hands if other.seat == hand.seat)
        if self.rules.max_hands is not None and mine >= self.rules.max_hands:
            return self.rules.by("max_hands")
        return [Option("separar", puts=hand.at_stake)]

    def surrender_ways(self, hand: Hand) -> list[Option] | ClauseId:
        """Whether the hand may retire, or the clause that does not let it."""
        if self.rules.surrender == "no" or len(hand.cards) > 2:
            return self.rules.by("surrender")
        if hand.split and not self.rules.surrender_split:
            return self.rules.by("surrender_split")
        if self.croupier[0][0] in self.rules.surrender_not_against:
            return self.rules.by("surrender_not_against")
        return [Option("retirarse")]

    def hit(self, hand: Hand) -> Round[None]:
        yield from self.serve(hand, asked=True)
        yield from self.bust_if_over(hand)

    def bust_if_over(self, hand: Hand) -> Round[None]:
        """Over 21 every bet of the hand is lost at once, and its cards go."""
        if points(hand.cards) > TARGET:
            hand.over = True
            for stake in hand.stakes.values():
                yield from lose(stake, self.rules.by("bust"))
            yield from self.collect(hand, self.rules.by("bust"))

    def double(self, hand: Hand, amount: int | None) -> Round[None]:
        """Each bet again, or the amount said, and exactly one more card."""
        before = dict(hand.stakes)
        hand.raised = hand.stake.amount if amount is None else amount
        for number, stake in hand.stakes.items():
            more = stake.amount if amount is None else amount
            yield BetPlaced(
                seat=hand.seat, bet=stake.bet, amount=more, clause=self.rules.by("double_amount")
            )
            hand.stakes[number] = msgspec.structs.replace(stake, amount=stake.amount + more)
        yield from self.serve(hand, asked=True)
        if len(hand.cards) == 2:  # he denies having asked: there was no doubling
            for number, stake in before.items():
                more = hand.stakes[number].amount - stake.amount
                yield BetReturned(
                    seat=hand.seat, bet=stake.bet, amount=more, why="nula",
                    clause=self.rules.by("not_asked"),
                )  # fmt: skip
            hand.stakes, hand.raised = before, 0
        yield from self.bust_if_over(hand)

    def split_hand(self, hand: Hand) -> Round[None]:
        """Two hands of their own, each bet matched, served and played one after the other."""
        clause = self.rules.by("split_by")
        number = 1 + sum(1 for other in self.hands if other.seat == hand.seat)
        stakes = {
            faced: Stake(hand.seat, f"{spot_of(stake.bet)}:{number}", stake.amount)
            for faced, stake in hand.stakes.items()
        }
        for stake in stakes.values():
            yield BetPlaced(seat=hand.seat, bet=stake.bet, amount=stake.amount, clause=clause)
        zone = f"seat:{hand.seat}/{number}"
        other = Hand(hand.seat, zone, stakes, [hand.cards.pop()], split=True)
        hand.split = True
        self.hands.insert(self.hands.index(hand) + 1, other)
        yield CardsCleared(zone=hand.zone, clause=clause)
        for part in (hand, other):
            yield CardDealt(to=part.zone, card=part.cards[0], clause=clause)
        for part in (hand, other):
            aces = part.cards[0][0] == "A"
            yield from self.serve(part)
            yield from (self.split_ace(part) if aces else self.turn(part))

    def split_ace(self, hand: Hand) -> Round[None]:
        """A split ace takes one card and no more; a new ace may be split where the rules let it."""
        rules = self.rules
        ways = self.split_ways(hand)
        if not rules.resplit_aces or isinstance(ways, str):
            return
        options = [*ways, Option("plantarse")]
        closed = dict.fromkeys(("pedir", "doblar", "retirarse"), rules.by("split_aces"))
        answer = yield from self.offer(hand.zone, hand, options, rules.by("resplit_aces"), closed)
        yield Chosen(
            seat=hand.seat, move=answer.text, about=hand.zone, clause=rules.by("resplit_aces")
        )
        if answer.name == "separar":
            yield from self.split_hand(hand)

    def surrender(self, hand: Hand) -> Round[None]:
        """Half of every bet is paid back first, then bets and cards are taken."""
        hand.over = True
        clause = self.rules.by("surrender_loss")
        yield Announced(what=self.rules.surrender_call, clause=self.rules.by("surrender_call"))
        for stake in hand.stakes.values():
            yield from lose_half(
                stake, clause,
                unit=self.limits.unit, lost=self.rules.surrender_loss, back_first=True,
            )  # fmt: skip
        yield from self.collect(hand, clause)


def spot_of(bet: str) -> str:
    """The bet of the cloth that a split hand's bet repeats.

    >>> spot_of("principal:3"), spot_of("mano-2")
    ('principal', 'mano-2')
    """
    return kind_of(bet)
