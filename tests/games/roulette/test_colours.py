"""Colour chips at the American table: bought, marked, bet, paid, changed, tipped, given back."""

from __future__ import annotations

import pytest

from tapete.core.book.account import BANK, TIPS, Account, account
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits, Place, Remove
from tapete.core.round.event import (
    Announced,
    ChipsChanged,
    Event,
    MarkerPut,
    net,
)
from tapete.core.round.felt import fold
from tapete.core.round.replay import replay
from tapete.games.registry import find
from tapete.games.roulette.board import Colour, Denomination
from tapete.games.roulette.roulette import TIPS_IN_COLOUR
from tests.games.roulette.rounds import (
    AMERICAN,
    DOUBLE_ZERO,
    ONE_ZERO,
    bought,
    held,
    null,
    opened,
    paid_in,
    refused,
    slip,
    state,
    throw,
    window,
)


def changes(told: list[Event]) -> list[ChipsChanged]:
    return [event for event in told if isinstance(event, ChipsChanged)]


def balance(told: list[Event], account: Account) -> int:
    return sum(n for event in told for name, n in event.postings() if name == account)


# -- buying in -----------------------------------------------------------------------------------


@pytest.mark.clause(
    "CAT-II.2.2-03", "CAT-II.2.5-02", "CAT-II.2.5-03", "CAT-II.2.5-04", "CAT-II.2.6.1-01"
)  # fmt: skip
@pytest.mark.parametrize("game", AMERICAN)
def test_a_player_chooses_a_free_colour_and_its_value_it_is_marked_and_he_gets_chips(
    game: str,
) -> None:
    table = opened(game, 1, 2)
    told = table.act("comprar-color", seat=1, colour="verde", value=500, amount=10_000)
    assert state(table).board.colours == (Colour(1, "verde", 500, 20),)
    marked, said, control, change = told
    assert marked == MarkerPut(marker="color:verde", place="500", clause="CAT-II.2.5-03")
    assert isinstance(said, Announced)
    assert (said.facts["to"], said.clause) == ("jefe-de-mesa", "CAT-II.2.5-03")
    assert isinstance(control, Announced)
    assert isinstance(change, ChipsChanged)
    assert change.got == {"verde": 20}
    assert (change.amount, change.clause) == (10_000, "CAT-II.2.5-04")
    assert fold(told).markers == {"color:verde": "500"}
    for number in ("3", "0"):  # the money chip stays on the board as long as he plays
        throw(table, {}, number)
    assert state(table).board.of(1) == Colour(1, "verde", 500, 20)


@pytest.mark.clause("CAT-II.2.5-04")
def test_chips_are_handed_for_exactly_the_amount_received_in_cash_or_money_chips() -> None:
    table = opened(ONE_ZERO, 1)
    cash = table.act(
        "comprar-color", seat=1, colour="azul", value=1000, amount=7300, paid="efectivo"
    )
    assert balance(cash, account("cash:1")) == -7000  # 300 make no chip and stay with the player
    assert balance(cash, account("colour:1")) == 7000
    table.exchange.change(1, 2000)
    chips = table.act("comprar-mas", seat=1, amount=2000)
    assert net(chips, 1) == 0
    assert balance(chips, account("seat:1")) == -2000
    assert held(table, 1) == 9
    with refused("too-little", "CAT-II.2.5-05"):
        table.act("comprar-mas", seat=1, amount=999)
    with refused("no-such-money", "CAT-II.2.5-05"):
        table.act("comprar-mas", seat=1, amount=9000, paid="cheque")


@pytest.mark.clause("CAT-II.2.5-02")
def test_the_colour_must_exist_and_its_value_fit_the_table() -> None:
    table = opened(ONE_ZERO, 1, limits=Limits(min=500, max=20_000, unit=100))
    for value, code in (
        (0, "bad-amount"), (-500, "bad-amount"), (250, "colour-value"), (20_100, "colour-value"),
    ):  # fmt: skip
        with refused(code, "CAT-II.2.5-02"):
            table.act("comprar-color", seat=1, colour="verde", value=value, amount=50_000)
    with refused("no-such-colour", "CAT-II.2.5-02"):
        table.act("comprar-color", seat=1, colour="transparente", value=500, amount=5000)
    with refused("not-seated", "CAT-I.5.1-02"):
        table.act("comprar-color", seat=9, colour="verde", value=500, amount=5000)
    assert state(table).board.colours == ()


@pytest.mark.clause("CAT-II.2.2-03", "CAT-II.2.5-02", "CAT-II.2.6.3-02", "CAT-II.2.6.3-03")
def test_no_two_players_have_one_colour_and_no_player_two() -> None:
    table = bought()
    with refused("colour-taken", "CAT-II.2.6.3-03"):
        table.act("comprar-color", seat=2, colour="verde", value=1000, amount=5000)
    with refused("two-colours", "CAT-II.2.6.3-02"):
        table.act("comprar-color", seat=1, colour="azul", value=500, amount=5000)


@pytest.mark.clause("CAT-II.2.4.1-03")
def test_two_hundred_chips_of_each_colour_by_default() -> None:
    table = bought(chips=150)
    with refused("colour-stock", "CAT-II.2.4.1-03"):
        table.act("comprar-mas", seat=1, amount=51 * 500)
    table.act("comprar-mas", seat=1, amount=50 * 500)
    assert held(table, 1) == 200
    larger = opened(ONE_ZERO, 1, changes={"colour_stock": "300"})
    larger.act("comprar-color", seat=1, colour="verde", value=500, amount=300 * 500)
    assert held(larger, 1) == 300


@pytest.mark.clause("CAT-II.2.5-05")
def test_more_chips_of_the_same_colour_are_bought_during_play() -> None:
    table = bought()
    throw(table, {}, "7")
    [change] = changes(table.act("comprar-mas", seat=1, amount=2500))
    assert (change.got, change.clause) == ({"verde": 5}, "CAT-II.2.5-05")
    assert held(table, 1) == 25
    with refused("no-colour", "CAT-II.2.5-05"):
        table.act("comprar-mas", seat=2, amount=2500)


# -- giving back and changing --------------------------------------------------------------------


@pytest.mark.clause("CAT-II.2.5-06", "CAT-II.2.5-07")
def test_before_leaving_the_chips_are_changed_as_the_player_says_and_the_colour_is_free() -> None:
    table = bought()
    with refused("not-the-amount", "CAT-II.2.5-06"):
        table.act("devolver-color", seat=1, chips={1000: 11})
    told = table.act("devolver-color", seat=1, chips={5000: 1, 1000: 5})
    [change] = changes(told)
    assert (change.gave, change.got) == ({"verde": 20}, {"5000": 1, "1000": 5})
    assert change.amount == 10_000
    assert told[-1] == MarkerPut(marker="color:verde", place=None, clause="CAT-II.2.5-07")
    table.act("comprar-color", seat=2, colour="verde", value=1000, amount=5000)
    assert state(table).board.colours == (Colour(2, "verde", 1000, 5),)


@pytest.mark.clause("CAT-II.2.5-06", "CAT-II.2.5-07")
def test_a_player_who_leaves_the_table_has_his_colour_changed_first() -> None:
    table = bought()
    told = table.leave(1)
    [change] = changes(told)
    assert (change.amount, change.clause) == (10_000, "CAT-II.2.5-06")
    assert told[-1] == MarkerPut(marker="color:verde", place=None, clause="CAT-II.2.5-07")
    assert state(table).board.colours == ()


@pytest.mark.clause("CAT-II.2.5-08")
@pytest.mark.parametrize(
    ("colour", "value", "chips"), [("azul", 500, 20), ("verde", 2000, 5), ("rosado", 3000, 3)]
)
def test_another_colour_or_value_goes_through_money_chips_and_repeats_the_steps(
    colour: str, value: int, chips: int
) -> None:
    table = bought()
    told = table.act("cambiar-color", seat=1, colour=colour, value=value)
    assert state(table).board.colours == (Colour(1, colour, value, chips),)
    back, forth = changes(told)
    assert (back.gave, back.amount, back.clause) == ({"verde": 20}, 10_000, "CAT-II.2.5-08")
    assert (forth.amount, forth.got) == (chips * value, {colour: chips})
    marks = [(event.marker, event.place) for event in told if isinstance(event, MarkerPut)]
    assert marks == [("color:verde", None), (f"color:{colour}", str(value))]
    assert net(told, 1) == 0


@pytest.mark.clause("CAT-II.2.5-08", "CAT-II.2.6.3-03")
def test_a_change_to_a_taken_colour_is_refused_and_leaves_everything_as_it_was() -> None:
    table = bought()
    table.act("comprar-color", seat=2, colour="azul", value=500, amount=500)
    before = table.state
    with refused("colour-taken", "CAT-II.2.6.3-03"):
        table.act("cambiar-color", seat=1, colour="azul", value=500)
    assert table.state == before


@pytest.mark.clause("CAT-II.2.4.2-04")
@pytest.mark.parametrize(
    ("act", "facts"),
    [
        ("comprar-mas", {"seat": 1, "amount": 500}),
        ("cambiar-color", {"seat": 1, "colour": "azul", "value": 500}),
        ("devolver-color", {"seat": 1}),
        ("cambiar-propina", {}),
    ],
)
def test_colour_chips_never_pass_through_the_hands_of_the_jefe_de_mesa(
    act: str, facts: dict[str, object]
) -> None:
    with refused("not-your-role", "CAT-II.2.4.2-04"):
        bought().act(act, by="jefe-de-mesa", **facts)


# -- tips ----------------------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.2.5-09")
def test_a_tip_in_colour_is_changed_after_the_payment_and_before_the_next_throw() -> None:
    table = bought()
    table.act("propina-en-color", seat=1, chips=1)
    with refused("nothing-paid-yet", "CAT-II.2.5-09"):
        table.act("cambiar-propina")
    throw(table, {1: {"pleno:7": 500}}, "7")
    given = table.act("propina-en-color", seat=1, chips=2)
    assert balance(given, account("colour:1")) == -1000
    told = table.act("cambiar-propina")
    assert balance(told, TIPS) == 1000
    assert balance([*given, *told], TIPS_IN_COLOUR) == 0
    assert changes(told)[0].clause == "CAT-II.2.5-09"


@pytest.mark.clause("CAT-II.2.5-09")
def test_a_tip_cannot_be_changed_once_the_ball_is_thrown_again() -> None:
    table = bought()
    throw(table, {}, "7")
    table.act("propina-en-color", seat=1, chips=2)
    table.begin()
    with refused("round-in-course", "CAT-I.1-13"):
        table.act("cambiar-propina")


@pytest.mark.clause("CAT-II.2.5-10")
def test_a_tip_not_changed_in_time_is_lost_and_its_chips_go_back_to_the_house() -> None:
    table = bought()
    throw(table, {}, "7")
    table.act("propina-en-color", seat=1, chips=2)
    assert state(table).board.out("verde") == 20
    played = throw(table, {}, "9")
    [lost] = played.told(ChipsChanged)
    assert lost.postings() == ((TIPS_IN_COLOUR, -1000), (BANK, 1000))
    assert lost.clause == "CAT-II.2.5-10"
    assert state(table).board.out("verde") == 18
    with refused("no-tip-to-change", "CAT-II.2.5-10"):
        table.act("cambiar-propina")


@pytest.mark.clause("CAT-II.2.5-09")
def test_a_tip_is_given_of_chips_one_has() -> None:
    with refused("colour-chips-missing", "CAT-II.2.5-09"):
        bought().act("propina-en-color", seat=1, chips=21)


@pytest.mark.clause("CAT-I.3.2-05")
def test_a_tip_in_colour_is_collected_by_the_croupier() -> None:
    with refused("not-your-role", "CAT-I.3.2-05"):
        bought().act("propina-en-color", seat=1, chips=1, by="jugador")
    with refused("not-your-role", "CAT-II.2.4.2-04"):
        bought().act("propina-en-color", seat=1, chips=1, by="jefe-de-mesa")


# -- betting -------------------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.2.5-12", "CAT-II.2.5-13")
def test_a_colour_player_bets_whole_chips_of_his_own_colour_on_multiple_bets() -> None:
    open_bets = window(bought()).open()
    open_bets.take(Place(1, "pleno:7", 1500, chips="color:verde"))
    open_bets.take(Place(1, "caballo:7-8", 500))
    with refused("under-minimum", "CAT-I.4.2-03"):
        open_bets.take(Place(1, "calle:7-8-9", 300))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(1, "calle:7-8-9", 700))
    with refused("two-colours", "CAT-II.2.6.3-02"):
        open_bets.take(Place(1, "calle:7-8-9", 500, chips="color:azul"))
    with refused("colour-not-assigned", "CAT-II.2.5-02"):
        open_bets.take(Place(2, "calle:7-8-9", 500, chips="color:azul"))
    with refused("colour-or-denomination", "CAT-II.2.2-04"):
        open_bets.take(Place(1, "calle:7-8-9", 500, chips="valor:500"))
    with refused("no-such-chips", "CAT-II.2.5-12"):
        open_bets.take(Place(1, "calle:7-8-9", 500, chips="botones"))


@pytest.mark.clause("CAT-II.2.5-05", "CAT-II.2.5-13")
def test_a_colour_player_bets_no_more_chips_than_he_holds() -> None:
    open_bets = window(bought()).open()
    open_bets.take(Place(1, "pleno:7", 9000))
    with refused("colour-chips-missing", "CAT-II.2.5-05"):
        open_bets.take(Place(1, "par", 1500, chips="color:verde"))
    open_bets.take(Remove(1, "pleno:7", 4000))
    open_bets.take(Place(1, "par", 1500, chips="color:verde"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Remove(1, "par", 700))


@pytest.mark.clause("CAT-II.2.5-13", "CAT-II.2.5-15")
def test_a_called_bet_in_colour_is_whole_chips_on_each_part() -> None:
    open_bets = window(bought()).open()
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(1, "tercio", 6 * 600))
    open_bets.take(Place(1, "tercio", 6 * 500))
    assert set(open_bets.felt.values()) == {500}


@pytest.mark.clause("CAT-II.2.2-04", "CAT-II.2.5-13", "CAT-II.2.6.3-02", "CAT-II.2.6.3-03")
def test_with_money_chips_one_denomination_a_player_on_multiple_bets_and_nobody_elses() -> None:
    table = bought()
    open_bets = window(table).open()
    open_bets.take(Place(2, "pleno:7", 3000, chips="valor:1000"))
    with refused("two-denominations", "CAT-II.2.6.3-02"):
        open_bets.take(Place(2, "pleno:8", 5000, chips="valor:5000"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(2, "pleno:8", 1500, chips="valor:1000"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(2, "pleno:8", 1500))
    with refused("denomination-taken", "CAT-II.2.6.3-03"):
        open_bets.take(Place(3, "calle:1-2-3", 1000, chips="valor:1000"))
    open_bets.take(Place(3, "calle:1-2-3", 5000, chips="valor:5000"))


@pytest.mark.clause("CAT-II.2.5-13")
def test_a_bet_in_one_denomination_is_reduced_by_whole_chips_of_it() -> None:
    table = opened(ONE_ZERO, 2)
    live = table.begin()
    table.bet(Place(2, "pleno:7", 3000, chips="valor:1000"))
    table.bet(Place(2, "rojo", 3000, chips="valor:1000"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        table.bet(Remove(2, "pleno:7", 300))
    table.bet(Remove(2, "pleno:7", 1000))
    table.bet(Remove(2, "rojo", 300))  # any denominations lie on a simple chance (CAT-II.2.5-14)
    table.close_bets()
    table.answer(null())  # the bet stands, and so does its denomination
    assert live.ask is not None
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        live.ask.check(slip([Remove(2, "pleno:7", 1300)]))
    table.bet(Remove(2, "pleno:7"))
    table.close_bets()
    table.answer("8")
    assert table.net_of(table.finish()) == {2: -2700}


@pytest.mark.clause("CAT-II.2.2-04", "CAT-II.2.6.3-02", "CAT-II.2.6.3-03")
def test_a_denomination_stays_its_players_for_the_game_and_is_free_when_he_goes() -> None:
    table = opened(ONE_ZERO, 2, 3)
    throw(table, [Place(2, "pleno:7", 1000, chips="valor:1000")], "9")
    assert state(table).board.denominations == (Denomination(2, 1000),)
    open_bets = window(table).open()
    with refused("two-denominations", "CAT-II.2.6.3-02"):
        open_bets.take(Place(2, "pleno:8", 5000, chips="valor:5000"))
    with refused("denomination-taken", "CAT-II.2.6.3-03"):
        open_bets.take(Place(3, "pleno:8", 1000, chips="valor:1000"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(2, "pleno:8", 1500))
    assert table.live is not None
    table.live.answer(slip({}))
    table.live.answer("3")
    table.finish()
    table.leave(2)
    throw(table, [Place(3, "pleno:7", 1000, chips="valor:1000")], "9")


@pytest.mark.clause("CAT-II.2.5-14")
@pytest.mark.parametrize("bet", ["rojo", "impar", "mayor", "columna:2", "docena:3"])
def test_any_denominations_may_lie_on_simple_chances_columns_and_dozens(bet: str) -> None:
    open_bets = window(bought()).open()
    open_bets.take(Place(2, "pleno:7", 1000, chips="valor:1000"))
    for chips in ("valor:1000", "valor:5000"):
        open_bets.take(Place(2, bet, 5000, chips=chips))
        open_bets.take(Place(3, bet, 5000, chips=chips))
    open_bets.take(Place(1, bet, 2500, chips="valor:2500"))
    with refused("not-a-multiple", "CAT-II.2.5-13"):
        open_bets.take(Place(3, bet, 1500, chips="valor:1000"))
    with refused("mixed-chips", "CAT-II.2.5-13"):
        open_bets.take(Place(1, bet, 500, chips="color:verde"))


@pytest.mark.clause("CAT-II.2.5-13")
def test_a_seat_that_chose_neither_colour_nor_denomination_bets_any_amount() -> None:
    open_bets = window(bought()).open()
    open_bets.take(Place(3, "pleno:7", 1234))
    open_bets.take(Place(3, "rojo", 77))
    assert open_bets.felt[3, "pleno:7"] == 1234


# -- being paid ----------------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.2.7-07")
def test_winnings_of_colour_chips_are_paid_in_the_same_colour_at_its_value() -> None:
    table = bought()
    played = throw(table, {1: {"pleno:7": 500, "caballo:1-2": 1000}}, "7")
    assert played.net == {1: 35 * 500 - 1000}
    assert paid_in(played) == [(1, "verde", 35, 0)]
    assert held(table, 1) == 20 - 2 + 35
    assert [e.clause for e in played.told(Announced) if e.what == "pago-en-fichas"] == [
        "CAT-II.2.7-07"
    ]


@pytest.mark.clause("CAT-II.2.7-07", "CAT-II.2.4.1-03")
def test_what_the_rack_does_not_have_is_paid_in_money_chips() -> None:
    table = bought(chips=190)
    played = throw(table, {1: {"pleno:7": 500}}, "7")
    assert paid_in(played) == [(1, "verde", 10, 25 * 500)]
    assert held(table, 1) == 200
    assert played.net == {1: 35 * 500}


@pytest.mark.clause("CAT-II.2.7-07", "CAT-II.2.5-26")
def test_half_a_colour_chip_comes_back_in_money() -> None:
    table = bought()
    played = throw(table, [Place(1, "rojo", 1500, chips="color:verde")], "0")
    assert played.net == {1: -750}
    assert paid_in(played) == [(1, "verde", 0, 250)]
    assert held(table, 1) == 18


@pytest.mark.clause("CAT-II.2.7-07")
def test_winnings_of_money_chips_are_money_chips() -> None:
    table = bought()
    played = throw(table, [Place(1, "rojo", 5000, chips="valor:5000")], "7")
    assert played.net == {1: 5000}
    assert paid_in(played) == []
    assert held(table, 1) == 20


@pytest.mark.clause("CAT-II.2.7-02")
def test_colour_chips_on_the_cloth_stand_through_a_no_spin() -> None:
    table = bought(DOUBLE_ZERO)
    live = table.begin()
    live.answer(slip([Place(1, "pleno:7", 9500)]))
    live.answer(null())
    ask = live.ask
    assert ask is not None
    with refused("colour-chips-missing", "CAT-II.2.5-05"):
        ask.check(slip([Place(1, "pleno:8", 1000)]))
    live.answer(slip([Place(1, "pleno:8", 500), Remove(1, "pleno:7", 9000)]))
    live.answer("8")
    record = table.finish()
    assert held(table, 1) == 20 - 1 + 35
    assert replay(read_record(record.text()), find).result == table.state


@pytest.mark.clause("CAT-II.2.7-07")
def test_a_house_may_pay_colour_players_in_money_chips_only() -> None:
    table = opened(ONE_ZERO, 1, changes={"paid_in": '["fichas-de-dinero"]'})
    table.act("comprar-color", seat=1, colour="verde", value=500, amount=10_000)
    played = throw(table, {1: {"pleno:7": 500}}, "7")
    assert paid_in(played) == [(1, "verde", 0, 17_500)]
    assert held(table, 1) == 20
