"""What is looked up of many people is looked up for all of them at once, and never told too old."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection

import pytest

from tapete.floor.people.lookups import Lookups

PEOPLE = ("ana", "bruno", "carla")


class Book:
    """What stands written, how often it was read and for whom, and what time it is."""

    def __init__(self) -> None:
        self.written = dict.fromkeys(PEOPLE, "first")
        self.read: list[set[str]] = []
        self.clock = 0.0
        self.lookups = Lookups(self.look, lambda person, _: person, 10.0, lambda: self.clock)

    def look(self, people: Collection[str]) -> dict[str, str]:
        self.read.append(set(people))
        return {person: self.written[person] for person in people}

    async def find_all(self) -> list[str]:
        return await asyncio.gather(*(self.lookups.find(person) for person in PEOPLE))


def test_all_who_are_asked_for_are_read_at_once_and_hold_for_a_while() -> None:
    book = Book()

    async def ask() -> None:
        assert await book.find_all() == ["first"] * 3
        book.clock = 9.9
        assert await book.find_all() == ["first"] * 3
        assert book.read == [set(PEOPLE)]
        book.written = dict.fromkeys(PEOPLE, "second")
        book.clock = 10.0
        assert await book.lookups.find("ana") == "second"
        assert book.read[1:] == [set(PEOPLE)], "those who are asked for are read along"
        assert await book.find_all() == ["second"] * 3
        assert len(book.read) == 2

    asyncio.run(ask())


def test_whoever_nobody_asks_for_any_more_is_not_read_along() -> None:
    book = Book()

    async def ask() -> None:
        await book.find_all()
        for book.clock in (10.0, 20.0, 30.0):
            await book.lookups.find("ana")
        assert book.read == [set(PEOPLE), set(PEOPLE), {"ana"}, {"ana"}]

    asyncio.run(ask())


@pytest.mark.parametrize("said", ["ana", ""])
def test_whoever_something_is_said_about_is_read_anew_and_nobody_else(said: str) -> None:
    book = Book()

    async def ask() -> None:
        await book.find_all()
        book.written["ana"] = "second"
        book.lookups.look_anew(said)
        assert await book.find_all() == ["second", "first", "first"]
        assert book.read[1:] == [{"ana"} if said else set(PEOPLE)]

    asyncio.run(ask())


def test_what_is_said_while_it_is_read_is_not_missed() -> None:
    book, begun, go_on = Book(), threading.Event(), threading.Event()
    look = book.look

    def slowly(people: Collection[str]) -> dict[str, str]:
        found = look(people)
        begun.set()
        go_on.wait()
        return found

    async def ask() -> None:
        book.lookups.read = slowly
        asked = asyncio.create_task(book.lookups.find("ana"))
        await asyncio.to_thread(begun.wait)
        book.written["ana"] = "second"
        book.lookups.look_anew("ana")
        go_on.set()
        assert await asked == "second"
        assert book.read == [{"ana"}, {"ana"}]

    asyncio.run(ask())


def test_what_cannot_be_read_is_an_error_to_whoever_asks_and_can_be_read_later() -> None:
    book = Book()

    def fails(people: Collection[str]) -> dict[str, str]:
        raise OSError("the database does not answer")

    async def ask() -> None:
        book.lookups.read = fails
        for _ in range(2):
            with pytest.raises(OSError, match="does not answer"):
                await book.lookups.find("ana")
        book.lookups.read = book.look
        assert await book.lookups.find("ana") == "first"

    asyncio.run(ask())


def test_rows_are_gone_through_now_and_then_and_not_with_every_read() -> None:
    """Whoever sits at many tables is read at every moment: what is old is looked for in turns."""
    book = Book()

    async def ask() -> None:
        await book.find_all()
        swept = []
        sweep = book.lookups._sweep
        book.lookups._sweep = lambda now: swept.append(now) or sweep(now)  # type: ignore[method-assign, func-returns-value]
        for n in range(100):
            book.clock = n / 10
            book.lookups.look_anew("ana")
            await book.lookups.find("ana")
        assert len(book.read) == 101 and len(swept) == 9

    asyncio.run(ask())


def test_nothing_is_held_beyond_a_clock_that_is_put_back() -> None:
    book = Book()

    async def ask() -> None:
        book.clock = 1_000_000.0
        await book.find_all()
        book.written = dict.fromkeys(PEOPLE, "second")
        book.clock = 0.0
        assert await book.find_all() == ["second"] * 3

    asyncio.run(ask())
