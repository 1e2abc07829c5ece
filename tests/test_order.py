"""Workers are given every test once, and what waits beside what calculates."""

from __future__ import annotations

from tests.order import given_out

FILES = (
    "tests/browser/test_a.py", "tests/browser/test_b.py", "tests/core/test_a.py",
    "tests/floor/test_a.py", "tests/floor/test_b.py", "tests/games/test_a.py",
    "tests/laws/test_a.py", "tests/laws/test_b.py", "tests/test_docs.py",
)  # fmt: skip
TESTS = [(file, n) for file in FILES for n in range(3)]


def file_of(test: tuple[str, int]) -> str:
    return test[0]


def test_every_test_is_given_out_once_and_those_of_a_file_as_they_stand_in_it() -> None:
    given = given_out(TESTS, file_of)
    assert sorted(given) == TESTS
    files = list(dict.fromkeys(file for file, _ in given))
    assert given == [(file, n) for file in files for n in range(3)]


def test_the_longest_are_given_out_first_and_a_folder_that_shares_stays_together() -> None:
    files = [file for file, _ in given_out(TESTS, file_of)]
    assert {*files[:9]} == {"tests/test_docs.py", *FILES[:2]}
    for folder in ("tests/browser/", "tests/laws/"):
        places = [n for n, file in enumerate(files) if file.startswith(folder)]
        assert places == list(range(places[0], places[0] + 6))


def test_every_worker_finds_the_same_order_whatever_it_found_first() -> None:
    other = [test for file in reversed(FILES) for test in TESTS if test[0] == file]
    apart = [test for test in given_out(TESTS, file_of) if "/floor/" in test[0]]
    assert apart == [test for test in given_out(other, file_of) if "/floor/" in test[0]]
