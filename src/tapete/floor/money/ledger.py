"""The ledger: double entry in whole pesos, append only, one unit of account a transfer.

A transfer takes an amount from one account to another of the same unit. What stands on a felt is
pending: it went from a seat to a spot, and ends posted (to the bank, a pot) or voided (back to the
seat). Wallets, seats and spots never go below zero; the house's own accounts may.

Play chips are a unit of their own: they come from a vault of their own, are played for at tables of
their own and never meet the cage, which moves pesos only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from tapete.core.book.account import CLP, Account, Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event, SeatTaken
from tapete.floor.money.accounts import (
    OF_POT,
    LedgerAccount,
    at_table,
    in_plain_pot,
    in_pot,
    wallet,
)
from tapete.systems.pot.events import PotEvent

State = Literal["pending", "posted", "voided"]
LedgerPosting = tuple[LedgerAccount, int]
TransferRow = tuple[str, str, str, int, State, str, ClauseId]

ONE_UNIT: ClauseId = "CAT-I.4.1-01"
"""Only money chips are staked for money: play chips and tournament chips are none."""
MAKERS = (
    "compra", "canje", "relleno", "retiro", "invitado", "obsequio", "tickets", "tarjetas", "pozo",
)  # fmt: skip
"""Whoever moves money beside the units: so begin the ids of his transfers, where a unit has its
own. No unit is called so, or his would be counted as its."""


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One movement of money. ``id`` comes from what caused it, so a retry changes nothing."""

    id: str
    source: LedgerAccount
    target: LedgerAccount
    amount: int
    state: State
    clause: ClauseId
    why: str

    def __post_init__(self) -> None:
        if self.source.unit != self.target.unit:
            raise Refused(ONE_UNIT, "another-unit", unit=self.source.unit, to=self.target.unit)

    def row(self) -> TransferRow:
        """As it is written: id, source, target, amount, state, why, clause."""
        source, target = self.source.text, self.target.text
        return (self.id, source, target, self.amount, self.state, self.why, self.clause)


def row_of(row: Any) -> TransferRow:
    """A row of the database, to be held against `Transfer.row`."""
    return (row.id, row.source, row.target, row.amount, row.state, row.why, row.clause)


def transfers_of(
    table: str,
    step: str,
    events: Iterable[Event],
    owners: Mapping[int, str],
    pot: str | None = None,
    unit: Unit = CLP,
) -> list[Transfer]:
    """The transfers that these events of a table made. ``owners`` says whose each seat was
    before, ``pot`` which pot the table is linked to, ``unit`` in what it is played for.

    >>> from tapete.core.round.event import BetPlaced
    >>> bet = BetPlaced(seat=3, bet="rojo", amount=500, clause="CAT-II.1.4-01")
    >>> [(str(t.source), str(t.target), t.state)
    ...  for t in transfers_of("R1", "7", [bet], {3: "ana"})]
    [('mesa:R1/seat:3', 'mesa:R1/spot:rojo/3', 'pending')]
    """
    found: list[Transfer] = []
    whose = dict(owners)
    for n, event in enumerate(events):
        if isinstance(event, SeatTaken):  # whoever was there before has left with what was his
            whose[event.seat] = event.player
        postings = event.postings()
        if postings:
            named = [(_named(table, place, whose, pot, unit), amount) for place, amount in postings]
            found += _moved(f"{table}:{step}:{n}", event, named)
    return found


def transfers_of_pot(
    pot: str, entry: int, events: Iterable[PotEvent], unit: Unit = CLP, *, plain: bool = False
) -> list[Transfer]:
    """The transfers that a pot made by itself with one entry of its journal: division, base,
    restart. What an acceptor did with the chips of a seat its table tells.

    >>> from tapete.systems.pot.events import PotRestarted, BASE
    >>> from tapete.core.round.pot import MAIN
    >>> moved = ((MAIN, 500), (BASE, -500))
    >>> again = PotRestarted(unit="A", house=500, moved=moved, clause="CAT-III.6.6-14")
    >>> [(t.id, str(t.source), str(t.target), t.amount)
    ...  for t in transfers_of_pot("mayor", 7, [again])]
    [('pozo:mayor:7.0', 'boveda', 'progresivo:mayor/pot:main', 500)]
    """
    found = []
    moving = [
        event
        for event in events
        if event.moved and not any(place.seat is not None for place, _ in event.moved)
    ]
    for n, event in enumerate(moving):
        place_of = in_plain_pot if plain else in_pot
        named = [(place_of(pot, place, unit), amount) for place, amount in event.moved]
        id = f"{moves_of_pot(pot, plain=plain)}{entry}{f'/{n}' if n else ''}"
        found += _moved(id, event, named)
    return found


def moves_of_pot(pot: str, *, plain: bool = False) -> str:
    """The prefix of the ids of the transfers that a pot makes by itself."""
    return f"pozo/{pot}:" if plain else f"pozo:{pot}:"


def _moved(id: str, event: Event, postings: Iterable[LedgerPosting]) -> list[Transfer]:
    return [
        Transfer(
            id=f"{id}.{k}",
            source=source,
            target=target,
            amount=amount,
            state=_state(source.place, target.place),
            clause=event.clause,
            why=event.kind,
        )
        for k, (source, target, amount) in enumerate(paired(postings))
    ]


def paired(
    postings: Iterable[LedgerPosting],
) -> list[tuple[LedgerAccount, LedgerAccount, int]]:
    """Postings as movements from one account to another, each gain out of the first losses.

    >>> from tapete.floor.money.accounts import CAGE, VAULT, WORLD
    >>> [(str(s), str(t), n) for s, t, n in paired([(CAGE, -300), (WORLD, 200), (VAULT, 100)])]
    [('caja', 'mundo', 200), ('caja', 'boveda', 100)]
    """
    pair = tuple(postings)
    if len(pair) == 2 and pair[0][1] == -pair[1][1] < 0 and pair[0][0] != pair[1][0]:
        (source, _), (target, part) = pair  # as most are: from one account to another
        return [(source, target, part)]
    moved: Counter[LedgerAccount] = Counter()
    for account, amount in pair:
        moved[account] += amount
    owing = {account: -amount for account, amount in moved.items() if amount < 0}
    found = []
    for account, amount in moved.items():
        while amount > 0:
            source, left = next(iter(owing.items()))
            part = min(left, amount)
            found.append((source, account, part))
            amount -= part
            owing[source] -= part
            if not owing[source]:
                del owing[source]
    return found


def _named(
    table: str, place: Account, owners: Mapping[int, str], pot: str | None, unit: Unit
) -> LedgerAccount:
    """The account of the ledger for a place of a table: money from outside is a person's."""
    if place.kind == "cash" and place.seat is not None:
        return wallet(owners[place.seat], unit)
    if place.kind == "person":
        return wallet(str(place.owner), unit)
    return in_pot(pot, place, unit) if pot and place in OF_POT else at_table(table, place, unit)


def _state(source: Account | None, target: Account | None) -> State:
    if target is not None and target.kind == "spot":
        return "pending"
    held = source is not None and source.kind == "spot"
    return "voided" if held and target is not None and target.kind == "seat" else "posted"


def balances(transfers: Iterable[Transfer]) -> dict[LedgerAccount, int]:
    """The net amount of these transfers, by account."""
    found: Counter[LedgerAccount] = Counter()
    for transfer in transfers:
        found[transfer.source] -= transfer.amount
        found[transfer.target] += transfer.amount
    return {account: amount for account, amount in sorted(found.items()) if amount}
