"""The machine room in the browser: the trainer of video poker, hand-pays, the technician's desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tapete.school.video_poker import deal, weigh
from tests.browser.attended import Office, come_in
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

BY_HAND = """async () => {
  const command = {do: "cash-out", to: "hand", position: 1};
  const csrf = localStorage.getItem("tapete.csrf");
  const headers = {"content-type": "application/json", "x-csrf": csrf};
  const body = JSON.stringify({id: "a-mano", command});
  return (await fetch("/api/units/maquina-3/commands", {method: "POST", headers, body})).status;
}"""


SHARED = {
    "pot": "gran", "condition": "Tres sietes", "me": "norte", "centre": "norte", "up": True,
    "holds": 1_000_000, "of": "clp", "owes": {"sur": 250_000, "este": -1800},
    "waiting": {"sur": 0, "este": 2},
}  # fmt: skip
"""A pot that this casino keeps for two others; the example casino shares none."""


@pytest.mark.clause("CAT-VI.3-02")
def test_the_school_trains_video_poker_and_says_what_a_mistake_costs(
    new_page: NewPage, casino: Casino
) -> None:
    # On a machine just set up the sums are compiled first: whoever practises there waits longer.
    weigh("jacks-or-better", deal("jacks-or-better", 1))
    page = new_page()
    page.goto(f"{casino.address}/escuela")
    page.locator('[data-video-poker] a[href$="jacks-or-better"]').click()
    expect(page.locator(".hand button")).to_have_count(5)
    expect(page.locator(".list tbody tr").first).to_contain_text("escalera real")
    for n in "12345":
        page.keyboard.press(n)
    expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(5)
    page.locator("[data-check]").click()
    verdict = page.locator("[data-right]")
    expect(verdict).to_be_visible(timeout=300_000)
    if verdict.get_attribute("data-right") == "false":  # seldom is all of a hand worth keeping
        expect(page.locator("[data-cost]")).to_contain_text("% de la apuesta")
    expect(page.locator(".list .here")).to_have_count(1)
    page.locator("[data-next]").click()
    expect(page.locator("[data-check]")).to_be_visible()


@pytest.mark.clause("CAT-VI.4.2.1-02", "CAT-VI.4.2.1-03", "CAT-VI.7.1-01")
def test_a_hand_pay_is_signed_and_the_technician_opens_tests_and_closes_a_machine(
    new_page: NewPage, casino: Casino
) -> None:
    player = new_page()
    player.goto(f"{casino.address}/maquina/maquina-3")
    player.get_by_label("Su nombre").fill("Elena")
    player.get_by_role("button", name="y jugar").click()
    expect(player.locator('[data-credits="20000"]')).to_be_visible()
    assert player.evaluate(BY_HAND) == 200
    expect(player.get_by_text("el personal firma y paga")).to_be_visible()

    office = Office(casino)
    person = office.hire("jefa-tecnica", "jefe-de-seccion", "jefe-tecnico")
    office.http.close()
    page = come_in(new_page(), casino, person)
    page.goto(f"{casino.address}/maquinas/sala")
    expect(page.locator("[data-handpays]")).to_contain_text("Elena")
    page.locator('[data-sign="maquina-3"]').click()
    expect(page.locator("[data-handpays]")).to_have_count(0)
    expect(player.locator('[data-credits="0"]')).to_be_visible()

    page.locator('[data-row="maquina-3"] a').click()
    expect(page.locator('[data-agrees="true"]')).to_be_visible()
    events = page.locator("[data-events]")
    expect(events).to_contain_text("Pago manual pagado")
    page.locator('[data-fault="puerta"]').click()
    expect(page.locator('[data-row="maquina-3"]')).to_contain_text("puerta abierta")
    page.locator("[data-self-test]").click()
    expect(page.get_by_text("Autotest hecho")).to_be_visible()
    page.locator('[data-clear="puerta"]').click()
    expect(page.locator('[data-row="maquina-3"]')).not_to_contain_text("puerta abierta")
    page.locator("[data-audit]").click()
    expect(player.get_by_text("En revisión técnica")).to_be_visible()
    page.locator('[data-audit][aria-pressed="true"]').click()  # when the desk knows it, too
    expect(page.locator('[data-row="maquina-3"]')).to_contain_text("en uso")  # Elena is there
    expect(page.locator('[data-row="maquina-3"]')).to_contain_text("Elena")
    expect(events).to_contain_text("Jefa-Tecnica")


@pytest.mark.clause("CAT-VI.4.2.1-02", "CAT-VI.5-02")
def test_the_head_of_the_section_puts_a_machine_out_of_service_and_back_once_it_is_checked(
    new_page: NewPage, casino: Casino
) -> None:
    office = Office(casino)
    person = office.hire("jefe-de-servicio", "jefe-de-seccion")
    office.http.close()
    page = come_in(new_page(), casino, person)
    page.route("**/api/maquinas/shared-pots", lambda route: route.fulfill(json=[SHARED]))
    page.goto(f"{casino.address}/maquinas/sala/maquina-11")
    expect(page.locator('[data-owes="250000"]')).to_have_text("surSe le deben $250.0000")
    expect(page.locator('[data-owes="-1800"]')).to_have_text("esteDebe $1.8002")
    page.locator("[data-service-off]").click()
    expect(page.locator('[data-row="maquina-11"]')).to_contain_text("fuera de servicio")
    boxes = page.locator('[data-service="off"] input')
    expect(boxes).to_have_count(4)
    for box in boxes.all():
        box.check()
    page.locator("[data-service-on]").click()
    expect(page.locator('[data-service="on"]')).to_be_visible()
    expect(page.locator('[data-row="maquina-11"]')).to_contain_text("libre")
    expect(page.locator('[data-sum="juego"]')).to_be_visible()


@pytest.mark.clause("CAT-VI.4.1-03", "CAT-VI.4.2.2-01")
def test_a_player_calls_the_assistant_and_the_lamp_goes_out_when_somebody_comes(
    new_page: NewPage, casino: Casino
) -> None:
    player = new_page()
    player.goto(f"{casino.address}/maquina/maquina-2")
    player.get_by_label("Su nombre").fill("Marta")
    player.get_by_role("button", name="y jugar").click()
    player.get_by_role("button", name="Llamar al asistente").click()
    expect(player.locator("[data-called]")).to_contain_text("Asistente llamado a las")

    office = Office(casino)
    person = office.hire("auxiliar", "auxiliar-de-sala")
    office.http.close()
    page = come_in(new_page(), casino, person)
    page.goto(f"{casino.address}/maquinas/sala")
    expect(page.locator("[data-calls]")).to_contain_text("Marta")
    page.locator('[data-attend="maquina-2"]').click()
    expect(page.locator("[data-no-calls]")).to_be_visible()
    expect(page.locator('[data-machine="maquina-2"]')).to_be_visible()  # where they stand
    expect(player.locator("[data-called]")).to_have_count(0)
    expect(player.get_by_role("button", name="Llamar al asistente")).to_be_visible()
    player.get_by_role("button", name="Cobrar").click()
    expect(player.get_by_role("button", name="y jugar")).to_be_visible()
