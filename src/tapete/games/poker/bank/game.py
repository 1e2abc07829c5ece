"""A game against the bank out of its parts: its rules, its cloth, and its round in course."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.round.ask import Round
from tapete.core.round.bets import Cloth
from tapete.core.round.game import Game, Setup
from tapete.games.poker.bank.between import ACTS, notices, place_bets
from tapete.games.poker.bank.pase import Pase
from tapete.games.poker.bank.rules import ANTE, AnteCloth, BankState, R
from tapete.games.poker.deck import DeckTerms, PrepareDeck, ready
from tapete.games.poker.progressive import PotBet


def ante_cloth(setup: Setup[Any, DeckTerms]) -> Cloth:
    """The ante and, where a pot is linked, the bet on it."""
    return AnteCloth(rules=setup.rules, pot=PotBet.of(setup, ANTE))


def bank_game(
    id: str,
    rules: type[R],
    pase: type[Pase[R, BankState]],
    cloth: Callable[[Setup[Any, DeckTerms]], Cloth] = ante_cloth,
) -> Game[R, BankState]:
    """A game whose round is: bets, then the hands of those who bet."""

    def play(setup: Setup[R, DeckTerms], state: BankState) -> Round[BankState]:
        stakes = yield from place_bets(setup, cloth(setup))
        course = pase(setup, state, stakes)
        if not course.hands:
            return state
        yield from course.run()
        return course.after()

    return Game(
        id=id,
        rules=rules,
        terms=DeckTerms,
        state=BankState,
        opening=lambda rules: BankState(),
        play=play,
        acts=ACTS,
        ready=ready,
        prepare=PrepareDeck,
        notices=notices,
    )
