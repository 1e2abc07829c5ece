"""Who plays along at an electronic table: who is ready for the bets to be closed, who lets his
turns go by, and who goes when the round is over.

The closing words are spoken all the same (CAT-I.3.2-07); that they are spoken as soon as everybody
who bet is ready is a setting of the house (`tapete.floor.kernel.clocks.Clocks`). Whoever is not
present does not play (CAT-I.5.1-02): he is not waited for, and his place becomes free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Closed, Place, Remove
from tapete.core.round.event import Announced, Moment
from tapete.core.table.table import Table
from tapete.floor.kernel.unit import Envelope
from tapete.floor.people.person import is_bot
from tapete.floor.table.commands import SYSTEM, Answer, AnyCommand, Bet, GiveNumber, OpenNumber

CLOSING = "CAT-I.3.2-07"
PRESENT = "CAT-I.5.1-02"
LEAVES = "se-retira"
AWAY = 2
"""After so many turns in a row that his time answered for him, a player is away."""
KEPT = 15 * 60.0
"""So long the place of a player is kept who said that he must go away (CAT-III.3.6.2-05)."""
BY_ITSELF = (GiveNumber, OpenNumber)
"""What a player's client does by itself: it does not say that he is there."""
AGAIN = 1.0
"""Seconds after which it is looked again whether somebody who is gone may be let go."""
GONE = 4
"""After so many his place becomes free."""


class Company:
    """The presence of players at a table: who is away, ready, leaving, and since when."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.missed: dict[int, int] = {}
        self.seen: dict[int, Moment] = {}
        self.leaving: set[int] = set()
        self.invited = 0
        """So many bots of the house are wanted here."""
        self._ready: set[int] = set()
        self._window: object = None

    # What is asked of it

    def make_ready(self, seat: int) -> None:
        """A player has bet all he wants to. A later bet of his takes it back. Whose bets cannot
        stand as they lie, a side bet without the bet it goes with, is told so and keeps them."""
        bets = self.table.open_bets
        if bets is None:
            raise Refused(CLOSING, "bets-not-open", seat=seat)
        if seat not in self._betting():
            raise Refused(CLOSING, "bet-first", seat=seat)
        problem = self.lacking().get(seat)
        if problem is not None:
            raise problem.refuse()
        if seat not in self.ready:
            self._ready.add(seat)
            self._tell("listo", CLOSING, seat)

    def invite(self, seat: int, bots: int, most: int) -> None:
        """A guest asks for so many bots of the house, or sends them away with none."""
        if not 0 <= bots <= most:
            raise Refused(PRESENT, "no-company", maximum_n=most)
        self.invited = bots
        what = "pide-compania" if bots else "despide-compania"
        self.table.desk.tell(Announced(what=what, facts={"seat": seat, "n": bots}, clause=PRESENT))

    def leave_after(self, seat: int) -> bool:
        """Note that a player goes when the round in course is over; False: he can go now."""
        if self.table.live is None:
            return False
        if seat not in self.leaving:
            self.leaving.add(seat)
            self._tell("se-levanta-al-terminar", PRESENT, seat)
        return True

    def note(self, sent: Envelope[AnyCommand]) -> None:
        """Notice what a command says of who is there."""
        command, players = sent.command, self.table.players
        if isinstance(command, Answer) and sent.role == SYSTEM and command.seat is not None:
            self.missed[command.seat] = self.missed.get(command.seat, 0) + 1
            if self.missed[command.seat] == AWAY:
                self._tell("ausente", PRESENT, command.seat)
        here = () if isinstance(command, BY_ITSELF) else players.items()
        for seat in [seat for seat, who in here if who == sent.person]:
            self.seen[seat] = sent.at
            if self.missed.pop(seat, 0) >= AWAY:
                self._tell("de-vuelta", PRESENT, seat)
        if isinstance(command, Bet) and isinstance(command.action, Place | Remove):
            self._ready.discard(command.action.seat)
        for kept in (self.missed, self.seen):
            for seat in kept.keys() - players.keys():
                del kept[seat]
        self.leaving &= players.keys()
        if not any(not is_bot(who) for who in players.values()):
            self.invited = 0  # nobody is left whose company they were

    # What there is

    @property
    def ready(self) -> frozenset[int]:
        """The seats that are ready in the betting in course."""
        if self.table.open_bets is not self._window:
            self._window = self.table.open_bets
            self._ready.clear()
        return frozenset(self._ready)

    def lacking(self) -> dict[int, Closed]:
        """The seats whose bets cannot stand as they lie, whatever the others have, each with why.
        Until they can, nobody there can be ready."""
        bets, found = self.table.open_bets, dict[int, Closed]()
        felt = {} if bets is None else bets.felt
        while bets is not None and (problem := bets.cloth.settled(felt)) is not None:
            seat = problem.facts.get("seat")
            if not isinstance(seat, int) or seat in found:
                break
            found[seat] = problem
            felt = {(owner, bet): n for (owner, bet), n in felt.items() if owner != seat}
        return found

    @property
    def everybody_ready(self) -> bool:
        """Whether somebody is ready for the bets to be closed, and so are all who have bet since
        they were opened. Whose bets only stand from before is not waited for."""
        bets = self.table.open_bets
        moved = () if bets is None else bets.actions
        acting = {one.seat for one in moved if isinstance(one, Place | Remove)}
        return bool(self.ready) and acting & self._betting() <= self.ready

    @property
    def away(self) -> frozenset[int]:
        """The seats whose players let their turns go by."""
        return frozenset(seat for seat, turns in self.missed.items() if turns >= AWAY)

    def going(self, now: Moment, idle: float) -> tuple[int, ...]:
        """The seats to free between rounds: players who asked to leave, who are gone, or who have
        done nothing for so many seconds."""
        gone = {seat for seat, turns in self.missed.items() if turns >= GONE}
        still = {seat for seat, at in self.seen.items() if now - at > self._patience(seat, idle)}
        wanted = (self.leaving | gone | still) & self.table.players.keys()
        return tuple(seat for seat in sorted(wanted) if self._may_leave(seat, now))

    def _patience(self, seat: int, idle: float) -> float:
        """For how long somebody who does nothing keeps his place."""
        return max(idle, KEPT) if seat in self.table.state.excused() else idle

    def _may_leave(self, seat: int, now: Moment) -> bool:
        """Whether the game lets him go now: a banker, say, may have to stay."""
        table = self.table
        try:
            table.game.may_leave(table.setup(), table.state, seat, LEAVES, now)
        except Refused:
            return False
        return True

    def until_idle(self, idle: float, now: Moment) -> tuple[Moment, ...]:
        """When somebody who does nothing from now on will have done nothing for too long; for whom
        that is so but who may not go, when it is looked again."""
        return tuple(
            max(at + self._patience(seat, idle) + 1e-3, now + AGAIN)
            for seat, at in self.seen.items()
        )

    def missing(self) -> int:
        """How many players are missing for a round to begin."""
        there = self.table.players.keys() - set(self.table.state.excused())
        return max(0, self.table.rules.players_min - len(there))

    # Putting it down and taking it up again

    def memory(self) -> dict[str, Any]:
        return {
            "missed": self.missed,
            "seen": self.seen,
            "leaving": sorted(self.leaving),
            "invited": self.invited,
        }

    def remember(
        self, missed: Mapping[int, int], seen: Mapping[int, Moment], leaving: Iterable[int],
        invited: int,
    ) -> None:  # fmt: skip
        self.missed, self.seen, self.leaving = dict(missed), dict(seen), set(leaving)
        self.invited = invited

    def _betting(self) -> set[int]:
        bets = self.table.open_bets
        return set() if bets is None else {seat for seat, _ in bets.felt}

    def _tell(self, what: str, clause: str, seat: int) -> None:
        self.table.desk.tell(Announced(what=what, facts={"seat": seat}, clause=clause))
