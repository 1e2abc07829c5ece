"""Money at the table: instruments that may be staked, money changed into chips, tips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from tapete.core.bets import Action
from tapete.core.clause import ClauseId
from tapete.core.desk import Desk
from tapete.core.event import Announced, ChipsChanged, Event, Tipped, at_seat, in_cash
from tapete.core.money import check_amount, in_chips, worth
from tapete.core.refused import Fact, Refused
from tapete.core.roles import CROUPIER, JEFE
from tapete.core.seats import check_seated
from tapete.core.window import Taking

MONEY_CHIPS = "fichas-de-valor"
COLOUR_CHIPS = "fichas-de-color"
WORD_OF_MOUTH = "palabra"
PROMOTIONAL = ("cupones-de-juego", "fichas-promocionales", "tickets", "creditos-en-tarjeta")
"""What a casino gives away; each promotion is authorised by name (CAT-I.3.1-03)."""

CHANGE: ClauseId = "CAT-I.3.2-04"
TIP: ClauseId = "CAT-I.3.2-05"
BROUGHT: ClauseId = "CAT-I.4.1-01"
WORD: ClauseId = "CAT-I.4.1-02"


class Exchange:
    """The croupier's dealings in money and chips with the players.

    Chips are counted at the seats that brought or changed some here (``counted``); a seat whose
    chips are kept elsewhere is not. ``available`` tells what a seat may dispose of just now;
    ``may_move`` refuses chips that a seat may not add or, below 0, give away now.
    Colour chips are an account of their own: nobody bets or tips the money behind them.
    """

    def __init__(
        self,
        desk: Desk,
        available: Callable[[int], int | None],
        may_move: Callable[[int, int], None],
    ) -> None:
        self.desk = desk
        self.available, self.may_move = available, may_move
        self.counted: set[int] = set()

    def change(
        self, seat: int, amount: int, chips: Mapping[int, int] | None = None, *, by: str = CROUPIER
    ) -> ChipsChanged:
        """Change a player's money into chips: those he asks for, or as few as can be."""
        self.desk.check("change", by)
        rules, plan = self.desk.rules, self.desk.plan
        if not rules.cash_changed:
            raise Refused(rules.by("cash_changed"), "no-cash-at-this-table", seat=seat)
        self._check_money(seat, amount, CHANGE)
        self.may_move(seat, amount)
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
            seat=seat, source=in_cash(seat), target=at_seat(seat), amount=amount,
            got={str(value): count for value, count in chips.items()}, clause=CHANGE,
        )  # fmt: skip
        if "changes_control" in rules.clauses:  # the jefe de mesa controls the changes
            facts: dict[str, Fact] = {"seat": seat, "amount": amount, "to": JEFE}
            clause = rules.by("changes_control")
            self.desk.tell(Announced(what="cambio-de-dinero", facts=facts, clause=clause))
        self.tell(event)
        return event

    def tip(self, seat: int, amount: int, *, by: str = CROUPIER) -> None:
        """Collect a tip: chips of a player go into the slot for tips and nowhere else."""
        self.desk.check("tip", by)
        self._check_money(seat, amount, TIP)
        self.may_move(seat, -amount)
        self.need(seat, amount, self.available(seat), TIP)
        self.desk.tell(Tipped(seat=seat, amount=amount, clause=TIP))

    def take(self, taking: Taking, action: Action) -> None:
        """Something is done with bets; chips that the player does not have do not stay down."""
        seat = getattr(action, "seat", 0)
        felt, has = dict(taking.felt), self.available(seat)
        taking.take(action)
        left = self.available(seat)
        if has is not None and left is not None and left < min(has, 0):
            taking.felt = felt
            taking.actions.pop()
            self.need(seat, has - left, has, WORD)

    def check_had_for(self, taking: Taking, before: Callable[[int], int | None]) -> None:
        """Raise `Refused` if a seat puts down chips that it does not have; ``before`` tells what it
        had before these bets."""
        for seat in sorted(self.counted):
            self.need(seat, taking.put_down(seat), before(seat), WORD)

    def hand_over(self, seat: int, to: int, amount: int) -> None:
        """Always refused: a player does not get chips of another while the game runs."""
        clause = self.desk.by("no_lending", "CAT-I.5.2-03")
        raise Refused(clause, "no-chips-between-players", seat=seat, to=to, amount=amount)

    def bring(self, seat: int, amount: int) -> None:
        """A player sits down with chips he already has."""
        self._check_money(seat, amount, BROUGHT)
        self._carry(seat, in_cash(seat), at_seat(seat), amount)

    def put_away(self, seat: int, amount: int) -> None:
        """A player takes some of his chips off the table and stays at it."""
        self._check_money(seat, amount, BROUGHT)
        self.need(seat, amount, self.available(seat), WORD)
        self._carry(seat, at_seat(seat), in_cash(seat), amount)

    def take_away(self, seat: int) -> None:
        """A player goes, or has gone, and all his seat's account comes to is his: nothing of it
        is left to whoever sits there next."""
        chips = self.desk.accounts[at_seat(seat)]
        if chips > 0:
            self._carry(seat, at_seat(seat), in_cash(seat), chips)
        elif chips < 0:  # a seat that is not counted owes what its player lost
            self._carry(seat, in_cash(seat), at_seat(seat), -chips)
        self.counted.discard(seat)

    def _carry(self, seat: int, source: str, target: str, amount: int) -> None:
        self.tell(
            ChipsChanged(
                seat=seat, source=source, target=target, amount=amount, clause="CAT-I.1-10"
            )
        )

    def tell(self, *events: Event) -> None:
        """Tell what was exchanged; a seat that paid something in cash is counted from then on."""
        self.desk.tell(*events)
        paid = {account for event in events for account, amount in event.postings() if amount < 0}
        self.counted |= {seat for seat in self.desk.players if in_cash(seat) in paid}

    def check_had(self, events: Iterable[Event]) -> None:
        """Raise `Refused` if these would take chips of a seat that it does not have."""
        moved: Counter[str] = Counter()
        for event in events:
            for account, amount in event.postings():
                moved[account] += amount
        for seat in sorted(self.counted):
            self.need(seat, -moved[at_seat(seat)], self.available(seat), WORD)

    def chips(self, seat: int) -> int | None:
        """The chips before a seat between rounds; None where they are not counted here."""
        return self.desk.accounts[at_seat(seat)] if seat in self.counted else None

    @staticmethod
    def need(seat: int, amount: int, has: int | None, clause: ClauseId) -> None:
        """Raise `Refused` if a player offers chips he does not have: that is only his word."""
        if has is not None and amount > has:
            raise Refused(clause, "no-chips", seat=seat, amount=amount, has=has)

    def check_instrument(self, instrument: str) -> None:
        """Raise `Refused` unless bets of this game may be made with the instrument.

        Money chips always (``fichas-de-dinero`` is the same thing), colour chips where the game
        has them, a promotion (``cupones-de-juego:verano``) only if the plan lists that very
        promotion, anything else only if the plan lists it.
        """
        plan, rules = self.desk.plan, self.desk.rules
        authorised = plan.instruments if plan is not None else ()
        if instrument in rules.never_staked:
            raise Refused(rules.by("never_staked"), "never-staked", instrument=instrument)
        kind, _, promotion = instrument.partition(":")
        if instrument in (MONEY_CHIPS, "fichas-de-dinero"):  # CAT-I.1-10
            return
        if instrument == WORD_OF_MOUTH:
            raise Refused(WORD, "verbal-bet")
        if instrument == COLOUR_CHIPS:
            if not getattr(rules, "colour_chips", False):
                raise Refused("CAT-I.4.1-01", "no-colour-chips", instrument=instrument)
        elif kind in PROMOTIONAL:
            if not promotion or instrument not in authorised:
                raise Refused("CAT-I.3.1-03", "promotion-not-authorised", instrument=instrument)
        elif instrument not in authorised:
            raise Refused("CAT-I.3.1-02", "instrument-not-authorised", instrument=instrument)

    def check_brought(self, seat: int, amount: int) -> None:
        """Raise `Refused` unless a player may sit down with so many chips: none, or an amount."""
        if amount != 0:
            _check_amount(seat, amount, BROUGHT)
            self.may_move(seat, amount)

    def _check_money(self, seat: int, amount: int, clause: ClauseId) -> None:
        check_seated(seat, self.desk.players)
        _check_amount(seat, amount, clause)


def _check_amount(seat: int, amount: int, clause: ClauseId) -> None:
    try:
        check_amount(amount)
    except ValueError:
        raise Refused(clause, "bad-amount", seat=seat, amount=str(amount)) from None
