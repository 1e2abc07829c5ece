"""The procedure between rounds that every game dealt from a shoe shares (games/cards/shuffle)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.round.ask import Ask, Choose
from tapete.core.round.event import Announced, Event
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.shoe import Shoe, new_shoe
from tapete.core.table.seats import in_order
from tapete.games.cards import shuffle
from tapete.games.cards.shuffle import ShoeRules
from tapete.games.registry import GAMES
from tests.core.tables import refused

SHOE_GAMES = [game for game in GAMES.values() if issubclass(game.rules, ShoeRules)]
EVERY = pytest.mark.parametrize("game", SHOE_GAMES, ids=lambda game: game.id)


def setup_of(game: Any, *seats: int, **extra: Any) -> Setup[Any, Any]:
    return Setup(rules=game.rules_of(), terms=game.terms(**extra), seats=seats or (2, 5, 7))


def prepared(
    setup: Setup[Any, Any], shoe: Shoe | None, cutter: int = 0
) -> tuple[Shoe, list[Event]]:
    """The shoe and what was told; the seat ``cutter`` cuts, nobody else does."""

    def answer(ask: Ask[Any]) -> str:
        assert isinstance(ask, Choose)
        return f"cortar:{ask.options[0].low}" if ask.seat == cutter else "no"

    live = Live(shuffle.prepare(setup, shoe))
    return live.run(answer), live.events


def calls(events: list[Event]) -> Iterator[str]:
    return (event.what for event in events if isinstance(event, Announced))


@EVERY
def test_new_cards_are_shown_and_washed_old_ones_only_shuffled(game: Any) -> None:
    setup = setup_of(game)
    fresh, new = prepared(setup, None)
    again, old = prepared(setup, fresh)
    assert next(calls(new)) == "cartas-a-la-vista" and next(calls(old)) == "nueva-mezcla"
    assert setup.rules.shuffle in calls(new) and setup.rules.shuffle not in calls(old)
    cards = setup.rules.decks * 52
    assert (fresh.cards_left, fresh.packs) == (cards - setup.rules.burn, 1)
    assert (again.cards_left, again.packs) == (cards - setup.rules.burn, 2)


@EVERY
def test_the_cut_is_offered_round_the_table_until_somebody_takes_it(game: Any) -> None:
    setup = setup_of(game)
    order = in_order(setup.seats)
    if setup.rules.cut_offered == "derecha":
        order = order[::-1]
    _, nobody = prepared(setup, None)
    assert [e.seat for e in nobody if e.kind == "chosen"] == list(order)  # type: ignore[attr-defined]
    assert "corta-el-croupier" in calls(nobody)
    _, second = prepared(setup, None, cutter=order[1])
    assert [e.seat for e in second if e.kind == "chosen"] == list(order[:2])  # type: ignore[attr-defined]
    assert "corta-el-croupier" not in calls(second)


@EVERY
def test_a_stop_card_out_of_its_place_is_refused(game: Any) -> None:
    rules = game.rules_of()
    low, high = rules.behind_min, rules.behind_max
    shuffle.check_cards(setup_of(game, behind=low))
    wrong = [low - 1] + ([high + 1] if high is not None else [])
    for behind in wrong:
        found = refused(shuffle.check_cards, setup_of(game, behind=behind))
        assert (found.code, found.clause) == ("stop-card-misplaced", rules.by("behind_min"))
        shuffle.check_cards(setup_of(game, behind=behind, cards="barajadora-continua"))


@EVERY
def test_a_machine_has_no_stop_card_and_pre_shuffled_cards_a_notice(game: Any) -> None:
    machine, told = prepared(setup_of(game, cards="barajadora-continua"), None)
    assert machine.machine and machine.behind is None
    assert "barajadora-continua" in calls(told) and "carta-de-corte-puesta" not in calls(told)
    sealed = setup_of(game, cards="pre-barajadas")
    _, told = prepared(sealed, None)
    assert list(calls(told))[:2] == ["cartas-pre-barajadas", "mazos-sellados"]
    assert "cartas-a-la-vista" not in calls(told)
    assert [notice.what for notice in shuffle.notices(sealed)] == ["aviso-de-cartas-pre-barajadas"]
    assert shuffle.notices(setup_of(game)) == ()


def test_cards_are_needed_when_the_cut_card_has_shown_or_none_is_left() -> None:
    shoe = new_shoe(1, burn=1, behind=10)
    assert not shuffle.needs_cards(shoe)
    empty = Shoe(decks=1, unseen={}, behind=None)
    shown = Shoe(decks=1, unseen=shoe.unseen, behind=10, cut_shown=True)
    assert shuffle.needs_cards(empty) and shuffle.needs_cards(shown)
