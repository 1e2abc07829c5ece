"""What core knows of tables of players among themselves: stacks, stakes, pots on the felt."""

from __future__ import annotations

import pytest

from tapete.core.book.account import account
from tapete.core.book.plan import plan
from tapete.core.round.acta import read_record
from tapete.core.round.felt import fold
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import BetGathered, PotWon
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find

TEXAS = "texas-holdem-sin-limites"
CLAUSE = "CAT-III.3.5.7.1-40"


def test_a_game_on_stacks_is_given_the_chips_before_each_seat_and_its_record_keeps_them() -> None:
    table = Table(find(TEXAS), terms=CircleTerms(blinds=(500, 1000), rake=Rake("5%", 0, 100)))
    for seat, chips in ((2, 7000), (5, 9000)):
        table.sit(seat, f"p{seat}", chips=chips)
    table.open_play(staff_of(table.rules))
    assert table.setup().chips == {2: 7000, 5: 9000}
    record = table.play(lambda ask: ask.some(lambda n: n - 1))
    read = read_record(record.text()).header
    assert read.chips == {2: 7000, 5: 9000}
    assert read.setup(find(TEXAS)).terms == CircleTerms(blinds=(500, 1000), rake=Rake("5%", 0, 100))


def test_other_games_are_given_no_stacks() -> None:
    table = Table(find("ruleta-francesa"))
    table.sit(3, "ana", chips=5000)
    assert table.setup().chips == {}


def test_the_plan_sets_the_stakes_of_a_circle_table() -> None:
    circle = plan().terms(find(TEXAS))
    assert isinstance(circle, CircleTerms)
    assert circle is not None and circle.blinds == (1000, 2000)
    assert Table(find(TEXAS), plan=plan()).setup().terms == circle


def test_pots_lie_on_the_felt_until_they_are_won() -> None:
    events = [
        BetGathered(seat=2, bet="apuesta", pot=account("pozo:1"), amount=700, clause=CLAUSE),
        BetGathered(seat=5, bet="apuesta", pot=account("pozo:1"), amount=700, clause=CLAUSE),
    ]
    felt = fold(events)
    assert felt.pots == {"pozo:1": 1400} and "pozo:1" in felt.text()
    won = PotWon(pot=account("pozo:1"), seat=5, amount=1400, clause=CLAUSE)
    assert fold([won], base=felt).pots == {}


@pytest.mark.clause("CAT-III.3.5.5-40", "CAT-III.3.5.7.1-61")
def test_a_commission_counts_from_its_threshold_on_and_goes_down_to_the_chip() -> None:
    rake = Rake("5%", 14_000, 100)
    assert [rake.of(amount) for amount in (13_999, 14_000, 25_050)] == [0, 700, 1200]
