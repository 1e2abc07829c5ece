"""Card tables in the browser: hands named in both languages, places reached by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest, play


def test_a_hand_and_its_worth_are_named_in_english(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(locale="en-US"), casino, "caribbean-poker-1").sit_at_once()
    guest.until_bets()
    guest.bet("ante")
    guest.ready()
    hand = guest.page.locator(f'.fan[aria-label^="Seat {guest.seat}"]')
    named = re.compile(
        r"of (clubs|spades|diamonds|hearts)\. "
        r"(\w+ high|pair of|two pair|three|straight|flush|full house|four|royal)"
    )
    expect(hand).to_have_attribute("aria-label", named, timeout=300_000)


def test_a_place_is_bet_on_with_the_keyboard(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "mini-punto-y-banca-1").sit_at_once()
    if guest.now["moves"]:
        guest.move(guest.now["moves"])
    guest.until_bets()
    guest.spot("empate").focus()
    guest.page.keyboard.press("ArrowLeft")
    expect(guest.spot("punto")).to_be_focused()
    expect(guest.page.locator(".info")).to_contain_text("paga 1:1")
    guest.page.keyboard.press("Enter")
    guest.until_on_cloth(1)
    expect(guest.spot("punto")).to_have_attribute("aria-label", re.compile("suyas"))
    play(guest)


def test_the_first_steps_say_that_the_ante_is_missing_and_press_no_move_upon_the_player(
    casino: Casino, new_page: NewPage
) -> None:
    guest = Guest(new_page(), casino, "caribbean-poker-plus-1").sit_at_once()
    guest.until_bets()
    first = guest.page.locator("[data-first]")
    guest.bet("progresivo")
    expect(first).to_contain_text("Falta: ante")
    expect(first).not_to_contain_text("Listo")
    guest.bet("ante")
    expect(first).to_contain_text("Listo")
    guest.ready()
    moves = guest.page.locator(".dock button[data-move]")
    expect(moves).not_to_have_count(0)
    assert moves.count() > 1
    expect(guest.page.locator(".dock button[data-move].main")).to_have_count(0)
    play(guest)
