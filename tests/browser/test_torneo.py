"""A tournament in the browser: the director's desk, a player's page and the clock of the room."""

from __future__ import annotations

import re
import time
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from tapete.floor.people.register import Register
from tests.browser.attended import PASSWORD, Office, come_in
from tests.browser.conftest import NewPage
from tests.browser.guest import LONG, Casino, Guest
from tests.floor.casino import give_chips

ID = "torneo-de-prueba"
GO = "sit-and-go-de-prueba"
PLAYERS = ("ana-t", "bruno-t", "carla-t")
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
BASES = (
    (files("tapete") / "bases" / "ejemplo.toml")
    .read_text("utf-8")
    .replace("2026-05-08", "2025-05-09").replace("2026-05-09T04", "2025-05-10T04")
    .replace("minimo = 10", "minimo = 3").replace("desde = 10", "desde = 3")
)  # fmt: skip


def step(page: Page, name: str, *, sure: bool = False) -> None:
    """A button of a desk; what cannot be taken back is asked once more."""
    page.locator(f"[data-do='{name}']").first.click()
    if sure:
        page.locator("dialog[data-confirm][open] [data-yes]").click()


@pytest.mark.clause(
    "COL-7.4-10",
    "COL-7.5.1-53",
    "COL-9.1-35",
    "COL-2-03",
    "CAT-VII.4.1-02",
    "CAT-VII.4.1-03",
    "COL-7.2-03",
    "COL-7.5.6-01",
    "CAT-VII.3.1-29",
)
def test_a_tournament_from_its_notice_to_its_prizes(casino: Casino, new_page: NewPage) -> None:
    office = Office(casino)
    office.hire("directora-t", "director-de-torneo", "cajero")
    register = Register(casino.store)
    for who in PLAYERS:
        roles = ("jugador",)
        register.admit_staff(who, who.title(), PASSWORD, roles, by="prueba", now=time.time())
    give_chips(casino.store, people=PLAYERS)
    office.post(
        "/api/units", {"kind": "torneo", "id": ID, "row": {"bases": BASES, "unidad": "clp"}}
    )
    office.http.close()
    desk = come_in(new_page(), casino, "directora-t")
    desk.clock.set_fixed_time("2025-04-21T12:00:00")  # the notice is given in time
    desk.goto(f"{casino.address}/torneo/{ID}/direccion")
    wall = new_page(viewport={"width": 1600, "height": 900})
    wall.goto(f"{casino.address}/torneo/{ID}")  # before its notice nobody reads more of it
    expect(wall.locator("[data-withheld]")).to_be_visible()
    expect(wall.get_by_text("60.000")).to_have_count(0)
    for name, stage in (
        ("notify", "notificado"), ("announce", "anunciado"), ("open-registration", "inscripcion"),
    ):  # fmt: skip
        step(desk, name)
        expect(desk.locator(f"[data-stage='{stage}']")).to_be_visible()
    pages = []
    for who in PLAYERS:
        page = come_in(new_page(viewport=PHONE), casino, who)
        page.goto(f"{casino.address}/torneo/{ID}")
        page.get_by_role("button", name="Inscribirme").click()
        expect(page.get_by_text("Usted está inscrito.")).to_be_visible()
        expect(page.get_by_text("comisión $9.000 · 20.000 fichas").first).to_be_visible()
        pages.append(page)
    step(desk, "open-doors")
    step(desk, "accredit")
    expect(pages[0].get_by_text("Mesa 1, asiento")).to_be_visible()
    step(desk, "start")
    wall.goto(f"{casino.address}/torneo/{ID}/reloj")
    expect(wall.get_by_text("25 / 50")).to_be_visible()
    expect(wall.get_by_text("3 / 3")).to_be_visible()
    wall.goto(f"{casino.address}/torneo/{ID}/direccion")  # whoever does not work there is told so
    expect(wall.locator("[data-not-staff]")).to_be_visible()
    expect(wall.locator("[data-do]")).to_have_count(0)
    expect(pages[0].locator("[data-buy]")).to_have_count(2)  # a rebuy and the add-on
    tablet = come_in(new_page(viewport=TABLET), casino, "directora-t")
    tablet.goto(f"{casino.address}/torneo/{ID}/supervisor")
    step(tablet, "deal-hand")
    expect(tablet.locator("[data-do='hand-over']")).to_be_visible()
    step(tablet, "hand-over")
    expect(tablet.locator("[data-do='deal-hand']")).to_be_visible()
    rule_on_a_player(tablet, desk)
    tablet.goto(f"{casino.address}/torneo/{ID}/inscripcion")
    expect(tablet.locator("li[data-player]")).to_have_count(3)
    tablet.goto(f"{casino.address}/torneo/{ID}/asientos")
    expect(tablet.locator("article li")).to_have_count(3)
    expect(tablet.locator("article li b").first).to_have_text(re.compile(r"^\d$"))  # the seat
    step(desk, "close-registration", sure=True)
    expect(desk.get_by_text("Acuerdo de premios")).to_be_visible()
    tablet.goto(f"{casino.address}/torneo/{ID}/premios")
    expect(tablet.locator("ol li")).to_have_count(3)
    for left in (2, 1):
        desk.locator("article [data-person]").first.click()
        desk.get_by_label("Eliminado por…").select_option(index=1)
        step(desk, "eliminate", sure=True)
        expect(desk.locator("article [data-person]")).to_have_count(left)
    expect(desk.locator("[data-stage='terminado']")).to_be_visible()
    step(desk, "pay", sure=True)
    expect(desk.locator("[data-do='pay']")).to_have_count(0)
    expect(pages[0].locator("tr", has_text="campeón")).to_contain_text("$76.500")


def rule_on_a_player(tablet: Page, desk: Page) -> None:
    """The sheet of a player: a row of the table of penalties, hidden chips, a shorter clock; the
    acta at the director's desk calls him by his name."""
    player = tablet.locator("[data-person]").first
    name = player.get_attribute("data-person") or ""
    player.click()
    tablet.get_by_label("Falta", exact=True).select_option("hablar-de-mas")
    expect(tablet.locator("[data-steps]")).to_contain_text("advertencia → 1 vuelta → 2 vueltas")
    step(tablet, "penalise")
    expect(tablet.get_by_text("advertencias: 1")).to_be_visible()
    tablet.locator("[name='reason']").fill("Fichas en el bolsillo")
    tablet.get_by_label("Cuántas fichas").fill("20000")  # all he has: refused with its clause
    step(tablet, "forfeit", sure=True)
    expect(tablet.locator("[data-person-sheet] [data-code='chips-held']")).to_be_visible()
    tablet.get_by_label("Cuántas fichas").fill("500")
    step(tablet, "forfeit", sure=True)
    expect(tablet.get_by_text("19.500 fichas")).to_be_visible()
    tablet.get_by_label("Segundos por decisión").fill("10")
    step(tablet, "shorten-clock")
    expect(tablet.get_by_text("10 s por decisión")).to_be_visible()
    expect(desk.locator("[data-actas] li")).to_have_count(2)
    expect(desk.locator("[data-actas] li").first).to_contain_text(f"{name} · 10 s")


@pytest.mark.clause("COL-7.2-01", "COL-7.5.1-43", "COL-10-01", "COL-7.5.2-28", "COL-7.4-06")
def test_a_newcomer_plays_the_first_hand_of_a_sit_and_go(casino: Casino, new_page: NewPage) -> None:
    """From Torneos in the lobby: enter, start with bots of the house, sit at the table, speak."""
    office = Office(casino)
    row = {"file": "sit-and-go", "unidad": "juego", "jugado": True, "automatico": True,
           "compania": 600}  # fmt: skip
    office.post("/api/units", {"kind": "torneo", "id": GO, "row": row})
    office.http.close()
    page = new_page()
    page.goto(casino.address)
    page.locator(f"[data-torneo='{GO}']").click()
    enter = page.locator("[data-do='enter']")
    enter.wait_for()
    assert (enter.bounding_box() or {})["width"] < 400  # a button, not a bar across the page
    enter.click()
    page.locator("[data-do='invite']").click()
    page.wait_for_url(f"**/mesa/{GO}-mesa-1", timeout=LONG * 1000)
    strip = page.locator(f".strip[data-torneo='{GO}']")
    expect(strip).to_contain_text("25 / 50", timeout=LONG * 1000)
    expect(strip).to_contain_text("9 / 9")
    # He stakes nothing of his own will: whoever calls everything may be out after one hand.
    guest = Guest(page, casino, f"{GO}-mesa-1", quiet=("pasar", "retirarse"))
    guest.until_asked()
    expect(page.get_by_text("Levantarse")).to_have_count(0)
    # What the others have is seen and not counted, and neither is the pot (COL-7.4-06, 7.5.2-28).
    expect(page.get_by_text("≈").first).to_be_visible()
    told = page.locator(".page header [data-about]")
    expect(told).to_contain_text("a la vista, sin contar")
    expect(told.locator("button")).to_have_attribute("title", "Cláusula COL-7.4-06")
    expect(page.get_by_role("button", name="½ pozo")).to_have_count(0)
    header = page.locator(".page header")
    while not re.search(r"Ronda ([2-9]|\d\d)", header.inner_text()):  # the next hand begins
        guest.go_on()
        page.wait_for_function(
            "round => document.querySelector('.page header')?.innerText !== round"
            " || document.querySelector('button[data-move]:not(:disabled)')",
            arg=header.inner_text(), timeout=LONG * 1000,
        )  # fmt: skip
