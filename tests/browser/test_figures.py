"""The mathematics in the browser: odds under a change, charts by keyboard, a simulation that grows
and stops, the odds of a table beside its bets, what the book says to a decision."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.floor.kernel.clocks import Clocks
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import NOW, Casino, Guest
from tests.floor.server import served

LONG = 180_000
"""Milliseconds: what is worked out for the first time, on a busy machine, takes its time."""

FRAMES = """async () => {
  for (let n = 0; n < 10; n += 1) await new Promise(requestAnimationFrame);
}"""
"""Ten pictures more: what still ran would show in them."""


def opened(page: Page, casino: Casino, path: str) -> Page:
    page.set_default_timeout(LONG)
    page.goto(f"{casino.address}{path}")
    page.wait_for_selector("main h1")
    return page


def edge(page: Page, bet: str) -> str | None:
    row = page.locator(f'[data-bets~="{bet}"] [data-edge]')
    return row.get_attribute("data-edge")


def test_a_payment_is_changed_and_the_edge_is_seen_before_and_after(
    casino: Casino, new_page: NewPage
) -> None:
    page = opened(new_page(), casino, "/matematicas")
    page.click('[data-game="ruleta-francesa"]')
    page.wait_for_selector('[data-odds="ruleta-francesa"]')
    assert (edge(page, "pleno"), edge(page, "rojo/mitad")) == ("1/37", "1/74")
    page.locator("[name='pays.pleno']").fill("36:1")
    page.locator("[name='pays.pleno']").press("Tab")
    page.wait_for_selector('.touched[data-bets~="pleno"]')
    assert (edge(page, "pleno"), edge(page, "caballo")) == ("0", "1/37")
    row = page.locator('[data-bets~="pleno"]')
    expect(row).to_contain_text("2,703%")
    expect(row).to_contain_text("-2,703%")
    row.get_by_role("button").click()
    expect(page.locator("dialog [data-clause]")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Como está escrito").click()
    page.wait_for_selector("[data-odds] tbody tr")
    expect(page.locator(".touched")).to_have_count(0)
    page.get_by_label("Idioma").select_option("en")
    expect(page.locator('[data-bets~="caballo"] th')).to_contain_text("split")
    expect(page.get_by_role("tab", name="Bets")).to_have_attribute("aria-selected", "true")


def test_a_chart_is_read_by_keyboard(casino: Casino, new_page: NewPage, axe: Axe) -> None:
    page = opened(new_page(), casino, "/matematicas/black-jack")
    page.get_by_role("tab", name="Tabla de juego").click()
    grid = page.locator('[role=grid][data-part="hard"]')
    grid.wait_for()
    grid.locator('[tabindex="0"]').focus()
    for _ in range(11):  # from 5 down to 16
        page.keyboard.press("ArrowDown")
    for _ in range(5):  # from 2 to 7
        page.keyboard.press("ArrowRight")
    focus = page.evaluate("document.activeElement.querySelector('.sr').textContent")
    assert focus == "16 contra 7: pedir"
    told = page.locator("[data-told]")
    expect(told).to_contain_text("16 contra 7: pedir")
    expect(told.locator("[data-move-told]").first).to_contain_text("la mejor")
    expect(told.locator('[data-move-told="plantarse"]')).to_contain_text("%")
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("16 contra 6: plantarse")
    page.keyboard.press("Tab")  # one Tab leaves the table: it is one stop of the keyboard
    part = page.evaluate("document.activeElement.closest('[role=grid]')?.dataset.part")
    assert part == "soft"
    assert axe.faults(page, "#part") == []


def test_a_simulation_grows_a_histogram_and_stops(casino: Casino, new_page: NewPage) -> None:
    page = opened(new_page(viewport={"width": 390, "height": 844}), casino, "/matematicas/craps")
    page.get_by_role("tab", name="Simulación").click()
    page.locator("[name=bet]").select_option("pass")
    page.locator("[name=rounds]").select_option("30000000")
    # The sixth part is held back: however fast it runs, it is stopped before its end.
    page.route(re.compile(r"/trial\?.*\bpart=5\b"), lambda route: None)
    page.click("[data-start]")
    rounds = "+document.querySelector('[data-rounds]')?.dataset.rounds"
    page.wait_for_function(f"() => {rounds} === 2_500_000")
    page.wait_for_selector("[data-points]")
    page.click("[data-stop]")
    page.wait_for_selector('[data-running="false"]')
    stopped = int(page.evaluate(rounds))
    assert stopped == 2_500_000
    counts = page.eval_on_selector_all(
        "[data-bars] rect[data-count]", "all => all.map(one => +one.dataset.count)"
    )
    bets = int(page.locator("[data-bars]").get_attribute("data-total") or 0)
    assert sum(counts) == bets > 0 and len(counts) == 2  # the line wins or loses, and no more
    assert abs(float(page.locator("[data-z]").get_attribute("data-z") or 99)) < 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate(FRAMES)
    assert int(page.evaluate(rounds)) == stopped


@pytest.mark.parametrize("lang", ("es", "en"))
def test_the_odds_of_a_table_are_beside_its_bets(
    casino: Casino, new_page: NewPage, lang: str
) -> None:
    page = new_page()
    page.add_init_script(f"localStorage.setItem('tapete.lang', '{lang}')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, casino, "/mesa/ruleta-francesa-1")
    page.wait_for_selector("[data-spot]")
    wanted = ("/odds", "/api/figures", "AtTheTable")  # nothing until somebody asks
    assert not any(part in url for url in asked for part in wanted)
    page.get_by_role("button", name="Odds" if lang == "en" else "Probabilidades").click()
    row = page.locator('[data-table-edge~="rojo/prision"]')
    expect(row).to_contain_text("1.388%" if lang == "en" else "1,388%")
    page.locator('[data-spot="pleno:17"]').hover(force=True)
    tip = page.locator('[data-spot-odds="pleno:17"]')
    expect(tip).to_contain_text("35:1")
    expect(tip).to_contain_text("2.703%" if lang == "en" else "2,703%")
    page.locator('[data-spot="rojo"]').focus()
    expect(page.locator('[data-spot-odds="rojo"]')).to_contain_text("1")
    page.get_by_role("button", name="Odds" if lang == "en" else "Probabilidades").click()
    expect(page.locator("[data-spot-odds]")).to_have_count(0)


@pytest.fixture
def unhurried(tmp_path_factory: pytest.TempPathFactory, casino: Casino) -> Iterator[str]:
    """A casino in which there is time to ask before one decides."""
    folder = tmp_path_factory.mktemp("sin-prisa")
    clocks = Clocks(betting=2.0, decision=300.0, pause=0.2)
    url = f"sqlite:///{folder}/casino.db"
    with served(url, clocks=clocks, games=("black-jack",)) as address:
        yield address


def test_the_book_is_asked_in_the_middle_of_a_hand(
    browser: Browser, unhurried: str, casino: Casino
) -> None:
    context = browser.new_context(locale="es-CL", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(f"{unhurried}/mesa/black-jack-1")
    page.click("form.sit button[type=submit]")
    expect(page.locator("[data-chips]")).to_be_visible()
    guest = Guest(page, Casino(unhurried, casino.store), "black-jack-1")
    # A Black Jack leaves nothing to decide; what the round before paid is still said meanwhile.
    due = f"() => {{ const now = ({NOW})(); return now.bets && !now.total; }}"
    book = "() => !!document.querySelector('[data-book]')"
    while page.wait_for_function(f"() => ({book})() || ({due})()") and not page.evaluate(book):
        guest.spot("principal").first.dispatch_event("click")
    page.click("[data-book]")
    page.wait_for_selector("[data-advice]")
    said = page.locator("[data-advice]").get_attribute("data-advice")
    open_moves = page.eval_on_selector_all("[data-move]", "all => all.map(one => one.dataset.move)")
    assert said in open_moves
    expect(page.locator("[data-advice]")).to_contain_text("El libro dice")
    context.close()
