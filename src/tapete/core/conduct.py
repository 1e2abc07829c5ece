"""Conduct and disagreements: caution, then exclusion; croupier, chief, then the recorded play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tapete.core.clause import ClauseId, register
from tapete.core.desk import Desk
from tapete.core.event import Cautioned, Disputed, Excluded, Moment, Ruled
from tapete.core.game import Game
from tapete.core.live import Live
from tapete.core.record import Record, replay
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIER, JEFE, JUGADOR

CAUTION: ClauseId = "CAT-I.5.3-01"
EXCLUSION: ClauseId = "CAT-I.5.3-02"
CONSULT: ClauseId = "CAT-I.6-02"
RECORDED: ClauseId = "CAT-I.6-03"
BREACHES = ("obligation", "prohibition")


class Conduct:
    """Who has been cautioned, who is kept out until when, and who goes before the next round.

    ``dismiss`` frees the places of a player who has to go at once, where the game says so.
    """

    def __init__(self, desk: Desk, dismiss: Callable[[str], None]) -> None:
        self.desk, self.dismiss = desk, dismiss
        self.cautions: dict[str, list[ClauseId]] = {}
        self.excluded: dict[str, Moment | None] = {}
        self.going: set[str] = set()

    def caution(self, player: str, breach: ClauseId, *, by: str = CROUPIER) -> None:
        """Call a player's attention to the duty or prohibition he broke."""
        self.desk.check("caution", by)
        _check_breach(breach)
        self.cautions.setdefault(player, []).append(breach)
        self.desk.tell(Cautioned(player=player, breach=breach, by=by, clause=CAUTION))

    def exclude(
        self, player: str, breach: ClauseId, *, until: Moment | None = None, by: str = JEFE
    ) -> None:
        """Keep a player out from the next round on; only one who was cautioned for the same
        breach before and repeats it.

        Where the game lets the chiefs exclude at once, no caution is needed: the player decides
        nothing more in the round in course, and his place is free as soon as there is none.
        """
        self.desk.check("exclude", by)
        _check_breach(breach)
        if breach not in self.cautions.get(player, ()) and not self.at_once:
            raise Refused(CAUTION, "caution-first", player=player, breach=breach)
        self.excluded[player] = until
        self.going.add(player)
        self.desk.tell(
            Excluded(player=player, breach=breach, by=by, until=until, clause=self.clause)
        )
        if self.at_once:
            self.dismiss(player)

    def see_out(self, player: str) -> None:
        """A player who may not be here any more frees his places: now, or when the round in course
        is over."""
        self.going.add(player)
        self.dismiss(player)

    @property
    def at_once(self) -> bool:
        return self.desk.rules.exclusion == "inmediata"

    @property
    def clause(self) -> ClauseId:
        return self.desk.by("exclusion", EXCLUSION)

    def check_still_playing(self, player: str) -> None:
        """Raise `Refused` if the player was sent away in the middle of a round."""
        if self.at_once and player in self.going:
            raise Refused(self.clause, "excluded", player=player, until=None)

    def check(self, player: str, now: Moment) -> None:
        """Raise `Refused` if the player is kept out at this moment."""
        if player in self.excluded:
            until = self.excluded[player]
            if until is None or now < until:
                said = None if until is None else str(until)
                raise Refused(self.clause, "excluded", player=player, until=said)


def _check_breach(breach: ClauseId) -> None:
    known = register().get(breach)
    if known is None or known.kind not in BREACHES:
        raise Refused(CAUTION, "no-such-duty", breach=breach)


class Dispute(msgspec.Struct, frozen=True, omit_defaults=True):
    """A disagreement about one round: its number names the record that would be replayed."""

    id: int
    seat: int
    round: int
    about: str
    ruling: str = ""
    reviewed: bool = False


class Disputes:
    """Disagreements at a table, step by step: consult a chief, then replay what was recorded."""

    def __init__(self, desk: Desk, game: Game[Any, Any]) -> None:
        self.desk, self.game = desk, game
        self.all: dict[int, Dispute] = {}

    def open(self, seat: int, round_: int, about: str, *, by: str = JUGADOR) -> int:
        """A player or the croupier disagrees about a round. Gives the number of the dispute."""
        self.desk.check("dispute", by)
        dispute = Dispute(len(self.all) + 1, seat, round_, about)
        self.all[dispute.id] = dispute
        self.desk.tell(
            Disputed(
                dispute=dispute.id, seat=seat, table=self.desk.table, round=round_, about=about,
                clause=CONSULT,
            )
        )  # fmt: skip
        return dispute.id

    def decide(self, id: int, ruling: str, *, by: str = JEFE) -> None:
        """A chief decides; after a review of the record he may decide again."""
        self.desk.check("decide", by)
        dispute = self._find(id)
        if dispute.ruling and not dispute.reviewed:
            raise Refused(RECORDED, "review-first", dispute=id)
        self.all[id] = msgspec.structs.replace(dispute, ruling=ruling)
        clause = RECORDED if dispute.reviewed else CONSULT
        self.desk.tell(Ruled(role=by, question=f"discrepancia:{id}", ruling=ruling, clause=clause))

    def review(self, id: int, record: Record, *, by: str = JEFE) -> Live[Any]:
        """The last step: play the record of that round again and look at it.

        `Divergence` tells the step at which the record does not hold.
        """
        self.desk.check("review", by)
        dispute = self._find(id)
        if not dispute.ruling:
            raise Refused(CONSULT, "consult-first", dispute=id)
        if (record.header.table, record.header.number) != (self.desk.table, dispute.round):
            raise Refused(
                RECORDED, "another-record", dispute=id,
                round=dispute.round, record=record.header.number,
            )  # fmt: skip
        played = replay(record, lambda _: self.game)
        self.all[id] = msgspec.structs.replace(dispute, reviewed=True)
        return played

    def _find(self, id: int) -> Dispute:
        if id not in self.all:
            raise Refused(CONSULT, "no-such-dispute", dispute=id)
        return self.all[id]
