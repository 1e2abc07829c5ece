"""Bingo at a machine: the sheet is exact, the cards are a hall's, a play pays what it says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.round.live import Live
from tapete.maths.machines import par_sheet
from tapete.maths.machines.bingo import full_by, lines_law, row_law
from tapete.systems.bingo.cards import Face, check_face
from tapete.systems.bingo.design import Design
from tapete.systems.machines.bingo import best_row, done, faces_of
from tapete.systems.machines.library import shipped
from tapete.systems.machines.play import PlayBet, PlayResult, play
from tapete.systems.machines.program import Bingo, BrokenProgram
from tapete.systems.machines.validate import read_program


def program() -> Bingo:
    found = shipped("bingo-noventa")
    assert isinstance(found, Bingo)
    return found


def test_the_law_of_full_rows_is_that_of_every_way_to_draw() -> None:
    """Counted by the balls that fall on the card: so many of its fifteen, in any of their ways."""
    rows = [set(range(5 * n, 5 * n + 5)) for n in range(3)]
    full: dict[tuple[int, int], int] = {}
    for caught in range(16):
        for on_card in combinations(range(15), caught):
            lines = sum(row <= set(on_card) for row in rows)
            full[caught, lines] = full.get((caught, lines), 0) + 1
    for drawn in (5, 14, 30, 55, 89):
        law = lines_law(drawn)
        for lines in (1, 2, 3):
            ways = sum(
                count * comb(75, drawn - caught)
                for (caught, n), count in full.items()
                if n == lines and caught <= drawn
            )
            assert law[lines] == Fraction(ways, comb(90, drawn)), (drawn, lines)
        assert law[3] == full_by(drawn)


def test_the_sheet_adds_up_to_the_rows() -> None:
    sheet, law = par_sheet(program()), row_law(program())
    level = sheet.level("1x5", 500)
    assert level is not None
    assert level.back == sum(row.back for row in sheet.rows.values())
    assert level.hit == sum(law.values()) == sum(lines_law(55).values())
    assert level.top.prize == 5000 * 5 * 500
    assert level.top.odds == full_by(45)


def test_the_cards_are_those_of_a_hall() -> None:
    faces = faces_of(program())
    assert faces == Design("bingo-noventa", 90).faces()
    for face in faces.values():
        check_face(face)


@given(st.permutations(range(1, 91)), st.integers(1, 90))
def test_what_a_play_pays_is_read_off_its_card(order: list[int], card: int) -> None:
    one = program()
    balls = order[: one.drawn]
    live: Live[PlayResult] = Live(play(one, PlayBet("1x2", 100, spots=(card,))))
    for ball in balls:
        assert live.ask is not None
        live.answer(ball)
    face = faces_of(one)[card]
    lines = sum(set(row) <= set(balls) for row in face.rows)
    last = None if lines < 3 else max(map(balls.index, face.numbers)) + 1
    row = best_row(one.pays, lines, last)
    assert live.ended and live.result.credits == (2 * one.pays[row] if row else 0)


def test_rows_within_so_many_balls_end_with_that_ball() -> None:
    face = Face(((1, 10, 20, 30, 40), (2, 11, 21, 31, 41), (3, 12, 22, 32, 42)))
    others = [n for n in range(1, 91) if n not in face.numbers]
    numbers = sorted(face.numbers)
    for last, row in ((45, "bingo:45"), (46, "bingo:50"), (50, "bingo:50"), (51, "bingo")):
        balls = numbers[:-1] + others[: last - 15] + numbers[-1:] + others[last - 15 : 40]
        assert done(face, balls[:55]) == (3, last)
        assert best_row(program().pays, 3, last) == row


def test_simulated_plays_lie_in_the_exact_band() -> None:
    one, pick, plays = program(), seeded("bingo"), 1_000
    level = par_sheet(one).level("1x1", 100)
    assert level is not None
    won = 0
    for n in range(plays):
        live: Live[PlayResult] = Live(play(one, PlayBet("1x1", 100, spots=(1 + n % 90,))))
        while live.ask is not None:
            live.answer(live.ask.some(pick))  # type: ignore[attr-defined]
        won += live.result.credits > 0
    hit = float(level.hit)
    assert abs(won / plays - hit) < 4 * sqrt(hit * (1 - hit) / plays)


@pytest.mark.clause("CAT-VI.5-03")
@pytest.mark.parametrize("spots", [(), (0,), (91,), (1, 2)])
def test_a_card_the_machine_does_not_have_is_refused(spots: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refused:
        Live(play(program(), PlayBet("1x1", 100, spots=spots)))
    assert refused.value.code == "not-offered"


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("drawn = 55", "drawn = 90", "bad-row"), ("drawn = 55", "drawn = 4", "bad-row"),
        ("cards = 90", "cards = 0", "bad-program"), ("linea = 2", "linea = 0", "bad-row"),
        ("linea = 2", "tres-lineas = 2", "bad-row"),
        ('"bingo:45"', '"bingo:14"', "award-unreachable"),
        ('"bingo:45"', '"bingo:56"', "award-unreachable"),
    ],
)  # fmt: skip
def test_a_program_that_cannot_be_played_is_refused(before: str, after: str, code: str) -> None:
    with pytest.raises(BrokenProgram) as broken:
        read_program(program().text.replace(before, after), "bingo.toml")
    assert broken.value.code == code
