"""Absorbing chains against what is known of them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tapete.maths.exact.chain import Endless, Moves, absorbed


def walk(top: int, up: F) -> dict[int, Moves[int, str]]:
    """A gambler with 1 .. top-1 chips who wins one with chance ``up`` and else loses one."""
    chain: dict[int, Moves[int, str]] = {}
    for chips in range(1, top):
        moves: Moves[int, str] = Moves()
        for after, chance in ((chips + 1, up), (chips - 1, 1 - up)):
            if after in (0, top):
                moves.end("broke" if after == 0 else "rich", chance)
            else:
                moves.go(after, chance)
        chain[chips] = moves
    return chain


@pytest.mark.parametrize("up", [F(1, 2), F(18, 37), F(251, 495)])
@pytest.mark.parametrize("chips", [1, 4, 9])
def test_the_ruin_of_a_gambler_is_that_of_the_formula(up: F, chips: int) -> None:
    ends, steps = absorbed(walk(10, up), chips)
    q = (1 - up) / up
    rich = F(chips, 10) if q == 1 else (1 - q**chips) / (1 - q**10)
    assert ends == {"rich": rich, "broke": 1 - rich}
    if q == 1:
        assert steps == chips * (10 - chips)
    else:
        assert steps == chips / (1 - 2 * up) - 10 / (1 - 2 * up) * rich


def test_a_chain_without_an_end_says_so() -> None:
    there: Moves[str, str] = Moves()
    there.go("back", F(1))
    back: Moves[str, str] = Moves()
    back.go("there", F(1))
    with pytest.raises(Endless):
        absorbed({"there": there, "back": back}, "there")


def test_the_order_of_the_states_changes_nothing() -> None:
    chain = walk(8, F(9, 19))
    turned = dict(reversed(list(chain.items())))
    assert absorbed(chain, 3) == absorbed(turned, 3)
