"""What is known of a tournament, and to whom: nothing before its notice (CAT-VII.4.1), no stacks
while it is played (COL-7.4-06)."""

from __future__ import annotations

import asyncio
import csv
from datetime import date
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.client import Client
from tapete.core.book.papers import Papers
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.felt import PUBLIC
from tapete.floor.units.torneo.kind import KIND
from tapete.floor.units.torneo.licence import check_licence
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.tournament.bases import read_bases
from tapete.systems.tournament.life import commands as do
from tests.floor.played import ID, House
from tests.floor.torneo_desk import Desk
from tests.systems.tournament.field import BASES, changed

DIRECTOR = "director-de-torneo"
NAME = "Torneo de los viernes"
FEW = changed(
    minimo="2", maximo="9", mesas="1", tramos='[{ desde = 2, reparto = ["60", "40"] }]',
    pausas='{ 3 = 15 }',
)  # fmt: skip
ONE = FEW[: FEW.index("parque = [")] + (
    'parque = [{ numero = 1, lugar = "Sector", codigo = "T-01", scj = "SCJ-PK-01" }]\n'
    + FEW[FEW.index("personal = [") :]
)
TEXTS, SHEET = "premios.xlsx", "ficha.pdf"
"""A paper of the bases, which are public once they are notified, and the sheet, which is
publicity."""


async def opened(who: Client, *papers: str) -> list[int]:
    """How the house answers to who asks for these papers."""
    asked = [await who.http.get(f"/api/tournaments/{ID}/{paper}") for paper in papers]
    return [answer.status_code for answer in asked]


async def shown_to(who: Client) -> tuple[bool, str]:
    """Whether somebody finds it in the lobby, and its page as he sees it."""
    rows = [row["id"] for row in await who.get("/api/units?kind=torneo", list)]
    return ID in rows, (await who.http.get(f"/api/units/{ID}")).text


async def told_to(who: Client) -> list[dict[str, Any]]:
    return list((await who.get(f"/api/units/{ID}/events", dict))["events"])


@pytest.mark.clause("CAT-VII.4.1-02", "CAT-VII.4.1-03", "CAT-VII.1.2-05", "COL-7.4-06")
def test_the_room_learns_of_it_once_it_is_notified_and_of_no_stack(tmp_path: Path) -> None:
    async def day() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db")
        await house.open()
        director = await house.staff("directora", DIRECTOR, "croupier")
        await house.create({"bases": ONE, "unidad": "juego"})
        stranger = await house.guest("La Reina")
        # Being prepared: who directs it sees it, nobody else finds it, its price or its hours.
        found, page = await shown_to(stranger)
        assert not found and "60000" not in page and '"levels":[]' in page
        every = (TEXTS, SHEET, "bases.pdf", "reglamento.pdf", "resumen.ots", "ranking.csv",
                 "participantes.csv", "resultados.csv")  # fmt: skip
        assert {*await opened(stranger, *every)} == {409}
        found, page = await shown_to(director)
        assert found and "60000" in page and await opened(director, TEXTS) == [200]
        # The list says how long its levels and breaks last.
        [listed] = [r for r in await director.get("/api/units?kind=torneo", list) if r["id"] == ID]
        assert (listed["row"]["minutes"], listed["row"]["rounds"]) == (6 * 20 + 15, 0)
        # Of a game that is not in the casino's plan nothing is notified.
        own = house.casino.plan
        games = {game: table for game, table in own.table.items() if "sin-limites" not in game}
        house.casino.plan = replace(own, table=games)
        with pytest.raises(Refused, match="game-not-licensed"):
            await house.do(director, DIRECTOR, "notify", day="2026-04-20")
        house.casino.plan = own
        # Notified: both texts are in the room and on the web, publicity waits.
        await house.do(director, DIRECTOR, "notify", day="2026-04-20")
        assert not (await shown_to(stranger))[0]
        assert await opened(stranger, TEXTS, SHEET) == [200, 409]
        await house.do(director, DIRECTOR, "announce", day="2026-04-21")
        found, page = await shown_to(stranger)
        assert found and NAME in page and await opened(stranger, SHEET) == [200]
        # Played: exact stacks and actas are of those who run it, in what is told too.
        await house.do(director, DIRECTOR, "open-registration")
        guests = [await house.guest(name) for name in ("Ana", "Beto", "Carla")]
        people = [one.me.id for one in guests if one.me is not None]
        for what in ("enter", "open-doors", "accredit", "start"):
            for who in people if what in ("enter", "accredit") else [""]:
                await house.do(director, DIRECTOR, what, **({"player": who} if who else {}))
        loser, winner, third = house.unit.now.tables[1].seats.values()
        counted = {loser: 10_000, winner: 27_000, third: 23_000}
        await house.do(director, "croupier", "count-table", stacks=counted)
        await house.do(director, DIRECTOR, "penalise", player=third, fault="ausencia",
                       clause="COL-9.1-35", hands=2)  # fmt: skip
        await house.do(director, "croupier", "eliminate", player=loser, winner=winner)
        ranked = (await stranger.http.get(f"/api/tournaments/{ID}/ranking.csv")).text
        assert [row["fichas"] for row in csv.DictReader(StringIO(ranked))] == ["", ""]
        ranked = (await director.http.get(f"/api/tournaments/{ID}/ranking.csv")).text
        assert [row["fichas"] for row in csv.DictReader(StringIO(ranked))] == ["37000", "23000"]
        ours, theirs = await told_to(director), await told_to(stranger)
        kinds = {one["kind"] for one in ours} - {one["kind"] for one in theirs}
        assert {"tournament-chips-counted", "tournament-penalty", "tournament-out",
                "tournament-bases"} == kinds  # fmt: skip
        said = str(theirs)
        assert not [chips for chips in ("10000", "27000", "23000") if chips in said]
        assert "tournament-eliminated" in said  # who is out everybody hears
        await house.casino.stop()

    asyncio.run(asyncio.wait_for(day(), 600))


@pytest.mark.clause("CAT-VII.4.1-02", "CAT-VII.4.1-04", "COL-15-02")
def test_publicity_follows_the_notice_and_texts_are_public_within_two_days() -> None:
    desk = Desk().drafted()
    early = ("CAT-VII.4.1-02", "not-notified-yet")
    assert desk.refused(do.PutUp(text="Gran torneo el viernes")) == early
    desk.do(do.Notify(day=date(2026, 4, 20)))
    assert desk.refused(do.PutUp(text="Gran torneo el viernes")) == early
    before = do.Announce(day=date(2026, 4, 19))
    assert desk.refused(before) == ("CAT-VII.4.1-04", "published-before-the-notice")
    desk.do(do.Announce(day=date(2026, 4, 22)))
    assert not desk.said("personal")
    desk.do(do.PutUp(text="Gran torneo el viernes"))
    # Later it stands, and that it was late is noted.
    late = Desk().drafted()
    late.do(do.Notify(day=date(2026, 4, 20)))
    late.do(do.Announce(day=date(2026, 4, 23)))
    assert late.now.stage == "anunciado"
    assert late.said("personal") == ["Los textos se publican 3 días después del aviso; son 2."]
    # What is for nothing of value is not notified, and may be made known at once.
    practice = Desk().drafted(changed(practica="true"))
    practice.do(do.PutUp(text="Práctica hoy"))


@pytest.mark.clause("CAT-VII.1.2-05")
def test_a_tournament_is_held_only_of_a_game_the_casino_has_a_licence_for() -> None:
    bases, own = read_bases(BASES, "bases"), plan()
    check_licence(own, bases, BASES)
    without = {game: table for game, table in own.table.items() if game != bases.juego}
    for lacking in (replace(own, table=without), replace(own, papers=Papers())):
        with pytest.raises(Refused) as refusal:
            check_licence(lacking, bases, f'\njuego = "{bases.juego}"\n{BASES}')
        assert (refusal.value.clause, refusal.value.code) == ("CAT-VII.1.2-05", "game-not-licensed")
        assert (refusal.value.facts["game"], refusal.value.facts["line"]) == (bases.juego, 2)
        check_licence(lacking, replace(bases, practica=True), BASES)  # nothing of value
    machines = replace(bases, categoria="maquinas", juego="faro")
    check_licence(own, machines, BASES)
    with pytest.raises(Refused, match="game-not-licensed"):
        check_licence(replace(own, room={}), machines, BASES)


@pytest.mark.clause("COL-7.4-06")
def test_at_its_tables_an_opponents_chips_are_seen_and_not_counted() -> None:
    mesa = Desk().playing().mesa(1)
    for seat in (1, 2, 3):
        mesa.table.sit(seat, f"p{seat}", chips=11_975)

    def seen(view: Any) -> dict[int, tuple[int, bool]]:
        return {one.seat: (one.chips, one.about) for one in view.seats}

    from_two = {1: (11_000, True), 2: (11_975, False), 3: (11_000, True)}
    assert seen(mesa.view("seat:2")) == from_two
    assert seen(mesa.view(PUBLIC)) == dict.fromkeys((1, 2, 3), (11_000, True))
    assert seen(mesa.view_as("seat:2", mesa.view(PUBLIC))) == from_two
    assert seen(mesa.view_as(PUBLIC, mesa.view("seat:2"))) == seen(mesa.view(PUBLIC))
    assert seen(mesa.view(CROUPIER)) == dict.fromkeys((1, 2, 3), (11_975, False))


@pytest.mark.clause("CAT-VII.4.1-02")
def test_whether_it_is_listed_only_its_keeper_says() -> None:
    """Another worker knows its name and nothing else: it showed a draft to everybody."""
    house: Any = SimpleNamespace()
    assert KIND.listed(house, TorneoSpec(id="torneo-de-los-viernes"), None, None) is None
