"""A betting plan that is broken is refused when it is read: file, line and reason."""

from __future__ import annotations

import pytest

from tapete.core.book.datafile import BrokenFile
from tapete.core.book.plan import plan, read_plan
from tapete.games.registry import GAMES

GOOD = """\
casino = "Prueba"
currency = "CLP"
chips = [100, 500]
unit = 1
commission = "5%"
instruments = ["fichas-de-valor"]
colours = []
hold_minutes = 30
[table.ruleta-francesa]
min = 100
max = 1000
commission = "2.5%"
[table.ruleta-francesa.bets]
pleno = { min = 50, max = 200 }
"""


def test_a_good_plan_is_read() -> None:
    limits = read_plan(GOOD, "p.toml").limits("ruleta-francesa")
    assert limits.of("pleno:17") == (50, 200)
    assert limits.of("rojo") == (100, 1000)
    assert str(limits.commission) == "1/40"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("chips = [100, 500]", "chips = [100, 500", 4, "Unclosed array"),
        ("chips = [100, 500]", "chips = []", 3, "at least one"),
        ("chips = [100, 500]", "chips = [0]", 3, "values in pesos"),
        ("unit = 1\n", "unit = 0\n", 4, "at least one peso"),
        ("unit = 1\n", 'unit = "uno"\n', 4, "Expected `int`"),
        ('commission = "5%"', 'commission = "100%"', 5, "between 0% and 100%"),
        ('commission = "5%"', 'commission = "-1%"', 5, "between 0% and 100%"),
        ('commission = "5%"', 'commission = "mucho"', 5, "a percentage like 5%"),
        ('commission = "5%"', 'commission = "1/0"', 5, "a percentage like 5%"),
        ("colours = []", "colors = []", 7, "colors"),
        ("hold_minutes = 30", "hold_minutes = 31", 8, "30 minutes at the most"),
        ("hold_minutes = 30", "hold_minutes = 0", 8, "30 minutes at the most"),
        ("min = 100\nmax", "max", 9, "missing required field `min`"),
        ("max = 1000", "max = 99", 11, "no maximum below it"),
        ("min = 100\nmax", "min = 0\nmax", 10, "a minimum above 0"),
        ("min = 100\nmax", "min = -5\nmax", 10, "a minimum above 0"),
        ('commission = "2.5%"', 'commission = "250%"', 12, "between 0% and 100%"),
        ('commission = "2.5%"', "unit = 0", 12, "at least one peso"),
        ("min = 50, max = 200", "min = 500, max = 200", 14, "no maximum below it"),
        ("min = 50, max = 200", "max = 60", 14, "no maximum below it"),
        ("min = 50, max = 200", "min = 0", 14, "a minimum above 0"),
        ("min = 50, max = 200", "minimo = 50", 14, "minimo"),
    ],
)
def test_a_broken_plan_says_file_line_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    assert old in GOOD
    with pytest.raises(BrokenFile) as caught:
        read_plan(GOOD.replace(old, new, 1), "p.toml")
    assert caught.value.file == "p.toml"
    assert reason in caught.value.reason
    assert caught.value.line == line
    assert str(caught.value).startswith(f"p.toml:{line}: ")


@pytest.mark.clause("CAT-VI.7.3-02")
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('minimum_return = "850%"', "below 100%"),
        ('minimum_return = "mucho"', "a percentage like 85%"),
        ("minimum_retrun = 85", "minimum_retrun"),
        ("handpay = 0", "above 0"),
        ("ticket_days = -1", "above 0"),
        ("card_days = 0", "above 0"),
        ("handpay = 500\ntwo_signatures = 400", "two sign no less"),
        ('server = "patio"', "Invalid enum value 'patio'"),
    ],
)
def test_what_is_set_for_machines_is_refused_with_its_line(said: str, reason: str) -> None:
    with pytest.raises(BrokenFile) as caught:
        read_plan(f"{GOOD}[maquinas]\n{said}\n", "p.toml")
    assert reason in caught.value.reason and caught.value.line == 15 + said.count("\n") + 1


def test_the_plan_shipped_is_sound_and_its_games_exist() -> None:
    shipped = plan()
    for game in set(shipped.table) & set(GAMES):
        limits = shipped.limits(game)
        kinds = {bet.partition(":")[0] for bet in GAMES[game].rules_of().bets}
        assert set(limits.bets) <= kinds, game
    with pytest.raises(KeyError, match="has no table of ajedrez"):
        shipped.limits("ajedrez")


@pytest.mark.clause("CAT-III.1.4.1-10", "CAT-III.2.4.1-09", "CAT-III.4.3.1-06", "CAT-III.5.3.1-06")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("black-jack", "CAT-III.1.4.1-10"),
        ("black-jack-perfect-pairs", "CAT-III.1.4.1-10"),
        ("challenge-21", "CAT-III.1.4.1-10"),
        ("canal-21", "CAT-III.1.4.1-10"),
        ("punto-y-banca", "CAT-III.2.4.1-09"),
        ("midi-punto-y-banca", "CAT-III.2.4.1-09"),
        ("mini-punto-y-banca", "CAT-III.2.4.1-09"),
        ("baccarat", "CAT-III.2.4.1-09"),
        ("war", "CAT-III.4.3.1-06"),
        ("treinta-y-cuarenta", "CAT-III.5.3.1-06"),
    ],
)
def test_a_casino_with_pre_shuffled_cards_keeps_tables_with_traditional_decks(
    game: str, clause: str
) -> None:
    both = f'{GOOD}[table.{game}]\nmin = 100\ncards = ["pre-barajadas", "tradicionales"]\n'
    both += 'homologation = "Resolución 1 (ejemplo)"\n'
    assert read_plan(both, "p.toml").table[game].cards == ("pre-barajadas", "tradicionales")
    alone = f'{GOOD}[table.{game}]\nmin = 100\ncards = ["pre-barajadas", "pre-barajadas"]\n'
    with pytest.raises(BrokenFile, match=clause) as broken:
        read_plan(alone, "p.toml")
    assert broken.value.line == 17
