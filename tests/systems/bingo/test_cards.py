"""Cards are numbers: counted, uniform, both ways."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.book.refused import Refused
from tapete.systems.bingo.cards import (
    TENS,
    Face,
    Shape,
    check_face,
    check_order,
    rank,
    read_face,
    shape_of_sizes,
    unrank,
)

CARDS = 3_669_688_706_217_187_500
SMALL = [shape_of_sizes((2, 2, 3), 2, 2), shape_of_sizes((1, 3, 2, 2), 3, 2)]


@pytest.mark.clause("CAT-V.2.2.1-04")
def test_so_many_cards_and_layouts_there_are() -> None:
    assert (TENS.cards, TENS.layouts) == (CARDS, 735_210)
    assert (SMALL[0].cards, SMALL[0].layouts) == (48, 6)


@given(st.integers(0, CARDS - 1))
def test_a_card_is_a_number_and_back(index: int) -> None:
    face = unrank(index)
    check_face(face)
    assert rank(face) == index
    assert read_face(str(face)) == face


@pytest.mark.parametrize("shape", SMALL, ids=["2x2", "3x2"])
def test_every_card_of_a_small_shape_has_its_number(shape: Shape) -> None:
    """All faces there can be, made without the table: the numbers reach each of them once."""
    high = shape.columns[-1][1]
    rows = [row for row in product(range(1, high + 1), repeat=shape.per_row) if valid_row(row)]
    faces = {
        Face(found) for found in product(rows, repeat=shape.rows) if is_card(Face(found), shape)
    }
    assert {unrank(index, shape) for index in range(shape.cards)} == faces
    assert len(faces) == shape.cards


def valid_row(row: tuple[int, ...]) -> bool:
    return list(row) == sorted(set(row))


def is_card(face: Face, shape: Shape) -> bool:
    try:
        check_order(face, shape)
    except Refused:
        return False
    return True


@pytest.mark.clause("CAT-V.2.2.1-04")
@pytest.mark.parametrize(
    ("face", "code"),
    [
        ("4 37 41 55 80 / 7 33 58 60 71 / 8 16 48 64 88", "card-column-empty"),
        ("4 16 41 55 80 / 7 22 58 60 71 / 8 16 37 64 88", "card-number-twice"),
        ("4 16 41 55 / 7 22 58 60 71 / 8 17 37 64 88", "card-rows"),
        ("0 16 41 55 80 / 7 22 58 60 71 / 8 17 37 64 88", "card-number-outside"),
        ("1 2 41 55 80 / 3 22 58 60 71 / 4 17 37 64 88", "card-column-full"),
        ("a / b / c", "not-a-card"),
    ],
)
def test_what_is_no_card_is_refused(face: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_face(face)
    assert (refused.value.code, refused.value.clause) == (code, "CAT-V.2.2.1-04")


def test_a_card_of_another_make_is_good_and_has_no_number() -> None:
    """Numbers out of order down a column are valid by the clause; our own cards never are so."""
    face = read_face("8 16 41 55 80 / 7 22 58 60 71 / 4 17 37 64 88")
    with pytest.raises(Refused, match="card-number-misplaced"):
        rank(face)


def test_a_number_beyond_the_last_card_is_refused() -> None:
    with pytest.raises(ValueError, match="a card is a number below"):
        unrank(CARDS)
