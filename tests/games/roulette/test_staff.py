"""Who attends the table, who may touch what, how it closes, and playing at two tables."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Place
from tapete.core.round.event import Announced, BetPlaced, Ruled
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.games.roulette.rounds import (
    ALL,
    AMERICAN,
    DOUBLE_ZERO,
    FRENCH,
    ONE_ZERO,
    null,
    opened,
    refused,
    rules_of,
    slip,
    throw,
)
from tests.terms import change_terms

BOLIVIA = "aj-bolivia"


@pytest.mark.clause("CAT-II.1.3.2-01", "CAT-II.1.3.2-02")
def test_a_french_table_needs_a_main_croupier_and_another_who_supports_him_with_the_chips() -> None:
    with refused("croupiers-missing", "CAT-II.1.3.2-01"):
        opened(FRENCH, staff=("croupier", "jefe-de-mesa"))
    table = opened(FRENCH, 3, staff=("croupier", "croupier", "jefe-de-mesa"))
    table.begin(by="croupier")
    table.bet(Place(3, "rojo", 500), by="croupier")  # chips placed for a player
    with refused("not-your-role", "CAT-I.3.2-07"):
        table.close_bets(by="jefe-de-mesa")  # neither half of the work is anybody else's
    with refused("not-your-role", "CAT-II.1.3.2-04"):
        table.bet(Place(3, "rojo", 500), by="jefe-de-mesa")
    table.close_bets(by="croupier")
    table.answer("1", by="croupier")
    assert table.net_of(table.finish()) == {3: 500}


@pytest.mark.clause("CAT-II.2.4.2-01", "CAT-II.2.4.2-02")
@pytest.mark.parametrize("game", AMERICAN)
def test_an_american_table_needs_one_croupier_and_may_have_another(game: str) -> None:
    with refused("croupiers-missing", "CAT-II.2.4.2-01"):
        opened(game, staff=("jefe-de-mesa",))
    assert opened(game, staff=("croupier", "jefe-de-mesa")).open
    assert opened(game, staff=("croupier", "croupier", "jefe-de-mesa")).open


@pytest.mark.clause("CAT-II.1.3.2-01", "CAT-II.2.4.2-01")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.3.2-01"), (ONE_ZERO, "CAT-II.2.4.2-01")]
)
def test_no_table_opens_without_a_jefe_de_mesa(game: str, clause: str) -> None:
    with refused("jefe-de-mesa-missing", clause):
        opened(game, staff=("croupier", "croupier"))


@pytest.mark.clause("CAT-II.1.3.2-05", "CAT-II.2.4.2-05")
@pytest.mark.parametrize("game", ALL)
def test_every_operation_of_the_table_is_answered_for_by_its_jefe_de_mesa(game: str) -> None:
    table = opened(game, 3)
    table.exchange.change(3, 20_000)
    told = [said.facts.get("to") for said in table.log if isinstance(said, Announced)]
    assert told[-1] == "jefe-de-mesa"  # the change of money
    played = throw(table, {3: {"rojo": 500}}, null(), slip({}), "1")
    said = {said.what: said.facts for said in played.told(Announced)}
    assert said["tirada-nula"]["by"] == "jefe-de-mesa"
    assert said["lanzar-de-nuevo"]["by"] == "jefe-de-mesa"
    assert said["pago-a-la-vista"]["approves"] == "jefe-de-mesa"
    # What is not regular is his to put right, and no croupier's.
    dispute = table.disputes.open(3, 1, "era par", by="croupier")
    table.begin()
    operations = (
        lambda by: table.disputes.decide(dispute, "bien-pagado", by=by),
        lambda by: table.void("bola-perdida", by=by),
        lambda by: table.act("material", material="bola", ruling="cambiar-material", by=by),
        lambda by: table.announce_last(order=by),
        lambda by: table.suspend("revision", by=by),
        lambda by: table.resume(by=by),
    )
    for operation in operations:
        with pytest.raises(Refused) as caught:
            operation("croupier")
        assert caught.value.code in ("not-your-role", "round-in-course")
        operation("jefe-de-mesa")
    rulings = [event.role for event in table.log if isinstance(event, Ruled)]
    assert rulings == ["jefe-de-mesa"] * 3


@pytest.mark.clause("CAT-I.3.2-09")
def test_the_croupier_does_what_else_his_game_assigns_to_him_colour_chips_at_the_american() -> None:
    buying = {"seat": 3, "colour": "verde", "value": 500, "amount": 5000}
    american = opened(ONE_ZERO, 3)
    with refused("not-your-role", "CAT-I.3.2-04"):
        american.act("comprar-color", by="jugador", **buying)
    american.act("comprar-color", by="croupier", **buying)
    with refused("no-such-act", "CAT-I.3.2-09"):  # the French game assigns no such thing to him
        opened(FRENCH, 3).act("comprar-color", by="croupier", **buying)


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
    with refused("not-your-role", clause):
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


@pytest.mark.clause("CAT-II.1.4-36", "CAT-II.2.5-49", "AJ-4.1.4.4-01")
@pytest.mark.parametrize(
    ("game", "rules"),
    [(FRENCH, "scj-2023"), (ONE_ZERO, "scj-2023"), (DOUBLE_ZERO, "scj-2023"), (FRENCH, BOLIVIA)],
)
def test_once_the_session_is_over_the_wheel_is_closed_and_neither_bet_nor_spin_is_taken(
    game: str, rules: str
) -> None:
    table = opened(game, 3, rules=rules)
    table.announce_last(1)
    throw(table, {3: {"rojo": 500}}, "1")
    assert not table.open
    before = (list(table.log), table.rounds)
    for attempt in (
        table.begin,
        lambda: table.bet(Place(3, "rojo", 500)),
        lambda: table.answer("1"),
    ):
        with pytest.raises(Refused) as caught:
            attempt()
        assert caught.value.code in ("table-closed", "no-round", "bets-closed")
    assert (list(table.log), table.rounds) == before


@pytest.mark.clause("CAT-II.1.3.2-08", "CAT-II.2.4.2-08")
@pytest.mark.parametrize("game", ALL)
def test_the_support_croupier_sees_to_chips_and_bets_and_may_object(game: str) -> None:
    table = opened(game, 3, staff=("croupier", "croupier", "jefe-de-mesa"))
    table.exchange.change(3, 20_000, by="croupier")
    table.begin()
    table.bet(Place(3, "rojo", 500), by="croupier")
    table.close_bets()
    table.answer("1")
    table.finish()
    dispute = table.disputes.open(3, 1, "la ficha estaba en negro", by="croupier")
    table.disputes.decide(dispute, "estaba en rojo", by="jefe-de-mesa")


def at_both(game: str, first: str, second: str, third: str = "rojo") -> tuple[Table, Table, Table]:
    """Tables where one person sits and has chips on these bets, each told of the others."""
    tables: list[Table] = []
    for bet in (first, second, third):
        table = opened(game)
        table.sit(3, "ana", chips=10_000)
        change_terms(table, elsewhere=tuple((3, tuple(bets_of(other))) for other in tables))
        table.begin()
        tables.append(table)
        if len(tables) < 3:
            table.bet(Place(3, bet, 1000))
            table.close_bets()
    return tables[0], tables[1], tables[2]


def bets_of(table: Table) -> list[str]:
    assert table.live is not None
    return [event.bet for event in table.live.events if isinstance(event, BetPlaced)]


@pytest.mark.clause("CAT-II.1.5.2-01", "CAT-II.2.6.2-01", "CAT-I.5.1-02")
@pytest.mark.parametrize("game", ALL)
def test_whoever_bets_simple_chances_only_may_play_at_two_tables_and_not_at_three(
    game: str,
) -> None:
    clause = "CAT-II.1.5.2-01" if game == FRENCH else "CAT-II.2.6.2-01"
    first, second, third = at_both(game, "rojo", "mayor")
    for table in (first, second):
        table.answer("1")
    assert first.net_of(first.finish()) == {3: 1000}
    record = second.finish()
    assert second.net_of(record) == {3: -1000}
    assert replay(read_record(record.text()), find).events == list(record.events)
    with refused("too-many-tables", clause):
        third.bet(Place(3, "rojo", 1000))


@pytest.mark.clause("CAT-II.1.5.2-01", "CAT-II.2.6.2-01", "CAT-I.5.1-02")
@pytest.mark.parametrize(
    ("here", "there"), [("pleno:5", "rojo"), ("rojo", "docena:1"), ("columna:1", "calle:1-2-3")]
)
@pytest.mark.parametrize("game", ALL)
def test_whoever_has_any_other_bet_plays_at_one_table_only(
    game: str, here: str, there: str
) -> None:
    clause = "CAT-II.1.5.2-01" if game == FRENCH else "CAT-II.2.6.2-01"
    with refused("two-tables-simple-only", clause):
        at_both(game, here, there)
    alone = opened(game)
    alone.sit(3, "ana", chips=10_000)
    # She sits at another table too and bets nothing there.
    change_terms(alone, elsewhere=((3, ()), (4, ("rojo",))))
    alone.begin()
    alone.bet(Place(3, here, 1000))
    alone.bet(Place(3, there, 1000))
