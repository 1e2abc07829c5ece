"""The cloths: which bets there are, which numbers they hold, and what is not on them."""

from __future__ import annotations

import pytest

from tapete.core.round.bets import Closed, Limits, Noticed, Offer, Place
from tests.games.roulette.rounds import (
    ALL,
    AMERICAN,
    DOUBLE_ZERO,
    FRENCH,
    ONE_ZERO,
    opened,
    refused,
    rules_of,
    spin,
    throw,
    window,
)

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
COLUMNS = {1: set(range(1, 37, 3)), 2: set(range(2, 37, 3)), 3: set(range(3, 37, 3))}
DOZENS = {1: set(range(1, 13)), 2: set(range(13, 25)), 3: set(range(25, 37))}
COUNTS = {
    FRENCH: {
        "pleno": 37, "caballo": 60, "calle": 14, "cuadro": 23, "linea": 11, "columna": 3,
        "docena": 3, "dos-columnas": 2, "dos-docenas": 2,
    },
    ONE_ZERO: {
        "pleno": 37, "caballo": 60, "calle": 14, "cuadro": 23, "linea": 11, "columna": 3,
        "docena": 3,
    },
    DOUBLE_ZERO: {
        "pleno": 38, "caballo": 62, "calle": 15, "cuadro": 22, "linea": 11, "columna": 3,
        "docena": 3, "linea-especial": 1,
    },
}  # fmt: skip
SIMPLE = {"par", "impar", "rojo", "negro", "menor", "mayor"}


def spots(game: str, kind: str) -> dict[str, set[str]]:
    """The bets of a kind, by what stands after the colon."""
    found = rules_of(game).spots.items()
    return {
        bet.partition(":")[2]: set(held) for bet, held in found if bet.partition(":")[0] == kind
    }


def numbers(held: set[str]) -> set[int]:
    return {int(number) for number in held}


@pytest.mark.clause("CAT-II.1.4-06", "CAT-II.2.5-17")
@pytest.mark.parametrize("game", ALL)
def test_the_bets_available_are_those_of_the_scheme_and_no_others(game: str) -> None:
    kinds = {bet.partition(":")[0] for bet in rules_of(game).spots}
    assert kinds == set(COUNTS[game]) | SIMPLE
    assert {kind: len(spots(game, kind)) for kind in COUNTS[game]} == COUNTS[game]


@pytest.mark.clause("CAT-II.1.3.1-02", "CAT-II.2.4.1-02", "CAT-II.2.6.1-01")
@pytest.mark.parametrize("game", ALL)
def test_the_cloth_shows_all_betting_options_and_each_takes_chips(game: str) -> None:
    table = opened(game, 1)
    open_bets = window(table).open()
    shown = list(open_bets.window.cloth.bets())
    assert set(rules_of(game).spots) <= set(shown)
    assert all(isinstance(open_bets.room(1, bet), Offer) for bet in shown)


@pytest.mark.clause(
    "CAT-II.1.3.1-01", "CAT-II.2.3.1-01", "CAT-II.2.3.2-01", "CAT-II.2.4.1-01"
)  # fmt: skip
def test_pockets_are_1_to_36_and_one_zero_or_two() -> None:
    plain = {str(number) for number in range(1, 37)}
    for game, zeros in ((FRENCH, {"0"}), (ONE_ZERO, {"0"}), (DOUBLE_ZERO, {"0", "00"})):
        pockets = rules_of(game).pockets
        assert set(pockets) == plain | zeros
        assert len(pockets) == 36 + len(zeros)


@pytest.mark.clause("CAT-II.1.4-07", "CAT-II.2.5-18", "CAT-II.2.5-28")
def test_pleno_is_one_number_or_a_zero_and_00_is_not_0() -> None:
    plain = {str(number) for number in range(37)}
    assert set(spots(FRENCH, "pleno")) == set(spots(ONE_ZERO, "pleno")) == plain
    assert set(spots(DOUBLE_ZERO, "pleno")) == plain | {"00"}
    for game in ALL:
        assert all(held == {number} for number, held in spots(game, "pleno").items())


@pytest.mark.clause("CAT-II.1.4-08", "CAT-II.2.5-19", "CAT-II.2.5-29")
def test_caballo_is_two_numbers_that_touch_sideways_or_up_and_down() -> None:
    def touch(a: int, b: int) -> bool:
        same_row = (a - 1) // 3 == (b - 1) // 3
        return b - a == 3 or (b - a == 1 and same_row)

    plain = {f"{a}-{b}" for a in range(1, 37) for b in range(a + 1, 37) if touch(a, b)}
    assert len(plain) == 57
    assert set(spots(FRENCH, "caballo")) == plain | {"0-1", "0-2", "0-3"}
    assert set(spots(ONE_ZERO, "caballo")) == plain | {"0-1", "0-2", "0-3"}
    with_zeros = {"0-00", "0-1", "0-2", "00-2", "00-3"}
    assert set(spots(DOUBLE_ZERO, "caballo")) == plain | with_zeros


@pytest.mark.clause("CAT-II.1.4-09", "CAT-II.1.4-10", "CAT-II.2.5-20", "CAT-II.2.5-30")
def test_calle_is_the_three_numbers_of_a_row_and_those_printed_with_zero() -> None:
    rows = {f"{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)}
    assert set(spots(FRENCH, "calle")) == rows | {"0-1-2", "0-2-3"}
    assert set(spots(ONE_ZERO, "calle")) == rows | {"0-1-2", "0-2-3"}
    assert set(spots(DOUBLE_ZERO, "calle")) == rows | {"0-00-2", "0-1-2", "00-2-3"}


@pytest.mark.clause("CAT-II.1.4-11", "CAT-II.1.4-12", "CAT-II.2.5-21", "CAT-II.2.5-31")
def test_cuadro_is_four_numbers_in_a_square_and_0_1_2_3_is_one_bet_with_one_zero_only() -> None:
    plain = {f"{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3}
    assert len(plain) == 22
    assert set(spots(FRENCH, "cuadro")) == set(spots(ONE_ZERO, "cuadro")) == plain | {"0-1-2-3"}
    assert set(spots(DOUBLE_ZERO, "cuadro")) == plain


@pytest.mark.clause("CAT-II.1.4-12")
def test_both_places_of_the_zero_square_are_the_same_bet_and_add_up() -> None:
    bets = [Place(1, "cuadro:0-1-2-3", 100), Place(1, "cuadro:0-1-2-3", 50)]
    assert throw(opened(FRENCH, 1), bets, "3").net == {1: 8 * 150}


@pytest.mark.clause("CAT-II.1.4-13", "CAT-II.2.5-22", "CAT-II.2.5-32")
@pytest.mark.parametrize("game", ALL)
def test_linea_is_the_six_numbers_of_two_rows_that_touch(game: str) -> None:
    expected = [set(range(n, n + 6)) for n in range(1, 32, 3)]
    assert [numbers(held) for held in spots(game, "linea").values()] == expected


@pytest.mark.clause("CAT-II.2.5-33")
def test_linea_especial_is_0_00_1_2_3_and_the_only_one() -> None:
    assert spots(DOUBLE_ZERO, "linea-especial") == {"": {"0", "00", "1", "2", "3"}}
    assert not spots(ONE_ZERO, "linea-especial")


@pytest.mark.clause(
    "CAT-II.1.4-14", "CAT-II.1.4-15", "CAT-II.2.5-23", "CAT-II.2.5-24", "CAT-II.2.5-34",
    "CAT-II.2.5-35",
)  # fmt: skip
@pytest.mark.parametrize("game", ALL)
def test_columns_and_dozens_hold_twelve_numbers_each(game: str) -> None:
    columns, dozens = spots(game, "columna"), spots(game, "docena")
    assert {int(name): numbers(held) for name, held in columns.items()} == COLUMNS
    assert {int(name): numbers(held) for name, held in dozens.items()} == DOZENS


@pytest.mark.clause("CAT-II.1.4-16", "CAT-II.1.4-17")
def test_two_columns_or_two_dozens_are_24_numbers_of_neighbours_in_the_french_game_only() -> None:
    for kind, sets in (("dos-columnas", COLUMNS), ("dos-docenas", DOZENS)):
        joined = {name: numbers(held) for name, held in spots(FRENCH, kind).items()}
        assert joined == {"1-2": sets[1] | sets[2], "2-3": sets[2] | sets[3]}
        assert not any(spots(game, kind) for game in AMERICAN)


@pytest.mark.clause(
    "CAT-II.1.4-18", "CAT-II.1.4-19", "CAT-II.1.4-20", "CAT-II.2.5-25", "CAT-II.2.5-36"
)  # fmt: skip
@pytest.mark.parametrize("game", ALL)
def test_simple_chances_hold_18_numbers_zero_belongs_to_none_and_32_is_red(game: str) -> None:
    whole = set(range(1, 37))
    held = {bet: numbers(spots(game, bet)[""]) for bet in SIMPLE}
    assert held["par"] == set(range(2, 37, 2))
    assert held["impar"] == whole - held["par"]
    assert held["rojo"] == RED
    assert held["negro"] == whole - RED
    assert held["menor"] == set(range(1, 19))
    assert held["mayor"] == set(range(19, 37))


@pytest.mark.clause("CAT-II.1.4-03", "CAT-II.2.5-12")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.4-06"), (ONE_ZERO, "CAT-II.2.5-17")]
)
def test_chips_go_on_a_marked_box_and_nowhere_else(game: str, clause: str) -> None:
    open_bets = window(opened(game, 1)).open()
    open_bets.take(Place(1, "pleno:17", 1000))
    assert open_bets.felt == {(1, "pleno:17"): 1000}
    with refused("not-on-the-cloth", clause):
        open_bets.take(Place(1, "entre-dos-mesas", 1000))
    assert open_bets.felt == {(1, "pleno:17"): 1000}


@pytest.mark.clause("CAT-II.1.4-08", "CAT-II.1.4-10", "CAT-II.2.5-31", "CAT-II.2.5-29")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        (FRENCH, "caballo:1-5", "CAT-II.1.4-08"),
        (FRENCH, "calle:0-1-3", "CAT-II.1.4-10"),
        (FRENCH, "calle:2-3-4", "CAT-II.1.4-09"),
        (FRENCH, "cuadro:0-1-2-4", "CAT-II.1.4-12"),
        (FRENCH, "pleno:37", "CAT-II.1.4-07"),
        (FRENCH, "linea-especial", "CAT-II.1.4-06"),
        (ONE_ZERO, "calle:0-1-3", "CAT-II.2.5-20"),
        (ONE_ZERO, "dos-docenas:1-2", "CAT-II.2.5-17"),
        (DOUBLE_ZERO, "cuadro:0-1-2-3", "CAT-II.2.5-31"),
        (DOUBLE_ZERO, "caballo:0-3", "CAT-II.2.5-29"),
        (DOUBLE_ZERO, "calle:0-2-3", "CAT-II.2.5-30"),
    ],
)
def test_a_bet_the_cloth_does_not_have_is_refused_by_the_clause_of_its_kind(
    game: str, bet: str, clause: str
) -> None:
    with refused("not-on-the-cloth", clause):
        window(opened(game, 1)).open().take(Place(1, bet, 1000))


@pytest.mark.clause("CAT-II.1.5.3-02", "CAT-II.2.6.3-04")
@pytest.mark.parametrize(
    ("game", "clause"), [(FRENCH, "CAT-II.1.5.3-02"), (DOUBLE_ZERO, "CAT-II.2.6.3-04")]
)
@pytest.mark.parametrize("bet", ["rueda", "rueda:17", "cilindro"])
def test_bets_on_the_wheel_itself_are_not_allowed(game: str, clause: str, bet: str) -> None:
    with refused("bet-on-the-wheel", clause):
        window(opened(game, 1)).open().take(Place(1, bet, 1000))


CALLED = {
    "vecinos-de-cero": (9, {22, 18, 29, 7, 28, 12, 35, 3, 26, 0, 32, 15, 19, 4, 21, 2, 25}),
    "huerfanos": (5, {1, 20, 14, 31, 9, 17, 34, 6}),
    "tercio": (6, {27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33}),
}


@pytest.mark.clause("CAT-II.1.4-04", "CAT-II.2.5-15")
@pytest.mark.parametrize("game", [FRENCH, ONE_ZERO])
@pytest.mark.parametrize("bet", CALLED)
def test_a_called_bet_is_placed_by_the_croupier_as_ordinary_bets_and_paid_as_such(
    game: str, bet: str
) -> None:
    chips, covered = CALLED[bet]
    cloth = window(opened(game, 1)).cloth
    parts = dict(cloth.parts(bet, chips * 100))
    held: set[str] = set().union(*(rules_of(game).spots[part] for part in parts))
    assert sum(parts.values()) == chips * 100
    assert numbers(held) == covered
    for number in ("0", "17", "33"):
        called = spin(game, {1: {bet: chips * 100}}, number)
        assert called.net == spin(game, {1: parts}, number).net


@pytest.mark.clause("CAT-II.1.4-04")
def test_a_called_bet_is_so_many_whole_chips_of_one_size() -> None:
    with refused("not-a-multiple", "CAT-II.1.4-04"):
        window(opened(FRENCH, 1)).open().take(Place(1, "tercio", 6001))


@pytest.mark.clause("CAT-II.1.4-04")
def test_the_limits_bind_each_part_of_a_called_bet_so_a_part_is_what_is_noticed_late() -> None:
    table = opened(FRENCH, 1, limits=Limits(min=500, max=2000))
    open_bets = window(table).open()
    with refused("under-minimum", "CAT-I.4.2-03"):
        open_bets.take(Place(1, "huerfanos", 5 * 400))
    with refused("over-maximum", "CAT-I.4.2-03"):
        open_bets.take(Place(1, "huerfanos", 5 * 2100))
    with refused("called-bet-noticed", "CAT-I.5.1-03"):
        open_bets.take(Noticed(1, "huerfanos", 5 * 2100, told="jefe-de-sala"))
    open_bets.take(Noticed(1, "pleno:1", 2100, told="jefe-de-sala"))


@pytest.mark.clause("CAT-II.2.5-15")
def test_no_called_bets_on_the_double_zero_cloth() -> None:
    open_bets = window(opened(DOUBLE_ZERO, 1)).open()
    for bet, (chips, _) in CALLED.items():
        assert isinstance(open_bets.room(1, bet), Closed)
        with refused("not-on-the-cloth", "CAT-II.2.5-15"):
            open_bets.take(Place(1, bet, chips * 100))


@pytest.mark.clause("CAT-II.1.3.1-03")
def test_the_french_game_has_money_chips_only() -> None:
    table = opened(FRENCH, 1)
    with refused("no-such-act", "CAT-I.3.2-09"):
        table.act("comprar-color", seat=1, colour="verde", value=500, amount=5000)
    open_bets = window(table).open()
    with refused("money-chips-only", "CAT-II.1.3.1-03"):
        open_bets.take(Place(1, "rojo", 1000, chips="color:verde"))
    open_bets.take(Place(1, "rojo", 1000, chips="valor:500"))
