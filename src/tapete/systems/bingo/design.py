"""A design: the faces of a run of cards, all different, made once and the same for ever.

The faces come from a seed by a public recipe, so whoever knows the seed makes every card again:
words of 62 bits are read from SHAKE-256 of the seed; a word beyond the number of cards is passed
over, so each card is as likely as any other (`tapete.systems.bingo.cards`), and so is a card whose
fifteen numbers stand on one before it (CAT-V.2.3-11). A design of strips is made strip by strip
(`tapete.systems.bingo.strips`), with whole numbers below a bound read from the same stream.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.bingo.cards import TENS, Face, Shape, check_face, unrank
from tapete.systems.bingo.strips import STRIP, Below, strip

WORD, BITS = 8, 62
EQUAL: ClauseId = "CAT-V.2.3-11"
SERIES: ClauseId = "CAT-V.2.2.1-06"
CODED: ClauseId = "CAT-V.3.2.1-05"
CODE_DIGITS = 16
"""Sixteen hexadecimal digits: 64 bits."""


class Design(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many faces, out of a seed; ``strips``: each six in a row hold every number once, and are
    sold together."""

    seed: str
    size: int
    strips: bool = False

    @property
    def together(self) -> int:
        """How many cards are sold together."""
        return STRIP if self.strips else 1

    def faces(self, shape: Shape = TENS) -> Mapping[int, Face]:
        """The faces by card number, each made when it is first asked for."""
        return _faces(self, shape)

    def check(self) -> None:
        """Raise `Refused` unless there is a card to be made."""
        if self.size < 1:
            raise Refused(SERIES, "no-cards-in-series", cards=self.size)
        if self.size % self.together:
            raise Refused(SERIES, "not-whole-strips", cards=self.size, strip=self.together)

    def digest(self, shape: Shape = TENS) -> str:
        """The fingerprint of all its faces: an acta that names it names every card."""
        return digest_of(self.faces(shape)[number] for number in range(1, self.size + 1))


def digest_of(faces: Iterable[Face]) -> str:
    """The fingerprint of faces in the order of their numbers."""
    found = hashlib.sha256()
    for face in faces:
        found.update(f"{face}\n".encode())
    return found.hexdigest()


def words(seed: str, start: int, count: int) -> bytes:
    """Words of the stream of a seed, from one on."""
    return hashlib.shake_256(seed.encode()).digest((start + count) * WORD)[start * WORD :]


def indices(seed: str, shape: Shape = TENS) -> Iterator[int]:
    """The numbers of cards that a seed gives, each as likely as any other."""
    read, block, cards = 0, 1024, shape.cards
    while True:
        some = words(seed, read, block)
        for at in range(0, len(some), WORD):
            index = int.from_bytes(some[at : at + WORD], "little") & ((1 << BITS) - 1)
            if index < cards:
                yield index
        read, block = read + block, block * 2


def draws(seed: str) -> Below:
    """Whole numbers below a bound out of a seed, each as likely."""
    read, some, at = 0, b"", 0

    def below(bound: int) -> int:
        nonlocal read, some, at
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            if at + size > len(some):
                count = max(1024, read)
                some, at = words(seed, read, count), 0
                read += count
            found = int.from_bytes(some[at : at + size], "little") & ((1 << bits) - 1)
            at += size
            if found < bound:
                return found

    return below


class _Made(Mapping[int, Face]):
    """The faces of a design, made in order as far as somebody has asked."""

    def __init__(self, design: Design, shape: Shape) -> None:
        design.check()
        self._size, self._shape = design.size, shape
        self._next = self._strips(design.seed) if design.strips else self._singles(design.seed)
        self._faces: list[Face] = []
        self._known: set[frozenset[int]] = set()

    def __getitem__(self, number: int) -> Face:
        if not 1 <= number <= self._size:
            raise KeyError(number)
        while len(self._faces) < number:
            faces = next(self._next)
            if self._known.isdisjoint(face.numbers for face in faces):
                self._known.update(face.numbers for face in faces)
                self._faces += faces
        return self._faces[number - 1]

    def _singles(self, seed: str) -> Iterator[list[Face]]:
        return ([unrank(index, self._shape)] for index in indices(seed, self._shape))

    def _strips(self, seed: str) -> Iterator[list[Face]]:
        below = draws(seed)
        while True:
            yield strip(below, self._shape)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._size + 1))

    def __len__(self) -> int:
        return self._size


@lru_cache(maxsize=16)
def _faces(design: Design, shape: Shape) -> Mapping[int, Face]:
    return _Made(design, shape)


def check_design(faces: Iterable[Face], shape: Shape = TENS) -> None:
    """Raise `Refused` unless these can be the faces of one series: each a card, no two with the
    same fifteen numbers. A printer's design is imported through this."""
    known: dict[frozenset[int], int] = {}
    for number, face in enumerate(faces, 1):
        check_face(face, shape)
        before = known.setdefault(face.numbers, number)
        if before != number:
            raise Refused(EQUAL, "equal-cards", face=str(face), card=number, other=before)


class Issue(msgspec.Struct, frozen=True, kw_only=True):
    """A card as it was issued: of which design and series, which number, for which game."""

    design: str
    series: str
    number: int
    game: str
    face: Face

    @property
    def text(self) -> str:
        """All that its code vouches for."""
        return "\n".join((self.design, self.series, str(self.number), self.game, str(self.face)))


def security_code(key: bytes, issue: Issue) -> str:
    """The code that makes a card one of a kind: a keyed digest of all that was issued, which nobody
    without the key can make (CAT-V.3.2.1-05).

    >>> card = Issue(design="d", series="B", number=7, game="12", face=unrank(0))
    >>> len(security_code(b"key", card))
    16
    """
    return hmac.new(key, issue.text.encode(), hashlib.sha256).hexdigest()[:CODE_DIGITS]


def check_code(code: str, key: bytes, issue: Issue, clause: ClauseId = CODED) -> None:
    """Raise `Refused` unless this is the code of that very card: one altered in whatever way is
    not valid, on paper by its own clause (CAT-V.2.5-02)."""
    if not hmac.compare_digest(code.encode(), security_code(key, issue).encode()):
        raise Refused(clause, "code-does-not-fit", card=f"{issue.series} {issue.number}".strip())
