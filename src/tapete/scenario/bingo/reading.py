"""What a bingo scenario says, as plans, halls, numbers and faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tapete.core.book.fault import Fault
from tapete.core.book.money import share
from tapete.scenario.cases import Fields
from tapete.systems.bingo.cards import BALLS, TENS, Face, Shape, read_face, unrank
from tapete.systems.bingo.game import BingoRules, find
from tapete.systems.bingo.hall import DUTIES, BallSet, Hall, Series
from tapete.systems.bingo.plan import BingoPlan, PotShare

EDITION = "scj-2023"
STEP = 1_234_567_890_123_457
"""Faces that a file leaves out are cards this far apart: any will do that is not complete."""


def rules_of(fields: Fields) -> BingoRules:
    """The rules of the edition a file names."""
    rules: BingoRules = find(fields["game"]).rules_of(fields.get("rules", EDITION))
    return rules


def plan_of(fields: Fields) -> BingoPlan:
    """The plan of a scenario."""
    pots = tuple(
        PotShare(
            id=pot["id"], percent=share(pot["percent"]), base=pot.get("base", 0),
            within=pot.get("within"),
        )
        for pot in fields.get("pots", ())
    )  # fmt: skip
    return BingoPlan(
        price=fields["price"], line=share(fields["line"]), bingo=share(fields["bingo"]),
        house=share(fields["house"]), pots=pots, per=fields.get("reparto", "persona"),
        unit=fields.get("unit", 1), line_at_once=fields.get("linea-en-el-acto", False),
        leftover_to=fields.get("sobrante", ""), approved=fields.get("approved", True),
    )  # fmt: skip


def hall_of(kind: str, fields: Fields) -> Hall:
    """The hall of a scenario, with everybody needed on duty unless it says otherwise."""
    said, balls = fields.get("hall", {}), fields.get("ball_set", {})
    series = {
        letter: Series(row["size"], row.get("last", 0), row.get("value"))
        for letter, row in fields.get("series", {}).items()
    }
    return Hall(
        kind=kind, positions=said.get("positions", 200),
        on_duty=tuple(said.get("on_duty", DUTIES[kind])), checked=said.get("checked", True),
        series=series,
        balls=BallSet(
            balls.get("extractor", "bombo"), balls.get("games", 0), balls.get("spares", 1)
        ),
    )  # fmt: skip


def numbers(text: str) -> list[tuple[str, int]]:
    """Card numbers as they are written.

    >>> numbers("B 599-600, C 1"), numbers("3, 8-9")
    ([('B', 599), ('B', 600), ('C', 1)], [('', 3), ('', 8), ('', 9)])
    """
    found: list[tuple[str, int]] = []
    letter = ""
    for part in filter(None, (one.strip() for one in str(text).split(","))):
        *named, run = part.split()
        letter = named[0] if named else letter
        low, _, high = run.partition("-")
        found += [(letter, number) for number in range(int(low), int(high or low) + 1)]
    return found


def card_number(said: str | int) -> int:
    """The number of a card, with its letter or without.

    >>> card_number("B 411"), card_number(411)
    (411, 411)
    """
    return int(str(said).split()[-1])


class Faces(dict[int, Face]):
    """The faces of a file; cards it leaves out get one that is not complete when the game ends,
    while so many balls are inside that there is one."""

    def __init__(self, written: Fields, shape: Shape = TENS) -> None:
        super().__init__({int(number): read_face(text, shape) for number, text in written.items()})
        self.shape = shape
        self.out: set[int] = set()
        self._written = dict(self)
        self._spare = self._others()
        self._used = {face.numbers for face in self.values()}

    def ends_with(self, out: Iterable[int]) -> Faces:
        """The same faces in a game that ends with these balls out."""
        self.out = set(out)
        self.clear()
        self.update(self._written)
        self._used = {face.numbers for face in self.values()}
        return self

    def __missing__(self, number: int) -> Face:
        for face in self._spare:
            found = self._incomplete(face)
            if found is not None and found.numbers not in self._used:
                self._used.add(found.numbers)
                self[number] = found
                return found
        raise ValueError(Fault("fault.no-face", "there is no such face"))

    def _incomplete(self, face: Face) -> Face | None:
        """The face with a number still inside in each row that is complete; none: it has no place
        for one. With fewer balls inside than rows there is none, and any will do."""
        inside = set(range(1, BALLS + 1)) - self.out
        if len(inside) < self.shape.rows:
            return face
        rows = [list(row) for row in face.rows]
        for row in rows:
            if not set(row) <= self.out:
                continue
            used = {number for one in rows for number in one}
            place = next((
                (at, ball) for at, number in enumerate(row) for ball in sorted(inside - used)
                if self.shape.column_of(ball) == self.shape.column_of(number)
            ), None)  # fmt: skip
            if place is None:
                return None
            row[place[0]] = place[1]
        return Face(tuple(map(tuple, rows)))

    def _others(self) -> Iterator[Face]:
        index = 7
        while True:
            index = (index * 6_364_136_223_846_793_005 + STEP) % self.shape.cards
            yield unrank(index, self.shape)
