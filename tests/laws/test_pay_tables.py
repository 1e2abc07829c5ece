"""Every cell of every pay table is what its clause says: whoever changes a single one is found out.

The register has the figures of each clause, taken from the documents and not from the rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.clause import Clause, register
from tapete.core.book.rulebook import Pay, editions
from tapete.games.poker.progressive import progressive_rules
from tapete.games.registry import find
from tests.laws.tables import BOOKS

CALLED = {
    "40a": "40", "40b": "40",
    "principal": "other win", "mano 1": "other win", "mano 2": "other win", "mano 3": "other win",
    "perfecto": "perfect", "color": "par de color", "mezclado": "par mezclado",
    "tres sietes de una pinta": "three 7 suited", "tres sietes": "three 7 mixed",
    "trio": "other trio", "escalera de color": "straight flush 3",
    "as": "first card a", "figura": "first card 10 figure", "desempate": "player higher",
    "siete": "seven", "once": "eleven", "craps 2": "craps 2 12", "craps 12": "craps 2 12",
    "hard 4": "hard 4 10", "hard 10": "hard 4 10", "hard 6": "hard 6 8", "hard 8": "hard 6 8",
    "odds pass": "pass", "odds dont pass": "dont pass",
    "right": "right bet", "wrong": "wrong bet", "field": "odds",
    "par": "par de 10", "par de 2 a 10": "pair 2 2 to 10 10", "as reina o jota": "a q or a j",
    "par de figuras": "k k, q q or j j", "as rey": "a k", "as rey de una pinta": "a k suited",
    "as reina o jota de una pinta": "a q or a j suited", "par de ases": "a a",
    "ases contra ases": "a a player and a a croupier",
}  # fmt: skip
"""Rows that a clause's figures call by another name."""

Said = tuple[tuple[str, ...], str]
"""Odds as the figures of a clause have them, and the names under which they stand."""


def named(text: object) -> str:
    """
    >>> named("un par"), named("dont_pass")
    ('par', 'dont pass')
    """
    return re.sub(r"^una? ", "", str(text).lower().replace("-", " ").replace("_", " ")).strip()


def figures(found: Any, path: tuple[str, ...] = ()) -> Iterator[Said]:
    match found:
        case dict():
            label = tuple(value for value in found.values() if isinstance(value, str))
            for name, inside in found.items():
                yield from figures(inside, (*path, *label, name))
        case [int(won), int(staked)]:
            yield path, f"{won}:{staked}"
        case list():
            for inside in found:
                yield from figures(inside, path)


def names(label: str) -> set[str]:
    """A label, and the names it gives together: ``4,10``, ``un par o carta alta``."""
    return {named(label), *(named(part) for part in re.split(r",| o | u | y ", label))}


def fit(path: tuple[str, ...], pay: Pay) -> int:
    """How well the names under which odds stand fit a row."""
    known = {name for label in path for name in names(label)}
    return sum(
        2 * (named(part) in known) or CALLED.get(named(part), "") in known
        for part in (pay.bet, pay.on)
        if part
    )


def odds_said(clause: Clause, pay: Pay) -> set[str]:
    """The odds a clause gives for a row: by its figures, else the only ones in its words."""
    found = list(figures(clause.figures))
    best = max((fit(path, pay) for path, _ in found), default=0)
    said = {odds for path, odds in found if fit(path, pay) == best}
    if found:
        return said
    rule = clause.rule.replace("to one", "to 1")
    return {f"{won}:{staked}" for won, staked in re.findall(r"(\d+) to (\d+)", rule)}


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_every_cell_of_a_pay_table_is_what_its_clause_says(game: str, book: str) -> None:
    rules, known = find(game).rules_of(book), register()
    wrong = {
        key: (pay.odds, pay.clause, said)
        for key, pay in rules.pays.items()
        if (said := odds_said(known[pay.clause], pay)) != {pay.odds}
    }
    assert wrong == {}


SIMPLE = {"escalera": "escalera_simple"}
"""Hands that the table of a progressive calls by another name."""


def told(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the table of a progressive, its clause's figures in the fields of a prize."""
    percent = row.get("pot_percent")
    return {
        "times": row.get("times_bet"), "pesos": row.get("fixed_per_seguro"),
        "share": None if percent is None else Fraction(percent, 100),
        "cap": row.get("cap_times_bet"),
    }  # fmt: skip


@pytest.mark.parametrize("book", editions())
def test_every_prize_of_the_progressive_is_what_its_clause_says(book: str) -> None:
    rules, known = progressive_rules(book), register()
    table = known[rules.by("prizes")].figures
    said = {hand: told(row) for hand, row in table.items() if isinstance(row, dict)}
    ours = {SIMPLE.get(one.hand, one.hand.replace("-", "_")): one for one in rules.prizes}
    assert ours.keys() == said.keys() - {"carta_magica_o_jugador_afortunado"}
    for hand, one in ours.items():
        assert {name: getattr(one, name) for name in said[hand]} == said[hand], hand
        own = known[one.clause].figures
        if "pot_percent" in own:  # its own clause says it again
            assert told(own) == said[hand]
    for drawn in rules.complementary:
        row = table["carta_magica_o_jugador_afortunado"]
        assert drawn.pesos == known[drawn.clause].figures["fixed"] == row["fixed"]
