"""Every code that can be told has a text in both languages."""

from __future__ import annotations

import pytest

from tapete.chance import anyone, seeded
from tapete.core.event import Event, Unknown
from tapete.core.refused import Refused
from tapete.core.rulebook import editions, rulebook
from tapete.games.registry import GAMES
from tapete.telling.explain import Teller
from tapete.telling.texts import LANGS, texts
from tests.cli.codes import used
from tests.cli.tables import open_table
from tests.laws.tables import buy_again


@pytest.mark.parametrize("lang", LANGS)
def test_every_code_in_the_sources_and_the_rulebooks_has_a_text(lang: str) -> None:
    missing = [
        f"{family}.{code}  ({place})"
        for (family, code), place in used().items()
        if f"{family}.{code}" not in texts(lang)
    ]
    assert missing == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_of_event_has_a_sentence(lang: str) -> None:
    ours = [kind for kind, cls in Event.kinds.items() if cls.__module__.startswith("tapete.")]
    assert [kind for kind in ours if f"event.{kind}" not in texts(lang)] == []


@pytest.mark.parametrize(
    ("game", "edition"),
    [(g, e) for e in editions() for g in GAMES if g in rulebook(e).games()],
)
def test_whatever_happens_at_a_table_is_told_in_words(game: str, edition: str) -> None:
    table = open_table(GAMES[game], edition)
    pick = seeded(f"{game} {edition}")
    tellers = [Teller(lang) for lang in LANGS]
    for _ in range(15):
        record = table.play(anyone(pick))
        buy_again(table)
        for event in record.events:
            for teller in tellers:
                said = teller.event(event)
                assert not said.startswith(event.kind), said
                assert "—" not in said, said
                if hasattr(event, "what"):
                    assert f"announced.{event.what}" in texts(teller.lang)


def test_a_code_without_text_is_still_readable() -> None:
    refused = Refused("CAT-I.1-01", "never-heard-of", seat=3, amount=500)
    assert Teller("es").refusal(refused) == "never-heard-of seat=Asiento 3 amount=$500"


def test_an_event_of_another_version_is_told_with_its_fields() -> None:
    event = Unknown(named="sung", fields={"song": "cueca"}, clause="CAT-I.1-01")
    assert Teller("en").event(event) == "(event of another version) sung song=cueca"


def test_people_are_called_by_their_names() -> None:
    assert Teller("es", {2: "Rosa"}).who(2) == "Rosa"
    assert Teller("es", {2: "Rosa"}).who(3) == "Asiento 3"
