"""Treinta y Cuarenta, exactly: both rows dealt without replacement from a full pack.

How it is modelled:

- The rows are two blocks of a shuffled pack, and swapping the blocks gives another order of the
  pack, as likely as the first. So ROJO wins as often as NEGRO, and only the ties have to be
  counted (`tie_chances`). Half of the cards of every value are red, so the first card of the
  winning row has its colour in half of the coups: COLOR wins as often as INVERSO.
- A neutral tie leaves a bet free to be taken back: it ends there, unpaid.
- A bet blocked by a tie at 31 is followed until it is decided. Each coup it waits for is dealt
  from a full pack, as after a shuffle, and not from what the coups before it left: the chances of
  a single coup are the same wherever in the pack it begins, but not quite independent of the last.
  So the figures of a bet that waits are near ones, and are marked so.
- ``asegurar`` pays the premium again before each coup for which the bet is still blocked.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from tapete.core.round.bets import Limits
from tapete.core.round.cards import mazo
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.cards.treinta.treinta import ASEGURAR, ENTREGAR, ESPERAR
from tapete.maths.exact.odds import CLOSED, BetOdds, Tick, untold
from tapete.maths.exact.paths import TooLarge
from tapete.maths.exact.rows import tie_chances

FULL_PACK = "full-pack"
MOST_DECKS, MOST_TOTAL = 50, 50
"""Packs and rows beyond these have more ways than can be gone through in a minute or so."""


class Coup(NamedTuple):
    """The chances of one coup for any of the four bets."""

    win: Fraction
    lose: Fraction
    neutral: Fraction
    blocking: Fraction


def coup(rules: TreintaRules, tick: Tick = untold) -> Coup:
    """The chances of the first coup of a pack."""
    for setting, most in (("decks", MOST_DECKS), ("row_from", MOST_TOTAL)):
        if getattr(rules, setting) > most:
            raise TooLarge(f"more than {most}", setting)
    counts: Counter[int] = Counter()
    for card, count in mazo(rules.decks).items():
        counts[rules.value(card)] += count
    ties = tie_chances(counts, rules.row_from, tick)
    tied = sum(ties.values(), Fraction(0))
    blocking = ties[rules.blocking_tie]
    return Coup((1 - tied) / 2, (1 - tied) / 2, tied - blocking, blocking)


class Insured(BetOdds):
    """A bet that pays premiums for as long as it is blocked: ``ends`` has them at their mean.

    How many it pays does not hang together with how it ends, so their own variance is added.
    """

    premiums: Fraction

    @property
    def variance(self) -> Fraction:
        return super().variance + self.premiums


def odds(rules: TreintaRules, limits: Limits, tick: Tick = untold) -> dict[str, BetOdds]:
    """The figures of the four bets under each answer to a tie at 31."""
    chance = coup(rules, tick)
    found = {}
    for bet in rules.bets:
        for choice in (ESPERAR, ASEGURAR, ENTREGAR):
            key = f"{bet}/{choice}"
            found[key] = _odds(rules, chance, key, bet, choice)
    return found


def _odds(rules: TreintaRules, chance: Coup, key: str, bet: str, choice: str) -> BetOdds:
    pay = rules.pay(bet)
    blocked = Fraction(1) if rules.whole_blocked else 1 - rules.blocked_loss
    # How a bet that waits ends, and how often a coup leaves it waiting.
    stays = chance.neutral + (chance.blocking if choice == ASEGURAR else 0)
    freed = chance.win / (1 - stays) if choice != ENTREGAR else Fraction(0)
    waits = 1 / (1 - stays) if choice != ENTREGAR else Fraction(0)
    premium = blocked * rules.insurance if choice == ASEGURAR else Fraction(0)
    paid = premium * waits
    ways = (
        (pay.ratio, chance.win),
        (Fraction(0), chance.neutral),
        (Fraction(-1), chance.lose),
        (blocked - 1 - paid, chance.blocking * freed),
        (-1 - paid, chance.blocking * (1 - freed)),
    )
    ends: dict[Fraction, Fraction] = {}
    for net, often in ways:
        ends[net] = ends.get(net, Fraction(0)) + often
    drawn = tuple(sorted((net, often) for net, often in ends.items() if often))
    throws = 1 + chance.blocking * waits
    # A bet given up is decided by its first coup: only those that wait hang on the model.
    waiting = choice != ENTREGAR
    row = (
        key, (bet,), rules.bets[bet].clause, (pay.odds,), drawn, throws,
        not waiting, FULL_PACK if waiting else "",
    )  # fmt: skip
    if choice != ASEGURAR:
        return BetOdds(*row)
    insured = Insured(*row)
    insured.premiums = chance.blocking * premium**2 * stays * waits**2
    return insured


CLOSED[TreintaRules] = odds
