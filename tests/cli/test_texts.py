"""Both languages say the same things, and say something."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

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
