"""A game against the bank out of its parts: its rules, its cloth, and its round in course."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.ask import Round
from tapete.core.bets import Cloth
from tapete.core.game import Game, Setup
from tapete.games.poker.bank.between import ACTS, notices, place_bets
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import ANTE, AnteCloth, BankState, R
from tapete.games.poker.deck import prepare, ready
from tapete.games.poker.progressive import PotBet


def ante_cloth(setup: Setup[Any]) -> Cloth:
    """The ante and, where a pot is linked, the bet on it."""
    return AnteCloth(rules=setup.rules, pot=PotBet.of(setup, ANTE))


def bank_game(
    id: str,
    rules: type[R],
    pase: type[Pase[R, BankState]],
    cloth: Callable[[Setup[Any]], Cloth] = ante_cloth,
) -> Game[R, BankState]:
    """A game whose round is: bets, then the hands of those who bet."""

    def play(setup: Setup[R], state: BankState) -> Round[BankState]:
        stakes = yield from place_bets(setup, cloth(setup))
        course = pase(setup, state, stakes)
        if not course.hands:
            return state
        yield from course.run()
        return course.after()

    return Game(
        id=id,
        rules=rules,
        state=BankState,
        opening=lambda rules: BankState(),
        play=play,
        acts=ACTS,
        ready=ready,
        prepare=prepare,
        notices=notices,
    )
