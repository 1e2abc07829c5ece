"""Who attends the table, who may touch what, how it closes, and playing at two tables."""

from __future__ import annotations

import pytest

from tapete.core.bets import Place
from tapete.core.event import Announced, Ruled
from tapete.games.roulette.staff import check_two_tables
from tests.games.roulette.rounds import (
    ALL,
    AMERICAN,
    DOUBLE_ZERO,
    FRENCH,
    ONE_ZERO,
    opened,
    refused,
    rules_of,
    slip,
    throw,
)


@pytest.mark.clause("CAT-II.1.3.2-01", "CAT-II.1.3.2-02")
def test_a_french_table_needs_a_main_croupier_and_another_who_supports_him() -> None:
    with refused("croupiers-missing", "CAT-II.1.3.2-01"):
        opened(FRENCH, staff=("croupier", "jefe-de-mesa"))
    assert opened(FRENCH, staff=("croupier", "croupier", "jefe-de-mesa")).open


@pytest.mark.clause("CAT-II.2.4.2-01", "CAT-II.2.4.2-02")
@pytest.mark.parametrize("game", AMERICAN)
def test_an_american_table_needs_one_croupier_and_may_have_another(game: str) -> None:
    with refused("croupiers-missing", "CAT-II.2.4.2-01"):
        opened(game, staff=("jefe-de-mesa",))
    assert opened(game, staff=("croupier", "jefe-de-mesa")).open
    assert opened(game, staff=("croupier", "croupier", "jefe-de-mesa")).open


@pytest.mark.clause(
    "CAT-II.1.3.2-01", "CAT-II.1.3.2-05", "CAT-II.2.4.2-01", "CAT-II.2.4.2-05"
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.3.2-01"), (ONE_ZERO, "CAT-II.2.4.2-01")]
)
def test_no_table_opens_without_the_jefe_de_mesa_who_answers_for_it(game: str, clause: str) -> None:
    with refused("jefe-de-mesa-missing", clause):
        opened(game, staff=("croupier", "croupier"))


@pytest.mark.clause("CAT-II.1.3.2-03", "CAT-II.2.4.2-03")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.3.2-03"), (DOUBLE_ZERO, "CAT-II.2.4.2-03")]
)
def test_the_jefe_de_mesa_is_told_of_every_change_of_money(game: str, clause: str) -> None:
    table = opened(game, 3)
    table.exchange.change(3, 20_000)
    told = [said for said in table.log if isinstance(said, Announced) and said.clause == clause]
    assert [said.facts for said in told] == [{"seat": 3, "amount": 20_000, "to": "jefe-de-mesa"}]


@pytest.mark.clause("CAT-II.2.4.2-03")
def test_the_jefe_de_mesa_is_told_of_changes_into_colour_chips_too() -> None:
    told = opened(ONE_ZERO, 3).act(
        "comprar-color", seat=3, colour="verde", value=500, amount=20_000
    )
    [said] = [said for said in told if said.clause == "CAT-II.2.4.2-03"]
    assert isinstance(said, Announced)
    assert said.facts == {"seat": 3, "amount": 20_000, "to": "jefe-de-mesa"}


@pytest.mark.clause("CAT-II.1.3.2-04", "CAT-II.2.4.2-04")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.3.2-04"), (ONE_ZERO, "CAT-II.2.4.2-04")]
)
def test_the_jefe_de_mesa_may_not_handle_money_or_chips(game: str, clause: str) -> None:
    table = opened(game, 3)
    with refused("not-your-role", clause):
        table.exchange.change(3, 20_000, by="jefe-de-mesa")
    with refused("not-your-role", clause):
        table.exchange.tip(3, 500, by="jefe-de-mesa")
    table.begin()
    with refused("not-your-role", clause):
        table.bet(Place(3, "rojo", 500), by="jefe-de-mesa")
    table.bet(Place(3, "rojo", 500), by="croupier")


@pytest.mark.clause("CAT-II.2.4.2-04")
def test_plaques_are_named_for_the_american_table_only() -> None:
    assert "placas" in rules_of(ONE_ZERO).chief_hands_off
    assert "placas" not in rules_of(FRENCH).chief_hands_off


@pytest.mark.clause("CAT-II.1.3.2-06", "CAT-II.2.4.2-06")
@pytest.mark.parametrize("game", ALL)
def test_the_croupier_throws_the_ball_and_nobody_else(game: str) -> None:
    table = opened(game, 3)
    table.begin()
    table.answer(slip({3: {"rojo": 500}}), by="croupier")
    for role in ("jugador", "jefe-de-mesa"):
        with refused("not-your-role", "CAT-I.1-08"):
            table.answer("1", by=role)
    table.answer("1", by="croupier")
    assert table.net_of(table.finish()) == {3: 500}


@pytest.mark.clause("CAT-II.1.3.2-07", "CAT-II.2.4.2-07")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.3.2-07"), (DOUBLE_ZERO, "CAT-II.2.4.2-07")]
)
def test_the_jefe_de_mesa_decides_how_to_go_on_with_faulty_material(game: str, clause: str) -> None:
    table = opened(game, 1)
    throw(table, {}, "5")
    with refused("chief-decides", clause):
        table.act("material", material="bola", ruling="seguir", by="croupier")
    with refused("no-such-ruling", clause):
        table.act("material", material="bola", ruling="pulir")
    [ruled] = table.act("material", material="bola", ruling="suspender")
    assert ruled == Ruled(
        role="jefe-de-mesa", question="material:bola", ruling="suspender", clause=clause
    )
    with refused("material-faulty", clause):
        table.begin()
    table.act("material", material="bola", ruling="cambiar-material")
    throw(table, {}, "6")


@pytest.mark.clause("CAT-II.1.4-35", "CAT-II.2.5-48")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.4-35"), (ONE_ZERO, "CAT-II.2.5-48")]
)
def test_the_last_three_throws_are_announced_and_after_them_the_table_is_closed(
    game: str, clause: str
) -> None:
    table = opened(game, 1)
    throw(table, {}, "5")
    table.announce_last()
    said = table.log[-1]
    assert isinstance(said, Announced)
    assert (said.what, said.facts, said.clause) == ("ultimas-tiradas", {"left": 3}, clause)
    for number in ("1", "2", "3"):
        throw(table, {}, number)
    with refused("table-closed", "CAT-I.3.2-10"):
        table.begin()


@pytest.mark.clause("CAT-II.1.5.2-01", "CAT-II.2.6.2-01")
@pytest.mark.parametrize("game", ALL)
def test_whoever_bets_simple_chances_only_may_play_at_two_tables(game: str) -> None:
    rules = rules_of(game)
    clause = "CAT-II.1.5.2-01" if game == FRENCH else "CAT-II.2.6.2-01"
    check_two_tables(rules, ["pleno:5", "rojo"], [])
    check_two_tables(rules, ["pleno:5", "rojo"], [[]])
    check_two_tables(rules, ["rojo", "par"], [["mayor"]])
    with refused("two-tables-simple-only", clause):
        check_two_tables(rules, ["docena:1"], [["mayor"]])
    with refused("two-tables-simple-only", clause):
        check_two_tables(rules, ["rojo"], [["mayor", "columna:1"]])
    with refused("too-many-tables", clause):
        check_two_tables(rules, ["rojo"], [["mayor"], ["par"]])
