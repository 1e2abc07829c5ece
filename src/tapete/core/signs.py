"""The signs of a game in the room: limits, payments and special conditions (CAT-I.4.2-02)."""

from __future__ import annotations

import msgspec

from tapete.core.bets import Limits
from tapete.core.clause import ClauseId
from tapete.core.event import Announced
from tapete.core.money import say_share
from tapete.core.plan import Plan
from tapete.core.rulebook import GameRules

LIMITS: ClauseId = "CAT-I.4.2-02"
CONDITIONS: ClauseId = "CAT-I.5.5-01"


class Sign(msgspec.Struct, frozen=True):
    """What must be read beside a table: every bet's minimum and maximum, what it pays, the
    commission where the game has one, the conditions of play the casino set beyond its plan, and
    the warnings this table must give. No limit is shown as none."""

    game: str
    name: str
    bets: dict[str, tuple[int, int | None]]
    pays: dict[str, str]
    conditions: dict[str, str]
    commission: str | None = None
    notices: tuple[str, ...] = ()
    clauses: tuple[ClauseId, ...] = (LIMITS, CONDITIONS)


def sign(
    rules: GameRules,
    limits: Limits,
    plan: Plan | None = None,
    notices: tuple[Announced, ...] = (),
) -> Sign:
    """The sign of one table.

    A condition of the plan named ``game/condition`` stands on that game's signs, one without a
    game on all of them.
    """
    conditions = {}
    for key, text in (plan.conditions if plan is not None else {}).items():
        game, slash, condition = key.rpartition("/")
        if not slash or game == rules.game:
            conditions[condition] = text
    sets = "commission_sign" in rules.clauses  # the game's rulebook wants it displayed
    return Sign(
        game=rules.game,
        name=rules.name,
        bets={bet: limits.of(bet) for bet in rules.bets},
        pays={key: pay.odds for key, pay in rules.pays.items()},
        conditions=conditions,
        commission=say_share(limits.commission) if sets else None,
        notices=tuple(notice.what for notice in notices),
        clauses=(
            LIMITS,
            CONDITIONS,
            *([rules.by("commission_sign")] if sets else []),
            *(notice.clause for notice in notices),
        ),
    )
