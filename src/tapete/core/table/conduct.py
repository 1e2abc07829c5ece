"""Conduct and disagreements: caution, then exclusion; croupier, chief, then the recorded play."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from tapete.core.book.clause import Clause, ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, JEFE, JUGADOR
from tapete.core.book.subjects import player_duties
from tapete.core.round.event import Event, Moment, Ruled
from tapete.core.round.game import Game
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.core.round.replay import replay
from tapete.core.table.desk import Desk

CAUTION: ClauseId = "CAT-I.5.3-01"
EXCLUSION: ClauseId = "CAT-I.5.3-02"
CONSULT: ClauseId = "CAT-I.6-02"
RECORDED: ClauseId = "CAT-I.6-03"


class Cautioned(Event, frozen=True, kw_only=True):
    """A player's attention is called to the clause he broke."""

    kind: ClassVar[str] = "cautioned"
    player: str
    breach: ClauseId
    by: str


class Excluded(Event, frozen=True, kw_only=True):
    """A player is kept out from the next round on; without ``until``, for good."""

    kind: ClassVar[str] = "excluded"
    player: str
    breach: ClauseId
    by: str
    until: float | None = None


class Disputed(Event, frozen=True, kw_only=True):
    """Somebody disagrees about a round; ``table`` and ``round`` name its record."""

    kind: ClassVar[str] = "disputed"
    dispute: int
    seat: int
    table: str
    round: int
    about: str


class Conduct:
    """The conduct of players: who has been cautioned, who is kept out until when, and who is
    ``going``: he frees his places before the next round, or as soon as there is none."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.cautions: dict[str, list[ClauseId]] = {}
        self.excluded: dict[str, Moment | None] = {}
        self.going: set[str] = set()

    def caution(self, player: str, breach: ClauseId, *, by: str = CROUPIER) -> None:
        """Call a player's attention to the duty or prohibition he broke."""
        self.desk.check("caution", by)
        self._check_breach(breach)
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
        self._check_breach(breach)
        if breach not in self.cautions.get(player, ()) and not self.at_once:
            raise Refused(CAUTION, "caution-first", player=player, breach=breach)
        self.excluded[player] = until
        self.going.add(player)
        self.desk.tell(
            Excluded(player=player, breach=breach, by=by, until=until, clause=self.clause)
        )

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

    def breaches(self) -> tuple[Clause, ...]:
        """The duties a player can break at this table: his own, of this game and its edition."""
        return player_duties(self.desk.rules.game, self.desk.rules.edition)

    def _check_breach(self, breach: ClauseId) -> None:
        if breach not in {duty.id for duty in self.breaches()}:
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
        head = record.header
        if head.act is not None or (head.table, head.number) != (self.desk.table, dispute.round):
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
