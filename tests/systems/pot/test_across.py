"""One end of a pot that casinos share: what it takes, what it refuses, and what its letters say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.refused import Refused
from tapete.systems.letters import Deliver, Hear
from tapete.systems.pot.across.link import (
    POT_LINK,
    Admit,
    Ask,
    Join,
    Line,
    LinkCommand,
    Reset,
    Say,
    Send,
    Stake,
    Take,
)
from tapete.systems.pot.across.state import PotLink, PotNews, digest_of
from tapete.systems.pot.terms import Terms

TERMS = Terms(
    pot="gran", rate=Fraction(3, 200), base=1_000_000, condition="Tres campanas", scope="casinos",
    registration="SCJ-4711",
)  # fmt: skip
End = Journal[PotLink, LinkCommand, Any]


def joined(me: str = "sur", terms: Terms = TERMS) -> End:
    end: End = Journal(POT_LINK, "gran")
    others = ("sur",) if me == "norte" else ("norte",)
    end.do(Join(me, "norte", others, terms))
    return end


def carried(source: End, target: End) -> None:
    """Every letter on its way is heard there."""
    me, to = source.state.me, target.state.me
    while (letter := source.state.mail.next_to(to)) is not None:
        target.do(Hear(me, letter.n, letter.body))
        source.do(Deliver(to, letter.n))


def linked() -> tuple[End, End]:
    """Where the pot is kept, and a casino that plays for it."""
    norte, sur = joined("norte"), joined()
    norte.do(Say(PotNews(1_000_000, digest_of(TERMS))))
    carried(norte, sur)
    sur.do(Line(True))
    return norte, sur


@pytest.mark.clause("CAT-VI.7.4-01", "CAT-VI.7.3-06", "CAT-VI.7.3-03")
@pytest.mark.parametrize(
    ("change", "code", "clause"),
    [
        ({"registration": ""}, "pot-not-registered", "CAT-VI.7.4-01"),
        ({"scope": "casino"}, "pot-not-registered", "CAT-VI.7.4-01"),
        ({"condition": ""}, "condition-missing", "CAT-VI.7.3-06"),
        ({"mystery": True, "limit": 2_000_000}, "no-mystery-between-casinos", "CAT-VI.7.3-03"),
    ],
)
def test_a_pot_is_shared_only_once_it_is_registered_and_published(
    change: dict[str, Any], code: str, clause: str
) -> None:
    with pytest.raises(Refused) as refused:
        joined(terms=replace(TERMS, **change))
    assert (refused.value.code, refused.value.clause) == (code, clause)


@pytest.mark.clause("CAT-VI.7.3-05")
def test_bets_are_taken_only_while_the_line_is_up_and_the_terms_are_the_same() -> None:
    norte, sur = linked()
    sur.do(Stake("m1", 1, 1000))
    sur.do(Line(False))
    with pytest.raises(Refused, match=r"pot-cut-off \[CAT-VI.7.3-05\]"):
        sur.do(Stake("m1", 1, 1000))
    sur.do(Stake("m1", 1, 1000, begun=True))  # a play that has begun is carried through
    sur.do(Line(True))
    norte.do(Say(PotNews(1_000_000, digest_of(replace(TERMS, rate=Fraction(1, 50))))))
    carried(norte, sur)
    with pytest.raises(Refused, match="pot-cut-off"):
        sur.do(Stake("m1", 1, 1000))
    sur.do(Reset(replace(TERMS, rate=Fraction(1, 50)), "director-general"))
    sur.do(Stake("m1", 1, 1000))
    assert sur.state.fed == 15 + 15 + 20


@pytest.mark.clause("CAT-VI.7.3-03")
@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=12), st.data())
def test_the_part_is_the_rate_of_all_bets_however_the_letters_cut_them(
    bets: list[int], data: st.DataObject
) -> None:
    norte, sur = linked()
    for bet in bets:
        sur.do(Stake("m1", 1, bet))
        if data.draw(st.booleans()):
            sur.do(Send())
            carried(sur, norte)
    sur.do(Send())
    carried(sur, norte)
    assert sur.state.part == 0 and not sur.state.to_send()
    assert norte.state.heard_bets.get("sur") == sum(bets)
    assert norte.state.heard.get("sur") == sum(bets) * 3 // 200
    assert replay(POT_LINK, sur.text()).state == sur.state


@pytest.mark.clause("CAT-VI.7.3-05")
def test_a_prize_goes_behind_the_bets_before_it_and_is_taken_once_by_its_machine() -> None:
    norte, sur = linked()
    sur.do(Stake("m1", 1, 1000))
    sur.do(Ask("m1", 1))
    with pytest.raises(Refused, match="prize-not-told"):
        sur.do(Take("m1"))
    sur.do(Send())
    (letter,) = sur.state.mail.waiting
    assert '"bets":1000' in letter.body and '"unit":"m1"' in letter.body
    carried(sur, norte)
    sur.do(Hear("norte", 2, '{"says":"prize","n":1,"amount":1000015}'))
    with pytest.raises(Refused, match="prize-not-told"):
        sur.do(Take("m2"))
    sur.do(Take("m1"))
    assert sur.state.held == 0 and sur.state.taken == 1_000_015
    with pytest.raises(Refused, match="prize-not-told"):
        sur.do(Take("m1"))


@pytest.mark.clause("CAT-VI.7.3-04", "CAT-VI.7.4-01")
def test_a_casino_that_joins_later_is_told_what_the_pot_holds() -> None:
    norte, este = joined("norte"), joined("este")
    said = PotNews(1_000_000, digest_of(TERMS))
    norte.do(Say(said))
    assert norte.do(Say(said)) == (), "nothing is new"
    norte.do(Admit(("este", "sur")))
    norte.do(Say(said))
    assert [(one.to, one.n) for one in norte.state.mail.waiting] == [
        ("sur", 1), ("este", 1), ("sur", 2),
    ]  # fmt: skip
    carried(norte, este)
    este.do(Line(True))
    este.do(Stake("m7", 1, 1000))
    assert este.state.holds == 1_000_015


@pytest.mark.clause("CAT-VI.7.4-01")
@pytest.mark.parametrize(
    ("sender", "n", "body", "code"),
    [
        ("este", 1, '{"says":"holds","holds":1,"terms":""}', "no-such-casino"),
        ("norte", 3, '{"says":"holds","holds":1,"terms":""}', "letter-out-of-order"),
        ("norte", 1, '{"says":"holds","holds":1,"terms":""}', "letter-out-of-order"),
        ("norte", 2, "nonsense", "not-a-message"),
        ("norte", 2, '{"says":"part","bets":1,"pesos":0}', "not-a-message"),
        ("norte", 2, '{"says":"holds","holds":-1,"terms":""}', "not-a-message"),
        ("norte", 2, '{"says":"prize","n":7,"amount":5}', "not-a-message"),
    ],
)
def test_letters_that_are_none_change_nothing(sender: str, n: int, body: str, code: str) -> None:
    _, sur = linked()
    before = sur.state
    with pytest.raises(Refused) as refused:
        sur.do(Hear(sender, n, body))
    assert refused.value.code == code and sur.state == before
