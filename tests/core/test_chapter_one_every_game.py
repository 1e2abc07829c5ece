"""Chapter I holds for every game; where a game has a rule of its own, that one prevails."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.game import Game
from tapete.core.table.table import Table
from tapete.games.registry import GAMES, find
from tests.core.tables import refused


@pytest.mark.clause("CAT-I-01")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_chapter_one_applies_to_every_game(game: Game[Any, Any]) -> None:
    table = Table(game, seats=(1, 2))
    own = table.rules.clauses
    general = [
        (refused(table.begin), "table-closed", "CAT-I.3.2-10"),
        (refused(table.exchange.check_instrument, "cheque"), None, "CAT-I.3.1-02"),
        # Among players the chapter on poker forbids the same more closely.
        (refused(table.exchange.hand_over, 1, 2, 100), None, own.get("no_lending", "CAT-I.5.2-03")),
        (refused(table.disputes.decide, 1, "x", by="croupier"), None, "CAT-I.6-02"),
        (refused(table.holds.hold, 1, now=0), "already-paid", "CAT-I.6-04"),
    ]
    verbal = refused(table.exchange.check_instrument, "palabra")
    # Where the game's own rule says no more, or not otherwise, the general one holds.
    if "palabra" not in table.rules.never_staked:
        general.append((verbal, "verbal-bet", "CAT-I.4.1-02"))
    if not table.conduct.at_once:
        caution = refused(table.places.exclude, "seat-1", "CAT-I.5.2-01")
        general.append((caution, None, "CAT-I.5.3-01"))
    for refusal, code, clause in general:
        assert refusal.clause == clause
        assert code in (None, refusal.code)
    assert set(table.signs().bets) == set(table.rules.bets)


@pytest.mark.clause("CAT-I-01")
def test_a_special_rule_of_a_game_prevails_over_the_general_one() -> None:
    # In general the jefe de mesa directs the game; in craps the tallador may be both.
    french, craps = Table(find("ruleta-francesa")), Table(find("craps"))
    staff = ["croupier", "croupier", "jefe-de-mesa"]
    assert refused(french.open_play, staff, by="croupier").clause == "CAT-I.3.2-10"
    craps.open_play(["tallador", "pagador"], by="tallador")
    assert craps.open
    # In general money is the croupier's business; roulette forbids it to the jefe de mesa by name.
    french = Table(find("ruleta-francesa"), seats=(1,))
    corona = Table(find("corona-y-ancla"), seats=(1,))
    for table, clause in ((french, "CAT-II.1.3.2-04"), (corona, "CAT-I.3.2-04")):
        assert refused(table.exchange.change, 1, 1000, by="jefe-de-mesa").clause == clause
