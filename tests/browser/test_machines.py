"""Gaming machines in the browser: a guest loads, plays reels and video poker, and is paid out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.attended import Office, come_in
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

OFFERED = {"ask": "choose", "options": [{"name": "seguro", "low": 50, "high": 250}, {"name": "no"}]}
STOPS = re.compile(r"^\d+-\d+-\d+$")
FIGURES = re.compile(r"^[a-z]+-[a-z]+-[a-z]+$")


WHOLE = """() => {
  scrollTo(0, 0);
  const felt = document.querySelector(".stage")?.getBoundingClientRect();
  const bar = document.querySelector(".deck")?.getBoundingClientRect();
  return felt && bar && felt.bottom <= bar.top && bar.bottom <= innerHeight;
}"""
"""Whether the felt stands over the bar, and both on the screen."""


def whole_machine_is_seen(page: Page, also: Callable[[], bool] = lambda: True) -> None:
    before = page.viewport_size
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(WHOLE)
        assert also()
    if before:
        page.set_viewport_size(before)


STRIPS = "fetch('/api/maquinas/maquina-1/program/tres-cerezas').then(r => r.json())"
STANDING = """() => [...document.querySelectorAll(".reel")].map(
  (reel) => [...reel.querySelectorAll("[data-figure]")].map((one) => one.dataset.figure))"""
"""The figures that are seen on each reel."""
APART = """(parts) => parts.every((one, n) => parts.slice(n + 1).every((other) => {
  const [a, b] = [one, other].map((part) => part.getBoundingClientRect());
  return a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1
    || b.bottom <= a.top + 1;
}))"""
"""Whether none of these parts of a page lies on another."""


@pytest.mark.clause("CAT-VI.4.1-08", "CAT-VI.5-05", "CAT-VI.3-07", "CAT-VI.3-01")
def test_a_guest_plays_reels_and_is_shown_odds_course_and_result(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/")
    page.locator('[data-machine="maquina-1"]').click()
    expect(page.locator("[data-return]")).to_have_attribute("data-return", "43/50")
    page.get_by_label("Su nombre").fill("Elena")
    page.get_by_role("button", name="y jugar").click()
    expect(page.locator('[data-credits="20000"]')).to_be_visible()
    page.get_by_role("button", name="Girar").click()
    frame = page.locator("[data-stops]")
    expect(frame).to_have_attribute("data-stops", STOPS)
    expect(page.locator('[data-stopped="true"]')).to_be_visible()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    shown = frame.get_attribute("data-stops")
    last = page.evaluate("fetch('/api/maquinas/maquina-1/recall').then(r => r.json())")[0]
    told = next(one for one in last["told"] if one["kind"] == "machine-reels-stopped")
    assert shown == "-".join(map(str, told["stops"]))  # the reels stop where the server said
    strips = page.evaluate(STRIPS)["strips"]
    around = [
        [strip[(stop + by) % len(strip)] for by in (-1, 0, 1)]
        for strip, stop in zip(strips, told["stops"], strict=True)
    ]
    assert page.evaluate(STANDING) == around  # what is seen over and under the line lies there
    plays_by_itself_and_loses_no_more_than_allowed(page)
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()


def plays_by_itself_and_loses_no_more_than_allowed(page: Page) -> None:
    """Ten plays of 100 of which no more than 250 may be lost; one was played before."""
    page.get_by_text("Juego automático").click()
    allowed = page.locator("[data-auto-loss]")
    allowed.fill("99")
    expect(page.locator('[data-auto="10"]')).to_be_disabled()
    allowed.fill("250")
    page.get_by_label("Giro rápido").check()
    page.locator('[data-auto="10"]').click()
    expect(page.locator("[data-auto-stop]")).to_be_visible()
    expect(page.locator("[data-auto-stop]")).to_have_count(0, timeout=60_000)
    recall = page.evaluate("fetch('/api/maquinas/maquina-1/recall').then(r => r.json())")
    plays = [one["paid"] - one["stake"] for one in reversed(recall)]
    plays = plays if len(plays) == 10 and recall[-1]["before"] != 20_000 else plays[1:]
    lost = [-sum(plays[:n]) for n in range(len(plays) + 1)]
    assert plays and max(lost) <= 250 and all(before + 100 <= 250 for before in lost[:-1])
    assert len(plays) == 10 or lost[-1] + 100 > 250 or recall[0]["paid"] >= 50_000


def test_video_poker_keno_roulette_dice_and_black_jack_are_played(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/maquina/maquina-5")
    page.get_by_label("Su nombre").fill("Rosa")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Repartir").click()
    expect(page.locator('[data-asked="true"]')).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(1)
    page.get_by_role("button", name="Cambiar").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-7")
    page.get_by_role("button", name="y jugar").click()
    expect(page.get_by_role("button", name="Sortear")).to_be_visible()
    expect(page.get_by_text("Marque de 1 a 10 números")).to_have_count(1)  # said once
    whole_machine_is_seen(page, lambda: page.locator(".side > *").evaluate_all(APART))
    for n in (7, 23):
        page.locator(".keno").get_by_role("button", name=str(n), exact=True).click()
    page.get_by_role("button", name="Sortear").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    expect(page.locator(".keno .drawn")).to_have_count(20)
    expect(page.locator("table[data-of]")).to_have_attribute("data-of", "2")  # what two pay
    expect(page.locator("[data-caught]")).to_have_attribute(
        "data-caught", str(page.locator(".keno .hit").count())
    )
    whole_machine_is_seen(page)
    page.locator("[data-any]").click()
    expect(page.locator('.keno [aria-pressed="true"]')).to_have_count(2)  # as many as before
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-12")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Cartón siguiente").click()
    page.get_by_role("button", name="Sortear").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    expect(page.locator(".balls i")).to_have_count(55)
    expect(page.locator('[data-card="2"] [role="cell"]:not(.empty)')).to_have_count(15)
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-8")
    page.get_by_role("button", name="y jugar").click()
    whole_machine_is_seen(page)
    page.get_by_title("Ficha de $1.000").click()
    page.locator('[data-bet="rojo"]').click()
    expect(page.get_by_label("rojo, $1.000")).to_be_visible()
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator("[data-result]")).to_be_visible()
    page.locator("[data-recall] summary").click()
    play = page.locator("[data-recall] [data-play]")
    expect(play).to_have_count(1)
    for words in ("rojo", "No más apuestas", "Sale "):
        expect(play).to_contain_text(words)
    page.locator("[data-again]").click()
    expect(page.locator(".chips .own")).to_have_count(1)
    page.get_by_role("button", name="Retirar apuesta").click()
    expect(page.locator(".chips .own")).to_have_count(0)
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-13")
    page.get_by_role("button", name="y jugar").click()
    for figure in ("trebol", "ancla"):
        page.locator(f'[data-bet="{figure}"]').click()
        expect(page.locator(f'[data-bet="{figure}"] .own')).to_have_count(1)
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-result", FIGURES)
    page.locator("[data-recall] summary").click()
    for words in ("trébol", "ancla", "Sale "):
        expect(page.locator("[data-recall] [data-play]")).to_contain_text(words)
    page.locator("[data-again]").click()
    expect(page.locator(".cloth .own")).to_have_count(2)
    page.get_by_role("button", name="Retirar apuesta").click()
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-9")
    page.get_by_role("button", name="y jugar").click()
    whole_machine_is_seen(page)
    page.locator('[data-bet="principal"]').click()
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator(".felt .zone")).to_have_count(2)
    expect(page.locator("[data-worth]")).to_have_count(2)


def test_whoever_comes_to_a_machine_is_not_told_what_another_won(
    new_page: NewPage, casino: Casino
) -> None:
    for name in ("Olga", "Nora"):
        page = new_page()
        page.goto(f"{casino.address}/maquina/maquina-10")
        page.get_by_label("Su nombre").fill(name)
        page.get_by_role("button", name="y jugar").click()
        expect(page.locator('[data-credits="20000"]')).to_be_visible()
        expect(page.locator('[data-win=""]')).to_be_attached()
        page.get_by_role("button", name="Girar").click()
        expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
        page.get_by_role("button", name="Cobrar").click()
        expect(page.get_by_role("button", name="y jugar")).to_be_visible()


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-04", "CAT-VI.7.3-06")
def test_a_mystery_pot_shows_conditions_and_promise_and_rises_while_others_play(
    new_page: NewPage, casino: Casino
) -> None:
    looker, player = new_page(), new_page()
    looker.clock.install()
    looker.goto(f"{casino.address}/")
    expect(looker.locator('[data-machine="maquina-14"]')).to_contain_text("Con pozo")
    looker.locator('[data-machine="maquina-14"]').click()
    pot = looker.locator("[data-pot]")
    expect(pot).to_contain_text("monto secreto, entre $10.001 y $30.000")
    reader = new_page(locale="en-US")
    reader.goto(f"{casino.address}/maquina/maquina-14")
    expect(reader.locator("[data-pot]")).to_contain_text("secret amount, between CLP10,001")
    expect(reader.locator("[data-pot]")).not_to_contain_text("monto")
    promise, amount = pot.get_attribute("data-promise") or "", pot.get_attribute("data-pot") or ""
    assert re.fullmatch("[0-9a-f]{64}", promise)
    pot.locator("summary").click()
    expect(pot.locator("code").first).to_have_text(promise)
    player.goto(f"{casino.address}/maquina/maquina-15")
    player.get_by_label("Su nombre").fill("Sofía")
    player.get_by_role("button", name="y jugar").click()
    player.get_by_label("Valor del crédito").select_option("100")
    player.get_by_role("button", name="Girar").click()
    # It has risen, or this very bet won it and another is promised.
    before = f'[data-pot="{amount}"][data-promise="{promise}"]'
    expect(player.locator("[data-pot]")).to_be_visible()
    expect(player.locator(before)).to_have_count(0)
    looker.clock.fast_forward(30_000)  # the time in which it is to be seen
    expect(looker.locator(before)).to_have_count(0)


def test_less_than_was_bet_is_not_told_as_a_win(new_page: NewPage, casino: Casino) -> None:
    """The page is told that every play paid 10 of the 200 it cost."""

    def between(page: WebSocketRoute) -> None:
        def down(text: str | bytes) -> None:
            news = json.loads(text)
            if news.get("view"):
                news["view"]["win"] = 10
            page.send(json.dumps(news))

        page.connect_to_server().on_message(down)

    page = new_page()
    page.route_web_socket("**/socket*", between)
    page.goto(f"{casino.address}/maquina/maquina-2")
    page.get_by_label("Su nombre").fill("Leonor")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Girar").click()
    expect(page.locator('[data-win="10"]')).to_have_text("Paga $10 de $200 apostados")
    page.get_by_role("button", name="Cobrar").click()
    expect(page.get_by_role("button", name="y jugar")).to_be_visible()


@pytest.mark.clause("CAT-VI.3-06")
def test_insurance_at_a_machine_is_taken_with_its_amount(new_page: NewPage, casino: Casino) -> None:
    """The page is told that insurance is offered, whoever plays there; what it sends is kept."""
    said: list[str] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def down(text: str | bytes) -> None:
            news = json.loads(text)
            if news.get("view"):
                news["view"]["move"] = OFFERED
            page.send(json.dumps(news))

        server.on_message(down)
        page.on_message(lambda text: said.append(str(text)))

    page = new_page()
    page.route_web_socket("**/socket*", between)
    page.goto(f"{casino.address}/maquina/maquina-9")
    insure = page.locator('[data-move="seguro"]')
    expect(insure).to_contain_text("250")
    insure.click()
    while not any("seguro" in text for text in said):
        page.evaluate("0")  # what the page sends is heard while it is spoken to
    assert any("seguro:250" in text for text in said)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_ticket_of_one_machine_is_credited_by_another_and_only_once(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/maquina/maquina-2")
    page.get_by_label("Su nombre").fill("Teresa")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Ticket", exact=True).click()
    paper = page.locator("[data-ticket]")
    expect(paper.locator(".bars svg path")).to_have_count(1)
    number = paper.get_attribute("data-ticket") or ""
    assert re.fullmatch(r"\d{18}", number)
    page.get_by_role("button", name="Retirarse").click()
    expect(page.get_by_role("button", name="y jugar")).to_be_visible()  # he has got up
    page.goto(f"{casino.address}/maquina/maquina-4")
    page.get_by_role("button", name="Usar aquí").click()
    expect(page.locator('[data-credits="20000"]')).to_be_visible()
    expect(page.locator("[data-ticket]")).to_have_count(0)
    page.get_by_label("Número del ticket").fill(number)
    page.get_by_role("button", name="Insertar").click()
    expect(page.get_by_role("alert").first).to_contain_text("pagado")
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_card_sold_at_the_cage_is_played_and_taken_out_with_what_is_left(
    new_page: NewPage, casino: Casino
) -> None:
    player = new_page()
    player.goto(f"{casino.address}/maquina/maquina-2")
    player.get_by_label("Su nombre").fill("Prudencia")
    player.get_by_role("button", name="y jugar").click()
    player.get_by_role("button", name="Cobrar").click()
    expect(player.get_by_role("button", name="y jugar")).to_be_visible()

    office = Office(casino)
    cashier = office.hire("cajera-de-tarjetas", "cajero")
    office.http.close()
    cage = come_in(new_page(), casino, cashier)
    cage.goto(f"{casino.address}/caja/tarjetas")
    cage.get_by_label("Titular").fill("Prudencia")
    cage.get_by_role("button", name="Buscar").click()
    cage.get_by_label("Pagar de su cuenta").check()
    cage.get_by_label("Monto").fill("7000")
    cage.get_by_role("button", name="Vender tarjeta").click()
    number = cage.locator("[data-sold]").get_attribute("data-sold") or ""
    assert re.fullmatch(r"\d{18}", number)

    player.goto(f"{casino.address}/maquina/maquina-4")
    player.locator(f'[data-card="{number}"] button').click()
    expect(player.locator('[data-credits="7000"]')).to_be_visible()
    expect(player.locator(f'[data-card-in="{number[-4:]}"]')).to_be_visible()
    cage.get_by_label("Número de la tarjeta").fill(number)
    cage.get_by_role("button", name="Ver saldo").click()
    expect(cage.locator('[data-shown="vigente"]')).to_contain_text("máquina 4")
    player.get_by_role("button", name="Retirar tarjeta").click()
    expect(player.locator('[data-card-in=""]')).to_be_visible()
    expect(player.locator('[data-credits="0"]')).to_be_visible()
    cage.get_by_role("button", name="Devolver el saldo").click()
    expect(cage.locator('[data-shown="devuelta"]')).to_be_visible()
    player.get_by_role("button", name="Retirarse").click()
    expect(player.get_by_role("button", name="y jugar")).to_be_visible()


@pytest.mark.clause("CAT-VI.4.1-03")
def test_video_poker_shows_its_table_with_the_bet_lit_and_names_the_hand(
    new_page: NewPage, casino: Casino, axe: Axe
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/maquina/maquina-5")
    page.get_by_label("Su nombre").fill("Renata")
    page.get_by_role("button", name="y jugar").click()
    page.locator('tr[data-row="full"] td').nth(2).click()  # the third column: three credits
    lit = page.locator("td[data-lit]")
    expect(lit).to_have_count(9)
    expect(page.locator('tr[data-row="full"] td[data-lit]')).to_have_text("27")
    for hand in range(40):  # all five kept until a hand pays as it was dealt
        page.get_by_role("button", name="Repartir").click()
        expect(page.locator('[data-asked="true"]')).to_be_visible()
        for n in "12345":
            page.keyboard.press(n)
        expect(page.locator(".hand .kept")).to_have_count(5)
        if not hand:
            assert axe.faults(page) == []  # what is kept is part of a card's name
        named = page.locator("[data-hand]")
        made = named.get_attribute("data-hand") if named.count() else None
        page.get_by_role("button", name="Cambiar").click()
        won = page.locator("[data-win]")
        expect(won).not_to_have_attribute("data-win", "")
        assert (made is not None) == (won.get_attribute("data-win") != "0")
        if made is not None:
            expect(page.locator(f'tr.made[data-row="{made}"]')).to_be_visible()
            break
    page.get_by_role("button", name="Cobrar").click()
    expect(page.get_by_role("button", name="y jugar")).to_be_visible()


@pytest.mark.clause("CAT-VI.3-06")
def test_the_wheel_of_a_machine_turns_and_tells_nothing_before_the_ball_lies(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page(moves=True)
    page.goto(f"{casino.address}/maquina/maquina-8")
    page.get_by_label("Su nombre").fill("Ruth")
    page.get_by_role("button", name="y jugar").click()
    page.locator('[data-bet="pleno:17"]').click()
    page.locator('[data-bet="caballo:8-9"]').click()
    expect(page.locator(".chips .own")).to_have_count(2)
    page.evaluate(WATCH)
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator("[data-net]")).to_be_visible()
    seen = page.evaluate("window.seen")
    assert any(one["spinning"] for one in seen)
    last = max(n for n, one in enumerate(seen) if one["spinning"])
    assert not any(one["net"] for one in seen[: last + 1])
    assert not any(one["result"] for one in seen if one["spinning"])
    expect(page.locator("[data-result]")).to_be_visible()
    page.get_by_role("button", name="Retirarse").or_(
        page.get_by_role("button", name="Cobrar")
    ).click()
    expect(page.get_by_role("button", name="y jugar")).to_be_visible()


WATCH = """() => {
  window.seen = [];
  const look = () => {
    const at = document.querySelector("[data-spinning]");
    window.seen.push({
      spinning: at.dataset.spinning === "true", result: "result" in at.dataset,
      net: !!document.querySelector("[data-net]"),
    });
  };
  const all = {subtree: true, attributes: true, childList: true};
  new MutationObserver(look).observe(document.body, all);
}"""
"""Notes, whenever anything of the page changes, what it shows at that moment."""
