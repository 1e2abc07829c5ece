"""Replaying a record: the round played again gives the same events, or the step is named at which
it goes another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.book.written import Plain
from tapete.core.round.act import Act
from tapete.core.round.ask import Round, digest
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live
from tapete.core.round.record import (
    ACT,
    Header,
    Record,
    as_json,
    as_plain,
    kind_of_ask,
    line_of_event,
)


class StateMissing(Exception):
    """A record that holds only the digest of the state it began with cannot be played alone."""

    def __init__(self, header: Header) -> None:
        super().__init__(
            f"round {header.number} of {header.game} goes on from the record before it: "
            "give that record, or the state it leaves behind"
        )


class Divergence(Exception):
    """The round, played again, goes another way. ``step`` counts answers from 1."""

    def __init__(self, step: int, expected: str, found: str) -> None:
        self.step, self.expected, self.found = step, expected, found
        super().__init__(f"step {step}: the record has {expected}; played again it is {found}")


def replay(
    record: Record,
    find: Callable[[str], Game[Any, Any]],
    state: Plain | None = None,
) -> Live[Any]:
    """Play the record again. Raises `Divergence` at the first step that differs.

    ``state`` is what the record before leaves behind (`Record.after`), for a record that does not
    hold the whole state itself.
    """
    game = find(record.header.game)
    head = record.header
    began = _state(head, state)
    setup = head.setup(game)
    try:
        start = msgspec.convert(began, game.state)
        live: Live[Any] = Live(_begun(game, head, setup, start))
    except Exception as error:
        raise Divergence(1, "a round", f"{type(error).__name__}: {error}") from error
    for number, step in enumerate(record.steps, 1):
        _same_events(number, record, live, step.told)
        ask = live.ask
        if ask is None:
            raise Divergence(number, f"{step.kind} {step.digest}", "the end of the round")
        if (kind_of_ask(ask), digest(ask)) != (step.kind, step.digest):
            raise Divergence(
                number, f"{step.kind} {step.digest}", f"{kind_of_ask(ask)} {digest(ask)}"
            )
        try:
            live.answer(ask.read(step.answer))
        except (Refused, ValueError) as error:
            raise Divergence(
                number, f"answer {as_json(step.answer)}", f"refused: {error}"
            ) from None
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise Divergence(number, f"answer {as_json(step.answer)}", found) from error
    _same_events(len(record.steps) + 1, record, live, len(record.events))
    if record.result is not None:
        if not live.ended:
            raise Divergence(len(record.steps) + 1, "the end of the round", kind_of_ask(live.ask))
        left = as_plain(live.result)
        if left != record.result:
            raise Divergence(len(record.steps) + 1, f"end {as_json(record.result)}", as_json(left))
    return live


def _state(head: Header, given: Plain | None) -> Plain:
    """The state a record began with: its own, or the one given if it has that digest."""
    began = head.state if head.state is not None else given
    if began is None:
        raise StateMissing(head)
    if head.digest and digest(began) != head.digest:
        raise Divergence(0, f"a state with the digest {head.digest}", digest(began))
    return began


def _begun(
    game: Game[Any, Any], head: Header, setup: Setup[Any, Any], state: TableState
) -> Round[TableState]:
    """The round, or the act carried out as one, at its beginning."""
    if head.act is None:
        return game.play(setup, state)
    kinds = game.acts if game.prepare is None else (*game.acts, game.prepare)
    for kind in kinds:
        if kind.name() == head.act[ACT]:
            act: Act[Any, Any] = msgspec.convert(head.act, kind, str_keys=True)
            return act.carry_out(setup, state)
    raise ValueError(f"{game.id} has no act {head.act[ACT]}")


def _same_events(number: int, record: Record, live: Live[Any], told: int) -> None:
    for i in range(max(told, len(live.events))):
        expected = line_of_event(record.events[i]) if i < told else "no event"
        found = line_of_event(live.events[i]) if i < len(live.events) else "no event"
        if expected != found:
            raise Divergence(number, expected, found)
