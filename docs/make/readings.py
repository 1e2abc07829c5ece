"""docs/readings.md: where the documents err, contradict themselves or are silent, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs.make.markdown import rule, say

from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import Edition, GameBook, editions, rulebook

WHOLE = "the house, whatever the game"


def layers() -> Iterator[tuple[Edition, str, GameBook]]:
    """What each edition itself says of the house as a whole and of each game, nothing inherited."""
    for name in sorted(editions(), key=lambda name: (name != "scj-2023", name)):
        edition = rulebook(name).chain[0]
        if edition.reading:
            yield edition, WHOLE, GameBook(name=WHOLE, clause="", reading=edition.reading)
        for game, book in sorted(edition.game.items()):
            yield edition, game, book


def entries(book: GameBook, lang: str = "en") -> Iterator[str]:
    """Errata, readings and options of a rulebook, with the clauses on both sides, in Markdown.

    What was read and why stands in English in the rulebook; labels and clauses in ``lang``.
    """
    for erratum in book.erratum:
        said = f"{erratum.clause}. {say('reading.printed', lang)}: “{erratum.printed}”. "
        said += f"{say('reading.read', lang)}: {erratum.read}"
        yield _entry("erratum", said, erratum.why, [erratum.clause], lang)
    for reading in book.reading:
        yield _entry("reading", reading.read, reading.why, reading.clauses, lang)
    for option in book.option:
        others = ", ".join(f"`{value}`" for value in option.values[1:])
        said = f"`{option.id}` = `{option.values[0]}`; {say('reading.or', lang)} {others}"
        yield _entry("option", said, option.why, option.clauses, lang)


def _entry(kind: str, said: str, why: str, clauses: Iterable[ClauseId], lang: str) -> str:
    head = f"**{say(f'reading.{kind}', lang)}**: {said.rstrip('.')}."
    head += f" {say('reading.why', lang)}: {why.rstrip('.')}."
    return "\n".join([head, *(f"  - {id}: {rule(id, lang)}" for id in clauses)])


def page() -> str:
    parts = [
        "# Readings",
        "The documents err in places, contradict themselves in others, and leave more open. "
        "Whatever Tapete had to decide stands here with the clauses on both sides; nothing is "
        "decided silently. An *erratum* is a slip of the document. A *reading* settles a "
        "contradiction or a gap. An *option* offers both tenable readings by name: "
        "the first one holds unless another is chosen.",
        "This page is made from `src/tapete/rulebooks/`: change it there.",
    ]
    last = ""
    for edition, game, book in layers():
        said = list(entries(book))
        if not said:
            continue
        if edition.edition != last:
            parts.append(f"## {edition.edition}\n\n{edition.title}")
            last = edition.edition
        parts.append(f"### {game}")
        parts.append("\n".join(f"- {entry}" for entry in said))
    return "\n\n".join(parts) + "\n"
