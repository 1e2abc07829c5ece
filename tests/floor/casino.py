"""A casino for the tests: people with chips, tables, and somebody who plays at them at random."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Pick
from tapete.core.round.bets import Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.pot import PotPort
from tapete.core.table.roles import staff_of
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Envelope
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import (
    Answer,
    AnyCommand,
    Begin,
    Bet,
    Bring,
    CloseBets,
    Leave,
    Open,
    Sit,
)
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms
from tests.floor.money import money_plan

PEOPLE = ("ana", "bruno", "carla", "diego", "elisa")
_ids = count(1)


def spec(game: str, name: str = "mesa-1") -> TableSpec:
    return TableSpec(
        id=name, game=game, edition="scj-2023", terms=planned_terms(money_plan(), game)
    )


def chain_of(spec: TableSpec, *, pot: PotPort | None = None) -> Chain[Mesa]:
    """A table just built."""
    return Chain(Mesa(spec, pot=pot))


def leased(store: Store, unit: str, node: str = "node-a", *, seconds: float = 1e9) -> int:
    """The right of a node to write the log of a unit."""
    epochs = store.lease(unit, node, seconds=seconds, own=True)
    assert epochs is not None, "somebody else has it"
    return epochs[unit]


def give_chips(store: Store, amount: int = 5_000_000, *, people: Sequence[str] = PEOPLE) -> None:
    """Everybody has bought chips."""
    with store.writing() as connection:
        store.post(
            connection,
            [
                Transfer(
                    id=f"compra:{who}", source=VAULT, target=wallet(who), amount=amount,
                    state="posted", clause="CAT-I.1-10", why="compra",
                )
                for who in people
            ],
            at=0.0,
        )  # fmt: skip


def envelope(command: Any, role: str, *, id: str = "", at: float = 0.0) -> Envelope[Any]:
    return Envelope(
        id=id or f"c{next(_ids)}", person="somebody", role=role, at=at, command=command
    )  # fmt: skip


def opened(hosted: Chain[Mesa]) -> Envelope[AnyCommand]:
    """The command that opens this table."""
    return envelope(Open(staff=tuple(staff_of(hosted.unit.table.rules))), "jefe-de-mesa")


def something(hosted: Chain[Mesa], pick: Pick) -> Envelope[AnyCommand]:
    """A command that somebody could send now; most of them are taken."""
    table = hosted.unit.table
    live = table.live
    if live is None:
        free = [seat for seat in range(1, 8) if seat not in table.players]
        choices: list[tuple[AnyCommand, str]] = [(Begin(), "croupier")] * 4
        if free:
            seat, who = free[pick(len(free))], PEOPLE[pick(len(PEOPLE))]
            chips = 1000 * (1 + pick(300))
            choices += [(Sit(seat=seat, player=who, chips=chips), "jugador")] * 2
        for seat in table.players:
            choices.append((Leave(seat=seat), "jugador"))
            choices.append((Bring(seat=seat, amount=1000 * (1 + pick(50))), "jugador"))
        return envelope(*choices[pick(len(choices))])
    ask = live.ask
    assert ask is not None
    if isinstance(ask, BetWindow) and pick(3):
        slip = ask.some(pick)
        if slip.actions:
            return envelope(Bet(action=slip.actions[0]), "jugador")
    if isinstance(ask, BetWindow):
        return envelope(CloseBets(), "croupier")
    return answer_to(ask, ask.some(pick))


def answer_to(ask: Ask[Any], answer: Any) -> Envelope[AnyCommand]:
    to = ask.put_to
    role = "croupier" if "croupier" in to.roles else to.roles[0]
    assert not isinstance(answer, Slip)
    return envelope(Answer(answer=ask.write(answer), seat=to.seat), role)


def try_apply(hosted: Chain[Mesa], sent: Envelope[AnyCommand]) -> Any:
    """The step of a command, or its refusal."""
    try:
        return hosted.apply(sent)
    except Refused as refusal:
        return refusal


class HeldWriter(Writer):
    """A writer that is held: what is ``reached`` is not written until the test says ``go``."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.reached, self.go = asyncio.Event(), asyncio.Event()
        self.go.set()

    async def write(self, unit: Any) -> Any:
        self.reached.set()
        await self.go.wait()
        return await super().write(unit)
