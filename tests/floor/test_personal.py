"""Personal data stands apart and sealed: a copy of the database says nothing of anybody, a person
is given what is kept of him, and erasing him destroys his key while every chain stays whole."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from sqlalchemy import Connection

from tapete.core.book.account import BANK
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.floor.audit.whole import audit
from tapete.floor.money.accounts import CAGE, VAULT, at_unit, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.housekey import HouseKey, MissingKey, Sealed, WrongKey, key_file
from tapete.floor.people.person import Person
from tapete.floor.people.personal import ANSWERED_IN, Personal
from tapete.floor.people.register import Register
from tapete.floor.people.sealed_papers import KEPT
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS
from tests.floor.people import PASSWORD, some_rut

NOW = 1_790_000_000.0
NAME = "Ana María Soto"


@pytest.fixture
def desk(store: Store) -> Personal:
    return Personal(Register(store))


def admitted(desk: Personal) -> Person:
    return desk.register.admit(NAME, some_rut(1), "1990-05-17", PASSWORD, by="x", now=NOW)


def through_the_cage(store: Store, person: str, at: float) -> None:
    """Chips bought and cashed."""
    with store.writing() as connection:
        for n, (source, target) in enumerate(((VAULT, wallet(person)), (wallet(person), VAULT))):
            store.post(connection, [Transfer(
                id=f"caja:{at}:{n}", source=source, target=target, amount=1000, state="posted",
                clause="CAT-I.2-01", why="caja",
            )], at)  # fmt: skip


def everything(store: Store) -> str:
    with store.engine.connect() as connection:
        tables = schema.metadata.sorted_tables
        return str([tuple(row) for table in tables for row in connection.execute(table.select())])


def test_a_copy_of_the_database_says_nothing_of_anybody(desk: Personal, store: Store) -> None:
    ana = admitted(desk)
    desk.register.bar(some_rut(1), "autoexclusion", by=ana.id, now=NOW)
    copied = everything(store)
    for told in (NAME, "Soto", some_rut(1), some_rut(1)[:8], "1990-05-17"):
        assert told not in copied
    assert desk.register.find(ana.id) == ana


def test_another_key_opens_nothing_and_is_refused_at_the_start(
    desk: Personal, store: Store, tmp_path: Path
) -> None:
    ana = admitted(desk)
    with store.writing() as connection:
        store.key.mark(connection)
    mine, other = store.key, HouseKey(tmp_path / "otra.key")
    assert os.stat(mine.file).st_mode & 0o077 == 0
    store.key = other
    with pytest.raises(MissingKey):
        store.create()
    assert not other.file.exists() and len(other.key) == 32
    with pytest.raises(WrongKey):
        store.create()
    with pytest.raises(Sealed):
        desk.register.find(ana.id)
    store.key = mine
    store.create()


def test_erasing_destroys_the_key_and_every_chain_stays_whole(desk: Personal, store: Store) -> None:
    ana = admitted(desk)
    desk.register.erase(ana.id, by="administrador", now=NOW)
    with store.engine.connect() as connection:
        assert connection.execute(schema.papers.select()).first() is None
    found = desk.register.find(ana.id)
    assert found is not None and (found.name, found.rut) == (ana.id, None)
    assert list(audit(store)) == []
    assert admitted(desk).id != ana.id  # whoever comes again is somebody new


def test_what_the_law_has_kept_is_blocked_and_destroyed_when_its_time_is_over(
    desk: Personal, store: Store
) -> None:
    ana = admitted(desk)
    through_the_cage(store, ana.id, NOW)
    desk.register.erase(ana.id, by="administrador", now=NOW + 10)
    found = desk.register.find(ana.id)
    assert found is not None and (found.name, found.rut) == (ana.id, None)
    assert desk.register.by_login(some_rut(1)) is None
    assert desk.blocked(ana.id, by="fiscal", now=NOW).name == NAME
    assert list(desk.register.entries())[-1].what == "papers.read"
    assert desk.tidy(now=NOW + KEPT - 1) == 0
    with store.engine.connect() as connection:
        assert connection.execute(schema.papers.select()).one().until == NOW + KEPT
    assert desk.tidy(now=NOW + KEPT) == 1
    with pytest.raises(Refused, match="nothing-blocked"):
        desk.blocked(ana.id, by="fiscal", now=NOW)
    with store.engine.connect() as connection:
        assert connection.execute(schema.papers.select()).first() is None
    assert list(audit(store)) == []


def test_a_request_has_its_deadline_and_is_answered_once(desk: Personal) -> None:
    ana = admitted(desk)
    asked = desk.ask(ana, "borrado", now=NOW)
    assert asked.due == NOW + ANSWERED_IN == NOW + 30 * 86_400
    assert [(one.id, one.name) for one in desk.waiting()] == [(asked.id, NAME)]
    desk.answer(asked.id, "Hecho", by="administrador", now=NOW + 5)
    assert desk.waiting() == [] and desk.requests(ana.id)[0].answer == "Hecho"
    with pytest.raises(Refused, match="no-such-request"):
        desk.answer(asked.id, "otra vez", by="administrador", now=NOW + 6)
    for _ in range(3):
        desk.ask(ana, "acceso", now=NOW)
    with pytest.raises(Refused, match="too-many-requests"):
        desk.ask(ana, "acceso", now=NOW)


def test_a_person_is_given_all_that_is_kept_of_him(desk: Personal, store: Store) -> None:
    ana = admitted(desk)
    through_the_cage(store, ana.id, NOW)
    desk.register.log_in(some_rut(1), PASSWORD, now=NOW)
    given = desk.export(ana, by=ana.id, now=NOW)
    assert given["persona"]["rut"] == some_rut(1) and len(given["movimientos"]) == 2
    assert [one["what"] for one in given["accesos"]] == ["data.exported", "login"]
    assert given["la-ley-obliga-a-guardar-hasta"] == NOW + KEPT
    assert CAGE.text not in str(given["persona"])


def _held(connection: Connection, id: str) -> None:
    spec = {"id": id, "kind": "torneo", "group": id, "spec": "{}"}
    connection.execute(schema.units.insert().values(**spec, epoch=0, leased_until=0.0, steps=0))


REGISTER = Path(__file__).parents[2] / "docs" / "personal-data.md"
PERSONAL = {
    "rut", "born", "birth", "nacimiento", "email", "correo", "phone", "telefono", "address",
    "domicilio", "direccion", "surname", "apellido", "cedula", "passport", "name", "nombre",
}  # fmt: skip
"""Names of fields under which somebody would be known."""
NAMED = {
    "Act", "TicketIssued", "TicketPresented", "TicketPaid", "TicketReleased", "TicketAnnulled",
}  # fmt: skip
"""What has a name that is nobody's: an act of a game, and a ticket."""


def test_the_register_names_every_table_of_the_database() -> None:
    """A table that is new is in the register, or among those that hold nothing of anybody."""
    said = set(re.findall(r"`(\w+)`", REGISTER.read_text("utf-8")))
    assert {table.name for table in schema.metadata.sorted_tables} - said == set()


def test_nothing_that_goes_into_the_log_has_a_field_for_who_somebody_is() -> None:
    """Commands and events know people by an id that says nothing: whoever needs a name, a RUT or an
    address keeps it with the papers, sealed under the person's key."""

    def below(kind: type) -> Iterator[type]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    sent = [one for kind in KINDS.values() for one in get_args(kind.commands)]
    told = [one for one in below(Event) if one.__module__.startswith("tapete.")]
    assert len(sent) > 100 and len(told) > 100
    assert [
        (one.__qualname__, field.name)
        for one in (*sent, *told)
        for field in msgspec.structs.fields(one)
        if field.name in PERSONAL and not (field.name == "name" and one.__name__ in NAMED)
    ] == []


def test_what_is_exported_knows_halls_machines_and_tournaments(
    desk: Personal, store: Store
) -> None:
    """What he wrote, his tickets, chips of a tournament and signatures are given to him."""
    ana = admitted(desk)
    with store.writing() as connection:
        stay = {"unit_id": "bingo-1", "seat": 2, "person": ana.id, "since_event": 1}
        connection.execute(schema.stays.insert().values(**stay, since_round=1, since_step=1))
        sent = '{"command":{"do":"complain","player":"x","text":"la bola 7"}}'
        step = {"unit_id": "bingo-1", "number": 2, "command_id": "c", "person": ana.id, "at": NOW}
        more = {"round": 1, "first": 1, "count": 0, "events": "", "hash": "0" * 64}
        connection.execute(schema.steps.insert().values(**step, **more, envelope=sent))
        entry = {"kind": "tickets", "id": "clp", "n": 1, "unit_id": "maquina-1", "step": 3}
        body = {"body": f'! ticket-issued holder="{ana.id}"', "digest": "0" * 64, "at": NOW}
        connection.execute(schema.aggregate_entries.insert().values(**entry, **body))
        prize = Transfer(
            id="t:1", source=at_unit("torneo", "t1", BANK, "torneo:t1"), amount=5,
            target=wallet(ana.id, "torneo:t1"), state="posted", clause="COL-7.4-01", why="fichas",
        )  # fmt: skip
        store.post(connection, [prize], NOW)
        signed = {"id": "s", "subject": "day:1", "digest": "0", "person": ana.id, "role": "cajero"}
        kept = {"at": NOW, "key": "k", "site": "{}", "answer": "{}"}
        connection.execute(schema.signatures.insert().values(**signed, **kept))
        _held(connection, "t1")
        for n, (role, command) in enumerate((
            ("jugador", {"do": "enter", "player": ana.id}),
            ("director-de-torneo", {"do": "penalise", "player": ana.id, "fault": "demora"}),
            ("croupier", {"do": "hand-over", "table": 1, "stacks": {ana.id: 5, "otro": 7}}),
            ("jugador", {"do": "enter", "player": "otro"}),
        )):  # fmt: skip
            who = ana.id if n == 0 else "otro"
            envelope = {"person": who, "role": role, "command": command}
            step = {"unit_id": "t1", "number": n, "command_id": f"t{n}", "person": who, "at": NOW}
            values = {**step, **more, "envelope": json.dumps(envelope, separators=(",", ":"))}
            connection.execute(schema.steps.insert().values(**values))
    given = desk.export(ana, by=ana.id, now=NOW)
    assert [one["que"]["do"] for one in given["torneos"]] == ["enter", "penalise", "hand-over"]
    assert "otro" not in str(given["torneos"]), "what concerns others is not given away"
    assert [one["que"]["text"] for one in given["ordenes"]] == ["la bola 7"]
    assert [len(given[part]) for part in ("boletos", "firmas", "movimientos")] == [1, 1, 1]


def test_the_key_lies_beside_the_file_or_where_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert key_file(f"sqlite:///{tmp_path}/c.db") == tmp_path / "c.key"
    assert key_file("sqlite:///c.db", str(tmp_path / "k")) == tmp_path / "k"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert key_file("postgresql://h/mesa") == tmp_path / "tapete" / "mesa.key"
    monkeypatch.setenv("TAPETE_KEY", str(tmp_path / "env"))
    assert key_file("postgresql://h/mesa") == tmp_path / "env"


def test_papers_of_an_older_database_are_sealed_when_it_is_brought_to_this_version(
    nothing: str,
) -> None:
    from sqlalchemy import text

    from tapete.floor.storage.migrations import upgrade

    old = Store(nothing)
    with old.writes.begin() as connection:
        upgrade(connection, "0012")
        connection.execute(text(
            "INSERT INTO people (id, kind, roles, status, created) "
            "VALUES ('persona-1', 'cuenta', '[\"jugador\"]', 'activa', 1.0)"))  # fmt: skip
        connection.execute(text(
            "INSERT INTO papers (person, name, rut, born) "
            f"VALUES ('persona-1', '{NAME}', '{some_rut(1)}', '1990-05-17')"))  # fmt: skip
        connection.execute(text(
            "INSERT INTO barred (rut, why, since, \"by\") "
            f"VALUES ('{some_rut(1)}', 'autoexclusion', 1.0, 'x')"))  # fmt: skip
    old.create()
    found = Register(old).by_login(some_rut(1))
    assert found is not None and (found.name, found.rut) == (NAME, some_rut(1))
    with pytest.raises(Refused, match="barred"):
        Register(old).check_may_play(found, NOW)
    assert some_rut(1) not in everything(old) and NAME not in everything(old)
    if nothing.startswith("sqlite"):
        with old.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        assert NAME.encode() not in Path(str(old.engine.url.database)).read_bytes()
    old.close()


@pytest.fixture(autouse=True)
def no_key_named(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("TAPETE_KEY", raising=False)
    yield
