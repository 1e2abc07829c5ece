"""Chance nobody can have chosen: players give numbers of their own, the house promises before they
are opened, what comes is decided by all of them, and each can check it away from the house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance.numbers import HOUSE, again, promised_number, shuffled, together, use_of
from tapete.cli.main import main
from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.chance.orders import Order
from tapete.floor.kernel.due import Do, Draw, Seal, Until
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import CloseBets, CloseNumbers, GiveNumber, Leave, OpenNumber
from tests.floor.people import call
from tests.floor.server import served
from tests.floor.test_company import Evening, bets, sits
from tests.floor.test_own_rounds import is_told, settled

RANDOM = pytest.mark.clause("CAT-I.1-04")
ANA, BRUNO = "a" * 64, "b" * 64
TABLE = "mesa-1"


def gives(evening: Evening, seat: int, number: str) -> None:
    promise = promised_number(TABLE, seat, number)
    evening.does(f"player-{seat}", GiveNumber(seat=seat, promise=promise))


def opens(evening: Evening, seat: int, number: str, n: int = 1) -> None:
    evening.does(f"player-{seat}", OpenNumber(seat=seat, n=n, number=number))


def two_at(game: str) -> Evening:
    """Two sit down and promise a number; the pause is over."""
    evening = Evening(game)
    for seat, number in ((1, ANA), (2, BRUNO)):
        evening.does(f"player-{seat}", sits(seat, f"player-{seat}"))
        gives(evening, seat, number)
    evening.time += 5.0
    return evening


def promises(evening: Evening) -> Order:
    """The house promises; gives what it promised, which nobody knows yet."""
    due = evening.mesa.due(evening.time)
    assert isinstance(due, Seal)
    said, keep = evening.dealer.seal(due)
    keep(None)  # type: ignore[arg-type]
    evening.sends(said)
    order: Order = evening.dealer.store.orders[due.order]  # type: ignore[attr-defined]
    return order


def refused(code: str, work: Any) -> None:
    with pytest.raises(Refused) as refusal:
        work()
    assert refusal.value.code == code


@RANDOM
def test_cards_come_in_the_order_of_the_house_shuffled_by_every_player() -> None:
    evening = two_at("war")
    order = promises(evening)
    assert evening.mesa.due(evening.time) == Until(evening.time + 2.0), "the numbers are waited for"
    opens(evening, 2, BRUNO)
    opens(evening, 1, ANA)
    evening.goes_on()
    evening.does("player-1", bets(1, "war"))
    evening.goes_on(20.0)
    dealt = shuffled(order.cards, {1: ANA, 2: BRUNO}, use_of(TABLE, 1))
    drawn = evening.drawn
    assert len(drawn) >= 2 and drawn == list(dealt[: len(drawn)]) != list(order.cards[: len(drawn)])


@RANDOM
@pytest.mark.parametrize("game", ["ruleta-francesa", "chuck-a-luck"])
def test_a_wheel_and_dice_show_what_the_numbers_draw_together(game: str) -> None:
    bet = {"ruleta-francesa": "docena:1", "chuck-a-luck": "high"}[game]
    evening = two_at(game)
    order = promises(evening)
    assert order.cards == ()
    opens(evening, 1, ANA)
    opens(evening, 2, BRUNO)
    evening.goes_on()
    evening.does("player-1", bets(1, bet))
    evening.sends(CloseBets(), "croupier")
    due = evening.mesa.due(evening.time)
    assert isinstance(due, Draw)
    numbers = {HOUSE: order.salt, 1: ANA, 2: BRUNO}
    right = due.ask.some(together(numbers, use_of(TABLE, 1, 0)))
    said = evening.dealer.answer(due)
    assert said.answer == due.ask.write(right) and due.ask.some(again(said.picks)) == right


def test_an_answer_that_was_not_drawn_is_refused() -> None:
    evening = two_at("ruleta-francesa")
    promises(evening)
    for seat, number in ((1, ANA), (2, BRUNO)):
        opens(evening, seat, number)
    evening.goes_on()
    evening.does("player-1", bets(1))
    evening.sends(CloseBets(), "croupier")
    due = evening.mesa.due(evening.time)
    assert isinstance(due, Draw)
    said = evening.dealer.answer(due)
    other = "7" if said.answer != "7" else "8"
    refused("not-drawn-so", lambda: evening.sends(replace(said, answer=other), "croupier"))
    refused("not-drawn-so", lambda: evening.sends(replace(said, picks=()), "croupier"))
    evening.sends(said, "croupier")


@RANDOM
def test_whoever_does_not_open_his_number_is_named_and_the_others_play() -> None:
    evening = two_at("ruleta-francesa")
    promises(evening)
    opens(evening, 1, ANA)
    evening.time += 2.0
    close = evening.mesa.due(evening.time)
    assert isinstance(close, Do) and close.command == CloseNumbers(n=1)
    evening.goes_on()
    assert "numeros-sin-abrir" in evening.said
    order = evening.mesa.orders.in_use
    assert order is not None and order.withheld == (2,) and set(order.numbers) == {1}
    refused("number-not-asked", lambda: opens(evening, 2, BRUNO))
    assert evening.mesa.table.open_bets is not None, "betting is open"


def test_a_number_is_opened_only_after_the_promise_and_only_as_promised() -> None:
    evening = two_at("ruleta-francesa")
    refused("number-not-asked", lambda: opens(evening, 1, ANA))
    refused("number-promised", lambda: gives(evening, 1, BRUNO))
    promises(evening)
    refused("number-not-promised", lambda: opens(evening, 1, BRUNO))
    refused("number-not-promised", lambda: opens(evening, 2, ANA))
    opens(evening, 1, ANA)
    refused("number-open", lambda: opens(evening, 1, ANA))
    refused("not-a-number", lambda: evening.does("x", GiveNumber(seat=1, promise="abc")))


def test_whoever_comes_later_has_a_part_in_the_next_number_of_the_house() -> None:
    evening = two_at("ruleta-francesa")
    first = promises(evening)
    for seat, number in ((1, ANA), (2, BRUNO)):
        opens(evening, seat, number)
    evening.goes_on()
    evening.does("player-3", sits(3, "player-3"))
    gives(evening, 3, "c" * 64)
    evening.does("player-1", bets(1))
    evening.goes_on(20.0)
    evening.goes_on(5.0)
    order = evening.mesa.orders.in_use
    assert order is not None and order.promise != first.promise and set(order.parts) == {3}


@RANDOM
def test_whoever_takes_the_seat_of_another_has_a_part_of_his_own() -> None:
    """The number of whoever sat there before is known by now: were it taken for his, the house and
    a friend who gets up could know what comes for ten rounds."""
    evening = two_at("ruleta-francesa")
    first = promises(evening)
    for seat, number in ((1, ANA), (2, BRUNO)):
        opens(evening, seat, number)
    evening.does("player-2", Leave(seat=2))
    evening.goes_on()
    evening.does("player-3", sits(2, "player-3"))
    assert not evening.mesa.orders.worn(), "nobody waits to have a part"
    his = promised_number(TABLE, 2, "c" * 64)
    evening.does("player-3", GiveNumber(seat=2, promise=his))
    evening.does("player-1", bets(1))
    evening.goes_on(20.0)
    evening.goes_on(5.0)
    order = evening.mesa.orders.in_use
    assert order is not None and order.promise != first.promise
    assert order.parts == {2: his}


def test_numbers_his_client_gives_do_not_say_that_a_player_is_there() -> None:
    evening = two_at("war")
    evening.mesa.company.missed[1] = 3
    promises(evening)
    opens(evening, 1, ANA)
    gives(evening, 1, "d" * 64)
    assert evening.mesa.company.away == {1}


# A casino that was really served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    with served(url, games=("big-six", "war")) as address:
        yield address, url


def saved(house: tuple[str, str], table: str, *, numbers: bool = True) -> dict[str, Any]:
    """A round as its player saves it from his account, once all of it is opened."""

    async def evening() -> Any:
        async with Client(house[0]) as ana:
            await ana.guest("Ana")
            async with ana.table(table, numbers=numbers) as seat:
                await seat.sit(1, chips=50_000)
                number = await settled(seat)
                while numbers and not is_told(seat, "numero-abierto"):
                    number = await settled(seat)  # it came after the house's first promise
                number = await settled(seat)
                await seat.leave()
                if table.startswith("big-six"):
                    await seat.until(lambda _: is_told(seat, "orden-abierto"))
            return (await call(ana, "GET", f"/api/me/rounds/{table}/{number}")).json()

    found: dict[str, Any] = asyncio.run(asyncio.wait_for(evening(), 600))
    return found


def verify(tmp_path: Path, round_: dict[str, Any]) -> int:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(round_), encoding="utf-8")
    return main(["--lang", "en", "verify", str(file)])


@RANDOM
def test_a_player_checks_his_round_away_from_the_house(
    house: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = saved(house, "big-six-1")
    [order] = mine["orders"]
    assert list(order["numbers"]) == ["1"] and order["draws"]
    assert verify(tmp_path, mine) == 0
    assert "numbers of seats 1" in capsys.readouterr().out
    proof = next(one for one in mine["proof"] if one["what"] == "order")
    assert proof["outcome"] == "good"
    for field, value in (("salt", "0" * 64), ("promise", "0" * 64), ("numbers", {"1": BRUNO})):
        wrong = mine | {"orders": [order | {field: value}]}
        assert verify(tmp_path, wrong) == 1
    at, [[size, drawn]] = order["draws"][0]
    shifted = order | {"draws": [[at, [[size, (drawn + 1) % size]]], *order["draws"][1:]]}
    capsys.readouterr()
    assert verify(tmp_path, mine | {"orders": [shifted]}) == 1
    assert "the numbers that were opened give" in capsys.readouterr().out


def test_where_nobody_gave_a_number_it_says_so(
    house: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, saved(house, "big-six-1", numbers=False)) == 0
    assert "the house's alone" in capsys.readouterr().out


def test_the_audit_agrees_with_what_house_and_players_drew(house: tuple[str, str]) -> None:
    saved(house, "big-six-1")
    saved(house, "war-1", numbers=False)
    store = Store(house[1])
    assert list(audit(store)) == []
    store.close()
