"""Every table in the browser: sat at, bet, played to a settled round, and chips as in the ledger.
The tables of a room are played at the same time."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest
from docs.make.company import company
from playwright.sync_api import expect

from tapete.games.registry import GAMES
from tests.browser import keys
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage, NewTable
from tests.browser.guest import LONG, LOOK, Casino, Guest, play

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
BY_ARROWS = """() => {
  const first = [...document.querySelectorAll('[data-spot][tabindex="0"]')];
  const many = document.querySelectorAll('[data-spot]').length, reached = new Set(first);
  const from = spot => {
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      if (reached.size === many) return;
      spot.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      const now = document.activeElement;
      if (now.dataset.spot && !reached.has(now)) { reached.add(now); from(now); }
    }
  };
  first.forEach(from);
  return [first.length, [...reached].map(one => one.dataset.spot)];
}"""
"""How many spots the Tab key stops at, and those the arrows lead to from there. Each step takes a
hundredth of a second on a long cloth, so none is made once all were reached."""


def test_every_game_is_played_here() -> None:
    assert sorted({*AMONG_PLAYERS, *sum(ROOMS.values(), ())}) == sorted(GAMES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_guest_sits_bets_and_is_settled(
    own_casino: Casino, new_page: NewPage, axe: Axe, room: str
) -> None:
    """By the keyboard alone."""
    guests = [keys.sit(Guest(new_page(), own_casino, f"{game}-1")) for game in ROOMS[room]]
    for guest in guests:
        _bets(guest)
    keys.play(*guests)
    for guest in guests:
        guest.until_paid()
        if room in ("wheels", "dice", "cards"):
            assert guest.page.locator(".history [class*=last], .history ol li").count() > 0
        if room in ("twenty-one", "poker", "cards"):
            # the cards of the round are read out: "as de trébol", "una tapada"
            said = re.compile(r" de (trébol|pica|diamante|corazón)|tapada")
            fan = guest.page.locator(".stage .fan[aria-label]").first
            expect(fan).to_have_attribute("aria-label", said)
            expect(guest.page.locator("[data-left]")).to_be_visible()  # the shoe
        assert axe.faults(guest.page) == []
    if room == "poker":  # every hand has a deck of its own: the order it had is opened
        opened = guests[0].page.locator('[data-fits="true"]')
        expect(opened).to_have_count(1, timeout=LONG * 1000)


def _bets(guest: Guest) -> None:
    """Every bet of the game has its spot, reached by the keyboard alone: Tab comes to one of them,
    arrows lead to all the others. By a key a chip goes on the first that is open, on two where the
    game is played for two hands. The shooter of craps has to bet on a line."""
    deadline = time.monotonic() + LONG
    while not (now := guest.now)["bets"]:
        assert time.monotonic() < deadline, f"no bets at {guest.table}"
        if now["moves"]:  # the shoe is offered before the bets
            keys.go_on(guest)
        guest.page.wait_for_timeout(LOOK)
    offers = guest.offers()
    spots = guest.page.eval_on_selector_all(SPOTS, "all => all.map(one => one.dataset.spot)")
    assert sorted(spots) == sorted(offer["bet"] for offer in offers), guest.table
    stops, reached = guest.page.evaluate(BY_ARROWS)
    assert stops == 1 and sorted(reached) == sorted(spots), guest.table
    open_ = [offer["bet"] for offer in offers if offer["open"]]
    line = ["pass", "field"]  # the field is decided by every throw
    first = line if "pass" in open_ else open_[: 2 if "challenge" in guest.table else 1]
    for bet in first:
        keys.bet(guest, bet)
    assert guest.page.locator(".stage .chips > g").count() > 0, guest.table  # they lie on the cloth


def test_players_among_themselves_play_a_hand_by_the_keyboard_alone(
    own_casino: Casino, new_page: NewPage, axe: Axe
) -> None:
    """With bots of the house, who come when a lone guest asks for them."""
    guests = [keys.sit(Guest(new_page(), own_casino, f"{game}-1")) for game in AMONG_PLAYERS]
    for guest in guests:
        assert keys.press(guest.page, "[data-company=false]")
        # The focus is still on that button: letters say moves all the same.
    for guest in guests:
        expect(guest.page.locator("[data-bot]").first).to_be_visible()
    lone = guests[AMONG_PLAYERS.index("texas-holdem-con-limites")]
    expect(lone.page.locator("[data-bot]")).to_have_count(3)
    done, deadline = Counter[str](), time.monotonic() + LONG
    # Winners and losers are told what it brought them. At every table the hands go on until all
    # of them were: whoever does not answer would be taken for gone, and his place be free.
    while left := [one for one in guests if not (done[one.table] and one.told() and one.agrees())]:
        assert time.monotonic() < deadline, [(one.table, done[one.table]) for one in left]
        for guest in guests:
            done[guest.table] += keys.go_on(guest)
        guests[0].page.wait_for_timeout(LOOK)
    assert [fault for guest in guests for fault in axe.faults(guest.page)] == []
    _bots_are_sent_away(lone)


def _bots_are_sent_away(guest: Guest) -> None:
    """Everybody sees what they are, and they go when he says so."""
    bots, deadline = guest.page.locator("[data-bot]"), time.monotonic() + LONG
    guest.page.get_by_role("button", name="Despedir a los bots").click()
    while bots.count():  # they play the hand to its end
        assert time.monotonic() < deadline, "the bots stay"
        guest.go_on()
        guest.page.wait_for_timeout(LOOK)
    expect(guest.page.get_by_role("button", name="Jugar con bots")).to_be_visible()


def test_what_moves_comes_to_rest_on_what_the_server_said(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    tables = [new_table(game) for game in ("ruleta-francesa", "big-six", "craps")]
    guests = [Guest(new_page(moves=True), own_casino, table).sit_at_once() for table in tables]
    play(*guests)
    for guest in guests:
        table = guest.page.evaluate(f"fetch('/api/tables/{guest.table}').then(r => r.json())")
        came = table["felt"]["results"][-1]
        if guest.table.startswith("craps"):
            expect(guest.page.locator(".dice").get_by_role("img", name=came)).to_be_visible()
        else:
            shown = guest.page.locator(".stage svg[aria-hidden] > text").last
            expect(shown).to_have_text(came, ignore_case=True)


# What each animation of a style changes, by its name.
CHANGES = """(() => {
  const about = new Set(['offset', 'computedOffset', 'easing', 'composite']);
  window.changes = {};
  document.addEventListener('animationstart', ({target}) => {
    for (const one of target.getAnimations()) {
      const names = one.effect.getKeyframes().flatMap(frame => Object.keys(frame));
      window.changes[one.animationName] = [...new Set(names.filter(name => !about.has(name)))];
    }
  }, true);
})()"""


@pytest.mark.parametrize(("game", "shown"), [("ruleta-francesa", "lit"), ("punto-y-banca", "won")])
def test_what_won_is_lit_without_drawing_the_cloth_again(
    own_casino: Casino, new_page: NewPage, new_table: NewTable, game: str, shown: str
) -> None:
    """Chips fly over it meanwhile: only what is put together anew, never what is drawn, changes."""
    page = new_page(moves=True)
    page.add_init_script(CHANGES)
    guest = Guest(page, own_casino, new_table(game)).sit_at_once()
    deadline = time.monotonic() + LONG
    while True:
        done = guest.go_on(again=False)
        changes = page.evaluate("window.changes")
        if any(name.endswith(shown) for name in changes):
            break
        assert time.monotonic() < deadline, f"nothing was lit at {game}: {changes}"
        if done == "settled":  # a tie lights nothing
            guest.go_on()
        page.wait_for_timeout(LOOK)
    assert {one for found in changes.values() for one in found} <= {"opacity", "transform"}


# Every animation that runs comes to an end; how many frames are asked for from one second of the
# clock to the one after the next, when all of them have.
AT_REST = """async () => {
  const running = () => document.getAnimations().filter(one => one.playState === "running");
  const endless = running().filter(one => one.effect.getComputedTiming().endTime === Infinity);
  if (endless.length) return endless.map(one => one.animationName);
  for (let one = running(); one.length; one = running()) {
    await Promise.allSettled(one.map(each => each.finished));
  }
  const asked = window.requestAnimationFrame;
  let frames = 0;
  window.requestAnimationFrame = step => { frames += 1; return asked.call(window, step); };
  const clock = () => document.querySelector("[role=timer]").ariaLabel;
  for (const _ of [1, 2]) {
    const before = clock();
    await new Promise(done => new MutationObserver((_, watch) => {
      if (clock() !== before) { watch.disconnect(); done(); }
    }).observe(document.body, { subtree: true, attributes: true, childList: true }));
  }
  window.requestAnimationFrame = asked;
  return [frames, ...running().map(one => one.animationName ?? one.transitionProperty)];
}"""


def test_a_table_where_nothing_moves_is_at_rest(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    """While bets are open and while a hand waits for its player: only the clock steps."""
    guest = Guest(new_page(moves=True), own_casino, new_table("black-jack")).sit_at_once()
    guest.until_bets()
    guest.bet(guest.offers()[0]["bet"])
    assert guest.page.evaluate(AT_REST) == [0]
    guest.until_asked()
    assert guest.page.evaluate(AT_REST) == [0]


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


def test_where_every_place_is_taken_one_waits(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    page, table = new_page(), new_table("war")
    page.goto(f"{own_casino.address}/mesa/{table}")
    view = page.evaluate(f"fetch('/api/tables/{table}').then(r => r.json())")
    taken = {one["seat"] for one in view["seats"]}
    free = [seat for seat in range(1, view["players_max"] + 1) if seat not in taken]
    with company(own_casino.address, [(table, seat) for seat in free], plays=False):
        page.get_by_role("button", name="Ponerse en la lista de espera").click()
        expect(page.get_by_text("Está en la lista de espera, en el lugar 1")).to_be_visible()
        expect(page.get_by_role("list", name="Asientos")).to_contain_text("Rosa")
        came = page.locator("li.seat-taken, li.seat-freed")
        expect(came.first).to_be_attached()
        expect(came.filter(has_text="Invitado-")).to_have_count(0)  # people have names
        page.get_by_role("button", name="Dejar de esperar").click()
        expect(page.get_by_role("button", name="Ponerse en la lista de espera")).to_be_visible()
