"""The ledger: double entry in whole pesos, append only.

A transfer takes an amount from one account to another. What stands on a felt is pending: it went
from a seat to a spot, and ends posted (to the bank, a pot) or voided (back to the seat). Wallets,
seats and spots never go below zero; the house's own accounts may.

Accounts: ``wallet:<person>`` chips a person holds, ``boveda`` the house's chips that are not at a
table (below zero: chips in circulation), ``caja`` the cage's money, ``mundo`` money outside, and of
each table ``mesa:<table>/<account>`` with the accounts its events name. A progressive pot is shared
by its tables: ``pozo:<pot>/<account>``, where the house's advance and what it gave away in
promotional credits alone may be below zero; its base comes from the vault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.event import Event, Posting
from tapete.core.pot import ADVANCE, MAIN, POT, RESERVE
from tapete.systems.progressive.events import BASE, CREDITS, PROMOTIONS, PotEvent

VAULT = "boveda"
CAGE = "caja"
WORLD = "mundo"

State = Literal["pending", "posted", "voided"]

MAY_OWE = (VAULT, CAGE, WORLD)
SHARED_MAY_OWE = ("bank", ADVANCE, PROMOTIONS)
OF_POT = (POT, MAIN, RESERVE, ADVANCE, CREDITS, PROMOTIONS)
"""What a table's events move of the pot it is linked to."""
HELD = "spot"
OF_A_SEAT = ("seat:", "cash:")


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One movement of money. ``id`` comes from what caused it, so a retry changes nothing."""

    id: str
    source: str
    target: str
    amount: int
    state: State
    clause: ClauseId
    why: str


def wallet(person: str) -> str:
    """The chips a person holds that are at no table."""
    return f"wallet:{person}"


def at_table(table: str, account: str) -> str:
    """An account of a table, as the ledger names it."""
    return f"mesa:{table}/{account}"


def in_pot(pot: str, account: str) -> str:
    """An account of a pot, as the ledger names it.

    >>> in_pot("mayor", "pot:main"), in_pot("mayor", "pot:base")
    ('pozo:mayor/pot:main', 'boveda')
    """
    return VAULT if account == BASE else f"pozo:{pot}/{account}"


def may_owe(account: str) -> bool:
    """Whether an account may go below zero: the house's own may, nobody else's.

    >>> may_owe("mesa:R1/bank"), may_owe("mesa:R1/seat:3"), may_owe("wallet:ana"), may_owe("boveda")
    (True, False, False, True)
    """
    return account in MAY_OWE or account.partition("/")[2] in SHARED_MAY_OWE


def transfers_of(
    table: str,
    step: str,
    events: Iterable[Event],
    owners: Mapping[int, str],
    pot: str | None = None,
) -> list[Transfer]:
    """The transfers that these events of a table made. ``owners`` says whose each seat is, ``pot``
    which pot the table is linked to.

    >>> from tapete.core.event import BetPlaced
    >>> bet = BetPlaced(seat=3, bet="rojo", amount=500, clause="CAT-II.1.4-01")
    >>> [(t.source, t.target, t.state) for t in transfers_of("R1", "7", [bet], {3: "ana"})]
    [('mesa:R1/seat:3', 'mesa:R1/spot:rojo/3', 'pending')]
    """
    found: list[Transfer] = []
    for n, event in enumerate(events):
        postings = event.postings()
        if postings:
            named = [(_named(table, account, owners, pot), amount) for account, amount in postings]
            found += _moved(f"{table}:{step}:{n}", event, named)
    return found


def transfers_of_pot(pot: str, first: int, events: Iterable[PotEvent]) -> list[Transfer]:
    """The transfers that a pot made by itself: division, base, restart. ``first`` is the number of
    the first of these events. What an acceptor did with the chips of a seat its table tells.

    >>> from tapete.systems.progressive.events import PotRestarted
    >>> moved = (("pot:main", 500), ("pot:base", -500))
    >>> again = PotRestarted(table="A", house=500, moved=moved, clause="CAT-III.6.6-14")
    >>> [(t.id, t.source, t.target, t.amount) for t in transfers_of_pot("mayor", 7, [again])]
    [('pozo:mayor:7.0', 'boveda', 'pozo:mayor/pot:main', 500)]
    """
    found = []
    for n, event in enumerate(events, first):
        if any(account.startswith(OF_A_SEAT) for account, _ in event.moved):
            continue
        named = [(in_pot(pot, account), amount) for account, amount in event.moved]
        found += _moved(f"pozo:{pot}:{n}", event, named)
    return found


def _moved(id: str, event: Event, postings: Iterable[Posting]) -> list[Transfer]:
    return [
        Transfer(
            id=f"{id}.{k}",
            source=source,
            target=target,
            amount=amount,
            state=_state(source, target),
            clause=event.clause,
            why=event.kind,
        )
        for k, (source, target, amount) in enumerate(paired(postings))
    ]


def paired(postings: Iterable[Posting]) -> list[tuple[str, str, int]]:
    """Postings as movements from one account to another, each gain out of the first losses.

    >>> paired([("bank", -300), ("seat:1", 200), ("commission", 100)])
    [('bank', 'seat:1', 200), ('bank', 'commission', 100)]
    """
    pair = tuple(postings)
    if len(pair) == 2 and pair[0][1] == -pair[1][1] < 0 and pair[0][0] != pair[1][0]:
        (source, _), (target, part) = pair  # as most are: from one account to another
        return [(source, target, part)]
    moved: Counter[str] = Counter()
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


def _named(table: str, account: str, owners: Mapping[int, str], pot: str | None) -> str:
    kind, _, seat = account.partition(":")
    if kind == "cash":
        return wallet(owners[int(seat)])
    return in_pot(pot, account) if pot and account in OF_POT else at_table(table, account)


def _state(source: str, target: str) -> State:
    to = target.partition("/")[2]
    if to.startswith(HELD):
        return "pending"
    held = source.partition("/")[2].startswith(HELD)
    return "voided" if held and to.startswith("seat") else "posted"


def balances(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What every account comes to by these transfers."""
    found: Counter[str] = Counter()
    for transfer in transfers:
        found[transfer.source] -= transfer.amount
        found[transfer.target] += transfer.amount
    return {account: amount for account, amount in sorted(found.items()) if amount}
