"""The account page: own limits that hold at a machine, and a passkey that comes in and signs."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tapete.floor.audit.whole import check_signatures
from tapete.floor.people.register import Register
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

PASSWORD = "una clave larga y buena"


def with_authenticator(page: Page) -> None:
    """The browser has a passkey of its own in it, whose owner always says yes."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    about = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": about})


def test_limits_are_set_on_the_account_page_and_looser_ones_wait(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/entrar")
    page.get_by_role("button", name="Entrar como invitado").click()
    page.wait_for_url(f"{casino.address}/")
    page.goto(f"{casino.address}/cuenta")
    panel = page.locator("[data-limits]")
    panel.get_by_label("Perder a lo más").fill("5000")
    panel.get_by_role("button", name="Guardar límites").click()
    expect(panel.get_by_role("status")).to_have_text("Guardado.")
    panel.get_by_label("Perder a lo más").fill("9000")
    panel.get_by_role("button", name="Guardar límites").click()
    expect(panel.locator('[data-later="loss"]')).to_contain_text("9.000")
    expect(panel.get_by_label("Perder a lo más")).to_have_value("5000")
    panel.get_by_role("button", name="Tomar una pausa").click()
    expect(panel.locator("[data-resting]")).to_be_visible()


def test_a_passkey_is_added_signs_the_close_of_a_day_and_lets_its_owner_in(
    own_casino: Casino, new_page: NewPage
) -> None:
    register = Register(own_casino.store)
    register.admit_staff(
        "tesorera", "Tere Soto Díaz", PASSWORD, ("cajero",), by="prueba", now=time.time()
    )  # fmt: skip
    here = own_casino.address.replace("127.0.0.1", "localhost")
    page = new_page()
    with_authenticator(page)
    page.goto(f"{here}/entrar")
    page.get_by_label("Nombre o RUT").fill("tesorera")
    page.get_by_label("Contraseña", exact=True).fill(PASSWORD)
    page.locator("form").last.get_by_role("button", name="Entrar", exact=True).click()
    page.wait_for_url(f"{here}/")
    page.get_by_role("banner").get_by_role("link", name="Tere Soto Díaz").click()
    panel = page.locator("[data-security]")
    panel.get_by_label("Su contraseña").fill(PASSWORD)
    panel.locator("[data-add-passkey]").click()
    expect(panel.locator('[data-factor="llave"]')).to_be_visible()
    page.evaluate(
        """async () => fetch("/api/days/2026-01-02", {method: "POST", headers: {
          "content-type": "application/json", "x-csrf": localStorage.getItem("tapete.csrf")}})"""
    )
    page.goto(f"{here}/caja")
    page.get_by_role("link", name="Días cerrados").click()
    page.locator("[data-sign]").click()
    expect(page.locator('[data-signed="tesorera"]')).to_contain_text("Tere Soto Díaz, cajero")
    expect(page.locator("[data-sign]")).to_have_count(0)  # nobody signs twice
    assert list(check_signatures(own_casino.store)) == []
    page.evaluate("localStorage.clear()")
    page.context.clear_cookies()
    page.goto(f"{here}/entrar")
    page.get_by_label("Nombre o RUT").fill("tesorera")
    page.get_by_role("button", name="Entrar con llave de acceso").click()
    page.wait_for_url(f"{here}/")
