"""Names of things in the reader's language: games, bets, moves, roles, places of the felt."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tapete.telling.texts import texts

SUITS = {"c": "♣", "s": "♠", "d": "♦", "h": "♥"}


def named(family: str, code: str, lang: str) -> str:
    """The name of a thing, or its own id where no name is written.

    >>> named("move", "prision", "en")
    'prison'
    """
    return texts(lang).get(f"{family}.{code}", code)


def game_name(game: str, lang: str) -> str:
    """
    >>> game_name("ruleta-francesa", "en")
    'French Roulette'
    """
    return named("game", game, lang)


def bet_name(bet: str, lang: str) -> str:
    """A bet as a person says it, with its numbers and where its chips are held.

    >>> bet_name("pleno:17", "es"), bet_name("rojo@prision", "en")
    ('pleno 17', 'red (in prison)')
    """
    spot, _, held = bet.partition("@")
    kind, _, on = spot.partition(":")
    written = texts(lang)
    if spot in written_bets(lang):
        name = written[f"bet.{spot}"]
    elif on and f"bet.{kind}.on" in written:
        name = written[f"bet.{kind}.on"].format(on=on)
    else:
        name = f"{written.get(f'bet.{kind}', kind)} {on}".strip()
    return f"{name} ({named('held', held, lang)})" if held else name


@cache
def written_bets(lang: str) -> frozenset[str]:
    """The bets that have a name of their own."""
    return frozenset(key[4:] for key in texts(lang) if key.startswith("bet."))


def move_name(move: str, lang: str) -> str:
    """
    >>> move_name("doblar:5000", "en")
    'double 5000'
    """
    name, _, detail = move.partition(":")
    return f"{named('move', name, lang)} {detail}".strip()


def result_name(result: str, lang: str) -> str:
    """What chance brought: symbols and hands by their names, numbers as they are.

    >>> result_name("ancla-corazon-corazon", "en"), result_name("3-4", "en")
    ('anchor-heart-heart', '3-4')
    >>> result_name("dos-pares", "en")
    'two pairs'
    """
    if f"hand.{result}" in texts(lang):
        return hand_name(result, lang)
    return "-".join(card_name(named("symbol", part, lang)) for part in result.split("-"))


def hand_name(hand: str, lang: str) -> str:
    """A category of poker hands.

    >>> hand_name("escalera-real", "en")
    'a royal flush'
    """
    return named("hand", hand, lang)


def card_name(card: str) -> str:
    """
    >>> card_name("Ah"), card_name("Tc")
    ('A♥', '10♣')
    """
    if len(card) != 2 or card[1] not in SUITS:
        return card
    return card[0].replace("T", "10") + SUITS[card[1]]


def folded(text: str) -> str:
    """Words without capitals, accents or doubled spaces, as a person may type them.

    >>> folded(" ¿Por  QUÉ? ")
    'por que'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"\s+", " ", plain.strip(" ¿?¡!.\t\r\n")).strip()
