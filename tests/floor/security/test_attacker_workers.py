"""The attacker at the front door of two workers: plain sockets, nothing of our own client. What he
sends is read by the door and by a worker, and both have to read the same."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from tapete.floor.house.casino import Casino, Settings
from tests.floor.authenticator import Passkey
from tests.floor.process import LONG, SLOW, Server

TABLES = ("big-six-1", "war-1")
Answer = tuple[int, dict[str, str], bytes]


House = tuple[int, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("casino")
    url = f"sqlite:///{folder}/casino.db"
    first = Casino(Settings(db=url, games=("big-six", "war")))
    password = first.prepare()
    first.store.close()
    assert password is not None
    server = Server(folder, url, SLOW, '"big-six", "war"', lease=LONG, workers=2)
    server.start(tables=2)
    yield server.port, password
    server.kill()


@pytest.fixture
def port(house: House) -> int:
    return house[0]


def ask(port: int, method: str, path: str, body: Any = None, **headers: str) -> Answer:
    sent = {} if body is None else {"content-type": "application/json"}
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as line:
        line.request(method, path, data, sent)
        got = line.getresponse()
        return got.status, {k.lower(): v for k, v in got.getheaders()}, got.read()


def raw(port: int, data: bytes, until: bytes = b"") -> bytes:
    """Bytes to the port, and what comes back: all of it, or up to something."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=600) as line:
        try:
            line.sendall(data)
            while not (until and until in found) and (part := line.recv(65_536)):
                found += part
        except ConnectionError:
            pass  # hung up on
    return found


def guest(port: int, **headers: str) -> tuple[str, dict[str, str]]:
    status, got, body = ask(port, "POST", "/api/guest", {"name": "Ana"}, **headers)
    assert status == 200
    said = json.loads(body)
    return said["id"], {"cookie": got["set-cookie"].partition(";")[0], "x_csrf": said["csrf"]}


def test_a_session_chosen_by_somebody_else_is_not_taken_over(port: int) -> None:
    chosen = "tapete=elegida-por-otro-0123456789abcdef"
    _, mine = guest(port, cookie=chosen)
    assert mine["cookie"] != chosen
    assert ask(port, "GET", "/api/me", cookie=chosen)[0] != 200


@pytest.mark.parametrize("origin", ["null", "https://evil.example", ""])
def test_a_page_without_an_origin_changes_nothing(port: int, origin: str) -> None:
    _, mine = guest(port)
    status, _, body = ask(port, "POST", "/api/logout", {}, cookie=mine["cookie"], origin=origin)
    assert (status, json.loads(body)["code"]) == (403, "forged")
    assert ask(port, "GET", "/api/me", **mine)[0] == 200
    allowed = ask(port, "OPTIONS", "/api/guest", None, origin=origin or "null",
                  access_control_request_method="POST",
                  access_control_request_headers="content-type")[1]  # fmt: skip
    assert "access-control-allow-origin" not in allowed


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("origin", "status"),
    [("null", b"403"), ("https://evil.example", b"403"), ("http://{me}.evil.example", b"403"),
     ("http://{me}", b"101")],
)  # fmt: skip
def test_a_socket_is_opened_by_a_page_of_the_house_alone(
    port: int, table: str, origin: str, status: bytes
) -> None:
    me = f"127.0.0.1:{port}"
    _, mine = guest(port)
    for cookie in (mine["cookie"], "lang=es"):  # with a session and without
        lines = (
            f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: {me}",
            f"Origin: {origin.format(me=me)}", f"Cookie: {cookie}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
        )  # fmt: skip
        assert raw(port, "\r\n".join(lines).encode(), b"\r\n").startswith(b"HTTP/1.1 " + status)


HIDDEN = b"GET /api/house HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /api/tables/war-1 HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
        POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}" + HIDDEN,
        b"GET /api/house\nHost: x\n\n",
        b"GET /api/house HTTP/1.1\r\nHost: x\r\nX : y\r\nConnection: close\r\n\r\n",
        b"\r\n\r\n" + HIDDEN,
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 200_000 + b"\r\n\r\n",
    ],
    ids=["two-hosts", "odd-coding", "two-lengths", "bare", "space", "blank-first", "huge"],
)
def test_what_two_readers_could_read_in_two_ways_is_refused(port: int, sent: bytes) -> None:
    found = raw(port, sent)
    assert found == b"" or (found.startswith(b"HTTP/1.1 400 ") and found.count(b"HTTP/1.") == 1)
    assert ask(port, "GET", "/health")[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/%2e%2e/%2e%2e/app.py",
     "/assets/..%5c..%5capp.py", "/%252e%252e/etc/passwd", "/assets/....//....//etc/passwd",
     "/api/units/..%2f..%2fetc/papers/x", "/verificar.html/../../etc/passwd"],
)  # fmt: skip
def test_no_path_leads_out_of_what_is_served(port: int, path: str) -> None:
    status, _, body = ask(port, "GET", path)
    assert status in (200, 400, 404) and b"root:" not in body and b"import " not in body


@pytest.mark.parametrize(
    "body",
    [b'{"loss":NaN}', b'{"loss":1e400}', b'{"loss":1.5}', b'{"loss":-0}', b"\xef\xbb\xbf{}",
     b'{"a":' * 5000 + b"1" + b"}" * 5000, b'{"loss":5,"loss":-5}',
     gzip.compress(b'{"loss":5' + b" " * 50_000_000 + b"}")],
    ids=["nan", "1e400", "half", "minus-zero", "mark", "deep", "twice", "packed"],
)  # fmt: skip
def test_odd_json_sets_no_limit(port: int, body: bytes) -> None:
    _, mine = guest(port)
    packed = {"content_encoding": "gzip"} if body.startswith(b"\x1f") else {}
    path = "/api/me/protection/limits"
    assert ask(port, "POST", path, body, **mine, **packed)[0] in (400, 409, 413, 415)


def test_one_person_at_the_tables_of_two_workers_at_once_sits_at_one(port: int) -> None:
    me, mine = guest(port)

    def sit(table: str) -> int:
        command = {"do": "sit", "seat": 1, "player": me, "chips": 700_000}
        path = f"/api/tables/{table}/commands"
        return ask(port, "POST", path, {"id": f"sit-{table}", "command": command}, **mine)[0]

    with ThreadPoolExecutor(2) as both:
        statuses = sorted(both.map(sit, TABLES))
    assert statuses == [200, 409]
    held = json.loads(ask(port, "GET", "/api/me", **mine)[2])
    assert held["play"] == 300_000 and len(held["places"]) == 1


def test_a_name_that_is_nobodys_is_told_like_one_that_is(port: int) -> None:
    said = [
        ask(port, "POST", "/api/login", {"id": id, "password": "x" * 12},
            x_forwarded_for=f"198.51.100.{n}")[::2]
        for n, id in enumerate(("administrador", "nadie-asi"))
    ]  # fmt: skip
    assert said[0] == said[1]


def test_the_address_counted_is_the_one_the_proxy_saw(port: int) -> None:
    """What a client writes before it in the header is only said."""
    codes = [
        json.loads(ask(port, "POST", "/api/login", {"id": "administrador", "password": f"x{n:011}"},
                       x_forwarded_for=f"203.0.113.{n}, 192.0.2.77")[2])["code"]
        for n in range(7)
    ]  # fmt: skip
    assert codes == ["wrong-name-or-password"] * 5 + ["too-many-tries"] * 2


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/me/password", {"old": "x" * 12, "new": "otra clave de 12"}),
     ("/api/me/factors/0/remove", {"password": "x" * 12}),
     ("/api/login/passkey", {"id": "administrador", "credential": {}})],
    ids=["password", "factor", "passkey"],
)  # fmt: skip
def test_whoever_chooses_his_worker_guesses_no_more_than_others(
    port: int, path: str, body: dict[str, Any]
) -> None:
    """The door lets anybody ask one worker by its name: what he tries is counted by one."""
    _, mine = guest(port)
    line = f"198.51.100.{100 + len(path)}"
    codes = [
        json.loads(ask(port, "POST", f"{path}?node=uno-{1 + n % 2}", body,
                       x_forwarded_for=line, **mine)[2])["code"]
        for n in range(7)
    ]  # fmt: skip
    assert codes[5:] == ["too-many-tries"] * 2, codes


def test_a_passkey_is_of_its_site_whichever_worker_looks_at_it(house: House) -> None:
    """What a worker passes on to another is asked of the same site, by the same way."""
    port, password = house
    site = f"localhost:{port}"
    key = Passkey(f"https://{site}")
    known = {"host": site, "x_forwarded_for": "192.0.2.88", "x_forwarded_proto": "https"}

    def post(path: str, body: Any, **mine: str) -> Answer:
        return ask(port, "POST", path, body, **known, **mine)

    _, got, body = post("/api/login", {"id": "administrador", "password": password})
    mine = {"cookie": got["set-cookie"].partition(";")[0], "x_csrf": json.loads(body)["csrf"]}
    options = json.loads(post("/api/me/passkeys/options", {}, **mine)[2])
    made = {"password": password, "name": "Llave", "credential": key.made(options)}
    for node in ("uno-1", "uno-2"):
        added = post(f"/api/me/passkeys?node={node}", made, **mine)
        assert added[0] == 200, added[2]
        options = json.loads(post("/api/login/options", {"id": "administrador"})[2])
        asked = {"id": "administrador", "credential": key.signed(options)}
        entered = post(f"/api/login/passkey?node={node}", asked)
        assert entered[0] == 200, entered[2]
        assert "secure" in entered[1]["set-cookie"].lower()
        assert "strict-transport-security" in entered[1]
        id = json.loads(added[2])["id"]
        body = {"password": password}
        assert post(f"/api/me/factors/{id}/remove?node={node}", body, **mine)[0] == 204
