"""A rulebook: broken files are refused with file, line and reason; changes only by known names."""

from __future__ import annotations

import pytest

from tapete.core.book.clause import register
from tapete.core.book.datafile import BrokenFile, tables_in
from tapete.core.book.rulebook import (
    GameRules,
    Rulebook,
    editions,
    read_edition,
    read_family,
    rulebook,
)
from tapete.games.roulette.french import RULETA_FRANCESA

GOOD = """\
[game.juego]
name = "Juego"
clause = "CAT-I.1-13"
[game.juego.set]
players_min = { value = 2, clause = "CAT-I.3.2-12" }
last_games = { value = 1, clause = "CAT-I.3.2-10" }
[[game.juego.bets]]
id = "rojo"
clause = "CAT-I.1-02"
[[game.juego.pays]]
bet = "rojo"
odds = "1:1"
clause = "CAT-I.2-01"
[[game.juego.pays]]
bet = "pleno"
odds = "35:1"
clause = "CAT-I.2-01"
[[game.juego.option]]
id = "lectura"
values = ["una", "otra"]
clauses = ["CAT-I.1-13"]
why = "both are tenable"
"""
HEAD = 'edition = "prueba"\ntitle = "Prueba"\ndocument = "CAT"\n'


def book(text: str = GOOD, extra: str = "") -> Rulebook:
    files = {"p/edition.toml": HEAD, "p/juego.toml": text}
    if extra:
        files["p/otro.toml"] = extra
    return Rulebook((read_edition(files),), [files])


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('name = "Juego"', 'name = "Juego', 2, "line 2"),
        ('name = "Juego"', 'nombre = "Juego"', 2, "nombre"),
        ('clause = "CAT-I.1-13"\n[', 'clause = "CAT-I.1-99"\n[', 1, "no clause CAT-I.1-99"),
        ('"CAT-I.3.2-12"', '"CAT-I.3.2-XX"', 5, "there is no clause CAT-I.3.2-XX"),
        ("value = 2, clause", "valor = 2, clause", 5, "valor"),
        (', clause = "CAT-I.3.2-10"', "", 6, "missing required field `clause`"),
        ('id = "rojo"\nclause = "CAT-I.1-02"', 'id = "rojo"\nclause = "no"', 7, "no clause no"),
        ('odds = "1:1"', 'odds = "uno a uno"', 12, "odds are written like 35:1"),
        ('odds = "35:1"', 'odds = "35:0"', 16, "odds are written like 35:1"),
        ('odds = "35:1"', "odds = 35", 16, "Expected `str`"),
        ('clauses = ["CAT-I.1-13"]', 'clauses = ["CAT-9"]', 18, "there is no clause CAT-9"),
    ],
)
def test_a_broken_rulebook_says_file_line_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    assert old in GOOD
    with pytest.raises(BrokenFile) as caught:
        read_family(GOOD.replace(old, new, 1), "rulebooks/prueba/juego.toml")
    assert caught.value.file == "rulebooks/prueba/juego.toml"
    assert reason in caught.value.reason
    assert caught.value.line == line


def test_a_game_stands_in_one_file_of_an_edition() -> None:
    with pytest.raises(BrokenFile, match=r"p/otro\.toml:1: juego stands in two files"):
        book(extra='[game.juego]\nname = "Otro"\n')


def test_a_file_is_read_when_one_of_its_games_is_first_asked_for() -> None:
    broken = '[game.otro]\nnombre = "Otro"\n'
    both = book(extra=broken)
    assert both.games() == ("juego", "otro")
    assert both.book("juego").name == "Juego"
    with pytest.raises(BrokenFile, match=r"p/otro\.toml:2: .*nombre"):
        both.book("otro")


@pytest.mark.parametrize("edition", editions())
def test_every_file_has_the_games_that_its_headings_name(edition: str) -> None:
    for files in rulebook(edition).files:
        for file, text in files.items():
            if not file.endswith("edition.toml"):
                assert tables_in(text, "game") == tuple(read_family(text, file).game)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("value = 2, clause", 'value = "dos", clause', 5),
        ("last_games = ", "last_gamez = ", 6),
    ],
)
def test_a_value_that_its_game_cannot_use_is_refused_with_its_line(
    old: str, new: str, line: int
) -> None:
    with pytest.raises(BrokenFile) as caught:
        book(GOOD.replace(old, new, 1)).rules("juego", GameRules)
    assert (caught.value.file, caught.value.line) == ("p/juego.toml", line)


def test_values_options_and_payments_are_changed_by_name() -> None:
    changes = {"players_min": "4", "lectura": "otra", "pays.rojo": "2:1"}
    rules = book().rules("juego", GameRules, changes)
    assert rules.players_min == 4 and rules.by("players_min") == "CAT-I.3.2-12"
    assert rules.option("lectura") == "otra"
    assert rules.pay("rojo").ratio == 2
    assert book().rules("juego", GameRules).option("lectura") == "una"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("barajas", "6", "has nothing called barajas"),
        ("players_min", "muchos", "a value like 2 is needed"),
        ("lectura", "ninguna", "one of una, otra"),
        ("pays.negro", "1:1", "no payment for negro"),
        ("pays.rojo", "mucho", "odds are written like"),
    ],
)
def test_a_change_that_fits_nothing_is_refused(name: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        book().rules("juego", GameRules, {name: text})


def test_an_edition_stands_on_another_and_says_only_what_differs() -> None:
    base = read_edition({"a/edition.toml": HEAD, "a/juego.toml": GOOD})
    head = HEAD.replace("prueba", "otra") + 'extends = "prueba"\n'
    change = """
[game.juego.set]
players_min = { value = 3, clause = "CAT-I.3.2-12" }
[[game.juego.pays]]
bet = "rojo"
odds = "2:1"
clause = "CAT-I.2-01"
[game.variante]
like = "juego"
name = "Variante"
"""
    own = read_edition({"b/edition.toml": head, "b/juego.toml": change})
    rules = Rulebook((own, base)).rules("juego", GameRules)
    assert (rules.edition, rules.players_min, rules.last_games) == ("otra", 3, 1)
    assert [rules.pay(bet).odds for bet in ("rojo", "pleno")] == ["2:1", "35:1"]
    variant = Rulebook((own, base)).rules("variante", GameRules)
    assert (variant.name, variant.players_min) == ("Variante", 3)
    assert Rulebook((base,)).digest("juego") != Rulebook((own, base)).digest("juego")


def test_unknown_games_editions_and_payments_say_so() -> None:
    with pytest.raises(KeyError, match="prueba has no rules for ajedrez"):
        book().rules("ajedrez", GameRules)
    with pytest.raises(KeyError, match="there is no edition scj-1999; there are: aj-bolivia"):
        rulebook("scj-1999")
    with pytest.raises(KeyError, match="has no pay row for negro"):
        book().rules("juego", GameRules).pay("negro")


@pytest.mark.parametrize("edition", editions())
def test_every_edition_shipped_is_read_and_cites_clauses_that_exist(edition: str) -> None:
    shipped = rulebook(edition)
    for game in shipped.games():
        rows = shipped.book(game)
        assert {row.clause for row in rows.set.values()} <= set(register())


def test_each_value_of_a_game_names_its_clause() -> None:
    rules = RULETA_FRANCESA.rules_of()
    assert rules.by("last_games") == "CAT-II.1.4-35"
    with pytest.raises(KeyError):
        rules.by("no_such_value")
