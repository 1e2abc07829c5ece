"""Records of a table on the floor: each goes on from the one before; handed out, it is whole."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from tapete.chance import seeded
from tapete.core.round.acta import BrokenRecord, after_in, read_record, whole
from tapete.core.round.replay import replay
from tapete.floor.audit.whole import check_record
from tapete.floor.kernel.chain import Step
from tapete.floor.rounds.replays import find_played
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import said
from tapete.floor.storage.store import Store
from tapete.games.registry import find
from tests.floor.casino import chain_of, opened, something, spec, try_apply
from tests.floor.years import Years


@pytest.mark.clause("CAT-I.6-03")
@pytest.mark.parametrize("game", ["war", "ruleta-americana-un-cero", "texas-holdem-con-limites"])
def test_a_record_holds_the_digest_of_the_state_that_the_one_before_left(game: str) -> None:
    hosted, pick = chain_of(spec(game)), seeded(f"brief {game}")
    hosted.apply(opened(hosted))
    actas: list[str] = []
    for _ in range(400):
        step = try_apply(hosted, something(hosted, pick))
        if getattr(step, "acta", None) is not None:
            actas.append(step.acta)
    assert "\nstate " in actas[0]
    assert any("\nstate " not in acta for acta in actas)
    state = None
    for acta in actas:
        assert not list(check_record("here", acta, state))
        record = read_record(whole(acta, state))
        assert replay(record, find).events == list(record.events)
        state = after_in(acta, state)


def test_a_record_without_the_one_before_it_is_a_finding() -> None:
    hosted, pick = chain_of(spec("war")), seeded("alone")
    hosted.apply(opened(hosted))
    steps = [try_apply(hosted, something(hosted, pick)) for _ in range(300)]
    brief = next(
        step.acta
        for step in steps
        if getattr(step, "acta", None) is not None and "\nstate " not in step.acta
    )
    [found] = check_record("war round", brief)
    assert found.what == "record"


@pytest.mark.parametrize("game", ["war", "ruleta-americana-un-cero", "texas-holdem-con-limites"])
def test_events_stand_once_and_the_record_is_read_back_to_the_letter(game: str) -> None:
    hosted, pick = chain_of(spec(game)), seeded(f"once {game}")
    hosted.apply(opened(hosted))
    told: dict[int, str] = {}
    records = 0
    for _ in range(400):
        step = try_apply(hosted, something(hosted, pick))
        if not isinstance(step, Step):
            continue
        told.update(enumerate(step.lines, step.first))
        if step.acta is not None:
            records += 1
            assert step.kept is not None and "\n! " not in step.kept
            assert said(step.kept, told) == step.acta
    assert records > 3


def test_an_event_changed_in_the_log_breaks_the_seal_of_its_record(store: Store) -> None:
    casino = Years(store)
    casino.play(30)
    with store.engine.connect() as connection:
        row = connection.execute(select(schema.rounds)).first()
    assert row is not None
    played = find_played(store, row.unit_id, row.number, row.step)
    assert played is not None and played.record.events
    s = schema.steps
    mine = (s.c.unit_id == row.unit_id) & (s.c.number == row.step)
    with store.writing() as connection:
        told = connection.execute(select(s.c.events).where(mine)).scalar_one()
        connection.execute(update(s).where(mine).values(events=f"{told} "))
    played = find_played(store, row.unit_id, row.number, row.step)
    assert played is not None
    with pytest.raises(BrokenRecord):
        assert played.record
