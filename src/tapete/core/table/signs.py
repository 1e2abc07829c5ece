"""The signs of a game in the room: limits, payments and special conditions (CAT-I.4.2-02)."""

from __future__ import annotations

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import say_share
from tapete.core.book.plan import Plan
from tapete.core.book.rulebook import GameRules
from tapete.core.round.bets import Limits
from tapete.core.round.event import Announced

LIMITS: ClauseId = "CAT-I.4.2-02"
CONDITIONS: ClauseId = "CAT-I.5.5-01"


class Sign(msgspec.Struct, frozen=True):
    """The sign beside a table: every bet's minimum and maximum (none: no limit), what it pays,
    the commission where the game has one, the conditions of play the casino set beyond its plan,
    the warnings this table must give and what is printed on its cloth."""

    game: str
    name: str
    bets: dict[str, tuple[int, int | None]]
    pays: dict[str, str]
    conditions: dict[str, str]
    commission: str | None = None
    parts: dict[str, tuple[str, ...]] = {}
    """The kinds of bet that a called bet is made of: each pays its own."""
    wins: dict[str, tuple[int | str, ...]] = {}
    """What a bet wins on, where the rulebook lists it: sums of dice, faces."""
    notices: tuple[str, ...] = ()
    cloth: tuple[str, ...] = ()
    clauses: tuple[ClauseId, ...] = (LIMITS, CONDITIONS)


def sign(
    rules: GameRules,
    limits: Limits,
    plan: Plan | None = None,
    notices: tuple[Announced, ...] = (),
) -> Sign:
    """The sign of one table."""
    conditions = plan.conditions_of(rules.game) if plan is not None else {}
    sets = bool(rules.commission_sign)
    return Sign(
        game=rules.game,
        name=rules.name,
        bets={bet: limits.of(bet) for bet in rules.bets},
        pays={key: pay.odds for key, pay in rules.pays.items()},
        conditions=conditions,
        commission=say_share(limits.commission) if sets else None,
        parts={
            id: tuple(dict.fromkeys(kind_of(part) for part, _ in row.chips))
            for id, row in rules.bets.items()
            if row.chips
        },
        wins={id: row.wins for id, row in rules.bets.items() if row.wins},
        notices=tuple(notice.what for notice in notices),
        cloth=rules.cloth_texts,
        clauses=(
            LIMITS,
            CONDITIONS,
            *([rules.by("commission_sign")] if sets else []),
            *([rules.by("cloth_texts")] if rules.cloth_texts else []),
            *(notice.clause for notice in notices),
        ),
    )
