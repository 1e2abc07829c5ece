"""People are found by how their names begin, though nothing in the database says it: only those who
may be meant are opened, and whoever was erased is found no more."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tapete.core.book.refused import Refused
from tapete.floor.api.app import application
from tapete.floor.api.refusals import denied, names_at_hand
from tapete.floor.house import casino as houses
from tapete.floor.house.casino import Casino
from tapete.floor.house.settings import Settings
from tapete.floor.money.desk import find_people as find_files
from tapete.floor.people import names, register
from tapete.floor.people.person import Person
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.attending import find_people
from tests.floor.people import PASSWORD, some_rut

NOW = 1_790_000_000.0
NAMES = ("Rosa Díaz Núñez", "Ana María Soto", "Li Wu", "Mariana Rojas")


def admitted(store: Store) -> list[Person]:
    people = Register(store)
    return [
        people.admit(name, some_rut(n), "1990-05-17", PASSWORD, by="x", now=NOW)
        for n, name in enumerate(NAMES, 1)
    ]  # fmt: skip


def found(store: Store, text: str) -> list[str]:
    files = [one.name for one in find_files(Register(store), text, NOW)]
    assert sorted(one.name for one in find_people(store, text)) == sorted(files)
    return files


def test_words_of_a_name_are_found_by_how_they_begin(store: Store) -> None:
    rosa, ana, li, mariana = admitted(store)
    assert found(store, "nunez") == found(store, "DÍAZ ros") == [rosa.name]
    assert found(store, "mari") == [ana.name, mariana.name]  # as words begin: Ana María, Mariana
    assert found(store, "maria soto") == [ana.name]
    assert found(store, "wu") == [li.name]
    assert found(store, "iaz") == [] == found(store, "rosalinda") == found(store, "%")
    assert found(store, str(rosa.rut)) == found(store, str(rosa.rut)[:8]) == [rosa.name]
    assert found(store, mariana.id) == [mariana.name]
    assert len(found(store, "")) == len(NAMES)


def test_only_those_who_may_be_meant_are_opened(store: Store) -> None:
    admitted(store)
    with store.engine.connect() as connection:
        rows = names.search(connection, register.people_query(), store.key, "soto")
    assert len(rows) == 1


def test_whoever_is_erased_is_found_no_more(store: Store) -> None:
    rosa, *_ = admitted(store)
    Register(store).erase(rosa.id, by="x", now=NOW)
    assert found(store, "rosa") == []
    with store.engine.connect() as connection:
        mine = schema.name_marks.c.person == rosa.id
        left = connection.execute(select(func.count()).where(mine)).scalar()
    assert left == 0


def test_a_refusal_names_people_and_nobody_waits_for_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/casino.db"))
    casino.store.create()
    _, ana, *_ = admitted(casino.store)
    casino.store.slow = True  # as a database over a network is
    find, threads = casino.register.find, list[threading.Thread]()

    def watched(id: str) -> Person | None:
        threads.append(threading.current_thread())
        return find(id)

    monkeypatch.setattr(casino.register, "find", watched)
    scope: Any = {"litestar_app": application(casino)}

    async def refused(who: str) -> str:
        refusal = Refused("CAT-V.2.2.2.3-01", "one-place", who=who)
        await names_at_hand(refusal, scope)
        return denied(refusal, "es", casino).text

    async def work() -> list[str]:
        return [await refused(who) for who in (ana.id, ana.id, "nadie")]

    assert [said.split()[0] for said in asyncio.run(work())] == ["Ana", "Ana", "nadie"]
    assert len(threads) == 2, "a name that is at hand is not read again"
    assert threading.current_thread() not in threads
    casino.store.close()


def test_no_more_names_are_kept_at_hand_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "NAMES", 3)
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db"))
    casino.store.create()
    ids = [
        casino.register.admit(name, some_rut(n), "1990-05-17", PASSWORD, by="x", now=NOW).id
        for n, name in enumerate(NAMES)
    ]
    for id in ids:
        assert casino.name_of(id) and casino.legal_name_of(id)
    assert list(casino._names) == list(casino._legal) == ids[1:]
    asyncio.run(casino.learn_names(ids[:1]))
    assert list(casino._names) == [*ids[2:], ids[0]]
    assert casino.name_of(ids[1]), "whoever was forgotten is looked up again"
    casino.store.close()
