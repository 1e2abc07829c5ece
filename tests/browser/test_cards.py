"""Card tables in the browser: sat at, bet, a move made, settled, and chips as in the ledger."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest

AGAINST_THE_BANK = (
    "black-jack", "black-jack-perfect-pairs", "challenge-21", "canal-21", "punto-y-banca",
    "midi-punto-y-banca", "mini-punto-y-banca", "war", "treinta-y-cuarenta", "caribbean-poker",
    "caribbean-poker-plus", "draw-poker", "poker-tres-cartas", "go-poker", "texas-holdem-plus",
    "texas-holdem-bonus",
)  # fmt: skip
AMONG_PLAYERS = {"texas-holdem-sin-limites": 2, "stud-poker": 4, "omaha-poker": 4, "baccarat": 4}
"""One of each cloth, and how many it takes to play."""
QUIET = ("plantarse", "pasar", "ir", "no", "voy", "tomar", "retirarse")
"""Moves that go on with the game, the first that is open."""


FIRST_OPEN = """document.querySelector('[data-spot]:not(.closed)')?.dispatchEvent(
  new MouseEvent('click', {bubbles: true}))"""
"""A chip on the first spot open to the seat, if there is one: the banker has none."""


def move(guest: Guest) -> bool:
    """Answer what is asked of the guest, if anything is."""
    moves = guest.page.eval_on_selector_all(
        "button[data-move]:not(:disabled)", "all => all.map(one => one.dataset.move)"
    )
    if not moves:
        return False
    wanted = [name for name in QUIET if name in moves] or moves
    guest.page.locator(f'button[data-move="{wanted[0]}"]').first.dispatch_event("click")
    return True


def play(*guests: Guest, bets: bool) -> int:
    """Go on until a round is settled for one of them; how many moves were made."""
    made, deadline = 0, time.monotonic() + 60
    while not any(guest.page.locator("[data-settled]").count() for guest in guests):
        assert time.monotonic() < deadline, "no round was settled"
        for guest in guests:
            if bets and guest.page.locator('[data-ask="bets"]').count() and not guest.on_cloth:
                guest.page.evaluate(FIRST_OPEN)
            made += move(guest)
            guest.page.wait_for_timeout(100)
    return made


@pytest.mark.parametrize("game", AGAINST_THE_BANK)
def test_a_guest_bets_moves_and_is_settled(casino: Casino, new_page: NewPage, game: str) -> None:
    guest = Guest(new_page(), casino, f"{game}-1").sit()
    guest.until_bets()
    offers = guest.offers()
    spots = guest.page.eval_on_selector_all(
        "[data-spot]", "all => all.map(one => one.dataset.spot)"
    )
    assert sorted(spots) == sorted(offer["bet"] for offer in offers)
    open_ = [offer["bet"] for offer in offers if offer["open"]]
    for bet in open_[: 2 if game == "challenge-21" else 1]:  # Challenge 21 is played for two hands
        guest.bet(bet)
    assert guest.page.locator(".stage .chips > g").count() > 0  # they lie on the cloth
    play(guest, bets=False)
    guest.page.wait_for_selector('[data-ask="bets"]')
    assert guest.chips == casino.chips(guest.table, guest.seat)
    # the cards of the round are read out: "as de trébol", "una tapada"
    said = re.compile(r" de (trébol|pica|diamante|corazón)|tapada")
    expect(guest.page.locator(".stage .fan[aria-label]").first).to_have_attribute(
        "aria-label", said
    )


@pytest.mark.parametrize("game", AMONG_PLAYERS)
def test_players_among_themselves_play_a_hand(casino: Casino, new_page: NewPage, game: str) -> None:
    guests = [Guest(new_page(), casino, f"{game}-1").sit() for _ in range(AMONG_PLAYERS[game])]
    assert play(*guests, bets=game == "baccarat") > 0
    for guest in guests:
        # every chip is before a seat or on the cloth: those before the seat are the ledger's
        for _ in range(20):
            if guest.chips == casino.chips(guest.table, guest.seat):
                break
            guest.page.wait_for_timeout(200)
        else:
            pytest.fail("the screen and the ledger do not agree")


def test_a_hand_and_its_worth_are_named_in_english(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(locale="en-US"), casino, "canal-21-1").sit()
    guest.until_bets()
    guest.bet("principal")
    cards = re.compile(r"of (clubs|spades|diamonds|hearts)")
    hand = guest.page.get_by_role("img", name=cards).first
    expect(hand).to_be_visible(timeout=60_000)


def test_a_place_is_bet_on_with_the_keyboard(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "mini-punto-y-banca-1").sit()
    guest.until_bets()
    guest.spot("empate").focus()
    guest.page.keyboard.press("ArrowDown")
    guest.page.keyboard.press("ArrowDown")
    expect(guest.spot("punto")).to_be_focused()
    guest.page.keyboard.press("Enter")
    guest.until_on_cloth(1)
    expect(guest.spot("punto")).to_have_attribute("aria-label", re.compile("suyas"))
    play(guest, bets=False)
