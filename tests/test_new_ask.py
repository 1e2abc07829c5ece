"""A new kind of ask is taught to nobody: scenario, terminal, console and driver read all they need
from the ask itself."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tapete.core.book.refused import Refused
from tapete.core.book.roles import PutTo, to_player
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Ask, Pick, Round
from tapete.core.round.event import Announced
from tapete.core.round.live import Live
from tapete.core.round.replay import replay
from tapete.floor.api.office import floor_row
from tapete.floor.chance.dealer import Dealer
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, Begin, Sit
from tapete.floor.units.mesa import Mesa
from tapete.games.registry import GAMES
from tapete.scenario import RoundPlan
from tapete.scenario.answers import Answers, Stopped
from tapete.telling.explain import Teller
from tests.cli.terminal import actas, play
from tests.floor.casino import chain_of, envelope, give_chips, leased, opened, spec

GAME = "big-six"
CLAUSE = "CAT-I.1-11"


class Hold(Ask[tuple[int, ...]], frozen=True, kw_only=True, tag="hold"):
    """Which reels stay where they are: numbers, written ``1-3``. Silence holds none."""

    answer_type: ClassVar[Any] = tuple[int, ...]

    seat: int
    reels: int

    @property
    def put_to(self) -> PutTo:
        return to_player(self.seat)

    @property
    def silence(self) -> tuple[int, ...]:
        return ()

    def check(self, answer: tuple[int, ...]) -> None:
        for reel in answer:
            if not 1 <= reel <= self.reels:
                raise Refused(CLAUSE, "no-such-place", seat=self.seat, place=reel)

    def some(self, pick: Pick) -> tuple[int, ...]:
        return tuple(reel for reel in range(1, self.reels + 1) if pick(2))

    def read(self, said: Any) -> tuple[int, ...]:
        if isinstance(said, str):
            return tuple(int(reel) for reel in said.split("-"))
        return super().read(said)

    def say(self, answer: tuple[int, ...]) -> str:
        return "-".join(map(str, answer)) or "ninguno"


def reels(setup: Any, state: Any) -> Round[Any]:
    """One question to every seat."""
    for seat in setup.seats:
        held = yield from Hold(seat=seat, reels=3)
        facts = {"seat": seat, "held": len(held)}
        yield Announced(what="fin", facts=facts, clause=CLAUSE)
    return state


@pytest.fixture(autouse=True)
def _game_of_reels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME, dataclasses.replace(GAMES[GAME], play=reels))


def held(events: Any) -> list[Any]:
    return [event.facts["held"] for event in events if isinstance(event, Announced)]


def answered(**plan: Any) -> Live[Any]:
    live: Live[Any] = Live(reels(type("Setup", (), {"seats": (3,)}), None))
    answers = Answers(RoundPlan(**plan), 1, live)
    while live.ask is not None:
        answers.give()
    answers.check_all_used()
    return live


def test_a_scenario_writes_its_answer_as_the_ask_reads_it() -> None:
    assert held(answered(moves={3: ("1-3",)}).events) == [2]
    for wrong in ("4", "rojo"):
        with pytest.raises(Stopped) as stopped:
            answered(moves={3: (wrong,)})
        assert stopped.value.difference.code == "move-refused"


def test_the_terminal_shows_it_reads_a_line_and_takes_silence(tmp_path: Path) -> None:
    shown = play(tmp_path, GAME, "9", "1-3", "", seat=2)
    assert f"[{CLAUSE}]" in shown and "ninguno" in shown
    assert f"Le toca decidir: {Teller('es').about('hold')}  [" in shown
    written = [read_record(acta.read_text("utf-8")) for acta in actas(tmp_path)]
    assert [held(record.events) for record in written[:2]] == [[2], [0]]
    assert replay(written[0], GAMES.__getitem__).events == list(written[0].events)


def test_the_console_shows_it_to_whom_it_is_put_and_nobody_else_learns_the_default() -> None:
    hosted = chain_of(spec(GAME))
    hosted.apply(opened(hosted))
    hosted.apply(envelope(Sit(seat=3, player="ana", chips=1000), "jugador"))
    hosted.apply(envelope(Begin(), "croupier"))
    mine, other = (hosted.unit.view(viewer).ask for viewer in ("seat:3", "seat:5"))
    assert mine is not None and other is not None
    assert (mine.kind, mine.about, mine.seat, mine.default) == ("hold", "hold", 3, "ninguno")
    assert (other.kind, other.about, other.seat, other.default) == ("hold", "hold", 3, None)


def test_whoever_directs_the_floor_sees_that_a_player_is_to_decide(tmp_path: Path) -> None:
    casino = Casino(Settings(db=f"sqlite:///{tmp_path}/casino.db"))
    casino.store.create()
    hosted = chain_of(spec(GAME))
    hosted.apply(opened(hosted))
    hosted.apply(envelope(Sit(seat=3, player="ana", chips=1000), "jugador"))
    before = floor_row(casino, hosted.unit.spec, hosted.unit)
    assert (before.asks, before.decides) == (None, False)
    hosted.apply(envelope(Begin(), "croupier"))
    row = floor_row(casino, hosted.unit.spec, hosted.unit)
    assert (row.asks, row.decides) == ("hold", True)


def test_whose_time_runs_out_is_silent(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    store.create()
    store.add(spec(GAME))
    give_chips(store)

    async def night() -> list[Any]:
        writer = Writer(store)
        clocks = Clocks(decision=5.0)
        epoch = leased(store, "mesa-1")
        keeper = Keeper(lambda: Mesa(spec(GAME), clocks=clocks), store, writer, epoch)
        await keeper.send(opened(keeper.chain))
        await keeper.send(envelope(Sit(seat=3, player="ana", chips=1000), "jugador"))
        clock = [0.0]
        minder = Minder(keeper, Dealer("mesa-1", store), lambda: clock[0])
        await minder.advance()
        while keeper.unit.table.rounds < 1:
            clock[0] += 5.0
            await minder.advance()
        writer.close()
        return [kept.envelope.command for kept in store.log("mesa-1")]

    assert Answer(answer=[], seat=3) in asyncio.run(night())
    store.close()
