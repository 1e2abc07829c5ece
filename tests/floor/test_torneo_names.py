"""Players enter under their legal name (COL-3.1-05): those who check papers read it, and nobody
else; to the room everybody is called as at a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete.core.round.felt import PUBLIC
from tapete.floor.people.person import Person
from tapete.floor.units.torneo.kind import KIND
from tapete.floor.units.torneo.view import PAPERS, STAFF, EntrantView
from tests.floor.people import PASSWORD, some_rut
from tests.floor.played import House

LEGAL = "Ana Soto Díaz"


@pytest.mark.clause("COL-3.1-05")
def test_the_legal_name_is_read_by_those_who_check_papers(tmp_path: Path) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        await house.staff("directora", "director-de-torneo")
        await house.create({"file": "sit-and-go", "unidad": "juego"})
        body = {"name": LEGAL, "rut": some_rut(7), "born": "1990-05-17", "password": PASSWORD}
        await house.clients["administrador"].post("/api/people", body, dict)
        ana = house.casino.register.by_login(some_rut(7))
        guest = (await house.guest("La Reina")).me
        assert ana is not None and guest is not None
        entered = tuple(
            EntrantView(player=who, name=who, standing="inscrito") for who in (ana.id, guest.id)
        )
        unit, casino = house.unit, house.casino

        def seen(viewer: str) -> list[tuple[str, str]]:
            view = replace(unit.view(viewer), players=entered)
            shown = KIND.shown(casino, unit.spec, view)
            return [(one.name, one.legal) for one in shown.players]

        assert seen(PAPERS) == [("Ana", LEGAL), ("La Reina", "")]
        for viewer in (STAFF, PUBLIC):
            assert seen(viewer) == [("Ana", ""), ("La Reina", "")]
        for role, viewer in (
            ("director-de-torneo", PAPERS), ("cajero", PAPERS), ("fiscalizador", PAPERS),
            ("croupier", STAFF), ("jefe-tecnico", STAFF), ("jugador", PUBLIC),
        ):  # fmt: skip
            person = Person(id="x", name="X", roles=(role,))
            assert KIND.stands(casino, unit.spec, person) == viewer
        casino.register.erase(ana.id, by="administrador", now=house.time)
        casino.forget_name(ana.id)
        assert LEGAL not in str(seen(PAPERS))
        await casino.stop()

    asyncio.run(asyncio.wait_for(day(), 600))
