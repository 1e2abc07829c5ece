"""What is asked for: a game, an edition, and changes such as ``decks=8`` or ``pays.pleno=36:1``.

Whatever cannot be is refused with a code and its facts; whoever asks says it in his own words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.money import share
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameBook, GameRules, editions, rulebook
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.core.round.pot import PROGRESIVO
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds, Endless, TooLarge
from tapete.maths.exact.kept import kept_odds
from tapete.maths.exact.odds import Tick, untold
from tapete.maths.exact.poker.progressive import eligible, progressive

CLEAR: ClauseId = "CAT-I.5.1-03"
"""Whoever asks must be understood, like whoever bets."""
COMMISSION = "commission"
"""Not the rulebook's but the plan's: the share a casino keeps of winnings, where it keeps one."""
POT, POT_BET = "pot", "bet"
"""Not the rulebook's but the pot's: what it holds when its prizes are paid, and a bet on it."""
DECKS, DECKS_ALLOWED = "decks", "decks_allowed"
NOT_OF_RULES = (COMMISSION, POT, POT_BET)
USUAL_POT, USUAL_POT_BET = "10000000", "1000"

Changes = dict[str, str]


def find_game(game: str) -> Game[Any, Any]:
    """The game by its id."""
    wanted = game.strip().casefold()
    if wanted not in GAMES:
        near = ", ".join(nearest(game, GAMES) or GAMES)
        raise Refused(CLEAR, "unknown-game", game=game, near=near)
    return GAMES[wanted]


def find_book(game: str, edition: str) -> GameBook:
    """What an edition says of a game."""
    if edition not in editions():
        raise Refused(CLEAR, "unknown-edition", edition=edition, near=", ".join(editions()))
    try:
        return rulebook(edition).book(game)
    except KeyError:
        raise Refused(CLEAR, "not-in-edition", game=game, edition=edition) from None


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """What the person may have meant.

    >>> nearest("ruleta-franc", ["ruleta-francesa", "war"])
    ['ruleta-francesa']
    """
    return difflib.get_close_matches(word.strip().casefold(), list(known), n=3, cutoff=0.5)


def read_changes(game: Game[Any, Any], edition: str, sets: Iterable[str]) -> Changes:
    """The changes asked for, each one tried; what cannot be is refused.

    >>> read_changes(find_game("war"), "scj-2023", ["decks=8"])
    {'decks': '8'}
    """
    book = find_book(game.id, edition)
    options = {f"{game.id}.{option.id}": option.values for option in book.option}
    now = {name: str(row.value) for name, row in book.set.items()}
    if eligible(game.id, edition):
        now |= {POT: USUAL_POT, POT_BET: USUAL_POT_BET}
    now |= {f"pays.{pay.bet}": pay.odds for pay in book.pays}
    now |= {f"pays.{pay.key}": pay.odds for pay in book.pays}
    changes: Changes = {}
    for text in sets:
        key, equals, value = text.partition("=")
        full = key if key in options else f"{game.id}.{key}"
        if not equals or (key not in now and full not in options):
            known = [*options, *now]
            near = ", ".join(nearest(key, known) or known)
            code = "unknown-key" if equals else "no-equals"
            raise Refused(CLEAR, code, key=key, game=game.id, near=near)
        if key == DECKS and value in (kin := decks_of_kin(game.id, edition)):
            changes[DECKS_ALLOWED] = f"[{', '.join(kin)}]"
        try:
            _try(game, edition, changes, key, value)
        except (ValueError, ZeroDivisionError):
            like = "5%" if key == COMMISSION else ", ".join(options.get(full, ())) or now[key]
            raise Refused(CLEAR, "bad-value", key=key, value=value, like=like) from None
        changes[key] = value
    return changes


def _try(game: Game[Any, Any], edition: str, changes: Changes, key: str, value: str) -> None:
    if key == COMMISSION:
        share_of_plan(value)
    elif key in (POT, POT_BET):
        pesos(value, least=int(key == POT_BET))
    else:
        game.rules_of(edition, of_rules(changes) | {key: value})


def decks_of_kin(game: str, edition: str) -> list[str]:
    """The numbers of decks with which the same game is dealt at other tables: what is asked of
    Punto y Banca with six is what its Midi and Mini tables play (CAT-III.2.3.3-01).

    >>> decks_of_kin("punto-y-banca", "scj-2023"), decks_of_kin("war", "scj-2023")
    (['6', '8'], [])
    """
    book = rulebook(edition)
    kin = {name for said in book.chain for name, row in said.game.items() if row.like == game}
    rows = [book.book(name).set for name in kin]
    found = {decks for row in rows if DECKS_ALLOWED in row for decks in row[DECKS_ALLOWED].value}
    return sorted(map(str, found))


def of_rules(changes: Mapping[str, str]) -> Changes:
    """The changes that are the rulebook's."""
    return {key: value for key, value in changes.items() if key not in NOT_OF_RULES}


def of_plan(changes: Mapping[str, str]) -> Limits:
    """The changes that are the plan's."""
    if COMMISSION not in changes:
        return Limits()
    return Limits(commission=share_of_plan(changes[COMMISSION]))


def pesos(text: str, least: int = 0) -> int:
    """An amount in whole pesos."""
    if not text.isdecimal() or len(text) > 18 or int(text) < least:
        raise ValueError(f"whole pesos, not {text}")
    return int(text)


def pot_bet(changes: Mapping[str, str]) -> int:
    """A bet on the pot."""
    return pesos(changes.get(POT_BET, USUAL_POT_BET), least=1)


def share_of_plan(text: str) -> Fraction:
    """A commission as a plan writes it, at least nothing and less than all."""
    value = share(text)
    if not 0 <= value < 1:
        raise ValueError(f"a commission lies between 0% and 100%, not {text}")
    return value


def on_the_pot(edition: str, changes: Mapping[str, str]) -> dict[str, BetOdds]:
    """The bet on the progressive, for a pot that is known."""
    if POT not in changes:
        return {}
    return {PROGRESIVO: progressive(edition, pesos(changes[POT]), pot_bet(changes))}


def under(
    game: Game[Any, Any], edition: str, changes: Changes, tick: Tick = untold
) -> dict[str, BetOdds]:
    """The figures of every bet under an edition with changes, or a refusal that says why there are
    none."""
    try:
        rules = game.rules_of(edition, of_rules(changes))
        on_pot = on_the_pot(edition, changes)
        return kept_odds(game, rules, of_plan(changes), tick) | on_pot
    except TooLarge as error:
        if error.setting:
            raise not_covered(rules, error.setting) from None
        raise Refused(CLEAR, "too-large", game=game.id) from None
    except (LookupError, ValueError, AssertionError, Endless, Refused) as error:
        if not changes:
            raise
        raise unplayable(changes, error) from None


def not_covered(rules: GameRules, setting: str) -> Refused:
    """The sums do not follow a value of the rules; its clause is the one that sets it."""
    said = setting_said(rules, setting)
    return Refused(rules.by(setting), "not-covered", game=rules.game, **said)


def unplayable(changes: Changes, error: Exception) -> Refused:
    """Values that each fit but cannot be played together: no payment for a new point, say."""
    together = ", ".join(f"{key}={value}" for key, value in changes.items())
    why = str(error.args[0] if error.args else error)
    return Refused(CLEAR, "unplayable", changes=together, why=why)


def setting_said(rules: GameRules, setting: str) -> dict[str, str]:
    """A value of the rules by its name, as a refusal speaks of it."""
    value = getattr(rules, setting)
    said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return {"setting": setting, "value": said}
