"""A tournament as the floor keeps it: its journal, and the money and chips that move with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.core.book.account import PLAY
from tapete.core.book.aggregate import Journal, Snapshot
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR
from tapete.core.round.event import Event, Moment
from tapete.core.round.felt import PUBLIC
from tapete.core.round.record import line_of_event
from tapete.floor.kernel.draws import Draws
from tapete.floor.kernel.due import Do, Due, Idle, Until
from tapete.floor.kernel.unit import Envelope, Mark, OtherVersion, Outcome, Surroundings
from tapete.floor.money.accounts import LedgerAccount, ledger_account
from tapete.floor.money.ledger import Transfer
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.torneo.draws import with_draws
from tapete.floor.units.torneo.money import Money
from tapete.floor.units.torneo.rules import check_sender
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.view import TorneoView, view_of
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.play import is_early
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.life.tournament import tournament_with

VERSION = 1
COMPANY: ClauseId = "COL-3.5.1-01"
START = Mark("", 1)
LocalTime = Callable[[Moment], datetime]


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament, written down."""

    version: int
    number: int
    digest: str
    state: msgspec.Raw
    held: dict[str, int]


class Torneo:
    """A tournament in memory."""

    def __init__(
        self, spec: TorneoSpec, around: Surroundings, holidays: Sequence[date], local: LocalTime
    ) -> None:
        self.spec, self.local = spec, local
        self.aggregate = tournament_with(holidays)
        self.journal = Journal(self.aggregate, spec.id)
        self.draws = Draws(around.chance)
        self.money = Money(spec)
        self.leaving: set[str] = set()
        """Who may not play any more and goes when his hand is over."""

    @property
    def now(self) -> Tournament:
        """The tournament as it stands."""
        return self.journal.state

    def apply(self, sent: Envelope[Any], *, again: bool = False) -> Outcome:
        command, draws = self._drawn(sent, self.now, again=again)
        events = self.journal.do(command)
        self.journal.entries.clear()
        if not events:
            raise Refused("COL-2-03", "nothing-changes", command=do.tag_of(command))
        return Outcome(
            envelope=replace(sent, draws=draws), events=tuple(events),
            lines=tuple(map(line_of_event, events)), round=self.now.number,
        )  # fmt: skip

    def _drawn(
        self, sent: Envelope[Any], now: Tournament, *, again: bool
    ) -> tuple[Any, tuple[Any, ...]]:
        """The command with its moment and what chance says to it, and what was drawn."""
        self.draws.begin(sent.draws if again or sent.draws else None)
        command = replace(_in_order(sent.command), at=sent.at, by=sent.person)
        if isinstance(command, do.Withdraw | do.Postpone | do.Start):
            command = replace(command, local=self.local(sent.at))
        command = with_draws(now, command, self.draws)
        return command, self.draws.given

    def foresee(
        self, sent: Envelope[Any], now: Tournament | None = None
    ) -> tuple[Envelope[Any], Tournament]:
        """A command with all that is drawn for it, and what the tournament will be after it; it is
        not carried out yet. ``now``: what it will be once others before it are."""
        now = self.now if now is None else now
        command, draws = self._drawn(sent, now, again=False)
        after = self.aggregate.fold(self.aggregate.decide(now, command), now)
        return replace(sent, draws=draws), after

    def transfers(self, step: int, events: Sequence[Event]) -> list[Transfer]:
        return self.money.transfers(step, events)

    def held(self) -> Mapping[LedgerAccount, int]:
        return dict(self.money.held)

    # Putting it down and taking it up again

    def memory(self) -> bytes:
        since = self.journal.snapshot()
        return msgspec.json.encode(Memory(
            version=VERSION, number=since.number, digest=since.digest,
            state=msgspec.Raw(self.aggregate.freeze(since.state)),
            held={account.text: amount for account, amount in self.money.held.items()},
        ))  # fmt: skip

    def remember(self, memory: bytes) -> None:
        kept = msgspec.json.decode(memory, type=Memory)
        if kept.version != VERSION:
            raise OtherVersion
        state = self.aggregate.thaw(bytes(kept.state))
        self.journal.resume(Snapshot(kept.number, kept.digest, state))
        self.money.held.clear()
        self.money.held.update({ledger_account(text): n for text, n in kept.held.items()})

    # The clock

    def due(self, now: Moment) -> Due:
        over = self.deadline(now)
        if over is None:
            return Idle()
        return Do(do.Tick(), SYSTEM) if over <= now else Until(over)

    def deadline(self, now: Moment) -> Moment | None:
        """When the level or the break is over."""
        clock = self.now.clock
        if self.now.stage != "en-juego" or not clock.running:
            return None
        return clock.since + clock.left

    def early(self, now: Moment) -> float:
        """Seconds until the hour of its bases, before which it does not begin; 0: it may. The
        clocks may be changed between now and then."""
        if self.now.bases is None or not is_early(self.now, self.local(now)):
            return 0.0
        start = self.now.rules.inicio
        seconds = (start - self.local(now)).total_seconds()
        return seconds + (start - self.local(now + seconds)).total_seconds()

    def wake(self, now: Moment) -> None:
        """A tournament is played on whoever keeps it: its clock does not stop."""

    # Who and what

    def check(self, command: Any, person: str, role: str, *, on_duty: bool) -> None:
        check_sender(command, person, role)
        if isinstance(command, do.Invite):
            mine = person in self.now.book.stacks or role != JUGADOR
            if self.spec.unit != PLAY or not mine:
                raise Refused(COMPANY, "no-company", maximum_n=0)

    def present(self) -> Mapping[str, int]:
        return {}

    def view(
        self, viewer: str = PUBLIC, at: Mark = START, *, names: Mapping[str, str] | None = None,
        until: float | None = None,
    ) -> TorneoView:  # fmt: skip
        return view_of(self.spec, self.now, viewer, at, until)


def expulsion(player: str) -> do.Expel:
    """Somebody who is kept out of the casino goes out of the tournament."""
    return do.Expel(player=player, reason="Impedido de ingresar al casino o de jugar en él.")


def _in_order(command: Any) -> Any:
    """A command with its keys in the order in which the log has them, so that it gives the same
    when it is read back."""
    fields = msgspec.structs.asdict(command).items()
    mixed = {name: value for name, value in fields if isinstance(value, dict)}
    return replace(command, **{
        name: dict(sorted(value.items(), key=lambda item: str(item[0])))
        for name, value in mixed.items()
    })  # fmt: skip
