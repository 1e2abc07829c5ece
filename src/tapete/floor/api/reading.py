"""What anybody may read: a clause in his language, and the sign beside a table."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from tapete.core.clause import UnknownClause, clause, source_text, text
from tapete.core.refused import Refused
from tapete.core.signs import Sign
from tapete.floor.api.guard import House, anyone
from tapete.floor.api.language import lang_of
from tapete.floor.api.papers import ClauseOut


class Reading(Controller):
    """Rules and signs."""

    path = "/api"
    tags = ("reading",)
    guards = (anyone,)

    @get("/clauses/{id:str}", sync_to_thread=False)
    def clause(
        self, id: FromPath[str], request: Request[Any, Any, Any],
        lang: FromQuery[str | None] = None,
    ) -> ClauseOut:  # fmt: skip
        """A rule in the reader's language (``?lang=es`` or ``en``), and the lines it stands in."""
        try:
            found = clause(id)
        except UnknownClause as error:
            near = " ".join(error.nearest)
            raise Refused("CAT-I.3.2-08", "no-such-clause", id=id[:40], nearest=near) from None
        said = lang_of(request)
        document = found.document
        return ClauseOut(
            id=found.id, lang=said, rule=text(found, said), document=document.title,
            edition=document.edition, section=found.section, lines=found.lines,
            games=found.games, source=source_text(found),
        )  # fmt: skip

    @get("/tables/{table:str}/sign")
    async def sign(self, table: FromPath[str], casino: House) -> Sign:
        """What must be displayed beside the table: limits, payments, conditions, warnings."""
        return casino.keeper(table).hosted.table.signs()
