"""The attacker from outside: plain sockets and HTTP, none of our client's code. He is a stranger, a
guest and a page of another site; he forges, floods, guesses, sends rubbish, and finds nothing."""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tapete.floor.people.throttle import Limits, Rate
from tests.floor.people import some_rut
from tests.floor.server import served

House = tuple[str, int, Path]
ADMIN = "administrador"
TIGHT = Limits(
    passwords=Rate(5, 3600.0), passwords_of_address=Rate(30, 3600.0),
    guests_of_address=Rate(20, 3600.0), history_of_address=Rate(40, 3600.0),
)  # fmt: skip
"""What is spent does not come back meanwhile, however slow the machine is."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    file = tmp_path_factory.mktemp("casino") / "casino.db"
    password: list[str] = []
    with served(
        f"sqlite:///{file}", password=password, games=("big-six",), limits=TIGHT
    ) as address:
        at = urlsplit(address)
        assert at.hostname is not None and at.port is not None
        yield (at.hostname, at.port, file), password[0]


class Answer:
    def __init__(self, got: http.client.HTTPResponse) -> None:
        self.status, self.body = got.status, got.read()
        self.headers = {name.lower(): value for name, value in got.getheaders()}

    @property
    def said(self) -> Any:
        return json.loads(self.body)


class Attacker:
    """Somebody who asks from an address (as a proxy in front would say), with what he was given."""

    def __init__(self, house: House, address: str) -> None:
        self.house, self.address = house, address
        self.cookie = self.csrf = ""

    def ask(
        self, method: str, path: str, body: bytes | Any = None, **headers: str
    ) -> Answer:  # fmt: skip
        sent: dict[str, str] = {"x-forwarded-for": self.address}
        if self.cookie:
            sent |= {"cookie": self.cookie, "x-csrf": self.csrf}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            sent["content-type"] = "application/json"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection(*self.house[:2], timeout=600)) as line:
            line.request(method, path, body, sent)
            return Answer(line.getresponse())

    def enter(self, path: str, body: Mapping[str, str]) -> Answer:
        found = self.ask("POST", path, dict(body))
        if found.status == 200:
            self.cookie = found.headers["set-cookie"].partition(";")[0]
            self.csrf = found.said["csrf"]
        return found

    def raw(self, data: bytes) -> bytes:
        """Bytes to the port, and what comes back."""
        with socket.create_connection(self.house[:2], timeout=600) as line:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            found = b""
            while part := line.recv(65_536):
                found += part
            return found


def well(house: House) -> None:
    """It still answers, and nothing is broken."""
    found = Attacker(house, "198.51.100.9").ask("GET", "/health")
    assert (found.status, found.said["status"]) == (200, "ok")


def test_guessing_ends_in_a_wait_and_nobody_else_is_locked_out(house: tuple[House, str]) -> None:
    at, password = house
    attacker = Attacker(at, "203.0.113.1")
    spelt = (ADMIN, f" {ADMIN}", "Administrador", "adminis\u200btrador", "ADMINISTRADOR")
    said = [
        attacker.enter("/api/login", {"id": spelt[n % 5], "password": f"clave{n:06}"})
        for n in range(12)
    ]
    codes = [one.said["code"] for one in said]
    assert codes == ["wrong-name-or-password"] * 5 + ["too-many-tries"] * 7
    # From there not even the right one is taken now; the administrator elsewhere does not notice.
    assert attacker.enter("/api/login", {"id": ADMIN, "password": password}).status == 409
    assert (
        Attacker(at, "192.0.2.5").enter("/api/login", {"id": ADMIN, "password": password}).status
        == 200
    )
    # A name nobody has takes as much and says the same.
    other = Attacker(at, "203.0.113.2").enter("/api/login", {"id": "nadie", "password": "x" * 12})
    assert other.said["code"] == "wrong-name-or-password"
    well(at)


def test_a_page_of_another_site_does_nothing_with_my_session(house: tuple[House, str]) -> None:
    at, _ = house
    guest = Attacker(at, "192.0.2.6")
    came = guest.enter("/api/guest", {"name": "Ana"})
    flags = came.headers["set-cookie"].lower()
    assert "httponly" in flags and "samesite=strict" in flags and "secure" not in flags
    body = json.dumps({"name": "Eva"}).encode()
    assert guest.ask("POST", "/api/guest", body, content_type="text/plain").status == 415
    guest.csrf = "forged"
    for path, sent in (
        ("/api/me/exclusion", {}), ("/api/logout", {}), ("/api/me/protection/limits", {"loss": 1}),
        ("/api/tables/big-six-1/commands", {"id": "x", "command": {"do": "begin"}}),
    ):  # fmt: skip
        found = guest.ask("POST", path, sent)
        assert (found.status, found.said["code"]) == (403, "forged"), path
    assert guest.ask("GET", "/api/me").status == 200


def test_headers_keep_answers_where_they_belong(house: tuple[House, str]) -> None:
    at, _ = house
    anybody = Attacker(at, "192.0.2.7")
    found = anybody.ask("GET", "/api/house")
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in found.headers
    behind = anybody.ask("GET", "/api/house", x_forwarded_proto="https")
    assert behind.headers["strict-transport-security"].startswith("max-age=")
    over_tls = Attacker(at, "192.0.2.8").ask(
        "POST", "/api/guest", {"name": "Ana"}, x_forwarded_proto="https"
    )
    assert "secure" in over_tls.headers["set-cookie"].lower()
    for way in ("/..%2f..%2f..%2fetc%2fpasswd", "/assets/..%2f..%2fcasino.db", "//etc/passwd"):
        answer = anybody.ask("GET", way)
        assert b"root:" not in answer.body and b"SQLite" not in answer.body, way


def test_rubbish_is_refused_and_never_breaks_anything(house: tuple[House, str]) -> None:
    at, _ = house
    guest = Attacker(at, "192.0.2.10")
    guest.enter("/api/guest", {"name": "Ana"})
    deep = b"[" * 50_000 + b"]" * 50_000
    where = "/api/tables/big-six-1/commands"
    sit = {"do": "sit", "seat": 1, "player": "x", "chips": 1}
    for body in (
        b"", b"{", b"null", b"\xff\xfe", b'{"id":"\xff","command":{}}', deep, b"[" * 60_000,
        b"9" * 70_000, b'{"id":"\\u0000","command":{}}',
        {"id": "a\0b", "command": sit}, {"id": "x", "command": {**sit, "chips": 10**40}},
        {"id": "x", "command": {**sit, "chips": -5}},
        {"id": "x", "command": {**sit, "seat": 2**63}},
        {"id": "x", "command": {"do": "__class__"}}, {"id": "\ud800", "command": sit},
        {"id": "x" * 5000, "command": sit}, {"id": ["x"], "command": sit}, [1, 2], "x",
        {"id": "x", "command": {"do": "sit", "seat": 1, "player": {"$ne": 1}, "chips": 1}},
    ):  # fmt: skip
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        found = guest.ask("POST", where, sent)
        assert 400 <= found.status < 500, body[:40] if isinstance(body, bytes) else body
        assert b"Traceback" not in found.body
    for number in ("\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT TWO}", "-1", "1" * 40):
        signing = guest.ask("POST", "/api/signatures/options", {"subject": f"step:x:{number}"})
        assert (signing.status, signing.said["code"]) == (409, "nothing-written"), number
    for path in ("/api/tables/%00", "/api/tables/' OR 1=1--", "/api/clauses/%ff%fe",
                 "/api/tables/big-six-1/events?start=1e309",
                 "/api/units/" + "x" * 4000):  # fmt: skip
        assert guest.ask("GET", path.replace(" ", "%20")).status < 500, path
    for data in (
        b"\0" * 4096, b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 70_000,
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"x-a: b\r\n" * 3000,
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ):  # fmt: skip
        assert b"500 " not in guest.raw(data)[:40]
    for host in (b"x:abc", b"x:65536", b"x:" + b"9" * 5000, b"[", b"[::1", b":80", b"a b", b"[zz]"):
        data = b"POST /api/login/options HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n" % host
        data += b'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"id":"x"}'
        assert guest.raw(data).startswith(b"HTTP/1.1 400 "), host
    well(at)


def test_nothing_is_smuggled_in_what_says_its_length_in_two_ways(house: tuple[House, str]) -> None:
    at, _ = house
    hidden = b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n"
    found = Attacker(at, "192.0.2.11").raw(
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden
    )
    assert found.startswith(b"HTTP/1.1 400 ") and found.count(b"HTTP/1.1 ") == 1
    well(at)


def test_a_guest_has_no_money_no_role_and_nobody_elses_rounds(house: tuple[House, str]) -> None:
    at, _ = house
    guest = Attacker(at, "192.0.2.11")
    me = guest.enter("/api/guest", {"name": "Ana"}).said["id"]
    money = {"id": "m1", "amount": 1000, "person": me, "count": None}
    for path, body in (
        ("/api/cage/cash", money), ("/api/cage/buy", money), ("/api/cage/fill", money),
        ("/api/days/2026-01-01", {}),
        ("/api/staff", {"id": "eva", "name": "E", "password": "x" * 12, "roles": [ADMIN]}),
        (f"/api/people/{me}/roles", {"roles": [ADMIN]}), (f"/api/people/{ADMIN}/erase", {}),
        (f"/api/people/{ADMIN}/factors/remove", {}),
        ("/api/barred", {"rut": "1-9", "why": "armas"}),
    ):  # fmt: skip
        found = guest.ask("POST", path, body)
        assert found.status in (400, 409), (path, found.status)
    for path in ("/api/audit", "/api/rounds", "/api/floor", "/api/requests", "/api/cage/drawer",
                 f"/api/people/{ADMIN}/data",
                 "/api/signatures?subject=day:2026-01-01"):  # fmt: skip
        assert guest.ask("GET", path).status == 409, path
    assert guest.ask("GET", "/api/me/rounds/big-six-1/1").status == 404
    with closing(sqlite3.connect(at[2])) as books:
        moved = books.execute("SELECT count(*) FROM transfers WHERE source = 'caja'").fetchone()
    assert moved == (0,)


def test_the_same_money_is_not_paid_out_twice(house: tuple[House, str]) -> None:
    """Many withdrawals in the same instant, a receipt sent again with another amount, and a
    colleague's receipt sent by somebody else: one of them is paid, once."""
    at, password = house
    admin = Attacker(at, "192.0.2.12")
    admin.enter("/api/login", {"id": ADMIN, "password": password})
    desks = []
    for n in range(2):
        known = {"id": f"caja-{n}", "password": f"una clave de caja {n}"}
        hired = {**known, "name": f"Caja {n}", "roles": ["cajero"]}
        assert admin.ask("POST", "/api/staff", hired).status < 300
        desks.append(Attacker(at, f"192.0.2.{20 + n}"))
        assert desks[-1].enter("/api/login", known).status == 200
    papers = {
        "name": "Eva Rojas",
        "rut": some_rut(77),
        "born": "1990-05-17",
        "password": "x1 y2 z3 w4 v5",
    }
    eva = admin.ask("POST", "/api/people", papers).said["id"]
    bought = {"id": "b", "person": eva, "amount": 5000}
    assert desks[0].ask("POST", "/api/cage/buy", bought).status == 200

    def cash(n: int) -> int:
        body = {"id": f"k{n}", "person": eva, "amount": 5000}
        return desks[n % 2].ask("POST", "/api/cage/cash", body).status

    with ThreadPoolExecutor(6) as at_once:
        said = list(at_once.map(cash, range(6)))
    assert sorted(said) == [200] + [409] * 5
    paid = {"id": f"k{said.index(200)}", "person": eva, "amount": 5000}
    for desk, body in ((desks[0], {**paid, "amount": 4000}), (desks[1], {**paid, "person": ADMIN})):
        assert desk.ask("POST", "/api/cage/cash", body).status in (400, 409)
    for desk in desks:
        desk.ask("POST", "/api/cage/cash", paid)
    with closing(sqlite3.connect(at[2])) as books:
        query = "SELECT sum(amount) FROM transfers WHERE id LIKE 'canje:%' AND source LIKE ?"
        assert books.execute(query, (f"%{eva}%",)).fetchone() == (5000,)


def test_floods_are_bounded_by_address_and_others_come_in(house: tuple[House, str]) -> None:
    at, _ = house
    flood = Attacker(at, "203.0.113.7")
    said = [flood.ask("POST", "/api/guest", {"name": f"g{n}"}).status for n in range(30)]
    assert said.count(200) == 20 and said[-1] == 409
    looks = [flood.ask("GET", "/api/tables/big-six-1/events?start=1").status for _ in range(50)]
    assert looks.count(200) == 40 and looks[-1] == 409
    other = Attacker(at, "203.0.113.8")
    assert other.enter("/api/guest", {"name": "Ana"}).status == 200
    assert other.ask("GET", "/api/tables/big-six-1/events?start=1").status == 200
    hanging = [socket.create_connection(at[:2], timeout=600) for _ in range(100)]
    for line in hanging:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    well(at)
    for line in hanging:
        line.close()


def test_a_stranger_on_a_socket_changes_nothing(house: tuple[House, str]) -> None:
    """A handshake and frames by hand: what he sends is denied, and rubbish ends his line alone."""
    at, _ = house

    def opened() -> socket.socket:
        line = socket.create_connection(at[:2], timeout=600)
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /api/tables/big-six-1/socket HTTP/1.1\r\nHost: {at[0]}:{at[1]}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in line.recv(12)
        return line

    def frame(data: bytes, code: int = 1) -> bytes:
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        return bytes([0x80 | code]) + length + b"\0\0\0\0" + data

    with closing(sqlite3.connect(at[2])) as books:
        count = "SELECT count(*) FROM steps WHERE person != 'sistema'"
        before = books.execute(count).fetchone()
        line = opened()
        sit = {"do": "sit", "seat": 1, "player": ADMIN, "chips": 1000}
        line.sendall(frame(json.dumps({"id": "x1", "command": sit}).encode()))
        heard = b""
        while b"denied" not in heard:
            heard += line.recv(65_536)
        line.close()
        for rubbish in (b"{", b"\xff" * 40, json.dumps([1]).encode(), b"9" * 60_000):
            line = opened()
            line.sendall(frame(rubbish))
            line.sendall(frame(b"", 8))
            with line, suppress(ConnectionResetError):  # closed with something still unread
                while line.recv(65_536):
                    pass
        line = opened()
        line.sendall(b"\x82\xff" + (1 << 40).to_bytes(8, "big") + b"\0" * 4)  # a terabyte
        with line, suppress(ConnectionResetError):
            while line.recv(65_536):
                pass
        assert books.execute(count).fetchone() == before
    well(at)
