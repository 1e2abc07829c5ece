"""What of a game's rules may be changed at a table, and how far: whatever an edition says lies
within it, and what no table can be played with is refused with the clause of what was changed."""

from __future__ import annotations

import pytest

from tapete.core.book.bounds import CannotBe, check_pays, check_value
from tapete.core.book.rulebook import editions, rulebook
from tapete.games.registry import GAMES, find

ROULETTE, BLACK_JACK = "ruleta-francesa", "black-jack"


@pytest.mark.parametrize("edition", editions())
def test_whatever_an_edition_says_can_be(edition: str) -> None:
    for game in rulebook(edition).games():
        if game not in GAMES:
            continue
        rules = GAMES[game].rules_of(edition)
        for name in rules.clauses.keys() & {*rules.__struct_fields__}:
            check_value(rules, name, "")
        for pay in rules.pays.values():
            check_pays(rules, f"pays.{pay.bet}", pay.odds, pay.bet, "")


@pytest.mark.parametrize(
    ("game", "name", "text", "code"),
    [
        (ROULETTE, "pays.pleno", "1000000000:1", "cannot-be"),
        (ROULETTE, "pays.pleno", "1:1000000000", "cannot-be"),
        (ROULETTE, "pays.pleno", "-1:1", "cannot-be"),
        (ROULETTE, "pays.pleno", "0:1", "only-loses"),
        ("war", "pays.war", "0:1", "only-loses"),
        ("poker-tres-cartas", "pays.bet", "0:1", "only-loses"),
        (BLACK_JACK, "decks", "999999999", "cannot-be"),
        (BLACK_JACK, "players_max", "-1", "cannot-be"),
        (BLACK_JACK, "players_max", "0", "cannot-be"),
        (BLACK_JACK, "surrender_loss", "-5%", "cannot-be"),
        (BLACK_JACK, "surrender_loss", "500%", "cannot-be"),
        (BLACK_JACK, "insurance_max", "101%", "cannot-be"),
        (BLACK_JACK, "double_totals", "[9, -10]", "cannot-be"),
        ("black-jack-perfect-pairs", "pairs_min", "90%", "cannot-be"),
        ("treinta-y-cuarenta", "insurance", "200%", "cannot-be"),
        ("war", "war_bet", "-100%", "cannot-be"),
        ("caribbean-poker", "bet_times", "0", "cannot-be"),
        ("caribbean-poker", "decks", "0", "cannot-be"),
        ("baccarat", "bank_min", "101", "cannot-be"),
        ("craps", "dice", "0", "cannot-be"),
        ("stud-poker", "spaces", "[{min=-1},{min=1},{min=1},{min=1}]", "cannot-be"),
        (ROULETTE, "pockets", "[]", "cannot-be-empty"),
    ],
)
@pytest.mark.clause("CAT-III.1.5.1-74")
def test_what_no_table_can_be_played_with_is_refused_with_its_clause(
    game: str, name: str, text: str, code: str
) -> None:
    book = rulebook().book(game)
    bet = name.removeprefix("pays.")
    own = {pay.clause for pay in book.pays if pay.bet == bet} if name != bet else set()
    with pytest.raises(CannotBe) as found:
        find(game).rules_of(changes={name: text})
    refused = found.value
    assert refused.code == code and refused.facts["name"] == name
    assert refused.clause in (own or {book.set[name].clause})


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        (ROULETTE, {"pays.pleno": "999:1"}),
        ("war", {"pays.war@guerra": "0:1", "pays.war@bono": "0:1"}),  # a tie won pays nothing more
        (BLACK_JACK, {"surrender_loss": "75%", "double_totals": "[]"}),
        ("black-jack-perfect-pairs", {"pairs_min": "90%", "pairs_max": "100%"}),
        ("ruleta-americana-un-cero", {"colour_stock": "300"}),
    ],
)
def test_what_can_be_played_may_be_tried(game: str, changes: dict[str, str]) -> None:
    assert find(game).rules_of(changes=changes)
