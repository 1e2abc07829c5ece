"""A table: it seats people and runs rounds one after another with any answerer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tapete.core.ask import Ask
from tapete.core.bets import Limits
from tapete.core.event import Announced, BetPlaced, Event, net
from tapete.core.game import Game, Setup, TableState
from tapete.core.live import Live
from tapete.core.record import Header, Record, header_of, record_of
from tapete.core.refused import Refused
from tapete.core.rulebook import GameRules

JEFE = "jefe-de-mesa"
CROUPIER = "croupier"

Answerer = Callable[[Ask[Any]], Any]


class Table:
    """One table of a game, from its opening to its closing.

    The round in course is `live`; what stays on the felt between rounds is `state`.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        edition: str = "scj-2023",
        changes: dict[str, str] | None = None,
        limits: Limits | None = None,
        seats: Iterable[int] = (),
        name: str = "",
        version: str = "",
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.changes = dict(changes or {})
        self.rules: GameRules = game.rules_of(edition, self.changes)
        self.limits = limits or Limits()
        self.name, self.version = name, version
        self.extra = dict(extra or {})
        self.players: dict[int, str] = {seat: f"seat-{seat}" for seat in seats}
        self.state: TableState = game.opening(self.rules)
        self.open = False
        self.throws_left: int | None = None
        self.rounds = 0
        self.idle: Counter[int] = Counter()
        self.log: list[Event] = []
        self.live: Live[TableState] | None = None
        self._header: Header | None = None

    # Opening and closing

    def open_play(self, staff: Iterable[str]) -> None:
        """Open the table: enough croupiers and a jefe de mesa must be there."""
        present = Counter(staff)
        if present[CROUPIER] < self.rules.croupiers_min:
            raise Refused(
                self.rules.by("croupiers_min"), "croupiers-missing",
                present=present[CROUPIER], needed=self.rules.croupiers_min,
            )  # fmt: skip
        if not present[JEFE]:
            raise Refused(self.rules.by("croupiers_min"), "jefe-de-mesa-missing")
        self.open = True
        self._tell(Announced(what="mesa-abierta", clause="CAT-I.3.2-10"))

    def announce_last(self) -> None:
        """Announce the last throws or the last game; the table closes after them."""
        if self.throws_left is None:
            self.throws_left = self.rules.last_games
            clause = self.rules.by("last_games")
            facts = {"left": self.throws_left}
            self._tell(Announced(what="ultimas-tiradas", facts=facts, clause=clause))

    # People

    def sit(self, seat: int, player: str) -> None:
        """A player takes a free seat."""
        if seat in self.players:
            raise Refused("CAT-I.3.2-12", "seat-taken", seat=seat)
        if self.rules.players_max is not None and len(self.players) >= self.rules.players_max:
            raise Refused(
                self.rules.by("players_max"), "table-full", maximum=self.rules.players_max
            )
        self.players[seat] = player

    def leave(self, seat: int) -> list[Event]:
        """A player goes; what stands for him on the felt ends as the game says."""
        if seat not in self.players:
            raise Refused("CAT-I.3.2-12", "not-seated", seat=seat)
        if self.live is not None:
            raise Refused("CAT-I.5.1-02", "round-in-course", seat=seat)
        self.state, told = self.game.leave(self.setup(), self.state, seat)
        del self.players[seat]
        self.idle.pop(seat, None)
        self._tell(*told)
        return told

    # Rounds

    def setup(self) -> Setup[Any]:
        """What the next round is given."""
        return Setup(
            rules=self.rules,
            limits=self.limits,
            seats=tuple(sorted(self.players)),
            throws_left=self.throws_left,
            extra=self.extra,
        )

    def begin(self) -> Live[TableState]:
        """Begin a round; it stays in `live` until it is finished."""
        if self.live is not None:
            raise Refused("CAT-I.1-13", "round-in-course")
        if not self.open:
            raise Refused("CAT-I.3.2-10", "table-closed")
        if len(self.players) < self.rules.players_min:
            raise Refused(
                self.rules.by("players_min"), "players-missing",
                present=len(self.players), needed=self.rules.players_min,
            )  # fmt: skip
        setup = self.setup()
        self.game.ready(setup, self.state)
        self._header = header_of(
            self.game, setup, self.state, version=self.version, changes=self.changes,
            table=self.name, number=self.rounds + 1,
        )  # fmt: skip
        self.live = Live(self.game.play(setup, self.state))
        return self.live

    def finish(self) -> Record:
        """Take the ended round off the table and give its acta."""
        assert self.live is not None and self._header is not None
        record = record_of(self._header, self.live)
        self.state = self.live.result
        self.rounds += 1
        if self.throws_left is not None:
            self.throws_left = max(self.throws_left - 1, 0)
            self.open = not self.game.ended(self.setup(), self.state)
        self._count_idle(self.live.events)
        self.live = None
        return record

    def play(self, answerer: Answerer) -> Record:
        """One whole round with one answerer."""
        self.begin().run(answerer)
        return self.finish()

    def act(self, name: str, **facts: Any) -> list[Event]:
        """Something the game lets happen between rounds: a colour bought, dice changed."""
        if self.live is not None:
            raise Refused("CAT-I.1-13", "round-in-course")
        if name not in self.game.acts:
            raise Refused("CAT-I.3.2-09", "no-such-act", act=name)
        self.state, told = self.game.acts[name](self.setup(), self.state, **facts)
        self._tell(*told)
        return told

    def net_of(self, record: Record) -> dict[int, int]:
        """What each seat won or lost in a round, chips on the felt included."""
        seats = {int(a[5:]) for e in record.events for a, _ in e.postings() if a[:5] == "seat:"}
        return {seat: net(record.events, seat) for seat in sorted(seats)}

    def _count_idle(self, events: Iterable[Event]) -> None:
        bettors = {event.seat for event in events if isinstance(event, BetPlaced)}
        bettors |= {stake.seat for stake in self.state.standing()}
        for seat in self.players:
            self.idle[seat] = 0 if seat in bettors else self.idle[seat] + 1

    def _tell(self, *events: Event) -> None:
        self.log.extend(events)
