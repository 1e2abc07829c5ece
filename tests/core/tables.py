"""Tables for the tests: French roulette as it is, or with some of its rules changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Ask, Choose, Ruling
from tapete.core.round.bets import BetAction, Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import Spin
from tapete.core.round.event import Announced, Event
from tapete.core.round.game import Game, TableState
from tapete.core.round.record import Record
from tapete.core.table.table import PLENTY, Table
from tapete.games.roulette.french import RULETA_FRANCESA
from tests.terms import terms_of

STAFF = ("croupier", "croupier", "jefe-de-mesa")


@dataclasses.dataclass(frozen=True)
class Changed(Game[Any, Any]):
    """A game whose rules a test changed: values, and the clauses that set them."""

    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    clauses: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def rules_of(self, edition: str = "scj-2023", changes: dict[str, str] | None = None) -> Any:
        rules: GameRules = super().rules_of(edition, changes)
        return msgspec.structs.replace(
            rules, **self.values, clauses={**rules.clauses, **self.clauses}
        )


def changed(game: Game[Any, Any] = RULETA_FRANCESA, **changes: Any) -> Changed:
    """The game with other parts (``play``, ``ready``) or other rules (``values``, ``clauses``)."""
    parts = {f.name: getattr(game, f.name) for f in dataclasses.fields(game)}
    return Changed(**{**parts, **changes})


def toy(play: Callable[..., Any], state: type[TableState]) -> Changed:
    """A small game of a test's own. It borrows the name and the rulebook of a real one."""
    real = RULETA_FRANCESA
    return Changed(
        id=real.id, rules=real.rules, state=state, opening=lambda rules: state(), play=play
    )


def a_table(
    game: Game[Any, Any] = RULETA_FRANCESA,
    *,
    seats: tuple[int, ...] = (3, 5),
    limits: Limits | None = None,
    plan: Plan | None = None,
    chips: int = PLENTY,
) -> Table:
    """An open table whose players have these chips."""
    table = Table(
        game, seats=seats, chips=chips, terms=terms_of(game, limits), plan=plan, name="mesa-1"
    )
    table.open_play(STAFF)
    return table


def rojo(seat: int = 3, amount: int = 1000) -> Place:
    return Place(seat, "rojo", amount)


class Says:
    """An answerer: these bets, these results in their order, the default for the rest."""

    def __init__(self, bets: tuple[BetAction, ...], *results: Any) -> None:
        self.bets, self.results = bets, list(results)

    def __call__(self, ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            bets, self.bets = self.bets, ()
            return Slip(bets)
        if isinstance(ask, Spin):
            return self.results.pop(0)
        assert isinstance(ask, Choose | Ruling)
        return ask.default


def play(table: Table, *bets: BetAction, result: str = "17") -> Record:
    """One round of roulette with these bets."""
    return table.play(Says(bets, result))


def said(events: list[Event] | tuple[Event, ...]) -> list[str]:
    """What was announced, in order."""
    return [event.what for event in events if isinstance(event, Announced)]


def refused(call: Callable[..., Any], *args: Any, **facts: Any) -> Refused:
    """What the call is refused with."""
    with pytest.raises(Refused) as caught:
        call(*args, **facts)
    return caught.value
