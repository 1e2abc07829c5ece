"""Chapter I, cards: the deck, the shuffle, the cut, the shoe, and what asking and standing mean."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from tapete.chance import seeded, shuffle, system
from tapete.core.round.ask import Ask, Choose, Option, Round
from tapete.core.round.cards import DECK, RANKS, SUITS, card, mazo
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import Announced, CardDealt, CardsCleared, CardSeen, Chosen
from tapete.core.round.felt import fold
from tapete.core.round.game import Setup, TableState
from tapete.core.round.live import Live
from tapete.core.round.shoe import Dealer, new_shoe
from tapete.core.table.seats import in_order
from tapete.core.table.table import Table
from tests.core.tables import a_table, refused, toy

COVERED, OPEN, SHOE = "CAT-I.1-06", "CAT-I.1-06", "CAT-I.1-18"


class Cards(TableState, frozen=True, kw_only=True):
    tray: int = 0


def two_and_more(setup: Setup[Any, Any], state: Cards) -> Round[Cards]:
    """A card game of the tests: one covered and one open card each; then ask, or stand."""
    dealer = Dealer(new_shoe(1), SHOE, cut_clause="CAT-I.1-07")
    for covered in (True, False):
        for seat in in_order(setup.seats):
            drawn = yield from dealer.draw("mesa")
            assert isinstance(drawn, str)
            zone = f"seat:{seat}"
            if covered:
                yield CardDealt(to=zone, clause=COVERED)
                yield CardSeen(zone=zone, index=0, card=drawn, audience=(zone,), clause=COVERED)
            else:
                yield CardDealt(to=zone, card=drawn, clause=OPEN)
    for seat in in_order(setup.seats):
        while True:
            move = yield from Choose(
                seat=seat, about="mano", options=(Option("pedir"), Option("plantarse")),
                clause="CAT-I.1-14", default="plantarse",
            )  # fmt: skip
            yield Chosen(seat=seat, move=move, clause="CAT-I.1-14")
            if move == "plantarse":
                break
            drawn = yield from dealer.draw("mesa")
            assert isinstance(drawn, str)
            yield CardDealt(to=f"seat:{seat}", card=drawn, clause="CAT-I.1-14")
    for seat in in_order(setup.seats):
        yield CardsCleared(zone=f"seat:{seat}", clause="CAT-I.1-09")
    return Cards(tray=dealer.shoe().tray)


GAME = toy(two_and_more, Cards)


def dealt(*cards: str) -> Table:
    """A table of that game with its first cards dealt: seat 5 first, then seat 3."""
    table = a_table(GAME)
    table.begin()
    for drawn in cards:
        table.answer(card(drawn), by="croupier")
    return table


def ask_of(table: Table) -> Ask[Any]:
    assert table.live is not None and table.live.ask is not None
    return table.live.ask


@pytest.mark.clause("CAT-I.1-03")
def test_one_deck_has_52_cards_and_no_joker() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert set(DECK) == {rank + suit for rank, suit in product(RANKS, SUITS)}
    for joker in ("Jk", "**", "joker", ""):
        with pytest.raises(ValueError, match="a card is a rank"):
            card(joker)


@pytest.mark.clause("CAT-I.1-12")
@pytest.mark.parametrize("decks", [1, 4, 6, 8])
def test_the_mazo_is_the_preset_quantity_of_cards(decks: int) -> None:
    assert sum(mazo(decks).values()) == 52 * decks
    assert set(mazo(decks).values()) == {decks}


@pytest.mark.clause("CAT-I.1-04")
@pytest.mark.parametrize("cards", range(1, 7))
def test_each_order_of_the_cards_comes_out_of_exactly_one_way_of_picking(cards: int) -> None:
    ways = product(*(range(n) for n in range(cards, 1, -1)))
    orders: Counter[tuple[int, ...]] = Counter()
    for way in ways:
        picks, pack = iter(way), list(range(cards))
        shuffle(pack, lambda n, picks=picks: next(picks))
        orders[tuple(pack)] += 1
    assert orders == Counter(permutations(range(cards)))


@pytest.mark.clause("CAT-I.1-04")
@pytest.mark.parametrize("pick", [seeded("barajar"), system()], ids=["seeded", "system"])
def test_shuffling_puts_the_cards_in_random_order(pick: Any) -> None:
    shuffles = 12_000
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(shuffles):
        pack = list("ABCD")
        shuffle(pack, pick)
        orders[tuple(pack)] += 1
    expected = shuffles / 24
    chi = sum((orders[order] - expected) ** 2 / expected for order in permutations("ABCD"))
    assert chi < 66.0  # 23 degrees of freedom: passed by chance less than once in 200,000


@pytest.mark.clause("CAT-I.1-06")
def test_a_covered_card_shows_no_value_and_an_open_one_does() -> None:
    table = dealt("Ah", "Kd", "7c", "2s")
    assert table.live is not None
    events = table.live.events
    assert fold(events, "public").zones == {"seat:5": [None, "7c"], "seat:3": [None, "2s"]}
    assert fold(events, "seat:5").zones == {"seat:5": ["Ah", "7c"], "seat:3": [None, "2s"]}
    assert fold(events, "seat:3").zones == {"seat:5": [None, "7c"], "seat:3": ["Kd", "2s"]}
    assert fold(events, "croupier").zones["seat:5"] == [None, "7c"]


def test_a_question_is_put_until_it_is_answered_with_the_last_move() -> None:
    table = dealt("Ah", "Kd", "7c", "2s")
    assert isinstance(ask_of(table), Choose) and ask_of(table).seat == 5
    table.answer("pedir", by="jugador", seat=5)
    assert isinstance(ask_of(table), DrawCard)
    told = table.answer("9h", by="croupier")
    assert [event.card for event in told if isinstance(event, CardDealt)] == ["9h"]
    table.answer("plantarse", by="jugador", seat=5)
    assert isinstance(ask_of(table), Choose) and ask_of(table).seat == 3
    told = table.answer("plantarse", by="jugador", seat=3)
    assert not [event for event in told if isinstance(event, CardDealt)]
    assert table.finish().result == {"tray": 5}


@pytest.mark.clause("CAT-I.1-09")
def test_used_cards_go_to_the_discard_tray_and_stay_there() -> None:
    table = dealt("Ah", "Kd", "7c", "2s")
    refusal = refused(table.answer, "plantarse", by="jugador", seat=3)
    assert refusal.code == "not-your-hand"
    table.answer("pedir")
    for used in ("Ah", "Kd", "7c", "2s"):
        assert refused(table.answer, used).code == "card-not-left"
    table.answer("3c")
    table.answer("plantarse")
    table.answer("plantarse")
    record = table.finish()
    assert fold(record.events).zones == {}
    assert table.state == Cards(tray=5)


@pytest.mark.clause("CAT-I.1-17")
def test_burned_cards_are_out_of_play() -> None:
    def burn_and_draw(burn: int) -> int:
        dealer = Dealer(new_shoe(1, burn=burn), SHOE, cut_clause="CAT-I.1-07")

        def all_cards() -> Round[int]:
            count = 0
            while isinstance((yield from dealer.draw("mesa")), str):
                count += 1
            return count

        return Live(all_cards()).run(lambda ask: ask.some(seeded(1)))

    assert [burn_and_draw(burn) for burn in (0, 1, 5)] == [52, 51, 47]


@pytest.mark.clause("CAT-I.1-18")
def test_the_shoe_gives_one_card_at_a_time_and_does_not_show_the_rest() -> None:
    table = a_table(GAME)
    table.begin()
    ask = ask_of(table)
    assert isinstance(ask, DrawCard)
    # Nothing of the ask tells which card comes: each of the 52 is as likely as any other.
    assert len({weight for _, weight in ask.weighted()}) == 1 and len(list(ask.weighted())) == 52
    table.answer("Ah")
    assert table.live is not None and fold(table.live.events, "public").zones == {"seat:5": [None]}
    after = ask_of(table)
    assert isinstance(after, DrawCard)
    assert sum(after.left.values()) == 51 and after.left[card("Ah")] == 0


@pytest.mark.clause("CAT-I.1-07")
@pytest.mark.parametrize("behind", [1, 13, 40])
def test_the_separator_divides_the_mazo_at_one_determined_place(behind: int) -> None:
    dealer = Dealer(new_shoe(1, behind=behind), SHOE, cut_clause="CAT-I.1-07")
    shown: list[int] = []

    def all_cards() -> Round[None]:
        while isinstance((yield from dealer.draw("mesa")), str):
            pass

    live = Live(all_cards())
    pick = seeded(3)
    while live.ask is not None:
        told = live.answer(live.ask.some(pick))
        if any(isinstance(event, Announced) and event.what == "carta-de-corte" for event in told):
            shown.append(dealer.drawn)
    assert shown == [52 - behind] and dealer.drawn == 52
