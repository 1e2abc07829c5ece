"""The last plays of a machine as they were: credits before and after, bet, draws, choices, wins;
ten for whoever plays there, all for whoever reads records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.floor.kernel.chain import Chain
from tapete.floor.rounds import machine_plays
from tapete.floor.rounds.machine_plays import PlayOut, plays_before, recalled
from tapete.floor.rounds.own_plays import find_plays
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import Maquina
from tapete.floor.units.maquina import commands as do
from tests.floor.casino import give_chips, leased
from tests.floor.machines import BETS, Visit, machine_spec

KINDS: dict[str, dict[str, Any]] = {
    "tres-cerezas": {}, "faro": {}, "jacks-or-better": {}, "keno": {}, "bingo-noventa": {},
    "ruleta-electronica": {"positions": 3}, "black-jack-electronico": {"positions": 2},
    "corona-electronica": {"positions": 2},
}  # fmt: skip


def one_play(visit: Visit, position: int = 1) -> None:
    """A play at a machine of any kind, its choices answered by what silence means."""
    who = visit.unit.players[position]
    program = visit.unit.cabinet.program()
    if program.kind == "mesa":
        bet = {BETS[program.id][0]: 1000}
        for at, player in sorted(visit.unit.players.items()):
            visit.do(do.Bet(bets=bet, position=at), player)
        for at, player in sorted(visit.unit.players.items()):
            visit.do(do.Ready(position=at), player)
    else:
        level = program.levels()[0]
        spots = tuple(range(1, level.parts + 1)) if program.kind in ("keno", "bingo") else ()
        visit.do(do.Play(bet=level.bet, position=position, spots=spots), who)
    while (ask := visit.unit.asked()) is not None:
        seat = ask.put_to.seat or position
        move = visit.unit.view(f"seat:{seat}").move
        open_ = [one.name for one in move.options] if move is not None else []
        answer = "doblar" if "doblar" in open_ else ask.write(ask.silence)
        visit.do(do.Choose(answer=answer, position=seat), visit.unit.players[seat])


def seated(visit: Visit) -> Visit:
    for position, who in zip(range(1, visit.spec.positions + 1), ("ana", "bruno"), strict=False):
        visit.do(do.Insert(amount=100_000, position=position), who)
    return visit


def lived(visit: Visit, plays: int) -> Iterator[tuple[int, int, int]]:
    """Plays, each with what the credits of the first position were before and after it, and what
    its meters say that it staked."""
    for _ in range(plays):
        cabinet = visit.unit.cabinet
        before, staked = cabinet.credits[1], cabinet.seats[1].get("coin_in", 0)
        one_play(visit)
        cabinet = visit.unit.cabinet
        yield before, cabinet.credits[1], cabinet.seats[1]["coin_in"] - staked


@pytest.mark.parametrize("program", KINDS)
def test_ten_plays_of_every_kind_are_recalled_in_order_as_they_were(program: str) -> None:
    visit = seated(Visit(machine_spec(program, **KINDS[program]), seed=program))
    true = list(lived(visit, 13))[-10:]
    mine = [one for one in recalled(visit.unit) if one.position == 1]
    assert [(one.before, one.after, one.stake) for one in reversed(mine)] == true
    assert all(one.after == one.before - one.stake + one.paid for one in mine)
    assert all(one.told and len(one.words) == len(one.told) for one in mine)
    drawn = [event.kind for step in visit.steps for event in step.events]
    told = [event["kind"] for one in mine for event in one.told]
    assert set(told) <= set(drawn), "what is recalled is what was told when it was played"


def test_a_table_game_is_recalled_with_bets_draws_choices_and_wins_of_each_position() -> None:
    visit = seated(Visit(machine_spec("black-jack-electronico", positions=2), seed="bj"))
    told: list[Any] = []
    while not any(event.kind == "chosen" and event.move == "doblar" for event in told):
        first = len(visit.steps)
        one_play(visit)
        told = [event for step in visit.steps[first:] for event in step.events]
    mine, other = (recalled(visit.unit, "en")[n] for n in (1, 0))
    assert (mine.position, other.position) == (1, 2)
    own = [event.kind for event in told if not event.kind.startswith("machine-")]
    assert [event["kind"] for event in mine.told] == own == [one["kind"] for one in other.told]
    staked = [e["amount"] for e in mine.told if e["kind"] == "bet-placed" and e["seat"] == 1]
    assert mine.stake == sum(staked)
    assert any("double" in words.lower() for words in (*mine.words, *other.words))


def test_two_games_of_one_machine_are_recalled_together_and_the_last_is_on_the_screen() -> None:
    """What a table game told does not stay on the screen of the game that is played after it."""
    visit = seated(Visit(machine_spec("ruleta-electronica", "tres-cerezas", denomination=500)))
    one_play(visit)
    assert [one["kind"] for one in visit.unit.view().last][-1].startswith("bet-")
    visit.do(do.Select(program="tres-cerezas"))
    one_play(visit)
    assert "machine-reels-stopped" in [one["kind"] for one in visit.unit.view().last]
    assert [one.program for one in recalled(visit.unit)] == ["tres-cerezas", "ruleta-electronica"]


def test_a_player_s_own_plays_are_listed_each_by_its_game(store: Store) -> None:
    spec = machine_spec("ruleta-electronica", "tres-cerezas", denomination=500)
    store.add(spec)
    give_chips(store)
    visit = seated(Visit(spec))
    for game in ("ruleta-electronica", "tres-cerezas", "ruleta-electronica"):
        visit.do(do.Select(program=game))
        one_play(visit)
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    games = [row.game for row in find_plays(store, "ana", None, 10)]
    assert games == ["ruleta-electronica", "tres-cerezas", "ruleta-electronica"]


@pytest.mark.parametrize("program", KINDS)
def test_recall_survives_a_restart(program: str) -> None:
    visit = seated(Visit(machine_spec(program, **KINDS[program]), seed=program))
    for _ in range(3):
        one_play(visit)
    again = Chain(Maquina(visit.spec))
    again.replay([step.envelope for step in visit.steps])
    assert recalled(again.unit) == recalled(visit.unit)
    memory = visit.unit.memory()
    assert memory is not None
    woken = Maquina(visit.spec)
    woken.remember(memory)
    assert recalled(woken) == recalled(visit.unit) and woken.view().last == visit.unit.view().last


@pytest.mark.parametrize("program", ["faro", "jacks-or-better", "ruleta-electronica"])
def test_an_auditor_reads_every_play_out_of_the_log(
    program: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some at a time, whatever the log is cut into; the last ten are those that the machine has."""
    monkeypatch.setattr(machine_plays, "AT_ONCE", 3)
    monkeypatch.setattr(machine_plays, "LOOKED", 2)
    spec = machine_spec(program, **KINDS[program])
    store.add(spec)
    give_chips(store)
    visit = seated(Visit(spec, seed=program))
    epoch = leased(store, spec.id)
    for _ in range(12):
        one_play(visit)
    for step in visit.steps:
        store.append(step, epoch)
    found: list[PlayOut] = []
    before: int | None = visit.steps[-1].number + 1
    while before is not None:
        page = plays_before(store, visit.unit, before - 1, "es")
        assert page.plays or page.before is None
        found, before = found + page.plays, page.before
    last = recalled(visit.unit)
    many = 12 * len(visit.unit.players) if program.startswith("ruleta") else 12
    assert len(found) == many and found[: len(last)] == last
