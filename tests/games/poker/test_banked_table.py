"""Tables of Tres Cartas, Go, Texas Plus and Texas Bonus: players, decks, shuffles, last rounds."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.cards import DECK
from tapete.core.round.chance import DrawCard, Mishap
from tapete.core.round.event import Announced, CardDealt, CardsCleared
from tapete.core.round.felt import fold
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.registry import find
from tests.games.poker.banked import (
    BONUS,
    GO,
    PLUS,
    TRES,
    Played,
    announced,
    bonus,
    each_in_turn,
    glimpsed,
    opened,
    played,
    plus,
    prepared,
    refused_bets,
    seen,
    stuck,
    too_many,
)

MAIN = {TRES: "ante", GO: "linea", PLUS: "ante", BONUS: "ante"}
SAID = {TRES: ["voy"], GO: ["ir", "ir"], PLUS: ["voy"], BONUS: ["voy", "paso", "paso"]}
SECTION = {TRES: "3.5.3", GO: "3.5.4", PLUS: "3.5.7.2", BONUS: "3.5.7.3"}
SINGLE = "barajadora-de-cartas"
all_games = pytest.mark.parametrize("game", list(MAIN))


def clause(game: str, number: int) -> str:
    return f"CAT-III.{SECTION[game]}-{number:02}"


def cards(game: str) -> list[Any]:
    """The cards of a round for one player."""
    match game:
        case "poker-tres-cartas":
            return list(each_in_turn({1: "9c 9d 9h"}, "Qc 7d 4h"))
        case "go-poker":
            return list(each_in_turn({1: "9c 9d 9h"}, "Qc 7d"))
        case "texas-holdem-plus":
            return list(plus({1: "Ah As"}, "Kd Kh", "9c 7d 5h 3s 2c"))
    return list(bonus({1: "Ah As"}, "Kd Kh", "9c 7d 5h 3s 2c"))


def a_round(table: Table, came: list[Any] | None = None, **how: Any) -> Played:
    """A round of one player at seat 1."""
    game = table.game.id
    came = cards(game) if came is None else came
    said = {1: how.pop("said", SAID[game])}
    return played(table, {1: {MAIN[game]: 100}}, came, said, **how)


def told(round_: Played) -> list[tuple[str, str]]:
    return [(event.what, event.clause) for event in round_.of(Announced)]


def won_something(round_: Played) -> bool:
    return round_.net(1) > 0


@pytest.mark.clause("CAT-III.3.4.2-06")
@pytest.mark.parametrize(("game", "most"), [(TRES, 7), (GO, 7), (PLUS, 6), (BONUS, 7)])
def test_each_game_has_its_own_number_of_players(game: str, most: int) -> None:
    table = opened(game)
    for seat in range(1, most + 1):
        table.sit(seat, f"p{seat}", chips=PLENTY)
    with pytest.raises(Refused) as full:
        table.sit(most + 1, "otro", chips=PLENTY)
    assert (full.value.clause, full.value.code) == ("CAT-III.3.4.2-06", "table-full")


@pytest.mark.clause("R196-3.4.1-01", "R196-3.4.2-01", "R196-3.4.2-02")
@pytest.mark.parametrize("game", [TRES, GO])
def test_in_2009_seven_players_as_marked_and_nobody_standing(game: str) -> None:
    table = opened(game, *range(1, 8), rules="scj-2009")
    with pytest.raises(Refused) as full:
        table.sit(8, "de pie", chips=PLENTY)
    assert (full.value.clause, full.value.code) == ("R196-3.4.2-01", "table-full")
    # who does not sit does not bet either
    assert refused_bets(table, {8: {MAIN[game]: 100}}).code == "not-seated"


@pytest.mark.clause(
    "CAT-III.3.5.3-01", "CAT-III.3.5.4-01", "CAT-III.3.5.7.2-01", "CAT-III.3.5.7.3-01"
)
@all_games
def test_a_round_needs_one_player_and_no_more(game: str) -> None:
    table = opened(game)
    with pytest.raises(Refused) as nobody:
        table.begin()
    assert (nobody.value.clause, nobody.value.code) == (clause(game, 1), "players-missing")
    table.sit(1, "ana", chips=PLENTY)
    assert won_something(a_round(table)) or game == GO


@pytest.mark.clause(
    "CAT-III.3.5.3-02", "CAT-III.3.5.4-02", "CAT-III.3.5.7.2-02", "CAT-III.3.5.7.3-02"
)
@all_games
def test_a_new_deck_is_complete_shown_inspected_washed_and_shuffled(game: str) -> None:
    table = opened(game, 1)
    with pytest.raises(Refused) as short:
        table.act("cartas-nuevas", counted=51)
    assert (short.value.clause, short.value.code) == (clause(game, 2), "decks-incomplete")
    table.act("cartas-nuevas", counted=52)
    first = told(prepared(table))[:3]
    new = clause(game, 2)
    assert first == [
        ("cartas-a-la-vista", new), ("inspeccion-de-la-baraja", new), ("barajado-inicial", new),
    ]  # fmt: skip
    with_machine = opened(game, 1, extra={"cards": SINGLE})
    both = [what for what, _ in told(prepared(with_machine))]
    assert both.count("cartas-a-la-vista") == both.count("barajado-inicial") == 2


@pytest.mark.clause(
    "CAT-III.3.5.3-03", "CAT-III.3.5.4-03", "CAT-III.3.5.7.2-03", "CAT-III.3.5.7.3-03"
)
@all_games
def test_before_every_round_the_deck_is_shuffled_and_cut_in_the_middle(game: str) -> None:
    table = opened(game, 1)
    a_round(table)
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    shuffled = prepared(table)
    by_hand = shuffled.one("barajado-manual")
    assert by_hand.facts["ways"] == "triple peinado doble"
    assert (by_hand.clause, shuffled.one("corta-el-croupier").clause) == (clause(game, 3),) * 2
    assert shuffled.one("corta-el-croupier").facts["at"] == 26
    next_round = a_round(table)
    invited = "tres-apuestas" if game == GO else "primera-apuesta"
    assert next_round.one(invited).clause == clause(game, 3)  # then the first bet is invited


@pytest.mark.clause(
    "CAT-III.3.5.3-18",
    "CAT-III.3.5.4-15",
    "CAT-III.3.5.7.2-17",
    "CAT-III.3.5.7.3-27",
    "CAT-III.3.4.1-04",
)
@pytest.mark.parametrize(("game", "number"), [(TRES, 18), (GO, 15), (PLUS, 17), (BONUS, 27)])
def test_cards_are_collected_and_a_machine_brings_the_other_deck(game: str, number: int) -> None:
    table = opened(game, 1, extra={"cards": SINGLE})
    decks = []
    for _ in range(3):
        out = prepared(table)
        assert "corta-el-croupier" not in out.said()
        decks.append(out.one("barajadora").facts["deck"])
        assert out.one("barajadora").clause == clause(game, number)
        round_ = a_round(table)
        assert not fold(round_.events).zones
        assert {e.clause for e in round_.of(CardsCleared)} == {clause(game, number)}
    assert decks == [1, 2, 1]


@pytest.mark.clause(
    "CAT-III.3.5.3-19", "CAT-III.3.5.4-16", "CAT-III.3.5.7.2-18", "CAT-III.3.5.7.3-28"
)
@all_games
def test_discarded_cards_are_looked_at_again_only_in_a_dispute_and_by_a_chief(game: str) -> None:
    table = opened(game, 1)
    record = a_round(table).record
    dispute = table.disputes.open(1, 1, "la carta")
    table.disputes.decide(dispute, "vale")
    with pytest.raises(Refused, match="not-your-role"):
        table.disputes.review(dispute, record, by="croupier")
    assert table.disputes.review(dispute, record, by="jefe-de-mesa").ended


@pytest.mark.clause(
    "CAT-III.3.5.3-22",
    "CAT-III.3.5.4-18",
    "CAT-III.3.5.7.2-21",
    "CAT-III.3.5.7.3-31",
    "CAT-III.3.4.2-05",
)
@pytest.mark.parametrize(("game", "number"), [(TRES, 22), (GO, 18), (PLUS, 21), (BONUS, 31)])
def test_the_deck_may_be_changed_between_any_two_rounds(game: str, number: int) -> None:
    table = opened(game, 1)
    for _ in range(2):
        a_round(table)
        with pytest.raises(Refused) as alone:  # the croupier needs the leave of a chief
            table.act("cartas-nuevas", by="croupier")
        assert (alone.value.clause, alone.value.code) == ("CAT-III.3.4.2-05", "not-your-role")
        table.act("cartas-nuevas")
        assert "cartas-a-la-vista" in prepared(table).said()
    assert announced(table, "cambio-de-mazos") == [clause(game, number)] * 2


@pytest.mark.clause(
    "CAT-III.3.5.3-23", "CAT-III.3.5.4-19", "CAT-III.3.5.7.2-22", "CAT-III.3.5.7.3-32"
)
@pytest.mark.parametrize(("game", "number"), [(TRES, 23), (GO, 19), (PLUS, 22), (BONUS, 32)])
def test_the_last_rounds_are_announced_three_two_one(game: str, number: int) -> None:
    table = opened(game, 1)
    with pytest.raises(Refused, match="not-your-role"):
        table.announce_last(order="croupier")
    table.announce_last()
    left = []
    for _ in range(3):
        said = a_round(table).one("ultimos-pases")
        assert said.clause == clause(game, number)
        left.append(said.facts["left"])
    assert (left, table.open) == ([3, 2, 1], False)


@pytest.mark.clause("CAT-III.3.4.2-01", "CAT-III.3.4.2-03", "CAT-III.3.4.2-04")
@all_games
def test_one_croupier_deals_and_settles_under_a_table_chief(game: str) -> None:
    table = Table(find(game), seats=[1])
    for staff in (["jefe-de-mesa"], ["croupier"]):
        with pytest.raises(Refused) as missing:
            table.open_play(staff)
        assert missing.value.clause == "CAT-III.3.4.2-01"
    table.open_play(staff_of(table.rules))
    table.begin()
    table.bet(Place(1, MAIN[game], 100))
    table.close_bets(by="croupier")
    with pytest.raises(Refused, match="not-your-role"):
        table.answer(cards(game)[0], by="jugador", seat=1)
    table.answer(cards(game)[0], by="croupier")


@pytest.mark.clause("CAT-III.3.6.3-03", "CAT-III.3.6.3-05")
@all_games
def test_one_hand_a_player_and_nobody_plays_anothers(game: str) -> None:
    table = opened(game)
    table.sit(1, "ana", chips=PLENTY)
    with pytest.raises(Refused) as second:
        table.sit(2, "ana", chips=PLENTY)
    assert (second.value.clause, second.value.code) == ("CAT-III.3.6.3-05", "too-many-places")
    table.sit(2, "blas", chips=PLENTY)
    live = table.begin()
    table.bet(Place(1, MAIN[game], 100))
    table.close_bets()
    for card in cards(game)[: len(cards(game)) - (8 if game == BONUS else 0)]:
        table.answer(card)
    with pytest.raises(Refused, match="not-your-hand"):
        table.answer(SAID[game][0], by="jugador", seat=2)
    table.answer(SAID[game][0], by="jugador", seat=1)
    assert live.steps[-1][2] == SAID[game][0]


@pytest.mark.clause("CAT-III.3.4.1-02")
@all_games
def test_one_deck_of_52_different_cards(game: str) -> None:
    table = opened(game, 1)
    live = table.begin()
    table.bet(Place(1, MAIN[game], 100))
    table.close_bets()
    assert isinstance(live.ask, DrawCard)
    assert live.ask.left == dict.fromkeys(DECK, 1)


@pytest.mark.clause("CAT-III.3.6.3-02", "CAT-III.3.6.3-06")
@all_games
def test_a_player_sees_his_cards_when_the_deal_is_over_and_never_anothers(game: str) -> None:
    table = opened(game, 1, 2)
    live = table.begin()
    for seat in (1, 2):
        table.bet(Place(seat, MAIN[game], 100))
    table.close_bets()
    while isinstance(live.ask, DrawCard):
        mine = fold(live.events, "seat:1").zones.get("seat:1", [])
        assert not any(mine)
        table.answer(live.ask.some(lambda n: 0))
    felt = fold(live.events, "seat:1")
    assert all(felt.zones["seat:1"]) and not any(felt.zones["seat:2"])
    assert not any(felt.zones.get("croupier", []))


@pytest.mark.clause("CAT-III.3.6.3-09")
@all_games
def test_who_stays_out_of_more_than_three_rounds_may_lose_the_seat(game: str) -> None:
    table = opened(game, 1, 2)
    if game == BONUS:
        table.act("button", seat=1)
    for _ in range(4):
        assert not table.idle.claimable(2)
        a_round(table)
    table.idle.complain(2)
    table.places.free_seat(2)
    assert 2 not in table.players


# Irregular plays (CAT-III.3.6.4)


@pytest.mark.clause("CAT-III.3.6.4-01", "CAT-III.3.6.4-04", "CAT-III.3.6.4-06")
@all_games
def test_cards_shown_at_the_cut_and_machines_that_fail_mean_a_shuffle_by_hand(game: str) -> None:
    table = opened(game, 1)
    table.act("carta-vista-al-cortar")
    assert "barajado-manual" in prepared(table).said()
    table = opened(game, 1, extra={"cards": SINGLE})
    prepared(table)
    table.act("barajadora-trancada")
    out = prepared(table)
    assert out.said()[:2] == ["barajadora-vaciada", "barajado-manual"]
    table.act("barajadora-retirada")
    assert "barajado-manual" in prepared(table).said()


@pytest.mark.clause("CAT-III.3.6.4-03", "CAT-III.3.6.4-05", "CAT-III.3.6.1-03")
@pytest.mark.parametrize(
    ("what", "by"),
    [("sabot-agotado", "CAT-III.3.6.4-03"), ("barajadora-trancada", "CAT-III.3.6.4-05")],
)
@all_games
def test_a_deal_that_cannot_be_completed_is_annulled_and_begun_anew(
    game: str, what: str, by: str
) -> None:
    table = opened(game, 1)
    round_ = a_round(table, [*cards(game)[:2], Mishap(what)], said=[])
    assert (round_.voided().clause, round_.net(1)) == (by, 0)
    assert "barajado-manual" in prepared(table).said()


@pytest.mark.clause("CAT-III.3.6.4-08", "CAT-III.3.6.4-09")
@all_games
def test_one_card_of_the_players_may_be_seen_and_none_of_the_banks(game: str) -> None:
    table = opened(game, 1)
    deal = cards(game)
    once = [glimpsed("seat:1", deal[0]), *deal[1:]]
    round_ = a_round(table, once)
    assert round_.one("carta-vista-sigue").clause == "CAT-III.3.6.4-08"
    assert next(e.card for e in seen(round_, "seat:1") if not e.audience) == deal[0]
    twice = [once[0], deal[1], glimpsed("seat:1", deal[2])]
    assert a_round(table, twice, said=[]).voided().clause == "CAT-III.3.6.4-08"
    banks = [deal[0], glimpsed("croupier", deal[1])]
    assert a_round(table, banks, said=[]).voided().clause == "CAT-III.3.6.4-09"


@pytest.mark.clause("CAT-III.3.6.4-10", "CAT-III.3.6.1-02")
@all_games
def test_of_stuck_cards_the_player_says_which_is_burned_else_the_top_one(game: str) -> None:
    deal = cards(game)
    for said, order in ((["quemar:2"], [deal[0], "8s"]), ([], ["8s", deal[0]])):
        table = opened(game, 1)
        together = stuck(" ".join(order))
        round_ = a_round(table, [together, *deal[1:]], said=[*said, *SAID[game]])
        assert round_.dealt("quemadas")[0] is None  # burned unseen
        assert seen(round_, "seat:1")[0].card == deal[0]


@pytest.mark.clause("CAT-III.3.6.4-02", "CAT-III.3.6.4-11", "CAT-III.3.6.4-12")
@all_games
def test_a_wrong_number_of_cards_is_put_in_order_or_annuls(game: str) -> None:
    deal = cards(game)
    extra = [too_many("8s"), *deal]
    round_ = a_round(opened(game, 1), extra)
    assert "las-cartas-estan-bien-dadas" in round_.said()
    round_ = a_round(opened(game, 1), extra[:1], said=[], rulings=["quemar"])
    assert round_.net(1) == 0
    assert {e.clause for e in round_.events if getattr(e, "why", "")} == {"CAT-III.3.6.4-11"}
    bank = [deal[0], too_many("8s")]
    round_ = a_round(opened(game, 1), bank, said=["objetar"])
    assert round_.voided().clause == "CAT-III.3.6.4-12"
    wrong = [deal[0], Mishap("orden-equivocado")]
    round_ = a_round(opened(game, 1), wrong, said=["objetar"])
    assert round_.voided().clause == "CAT-III.3.6.4-02"


@pytest.mark.clause("CAT-III.3.6.4-14")
@all_games
def test_cards_drawn_when_the_round_is_over_are_burned(game: str) -> None:
    table = opened(game, 1)
    a_round(table)
    [burned, _] = table.act("carta-de-mas", card="8s")
    assert burned == CardDealt(to="quemadas", card="8s", clause="CAT-III.3.6.4-14")


# What an edition cannot say


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (TRES, {"cards_each": "5"}),
        (GO, {"line": "4"}),
        (GO, {"cards_each": "4"}),
        (PLUS, {"flop": "4"}),
        (PLUS, {"covered_common": "1"}),
        (BONUS, {"river": "2"}),
    ],
)
def test_values_that_make_no_hand_are_refused(game: str, value: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=game):
        opened(game, 1, changes=value)
