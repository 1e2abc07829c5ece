"""docs/games/*.md and docs/en/games/*.md: one page a game, made from its rulebook and clauses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
from docs.make import edges
from docs.make.markdown import cited, clause_list, rule, say, table
from docs.make.readings import entries

from tapete.cli.odds import percent
from tapete.core.book.clause import Clause, ClauseId, register
from tapete.core.book.rulebook import Bet, GameBook, Value, editions, rulebook
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds
from tapete.telling.names import bet_name, game_name
from tapete.telling.texts import texts

BASE = "scj-2023"
GENERAL = "general"
AT_THE_TABLE = ("croupiers_min", "chief_separate", "players_min", "players_max", "last_games",
                "idle_rounds_max")  # fmt: skip


class Page:
    """One game in one language. Each section is Markdown, empty where there is nothing to say."""

    def __init__(self, game: str, lang: str) -> None:
        self.game, self.lang = game, lang
        self.book = rulebook(BASE).book(game)
        self.like = rulebook(BASE).chain[0].game[game].like
        self.clauses = clauses_of(game)
        self.ids = {clause.id for clause in self.clauses}

    def text(self) -> str:
        sections = {
            "play": self.play(),
            "table": self.at_the_table(),
            "bets": self.bets(),
            "pays": self.pays(),
            "edges": self.edges(),
            "irregular": self.irregular(),
            "editions": self.editions(),
            "readings": self.readings(),
            "values": self.values(),
            "clauses": self.all_clauses(),
        }
        head = f"# {title(self.game, self.lang)}\n\n{self.opening()}"
        body = [f"## {self.say(key)}\n\n{said}" for key, said in sections.items() if said]
        return "\n\n".join([head, *body]) + "\n"

    def say(self, key: str, **facts: object) -> str:
        return say(key, self.lang, **facts)

    def cite(self, id: ClauseId) -> str:
        return cited(id, self.ids, f"{GENERAL}.md")

    def opening(self) -> str:
        twin = f"../en/games/{self.game}.md" if self.lang == "es" else f"../../games/{self.game}.md"
        said = self.say("opening", game=self.game, twin=twin)
        if self.like:
            like = f"[{title(self.like, self.lang)}]({self.like}.md)"
            said += " " + self.say("like", like=like)
        return said

    def play(self) -> str:
        return self.say("play.text", game=self.game)

    def at_the_table(self) -> str:
        rows = [
            [self.say(f"table.{key}"), self.value(self.book.set[key]),
             self.cite(self.book.set[key].clause)]
            for key in AT_THE_TABLE
            if key in self.book.set
        ]  # fmt: skip
        heads = [self.say("column.what"), self.say("column.value"), self.say("column.clause")]
        return table(heads, rows) if rows else ""

    def bets(self) -> str:
        if not self.book.bets:
            return ""
        rows, before = [], ""
        for bet in self.book.bets:
            said = rule(bet.clause, self.lang) if bet.clause != before else "″"
            before = bet.clause
            known = texts(self.lang).get(f"bet.{bet.id}") or bet_name(bet.id, self.lang)
            rows.append([f"`{bet.id}`", known, self.decides(bet), said, self.cite(bet.clause)])
        columns = ("id", "name", "decides", "rule", "clause")
        return table([self.say(f"column.{key}") for key in columns], rows)

    def decides(self, bet: Bet) -> str:
        """What a bet covers or what decides it, as far as the rulebook says so in data."""
        said = []
        if bet.covers:
            said.append(self.say("bet.covers", count=bet.covers))
        for key, results in (("wins", bet.wins), ("loses", bet.loses), ("ties", bet.ties)):
            if results:
                words = ", ".join(self.result(result) for result in results)
                said.append(self.say(f"bet.{key}", results=words))
        if bet.chips:
            parts = ", ".join(f"{count} × `{part}`" for part, count in bet.chips)
            said.append(self.say("bet.chips", parts=parts))
        if bet.note:
            said.append(f"({bet.note})")
        return "; ".join(said)

    def result(self, result: int | str) -> str:
        return self.say(f"result.{result}") if result in ("numero", "otro") else str(result)

    def pays(self) -> str:
        alike: dict[tuple[str, str, ClauseId], list[str]] = {}
        for pay in self.book.pays:
            alike.setdefault((pay.bet, pay.odds, pay.clause), []).append(pay.on)
        told_apart = {pay.bet for pay in self.book.pays if pay.on}
        columns = ["bet", *(["on"] if told_apart else []), "odds", "clause"]
        rows = []
        for (bet, odds, clause), results in alike.items():
            rest = self.say("otherwise") if bet in told_apart else ""
            on = ", ".join(result or rest for result in results)
            rows.append([f"`{bet}`", *([on] if told_apart else []), odds, self.cite(clause)])
        return table([self.say(f"column.{key}") for key in columns], rows) if rows else ""

    def edges(self) -> str:
        alike: dict[tuple[str, ...], list[str]] = {}
        for bet in edges.of(self.game):
            share = percent(bet.edge, self.lang, 3)
            figures = (", ".join(bet.pays), self.figure(bet, bet.hit), self.figure(bet, bet.edge),
                       share)  # fmt: skip
            alike.setdefault(figures, []).append(f"`{bet.key}`")
        if not alike:
            return self.say("edges.none")
        columns = ("bet", "odds", "hit", "edge", "percent")
        rows = [[", ".join(keys), *figures] for figures, keys in alike.items()]
        said = table([self.say(f"column.{key}") for key in columns], rows)
        notes = [self.say("edges.text", game=self.game)]
        if any("/" in bet.key for bet in edges.of(self.game)):
            notes.append(self.say("edges.choice"))
        if any(bet.edge < 0 for bet in edges.of(self.game)):
            notes.append(self.say("edges.negative"))
        return f"{' '.join(notes)}\n\n{said}"

    def figure(self, bet: BetOdds, value: Fraction) -> str:
        """The fraction, or the digits that do not depend on the machine that summed them."""
        return str(value) if bet.exact else f"≈ {percent(value, self.lang, 5)}"

    def irregular(self) -> str:
        ids = [clause.id for clause in self.clauses if clause.kind == "irregular"]
        causes = self.book.set.get("void_causes")
        said = [f"- {rule(id, self.lang)} ({self.cite(id)})" for id in ids]
        if causes is not None:
            known = ", ".join(f"`{cause}`" for cause in causes.value)
            said.append(f"- {self.say('irregular.causes', causes=known)}")
        return "\n".join(said)

    def editions(self) -> str:
        parts = []
        for edition in editions():
            layer = rulebook(edition).chain[0].game.get(self.game)
            if edition == BASE or layer is None:
                continue
            document = rulebook(edition).title
            rows = list(self.changed(layer))
            columns = ("what", "base", "here", "clause")
            said = table([self.say(f"column.{key}", base=BASE) for key in columns], rows)
            parts.append(f"### {edition}\n\n{document}\n\n{said}")
        return "\n\n".join(parts)

    def changed(self, layer: GameBook) -> Iterator[list[str]]:
        """What an edition says otherwise, row by row."""
        bets = {bet.id: bet for bet in self.book.bets}
        pays = {pay.key: pay for pay in self.book.pays}
        for key, row in layer.set.items():
            old = self.book.set.get(key)
            before = self.value(old) if old else "–"
            if before != self.value(row) or (old and old.clause != row.clause):
                yield [f"`{key}`", before, self.value(row), self.cite(row.clause)]
        for bet in layer.bets:
            before = self.decides(bets[bet.id]) if bet.id in bets else "–"
            yield [f"`{bet.id}`", before, self.decides(bet) or "✓", self.cite(bet.clause)]
        for pay in layer.pays:
            before = pays[pay.key].odds if pay.key in pays else "–"
            yield [f"`{pay.key}`", before, pay.odds, self.cite(pay.clause)]

    def readings(self) -> str:
        said = "\n".join(f"- {entry}" for entry in entries(self.book, self.lang))
        note = self.say("readings.text")
        return "\n\n".join(part for part in (note, said) if part) if said else ""

    def values(self) -> str:
        rows = [
            [f"`{key}`", self.value(row) + (f" ({row.note})" if row.note else ""),
             self.cite(row.clause)]
            for key, row in self.book.set.items()
            if key not in AT_THE_TABLE
        ]  # fmt: skip
        heads = [self.say("column.what"), self.say("column.value"), self.say("column.clause")]
        return f"{self.say('values.text')}\n\n{table(heads, rows)}" if rows else ""

    def value(self, row: Value) -> str:
        return "–" if row.value is msgspec.UNSET else spoken(row.value, self.lang)

    def all_clauses(self) -> str:
        return by_document(self.clauses, self.lang)


def spoken(value: Any, lang: str) -> str:
    """A value of a rulebook as people read it.

    >>> spoken(["0", "00"], "en"), spoken(True, "es")
    ('0, 00', 'sí')
    """
    match value:
        case bool():
            return say("yes" if value else "no", lang)
        case list():
            inner = [spoken(part, lang) for part in value]
            if not inner:
                return "–"
            return "; ".join(inner) if any(isinstance(p, list) for p in value) else ", ".join(inner)
        case dict():
            return msgspec.json.encode(value, order="deterministic").decode()
    return str(value)


def title(game: str, lang: str) -> str:
    """The name of a game: the regulation's own in Spanish, the screen's in English."""
    return game_name(game, lang) if lang != "es" else rulebook(BASE).book(game).name


def clauses_of(game: str) -> list[Clause]:
    return [clause for clause in register().values() if game in clause.games]


def by_document(clauses: list[Clause], lang: str) -> str:
    parts = []
    for document in dict.fromkeys(clause.document.title for clause in clauses):
        ids = [clause.id for clause in clauses if clause.document.title == document]
        parts.append(f"### {document}\n\n{clause_list(ids, lang)}")
    return "\n\n".join(parts)


def general(lang: str) -> str:
    """The rules common to every game."""
    twin = f"../en/games/{GENERAL}.md" if lang == "es" else f"../../games/{GENERAL}.md"
    head = f"# {say('general', lang)}\n\n{say('general.text', lang, twin=twin)}"
    return f"{head}\n\n{by_document(clauses_of(GENERAL), lang)}\n"


def pages() -> dict[str, str]:
    """Every page of games by its path under docs/."""
    made = {}
    for lang, folder in (("es", "games"), ("en", "en/games")):
        made[f"{folder}/{GENERAL}.md"] = general(lang)
        made |= {f"{folder}/{game}.md": Page(game, lang).text() for game in GAMES}
    return made


def listed(lang: str, folder: str) -> str:
    """The games built, with a link to each page."""
    found = [f"- [{title(game, lang)}]({folder}/{game}.md) `{game}`" for game in GAMES]
    return "\n".join([*found, f"- [{say('general', lang)}]({folder}/{GENERAL}.md)"])
