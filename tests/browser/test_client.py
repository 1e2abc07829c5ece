"""The client itself: refusals with their clause, cuts, keyboard, accessibility, languages, size."""

from __future__ import annotations

import gzip
import time

import pytest
from playwright.sync_api import Page, Response, WebSocketRoute, expect

from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import CROWDED, Casino, Guest

FIRST_TABLE_MAX = 250_000


def test_a_refusal_shows_its_clause(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "chuck-a-luck-1").sit_at_once()
    guest.until_bets()
    guest.choose_chip(500_000)  # more than one has
    guest.spot("low").dispatch_event("click")
    refused = guest.page.locator(".refused")
    expect(refused).to_be_visible()
    refused.get_by_role("button", name="¿Por qué?").click()
    rule = guest.page.locator("dialog [data-clause]")
    expect(rule).to_be_visible()
    clause = rule.get_attribute("data-clause")
    read = guest.page.evaluate(f"fetch('/api/clauses/{clause}?lang=es').then(r => r.json())")
    assert rule.inner_text() == read["rule"]
    assert guest.on_cloth == 0


def test_a_payment_shows_its_clause(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "big-six-1").sit_at_once()
    guest.until_bets()
    guest.bet("1")
    guest.until_settled()
    guest.page.locator("[data-settled] li button").first.click()
    expect(guest.page.locator("dialog [data-clause]")).to_contain_text(" ")


def test_cut_off_in_mid_round_it_goes_on_where_it_was(casino: Casino, new_page: NewPage) -> None:
    sockets: list[WebSocketRoute] = []
    sent: list[str | bytes] = []
    deaf = False

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        sockets.append(route)

        def up(message: str | bytes) -> None:
            sent.append(message)
            if not deaf:
                server.send(message)

        route.on_message(up)
        server.on_message(lambda message: route.send(message))  # its answer to the bet before too

    page = new_page()
    page.route_web_socket("**/socket*", between)
    guest = Guest(page, casino, "ruleta-americana-un-cero-1").sit_at_once()
    guest.until_bets()
    guest.bet("rojo")
    many = len(sockets)
    deaf = True  # the server does not hear the next bet any more
    guest.spot("pleno:7").dispatch_event("click")
    while not any("pleno:7" in str(message) for message in sent):
        page.evaluate("0")  # what the page sends is heard while it is spoken to
    deaf = False
    sockets[-1].close(code=4000, reason="cut")
    guest.page.wait_for_function(
        "() => +document.querySelector('[data-total]').dataset.total > 500"
    )
    assert len(sockets) == many + 1 and "start=" in sockets[-1].url
    again = [message for message in sent if "pleno:7" in str(message)]
    assert len(again) == 2 and again[0] == again[1]  # the same command, with the same id
    guest.until_settled()
    page.get_by_role("button", name="Ver todo").click()  # the log shows one's own by itself
    numbers = page.eval_on_selector_all("li[data-n]", "all => all.map(one => +one.dataset.n)")
    assert sorted(numbers) == list(range(min(numbers), max(numbers) + 1))  # nothing was missed
    guest.until_agrees()


def test_with_the_keyboard_alone(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    page.goto(casino.address)
    page.wait_for_selector("[data-table]")
    tab_to(page, '[data-table="ruleta-francesa-1"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("form.sit")
    tab_to(page, "form.sit button[type=submit]")
    page.keyboard.press("Enter")
    guest = Guest(page, casino, "ruleta-francesa-1")
    expect(page.locator("[data-chips]")).to_be_visible()
    guest.until_bets()
    tab_to(page, "[data-spot]")
    reached = [focused(page)]
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        reached.append(focused(page))
    assert len(set(reached)) > 2
    page.keyboard.press("Enter")
    guest.until_on_cloth(1)
    page.keyboard.press("Delete")
    expect(page.locator('[data-total="0"]')).to_be_visible()
    page.keyboard.press("Space")
    guest.until_on_cloth(1)
    page.keyboard.press("Space")  # as the list of keys says, also where a spot has the focus
    expect(page.locator("[data-settled]")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(120):
        if page.evaluate("what => document.activeElement?.matches(what) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {selector}")


def focused(page: Page) -> str | None:
    return page.evaluate("document.activeElement?.dataset.spot")


MACHINES = (2, 5, 7, 8, 9, 10, 12, 13)
"""One of each kind, by its number."""
MAIN = ("/", "/entrar", "/torneos", "/bingo", "/matematicas", "/matematicas/ruleta-francesa",
        "/bingo/bingo-practica", "/bingo/bingo-practica/pantalla",
        "/mesa/ruleta-francesa-1/pantalla", "/mesa/punto-y-banca-1/pantalla",
        *(f"/maquina/maquina-{n}" for n in MACHINES),
        "/escuela/hoy", "/escuela/examen/black-jack", "/escuela/video-poker/jacks-or-better",
        "/no-existe")  # fmt: skip
"""Pages for everybody. School and drills, tables, office and desks are gone over where tests have
them open."""


def test_axe_finds_no_fault(casino: Casino, new_page: NewPage, axe: Axe) -> None:
    page = new_page()
    found: list[str] = []
    for path in MAIN:
        page.goto(casino.address + path)
        page.wait_for_selector("main :is(h1, h2), [data-wall] svg, .wall svg")
        found += axe.faults(page)
    guest = Guest(page, casino, "ruleta-francesa-1").sit_at_once()
    guest.page.locator("li.announced button").first.click()  # Why?
    expect(guest.page.locator("dialog [data-clause]")).to_be_visible()
    found += axe.faults(page)
    page.keyboard.press("Escape")
    guest.leave()
    assert found == []


MONEY_IN_SIGHT = """() => {
  const [result, money] = ['[data-outcome]', '.mine > dl'].map(
    one => document.querySelector(one)?.getBoundingClientRect());
  const felt = document.querySelector('.stage').getBoundingClientRect();
  return !!result && !!money && result.top >= felt.bottom
    && (result.bottom <= money.top || result.right <= money.left);
}"""


def test_the_result_of_a_round_leaves_the_felt_and_the_money_in_sight(
    casino: Casino, new_page: NewPage
) -> None:
    guest = Guest(new_page(), casino, "big-six-1").sit_at_once()
    guest.until_bets()
    expect(guest.page.locator("[data-first]")).to_be_visible()
    felt = guest.page.locator(".stage").bounding_box()
    guest.bet("1")
    for width, height in ((1024, 768), (1280, 900)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(CROWDED) == []  # nothing leaves the panel under the felt
    guest.ready()
    guest.page.wait_for_function(MONEY_IN_SIGHT)  # while it is there
    # The hint of the first round is gone: nothing under the pointer moved.
    expect(guest.page.locator("[data-first]")).to_have_count(0)
    assert guest.page.locator(".stage").bounding_box() == felt
    guest.leave()


def test_the_search_of_the_lobby_stays_on_its_line_in_either_language(
    casino: Casino, new_page: NewPage
) -> None:
    for locale in ("es-CL", "en-GB"):
        page = new_page(locale=locale)
        page.goto(casino.address)
        expect(page.locator(".find .rooms button").last).to_be_visible()
        expect(page.locator("[data-pot]")).to_have_count(1)  # its button is there too
        tops = "[...document.querySelectorAll('.find > *')].map(one => one.offsetTop)"
        assert len(set(page.evaluate(tops))) == 1


def test_the_lobby_finds_tables(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    page.goto(casino.address)
    cards = page.locator('[data-table$="-1"]')  # others may have been put up by then
    expect(cards).to_have_count(30)
    page.get_by_role("button", name="Dados").click()
    expect(cards).to_have_count(4)
    page.get_by_role("button", name="Todas").click()
    page.get_by_role("button", name="Con pozo").click()
    expect(page.locator("[data-pot]")).to_have_count(1)
    assert 0 < cards.count() < 30
    page.get_by_role("button", name="Con pozo").click()
    page.get_by_label("Buscar una mesa").fill("frances")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("$1.000 a $2.000.000")


def test_both_languages(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{casino.address}/mesa/ruleta-francesa-1")
    expect(page.get_by_role("heading", name="Ruleta Francesa")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "es-CL"
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_role("heading", name="French Roulette")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down as a guest")).to_be_visible()
    expect(page.locator('[data-spot="negro"]')).to_have_attribute("aria-label", "black")
    assert page.evaluate("document.documentElement.lang") == "en-GB"
    page.click("form.sit button[type=submit]")
    expect(page.locator("li.announced").first).not_to_contain_text("Hagan")
    page.reload()
    expect(page.get_by_role("heading", name="French Roulette")).to_be_visible()


def test_coming_in_and_going_out(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{casino.address}/entrar")
    page.get_by_label("Su nombre en la mesa").fill("Rosa")
    page.get_by_role("button", name="Entrar como invitado").click()
    expect(page.get_by_text("Rosa")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Rosa")).to_be_visible()
    page.get_by_role("button", name="Salir").click()
    expect(page.get_by_role("link", name="Entrar")).to_be_visible()


def test_on_a_phone_the_cloth_is_tall(casino: Casino, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    guest = Guest(page, casino, "ruleta-americana-doble-cero-1").sit_at_once()
    zero, one = guest.spot("pleno:0").bounding_box(), guest.spot("pleno:1").bounding_box()
    assert zero is not None and one is not None and zero["y"] < one["y"]
    assert one["width"] > 40 and one["height"] > 34
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    guest.until_bets()
    guest.spot("pleno:2").tap()
    guest.until_on_cloth(1)


ABOVE_THE_DOCK = """() => {
  const [lowest, dock] = ['[data-spot=horn]', '.dock'].map(
    one => document.querySelector(one)?.getBoundingClientRect());
  return lowest.bottom <= dock.top;
}"""


def test_on_a_phone_the_whole_cloth_of_craps_is_seen_and_the_missing_line_said(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    guest = Guest(page, casino, "mini-craps-1").sit_at_once()
    guest.until_bets()
    page.locator("[data-first] .x").click()
    expect(page.locator("[data-first]")).to_have_count(0)
    page.wait_for_function(ABOVE_THE_DOCK)
    # Without a bet on a line nobody throws (CAT-IV.1.5-08): it is said what the dice wait for.
    guest.bet("field")
    missing = page.get_by_text("Falta una apuesta de línea")
    expect(missing).to_be_visible()
    guest.bet("pass")
    expect(missing).to_have_count(0)
    page.get_by_role("button", name="Quitar todo").click()
    expect(page.locator('[data-total="0"]')).to_be_visible()
    guest.leave()


def test_the_first_table_is_small(
    casino: Casino, new_page: NewPage, capsys: pytest.CaptureFixture[str]
) -> None:
    page = new_page()
    bodies: dict[str, bytes] = {}

    def note(response: Response) -> None:
        if response.ok and "/api/tables" not in response.url:
            bodies[response.url] = response.body()

    page.on("response", note)
    began = time.monotonic()
    page.goto(f"{casino.address}/mesa/ruleta-francesa-1")
    page.wait_for_selector("[data-spot]")
    took = time.monotonic() - began
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(body)) for body in bodies.values())
    with capsys.disabled():
        print(f"\nfirst table: {size / 1000:.0f} kB compressed, usable after {took:.2f} s")
    assert size < FIRST_TABLE_MAX
