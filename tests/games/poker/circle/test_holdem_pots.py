"""Pots, commission and showdown of hold'em and Omaha (CAT-III.3.5.7.1-34 to -37, -47 to -64)."""

from __future__ import annotations

import pytest

from tapete.core.round.chance import Mishap
from tapete.core.round.event import (
    Announced,
    BetReturned,
    CardSeen,
    Chosen,
    CommissionTaken,
    RoundVoided,
)
from tapete.games.poker.circle.events import PotWon
from tapete.games.poker.circle.stakes import Rake
from tests.games.poker.circle.flops import BOARD, CON, OMAHA, SIN, chips, folding, holdem
from tests.games.poker.circle.studs import net, played, said, told, turns

FIVE_PERCENT = Rake("5%", unit=100)
CHECKS = ["pasar"] * 3

# The button is 1: small blind 4, big blind 3, seat 2 opens. Cards go to 4 3 2 1, twice.


def won(record: object) -> list[tuple[str, int, int]]:
    return [(e.pot.text, e.seat, e.amount) for e in told(record.events, PotWon)]  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-III.3.5.7.1-34", "CAT-III.3.5.7.1-35", "CAT-III.3.5.7.1-51")
def test_a_folded_players_chips_stay_in_the_pots_they_belong_to() -> None:
    table = holdem(SIN, {1: 50_000, 2: 2000, 3: 50_000, 4: 50_000})
    record = played(
        table, "Kc Qc Ac 5c Kd Qd Ad 5d " + BOARD,
        {2: ["resto"], 1: ["subir:5000", *CHECKS], 4: ["ir", *CHECKS],
         3: ["retirarse"]},
    )  # fmt: skip
    # 2 has aces and takes 3 x 2000 and the 1000 of seat 3; kings take the 6000 above them.
    assert won(record) == [("pozo:2", 4, 6000), ("pozo:1", 2, 7000)]


@pytest.mark.clause("R196-3.5.4-06")
def test_the_bets_of_who_folds_go_to_the_main_pot_as_far_as_it_reaches() -> None:
    table = holdem(SIN, {1: 50_000, 2: 2000, 3: 50_000, 4: 50_000}, edition="scj-2009")
    record = played(
        table, "2h Kc Qc Ac 5c Kd Qd Ad 5d " + BOARD,
        {2: ["resto"], 1: ["subir:5000", *CHECKS], 4: ["ir", *CHECKS], 3: ["retirarse"]},
    )  # fmt: skip
    assert ("pozo:1", 2, 7000) in won(record)


@pytest.mark.clause("CAT-III.3.5.7.1-37")
def test_a_bet_nobody_called_goes_back_to_its_owner_before_the_pot_is_made() -> None:
    record = played(
        holdem(SIN, rake=FIVE_PERCENT), "2c 3c 4c 5c 2d 3d 4d 5d 9c 9h 8d 2s",
        {2: ["ir", "apostar:9000"], 1: ["ir", "retirarse"], 4: ["ir", "pasar", "retirarse"],
         3: ["ir", "pasar", "retirarse"]},
    )  # fmt: skip
    [back] = told(record.events, BetReturned)
    assert (back.seat, back.amount, back.why) == (2, 9000, "no-igualada")
    [taken] = told(record.events, CommissionTaken)
    assert (taken.won, taken.amount) == (4000, 200)
    assert record.events.index(back) < record.events.index(taken)


@pytest.mark.clause("CAT-III.3.5.7.1-35", "CAT-III.3.5.7.1-36")
def test_the_croupier_says_up_to_which_pot_a_rest_competes() -> None:
    table = holdem(SIN, {1: 50_000, 2: 2000, 3: 4000, 4: 50_000})
    record = played(
        table, "Kc Qc Ac 5c Kd Qd Ad 5d " + BOARD,
        {2: ["resto"], 1: ["subir:5000", *CHECKS], 4: ["ir", *CHECKS], 3: ["resto"]},
    )  # fmt: skip
    competes = [
        e.facts for e in told(record.events, Announced) if e.what == "compite-hasta-el-pozo"
    ]
    assert {f["seat"]: f["pot"] for f in competes} == {2: 1, 3: 2}
    assert won(record) == [("pozo:3", 4, 2000), ("pozo:2", 4, 6000), ("pozo:1", 2, 8000)]


@pytest.mark.clause(
    "CAT-III.3.5.7.1-59", "CAT-III.3.3.7-02", "CAT-III.3.3.8-03", "CAT-III.3.5.8-09"
)
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_con_limites_and_omaha_bear_commission_when_the_hand_ends(game: str) -> None:
    cards = "2c 3c 4c 5c 2d 3d 4d 5d "
    cards += "" if game == CON else "6c 6d 6h 6s 7s Ts Tc Td "
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    goes[2] = ["ir", "pasar", "pasar", "apostar:2000"]
    goes |= {s: [*goes[s][:4], "ir"] for s in (4, 3)} | {1: [*goes[1][:3], "ir"]}
    record = played(holdem(game, rake=FIVE_PERCENT), cards + "9c Kh Qd Js 9s As 8s 7h", goes)
    [taken] = told(record.events, CommissionTaken)
    assert (taken.won, taken.amount, taken.clause) == (12_000, 600, record_clause(game))
    assert "river" in {e.about for e in told(record.events[: record.events.index(taken)], Chosen)}


def record_clause(game: str) -> str:
    return "CAT-III.3.5.7.1-59" if game == CON else "CAT-III.3.5.8-09"


@pytest.mark.clause("CAT-III.3.5.7.1-60", "CAT-III.3.5.7.1-61")
def test_sin_limites_takes_it_after_the_turn_round_and_the_river_is_free() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    goes[2] = ["ir", "pasar", "apostar:3000", "apostar:9000"]
    goes |= {s: ["ir", "pasar", "pasar", "ir", "pasar", "ir"] for s in (4, 3)}
    goes[1] = ["ir", "pasar", "ir", "ir"]
    record = played(
        holdem(SIN, rake=Rake("5%", unit=500)),
        "2c 3c 4c 5c 2d 3d 4d 5d 9c Kh Qd Js 9s As 8s 7h",
        goes,
    )
    [taken] = told(record.events, CommissionTaken)
    assert (taken.won, taken.amount) == (16_000, 500)  # 800, down to chips of 500
    before = {e.about for e in told(record.events[: record.events.index(taken)], Chosen)}
    assert before == {"pocket", "flop", "turn"}


@pytest.mark.clause("CAT-III.3.5.7.1-59", "CAT-III.3.5.7.1-60", "R196-3.5.4-11")
@pytest.mark.parametrize("edition", ["scj-2023", "scj-2009"])
@pytest.mark.parametrize("game", [CON, SIN])
def test_no_commission_if_the_hand_ends_before_the_flop_cards(game: str, edition: str) -> None:
    burned = "Ah " if edition == "scj-2009" else ""
    table = holdem(game, rake=FIVE_PERCENT, edition=edition)
    record = played(
        table, burned + "2c 3c 4c 5c 2d 3d 4d 5d", {2: ["subir:2000"], **folding(1, 4, 3)}
    )
    assert not told(record.events, CommissionTaken)


@pytest.mark.clause("R196-3.5.4-11")
def test_the_edition_of_2009_takes_the_commission_at_the_same_moments() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    cards = "Ah 2c 3c 4c 5c 2d 3d 4d 5d 9c Kh Qd Js 9s As 8s 7h"
    for game, last in ((CON, "river"), (SIN, "turn")):
        record = played(holdem(game, rake=FIVE_PERCENT, edition="scj-2009"), cards, goes)
        [taken] = told(record.events, CommissionTaken)
        spoken = told(record.events[: record.events.index(taken)], Chosen)
        assert (spoken[-1].about, taken.amount, taken.clause) == (last, 200, "R196-3.5.4-11")


@pytest.mark.clause("CAT-III.3.5.7.1-58", "CAT-III.3.5.7.1-61")
def test_the_commission_is_what_the_plan_says_of_each_pot_down_to_its_smallest_chip() -> None:
    table = holdem(SIN, {1: 50_000, 2: 2000, 3: 50_000, 4: 50_000}, rake=Rake("7%", unit=100))
    record = played(
        table, "Kc Qc Ac 5c Kd Qd Ad 5d " + BOARD,
        {2: ["resto"], 1: ["subir:5000", *CHECKS], 4: ["ir", *CHECKS], 3: ["retirarse"]},
    )  # fmt: skip
    kept = told(record.events, CommissionTaken)
    taken = [(e.source.text, e.share, e.won, e.amount) for e in kept]
    assert taken == [("pozo:1", "7%", 7000, 400), ("pozo:2", "7%", 6000, 400)]


@pytest.mark.clause(
    "CAT-III.3.5.7.1-47", "CAT-III.3.5.7.1-50", "CAT-III.3.5.7.1-64", "CAT-III.3.5.8-12"
)
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_who_was_called_shows_first_and_cards_handed_in_covered_lose(game: str) -> None:
    cards = "Kc Ac 4c 5c Kd Ad 4d 5d "
    cards += "" if game == CON else "6c 6d 6h 6s 7s Ts Tc Td "
    goes = {
        2: ["ir", "pasar", "pasar", "apostar:2000", "mostrar"],
        1: ["ir", "pasar", "pasar", "retirarse"],
        4: ["ir", "pasar", "pasar", "pasar", "ir", "mostrar"],
        3: ["ir", "pasar", "pasar", "pasar", "ir", "tapar"],
    }  # fmt: skip
    table = holdem(game)
    record = played(table, cards + "9c Qh 8d 2s 9s 3s 8s 2h", goes)
    showing = [(e.seat, e.move) for e in told(record.events, Chosen) if e.about == "muestra"]
    assert showing == [(2, "mostrar"), (4, "mostrar"), (3, "tapar")]
    assert net(record) == {4: 7000, 1: -1000, 2: -3000, 3: -3000}
    # Nobody but he has seen the aces.
    assert not [
        e for e in told(record.events, CardSeen) if e.card in ("Ac", "Ad") and not e.audience
    ]


@pytest.mark.clause("R196-3.5.4-08", "AJ-2.3.7.1.3-02")
@pytest.mark.parametrize("edition", ["scj-2009", "aj-bolivia"])
def test_cards_handed_in_open_are_ordered_and_win_if_they_are_the_best(edition: str) -> None:
    burned = "2h " if edition == "scj-2009" else ""
    goes = {
        2: ["ir", "apostar:1000", "pasar", "pasar", "mostrar"],
        1: ["ir", "ir", "pasar", "pasar", "mostrar"],
        4: ["ir", "pasar", "retirarse"], 3: ["ir", "pasar", "retirarse"],
    }  # fmt: skip
    table = holdem(SIN, edition=edition)
    record = played(table, burned + "2c 3c Ks 5c 2d 3d Kd 5d 9c 5h 8d Js 9s 5s 8s 7h", goes)
    assert net(record)[1] == 4000  # four fives, shown after the kings of who was called


@pytest.mark.clause("CAT-III.3.5.7.1-48", "CAT-III.3.5.7.1-47")
def test_all_have_checked_so_everybody_shows_and_the_best_five_of_seven_win() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    record = played(
        holdem(CON),
        "2c 3c 4c 5c 2d 3d 4d 6d 9c 7h 8d 9s Ts Kh Jc Qd",
        goes,
    )
    shown = [
        e.facts["hand"] for e in told(record.events, Announced) if e.what == "muestra-su-juego"
    ]
    assert len(shown) == 4 and shown[-1] == "escalera"
    assert net(record) == {1: 3000, 2: -1000, 3: -1000, 4: -1000}


@pytest.mark.clause("CAT-III.3.5.7.1-48", "CAT-III.3.3.7-01")
def test_who_is_left_alone_wins_without_showing() -> None:
    record = played(holdem(CON), "2c 3c 4c 5c 2d 3d 4d 5d", {2: ["subir:2000"], **folding(1, 4, 3)})
    assert said(record.events)["gana-sin-mostrar"] == "CAT-III.3.3.7-01"
    assert all(e.audience for e in told(record.events, CardSeen))


@pytest.mark.clause("CAT-III.3.5.7.1-50")
def test_if_all_others_hand_in_their_cards_the_last_one_is_not_asked_to_show() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar", "tapar"] for s in (4, 3, 2)}
    goes[1] = ["ir", "pasar", "pasar", "pasar"]
    record = played(holdem(CON), "Ac Kc Qc 5c Ad Kd Qd 6h " + BOARD, goes)
    assert net(record)[1] == 3000
    assert all(e.audience for e in told(record.events, CardSeen))


@pytest.mark.clause(
    "CAT-III.3.5.7.1-49", "CAT-III.3.5.7.1-63", "CAT-III.3.5.8-11", "AJ-2.3.7.1.3-01"
)
@pytest.mark.parametrize(
    ("game", "edition"), [(CON, "scj-2023"), (OMAHA, "scj-2023"), (CON, "aj-bolivia")]
)
def test_the_best_hands_divide_the_pot_and_odd_chips_go_round_from_the_buttons_left(
    game: str, edition: str
) -> None:
    cards = "Ac Kc Ad 5c Qs Kd Qc 6h " + ("" if game == CON else "2c 2s 3h 4h 7s 7h 7c 8h ")
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    table = holdem(game, blinds=(5, 10), stacks={1: 500, 2: 500, 3: 500, 4: 13}, edition=edition)
    goes[4] = ["ir", "resto"]
    goes |= {
        3: ["ir", "ir", "pasar", "pasar"],
        2: ["ir", "ir", "pasar", "pasar"],
        1: ["ir", "retirarse"],
    }
    record = played(table, cards + "9c Ah 8s 9d 9s Jd Ts 4d", goes)
    # Main pot 4 x 10 + 3 x 3 = 49 between 4 and 2: the odd one to 4, the first left of the button.
    assert sorted(won(record)) == [("pozo:1", 2, 24), ("pozo:1", 4, 25)]
    divided = [e.clause for e in told(record.events, PotWon)]
    assert set(divided) == {table.rules.by("pot_divided")}


@pytest.mark.clause("CAT-III.3.5.7.1-49")
def test_an_odd_chip_is_the_tables_unit() -> None:
    table = holdem(SIN, {1: 50_000, 2: 50_000, 3: 50_000, 4: 50_000}, unit=1000)
    goes = {seat: ["ir", *CHECKS] for seat in (2, 3, 4)} | {1: ["retirarse"]}
    record = played(table, "Ac Kc Ad 5c Qs Kd Qc 6h 9c Ah 8s 9d 9s Jd Ts 4d", goes)
    assert sorted(won(record)) == [("pozo:1", 2, 1000), ("pozo:1", 4, 2000)]


@pytest.mark.clause("CAT-III.3.5.7.1-55", "CAT-III.3.5.7.1-56", "CAT-III.3.5.8-08")
@pytest.mark.parametrize("edition", ["scj-2023", "scj-2009"])
def test_the_same_pair_is_decided_by_the_other_cards_one_by_one(edition: str) -> None:
    burned = "2h " if edition == "scj-2009" else ""
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    record = played(
        holdem(CON, edition=edition),
        burned + "Ac Ad 4c 5c Ts 9d 4d 6d 3c Ah Kd 8s 3d 7c 2d 2s",
        goes,
    )
    assert net(record) == {4: 3000, 3: -1000, 2: -1000, 1: -1000}  # A-A-K-T-8 over A-A-K-9-8


@pytest.mark.clause("CAT-III.3.3.8-02", "CAT-III.3.5.8-08")
def test_in_omaha_exactly_two_own_cards_and_three_of_the_board_play() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    # 4 has one heart of four on the board and no flush; 3 has two small ones.
    cards = "Ah 2h 4c 5c As 3h 4d 5d Ks 7s 6c 6d Kd 8s Tc Td "
    record = played(holdem(OMAHA), cards + "9c Kh Qh 8h 9s 9h 8c Jc", goes)
    assert net(record)[3] == 3000


@pytest.mark.clause("CAT-III.3.5.7.1-52", "CAT-III.3.6.1-03")
def test_a_hand_annulled_on_the_river_gives_everything_back_commission_too() -> None:
    table = holdem(SIN, rake=FIVE_PERCENT)
    before = chips(table)
    cards = "2c 3c 4c 5c 2d 3d 4d 5d 9c Kh Qd Js 9s As"
    goes = {s: ["ir", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    record = played(table, [cards, Mishap("barajadora-trancada")], goes)
    assert told(record.events, CommissionTaken) and told(record.events, RoundVoided)
    assert chips(table) == before
    assert {
        a.text for a in table.desk.accounts if a.kind in ("pozo", "spot", "commission")
    } == set()
    assert turns(record)
