"""Where things lie on the cloths, as somebody who only watches sees them."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, NewTable
from tests.browser.guest import CROWDED, Casino, Guest

SIMPLE = ("rojo", "negro", "par", "impar", "menor", "mayor")
LIE = """(all, name) => Object.fromEntries(all.map(one => {
  const box = one.getBoundingClientRect();
  return [one.closest(`[data-${name}]`).dataset[name], [box.left, box.top, box.right, box.bottom]];
}))"""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def lying(page: Page, name: str, part: str = "") -> dict[str, Box]:
    """Where everything of that name lies at one moment."""
    page.wait_for_selector(f"svg.cloth [data-{name}]")
    found = page.eval_on_selector_all(f"svg.cloth [data-{name}] {part}", LIE, name)
    return {key: Box(*box) for key, box in found.items()}


@pytest.mark.clause("CAT-II.2.2-02", "CAT-IV.1.5-46")
def test_simple_chances_lie_on_both_sides_or_one_and_odds_behind_and_beside_the_lines(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page()
    for table, sides in (("ruleta-francesa-1", 2), ("ruleta-americana-un-cero-1", 1)):
        page.goto(f"{casino.address}/mesa/{table}")
        spot = lying(page, "spot", "> .face")
        over = {bet for bet in SIMPLE if spot[bet].bottom < spot["pleno:17"].top}
        under = {bet for bet in SIMPLE if spot[bet].top > spot["pleno:17"].bottom}
        assert over | under == set(SIMPLE)
        assert bool(over) + bool(under) == sides, table
    page.goto(f"{casino.address}/mesa/craps-1")
    line = lying(page, "spot", "> .face")
    # Behind: outside the Pass Line as one sees it from the middle of the cloth.
    assert line["field"].bottom < line["pass"].top < line["pass"].bottom < line["odds-pass"].top + 2
    # At the side: as high as Don't Pass, where it ends.
    assert line["odds-dont-pass"].top == pytest.approx(line["dont-pass"].top, abs=1)
    assert line["odds-dont-pass"].left > line["dont-pass"].right - 2


@pytest.mark.clause("CAT-IV.1.5-08")
def test_that_a_line_bet_is_missing_is_said_once(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "craps-1").sit_at_once()
    guest.until_bets()
    table = guest.page.locator(".page")
    said = re.compile("Falta una apuesta de línea|Apueste en la línea")
    expect(table.get_by_text(said)).to_have_count(1)
    guest.bet("field")
    expect(table.get_by_text(said)).to_have_count(1)
    expect(table.locator("[data-first]")).to_contain_text("Falta una apuesta de línea")
    table.locator("[data-first] .x").click()  # the steps are known
    expect(table.get_by_text(said)).to_have_count(1)
    expect(table.locator(".now")).to_contain_text("Falta una apuesta de línea")
    guest.bet("pass")
    expect(table.get_by_text(said)).to_have_count(0)
    guest.until_settled()
    guest.leave()


@pytest.mark.clause("CAT-III.2.5-50")
@pytest.mark.parametrize("width", [1280, 390])
def test_bancas_cards_lie_nearer_to_the_shoe_than_puntos(
    casino: Casino, new_page: NewPage, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    for table in ("punto-y-banca-1", "baccarat-1"):
        page.goto(f"{casino.address}/mesa/{table}")
        [shoe] = lying(page, "shoe").values()
        hand = lying(page, "hand")
        assert shoe.right > hand["banca"].left > hand["punto"].right, table


COVERED = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll('[data-spot] > .face')]
    .filter(one => one.getBoundingClientRect().bottom > dock)
    .map(one => one.parentElement.dataset.spot);
}"""


@pytest.mark.parametrize("locale", ["es-CL", "en-GB"])
@pytest.mark.parametrize(
    ("game", "first"), [("ruleta-francesa", "cuadro:26-27-29-30"), ("craps", "wrong:4")]
)
def test_every_spot_of_a_long_cloth_is_seen_on_a_phone_in_the_first_round_too(
    casino: Casino, new_page: NewPage, game: str, first: str, locale: str
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, locale=locale)
    page.goto(f"{casino.address}/mesa/{game}-1")
    page.tap("form.sit button[type=submit]")
    page.wait_for_selector("[data-first]")
    page.wait_for_selector("svg.cloth [data-spot]:not(.closed):not(.idle)")
    assert page.evaluate(COVERED) == []
    page.tap(f'[data-spot="{first}"]')
    page.wait_for_selector("[data-first].begun")
    assert page.evaluate(COVERED) == []
    page.get_by_role("button", name=re.compile("Levantarse|Leave the seat")).tap()


COVERED_BY_PLATES = """() => {
  const boxes = what =>
    [...document.querySelectorAll(what)].map(one => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const printed = boxes('.stage text.croupier, .stage svg.cloth .slot');
  const plates = boxes('.stage .plate > rect, .stage .plate .disc');
  return [printed.length, plates.length, printed.filter(
    one => plates.some(plate => over(one, plate))).length];
}"""


def test_on_a_phone_no_plate_covers_the_croupier_or_the_common_cards(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{own_casino.address}/mesa/{new_table('texas-holdem-sin-limites')}")
    page.tap("form.sit button[type=submit]")
    page.tap("[data-company=false]")
    expect(page.locator("[data-bot]")).to_have_count(3)
    printed, plates, covered = page.evaluate(COVERED_BY_PLATES)
    assert printed == 6 and plates >= 4
    assert covered == 0
    # A tablet has room for all of it: what is to do, the money, the moves.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.wait_for_selector("button[data-move]:not(:disabled)")
    assert page.evaluate(CROWDED) == []


PLATES_ON_A_PHONE = """() => {
  const box = one => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const said = [...document.querySelectorAll('.stage .plate :is(.name, .chips)')];
  const ticks = [...document.querySelectorAll('.stage [data-tick]')].map(box);
  return [ticks.length, Math.min(...said.map(one => box(one).height)),
    said.filter(one => ticks.some(tick => over(box(one), tick))).map(one => one.textContent)];
}"""


def test_on_a_phone_names_and_money_are_read_beside_the_tick_of_who_is_ready(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    table = new_table("poker-tres-cartas")
    pages = [new_page(viewport={"width": 390, "height": 844}, has_touch=True) for _ in range(3)]
    for page in pages:
        page.goto(f"{own_casino.address}/mesa/{table}")
        page.tap("form.sit button[type=submit]")
        page.wait_for_selector("svg.cloth [data-spot]:not(.closed):not(.idle)")
    for page in pages:
        page.locator('[data-spot="ante"]').dispatch_event("click")
        page.wait_for_selector("[data-ready=false]:not(:disabled)")
    for page in pages[:2]:
        page.tap("[data-ready=false]:not(:disabled)")
    expect(pages[2].locator("[data-tick]")).to_have_count(2)
    ticks, lowest, covered = pages[2].evaluate(PLATES_ON_A_PHONE)
    assert (ticks, covered) == (2, [])
    assert lowest >= 10


@pytest.mark.parametrize(
    ("game", "pot"), [("black-jack", None), ("caribbean-poker", "progresivo-poker")]
)
def test_on_a_phone_a_lone_player_has_the_felt(
    own_casino: Casino, new_page: NewPage, new_table: NewTable, game: str, pot: str | None
) -> None:
    """His bet and the place of his cards are most of what is there, over the dock in sight."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{own_casino.address}/mesa/{new_table(game, pot)}")
    page.tap("form.sit button[type=submit]")
    page.wait_for_selector("svg.cloth [data-spot]:not(.closed):not(.idle)")
    spots, felt = lying(page, "spot", "> .face"), page.locator(".stage").bounding_box()
    assert felt
    widest = max(spots.values(), key=lambda box: box.right - box.left)
    assert widest.right - widest.left > 0.25 * felt["width"]
    dock = page.locator(".dock").bounding_box()
    assert dock and dock["y"] + dock["height"] <= 844 + 1
    assert felt["y"] + felt["height"] <= dock["y"]


OVER_THE_CARDS = """() => {
  const low = [...document.querySelectorAll('.stage .slots')]
    .map(one => one.getBoundingClientRect().bottom).sort((a, b) => a - b).slice(0, -1).at(-1);
  return [...document.querySelectorAll('.stage [data-spot] > .face')]
    .filter(one => one.getBoundingClientRect().top < low)
    .map(one => one.parentElement.dataset.spot);
}"""
"""The boxes that reach above the lower edge of where cards lie, the reader's own apart."""


def test_on_a_low_screen_no_box_lies_over_the_cards_of_the_croupier(
    own_casino: Casino, new_page: NewPage, new_table: NewTable
) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{own_casino.address}/mesa/{new_table('draw-poker', 'progresivo-poker')}")
    page.click("form.sit button[type=submit]")
    page.wait_for_selector("svg.cloth [data-spot]:not(.closed):not(.idle)")
    assert page.locator(".stage .slots").count() >= 2
    assert page.evaluate(OVER_THE_CARDS) == []
