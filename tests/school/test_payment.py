"""Payment drills: the key is what the ledger of the round says, for every game of the bank."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import msgspec
import pytest

from tapete.core.book.account import BANK, COMMISSION
from tapete.core.book.clause import register
from tapete.core.round.event import BetLost, BetWon, Event, nets
from tapete.core.round.pot import MAIN, PotFed, PotPaid
from tapete.school import payment
from tapete.school.drill import Drill, Made, UnknownDrill, marks
from tapete.school.payment import AROUND, ORDER, PAGOS, SEVERAL

GAMES = payment.games()
EVERY = [(game, level) for game, levels in GAMES.items() for level in levels]


@cache
def made(game: str, level: str, seed: int = 1) -> Made:
    return payment.make(Drill(PAGOS, game, level, seed))


def moved(events: tuple[Event, ...], *accounts: str) -> int:
    """What all the events together moved on these accounts."""
    return sum(
        amount for event in events for account, amount in event.postings() if account in accounts
    )


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_key_is_what_the_ledger_of_the_round_says(game: str, level: str) -> None:
    drill = made(game, level)
    events, answers = drill.round, drill.key.answers
    if level == ORDER:
        verbs = {"bet-won": "paga", "pot-paid": "paga", "bet-lost": "cobra"}
        told = [verbs[event.kind] for event in drill.key.because if event.kind in verbs]
        steps = [step.partition("/")[0] for step in answers[ORDER].split()]
        assert _runs(told) == _runs([step for step in steps if step in ("paga", "cobra")])
        return
    paid = sum(int(right) for name, right in answers.items() if name.startswith("paga:"))
    taken = sum(event.amount for event in events if isinstance(event, BetLost))
    fed = sum(event.amount for event in events if isinstance(event, PotFed))
    # What the bank and the pot gave, less what the bank took, is what the seats have more or less.
    assert sum(nets(events).values()) == paid - taken - fed
    assert moved(events, BANK, COMMISSION, MAIN) == taken - paid
    if "cobra" in answers:
        assert int(answers["cobra"]) == taken
    if "comision" in answers:
        assert int(answers["comision"]) == moved(events, COMMISSION) > 0


def _runs(words: list[str]) -> list[str]:
    return [word for n, word in enumerate(words) if n == 0 or words[n - 1] != word]


@pytest.mark.parametrize("game", [*GAMES])
def test_each_seat_is_paid_what_its_own_account_got(game: str) -> None:
    drill = made(game, SEVERAL, 2)
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for event in drill.round:
        match event:
            case BetWon():
                won[event.seat] += event.paid
            case BetLost():
                lost[event.seat] += event.amount
    for name, right in drill.key.answers.items():
        if name.startswith("paga:"):
            seat = int(name.removeprefix("paga:"))
            assert int(right) == won[seat]
            assert nets(drill.round).get(seat, 0) == won[seat] - lost[seat]


@pytest.mark.parametrize("game", [*GAMES])
def test_the_same_name_is_the_same_drill(game: str) -> None:
    one, other = made(game, SEVERAL, 3), made.__wrapped__(game, SEVERAL, 3)
    assert _bytes(one) == _bytes(other)
    assert _bytes(one) != _bytes(made(game, SEVERAL, 4))


def _bytes(drill: Made) -> bytes:
    return msgspec.json.encode(drill, enc_hook=str)


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_question_does_not_hold_its_key(game: str, level: str) -> None:
    drill = made(game, level)
    scene = drill.question.scene
    sent = msgspec.json.encode((scene.felt, scene.said, drill.question.fields), enc_hook=str)
    assert not any(word in sent for word in (b"bet-won", b'"odds"', b'"paid"', b'"dropped"'))
    assert scene.felt.net == {} and scene.felt.said == []
    assert {event.kind for event in scene.said} <= {"chosen"}
    staked = {amount for chips in scene.felt.chips.values() for amount in chips.values()}
    for right in drill.key.answers.values():
        # An amount that is not itself a stake is nowhere in the question.
        if right.isdecimal() and int(right) > 2000 and int(right) not in staked:
            assert not re.search(rf"\b{right}\b".encode(), sent)


@pytest.mark.parametrize("game", [*GAMES])
def test_all_that_is_told_has_its_clause(game: str) -> None:
    drill = made(game, SEVERAL, 5)
    assert drill.key.because
    assert all(event.clause in register() for event in drill.key.because)


@pytest.mark.parametrize("game", [game for game, levels in GAMES.items() if AROUND in levels])
def test_around_a_number_every_paid_bet_holds_it(game: str) -> None:
    drill = made(game, AROUND, 6)
    number = drill.question.scene.felt.results[-1]
    won = [event.bet for event in drill.round if isinstance(event, BetWon)]
    assert len(won) >= 3
    assert all(number in bet.partition(":")[2].split("-") for bet in won)


def test_a_pot_that_pays_is_shown_with_what_it_holds() -> None:
    drill = made("caribbean-poker", "progresivo", 2)
    assert drill.question.scene.pot is not None
    assert any(isinstance(event, PotPaid) for event in drill.key.because)


def test_right_and_wrong_answers_are_told_apart() -> None:
    drill = made("ruleta-francesa", AROUND, 1)
    (name,) = drill.key.answers
    assert marks(drill, drill.key.answers) == {name: True}
    assert marks(drill, {name: "1"}) == {name: False}
    assert marks(drill, {name: "x"}) == marks(drill, {}) == {name: False}


@pytest.mark.parametrize("game", ["texas-holdem-sin-limites", "no-such-game"])
def test_there_are_no_payments_where_the_bank_does_not_pay(game: str) -> None:
    with pytest.raises(UnknownDrill):
        made(game, SEVERAL)
