"""No value of the rules is ignored: changed, the kernel follows the engine or says it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules, rulebook
from tapete.games.cards.twentyone.games import BLACK_JACK, CANAL_21, CHALLENGE_21
from tapete.games.registry import find
from tapete.maths.kernels.kernel import NoKernel, NoSuchMove
from tapete.maths.simulate.judge import judge
from tapete.maths.simulate.lanes import Play
from tapete.maths.strategy.chart import Chart
from tapete.maths.strategy.terms import is_solved, uncovered
from tests.maths.kernels.charts import BONUS_SEEKER, GREEDY, SPENDTHRIFT, TIMID

EDITION = "scj-2023"
ROUNDS = 60
PLAYS: dict[str, tuple[tuple[str, Chart | None], ...]] = {
    "black-jack": (("principal", GREEDY), ("principal", TIMID)),
    "challenge-21": (("mano-1", GREEDY), ("mano-3", TIMID)),
    "canal-21": (("principal", BONUS_SEEKER), ("principal", SPENDTHRIFT)),
    "punto-y-banca": (("banca", None), ("empate", None)),
    "baccarat": (("punto/plantarse", None), ("banca", None)),
    "war": (("war/guerra", None), ("empate", None)),
    "treinta-y-cuarenta": (("rojo/asegurar", None),),
}
WORDS = {
    "soft17": ("stand", "hit"),
    "split_by": ("rango",),
    "double_amount": ("igual", "hasta-la-apuesta"),
    "surrender": ("no",),
    "base_card": ("una-por-mano",),
    "surrender_loss": ("25%", "0%", "100%"),
}
RANKS = ("surrender_not_against", "even_money_up", "insurance_up")


def others(name: str, value: Any) -> Iterator[str]:
    """Other values that this one of the rulebook might have had."""
    if name in WORDS:
        yield from WORDS[name]
    elif name in RANKS:
        yield from ("[]", '["A", "K"]', '["T", "J", "Q", "K"]')
    elif isinstance(value, bool):
        yield str(not value).lower()
    elif isinstance(value, int):
        yield from (str(value + 1), "1")
    elif isinstance(value, list) and value and isinstance(value[0], int):
        yield from (str(value[1:]), str([*value, 12]))
    elif isinstance(value, list) and value and isinstance(value[0], list):
        yield str([row[1:] for row in value])


def changes(game: str) -> Iterator[dict[str, str]]:
    book = rulebook(EDITION).book(game)
    for name, row in book.set.items():
        for value in others(name, row.value):
            yield {name: value}
    for pay in book.pays:
        yield {f"pays.{pay.key}": "7:4"}
    for option in book.option:
        yield from ({f"{game}.{option.id}": value} for value in option.values)


@pytest.mark.parametrize("game", PLAYS)
def test_a_changed_value_is_followed_or_refused(game: str) -> None:
    """Tables with values of which the game itself says that they are not allowed do not count."""
    played, followed, refused = find(game), set(), set()
    for change in changes(game):
        try:
            rules = played.rules_of(EDITION, change)
        except ValueError:
            continue
        [name] = change
        for bet, chart in PLAYS[game]:
            try:
                judge(Play(played, rules, bet, chart), ROUNDS, seed=7)
                followed.add(name)
            except NoKernel as why:
                # Values that bear on one another are refused by the name of either.
                assert why.setting in (name, "decks", "behind_min", "punto_cards"), change
                refused.add(name)
            except (NoSuchMove, Refused):
                continue
    assert len(followed) > 10
    assert refused >= {"behind_min"}


@pytest.mark.clause("CAT-III.1.5.1-56", "CAT-III.1.5.2-48")
@pytest.mark.parametrize("loss", ["50%", "25%", "40%", "100%"])
def test_who_retires_loses_what_the_rules_say(loss: str) -> None:
    for game, bet in ((BLACK_JACK, "principal"), (CHALLENGE_21, "mano-2")):
        rules = game.rules_of(EDITION, {"surrender_loss": loss})
        play = Play(game, rules, bet, TIMID)
        judge(play, 400)
        kernel: Any = play.kernel()
        assert kernel.tables.gives_up == rules.surrender_loss * kernel.unit


def changed(game: Any, **values: str) -> GameRules:
    rules: GameRules = game.rules_of(EDITION, values)
    return rules


@pytest.mark.parametrize(
    ("rules", "setting"),
    [
        (changed(BLACK_JACK, split_by="rango"), "split_by"),
        (changed(BLACK_JACK, draw_max="21"), "draw_max"),
        (changed(BLACK_JACK, no_draw_from="22"), "no_draw_from"),
        (changed(BLACK_JACK, surrender_not_against='["A", "K"]'), "surrender_not_against"),
        (changed(BLACK_JACK, insurance_up='["A", "T"]'), "insurance_up"),
        (changed(CANAL_21, even_money_up='["A", "J"]'), "even_money_up"),
        (changed(CHALLENGE_21, base_card="una-por-mano"), "base_card"),
        (CHALLENGE_21.rules_of("scj-2009"), "base_card"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_chart_cannot_follow_is_named(rules: Any, setting: str) -> None:
    assert uncovered(rules) == setting
    assert not is_solved(rules)
    bet = "mano-1" if "mano-1" in rules.bets else "principal"
    for chart in (None, TIMID):
        with pytest.raises(NoKernel, match=setting) as refusal:
            Play(find(rules.game), rules, bet, chart).kernel()
        assert refusal.value.setting == setting


@pytest.mark.clause("CAT-III.1.5.1-47")
def test_with_one_hand_a_place_nothing_is_split() -> None:
    rules = BLACK_JACK.rules_of(EDITION, {"max_hands": "1"})
    judge(Play(BLACK_JACK, rules, "principal", GREEDY), 500)
