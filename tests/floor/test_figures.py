"""The mathematics over the network: the figures are those of the exact lane, bounded, refused with
code and clause, and worked out where they keep no table waiting."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Option
from tapete.core.round.bets import Place
from tapete.floor.api.app import application
from tapete.floor.house.backroom import Asking, BackRoom
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.table.commands import Bet, Sit
from tapete.games.registry import find
from tapete.maths.exact import exact_odds
from tapete.maths.inquiry.desk import advice
from tests.floor.people import call
from tests.floor.server import served

GAMES = ("ruleta-francesa", "punto-y-banca", "caribbean-poker", "black-jack",
         "texas-holdem-sin-limites")  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("casino")
    with served(f"sqlite:///{folder}/casino.db", games=GAMES) as found:
        yield found


def ask(address: str, path: str, **params: Any) -> Any:
    """The answer, asked again while it is being worked out."""
    while True:
        answer = httpx.get(f"{address}/api/{path}", params=params, timeout=600)
        said = answer.json()
        if answer.status_code != 202:
            return said
        assert said["code"] == "figures-working"


def by_key(found: Any) -> dict[str, Any]:
    return {row["key"]: row for row in found["bets"]}


# -- odds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ("chuck-a-luck", "caribbean-poker", "big-six"))
def test_the_figures_are_those_of_the_exact_lane(address: str, game: str) -> None:
    found = by_key(ask(address, f"figures/{game}/odds"))
    exact = exact_odds(find(game), find(game).rules_of())
    assert found.keys() == exact.keys()
    for key, row in found.items():
        odds = exact[key]
        assert (row["edge"], row["hit"]) == (str(odds.edge), str(odds.hit))
        assert row["edge_share"] == float(odds.edge) and row["clause"] == odds.clause
        assert (tuple(row["pays"]), tuple(row["members"])) == (odds.pays, odds.members)


def test_the_first_line_and_bingo_of_a_card_are_the_exact_ones(address: str) -> None:
    found = ask(address, "figures/bingo-tradicional/firsts", cards=1)
    assert found["bingo_by"][50] == float(Fraction(1399895, 28482447411))
    assert (len(found["line_by"]), found["bingo_ball"], found["error"]) == (91, 85.3125, 0.0)
    assert ask(address, "figures/black-jack/firsts", cards=1)["code"] == "no-such-game"


def test_a_changed_payment_changes_its_bets_and_no_other(address: str) -> None:
    before = by_key(ask(address, "figures/ruleta-francesa/odds"))
    after = by_key(ask(address, "figures/ruleta-francesa/odds", set="pays.pleno=36:1"))
    assert (before["pleno"]["edge"], after["pleno"]["edge"]) == ("1/37", "0")
    changed = {key for key in before if before[key]["edge"] != after[key]["edge"]}
    assert changed == {"pleno", "huerfanos"}  # the orphans have a chip on a number
    assert before["rojo/prision"]["choice"] == "prision"
    assert before["rojo/prision"]["plays"] == "rojo/prision"


def test_a_table_has_the_odds_of_its_own_rules(address: str) -> None:
    banca = by_key(ask(address, "tables/punto-y-banca-1/odds"))
    assert banca == by_key(ask(address, "figures/punto-y-banca/odds", set="commission=5%"))
    linked = ask(address, "tables/caribbean-poker-1/odds")
    assert linked["pot"]["pot"] > 0 and Fraction(by_key(linked)["progresivo"]["edge"]) > 0


def test_the_bet_on_a_pot_loses_nothing_where_the_curve_says(address: str) -> None:
    curve = ask(address, "figures/caribbean-poker/pot", bet=1000)
    even = curve["break_even"]
    for pot, sign in ((even - 1, 1), (even, -1)):
        row = by_key(ask(address, "figures/caribbean-poker/odds", set=[f"pot={pot}", "bet=1000"]))
        assert sign * Fraction(row["progresivo"]["edge"]) >= 0
    edges = [point["edge_share"] for point in curve["points"]]
    assert edges == sorted(edges, reverse=True) and edges[0] > 0 > edges[-1]


# -- charts, editions, hands --------------------------------------------------------------------


def test_a_chart_says_what_each_move_is_worth(address: str) -> None:
    chart = ask(address, "figures/black-jack/chart")
    hard = next(part for part in chart["parts"] if part["name"] == "hard")
    sixteen = next(row for row in hard["rows"] if row["label"] == "16")
    against = dict(zip(hard["columns"], sixteen["cells"], strict=True))
    assert (against["6"]["move"], against["7"]["move"]) == ("plantarse", "pedir")
    values = against["7"]["values"]
    assert values["pedir"] == max(values.values()) > values["plantarse"]
    edge = by_key(ask(address, "figures/black-jack/odds"))["principal"]["edge_share"]
    assert chart["edge_share"] == pytest.approx(edge)


def test_the_rows_of_a_poker_chart_are_in_the_reader_s_words(address: str) -> None:
    said = {}
    for lang in ("es", "en"):
        chart = ask(address, "figures/poker-tres-cartas/chart", lang=lang)
        said[lang] = [row["label"] for row in chart["parts"][0]["rows"]]
        assert chart["least"]
    assert all(said["es"]) and all(said["en"]) and said["es"] != said["en"]


def test_editions_are_compared_with_the_clauses_of_both(address: str) -> None:
    found = ask(address, "figures/chuck-a-luck/editions", old="scj-2023", new="scj-2009")
    assert (found["changes"], found["edges"]) == ([], [])
    found = ask(address, "figures/poker-tres-cartas/editions", old="scj-2023", new="aj-bolivia")
    assert found["changes"] and all(
        side["clause"] and side["rule"]
        for change in found["changes"]
        for side in (change["old"], change["new"])
        if side is not None
    )


def test_hands_are_held_against_each_other_and_mistakes_are_said(address: str) -> None:
    holdem = "figures/texas-holdem-sin-limites/equity"
    found = ask(address, holdem, hand=["AhKh", "QsQd"], board="Qh 2h 3c 9d")
    assert found["exact"] and found["players"][0]["said"] == "7/44"
    assert len(found["outs"][0]["cards"]) == 7
    twice = ask(address, holdem, hand=["AhKh", "AhQd"])
    assert twice["code"] == "hands-not-understood" and "Ah" in twice["text"]


# -- simulation ---------------------------------------------------------------------------------


def test_a_part_of_a_simulation_is_the_same_again_and_parts_differ(address: str) -> None:
    trial = {"bet": "rojo/mitad", "rounds": 50_000, "seed": 7}
    first, again, other = (
        ask(address, "figures/ruleta-francesa/trial", **trial, part=part) for part in (0, 0, 1)
    )
    assert first == again and first["nets"] != other["nets"]
    assert sum(net["count"] for net in first["nets"]) == first["rounds"] == 50_000
    nets = [(net["value"], net["count"]) for part in (first, other) for net in part["nets"]]
    mean = sum(value * count for value, count in nets) / 100_000
    assert -mean == pytest.approx(1 / 74, abs=5 / 100_000**0.5)


# -- what is refused ----------------------------------------------------------------------------

REFUSED = [
    ("figures/nada/odds", {}, "no-such-game"),
    ("figures/war/odds", {"edition": "scj-1999"}, "unknown-edition"),
    ("figures/war/odds", {"set": "decks"}, "no-equals"),
    ("figures/war/odds", {"set": "deks=6"}, "unknown-key"),
    ("figures/war/odds", {"set": "decks=seis"}, "bad-value"),
    ("figures/war/odds", {"set": "decks=10000000"}, "number-too-large"),
    ("figures/war/odds", {"set": "decks=" + "1" * 200}, "change-too-long"),
    ("figures/war/odds", {"set": ["decks=6"] * 30}, "not-understood"),
    ("figures/omaha-poker/odds", {}, "too-large"),
    ("figures/war/chart", {}, "no-chart"),
    ("figures/black-jack/chart", {"set": "draw_max=21"}, "not-covered"),
    ("figures/war/pot", {}, "no-progressive"),
    ("figures/war/trial", {"bet": "nada"}, "unknown-bet"),
    ("figures/war/trial", {"bet": "principal", "rounds": 10**9}, "not-understood"),
    ("figures/war/trial", {"bet": "principal", "rounds": 1}, "not-understood"),
    ("figures/ruleta-francesa/trial", {"bet": "rojo/volar"}, "unknown-move"),
    ("figures/texas-holdem-sin-limites/equity", {"hand": ["AhKh"] * 11}, "not-understood"),
    ("tables/nada/odds", {}, "no-such-table"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "params", "code"), REFUSED, ids=lambda said: str(said)[:30])
def test_what_cannot_be_is_refused_with_its_clause(
    address: str, path: str, params: dict[str, Any], code: str
) -> None:
    for lang in ("es", "en"):
        said = ask(address, path, lang=lang, **params)
        assert said["code"] == code and said["clause"]
        assert said["text"] and said["text"] != code and "—" not in said["text"]


def test_advice_is_for_whoever_is_asked(address: str) -> None:
    async def run() -> Any:
        client = Client(address)
        try:
            await client.guest("Rosa")
            return (await call(client, "GET", "/api/tables/black-jack-1/advice")).json()
        finally:
            await client.http.aclose()

    assert asyncio.run(run())["code"] == "nothing-to-decide"


def test_the_book_advises_from_the_cards_that_are_seen() -> None:
    moves = tuple(Option(move) for move in ("pedir", "plantarse"))
    decision = Choose(
        seat=3, about="seat:3/1", options=moves, clause="CAT-III.1.5.1-19", default="plantarse"
    )
    zones = {"seat:3/1": ("Th", "6c"), "croupier": ("7d",)}
    said = advice("black-jack", "scj-2023", (), decision, zones)
    assert said.move == "pedir" and said.values["pedir"] > said.values["plantarse"]
    assert said.values.keys() == {"pedir", "plantarse"}  # of the moves that are open
    blind = advice("black-jack", "scj-2023", (), decision, {"seat:3/1": ("Th", "6c")})
    assert blind.move is None


class Overheard(BackRoom):
    """A back room that notes what it is asked."""

    def __init__(self) -> None:
        super().__init__(patience=300)
        self.given: list[Any] = []

    async def ask(self, key: Any, work: Any, *given: Any, **how: Any) -> bytes:
        self.given.append(given)
        return await super().ask(key, work, *given, **how)


def test_the_book_is_shown_what_the_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    """Two players of Poker Tres Cartas, whose cards and the croupier's are covered."""
    table = "poker-tres-cartas-1"

    async def run() -> None:
        clocks = Clocks(betting=2.0, decision=3600, pause=0.01)
        settings = Settings(
            db=f"sqlite:///{tmp_path}/c.db", games=("poker-tres-cartas",), clocks=clocks
        )
        casino, room = Casino(settings), Overheard()
        casino.prepare()
        app = application(casino, room)
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(app.lifespan())
            transport = httpx.ASGITransport(app)
            client = httpx.AsyncClient(transport=transport, base_url="http://c", timeout=300)
            await stack.enter_async_context(client)
            guests = [await casino.cage.welcome(name) for name in ("Ana", "Luz")]
            for seat, guest in enumerate(guests, 1):
                sit = Sit(seat=seat, player=guest.person.id, chips=100_000)
                await casino.command(guest.person, "jugador", table, sit, id=f"sit-{seat}")
            hosted = casino.keeper(table).chain
            while not casino.offers(table, 2):
                await asyncio.sleep(0.01)
            for seat, guest in enumerate(guests, 1):
                bet = Bet(action=Place(seat, "ante", casino.specs[table].limits.min))
                with contextlib.suppress(Refused):  # on a slow machine bets may be closed by now
                    await casino.command(guest.person, "jugador", table, bet, id=f"bet-{seat}")
            while hosted.unit.table.live is None or not isinstance(
                hosted.unit.table.live.ask, Choose
            ):
                await asyncio.sleep(0.01)
            asked = hosted.unit.table.live.ask.seat
            cookies = [{"cookie": f"tapete={guest.token}"} for guest in guests]
            path = f"/api/tables/{table}/advice"
            said = await client.get(path, headers=cookies[asked - 1])
            assert said.json()["move"] in ("voy", "no-voy"), said.text
            other = await client.get(path, headers=cookies[2 - asked])
            assert other.json()["code"] == "nothing-to-decide"
            zones = room.given[-1][-1]
            assert len(zones[f"seat:{asked}"]) == 3
            assert not any(zones[zone] for zone in zones if zone != f"seat:{asked}")

    asyncio.run(run())


# -- the back room ------------------------------------------------------------------------------


def slowly(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"slow"


def who() -> bytes:
    return f"{os.getpid()} {os.nice(0)}".encode()


def die() -> bytes:
    os._exit(1)


def test_a_casino_that_never_asks_starts_no_worker(tmp_path: Path) -> None:
    async def run() -> None:
        casino, room = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db", games=("war",))), BackRoom()
        casino.prepare()
        app = application(casino, room)
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(app.lifespan())
            assert casino.keepers and not room.open

    asyncio.run(run())


def test_one_address_never_has_more_than_half_of_the_back_room() -> None:
    async def run() -> None:
        room = BackRoom(most=4, patience=0.05)
        one, other = Asking(room, "203.0.113.1"), Asking(room, "203.0.113.2")
        codes = []
        try:
            for asker, n in ((one, 1), (one, 2), (one, 3), (other, 4), (one, 4), (other, 5)):
                with pytest.raises(Refused) as refused:
                    await asker.ask(n, slowly, 60)
                codes.append(refused.value.code.removeprefix("figures-"))
        finally:
            await room.stop()
        assert codes == ["working", "working", "busy", "working", "working", "working"]

    asyncio.run(run())


def test_few_may_wait_and_the_next_is_told_so() -> None:
    async def run() -> None:
        room = BackRoom(most=2, patience=0.05)
        try:
            for n in range(2):
                with pytest.raises(Refused) as refused:
                    await room.ask(n, slowly, 60)
                assert refused.value.code == "figures-working"
            with pytest.raises(Refused) as refused:
                await room.ask(2, slowly, 0)
            assert (refused.value.code, refused.value.facts["waiting"]) == ("figures-busy", 2)
            with pytest.raises(Refused) as refused:  # one that is already waited for is let in
                await room.ask(1, slowly, 60)
            assert refused.value.code == "figures-working"
        finally:
            await room.stop()

    asyncio.run(run())


def test_an_answer_is_worked_out_once_and_the_oldest_is_forgotten() -> None:
    async def run() -> None:
        room = BackRoom(kept=60, patience=600)  # however busy the machine is
        try:
            first, same = await asyncio.gather(room.ask("a", who), room.ask("a", who))
            assert first == same == await room.ask("a", die)  # nobody dies: it is known
            worker, nice = first.decode().split()
            assert int(worker) != os.getpid() and int(nice) >= min(19, os.nice(0) + 5)
            for n in range(60 // len(first) + 1):
                await room.ask(n, who)
            with pytest.raises(Refused) as refused:
                await room.ask("a", die)
            assert refused.value.code == "figures-broken"
            again = await room.ask("b", who)  # another worker
            assert again.split()[0] != worker.encode()
        finally:
            await room.stop()

    asyncio.run(run())


def test_a_sum_that_lasts_too_long_is_ended_with_its_worker() -> None:
    async def run() -> None:
        room = BackRoom(longest=0.2, patience=60)
        try:
            with pytest.raises(Refused) as refused:
                await room.ask("long", slowly, 600)
            assert refused.value.code == "figures-too-long" and not room.open
        finally:
            await room.stop()

    asyncio.run(run())


def test_the_casino_answers_while_a_long_sum_runs(tmp_path: Path) -> None:
    """The sum holds its worker until the casino has answered a hundred times."""

    async def run() -> None:
        room = BackRoom(patience=120)
        casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db", games=("war", "craps")))
        casino.prepare()
        app = application(casino, room)
        gate = tmp_path / "gate"
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(app.lifespan())
            transport = httpx.ASGITransport(app)
            client = httpx.AsyncClient(transport=transport, base_url="http://c", timeout=600)
            await stack.enter_async_context(client)
            long = asyncio.create_task(room.ask("long", held_until, str(gate)))
            odds = asyncio.create_task(client.get("/api/figures/chuck-a-luck/odds"))
            for _ in range(50):
                for path in ("/api/tables", "/api/tables/craps-1"):
                    assert (await client.get(path)).status_code == 200
            assert not long.done() and not odds.done()
            gate.touch()
            assert await long == b"held" and (await odds).status_code == 200

    asyncio.run(run())


def held_until(gate: str) -> bytes:
    """A sum that keeps its processor busy until a file is there."""
    until = Path(gate)
    while not until.exists():
        sum(n * n for n in range(100_000))
    return b"held"
