"""The progressive of a scenario: a real pot, set up as the file says and linked to its table."""

from __future__ import annotations

from math import ceil

from tapete.core.money import share
from tapete.core.pot import PROGRESIVO
from tapete.games.poker.progressive import progressive_rules
from tapete.scenario.file import Scenario
from tapete.systems.progressive.commands import Activate, LinkTable, Open
from tapete.systems.progressive.pot import Pot, PotLink
from tapete.systems.progressive.terms import MANUAL, Algorithm, Papers, PotTerms

TABLE = "mesa"
PLACES = 20
PAPER = "escenario"


def open_pot(scenario: Scenario) -> Pot | None:
    """The pot of a scenario, if it has one, in use and linked wherever its game may be.

    Limits of the bet are whole credits: a minimum goes up to one and a maximum down.
    """
    plan = scenario.pot
    if plan is None:
        return None
    own = scenario.table.bets.get(PROGRESIVO)
    low = None if own is None or own.min is None else -(-own.min // plan.bet) * plan.bet
    high = None if own is None or own.max is None else own.max // plan.bet * plan.bet
    terms = PotTerms(
        pot="progresivo", edition=scenario.rules, credit=plan.bet, min=low, max=high,
        acceptor=MANUAL, papers=Papers(homologation=PAPER, plan=PAPER),
        algorithm=Algorithm(commission=share(plan.commission), base=plan.base),
    )  # fmt: skip
    pot = Pot()
    pot.do(Open(terms, main=plan.main, reserve=plan.reserve))
    pot.do(Activate())
    if scenario.game in progressive_rules(scenario.rules).games:
        pot.do(
            LinkTable(
                table=TABLE, game=scenario.game, edition=scenario.rules, min=low, max=high,
                places=PLACES, acceptors=tuple(range(1, PLACES + 1)),
                homologation=PAPER, informed=PAPER,
            )
        )  # fmt: skip
    return pot


def link_of(pot: Pot | None) -> PotLink | None:
    """The link of the scenario's table to its pot."""
    return pot.link(TABLE) if pot is not None and TABLE in pot.state.tables else None


def holds(pot: Pot | None) -> tuple[int, int]:
    """What the main pot holds and what the house has advanced to it, in pesos."""
    if pot is None:
        return 0, 0
    balances = pot.state.balances
    return balances.levels.main, ceil(balances.advance)
