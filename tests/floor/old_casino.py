"""A casino as the third version wrote it: the id of a player was his identity number."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, text

from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.unit import write_spec
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.passwords import hashed
from tapete.floor.people.register import FIRST, audit_hash
from tapete.floor.storage.store import row_of
from tapete.floor.table.commands import Sit
from tests.floor.casino import chain_of, envelope, opened, spec
from tests.floor.people import PASSWORD


def write_old_casino(connection: Connection, number: str) -> None:
    """Ana bought chips, sat down at a table of Big Six with some of them, and was searched for."""
    table = spec("big-six")
    _insert(connection, "units", {
        "id": table.id, "kind": table.kind, "group": table.id, "spec": write_spec(table),
        "epoch": 1, "leased_until": 0.0, "steps": 2,
    })  # fmt: skip
    for id, rut, roles in ((number, number, '["jugador"]'), ("administrador", None, "[]")):
        _insert(connection, "people", {
            "id": id, "name": "Ana Soto", "kind": "cuenta", "rut": rut, "born": "1990-05-17",
            "password": hashed(PASSWORD), "roles": roles, "status": "activa", "created": 1.0,
        })  # fmt: skip
    hosted = chain_of(table)
    sit = envelope(Sit(seat=3, player=number, chips=10_000), "jugador", id=f"{number}/1")
    sit = msgspec.structs.replace(sit, person=number)
    bought = Transfer(
        id="compra:1:0", source=VAULT, target=wallet(number), amount=50_000, state="posted",
        clause="CAT-I.1-10", why="fichas-vendidas",
    )  # fmt: skip
    _move(connection, bought)
    steps: list[Step] = [hosted.apply(opened(hosted)), hosted.apply(sit)]
    for step in steps:
        _insert(connection, "steps", row_of(step) | {"envelope": step.text})
        for transfer in step.transfers:
            _move(connection, transfer, step.envelope.at)
    memory = {"unit_id": table.id, "step": 2, "body": hosted.memory()}
    _insert(connection, "memories", memory)
    before = FIRST
    for n, (person, what, facts) in enumerate((
        (number, "login", "{}"), ("22222222-2", "login.refused", "{}"),
        ("administrador", "people.searched", f'{{"find":"{number}"}}'),
    )):  # fmt: skip
        hash = audit_hash(before, float(n), person, what, facts)
        _insert(connection, "audit", {
            "at": float(n), "person": person, "what": what, "facts": facts, "before": before,
            "hash": hash,
        })  # fmt: skip
        before = hash


def _move(connection: Connection, transfer: Transfer, at: float = 1.0) -> None:
    names = ("source", "target")
    row = msgspec.structs.asdict(transfer) | {n: getattr(transfer, n).text for n in names}
    _insert(connection, "transfers", {**row, "at": at, "day": "1970-01-01"})
    for account, amount in (
        (transfer.source, -transfer.amount),
        (transfer.target, transfer.amount),
    ):
        there = {"id": account.text, "amount": amount, "may_owe": account == VAULT}
        connection.execute(text(
            "INSERT INTO accounts (id, balance, may_owe) VALUES (:id, 0, :may_owe) "
            "ON CONFLICT DO NOTHING"
        ), there)  # fmt: skip
        connection.execute(
            text("UPDATE accounts SET balance = balance + :amount WHERE id = :id"), there
        )


def _insert(connection: Connection, table: str, row: dict[str, Any]) -> None:
    names, values = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
