"""Very many cards at once: the compiled faces and checks are those of the game, card by card."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tapete.chance import seeded
from tapete.maths.bingo.fast import Check, make, whole_game
from tapete.maths.bingo.fast_strips import make_strips
from tapete.maths.bingo.many import chances, firsts
from tapete.maths.bingo.odds import chance_by, mean_ball, one_card
from tapete.systems.bingo.cards import DECADES, TENS, Shape, rank
from tapete.systems.bingo.design import Design


@pytest.mark.parametrize("shape", [TENS, DECADES])
def test_the_compiled_faces_are_those_of_the_design(shape: Shape) -> None:
    faces = make("prueba", 300, shape)
    for number, face in Design("prueba", 300).faces(shape).items():
        assert tuple(faces[number - 1]) == tuple(n for row in face.rows for n in row)
        assert rank(face, shape) < shape.cards


@pytest.mark.parametrize("shape", [TENS, DECADES])
def test_the_compiled_strips_are_those_of_the_design(shape: Shape) -> None:
    """Long enough for the stream of the seed to be read in several pieces."""
    faces = make_strips("tiras", 360, shape)
    for number, face in Design("tiras", 360, strips=True).faces(shape).items():
        assert tuple(faces[number - 1]) == tuple(n for row in face.rows for n in row)


def test_the_check_by_ball_the_check_of_a_whole_game_and_plain_sets_agree() -> None:
    faces = make("tres", 400)
    order = list(range(1, 91))
    random.Random(11).shuffle(order)
    lines, bingos = whole_game(faces, order)
    check, out = Check(faces), set()
    for n, ball in enumerate(order, 1):
        rows, cards = check.ball(ball)
        out.add(ball)
        plain = {
            card * 3 + row
            for card, face in enumerate(faces)
            for row in range(3)
            if ball in face[5 * row : 5 * row + 5] and set(face[5 * row : 5 * row + 5]) <= out
        }
        assert set(map(int, rows)) == plain
        assert set(map(int, cards)) == set(map(int, np.flatnonzero(bingos == n)))
        first = {int(card) for card in np.flatnonzero(lines == n)}
        assert first <= {row // 3 for row in map(int, rows)}
    assert (lines <= bingos).all(), "checked by the system, the line comes before the bingo"


def test_no_two_cards_of_a_design_have_the_same_numbers() -> None:
    faces = make("muchos", 20_000)
    assert len({tuple(sorted(face)) for face in faces.tolist()}) == 20_000


def test_the_chances_given_the_balls_out_are_those_of_cards_counted() -> None:
    assert chances(range(1, 91)) == (1.0, 1.0) and chances(range(1, 5)) == (0.0, 0.0)
    out = set(random.Random(5).sample(range(1, 91), 60))
    faces = make("contados", 40_000)
    have = np.isin(faces, sorted(out)).reshape(-1, 3, 5).all(axis=2)
    line, bingo = chances(out)
    for found, counted in ((line, have.any(axis=1)), (bingo, have.all(axis=1))):
        error = (found * (1 - found) / len(faces)) ** 0.5
        assert abs(counted.mean() - found) < 5 * error


def test_the_mean_over_orders_is_the_exact_chance_of_one_card() -> None:
    found = firsts(1, seeded("media"), orders=40)
    for what, mean, by in (
        ("line", found.line, found.line_by),
        ("bingo", found.bingo, found.bingo_by),
    ):
        assert abs(mean.mean - float(mean_ball(one_card(what)))) < 5 * mean.error
        assert abs(by[60].mean - float(chance_by(one_card(what), 60))) < 5 * by[60].error
    assert found.bingo_by[90].mean == 1.0
