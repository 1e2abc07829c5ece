"""The pages say what the program does: made pages are fresh, commands run, examples replay."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path
from types import ModuleType

import pytest
from docs.make import games, markdown
from docs.make.__main__ import DOCS, pages, stale, write
from docs.make.markdown import LANGS
from packaging.requirements import Requirement

from tapete.core.book.clause import register
from tapete.core.round.acta import read_record
from tapete.core.round.record import sealed
from tapete.core.round.replay import Divergence, replay
from tapete.games.registry import GAMES, find
from tapete.telling.texts import load

ROOT = DOCS.parent
REFRESH = "run: .venv/bin/python -m docs.make"
WRITTEN = [ROOT / "README.md", ROOT / "README.es.md", *sorted(DOCS.rglob("*.md"))]


# -- made pages ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


def test_the_made_pages_are_up_to_date(made: dict[str, str]) -> None:
    old = [
        path
        for path, text in made.items()
        if not (DOCS / path).is_file() or (DOCS / path).read_text(encoding="utf-8") != text
    ]
    assert old + stale(DOCS, made) == [], REFRESH


def test_every_game_has_a_page_in_both_languages(made: dict[str, str]) -> None:
    assert {f"{folder}/{game}.md" for game in GAMES for folder in ("games", "en/games")} <= set(
        made
    )


def test_a_page_of_a_game_lists_all_its_clauses(made: dict[str, str]) -> None:
    missing = [
        (path, id)
        for game in GAMES
        for path in (f"games/{game}.md", f"en/games/{game}.md")
        for id, clause in register().items()
        if game in clause.games and f"**{id}**" not in made[path]
    ]
    assert missing == []


def test_a_row_without_a_value_shows_its_clause_alone(made: dict[str, str]) -> None:
    row = "| `losers_first` | – | [CAT-II.1.4-30](#cat-ii-1-4-30) |"
    assert row in made["games/ruleta-francesa.md"]
    assert [path for path, text in made.items() if "UNSET" in text] == []


def test_pages_are_written_anew_and_old_games_taken_away(
    made: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "gone.md").write_text("gone", encoding="utf-8")
    write(tmp_path, made)
    assert not (tmp_path / "games" / "gone.md").exists()
    assert (tmp_path / "games" / "ruleta-francesa.md").is_file()


def test_the_texts_of_the_pages_are_the_same_in_both_languages() -> None:
    es, en = (load(DOCS / "make" / "texts" / lang) for lang in LANGS)
    assert sorted(es.keys() ^ en.keys()) == []


@pytest.mark.parametrize("module", [games, markdown], ids=lambda module: module.__name__)
def test_the_examples_in_the_maker_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


# -- links --------------------------------------------------------------------------------------


@cache
def anchors(file: Path) -> set[str]:
    """Where in a page links may lead."""
    text = file.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(file: Path) -> None:
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("http"):
            continue
        path, _, fragment = target.partition("#")
        there = (file.parent / path).resolve() if path else file
        has_titles = there.is_file() and there.suffix == ".md"
        known = anchors(there) if has_titles else set()
        if not there.exists() or (fragment and fragment not in known):
            broken.append(target)
    assert broken == []


def test_every_file_the_architecture_names_is_there() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+(?:\.py|/))`", text)
    assert named
    homes = (ROOT, ROOT / "src" / "tapete")
    assert [path for path in named if not any((home / path).exists() for home in homes)] == []


# -- the acta -----------------------------------------------------------------------------------


def example() -> str:
    [text] = re.findall(
        r"```acta\n(.*?)```", (DOCS / "acta.md").read_text(encoding="utf-8"), re.DOTALL
    )
    return str(text)


def test_the_acta_of_the_page_replays() -> None:
    record = read_record(example())
    assert record.text() == example()
    assert replay(record, find).ended


def test_the_acta_of_the_page_changed_by_hand_diverges() -> None:
    other = example().replace('"amount":10000', '"amount":11000', 1)
    assert other != example()
    with pytest.raises(Divergence):
        replay(read_record(sealed(other)), find)


# -- dependencies -------------------------------------------------------------------------------


def test_every_dependency_has_its_reasons_and_no_other_does() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for group in project["project"]["optional-dependencies"].values():
        wanted += group
    client = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    wanted += client["devDependencies"]
    page = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([@\w/-]+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted({re.split(r"[<>=\[; ]", name)[0] for name in wanted})


PERMISSIVE = ("MIT", "BSD", "Apache", "PSF", "MPL", "LGPL", "ISC", "Python Software", "Mozilla",
              "GNU Lesser")  # fmt: skip


def test_everything_that_is_installed_to_run_has_a_licence_we_may_use() -> None:
    """What others bring with them may change with their next version; its licence may not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = installed(project["project"]["dependencies"])
    odd = {name: licence for name, licence in found.items() if not licence.startswith(PERMISSIVE)}
    assert odd == {}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def installed(wanted: list[str]) -> dict[str, str]:
    """Every distribution these need, and what theirs need, with its licence."""
    found: dict[str, str] = {}
    left = [Requirement(text) for text in wanted]
    while left:
        one = left.pop()
        extras = ("", *one.extras)
        if canonical(one.name) in found or (one.marker is not None and not one.marker.evaluate()):
            continue
        there = distribution(one.name)
        found[canonical(one.name)] = licence_of(there)
        for text in there.requires or ():
            more = Requirement(text)
            if more.marker is None or any(more.marker.evaluate({"extra": e}) for e in extras):
                more.marker = None
                left.append(more)
    return found


def licence_of(there: Distribution) -> str:
    """Its licence; of one that offers several ("Dual License") the first we may use."""
    classified = [c.rsplit("::", 1)[-1].strip() for c in there.metadata.get_all("Classifier") or ()
                  if c.startswith("License ::")]  # fmt: skip
    said = there.metadata.get("License-Expression") or there.metadata.get("License") or ""
    named = [*said.splitlines()[:1], *classified] or ["none named"]
    return next((one for one in named if one.startswith(PERMISSIVE)), named[0])


# -- what the README says, done -----------------------------------------------------------------

EXCERPT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
READMES = {"README.md": "en_US.UTF-8", "README.es.md": "es_CL.UTF-8"}


def fenced(file: str, kind: str) -> list[str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(file: str) -> list[tuple[str, str]]:
    """Each command of the console blocks, with the output shown under it."""
    lines = "".join(fenced(file, "console"))
    parts = re.split(r"^\$ (.*)\n", lines, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("file", READMES)
def test_the_makefile_has_what_the_readme_tells_to_make(file: str) -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    told = re.findall(r"^make (\w+)", "".join(fenced(file, "sh")), re.MULTILINE)
    assert told
    assert [target for target in told if target not in targets] == []


@pytest.mark.parametrize("file", READMES)
def test_the_python_of_the_readme_does_what_it_shows(file: str) -> None:
    blocks = "\n".join(fenced(file, "pycon"))
    test = doctest.DocTestParser().get_doctest(blocks, {}, file, file, 0)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert test.examples
    assert "".join(said) == ""


@pytest.mark.parametrize("file", READMES)
def test_the_commands_of_the_readme_say_what_it_shows(file: str, tmp_path: Path) -> None:
    """In order, in one folder: what one command writes another may read."""
    [scenario] = fenced(file, "toml")
    (tmp_path / "zero.toml").write_text(scenario, encoding="utf-8")
    for name in ("docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "TAPETE_CACHE": os.environ["TAPETE_CACHE"],  # solved once a run: test_store shows it anew
        "LANG": READMES[file],
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
    }
    assert commands(file)
    for command, shown in commands(file):
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=env, check=False, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip
        found = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
        same = doctest.OutputChecker().check_output(shown, found, EXCERPT)
        assert same, f"$ {command}\n{found}\nbut the page shows\n{shown}"
