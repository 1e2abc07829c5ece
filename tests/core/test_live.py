"""The driver: it checks, logs, sends, and collects. A refused answer leaves no trace."""

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.live import Live
from tests.core.toys import ToyState, secret_card, setup


def started() -> Live[ToyState]:
    return Live(secret_card(setup(1), ToyState()))


def test_a_round_asks_and_tells_until_it_ends():
    live = started()
    told = live.answer("Ah")
    assert [event.kind for event in told] == ["card-dealt", "card-seen"]
    live.answer("plantarse")
    live.answer("si")
    assert live.ended
    assert live.result == ToyState(rounds=1)
    assert [answer for _, _, answer in live.steps] == ["Ah", "plantarse", "si"]


def test_each_answer_remembers_how_much_had_been_told_before_it():
    live = started()
    live.run(
        lambda ask: {"draw": "Ah", "choose": "pedir", "ruling": "no"}[ask.__struct_config__.tag]
    )
    assert [told for told, _, _ in live.steps] == [0, 2, 3]


@pytest.mark.parametrize(
    "wrong", ["volar", "separar", "doblar", "doblar:150", "doblar:600", "pedir:3"]
)
def test_a_refused_answer_leaves_no_trace(wrong):
    live = started()
    live.answer("Ah")
    before = (live.ask, list(live.events), list(live.steps))
    with pytest.raises(Refused):
        live.answer(wrong)
    assert (live.ask, live.events, live.steps) == before
    live.answer("doblar:300")
    assert live.events[-1].move == "doblar:300"


def test_a_closed_move_is_refused_with_the_clause_that_closes_it():
    live = started()
    live.answer("Ah")
    with pytest.raises(Refused) as refusal:
        live.answer("separar")
    assert (refusal.value.clause, refusal.value.code) == ("CAT-I.1-14", "move-closed")
    assert refusal.value.facts == {"seat": 1, "move": "separar"}


def test_a_round_in_course_has_no_result_and_an_ended_one_takes_no_answer():
    live = started()
    with pytest.raises(RuntimeError, match="still asks"):
        _ = live.result
    live.run(
        lambda ask: {"draw": "Ah", "choose": "pedir", "ruling": "no"}[ask.__struct_config__.tag]
    )
    with pytest.raises(RuntimeError, match="has ended"):
        live.answer("si")


def test_a_card_that_is_not_in_the_shoe_cannot_come_out():
    live = started()
    with pytest.raises(Refused, match="card-not-left"):
        live.answer("1h")
