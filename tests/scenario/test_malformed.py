"""Files of tournaments, machines and bingo that say too little or something else: each is refused
with its line and the reason, never with an error of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.check import said
from tapete.scenario import play_scenario
from tapete.scenario.maquinas import PROGRAMS

HEAD = 'game = "torneo"\n'
HANDS = 'form = "mano"\nstacks = { 1 = 500, 2 = 500 }\n'
WRONG = [
    ('form = "posiciones"\nplayers = [1, 2]\nlast = []', 4, "last: Expected `array` of length 3"),
    ('form = "posiciones"\nplayers = [1, 2]\nlast = [1, 2]', 4, "length 3, got 2"),
    ('form = "posiciones"\nplayers = [1, 2]', 1, "last or button is missing"),
    ('form = "posiciones"\nlast = [1, 2, 3]', 1, "missing required field `players`"),
    ('form = "posiciones"\nplayers = []\nlast = [1, 2, 3]', 3, "players: Expected `array`"),
    ('form = "posiciones"\nplayers = [1, -2]\nlast = [1, 2, 3]', 3, "players[1]: Expected `int`"),
    ('form = "posiciones"\nplayers = [1, 2]\nbutton = 1\nhand = [{ out = [1] }]', 1, "hand 1"),
    ('form = "asientos"\nentrants = -4', 3, "entrants: Expected `int` >= 1"),
    ('form = "asientos"\nentrants = "47"', 3, "entrants: Expected `int | null`"),
    ("entrants = 47", 1, "form is one of asientos"),
    ("form = 3", 2, "form is one of asientos"),
    ('form = "asientos"\nentrants = 47\nexpect = 6', 4, "expect: Expected `object`, got `int`"),
    ('form = "boton"\ncards = { 8 = "5x" }', 3, "cards.8: Expected `str` matching regex"),
    ('form = "boton"\ncards = {}', 3, "cards: Expected `object` of length >= 1"),
    ('form = "nivelar"', 1, "table is missing: [table.1]"),
    ('form = "nivelar"\norder = [1]\n[table.2]\nplayers = 4', 1, "order names every table"),
    ('form = "romper"\n[table.1]\nplayers = "seis"', 4, "players: Expected `int | array`"),
    ('form = "romper"\nslips = ["4"]', 3, "slips[0]: Expected `str` matching regex"),
    ('form = "retiro"\nvalues = [25]\nlevels = [[25]]\nbreaks = [4]', 4, "levels[0]: Expected"),
    ('form = "carrera"\nto = 100\nheld = { 9 = 3 }', 1, "missing required field `from`"),
    ('form = "carrera"\nfrom = 25\nto = 100\nheld = { 9 = 3 }', 0, "seat 9 takes a card"),
    ('form = "orden"\nleft = 1\nout = [{ player = "A", table = 1 }]', 4, "field `stack`"),
    ('form = "premios"\nfund = 9\nentrants = 3\nbrackets = []', 5, "brackets: Expected `array`"),
    ('form = "premios"\nfund = 9\nbrackets = [{ from = 3, percent = ["x"] }]', 4, "percent[0]"),
    ('form = "recompensas"\nstacks = { A = 5, B = 9 }\nhands = ["A"]\nbounty = 1', 1, "hands"),
    ('form = "trato"\nstacks = 5\nprizes = [5]', 3, "stacks: Expected `array`, got `int`"),
    (
        'form = "cuentas"\nprices = { entrada = [1, 0, 5] }\nevent = [{ what = "gana" }]',
        4,
        "player",
    ),
    ('form = "penalidad"\nrounds = 2', 1, "seated is missing beside rounds"),
    ('form = "ventanas"\nwindows = { addon = ["18:00"] }\nstack = 5\nask = []', 3, "length 2"),
    ('form = "plazos"\nstart = "mañana"', 3, "start: "),
    ('form = "ultimas"\nminutes = 12\ncard = ""', 4, "card: Expected `str` matching regex"),
    ('form = "reapertura"\nbig = 5\nasked = "A"\nactions = ["A"]', 5, "actions[0]: Expected"),
    (f"{HANDS}tournament = {{ level = 5 }}\nround = [{{}}]", 4, "tournament.level: Expected"),
    (
        f"{HANDS}tournament = {{ level = [1, 2] }}\nseats = [1, 3]\nround = [{{}}]",
        5,
        "seats are those",
    ),
    (f"{HANDS}tournament = {{ level = [1, 2] }}\nround = []", 5, "round: Expected `array`"),
    ('form = "asientos"\ncase = 5', 3, "case is a list of tables"),
    ('form = "asientos"\n[[case]]\nentrants = 9\n[[case]]\nentrants = 0', 6, "entrants: Expected"),
]


def refused(folder: Path, text: str) -> tuple[int, str]:
    """The line and the words of the one refusal of a file, whose answer is never what it wants."""
    file = folder / "mal.toml"
    file.write_text(text, "utf-8")
    result = play_scenario(file)
    [found] = result.differences
    assert found.code == "broken-file" and "mal.toml" in "\n".join(said(result, "es"))
    return found.line, found.found


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_a_tournament_that_cannot_be_read_is_refused_where_it_errs(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    asked = any(word in text for word in ("expect", "case", "mano"))
    asks = "" if asked else '[expect]\nrefused = "COL-1-01"\n'
    at, why = refused(tmp_path, f"{HEAD}{text}\n{asks}")
    assert reason in why and at == line


FOUR = 'form = "posiciones"\nplayers = [1, 2, 3, 4]\nlast = [4, 3, 2]\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FOUR.replace("3, 4]", "3, 3]"), "seat 3 stands there twice"),
        (f"{FOUR}hand = [{{ out = [5] }}]", "hand 1: nobody sits at 5"),
        (f"{FOUR}hand = [{{ out = [4] }}, {{ out = [4] }}]", "hand 2: nobody sits at 4"),
        (f"{FOUR}hand = [{{ in = [3] }}]", "hand 1: seat 3 is taken"),
        ('form = "nivelar"\n[table.2]\nplayers = [4, 4]', "table 2: seat 4 stands there twice"),
    ],
)
def test_a_seat_holds_one_player(tmp_path: Path, text: str, reason: str) -> None:
    _, why = refused(tmp_path, f"{HEAD}{text}\n")
    assert why == reason


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("machines = 5", 1, "machines: Expected `object`, got `int`"),
        ("[machines.1]\ndenomination = 10", 1, "program is missing"),
        ("machines = {}\nplan = { minimum_return = 85 }", 2, "plan.minimum_return: Expected `str`"),
        ("machines = {}\n[pots.mayor]\nbase = 5", 2, "missing required field `rate`"),
        ("step = [3]\ntickets = {}", 1, "step[0]: Expected `object`, got `int`"),
        ('par = "tres-cerezas"', 1, "par: Expected `array`, got `str`"),
        (
            "step = [{ fault = 'pureta' }]\n[machines.1]\nprogram = 'tres-cerezas'",
            1,
            "not 'pureta'",
        ),
        ("step = [{ audit = 'si' }]\n[machines.1]\nprogram = 'tres-cerezas'", 1, "step[0].audit"),
        ("step = [{ win = 5 }]\n[tickets]", 1, "step[0].win: Expected `object | null`"),
    ],
)
def test_machines_that_cannot_be_set_up_are_refused_where_they_err(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    (tmp_path / PROGRAMS).symlink_to(Path(__file__).parent / "maquinas" / PROGRAMS)
    at, why = refused(tmp_path, text + "\n")
    assert reason in why and at == line


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('round = [""]', 2, "round[0]: Expected `object`, got `str`"),
        ("[plan]\nprice = 1000", 2, "plan: Object missing required field `line`"),
        ("[series]\nB = { last = 410 }", 3, "series.B: Object missing required field `size`"),
        ("[faces]\n411 = 7", 3, "faces.411: Expected `str`, got `int`"),
        ("round = [{ sale = [{ who = 'ana', cards = 'x' }] }]", 2, "cards: Expected `int`"),
        ("odds = [{ cards = 1, what = 'line', by = -1, probability = '1' }]", 2, "by: Expected"),
        ("count = [{ columns = [[]] }]", 2, "count[0].columns[0]: Expected `int`"),
    ],
)
def test_a_bingo_that_cannot_be_held_is_refused_where_it_errs(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    plays = "" if "round" in text else "[[round]]\nballs = '1'\nsold = 'Z 9'\n"
    at, why = refused(tmp_path, f'game = "bingo-tradicional"\n{text}\n{plays}')
    assert reason in why and at == line
