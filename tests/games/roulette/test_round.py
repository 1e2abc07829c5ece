"""A throw from "hagan juego" to the last payment, at the French and the American table."""

from __future__ import annotations

import pytest

from tapete.core.book.account import BANK
from tapete.core.round.bets import Place, Remove
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetWon,
    MarkerPut,
    ResultShown,
    ThrowVoid,
)
from tapete.core.round.felt import fold
from tapete.core.table.table import PLENTY
from tapete.games.roulette.ball import BallThrown, Throw
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
    spin,
    state,
    throw,
    window,
)

# -- starting and betting ------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.1.3.2-10", "CAT-II.1.4-01")
def test_the_french_ball_is_thrown_with_no_player_at_the_table() -> None:
    played = throw(opened(FRENCH), {}, "17")
    assert state(played.table).last == "17"


@pytest.mark.clause("CAT-II.2.5-01")
@pytest.mark.parametrize("game", AMERICAN)
def test_the_american_game_starts_before_a_player_though_without_a_bet(game: str) -> None:
    table = opened(game)
    with refused("players-missing", "CAT-II.2.5-01"):
        table.begin()
    table.sit(4, "ana", chips=PLENTY)
    assert state(throw(table, {}, "17").table).last == "17"


@pytest.mark.clause("CAT-II.2.4.2-10")
def test_later_american_throws_go_on_with_or_without_players() -> None:
    table = opened(ONE_ZERO, 4)
    throw(table, {}, "17")
    table.leave(4)
    assert state(throw(table, {}, "5").table).results == ("17", "5")


@pytest.mark.clause("CAT-II.1.3.2-09", "CAT-II.2.4.2-09")
@pytest.mark.parametrize("game", ALL)
def test_there_is_no_maximum_of_players(game: str) -> None:
    table = opened(game)
    for seat in range(1, 61):
        table.sit(seat, f"player-{seat}", chips=PLENTY)
    played = throw(table, {seat: {"rojo": 100} for seat in range(1, 61)}, "1")
    assert played.net == dict.fromkeys(range(1, 61), 100)


@pytest.mark.clause("CAT-II.1.4-02", "CAT-II.2.5-11", "CAT-II.1.4-27", "CAT-II.2.5-40")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.4-27"), (DOUBLE_ZERO, "CAT-II.2.5-40")]
)
def test_bets_are_taken_before_the_throw_and_while_the_ball_turns_until_the_close(
    game: str, clause: str
) -> None:
    bets = [Place(1, "rojo", 100), Throw(), Place(1, "pleno:5", 10), Remove(1, "rojo")]
    played = throw(opened(game, 1), bets, "5")
    order = [type(event) for event in played.events]
    first, second = (i for i, kind in enumerate(order) if kind is BetPlaced)
    close = next(
        i
        for i, event in enumerate(played.events)
        if isinstance(event, Announced) and event.what == "no-mas-apuestas"
    )
    assert first < order.index(BallThrown) < second < close < order.index(ResultShown)
    assert played.events[close].clause == clause
    assert played.net == {1: 350}


@pytest.mark.clause("CAT-II.1.4-02")
@pytest.mark.clause(
    "CAT-II.1.4-05", "CAT-II.1.4-28", "CAT-II.1.5.3-01", "CAT-II.2.5-16", "CAT-II.2.5-41",
    "CAT-II.2.6.3-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.4-28"), (ONE_ZERO, "CAT-II.2.5-41")]
)
def test_after_no_more_bets_nothing_is_bet_raised_reduced_or_withdrawn(
    game: str, clause: str
) -> None:
    table = opened(game, 1, 2)
    table.begin()
    table.bet(Place(1, "rojo", 1000))
    table.close_bets()
    late = (
        Place(2, "pleno:17", 900_000), Place(1, "rojo", 1), Remove(1, "rojo", 500),
        Remove(1, "rojo"),
    )  # fmt: skip
    for action in late:
        with refused("bets-closed", clause):
            table.bet(action)
    with refused("not-an-answer", clause):
        table.answer(slip(late))
    table.answer("17")
    record = table.finish()
    assert [event.bet for event in record.events if isinstance(event, BetPlaced)] == ["rojo"]
    assert table.net_of(record) == {1: -1000}


@pytest.mark.clause("CAT-II.1.2-01", "CAT-II.2.2-01")
@pytest.mark.parametrize("game", ALL)
def test_players_bet_against_the_casino_on_where_the_ball_rests(game: str) -> None:
    played = spin(game, {1: {"rojo": 300}, 2: {"negro": 500}, 3: {"pleno:9": 10}}, "9")
    bank = sum(n for e in played.events for account, n in e.postings() if account == BANK)
    assert played.net == {1: 300, 2: -500, 3: 350}
    assert bank == -sum(played.net.values())


# -- the throw -----------------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.1.4-26", "CAT-II.2.5-39", "CAT-II.1.3.2-06", "CAT-II.2.4.2-06")
@pytest.mark.parametrize("game", ALL)
def test_each_time_the_wheel_turns_the_other_way_and_the_ball_against_it(game: str) -> None:
    table = opened(game, 1)
    throws = [throw(table, {}, number).told(BallThrown) for number in ("3", "0", "12")]
    ways = [(one.wheel, one.ball) for [one] in throws]
    right, left = ("derecha", "izquierda"), ("izquierda", "derecha")
    assert ways == [right, left, right]


@pytest.mark.clause("CAT-II.1.4-26", "CAT-II.2.5-39")
def test_a_no_spin_does_not_count_for_the_alternation_of_the_wheel() -> None:
    table = opened(FRENCH, 1)
    first = [one.wheel for one in throw(table, {}, null(), slip({}), "5").told(BallThrown)]
    second = [one.wheel for one in throw(table, {}, "5").told(BallThrown)]
    assert first == ["derecha", "derecha"]
    assert second == ["izquierda"]


@pytest.mark.clause("CAT-II.1.4-29", "CAT-II.2.5-42")
@pytest.mark.parametrize("game", ALL)
def test_the_number_its_colour_and_the_winning_chances_are_announced_and_marked(game: str) -> None:
    played = spin(game, {1: {"rojo": 100}}, "32")
    [shown] = played.told(ResultShown)
    assert shown.result == "32"
    assert shown.facts == {
        "color": "rojo", "paridad": "par", "mitad": "mayor", "columna": 2, "docena": 3,
    }  # fmt: skip
    at = played.events.index(shown)
    assert played.events[at + 1] == MarkerPut(
        marker="ganador", place="32", clause=rules_of(game).by("result_call")
    )


@pytest.mark.clause("CAT-II.1.4-29", "CAT-II.2.5-42")
def test_zero_is_announced_as_a_sign_without_colour() -> None:
    assert spin(FRENCH, {1: {"pleno:0": 1}}, "0").told(ResultShown)[0].facts == {"signo": "0"}
    assert spin(DOUBLE_ZERO, {1: {"rojo": 1}}, "00").told(ResultShown)[0].facts == {"signo": "00"}


@pytest.mark.clause("CAT-II.1.3.1-05", "CAT-II.2.4.1-05")
@pytest.mark.parametrize("game", [FRENCH, ONE_ZERO])
def test_the_board_shows_the_winning_number_and_the_series_of_the_last_ones(game: str) -> None:
    table = opened(game, 1)
    numbers = [str(number) for number in range(1, 26)]
    for number in numbers:
        throw(table, {}, number)
    assert state(table).results == tuple(numbers[-20:])
    short = opened(game, 1, changes={"results_shown": "3"})
    for number in numbers:
        throw(short, {}, number)
    assert state(short).results == ("23", "24", "25")


# -- losers and winners --------------------------------------------------------------------------

SPREAD = {
    1: {
        "pleno:30": 10, "docena:1": 10, "impar": 10, "caballo:19-20": 10, "columna:1": 10,
        "pleno:14": 10,
    },
    2: {"calle:1-2-3": 10, "docena:3": 10, "negro": 10, "columna:3": 10, "cuadro:16-17-19-20": 10},
}  # fmt: skip


@pytest.mark.clause("CAT-II.1.4-31")
def test_french_clearing_columns_then_simple_and_dozens_then_around_the_number_then_the_rest() -> (
    None
):
    played = spin(FRENCH, SPREAD, "23")
    assert played.lost() == [
        "columna:1", "columna:3", "negro", "docena:1", "docena:3",
        "caballo:19-20", "cuadro:16-17-19-20", "pleno:30", "pleno:14", "calle:1-2-3",
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.2.5-44")
@pytest.mark.parametrize("game", AMERICAN)
def test_american_clearing_begins_around_the_number(game: str) -> None:
    played = spin(game, SPREAD, "23")
    assert played.lost() == [
        "caballo:19-20", "cuadro:16-17-19-20", "columna:1", "columna:3", "negro",
        "docena:1", "docena:3", "pleno:30", "pleno:14", "calle:1-2-3",
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.1.4-30", "CAT-II.2.5-43", "CAT-II.1.4-32", "CAT-II.2.5-45")
@pytest.mark.parametrize("game", ALL)
def test_losers_are_taken_first_then_the_marker_goes_and_each_payment_is_shown_for_approval(
    game: str,
) -> None:
    bets = {1: {"rojo": 100, "negro": 100}, 3: {"docena:1": 50, "pleno:5": 20, "pleno:6": 20}}
    played = spin(game, bets, "5")
    kept = (BetLost, BetWon, MarkerPut)
    order: list[str | int | None] = []
    for event in played.events[played.events.index(played.told(ResultShown)[0]) + 2 :]:
        if isinstance(event, kept):
            order.append(event.place if isinstance(event, MarkerPut) else event.kind)
        elif isinstance(event, Announced) and event.what == "pago-a-la-vista":
            assert event.facts["approves"] == "jefe-de-mesa"
            assert event.clause == rules_of(game).by("payment_shown")
            order.append(event.facts["seat"])
    assert order == ["bet-lost", "bet-lost", None, 3, "bet-won", "bet-won", 1, "bet-won"]
    shown = [e.facts for e in played.told(Announced) if e.what == "pago-a-la-vista"]
    assert [(facts["bets"], facts["stakes"]) for facts in shown] == [(2, 70), (1, 100)]
    assert "ganador" not in fold(played.events).markers


WINNERS = {
    2: {"pleno:2": 1, "columna:2": 1, "calle:1-2-3": 1},
    5: {"caballo:2-5": 1, "par": 1, "docena:1": 1},
    7: {"pleno:2": 1, "linea:1-2-3-4-5-6": 1, "cuadro:1-2-4-5": 1, "negro": 1},
}


@pytest.mark.clause("CAT-II.1.6-05", "CAT-II.1.6-06", "CAT-II.1.4-34")
def test_french_paying_order_goes_by_kind_and_pays_each_player_all_at_once() -> None:
    bets = {**WINNERS, 8: {"dos-docenas:1-2": 2}, 9: {"pleno:2": 1}}
    assert spin(FRENCH, bets, "2").won() == [
        (5, "docena:1"), (5, "par"), (5, "caballo:2-5"),
        (2, "columna:2"), (2, "calle:1-2-3"), (2, "pleno:2"),
        (8, "dos-docenas:1-2"),
        (7, "negro"), (7, "linea:1-2-3-4-5-6"), (7, "cuadro:1-2-4-5"), (7, "pleno:2"),
        (9, "pleno:2"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.1.6-06")
def test_without_the_rule_of_paying_all_at_once_the_kinds_go_over_the_whole_cloth() -> None:
    played = spin(FRENCH, WINNERS, "2", changes={"all_at_once": "false"})
    assert [seat for seat, _ in played.won()] == [5, 2, 7, 5, 7, 2, 7, 5, 7, 2]


@pytest.mark.clause("CAT-II.1.6-05")
def test_french_kinds_are_paid_columns_doubles_simple_streets_squares_plenos() -> None:
    bets = {
        1: {
            "pleno:2": 1, "caballo:2-5": 1, "cuadro:1-2-4-5": 1, "linea:1-2-3-4-5-6": 1,
            "calle:1-2-3": 1, "par": 1, "dos-docenas:1-2": 2, "dos-columnas:1-2": 2,
            "docena:1": 1, "columna:2": 1,
        }
    }  # fmt: skip
    assert [bet.partition(":")[0] for _, bet in spin(FRENCH, bets, "2").won()] == [
        "docena", "columna", "dos-docenas", "dos-columnas", "par", "linea", "calle", "caballo",
        "cuadro", "pleno",
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.2.7-05", "CAT-II.2.7-06", "CAT-II.2.5-47")
def test_american_paying_order_is_player_by_player_and_then_by_kind() -> None:
    bets = {
        **WINNERS,
        1: {
            "pleno:2": 1, "caballo:2-5": 1, "cuadro:1-2-4-5": 1, "calle:1-2-3": 1,
            "linea:1-2-3-4-5-6": 1, "linea-especial": 1, "docena:1": 1, "par": 1, "columna:2": 1,
        },
    }  # fmt: skip
    assert spin(DOUBLE_ZERO, bets, "2").won() == [
        (7, "negro"), (7, "linea:1-2-3-4-5-6"), (7, "cuadro:1-2-4-5"), (7, "pleno:2"),
        (5, "par"), (5, "docena:1"), (5, "caballo:2-5"),
        (2, "columna:2"), (2, "calle:1-2-3"), (2, "pleno:2"),
        (1, "columna:2"), (1, "par"), (1, "docena:1"), (1, "linea-especial"),
        (1, "linea:1-2-3-4-5-6"), (1, "calle:1-2-3"), (1, "cuadro:1-2-4-5"), (1, "caballo:2-5"),
        (1, "pleno:2"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.1.6-07")
def test_french_winnings_are_money_chips_for_every_bet() -> None:
    played = spin(FRENCH, {1: {"pleno:5": 100}}, "5")
    assert rules_of(FRENCH).paid_in == ("fichas-de-dinero",)
    assert "pago-en-fichas" not in played.said()
    assert played.net == {1: 3500}


# -- no spin -------------------------------------------------------------------------------------

CAUSES = (
    "objeto-en-el-cilindro", "bola-fuera", "menos-de-tres-vueltas",
    "bola-en-el-sentido-del-cilindro", "bola-suspendida", "falla-del-cilindro",
    "cilindro-detenido",
)  # fmt: skip


@pytest.mark.clause("CAT-II.1.6-02", "CAT-II.1.6-04", "CAT-II.2.7-02", "CAT-II.2.7-04")
@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize(
    ("game", "listed", "void"),
    [(FRENCH, "CAT-II.1.6-04", "CAT-II.1.6-02"), (ONE_ZERO, "CAT-II.2.7-04", "CAT-II.2.7-02")],
)
def test_a_listed_case_is_announced_as_no_spin_and_decides_nothing(
    game: str, listed: str, void: str, cause: str
) -> None:
    more = slip([Place(1, "pleno:8", 10)])
    played = spin(game, {1: {"caballo:8-9": 100}}, null(cause), more, "8")
    assert played.told(ThrowVoid) == [ThrowVoid(cause=cause, clause=listed)]
    [said] = [e for e in played.told(Announced) if e.what == "tirada-nula"]
    assert (said.clause, said.facts) == (void, {"by": "jefe-de-mesa"})
    assert [shown.result for shown in played.told(ResultShown)] == ["8"]
    assert played.net == {1: 1700 + 350}  # the bet stood, and betting was open again


@pytest.mark.clause("CAT-II.1.6-01", "CAT-II.2.7-01")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.6-01"), (DOUBLE_ZERO, "CAT-II.2.7-01")]
)
def test_the_list_of_irregular_plays_is_not_exhaustive(game: str, clause: str) -> None:
    played = spin(game, {1: {"rojo": 100}}, null("corte-de-luz"), slip({}), "1")
    assert played.told(ThrowVoid) == [ThrowVoid(cause="corte-de-luz", clause=clause)]
    assert played.net == {1: 100}


@pytest.mark.clause("CAT-II.1.6-03", "CAT-II.2.7-03")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.6-03"), (DOUBLE_ZERO, "CAT-II.2.7-03")]
)
def test_after_a_no_spin_the_ball_goes_to_the_last_number_and_the_wheel_makes_three_turns(
    game: str, clause: str
) -> None:
    table = opened(game, 1)
    first = throw(table, {}, null(), slip({}), "26")
    balls = [put for put in first.told(MarkerPut) if put.marker == "bola"]
    assert balls == []  # no previous play yet
    second = throw(table, {}, null(), slip({}), "3")
    [ball] = [put for put in second.told(MarkerPut) if put.marker == "bola"]
    [again] = [said for said in second.told(Announced) if said.what == "lanzar-de-nuevo"]
    assert (ball.place, ball.clause) == ("26", clause)
    assert (again.facts["turns"], again.facts["by"], again.clause) == (3, "jefe-de-mesa", clause)
    assert len(second.told(BallThrown)) == 2


@pytest.mark.clause("CAT-II.1.6-02")
def test_bets_may_be_taken_down_after_a_no_spin_and_prisoners_wait_for_a_valid_one() -> None:
    table = opened(FRENCH, 1, 2)
    throw(table, {1: {"mayor": 900}}, "0", "prision")
    played = throw(table, {2: {"rojo": 100}}, null(), slip([Remove(2, "rojo")]), "24")
    assert played.net == {}
    assert state(table).prison == ()


def test_the_window_after_a_no_spin_shows_the_bets_that_stand() -> None:
    table = opened(FRENCH, 1)
    window(table)
    live = table.live
    assert live is not None
    live.answer(slip({1: {"rojo": 100}}))
    live.answer(null())
    assert [(s.bet, s.amount) for s in getattr(live.ask, "standing", ())] == [("rojo", 100)]
