"""Laws of games at best play that come with the program, each summed once from its rules.

Some sums take minutes. What they gave for the rules of the editions is kept beside this module, by
a digest of the terms that were summed: rules that change by a figure have another digest and are
summed again. ``python -m tapete.maths.exact.poker.delivered`` sums them all anew.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.ask import digest
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.exact.odds import Tick, untold

FILE = Path(__file__).with_name("delivered.json")
GOES = "goes"
"""A table small enough to come along: with which two cards one goes on at Texas Bonus."""
SMALL = 4_096


class Delivered(msgspec.Struct, frozen=True):
    """A game at best play: the chance of each net, and with which own cards one goes on where that
    matters to another bet."""

    game: str
    ends: tuple[tuple[str, str], ...]
    goes: bytes = b""

    @property
    def law(self) -> tuple[tuple[Fraction, Fraction], ...]:
        return tuple((Fraction(net), Fraction(chance)) for net, chance in self.ends)


@cache
def delivered() -> dict[str, Delivered]:
    """All of them, by digest."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Delivered])


def key(rules: BankRules) -> str:
    """What the law of a game hangs on, as a digest."""
    from tapete.maths.strategy.poker.of_rules import terms_of

    bought = getattr(rules, "bought_max", 0)
    return digest((type(rules).__name__, bought, terms_of(rules)))


def best_play(rules: BankRules, tick: Tick = untold) -> Delivered:
    """The law of a game at best play: as delivered, else summed now."""
    from tapete.maths.strategy.poker.of_rules import uncovered

    if not uncovered(rules) and (found := delivered().get(key(rules))) is not None:
        return found
    return summed(rules, tick)


def summed(rules: BankRules, tick: Tick = untold) -> Delivered:
    """The same from the sums themselves, or from what they left on disk."""
    from tapete.maths.strategy.poker.solution import solution

    found = solution(rules, tick)
    goes = found.table(GOES) if GOES in found.tables else None
    small = goes is not None and goes.size <= SMALL
    return Delivered(rules.game, found.ends, goes.tobytes() if small and goes is not None else b"")


def main() -> None:
    """Sum every game under every edition and write the file again."""
    from tapete.games.registry import GAMES

    found: dict[str, Delivered] = {}
    for edition in editions():
        for name, game in GAMES.items():
            if not issubclass(game.rules, BankRules) or name not in rulebook(edition).games():
                continue
            rules = game.rules_of(edition)
            if (place := key(rules)) not in found:
                found[place] = summed(rules)
                edge = -sum(net * chance for net, chance in found[place].law)
                print(edition, name, float(edge), file=sys.stderr)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
