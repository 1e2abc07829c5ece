"""Every table in the browser: sat at, bet, played to a settled round, and chips as in the ledger.
The tables of a room are played at the same time."""

from __future__ import annotations

import re

import pytest
from docs.make.company import company
from playwright.sync_api import expect

from tapete.games.registry import GAMES
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest, play

ROOMS = {
    "wheels": (
        "ruleta-francesa", "ruleta-americana-un-cero", "ruleta-americana-doble-cero", "big-six",
    ),
    "dice": ("craps", "mini-craps", "corona-y-ancla", "chuck-a-luck"),
    "twenty-one": ("black-jack", "black-jack-perfect-pairs", "challenge-21", "canal-21"),
    "cards": (
        "punto-y-banca", "midi-punto-y-banca", "mini-punto-y-banca", "war", "treinta-y-cuarenta",
    ),
    "poker": (
        "caribbean-poker", "caribbean-poker-plus", "draw-poker", "poker-tres-cartas", "go-poker",
        "texas-holdem-plus", "texas-holdem-bonus",
    ),
}  # fmt: skip
AMONG_PLAYERS = (
    "texas-holdem-sin-limites", "texas-holdem-con-limites", "stud-poker", "seven-stud-poker",
    "omaha-poker", "baccarat",
)  # fmt: skip
SPOTS = "[data-spot]"


def test_every_game_is_played_here() -> None:
    assert sorted({*AMONG_PLAYERS, *sum(ROOMS.values(), ())}) == sorted(GAMES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_guest_sits_bets_and_is_settled(casino: Casino, new_page: NewPage, room: str) -> None:
    guests = [Guest(new_page(), casino, f"{game}-1").sit_at_once() for game in ROOMS[room]]
    for guest in guests:
        _bets(guest)
    play(*guests)
    for guest in guests:
        settled = guest.until_paid()
        guest.until_agrees()
        expect(settled.first.locator("button")).to_have_count(1)  # with its Why?
        if room in ("wheels", "dice", "cards"):
            assert guest.page.locator(".history [class*=last], .history ol li").count() > 0
        if room in ("twenty-one", "poker", "cards"):
            # the cards of the round are read out: "as de trébol", "una tapada"
            said = re.compile(r" de (trébol|pica|diamante|corazón)|tapada")
            fan = guest.page.locator(".stage .fan[aria-label]").first
            expect(fan).to_have_attribute("aria-label", said)
            expect(guest.page.locator("[data-left]")).to_be_visible()  # the shoe
    if room == "poker":  # every hand has a deck of its own: the order it had is opened
        expect(guests[0].page.locator('[data-fits="true"]')).to_have_count(1, timeout=60_000)


def _bets(guest: Guest) -> None:
    """Every bet of the game has its spot; a chip goes on the first that is open, on two where the
    game is played for two hands. The shooter of craps has to bet on a line."""
    if guest.now["moves"]:  # the shoe is offered before the bets
        guest.move(guest.now["moves"])
    guest.until_bets()
    offers = guest.offers()
    spots = guest.page.eval_on_selector_all(SPOTS, "all => all.map(one => one.dataset.spot)")
    assert sorted(spots) == sorted(offer["bet"] for offer in offers), guest.table
    open_ = [offer["bet"] for offer in offers if offer["open"]]
    line = ["pass", "field"]  # the field is decided by every throw
    first = line if "pass" in open_ else open_[: 2 if "challenge" in guest.table else 1]
    for bet in first:
        guest.bet(bet)
    assert guest.page.locator(".stage .chips > g").count() > 0, guest.table  # they lie on the cloth


def test_players_among_themselves_play_a_hand(casino: Casino, new_page: NewPage) -> None:
    # The guest sits first: he is dealt into the first hand, which begins when the others come.
    guests = [Guest(new_page(), casino, f"{game}-1").sit_at_once() for game in AMONG_PLAYERS]
    seats = [(f"{game}-1", seat) for game in AMONG_PLAYERS for seat in (2, 3, 5)]
    with company(casino.address, seats):
        assert play(*guests) > 0
        for guest in guests:  # winners and losers are told what it brought them
            expect(guest.page.locator("[data-settled] h2 .num")).to_be_visible()
            guest.until_agrees()
    log = guests[0].page.locator("li.seat-taken, li.seat-freed")
    expect(log.filter(has_text="Invitado-")).to_have_count(0)  # people have names


def test_what_moves_comes_to_rest_on_what_the_server_said(
    casino: Casino, new_page: NewPage
) -> None:
    games = ("ruleta-francesa", "big-six", "craps")
    guests = [Guest(new_page(moves=True), casino, f"{game}-1").sit_at_once() for game in games]
    play(*guests)
    for guest in guests:
        table = guest.page.evaluate(f"fetch('/api/tables/{guest.table}').then(r => r.json())")
        came = table["felt"]["results"][-1]
        if guest.table == "craps-1":
            expect(guest.page.locator(".dice").get_by_role("img", name=came)).to_be_visible()
        else:
            shown = guest.page.locator(".stage svg[aria-hidden] > text").last
            expect(shown).to_have_text(came, ignore_case=True)


def test_undo_repeat_double_and_clear(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "ruleta-americana-doble-cero-1").sit_at_once()
    page = guest.page
    guest.until_bets()
    guest.choose_chip(1000)
    guest.bet("rojo")
    guest.bet("pleno:17")
    for button, total in (("Doblar", 4000), ("Deshacer", 2000), ("Deshacer", 1000)):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(f'[data-total="{total}"]')).to_be_visible()
    page.get_by_role("button", name="Quitar todo").click()
    expect(page.locator('[data-total="0"]')).to_be_visible()
    guest.bet("negro")
    guest.until_settled()
    page.wait_for_function("() => !document.querySelector('.acts button:nth-child(2)').disabled")
    page.get_by_role("button", name="Repetir").click()
    expect(page.locator('[data-total="1000"]')).to_be_visible()
    label = re.compile(r"^negro, suyas \$1\.000, hasta \$[\d.]+ más$")
    expect(guest.spot("negro")).to_have_attribute("aria-label", label)


def test_two_browsers_at_one_table(casino: Casino, new_page: NewPage) -> None:
    one = Guest(new_page(), casino, "corona-y-ancla-1").sit()
    other = Guest(new_page(), casino, "corona-y-ancla-1").sit_at_once()
    one.until_bets()
    one.choose_chip(5000)
    one.bet("ancla")
    expect(other.spot("ancla")).to_have_attribute("aria-label", re.compile("de otros .5.000"))
    one.until_settled()
    other.until_bets()
    other.bet("corona")
    other.until_settled()
    for guest in (one, other):
        guest.until_agrees()


def test_where_every_place_is_taken_one_waits(casino: Casino, new_page: NewPage) -> None:
    table = "war-1"
    page = new_page()
    page.goto(f"{casino.address}/mesa/{table}")
    view = page.evaluate(f"fetch('/api/tables/{table}').then(r => r.json())")
    taken = {one["seat"] for one in view["seats"]}
    free = [seat for seat in range(1, view["players_max"] + 1) if seat not in taken]
    with company(casino.address, [(table, seat) for seat in free]):
        page.get_by_role("button", name="Ponerse en la lista de espera").click()
        expect(page.get_by_text("Está en la lista de espera, en el lugar 1")).to_be_visible()
        expect(page.get_by_text("Rosa se sienta.")).to_be_visible()
        page.get_by_role("button", name="Dejar de esperar").click()
        expect(page.get_by_role("button", name="Ponerse en la lista de espera")).to_be_visible()
