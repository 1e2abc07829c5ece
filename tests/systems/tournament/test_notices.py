"""What a tournament says by itself: in Spanish by the house, in English by the screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.systems.tournament.life.notices import SAID, say

SCREEN = Path(__file__).parents[3] / "web" / "src" / "rooms" / "torneo" / "notices.ts"
ROW = re.compile(r'^  "([a-z-]+)": "(.*)",$', re.MULTILINE)
FACT = re.compile(r"\{(\w+)\}")


@pytest.mark.clause("COL-2-10")
def test_whatever_the_house_says_by_itself_a_screen_in_english_says_with_the_same_facts() -> None:
    english = dict(ROW.findall(SCREEN.read_text("utf-8")))
    assert english.keys() == SAID.keys()
    for says, words in SAID.items():
        assert set(FACT.findall(english[says])) == set(FACT.findall(words)), says


@pytest.mark.clause("COL-2-10")
def test_a_notice_has_its_words_and_its_facts() -> None:
    said = say("seat", start="1-4", end="2-3")
    assert said.text == "{player}: de 1-4 pasa a 2-3."
    assert (said.says, said.facts) == ("seat", {"start": "1-4", "end": "2-3"})
