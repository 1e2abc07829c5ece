"""The papers a table stands on: an edition in force, and what the operator must hold before a
game of it opens (licence, approved plan, homologated material, notice of the start)."""

from __future__ import annotations

import datetime
from typing import Literal, TypeAlias

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules, rulebook

IN_FORCE: ClauseId = "R196-RES-01"

Paper: TypeAlias = Literal["licence", "approval", "material", "notice"]


class Papers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """References of an operator's papers: the ``licence`` of the game, the ``approval`` of the
    betting plan, the homologation of the ``material``; and the day of which the authority had
    ``notice`` as the first of play."""

    licence: str = ""
    approval: str = ""
    material: str = ""
    notice: datetime.date | None = None


def check_papers(rules: GameRules, papers: Papers, day: datetime.date) -> None:
    """Raise `Refused` unless on that day a table of these rules may open on these papers."""
    begins = rulebook(rules.edition).in_force
    if begins is not None and day < begins:
        raise Refused(IN_FORCE, "not-in-force-yet", edition=rules.edition, begins=str(begins))
    for paper in rules.papers:
        if not getattr(papers, paper):
            raise Refused(rules.by("papers"), "paper-missing", game=rules.game, paper=paper)
    if "notice" in rules.papers and papers.notice is not None and day < papers.notice:
        raise Refused(
            rules.by("papers"), "start-not-reached", game=rules.game, begins=str(papers.notice)
        )
