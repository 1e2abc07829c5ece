"""Who comes in and who does not: identity numbers, age, persons barred by law, exclusion."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest
from sqlalchemy import update

from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.audit import audit, check_audit_log
from tapete.floor.people import BARRED, Person, Reason, check_digit, rut
from tapete.floor.register import Register
from tapete.floor.store import Store
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
@pytest.mark.parametrize("why", get_args(Reason))
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
        "CAT-VII.3.1-03": {"autoexclusion"},
    }  # fmt: skip
    assert {c: {w for w in BARRED if BARRED[w] == c} for c in set(BARRED.values())} == by_law


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
    admitted(register)
    guest(register, "Bruno")
    session = register.log_in(some_rut(1), PASSWORD, now=NOW)
    with pytest.raises(Refused):
        register.log_in(some_rut(1), "no es esa clave", now=NOW)
    register.give_roles(some_rut(1), ("cajero",), by="administrador", now=NOW)
    register.log_out(session.token, now=NOW)
    register.bar(some_rut(1), "autoexclusion", by=some_rut(1), now=NOW)
    noted = [row.what for row in register.audited()]
    assert noted == [
        "person.admitted", "guest.admitted", "login", "login.refused", "person.roles", "logout",
        "person.barred",
    ]  # fmt: skip
    assert PASSWORD not in str(register.audited())
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
