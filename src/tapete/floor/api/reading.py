"""What anybody may read: a clause in his language, and the sign beside a table."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from tapete.core.book.clause import UnknownClause, clause, source_text, text
from tapete.core.book.overruled import overruled
from tapete.core.book.refused import Refused
from tapete.core.table.signs import Sign
from tapete.floor.api.guard import House, anyone
from tapete.floor.api.language import lang_of
from tapete.floor.api.papers import ClauseOut
from tapete.telling.howto import HowTo, chosen, how_to


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
            overruled_by=overruled()[found.id].by if found.id in overruled() else (),
        )  # fmt: skip

    @get("/games/{game:str}/howto", sync_to_thread=False)
    def how_to(
        self, game: FromPath[str], request: Request[Any, Any, Any],
        lang: FromQuery[str | None] = None,
    ) -> HowTo:  # fmt: skip
        """How a game is played, in sentences of the regulation (``?lang=es`` or ``en``)."""
        if game not in chosen():
            raise NotFoundException(f"no game {game[:40]}")
        return how_to(game, lang_of(request))

    @get("/tables/{table:str}/sign")
    async def sign(self, table: FromPath[str], casino: House) -> Sign:
        """What must be displayed beside the table: limits, payments, conditions, warnings."""
        return await casino.keeper(table).read(lambda: casino.mesa(table).table.signs())
