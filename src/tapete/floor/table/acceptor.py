"""The electronic acceptor before each place of a table linked to a pot (CAT-III.6.4.1): credits
loaded on its meter, staked by pressing the button, taken back, cashed.

Chips and credits go together: what the meter does with the player's chips is told by the table
(`CreditsMoved`) before the bet is placed on its spot like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tapete.core.book.account import in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.instrument import MONEY_CHIPS
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIERS, only
from tapete.core.round.bets import Place, Remove
from tapete.core.round.event import Moment
from tapete.core.round.fold import Balances
from tapete.core.round.pot import PROGRESIVO
from tapete.core.table.seats import check_seated
from tapete.core.table.table import Table
from tapete.core.table.table_bets import need
from tapete.floor.table.commands import Bet, CashCredits, LoadCredits, PressButton, ReleaseButton
from tapete.games.poker.pot import AcceptorPort, CreditsMoved
from tapete.games.poker.progressive import progressive_rules

LINKED: ClauseId = "CAT-III.6.3-02"


def bet(table: Table, command: Bet, by: str, now: Moment) -> None:
    """Something is done with bets. The bet on the pot goes through the acceptor where it is
    electronic: no chips lie on its spot but those of credits."""
    action = command.action
    port = acceptors(table) if table.pot.port is not None else None
    if port is not None and port.buttons and getattr(action, "bet", "") == PROGRESIVO:
        if not isinstance(action, Remove):
            clause = progressive_rules(table.rules.edition).by("pressed")
            raise Refused(clause, "press-the-button", seat=getattr(action, "seat", 0))
        _take_back(table, port, action.seat, by)
        return
    lay = _on_the_pot(table)
    table.bet(action, by=by)
    if port is not None and port.buttons:
        for seat in lay - _on_the_pot(table):  # it came down with the bet it stood on
            port.take_back(seat)
            _tell(table, port)


def _on_the_pot(table: Table) -> set[int]:
    """The seats with a bet on the pot while betting is open."""
    open_bets = table.open_bets
    return (
        set() if open_bets is None else {seat for seat, bet in open_bets.felt if bet == PROGRESIVO}
    )


def load_credits(table: Table, command: LoadCredits, by: str, now: Moment) -> None:
    """The croupier loads the credits a player buys on the meter of his position."""
    only(CROUPIERS, by, _by(table, "credits_bought"), "load-credits")
    port = acceptors(table)
    check_seated(command.seat, table.players)
    has = table.available(command.seat)
    with _told(table):
        port.load(command.seat, command.credits, command.instrument or MONEY_CHIPS)
        mine = in_stack(command.seat)
        told = [posting for event in _tell(table, port) for posting in event.moved]
        paid = -sum(amount for account, amount in told if account == mine)
        need(command.seat, paid, has, _by(table, "credits_bought"))


def cash_credits(table: Table, command: CashCredits, by: str, now: Moment) -> None:
    """Turn the credits left on the meter of a position into chips of its player."""
    only(CROUPIERS, by, _by(table, "credits_bought"), "cash-credits")
    port = acceptors(table)
    check_seated(command.seat, table.players)
    port.cash(command.seat)
    _tell(table, port)


def press_button(table: Table, command: PressButton, by: str, now: Moment) -> None:
    """Credits leave the meter and lie on the pot's spot; the light goes on."""
    table.desk.check("bet", by)
    port = acceptors(table)
    check_seated(command.seat, table.players)
    with _told(table):
        amount = port.stake(command.seat, command.credits)
        _tell(table, port)
        table.bet(Place(command.seat, PROGRESIVO, amount), by=by)


def release_button(table: Table, command: ReleaseButton, by: str, now: Moment) -> None:
    """The bet on the pot goes back to the meter, while betting is open."""
    table.desk.check("bet", by)
    port = acceptors(table)
    check_seated(command.seat, table.players)
    _take_back(table, port, command.seat, by)


def _take_back(table: Table, port: AcceptorPort, seat: int, by: str) -> None:
    with _told(table):
        port.take_back(seat)
        _tell(table, port)
        table.bet(Remove(seat, PROGRESIVO), by=by)


def acceptors(table: Table) -> AcceptorPort:
    """The acceptors of the pot this table is linked to."""
    if not isinstance(table.pot.port, AcceptorPort):
        raise Refused(LINKED, "no-pot-linked", bet=PROGRESIVO)
    return table.pot.port


def _by(table: Table, row: str) -> ClauseId:
    return progressive_rules(table.rules.edition).by(row)


def _tell(table: Table, port: AcceptorPort) -> tuple[CreditsMoved, ...]:
    moved = port.moved()
    table.desk.tell(*moved)
    return moved


@contextmanager
def _told(table: Table) -> Iterator[None]:
    """Undo the events told if the rest is refused; the pot discards its own entries."""
    desk = table.desk
    said, accounts = len(desk.session.log), Balances(desk.accounts)
    try:
        yield
    except Refused:
        del desk.session.log[said:]
        desk.accounts = accounts
        raise
