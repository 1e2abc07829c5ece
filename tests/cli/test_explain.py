"""Every code that can be told has a text in both languages."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

import pytest

import tapete
from tapete.chance import seeded
from tapete.core.book.account import tournament_unit
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Limits
from tapete.core.round.event import Chosen, Event, Unknown
from tapete.core.round.shown import tag
from tapete.games.registry import GAMES
from tapete.telling.explain import Teller
from tapete.telling.texts import LANGS, texts
from tests.cli.codes import has_words, used
from tests.cli.tables import open_table
from tests.laws.tables import DEFAULT, buy_again, may_be_linked, play_rounds
from tests.laws.tables import open_table as open_law_table


@pytest.mark.parametrize("lang", LANGS)
def test_every_code_in_the_sources_and_the_rulebooks_has_a_text(lang: str) -> None:
    missing = [
        f"{family}.{code}  ({place})"
        for (family, code), place in used().items()
        if not has_words(family, code, lang)
    ]
    assert missing == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_of_event_has_a_sentence(lang: str) -> None:
    import_rules()  # an event is known where it is declared
    ours = [kind for kind, cls in Event.kinds.items() if cls.__module__.startswith("tapete.")]
    assert [kind for kind in ours if f"event.{kind}" not in texts(lang)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_of_question_to_a_player_says_what_it_is_about(lang: str) -> None:
    import_rules()
    plain = [
        tag(kind)
        for kind in kinds_of(Ask)
        if kind.__module__.startswith("tapete.") and kind.about is Ask.about
        and {"seat", "position"} & {*kind.__struct_fields__}
    ]  # fmt: skip
    assert {"hold", "box"} <= {*plain}
    assert [kind for kind in plain if f"about.{kind}" not in texts(lang)] == []


def kinds_of(ask: type[Ask[Any]]) -> list[type[Ask[Any]]]:
    """Every class of asks below this one."""
    return [one for kind in ask.__subclasses__() for one in (kind, *kinds_of(kind))]


def import_rules() -> None:
    for module in pkgutil.walk_packages(tapete.__path__, "tapete."):
        if module.name.startswith(("tapete.core", "tapete.games", "tapete.systems")):
            importlib.import_module(module.name)


@pytest.mark.parametrize(
    ("game", "edition"),
    [(g, e) for e in editions() for g in GAMES if g in rulebook(e).games()],
)
def test_whatever_happens_at_a_table_is_told_in_words(game: str, edition: str) -> None:
    table = open_table(GAMES[game], edition)
    pick = seeded(f"{game} {edition}")
    tellers = [Teller(lang) for lang in LANGS]
    abouts: set[str] = set()

    def answered(ask: Ask[Any]) -> Any:
        abouts.add(ask.about)
        return ask.some(pick)

    for _ in range(15):
        record = table.play(answered)
        buy_again(table)
        for event in record.events:
            for teller in tellers:
                said = teller.event(event)
                assert not said.startswith(event.kind), said
                assert "—" not in said and "()" not in said, said
                if hasattr(event, "what"):
                    assert f"announced.{event.what}" in texts(teller.lang)
    asked = [(about, lang) for about in abouts - {""} for lang in LANGS]
    assert [one for one in asked if not has_words("about", *one)] == []


@pytest.mark.clause("COL-7.4-01")
@pytest.mark.parametrize("game", GAMES)
def test_every_amount_is_written_in_its_unit_of_account(game: str) -> None:
    """Every stake is of thousands, so that whatever is not written as an amount shows: four
    figures without a sign between them, pesos among the chips of a tournament."""
    linked = may_be_linked(game, DEFAULT)
    table = open_law_table(game, DEFAULT, Limits(min=7_000, unit=1), linked=linked)
    pick, unit = seeded(game), tournament_unit("verano")
    tellers = [(Teller(lang), Teller(lang, unit=unit)) for lang in LANGS]
    played = play_rounds(table, 3, pick)
    for event in (*table.log, *(event for record in played for event in record.events)):
        for in_pesos, in_chips in tellers:
            said = in_pesos.event(event)
            assert not re.search(r"\d{4}", said), said
            assert not re.search(r"\$|CLP", in_chips.event(event)), in_chips.event(event)


def test_an_amount_said_with_a_move_is_an_amount_too() -> None:
    said = Chosen(seat=2, move="seguro:52500", about="seat:2", clause="CAT-III.1.5.1-23")
    assert "$52.500" in Teller("es").event(said)
    assert "52.500 fichas" in Teller("es", unit=tournament_unit("verano")).event(said)
    refused = Refused(
        "CAT-I.4.2-03", "over-maximum", seat=2, bet="apuesta", amount=9_000, maximum=1
    )
    assert "$" not in Teller("es", unit=tournament_unit("verano")).refusal(refused)


def test_a_code_without_text_is_still_readable() -> None:
    refused = Refused("CAT-I.1-01", "never-heard-of", seat=3, amount=500)
    assert Teller("es").refusal(refused) == "never-heard-of seat=Asiento 3 amount=$500"


def test_an_event_of_another_version_is_told_with_its_fields() -> None:
    event = Unknown(named="sung", fields={"song": "cueca"}, clause="CAT-I.1-01")
    assert Teller("en").event(event) == "(event of another version) sung song=cueca"


def test_people_are_called_by_their_names() -> None:
    assert Teller("es", {2: "Rosa"}).who(2) == "Rosa"
    assert Teller("es", {2: "Rosa"}).who(3) == "Asiento 3"
