"""Pots: the key is what the ledger of the hand says, for every game that players play among
themselves."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tapete.core.book.account import COMMISSION
from tapete.core.book.clause import register
from tapete.core.round.event import BetReturned
from tapete.games.poker.circle.events import PotWon
from tapete.school import catalogue, pots
from tapete.school.drill import Drill, Made, UnknownDrill, marks
from tapete.school.pots import DIVIDED, ONE, POZOS, SIDE
from tapete.telling.explain import Teller

EVERY = [(game, level) for game, levels in pots.games().items() for level in levels]


@cache
def made(game: str, level: str, seed: int = 1) -> Made:
    return pots.make(Drill(POZOS, game, level, seed))


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_key_is_what_the_ledger_of_the_hand_says(game: str, level: str) -> None:
    drill = made(game, level)
    got: Counter[str] = Counter()
    kept = 0
    for event in drill.round:
        for account, amount in event.postings():
            kept += amount if account == COMMISSION else 0
        if isinstance(event, PotWon):
            got[f"recibe:{event.seat}"] += event.amount
    answers = {name: int(right) for name, right in drill.key.answers.items()}
    assert answers.pop("comision") == kept
    assert {name: amount for name, amount in answers.items() if amount} == dict(got)
    # All that lies in the pots is given or kept.
    assert sum(answers.values()) + kept == sum(drill.question.scene.felt.pots.values())


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_a_level_shows_what_it_is_about_and_the_felt_does_not_tell_it(
    game: str, level: str
) -> None:
    drill = made(game, level, 2)
    won = [event for event in drill.round if isinstance(event, PotWon)]
    felt = drill.question.scene.felt
    assert {ONE: len(felt.pots) == 1, SIDE: len(felt.pots) > 1, DIVIDED: len(won) > len(felt.pots)}[
        level
    ]
    asked = [field.seat for field in drill.question.fields if field.seat is not None]
    assert len(asked) > 1 and {event.seat for event in won} <= {*asked}
    for seat in asked:  # whoever is asked about has his cards open before him
        assert None not in felt.zones[f"seat:{seat}"]
    assert not felt.net and not felt.chips
    assert not any(isinstance(event, PotWon | BetReturned) for event in drill.question.scene.said)


def test_who_answers_has_what_it_takes_on_the_felt_and_is_marked() -> None:
    drill = made("texas-holdem-sin-limites", SIDE)
    [commission] = drill.question.scene.said
    assert "5%" in Teller("es").event(commission) and "$500" in Teller("es").event(commission)
    assert all(marks(drill, drill.key.answers).values())
    wrong = {**drill.key.answers, "comision": "1"}
    assert [name for name, right in marks(drill, wrong).items() if not right] == ["comision"]
    assert {event.clause for event in drill.key.because} <= {*register()}


def test_the_same_name_is_the_same_drill_and_there_are_no_others() -> None:
    drill = Drill(POZOS, "omaha-poker", ONE, 5)
    assert catalogue.make(drill) == catalogue.make(catalogue.find(drill.id))
    with pytest.raises(UnknownDrill):
        pots.make(Drill(POZOS, "stud-poker", DIVIDED, 1))  # too rare to be waited for
    with pytest.raises(UnknownDrill):
        catalogue.find("pozos.war.pozo.1")
