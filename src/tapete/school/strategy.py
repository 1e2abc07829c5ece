"""The strategy trainer: a real hand is dealt, the player chooses, and every move has its worth.

The question needs no solved game: it is a hand of a round, stopped where the player is asked. What
the moves are worth is another matter (`worth`), and may take its time the first time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose
from tapete.core.round.event import Event, at_seat
from tapete.core.round.felt import fold
from tapete.core.table.table import Table
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.twentyone.hand import is_soft, points, same_value
from tapete.games.cards.twentyone.rules import INSURANCE, TwentyOneRules
from tapete.games.cards.war.rules import WarRules
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.bank.texas_bonus import TexasBonusRules
from tapete.games.registry import GAMES
from tapete.school.drill import Drill, Field, Question, Scene, UnknownDrill
from tapete.school.party import Again, Party, lying, pick_of, places, seats_for, some_bets, table_of

ESTRATEGIA, HAND = "estrategia", "mano"
MOVE, CARDS = "jugada", "cambiar"
MOST_TRIES = 2000
PLAIN = range(8, 18)
"""Hard totals worth asking: below everybody draws, above everybody stands."""


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """A hand stopped at a decision: what is asked, and what was told before."""

    question: Question
    rules: GameRules
    ask: Choose
    events: tuple[Event, ...]
    stake: int


@cache
def games() -> tuple[str, ...]:
    """The games in which a player decides against the bank by odds that can be weighed."""
    return tuple(
        id for id, game in GAMES.items()
        if not game.on_stacks and isinstance(
            game.rules_of(), TwentyOneRules | BankRules | WarRules | BaccaratRules
        )
    )  # fmt: skip


def deal(drill: Drill) -> Dealt:
    """The hand of this drill."""
    if drill.game not in games() or drill.level != HAND:
        raise UnknownDrill(drill.id)
    seats = seats_for(drill.game, 1, pick_of(drill, "seats"))
    for number in range(MOST_TRIES):
        try:
            return _dealt(drill, table_of(drill.game, seats), number)
        except Again:
            continue
    raise UnknownDrill(drill.id)


def _dealt(drill: Drill, table: Table, number: int) -> Dealt:
    chance = pick_of(drill, number)
    main = next(iter(table.rules.bets))
    party = Party(table, some_bets(0, main), bets=chance, chance=chance)
    live = party.begin()
    waits = not chance(3)
    while live.ask is not None:
        choice = live.ask.choice
        if choice is not None and _asks(choice, live.events, table.rules):
            if not waits:
                return _stopped(drill, table, choice, live.events)
            waits = False
        table.answer(party.answer(live.ask))
    raise Again


def _asks(ask: Choose, events: Sequence[Event], rules: GameRules) -> bool:
    """Whether this is a decision to practise."""
    names = {option.name for option in ask.options}
    if len(names) < 2:
        return False
    match rules:
        case TwentyOneRules():
            if ask.about == INSURANCE:
                return True
            hand = lying(events).get(ask.about, [])
            if "plantarse" not in names or len(hand) < 2:
                return False
            return points(hand) in PLAIN or is_soft(hand) or same_value(hand)
        case BaccaratRules():
            return {"pedir", "plantarse"} <= names
        case WarRules():
            return "guerra" in names
        case TexasBonusRules():  # what the first bet is worth hangs on the two that follow
            return "paso" in names
    return bool(names & {"voy", "ir", "comprar", "cambiar"})


def _stopped(drill: Drill, table: Table, ask: Choose, events: list[Event]) -> Dealt:
    felt = fold(events, at_seat(ask.seat))
    stake = max(owners.get(ask.seat, 0) for owners in felt.chips.values())
    felt.said, felt.net = [], {}
    scene = Scene(
        game=drill.game, edition=table.rules.edition, limits=table.limits,
        seats=tuple(sorted(table.players)), players_max=places(table), felt=felt,
    )  # fmt: skip
    prompt = "cambio" if _exchanges(ask) else INSURANCE if ask.about == INSURANCE else "decision"
    question = Question(
        drill=drill, prompt=prompt, scene=scene, fields=_fields(ask), seat=ask.seat,
    )  # fmt: skip
    return Dealt(
        question=question, rules=table.rules, ask=ask, events=tuple(events), stake=stake
    )  # fmt: skip


def _exchanges(ask: Choose) -> bool:
    return any(option.name == CARDS for option in ask.options)


def _fields(ask: Choose) -> tuple[Field, ...]:
    """The moves; where cards are exchanged, the cards themselves: none of them is to stand."""
    if _exchanges(ask):
        cards = next(option.cards for option in ask.options if option.name == CARDS)
        return (Field(name=CARDS, kind="cards", seat=ask.seat, choices=cards),)
    moves: list[str] = []
    for option in ask.options:
        moves += [f"{option.name}:{card}" for card in option.cards] or [option.name]
    return (Field(name=MOVE, kind="choice", seat=ask.seat, choices=tuple(dict.fromkeys(moves))),)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the moves are worth, in first bets, and the best of them.

    ``values`` lacks a move whose worth is not known; ``about`` says they are of the hand's total,
    not of its very cards.
    """

    best: str
    values: dict[str, float]
    about: bool = False

    def cost(self, move: str) -> float | None:
        """What a move loses against the best, in first bets."""
        if move == self.best:
            return 0.0
        if move not in self.values or self.best not in self.values:
            return None
        return max(0.0, self.values[self.best] - self.values[move])


def said(dealt: Dealt, answers: dict[str, str]) -> str:
    """The move somebody answered, as `Verdict` names it."""
    field: Any = dealt.question.fields[0]
    given = answers.get(field.name, "").split()
    if field.kind == "cards":
        order = {card: n for n, card in enumerate(field.choices)}
        cards = sorted((card for card in given if card in order), key=order.__getitem__)
        return f"{CARDS}:{','.join(cards)}" if cards else "servido"
    return given[0] if given else ""
