"""A tournament driven by hand: commands with what chance drew for them."""

from __future__ import annotations

import random
import re
from datetime import date
from importlib.resources import files
from typing import Any

from tapete.core.book.aggregate import Journal
from tapete.core.round.cards import DECK
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import entries, play
from tapete.systems.tournament.life.tournament import TOURNAMENT
from tapete.systems.tournament.seats import next_slips

BASES = (files("tapete") / "bases" / "ejemplo.toml").read_text("utf-8")


def changed(text: str = BASES, **rows: str) -> str:
    """Bases with other rows; a row that was not there comes first."""
    for name, value in rows.items():
        row = re.compile(rf"^{name} = (\[\n.*?^\]|[^\n]*)$", re.MULTILINE | re.DOTALL)
        text, found = row.subn(f"{name} = {value}", text, count=1)
        text = text if found else f"{name} = {value}\n{text}"
    return text


class Field:
    """A tournament and its draws."""

    def __init__(self, seed: int = 1, text: str = BASES) -> None:
        self.journal: Journal[Any, Any, Any] = Journal(TOURNAMENT, "t")
        self.draws = random.Random(seed)
        self.journal.do(do.Draft(text=text))

    @property
    def now(self) -> Any:
        return self.journal.state

    def do(self, command: do.AnyCommand) -> Any:
        return self.journal.do(command)

    def announced(self) -> None:
        self.do(do.Notify(day=date(2026, 4, 20)))
        self.do(do.Announce(day=date(2026, 4, 21)))
        self.do(do.OpenRegistration())

    def seated(self, players: int) -> None:
        self.announced()
        names = [f"p{n}" for n in range(players)]
        for name in names:
            self.do(do.Enter(player=name))
        self.do(do.OpenDoors())
        for name in names:
            self.do(do.Accredit(player=name, slip=self.slip()))

    def playing(self, players: int, at: float = 0.0) -> None:
        self.seated(players)
        self.do(do.Start(cards=self.cards(self.now.tables[1].seats), at=at))

    def slip(self) -> str:
        return str(self.draws.choice(entries.open_slips(self.now)))

    def cards(self, seats: Any) -> dict[int, Any]:
        return dict(zip(seats, self.draws.sample(DECK, len(seats)), strict=True))

    def redraw(self, tables: Any) -> tuple[dict[str, str], dict[int, Any]]:
        filled: dict[int, list[int]] = {number: [] for number in sorted(tables)}
        most = self.now.rules.final if len(filled) == 1 else self.now.rules.asientos
        slips = {}
        for player in self.now.live:
            place = self.draws.choice(next_slips(filled, most))
            filled[place.table].append(place.seat)
            slips[player] = str(place)
        return slips, self.cards(filled[min(filled)])

    def knock_out(self) -> str:
        """Somebody of a random table goes out; tables are kept level and break."""
        number = self.draws.choice([n for n, t in self.now.tables.items() if len(t.seats) > 1])
        loser, winner = self.draws.sample(list(self.now.tables[number].seats.values()), 2)
        self.do(do.Eliminate(player=loser, winner=winner))
        self.arrange()
        return str(loser)

    def to_the_end(self) -> None:
        """One after another goes out until somebody has won."""
        while self.now.stage == "en-juego":
            self.knock_out()

    def arrange(self) -> None:
        """What is proposed of tables and seats is done."""
        if self.now.stage != "en-juego":
            return
        found = play.breaks(self.now)
        if found.redraw:
            slips, cards = self.redraw(found.sizes)
            self.do(do.Redraw(slips=slips, cards=cards))
        elif found.table:
            free = [
                f"{number}-{seat}"
                for number, count in found.share.items()
                for seat in self.draws.sample(
                    [s for s in range(1, 10) if s not in self.now.tables[number].seats], count
                )
            ]
            self.draws.shuffle(free)
            cards = self.cards(self.now.tables[found.table].seats)
            self.do(do.BreakTable(cards=cards, slips=tuple(free)))
        while (level := play.levelling(self.now)) and level.moves:
            move = level.moves[0]
            player = self.now.tables[move.start.table].seats[move.start.seat]
            self.do(do.MovePlayer(player=player, to=str(move.end)))
