"""Whoever has only a keyboard sits, asks for company, bets and decides at the tables where players
play among themselves; the others are played so in test_tables.py."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser import keys
from tests.browser.conftest import NewPage
from tests.browser.guest import LONG, LOOK, Casino, Guest
from tests.browser.test_tables import AMONG_PLAYERS


@pytest.mark.parametrize("game", AMONG_PLAYERS)
def test_a_hand_among_players_is_played_by_the_keyboard_alone(
    own_casino: Casino, new_page: NewPage, game: str
) -> None:
    guest = keys.sit(Guest(new_page(), own_casino, f"{game}-1"))
    page = guest.page
    assert keys.press(page, "[data-company=false]")
    expect(page.locator("[data-bot]").first).to_be_visible()
    # The focus is still on that button: letters say moves all the same.
    done, deadline = 0, time.monotonic() + LONG
    while not (done and guest.told()):
        assert time.monotonic() < deadline, f"{game}: {done} keys, no hand was settled"
        done += keys.go_on(guest)
        page.wait_for_timeout(LOOK)


AT_ONCE = """() => {
  const [list, x] = ['dialog[open]', 'dialog[open] .x'].map(one => document.querySelector(one));
  list.close();
  x.dispatchEvent(new KeyboardEvent('keydown', {key: '2', bubbles: true}));
}"""
"""The focus leaves a list that was closed a moment later: a key may come in between."""


def test_a_key_pressed_as_the_list_of_keys_closes_is_not_lost(
    casino: Casino, new_page: NewPage
) -> None:
    guest = Guest(new_page(), casino, "chuck-a-luck-1").sit_at_once()
    guest.until_bets()
    chips = guest.page.locator("input[name=chip]")
    guest.page.keyboard.press("5")
    expect(chips.nth(4)).to_be_checked()
    guest.page.keyboard.press("?")
    expect(guest.page.locator("dialog[open] .x")).to_be_visible()
    guest.page.evaluate(AT_ONCE)
    expect(chips.nth(1)).to_be_checked()
    guest.leave()


def test_whoever_presses_ready_twice_is_not_refused(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "corona-y-ancla-1").sit_at_once()
    guest.until_bets()
    guest.bet("corona")
    # Both before the server can have answered.
    guest.page.evaluate(
        "ready => { for (const _ of [1, 2]) document.querySelector(ready)?.click(); }", keys.READY
    )
    guest.page.wait_for_selector("[data-settled]", timeout=LONG * 1000)
    expect(guest.page.locator(".refused")).to_have_count(0)
    guest.leave()
