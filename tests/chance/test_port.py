"""The port: every word is accounted for, words read ahead are wiped, no process repeats another."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chance import AHEAD, Chance, Uneven, kernel, seeded, shuffle, system
from tapete.chance.repeatable import seeded_words
from tapete.core.round.ask import Pick
from tests.chance.rounds import Electronic, open_table, play

sizes = st.integers(1, 500)


@given(st.lists(st.one_of(sizes, st.just("wipe")), max_size=200), st.sampled_from([8, 9, 64]))
def test_words_read_are_those_used_refused_wiped_and_held(steps: list[int | str], w: int) -> None:
    chance = Chance(seeded_words(1), width=w, ahead=7)
    draws = 0
    for step in steps:
        if isinstance(step, int):
            chance(step)
            draws += 1
        else:
            chance.wipe()
            assert chance.counts.held == 0
        counts = chance.counts
        counts.check()
        assert counts.draws == draws
        assert counts.read == counts.used + counts.refused + counts.wiped + counts.held
    assert chance.counts.used >= draws


def test_a_word_unaccounted_for_is_found_when_the_round_ends() -> None:
    chance = system()
    chance(6)
    chance._used -= 1
    with pytest.raises(Uneven, match="do not add up"):
        chance.wipe()


def test_words_read_ahead_are_wiped_and_never_used() -> None:
    given_out = iter(range(10_000))
    chance = Chance(lambda w, count: [next(given_out) for _ in range(count)])
    assert [chance(10_000) for _ in range(3)] == [0, 1, 2]
    chance.wipe()
    assert chance.counts.wiped == AHEAD - 3
    assert chance(10_000) == AHEAD  # the words in between were thrown away


def test_words_are_used_in_their_order_and_none_is_skipped() -> None:
    given_out = iter(range(10_000))
    chance = Chance(lambda w, count: [next(given_out) for _ in range(count)])
    assert [chance(10_000) for _ in range(500)] == list(range(500))


@pytest.mark.parametrize(
    ("game", "draws"), [("ruleta-francesa", 1), ("craps", 2), ("chuck-a-luck", 3)]
)
def test_draws_in_the_records_are_the_draws_asked_for(game: str, draws: int) -> None:
    """Nothing is drawn and thrown away, nothing is told that was not drawn."""
    chance = seeded(game)
    records = play(open_table(game), Electronic(chance), seeded("others"), 20)
    logged = sum(step.kind in ("spin", "roll") for record in records for step in record.steps)
    assert logged and chance.counts.draws == draws * logged


def test_a_shoe_is_drawn_when_it_is_shuffled_and_never_again() -> None:
    chance = seeded("shoe")
    electronic = Electronic(chance)
    records = play(open_table("punto-y-banca"), electronic, seeded("others"), 12)
    assert chance.counts.draws == sum(len(order) - 1 for order in electronic.orders)
    logged = sum(step.kind == "draw" for record in records for step in record.steps)
    assert logged == len(electronic.given) > 40


# Unpredictable


def draws(pick: Pick, count: int = 16) -> list[int]:
    return [pick(2**48) for _ in range(count)]


FORK = """
import os
from tapete.chance import system
chance = system()
chance(6)  # words have been read ahead
assert chance.counts.held
def tell(who):
    print(who, *(chance(2**48) for _ in range(16)), flush=True)
for child in ("one", "two"):
    pid = os.fork()
    if not pid:
        tell(child)
        grandchild = os.fork()
        tell(child + "'s") if not grandchild else os.waitpid(grandchild, 0)
        os._exit(0)
    os.waitpid(pid, 0)
tell("parent")
"""
START = "from tapete.chance import system; c = system(); print(*(c(2**48) for _ in range(16)))"


def run(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_forks_hold_the_same_words_and_do_not_use_them(tmp_path: Path) -> None:
    lines = [line.split() for line in run(FORK, tmp_path).splitlines()]
    assert [line[0] for line in lines] == ["one", "one's", "two", "two's", "parent"]
    found = [value for line in lines for value in line[1:]]
    assert len(set(found)) == len(found) == 5 * 16


def test_restarts_and_copies_never_repeat(tmp_path: Path) -> None:
    first, copy = tmp_path / "first", tmp_path / "copy"
    first.mkdir()
    said = [run(START, first), run(START, first)]
    shutil.copytree(first, copy)
    said.append(run(START, copy))
    found = [value for line in said for value in line.split()]
    assert len(set(found)) == len(found) == 48


def test_two_tables_never_share_their_draws() -> None:
    one, two = system(), system()
    assert not set(draws(one)) & set(draws(two))


def test_the_kernel_never_gives_the_same_order_twice() -> None:
    def order() -> tuple[int, ...]:
        cards = list(range(52))
        shuffle(cards, chance)
        return tuple(cards)

    chance = Chance(kernel)
    assert len({order() for _ in range(200)}) == 200
