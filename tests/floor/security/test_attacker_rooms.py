"""The attacker from outside in the rooms that are not tables: a bingo hall, machines, a tournament.
Plain HTTP, none of our client's code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tapete.floor.kernel.clocks import Clocks
from tapete.floor.people.throttle import Limits, Rate
from tests.floor.people import some_rut
from tests.floor.security.test_attacker import Attacker, House, well
from tests.floor.server import served

HALL, MACHINE, TORNEO = "bingo-practica", "maquina-1", "sit-and-go-1"
ROOMS = (HALL, MACHINE, TORNEO)
PASSWORD = "una clave larga y buena"
STILL = Clocks(betting=3600.0, decision=3600.0, pause=3600.0, numbers=3600.0)
TIGHT = Limits(
    tickets_of_person=Rate(5, 3600.0), complaints_of_person=Rate(3, 3600.0),
    commands_of_person=Rate(120, 3600.0), history_of_address=Rate(60, 3600.0),
)  # fmt: skip
OF_THE_HOUSE: dict[str, tuple[dict[str, Any], ...]] = {
    HALL: (
        {"do": "begin-sale"}, {"do": "start-game"}, {"do": "call-ball", "ball": 7},
        {"do": "last-game"}, {"do": "close-hall"}, {"do": "sign-acta"},
        {"do": "annul", "why": "x"}, {"do": "note-incident", "text": "x"},
        {"do": "hear", "sender": "otro", "n": 1, "body": "x"},
        {"do": "promise", "n": 1, "promise": "0" * 64}, {"do": "open-order", "n": 1},
        {"do": "answer", "answer": 7}, {"do": "close-numbers", "n": 1},
    ),
    MACHINE: (
        {"do": "sign"}, {"do": "attend"}, {"do": "fault", "what": "puerta"}, {"do": "clear"},
        {"do": "begin"}, {"do": "silence"}, {"do": "close"}, {"do": "power", "on": False},
        {"do": "self-test", "digests": {"tres-cerezas": "0" * 64}},
        {"do": "fetch", "program": "tres-cerezas", "text": "x", "back": "1"},
        {"do": "switch", "program": "tres-cerezas", "digest": "0" * 64},
        {"do": "promise", "n": 1, "promise": "0" * 64}, {"do": "open-order", "n": 1},
    ),
    TORNEO: (
        {"do": "draft", "text": "x"}, {"do": "start"}, {"do": "tick"}, {"do": "cancel", "why": "x"},
        {"do": "pay"}, {"do": "rule", "facts": "x", "decided": "x", "reason": "x"},
        {"do": "hand-over", "table": 1, "stacks": {}}, {"do": "run-clock"}, {"do": "stop-clock"},
        {"do": "make-deal", "way": "iguales", "signed": []}, {"do": "undo", "reason": "x"},
        {"do": "close-registration"}, {"do": "expel", "player": "x", "reason": "x"},
    ),
}  # fmt: skip
"""What only the house or its staff does in each room."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    file = tmp_path_factory.mktemp("casino") / "casino.db"
    password: list[str] = []
    with served(
        f"sqlite:///{file}", password=password, games=("sala", "maquina", "torneo"), limits=TIGHT,
        clocks=STILL,
    ) as address:  # fmt: skip
        at = urlsplit(address)
        assert at.hostname is not None and at.port is not None
        yield (at.hostname, at.port, file), password[0]


def guest(house: House, address: str) -> tuple[Attacker, str]:
    """Somebody who came in as a guest, and his id."""
    found = Attacker(house, address)
    return found, str(found.enter("/api/guest", {"name": "Ana"}).said["id"])


def sent(
    who: Attacker, unit: str, command: dict[str, Any], role: str = "jugador", id: str = ""
) -> tuple[int, str]:
    """A command to a unit: the status, and the code of a refusal."""
    body = {"id": id or f"{command['do']}-{role}", "role": role, "command": command}
    got = who.ask("POST", f"/api/units/{unit}/commands", body)
    return got.status, got.said.get("code", "")


@pytest.mark.parametrize("unit", ROOMS)
def test_nobody_does_what_the_house_does_by_saying_a_role_he_has_not(
    house: tuple[House, str], unit: str
) -> None:
    at, _ = house
    eva, _ = guest(at, "192.0.2.20")
    for command in OF_THE_HOUSE[unit]:
        for role in ("jugador", "sistema", "director-de-torneo"):
            status, code = sent(eva, unit, command, role)
            assert status == 409 and code, (command, role)
            assert code in ("not-your-role", "not-a-command", "not-yours"), (command, role, code)
    stranger = Attacker(at, "192.0.2.21")
    assert sent(stranger, unit, {"do": "enter", "player": "x"})[0] == 401
    well(at)


def test_one_plays_with_nobody_elses_chips_place_or_number(house: tuple[House, str]) -> None:
    at, _ = house
    ana, a = guest(at, "192.0.2.22")
    eva, _ = guest(at, "192.0.2.23")
    assert sent(ana, HALL, {"do": "enter", "player": a})[0] == 200
    place = {"id": "otro-lugar", "command": {"do": "enter", "player": a, "place": 9}}
    refused = ana.ask("POST", f"/api/units/{HALL}/commands", {"role": "jugador", **place}).said
    assert refused["code"] == "one-terminal" and "Ana" in refused["text"]
    assert a not in refused["text"], "a person goes by name"
    for unit, command in (
        (HALL, {"do": "buy", "player": a, "cards": 1}), (HALL, {"do": "exit", "player": a}),
        (HALL, {"do": "ready", "player": a}), (HALL, {"do": "shout", "player": a}),
        (HALL, {"do": "give-number", "seat": 1, "promise": "0" * 64}),
        (HALL, {"do": "complain", "player": a, "text": "x"}),
        (TORNEO, {"do": "enter", "player": a}), (TORNEO, {"do": "withdraw", "player": a}),
    ):  # fmt: skip
        assert sent(eva, unit, command) in ((409, "not-yours"), (409, "not-a-command")), command
    assert sent(ana, HALL, {"do": "exit", "player": a})[0] == 200
    assert sent(ana, MACHINE, {"do": "sit"})[0] == 200
    assert sent(ana, MACHINE, {"do": "insert", "amount": 5000})[0] == 200
    for command in (
        {"do": "cash-out", "to": "card"}, {"do": "leave"}, {"do": "play", "bet": "1x1"},
        {"do": "give-number", "seat": 1, "promise": "0" * 64}, {"do": "insert", "amount": 100},
    ):  # fmt: skip
        status, code = sent(eva, MACHINE, command)
        assert status == 409 and code in ("not-yours", "position-taken", "not-seated"), (
            command, code,
        )  # fmt: skip
    # Ana's numbers: another's is not opened in her name, nor one she did not promise.
    assert (
        sent(ana, MACHINE, {"do": "open-number", "seat": 1, "n": 1, "number": "0" * 64})[0] == 409
    )
    [place] = ana.ask("GET", f"/api/units/{MACHINE}").said["positions"]
    assert (place["player"], place["credits"]) == (a, 5000)
    assert sent(ana, MACHINE, {"do": "leave"})[0] == 200
    well(at)


def test_a_command_sent_again_is_done_once_and_its_id_serves_for_nothing_else(
    house: tuple[House, str],
) -> None:
    at, _ = house
    ana, _ = guest(at, "192.0.2.24")
    assert sent(ana, "maquina-2", {"do": "sit"}, id="s-1")[0] == 200
    insert = {"do": "insert", "amount": 5000}
    body = {"id": "i-1", "role": "jugador", "command": insert}
    first, again = (ana.ask("POST", "/api/units/maquina-2/commands", body) for _ in range(2))
    assert first.status == again.status == 200 and first.said["step"] == again.said["step"]
    more = {**insert, "amount": 9000}
    other = ana.ask("POST", "/api/units/maquina-2/commands", {**body, "command": more})
    assert (other.status, other.said["code"]) == (409, "id-used")
    [place] = ana.ask("GET", "/api/units/maquina-2").said["positions"]
    assert place["credits"] == 5000
    well(at)


def test_tickets_are_not_guessed_and_letters_of_other_casinos_not_forged(
    house: tuple[House, str],
) -> None:
    at, _ = house
    eva, _ = guest(at, "192.0.2.25")
    assert sent(eva, "maquina-3", {"do": "sit"})[0] == 200
    codes = [
        sent(eva, "maquina-3", {"do": "insert-ticket", "number": f"{n:018}"}, id=f"t{n}")[1]
        for n in range(8)
    ]
    assert codes[5:] == ["too-many-tries"] * 3 and "" not in codes
    assert "too-many-tries" not in codes[:5]
    letter = {"sender": "otro", "n": 1, "body": "{}", "signature": "0" * 64}
    for unit in ("bingo-practica", "bingo-salon", "maquina-1"):
        found = eva.ask("POST", f"/api/units/{unit}/letters", letter)
        assert (found.status, found.said["code"]) == (409, "not-signed"), unit
    for wrong in (b"{", b"[" * 60_000, {**letter, "n": -1}, {**letter, "n": 2**70},
                  {**letter, "body": "x" * 70_000}, {**letter, "signature": "\0"}):  # fmt: skip
        status = eva.ask("POST", "/api/units/bingo-salon/letters", wrong).status
        assert 400 <= status < 500, str(wrong)[:40]
    forger = Attacker(at, "203.0.113.40")
    said = [forger.ask("POST", "/api/units/bingo-salon/letters", letter).said["code"]
            for _ in range(62)]  # fmt: skip
    assert said == ["not-signed"] * 60 + ["too-many-tries"] * 2
    well(at)


def test_a_stolen_cookie_alone_changes_nothing_and_dies_with_its_session(
    house: tuple[House, str],
) -> None:
    at, _ = house
    ana, a = guest(at, "192.0.2.26")
    thief = Attacker(at, "203.0.113.41")
    thief.cookie = ana.cookie
    enter = {"do": "enter", "player": a}
    for unit in (HALL, TORNEO):
        assert sent(thief, unit, enter) == (403, "forged")
    for path, body in (
        ("/api/signatures/options", {"subject": f"step:{HALL}:1"}),
        ("/api/signatures", {"subject": f"step:{HALL}:1", "credential": {}}),
        ("/api/tickets/present", {"number": "0" * 18, "request": "x"}),
    ):
        assert thief.ask("POST", path, body).status == 403, path
    assert ana.ask("POST", "/api/logout", {}).status < 300
    assert thief.ask("GET", "/api/me").status == 401
    assert sent(ana, HALL, enter)[0] == 401
    eva, _ = guest(at, "192.0.2.27")
    for path, body in (
        ("/api/signatures/options", {"subject": f"step:{HALL}:1"}),
        ("/api/signatures", {"subject": f"step:{HALL}:1", "credential": {"id": "x"}}),
        ("/api/tickets/present", {"number": "0" * 18, "request": "x"}),
    ):
        assert 400 <= eva.ask("POST", path, body).status < 500, path
    for path in (f"/api/units/{HALL}/unsigned", "/api/maquinas/", "/api/tickets/",
                 f"/api/maquinas/{MACHINE}/meters", f"/api/maquinas/{MACHINE}/desk",
                 f"/api/tournaments/{TORNEO}/aviso.pdf", f"/api/tournaments/{TORNEO}/pagos.pdf",
                 f"/api/tournaments/{TORNEO}/inscripciones.csv", "/api/people/nadie/blocked",
                 "/api/requests"):  # fmt: skip
        assert eva.ask("GET", path).status == 409, path


def test_a_rut_is_seen_by_nobody_who_looks_into_the_rooms(house: tuple[House, str]) -> None:
    """A player of the register enters each room; all a stranger and a guest can read of them has
    neither his RUT nor what is promised and not opened."""
    at, password = house
    admin = Attacker(at, "192.0.2.28")
    assert admin.enter("/api/login", {"id": "administrador", "password": password}).status == 200
    rut = some_rut(4321)
    papers = {"name": "Rosa Rojas", "rut": rut, "born": "1990-05-17", "password": PASSWORD}
    assert admin.ask("POST", "/api/people", papers).status < 300
    rosa = Attacker(at, "192.0.2.29")
    me = rosa.enter("/api/login", {"id": rut, "password": PASSWORD}).said["id"]
    asked = [sent(rosa, unit, {"do": "enter", "player": me}) for unit in (HALL, TORNEO)]
    asked.append(sent(rosa, "maquina-4", {"do": "sit"}))
    assert all(status in (200, 409) for status, _ in asked)
    eva, _ = guest(at, "192.0.2.30")
    digits = rut.split("-")[0]
    units = [HALL, TORNEO, "maquina-4"]
    paths = ["/api/units", *(f"/api/units/{unit}" for unit in units)]
    paths += [f"/api/units/{unit}/events?start=1" for unit in units]
    paths += [f"/api/tournaments/{TORNEO}/{name}" for name in
              ("participantes.csv", "ranking.csv", "resultados.csv", "resumen.ots")]  # fmt: skip
    paths += ["/api/maquinas/maquina-4/recall"]
    for who in (Attacker(at, "203.0.113.42"), eva):
        for path in paths:
            answer = who.ask("GET", path)
            assert answer.status != 404, path
            body = answer.body.decode()
            shown = json.dumps(body)
            assert digits not in shown and f"{digits[:2]}.{digits[2:5]}.{digits[5:]}" not in shown
            assert '"salt"' not in body and "1990-05-17" not in body, path
    well(at)


def test_a_flood_of_commands_is_bounded_a_person_and_others_play(house: tuple[House, str]) -> None:
    at, _ = house
    eva, _ = guest(at, "192.0.2.31")
    said = [sent(eva, TORNEO, {"do": "tick"}, id=f"f{n}")[1] for n in range(122)]
    assert said[:120] == ["not-your-role"] * 120 and said[120:] == ["too-many-tries"] * 2
    ana, a = guest(at, "192.0.2.31")
    assert sent(ana, TORNEO, {"do": "withdraw", "player": a})[1] != "too-many-tries"
    complaint = {"do": "complain", "player": a, "text": "x"}
    said = [sent(ana, HALL, complaint, id=f"q{n}")[1] for n in range(5)]
    assert said == ["not-a-command"] * 3 + ["too-many-tries"] * 2, "no paper, and nothing breaks"
    well(at)
