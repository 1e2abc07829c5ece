"""Laws of every table linked to a pot: its rounds end, replay and conserve; the pot agrees."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.core.book.clause import register
from tapete.core.book.written import plain
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.poker.pot import DrawSeat, PotClosing, PotLevels
from tapete.games.poker.progressive import Complementary, progressive_rules
from tapete.games.registry import find
from tapete.systems.pot.decide import accounts as accounts_of
from tests.laws.evenings import ROUNDS, pick_from
from tests.laws.tables import BOOKS, play_rounds
from tests.laws.test_rounds import again, clauses_in, on_the_felt, spots_after
from tests.systems.progressive.pots import accounts, linking, pot_of, terms
from tests.terms import terms_of

LINKED = [(game, book) for game, book in BOOKS if game in progressive_rules(book).games]
TERMS = {"credit": 500, "closed": [2], "complementary": {"prize": "x", "odds": "1/2", "pesos": 9}}

law = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
every_link = pytest.mark.parametrize(("game", "book"), LINKED)


def linked_table(game: str, book: str) -> Table:
    """A table on the terms of a pot for which whoever answers the round answers too."""
    found = find(game)
    return seated(
        Table(found, edition=book, version="laws", terms=terms_of(found, said={"pot": TERMS}))
    )


def seated(table: Table) -> Table:
    for seat in range(1, 4):
        table.sit(seat, f"seat-{seat}", chips=PLENTY)
    table.open_play(staff_of(table.rules))
    return table


def test_the_games_of_the_progressive_are_all_built() -> None:
    assert {game for game, book in LINKED if book == "scj-2023"} == set(progressive_rules().games)


@every_link
@law
@given(data=st.data())
def test_every_linked_round_ends_replays_and_conserves_chips(
    game: str, book: str, data: st.DataObject
) -> None:
    table, spots = linked_table(game, book), Counter[str]()
    for record in play_rounds(table, ROUNDS, pick_from(data)):
        assert record.result is not None
        assert again(record).text() == record.text()
        spots_after(spots, record.events)
    assert +spots == on_the_felt(table.state.standing())


@every_link
@law
@given(data=st.data())
def test_every_event_and_ask_of_a_linked_round_names_clauses_of_the_register(
    game: str, book: str, data: st.DataObject
) -> None:
    table, pick = linked_table(game, book), pick_from(data)
    for _ in range(ROUNDS):
        table.prepare(lambda ask: ask.some(pick))
        live = table.begin()
        while live.ask is not None:
            if isinstance(live.ask, PotClosing | PotLevels | DrawSeat):
                assert clauses_in(json.loads(plain(live.ask))) <= register().keys()
            live.answer(live.ask.some(pick))
        assert {event.clause for event in table.finish().events} <= register().keys()


@every_link
@law
@given(data=st.data())
def test_a_pot_and_its_table_keep_the_same_books(game: str, book: str, data: st.DataObject) -> None:
    gift = Complementary(prize="x", odds=Fraction(1, 2), pesos=9000)
    changes = {"edition": book, "credit": 500, "complementary": gift}
    pot = pot_of("other", main=50_000, spare=300, base=1000, **changes)
    pot.do(linking("A", terms(**changes), game=game))
    table = seated(Table(find(game), edition=book, name="A", version="laws", pot=pot.link("A")))
    records = play_rounds(table, ROUNDS, pick_from(data))
    books = accounts(pot.events, *(record.events for record in records))
    assert sum(books.values()) == 0
    for account, amount in accounts_of(pot.state.pot).items():
        assert books.get(account, 0) == amount, account
