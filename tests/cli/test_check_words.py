"""What is wrong with a scenario file is said in the reader's language, of every kind of file."""

from __future__ import annotations

import ast
import pickle
import re
import string
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from click.testing import CliRunner

import tapete
from tapete.cli.check import said
from tapete.cli.main import cli
from tapete.core.book.fault import FOREIGN, KINDS, SYSTEM, Fault, fault_of
from tapete.core.round.cards import card
from tapete.scenario import play_scenario
from tapete.scenario.cases import reason_of
from tapete.scenario.maquinas import PROGRAMS
from tapete.telling.texts import t, texts, worded
from tests.scenario.test_malformed import WRONG

SOURCES = Path(tapete.__file__).parent
MACHINES = Path(__file__).parents[1] / "scenario" / "maquinas" / PROGRAMS
ROUND = 'title = "T"\ngame = "craps"\n'
BLACK_JACK = 'title = "T"\ngame = "black-jack"\n[[round]]\n'
BINGO = 'game = "bingo-tradicional"\n'
HALL = """[plan]
price = 1000
line = "10%"
bingo = "50%"
house = "40%"
[series]
Z = { size = 10 }
"""
MACHINE = '[machines.1]\nprogram = "tres-cerezas"\n'
TOURNAMENT = 'game = "torneo"\n'

BROKEN = {
    "round, title": (
        'game = "craps"\n', "falta title", "title is missing",
    ),
    "round, game": (
        'title = "T"\ngame = "crapz"\n[[round]]\n',
        "no hay juego crapz; hay: craps", "there is no game crapz; there are: craps",
    ),
    "round, key": (
        f"{BLACK_JACK}nett = {{}}\n",
        "aquí no hay clave 'nett'; parecidas: net", "there is no key 'nett' here; near it: net",
    ),
    "round, kind": (
        f"{ROUND}seats = [1, 'dos']\n[[round]]\n",
        "se espera un número entero, no un texto", "Expected `int`, got `str`",
    ),
    "round, amount": (
        f"{ROUND}[[round]]\nbets = {{ 3 = {{ pass = 0 }} }}\n",
        "un monto es un número entero de pesos mayor que 0, no 0",
        "an amount is a whole number of pesos above 0, not 0",
    ),
    "round, seat": (
        f"{ROUND}[[round]]\nbets = {{ tres = {{ pass = 1 }} }}\n",
        "un asiento es un número desde 1, no 'tres'", "a seat is a number from 1 on, not 'tres'",
    ),
    "round, refused": (
        f"{ROUND}[[round]]\nrefused = [{{ seat = 3 }}]\n",
        "todos con code y clause o sin ellos; no seat", "with or without code and clause; not seat",
    ),
    "round, card": (
        f'{BLACK_JACK}chance = [{{ irregular = "carta-descubierta", card = "1h" }}]\n',
        "una carta es un valor 23456789TJQKA y un palo cdhs, no '1h'",
        "a card is a rank 23456789TJQKA and a suit cdhs, not '1h'",
    ),
    "round, irregular": (
        f'{BLACK_JACK}chance = [{{ irregular = "carta-vista" }}]\n',
        "carta-vista necesita seat", "carta-vista needs seat",
    ),
    "round, option": (
        f'{ROUND}options = {{ dice_set = "40" }}\n[[round]]\n',
        "un juego de dados tiene (5, 6) dados, no 40", "a set has (5, 6) dice, not 40",
    ),
    "round, cards of a game": (
        'title = "T"\ngame = "poker-tres-cartas"\noptions = { cards_each = "4" }\n[[round]]\n',
        "poker-tres-cartas por scj-2023: las manos son de tres cartas",
        "poker-tres-cartas under scj-2023: hands are of three cards",
    ),
    "round, terms": (
        f"{ROUND}terms = {{ ante = 5 }}\n[[round]]\n", "craps no tiene ante", "craps has no ante",
    ),
    "round, edition": (
        f'{ROUND}rules = "scj-2024"\n[[round]]\n',
        "no hay edición scj-2024; hay: scj-20", "there is no edition scj-2024; there are: scj-20",
    ),
    "round, clause": (
        f'{ROUND}clauses = ["CAT-X"]\n[[round]]\n',
        "no hay cláusula CAT-X", "there is no clause CAT-X",
    ),
    "round, TOML": (
        "game = craps\n",
        "no es TOML (Invalid value (at line 1, column 8))", "Invalid value (at line 1, column 8)",
    ),
    "bingo, kind": (
        f"{BINGO}round = ['']\n",
        "round[0]: se espera una tabla, no un texto", "round[0]: Expected `object`, got `str`",
    ),
    "bingo, field": (
        f"{BINGO}[plan]\nprice = 1000\n[[round]]\n",
        "plan: falta la clave line", "plan: Object missing required field `line`",
    ),
    "bingo, balls": (
        f"{BINGO}{HALL}[[round]]\nballs = 'x 3'\n",
        "partida 1: se espera un número entero, no 'x'",
        "round 1: invalid literal for int() with base 10: 'x'",
    ),
    "bingo, face": (
        f"{BINGO}faces = {{ x = '1' }}\nround = [{{}}]\n",
        "faces: se espera un número entero, no un texto", "faces: Expected `int`, got `str`",
    ),
    "bingo, odds": (
        f"{BINGO}odds = [{{ cards = 1, what = 'line', probability = '1' }}]\n",
        "odds[0]: falta by junto a probability", "odds[0]: by is missing beside probability",
    ),
    "machines, program": (
        "[machines.1]\ndenomination = 10\n", "falta program", "program is missing",
    ),
    "machines, no program": (
        '[machines.1]\nprogram = "ninguno"\n',
        "programas/ninguno.toml: no existe", "programas/ninguno.toml: No such file or directory",
    ),
    "machines, verbs": (
        f"step = [{{ play = '1x1', audit = true }}]\n{MACHINE}",
        "paso 1: un solo verbo por paso, no ['play', 'audit'] en ",
        "step 1: one verb a step, not ['play', 'audit'] in ",
    ),
    "machines, fault": (
        f"step = [{{ fault = 'pureta' }}]\n{MACHINE}",
        "paso 1: fault es uno de ", "step 1: fault is one of ",
    ),
    "machines, share": (
        "machines = {}\nplan = { minimum_return = 85 }\n",
        "plan.minimum_return: se espera un texto, no un número entero",
        "plan.minimum_return: Expected `str`, got `int`",
    ),
    "tournament, form": (
        f"{TOURNAMENT}form = 'butaca'\n", "form es uno de asientos", "form is one of asientos",
    ),
    "tournament, least": (
        f"{TOURNAMENT}form = 'asientos'\nentrants = 0\nexpect = {{ tables = 6 }}\n",
        "entrants: se espera un número entero de 1 o más", "entrants: Expected `int` >= 1",
    ),
    "tournament, length": (
        f"{TOURNAMENT}form = 'posiciones'\nplayers = [1, 2]\nlast = [1, 2]\n",
        "last: se espera una lista de largo 3, no de 2",
        "last: Expected `array` of length 3, got 2",
    ),
    "tournament, seat": (
        f"{TOURNAMENT}form = 'posiciones'\nplayers = [1, 2, 2]\nlast = [2, 1, 2]\n",
        "el asiento 2 está dos veces", "seat 2 stands there twice",
    ),
    "tournament, hand": (
        f"{TOURNAMENT}form = 'posiciones'\nplayers = [1, 2]\nlast = [2, 1, 2]\n"
        "hand = [{ out = [5] }]\n",
        "mano 1: nadie está sentado en 5", "hand 1: nobody sits at 5",
    ),
    "tournament, cases": (
        f"{TOURNAMENT}form = 'asientos'\ncase = 5\n",
        "case es una lista de tablas: [[case]]", "case is a list of tables: [[case]]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_is_wrong_is_said_in_the_language_of_the_reader(
    tmp_path: Path, kind: str, lang: str
) -> None:
    text, es, en = BROKEN[kind]
    (tmp_path / PROGRAMS).symlink_to(MACHINES)
    (tmp_path / "mal.toml").write_text(text, "utf-8")
    result = CliRunner().invoke(cli, ["--lang", lang, "check", str(tmp_path / "mal.toml")])
    mine, other = (es, en) if lang == "es" else (en, es)
    assert result.exit_code == 1 and mine in result.output
    assert kind == "round, TOML" or other not in result.output


@pytest.mark.parametrize(
    ("name", "es", "en"),
    [
        ("nada.toml", "no existe: '", "[Errno 2] No such file or directory: '"),
        ("latin.toml", "no está escrito en UTF-8 ('utf-8' codec", "'utf-8' codec can't decode"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_so_too(
    tmp_path: Path, name: str, es: str, en: str
) -> None:
    (tmp_path / "latin.toml").write_bytes('title = "año"'.encode("latin-1"))
    run, file = CliRunner(), str(tmp_path / name)
    assert es in run.invoke(cli, ["--lang", "es", "check", file]).output
    assert f": {en}" in run.invoke(cli, ["--lang", "en", "check", file]).output


def test_a_program_of_a_machine_that_is_wrong_is_told_in_the_words_of_programs(
    tmp_path: Path,
) -> None:
    (tmp_path / PROGRAMS).mkdir()
    (tmp_path / PROGRAMS / "roto.toml").write_text('kind = "ruleta"\n')
    (tmp_path / "mal.toml").write_text('[machines.1]\nprogram = "roto"\n')
    output = CliRunner().invoke(cli, ["--lang", "es", "check", str(tmp_path / "mal.toml")]).output
    assert t("par.why.no-kind", "es", kinds="rodillos, video-poker, keno, bingo, mesa") in output


ENGLISH = {"the", "is", "are", "of", "not", "there", "got", "missing", "expected", "and", "object"}


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_no_english_is_left_in_what_is_wrong_with_a_tournament(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    asked = any(word in text for word in ("expect", "case", "mano"))
    asks = "" if asked else '[expect]\nrefused = "COL-1-01"\n'
    (tmp_path / "mal.toml").write_text(f"{TOURNAMENT}{text}\n{asks}", "utf-8")
    result = play_scenario(tmp_path / "mal.toml")
    [found] = result.differences
    words = {*re.findall(r"[a-z]+", worded(found.found, "es").lower())}
    assert words & ENGLISH == set(), worded(found.found, "es")
    assert found.found in "\n".join(said(result, "en"))


# The texts


def faults_in_sources() -> Iterator[tuple[str, str, str, set[str]]]:
    """Where a fault is made, its key, its English words, and the facts it brings."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name("Fault"),
                    args=[ast.Constant(str(key)), ast.Constant(str(words))],
                    keywords=facts,
                ):
                    names = {str(fact.arg) for fact in facts}
                    yield f"{file.name}:{node.lineno}", key, words, names
    for key, (pattern, words) in FOREIGN.items():
        yield "FOREIGN", f"fault.{key}", words, {*re.compile(pattern).groupindex}
    for kind in KINDS:
        yield "KINDS", f"fault.kind.{kind}", kind, set()
    for number, words in SYSTEM.items():
        yield "SYSTEM", f"fault.system.{number}", words, set()


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_english_of_a_fault_is_that_of_the_texts_and_it_brings_every_fact() -> None:
    found = list(faults_in_sources())
    assert len(found) > 100
    en = texts("en")
    assert [
        one for one in found if en.get(one[1]) != one[2] or placeholders(one[2]) != one[3]
    ] == []


def test_no_words_are_left_of_a_fault_that_is_gone() -> None:
    keys = {key for _, key, _, _ in faults_in_sources()}
    assert {key for key in texts("es") if key.startswith("fault.")} == keys


SAME = {"fault.at", "fault.is"}
"""Places and values, in signs alone."""


def test_the_spanish_of_a_fault_is_not_its_english() -> None:
    keys = {key for key in texts("es") if key.startswith("fault.")}
    assert {key for key in keys if texts("es")[key] == texts("en")[key]} == SAME
    assert all(not re.search("[a-z]", re.sub(r"{\w+}", "", texts("es")[key])) for key in SAME)


def test_words_nobody_knows_are_said_as_they_are() -> None:
    assert worded("algo", "es") == worded("algo", "en") == "algo"
    unforeseen = reason_of(TypeError("unhashable type: 'list'"))
    assert unforeseen == worded(unforeseen, "en") == "TypeError: unhashable type: 'list'"
    assert worded(unforeseen, "es").startswith("no se entiende lo escrito (TypeError: ")


def test_a_fault_in_another_is_said_in_the_same_language() -> None:
    inner = Fault("fault.missing", "{name} is missing", name="title")
    outer = Fault("fault.in-step", "step {number}: {why}", number=2, why=inner)
    assert outer == worded(outer, "en") == "step 2: title is missing"
    assert worded(outer, "es") == "paso 2: falta title"


def test_a_fault_goes_from_one_process_to_another_whole() -> None:
    fault = Fault("fault.is", "{what} = {value}", what="{a}", value=[1])
    for again in (pickle.loads(pickle.dumps(fault)), deepcopy(fault)):
        assert (again, again.key, again.facts) == (fault, fault.key, fault.facts)


def test_the_words_of_an_error_are_a_text_as_any_other() -> None:
    """What is kept or sent of an error is written as JSON, which knows no texts of other kinds."""
    with pytest.raises(ValueError, match="a card is") as wrong:
        card("1h")
    assert type(str(wrong.value)) is type(str(wrong.value.args[0])) is str
    assert worded(fault_of(wrong.value), "es").startswith("una carta es un valor")
