"""Law: what is refused leaves no trace. The round goes on as if nobody had tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tapete.core.book.clause import register
from tapete.core.book.refused import Refused
from tapete.core.book.subjects import subjects
from tapete.core.round.ask import Ask, Choose, Ruling
from tapete.core.round.bets import Felted, Noticed, Place, Remove, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import DrawCard, NoResult, Roll, Spin
from tapete.core.round.live import Live
from tapete.core.round.record import record_of
from tapete.games.dice.craps.mark import Mark
from tests.laws.evenings import Evening, Evenings

NOBODY = 99
TRIED = 2
"""How many rounds of an evening are tried; more would show no more."""


def illegal(ask: Ask[Any]) -> Iterator[Any]:
    """Answers that no rule of this ask allows."""
    match ask:
        case BetWindow():
            yield from (Slip((action,)) for action in illegal_actions(ask, ask.open().felt))
        case Ask(choice=Choose() as choice):
            yield from ("", "no-such-move", "no-such-move:5", *choice.closed)
            ways = Counter(option.name for option in choice.options)
            for option in choice.options:
                if option.low is not None:
                    yield from (f"{option.name}:{option.low - 1}", f"{option.name}:x")
                if ways[option.name] > 1:
                    continue  # a move open in two ways: plain, and with an amount
                if option.low is not None:
                    yield option.name
                elif not option.cards:
                    yield f"{option.name}:1"
        case Ruling():
            yield from ("", "no-such-ruling")
        case Spin():
            yield from ("", "no-such-place", NoResult(""))
        case Roll():
            face = ask.faces[0]
            yield from ((face,) * (ask.dice + 1), (), ("?",) * ask.dice, NoResult(""))
        case DrawCard():
            yield from ("1h", "no-such-card")


def illegal_actions(window: BetWindow, felt: Felted) -> Iterator[Any]:
    bet = next(iter(window.cloth.bets()))
    yield Place(NOBODY, bet, 1000)
    yield Remove(NOBODY, bet)
    for seat in window.seats:
        yield Place(seat, "no-such-bet", 1000)
        yield from (Place(seat, bet, amount) for amount in (0, -1000))
        yield Remove(seat, "no-such-bet")
        yield Mark(seat, bet, "no-such-mark")
        yield Noticed(seat, bet, -1, "jefe-de-sala")
        if window.limits.max is not None:
            yield Place(seat, bet, 1000 * window.limits.max)
        empty = all((seat, part) not in felt for part, _ in window.cloth.parts(bet, 1))
        if window.limits.min > 1 and empty:
            yield Place(seat, bet, 1)


def try_on_the_felt(window: BetWindow, slip: Slip) -> None:
    """Try what is illegal between one legal action and the next, with chips on the felt."""
    open_bets = window.open()
    for action in slip.actions:
        open_bets.take(action)
        before = (dict(open_bets.felt), list(open_bets.actions))
        for wrong in illegal_actions(window, before[0]):
            refused(partial(open_bets.take, wrong))
            assert (open_bets.felt, open_bets.actions) == before
    assert open_bets.close() == slip


def refused(attempt: Callable[[], object]) -> None:
    try:
        attempt()
    except Refused as refusal:
        clause = refusal.clause
    else:
        pytest.fail("it was taken")
    assert clause in register()
    # What is tried here is a player's: no duty of somebody else answers him.
    assert subjects().get(clause, "player") in ("player", "right"), clause


def try_on_the_round(live: Live[Any], ask: Ask[Any]) -> None:
    """Try what is illegal on the round itself; nothing is told, logged or asked anew."""
    before = (list(live.events), list(live.steps))
    for wrong in illegal(ask):
        refused(partial(live.answer, wrong))
        assert (live.events, live.steps) == before
        assert live.ask is ask


def test_what_is_refused_leaves_no_trace(evenings: Evenings) -> None:
    def leaves_no_trace(evening: Evening) -> None:
        for played in evening.rounds[:TRIED]:
            live = played.begin_again()
            for answer in played.answers:
                assert live.ask is not None
                try_on_the_round(live, live.ask)
                if isinstance(live.ask, BetWindow):
                    try_on_the_felt(live.ask, answer)
                live.answer(answer)
            assert record_of(played.record.header, live).text() == played.record.text()

    evenings.obey(leaves_no_trace)
