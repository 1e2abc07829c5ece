"""A casino for the tests: people with chips, tables, and somebody who plays at them at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import msgspec

from tapete.core.ask import Ask, Choose, Pick, Ruling
from tapete.core.bets import Slip
from tapete.core.plan import plan
from tapete.core.refused import Refused
from tapete.core.roles import staff_of
from tapete.core.window import BetWindow
from tapete.floor.commands import (
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
from tapete.floor.hosted import Envelope, Hosted, TableSpec
from tapete.floor.ledger import VAULT, Transfer, wallet
from tapete.floor.store import Store

PEOPLE = ("ana", "bruno", "carla", "diego", "elisa")
_ids = count(1)


def spec(game: str, name: str = "mesa-1") -> TableSpec:
    return TableSpec(id=name, game=game, edition="scj-2023", limits=plan().limits(game))


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


def envelope(command: AnyCommand, role: str, *, id: str = "", at: float = 0.0) -> Envelope:
    return Envelope(
        id=id or f"c{next(_ids)}", person="somebody", role=role, at=at, command=command
    )  # fmt: skip


def opened(hosted: Hosted) -> Envelope:
    """The command that opens this table."""
    return envelope(Open(staff=tuple(staff_of(hosted.table.rules))), "jefe-de-mesa")


def something(hosted: Hosted, pick: Pick) -> Envelope:
    """A command that somebody could send now; most of them are taken."""
    table = hosted.table
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


def answer_to(ask: Ask[Any], answer: Any) -> Envelope:
    role, seat = "croupier", None
    if isinstance(ask, Choose):
        role, seat = "jugador", ask.seat
    elif isinstance(ask, Ruling):
        role = ask.role
    said = msgspec.to_builtins(answer)
    assert not isinstance(answer, Slip)
    return envelope(Answer(answer=said, seat=seat), role)


def try_apply(hosted: Hosted, sent: Envelope) -> Any:
    """The step of a command, or its refusal."""
    try:
        return hosted.apply(sent)
    except Refused as refusal:
        return refusal
