"""The exact lane itself: every way once, each with its weight, whatever the game."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tapete.core.round.ask import Round
from tapete.core.round.bets import Limits
from tapete.core.round.cards import DECK
from tapete.core.round.chance import DrawCard, Roll
from tapete.core.round.live import Live
from tapete.games.poker.circle.rules import CircleState
from tapete.games.registry import GAMES, find
from tapete.maths.exact import TooLarge, exact_odds
from tapete.maths.exact.bet import Follower
from tapete.maths.exact.odds import CLOSED
from tapete.maths.exact.paths import every_way
from tapete.maths.exact.trial import REMEMBERED, TrialTable, answerer, opened
from tests.maths.figures import odds

WHEELS_AND_DICE = (
    "ruleta-francesa", "ruleta-americana-un-cero", "ruleta-americana-doble-cero", "big-six",
    "craps", "mini-craps", "corona-y-ancla", "chuck-a-luck",
)  # fmt: skip


def die() -> Roll:
    return Roll(
        dice=1, faces=tuple("123456"), clause="CAT-I.1-03", closed_by="CAT-I.5.1-03",
        void={}, other="CAT-I.5.1-03",
    )  # fmt: skip


def twice_if_six() -> Round[int]:
    """A die, thrown again on a six."""
    first = yield from die()
    assert isinstance(first, tuple)
    if first != ("6",):
        return int(first[0])
    second = yield from die()
    assert isinstance(second, tuple)
    return 6 + int(second[0])


def test_each_way_comes_once_with_its_weight() -> None:
    ways = [(live.result, weight) for live, weight in every_way(lambda: Live(twice_if_six()), id)]
    assert ways == [(n, F(1, 6)) for n in range(1, 6)] + [(6 + n, F(1, 36)) for n in range(1, 7)]


def four_cards() -> Round[None]:
    left = dict.fromkeys(DECK, 8)
    for _ in range(4):
        yield from DrawCard(source="sabot", left=left, clause="CAT-I.1-03")


def test_a_shoe_of_cards_is_too_large_and_says_so_at_once() -> None:
    with pytest.raises(TooLarge):
        next(every_way(lambda: Live(four_cards()), id))


@pytest.mark.parametrize("game", WHEELS_AND_DICE)
def test_the_chances_of_every_bet_add_up_to_one(game: str) -> None:
    found = odds(game)
    for bet in found.values():
        assert sum(chance for _, chance in bet.ends) == 1
        assert all(0 < chance <= 1 for _, chance in bet.ends)
        assert min(net for net, _ in bet.ends) == -1
        assert bet.back == 1 - bet.edge
        assert bet.hit + bet.push < 1
        assert bet.throws >= 1
        assert bet.clause


@pytest.mark.parametrize("game", WHEELS_AND_DICE)
def test_every_bet_of_the_cloth_has_its_figures(game: str) -> None:
    played = find(game)
    bets = set(TrialTable(played, played.rules_of(), Limits()).bets())
    told = {member for bet in odds(game).values() for member in bet.members}
    # A come bet on a number is not made there: it moves there.
    assert {bet for bet in bets - told if not bet.startswith(("come:", "dont-come:"))} == set()


def test_every_game_has_a_lane_of_its_own_or_is_played_out() -> None:
    """Cards are too many to play out: each game dealt from a shoe has its own exact lane. Among
    players there is no bet against the bank."""
    own = {game for game in GAMES if type(find(game).rules_of()) in CLOSED}
    among_players = {game for game in GAMES if issubclass(find(game).state, CircleState)}
    assert own == set(GAMES) - set(WHEELS_AND_DICE) - among_players


@pytest.mark.parametrize("game", WHEELS_AND_DICE)
def test_what_a_table_only_remembers_decides_no_bet(game: str) -> None:
    played = find(game)
    trial = TrialTable(played, played.rules_of(), Limits())
    bet = trial.bets()[0]
    start = opened(trial, trial.opening(), bet)
    assert start is not None
    want = Follower(trial, bet).live_out(start)
    state = start.state
    for _ in range(3):  # each time another way, so another number, direction and count of throws
        ways = [live for live, _ in every_way(lambda s=state: trial.begin(s), answerer(start.slip))]
        ended = [live for live in ways if not live.result.standing()]
        state = ended[-1].result
        again = opened(trial, state, bet)
        assert again is not None
        assert Follower(trial, bet).live_out(again) == want
    if REMEMBERED & set(played.state.__struct_fields__):
        assert state != trial.opening()


def test_without_a_choice_there_is_one_lane() -> None:
    found = odds("ruleta-francesa", "scj-2023", ("zero_simple", "mitad"))
    assert found["rojo"].edge == F(1, 74)
    assert not [key for key in found if "/" in key]


def test_rounding_never_touches_the_figures() -> None:
    # 5:11, 7:6 and 9:5 need stakes of 330; a table that pays in hundreds changes nothing.
    craps = find("craps")
    rules = craps.rules_of()
    coarse = exact_odds(craps, rules, limits=Limits(unit=100))
    assert {key: bet.edge for key, bet in coarse.items()} == {
        key: bet.edge for key, bet in odds("craps").items()
    }
