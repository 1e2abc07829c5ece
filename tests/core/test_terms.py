"""Terms are fixed per round; they change between rounds, and the change is told."""

from __future__ import annotations

import dataclasses
from importlib import resources

import msgspec
import pytest

from tapete.core.book.account import PLAY
from tapete.core.book.plan import plan, read_plan
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.bets import Limits
from tapete.core.round.replay import replay
from tapete.core.round.terms import Terms, TermsSet
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import GAMES, find
from tests.core.tables import a_table, play, refused, rojo


@pytest.mark.clause("CAT-I.4.2-01")
def test_terms_change_between_rounds_by_an_event_and_stand_in_the_header() -> None:
    table = a_table()
    before = table.terms
    after = msgspec.structs.replace(before, limits=Limits(min=500, max=2000))
    table.begin()
    assert refused(table.set_terms, after).code == "round-in-course"
    table.void("prueba")
    assert refused(table.set_terms, after, by="croupier").code == "not-your-role"
    table.set_terms(after)
    told = table.log[-1]
    assert isinstance(told, TermsSet) and (told.by, told.clause) == (
        "jefe-de-mesa", "CAT-I.4.2-01",
    )  # fmt: skip
    assert (told.before["limits"]["min"], told.after["limits"]["max"]) == (1, 2000)
    record = play(table, rojo(), result="3")
    assert record.header.setup(table.game).terms == after
    assert replay(read_record(record.text()), find).events == list(record.events)


@pytest.mark.clause("CAT-I.4.1-01")
def test_the_unit_of_a_table_never_changes() -> None:
    table = a_table()
    other = msgspec.structs.replace(table.terms, unit=PLAY)
    assert refused(table.set_terms, other).code == "not-terms-of-this-table"
    with pytest.raises(Refused):
        table.set_terms(Terms())  # not those of a roulette


@pytest.mark.parametrize("game", sorted(plan().table))
def test_a_plan_gives_every_game_terms_of_its_own_family(game: str) -> None:
    terms = plan().terms(GAMES[game], unit=PLAY)
    assert type(terms) is GAMES[game].terms
    assert (terms.limits, terms.unit, terms.chip_values) == (
        plan().limits(game), PLAY, plan().chips,
    )  # fmt: skip


class Drink(Terms, frozen=True, kw_only=True):
    """Terms of a family of a test's own: one field more, and nothing else anywhere."""

    served: str = ""


def test_a_new_term_is_one_field_of_its_family_and_a_word_in_the_plan() -> None:
    text = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    row = "[table.big-six]\n"
    game = dataclasses.replace(GAMES["big-six"], terms=Drink)
    said = read_plan(text.replace(row, f'{row}terms = {{ served = "té" }}\n'), "p.toml")
    terms = said.terms(game)
    assert isinstance(terms, Drink) and (terms.served, terms.chip_values) == ("té", said.chips)
    table = Table(game, plan=said, seats=(3,))
    assert table.setup().terms.served == "té"
    table.open_play(staff_of(table.rules))
    table.begin()
    written = table.void("prueba").text()
    assert read_record(written).header.setup(game).terms == terms
    with pytest.raises(ValueError, match="no terms called served"):
        said.terms(GAMES["big-six"])
