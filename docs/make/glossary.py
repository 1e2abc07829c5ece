"""docs/glossary.md: the words of the trade in Spanish and English, from the texts of the screen."""

from __future__ import annotations

from docs.make.games import title
from docs.make.markdown import rule, table

from tapete.core.book.clause import register
from tapete.core.book.rulebook import editions, rulebook
from tapete.telling.texts import texts

FAMILIES = {
    "bet": "Bets",
    "held": "Where a bet is held",
    "mark": "Marks on a bet",
    "move": "Moves",
    "announced": "Announcements",
    "question": "Questions to a person in charge",
    "symbol": "Symbols",
    "cause": "Causes of a void throw or round",
    "why": "Why chips come back",
    "role": "Roles",
    "marker": "Markers",
    "colour": "Colours of chips",
}
CHAPTER = "CAT-I.1-"


def page() -> str:
    parts = [
        "# Glossary",
        "The words of the trade in Spanish and English. Ids are the regulation's own words: "
        "the same in rulebooks, scenarios, records and on the screen. Made from the texts of "
        "the screen (`src/tapete/locale/`) and the clauses: change it there.",
        _games(),
    ]
    parts += [said for family, heading in FAMILIES.items() if (said := _family(family, heading))]
    rows = [[id, rule(id, "es"), rule(id, "en")] for id in register() if id.startswith(CHAPTER)]
    parts += ["## Definitions of the Catalogue", table(["clause", "español", "English"], rows)]
    return "\n\n".join(parts) + "\n"


def _games() -> str:
    games = dict.fromkeys(game for name in editions() for game in rulebook(name).games())
    rows = [[f"`{game}`", title(game, "es"), title(game, "en")] for game in sorted(games)]
    return "## Games\n\n" + table(["id", "español", "English"], rows)


def _family(family: str, heading: str) -> str:
    es, en = texts("es"), texts("en")
    keys = [key for key in sorted(es) if key.startswith(f"{family}.") and not key.endswith(".on")]
    rows = [[f"`{key.removeprefix(family + '.')}`", es[key], en[key]] for key in keys]
    return f"## {heading}\n\n" + table(["id", "español", "English"], rows) if rows else ""
