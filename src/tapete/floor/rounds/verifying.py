"""A player's own round checked by himself, away from the house: what was promised, what was opened,
and what came.

What is checked is what `/api/me/rounds/TABLE/NUMBER` gives, saved to a file: nothing of the house
is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.chance.numbers import again
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Ask
from tapete.core.round.cards import Card
from tapete.core.round.record import Record
from tapete.core.round.replay import replay
from tapete.floor.chance.orders import RANDOM, Opened, drawn_in, find_run
from tapete.floor.chance.promised import Picks
from tapete.floor.rounds.own_plays import PlaySaved
from tapete.floor.rounds.own_rounds import OrderShown
from tapete.systems.machines.cabinet import program_of
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.section import run
from tapete.systems.rounds import find


class SavedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as its player saved it."""

    table: str
    acta: str | None
    state: dict[str, Any] | None = None
    orders: tuple[OrderShown, ...]
    seats: tuple[int, ...] = ()
    play: PlaySaved | None = None


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What holds of a round: so many cards or draws as promised, and whose numbers had a part. With
    nobody's the house alone shuffled."""

    cards: int
    draws: int
    players: tuple[int, ...]


class NotOpen(ValueError):
    """Some of it is still sealed: it cannot be checked yet."""


def check_saved(text: str | bytes) -> Checked:
    """Raise `Refused` at the first thing that is not as it was promised, `NotOpen` while anything
    is sealed, and what msgspec or the record raise if it is not such a file."""
    saved = msgspec.json.decode(text, type=SavedRound)
    orders = [_opened(saved.table, shown) for shown in saved.orders]
    if (saved.acta is None and saved.play is None) or not orders:
        raise NotOpen
    for order in orders:
        order.check()
    draws = [
        (order, at, picks)
        for order, shown in zip(orders, saved.orders, strict=True)
        for at, picks in shown.draws
    ]
    for order, at, picks in draws:
        order.check_draw(at, picks)
    cards, drawn = 0, [picks for _, _, picks in draws]
    if saved.acta is not None:
        record = read_record(saved.acta)
        cards = _check_cards(drawn_in(record), [order for order in orders if order.cards])
        _check_round(record, saved.state, drawn)
    elif saved.play is not None and saved.play.bet is not None:
        _check_play(saved.play, saved.play.bet, drawn)
    players = sorted({seat for order in orders for seat in order.numbers})
    return Checked(cards=cards, draws=len(draws), players=tuple(players))


def _opened(table: str, shown: OrderShown) -> Opened:
    if shown.salt is None:
        raise NotOpen
    return Opened(
        unit=table, n=shown.n, promise=shown.promise, salt=shown.salt,
        cards=tuple(map(Card, (shown.cards or "").split())), parts=shown.parts,
        numbers=shown.numbers,
    )  # fmt: skip


def _check_cards(drawn: tuple[Card, ...], orders: Sequence[Opened]) -> int:
    """The cards came out of these orders, one after another."""
    left = drawn
    for order in orders:
        _, run = find_run(left, order.dealt)
        left = left[run:]
    if left:
        raise Refused(RANDOM, "card-not-promised", n=len(drawn) - len(left) + 1, card=left[0])
    return len(drawn)


def _check_round(record: Record, state: dict[str, Any] | None, drawn: Sequence[Picks]) -> None:
    """What came in the round is what was drawn."""
    if not drawn:
        return
    asks: list[tuple[Any, Any]] = [
        (ask, answer)
        for _, ask, answer in replay(record, find, state).steps
        if ask.is_chance and ask.pack is None
    ]
    for picks, (ask, answer) in zip(drawn, asks, strict=True):
        _check_answer(ask, answer, picks)


def _check_play(saved: PlaySaved, bet: PlayBet, drawn: Sequence[Picks]) -> None:
    """A play of a machine by its program: what came is what was drawn, and it pays what it paid,
    with what a pot paid besides."""
    left, said = list(drawn), list(saved.answers)

    def answers(ask: Ask[Any]) -> Any:
        if not said:
            raise NotOpen  # it is not over
        written = said.pop(0)
        if ask.is_chance:
            _check_answer(ask, ask.read(written), left.pop(0) if left else ())
        return written

    _, live = run(program_of(saved.text, saved.program), bet, answers)
    won = live.result.credits * bet.denomination + saved.pot
    if won != saved.paid:
        raise Refused(RANDOM, "not-paid-so", paid=saved.paid, right=won)


def _check_answer(ask: Ask[Any], answer: Any, picks: Picks) -> None:
    try:
        right = ask.some(again(picks)) == answer
    except LookupError:
        right = False
    if not right:
        raise Refused(RANDOM, "not-drawn-so", answer=str(ask.write(answer)))
