"""The progressive of a scenario: a real pot, set up as the file says and linked to its table."""

from __future__ import annotations

from tapete.core.book.money import share
from tapete.core.round.pot import PROGRESIVO
from tapete.games.poker.progressive import progressive_rules
from tapete.scenario.file import Scenario
from tapete.systems.progressive.commands import Activate, LinkTable, Open
from tapete.systems.progressive.journal import ProgressiveJournal, TablePot
from tapete.systems.progressive.terms import MANUAL, Algorithm, Papers, ProgressiveTerms

TABLE = "mesa"
PLACES = 20
PAPER = "escenario"


def open_pot(scenario: Scenario) -> ProgressiveJournal | None:
    """The pot of a scenario, if it has one, in use and linked wherever its game may be.

    Limits of the bet are whole credits: a minimum goes up to one and a maximum down.
    """
    plan = scenario.pot
    if plan is None:
        return None
    own = scenario.table.bets.get(PROGRESIVO)
    low = None if own is None or own.min is None else -(-own.min // plan.bet) * plan.bet
    high = None if own is None or own.max is None else own.max // plan.bet * plan.bet
    terms = ProgressiveTerms(
        pot="progresivo", edition=scenario.rules, credit=plan.bet, min=low, max=high,
        acceptor=MANUAL, papers=Papers(homologation=PAPER, plan=PAPER),
        algorithm=Algorithm(commission=share(plan.commission), base=plan.base),
    )  # fmt: skip
    pot = ProgressiveJournal(terms.pot)
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


def link_of(pot: ProgressiveJournal | None) -> TablePot | None:
    """The link of the scenario's table to its pot."""
    return pot.link(TABLE) if pot is not None and TABLE in pot.state.tables else None


def holds(pot: ProgressiveJournal | None) -> tuple[int, int]:
    """What the main pot holds and what the house has advanced to it, in pesos."""
    if pot is None:
        return 0, 0
    return pot.state.meters.current, pot.state.meters.owed
