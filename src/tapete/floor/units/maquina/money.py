"""The money of a machine: its events as transfers of the ledger.

Credits of a position lie on ``seat:<n>``, a bet in play on ``spot:jugada/<n>``, a win that people
pay on ``held:<n>``, and what the house won or lost on the machine's ``bank``. What the meters say
and what these accounts hold are the same whole numbers (`Maquina.held`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tapete.core.book.account import BANK, CLP, Account, in_stack, on_hold, on_spot
from tapete.core.book.account import Unit as UnitOfAccount
from tapete.core.round.event import Event, SeatFreed, SeatTaken
from tapete.core.round.pot import MAIN
from tapete.floor.money.accounts import (
    CAGE,
    WORLD,
    LedgerAccount,
    at_unit,
    in_plain_pot,
    in_tickets,
    on_cards,
    vault,
    wallet,
)
from tapete.floor.money.ledger import State, Transfer
from tapete.systems.machines.cabinet import Cabinet
from tapete.systems.machines.events import (
    BetTaken,
    CreditsOut,
    HandPaid,
    HandPayRaised,
    MetersReported,
    MoneyIn,
    PlayEnded,
    PotWon,
    TableBetReturned,
    TableBetTaken,
    TablePlayEnded,
    TournamentSet,
)

PLAY = "jugada"
LINE_SEAT = 1
"""The position of a cabinet on a line."""
Move = tuple[LedgerAccount, LedgerAccount, int, State]


class Purse(msgspec.Struct, kw_only=True):
    """The state that the transfers of a machine follow from: who is where, what is in play, who
    is paid by hand (position, whether it is his credits, and who it is: he may leave meanwhile)."""

    owners: dict[int, str] = {}
    position: int = 0
    stakes: dict[int, int] = {}
    handpays: tuple[tuple[int, bool, str], ...] = ()
    tournament: bool = False


def transfers(
    purse: Purse, machine: str, step: int, events: Sequence[Event], unit: UnitOfAccount
) -> list[Transfer]:
    """The transfers of what a step told. The purse goes along."""
    found: list[Transfer] = []
    for n, event in enumerate(events):
        for k, (source, target, amount, state) in enumerate(_moves(purse, machine, event, unit)):
            if amount:
                found.append(
                    Transfer(
                        id=f"{machine}:{step}:{n}.{k}", source=source, target=target,
                        amount=amount, state=state, clause=event.clause, why=event.kind,
                    )
                )  # fmt: skip
    return found


def _moves(purse: Purse, machine: str, event: Event, unit: UnitOfAccount) -> Iterator[Move]:
    def at(place: Account) -> LedgerAccount:
        return at_unit("maquina", machine, place, unit)

    def staked(position: int, amount: int) -> Move:
        purse.stakes = {**purse.stakes, position: purse.stakes.get(position, 0) + amount}
        return at(in_stack(position)), at(on_spot(position, PLAY)), amount, "pending"

    def taken(position: int) -> Move:
        stake = purse.stakes.get(position, 0)
        purse.stakes = {who: n for who, n in purse.stakes.items() if who != position}
        return at(on_spot(position, PLAY)), at(BANK), stake, "posted"

    bank = at(BANK)
    match event:
        case SeatTaken():
            purse.owners = {**purse.owners, event.seat: event.player}
        case SeatFreed():
            purse.owners = {seat: who for seat, who in purse.owners.items() if seat != event.seat}
        case TournamentSet():
            purse.tournament = event.credits is not None
        case BetTaken() | PlayEnded() if purse.tournament:
            return
        case MoneyIn():
            yield _source(purse, event, unit), at(in_stack(event.position)), event.amount, "posted"
        case MetersReported():
            seat = at(in_stack(LINE_SEAT))
            yield WORLD, seat, event.bills, "posted"
            yield bank, seat, _sum(event.rose, "coin_out"), "posted"
            yield seat, bank, _sum(event.rose, "coin_in"), "posted"
            yield bank, at(on_hold(LINE_SEAT)), _sum(event.rose, "handpaid_wins"), "posted"
        case BetTaken():
            purse.position = event.bet.position
            yield staked(purse.position, event.stake)
        case TableBetTaken():
            yield staked(event.position, sum(event.bets.values()))
        case TableBetReturned():
            amount = purse.stakes.get(event.position, 0)
            purse.stakes = {w: n for w, n in purse.stakes.items() if w != event.position}
            back = at(on_spot(event.position, PLAY)), at(in_stack(event.position))
            yield *back, amount, "voided"
        case PotWon():
            yield in_plain_pot(event.pot, MAIN, unit), bank, event.amount, "posted"
        case PlayEnded():
            yield taken(purse.position)
            place = on_hold(purse.position) if event.by_hand else in_stack(purse.position)
            yield bank, at(place), event.paid, "posted"
        case TablePlayEnded():
            for position in sorted(purse.stakes):
                yield taken(position)
                paid = event.paid.get(str(position), 0)
                by_hand = position in event.by_hand
                place = on_hold(position) if by_hand else in_stack(position)
                yield bank, at(place), paid, "posted"
        case HandPayRaised():
            owner = purse.owners.get(event.position, "")
            purse.handpays = (*purse.handpays, (event.position, event.credits, owner))
        case HandPaid():
            (position, credits, owner), *rest = purse.handpays
            purse.handpays = tuple(rest)
            place = in_stack(position) if credits else on_hold(position)
            if owner:
                yield at(place), wallet(owner, unit), event.amount, "posted"
                return
            yield at(place), vault(unit), event.amount, "posted"
            yield CAGE, WORLD, event.amount, "posted"  # nobody's account: it is paid in money
        case CreditsOut():
            yield at(in_stack(event.position)), _target(purse, event, unit), event.amount, "posted"
        case _:
            return


def _source(purse: Purse, event: MoneyIn, unit: UnitOfAccount) -> LedgerAccount:
    """Where the money of credits comes from."""
    if event.card:
        return on_cards(unit)
    if event.means == "ticket":
        return in_tickets(unit)
    if event.means == "note" and unit == CLP:
        return WORLD
    return wallet(purse.owners[event.position], unit)


def _target(purse: Purse, event: CreditsOut, unit: UnitOfAccount) -> LedgerAccount:
    """Where the money of credits goes."""
    if event.card:
        return on_cards(unit)
    paper = event.to == "ticket"
    return in_tickets(unit) if paper else wallet(purse.owners[event.position], unit)


def _sum(rose: Mapping[str, Mapping[str, int]], name: str) -> int:
    return sum(one[name] for one in rose.values())


def held(machine: str, cabinet: Cabinet, unit: UnitOfAccount) -> dict[LedgerAccount, int]:
    """The balances of a machine's accounts by its meters: the ledger must say the same."""

    def meter(name: str) -> int:
        """A meter without what it said when the machine was set up here."""
        return cabinet.meters.get(name, 0) - cabinet.before.get(name, 0)

    found: dict[Account, int] = {in_stack(at): n for at, n in cabinet.credits.items()}
    stakes = cabinet.stakes
    found |= {on_spot(at, PLAY): n for at, n in stakes.items()}
    for waits in (cabinet.handpay, *cabinet.handpays):
        if waits is not None and not waits.credits:
            place = on_hold(waits.position)
            found[place] = found.get(place, 0) + waits.amount
    out = meter("coin_out") + meter("handpaid_wins")
    found[BANK] = meter("coin_in") - sum(stakes.values()) - out + meter("linked_pot_wins")
    return {at_unit("maquina", machine, at, unit): n for at, n in found.items() if n}
