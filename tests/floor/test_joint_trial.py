"""`tapete bingo joint`: whoever has just come starts a centre and its rooms on one machine."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tapete.cli.bingo_joint import HALL
from tapete.cli.main import cli
from tapete.client import Client
from tapete.core.book.datafile import read_toml
from tapete.core.book.plan import plan
from tapete.floor.house.letters import link_key, signature
from tapete.floor.house.settings import Settings
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS
from tests.floor.server import free_port, served

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
ROOMS = ("norte", "sur")


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["--lang", "es", *words])
    return done.exit_code, done.output


async def done_by(client: Client, do: str, **more: Any) -> None:
    assert client.me is not None
    sent = {"do": do, "player": client.me.id, **more}
    body = {"id": do, "role": "jugador", "command": sent}
    await client.post(f"/api/units/{HALL}/commands", body, dict)


async def seen(client: Client, wanted: Any) -> dict[str, Any]:
    """The hall once it is as it should be."""
    while True:
        view: dict[str, Any] = await client.get(f"/api/units/{HALL}", dict)
        if wanted(view):
            return view
        await asyncio.sleep(0.05)


async def a_long_letter_is_heard(guest: Client, folder: Path) -> None:
    """As long as one with the lists of many rooms; of what others send no more than usual is
    read."""
    body = '{"says":"annulled","game":1,"why":"%s"}' % ("x" * 3_000_000)
    store = Store(f"sqlite:///{folder}/norte.db")
    key = link_key(store, HALL, "centro")
    store.close()
    assert key is not None
    signed = signature(key, "centro", "norte", 99, body)
    letter = {"sender": "centro", "n": 99, "body": body, "signature": signed}
    answer = await guest.http.post(f"/api/units/{HALL}/letters", json=letter)
    assert answer.json()["code"] == "letter-out-of-order", "it was read and its signature is right"
    refused = await guest.http.post("/api/login", json={"id": "x" * 100_000, "password": "y"})
    assert refused.status_code == 413


@pytest.mark.clause("CAT-V.3.1-02")
def test_the_casinos_that_one_command_makes_ready_play_one_game(tmp_path: Path) -> None:
    folder, port = tmp_path / "nacional", free_port(3)
    code, said = run("bingo", "joint", "--out", str(folder), "--port", str(port))
    assert code == 0, said
    configs = re.findall(r"^  tapete serve --config (.+)$", said, re.MULTILINE)
    assert [Path(one).stem for one in configs] == ["centro", *ROOMS]

    async def played(addresses: dict[str, str]) -> list[dict[str, Any]]:
        guests = [Client(addresses[room]) for room in ROOMS]
        for guest in guests:
            await guest.guest("Ana")
            await seen(guest, lambda view: view["phase"] == "venta")
            await done_by(guest, "enter")
            await done_by(guest, "buy", cards=3)
        for guest in guests:
            await done_by(guest, "ready")
        views = [await seen(guest, lambda view: view["balls"]) for guest in guests]
        await a_long_letter_is_heard(guests[0], folder)
        for guest in guests:
            await guest.http.aclose()
        return views

    with ExitStack() as stack:
        addresses = {}
        for config in reversed(configs):  # the rooms first: the first sale is everybody's
            settings = read_toml(Path(config).read_text("utf-8"), config, Settings)
            made = served(settings.db, games=settings.games, port=settings.port)
            addresses[Path(config).stem] = stack.enter_context(made)
        views = asyncio.run(asyncio.wait_for(played(addresses), 600))
    assert {view["sold"] for view in views} == {6}
    assert len({view["balls"][0] for view in views}) == 1, "one draw for all"


def test_a_folder_in_use_and_a_room_twice_are_refused(tmp_path: Path) -> None:
    (tmp_path / "algo").touch()
    code, said = run("bingo", "joint", "--out", str(tmp_path))
    assert code and "no está vacía" in said
    for rooms in (("norte", "norte"), ("centro",), ("Norte/1",)):
        words = [word for room in rooms for word in ("--room", room)]
        code, said = run("bingo", "joint", "--out", str(tmp_path / "otra"), *words)
        assert code and "nombre propio" in said
    assert not (tmp_path / "otra").exists()


@pytest.mark.clause("CAT-V.3.2.2.1-01")
def test_a_joint_hall_for_money_has_its_staff() -> None:
    row: dict[str, Any] = {
        "unidad": "clp",
        "plan": {"price": 500, "line": "12%", "bingo": "55%", "house": "33%"},
        "joint": {"me": "centro", "rooms": {"norte": [1, 60]}, "staffed": False},
    }
    with pytest.raises(ValueError, match="play chips"):
        KINDS["sala"].planned(plan(), HALL, row)
    [spec] = KINDS["sala"].planned(plan(), HALL, {**row, "unidad": "juego"})
    assert not KINDS["sala"].is_staffed(spec)


def test_the_operators_page_gives_the_command() -> None:
    assert "tapete bingo joint --out nacional" in PAGE.read_text("utf-8")
