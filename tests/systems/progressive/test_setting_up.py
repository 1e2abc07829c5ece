"""Setting a pot up: papers, tables, limits, casinos (CAT-III.6.2, CAT-III.6.3, CAT-III.6.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.aggregate import replay
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.plan import plan, read_plan
from tapete.core.book.refused import Refused
from tapete.games.poker.progressive import Complementary
from tapete.systems.progressive.commands import Activate, Open, Stake, UnlinkTable
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal
from tapete.systems.progressive.report import report
from tapete.systems.progressive.terms import ProgressiveTerms, planned
from tests.systems.progressive.pots import PAPERS, levels, linking, pot_of, terms

GIFT = Complementary(prize="sorteo", odds=Fraction(1, 100), pesos=5000)
CREDITS = Complementary(prize="sorteo", odds=Fraction(1, 100), credits=10)


def opened(**changes: Any) -> ProgressiveJournal:
    pot = ProgressiveJournal("mayor")
    pot.do(Open(terms(**changes)))
    return pot


def refused(pot: ProgressiveJournal, command: Any) -> tuple[str, str]:
    before = pot.state
    with pytest.raises(Refused) as found:
        pot.do(command)
    assert pot.state is before
    return found.value.clause, found.value.code


@pytest.mark.clause(
    "CAT-III.6.2-05", "CAT-III.6.6-13", "CAT-III.6.6-16", "CAT-III.6.5.1-16", "CAT-III.6.5.1-18",
    "ARI-3.2-01", "ARI-4.2-09", "ARI-4.2-10", "ARI-3.5.4-01", "ARI-3.5.4-02",
    "AJ-2.5.2-01", "AJ-2.5.6.3-02", "AJ-2.5.5.1-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("edition", "paper", "clause"),
    [
        ("scj-2023", "homologation", "CAT-III.6.2-05"),
        ("scj-2023", "plan", "CAT-III.6.6-13"),
        ("scj-2023", "complementary", "CAT-III.6.5.1-16"),
        ("scj-2023", "promotion", "CAT-III.6.5.1-18"),
        ("arica-2017", "homologation", "ARI-3.2-01"),
        ("arica-2017", "plan", "ARI-4.2-09"),
        ("arica-2017", "complementary", "ARI-3.5.4-01"),
        ("arica-2017", "promotion", "ARI-3.5.4-02"),
        ("aj-bolivia", "homologation", "AJ-2.5.2-01"),
        ("aj-bolivia", "plan", "AJ-2.5.6.3-02"),
        ("aj-bolivia", "complementary", "AJ-2.5.5.1-04"),
        ("aj-bolivia", "promotion", "AJ-2.5.5.1-04"),
    ],
)
def test_a_pot_takes_no_bets_until_the_authority_has_seen_all_its_papers(
    edition: str, paper: str, clause: str
) -> None:
    papers = replace(PAPERS, **{paper: ""})
    changes = {"edition": edition, "acceptor": "electronico", "complementary": CREDITS}
    pot = opened(papers=papers, **changes)
    assert refused(pot, Activate())[0] == clause
    pot.do(linking("A", terms(edition=edition)))
    assert pot.link("A").terms() is None
    assert refused(pot, Stake("A", 1, 1))[1] == "pot-not-active"
    whole = opened(**changes)
    whole.do(Activate())
    assert whole.state.pot.active


@pytest.mark.clause("CAT-III.6.6-16", "ARI-4.2-10", "AJ-2.5.6.3-02")
@pytest.mark.parametrize("edition", ["scj-2023", "arica-2017", "aj-bolivia"])
def test_the_algorithm_is_part_of_the_papers_and_of_the_report(edition: str) -> None:
    found = report(opened(edition=edition, reserve=Fraction(1, 3), base=500).state)
    assert found.shares == {
        "commission": Fraction(1, 10), "reserve": Fraction(3, 10), "main": Fraction(6, 10),
    }  # fmt: skip
    assert found.base == 500
    rules = terms(edition=edition).rules
    assert found.authority == rules.authority and rules.by("algorithm")


def test_prizes_in_cash_need_no_authorisation_of_a_promotion() -> None:
    pot = opened(complementary=GIFT, papers=replace(PAPERS, promotion=""))
    pot.do(Activate())
    assert pot.state.pot.active


@pytest.mark.clause("CAT-III.6.3-01", "ARI-3.3-01", "AJ-2.5.3-01")
@pytest.mark.parametrize(
    ("edition", "game", "clause"),
    [
        ("scj-2023", "poker-tres-cartas", "CAT-III.6.3-01"),
        ("scj-2023", "texas-holdem-bonus", "CAT-III.6.3-01"),
        ("scj-2023", "black-jack", "CAT-III.6.3-01"),
        ("arica-2017", "caribbean-poker", "ARI-3.3-01"),
        ("aj-bolivia", "texas-holdem-plus", "AJ-2.5.3-01"),
    ],
)
def test_a_table_of_any_other_game_is_not_linked(edition: str, game: str, clause: str) -> None:
    agreed = terms(edition=edition)
    pot = opened(edition=edition)
    assert refused(pot, linking("A", agreed, game=game)) == (clause, "no-progressive-in-this-game")


@pytest.mark.clause("CAT-III.6.3-02", "CAT-III.6.3-03", "CAT-III.6.3-04")
def test_a_pot_is_linked_to_some_tables_of_one_or_of_several_games_and_reports_which() -> None:
    pot = opened()
    one = pot.do(linking("A", game="draw-poker"))
    pot.do(linking("B", game="draw-poker"))
    other = pot.do(linking("C", game="go-poker"))
    assert [event.clause for event in (*one, *other)] == ["CAT-III.6.3-02", "CAT-III.6.3-03"]
    assert report(pot.state).tables == {"A": "draw-poker", "B": "draw-poker", "C": "go-poker"}
    assert refused(pot, linking("A"))[1] == "already-linked"
    pot.do(UnlinkTable("B", informed="I-2"))
    assert report(pot.state).tables == {"A": "draw-poker", "C": "go-poker"}
    assert refused(pot, UnlinkTable("B", informed="I-3"))[1] == "table-not-linked"


@pytest.mark.clause("CAT-III.6.3-04", "ARI-3.3-02", "AJ-2.5.3-02")
@pytest.mark.parametrize(
    ("edition", "clause"),
    [("scj-2023", "CAT-III.6.3-04"), ("arica-2017", "ARI-3.3-02"), ("aj-bolivia", "AJ-2.5.3-02")],
)
def test_the_tables_of_a_pot_are_reported_to_the_authority(edition: str, clause: str) -> None:
    agreed = terms(edition=edition)
    pot = opened(edition=edition)
    untold = linking("A", agreed, informed="")
    assert refused(pot, untold) == (clause, "tables-not-informed")
    pot.do(linking("A", agreed))
    assert refused(pot, UnlinkTable("A", informed="")) == (clause, "tables-not-informed")


@pytest.mark.clause("CAT-III.6.2-05")
def test_the_equipment_of_a_table_is_homologated_before_it_is_linked() -> None:
    found = refused(opened(), linking("A", homologation=""))
    assert found == ("CAT-III.6.2-05", "pot-not-homologated")


@pytest.mark.clause("CAT-III.6.4.1-02")
def test_every_place_of_a_table_has_an_acceptor() -> None:
    found = refused(opened(), linking("A", acceptors=(1, 2, 3, 4, 6, 7)))
    assert found == ("CAT-III.6.4.1-02", "acceptor-missing")


@pytest.mark.clause("CAT-III.6.5.1-03")
def test_all_tables_of_a_pot_have_the_same_limits() -> None:
    pot = opened(min=2000, max=10_000)
    agreed = terms(min=2000, max=10_000)
    for low, high in ((1000, 10_000), (2000, 20_000), (2000, None), (None, 10_000)):
        found = refused(pot, linking("A", agreed, min=low, max=high))
        assert found == ("CAT-III.6.5.1-03", "limits-differ")
    pot.do(linking("A", agreed))
    assert pot.state.tables.keys() == {"A"}


@pytest.mark.clause("CAT-III.6.6-17", "ARI-4.3-01", "AJ-2.5.6.3-01")
@pytest.mark.parametrize(
    ("edition", "clause", "code"),
    [
        ("scj-2023", "CAT-III.6.6-17", "pot-not-registered"),
        ("arica-2017", "ARI-4.3-01", "pot-not-registered"),
        ("aj-bolivia", "AJ-2.5.6.3-01", "no-pots-between-casinos"),
    ],
)
def test_a_pot_between_casinos_must_be_registered_where_there_is_one_at_all(
    edition: str, clause: str, code: str
) -> None:
    papers = replace(PAPERS, registration="")
    pot = opened(edition=edition, casinos=("norte", "sur"), papers=papers)
    assert refused(pot, Activate()) == (clause, code)
    agreed = terms(edition=edition)
    strange = linking("A", agreed, casino="este")
    assert refused(pot, strange)[1] == "casino-not-in-the-pot"
    if code == "pot-not-registered":
        whole = opened(edition=edition, casinos=("norte", "sur"))
        whole.do(Activate())
        whole.do(linking("A", agreed, casino="sur"))


@pytest.mark.clause("ARI-4.3-01")
def test_tables_under_other_rules_do_not_share_a_pot() -> None:
    pot = opened(edition="arica-2017")
    found = refused(pot, linking("A", terms(edition="arica-2017"), edition="scj-2023"))
    assert found == ("ARI-4.3-01", "other-edition")


@pytest.mark.clause("CAT-III.6.6-14", "CAT-III.6.6-15")
def test_a_pot_begins_at_its_base_and_a_reserve_is_optional() -> None:
    assert levels(opened(base=750_000)).main == 750_000
    assert (levels(opened()).main, levels(opened()).reserve) == (0, 0)
    assert levels(pot_of(main=10, spare=20)).reserve == 20


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"credit": 0}, "not-whole-credits"),
        ({"min": 1500}, "not-whole-credits"),
        ({"min": 5000, "max": 2000}, "limits-crossed"),
        ({"commission": Fraction(1)}, "bad-commission"),
        ({"commission": Fraction(-1, 10)}, "bad-commission"),
        ({"reserve": Fraction(1)}, "main-pot-not-fed"),
        ({"base": -1}, "bad-amount"),
        ({"complementary": replace(GIFT, credits=5)}, "pesos-or-credits"),
        ({"complementary": replace(GIFT, pesos=0)}, "pesos-or-credits"),
        ({"complementary": replace(GIFT, odds=Fraction(0))}, "bad-odds"),
        ({"complementary": CREDITS}, "no-meter-for-credits"),
        (
            {"edition": "arica-2017", "complementary": replace(GIFT, prize="carta-magica")},
            "prize-is-set",
        ),
    ],
)
def test_terms_that_make_no_pot_are_refused(changes: dict[str, Any], code: str) -> None:
    assert refused(ProgressiveJournal("mayor"), Open(terms(**changes)))[1] == code


@pytest.mark.clause("ARI-4.2-02")
def test_carta_magica_of_arica_is_fifteen_thousand_pesos() -> None:
    for prize in ("carta-magica", "jugador-afortunado"):
        gift = Complementary(prize=prize, odds=Fraction(1, 100), pesos=15_000)
        assert opened(edition="arica-2017", complementary=gift).state.terms is not None


def test_a_pot_is_set_up_once_and_nothing_is_done_with_one_that_is_not() -> None:
    assert refused(opened(), Open(terms()))[1] == "pot-exists"
    assert refused(ProgressiveJournal("mayor"), Activate())[1] == "no-such-pot"
    assert refused(ProgressiveJournal("mayor"), Open(terms(), main=-1))[1] == "bad-amount"
    again = opened()
    again.do(Activate())
    assert again.do(Activate()) == ()


def test_the_terms_of_a_pot_survive_its_log() -> None:
    pot = opened(complementary=GIFT, reserve=Fraction(1, 7), casinos=("norte",))
    assert isinstance(pot.state.terms, ProgressiveTerms)
    assert replay(PROGRESSIVE, pot.text()).state == pot.state


@pytest.mark.clause("CAT-III.6.6-13", "CAT-III.6.6-16")
def test_commission_and_algorithm_of_a_pot_are_part_of_the_betting_plan() -> None:
    casino = plan()
    agreed = planned(casino, "progresivo-poker")
    assert agreed.algorithm.commission == Fraction(1, 10)
    pot = ProgressiveJournal("mayor")
    pot.do(Open(agreed))
    pot.do(Activate())
    for game in casino.pot["progresivo-poker"].games:
        pot.do(linking(game, agreed, game=game))
    assert levels(pot).main == 10_000_000 and len(pot.state.tables) == 5
    unapproved = replace(casino.pot["progresivo-poker"], approval="")
    other = ProgressiveJournal("mayor")
    other.do(Open(planned(replace(casino, pot={"x": unapproved}), "x")))
    assert refused(other, Activate()) == ("CAT-III.6.6-13", "commission-not-approved")


@pytest.mark.parametrize("key", ["commission", "reserve"])
def test_a_share_of_a_pot_that_is_none_breaks_the_plan_at_its_line(key: str) -> None:
    text = f"""casino = "x"
currency = "CLP"
chips = [1]
unit = 1
commission = "5%"
instruments = []
colours = []
table = {{}}
[pot.x]
games = []
credit = 1
acceptor = "manual"
approval = ""
homologation = ""
{"commission = '5%'" if key == "reserve" else ""}
{key} = "120%"
"""
    with pytest.raises(BrokenFile, match=r"plan.toml:16: .*120%"):
        read_plan(text, "plan.toml")
