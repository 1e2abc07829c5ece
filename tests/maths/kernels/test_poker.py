"""The compiled ranking of hands: every hand counted, and held against other rankings."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from pokerkit import OmahaHoldemHand, StandardHighHand

from tapete.core.round.cards import DECK
from tapete.games.poker.hands import FIVE, THREE, best, best_of_both, five, three
from tapete.maths import kernels
from tapete.maths.kernels.poker import (
    LEVEL,
    count_levels,
    count_ranks,
    evaluate3,
    evaluate5,
    evaluate6,
    evaluate7,
    evaluate_omaha,
    tables,
    value5,
    value7,
)
from tests.maths.kernels.hands import Hands, dealt, every, said

EVALUATE = {3: evaluate3, 5: evaluate5, 6: evaluate6, 7: evaluate7}


# -- every hand there is ------------------------------------------------------------------------


def test_the_2598960_hands_of_five_cards_by_category() -> None:
    assert dict(zip(FIVE, count_levels(5).tolist(), strict=True)) == {
        "carta-alta": 1_302_540, "par": 1_098_240, "dos-pares": 123_552, "trio": 54_912,
        "escalera": 10_200, "color": 5_108, "full": 3_744, "poker": 624,
        "escalera-de-color": 36, "escalera-real": 4,
    }  # fmt: skip


def test_the_22100_hands_of_three_cards_by_category() -> None:
    assert dict(zip(THREE, count_levels(3).tolist(), strict=True)) == {
        "carta-alta": 16_440, "par": 3_744, "color": 1_096, "escalera": 720, "trio": 52,
        "escalera-de-color": 48,
    }  # fmt: skip


def test_the_133784560_hands_of_seven_cards_by_category() -> None:
    assert dict(zip(FIVE, count_levels(7).tolist(), strict=True)) == {
        "carta-alta": 23_294_460, "par": 58_627_800, "dos-pares": 31_433_400, "trio": 6_461_620,
        "escalera": 6_180_020, "color": 4_047_644, "full": 3_473_184, "poker": 224_848,
        "escalera-de-color": 37_260, "escalera-real": 4_324,
    }  # fmt: skip
    assert count_levels(7).sum() == 133_784_560


@pytest.mark.parametrize(
    ("cards", "different"), [(3, 741), (5, 7462), (6, 6075), (7, 4824)],
)  # fmt: skip
def test_so_many_hands_differ_in_value(cards: int, different: int) -> None:
    assert (count_ranks(cards) > 0).sum() == different


def test_the_six_card_space_is_complete() -> None:
    assert count_levels(6).sum() == 20_358_520
    with pytest.raises(ValueError, match="not of 4"):
        count_ranks(4)


# -- the plain ranking of the games -------------------------------------------------------------


def kinds(hands: Hands) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A number for all that can matter in a hand: its ranks, and whether it is of one suit."""
    ranks = np.sort(hands >> 2, axis=1).astype(np.int64)
    suited = ((hands & 3) == (hands[:, :1] & 3)).all(1)
    number = suited.astype(np.int64)
    for column in ranks.T:
        number = number * 13 + column
    return number


@pytest.mark.parametrize("cards", [3, 5])
def test_every_hand_ranks_as_the_games_rank_it(cards: int) -> None:
    """One hand of each kind is ranked in plain Python; all others of its kind have its rank."""
    hands = every(cards)
    ranks = EVALUATE[cards](hands)
    _, first, kind = np.unique(kinds(hands), return_index=True, return_inverse=True)
    assert (ranks == ranks[first][kind]).all()
    plain = [(three if cards == 3 else five)(said(hand)) for hand in hands[first]]
    assert [hand.level for hand in plain] == (ranks[first] >> LEVEL).tolist()
    ladder = {hand[:2]: step for step, hand in enumerate(sorted(set(plain)))}
    steps = np.unique(ranks[first], return_inverse=True)[1]
    assert [ladder[hand[:2]] for hand in plain] == steps.tolist()


@pytest.mark.parametrize("cards", [6, 7])
def test_the_best_five_of_more_cards_count(cards: int) -> None:
    hands = dealt(100_000, cards, seed=cards)
    chosen = [evaluate5(hands[:, list(five)]) for five in combinations(range(cards), 5)]
    assert (EVALUATE[cards](hands) == np.max(chosen, axis=0)).all()


def test_seven_cards_rank_as_the_games_rank_them() -> None:
    hands = dealt(400, 7, seed=1)
    plain = [best(said(hand)) for hand in hands]
    ranks = evaluate7(hands).tolist()
    for i, j in combinations(range(0, 400, 2), 2):
        assert (plain[i] > plain[j]) == (ranks[i] > ranks[j])
        assert (plain[i][:2] == plain[j][:2]) == (ranks[i] == ranks[j])
    assert [hand.level for hand in plain] == [rank >> LEVEL for rank in ranks]


@pytest.mark.clause("CAT-III.3.3.8-02")
def test_omaha_takes_two_own_cards_and_three_of_the_board() -> None:
    hands = dealt(100_000, 9, seed=4)
    own, board = hands[:, :4], hands[:, 4:]
    for cards in (5, 4, 3):
        chosen = [
            evaluate5(np.hstack([own[:, list(pair)], board[:, list(trio)]]))
            for pair in combinations(range(4), 2)
            for trio in combinations(range(cards), 3)
        ]
        assert (evaluate_omaha(own, board[:, :cards]) == np.max(chosen, axis=0)).all()
    plain = [best_of_both(said(hand[:4]), said(hand[4:])) for hand in hands[:300]]
    ranks = evaluate_omaha(own[:300], board[:300])
    assert [hand.level for hand in plain] == (ranks >> LEVEL).tolist()


@pytest.mark.parametrize("suited", [2, 3, 4])
def test_omaha_finds_the_best_flush_out_of_many(suited: int) -> None:
    """Hands and boards full of one suit, where several flushes and straight flushes meet."""
    rng = np.random.default_rng(suited)
    hearts = np.arange(2, 52, 4, dtype=np.uint8)
    others = np.setdiff1d(np.arange(52, dtype=np.uint8), hearts)
    rows = []
    for shared in (3, 4, 5):
        for _ in range(2_000):
            red, rest = rng.permutation(hearts), rng.permutation(others)
            own = [*red[:suited], *rest[: 4 - suited]]
            rows.append([*own, *red[suited : suited + shared], *rest[4 : 9 - shared]])
    hands = np.array(rows, np.uint8)
    own, board = hands[:, :4], hands[:, 4:]
    chosen = [
        evaluate5(np.hstack([own[:, list(pair)], board[:, list(trio)]]))
        for pair in combinations(range(4), 2)
        for trio in combinations(range(5), 3)
    ]
    assert (evaluate_omaha(own, board) == np.max(chosen, axis=0)).all()


# -- another library ----------------------------------------------------------------------------


def test_all_7462_values_stand_in_the_order_of_another_library() -> None:
    hands = every(5)
    _, first = np.unique(kinds(hands), return_index=True)
    steps = np.unique(evaluate5(hands[first]), return_inverse=True)[1]
    theirs = [StandardHighHand("".join(said(hand))).entry.index for hand in hands[first]]
    assert steps.tolist() == theirs
    assert len(set(theirs)) == 7462


def test_seven_cards_and_omaha_tie_and_win_as_in_another_library() -> None:
    ladder = np.unique(evaluate5(every(5)))
    hands = dealt(150, 9, seed=11)
    for rank, hand in zip(np.searchsorted(ladder, evaluate7(hands[:, :7])), hands, strict=True):
        own, board = "".join(said(hand[:2])), "".join(said(hand[2:7]))
        assert StandardHighHand.from_game(own, board).entry.index == rank
    ranks = evaluate_omaha(hands[:, :4], hands[:, 4:])
    for rank, hand in zip(np.searchsorted(ladder, ranks), hands, strict=True):
        own, board = "".join(said(hand[:4])), "".join(said(hand[4:]))
        assert OmahaHoldemHand.from_game(own, board).entry.index == rank


# -- what is accepted and what is refused -------------------------------------------------------


def test_any_layout_of_the_rows_is_read() -> None:
    hands = dealt(1_000, 14, seed=5)
    ranks = evaluate7(np.ascontiguousarray(hands[:, :7]))
    assert (evaluate7(hands[:, :7]) == ranks).all()
    assert (evaluate7(np.asfortranarray(hands[:, :7])) == ranks).all()
    assert (evaluate7(hands[::2, :7]) == ranks[::2]).all()
    frozen = hands[:, :7].copy()
    frozen.setflags(write=False)
    assert (evaluate7(frozen) == ranks).all()
    assert ranks.dtype == np.uint16


def test_no_hands_have_no_ranks() -> None:
    assert len(evaluate7(np.zeros((0, 7), np.uint8))) == 0


def test_the_order_of_the_cards_does_not_matter() -> None:
    hands = dealt(10_000, 7, seed=6)
    other = np.random.default_rng(6).permuted(hands, axis=1)
    assert (evaluate7(hands) == evaluate7(other)).all()


@pytest.mark.parametrize("cards", [3, 5, 6, 7])
def test_what_is_no_array_of_hands_is_refused(cards: int) -> None:
    evaluate = EVALUATE[cards]
    with pytest.raises(ValueError, match=rf"shape \(n, {cards}\) is wanted, not \(2, 4\)"):
        evaluate(np.zeros((2, 4), np.uint8))
    with pytest.raises(ValueError, match="shape"):
        evaluate(np.zeros(cards, np.uint8))
    with pytest.raises(ValueError, match="not int64"):
        evaluate(np.zeros((1, cards), np.int64))
    hands = dealt(50, cards, seed=7)
    hands[31, 1] = 52
    with pytest.raises(ValueError, match="row 31 holds 52"):
        evaluate(hands)
    hands[31, 1] = 255
    with pytest.raises(ValueError, match="row 31 holds 255"):
        evaluate(hands)
    hands[31, 1] = hands[31, 0]
    with pytest.raises(ValueError, match=f"row 31 holds {DECK[hands[31, 0]]} twice"):
        evaluate(hands)


def test_what_is_no_hand_of_omaha_is_refused() -> None:
    hands = dealt(5, 9, seed=8)
    own, board = hands[:, :4], hands[:, 4:]
    with pytest.raises(ValueError, match=r"\(n, 4\)"):
        evaluate_omaha(own[:, :3], board)
    with pytest.raises(ValueError, match="a board goes with each hand"):
        evaluate_omaha(own, board[:4])
    with pytest.raises(ValueError, match="a board goes with each hand"):
        evaluate_omaha(own, board[:, :2])
    board[2, 0] = own[2, 0]
    with pytest.raises(ValueError, match=r"row 2 holds \w\w twice"):
        evaluate_omaha(own, board)
    board[2, 0] = 99
    with pytest.raises(ValueError, match="row 2 holds 99"):
        evaluate_omaha(own, board)


def test_the_evaluator_is_found_beside_the_other_kernels() -> None:
    assert kernels.evaluate7 is evaluate7
    with pytest.raises(AttributeError):
        _ = kernels.evaluate8  # type: ignore[attr-defined]


def test_a_hand_is_put_together_from_parts() -> None:
    found = tables()
    hand = dealt(1, 7, seed=9)[0]
    keys, bits = found.card[hand], np.uint64(1) << hand.astype(np.uint64)
    with np.errstate(over="ignore"):
        key = keys[:2].sum(dtype=np.uint64) + keys[2:].sum(dtype=np.uint64)
        assert value5(found, keys[:5].sum(dtype=np.uint64)) == evaluate5(hand[None, :5])[0]
    assert value7(found, key, np.bitwise_or.reduce(bits)) == evaluate7(hand[None])[0]
