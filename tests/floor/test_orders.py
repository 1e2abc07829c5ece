"""Promised orders: told before anybody bets, dealt card by card, opened after, open to a check."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tapete.chance import seeded
from tapete.cli.main import main
from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.core.round.acta import act_in, read_event, read_record
from tapete.core.round.cards import DECK, Card, mazo
from tapete.floor.audit.checks import prove
from tapete.floor.audit.whole import audit
from tapete.floor.chance.dealer import Dealer
from tapete.floor.chance.orders import (
    Opened,
    Order,
    Pack,
    check_record,
    drawn_in,
    new_order,
    promise_of,
)
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.writer import Writer
from tapete.floor.rounds.replays import find_played, steps_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Kept, Store
from tapete.floor.table.commands import Begin, Bet
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import leased, opened, spec
from tests.floor.server import served
from tests.floor.test_every_game import changed, one_move, sit

CLAUSE = pytest.mark.clause("CAT-I.1-04")
ORDER = new_order(mazo(1), seeded("an order"))
QUICK = Clocks(betting=0.3, decision=0.3, pause=0.02)
GAMES = ("black-jack", "punto-y-banca", "war", "caribbean-poker", "texas-holdem-sin-limites")
CIRCLE = "texas-holdem-sin-limites-1"
DEALT_EACH_ROUND = "caribbean-poker-1"


# The promise itself


@CLAUSE
def test_an_order_holds_the_cards_it_was_made_of() -> None:
    left = {**mazo(2), Card("Ah"): 0, Card("2c"): 1}
    order = new_order(left, seeded(1))
    assert Counter(order.cards) == Counter({card: n for card, n in left.items() if n})


def test_a_salt_has_256_bits_and_is_never_used_again() -> None:
    salts = {new_order({Card("Ah"): 1}, seeded(1)).salt for _ in range(200)}
    assert len(salts) == 200 and {len(bytes.fromhex(salt)) for salt in salts} == {32}


def test_a_promise_says_nothing_without_its_salt() -> None:
    """The same cards in the same order have another promise each time."""
    promises = {new_order(mazo(1), seeded(1)).promise for _ in range(50)}
    assert len(promises) == 50


def test_a_promise_is_the_hash_of_salt_and_order() -> None:
    """SHA-256 of salt, colon and cards, as anybody can compute: here of `00:Ah,Kc`."""
    said = "8c380bb1af5773c62c78854963af7c707b7156a23bd06492c977205adc09d044"
    assert promise_of("00", [Card("Ah"), Card("Kc")]) == said


def whole_acta(store: Store, table: str, number: int) -> str | None:
    found = find_played(store, table, number)
    return None if found is None else found.whole


@pytest.mark.parametrize("at", [0, 25, 50])
def test_no_other_order_and_no_other_salt_fits_a_promise(at: int) -> None:
    cards = list(ORDER.cards)
    cards[at], cards[at + 1] = cards[at + 1], cards[at]
    other = ("1" if ORDER.salt[0] == "0" else "0") + ORDER.salt[1:]
    ORDER.opened().check()
    for salt, order in [(ORDER.salt, cards), (other, ORDER.cards), (ORDER.salt, cards[:-1])]:
        with pytest.raises(Refused) as refusal:
            Opened(unit="", n=0, promise=ORDER.promise, salt=salt, cards=tuple(order)).check()
        assert refusal.value.code == "promise-broken"


def test_cards_come_out_in_the_order_and_a_shuffled_pack_takes_another() -> None:
    pack, left = Pack(1, ORDER), mazo(1)
    for card in ORDER.cards:
        assert pack.next_card(left) == card
        pack.out += 1
        left[card] -= 1
    assert not pack.fits(mazo(1))  # all cards are there again: they were shuffled
    with pytest.raises(LookupError):
        pack.next_card(left)


@pytest.mark.parametrize("wrong", [3, 0])
def test_the_card_that_differs_is_named(wrong: int) -> None:
    drawn = list(ORDER.cards[:8])
    drawn[wrong] = ORDER.cards[20]
    with pytest.raises(Refused) as refusal:
        ORDER.opened().check_cards(drawn)
    facts = refusal.value.facts
    assert (facts["n"], facts["promised"]) == (wrong + 1, ORDER.cards[wrong])


def test_more_cards_than_were_promised_are_found() -> None:
    with pytest.raises(Refused) as refusal:
        ORDER.opened().check_cards([*ORDER.cards, Card("Ah")])
    assert refusal.value.facts["n"] == 53


# A casino that was really served


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Some rounds of five games, played over the network by guests; then the database."""
    url = f"sqlite:///{tmp_path_factory.mktemp('night')}/casino.db"
    told: dict[str, list[Any]] = {}
    with served(url, clocks=QUICK, games=GAMES) as address:
        asyncio.run(_all_games(address, told))
    store = Store(url)
    store.told = told  # type: ignore[attr-defined]
    yield store
    store.close()


async def _all_games(address: str, told: dict[str, list[Any]]) -> None:
    await asyncio.gather(*(_some_rounds(address, game, told) for game in GAMES))


async def _some_rounds(
    address: str, game: str, told: dict[str, list[Any]], rounds: int = 3
) -> None:
    clients = [Client(address) for _ in range(4)]
    tables: list[TableClient] = []
    try:
        for n, client in enumerate(clients):
            await client.guest(f"Jugador {n}")
            table = client.table(f"{game}-1")
            await table.connect()
            await sit(table, n + 1)
            tables.append(table)
        luck = random.Random(game)
        until = tables[0].view.round + rounds
        await asyncio.gather(*(_play(table, luck, until) for table in tables))
        told[f"{game}-1"] = tables[0].events
    finally:
        for table in tables:
            await table.disconnect()
        for client in clients:
            await client.http.aclose()


async def _play(table: TableClient, luck: Any, until: int) -> None:
    async with asyncio.timeout(600):
        while table.view.round < until:
            view = table.view
            with suppress(Refused):
                await one_move(table, view, luck)
            await changed(table, view)


def announced(kept: Kept, what: str) -> dict[str, Any] | None:
    for line in kept.lines:
        event: Any = read_event(line)
        if event.kind == "announced" and event.what == what:
            return dict(event.facts)
    return None


def promises(store: Store, table: str) -> dict[int, str]:
    found = [announced(kept, "orden-prometido") for kept in store.log(table)]
    return {int(facts["n"]): facts["promise"] for facts in found if facts}


def openings(store: Store, table: str) -> dict[int, dict[str, Any]]:
    found = [announced(kept, "orden-abierto") for kept in store.log(table)]
    return {int(facts["n"]): facts for facts in found if facts}


def still_closed(store: Store, table: str) -> list[tuple[int, Order]]:
    found = openings(store, table)
    return [(n, order) for n, order in store.orders(table) if n not in found]


@CLAUSE
@pytest.mark.parametrize("game", GAMES)
def test_the_promise_is_told_before_any_bet_of_the_round(night: Store, game: str) -> None:
    """No card of a round comes out of an order promised after the first bet a player made on it.

    Blinds are not his to choose: the first hand of a circle shuffles again once the button is
    drawn, and posts them with the last card of that draw."""
    order, bet_under, cards = 0, 0, 0
    for kept in night.log(f"{game}-1"):
        facts = announced(kept, "orden-prometido")
        order = int(facts["n"]) if facts else order
        kinds = [read_event(line).kind for line in kept.lines]
        if isinstance(kept.envelope.command, Begin):
            bet_under = 0
        by_a_player = kept.envelope.role == "jugador" and "bet-placed" in kinds
        if (by_a_player or isinstance(kept.envelope.command, Bet)) and not bet_under:
            bet_under = order
            assert order, "bets were taken and no order had been promised"
        if getattr(kept.envelope.command, "answer", None) in DECK and bet_under:
            cards += 1
            assert order == bet_under
    assert cards > 0


@CLAUSE
def test_every_pack_is_shuffled_anew(night: Store) -> None:
    """A deck dealt from for one round has another order, and another promise, in the next."""
    kept = promises(night, DEALT_EACH_ROUND)
    assert len(kept) >= 3 and len(set(kept.values())) == len(kept)
    found = openings(night, DEALT_EACH_ROUND)
    assert len({facts["order"] for facts in found.values()}) == len(found) >= 2


def test_an_order_is_opened_after_its_cards_are_played_and_fits_its_promise(night: Store) -> None:
    kept, found = promises(night, DEALT_EACH_ROUND), openings(night, DEALT_EACH_ROUND)
    assert sorted(found) == sorted(kept)[: len(found)] and len(found) >= 2
    for n, facts in found.items():
        assert promise_of(facts["salt"], facts["order"].split()) == kept[n]


@pytest.mark.clause("CAT-I.6-03")
def test_a_shuffle_is_put_to_the_proof_by_the_steps_it_was_made_in(night: Store) -> None:
    """A shuffle has a record of its own and uses no number up, whether it took one step or many."""
    shuffles, specs = 0, {spec.id: spec for spec in night.specs()}
    with night.engine.connect() as connection:
        rows = connection.execute(select(schema.rounds)).all()
    for row in rows:
        played = find_played(night, row.unit_id, row.number, row.step)
        assert played is not None
        steps = steps_of(night, played)
        assert steps and steps[-1].number == row.step, (row.unit_id, row.step)
        shuffles += bool(act_in(row.acta))
        proofs = {proof.what: proof.outcome for proof in prove(night, played, specs[row.unit_id])}
        assert proofs["chain"] == "good", (row.unit_id, row.step)
    assert shuffles > 0


def test_no_order_is_told_before_it_is_opened(night: Store) -> None:
    for game in GAMES:
        table = f"{game}-1"
        for n, order in still_closed(night, table):
            assert n not in openings(night, table)
            told = " ".join(line for kept in night.log(table) for line in kept.lines)
            assert order.salt not in told and " ".join(order.cards) not in told


def test_among_players_the_order_is_opened_to_the_house_alone(night: Store) -> None:
    """Cards thrown in unseen stay unseen; whoever reads the log can still check the promise."""
    assert openings(night, CIRCLE)
    heard = night.told[CIRCLE]  # type: ignore[attr-defined]
    said = [event.fields.get("what") for event in heard if event.kind == "announced"]
    assert "orden-prometido" in said and "orden-abierto" not in said
    others = night.told[DEALT_EACH_ROUND]  # type: ignore[attr-defined]
    assert "orden-abierto" in [event.fields.get("what") for event in others]


def test_the_audit_checks_every_promise(night: Store) -> None:
    assert list(audit(night)) == []


# `tapete verify`


@pytest.fixture
def served_round(night: Store, tmp_path: Path) -> tuple[Path, str, str, str]:
    """The acta of a round, and what was promised and opened for it."""
    n, facts = next(iter(openings(night, DEALT_EACH_ROUND).items()))
    order = facts["order"].split()
    for number in range(1, 10):
        text = whole_acta(night, DEALT_EACH_ROUND, number)
        if text and drawn_in(read_record(text)) == tuple(order[: len(drawn_in(read_record(text)))]):
            file = tmp_path / "round.acta"
            file.write_text(text, encoding="utf-8")
            return file, promises(night, DEALT_EACH_ROUND)[n], facts["salt"], facts["order"]
    raise AssertionError("no round was dealt from the order that was opened")


def verify(acta: Path, promise: str, salt: str, order: str) -> int:
    words = ["--lang", "en", "verify", str(acta)]
    return main([*words, "--promise", promise, "--salt", salt, "--order", order])


@CLAUSE
def test_verify_says_that_a_promise_was_kept(
    served_round: tuple[Path, str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(*served_round) == 0
    assert "The promise was kept" in capsys.readouterr().out


def test_verify_catches_an_order_that_is_not_the_promised_one(
    served_round: tuple[Path, str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    acta, promise, salt, order = served_round
    cards = order.split()
    swapped = " ".join([cards[1], cards[0], *cards[2:]])
    for wrong in [(promise, salt, swapped), (promise, "00" * 32, order), ("0" * 64, salt, order)]:
        assert verify(acta, *wrong) == 1
        assert "does not fit the promise" in capsys.readouterr().out


def test_verify_names_the_card_that_was_not_the_promised_one(
    served_round: tuple[Path, str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The house promised another order, and opens it: it fits the promise and not the cards."""
    acta, _, salt, order = served_round
    cards = order.split()
    cards[2], cards[40] = cards[40], cards[2]
    assert verify(acta, promise_of(salt, cards), salt, " ".join(cards)) == 1  # type: ignore[arg-type]
    rank = order.split()[2][0].replace("T", "10")
    assert f"Card 3 was {rank}" in capsys.readouterr().out


def test_a_record_dealt_from_the_middle_of_a_shoe_is_found_there(night: Store) -> None:
    [(_, order)] = still_closed(night, "punto-y-banca-1")
    starts = []
    for number in range(1, 10):
        text = whole_acta(night, "punto-y-banca-1", number)
        if text and drawn_in(read_record(text)):
            starts.append(check_record(read_record(text), order.opened()))
    assert len(starts) >= 2 and starts == sorted(starts) and starts[-1] > 0


# Going down in between


def test_words_of_chance_are_wiped_when_a_round_is_over(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    store.create()
    store.add(spec("ruleta-francesa"))

    async def between() -> Dealer:
        writer = Writer(store)
        epoch = leased(store, "mesa-1", "node-a", seconds=1e9)
        keeper = Keeper(lambda: Mesa(spec("ruleta-francesa")), store, writer, epoch)
        await keeper.send(opened(keeper.chain))
        dealer = Dealer("mesa-1", store)
        dealer.chance(37)
        assert dealer.chance.counts.held
        await Minder(keeper, dealer, lambda: 0.0).advance()
        writer.close()
        return dealer

    counts = asyncio.run(between()).chance.counts
    assert counts.held == 0 and counts.wiped == counts.read - 1
    store.close()
