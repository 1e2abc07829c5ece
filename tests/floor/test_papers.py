"""A casino stands on papers: the plan it starts with, the editions in force, what each game wants
before its table opens; and the public has the rules at hand."""

from __future__ import annotations

import asyncio
from datetime import date
from importlib import resources
from pathlib import Path

import httpx
import msgspec
import pytest

from tapete.core.book.clause import register
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.papers import Papers, check_papers
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.house.casino import Casino
from tapete.floor.house.office import create_table
from tapete.floor.house.settings import Settings
from tapete.games.registry import find
from tests.floor.server import served

SHIPPED = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
PRESHUFFLED = {
    "black-jack": ("CAT-III.1.4.1-10", "CAT-III.1.4.1-09"),
    "punto-y-banca": ("CAT-III.2.4.1-09", "CAT-III.2.4.1-08"),
    "war": ("CAT-III.4.3.1-06", "CAT-III.4.3.1-05"),
    "treinta-y-cuarenta": ("CAT-III.5.3.1-06", "CAT-III.5.3.1-05"),
}


def casino_with(folder: Path, text: str) -> Casino:
    """A casino that would start with this plan."""
    file = folder / "plan.toml"
    file.write_text(text, "utf-8")
    return Casino(Settings(db=f"sqlite:///{folder}/casino.db", plan=str(file)))


def with_lines(game: str, *lines: str) -> str:
    header = f"[table.{game}]\n"
    assert header in SHIPPED
    return SHIPPED.replace(header, header + "\n".join(lines) + "\n", 1)


@pytest.mark.clause(
    "CAT-III.1.4.1-10", "CAT-III.2.4.1-09", "CAT-III.4.3.1-06", "CAT-III.5.3.1-06",
    "CAT-III.1.4.1-09", "CAT-III.2.4.1-08", "CAT-III.4.3.1-05", "CAT-III.5.3.1-05",
)  # fmt: skip
@pytest.mark.parametrize("game", PRESHUFFLED)
def test_pre_shuffled_cards_are_homologated_and_stand_beside_traditional_ones(
    tmp_path: Path, game: str
) -> None:
    traditional, homologated = PRESHUFFLED[game]
    both = 'cards = ["pre-barajadas", "tradicionales"]'
    with pytest.raises(BrokenFile, match=traditional):
        casino_with(tmp_path, with_lines(game, 'cards = ["pre-barajadas"]'))
    with pytest.raises(BrokenFile, match=homologated):
        casino_with(tmp_path / ".", with_lines(game, both) + "\n")
    (tmp_path / "bien").mkdir()
    paper = 'homologation = "Resolución 1 (ejemplo)"'
    casino = casino_with(tmp_path / "bien", with_lines(game, both, paper))
    assert casino.plan.table[game].homologation


@pytest.mark.clause("CAT-III.1.4.1-06", "CAT-III.2.4.1-05")
@pytest.mark.parametrize(
    ("game", "clause"), [("black-jack", "CAT-III.1.4.1-06"), ("punto-y-banca", "CAT-III.2.4.1-05")]
)
def test_the_backs_are_of_two_colours_or_alternate_from_table_to_table(
    tmp_path: Path, game: str, clause: str
) -> None:
    for n, wrong in enumerate(('[["azul"], ["azul"]]', '[["azul", "azul"]]', "[[]]")):
        (tmp_path / str(n)).mkdir()
        with pytest.raises(BrokenFile, match=clause):
            casino_with(tmp_path / str(n), with_lines(game, f"backs = {wrong}"))
    right = 'backs = [["azul", "rojo"], ["azul"], ["rojo"], ["azul", "rojo"]]'
    assert len(casino_with(tmp_path, with_lines(game, right)).plan.table[game].backs) == 4


def created(casino: Casino, game: str, edition: str, papers: Papers) -> None:
    """Have the office make a table of a casino with these papers."""
    casino.plan = msgspec.structs.replace(casino.plan, papers=papers)

    async def work() -> None:
        await create_table(
            casino, "otra", game, edition=edition, changes={}, attended=True, by="x"
        )  # fmt: skip

    asyncio.run(work())


@pytest.mark.parametrize(
    ("game", "edition", "paper", "clause"),
    [
        pytest.param(
            "omaha-poker", "scj-2023", "material", "CAT-III.3.4.1-05",
            marks=pytest.mark.clause("CAT-III.3.4.1-05"),
        ),
        *(
            pytest.param(
                "texas-holdem-sin-limites", "scj-2009", paper, "R196-RES-02",
                marks=pytest.mark.clause("R196-RES-02"),
            )
            for paper in ("licence", "approval", "material", "notice")
        ),
        pytest.param("black-jack-perfect-pairs", "scj-2009", "notice", "R196-RES-02"),
    ],
)  # fmt: skip
def test_a_table_opens_only_on_the_papers_its_game_wants(
    tmp_path: Path, game: str, edition: str, paper: str, clause: str
) -> None:
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/casino.db"))
    casino.prepare()
    lacking = msgspec.structs.replace(plan().papers, **{paper: None if paper == "notice" else ""})
    with pytest.raises(Refused) as refusal:
        created(casino, game, edition, lacking)
    assert (refusal.value.code, refusal.value.clause) == ("paper-missing", clause)
    assert refusal.value.facts["paper"] == paper


@pytest.mark.clause("R196-RES-01", "R196-RES-02")
def test_an_edition_is_in_force_from_its_day_and_a_variant_begins_on_the_day_notified() -> None:
    rules, papers = find("black-jack-perfect-pairs").rules_of("scj-2009"), plan().papers
    with pytest.raises(Refused) as early:
        check_papers(rules, papers, date(2009, 5, 5))
    assert (early.value.code, early.value.clause) == ("not-in-force-yet", "R196-RES-01")
    with pytest.raises(Refused) as soon:
        check_papers(rules, papers, date(2009, 5, 6))
    assert (soon.value.code, soon.value.clause) == ("start-not-reached", "R196-RES-02")
    assert papers.notice is not None
    check_papers(rules, papers, papers.notice)


@pytest.mark.clause("R196-RES-01")
def test_no_table_of_an_edition_is_made_before_it_is_in_force(tmp_path: Path) -> None:
    noon = 1_678_708_800.0  # 13 March 2023, the day before the Catalogue of 2023
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/casino.db"), now=lambda: noon)
    casino.prepare()
    with pytest.raises(Refused) as refusal:
        created(casino, "war", "scj-2023", plan().papers)
    assert (refusal.value.code, refusal.value.clause) == ("not-in-force-yet", "R196-RES-01")


@pytest.mark.clause("R196-RES-03")
def test_the_public_has_the_current_catalogue_at_hand_without_entering(tmp_path: Path) -> None:
    current = [id for id, one in register().items() if one.document.edition == "scj-2023"]
    with served(f"sqlite:///{tmp_path}/casino.db", games=("big-six",)) as address:
        for id in (current[0], current[len(current) // 2], current[-1]):
            answer = httpx.get(f"{address}/api/clauses/{id}", timeout=600).json()
            assert answer["edition"] == "scj-2023" and answer["rule"] and answer["source"]
