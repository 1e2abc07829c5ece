"""The deck of the banked games: new cards, the shuffle before every round, the machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Slip
from tapete.core.round.cards import DECK
from tapete.core.round.chance import DrawCard, Mishap
from tapete.core.round.event import Announced, CardDealt
from tapete.core.table.table import Table
from tapete.games.poker.bank.rules import BankState
from tests.games.poker.banked import (
    BankAnswers,
    Played,
    announced,
    each_in_turn,
    opened,
    played,
    prepared,
    slip,
    zones,
)

CARIBBEAN = "caribbean-poker"
DRAW = "draw-poker"
ARICA = "arica-2017"
SINGLE = {"cards": "barajadora-de-cartas"}
ANTE = {"ante": 100}
FOLDED = each_in_turn({1: "2c 3c 5c 8c Jc"}, "Ah Kc 9d 7s 5h")

shuffled_in = pytest.mark.parametrize(
    ("game", "rules", "shuffle", "cut"),
    [
        pytest.param(
            CARIBBEAN, "scj-2023", "CAT-III.3.5.1-03", "CAT-III.3.5.1-03",
            marks=pytest.mark.clause("CAT-III.3.5.1-03", "CAT-III.3.5.1-21"),
        ),
        pytest.param(
            DRAW, "scj-2023", "CAT-III.3.5.2-03", "CAT-III.3.5.2-03",
            marks=pytest.mark.clause("CAT-III.3.5.2-03", "CAT-III.3.5.2-22"),
        ),
        pytest.param(
            DRAW, ARICA, "ARI-1.5.2-02", "ARI-1.5.2-02",
            marks=pytest.mark.clause("ARI-1.5.2-02", "ARI-1.5.3-03"),
        ),
    ],
)  # fmt: skip

renewed_in = pytest.mark.parametrize(
    ("game", "rules", "washed", "change"),
    [
        pytest.param(
            CARIBBEAN, "scj-2023", "CAT-III.3.5.1-02", "CAT-III.3.5.1-25",
            marks=pytest.mark.clause("CAT-III.3.5.1-02", "CAT-III.3.5.1-25"),
        ),
        pytest.param(
            DRAW, "scj-2023", "CAT-III.3.5.2-02", "CAT-III.3.5.2-35",
            marks=pytest.mark.clause("CAT-III.3.5.2-02", "CAT-III.3.5.2-35"),
        ),
        pytest.param(
            DRAW, ARICA, "ARI-1.5.2-01", "CAT-III.3.5.2-35",
            marks=pytest.mark.clause("ARI-1.5.2-01"),
        ),
    ],
)  # fmt: skip


def folded(table: Table) -> Played:
    """A round in which the only player folds."""
    return played(table, {1: ANTE}, FOLDED, {1: ["no-voy"]})


def state_of(table: Table) -> BankState:
    assert isinstance(table.state, BankState)
    return table.state


@pytest.mark.clause("CAT-III.6.4.1-01")
@pytest.mark.parametrize(
    "game",
    [CARIBBEAN, "caribbean-poker-plus", DRAW, "poker-tres-cartas", "texas-holdem-plus"],
)
def test_beside_a_pot_a_table_has_the_cards_and_what_else_its_base_game_has(game: str) -> None:
    plain, beside = opened(game, 1), opened(game, 1, extra={"pot": {"credit": 1000}})
    assert plain.rules == beside.rules  # chips, decks and shuffle of the base game, and its odds
    for table in (plain, beside):
        table.act("cartas-nuevas", counted=52)
    assert prepared(plain).events == prepared(beside).events
    packs = [next(cards_of(table)) for table in (plain, beside)]
    assert packs[0] == packs[1] and sum(packs[0].values()) == len(DECK)


def cards_of(table: Table) -> Iterator[Mapping[str, int]]:
    """What is left to draw at each card of a round with one ante."""
    live, answers = table.begin(), BankAnswers(slip({1: ANTE}), [], {})
    while live.ask is not None:
        if isinstance(live.ask, DrawCard):
            yield live.ask.left
        table.answer(answers(live.ask))


@shuffled_in
def test_before_every_round_the_same_deck_is_shuffled_by_hand_and_cut_in_the_middle(
    game: str, rules: str, shuffle: str, cut: str
) -> None:
    table = opened(game, 1, rules=rules)
    for _ in range(2):
        folded(table)
        with pytest.raises(Refused) as caught:
            table.begin()
        assert caught.value.code == "cards-must-be-shuffled"
        by_hand, cutting = prepared(table).of(Announced)
        assert (by_hand.what, by_hand.clause) == ("barajado-manual", shuffle)
        assert by_hand.facts["ways"] == "triple peinado doble"
        assert (cutting.what, cutting.clause) == ("corta-el-croupier", cut)
        assert cutting.facts["at"] == 26
        assert state_of(table).deck == 1
        live = table.begin()
        assert [e.what for e in live.events if isinstance(e, Announced)] == ["primera-apuesta"]
        table.answer(Slip())  # nobody bets: the deck has not been touched
        table.finish()
        assert table.prepare(lambda ask: None) is None


@renewed_in
def test_a_new_deck_is_counted_shown_inspected_and_washed(
    game: str, rules: str, washed: str, change: str
) -> None:
    table = opened(game, 1, rules=rules)
    with pytest.raises(Refused) as caught:
        table.act("cartas-nuevas", counted=51)
    assert caught.value.code == "decks-incomplete"
    table.act("cartas-nuevas", counted=52)
    assert announced(table, "cambio-de-mazos") == [change]
    told = prepared(table).of(Announced)
    assert [event.what for event in told] == [
        "cartas-a-la-vista",
        "inspeccion-de-la-baraja",
        "barajado-inicial",
        "barajado-manual",
        "corta-el-croupier",
    ]
    assert told[0].facts["cards"] == 52
    assert (told[2].facts["ways"], told[2].clause) == ("chemin doble", washed)


@pytest.mark.clause("CAT-III.3.4.2-05")
def test_a_faulty_deck_is_replaced_with_the_leave_of_the_jefe_de_mesa() -> None:
    table = opened(CARIBBEAN, 1)
    with pytest.raises(Refused) as caught:
        table.act("cartas-nuevas", by="croupier")
    assert (caught.value.code, caught.value.clause) == ("not-your-role", "CAT-III.3.4.2-05")
    table.act("cartas-nuevas", by="jefe-de-mesa")
    assert prepared(table).of(Announced)[0].what == "cartas-a-la-vista"


@pytest.mark.clause("CAT-III.3.4.1-02", "CAT-III.3.4.2-04")
def test_one_deck_of_52_cards_every_one_once_dealt_by_the_croupier() -> None:
    table = opened(CARIBBEAN, 1)
    live = table.begin()
    table.answer(slip({1: ANTE}))
    assert isinstance(live.ask, DrawCard)
    assert live.ask.left == dict.fromkeys(DECK, 1)
    with pytest.raises(Refused) as caught:
        table.answer("2c", by="jugador", seat=1)
    assert caught.value.code == "not-your-role"
    table.answer("2c", by="croupier")
    with pytest.raises(Refused):
        table.answer("2c", by="croupier")


@pytest.mark.clause(
    "CAT-III.3.4.1-04", "CAT-III.3.5.1-02", "CAT-III.3.5.1-03", "CAT-III.3.5.1-21",
    "CAT-III.3.5.2-02", "CAT-III.3.5.2-03", "CAT-III.3.5.2-22",
)  # fmt: skip
@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_a_machine_takes_two_decks_each_prepared_and_they_alternate_uncut(game: str) -> None:
    table = opened(game, 1, extra=SINGLE)
    told = prepared(table).of(Announced)
    shown = [event.facts["deck"] for event in told if event.what == "cartas-a-la-vista"]
    assert shown == [1, 2]
    assert [event.what for event in told].count("barajado-inicial") == 2
    decks = [state_of(table).deck]
    for _ in range(3):
        folded(table)
        [event] = prepared(table).of(Announced)  # no shuffle by hand, no cut
        assert event.what == "barajadora"
        decks.append(state_of(table).deck)
    assert decks == [1, 2, 1, 2]


@pytest.mark.clause("ARI-1.4-01", "ARI-2.4-01", "ARI-1.5.2-02")
def test_arica_has_no_machine_and_no_rule_for_one_that_jams() -> None:
    table = opened(DRAW, 1, rules=ARICA, extra=SINGLE)
    with pytest.raises(Refused) as caught:
        table.prepare(lambda ask: None)
    assert (caught.value.code, caught.value.clause) == ("machine-not-allowed", "ARI-1.4-01")
    table = opened(DRAW, 1, rules=ARICA)
    with pytest.raises(Refused) as caught:
        played(table, {1: ANTE}, [*FOLDED[:3], Mishap("barajadora-trancada")])
    assert caught.value.code == "no-such-irregularity"


@pytest.mark.clause("ARI-1.5.3-02")
def test_in_arica_the_rest_of_the_deck_serves_until_the_croupier_has_his_cards() -> None:
    table = opened(DRAW, 1, rules=ARICA)
    cards = [*each_in_turn({1: "9c 9h 2c 3h 4d"}, "8c 8d Kh 5s 3d"), "Jc", "4h"]
    round_ = played(table, {1: ANTE}, cards, {1: ["voy", "servido"]})
    stub = round_.one("resto-al-descartador")
    told = list(round_.events)
    assert stub.clause == "ARI-1.5.3-02"
    assert told.index(stub) > max(told.index(event) for event in round_.of(CardDealt))


@pytest.mark.clause("CAT-III.3.6.4-01")
def test_a_card_that_shows_when_cutting_has_the_deck_shuffled_again() -> None:
    table = opened(DRAW, 1)
    table.act("carta-vista-al-cortar")
    assert announced(table, "carta-vista-al-cortar") == ["CAT-III.3.6.4-01"]
    with pytest.raises(Refused):
        table.begin()
    assert prepared(table).of(Announced)[0].what == "barajado-manual"
    folded(table)
    with pytest.raises(Refused) as caught:  # the used deck has not been cut
        table.act("carta-vista-al-cortar")
    assert caught.value.code == "deck-not-cut"


@pytest.mark.clause("CAT-III.3.6.4-04")
def test_a_machine_that_jams_while_shuffling_is_emptied_and_the_next_shuffle_is_by_hand() -> None:
    table = opened(CARIBBEAN, 1, extra={"cards": "barajadora-de-paquetes"})
    prepared(table)
    packets = folded_in_packets(table)
    assert zones(packets)[:5] == ["seat:1"] * 5
    table.act("barajadora-trancada")
    told = prepared(table).of(Announced)
    whats = [event.what for event in told]
    assert whats == ["barajadora-vaciada", "barajado-manual", "corta-el-croupier"]
    assert (told[0].facts["cards"], told[0].clause) == (52, "CAT-III.3.6.4-04")
    assert zones(folded(table))[:2] == ["seat:1", "croupier"]  # dealt by hand
    assert prepared(table).of(Announced)[0].what == "barajadora"  # the machine works again


def folded_in_packets(table: Table) -> Played:
    cards = "2c 3c 5c 8c Jc Ah Kc 9d 7s 5h"
    return played(table, {1: ANTE}, cards, {1: ["no-voy"]})


@pytest.mark.clause("CAT-III.3.6.4-05")
def test_a_machine_that_jams_in_the_deal_voids_the_round_which_starts_again_by_hand() -> None:
    table = opened(CARIBBEAN, 1, 2, extra=SINGLE)
    prepared(table)
    bets = {1: ANTE, 2: ANTE}
    round_ = played(table, bets, ["2c", "3c", "4c", Mishap("barajadora-trancada")])
    voided = round_.voided()
    assert (voided.cause, voided.clause) == ("barajadora-trancada", "CAT-III.3.6.4-05")
    assert round_.back(1) == round_.back(2) == {"ante": 100}
    told = [event.what for event in prepared(table).of(Announced)]
    assert told == ["barajadora-vaciada", "barajado-manual", "corta-el-croupier"]


@pytest.mark.clause("CAT-III.3.6.4-06")
def test_a_broken_machine_leaves_the_table_and_one_deck_is_shuffled_by_hand() -> None:
    table = opened(CARIBBEAN, 1, extra=SINGLE)
    prepared(table)
    folded(table)
    table.act("barajadora-retirada")
    assert announced(table, "barajadora-retirada") == ["CAT-III.3.6.4-06"]
    for _ in range(2):
        told = [event.what for event in prepared(table).of(Announced)]
        assert told == ["barajado-manual", "corta-el-croupier"]
        assert state_of(table).deck == 1
        folded(table)
    with pytest.raises(Refused) as caught:
        table.act("barajadora-trancada")
    assert caught.value.code == "no-machine"


@pytest.mark.clause("CAT-III.3.6.4-14", "CAT-III.3.6.1-02")
def test_a_card_too_many_drawn_when_the_round_is_over_is_burned() -> None:
    table = opened(CARIBBEAN, 1)
    folded(table)
    burned, _ = table.act("carta-de-mas", card="Qh")
    assert isinstance(burned, CardDealt)
    assert (burned.to, burned.card, burned.clause) == ("quemadas", "Qh", "CAT-III.3.6.4-14")
    with pytest.raises(Refused) as caught:
        table.act("carta-de-mas", card="2c")  # it was in the round
    assert caught.value.code == "card-not-left"
    prepared(table)
    assert not state_of(table).drawn


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(
            CARIBBEAN, "CAT-III.3.5.1-26", marks=pytest.mark.clause("CAT-III.3.5.1-26")
        ),
        pytest.param(DRAW, "CAT-III.3.5.2-36", marks=pytest.mark.clause("CAT-III.3.5.2-36")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("rounds", [3, 2, 1])
def test_the_last_three_two_or_one_rounds_are_announced(
    game: str, clause: str, rounds: int
) -> None:
    table = opened(game, 1)
    with pytest.raises(Refused) as caught:
        table.announce_last(4)
    assert caught.value.clause == clause
    table.announce_last(rounds)
    for left in range(rounds, 0, -1):
        call = folded(table).one("ultimos-pases")
        assert (call.facts["left"], call.clause) == (left, clause)
    assert not table.open
