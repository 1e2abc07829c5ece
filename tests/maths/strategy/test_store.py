"""What was solved is kept, by the rules it was solved for."""

from __future__ import annotations

import fcntl
from pathlib import Path
from threading import Event, Thread

import pytest

from tapete.games.registry import find
from tapete.maths.strategy import store
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.solve import Solution
from tapete.maths.strategy.terms import terms


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    return tmp_path


def test_a_solution_kept_is_read_back_as_it_was(black_jack: Solution, folder: Path) -> None:
    wanted = terms(find("black-jack").rules_of())
    assert store.read("twentyone", wanted, Solution) is None
    store.write("twentyone", wanted, black_jack)
    assert store.read("twentyone", wanted, Solution) == black_jack
    told: list[int] = []
    again = solution(find("black-jack").rules_of(), tick=lambda done, total: told.append(done))
    assert (again, told) == (black_jack, [])


def test_what_somebody_solves_already_is_waited_for(
    black_jack: Solution, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks are of the file, whoever opened it: what holds for two threads does for processes."""
    came, locks, found, lock = Event(), list[int](), list[Solution](), fcntl.flock

    def second() -> Solution:
        came.set()
        raise AssertionError("solved a second time")

    def ask() -> None:
        found.append(store.kept("twentyone", 21, Solution, second))

    def first() -> Solution:
        other.start()
        came.wait()
        return black_jack

    def locked(file: int, how: int) -> None:
        locks.append(how)
        if len(locks) == 2:
            came.set()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", locked)
    other = Thread(target=ask)
    assert store.kept("twentyone", 21, Solution, first) == black_jack
    other.join()
    assert found == [black_jack]


def test_other_rules_have_another_file(folder: Path) -> None:
    game = find("black-jack")
    files = {
        store.path("twentyone", terms(game.rules_of("scj-2023", changes)))
        for changes in ({}, {"soft17": "hit"}, {"decks": "8"}, {"pays.principal@black-jack": "6:5"})
    }
    assert len(files) == 4
    assert all(file.is_relative_to(folder) for file in files)


def test_a_broken_file_is_as_good_as_none(folder: Path) -> None:
    wanted = terms(find("black-jack").rules_of())
    file = store.path("twentyone", wanted)
    file.parent.mkdir()
    file.write_text("{")
    assert store.read("twentyone", wanted, Solution) is None


def test_a_folder_that_cannot_be_written_keeps_nothing(
    black_jack: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path / "file"))
    store.write("twentyone", terms(find("black-jack").rules_of()), black_jack)
    assert store.read("twentyone", terms(find("black-jack").rules_of()), Solution) is None


@pytest.mark.parametrize(
    ("platform", "name", "place"),
    [
        ("linux", "XDG_CACHE_HOME", "tapete"),
        ("win32", "LOCALAPPDATA", "tapete"),
        ("darwin", "HOME", "Library/Caches/tapete"),
    ],
)
def test_the_folder_is_the_platforms_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, name: str, place: str
) -> None:
    monkeypatch.delenv("TAPETE_CACHE")
    monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("sys.platform", platform)
    assert store.folder() == tmp_path / place
