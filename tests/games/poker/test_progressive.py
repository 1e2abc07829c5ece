"""The progressive in a round: the bet, the hand, what loses it, and the prizes (CAT-III.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.account import in_stack
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import rulebook
from tapete.core.round.ask import Round
from tapete.core.round.bets import Closed, Offer, Stake
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.pot import POT, PROGRESIVO, Levels, PotBetReturned, PotFed
from tapete.games.poker.pot import (
    Claim,
    DrawSeat,
    Lights,
    PotClosing,
    PotCredited,
    PotForfeited,
    PotHandRead,
    PotLevels,
)
from tapete.games.poker.progressive import (
    PotBet,
    Progressive,
    ProgressiveRules,
    award,
    progressive_rules,
)
from tapete.games.registry import GAMES
from tests.games.poker.pots import CREDIT, HANDS, played, setup_of

ARICA = setup_of("draw-poker", "arica-2017")
BOLIVIA = setup_of("caribbean-poker", "aj-bolivia")


def offer(**link: Any) -> Offer | Closed:
    return PotBet.of(setup_of(**link), "ante").offer(3)


# The bet


@pytest.mark.clause("CAT-III.6.1-01", "CAT-III.6.2-01")
def test_the_progressive_is_a_bet_beside_a_game_and_no_game_of_its_own() -> None:
    assert PROGRESIVO not in GAMES
    assert list(PotBet.of(setup_of(), "ante").bets()) == ["progresivo"]


@pytest.mark.clause("CAT-III.6.3-01", "AJ-2.5.3-01", "ARI-3.3-01")
@pytest.mark.parametrize(
    ("edition", "games"),
    [
        (
            "scj-2023",
            "draw-poker caribbean-poker caribbean-poker-plus go-poker texas-holdem-plus",
        ),
        ("aj-bolivia", "draw-poker caribbean-poker go-poker"),
        ("arica-2017", "draw-poker"),
    ],
)
def test_only_the_listed_games_carry_it(edition: str, games: str) -> None:
    tried = "draw-poker caribbean-poker caribbean-poker-plus go-poker texas-holdem-plus "
    tried += "poker-tres-cartas texas-holdem-bonus stud-poker"
    rules = progressive_rules(edition)
    for game in tried.split():
        found = PotBet.of(setup_of(game, edition), "ante").offer(1)
        if game in games.split():
            assert isinstance(found, Offer)
        else:
            assert isinstance(found, Closed) and found.clause == rules.by("games")


@pytest.mark.clause("CAT-III.6.5.1-02")
def test_a_player_without_the_bet_has_no_claim_and_no_pot_is_asked() -> None:
    found = played({1: "escalera-real", 2: "color"}, bets={2: CREDIT})
    assert found.prizes() == [(2, "color", 50_000)]
    assert played({1: "escalera-real"}, bets={}).asks == []


def test_a_table_without_a_pot_takes_no_bet_on_one_and_never_asks() -> None:
    found = PotBet.of(setup_of(credit=0), "ante")
    assert isinstance(found.offer(1), Closed) and list(found.bets()) == []
    assert played({1: "color"}, bets={}, setup=setup_of(credit=0)).asks == []


@pytest.mark.clause("CAT-III.6.5.1-01")
def test_the_bet_goes_down_before_or_with_the_base_bet_and_cannot_stand_without_it() -> None:
    bet = PotBet.of(setup_of(), "ante")
    assert isinstance(bet.offer(3), Offer)  # earlier than the base bet
    alone = bet.settled({(3, "progresivo"): CREDIT})
    assert alone is not None and (alone.code, alone.facts["seat"]) == ("needs-main-bet", 3)
    assert bet.settled({(3, "progresivo"): CREDIT, (3, "ante"): 500}) is None


@pytest.mark.clause("CAT-III.6.4.1-02")
def test_the_bet_is_counted_in_whole_credits_within_the_limits_of_the_pot() -> None:
    found = offer(credit=500, min=1000, max=5000)
    assert isinstance(found, Offer)
    assert (found.low, found.high, found.step, found.own_limits) == (1000, 5000, 500, True)
    one = offer(credit=500)
    assert isinstance(one, Offer) and (one.low, one.high) == (500, None)


@pytest.mark.clause("CAT-III.6.5.1-05")
def test_the_bets_enter_the_pot_at_the_close_before_the_pot_that_pays_them_is_asked() -> None:
    found = played({2: "color", 5: "par"}, bets={5: 3000, 2: 1000})
    closing, levels = found.asks
    assert isinstance(closing, PotClosing) and closing.bets == ((2, 1000), (5, 3000))
    assert isinstance(levels, PotLevels)
    fed = found.of(PotFed)
    assert [(event.seat, event.amount) for event in fed] == [(2, 1000), (5, 3000)]
    assert closing.refuse_bet(4, "progresivo").clause == "CAT-III.6.5.1-05"


@pytest.mark.clause("CAT-III.6.6-01", "ARI-4.1-01")
@pytest.mark.parametrize("setup", [setup_of(), ARICA])
def test_a_bet_without_its_light_is_void_and_goes_back(setup: Setup[Any, Any]) -> None:
    found = played({2: "color", 5: "escalera-real"}, dark=[5], setup=setup)
    assert found.net(5) == 0
    assert [event.seat for event in found.of(PotFed)] == [2] and found.live == (2,)
    assert {paid.seat for paid in found.paid} == {2}


@pytest.mark.clause("CAT-III.6.6-02", "ARI-4.1-01")
def test_a_position_with_a_faulty_light_is_closed_for_the_progressive() -> None:
    for game, edition, clause in (
        ("caribbean-poker", "scj-2023", "CAT-III.6.6-02"),
        ("draw-poker", "arica-2017", "ARI-4.1-01"),
    ):
        bet = PotBet.of(setup_of(game, edition, closed=[3]), "ante")
        closed = bet.offer(3)
        assert isinstance(closed, Closed)
        assert (closed.clause, closed.code) == (clause, "position-closed")
        assert isinstance(bet.offer(2), Offer)


def test_the_lights_of_positions_without_a_bet_are_no_answer() -> None:
    ask = PotClosing(bets=((2, 1000),), clause="CAT-III.6.5.1-05")
    for lit in ((3,), (2, 2)):
        with pytest.raises(Refused, match="no-bet-on-the-pot"):
            ask.check(Lights(lit))
    with pytest.raises(Refused, match="bad-amount"):
        PotLevels(claims=(), clause="CAT-III.6.6-06").check(Levels(-1))


def test_bets_of_a_void_round_come_back_out_of_the_pot_or_off_the_felt() -> None:
    for entered in (True, False):

        def round_(entered: bool = entered) -> Round[None]:
            pot = Progressive(setup_of(), [Stake(2, "progresivo", 1000)])
            if entered:
                yield from pot.enter()
            yield from pot.refund("CAT-III.3.6.4-01", "anulada")

        live = Live(round_())
        live.run(lambda ask: Lights((2,)))
        back = [event for event in live.events if isinstance(event, PotBetReturned)]
        assert len(back) == entered
        moved = [posting for event in live.events for posting in event.postings()]
        assert sum(amount for account, amount in moved if account is in_stack(2)) == 1000
        assert sum(amount for account, amount in moved if account is POT) == 0


# The hand


@pytest.mark.clause("CAT-III.6.5.1-06", "CAT-III.6.3-03")
@pytest.mark.parametrize("game", progressive_rules().games)
def test_the_hand_is_exactly_five_cards_in_every_game(game: str) -> None:
    assert played({1: "color"}, setup=setup_of(game)).prizes() == [(1, "color", 50_000)]
    for wrong in ("Kh Jh 8h 5h", "Kh Jh 8h 5h 3h 2c", "Kh Jh 8h 5h 3h 2h As"):
        with pytest.raises(ValueError, match="5 different cards"):
            played({1: wrong}, setup=setup_of(game))


@pytest.mark.clause("CAT-III.6.5.1-13")
def test_nothing_below_color_wins_and_the_higher_hand_wins_more() -> None:
    won = {hand: played({1: hand}).prizes() for hand in HANDS}
    assert [hand for hand, prizes in won.items() if not prizes] == [
        "carta-alta", "par", "dos-pares", "trio", "escalera",
    ]  # fmt: skip
    amounts = [prizes[0][2] for prizes in won.values() if prizes]
    assert amounts == sorted(amounts) == [50_000, 100_000, 500_000, 1_000_000, 10_000_000]


@pytest.mark.clause("CAT-III.6.5.1-14")
@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        ("As 2s 3s 4s 5s", "escalera-de-color"),
        ("9s Ts Js Qs Ks", "escalera-de-color"),
        ("Ts Js Qs Ks As", "escalera-real"),
        ("Qs Ks As 2s 3s", "color"),
    ],
)
def test_straight_flushes_go_from_the_low_ace_to_the_king_and_do_not_wrap(
    hand: str, prize: str
) -> None:
    assert [paid.prize for paid in played({1: hand}).paid] == [prize]


@pytest.mark.clause("AJ-2.5.5.1-03")
def test_bolivia_pays_the_table_of_the_catalogue() -> None:
    assert progressive_rules("aj-bolivia").prizes == progressive_rules().prizes
    for hand in HANDS:
        assert played({1: hand}, setup=BOLIVIA).prizes() == played({1: hand}).prizes()


@pytest.mark.clause("CAT-III.6.2-03", "CAT-III.6.5.1-19", "CAT-III.6.5.1-20", "ARI-3.5.5-01")
@pytest.mark.parametrize(
    ("setup", "clause"),
    [
        (setup_of("draw-poker"), "CAT-III.6.5.1-20"),
        (ARICA, "ARI-3.5.5-01"),
        (BOLIVIA, "CAT-III.6.5.1-20"),
    ],
)
def test_every_hand_with_a_live_bet_is_read_and_only_those(
    setup: Setup[Any, Any], clause: str
) -> None:
    """What the croupier holds is not even asked for."""
    game = "draw-poker" if setup is not BOLIVIA else "caribbean-poker"
    out = "cambiar" if game == "draw-poker" else "no-voy"
    found = played(
        {1: "par", 2: "color", 3: "full", 4: "poker"},
        moves=[(3, out)],
        setup=setup_of(game, setup.rules.edition),
    )
    read = found.of(PotHandRead)
    assert [(event.seat, event.hand) for event in read] == [(1, "par"), (2, "color"), (4, "poker")]
    assert {event.clause for event in read} == {clause}


# What loses the bet


@pytest.mark.clause(
    "CAT-III.6.5.1-07", "CAT-III.6.5.1-09", "CAT-III.6.5.1-11",
    "AJ-2.5.5.1-01", "AJ-2.5.5.1-02", "ARI-3.5.1-01", "ARI-3.5.2-02", "ARI-3.5.2-03",
)  # fmt: skip
@pytest.mark.parametrize(
    ("edition", "game", "move", "clause"),
    [
        ("scj-2023", "draw-poker", "cambiar", "CAT-III.6.5.1-07"),
        ("scj-2023", "caribbean-poker-plus", "comprar", "CAT-III.6.5.1-09"),
        ("scj-2023", "draw-poker", "no-voy", "CAT-III.6.5.1-11"),
        ("scj-2023", "caribbean-poker", "no-voy", "CAT-III.6.5.1-11"),
        ("scj-2023", "caribbean-poker-plus", "no-voy", "CAT-III.6.5.1-11"),
        ("scj-2023", "texas-holdem-plus", "no-voy", "CAT-III.6.5.1-11"),
        ("scj-2023", "go-poker", "no-ir", None),
        ("aj-bolivia", "draw-poker", "cambiar", "AJ-2.5.5.1-01"),
        ("aj-bolivia", "draw-poker", "no-voy", "AJ-2.5.5.1-02"),
        ("aj-bolivia", "caribbean-poker", "no-voy", "AJ-2.5.5.1-02"),
        ("aj-bolivia", "go-poker", "no-ir", None),
        ("arica-2017", "draw-poker", "no-voy", "ARI-3.5.2-02"),
        ("arica-2017", "draw-poker", "cambiar", "ARI-3.5.2-03"),
        ("arica-2017", "draw-poker", "comprar", None),
    ],
)
def test_folding_exchanging_or_buying_loses_the_bet_whatever_the_hand(
    edition: str, game: str, move: str, clause: str | None
) -> None:
    hands = {1: "escalera-real", 2: "color"}
    found = played(hands, moves=[(1, move)], setup=setup_of(game, edition))
    lost = found.of(PotForfeited)
    if clause is None:
        assert not lost and {paid.seat for paid in found.paid} == {1, 2}
    else:
        assert [(event.seat, event.why, event.clause) for event in lost] == [(1, move, clause)]
        assert {paid.seat for paid in found.paid} == {2} and found.net(1) == -CREDIT


# The prizes


@pytest.mark.clause("CAT-III.6.6-04", "CAT-III.6.6-05", "CAT-III.6.2-02")
@pytest.mark.parametrize(("hand", "times"), [("color", 50), ("full", 100), ("poker", 500)])
def test_fixed_prizes_are_a_multiple_of_the_bet_and_the_stake_is_not_returned(
    hand: str, times: int
) -> None:
    found = played({1: hand, 2: "par"}, bets={1: 3000, 2: 1000})
    assert found.prizes() == [(1, hand, times * 3000)]
    assert (found.net(1), found.net(2)) == ((times - 1) * 3000, -1000)


@pytest.mark.clause("CAT-III.6.6-04")
def test_ten_percent_is_capped_at_five_thousand_times_the_bet_and_the_royal_is_not() -> None:
    assert played({1: "escalera-de-color"}, main=49_999_990).prizes()[0][2] == 4_999_999
    assert played({1: "escalera-de-color"}, main=90_000_000).prizes()[0][2] == 5_000_000
    assert played({1: "escalera-real"}, main=90_000_001).prizes()[0][2] == 90_000_001


@pytest.mark.clause("CAT-III.6.6-07", "CAT-III.6.2-02", "ARI-4.2-05")
def test_equal_fixed_hands_are_each_paid_on_their_own_bet() -> None:
    found = played({1: "color", 4: "color", 6: "color"}, bets={1: 1000, 4: 2000, 6: 5000})
    assert found.prizes() == [(1, "color", 50_000), (4, "color", 100_000), (6, "color", 250_000)]
    arica = played({1: "escalera", 4: "escalera"}, bets={1: 1000, 4: 2000}, setup=ARICA)
    assert arica.prizes() == [(1, "escalera", 20_000), (4, "escalera", 40_000)]
    for hand, amount in (("color", 25_000), ("full", 40_000), ("poker", 100_000)):
        several = played({1: hand, 4: hand, 6: "par"}, bets={1: 1000, 4: 2000}, setup=ARICA)
        assert several.prizes() == [(1, hand, amount), (4, hand, 2 * amount)]


@pytest.mark.clause("CAT-III.6.6-03", "CAT-III.6.6-06", "AJ-2.5.6.2-01")
@pytest.mark.parametrize("setup", [setup_of(), BOLIVIA])
def test_prizes_go_from_the_lowest_to_the_highest_and_from_the_right_to_the_left(
    setup: Setup[Any, Any],
) -> None:
    hands = {7: "color", 2: "color", 1: "escalera-real", 6: "full", 3: "poker",
             5: "escalera-de-color", 4: "full"}  # fmt: skip
    found = played(hands, setup=setup)
    assert [(paid.seat, paid.prize) for paid in found.paid] == [
        (2, "color"), (7, "color"), (4, "full"), (6, "full"), (3, "poker"),
        (5, "escalera-de-color"), (1, "escalera-real"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-III.6.6-08", "CAT-III.6.6-09", "ARI-4.2-06", "AJ-2.5.6.2-02")
@pytest.mark.parametrize(
    ("setup", "clauses"),
    [
        (setup_of(), ("CAT-III.6.6-09", "CAT-III.6.6-08")),
        (BOLIVIA, ("AJ-2.5.6.2-02", "CAT-III.6.6-08")),
        (ARICA, ("ARI-4.2-06", "ARI-4.2-06")),
    ],
)
def test_a_percentage_is_shared_in_equal_parts_and_the_odd_pesos_go_to_the_right(
    setup: Setup[Any, Any], clauses: tuple[str, str]
) -> None:
    hands = {6: "As 2s 3s 4s 5s", 3: "4d 5d 6d 7d 8d", 2: "9s Ts Js Qs Ks"}
    bets = {6: 1000, 3: 5000, 2: 2000}
    found = played(hands, main=410_817, bets=bets, setup=setup)
    assert [(paid.seat, paid.amount, paid.odd) for paid in found.paid] == [
        (2, 13_695, 2), (3, 13_693, 0), (6, 13_693, 0),
    ]  # fmt: skip
    assert [paid.clause for paid in found.paid] == [clauses[0], clauses[1], clauses[1]]


@pytest.mark.clause("CAT-III.6.6-08", "CAT-III.6.6-04")
def test_each_share_is_capped_by_its_own_bet_and_the_excess_stays() -> None:
    found = played(
        {5: "5h 6h 7h 8h 9h", 2: "4s 5s 6s 7s 8s"}, main=30_000_401, bets={5: 100, 2: 300},
        setup=setup_of(credit=100),
    )  # fmt: skip
    assert [(paid.seat, paid.amount) for paid in found.paid] == [(2, 1_500_000), (5, 500_000)]


@pytest.mark.clause("CAT-III.6.6-10", "ARI-4.2-07")
def test_the_royal_takes_what_the_straight_flush_left() -> None:
    hands = {1: "escalera-real", 2: "escalera-de-color"}
    assert played(hands, main=10_000_000).prizes() == [
        (2, "escalera-de-color", 1_000_000), (1, "escalera-real", 9_000_000),
    ]  # fmt: skip
    capped = played(hands, main=90_000_000).prizes()
    assert [amount for _, _, amount in capped] == [5_000_000, 85_000_000]
    arica = played(hands, main=90_000_000, setup=ARICA).prizes()
    assert [amount for _, _, amount in arica] == [9_000_000, 81_000_000]  # exactly 90%


@pytest.mark.clause("CAT-III.6.6-11", "ARI-4.2-08")
def test_percentages_are_of_what_the_fixed_prizes_left() -> None:
    hands = {1: "escalera-real", 2: "escalera-de-color", 3: "color", 4: "poker"}
    found = played(hands, main=1_000_000)
    assert [amount for *_, amount in found.prizes()] == [50_000, 500_000, 45_000, 405_000]
    arica = played({**hands, 5: "escalera"}, main=1_000_000, setup=ARICA)
    assert [amount for *_, amount in arica.prizes()] == [20_000, 25_000, 100_000, 85_500, 769_500]


@pytest.mark.clause("CAT-III.6.2-04", "CAT-III.6.6-15")
def test_a_fixed_prize_is_paid_in_full_from_the_pot_then_the_reserve_then_the_house() -> None:
    hands = {1: "poker", 2: "color", 3: "escalera-de-color", 4: "escalera-real"}
    found = played(hands, main=202_000, reserve=100_000)
    parts = [(paid.amount, paid.main, paid.reserve, paid.advance) for paid in found.paid]
    assert parts == [
        (50_000, 50_000, 0, 0), (500_000, 152_000, 100_000, 248_000), (0, 0, 0, 0), (0, 0, 0, 0),
    ]  # fmt: skip
    assert found.paid[1].clause == "CAT-III.6.2-04"
    # A share of the pot is of the main pot alone.
    assert played({4: "escalera-real"}, main=1000, reserve=9000).prizes()[0][2] == 1000


@pytest.mark.clause("ARI-4.2-01", "ARI-4.2-03", "ARI-4.2-04", "ARI-3.5.3-01")
def test_arica_pays_fixed_pesos_a_credit_from_the_straight_up_and_has_no_cap() -> None:
    won = {
        hand: played({1: hand}, main=90_000_000, bets={1: 3000}, setup=ARICA).prizes()
        for hand in HANDS
    }
    assert {hand: prizes[0][2] for hand, prizes in won.items() if prizes} == {
        "escalera": 60_000, "color": 75_000, "full": 120_000, "poker": 300_000,
        "escalera-de-color": 9_000_000, "escalera-real": 90_000_000,
    }  # fmt: skip


# Complementary prizes

MAGIC = {"prize": "carta-magica", "odds": "1/50", "pesos": 15_000}


@pytest.mark.clause("CAT-III.6.5.1-15", "CAT-III.6.5.1-08", "CAT-III.6.5.1-12", "CAT-III.6.5.1-17")
def test_everybody_with_a_bet_in_the_pot_is_in_the_draw_folded_or_exchanged_too() -> None:
    setup = setup_of("draw-poker", complementary=MAGIC)
    found = played(
        {1: "par", 2: "par", 3: "par", 4: "par"}, bets=dict.fromkeys((1, 2, 3), CREDIT),
        moves=[(1, "no-voy"), (2, "cambiar")], dark=[3], drawn=2, setup=setup,
    )  # fmt: skip
    [draw] = [ask for ask in found.asks if isinstance(ask, DrawSeat)]
    assert draw.seats == (1, 2)
    assert found.prizes() == [(2, "carta-magica", 15_000)]
    nobody = played({1: "par"}, setup=setup, drawn=0)
    assert nobody.prizes() == []


@pytest.mark.clause("CAT-III.6.5.1-17", "CAT-III.6.6-05", "ARI-4.2-08")
def test_a_complementary_prize_in_cash_is_charged_to_the_pot_before_the_percentages() -> None:
    setup = setup_of("draw-poker", "arica-2017", complementary=MAGIC)
    found = played({1: "escalera-real", 2: "par"}, main=1_000_000, drawn=2, setup=setup)
    assert found.prizes() == [(2, "carta-magica", 15_000), (1, "escalera-real", 985_000)]
    assert found.net(2) == 15_000 - CREDIT


@pytest.mark.clause("ARI-4.2-01", "ARI-4.2-02")
def test_carta_magica_is_flat_drawn_and_off_unless_set() -> None:
    setup = setup_of("draw-poker", "arica-2017", complementary=MAGIC)
    found = played({2: "par"}, bets={2: 5 * CREDIT}, drawn=2, setup=setup)
    assert [(paid.amount, paid.clause) for paid in found.paid] == [(15_000, "ARI-4.2-02")]
    assert not any(isinstance(ask, DrawSeat) for ask in played({2: "par"}, setup=ARICA).asks)


@pytest.mark.clause("CAT-III.6.5.1-17", "AJ-2.5.5.1-05")
def test_a_complementary_prize_in_promotional_credits_moves_no_money() -> None:
    for edition in ("scj-2023", "aj-bolivia"):
        gift = {"prize": "sorteo", "odds": "1/2", "credits": 20}
        setup = setup_of("draw-poker", edition, complementary=gift)
        found = played({2: "par"}, drawn=2, setup=setup)
        assert [(event.seat, event.credits) for event in found.of(PotCredited)] == [(2, 20)]
        assert found.net(2) == -CREDIT and not found.paid


def test_the_draw_has_its_exact_odds_and_takes_no_other_seat() -> None:
    draw = DrawSeat(seats=(2, 5), odds=Fraction(1, 50), clause="CAT-III.6.5.1-15")
    assert dict(draw.weighted()) == {0: Fraction(49, 50), 2: Fraction(1, 100), 5: Fraction(1, 100)}
    with pytest.raises(Refused, match="not-in-the-draw"):
        draw.check(3)
    certain = DrawSeat(seats=(2,), odds=Fraction(1), clause="CAT-III.6.5.1-15")
    assert dict(certain.weighted()) == {2: Fraction(1)}
    assert {draw.some(lambda n: 0), draw.some(lambda n: n - 1)} == {2, 0}


# The rulebook


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        ('[{hand="full",times=1,clause="a"},{hand="color",times=1,clause="a"}]', "lowest"),
        ('[{hand="color",share="10%",clause="a"},{hand="full",times=1,clause="a"}]', "fixed"),
        ('[{hand="color",clause="a"}]', "one of times"),
        ('[{hand="color",times=1,pesos=1,clause="a"}]', "one of times"),
    ],
)
def test_a_table_of_prizes_that_makes_no_sense_is_refused(prizes: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rulebook().rules(PROGRESIVO, ProgressiveRules, {"prizes": prizes})


@pytest.mark.clause("ARI-0-01")
def test_the_decree_of_arica_is_an_edition_of_its_own_and_never_the_default() -> None:
    assert rulebook().edition == "scj-2023"
    assert "744" in rulebook("arica-2017").title
    assert progressive_rules("arica-2017").authority == "Municipalidad de Arica"


def test_the_prizes_do_not_depend_on_the_order_the_claims_are_given_in() -> None:
    rules, levels = progressive_rules(), Levels(1_000_003, 50)
    claims = [
        Claim(seat, 1000, 1, hand)
        for seat, hand in enumerate(("color", "escalera-de-color", "escalera-de-color", "full"), 1)
    ]
    assert award(rules, levels, claims) == award(rules, levels, claims[::-1])
