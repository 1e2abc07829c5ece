"""People who work and play in a served casino, each with a session of his own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tapete.client import Client
from tapete.floor.people.person import check_digit

PASSWORD = "una clave larga y buena"


def some_rut(n: int) -> str:
    """An identity number with its right digit."""
    number = str(10_000_000 + n)
    return f"{number}-{check_digit(number)}"


async def log_in(address: str, id: str, password: str = PASSWORD) -> Client:
    client = Client(address)
    try:
        await client.log_in(id, password)
    except BaseException:
        await client.http.aclose()
        raise
    return client


async def call(client: Client, method: str, path: str, body: Any = None) -> httpx.Response:
    """A request as it is, whatever the answer."""
    headers = {"x-csrf": client.csrf} if client.csrf else {}
    return await client.http.request(method, path, json=body, headers=headers)


class Staff:
    """The administrator, and sessions for whoever he admits."""

    def __init__(self, address: str, admin: Client) -> None:
        self.address, self.admin = address, admin
        self.clients = [admin]

    async def hire(self, id: str, *roles: str, surname: str = "") -> Client:
        """Admit somebody who works here and give him a session."""
        body = {
            "id": id,
            "name": f"{id.title()} {surname}".strip(),
            "password": PASSWORD,
            "roles": roles,
        }
        await self.admin.post("/api/staff", body, dict)
        return self.keep(await log_in(self.address, id))

    async def admit(self, n: int, name: str = "Ana") -> Client:
        """Admit a player by his papers and give him a session."""
        body = {"name": name, "rut": some_rut(n), "born": "1990-05-17", "password": PASSWORD}
        await self.admin.post("/api/people", body, dict)
        return self.keep(await log_in(self.address, some_rut(n)))

    def keep(self, client: Client) -> Client:
        self.clients.append(client)
        return client

    async def attended(self, id: str, game: str, **staff: Client) -> None:
        """A new attended table and who attends it, by role (`jefe_de_mesa=...`)."""
        await self.admin.post("/api/tables", {"id": id, "game": game, "attended": True}, dict)
        for role, client in staff.items():
            assert client.me is not None
            body = {"person": client.me.id, "role": role.replace("_", "-")}
            await self.admin.post(f"/api/tables/{id}/staff", body, None)


@asynccontextmanager
async def staff_of(address: str, password: str) -> AsyncIterator[Staff]:
    """The administrator comes in; all sessions are ended at the end."""
    staff = Staff(address, await log_in(address, "administrador", password))
    try:
        yield staff
    finally:
        for client in staff.clients:
            await client.http.aclose()
