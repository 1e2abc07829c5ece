"""Accounts are values: one reader, one writer, and the person where a place does not suffice."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.core.book.account import (
    BANK,
    COMMISSION,
    TIPS,
    Account,
    account,
    in_cash,
    in_colour,
    in_stack,
    of_person,
    on_hold,
    on_spot,
)
from tapete.core.round.acta import read_event
from tapete.core.round.event import ChipsChanged, PaymentReleased, RoundVoided
from tapete.core.round.record import line_of_event

SEAT = st.integers(1, 99)
TEXT = st.text(min_size=1, max_size=20)
HOUSE = (BANK, TIPS, COMMISSION, Account("tips", spot="color"), Account("pot", spot="main"))
OF_SEAT = (in_stack, in_cash, in_colour, on_hold)
ACCOUNTS = st.one_of(
    st.sampled_from(HOUSE),
    SEAT.flatmap(lambda seat: st.sampled_from([of(seat) for of in OF_SEAT])),
    st.builds(on_spot, SEAT, TEXT),
    st.builds(of_person, TEXT),
)  # fmt: skip


@given(ACCOUNTS)
def test_an_account_is_read_back_as_it_was_written_and_is_the_same_object(one: Account) -> None:
    assert account(one.text) is one
    assert copy.deepcopy(one) is one and pickle.loads(pickle.dumps(one)) is one


@pytest.mark.parametrize(
    ("text", "kind", "seat", "spot"),
    [
        ("seat:3", "seat", 3, ""),
        ("cash:12", "cash", 12, ""),
        ("spot:rojo/3", "spot", 3, "rojo"),
        ("spot:pleno:17/3", "spot", 3, "pleno:17"),
        ("spot:caballo:1/2/4", "spot", 4, "caballo:1/2"),
        ("pozo:2", "pozo", None, "2"),
        ("pot:main", "pot", None, "main"),
        ("pot", "pot", None, ""),
        ("tips:color", "tips", None, "color"),
        ("person:3", "person", None, ""),
    ],
)
def test_records_written_before_name_their_accounts_as_now(
    text: str, kind: str, seat: int | None, spot: str
) -> None:
    found = account(text)
    assert (found.kind, found.seat, found.spot, found.text) == (kind, seat, spot, text)


NONE = (
    "",
    "seat",
    "seat:",
    "seat:x",
    "seat:03",
    "spot:rojo",
    "spot:rojo/x",
    "purse:ana",
    "person:",
)


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_account_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no account"):
        account(text)


def test_a_person_whose_name_is_a_number_is_not_the_seat_of_that_number() -> None:
    assert of_person("3") is not in_cash(3) and of_person("3").seat is None


def test_an_account_does_not_change() -> None:
    with pytest.raises(AttributeError):
        BANK.kind = "tips"


@given(ACCOUNTS, ACCOUNTS)
def test_an_event_keeps_its_accounts_through_its_line(one: Account, two: Account) -> None:
    for event in (
        ChipsChanged(seat=3, source=one, target=two, amount=5, clause="CAT-I.1-10"),
        PaymentReleased(seat=3, round=1, amount=5, to=one, why="plazo", clause="CAT-I.6-04"),
        RoundVoided(cause="x", undone=((one, 5), (two, -5)), clause="CAT-I.6-04"),
    ):
        line = line_of_event(event)
        assert read_event(line) == event and line_of_event(read_event(line)) == line
