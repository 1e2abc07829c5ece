"""Drills of the games that players play among themselves: the hands are shown, the pots lie on the
felt; what the house keeps of them, and who is given how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.core.book.plan import plan
from tapete.core.round.ask import Ask, Choose, Pick
from tapete.core.round.event import (
    Announced,
    BetReturned,
    CardsCleared,
    CommissionTaken,
    Event,
    RoundVoided,
)
from tapete.core.round.felt import PUBLIC, Felt
from tapete.core.round.move import Move, with_amount
from tapete.core.round.option import Option
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import PotWon
from tapete.games.poker.circle.flop import FlopRules
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.registry import GAMES, find
from tapete.school.drill import Drill, Field, Key, Made, Question, Scene, UnknownDrill
from tapete.school.party import Again, Party, pick_of, places, seats_for, some_bets

POZOS = "pozos"
ONE, SIDE, DIVIDED = "pozo", "adicionales", "dividido"
COMMISSION = "comision"
SEATS = 4
CHIP = 1000
STACK = (8, 60)
"""How many such chips a player has before him, at the least and more at the most: rests differ, so
that there are additional pots."""
MOST_TRIES = 3000
SHOWN, COMMISSION_TOLD = "muestra-su-juego", "comision-de-la-mesa"


def games() -> dict[str, tuple[str, ...]]:
    """The games that players play among themselves, and the levels of each. Where cards are common
    a pot is divided often enough to be practised."""
    found = {}
    for id, game in GAMES.items():
        if game.on_stacks:
            divided = (DIVIDED,) if isinstance(game.rules_of(), FlopRules) else ()
            found[id] = (ONE, SIDE, *divided)
    return found


def make(drill: Drill) -> Made:
    """The drill, from the first hand played with its seed that serves."""
    if drill.level not in games().get(drill.game, ()):
        raise UnknownDrill(drill.id)
    for number in range(MOST_TRIES):
        pick = pick_of(drill, number)
        table = _table(drill.game, pick)
        try:
            return _made(drill, table, Players(table, pick, bold=drill.level != ONE).play())
        except Again:
            continue
    raise UnknownDrill(drill.id)


def _table(game: str, pick: Pick) -> Table:
    """A table as the example plan sets it up; whoever sits there has what he has left."""
    found = find(game)
    terms = plan().terms(found)
    assert isinstance(terms, CircleTerms)
    table = Table(found, terms=msgspec.structs.replace(terms, box=0))
    for seat in seats_for(game, SEATS, pick):
        table.sit(seat, f"seat-{seat}", chips=CHIP * (STACK[0] + pick(STACK[1])))
    table.open_play(staff_of(table.rules))
    return table


class Players(Party):
    """People who play among themselves in whole chips and show their hands; the ``bold`` never fold
    and bet their rest now and then."""

    def __init__(self, table: Table, pick: Pick, *, bold: bool) -> None:
        super().__init__(table, some_bets(1), bets=pick, chance=pick, bold=bold)

    def answer(self, ask: Ask[Any]) -> Any:
        return super().answer(ask) if ask.choice is None else self._says(ask.choice)

    def _says(self, ask: Choose) -> Move:
        options = {option.name: option for option in ask.options}
        if "mostrar" in options:
            return Move("mostrar")
        if self.bold and "resto" in options and not self.chance(3):
            return options["resto"].some(self.chance)
        if not self.bold and {"retirarse", "ir"} <= options.keys() and not self.chance(8):
            return Move("retirarse")
        staying = [one for name, one in options.items() if name not in ("retirarse", "resto")]
        if not staying:
            return ask.silence
        return self._in_chips(staying[self.chance(len(staying))])

    def _in_chips(self, option: Option) -> Move:
        """The move, with whole chips where it takes an amount: small ones more often."""
        if option.low is None or option.high is None:
            return option.some(self.chance)
        more = self.chance(self.chance((option.high - option.low) // CHIP + 1) + 1)
        amount = option.low + CHIP * more
        return with_amount(option.name, amount - (amount - option.low) % option.step)


def _made(drill: Drill, table: Table, events: Sequence[Event]) -> Made:
    """The question when every hand has been shown, and the key: what was kept and given."""
    if any(isinstance(event, RoundVoided) for event in events):
        raise Again
    shown = [event for event in events if isinstance(event, Announced) and event.what == SHOWN]
    seats = [seat for event in shown if isinstance(seat := event.facts["seat"], int)]
    won = [event for event in events if isinstance(event, PotWon)]
    _check(drill.level, seats, won)
    given = {seat: sum(event.amount for event in won if event.seat == seat) for seat in seats}
    kept = sum(event.amount for event in events if isinstance(event, CommissionTaken))
    fields = (
        *(Field(name=f"recibe:{seat}", kind="amount", seat=seat) for seat in sorted(given)),
        Field(name=COMMISSION, kind="amount"),
    )
    answers = {f"recibe:{seat}": str(amount) for seat, amount in given.items()}
    scene = Scene(
        game=drill.game, edition=table.rules.edition, limits=table.limits,
        seats=tuple(sorted(table.players)), players_max=places(table), felt=_felt(events),
        said=(_commission(table),),
    )  # fmt: skip
    return Made(
        Question(drill=drill, prompt=drill.level, scene=scene, fields=fields),
        Key(answers=answers | {COMMISSION: str(kept)}, because=_because(events)),
        tuple(events),
    )


def _commission(table: Table) -> Announced:
    """The commission as the table makes it known, and in which units it is kept."""
    terms = table.terms
    assert isinstance(terms, CircleTerms) and terms.rake is not None
    told = next(one for one in table.game.notices(table.setup()) if one.what == COMMISSION_TOLD)
    facts = {**told.facts, "step": terms.rake.unit, "why": "por-unidades"}
    return Announced(what=told.what, facts=facts, clause=told.clause)


def _felt(events: Sequence[Event]) -> Felt:
    """What everybody sees when the hands have been shown: the pots whole, the cards still there."""
    felt, given = Felt(), False
    for event in events:
        given = given or isinstance(event, PotWon)
        settled = isinstance(event, CommissionTaken | PotWon)
        if settled or (given and isinstance(event, CardsCleared)) or not event.seen_by(PUBLIC):
            continue
        felt.tell(event)
    felt.said, felt.net, felt.turn = [], {}, None
    return felt


def _check(level: str, shown: Sequence[int], won: Sequence[PotWon]) -> None:
    """Raise `Again` unless hands were shown for what the level is about."""
    pots = {event.pot for event in won}
    serves = {
        ONE: len(won) == 1,
        SIDE: len(pots) > 1 and len({event.seat for event in won}) > 1,
        DIVIDED: len(won) > len(pots),
    }
    if len(shown) < 2 or not serves[level] or not {event.seat for event in won} <= {*shown}:
        raise Again


def _because(events: Sequence[Event]) -> tuple[Event, ...]:
    """What proves the answer: what went back, what was kept, what each hand was and up to which pot
    it competes, what was given."""
    told = (SHOWN, "compite-hasta-el-pozo")
    return tuple(
        event
        for event in events
        if isinstance(event, BetReturned | CommissionTaken | PotWon)
        or (isinstance(event, Announced) and event.what in told)
    )
