"""The roulette cloth: what may be staked on it, with which chips, and which boxes touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from tapete.core.book.bet import bet_id, kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.ask import Round
from tapete.core.round.bets import BetAction, Closed, Cloth, Felted, Offer, Place, Remove
from tapete.games.roulette.ball import BallThrown, Throw
from tapete.games.roulette.board import (
    Board,
    Laid,
    check,
    in_colour_on,
    lay,
    read_chips,
    value_of,
)
from tapete.games.roulette.rules import COLUMNS, SIMPLE, Elsewhere, Numbers, RouletteRules

WHEEL = ("rueda", "cilindro")
ZERO_ROWS = {"caballo": "zero_splits", "calle": "zero_streets", "cuadro": "zero_squares"}


@lru_cache(maxsize=64)
def around(number: str) -> Numbers:
    """The numbers next to one on the cloth, itself included: where a croupier clears first.

    >>> sorted(around("2"))
    ['0', '00', '1', '2', '3', '4', '5', '6']
    """
    if number in ("0", "00"):
        return frozenset(("0", "00", "1", "2", "3"))
    n = int(number)
    row, column = divmod(n - 1, COLUMNS)
    near = {
        str(r * COLUMNS + c + 1)
        for r in (row - 1, row, row + 1)
        for c in (column - 1, column, column + 1)
        if 0 <= r < 12 and 0 <= c < COLUMNS
    }
    return frozenset(near | ({"0", "00"} if row == 0 else set()))


def at_two_tables(rules: RouletteRules, seat: int, bet: str, elsewhere: Elsewhere) -> Closed | None:
    """Why a player who bets at other tables too may not have this bet here; None if he may.

    He may be at two tables, with simple chances only (CAT-II.1.5.2-01, CAT-II.2.6.2-01).
    ``elsewhere`` has his bets at each other table. Whoever runs several tables tells each of
    them, by its terms, before it opens betting; of what is bet after that a table
    knows nothing, so there the bets of both are put to this rule.
    """
    others = [bets for owner, bets in elsewhere if owner == seat and bets]
    if others and len(others) + 1 > rules.tables_max:
        facts: dict[str, Fact] = {"maximum": rules.tables_max}
        return Closed(rules.by("tables_max"), "too-many-tables", facts)
    for other in (bet, *(other for bets in others for other in bets)):
        if others and other not in SIMPLE:
            return Closed(rules.by("tables_max"), "two-tables-simple-only", {"bet": other})
    return None


class RouletteCloth(Cloth, frozen=True, kw_only=True):
    """The bets of a roulette, open to all alike until the close.

    ``board`` says who plays with which chips; ``laid`` which chips lie on the cloth already;
    ``elsewhere`` what its players bet at other tables; ``wheel_turns`` which way the wheel turns.
    """

    rules: RouletteRules
    board: Board = Board()
    laid: tuple[Laid, ...] = ()
    elsewhere: Elsewhere = ()
    throw_clause: ClauseId
    wheel_turns: str

    actions: ClassVar[tuple[type[BetAction], ...]] = (Throw,)

    def thrown(self) -> BallThrown:
        """The ball goes against the wheel."""
        against = "izquierda" if self.wheel_turns == "derecha" else "derecha"
        return BallThrown(wheel=self.wheel_turns, ball=against, clause=self.throw_clause)

    def closing(self, done: Sequence[BetAction]) -> Round[None]:
        if Throw() not in done:
            yield self.thrown()

    def bets(self) -> Iterator[str]:
        yield from self.rules.spots
        yield from (bet.id for bet in self.rules.bets.values() if bet.chips)

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bet(bet)
        kind = kind_of(bet)
        if kind in WHEEL:
            return Closed(self.rules.by("wheel_bets"), "bet-on-the-wheel", {"bet": bet})
        if row is None:
            return Closed(self.rules.by("bets_offered"), "not-on-the-cloth", {"bet": bet})
        closed = at_two_tables(self.rules, seat, bet, self.elsewhere)
        if closed is not None:
            return closed
        # Whoever plays with colour chips or one denomination bets whole chips of it.
        chip = value_of(self.board, seat) if self.rules.is_multiple(bet) else 1
        clause = row.clause if chip == 1 else self.rules.by("one_kind")
        if row.chips:
            return Offer(clause, step=chip * sum(count for _, count in row.chips))
        if bet in self.rules.spots:
            return Offer(clause, step=chip)
        return Closed(self._off_cloth(bet, row.clause), "not-on-the-cloth", {"bet": bet})

    def _off_cloth(self, bet: str, clause: ClauseId) -> ClauseId:
        named = bet_id(bet)
        if named.kind in ZERO_ROWS and {"0", "00"}.intersection(named.numbers):
            return self.rules.by(ZERO_ROWS[named.kind])
        return clause

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        row = self.rules.bet(bet)
        if row is None or not row.chips:
            return ((bet, amount),)
        each = amount // sum(count for _, count in row.chips)
        return tuple((part, count * each) for part, count in row.chips)

    def check_chips(self, done: Sequence[BetAction], action: Place | Remove) -> None:
        chips = action.chips if isinstance(action, Place) else ""
        if not self.rules.colour_chips:
            if read_chips(chips).colour is not None:
                raise Refused(
                    self.rules.by("colour_chips"), "money-chips-only",
                    seat=action.seat, bet=action.bet, chips=chips,
                )  # fmt: skip
        elif chips or self.board.in_use or any(isinstance(a, Place) and a.chips for a in done):
            check(self.rules, self.board, self.laid, done, action, self.parts)

    def chips_of(self, seat: int, money: tuple[int, ...]) -> tuple[int, ...]:
        colour = self.board.of(seat)
        return money if colour is None else (*money, colour.value)

    def apart(self, actions: Sequence[BetAction], seat: int) -> int:
        if self.board.of(seat) is None:
            return 0
        now = lay(self.rules, self.board, self.laid, actions, self.parts)
        return in_colour_on(now, seat) - in_colour_on(self.laid, seat)
