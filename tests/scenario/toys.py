"""A small round that asks a scenario everything it can be asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.core.round.ask import Choose, Option, Round, Ruling
from tapete.core.round.bets import Closed, Cloth, Felted, Limits, Offer
from tapete.core.round.betting import BetWindow, take_bets
from tapete.core.round.cards import mazo
from tapete.core.round.chance import DrawCard, Roll
from tapete.core.round.event import Chosen, Ruled, TurnGiven
from tapete.core.round.live import Live
from tapete.scenario import RoundPlan
from tapete.scenario.answers import Answers, Stopped

CLAUSE = "CAT-IV.1.5-08"
SHOOTER = 1


class LineCloth(Cloth, frozen=True, kw_only=True):
    """A line, odds that stand on it, and a shooter who must have a line bet to throw."""

    def bets(self) -> Iterator[str]:
        yield from ("pass", "odds")

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet == "odds" and (seat, "pass") not in felt:
            return Closed(CLAUSE, "no-line-bet")
        return Offer(CLAUSE) if bet in self.bets() else Closed(CLAUSE, "not-on-the-cloth")

    def settled(self, felt: Felted) -> Closed | None:
        alone = {seat for seat, _ in felt} == {SHOOTER}
        shooter_bets = (SHOOTER, "pass") in felt
        return None if shooter_bets and not alone else Closed(CLAUSE, "shooter-without-line")


def line_round(passed_on: bool = False) -> Round[None]:
    """Bets are taken and two dice thrown; the dice may go on to another seat before that."""
    yield from take_bets(
        BetWindow(
            seats=(1, 2),
            cloth=LineCloth(),
            limits=Limits(max=1000),
            clause=CLAUSE,
            closing_clause=CLAUSE,
        )
    )
    if passed_on:
        yield TurnGiven(seat=2, to="tirar", clause=CLAUSE)
    yield from Roll(
        dice=2, faces=tuple("123456"), clause=CLAUSE, closed_by=CLAUSE, void={}, other=CLAUSE
    )


def card_round() -> Round[None]:
    """A card, an offer that may be declined, two decisions, and a ruling."""
    yield from DrawCard(source="sabot", left=mazo(1), clause=CLAUSE)
    yield from chosen(("seguro", Option("seguro", 100, 500)), optional=True)
    for _ in range(2):
        yield from chosen(("mano", Option("pedir")), optional=False)
    ruling = yield from Ruling(question="vale", options=("si", "no"), clause=CLAUSE, default="si")
    yield Ruled(role="jefe-de-mesa", question="vale", ruling=ruling, clause=CLAUSE)


def chosen(about: tuple[str, Option], *, optional: bool) -> Round[None]:
    move = yield from Choose(
        seat=3,
        about=about[0],
        options=(about[1], Option("plantarse")),
        closed={"separar": CLAUSE},
        clause=CLAUSE,
        default="plantarse",
        optional=optional,
    )
    yield Chosen(seat=3, move=move, about=about[0], clause=CLAUSE)


def answered(round_: Round[Any], **plan: Any) -> list[Any]:
    """Answer a round from a plan, as a scenario does. Gives the answers."""
    live = Live(round_)
    answers = Answers(RoundPlan(**plan), 1, live)
    while live.ask is not None:
        answers.give()
    answers.check_all_used()
    return [answer for _, _, answer in live.steps]


def stopped(round_: Round[Any], **plan: Any) -> tuple[str, int | None]:
    """Why and at which seat a plan cannot be played."""
    try:
        answered(round_, **plan)
    except Stopped as stop:
        return stop.difference.code, stop.difference.seat
    raise AssertionError("the plan was played to its end")
