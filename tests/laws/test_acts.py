"""Laws of every act of every game: refused it changes nothing, else it is recorded and replays.

The fields are filled in from their types, as a form would.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import seeded
from tapete.core.book.clause import register
from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.core.round.act import FORM, ROW, Act
from tapete.core.round.acta import act_in, read_record
from tapete.core.round.ask import Pick
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.floor.table.acts import kind_of, plain_type
from tapete.games.registry import find
from tests.laws.tables import BOOKS, open_table, play_rounds

ROUNDS = 5
TRIES = 16
PEOPLE = ("ana", "blas", "seat-1")


def some_field(kind: Any, name: str, table: Table, pick: Pick) -> Any:
    """A value that the field takes, not always a sensible one."""
    kind, meta = plain_type(kind)
    if ROW in meta:
        row = tuple(getattr(table.rules, meta[ROW]))
        return row[pick(len(row))]
    match meta.get(FORM) or kind_of(kind):
        case "seat":
            return 1 + pick(8)
        case "number":
            return (1 + pick(6), 52, 208, 312)[pick(4)]
        case "amount":
            return (0, 500, 1000, 20_000, 100_000)[pick(5)]
        case "numbers":
            return tuple(1 + pick(6) for _ in range(pick(3)))
        case "people":
            return PEOPLE[: pick(4)]
        case "amounts":
            return {1 + pick(7): 1000 * pick(80) for _ in range(pick(3))}
        case "card":
            unseen = [card for card, left in (table.state.unseen() or {}).items() if left]
            return unseen[pick(len(unseen))] if unseen else "As"
        case "yes":
            return bool(pick(2))
        case "person":
            return PEOPLE[pick(len(PEOPLE))]
    return ("bola", "efectivo", "falta")[pick(3)] if name != "to" else "jefe-de-sala"


def some_act(kind: type[Act[Any, Any]], table: Table, pick: Pick) -> Act[Any, Any]:
    said = {
        field.name: some_field(field.type, field.name, table, pick)
        for field in kind.fields()
        if field.required or pick(3) == 0
    }
    return kind.of(said)


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_an_act_is_refused_and_changes_nothing_or_is_recorded_and_replays(
    game: str, book: str
) -> None:
    table, pick = open_table(game, book), seeded(f"acts of {game} {book}")
    done: set[str] = set()
    for _ in range(ROUNDS):
        for _ in range(TRIES):
            kind = table.game.acts[pick(len(table.game.acts))]
            act = some_act(kind, table, pick)
            before, rounds = plain(table.state), table.rounds
            try:
                live = table.begin_act(act, now=100.0 * pick(50))
            except Refused as refusal:
                assert refusal.clause in register()
                assert (plain(table.state), table.rounds, table.live) == (before, rounds, None)
                continue
            while live.ask is not None:
                table.answer(live.ask.some(pick))
            record = table.finish()
            assert record.header.act is not None and table.rounds == rounds
            text = record.text()
            assert act_in(text) == kind.name()
            read = read_record(text)
            assert record_of(read.header, replay(read, find)).text() == text
            assert all(event.clause in register() for event in record.events)
            done.add(kind.name())
        play_rounds(table, 1, pick)
    assert done or game == "big-six"  # whose one act opens a table that a breakdown has closed


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_every_act_is_open_to_somebody_and_its_clause_is_in_the_register(
    game: str, book: str
) -> None:
    table = open_table(game, book)
    for act in table.game.acts:
        duty = act.duty_of(table.rules)
        if duty is not None:
            assert duty.roles and duty.by(table.rules) in register()
        if act.whose:
            assert act.whose in {field.name for field in act.fields()}
        with pytest.raises(Refused) as caught:
            table.check_act(act, "cajero")
        assert caught.value.code == "not-your-role"


@pytest.mark.clause("CAT-I.3.2-10")
def test_a_voided_shuffle_uses_up_no_number_of_a_round() -> None:
    table = open_table("war", "scj-2023")
    table.act("cartas-nuevas")
    assert table.begin_preparing() is not None
    voided = table.void("corte-interrumpido")
    assert act_in(voided.text()) == "preparar" and table.rounds == 0
    [played] = play_rounds(table, 1, seeded("after a void shuffle"))
    assert played.header.number == 1 and table.rounds == 1


def test_a_field_that_an_act_does_not_have_or_misses_is_refused() -> None:
    act = find("ruleta-americana-un-cero").act("comprar-mas")
    with pytest.raises(Refused, match="no-such-fact"):
        act.of({"seat": 1, "amount": 100, "sombrero": 1})
    with pytest.raises(Refused, match="missing"):
        act.of({"seat": 1})
    with pytest.raises(Refused, match="not-an-answer"):
        act.of({"seat": 1, "amount": "mucho"})
