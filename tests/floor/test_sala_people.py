"""Who is in a hall: asked for by whoever wants to know, not told to everybody with each ball."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tapete.core.round.event import at_seat
from tapete.floor.kernel.chain import Chain
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala import Sala
from tapete.floor.units.sala import commands as do
from tapete.systems.bingo.design import Design
from tests.floor.casino import envelope
from tests.floor.hall import opened, without_pot
from tests.floor.server import served

TABLE = "big-six-1"


def drawing(people: int) -> Chain[Sala]:
    """A hall in which so many have two cards each, and a game is in course."""
    chain = Chain(Sala(without_pot(design=Design("gente", 400), positions=people, company=0)))
    chain.apply(opened())
    names = [f"jugador-{n:03}" for n in range(people)]
    for who in names:
        chain.apply(envelope(do.Enter(player=who), who))
    chain.apply(envelope(do.BeginSale(), SYSTEM))
    for who in names:
        chain.apply(envelope(do.Buy(player=who, cards=2), who))
    chain.apply(envelope(do.StartGame(), SYSTEM))
    return chain


@pytest.mark.clause("CAT-V.3.3-02")
def test_what_a_terminal_is_told_with_a_ball_does_not_grow_with_the_hall() -> None:
    few, many = drawing(5), drawing(100)
    told = [len(msgspec.json.encode(one.unit.view(at_seat(3)))) for one in (few, many)]
    assert told[1] < told[0] + 50, told
    for chain in (few, many):
        view = chain.unit.view(at_seat(3))
        assert (view.place, len(view.mine), view.taken) == (3, 2, ())
        assert chain.unit.view().mine == ()


def test_people_are_told_to_whoever_asks_and_whom_to_pass_cards_to_alone_with_cards(
    tmp_path: Path,
) -> None:
    with served(f"sqlite:///{tmp_path}/casino.db", games=("sala", "big-six")) as address:
        ana, beto, anybody = (httpx.Client(base_url=address, timeout=600) for _ in range(3))
        ids = [enter(one, name) for one, name in ((ana, "Ana Rojas"), (beto, "Beto Soto"))]
        rows = anybody.get("/api/units?kind=sala").json()
        hall = next(row["id"] for row in rows if row["row"]["practice"])
        for one, me in ((ana, ids[0]), (beto, ids[1])):
            send(one, hall, {"do": "enter", "player": me})
        while anybody.get(f"/api/units/{hall}").json()["phase"] != "venta":
            pass
        send(ana, hall, {"do": "buy", "player": ids[0], "cards": 3})
        people = {one["name"]: one for one in ana.get(f"/api/units/{hall}/people").json()}
        assert people["Ana Rojas"] == {"name": "Ana Rojas", "cards": 3}
        assert people["Beto Soto"] == {"name": "Beto Soto", "cards": 0, "id": ids[1]}
        for other in (beto, anybody):
            told = other.get(f"/api/units/{hall}/people").json()
            assert [one["name"] for one in told if one.get("id")] == []
            assert any(one.get("house") and one["cards"] for one in told), "the company plays too"
        denied = anybody.get(f"/api/units/{TABLE}/people")
        assert (denied.status_code, denied.json()["code"]) == (409, "not-a-hall")
        for one in (ana, beto, anybody):
            one.close()


def enter(client: httpx.Client, name: str) -> str:
    said = client.post("/api/guest", json={"name": name}).json()
    client.headers["x-csrf"] = said["csrf"]
    return str(said["id"])


def send(client: httpx.Client, unit: str, command: dict[str, Any]) -> None:
    sent = {"id": command["do"], "command": command}
    client.post(f"/api/units/{unit}/commands", json=sent).raise_for_status()
