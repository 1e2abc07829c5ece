"""Cage, floor, people and audit in the browser, each as the person whose page it is."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tapete.core.book.account import BANK, PLAY
from tapete.floor.money.accounts import at_table, wallet
from tapete.floor.people.person import check_digit
from tapete.floor.people.register import Register
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest
from tests.browser.test_client import tab_to

PASSWORD = "una clave larga y buena"
STAFF = {
    "cajera": ("cajero",), "fiscal": ("fiscalizador",), "gerenta": ("administrador",),
    "jefa": ("jefe-de-mesa", "jefe-de-sala"), "repartidor": ("croupier",),
    "tecnica": ("jefe-tecnico",), "jugadora": ("jugador",),
    "todo": ("cajero", "fiscalizador", "administrador"),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def staff(casino: Casino) -> Iterator[None]:
    register = Register(casino.store)
    for id, roles in STAFF.items():
        register.admit_staff(id, id.title(), PASSWORD, roles, by="prueba", now=time.time())
    yield


def come_in(page: Page, casino: Casino, who: str, path: str) -> Page:
    page.goto(f"{casino.address}/entrar")
    page.wait_for_selector("form")
    page.evaluate(
        """async ([id, password]) => {
          const sent = {method: "POST", headers: {"content-type": "application/json"},
                        body: JSON.stringify({id, password})};
          const me = await (await fetch("/api/login", sent)).json();
          localStorage.setItem("tapete.csrf", me.csrf);
        }""",
        [who, PASSWORD],
    )
    page.goto(casino.address + path)
    return page


def count(page: Page, tray: str, pieces: dict[int, int]) -> None:
    for value, many in pieces.items():
        page.fill(f'[data-tray="{tray}"] [data-piece="{value}"]', str(many))


def some_rut(number: int) -> str:
    return f"{number}-{check_digit(str(number))}"


@pytest.mark.clause("CAT-I.2-01", "COL-11-01")
def test_a_cashier_registers_somebody_sells_chips_and_cashes_them(
    casino: Casino, new_page: NewPage
) -> None:
    page = come_in(new_page(), casino, "cajera", "/caja")
    rut = some_rut(15_222_333)
    page.get_by_text("Registrar a una persona").click()
    form = page.locator("[data-register]")
    form.get_by_label("Nombre").fill("Amanda Rojas")
    form.get_by_label("RUT").fill("15.222.333-0")
    expect(form.get_by_text("no calza")).to_be_visible()
    form.get_by_label("RUT").fill(rut)
    expect(form.get_by_text("verificador calza")).to_be_visible()
    form.get_by_label("Fecha de nacimiento").fill("1991-02-03")
    form.get_by_label("Domicilio").fill("Los Aromos 12, Santa Cruz")
    form.get_by_label("Contraseña").fill(PASSWORD)
    form.get_by_role("button", name="Registrar").click()
    expect(page.locator("[data-served]")).to_contain_text(rut)
    amanda = Register(casino.store).by_login(rut)
    assert amanda is not None
    assert amanda.address == "Los Aromos 12, Santa Cruz"  # where registered letters go

    count(page, "money", {20_000: 2, 5_000: 2})
    hand = page.locator("[data-hand]")
    expect(hand).to_be_disabled()  # the chips are not counted yet
    count(page, "chips", {25_000: 1, 5_000: 5})
    hand.click()
    paper = page.locator("[data-receipt]")
    expect(paper).to_contain_text("$50.000")
    expect(paper.locator("[data-number]")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator("[data-wallet]")).to_have_attribute("data-wallet", "50000")
    assert casino.store.balance(wallet(amanda.id)) == 50_000
    ids = paper.locator("[data-movement]").evaluate_all("all => all.map(x => x.dataset.movement)")
    assert len(ids) == 2 and ids[0] == f"{paper.get_attribute('data-receipt')}:0"

    page.get_by_role("button", name="Canjear fichas").click()
    count(page, "chips", {5_000: 4})
    page.locator("[data-tray=money] [data-suggest]").click()
    hand.click()
    expect(page.locator("[data-wallet]")).to_have_attribute("data-wallet", "30000")
    assert casino.store.balance(wallet(amanda.id)) == 30_000
    expect(paper).to_contain_text("Canje de fichas")
    paper.get_by_role("button", name="¿Por qué?").first.click()
    expect(page.locator("dialog [data-clause]")).to_contain_text(" ")


@pytest.mark.clause("CAT-I.2-01")
def test_a_fill_and_the_close_of_the_day(casino: Casino, new_page: NewPage) -> None:
    page = come_in(new_page(), casino, "cajera", "/caja/mesas")
    before = casino.store.balance(at_table("canal-21-1", BANK, PLAY))
    page.get_by_label("Banca de la mesa").select_option("canal-21-1")
    count(page, "chips", {100_000: 7})
    page.locator("[data-fill]").click()
    expect(page.locator("[data-receipt]")).to_contain_text("Canal 21, mesa 1")
    row = page.locator("[data-bank=canal-21-1]")
    expect(row).to_have_attribute("data-held", str(before + 700_000))
    assert casino.store.balance(at_table("canal-21-1", BANK, PLAY)) == before + 700_000

    page.get_by_role("link", name="Cierre del día").click()
    running = page.locator("[data-running]")
    expect(running.locator("[data-day-table=canal-21-1]")).to_contain_text("$700.000")
    day = running.get_attribute("data-running") or ""
    page.locator("[data-close-day]").click()
    page.get_by_role("button", name="Sí, cerrar").click()
    closed = page.locator(f'[data-closed="{day}"]')
    expect(closed.locator("[data-day-table=canal-21-1]")).to_contain_text(
        "$700.000", timeout=300_000
    )
    expect(running).not_to_have_attribute("data-running", day)
    page.get_by_role("link", name="Días cerrados").click()
    expect(page.locator(f'[data-day="{day}"]')).to_contain_text("Cerrado por Cajera")


def test_who_approves_what_runs_finds_the_page_and_is_named_there(
    casino: Casino, new_page: NewPage
) -> None:
    page = come_in(new_page(), casino, "tecnica", "/fiscalia")
    page.get_by_role("link", name="Programa").click()
    expect(page.locator("[data-program]")).to_have_attribute("data-program", "fine")
    expect(page.get_by_text("al arrancar el casino")).to_be_visible()
    page.evaluate(
        """() => fetch("/api/program/approve",
          {method: "POST", headers: {"x-csrf": localStorage.getItem("tapete.csrf")}})"""
    )
    page.get_by_role("button", name="Comprobar ahora").click()
    expect(page.get_by_text("por Tecnica")).to_be_visible()

    page = come_in(new_page(), casino, "jefa", "/fiscalia/programa")  # she looks, and no more
    expect(page.get_by_text("por Tecnica")).to_be_visible()
    expect(page.get_by_role("button", name="Comprobar ahora")).to_have_count(0)


@pytest.mark.clause("CAT-I.3.2-10")
def test_the_floor_shows_a_table_change_and_who_sits_there(
    casino: Casino, new_page: NewPage
) -> None:
    page = come_in(new_page(), casino, "gerenta", "/sala")
    page.get_by_text("Poner una mesa").click()
    form = page.locator("[data-new-table]")
    form.get_by_label("Juego").select_option("war")
    form.get_by_label("Nombre de la mesa").fill("guerra-2")
    form.get_by_role("button", name="Poner la mesa").click()
    table = page.locator("[data-floor=guerra-2]")
    expect(table).to_have_attribute("data-players", "0")
    expect(table).to_have_attribute("data-state", "waiting")
    guest = Guest(new_page(), casino, "guerra-2").sit()
    expect(table).to_have_attribute("data-players", "1")
    expect(table).to_have_attribute("data-state", "betting")
    table.click()
    expect(page.locator("[data-file=guerra-2]")).to_contain_text("Invitado")
    expect(page.get_by_role("link", name="Ir a la mesa")).to_have_attribute(
        "href", "/mesa/guerra-2"
    )
    guest.leave()
    expect(table).to_have_attribute("data-players", "0")


@pytest.mark.clause("CAT-I.3.2-10")
def test_a_chief_puts_a_croupier_on_duty_by_name_and_goes_to_the_desk(
    casino: Casino, new_page: NewPage
) -> None:
    page = come_in(new_page(), casino, "gerenta", "/sala")
    page.get_by_text("Poner una mesa").click()
    form = page.locator("[data-new-table]")
    form.get_by_label("Juego").select_option("war")
    form.get_by_label("Nombre de la mesa").fill("war-atendida")
    form.get_by_label("Atendida por croupier").check()
    form.get_by_role("button", name="Poner la mesa").click()
    come_in(page, casino, "jefa", "/sala")
    page.locator("[data-floor=war-atendida]").click()
    file = page.locator("[data-file=war-atendida]")
    expect(file.get_by_role("heading", name="War atendida")).to_be_visible()
    file.get_by_label("Quién").select_option(label="Repartidor")
    file.locator("[data-assign]").click()
    expect(file.get_by_role("button", name="Relevar a Repartidor")).to_be_visible()
    file.get_by_role("link", name="Puesto del jefe").click()
    page.wait_for_url(f"{casino.address}/mesa-jefe/war-atendida")
    expect(page.locator("[data-do=open]")).to_be_visible()


def inside(page: Page) -> bool:
    """Whether every field and button of the page lies inside the panel it belongs to."""
    found: bool = page.evaluate(
        """() => {
          const right = (one) => one.getBoundingClientRect().right;
          const all = [...document.querySelectorAll(".panel :is(input, select, button)")];
          return all.every((one) => right(one) <= right(one.closest(".panel")));
        }"""
    )
    return found


@pytest.mark.clause("CAT-I.2-01", "CAT-VII.3.1-03")
def test_a_person_is_found_by_name_seen_by_number_and_kept_out_from_the_same_file(
    casino: Casino, new_page: NewPage
) -> None:
    rut = some_rut(16_777_216)
    register = Register(casino.store)
    who = register.admit(
        "Zulema Zapata", rut, "1980-01-02", PASSWORD, by="prueba", now=time.time()
    )  # fmt: skip
    page = come_in(new_page(), casino, "gerenta", "/personas")
    page.locator("[data-find]").fill("zulema")
    page.keyboard.press("Enter")
    sheet = page.locator(f"[data-picked={who.id}]")
    expect(sheet).to_contain_text(rut)
    assert who.id not in page.locator("main").inner_text()
    sheet.get_by_text("Cambiar cargos").click()
    sheet.get_by_label("vendedor").check()
    sheet.get_by_role("button", name="Guardar cargos").click()
    expect(sheet.get_by_role("list", name="Cargos")).to_contain_text("vendedor")
    sheet.get_by_text("Impedir la entrada", exact=True).first.click()
    sheet.get_by_role("button", name="Impedir la entrada").click()
    expect(sheet.locator("[data-barred]")).to_contain_text("el casino lo excluyó")
    assert inside(page)
    for tab in (
        "Registrar a una persona",
        "Nuevo empleado",
        "Impedir la entrada",
        "Datos personales",
    ):
        page.get_by_role("navigation", name="Partes de Personas").get_by_role(
            "link", name=tab
        ).click()
        expect(page.get_by_role("link", name=tab)).to_have_attribute("aria-current", "page")
        assert inside(page)


@pytest.mark.clause("CAT-I.6-03")
def test_the_auditor_finds_a_round_sees_it_again_and_verifies_it(
    casino: Casino, new_page: NewPage
) -> None:
    guest = Guest(new_page(), casino, "war-1").sit()
    guest.until_bets()
    guest.bet("war")
    guest.until_settled()
    guest.leave()
    page = come_in(new_page(), casino, "fiscal", "/fiscalia")
    page.get_by_label("Mesa").select_option("war-1")
    page.get_by_role("button", name="Buscar").click()
    expect(page.locator("tr[data-round]").first).to_contain_text("War 1")
    expect(page.locator("tr[data-round]:not([data-round^=war-1])")).to_have_count(0)
    number = played_round(casino)  # by its whole number: round 1 is not round 12
    page.locator(f'tr[data-round="war-1/{number}"]:not(.quiet) a').first.click()
    controls = page.locator("[data-at]")
    expect(controls).to_have_attribute("data-at", "0")
    events = int(controls.get_attribute("data-all") or 0)
    tab_to(page, "[data-go=next]")  # with the keyboard, step by step to the end
    for n in range(1, events + 1):
        page.keyboard.press("Enter")
        expect(controls).to_have_attribute("data-at", str(n))
    said = page.locator(f'[data-event="{events}"] > button').first.inner_text()
    assert (page.locator("[data-now]").inner_text() or "-") in said
    page.click("[data-go=payment]")  # cards lie on the game's own cloth, chips before they go
    page.click("[data-go=prev]")
    expect(page.locator(".stage .chips > g")).not_to_have_count(0)
    expect(page.locator(".stage")).to_contain_text("Invitado")
    expect(page.locator('.stage [role=img][aria-label^="croupier:"]')).to_be_visible()
    page.click("[data-prove]")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "good")
    for what in ("seal", "play", "chain", "money"):
        expect(page.locator(f"[data-proof={what}]")).to_have_attribute("data-outcome", "good")
    page.locator("[data-event] button.why").first.click()
    expect(page.locator("dialog [data-clause]")).to_contain_text(" ")
    page.keyboard.press("Escape")
    page.get_by_label("Idioma").select_option("en")
    expect(page.get_by_role("button", name="Verify")).to_be_visible()
    page.get_by_role("button", name="To the payment").click()
    expect(page.locator("[data-now]")).not_to_be_empty()


def played_round(casino: Casino) -> int:
    """The last round of War in which somebody won or lost."""
    from sqlalchemy import select

    from tapete.floor.storage import schema

    r, s = schema.rounds, schema.steps
    ended = (s.c.unit_id == r.c.unit_id) & (s.c.round == r.c.number) & (s.c.number <= r.c.step)
    query = (
        select(r.c.number, s.c.events).join(s, ended).where(r.c.unit_id == "war-1")
        .order_by(r.c.step.desc())
    )  # fmt: skip
    with casino.store.engine.connect() as connection:
        rows = connection.execute(query).all()
    return next(row.number for row in rows if re.search("! bet-(won|lost)", row.events))


@pytest.mark.clause("CAT-I.3.2-10", "CAT-I.2-01", "CAT-I.6-03")
def test_a_player_is_refused_with_the_clause_and_reads_her_own_account(
    browser: Browser, casino: Casino
) -> None:
    context = browser.new_context(locale="es-CL", reduced_motion="reduce")
    try:
        page = come_in(context.new_page(), casino, "jugadora", "/cuenta")
        expect(page.get_by_role("link", name="Mi cuenta")).to_be_visible()
        expect(page.get_by_role("link", name="Caja")).to_have_count(0)
        for path in ("/caja", "/sala", "/fiscalia"):
            page.goto(casino.address + path)
            refused = page.locator('.refused[data-code="not-your-role"]')
            expect(refused).to_be_visible()
            refused.get_by_role("button", name="¿Por qué?").click()
            expect(page.locator("dialog [data-clause]")).to_contain_text(" ")
        assert page.locator("[data-floor], [data-round], [data-tray]").count() == 0
    finally:
        context.close()


def test_axe_finds_no_fault_in_the_office(casino: Casino, new_page: NewPage, axe: Axe) -> None:
    page = new_page()
    found: list[str] = []
    come_in(page, casino, "todo", "/cuenta")
    page.wait_for_selector("main h1")
    found += axe.faults(page)
    for path, ready in (
        ("/caja", "[data-find]"), ("/sala", "[data-floor]"), ("/personas", "[data-find]"),
        ("/personas/empleados", "[data-hire]"), ("/personas/impedidos", "[data-bar]"),
        ("/fiscalia/ediciones", "[data-change]"),
    ):  # fmt: skip
        page.goto(casino.address + path)
        page.wait_for_selector(ready)
        found += axe.faults(page)
    assert found == []
