"""A house that requires signatures: a hand-pay waits for two passkeys, and the audit lists what the
regulation has somebody sign and nobody has signed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from tapete.core.book.refused import Refused
from tapete.floor.audit.auditing import picture_of
from tapete.floor.audit.whole import audit
from tapete.floor.people.signatures import is_signed
from tapete.floor.people.signing import NEAR, check_signed, required_since, set_required
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tests.floor.casino import give_chips, leased
from tests.floor.machines import Visit, machine_spec
from tests.floor.people import Staff, call
from tests.floor.server import served
from tests.floor.test_access import House, run, said, with_passkey
from tests.systems.tournament.field import BASES

MACHINE = "maquina-77"
DIRECTOR, JEFE, DIRECTION = "director-de-maquinas", "jefe-de-seccion", "director-de-torneo"
TORNEO = "viernes"
ROW = {
    "unidad": "clp", "number": 77, "programs": ["tres-cerezas"], "server": "sala-de-servidores",
    "minimum_return": "85%", "handpay": 5000, "two_signatures": 10_000,
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six",), signatures="required") as address:
        yield address.replace("127.0.0.1", "localhost"), password[0], url


async def sends(client: Any, role: str, unit: str = MACHINE, **command: Any) -> Any:
    """A command to a unit; of a refusal its code."""
    body = {"id": f"{role}-{command}"[:40], "role": role, "command": command}
    return await said(client, f"/api/units/{unit}/commands", body)


async def signs(client: Any, key: Any, subject: str) -> str:
    options = await said(client, "/api/signatures/options", {"subject": subject})
    if isinstance(options, str):
        return options
    body = {"subject": subject, "credential": key.signed(options)}
    return str((await said(client, "/api/signatures", body))["role"])


def unsigned(url: str) -> list[tuple[str, str]]:
    with picture_of(url) as store:
        found = [one for one in audit(store) if one.what in ("unsigned", "signature")]
        return [(one.what, one.found) for one in found]


def test_for_the_hand_pay_that_waits_the_log_is_read_backwards_and_no_further(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two were paid, two wait, and it is the first of these that has to be signed."""
    spec = machine_spec("ruleta-electronica", positions=2, handpay=2, two_signatures=10**9)
    store.add(spec)
    give_chips(store)
    visit = Visit(spec)
    raised = []
    for paid in (True, False):
        for position, person in ((1, "ana"), (2, "bruno")):
            visit.do(do.Insert(amount=1000, position=position), person)
            visit.do(do.Bet(bets={"rojo": 500, "negro": 500}, position=position), person)
        visit.do(do.Ready(position=1))
        while not visit.unit.cabinet.handpay:
            visit.do(do.Ready(position=2), "bruno")
        raised.append(len(visit.steps))
        for _ in range(30):
            visit.do(do.Fault(code="puerta"), "tec", "jefe-tecnico")
            visit.do(do.Clear(code="puerta"), "tec", "jefe-tecnico")
        for _ in range(2 * paid):
            visit.do(do.Sign(), "jefa", JEFE)
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    read: list[object] = []
    unpacked = schema.Packed.process_result_value

    def noted(self: Any, value: Any, dialect: Any) -> Any:
        read.append(value)
        return unpacked(self, value, dialect)

    monkeypatch.setattr(schema.Packed, "process_result_value", noted)
    waiting = visit.unit.cabinet.hand_pays_waiting
    assert waiting == 2
    with store.engine.connect() as connection:
        check_signed(connection, spec.id, "jefa", waiting=0, steps=len(visit.steps))
        assert not read, "nothing waits: nothing is read"
        with pytest.raises(Refused) as refused:
            check_signed(connection, spec.id, "jefa", waiting=waiting, steps=len(visit.steps))
    assert refused.value.facts["subject"] == f"step:{spec.id}:{raised[-1]}"
    assert len(read) <= len(visit.steps) - raised[-1] + NEAR < len(visit.steps)


async def _acta_of_a_tournament(staff: Staff, house: House, key: Any, jose: Any) -> None:
    """The acta of a disagreement and a deal's wait for whoever drew them up (CAT-VII.5.2-02)."""
    dina = await staff.hire("dina", DIRECTION, surname="Soto")
    at = f"/api/units/{TORNEO}/unsigned"
    row = {"bases": BASES, "unidad": "clp"}
    made = await said(staff.admin, "/api/units", {"kind": "torneo", "id": TORNEO, "row": row})
    assert isinstance(made, list)
    acta = {"do": "rule", "facts": "carta expuesta", "decided": "sigue", "reason": "la vio la mesa"}
    assert isinstance(await sends(dina, DIRECTION, TORNEO, **acta), dict)
    [waits] = await said(dina, at, method="GET")
    assert (waits["what"], waits["name"], waits["mine"]) == ("rule", "Dina Soto", True)
    assert ("unsigned", "rule") in unsigned(house[2])
    assert await signs(jose, key, waits["subject"]) == "not-yours-to-sign"
    assert await signs(dina, await with_passkey(dina, house), waits["subject"]) == DIRECTION
    assert await said(dina, at, method="GET") == []


@pytest.mark.clause("CAT-VI.7.1-01", "CAT-VII.5.2-02")
def test_a_hand_pay_is_not_paid_before_two_passkeys_have_signed_it(house: House) -> None:
    async def work(staff: Staff) -> None:
        rosa = await staff.hire("rosa", "cajero")
        dora = await staff.hire("dora", DIRECTOR, surname="Rojas")
        jose, ana = await staff.hire("jose", JEFE), await staff.admit(1)
        assert ana.me is not None
        buy = {"id": "c-1", "person": ana.me.id, "amount": 50_000}
        assert (await call(rosa, "POST", "/api/cage/buy", buy)).status_code < 300
        made = {"kind": "maquina", "id": MACHINE, "row": ROW}
        assert isinstance(await said(staff.admin, "/api/units", made), list)
        assert isinstance(await sends(ana, "jugador", do="insert", amount=20_000), dict)
        assert isinstance(await sends(ana, "jugador", **{"do": "cash-out", "to": "hand"}), dict)
        [waits] = await said(dora, f"/api/units/{MACHINE}/unsigned", method="GET")
        assert (waits["what"], waits["mine"], waits["required"]) == ("hand-pay", True, True)
        assert await said(ana, f"/api/units/{MACHINE}/unsigned", method="GET") == "not-your-role"
        keys = {client: await with_passkey(client, house) for client in (dora, jose, rosa)}
        assert await sends(dora, DIRECTOR, do="sign") == "signature-needed"
        assert await signs(rosa, keys[rosa], waits["subject"]) == "not-yours-to-sign"
        assert await signs(dora, keys[dora], waits["subject"]) == DIRECTOR
        assert isinstance(await sends(dora, DIRECTOR, do="sign"), dict)
        assert await sends(jose, JEFE, do="sign") == "signature-needed", "his own, not hers"
        [waits] = await said(jose, f"/api/units/{MACHINE}/unsigned", method="GET")
        assert waits["signed"] == ["Dora Rojas"] and waits["mine"]
        assert await signs(jose, keys[jose], waits["subject"]) == JEFE
        assert isinstance(await sends(jose, JEFE, do="sign", **{}), dict)
        assert await said(jose, f"/api/units/{MACHINE}/unsigned", method="GET") == []
        await _acta_of_a_tournament(staff, house, keys[jose], jose)
        day = "2026-01-02"
        assert isinstance(await said(rosa, f"/api/days/{day}"), dict)
        assert unsigned(house[2]) == [("unsigned", "close")]
        assert await signs(rosa, keys[rosa], f"day:{day}") == "cajero"

    run(house, work)
    assert unsigned(house[2]) == []
    store = Store(house[2])
    with store.writing() as connection:  # Dora's signature is said to be of somebody else
        g = schema.signatures
        connection.execute(update(g).where(g.c.person == "dora").values(person="jose"))
    assert unsigned(house[2]) == [("signature", "a forged one"), ("unsigned", "sign")]
    store.close()


def test_whether_they_are_required_stands_in_the_audit_log(store: Store) -> None:
    assert required_since(store) is None
    set_required(store, False, 5.0)
    set_required(store, True, 10.0)
    set_required(store, True, 20.0)
    assert required_since(store) == 10.0
    set_required(store, False, 30.0)
    assert required_since(store) is None and list(audit(store)) == []


@pytest.mark.parametrize(
    ("command", "kinds", "signed"),
    [
        ("start-game", {"hall-acta-opened"}, True), ("start-game", {"bingo-cards-sold"}, False),
        ("expel", set(), True), ("make-deal", set(), True), ("hand-over", set(), False),
    ],
)  # fmt: skip
def test_heads_of_actas_disqualifications_and_deals_are_signed_too(
    command: str, kinds: set[str], signed: bool
) -> None:
    assert is_signed(command, kinds) is signed
