"""What the player types: short and forgiving, in Spanish and English at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Any

from tapete.core.book.bet import bet_id, kind_of
from tapete.core.round.move import Move
from tapete.core.round.move import move as read_move
from tapete.telling.names import bet_name, folded, move_name
from tapete.telling.texts import LANGS, texts

MIN, MAX = "min", "max"
THOUSANDS = {"k": 1_000, "mil": 1_000, "luca": 1_000, "lucas": 1_000, "m": 1_000_000}
BY_NUMBERS = ("pleno", "caballo", "calle", "cuadro", "linea")
_BY_COUNT = {1: "pleno", 2: "caballo", 3: "calle", 4: "cuadro", 6: "linea"}
_AMOUNT = re.compile(r"\$?(\d+(?:[.,]\d+)*)(k|mil|lucas?|m)?")


@dataclass(frozen=True)
class TypedLine:
    """A line understood: what is wanted, and the rest of the words."""

    verb: str
    rest: str = ""


def amount_of(text: str) -> int | str | None:
    """An amount as people write it; ``min`` and ``max`` stand for the limits.

    >>> [amount_of(a) for a in ("10000", "10.000", "$10,000", "10k", "1,5k", "2m", "max", "rojo")]
    [10000, 10000, 10000, 10000, 1500, 2000000, 'max', None]
    """
    word = folded(text).replace(" ", "")
    if word in _phrases().get("min", ()):
        return MIN
    if word in _phrases().get("max", ()):
        return MAX
    match = _AMOUNT.fullmatch(word)
    if match is None:
        return None
    digits, suffix = match.groups()
    if re.fullmatch(r"\d{1,3}([.,]\d{3})+", digits):
        return int(re.sub(r"[.,]", "", digits)) * THOUSANDS.get(suffix or "", 1)
    if not re.fullmatch(r"\d+([.,]\d+)?", digits):
        return None
    whole, _, part = digits.replace(",", ".").partition(".")
    times = THOUSANDS.get(suffix or "", 1)
    exact, rest = divmod(int(whole + part) * times, 10 ** len(part))
    return None if rest else exact


def split_amount(line: str) -> tuple[str, int | str | None]:
    """The words before the amount, and the amount at the end.

    >>> split_amount("docena 2 10.000"), split_amount("rojo 10 mil"), split_amount("17")
    (('docena 2', 10000), ('rojo', 10000), ('17', None))
    """
    words = line.split()
    for count in (2, 1):
        if len(words) > count:
            tail = words[-count:]
            if count == 2 and folded(tail[1]) not in THOUSANDS:
                continue
            amount = amount_of("".join(tail))
            if amount is not None:
                return " ".join(words[:-count]), amount
    return line.strip(), None


def pieces(line: str) -> list[str]:
    """Several bets typed in one line, between commas or semicolons.

    >>> pieces("rojo 10000, 17 5,000; par 2k")
    ['rojo 10000', '17 5,000', 'par 2k']
    """
    return [piece.strip() for piece in re.split(r";|,(?=\s|$)", line) if piece.strip()]


def understand(line: str) -> TypedLine:
    """The order given; what is no order is a bet. An empty line closes the bets, ``?`` asks for
    help.

    >>> understand("¿Por qué?"), understand("17 5000")
    (TypedLine(verb='why', rest=''), TypedLine(verb='bet', rest='17 5000'))
    >>> understand("quitar rojo")
    TypedLine(verb='remove', rest='rojo')
    """
    said = folded(line)
    if not said:
        return TypedLine("help" if "?" in line else "done")
    for phrase, verb in _verbs():
        if said == phrase:
            return TypedLine(verb)
        if said.startswith(phrase + " "):
            return TypedLine(verb, " ".join(line.split()[len(phrase.split()) :]).strip(" ¿?"))
    return TypedLine("bet", line.strip())


def colour_wanted(words: str, seat: int) -> tuple[str, dict[str, Any]] | None:
    """Colour chips asked for: ``azul 500 20000`` is twenty thousand in blue chips of 500.

    An amount alone buys more of the same colour; no words at all give the colour back.

    >>> colour_wanted("azul 500 20k", 1)
    ('comprar-color', {'seat': 1, 'colour': 'azul', 'value': 500, 'amount': 20000})
    >>> colour_wanted("10k", 1), colour_wanted("", 1)
    (('comprar-mas', {'seat': 1, 'amount': 10000}), ('devolver-color', {'seat': 1}))
    """
    said = words.split()
    amounts = [amount for word in said if isinstance(amount := amount_of(word), int)]
    if not said:
        return "devolver-color", {"seat": seat}
    if len(said) == len(amounts) == 1:
        return "comprar-mas", {"seat": seat, "amount": amounts[0]}
    if len(said) != 3 or len(amounts) != 2:
        return None
    facts = {"seat": seat, "colour": _colour(said[0]), "value": amounts[0], "amount": amounts[1]}
    return "comprar-color", facts


def _colour(word: str) -> str:
    for lang in LANGS:
        for key, text in texts(lang).items():
            if key.startswith("colour.") and folded(text) == folded(word):
                return key.removeprefix("colour.")
    return folded(word)


@cache
def _phrases() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for lang in LANGS:
        for key, text in texts(lang).items():
            if key.startswith("word."):
                name = key.removeprefix("word.")
                found[name] = (*found.get(name, ()), *(folded(w) for w in text.split("|")))
    return found


@cache
def _verbs() -> tuple[tuple[str, str], ...]:
    """Every phrase with its order, the longest first."""
    rows = [
        (phrase, name.removeprefix("verb."))
        for name, phrases in _phrases().items()
        if name.startswith("verb.")
        for phrase in phrases
    ]
    return tuple(sorted(rows, key=lambda row: -len(row[0])))


def verb_words(lang: str) -> list[str]:
    """The first word of every order in one language: for completion and help."""
    return [
        text.split("|")[0].strip()
        for key, text in texts(lang).items()
        if key.startswith("word.verb.")
    ]


@dataclass
class BetBook:
    """The bets of a cloth by everything a person may call them."""

    bets: list[str]
    index: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for bet in self.bets:
            self.index.setdefault(_key(bet), bet)
        for bet in self.bets:
            for name in _called(bet):
                self.index.setdefault(name, bet)

    def find(self, words: str) -> str | None:
        """The bet meant by these words.

        >>> book = BetBook(["pleno:17", "caballo:17-18", "docena:2", "rojo"])
        >>> [book.find(w) for w in ("17", "18-17", "Docena 2", "2nd dozen", "red", "azul")]
        ['pleno:17', 'caballo:17-18', 'docena:2', 'docena:2', 'rojo', None]
        """
        key = _key(words)
        if key in self.index:
            return self.index[key]
        *kind, numbers = folded(words).replace(":", " ").split(" ")
        if re.fullmatch(r"\d+([-/+]\d+)*", numbers):
            ordered = sorted(re.split(r"[-/+]", numbers), key=lambda n: (int(n), -len(n)))
            for order in (ordered, sorted(ordered, key=lambda n: (int(n), len(n)))):
                found = self.index.get(_key(" ".join([*kind, *order])))
                if found:
                    return found
        return None

    def meant(self, words: str) -> str | None:
        """The id of a bet that is well said and not on this cloth: to be refused with its clause.

        >>> book = BetBook(["pleno:17", "caballo:17-18", "rojo"])
        >>> book.meant("caballo 1-5"), book.meant("1-5"), book.meant("azul")
        ('caballo:1-5', 'caballo:1-5', None)
        """
        *said, numbers = folded(words).replace(":", " ").split(" ")
        if not re.fullmatch(r"\d+([-/+]\d+)*", numbers):
            return None
        ordered = sorted(re.split(r"[-/+]", numbers), key=lambda n: (int(n), n))
        kinds = {kind_of(bet) for bet in self.bets if ":" in bet}
        kind = _BY_COUNT.get(len(ordered), "")
        if said:
            name = " ".join(said)
            kind = next((k for k in kinds if name == k or name in _kind_words(k)), "")
        return f"{kind}:{'-'.join(ordered)}" if kind in kinds else None

    def near(self, words: str) -> list[str]:
        """Bets that look like these words."""
        close = get_close_matches(_key(words), self.index, n=5, cutoff=0.6)
        return list(dict.fromkeys(self.index[key] for key in close))[:3]


def _key(words: str) -> str:
    return re.sub(r"[\s:_\-/+]+", "-", folded(words)).strip("-")


def _called(bet: str) -> Iterable[str]:
    named = bet_id(bet)
    spot, kind, on = named.spot, named.kind, named.on
    for lang in LANGS:
        yield _key(bet_name(bet, lang))
    for alias in (*_phrases().get(f"bet.{spot}", ()), *_phrases().get(f"bet.{kind}", ())):
        yield _key(alias.replace("{on}", on) if "{on}" in alias else f"{alias} {on}")
    if kind in BY_NUMBERS and on:
        yield _key(on)


def _kind_words(kind: str) -> tuple[str, ...]:
    names = tuple(folded(bet_name(kind, lang)) for lang in LANGS)
    return (*names, *_phrases().get(f"bet.{kind}", ()))


def bet_and_amount(
    line: str, book: BetBook, open_: Sequence[str]
) -> tuple[str | None, int | str | None]:
    """The bet and its amount, whichever is said first; an amount alone goes on the only bet there
    is to make.

    >>> book = BetBook(["pleno:17", "rojo"])
    >>> [bet_and_amount(said, book, book.bets) for said in ("rojo 10k", "10k rojo", "10k")]
    [('rojo', 10000), ('rojo', 10000), (None, None)]
    >>> bet_and_amount("5000 17", book, book.bets), bet_and_amount("10k", book, ["rojo"])
    (('pleno:17', 5000), ('rojo', 10000))
    """
    words, amount = split_amount(line)
    if amount is not None and (bet := book.find(words)) is not None:
        return bet, amount
    first, _, rest = line.strip().partition(" ")
    if (before := amount_of(first)) is not None and (bet := book.find(rest)) is not None:
        return bet, before
    if len(open_) == 1 and (alone := amount_of(line)) is not None and book.find(line) is None:
        return open_[0], alone
    return (None if amount is None else book.meant(words)), amount


def find_move(words: str, moves: Iterable[str]) -> str | None:
    """The move meant: by its number in the list, its id, or the beginning of a name.

    >>> find_move("pris", ["mitad", "prision"]), find_move("1", ["mitad", "prision"])
    ('prision', 'mitad')
    """
    options = list(moves)
    said = folded(words)
    typed = read_move(said.replace(" ", ":"))
    if typed.name.isdecimal() and 1 <= int(typed.name) <= len(options):
        return Move(options[int(typed.name) - 1], typed.detail or None).text
    known: dict[str, str] = {}
    for move in options:
        for called in (move, *(move_name(move, lang) for lang in LANGS)):
            known.setdefault(folded(called), move)
            known.setdefault(folded(called).replace(" ", "-"), move)
    for called, move in sorted(known.items(), key=lambda row: -len(row[0])):
        if said == called:
            return move
        if said.startswith((called + ":", called + " ")):
            rest = said[len(called) + 1 :]
            amount = amount_of(rest)
            return f"{move}:{amount if isinstance(amount, int) else rest.replace(' ', '')}"
    begun = {move for called, move in known.items() if typed.name and called.startswith(typed.name)}
    if len(begun) == 1:
        return Move(begun.pop(), typed.detail or None).text
    return None


def cards_meant(move: str, held: Iterable[str]) -> str:
    """A move with cards as the rules write it: cards in any case, or by their places.

    >>> cards_meant("cambiar:8cqs", ["8c", "Qs", "Ah"]), cards_meant("cambiar:10h", ["Th"])
    ('cambiar:8c,Qs', 'cambiar:Th')
    >>> cards_meant("comprar:3", ["8c", "Qs", "Ah"])
    'comprar:Ah'
    """
    meant = read_move(move)
    cards = list(held)
    known = {card.lower(): card for card in cards}
    known |= {str(place): card for place, card in enumerate(cards, 1)}
    said = re.findall(r"[2-9tjqka][cdhs]|\d", (meant.detail or "").lower().replace("10", "t"))
    return Move(meant.name, ",".join(known.get(word, word) for word in said)).text
