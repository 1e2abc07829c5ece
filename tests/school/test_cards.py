"""Drills of the cards agree with the engine's own functions, asked anew of the cards shown."""

from __future__ import annotations

from itertools import product

import pytest

from tapete.core.book.clause import register
from tapete.core.round.cards import Card
from tapete.games.cards.puntoybanca.hand import (
    HandRules,
    banca_draws,
    is_natural,
    points,
    punto_draws,
    value,
    winner,
)
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.cards.twentyone.hand import points as twenty_one
from tapete.games.poker.bank.draw import DrawRules, kept
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.hands import THREE, best, five, three
from tapete.games.registry import find
from tapete.school import cards
from tapete.school.cards import DEALER, HANDS, ROWS, THIRD
from tapete.school.catalogue import KINDS, games, make
from tapete.school.drill import Drill, Made, UnknownDrill, read

SEEDS = range(4)
OPENING = [game for game, levels in cards.games(DEALER).items() if "abre" in levels]


def made(kind: str, game: str, level: str, seed: int) -> Made:
    return cards.make(Drill(kind, game, level, seed))


def shown(drill: Made, zone: str) -> list[Card]:
    return [Card(card) for card in drill.question.scene.felt.zones.get(zone, []) if card]


@pytest.mark.parametrize(("game", "seed"), [*product(cards.games(THIRD), SEEDS)])
def test_the_third_card_goes_by_the_table_of_the_game(game: str, seed: int) -> None:
    rules = find(game).rules_of()
    assert isinstance(rules, HandRules)
    drill = made(THIRD, game, "punto", seed)
    punto, banca = points(shown(drill, "punto")), points(shown(drill, "banca"))
    if is_natural(rules, punto) or is_natural(rules, banca):
        right = "natural"
    else:
        right = "pide" if punto_draws(rules, punto) else "se-planta"
    assert drill.key.answers == {"tercera": right}

    drill = made(THIRD, game, "banca", seed)
    third = shown(drill, "punto")[2:]
    draws = banca_draws(rules, points(shown(drill, "banca")), value(third[0]) if third else None)
    assert drill.key.answers == {"tercera": "pide" if draws else "se-planta"}

    drill = made(THIRD, game, "gana", seed)
    punto, banca = points(shown(drill, "punto")), points(shown(drill, "banca"))
    assert drill.key.answers == {
        "puntos:punto": str(punto), "puntos:banca": str(banca), "gana": winner(punto, banca)
    }  # fmt: skip


@pytest.mark.parametrize("game", ["black-jack", "black-jack-perfect-pairs", "canal-21"])
def test_the_croupier_draws_up_to_sixteen_but_in_special_cases(game: str) -> None:
    special = 0
    for seed in range(8):
        drill = made(DEALER, game, "pide", seed)
        under = twenty_one(shown(drill, "croupier")) <= 16
        assert drill.key.answers == {"carta": "pide" if under else "se-planta"}
        drill = made(DEALER, game, "especial", seed)
        assert twenty_one(shown(drill, "croupier")) <= 16
        special += drill.key.answers["carta"] == "se-planta"
    assert special


@pytest.mark.parametrize("seed", range(8))
def test_the_croupier_of_draw_poker_discards_by_his_rules_in_their_order(seed: int) -> None:
    rules = find("draw-poker").rules_of()
    assert isinstance(rules, DrawRules)
    drill = made(DEALER, "draw-poker", "descarte", seed)
    hand = shown(drill, "croupier")
    keeps, row = kept(hand, rules)
    assert set(drill.key.answers["descarte"].split()) == set(hand) - set(keeps)
    assert drill.key.because[0].clause == row.clause


@pytest.mark.parametrize("game", OPENING)
def test_the_croupier_opens_with_the_least_hand_or_better(game: str) -> None:
    rules = find(game).rules_of()
    assert isinstance(rules, BankRules) and rules.opens is not None
    answers = set()
    for seed in range(12):
        drill = made(DEALER, game, "abre", seed)
        hand = shown(drill, "croupier") + shown(drill, "mesa")
        worth = three(hand) if len(hand) == 3 else best(hand)
        order = (THREE,) if len(hand) == 3 else ()
        opens = rules.opens.reached_by(worth, *order)
        assert drill.key.answers == {"abre": "abre" if opens else "no-abre"}
        answers.add(drill.key.answers["abre"])
    assert len(answers) == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_are_counted_as_the_game_counts_them(seed: int) -> None:
    rules = find("treinta-y-cuarenta").rules_of()
    assert isinstance(rules, TreintaRules)
    drill = made(ROWS, "treinta-y-cuarenta", "filas", seed)
    for row in rules.rows:
        total = sum(map(rules.value, shown(drill, row)))
        assert drill.key.answers[f"puntos:{row}"] == str(total)


@pytest.mark.parametrize("game", [*cards.games(HANDS)])
def test_the_better_hand_wins(game: str) -> None:
    for seed in SEEDS:
        drill = made(HANDS, game, "gana", seed)
        seat = f"seat:{drill.question.scene.seats[0]}"
        board = shown(drill, "mesa")
        mine, bank = shown(drill, seat) + board, shown(drill, "croupier") + board
        worth = {3: three, 5: five}.get(len(mine), best)
        a, b = worth(mine), worth(bank)
        right = "empate" if a == b else "jugador" if a > b else "croupier"
        assert drill.key.answers == {"gana": right}
        drill = made(HANDS, game, "nombre", seed)
        mine = shown(drill, f"seat:{drill.question.scene.seats[0]}") + shown(drill, "mesa")
        assert drill.key.answers == {"mano": worth(mine).category}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("pagos", "estrategia")])
def test_every_drill_gives_its_reason_with_a_clause(kind: str) -> None:
    for game, levels in games(kind).items():
        for level in levels:
            drill = make(Drill(kind, game, level, 9))
            assert all(event.clause in register() for event in drill.key.because)
            assert set(drill.key.answers) == {field.name for field in drill.question.fields}


@pytest.mark.parametrize("id", ["", "pagos", "pagos.war.uno.-1", "pagos.war.uno.99999999999999999"])
def test_what_is_no_name_of_a_drill_is_refused(id: str) -> None:
    with pytest.raises(UnknownDrill):
        read(id)
