"""The croupier's console and the jefe de mesa's desk in a browser, at attended tables, while a
player watches and is paid."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.attended import Office, log_in
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino
from tests.browser.test_client import tab_to


@pytest.fixture(scope="module")
def office(casino: Casino) -> Iterator[Office]:
    found = Office(casino)
    yield found
    found.http.close()


@pytest.mark.clause("CAT-I.3.2-01", "CAT-I.3.2-03", "CAT-I.3.2-07", "CAT-I.3.2-10", "CAT-I.6-04")
def test_a_round_of_roulette_is_dealt_from_the_console(
    casino: Casino, new_page: NewPage, office: Office
) -> None:
    """Opened at the desk, bets by word, a refusal with its clause, a ball that jumps out, the
    result, payments in order with totals; the player sees it; a payment is held and released."""
    table = office.table("ruleta-francesa")
    desk = table.desk(casino, new_page)
    desk.open_table()
    ana = table.player(casino, new_page)
    console = table.console(casino, new_page)
    page = console.page

    console.begin()
    console.asked("bets")
    bet = console.bet(1, "rojo")
    expect(ana.page.locator(f'[data-total="{bet}"]')).to_be_visible()  # she sees her chips go down
    console.chip(500_000)
    page.locator('[data-spot="negro"]').dispatch_event("click")
    refused = page.locator(".refused")
    expect(refused).to_be_visible()
    refused.get_by_role("button", name="¿Por qué?").click()
    expect(page.locator("dialog [data-clause]")).to_be_visible()
    page.keyboard.press("Escape")

    console.do("close-bets")
    console.asked("spin")
    console.irregular("bola-fuera")  # the throw is void and bets are open again
    console.asked("bets")
    console.do("close-bets")
    console.spin("18")
    pays = page.locator("[data-pays] ol li")
    expect(pays).to_have_count(2)  # what is won, and the stake that comes back with it
    expect(pays.first).to_be_in_viewport()  # what is to be paid is seen without scrolling
    name = ana.page.locator(".me").inner_text()  # people are called by their names
    expect(pays.first).to_contain_text(name)
    expect(page.locator('[data-total-seat="1"]')).to_contain_text(spoken(bet))
    expect(page.locator(".rounds")).not_to_contain_text("Usted")  # he acts for her, he is not her
    pays.locator("input").first.check()
    expect(ana.page.locator(f'[data-chips="{200_000 + bet}"]')).to_be_visible()
    assert casino.chips(table.id, 1) == 200_000 + bet

    expect(desk.page.locator(".rounds li").nth(5)).to_be_attached()
    assert desk.page.evaluate(LINES_APART)
    expect(desk.part("holds").locator('[data-hold="1"]')).to_contain_text(name)
    desk.part("holds").locator('[data-hold="1"]').click()
    expect(desk.part("holds").locator('[data-held="1"]')).to_contain_text(name)
    expect(desk.part("holds").locator('[data-held="1"]')).to_contain_text(spoken(bet))
    expect(ana.page.locator('[data-chips="200000"]')).to_be_visible()
    desk.part("holds").locator('[data-held="1"] button.main').click()
    expect(ana.page.locator(f'[data-chips="{200_000 + bet}"]')).to_be_visible()


LINES_APART = """() => {
  const boxes = [...document.querySelectorAll('.rounds :is(h3, li)')].map(
    one => one.getBoundingClientRect());
  return boxes.every((box, n) => n === 0 || box.top >= boxes[n - 1].bottom - 1);
}"""
"""Whether no line of the log lies over the one above it."""


def spoken(amount: int) -> re.Pattern[str]:
    """An amount as the reader writes it."""
    return re.compile(re.escape(f"{amount:,}".replace(",", ".")))


@pytest.mark.clause("CAT-IV.1.4.2-01", "CAT-IV.1.5-04", "CAT-IV.1.5-14")
def test_a_throw_of_dice_and_a_die_that_is_lost(
    casino: Casino, new_page: NewPage, office: Office, axe: Axe
) -> None:
    """The tallador reports the dice. A die leaves the table, others are chosen by word, and whether
    it was found the jefe de mesa rules at his desk before the round is over."""
    table = office.table("craps")
    desk = table.desk(casino, new_page)
    desk.open_table()
    ana = table.player(casino, new_page)
    console = table.console(casino, new_page)
    console.begin()
    console.asked("bets")
    bet = console.bet(1, "pass")
    console.do("close-bets")
    console.asked("roll")
    assert axe.faults(console.page) == []
    console.irregular("dado-fuera")
    chosen = console.asked("choose")
    for die in ("1", "3"):  # the second fell
        chosen.get_by_role("button", name=die, exact=True).click()
    console.say("elegir")
    if console.page.locator('[data-asked="bets"]').count():
        console.do("close-bets")
    console.roll("3", "4")
    console.asked("ruling")
    expect(ana.page.locator('[data-ask="ruling"]')).to_be_visible()
    desk.part("ruling").locator('[data-ruling="si"]').click()
    console.asked("")
    expect(console.page.locator("[data-pays] ol li.bet-won")).to_have_count(1)
    expect(ana.page.locator(f'[data-chips="{200_000 + bet}"]')).to_be_visible()
    assert casino.chips(table.id, 1) == 200_000 + bet


@pytest.mark.clause("CAT-I.1-08", "CAT-I.1-11", "CAT-I.6-02", "CAT-I.6-03", "CAT-III.1.7-01")
def test_black_jack_with_a_card_face_up_and_a_disputed_round(
    casino: Casino, new_page: NewPage, office: Office, axe: Axe
) -> None:
    """Cards in two taps, one that came out face up, the player's word, the payment; then he
    disagrees: the jefe de mesa decides, plays the record again, and decides anew."""
    table = office.table("black-jack")
    desk = table.desk(casino, new_page)
    desk.open_table()
    ana = table.player(casino, new_page)
    console = table.console(casino, new_page)
    console.begin()
    console.asked("bets")
    bet = console.bet(1, "principal")
    console.do("close-bets")
    for card in ("Tc", "7h"):
        console.card(card)
    assert axe.faults(console.page) == []
    console.irregular("carta-descubierta", "Ts")
    console.card("9d")
    expect(ana.page.locator('[data-ask="choose"]')).to_be_visible()  # she may say it herself, too
    console.say("plantarse")
    console.card("Th")
    console.asked("")
    expect(ana.page.locator(f'[data-chips="{200_000 + bet}"]')).to_be_visible()
    assert casino.chips(table.id, 1) == 200_000 + bet
    said = ana.page.locator("aside ol li")
    expect(said.filter(has_text="palabra")).to_have_count(1)

    console.page.locator('[data-more="tip"] summary').click()
    console.page.locator('[data-more="tip"] input[name=about]').fill("la carta quemada")
    console.do("dispute")
    dispute = desk.part("disputes").locator('[data-dispute="1"]')
    expect(dispute).to_contain_text(ana.page.locator(".me").inner_text())
    expect(dispute).to_contain_text("la carta quemada")
    decide(dispute, "vale lo pagado")
    dispute.locator('[data-do="review"]').click()
    replay = desk.page.locator('[data-replay="1"]')
    steps = replay.locator("ol li")
    expect(steps).to_have_count(1)
    desk.do("next")
    expect(steps).to_have_count(2)
    expect(steps).to_contain_text([ana.page.locator(".me").inner_text()])
    desk.do("reviewed")
    decide(dispute, "vale, vista el acta")
    expect(dispute).to_contain_text("vale, vista el acta")


def decide(dispute: Locator, ruling: str) -> None:
    dispute.locator("input").fill(ruling)
    dispute.locator('[data-do="decide"]').click()
    expect(dispute.locator(".good")).to_contain_text(ruling)


@pytest.mark.clause("CAT-I.5.3-01", "CAT-I.5.3-02", "CAT-I.5.5-02", "CAT-I.3.2-10")
def test_places_conduct_and_closing_at_the_desk(
    casino: Casino, new_page: NewPage, office: Office, axe: Axe
) -> None:
    """Fewer places, somebody on the waiting list, a caution before the exclusion, the table
    suspended and opened again, somebody else put on duty; in English, and on a phone."""
    table = office.table("war")
    desk = table.desk(casino, new_page, locale="en-US")
    desk.open_table()
    office.guest("Ana", table.id)
    bruno = office.guest("Bruno")
    page = desk.page
    expect(page.get_by_role("heading", name="Waiting list")).to_be_visible()
    # Nothing has been played there yet: there is no round to speak of.
    expect(page.locator("[data-desk] > header")).not_to_contain_text("Round")

    desk.unfold("places").locator("select[name=capacity]").select_option("1")
    desk.do("capacity")
    waiting = desk.unfold("waiting")
    waiting.locator("[data-search]").fill("bruno")
    waiting.locator("[data-person]").select_option(bruno)
    desk.do("wait")
    expect(waiting.locator(f'[data-waits="{bruno}"]')).to_contain_text("Bruno")
    expect(waiting.locator("summary")).to_contain_text("1")
    waiting.locator(f'[data-waits="{bruno}"] button').click()
    expect(waiting.locator("[data-waits]")).to_have_count(0)

    conduct = desk.part("conduct")
    breach = conduct.locator("select[name=breach]")
    expect(breach).not_to_be_visible()  # what is seldom needed is folded
    desk.unfold("conduct")
    conduct.locator("select[name=player]").select_option(index=1)
    conduct.locator("select[name=breach]").select_option("CAT-I.5.2-03")
    desk.do("exclude")
    desk.confirm()
    refused = page.locator('.refused[data-code="caution-first"]')
    expect(refused).to_be_visible()
    refused.get_by_role("button", name="Why?").click()
    expect(page.locator('dialog [data-clause="CAT-I.5.3-01"]')).to_be_visible()
    page.keyboard.press("Escape")
    desk.do("caution")
    expect(conduct.locator("[data-cautions]")).to_contain_text("CAT-I.5.2-03")
    desk.do("exclude")
    desk.confirm()
    expect(conduct.locator("[data-kept-out]")).to_have_count(1)

    desk.part("direct").locator("input[name=why]").fill("a card is missing")
    desk.do("suspend")
    desk.confirm()
    desk.do("resume")
    expect(desk.part("direct").locator('[data-do="suspend"]')).to_be_visible()

    relief = office.hire(f"relevo-{table.id}", "croupier")
    staff = desk.unfold("staff")
    staff.locator("[data-search]").fill("relevo")
    staff.locator("[data-person]").select_option(relief)
    desk.do("assign")
    expect(staff.locator(f'[data-on-duty="{relief}"]')).to_be_visible()
    assert axe.faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(breach).to_be_visible()


@pytest.mark.clause("CAT-I.3.2-07")
def test_a_throw_with_the_keyboard_alone_and_a_colour_bought_after_it(
    casino: Casino, new_page: NewPage, office: Office, axe: Axe
) -> None:
    table = office.table("ruleta-americana-un-cero")
    desk = table.desk(casino, new_page)
    desk.open_table()
    office.guest("Ana", table.id)
    console = table.console(casino, new_page, locale="en-US")
    page = console.page
    page.get_by_role("button", name="Bright room").click()
    page.locator("#main").focus()
    tab_to(page, '[data-do="begin"]')
    page.keyboard.press("Enter")
    console.asked("bets")
    tab_to(page, '[data-do="close-bets"]')
    page.keyboard.press("Enter")
    console.asked("spin")
    assert axe.faults(page) == []
    tab_to(page, '[data-result="0"]')
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    came = page.evaluate("document.activeElement.dataset.result")
    assert came != "0"
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Record {came}")).to_be_enabled()
    tab_to(page, '[data-do="record"]')
    page.keyboard.press("Enter")
    console.asked("")
    expect(page.locator("li.last")).to_have_text(came)
    acts = page.locator('[data-more="acts"]')
    acts.locator("summary").click()
    acts.locator('[data-act="comprar-color"]').click()
    acts.locator("select[name=seat]").select_option("1")
    acts.locator("select[name=colour]").select_option("azul")
    acts.locator("input[name=value]").fill("1000")
    acts.locator("input[name=amount]").fill("20000")
    console.do("act")
    expect(page.locator('button[data-seat="1"]')).to_contain_text("CLP180,000")
    console.begin()
    page.locator('button[data-seat="1"]').click()
    page.locator("select[name=colour-chips]").select_option("color:azul")
    assert console.bet(1, "rojo") == 1000  # a chip of the colour, none of the money chips
    expect(page.locator('button[data-seat="1"]')).to_contain_text("CLP180,000")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_administrator_prepares_a_table_and_its_people_come_in(
    casino: Casino, new_page: NewPage, office: Office, axe: Axe
) -> None:
    admin = log_in(new_page(), casino, office.id)
    admin.get_by_role("link", name="Mis mesas").click()
    admin.select_option("select[name=game]", "big-six")
    admin.click('[data-do="prepare"]')
    made = admin.locator("[data-made]")
    expect(made).to_be_visible()
    assert axe.faults(admin) == []
    table = made.get_attribute("data-made") or ""
    assert table == "big-six-2"  # the next number of the game
    account = made.locator('[data-role="croupier"]')
    croupier = account.get_attribute("data-account") or ""
    assert croupier == "croupier-big-six-2"
    page = log_in(new_page(), casino, croupier, account.locator("[data-password]").inner_text())
    page.goto(f"{casino.address}/consola")
    rows = page.locator("[data-duty]")
    expect(rows).to_have_count(1)  # his own table, and no other
    rows.get_by_role("link", name="Consola").click()
    expect(page).to_have_url(f"{casino.address}/consola/{table}")
    expect(page.locator("[data-asked]")).to_contain_text("la abre el jefe de mesa")
    for role, asked in ((None, 0), ("croupier", 1)):  # his page learns it by itself
        office.post(f"/api/tables/{table}/staff", {"person": croupier, "role": role})
        expect(page.locator("[data-asked]")).to_have_count(asked)
