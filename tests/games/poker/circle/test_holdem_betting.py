"""Betting in hold'em con and sin límites and Omaha (CAT-III.3.5.7.1-17 to -27, -33 to -44)."""

from __future__ import annotations

import pytest

from tapete.core.round.event import BetPlaced, CardsCleared, Chosen
from tapete.games.poker.circle.events import BetGathered
from tests.games.poker.circle.flops import BOARD, CON, OMAHA, SIN, code, folding, holdem
from tests.games.poker.circle.studs import dealt, net, others, played, told, turns

CARDS = "As Ks Qs Js Ad Kd Qd Jc"
"""Two each for four players."""
FLOP = " " + " ".join(BOARD.split()[:4])
TURN = FLOP + " " + " ".join(BOARD.split()[4:6])

# The button is 1 unless said: small blind 4, big blind 3, seat 2 opens, then 1, 4, 3.


def names(ask: object) -> set[str]:
    return {option.name for option in ask.choice.options}  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-III.3.5.7.1-33", "CAT-III.3.5.7.1-19", "CAT-III.3.5.7.1-22")
def test_left_of_the_big_blind_opens_with_call_raise_or_fold_and_no_check() -> None:
    table = holdem(CON)
    _, ask = dealt(table, CARDS)
    assert ask.seat == 2 and names(ask) == {"ir", "subir", "retirarse"}
    assert code(table, "pasar") == ("CAT-III.3.5.7.1-19", "move-closed")
    assert code(table, "resto") == ("CAT-III.3.5.7.1-22", "move-closed")
    _, ask = dealt(holdem(SIN), CARDS)
    assert names(ask) == {"ir", "subir", "resto", "retirarse"}


@pytest.mark.clause("CAT-III.3.5.7.1-19", "CAT-III.3.5.7.1-38")
def test_a_big_blind_nobody_raised_exercises_his_option_by_calling_nothing_or_raising() -> None:
    table = holdem(CON)
    _, ask = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    assert ask.seat == 3 and ask.choice.to_call == 0 and names(ask) == {"ir", "subir", "retirarse"}
    assert code(table, "pasar") == ("CAT-III.3.5.7.1-19", "move-closed")
    told_now = table.answer("ir")
    assert not told(told_now, BetPlaced)


@pytest.mark.clause("CAT-III.3.5.7.1-17", "CAT-III.3.5.7.1-34", "CAT-III.3.6.1-11")
def test_who_folds_loses_all_he_has_bet_and_his_cards_are_collected() -> None:
    moves = {2: ["subir:2000"], 1: ["ir"], 4: ["ir"], 3: ["retirarse"]}
    table = holdem(CON)
    live, ask = dealt(table, CARDS + FLOP, moves)
    assert [e.zone for e in told(live.events, CardsCleared)] == ["seat:3"]
    assert {e.seat: e.amount for e in told(live.events, BetGathered)} == {
        4: 2000, 3: 1000, 2: 2000, 1: 2000,
    }  # fmt: skip
    assert ask.seat == 4 and 3 not in ask.held


@pytest.mark.clause("CAT-III.3.5.7.1-18", "CAT-III.3.5.7.1-39", "CAT-III.3.6.1-11", "R196-3.6.1-01")
@pytest.mark.parametrize("edition", ["scj-2023", "scj-2009"])
def test_to_go_matches_the_highest_bet_and_the_blinds_make_up_the_difference(edition: str) -> None:
    moves = {2: ["subir:2000", "ir"], 1: ["subir:3000"], 4: ["ir"], 3: ["ir"]}
    burned = "2h " if edition == "scj-2009" else ""
    live, _ = dealt(holdem(CON, edition=edition), burned + CARDS + FLOP, moves)
    paid = [(e.seat, e.amount) for e in told(live.events, BetPlaced) if not e.called]
    assert paid == [(2, 2000), (1, 3000), (4, 2500), (3, 2000), (2, 1000)]


@pytest.mark.clause("CAT-III.3.5.7.1-20", "CAT-III.3.5.7.1-42")
def test_from_the_flop_on_all_may_check_until_somebody_bets() -> None:
    table = holdem(CON)
    called = {2: ["ir"], 1: ["ir"], 4: ["ir", "pasar"], 3: ["ir", "pasar"]}
    _, ask = dealt(table, CARDS + FLOP, called)
    assert ask.seat == 2 and names(ask) == {"pasar", "apostar", "retirarse"}
    table.answer("apostar:1000")
    assert code(table, "pasar") == ("CAT-III.3.5.7.1-20", "move-closed")
    assert table.live is not None and names(table.live.ask) == {"ir", "subir", "retirarse"}


@pytest.mark.clause("CAT-III.3.5.7.1-42", "CAT-III.3.5.7.1-46")
def test_from_the_flop_on_the_first_active_player_left_of_the_button_starts_every_round() -> None:
    goes = {
        2: ["ir", "pasar", "pasar", "pasar"], 1: ["ir", "pasar", "pasar", "pasar"],
        4: ["retirarse"], 3: ["ir", "pasar", "pasar", "pasar"],
    }  # fmt: skip
    record = played(holdem(CON), CARDS + " " + BOARD, goes)
    speaking = [e.seat for e in told(record.events, Chosen) if e.about != "muestra"]
    assert speaking == [2, 1, 4, 3, *[3, 2, 1] * 3]


@pytest.mark.clause("CAT-III.3.5.7.1-23", "CAT-III.3.3.7-03")
def test_con_limites_a_bet_is_one_big_blind_before_the_turn_and_two_from_it_on() -> None:
    table = holdem(CON)
    checks = ["ir", "pasar", "apostar:2000"]
    _, ask = dealt(
        table,
        CARDS + TURN,
        {2: ["ir", "pasar"], 1: ["ir", "pasar"], 4: ["ir", "pasar"], 3: checks[:2]},
    )
    assert [(o.low, o.high) for o in ask.choice.options if o.name == "apostar"] == [(2000, 2000)]
    for amount in (1000, 3000, 4000):
        assert code(table, f"apostar:{amount}") == ("CAT-III.3.5.7.1-23", "move-amount")
    table.answer("apostar:2000")
    assert code(table, "subir:3000") == ("CAT-III.3.5.7.1-23", "move-amount")


@pytest.mark.clause("CAT-III.3.5.7.1-21", "CAT-III.3.5.7.1-25", "CAT-III.3.5.7.1-26")
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_one_raise_and_three_re_raises_then_only_a_call(game: str) -> None:
    table = holdem(game)
    cards = CARDS if game == CON else " ".join(others("")[:16])
    up = {2: ["subir:2000"], 1: ["subir:3000"], 4: ["subir:4000"], 3: ["subir:5000"]}
    _, ask = dealt(table, cards, up)
    assert ask.seat == 2 and names(ask) == {"ir", "retirarse"} and ask.choice.to_call == 3000
    assert code(table, "subir:6000") == (table.rules.by("bet_cap"), "move-closed")


@pytest.mark.clause("CAT-III.3.5.7.1-43", "CAT-III.3.5.7.1-44", "CAT-III.3.5.7.1-33")
def test_the_last_to_act_is_the_caller_just_before_the_last_raiser() -> None:
    up = {2: ["ir", "ir"], 1: ["subir:2000", "ir"], 4: ["ir", "ir"], 3: ["subir:3000"]}
    live, ask = dealt(holdem(SIN), CARDS + FLOP, up)
    assert [e.seat for e in told(live.events, Chosen)] == [2, 1, 4, 3, 2, 1, 4]
    assert ask.about == "flop"


@pytest.mark.clause("CAT-III.3.5.7.1-24", "CAT-III.3.5.7.1-27")
def test_sin_limites_bets_are_multiples_of_the_big_blind_and_a_raise_one_of_them_at_least() -> None:
    table = holdem(SIN)
    _, ask = dealt(table, CARDS, {2: ["subir:6000"]})
    [up] = [option for option in ask.choice.options if option.name == "subir"]
    assert (up.low, up.high, up.step) == (7000, 50_000, 1000)
    for to in (6500, 7500):
        assert code(table, f"subir:{to}") == ("CAT-III.3.5.7.1-24", "move-amount")
    table.answer("subir:7000")


@pytest.mark.clause("CAT-III.3.5.7.1-25", "CAT-III.3.5.7.1-26", "CAT-III.3.3.7-03")
def test_sin_limites_has_no_maximum_but_the_players_bank_and_no_number_of_raises() -> None:
    up = {s: [f"subir:{n * 1000}" for n in range(2 + i, 42, 4)] for i, s in enumerate((2, 1, 4, 3))}
    _, ask = dealt(holdem(SIN), CARDS, up)
    [bigger] = [option for option in ask.choice.options if option.name == "subir"]
    assert bigger.low == 42_000 and bigger.high == 50_000


@pytest.mark.clause("CAT-III.3.5.7.1-27")
def test_a_raise_is_made_in_one_motion() -> None:
    table = holdem(SIN)
    live, ask = dealt(table, CARDS)
    table.answer("ir")
    assert live.ask is not None and live.ask.seat == 1  # type: ignore[attr-defined]
    assert code(table, "subir:2500") == ("CAT-III.3.5.7.1-24", "move-amount")
    assert ask.seat == 2  # who has called cannot add to it: the turn is another's


@pytest.mark.clause("CAT-III.3.5.7.1-22")
def test_con_limites_who_covers_the_call_but_no_raise_may_only_call() -> None:
    table = holdem(CON, {1: 50_000, 2: 1600, 3: 50_000, 4: 50_000})
    _, ask = dealt(table, CARDS)
    assert names(ask) == {"ir", "retirarse"}
    assert code(table, "resto") == ("CAT-III.3.5.7.1-22", "move-closed")
    assert code(table, "subir:2000") == ("CAT-III.3.5.7.1-22", "move-closed")


@pytest.mark.clause("CAT-III.3.5.7.1-22", "CAT-III.3.5.7.1-35", "CAT-III.3.5.7.1-39")
def test_who_cannot_cover_the_bet_plays_his_rest_or_folds() -> None:
    table = holdem(CON, {1: 50_000, 2: 700, 3: 50_000, 4: 50_000})
    _, ask = dealt(table, CARDS)
    assert names(ask) == {"resto", "retirarse"} and ask.choice.puts("resto") == 700
    assert code(table, "ir") == ("CAT-III.3.5.7.1-22", "move-closed")


@pytest.mark.clause("CAT-III.3.5.7.1-36")
def test_after_an_all_in_the_next_may_fold_match_raise_or_put_in_his_smaller_rest() -> None:
    table = holdem(SIN, {1: 3000, 2: 7300, 3: 50_000, 4: 50_000})
    _, ask = dealt(table, CARDS, {2: ["resto"]})
    assert names(ask) == {"resto", "retirarse"}  # 3000 do not match 7300
    table.answer("resto")
    assert table.live is not None
    [up] = [o for o in table.live.ask.choice.options if o.name == "subir"]  # type: ignore[union-attr]
    # What is raised above an odd all-in is what must be a multiple.
    assert (up.low, up.step) == (8300, 1000)


@pytest.mark.clause("CAT-III.3.5.7.1-36")
def test_two_short_all_ins_together_do_not_reopen_the_betting() -> None:
    table = holdem(SIN, {1: 5600, 2: 50_000, 3: 50_000, 4: 6100})
    _, ask = dealt(table, CARDS, {2: ["subir:5000"], 1: ["resto"], 4: ["resto"], 3: ["ir"]})
    assert ask.seat == 2 and names(ask) == {"ir", "retirarse"} and ask.choice.to_call == 1100
    assert code(table, "subir:7100") == ("CAT-III.3.5.7.1-36", "move-closed")
    assert code(table, "resto") == ("CAT-III.3.5.7.1-36", "move-closed")


@pytest.mark.clause("CAT-III.3.5.7.1-36")
def test_who_has_not_spoken_may_raise_over_a_short_all_in() -> None:
    _, ask = dealt(
        holdem(SIN, {1: 5600, 2: 50_000, 3: 50_000, 4: 50_000}), CARDS,
        {2: ["subir:5000"], 1: ["resto"]},
    )  # fmt: skip
    assert ask.seat == 4 and "subir" in names(ask)


@pytest.mark.clause("CAT-III.3.5.7.1-24", "CAT-III.3.5.7.1-36")
def test_a_short_first_bet_may_be_called_completed_or_raised() -> None:
    table = holdem(SIN, {1: 50_000, 2: 50_000, 3: 50_000, 4: 1400})
    _, ask = dealt(table, CARDS + FLOP, {2: ["ir"], 1: ["ir"], 4: ["ir", "resto"], 3: ["ir"]})
    assert ask.seat == 3 and ask.choice.to_call == 400
    sizes = [(o.low, o.high) for o in ask.choice.options if o.name == "subir"]
    assert sizes == [(1000, 1000), (1400, 48_400)]
    table.answer("subir:1000")
    assert table.live is not None and table.live.ask.choice.to_call == 1000  # type: ignore[union-attr]


@pytest.mark.clause("CAT-III.3.5.7.1-22", "CAT-III.3.5.7.1-23")
def test_con_limites_a_short_first_bet_is_completed_to_the_whole_one_and_counts_as_no_raise() -> (
    None
):
    table = holdem(CON, {1: 90_000, 2: 90_000, 3: 90_000, 4: 1400})
    called = {2: ["ir"], 1: ["ir"], 4: ["ir", "resto"], 3: ["ir", "subir:1000"]}
    _, ask = dealt(table, CARDS + FLOP, called)
    assert [(o.low, o.high) for o in ask.choice.options if o.name == "subir"] == [(2000, 2000)]
    for to in (2000, 3000, 4000, 5000):
        table.answer(f"subir:{to}")
    assert table.live is not None and "subir" not in names(table.live.ask)


@pytest.mark.clause("CAT-III.3.5.7.1-16", "CAT-III.3.5.7.1-35")
def test_a_short_big_blind_still_has_to_be_called_in_full() -> None:
    table = holdem(SIN, {1: 50_000, 2: 50_000, 3: 600, 4: 50_000})
    _, ask = dealt(table, CARDS)
    assert ask.choice.to_call == 1000
    [up] = [option for option in ask.choice.options if option.name == "subir"]
    assert up.low == 2000


@pytest.mark.clause("CAT-III.3.5.7.1-40")
def test_at_the_end_of_each_round_the_bets_go_to_the_pot() -> None:
    called = {2: ["ir"], 1: ["ir"], 4: ["ir"], 3: ["ir"]}
    live, _ = dealt(holdem(CON), CARDS + FLOP, called)
    gathered = told(live.events, BetGathered)
    assert {(e.seat, e.pot.text, e.amount) for e in gathered} == {
        (s, "pozo:1", 1000) for s in (1, 2, 3, 4)
    }


@pytest.mark.clause("CAT-III.3.5.7.1-14", "CAT-III.3.3.7-01")
def test_there_are_up_to_four_betting_rounds() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 3, 4)}
    record = played(holdem(SIN), CARDS + " " + BOARD, goes)
    rounds = [e.about for e in told(record.events, Chosen) if e.about != "muestra"]
    assert list(dict.fromkeys(rounds)) == ["pocket", "flop", "turn", "river"]


@pytest.mark.clause("CAT-III.3.5.8-06", "CAT-III.3.5.8-05", "CAT-III.3.5.8-07")
def test_omaha_bets_as_con_limites_from_the_left_of_the_big_blind() -> None:
    table = holdem(OMAHA)
    _, ask = dealt(table, " ".join(others("")[:16]))
    assert ask.seat == 2 and names(ask) == {"ir", "subir", "retirarse"}
    assert code(table, "subir:3000") == ("CAT-III.3.5.8-06", "move-amount")


@pytest.mark.clause("CAT-III.3.3.7-01", "CAT-III.3.3.8-01")
@pytest.mark.parametrize("game", [SIN, OMAHA])
def test_the_only_player_who_has_not_retired_wins(game: str) -> None:
    cards = CARDS if game == SIN else " ".join(others("")[:16])
    record = played(holdem(game), cards, {2: ["subir:2000"], **folding(1, 4, 3)})
    assert net(record) == {2: 1500, 4: -500, 3: -1000}


@pytest.mark.clause("CAT-III.3.6.3-04")
def test_no_bet_is_added_or_withdrawn_while_it_is_anothers_turn() -> None:
    table = holdem(CON)
    dealt(table, CARDS, {2: ["ir"]})
    assert turns_of(table) == 1
    assert code(table, "retirar:1000")[1] == "no-such-move"


def turns_of(table: object) -> int:
    return int(table.live.ask.seat)  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-III.3.5.7.1-42")
def test_nobody_is_asked_when_only_one_player_has_chips_left() -> None:
    record = played(
        holdem(SIN, {1: 50_000, 2: 5000, 3: 50_000, 4: 50_000}), CARDS + " " + BOARD,
        {2: ["resto"], 1: ["ir"], 4: ["retirarse"], 3: ["retirarse"]},
    )  # fmt: skip
    assert turns(record)[:4] == [2, 1, 4, 3] and {e.about for e in told(record.events, Chosen)} == {
        "pocket", "muestra",
    }  # fmt: skip
