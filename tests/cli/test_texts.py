"""Both languages say the same things, and say something."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

import tapete
from tapete.cli.main import COMMANDS as ORDERS
from tapete.cli.main import cli
from tapete.core.book.refused import Refused
from tapete.core.round.event import Announced, BetMarked, BetMoved, BetWon, CardDealt, Chosen
from tapete.floor.units import KINDS
from tapete.games.registry import GAMES
from tapete.telling.explain import Teller
from tapete.telling.texts import BrokenTexts, UnknownText, default_lang, load, pesos, t, texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert sorted(texts("es").keys() ^ texts("en").keys()) == []


def test_both_languages_have_the_same_placeholders() -> None:
    differ = [
        k for k in texts("es") if placeholders(texts("es")[k]) != placeholders(texts("en")[k])
    ]
    assert differ == []


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_text_is_empty(lang: str) -> None:
    assert [key for key, text in texts(lang).items() if not text.strip()] == []


REFUSING = ("core", "games", "systems", "floor", "scenario", "cli")
SOURCES = Path(tapete.__file__).parent


def refusals_in(folder: str) -> Iterator[tuple[str, str, set[str]]]:
    """Where something is refused, its code, and the facts it comes with."""
    for file in sorted((SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name("Refused"), args=[_, ast.Constant(str(code))], keywords=facts
                ):
                    names = {fact.arg for fact in facts}
                    if None not in names:
                        yield f"{file.name}:{node.lineno}", code, {str(name) for name in names}


@pytest.mark.parametrize("folder", REFUSING)
def test_a_refusal_has_a_text_and_brings_every_fact_its_text_tells(folder: str) -> None:
    refusals = list(refusals_in(folder))
    assert refusals
    gaps = {
        place: (code, missing)
        for place, code, facts in refusals
        if (
            missing := placeholders(texts("es").get(f"refused.{code}", "{}"))
            - facts
            - {f"{fact}_n" for fact in facts}
        )
    }
    assert gaps == {}


def structs_in(union: Any) -> list[Any]:
    """The types of a union, of unions of unions too."""
    parts = get_args(union)
    return [found for part in parts for found in structs_in(part)] if parts else [union]


COMMANDS = {
    name: found
    for name, kind in KINDS.items()
    if (found := structs_in(kind.commands))[0].__module__.startswith("tapete.")
}
"""Of the kinds of the house: tests have kinds of their own."""


@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_command_of_every_unit_is_said_in_words(kind: str, lang: str) -> None:
    known, said = COMMANDS[kind], texts(lang)
    assert len(known) > 20
    missing = [one for one in known if f"command.{one.__struct_config__.tag}" not in said]
    assert missing == []


def test_no_words_are_left_of_a_command_that_is_gone() -> None:
    tags = {f"command.{one.__struct_config__.tag}" for of in COMMANDS.values() for one in of}
    assert {key for key in texts("es") if key.startswith("command.")} == tags


def test_the_same_files_stand_in_both_languages() -> None:
    import tapete

    locale = Path(tapete.__file__).parent / "locale"
    names = [{file.name for file in (locale / lang).glob("*.po")} for lang in ("es", "en")]
    assert names[0] == names[1]


def po(folder: Path, name: str, *rows: tuple[str, str]) -> None:
    said = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in rows)
    (folder / name).write_text(f'msgid ""\nmsgstr "Language: en\\n"\n{said}', encoding="utf-8")


def test_the_files_of_a_folder_are_joined(tmp_path: Path) -> None:
    po(tmp_path, "a.po", ("a.one", "One"))
    po(tmp_path, "b.po", ("b.two", "Two"))
    assert dict(load(tmp_path)) == {"a.one": "One", "b.two": "Two"}


def test_a_key_defined_in_two_files_is_an_error(tmp_path: Path) -> None:
    po(tmp_path, "a.po", ("a.one", "One"))
    po(tmp_path, "b.po", ("a.one", "Uno"))
    with pytest.raises(BrokenTexts, match=r"b.po: 'a.one' is already defined in a.po"):
        load(tmp_path)


def test_a_key_defined_twice_in_a_file_is_an_error(tmp_path: Path) -> None:
    po(tmp_path, "a.po", ("a.one", "One"), ("a.one", "Uno"))
    with pytest.raises(BrokenTexts, match=r'a.po: "a.one" is defined twice'):
        load(tmp_path)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_files_are_read_as_every_reader_of_them_does(lang: str) -> None:
    import tapete

    found = {}
    for file in (Path(tapete.__file__).parent / "locale" / lang).glob("*.po"):
        with file.open("rb") as lines:
            found |= {one.id: one.string for one in read_po(lines, abort_invalid=True) if one.id}
    assert dict(texts(lang)) == found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('msgid "a.one"\nmsgstr "sin cerrar\n', "line 5 is not a text in quotes"),
        ('msgid "a.one"\nmsgstr[0] "uno"\n', "line 5 is neither msgid nor msgstr"),
        ('msgid "a.one"\nmsgid "a.two"\nmsgstr "dos"\n', "line 5 is neither msgid nor msgstr"),
        ('msgid "a.one"\nmsgstr "uno"\nmsgstr "dos"\n', "line 6 is neither msgid nor msgstr"),
    ],
)
def test_a_file_that_cannot_be_read_names_the_line(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "a.po").write_text(f'msgid ""\nmsgstr "x"\n\n{line}', encoding="utf-8")
    with pytest.raises(BrokenTexts, match=f"a.po: {why}"):
        load(tmp_path)


def test_a_missing_text_is_an_error_that_names_it() -> None:
    with pytest.raises(UnknownText, match=r"no text 'no.such' in 'es'"):
        t("no.such", "es")


def test_only_spanish_and_english_are_written() -> None:
    with pytest.raises(ValueError, match="not 'fr'"):
        texts("fr")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "es"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "es_CL.UTF-8"}, "es"),
        ({"LANG": "pt_BR.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "es_CL.UTF-8", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "es_CL"}, "es"),
    ],
)
def test_the_language_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], lang: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_lang() == lang


def test_money_is_whole_chilean_pesos_in_both_languages() -> None:
    assert [pesos(amount, "es") for amount in (0, 999, 12_345)] == ["$0", "$999", "$12.345"]
    assert pesos(12_345, "en").replace("\xa0", "") == "CLP12,345"


def test_a_payment_less_a_commission_names_it() -> None:
    won = BetWon(seat=2, bet="banca", stake=20_000, odds="1:1", paid=19_000, dropped="0", clause="")
    said = Teller("es").event(won)
    assert said == "Asiento 2: gana $19.000 con banca ($20.000 a 1:1, menos $1.000 de comisión)."


def test_what_is_said_reads_as_people_speak() -> None:
    es = Teller("es")
    rests = BetMarked(seat=2, bet="hard-8", mark="descansa", clause="")
    assert es.event(rests) == "Asiento 2: 8 duro, descansa."
    assert es.event(CardDealt(to="mesa", card="Ah", clause="")) == "Carta común: A♥."
    moved = BetMoved(seat=2, bet="rojo", to="el pozo", amount=500, clause="")
    assert es.event(moved) == "Asiento 2: $500 pasan de rojo al pozo."
    away = Refused("CAT-I.5.1-02", "seated-elsewhere", table="ruleta-francesa-1")
    assert "Ruleta Francesa 1" in es.refusal(away)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_how_the_cards_are_shuffled_is_said_in_words(lang: str) -> None:
    ways = {way for game in GAMES.values() for way in _ways(game.rules_of())}
    assert ways and not [way for way in ways if f"value.{way}" not in texts(lang)]
    by_hand = Announced(what="barajado-manual", facts={"ways": "triple peinado doble"}, clause="")
    said = {"es": "(triple, peinado, doble)", "en": "(triple shuffle, strip, double shuffle)"}
    assert said[lang] in Teller(lang).event(by_hand)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_a_bet_is_paid_on_has_a_name_on_the_sign(lang: str) -> None:
    """A hand of cards, a case of the game, or a number that says itself."""
    plays = {play for game in GAMES.values() for play in game.rules_of().pays if "@" in play}
    cases = [(play, play.partition("@")[2]) for play in sorted(plays)]
    assert cases and not [
        play
        for play, on in cases
        if not on.isdigit()
        and not {f"paid.{play}", f"paid.{on}", f"hand.{on}"} & texts(lang).keys()
    ]


def test_whoever_gives_up_a_hand_surrenders_and_whoever_leaves_a_pot_folds() -> None:
    for about, said in (("seat:2/1", "surrender"), ("ronda-1", "fold")):
        left = Chosen(seat=2, move="retirarse", about=about, clause="")
        assert f": {said} (" in Teller("en").event(left)
        assert ": retirarse (" in Teller("es").event(left)


def _ways(rules: object) -> tuple[str, ...]:
    found = getattr(rules, "shuffle", ())  # a shoe has one word for all of them
    return () if isinstance(found, str) else (*found, *getattr(rules, "new_shuffle", ()))


def test_money_in_a_refusal_is_written_as_money_and_what_is_counted_is_not() -> None:
    es = Teller("es")
    for code, facts, said in (
        ("not-a-multiple", {"bet": "rojo", "step": 1000}, "Rojo: el monto va de a $1.000."),
        ("loss-limit", {"limit": 50_000, "lost": 49_000, "stake": 2_000},
         "Usted fijó perder a lo más $50.000 al día: va perdiendo $49.000 y esto arriesga $2.000"),
        ("bad-password", {"low": 12, "high": 200}, "Una clave tiene de 12 a 200 letras."),
        ("decks-incomplete", {"counted": 51, "cards": 52}, "51 cartas de 52"),
    ):  # fmt: skip
        assert said.casefold() in es.refusal(Refused("", code, **facts)).casefold()


@pytest.mark.parametrize("words", [
    "odds bingo-tradicional --set orders=5", "odds ruleta-francesa", "par tres-cerezas",
    "strategy jacks-or-better", "torneo sit-and-go --runs 3",
    "torneo --stacks 5000,3000 --prizes 50000,30000",
])  # fmt: skip
def test_numbers_are_written_as_the_reader_writes_them_and_nothing_is_cut_off(words: str) -> None:
    es, en = (CliRunner().invoke(cli, ["--lang", lang, *words.split()]) for lang in ("es", "en"))
    assert es.exit_code == en.exit_code == 0, es.output
    assert re.search(r"\d,\d", es.output) and not re.search(r"\d\.\d{1,2}(?!\d)", es.output)
    assert re.search(r"\d\.\d", en.output) and not re.search(r"\d,\d{1,2}(?!\d)", en.output)
    assert "…" not in es.output + en.output


@pytest.mark.parametrize("order", [*ORDERS, "completion", "bingo joint"])
def test_the_language_is_said_before_or_after_the_command(order: str) -> None:
    run, words = CliRunner(), order.split()
    before = run.invoke(cli, ["--lang", "en", *words, "--help"])
    after = run.invoke(cli, ["--lang", "es", *words, "--lang", "en", "--help"])
    assert (before.exit_code, after.exit_code) == (0, 0)
    assert after.output == before.output and "Usage:" in before.output
