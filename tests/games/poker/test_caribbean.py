"""Caribbean Poker and Caribbean Poker Plus (CAT-III.3.5.1)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Place
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetReturned,
    BetWon,
    CardDealt,
    CardDiscarded,
    CardsCleared,
    CardSeen,
    Chosen,
)
from tapete.core.round.pot import PotPaid
from tests.games.poker.banked import (
    BankAnswers,
    Limits,
    all_say,
    each_in_turn,
    lost,
    opened,
    played,
    refused_bets,
    seen,
    slip,
    staked,
    won,
    zones,
)

BASE = "caribbean-poker"
PLUS = "caribbean-poker-plus"
ANTE = {"ante": 100}
AK = "Ah Kc 9d 7s 5h"
AQ = "Ah Qc 9d 7s 5h"
POT = {"pot": {"credit": 1000}}


def against(mine: str, bank: str = AK, game: str = BASE) -> int:
    """What an ante of 100 brings or costs who plays these cards."""
    cards = each_in_turn({1: mine}, bank)
    return played(opened(game, 1), {1: ANTE}, cards, {1: ["voy"]}).net(1)


@pytest.mark.clause("CAT-III.3.3.1-01", "CAT-III.3.5.1-07")
def test_five_covered_cards_each_one_by_one_and_the_croupiers_fifth_uncovered() -> None:
    hands = {7: "2c 3c 5c 8c 9c", 3: "2d 3d 5d 8d Td", 1: "2h 3h 4h 8h 9h"}
    round_ = played(
        opened(BASE, 1, 3, 7),
        dict.fromkeys(hands, ANTE),
        each_in_turn(hands, AK),
        all_say(hands, "voy"),
    )
    assert zones(round_) == ["seat:7", "seat:3", "seat:1", "croupier"] * 5
    assert round_.dealt("seat:3") == [None] * 5
    assert round_.dealt("croupier") == [None] * 4 + ["5h"]
    assert all(len(round_.choices(seat)) == 1 for seat in hands)  # nothing is exchanged


@pytest.mark.clause("CAT-III.3.3.1-02")
def test_the_variants_are_the_base_game_the_linked_pot_and_the_bought_card() -> None:
    for game, buys in ((BASE, False), (PLUS, True)):
        for extra, links in (({}, False), (POT, True)):
            table = opened(game, 1, extra=extra)
            bets = {"ante": 100, "progresivo": 1000} if links else ANTE
            cards = each_in_turn({1: "Qc Qd 2c 3d 4h"}, AK)
            round_ = played(table, {1: bets}, cards, {1: ["voy"]})
            offered = [option.name for ask in round_.choices(1) for option in ask.options]
            assert ("comprar" in offered) is buys
    assert refused_bets(opened(BASE, 1), {1: {"progresivo": 1000}}).code == "no-pot-linked"


@pytest.mark.clause("CAT-III.3.3.1-02")
@pytest.mark.parametrize("bank", ["2h 3h 4d 5d 7d", "Ah Kc 9d 7s 5h", "Kd Kh Ks Kc 5h"])
def test_the_prize_of_the_pot_does_not_hang_on_the_croupiers_hand(bank: str) -> None:
    """He does not open, opens and loses, or wins: full house is the same part of the pot."""
    bets = {"ante": 100, "progresivo": 1000}
    cards = each_in_turn({1: "Qc Qd Qh 8c 8d"}, bank)
    round_ = played(opened(BASE, 1, extra=POT), {1: bets}, cards, {1: ["voy"]}, pot=1_000_000)
    [paid] = round_.of(PotPaid)
    assert (paid.seat, paid.prize, paid.amount) == (1, "full", 100_000)


@pytest.mark.clause("CAT-III.3.5.1-01")
def test_a_round_needs_one_player() -> None:
    table = opened(BASE)
    with pytest.raises(Refused) as caught:
        table.begin()
    assert (caught.value.code, caught.value.clause) == ("players-missing", "CAT-III.3.5.1-01")
    table.sit(4, "ana")
    assert table.begin().ask is not None


@pytest.mark.clause("CAT-III.3.5.1-04", "CAT-III.3.5.1-05", "CAT-III.3.6.1-04")
def test_without_an_ante_there_are_no_cards_and_no_second_bet() -> None:
    table = opened(BASE, 1, 2)
    round_ = played(table, {1: ANTE}, each_in_turn({1: "9c 9h 2c 3d 4h"}, AK), {1: ["voy"]})
    assert "seat:2" not in zones(round_)
    assert staked(round_, 1) == {"ante": 100, "bet": 200}
    refusal = refused_bets(table, {2: {"bet": 200}})
    assert (refusal.code, refusal.clause) == ("not-on-the-cloth", "CAT-III.3.5.1-05")
    nobody = played(table, {})
    assert not nobody.of(CardDealt)


@pytest.mark.clause("CAT-III.3.5.1-06", "CAT-III.3.6.3-04", "CAT-III.3.6.3-08")
@pytest.mark.parametrize("game", [BASE, PLUS])
def test_after_no_more_bets_nothing_is_taken_and_nothing_withdrawn(game: str) -> None:
    table = opened(game, 1, 2)
    live = table.begin()
    table.answer(slip({1: ANTE}))
    assert [e.what for e in live.events if isinstance(e, Announced)][-1] == "no-mas-apuestas"
    cards = each_in_turn({1: "Qc Qd 2c 3d 4h"}, AK)
    while live.ask is not None:
        for bet in ("ante", "bet"):
            with pytest.raises(Refused) as caught:
                table.bet(Place(2, bet, 100))
            assert (caught.value.code, caught.value.clause) == ("bets-closed", "CAT-III.3.5.1-06")
        ask = live.ask
        if isinstance(ask, Choose):  # there is no move that takes a bet back, and none that raises
            assert {option.name for option in ask.options} <= {"voy", "no-voy", "comprar", "no"}
            table.answer("voy" if ask.fits("voy") else "no")
        else:
            table.answer(cards.pop(0))
    calls = [e for e in live.events if isinstance(e, Announced) and e.what == "no-mas-apuestas"]
    assert len(calls) == 2  # it is said again for the second bet


@pytest.mark.clause("CAT-III.3.5.1-08")
def test_the_rest_of_the_deck_is_discarded_after_the_deal_but_kept_in_plus() -> None:
    hands = {1: "Qc Qd 2c 3d 4h"}
    for game, moves in ((BASE, ["voy"]), (PLUS, ["voy", "comprar:4h"])):
        bought = ["Qh"] if game == PLUS else []
        cards = each_in_turn(hands, AK) + bought
        events = played(opened(game, 1), {1: ANTE}, cards, {1: moves}).events
        stub = next(
            i for i, e in enumerate(events)
            if isinstance(e, Announced) and e.what == "resto-al-descartador"
        )  # fmt: skip
        decided = next(i for i, e in enumerate(events) if isinstance(e, Chosen))
        last_card = max(i for i, e in enumerate(events) if isinstance(e, CardDealt))
        assert last_card < stub
        assert (stub < decided) is (game == BASE)


@pytest.mark.clause("CAT-III.3.5.1-09")
@pytest.mark.parametrize(("last", "card", "place"), [("abajo", "5h", 4), ("arriba", "Ah", 0)])
def test_a_machine_of_packets_gives_five_at_a_time_and_one_end_is_uncovered(
    last: str, card: str, place: int
) -> None:
    extra = {"cards": "barajadora-de-paquetes", "packet_last": last}
    table = opened(BASE, 1, 2, extra=extra)
    cards = f"2c 3c 5c 8c Jc 2d 3d 5d 8d Jd {AK}"
    moves = {1: ["no-voy"], 2: ["no-voy"]}
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, moves)
    assert zones(round_) == ["seat:2"] * 5 + ["seat:1"] * 5 + ["croupier"] * 5
    [up] = seen(round_, "croupier")
    assert (up.card, up.index, up.audience) == (card, place, ())


@pytest.mark.clause("CAT-III.3.5.1-09")
def test_a_machine_of_single_cards_is_dealt_as_by_hand() -> None:
    table = opened(BASE, 1, 2, extra={"cards": "barajadora-de-cartas"})
    cards = each_in_turn({1: "2c 3c 5c 8c Jc", 2: "2d 3d 5d 8d Jd"}, AK)
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, {1: ["no-voy"], 2: ["no-voy"]})
    assert zones(round_) == ["seat:2", "seat:1", "croupier"] * 5


@pytest.mark.clause("CAT-III.3.5.1-10", "CAT-III.3.6.3-11")
def test_everybody_decides_before_the_croupier_shows_and_nobody_after() -> None:
    hands = {5: "Qc Qd 2c 3d 4h", 2: "Jc Jd 2d 3c 4s", 1: "Tc Td 6c 6d 4c"}
    table = opened(BASE, *hands)
    round_ = played(
        table,
        dict.fromkeys(hands, ANTE),
        each_in_turn(hands, AK),
        {5: ["voy"], 2: ["no-voy"], 1: ["voy"]},
    )
    assert [ask.seat for ask in round_.asked if isinstance(ask, Choose)] == [5, 2, 1]
    assert not any(ask.optional for ask in round_.asked if isinstance(ask, Choose))
    told = list(round_.events)
    shown = min(told.index(event) for event in seen(round_, "croupier"))
    assert max(told.index(event) for event in round_.of(Chosen)) < shown


@pytest.mark.clause("CAT-III.3.5.1-11", "CAT-III.3.6.1-05", "CAT-III.3.6.1-06")
def test_voy_stakes_exactly_twice_the_ante_also_above_the_table_maximum() -> None:
    table = opened(BASE, 1, limits=Limits(min=100, max=1000))
    cards = each_in_turn({1: "Qc Qd 2c 3d 4h"}, AK)
    round_ = played(table, {1: {"ante": 900}}, cards, {1: ["voy"]})
    [bet] = [event for event in round_.of(BetPlaced) if event.bet == "bet"]
    assert (bet.amount, bet.clause) == (1800, "CAT-III.3.5.1-11")
    [ask] = round_.choices(1)
    with pytest.raises(Refused):
        ask.check("voy:1000")


@pytest.mark.clause("CAT-III.3.5.1-15", "CAT-III.3.6.1-06", "CAT-III.3.6.3-10")
def test_no_voy_loses_the_ante_and_the_cards_go_unseen() -> None:
    cards = each_in_turn({4: "Qc Qd Qh 3d 4h"}, AK)
    round_ = played(opened(BASE, 4), {4: ANTE}, cards, {4: ["no-voy"]})
    [taken] = round_.of(BetLost)
    assert (taken.bet, taken.amount, taken.clause) == ("ante", 100, "CAT-III.3.5.1-15")
    assert {event.audience for event in seen(round_, "seat:4")} == {("seat:4",)}
    assert [event.zone for event in round_.of(CardsCleared)] == ["seat:4", "croupier"]
    assert not seen(round_, "croupier")  # nobody plays against him: he shows nothing


@pytest.mark.clause("CAT-III.3.5.1-16")
@pytest.mark.parametrize(
    ("bank", "opens"),
    [
        ("As Kd 4c 3c 2h", True),
        ("As Qd Jc Tc 8h", False),
        ("Ks Qd Jc Tc 8h", False),
        ("2s 2d 4c 3c 5h", True),
        ("Qs Kd Ac 2c 3h", True),
    ],
)
def test_the_croupier_opens_from_ace_and_king_up(bank: str, opens: bool) -> None:
    cards = each_in_turn({1: "9c 9h 9s 4d 5d"}, bank)
    round_ = played(opened(BASE, 1), {1: ANTE}, cards, {1: ["voy"]})
    call = round_.one("abre" if opens else "no-abre")
    assert call.clause == "CAT-III.3.5.1-16"
    assert round_.net(1) == (100 + 3 * 200 if opens else 100)


@pytest.mark.clause("CAT-III.3.5.1-17")
@pytest.mark.parametrize("mine", ["9c 9h 9s 4d 4h", "8c 6h 4s 3d 2h"])
def test_if_he_does_not_open_the_ante_is_paid_and_the_bet_goes_back(mine: str) -> None:
    round_ = played(opened(BASE, 1), {1: ANTE}, each_in_turn({1: mine}, AQ), {1: ["voy"]})
    assert won(round_, 1) == {"ante": ("1:1", 100)}
    assert round_.back(1) == {"ante": 100, "bet": 200}
    assert {e.clause for e in round_.of(BetWon)} == {"CAT-III.3.5.1-17"}


@pytest.mark.clause("AJ-2.3.7.1.2-02")
@pytest.mark.parametrize(
    ("mine", "net"), [("As Kd 9c 7h 5d", 0), ("As Kd 9c 7h 6d", 300), ("As Kd 9c 7h 4d", -300)]
)
def test_in_bolivia_equal_hands_go_card_by_card_and_a_tie_gives_the_bets_back(
    mine: str, net: int
) -> None:
    table = opened(BASE, 1, rules="aj-bolivia")
    round_ = played(table, {1: ANTE}, each_in_turn({1: mine}, AK), {1: ["voy"]})
    assert round_.net(1) == net
    ties = [event.clause for event in round_.of(BetReturned) if event.why == "empate"]
    assert ties == ([] if net else ["AJ-2.3.7.1.2-02"] * 2)


@pytest.mark.clause("CAT-III.3.5.1-18", "CAT-III.3.5.1-19", "CAT-III.3.5.1-20", "CAT-III.3.5.1-21")
def test_each_hand_alone_wins_loses_or_ties_and_ties_are_taken_back_last() -> None:
    hands = {6: "As Kd 9c 7h 5d", 4: "Ac Kh 9h 7d 4s", 2: "2c 2d 3h 4h 6c"}
    round_ = played(
        opened(BASE, *hands), dict.fromkeys(hands, ANTE), each_in_turn(hands, AK),
        all_say(hands, "voy"),
    )  # fmt: skip
    assert won(round_, 2) == {"ante": ("1:1", 100), "bet": ("1:1", 200)}
    assert lost(round_, 4) == {"ante": 100, "bet": 200}
    assert round_.net(6) == 0
    told = list(round_.events)
    tie = [told.index(e) for e in round_.of(BetReturned) if e.why == "empate"]
    others = [told.index(e) for e in (*round_.of(BetWon), *round_.of(BetLost))]
    assert len(tie) == 2 and min(tie) > max(others)
    cleared = [event.zone for event in round_.of(CardsCleared)]
    assert cleared == ["seat:2", "seat:4", "seat:6", "croupier"]
    first = told.index(next(e for e in round_.of(CardsCleared) if e.zone == "seat:2"))
    assert first < told.index(next(e for e in round_.of(BetLost) if e.seat == 4))


@pytest.mark.clause("CAT-III.3.5.1-23", "CAT-III.3.5.1-27")
@pytest.mark.parametrize(
    ("mine", "times"),
    [
        ("As Kd 9h 7d 6c", 1),
        ("2c 2d 3h 4s 6c", 1),
        ("2c 2d 3h 3s 6c", 2),
        ("2c 2d 2h 3s 6c", 3),
        ("As 2d 3h 4s 5c", 4),
        ("Tc Jd Qh Ks Ad", 4),
        ("2c 8c Tc Jc Qc", 5),
        ("2c 2d 2h 3s 3c", 7),
        ("2c 2d 2h 2s 3c", 20),
        ("2c 3c 4c 5c 6c", 50),
        ("Ts Js Qs Ks As", 100),
    ],
)
def test_the_bet_is_paid_by_the_table_and_the_ante_one_to_one(mine: str, times: int) -> None:
    assert against(mine) == 100 + 200 * times


@pytest.mark.clause("CAT-III.3.5.1-23", "CAT-III.3.5.1-24")
@pytest.mark.parametrize(
    ("mine", "bank", "wins"),
    [
        ("3c 3d 2h 4s 5c", "2c 2d Ah Ks Qc", 1),
        ("3c 3d Ah 4s 6c", "3h 3s Ad 4c 5d", 1),
        ("Tc Td 3h 3s 2c", "9c 9d 8h 8s Ac", 1),
        ("Tc Td 3h 3s 4c", "Th Ts 3c 3d 5h", -1),
        ("2c 2d 2h Ks Qc", "3c 3d 3h 4s 5c", -1),
        ("As 2d 3h 4s 5c", "2c 3d 4h 5s 6c", -1),
        ("Kc 9c 8c 3c 2c", "Kh 9h 7h 6h 5h", 1),
        ("5c 5d 5h 2s 2c", "4d 4h 4s Ah Ac", 1),
        ("5c 5d 5h 5s 2c", "4c 4d 4h 4s Ac", 1),
        ("Kc 9c 8c 3c 2c", "Kh 9h 8h 3h 2h", 0),
        ("Ts Jd Qh Ks Ac", "Th Jc Qd Kd Ad", 0),
    ],
)
def test_equal_plays_go_by_rank_and_then_card_by_card_and_no_suit_is_worth_more(
    mine: str, bank: str, wins: int
) -> None:
    net = against(mine, bank)
    assert (net > 0) - (net < 0) == wins


@pytest.mark.clause("CAT-III.3.5.1-22")
def test_cards_in_the_discard_holder_do_not_come_again_and_a_dispute_may_review_them() -> None:
    table = opened(PLUS, 1, 2)
    cards = [*each_in_turn({1: "Qc Qd 2c 3d 4h", 2: "Jc Jd 2d 3c 4s"}, AK), "8h"]
    answers = BankAnswers(slip({1: ANTE, 2: ANTE}), list(cards), {})  # type: ignore[arg-type]
    live = table.begin()
    answers.moves = {1: ["voy", "comprar:4h"], 2: ["no-voy"]}
    answers.rulings = []
    while live.ask is not None:
        if (
            not isinstance(live.ask, Choose)
            and hasattr(live.ask, "left")
            and len(answers.cards) == 1
        ):
            with pytest.raises(Refused):  # the card given up, and one of the hand folded
                live.answer("4h")
            with pytest.raises(Refused):
                live.answer("Jc")
        table.answer(answers(live.ask))
    record = table.finish()
    table.disputes.open(1, record.header.number, "la carta")
    table.disputes.decide(1, "vale")
    assert table.disputes.review(1, record).events == list(record.events)


# Caribbean Poker Plus


@pytest.mark.clause("CAT-III.3.5.1-12", "CAT-III.3.6.2-02")
def test_one_card_is_bought_together_with_the_bet_for_the_price_of_an_ante() -> None:
    hands = {3: "Qc Qd 2c 3d 4h", 1: "Jc Jd 2d 3c 4s"}
    table = opened(PLUS, *hands)
    moves = {3: ["voy", "comprar:4h"], 1: ["no-voy"]}
    round_ = played(table, dict.fromkeys(hands, ANTE), [*each_in_turn(hands, AK), "8h"], moves)
    assert staked(round_, 3) == {"ante": 100, "bet": 200, "carta": 100}
    assert len(round_.choices(1)) == 1  # who retires is not asked
    play, buy = round_.choices(3)
    assert not play.fits("comprar:4h") and buy.optional
    for wrong in ("comprar", "comprar:4h,3d", "comprar:9c"):
        with pytest.raises(Refused):
            buy.check(wrong)


@pytest.mark.clause("CAT-III.3.5.1-13", "CAT-III.3.5.1-14")
@pytest.mark.parametrize(
    ("bank", "net"),
    [(AK, 100 + 3 * 200 - 100), (AQ, 100 - 100), ("Kc Kd Ks Ac 2h", -100 - 200 - 100)],
)
def test_buyers_are_served_from_the_left_and_the_price_is_gone(bank: str, net: int) -> None:
    hands = {5: "Qs Qd 3c 4c 6h", 2: "Js Jd 3d 4d 6s"}
    table = opened(PLUS, *hands)
    moves = {5: ["voy", "comprar:6h"], 2: ["voy", "comprar:6s"]}
    cards = [*each_in_turn(hands, bank), "Qh", "Jh"]
    round_ = played(table, dict.fromkeys(hands, ANTE), cards, moves)
    served = [e for e in round_.of(CardDealt) if e.clause == "CAT-III.3.5.1-13"]
    assert [(event.to, event.card) for event in served] == [("seat:5", None), ("seat:2", None)]
    given_up = [(event.zone, event.index) for event in round_.of(CardDiscarded)]
    assert given_up == [("seat:5", 4), ("seat:2", 4)]
    prices = [event for event in round_.of(BetLost) if event.bet == "carta"]
    assert {event.clause for event in prices} == {"CAT-III.3.5.1-14"}
    assert round_.net(5) == net
    told = list(round_.events)
    stub = told.index(round_.one("resto-al-descartador"))
    assert max(told.index(event) for event in served) < stub


@pytest.mark.clause("CAT-III.3.6.3-02")
def test_the_table_hears_that_a_card_is_bought_and_not_which() -> None:
    cards = [*each_in_turn({1: "Jc Jd 2c 3d 4h"}, AQ), "8h"]
    table = opened(PLUS, 1)
    round_ = played(table, {1: ANTE}, cards, {1: ["voy", "comprar:4h"]})
    assert [event.move for event in round_.of(Chosen)] == ["voy", "comprar:1"]
    told = [e for e in round_.of(CardSeen) if e.card in ("4h", "8h")]
    assert {event.audience for event in told} == {("seat:1",)}
