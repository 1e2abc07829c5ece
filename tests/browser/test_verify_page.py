"""The page that checks a round: one file, opened from a disk with the network off."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tapete.chance import seeded
from tapete.chance.numbers import draws_of, promised_number, shuffled, together, use_of
from tapete.core.round.bets import Limits
from tapete.core.round.chance import Roll, Spin
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.floor.chance.orders import promise_of
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import OpenNumber
from tapete.games.registry import GAMES, find
from tests.floor import test_numbers_rooms as rooms
from tests.floor.casino import give_chips
from tests.floor.hall import Kept, without_pot

PAGE = Path(__file__).parents[2] / "web" / "public" / "verificar.html"
PLACES = {
    name: tuple(places.split())
    for name, places in json.loads(
        re.findall(r"const PLACES = (\{.*\});", PAGE.read_text("utf-8"))[0]
    ).items()
}
WHEEL = PLACES["ruleta-francesa"]
TABLE, ANA, HOUSE = "mesa-1", "a" * 64, "5" * 64
CARDS = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"]


def acta(cards: list[str]) -> str:
    drawn = "".join(f'? draw {n:016x}\n= "{card}"\n' for n, card in enumerate(cards))
    text = f'acta 3\ngame "war"\n\n{drawn}end {{}}\n'
    return f"{text}seal {hashlib.sha256(text.encode()).hexdigest()}\n"


def saved() -> dict[str, Any]:
    """A round of cards and of a draw, in which seat 3 had a part."""
    numbers, parts = {3: ANA}, {3: promised_number(TABLE, 3, ANA)}
    dealt = shuffled(CARDS, numbers, use_of(TABLE, 7))
    pick = together({0: HOUSE, **numbers}, use_of(TABLE, 8, 0))
    return {
        "table": TABLE, "acta": acta(list(dealt[4:9])), "seats": [3], "orders": [
            {"n": 7, "promise": promise_of("salt", CARDS), "salt": "salt",
             "cards": " ".join(CARDS), "parts": parts, "numbers": numbers, "draws": []},
            {"n": 8, "promise": promise_of(HOUSE, []), "salt": HOUSE, "cards": None, "parts": parts,
             "numbers": numbers, "draws": [[0, [[37, pick(37)], [6, pick(6)]]]]},
        ],
    }  # fmt: skip


Verdict = Callable[[dict[str, Any] | str], str]


@pytest.fixture
def verdict(browser: Browser, tmp_path: Path) -> Iterator[Verdict]:
    """The page, opened from a disk with the network off, and what it says of a file: the verdict
    and the lines that do not hold. It has asked for nothing but itself."""
    context = browser.new_context(locale="es-CL", offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PAGE.as_uri())
    expect(page.locator("[data-self]")).to_have_attribute("data-self", "good")

    def said(what: dict[str, Any] | str) -> str:
        file = tmp_path / "ronda.json"
        file.write_text(what if isinstance(what, str) else json.dumps(what), "utf-8")
        page.set_input_files("#file", [])
        page.evaluate("last = null; show()")
        page.set_input_files("#file", file)
        found = page.locator("[data-verdict]")
        expect(found).to_be_visible()
        if found.get_attribute("data-verdict") == "good":  # with somebody's number, and it says so
            [seat] = (what["seats"] if isinstance(what, dict) and "seats" in what else [1])[:1]
            expect(page.get_by_text(f"Tuvieron parte los puestos {seat}")).to_be_visible()
        bad = page.locator("li.bad").evaluate_all("all => all.map((one) => one.dataset.line)")
        words = page.locator("li.bad").all_inner_texts()
        assert all(re.search(r"\bno (calza|es|salieron)\b|, y los números", one) for one in words)
        return f"{found.get_attribute('data-verdict')} {' '.join(sorted(set(bad)))}".strip()

    yield said
    assert asked == [PAGE.as_uri()]
    context.close()


def test_a_round_is_checked_with_the_network_off_and_every_forgery_is_seen(
    verdict: Verdict,
) -> None:
    right = saved()
    assert verdict(right) == "good"
    other = saved()
    swapped = cards = re.findall(r'= "(..)"', other["acta"])
    swapped = [cards[1], cards[0], *cards[2:]]
    assert verdict({**right, "acta": acta(swapped)}) == "bad cards"
    assert verdict({**right, "acta": right["acta"].replace("war", "big")}) == "bad seal"
    other["orders"][0]["salt"] = "another"
    assert verdict(other) == "bad order"
    other = saved()
    other["orders"][1]["numbers"] = {3: "b" * 64}
    assert verdict(other) == "bad draw player"
    other = saved()
    other["orders"][1]["salt"] = None
    assert verdict(other) == "sealed"
    assert verdict("no es") == "broken"


def drawn(game: str, ask: str, sizes: Sequence[int], places: Sequence[str], shift: int = 0) -> Any:
    """A round of a wheel or of dice; with a shift it shows what was not drawn."""
    unit = f"{game}-1"
    numbers, parts = {3: ANA}, {3: promised_number(unit, 3, ANA)}
    pick = together({0: HOUSE, **numbers}, use_of(unit, 8, 0))
    picks = [(n, pick(n)) for n in sizes]
    came = [places[(x + shift) % n] for n, x in picks]
    said = json.dumps(came if ask == "roll" else came[0])
    text = f'acta 3\ngame "{game}"\n\n? {ask} {0:016x}\n= {said}\nend {{}}\n'
    sealed = f"{text}seal {hashlib.sha256(text.encode()).hexdigest()}\n"
    order = {"n": 8, "promise": promise_of(HOUSE, []), "salt": HOUSE, "cards": None, "parts": parts,
             "numbers": numbers, "draws": [[0, picks]]}  # fmt: skip
    return {"table": unit, "acta": sealed, "seats": [3], "orders": [order]}


def test_what_a_wheel_dice_balls_and_machines_show_is_held_against_what_was_drawn(
    verdict: Verdict, tmp_path: Path
) -> None:
    """A house that opens the right numbers and shows another result is found by the page alone."""
    faces = tuple("123456")
    assert verdict(drawn("ruleta-francesa", "spin", [37], WHEEL)) == "good"
    assert verdict(drawn("ruleta-francesa", "spin", [37], WHEEL, 1)) == "bad result"
    assert verdict(drawn("craps", "roll", [6, 6], faces)) == "good"
    assert verdict(drawn("craps", "roll", [6, 6], faces, 1)) == "bad result"
    balls = apart(a_game_of_bingo, tmp_path / "hall.db")
    assert verdict(balls) == "good"
    order = balls["orders"][0]
    first, second, *others = order["cards"].split()
    exchanged = {**order, "cards": " ".join([second, first, *others])}
    assert verdict({**balls, "orders": [exchanged]}) == "bad cards order"
    for program, answer in (("tres-cerezas", None), ("jacks-or-better", [])):
        books = tmp_path / f"{program}.db"
        play = apart(lambda store, p=program, a=answer: a_play(store, p, a), books)
        assert verdict(play) == "good", program
        came, *rest = play["play"]["answers"]
        other: Any = [(came[0] + 1) % 10, *came[1:]] if isinstance(came, list) else rest[0]
        forged = {**play["play"], "answers": [other, *rest]}
        assert verdict({**play, "play": forged}) == "bad result", program
        [[draw, [[size, pick], *more]], *draws] = play["orders"][0]["draws"]
        moved = [[draw, [[size, (pick + 1) % size], *more]], *draws]
        found = {**play["orders"][0], "draws": moved}
        assert verdict({**play, "orders": [found]}) == "bad draw result", program


def apart(work: Callable[[Store], Coroutine[Any, Any, dict[str, Any]]], file: Path) -> Any:
    """Done with an empty casino in a thread of its own: the browser's loop runs in this one."""

    def done() -> dict[str, Any]:
        store = Store(f"sqlite:///{file}")
        store.create()
        give_chips(store, 1_000_000)
        try:
            found: dict[str, Any] = rooms.run(work(store))
            return found
        finally:
            store.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(done).result()


async def a_game_of_bingo(store: Store) -> dict[str, Any]:
    """A game of two with their numbers, as Ana saves it."""
    store.add(without_pot())
    writer = Writer(store)
    kept = Kept(store, writer, without_pot())
    await rooms.on_sale(kept)
    await rooms.promised(kept)
    await kept.send(OpenNumber(seat=2, n=1, number=rooms.BRUNO))
    await kept.send(OpenNumber(seat=1, n=1, number=rooms.ANA))
    await kept.until("fin")
    await kept.advance()
    writer.close()
    return rooms.saved(store, rooms.HALL, 1)


async def a_play(store: Store, program: str, answer: Any) -> dict[str, Any]:
    writer = Writer(store)
    await rooms.played(store, writer, program, "1x1", answer)
    writer.close()
    return rooms.play_saved(store, 1)


DRAWN = [name for name in GAMES if find(name).play.__module__.split(".")[2] in ("roulette", "dice")]


@pytest.mark.parametrize("name", DRAWN)
def test_the_wheels_and_dice_of_the_page_are_those_of_the_games(name: str) -> None:
    game = find(name)
    rules, pick = game.rules_of("scj-2023"), seeded(1)
    setup = Setup(rules=rules, terms=game.terms(limits=Limits(min=1000, max=500_000)), seats=(1,))
    live = Live(game.play(setup, game.opening(rules)))
    while not isinstance(live.ask, Spin | Roll):
        live.answer(live.ask.some(pick))
    places = live.ask.places if isinstance(live.ask, Spin) else live.ask.faces
    assert places == PLACES[name]


def test_the_vectors_of_the_page_are_those_of_the_program() -> None:
    found = re.search(r"const VECTORS = (\{.*\});", PAGE.read_text("utf-8"))
    assert found is not None
    vectors = json.loads(found[1])
    unit, seat, number, begins = vectors["promised"]
    assert promised_number(unit, seat, number).startswith(begins)
    number, use, n, came = vectors["draws"]
    one = draws_of(number, use)
    assert [one(n) for _ in came] == came
    numbers, use, n, came = vectors["together"]
    pick = together({int(at): number for at, number in numbers.items()}, use)
    assert [pick(n) for _ in came] == came
    cards, numbers, use, came = vectors["shuffled"]
    by = {int(at): number for at, number in numbers.items()}
    assert "".join(shuffled(cards, by, use)) == came
    assert hashlib.sha256(b"").hexdigest() == vectors["empty"]


@pytest.mark.parametrize(
    "sign", ["src=", "href=", "fetch(", "XMLHttp", "import(", "@import", "url("]
)
def test_nothing_in_the_page_asks_for_anything(sign: str) -> None:
    assert sign not in PAGE.read_text("utf-8")
