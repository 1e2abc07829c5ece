"""The roulette cloth: what may be staked on it, with which chips, and which boxes touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapete.core.bets import Action, Closed, Cloth, Felted, Offer, Place, Remove
from tapete.core.clause import ClauseId
from tapete.core.refused import Refused
from tapete.games.roulette.board import Board, Laid, check, in_colour_on, lay, value_of
from tapete.games.roulette.rules import COLUMNS, Numbers, RouletteRules

WHEEL = ("rueda", "cilindro")
ZERO_ROWS = {"caballo": "zero_splits", "calle": "zero_streets", "cuadro": "zero_squares"}


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


class RouletteCloth(Cloth, frozen=True, kw_only=True):
    """The bets of a roulette, open to all alike until the close.

    ``board`` says who plays with which chips; ``laid`` which chips lie on the cloth already.
    """

    rules: RouletteRules
    board: Board = Board()
    laid: tuple[Laid, ...] = ()

    def bets(self) -> Iterator[str]:
        yield from self.rules.spots()
        yield from (bet.id for bet in self.rules.bets.values() if bet.chips)

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        row = self.rules.bet(bet)
        kind = bet.partition(":")[0]
        if kind in WHEEL:
            return Closed(self.rules.by("wheel_bets"), "bet-on-the-wheel", {"bet": bet})
        if row is None:
            return Closed(self.rules.by("bets_offered"), "not-on-the-cloth", {"bet": bet})
        # Whoever plays with colour chips or one denomination bets whole chips of it.
        chip = value_of(self.board, seat) if self.rules.is_multiple(bet) else 1
        clause = row.clause if chip == 1 else self.rules.by("one_kind")
        if row.chips:
            return Offer(clause, step=chip * sum(count for _, count in row.chips))
        if bet in self.rules.spots():
            return Offer(clause, step=chip)
        return Closed(self._off_cloth(bet, row.clause), "not-on-the-cloth", {"bet": bet})

    def _off_cloth(self, bet: str, clause: ClauseId) -> ClauseId:
        kind, _, numbers = bet.partition(":")
        if kind in ZERO_ROWS and {"0", "00"} & set(numbers.split("-")):
            return self.rules.by(ZERO_ROWS[kind])
        return clause

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        row = self.rules.bet(bet)
        if row is None or not row.chips:
            return ((bet, amount),)
        each = amount // sum(count for _, count in row.chips)
        return tuple((part, count * each) for part, count in row.chips)

    def check_chips(self, done: Sequence[Action], action: Place | Remove) -> None:
        chips = action.chips if isinstance(action, Place) else ""
        if not self.rules.colour_chips:
            if chips.startswith("color:"):
                raise Refused(
                    self.rules.by("colour_chips"), "money-chips-only",
                    seat=action.seat, bet=action.bet, chips=chips,
                )  # fmt: skip
        elif chips or self.board.in_use or any(isinstance(a, Place) and a.chips for a in done):
            check(self.rules, self.board, self.laid, done, action, self.parts)

    def apart(self, actions: Sequence[Action], seat: int) -> int:
        if self.board.of(seat) is None:
            return 0
        now = lay(self.rules, self.board, self.laid, actions, self.parts)
        return in_colour_on(now, seat) - in_colour_on(self.laid, seat)
