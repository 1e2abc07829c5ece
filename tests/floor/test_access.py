"""Second factors, sessions and signatures: whoever comes in, comes in once and as himself; what
the regulation has signed is signed by a passkey, and the audit tells a right signature from a
forged one."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pyotp
import pytest
from sqlalchemy import insert, select, update

from tapete.floor.audit.auditing import picture_of
from tapete.floor.audit.whole import audit
from tapete.floor.people.factors import challenge_in
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.floor.authenticator import Passkey, b64
from tests.floor.people import PASSWORD, Staff, call, log_in, staff_of
from tests.floor.server import served

House = tuple[str, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six",)) as address:
        yield address.replace("127.0.0.1", "localhost"), password[0], url


def run(house: House, work: Callable[[Staff], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(600), staff_of(house[0], house[1]) as staff:
            await work(staff)

    asyncio.run(all_of_it())


async def said(client: Any, path: str, body: Any = None, method: str = "POST") -> Any:
    """What is answered; of a refusal its code."""
    answer = await call(client, method, path, {} if body is None and method == "POST" else body)
    found = answer.json() if answer.content else {}
    return found.get("code") if answer.status_code >= 400 else found


async def with_passkey(client: Any, house: House) -> Passkey:
    key = Passkey(house[0])
    made = key.made(await said(client, "/api/me/passkeys/options"))
    body = {"password": PASSWORD, "name": "Llave", "credential": made}
    assert (await said(client, "/api/me/passkeys", body))["kind"] == "llave"
    return key


def test_a_code_is_asked_for_taken_once_and_taken_away_with_the_password(house: House) -> None:
    async def work(staff: Staff) -> None:
        ines = await staff.hire("ines", "cajero")
        given = await said(ines, "/api/me/codes")
        totp = pyotp.TOTP(given["secret"])
        assert given["address"].startswith("otpauth://totp/")
        body = {"password": PASSWORD, "secret": given["secret"], "code": totp.now()}
        assert await said(ines, "/api/me/codes/confirm", {**body, "code": "000000"}) == "wrong-code"
        for odd in ({"code": "\N{SUPERSCRIPT TWO}" * 6}, {"code": ""}, {"secret": "1" * 16},
                    {"secret": "ñ" * 16}, {"secret": "A" * 17}):  # fmt: skip
            assert await said(ines, "/api/me/codes/confirm", {**body, **odd}) == "wrong-code", odd
        wrong = {**body, "password": "otra clave larga"}
        assert await said(ines, "/api/me/codes/confirm", wrong) == "wrong-name-or-password"
        factor = await said(ines, "/api/me/codes/confirm", body)
        me = {"id": "ines", "password": PASSWORD}
        assert await said(ines, "/api/login", me) == "second-factor"
        # The code that confirmed the device was used, and is not taken again.
        assert await said(ines, "/api/login", {**me, "code": body["code"]}) == "used-before"
        later = totp.at(int(time.time()) + 30)
        assert (await said(ines, "/api/login", {**me, "code": later}))["id"] == "ines"
        assert await said(ines, "/api/login", {**me, "code": later}) == "used-before"
        assert await said(ines, "/api/login", {**me, "code": "000000"}) == "wrong-code"
        noted = await said(staff.admin, "/api/audit?what=login.refused", method="GET")
        mine = [row["facts"] for row in noted if row["person"] == "ines"]
        assert mine == [{"kind": "codigo"}] * 3  # used twice before, wrong once
        fresh = await said(staff.admin, "/api/people/ines/factors/remove")
        assert fresh == {}, factor
        assert (await said(ines, "/api/login", me))["id"] == "ines"

    run(house, work)


def test_a_passkey_lets_its_owner_in_and_nobody_else(house: House) -> None:
    async def work(staff: Staff) -> None:
        olga, otra = await staff.hire("olga", "cajero"), await staff.hire("otra", "cajero")
        key, stranger = await with_passkey(olga, house), await with_passkey(otra, house)
        me = {"id": "olga", "password": PASSWORD}
        assert await said(olga, "/api/login", me) == "second-factor"

        async def enter(passkey: Passkey, name: str = "olga", **more: Any) -> Any:
            options = await said(olga, "/api/login/options", {"id": name})
            answer = {**passkey.signed(options), **more}
            return await said(olga, "/api/login/passkey", {"id": "olga", "credential": answer})

        assert (await enter(key))["id"] == "olga"
        assert await enter(stranger) == "bad-passkey"
        assert await enter(stranger, id=key.signed({"challenge": ""})["id"]) == "bad-passkey"
        assert await enter(key, "otra") == "bad-challenge"
        options = await said(olga, "/api/login/options", {"id": "olga"})
        twice = {"id": "olga", "credential": key.signed(options)}
        assert (await said(olga, "/api/login/passkey", twice))["id"] == "olga"
        assert await said(olga, "/api/login/passkey", twice) in ("used-before", "bad-passkey")
        elsewhere = Passkey("http://phishing.example")
        elsewhere.key, elsewhere.id, elsewhere.count = key.key, key.id, key.count
        assert await enter(elsewhere) == "bad-passkey"

    run(house, work)


def test_who_asks_for_a_passkey_does_not_learn_who_has_one(house: House) -> None:
    """A name that is nobody's, and one of somebody without a passkey, is told like any other."""

    async def work(staff: Staff) -> None:
        with_one, _ = await staff.hire("nora", "cajero"), await staff.hire("sin", "cajero")
        await with_passkey(with_one, house)

        async def told(name: str) -> Any:
            options = await said(with_one, "/api/login/options", {"id": name})
            options.pop("challenge")
            return options.pop("allowCredentials"), options

        nora, none, nobody = [await told(name) for name in ("nora", "sin", "nadie-asi")]
        assert nora[1] == none[1] == nobody[1]
        assert len(nora[0]) == len(none[0]) == len(nobody[0]) == 1
        assert nora[0][0].keys() == none[0][0].keys() and none[0] != nobody[0]
        assert none == await told(" Sin") and nobody == await told("nadie-asi")

    run(house, work)


def test_sessions_are_listed_and_ended(house: House) -> None:
    async def work(staff: Staff) -> None:
        pia = await staff.hire("pia", "cajero")
        second = staff.keep(await log_in(house[0], "pia"))
        view = await said(pia, "/api/me/security", method="GET")
        assert [one["mine"] for one in view["sessions"]] == [False, True]
        other = view["sessions"][0]["id"]
        assert await said(pia, f"/api/me/sessions/{other}/end") == {}
        assert await said(second, "/api/me", method="GET") == "come-in-first"
        assert await said(pia, f"/api/me/sessions/{other}/end") == "no-such-session"
        assert await said(pia, "/api/me/sessions/_/end") == "no-such-session"

    run(house, work)


@pytest.mark.clause("CAT-V.2.3-18")
def test_two_signatures_are_verified_and_a_forged_one_is_found(house: House) -> None:
    day = "2026-01-02"

    async def work(staff: Staff) -> None:
        rosa, juan = await staff.hire("rosa", "cajero"), await staff.hire("juan", "cajero")
        assert isinstance(await said(rosa, f"/api/days/{day}"), dict)
        assert (
            await said(rosa, "/api/signatures/options", {"subject": f"day:{day}"}) == "no-passkey"
        )
        for client in (rosa, juan):
            key = await with_passkey(client, house)
            options = await said(client, "/api/signatures/options", {"subject": f"day:{day}"})
            signed = {"subject": f"day:{day}", "credential": key.signed(options)}
            other = {**signed, "subject": "day:2020-01-01"}
            assert await said(client, "/api/signatures", other) == "nothing-written"
            assert (await said(client, "/api/signatures", signed))["role"] == "cajero"
        ana = await staff.admit(1)
        mine = await said(ana, "/api/signatures/options", {"subject": f"day:{day}"})
        assert mine == "not-yours-to-sign"
        rows = await said(rosa, f"/api/signatures?subject=day:{day}", method="GET")
        assert [row["person"] for row in rows] == ["rosa", "juan"]

    run(house, work)

    def findings() -> list[str]:
        with picture_of(house[2]) as store:
            return [one.what for one in audit(store) if one.what.startswith("sign")]

    assert findings() == []
    store = Store(house[2])
    g = schema.signatures
    with store.writing() as connection:
        right = connection.execute(select(g).where(g.c.person == "rosa")).one()._asdict()
        # Whoever has the database says that Rosa signed something else: her key does not.
        connection.execute(insert(g).values(**{**right, "id": "x", "digest": "0" * 64}))
    assert findings() == ["signature"]
    forger = Passkey(house[0])
    with store.writing() as connection:
        # He signs with a key of his own: nobody has seen Rosa add it.
        options = {"challenge": b64(challenge_in(json.loads(right["answer"])))}
        answer, own = json.dumps(forger.signed(options)), b64(forger.public)
        forged = {"digest": right["digest"], "answer": answer, "key": own}
        connection.execute(update(g).where(g.c.id == "x").values(**forged))
    assert findings() == ["signature-key"]
    with store.writing() as connection:
        connection.execute(g.delete().where(g.c.id == "x"))
        d = schema.days
        report = connection.execute(select(d.c.report).where(d.c.day == day)).scalar_one()
        connection.execute(update(d).where(d.c.day == day).values(report=report + " "))
    assert findings() == ["signed", "signed"]
    store.close()
