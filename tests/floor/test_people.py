"""Who comes in and who does not: identity numbers, age, persons barred by law, exclusion."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import get_args

import pytest
from argon2 import PasswordHasher
from sqlalchemy import update

from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.audit.whole import audit, check_audit_log
from tapete.floor.house import first_start
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.person import BARRED, OF_TOURNAMENTS, Person, Reason, check_digit, rut
from tapete.floor.people.register import SESSION_SECONDS, SESSIONS_MAX, Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.floor.casino import give_chips
from tests.floor.people import PASSWORD, some_rut

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


@pytest.fixture
def register(store: Store) -> Register:
    return Register(store)


def admitted(register: Register, n: int = 1, born: str = "1990-05-17", now: float = NOW) -> Person:
    return register.admit("Ana", some_rut(n), born, PASSWORD, by="cajero", now=now)


def guest(register: Register, name: str, now: float = NOW) -> None:
    with register.store.writing() as connection:
        register.guest(connection, name, now=now)


@pytest.mark.clause("CAT-I.5.1-02")
@pytest.mark.parametrize("name", ["Administrador", "El Croupier", "JEFE de mesa", "Fiscalizadór 2"])
def test_a_guest_is_not_called_what_the_people_of_the_house_are(
    register: Register, name: str
) -> None:
    with pytest.raises(Refused, match="name-of-the-house"):
        guest(register, name)
    guest(register, "La Reina de la Mesa")


@pytest.mark.clause("COL-11-01")
def test_an_identity_number_has_its_right_digit() -> None:
    assert {check_digit(str(n)) for n in range(10_000_000, 10_000_400)} == set("0123456789K")
    for number in ("12345678", "9876543", "10000013"):
        right = check_digit(number)
        assert rut(f"{number}-{right.lower()}") == rut(f" {number}{right}") == f"{number}-{right}"
        for digit in set("0123456789K") - {right}:
            with pytest.raises(Refused) as found:
                rut(f"{number}-{digit}")
            assert (found.value.code, found.value.clause) == ("bad-identity-number", "COL-11-01")
    for text in ("", "12", "x", "12.345.678", "1234567890-1", "١٢٣٤٥٦٧٨-5", "12345678-5\n;"):
        with pytest.raises(Refused):
            rut(text)


@pytest.mark.clause("COL-11-01")
def test_a_minor_is_not_admitted_and_comes_of_age_on_the_day(register: Register) -> None:
    with pytest.raises(Refused) as found:
        admitted(register, born="2008-11-17")
    assert (found.value.clause, found.value.facts["why"]) == ("COL-11-01", "menor-de-edad")
    assert admitted(register, born="2008-11-17", now=NOW + DAY).rut == some_rut(1)
    for wrong in ("2030-01-01", "1890-01-01", "17-11-1990", "", "1990-02-30"):
        with pytest.raises(Refused) as found:
            admitted(register, 2, born=wrong)
        assert found.value.code == "bad-date"


@pytest.mark.clause("COL-11-01", "COL-11-02", "COL-11-03", "COL-11-05", "CAT-I.5.3-02")
@pytest.mark.parametrize("why", sorted({*get_args(Reason)} - {*OF_TOURNAMENTS}))
def test_whoever_is_barred_is_refused_at_the_door_with_the_clause(
    register: Register, why: Reason
) -> None:
    """A stranger is not admitted; one who has an account loses his session and cannot come in,
    nor sit down; when the time is over he may again."""
    known = admitted(register, 1)
    session = register.log_in(some_rut(1), PASSWORD, now=NOW)
    for n in (1, 2):
        register.bar(some_rut(n), why, by="jefe", now=NOW, until=NOW + DAY)
    assert register.session(session.token, now=NOW + 1) is None
    for attempt in (
        lambda now: admitted(register, 2, now=now),
        lambda now: register.log_in(some_rut(1), PASSWORD, now=now),
        lambda now: register.check_may_play(known, now),
    ):
        with pytest.raises(Refused) as found:
            attempt(NOW + 1)
        assert (found.value.code, found.value.clause) == ("barred", BARRED[why])
        assert found.value.facts["why"] == why
        attempt(NOW + DAY + 1)


def test_the_clause_of_each_reason_is_the_one_that_names_it() -> None:
    assert set(BARRED) == set(get_args(Reason))
    by_law = {
        "COL-11-01": {"menor-de-edad", "interdiccion", "ebriedad-o-drogas", "armas", "desorden",
                      "sin-identidad"},
        "COL-11-02": {"funcionario-de-la-superintendencia", "funcionario-con-fondos-publicos"},
        "COL-11-03": {"fiscalizador"}, "COL-11-04": {"personal-del-casino"},
        "COL-11-05": {"accionista-o-gerente"}, "CAT-I.5.3-02": {"excluido-por-el-casino"},
        "CAT-VII.3.1-03": {"autoexclusion"}, "COL-16-01": {"pariente-del-personal"},
        "COL-16-02": {"altera-los-juegos"}, "COL-16-03": {"dependiente-de-la-operadora"},
        "COL-16-04": {"administra-servicios-anexos"},
    }  # fmt: skip
    assert {c: {w for w in BARRED if BARRED[w] == c} for c in set(BARRED.values())} == by_law


@pytest.mark.clause("COL-16-01", "COL-16-02", "COL-16-03", "COL-16-04")
@pytest.mark.parametrize("why", OF_TOURNAMENTS)
def test_some_are_kept_out_of_tournaments_alone(register: Register, why: Reason) -> None:
    ana = admitted(register)
    register.check_may_play(ana, NOW, tournament=True)
    register.bar(some_rut(1), why, by="jefe", now=NOW)
    with pytest.raises(Refused) as found:
        register.check_may_play(ana, NOW + 1, tournament=True)
    assert (found.value.code, found.value.clause) == ("barred", BARRED[why])
    register.check_may_play(ana, NOW + 1)  # at the tables he plays as everybody
    assert register.log_in(some_rut(1), PASSWORD, now=NOW + 1).token


@pytest.mark.clause("COL-11-04")
def test_whoever_works_here_does_not_play_here(register: Register) -> None:
    croupier = register.admit_staff(
        "croupier-1", "C", PASSWORD, ("croupier", "jugador"), by="x", now=NOW
    )  # fmt: skip
    with pytest.raises(Refused) as found:
        register.check_may_play(croupier, NOW)
    assert found.value.clause == "COL-11-04"


def test_every_access_and_change_stands_in_the_audit_log_and_its_chain_holds(
    store: Store, register: Register
) -> None:
    ana = admitted(register)
    guest(register, "Bruno")
    session = register.log_in(some_rut(1), PASSWORD, now=NOW)
    with pytest.raises(Refused):
        register.log_in(some_rut(1), "no es esa clave", now=NOW)
    register.give_roles(ana.id, ("cajero",), by="administrador", now=NOW)
    register.log_out(session.token, now=NOW)
    register.bar(some_rut(1), "autoexclusion", by=ana.id, now=NOW)
    noted = [row.what for row in register.entries()]
    assert noted == [
        "person.admitted", "guest.admitted", "login", "login.refused", "person.roles", "logout",
        "person.barred",
    ]  # fmt: skip
    assert PASSWORD not in str(list(register.entries()))
    assert some_rut(1) not in str(list(register.entries()))
    assert list(audit(store)) == []


@pytest.mark.parametrize("field", ["person", "what", "facts", "at", "hash"])
def test_whatever_is_changed_in_the_audit_log_is_found(
    store: Store, register: Register, field: str
) -> None:
    for n in range(3):
        guest(register, f"Invitado {n}", now=NOW + n)
    assert list(check_audit_log(store)) == []
    a = schema.audit
    value = 1.0 if field == "at" else "{}" if field == "facts" else "x" * 8
    with store.writing() as connection:
        connection.execute(update(a).where(a.c.n == 2).values(**{field: value}))
    found = list(check_audit_log(store))
    assert [(f.what, f.where) for f in found] == [("audit-chain", "audit 2")]


# Ids


def test_an_id_says_nothing_of_the_person(register: Register, store: Store) -> None:
    ana = admitted(register)
    assert some_rut(1) not in ana.id and some_rut(1)[:8] not in ana.id
    with pytest.raises(Refused):
        register.log_in("11.111.111-1", PASSWORD, now=NOW)
    register.bar("11.111.111-1", "autoexclusion", by="jefe", now=NOW)
    with store.engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            rows = str([tuple(row) for row in connection.execute(table.select())])
            for number in (some_rut(1), "11111111-1"):
                assert number not in rows, table.name


@pytest.mark.parametrize("spelt", ["10.000.001-{d}", " 0010000001{d} ", "1000\u200b0001-{d}"])
def test_one_comes_in_however_the_number_is_spelt(register: Register, spelt: str) -> None:
    ana = admitted(register)
    name = spelt.format(d=some_rut(1)[-1])
    assert register.log_in(name, PASSWORD, now=NOW).person == ana


@pytest.mark.parametrize(
    "id", [some_rut(1), "sistema", "nadie", "bot-1", "invitado-1", "persona-1"]
)
def test_nobody_works_here_under_what_stands_for_somebody_else(register: Register, id: str) -> None:
    with pytest.raises(Refused) as found:
        register.admit_staff(id, "X", PASSWORD, ("cajero",), by="x", now=NOW)
    assert found.value.code == "bad-id"


def test_whoever_is_erased_is_nobody_any_more_and_stays_out(
    register: Register, store: Store
) -> None:
    ana = admitted(register)
    session = register.log_in(some_rut(1), PASSWORD, now=NOW)
    register.bar(some_rut(1), "autoexclusion", by=ana.id, now=NOW)
    give_chips(store, 1, people=[ana.id])
    with pytest.raises(Refused, match="has-chips"):
        register.erase(ana.id, by="administrador", now=NOW)
    with store.writing() as connection:
        back = Transfer(id="canje:1:0", source=wallet(ana.id), target=VAULT, amount=1,
                        state="posted", clause="CAT-I.1-10", why="canje")  # fmt: skip
        store.post(connection, [back], NOW)
    register.erase(ana.id, by="administrador", now=NOW)
    assert register.session(session.token, now=NOW) is None
    assert register.by_login(some_rut(1)) is None
    known = register.find(ana.id)
    assert known is not None and (known.name, known.rut, known.born) == (ana.id, None, None)
    with pytest.raises(Refused, match="barred"):
        admitted(register)
    assert list(audit(store)) == []


def test_somebody_always_administers_the_house(register: Register) -> None:
    for id in ("uno", "dos"):
        roles = ("administrador",)
        register.admit_staff(id, "Alguien", PASSWORD, roles, by="sistema", now=NOW)
    register.give_roles("uno", ("cajero",), by="uno", now=NOW)
    for taken in (
        partial(register.give_roles, "dos", ()),
        partial(register.give_roles, "dos", ("cajero",)), partial(register.erase, "dos"),
    ):  # fmt: skip
        with pytest.raises(Refused, match="last-administrator"):
            taken(by="dos", now=NOW)
    known = register.find("dos")
    assert known is not None and known.roles == ("administrador",)
    register.give_roles("dos", ("administrador", "cajero"), by="dos", now=NOW)
    register.erase("uno", by="dos", now=NOW)


# Passwords


@pytest.mark.parametrize(
    ("password", "code"),
    [(" " * 12, "bad-password"), ("corta", "bad-password"), ("x" * 201, "bad-password"),
     ("aaaaaaaaaaaa", "weak-password"), ("abababababab", "weak-password"),
     ("a" * 6 + " " * 6, "bad-password"), ("Ana María Soto", "weak-password")],
)  # fmt: skip
def test_what_anybody_could_guess_is_no_password(
    register: Register, password: str, code: str
) -> None:
    with pytest.raises(Refused) as found:
        register.admit("Ana María Soto", some_rut(1), "1990-05-17", password, by="x", now=NOW)
    assert found.value.code == code


def test_the_own_identity_number_is_no_password(register: Register) -> None:
    with pytest.raises(Refused, match="weak-password"):
        register.admit("Ana", some_rut(1), "1990-05-17", f"{some_rut(1)} ", by="x", now=NOW)


def test_a_changed_password_ends_the_other_sessions(register: Register) -> None:
    ana = admitted(register)
    here, there = (register.log_in(some_rut(1), PASSWORD, now=NOW) for _ in range(2))
    with pytest.raises(Refused, match="wrong-name-or-password"):
        register.change_password(ana.id, "no es esa", "otra clave larga", token="", now=NOW)
    register.change_password(ana.id, PASSWORD, "otra clave larga", token=here.token, now=NOW)
    assert register.session(here.token, now=NOW) is not None
    assert register.session(there.token, now=NOW) is None
    with pytest.raises(Refused):
        register.log_in(some_rut(1), PASSWORD, now=NOW)
    register.log_in(some_rut(1), "otra clave larga", now=NOW)
    register.reset_password(ana.id, "una tercera clave", by="administrador", now=NOW)
    assert register.session(here.token, now=NOW) is None
    assert register.log_in(some_rut(1), "una tercera clave", now=NOW).person == ana


def test_sessions_do_not_grow_without_end(register: Register, store: Store) -> None:
    admitted(register)
    first = [register.log_in(some_rut(1), PASSWORD, now=NOW + n) for n in range(SESSIONS_MAX + 2)]
    alive = [session for session in first if register.session(session.token, now=NOW + 99)]
    assert alive == first[2:]
    guest(register, "Bruno")
    register.log_in(some_rut(1), PASSWORD, now=NOW + SESSION_SECONDS + 100)
    with store.engine.connect() as connection:
        assert len(connection.execute(schema.sessions.select()).all()) == 1


# The first start


@pytest.mark.parametrize("broken", ["_administrator", "Hosts.begin", "Store.add", "_mark"])
def test_a_first_start_that_was_cut_short_is_completed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    settings = Settings(db=f"sqlite:///{tmp_path}/c.db", games=("big-six", "war"))
    *of, name = broken.split(".")
    monkeypatch.setattr({"Store": Store, "Hosts": Hosts}[of[0]] if of else first_start, name, dies)
    casino = Casino(settings)
    try:
        casino.prepare()
    except KeyboardInterrupt:
        casino.store.close()
        monkeypatch.undo()
        casino = Casino(settings)
        password = casino.prepare()
        assert password is not None
        casino.register.log_in("administrador", password, now=NOW)
    assert {spec.id for spec in casino.store.specs()} == {"big-six-1", "war-1"}
    casino.store.close()
    again = Casino(settings)
    assert again.prepare() is None
    again.store.close()


def test_a_hash_of_other_settings_is_made_anew_when_its_password_is_given(
    register: Register,
) -> None:
    """Otherwise the time an answer takes would say whose name is known."""
    ana = admitted(register)
    number, before = some_rut(1), register.password_of(ana.id)
    register.log_in(number, PASSWORD, now=NOW)
    assert register.password_of(ana.id) == before
    other = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash(PASSWORD)
    with register.store.writing() as connection:
        connection.execute(update(schema.people).values(password=other))
    with pytest.raises(Refused):
        register.log_in(number, "otra clave larga", now=NOW)
    assert register.password_of(ana.id) == other
    for _ in range(2):
        register.log_in(number, PASSWORD, now=NOW)
        assert register.password_of(ana.id) not in (before, other)
