"""Money at the table: instruments that may be staked, money changed into chips, tips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tapete.core.book.account import Account, in_cash, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.instrument import (
    COLOUR_CHIPS,
    MONEY_CHIPS,
    PROMOTIONAL,
    SPOKEN,
    WORD,
    instrument_of,
)
from tapete.core.book.money import check_amount, in_chips, worth
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.event import Announced, ChipsChanged, Event, Tipped
from tapete.core.round.fold import Balances, told
from tapete.core.table.desk import Desk
from tapete.core.table.seats import check_seated
from tapete.core.table.table_bets import TableBets, need

CHANGE: ClauseId = "CAT-I.3.2-04"
TIP: ClauseId = "CAT-I.3.2-05"
BROUGHT: ClauseId = "CAT-I.4.1-01"


class Exchange:
    """The croupier's dealings in money and chips with the players.

    Every chip is counted: what a seat did not bring, change or win it does not have; what it may
    dispose of just now the ``betting`` knows. Colour chips are an account of their own: nobody bets
    or tips the money behind them.
    """

    def __init__(self, desk: Desk, betting: TableBets) -> None:
        self.desk, self.betting = desk, betting

    def change(
        self, seat: int, amount: int, chips: Mapping[int, int] | None = None, *, by: str = CROUPIER
    ) -> ChipsChanged:
        """Change a player's money into chips: those he asks for, or as few as can be."""
        self.desk.check("change", by)
        self.desk.check_open()
        rules, plan = self.desk.rules, self.desk.plan
        if not rules.cash_changed:
            raise Refused(rules.by("cash_changed"), "no-cash-at-this-table", seat=seat)
        self._check_money(seat, amount, CHANGE)
        self.desk.may_move(seat, amount)
        values = plan.chips if plan is not None else (1,)
        left = 0
        if chips is None:
            chips, left = in_chips(amount, values)
        for value, count in chips.items():
            if value not in values or count <= 0:
                raise Refused(CHANGE, "no-such-chip", seat=seat, chip=value, count=count)
        if left or worth(chips) != amount:
            raise Refused(CHANGE, "not-exact", seat=seat, amount=amount, chips=worth(chips))
        event = ChipsChanged(
            seat=seat, source=in_cash(seat), target=in_stack(seat), amount=amount,
            got={str(value): count for value, count in chips.items()}, clause=CHANGE,
        )  # fmt: skip
        if rules.changes_control:
            to = rules.changes_control
            facts: dict[str, Fact] = {"seat": seat, "amount": amount, "to": to}
            clause = rules.by("changes_control")
            self.desk.tell(Announced(what="cambio-de-dinero", facts=facts, clause=clause))
        self.desk.tell(event)
        return event

    def tip(self, seat: int, amount: int, *, by: str = CROUPIER) -> None:
        """Collect a tip: chips of a player go into the slot for tips and nowhere else."""
        self.desk.check("tip", by)
        self._check_money(seat, amount, TIP)
        self.desk.may_move(seat, -amount)
        need(seat, amount, self.betting.available(seat), TIP)
        self.desk.tell(Tipped(seat=seat, amount=amount, clause=TIP))

    def hand_over(self, seat: int, to: int, amount: int) -> None:
        """Always refused: a player does not get chips of another while the game runs."""
        clause = self.desk.by("no_lending", "CAT-I.5.2-03")
        raise Refused(clause, "no-chips-between-players", seat=seat, to=to, amount=amount)

    def bring(self, seat: int, amount: int) -> None:
        """A player sits down with chips he already has."""
        self._check_money(seat, amount, BROUGHT)
        self._carry(seat, in_cash(seat), in_stack(seat), amount)

    def put_away(self, seat: int, amount: int) -> None:
        """A player takes some of his chips off the table and stays at it."""
        self._check_money(seat, amount, BROUGHT)
        need(seat, amount, self.betting.available(seat), WORD)
        self._carry(seat, in_stack(seat), in_cash(seat), amount)

    def take_away(self, seat: int) -> None:
        """A player goes, or has gone, and all his seat's account comes to is his: nothing of it
        is left to whoever sits there next."""
        chips = self.desk.chips(seat)
        if chips > 0:
            self._carry(seat, in_stack(seat), in_cash(seat), chips)

    def _carry(self, seat: int, source: Account, target: Account, amount: int) -> None:
        self.desk.tell(
            ChipsChanged(
                seat=seat, source=source, target=target, amount=amount, clause="CAT-I.1-10"
            )
        )

    def check_had(self, events: Iterable[Event], has: Mapping[int, int]) -> None:
        """Raise `Refused` if these take more chips of a seat than it has."""
        moved = told(events, Balances())
        for seat in sorted(has):
            need(seat, -moved[in_stack(seat)], has[seat], WORD)

    def check_instrument(self, instrument: str) -> None:
        """Raise `Refused` unless bets of this game may be made with the instrument.

        Money chips always (``fichas-de-dinero`` is the same thing), colour chips where the game has
        them, a promotion (``cupones-de-juego:verano``) only if that very promotion is authorised,
        anything else only if it is authorised.
        """
        rules, plan = self.desk.rules, self.desk.plan
        if instrument in rules.never_staked:
            raise Refused(rules.by("never_staked"), "never-staked", instrument=instrument)
        if instrument in (MONEY_CHIPS, "fichas-de-dinero"):  # CAT-I.1-10
            return
        if instrument == SPOKEN:
            raise Refused(WORD, "verbal-bet")
        authorised = plan.instruments if plan is not None else ()
        named = instrument_of(instrument)
        if instrument == COLOUR_CHIPS:
            if not rules.colour_chips:
                raise Refused("CAT-I.4.1-01", "no-colour-chips", instrument=instrument)
        elif named.kind in PROMOTIONAL:
            if not named.promotion or instrument not in authorised:
                raise Refused("CAT-I.3.1-03", "promotion-not-authorised", instrument=instrument)
        elif instrument not in authorised:
            raise Refused("CAT-I.3.1-02", "instrument-not-authorised", instrument=instrument)

    def check_brought(self, seat: int, amount: int) -> None:
        """Raise `Refused` unless a player may sit down with so many chips: none, or an amount."""
        if amount != 0:
            _check_amount(seat, amount, BROUGHT)
            self.desk.may_move(seat, amount)

    def _check_money(self, seat: int, amount: int, clause: ClauseId) -> None:
        check_seated(seat, self.desk.players)
        _check_amount(seat, amount, clause)


def _check_amount(seat: int, amount: int, clause: ClauseId) -> None:
    try:
        check_amount(amount)
    except ValueError:
        raise Refused(clause, "bad-amount", seat=seat, amount=str(amount)) from None
