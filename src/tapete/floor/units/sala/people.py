"""Who is in a hall: each at one place, and what is written down of those who misbehave."""

from __future__ import annotations

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event, SeatFreed, SeatTaken
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala import events as told
from tapete.systems.bingo.hall import ELECTRONIC, TRADITIONAL

POSITIONS: dict[str, ClauseId] = {
    TRADITIONAL: "CAT-V.2.2.2.3-01", ELECTRONIC: "CAT-V.3.2.2.3-01",
}  # fmt: skip
"""No more players than positions, or than terminals."""
ONE_TERMINAL: ClauseId = "CAT-V.3.2.2.3-02"
BREACHES: dict[str, tuple[ClauseId, ...]] = {
    TRADITIONAL: ("CAT-V.2.4-03", "CAT-V.2.5-01", "CAT-V.2.5-02", "CAT-V.2.5-03", "CAT-V.2.5-04"),
    ELECTRONIC: ("CAT-V.3.4-01",),
}
"""What a player must not do in a hall of each form, or must."""
TEXT_MAX = 500


class Places(dict[str, int]):
    """The place of each person in a hall with so many of them."""

    def __init__(self, game: str, positions: int) -> None:
        super().__init__()
        self.positions, self.clause, self.game = positions, POSITIONS[game], game

    def enter(self, command: do.Enter) -> list[Event]:
        """A player takes a place: the one he asks for, or the first that is free."""
        player = command.player
        if player in self:
            if self.game == ELECTRONIC:
                raise Refused(ONE_TERMINAL, "one-terminal", who=player)
            # Players are counted against positions: each has one.
            raise Refused(self.clause, "one-place", who=player)
        taken = set(self.values())
        free = next((n for n in range(1, self.positions + 1) if n not in taken), None)
        place = free if command.place is None else command.place
        if place is None:
            raise Refused(self.clause, "hall-full", positions=self.positions)
        if place in taken or not 1 <= place <= self.positions:
            raise Refused(self.clause, "place-not-free", place=place)
        self[player] = place
        return [SeatTaken(seat=place, player=player, clause=self.clause)]

    def exit(self, player: str) -> list[Event]:
        """A player goes."""
        place = self.of(player)
        del self[player]
        return [SeatFreed(seat=place, player=player, why="se-retira", clause="CAT-V.5-05")]

    def of(self, player: str) -> int:
        """The place of a player, or `Refused`: he is not here."""
        if player not in self:
            raise Refused(self.clause, "not-in-the-hall", who=player)
        return self[player]


def breach_noted(game: str, command: do.NoteBreach, by: str, folio: int) -> Event:
    """A player did what a clause forbids: it goes into the book, signed by whoever sends it."""
    if command.clause not in BREACHES[game]:
        raise Refused("CAT-V.5-03", "no-such-breach", rule=command.clause[:40])
    if len(command.text) > TEXT_MAX:
        raise Refused("CAT-V.5-01", "text-too-long", maximum=TEXT_MAX)
    return told.BreachNoted(
        who=command.player, by=by, folio=folio, text=command.text.strip(), clause=command.clause
    )
