"""Plays the same rounds in whatever version of the engine is on the path, and says how long.

Started by `bench.engine.__main__` as a program of its own, once for each version. It takes one
line of JSON a request and answers with one. The only file that knows what older versions called
things.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

import msgspec

from tapete.chance import seeded
from tapete.games.poker import hands
from tapete.games.registry import GAMES

FOLDERS = find_spec("tapete.core.round") is not None
"""Whether core has folders, as it has had since it was divided into round, table and book."""


def _named(name: str, now: str, before: str) -> Any:
    return getattr(import_module(f"tapete.core.{now if FOLDERS else before}"), name)


Setup = _named("Setup", "round.game", "game")
Live = _named("Live", "round.live", "live")
Table = _named("Table", "table.table", "table")
Limits = _named("Limits", "round.bets", "bets")

STACK = 1_000
"""Chips before each player, where a game is played with them."""
Answerer = Callable[[Any], Any]
Rounds = list[list[Any]]
"""The answers of each round, in the order of its asks."""


def players(rules: Any) -> tuple[int, ...]:
    return tuple(range(1, 1 + max(2, rules.players_min)))


class Bare:
    """The generator and its driver alone: nothing written down, everybody always with chips."""

    def __init__(self, game: Any, rounds: int) -> None:
        rules = game.rules_of()
        seats = players(rules)
        chips = dict.fromkeys(seats, STACK) if game.on_stacks else {}
        if FOLDERS:
            self.setup = Setup(rules=rules, terms=game.terms(), seats=seats, chips=chips)
        else:
            self.setup = Setup(rules=rules, limits=Limits(), seats=seats, stacks=chips)
        self.game, self.state = game, game.opening(rules)

    def play(self, answerer: Answerer) -> None:
        due = self._due()
        if due is not None:
            self.state = Live(due).run(answerer)
        self.state = Live(self.game.play(self.setup, self.state)).run(answerer)

    def _due(self) -> Any:
        if not FOLDERS:
            return self.game.prepare(self.setup, self.state)
        act = self.game.due(self.setup, self.state)
        return None if act is None else act.carry_out(self.setup, self.state)


class Kept:
    """A table, from the shuffle to the text of each record."""

    def __init__(self, game: Any, rounds: int) -> None:
        many = rounds if game.on_stacks else 1  # who has lost all his chips plays no more
        self.tables = [self._table(game) for _ in range(many)]

    def _table(self, game: Any) -> Any:
        seats = players(game.rules_of())
        table = Table(game, seats=() if game.on_stacks else seats)
        if game.on_stacks:
            for seat in seats:
                table.sit(seat, f"player-{seat}", chips=STACK)
        table.open = True
        return table

    def play(self, answerer: Answerer) -> None:
        table = self.tables.pop() if len(self.tables) > 1 else self.tables[0]
        table.play(answerer).text()


LANES: dict[str, Any] = {"bare": Bare, "kept": Kept}


def tape(game: Any, lane: str, rounds: int, seed: int) -> Rounds:
    """Rounds played at random, their answers written as in a record."""
    pick, made = seeded(seed), LANES[lane](game, rounds)
    written: Rounds = []

    def answer(ask: Any) -> Any:
        given = ask.some(pick)
        written[-1].append(ask.write(given) if hasattr(ask, "write") else _plain(given))
        return given

    for _ in range(rounds):
        written.append([])
        made.play(answer)
    return written


def _plain(given: Any) -> Any:
    return json.loads(msgspec.json.encode(given, enc_hook=str))


class Played:
    """Rounds of a tape, its answers read once; each turn plays them again from the beginning."""

    def __init__(self, game: Any, lane: str, written: Rounds) -> None:
        self.game, self.lane, self.rounds = game, lane, len(written)
        self.answers: Rounds = []
        made = LANES[lane](game, self.rounds)
        for answers in written:
            self.answers.append([])
            made.play(self._reader(iter(answers)))

    def _reader(self, said: Any) -> Answerer:
        def answer(ask: Any) -> Any:
            one = next(said)
            read = ask.read(one) if hasattr(ask, "read") else msgspec.convert(one, ask.answer_type)
            self.answers[-1].append(read)
            return read

        return answer

    def turn(self) -> float:
        """Seconds of processor for all the rounds once."""
        for kept in _kept_hands():  # no hand of cards is known from the turn before
            kept.cache_clear()
        made = LANES[self.lane](self.game, self.rounds)
        said = [iter(answers) for answers in self.answers]
        began = process_time()
        for answers in said:
            made.play(lambda ask, answers=answers: next(answers))
        return process_time() - began


def _kept_hands() -> list[Any]:
    return [value for value in vars(hands).values() if hasattr(value, "cache_clear")]


def main() -> None:
    played: Played | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        match asked["do"]:
            case "tape":
                game = GAMES[asked["game"]]
                answer: Any = tape(game, asked["lane"], asked["rounds"], asked["seed"])
            case "read":
                played = Played(GAMES[asked["game"]], asked["lane"], asked["tape"])
                answer = played.rounds
            case "turn":
                assert played is not None
                answer = played.turn()
            case _:
                answer = sorted(GAMES)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
