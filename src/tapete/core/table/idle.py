"""Idle players: how long each has stayed out, and who asks for the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JUGADOR
from tapete.core.round.event import Announced, BetPlaced, CardDealt, at_seat
from tapete.core.round.record import Record
from tapete.core.table.desk import Desk
from tapete.core.table.seats import PLAYERS


class Idle(Counter[int]):
    """Rounds in a row each seat has stayed out of; ``complaints`` are the places asked for."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.complaints: set[int] = set()

    @property
    def clause(self) -> ClauseId:
        return self.desk.by("idle_rounds_max", PLAYERS)

    def claimable(self, seat: int) -> bool:
        """Whether the player has stayed out of more rounds in a row than his game allows."""
        most = self.desk.rules.idle_rounds_max
        return most is not None and seat in self.desk.players and self[seat] > most

    def complain(self, seat: int, *, by: str = JUGADOR) -> None:
        """A player or the croupier asks for the place of somebody who does not play."""
        self.desk.check("complain", by)
        if not self.claimable(seat):
            raise Refused(
                self.clause, "seat-not-claimable",
                seat=seat, idle=self[seat], maximum=self.desk.rules.idle_rounds_max,
            )  # fmt: skip
        self.complaints.add(seat)
        facts: dict[str, Fact] = {"seat": seat, "by": by}
        self.desk.tell(Announced(what="lugar-reclamado", facts=facts, clause=self.clause))

    def check_asked_for(self, seat: int) -> None:
        """Raise `Refused` unless somebody asked for the place and it may still be claimed."""
        if seat not in self.complaints or not self.claimable(seat):
            raise Refused(self.clause, "no-complaint", seat=seat)

    def left(self, seat: int) -> None:
        """The player has gone: whoever comes next starts anew."""
        self.pop(seat, None)
        self.complaints.discard(seat)

    def count(self, seats: Iterable[int], bettors: set[int]) -> None:
        """A round has ended in which these seats could bet and some did."""
        for seat in seats:
            self[seat] = 0 if seat in bettors else self[seat] + 1
        self.complaints -= bettors

    def count_round(self, record: Record, standing: set[int], *, away: Container[int]) -> None:
        """A round has ended: who bet in it, has a bet standing or was dealt cards has played; an
        absence by leave is not counted."""
        playing, dealt = set(standing), set()
        for event in record.events:
            if type(event) is BetPlaced:
                playing.add(event.seat)
            elif type(event) is CardDealt:
                dealt.add(event.to)
        seats = record.header.seats
        if dealt:
            playing |= {seat for seat in seats if at_seat(seat) in dealt}
        self.count((seat for seat in seats if seat not in away), playing)
