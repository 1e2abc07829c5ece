"""Sessions: cookies, forgery, expiry, throttling, wrong origins, and who stays on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.workers.wire import home
from tapete.floor.people.register import SESSION_SECONDS
from tapete.floor.people.throttle import Limits, Throttle, line_of
from tests.floor.people import PASSWORD, Staff, call, some_rut, staff_of
from tests.floor.server import served

TABLE = "big-six-1"
House = tuple[str, str]
LIMITS = Limits()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six",)) as address:
        yield address, password[0]


def run(house: House, work: Callable[[Staff], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), staff_of(*house) as staff:
            await work(staff)

    asyncio.run(all_of_it())


def socket_of(client: Client, *, origin: str | None = None) -> Any:
    headers = {"cookie": client.cookies()} | ({"origin": origin} if origin else {})
    address = client.address.replace("http", "ws", 1)
    return connect(f"{address}/api/tables/{TABLE}/socket", additional_headers=headers)


def test_the_cookie_is_closed_to_scripts_and_to_other_sites(house: House) -> None:
    async def work(staff: Staff) -> None:
        body = {"id": "administrador", "password": house[1]}
        answer = await call(staff.keep(Client(house[0])), "POST", "/api/login", body)
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
        assert "secure" not in cookie  # plain http on this machine

    run(house, work)


def test_behind_https_the_cookie_never_goes_over_plain_http(tmp_path: Any) -> None:
    async def secure() -> str:
        casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db", games=("big-six",)))
        casino.prepare()
        await casino.start()
        try:
            transport = httpx.ASGITransport(app=application(casino))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="https://casino") as http:
                answer = await http.post("/api/guest", json={"name": "Ana"})
                return str(answer.headers["set-cookie"]).lower()
        finally:
            await casino.stop()

    assert "secure" in asyncio.run(secure())


def test_a_change_needs_the_secret_of_its_own_session(house: House) -> None:
    async def work(staff: Staff) -> None:
        other = await staff.hire("otra-sesion", "administrador")
        body = {"rut": some_rut(900), "why": "armas"}
        for secret in ("", "x", other.csrf):
            answer = await staff.admin.http.post(
                "/api/barred", json=body, headers={"x-csrf": secret}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "forged")
        assert (await call(staff.admin, "POST", "/api/barred", body)).status_code == 204

    run(house, work)


def test_a_page_of_another_site_cannot_use_the_socket_of_a_session(house: House) -> None:
    async def work(staff: Staff) -> None:
        for origin in ("https://malo.example", "null", f"{house[0]}.malo.example"):
            with pytest.raises(InvalidStatus) as found:
                async with socket_of(staff.admin, origin=origin):
                    pass
            assert found.value.response.status_code == 403
        async with socket_of(staff.admin, origin=house[0]) as socket:
            assert '"is":"hello"' in str(await socket.recv())

    run(house, work)


def test_whoever_goes_out_leaves_his_sockets_too(house: House) -> None:
    async def work(staff: Staff) -> None:
        client = staff.keep(Client(house[0]))
        await client.guest("Ana")
        async with socket_of(client) as socket:
            await socket.recv()
            assert (await call(client, "POST", "/api/logout")).status_code == 204
            with pytest.raises(ConnectionClosed) as found:
                await socket.send('{"id":"1","command":{"do":"begin"}}')
                while True:
                    await socket.recv()
            assert found.value.rcvd is not None and found.value.rcvd.code == 4401
        assert (await call(client, "GET", "/api/me")).status_code == 401

    run(house, work)


def at_a_fixed_time(
    folder: Any, work: Callable[[httpx.AsyncClient, list[float], Casino], Coroutine[Any, Any, None]]
) -> None:
    """A casino whose clock stands still unless it is moved."""
    clock = [1_000_000.0]

    async def all_of_it() -> None:
        casino = Casino(
            Settings(db=f"sqlite:///{folder}/c.db", games=("big-six",)), now=lambda: clock[0]
        )
        casino.prepare()
        await casino.start()
        try:
            transport = httpx.ASGITransport(app=application(casino))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://casino") as http:
                await work(http, clock, casino)
        finally:
            await casino.stop()

    asyncio.run(all_of_it())


def test_a_session_ends_by_itself(tmp_path: Any) -> None:
    async def work(http: httpx.AsyncClient, clock: list[float], _: Casino) -> None:
        await http.post("/api/guest", json={"name": "Ana"})
        assert (await http.get("/api/me")).status_code == 200
        clock[0] += SESSION_SECONDS - 1
        assert (await http.get("/api/me")).status_code == 200
        clock[0] += 2
        assert (await http.get("/api/me")).status_code == 401

    at_a_fixed_time(tmp_path, work)


def test_wrong_passwords_are_slowed_down_and_say_nothing_of_who_is_known(tmp_path: Any) -> None:
    async def work(http: httpx.AsyncClient, clock: list[float], casino: Casino) -> None:
        casino.register.admit_staff("lenta", "L", PASSWORD, ("cajero",), by="x", now=clock[0])
        said = set()
        for id in ("lenta", "nadie-se-llama-asi"):
            for _ in range(LIMITS.passwords.at_once):
                answer = await http.post("/api/login", json={"id": id, "password": "no"})
                said.add((answer.status_code, answer.text))
        assert len(said) == 1 and "wrong-name-or-password" in said.pop()[1]
        right = {"id": "lenta", "password": PASSWORD}
        waits = await http.post("/api/login", json=right)  # the right one has to wait as well
        assert waits.json()["code"] == "too-many-tries"
        clock[0] += waits.json()["facts"]["seconds"]
        assert (await http.post("/api/login", json=right)).status_code == 200

    at_a_fixed_time(tmp_path, work)


class Wrong(Exception):
    """A password that was not right."""


def fails(throttle: Throttle, name: str, address: str, now: float) -> int:
    """The seconds to wait, if the password was not looked at."""
    try:
        with throttle.attempt(name, address, now):
            raise Wrong
    except Wrong:
        return 0
    except Refused as refusal:
        return int(refusal.facts["seconds"] or 0)


def test_wrong_passwords_are_counted_before_they_are_looked_at_and_forgotten_with_time() -> None:
    throttle, free = Throttle(LIMITS), LIMITS.passwords
    with throttle.attempt("ana", "a", 0.0):  # many at once: none is through yet
        said = [fails(throttle, "ana", "a", 0.0) for _ in range(free.at_once)]
    assert said == [0] * (free.at_once - 1) + [int(free.every) + 1]
    said = [fails(throttle, "bruno", "a", 0.0) for _ in range(free.at_once + 1)]
    assert said[-1] == int(free.every) + 1
    assert fails(throttle, "bruno", "a", free.every) == 0
    assert fails(throttle, "bruno", "a", free.every) > 0
    assert fails(throttle, "bruno", "a", free.every * 100) == 0


@pytest.mark.parametrize("spelt", ["administrador\u200b", " Administrador", "ａdministrador"])
def test_another_spelling_is_the_same_name(spelt: str) -> None:
    throttle = Throttle(LIMITS)
    for _ in range(LIMITS.passwords.at_once):
        assert fails(throttle, "administrador", "a", 0.0) == 0
    assert fails(throttle, spelt, "a", 0.0) > 0
    for _ in range(LIMITS.passwords.at_once):
        assert fails(throttle, "12.345.678-5", "b", 0.0) == 0
    assert fails(throttle, "00012345678-5", "b", 0.0) > 0


def test_nobody_locks_somebody_else_out_by_failing_in_his_name() -> None:
    throttle = Throttle(LIMITS)
    for n in range(1000):
        fails(throttle, "administrador", f"malo-{n % 7}", float(n))
    with throttle.attempt("administrador", "casa", 1000.0):
        pass


def test_the_addresses_of_one_line_count_as_one() -> None:
    mine = {line_of(f"2001:db8:1:2::{n:x}") for n in range(1, 50)}
    assert mine == {line_of("2001:db8:1:2:ffff::1")} != {line_of("2001:db8:1:3::1")}
    assert line_of("::ffff:192.0.2.7") == "192.0.2.7" != line_of("192.0.2.8")
    assert home("2001:db8:1:2::1", 64) == home("2001:db8:1:2:3::9", 64)


def test_an_address_does_not_try_name_after_name() -> None:
    throttle = Throttle(LIMITS)
    said = [fails(throttle, f"n{n}", "malo", 0.0) for n in range(200)]
    assert said.count(0) == LIMITS.passwords_of_address.at_once
    assert fails(throttle, "ana", "otro", 0.0) == 0


def test_a_right_password_is_not_counted() -> None:
    throttle = Throttle(LIMITS)
    for _ in range(1000):
        with throttle.attempt("ana", "a", 0.0):
            pass


def test_guests_of_one_address_have_an_end(tmp_path: Any) -> None:
    async def work(http: httpx.AsyncClient, clock: list[float], _: Casino) -> None:
        codes = []
        for _ in range(LIMITS.guests_of_address.at_once + 5):
            answer = await http.post("/api/guest", json={"name": "Ana"})
            codes.append(answer.json().get("code"))
        assert codes.count(None) == LIMITS.guests_of_address.at_once
        assert set(codes[-5:]) == {"too-many-tries"}
        clock[0] += LIMITS.guests_of_address.every
        assert (await http.post("/api/guest", json={"name": "Ana"})).status_code == 200

    at_a_fixed_time(tmp_path, work)


def test_of_tokens_and_passwords_only_fingerprints_are_kept(tmp_path: Any) -> None:
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db", games=("big-six",)))
    password = casino.prepare()
    assert password is not None
    session = casino.register.log_in("administrador", password, now=1.0)
    casino.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (password, session.token, session.csrf):
        assert secret.encode() not in kept
