"""A guest who has only a keyboard."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.guest import LONG, LOOK, QUIET, Guest

STOPS = 150
"""More stops of the Tab key than any table has."""
FOCUSED = "selector => !!document.activeElement?.closest(selector)"
KEY = """quiet => {
  const open = [...document.querySelectorAll('button[data-move]:not(:disabled)')];
  const wanted = quiet.map(name => open.find(one => one.dataset.move === name)).find(one => one);
  return (wanted ?? open[0])?.getAttribute('aria-keyshortcuts') ?? null;
}"""
"""The key of the first move that goes on with the game."""
READY = "[data-ready=false]:not(:disabled)"


def reach(page: Page, selector: str) -> bool:
    """Tab until that has the focus; whether it was reached: it may be gone by then."""
    for _ in range(STOPS):
        if page.evaluate(FOCUSED, selector):
            return True
        page.keyboard.press("Tab")
    return False


def press(page: Page, selector: str) -> bool:
    """Tab to something, and Enter."""
    if reached := reach(page, selector):
        page.keyboard.press("Enter")
    return reached


def go_on(guest: Guest) -> bool:
    """Do what is to be done now, by its key; whether there was anything."""
    page, now = guest.page, guest.now
    if key := page.evaluate(KEY, QUIET):
        page.keyboard.press(key)
        return True
    if now["bets"] and not now["total"]:
        if reach(page, "[data-spot]") and page.evaluate(FOCUSED, ".closed"):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        return True
    return bool(now["asked"] and now["total"]) and press(page, READY)


def sit(guest: Guest) -> Guest:
    """Come to the table and take a place."""
    page = guest.page
    page.goto(f"{guest.casino.address}/mesa/{guest.table}")
    expect(page.locator("form.sit")).to_be_visible()
    assert press(page, "form.sit button[type=submit]")
    expect(page.locator("[data-chips]")).to_be_visible()
    return guest


def bet(guest: Guest, spot: str) -> None:
    """Put the chip in hand on a spot: which ones the keys lead to is shown by whoever calls."""
    before = guest.on_cloth
    guest.spot(spot).focus()
    guest.page.keyboard.press("Enter")
    guest.until_on_cloth(before + 1)


def play(*guests: Guest) -> None:
    """Go on at every table until its round is settled."""
    playing, deadline = list(guests), time.monotonic() + LONG
    while playing := [guest for guest in playing if not guest.now["settled"]]:
        assert time.monotonic() < deadline, [guest.table for guest in playing]
        for guest in playing:
            go_on(guest)
        playing[0].page.wait_for_timeout(LOOK)
