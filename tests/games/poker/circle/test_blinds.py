"""Button and blinds, hand by hand (CAT-III.3.5.7.1-12 to -16, -29 to -31, CAT-III.3.5.8)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import BetPlaced, CardDealt
from tapete.core.table.table import Table
from tests.games.poker.circle.flops import CON, OMAHA, SIN, button_of, chips, folding, holdem
from tests.games.poker.circle.studs import net, others, played, ruled, said, told, turns

ANY = " ".join(others("")[:8])
"""Two cards each for four players."""


def posted(table: Table, cards: str, moves: dict[int, list[str]]) -> list[tuple[str, int, int]]:
    """The blinds of the next hand: which, whose, how much."""
    record = played(table, cards, moves)
    return [(e.called, e.seat, e.amount) for e in told(record.events, BetPlaced) if e.called]


@pytest.mark.clause(
    "CAT-III.3.5.7.1-15", "CAT-III.3.5.7.1-16", "CAT-III.3.6.1-07", "CAT-III.3.6.1-09"
)
def test_the_first_left_of_the_button_posts_half_and_the_next_the_whole_big_blind() -> None:
    table = holdem(CON, button=3)
    assert posted(table, ANY, folding(4, 3, 2)) == [
        ("ciega-menor", 2, 500),
        ("ciega-mayor", 1, 1000),
    ]


@pytest.mark.clause("CAT-III.3.5.7.1-15", "CAT-III.3.5.8-04")
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_a_small_blind_that_is_not_half_of_the_big_one_is_refused(game: str) -> None:
    table = holdem(game, blinds=(400, 1000))
    with pytest.raises(Refused) as refusal:
        table.begin()
    assert (refusal.value.code, refusal.value.clause) == (
        "blinds-not-half", table.rules.by("small_blind"),
    )  # fmt: skip


@pytest.mark.clause("CAT-III.3.5.7.1-12", "CAT-III.3.5.7.1-29")
def test_the_button_is_drawn_one_card_each_from_the_left_and_the_highest_gets_it() -> None:
    table = holdem(SIN, button=None)
    record = played(table, "9c Kd Kh 2s " + ANY, folding(4, 3, 2))
    assert button_of(record) == "3"  # of two kings the first to appear
    drawn = [e for e in told(record.events, CardDealt) if e.to == "sorteo"]
    assert [e.card for e in drawn] == ["9c", "Kd", "Kh", "2s"]
    first_blind = record.events.index(told(record.events, BetPlaced)[0])
    assert max(record.events.index(e) for e in drawn) < first_blind


@pytest.mark.clause("CAT-III.3.5.7.1-12")
def test_an_ace_ends_the_draw_for_the_button_at_once() -> None:
    record = played(holdem(SIN, button=None), "9c Ad " + ANY, folding(4, 3, 2))
    assert button_of(record) == "3"


@pytest.mark.clause("CAT-III.3.5.8-03")
def test_in_omaha_the_first_on_the_croupiers_left_has_the_small_blind_and_nothing_is_drawn() -> (
    None
):
    cards = " ".join(others("")[:16])
    table = holdem(OMAHA, {1: 9000, 3: 9000, 5: 9000, 7: 9000}, button=None)
    assert posted(table, cards, folding(3, 1, 7))[0] == ("ciega-menor", 7, 500)
    # After the hand the button moves one player on: to the one who had the small blind.
    record = played(table, cards, folding(1, 7, 5))
    assert button_of(record) == "7"


@pytest.mark.clause("CAT-III.3.5.7.1-30")
def test_the_button_moves_one_place_to_the_left_after_each_hand() -> None:
    table = holdem(CON, button=2)
    places = []
    for moves in (folding(3, 2, 1), folding(2, 1, 4), folding(1, 4, 3)):
        places.append(button_of(played(table, ANY, moves)))
    assert places == ["2", "1", "4"]


@pytest.mark.clause("CAT-III.3.5.7.1-31")
def test_a_button_due_to_somebody_who_has_left_stays_at_his_place_and_both_blinds_are_posted() -> (
    None
):
    table = holdem(CON, {1: 9000, 2: 9000, 3: 9000, 4: 9000, 5: 9000}, button=5)
    played(table, " ".join(others("")[:10]), folding(2, 1, 5, 4))
    table.leave(4)
    record = played(table, ANY, folding(1, 5, 3))
    assert button_of(record) == "4"
    blinds = [(e.called, e.seat) for e in told(record.events, BetPlaced) if e.called]
    assert blinds == [("ciega-menor", 3), ("ciega-mayor", 2)]
    assert button_of(played(table, ANY, folding(5, 3, 2))) == "3"


@pytest.mark.clause("CAT-III.3.5.7.1-53", "CAT-III.3.5.7.1-54")
def test_a_newcomer_plays_from_the_start_of_a_hand_and_posts_only_a_blind_that_is_his() -> None:
    table = holdem(CON, {1: 9000, 2: 9000, 4: 9000, 6: 9000}, button=6)
    played(table, ANY, folding(1, 6, 4))
    table.sit(5, "nuevo", chips=9000)
    table.act("button", seat=4)  # blinds 2 and 1
    ten = " ".join(others("")[:10])
    record = played(table, ten, folding(6, 5, 4, 2))
    assert 5 in turns(record) and all(e.seat != 5 for e in told(record.events, BetPlaced))
    table.act("button", seat=6)
    record = played(table, ten, folding(2, 1, 6, 5))
    [small, _] = [e for e in told(record.events, BetPlaced) if e.called]
    assert (small.seat, small.called) == (5, "ciega-menor")
    table.prepare(lambda ask: ask.silence)
    live = table.begin()
    table.sit(7, "tarde", chips=9000)  # his first hand is the next one
    live.run(lambda ask: ask.some(lambda n: n - 1))
    assert 7 not in turns(table.finish())


@pytest.mark.clause("CAT-III.3.5.7.1-01", "CAT-III.3.5.8-01")
def test_two_players_are_enough_for_texas_and_omaha_needs_four() -> None:
    table = holdem(SIN, {4: 9000, 7: 9000}, button=7)
    assert net(played(table, "2c 3c 4c 5c", folding(4))) == {4: -500, 7: 500}
    table = holdem(OMAHA, {1: 9000, 2: 9000, 3: 9000})
    with pytest.raises(Refused) as refusal:
        table.begin()
    assert (refusal.value.code, refusal.value.clause) == ("players-missing", "CAT-III.3.5.8-01")


@pytest.mark.clause("CAT-III.3.5.7.1-01")
def test_players_without_chips_do_not_count_among_the_two() -> None:
    table = holdem(SIN, {4: 9000, 7: 500, 9: 9000}, button=9)
    played(table, "2c Ac Kd 3d Ad Qs 4c 5c 6h 7h 8s 9s Tc Jd", folding(9))
    table.leave(9)
    with pytest.raises(Refused) as refusal:
        table.begin()
    assert refusal.value.code == "players-missing"


@pytest.mark.clause("CAT-III.3.6.2-08")
def test_the_jefe_de_mesa_posts_the_blind_of_an_absent_player_who_has_the_chips() -> None:
    table = holdem(CON, button=3)
    table.act("ausentarse", seat=1, now=0)
    record = played(table, ANY, {**folding(4, 3), 2: ["ir"]})
    assert ("ciega-mayor:1", "puesta") in ruled(record.events)
    assert net(record) == {1: -1000, 2: 1000}  # his hand retires when its turn comes
    assert 1 not in turns(record)


@pytest.mark.clause("CAT-III.3.6.2-08")
def test_an_absent_player_short_of_the_blind_sits_out_and_the_next_one_posts_it() -> None:
    table = holdem(CON, {1: 900, 2: 9000, 3: 9000, 4: 9000}, button=3)
    table.act("ausentarse", seat=1, now=0)
    assert posted(table, " ".join(others("")[:6]), folding(3, 2)) == [
        ("ciega-menor", 2, 500),
        ("ciega-mayor", 4, 1000),
    ]
    assert chips(table)[1] == 900


@pytest.mark.clause("R196-3.6.2-01", "AJ-2.3.6.2-02")
@pytest.mark.parametrize("edition", ["scj-2009", "aj-bolivia"])
def test_other_editions_post_it_whatever_he_has(edition: str) -> None:
    table = holdem(CON, {1: 900, 2: 9000, 3: 9000, 4: 9000}, button=3, edition=edition)
    table.act("ausentarse", seat=1, now=0)
    burned = "As " if edition == "scj-2009" else ""
    assert ("ciega-mayor", 1, 900) in posted(
        table, burned + ANY, {**folding(4, 3), 2: ["retirarse"]}
    )


@pytest.mark.clause("CAT-III.3.6.2-08")
def test_an_absent_player_who_is_due_no_blind_gets_no_cards() -> None:
    table = holdem(CON, button=3)
    table.act("ausentarse", seat=4, now=0)
    record = played(table, " ".join(others("")[:6]), folding(3, 2))
    assert all(e.to != "seat:4" for e in told(record.events, CardDealt))


@pytest.mark.clause("CAT-III.3.5.7.1-62", "CAT-III.3.5.8-10")
@pytest.mark.parametrize("game", [CON, OMAHA])
def test_the_last_game_of_the_table_is_announced_before_its_cards_and_the_table_closes(
    game: str,
) -> None:
    table = holdem(game, button=3)
    table.announce_last()
    cards = " ".join(others("")[: 16 if game == OMAHA else 8])
    record = played(table, cards, folding(4, 3, 2))
    assert said(record.events)["ultimo-juego-de-la-mesa"] == table.rules.by("last_call")
    called = next(e for e in record.events if getattr(e, "what", "") == "ultimo-juego-de-la-mesa")
    first = told(record.events, CardDealt)[0]
    assert record.events.index(called) < record.events.index(first)
    assert not table.open
