"""Names of things in the reader's language: games, bets, moves, roles, places of the felt."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from babel.lists import format_list

from tapete.core.book.account import CLP, Unit
from tapete.core.book.bet import bet_id
from tapete.core.round.move import move as read_move
from tapete.core.round.zone import zone_of
from tapete.telling.texts import money, t, texts

COUNTED = frozenset({"cambiar", "cortar", "quemar"})
"""Moves whose number counts cards: with any other a number is an amount."""
SUITS = {"c": "♣", "s": "♠", "d": "♦", "h": "♥"}


def named(family: str, code: str, lang: str) -> str:
    """The name of a thing, or its own id where no name is written.

    >>> named("move", "prision", "en")
    'prison'
    """
    return texts(lang).get(f"{family}.{code}", code)


def pay_row(row: str, lang: str) -> str:
    """A row of a machine's pay table as people say it.

    >>> pay_row("cereza cereza !cereza", "en"), pay_row("2 de 4", "en")
    ('cherry cherry no cherry', '2 of 4')
    """
    whole = named("fila", row, lang)
    if whole != row:
        return whole
    caught, _, of = row.partition(" de ")
    if of:
        return t("par.caught", lang, n=caught, of=of)
    return " ".join(
        f"no {named('figura', word[1:], lang)}" if word[0] == "!" else named("figura", word, lang)
        for word in row.split()
    )


def game_name(game: str, lang: str) -> str:
    """
    >>> game_name("ruleta-francesa", "en")
    'French Roulette'
    """
    return named("game", game, lang)


def table_name(table: str, lang: str) -> str:
    """A table or a machine as a person calls it: its game and its number, or what it is called
    after its game; another name as it is.

    >>> table_name("ruleta-francesa-2", "en"), table_name("salon-vip", "en")
    ('French Roulette 2', 'salon-vip')
    >>> table_name("maquina-3", "en"), table_name("sit-and-go-1-mesa-2", "en")
    ('machine 3', 'Sit & go 1, table 2')
    >>> table_name("torneo-de-maquinas-maquina-3", "en")
    'Machine tournament, machine 3'
    >>> table_name("bingo-practica", "en"), table_name("black-jack-sala", "en")
    ('the bingo practice hall', 'Blackjack sala')
    >>> table_name("canal-21-1", "en"), table_name("challenge-21-2", "es")
    ('Canal 21, table 1', 'Challenge 21, mesa 2')
    """
    if f"unit-name.{table}" in texts(lang):
        return named("unit-name", table, lang)
    for part in ("mesa", "maquina"):  # of a tournament
        whole, sep, at = table.rpartition(f"-{part}-")
        if sep:
            return f"{table_name(whole, lang)}, {named('unit-name', part, lang)} {at}"
    parts = table.split("-")
    for n in range(len(parts) - 1, 0, -1):
        for family in ("game", "unit-name"):
            if (known := f"{family}.{'-'.join(parts[:n])}") in texts(lang):
                name, rest = texts(lang)[known], " ".join(parts[n:])
                between = f", {named('unit-name', 'mesa', lang)} " if name[-1].isdigit() else " "
                return f"{name}{between}{rest}"
    return table


def bet_name(bet: str, lang: str) -> str:
    """A bet as a person says it, with its numbers and where its chips are held.

    >>> bet_name("pleno:17", "es"), bet_name("rojo@prision", "en")
    ('pleno 17', 'red (in prison)')
    """
    id = bet_id(bet)
    spot, kind, on, held = id.spot, id.kind, id.on, id.held
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


def move_name(move: str, lang: str, unit: Unit = CLP, about: str = "") -> str:
    """A move as a person says it, with its amount in the unit of the table, or its cards. ``about``
    is what it was said of, where that is known: of a hand, or in a round of betting, it may have a
    name of its own.

    >>> move_name("doblar:5000", "es"), move_name("cambiar:2c,9d", "es")
    ('doblar $5.000', 'cambiar 2♣ 9♦')
    >>> move_name("cortar:52", "es")
    'cortar 52'
    >>> move_name("retirarse", "en", about="seat:3/1"), move_name("retirarse", "en", about="flop")
    ('surrender', 'fold')
    >>> move_name("pasar", "en", about="sabot"), move_name("pasar", "en", about="flop")
    ('pass', 'check')
    """
    said = read_move(move)
    family = "handmove" if zone_of(about).seat is not None else "roundmove"
    for closer in (f"move.{said.name}.{about}", f"{family}.{said.name}"):
        if about and not said.detail and closer in texts(lang):
            return texts(lang)[closer]
    detail = said.detail or ""
    if said.has_amount and said.name not in COUNTED:
        detail = money(said.amount, lang, unit)
    elif said.cards:
        detail = " ".join(card_name(card) for card in said.cards)
    return f"{named('move', said.name, lang)} {detail}".strip()


def question_name(question: str, lang: str) -> str:
    """What was asked of somebody in charge.

    >>> question_name("lugar:3", "es").endswith("3")
    True
    """
    kind, _, about = question.partition(":")
    return f"{named('question', kind, lang)} {about}".strip()


def result_name(result: str, lang: str) -> str:
    """What chance brought: symbols, hands and sides by their names, numbers as they are.

    >>> result_name("ancla-corazon-corazon", "en"), result_name("3-4", "en")
    ('anchor, heart and heart', '3-4')
    >>> result_name("dos-pares", "en")
    'two pairs'
    >>> result_name("banca", "en"), result_name("rojo", "en")
    ('banca (banker)', 'red')
    """
    if f"hand.{result}" in texts(lang):
        return hand_name(result, lang)
    if (
        f"symbol.{result}" not in texts(lang)
        and result.isalpha()
        and f"bet.{result}" in texts(lang)
    ):
        return bet_name(result, lang)
    parts = result.split("-")
    if all(f"symbol.{part}" in texts(lang) for part in parts):
        named_parts = [named("symbol", part, lang) for part in parts]
        return format_list(named_parts, locale="en_GB" if lang == "en" else "es")
    return "-".join(card_name(part) for part in parts)


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
