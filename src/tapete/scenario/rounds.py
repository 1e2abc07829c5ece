"""One round of a scenario: what happens before it, its asks answered, and all that was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.event import Event
from tapete.core.round.record import Record
from tapete.core.table.table import PLENTY, Table
from tapete.scenario import between
from tapete.scenario.answers import Abandoned, Answers, Stopped, gives_reason, reason
from tapete.scenario.compare import Code, Difference
from tapete.scenario.file import RoundPlan, Scenario


def sit_down(table: Table, scenario: Scenario, seat: int) -> None:
    """Somebody sits down. A place its player may not take stays empty if what the file wants is
    that his bet there be refused."""
    usual = 0 if table.game.on_stacks else PLENTY
    try:
        table.sit(seat, name_of(scenario, seat), chips=scenario.stacks.get(seat, usual))
    except Refused:
        tried = (try_ for plan in scenario.round for try_ in plan.refused)
        if not any(try_.seat == seat and try_.bet is not None for try_ in tried):
            raise


def name_of(scenario: Scenario, seat: int) -> str:
    """The person on a seat: the one the file says holds it, or somebody of the seat's own."""
    held = (name for name, seats in scenario.players.items() if seat in seats)
    return next(held, f"seat-{seat}")


def play_round(
    table: Table, scenario: Scenario, plan: RoundPlan, number: int
) -> tuple[list[Event], Record | None]:
    """One round: what happens before it, its asks answered, and all that was told."""
    logged = len(table.log)
    try:
        _before(table, scenario, plan, number)
        plan = between.before(table, plan)
    except Refused as refusal:
        raise Stopped(was_refused("not-done", number, refusal)) from None
    try:
        table.prepare(_shuffled)
        live = table.begin()
    except Refused as refusal:
        throw = next((tried for tried in plan.refused if tried.throw), None)
        if throw is not None and not plan.chance:
            if gives_reason(refusal, throw):
                return table.log[logged:], None
            other = was_refused("refused-otherwise", number, refusal)
            raise Stopped(replace(other, expected=reason(throw))) from None
        raise Stopped(was_refused("cannot-begin", number, refusal)) from None
    answers = Answers(plan, number, live, table.answer)
    try:
        while live.ask is not None:
            answers.give()
    except Abandoned:
        # The throw was refused and none is to come: the bets of the round go back.
        begun = table.void("tiro-rechazado")
        return [*begun.events, *table.log[logged:]], None
    extra = between.too_many(table, answers.chance)
    answers.check_all_used()
    record = table.finish()
    for surplus in extra:
        table.act(between.EXTRA, card=surplus.card)
    return [*table.log[logged:], *record.events], record


def _shuffled(ask: Ask[Any]) -> Any:
    """Cards are shuffled and cut between rounds; a file does not say how."""
    assert ask.silence is not None, ask
    return ask.silence


def _before(table: Table, scenario: Scenario, plan: RoundPlan, number: int) -> None:
    if plan.seats is not None:
        for seat in sorted(set(table.players) - set(plan.seats)):
            table.leave(seat)
        for seat in sorted(set(plan.seats) - set(table.players)):
            sit_down(table, scenario, seat)
    for seat in plan.leave:
        table.leave(seat)
    for name, facts in _acts(scenario, plan, number):
        table.act(name, **facts)
    if plan.last:
        table.last_rounds_left = 1  # the file says of a round that it is the last one announced


def _acts(scenario: Scenario, plan: RoundPlan, number: int) -> Iterable[tuple[str, dict[str, Any]]]:
    """What only some games know, by the name it has in the file."""
    button = plan.button if plan.button is not None or number > 1 else scenario.button
    if button is not None:
        yield "button", {"seat": button}
    if plan.pass_bank:
        yield "pass_bank", {}
    if plan.banco is not None:
        yield "banco", {"seat": plan.banco.seat, "amount": plan.banco.amount}
    if plan.bids:
        yield "bids", {"bids": plan.bids}
    if plan.garage is not None:
        yield "garage", {"amount": plan.garage}
    if plan.shooter is not None:
        yield "shooter", {"seat": plan.shooter}
    for seat in plan.decline:
        yield "decline", {"seat": seat}


def was_refused(code: Code, number: int, refusal: Refused) -> Difference:
    return Difference(code, number, found=str(refusal), clauses=(refusal.clause,), refusal=refusal)
