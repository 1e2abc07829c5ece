"""Keys at odd moments. Every game is played by the keyboard alone in test_tables.py."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import keys
from tests.browser.conftest import NewPage
from tests.browser.guest import LONG, Casino, Guest

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
    assert not guest.page.locator(".refused").count()  # at once: a refusal leaves by itself
    guest.leave()
