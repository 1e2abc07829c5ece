"""What was drawn by hand at real tables, entered at the director's desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.directed import SIX, Directed, confirm, deal, note, panel
from tests.browser.guest import Casino

TABLET = {"width": 820, "height": 1180}


@pytest.mark.clause("COL-7.2-03", "COL-7.5.1-10", "COL-7.5.1-56")
def test_what_was_drawn_by_hand_is_entered_at_the_desk(casino: Casino, new_page: NewPage) -> None:
    desk = Directed(casino, "a-mano").desk(new_page())
    slips = panel(desk, "accredit")
    for name, place in zip(SIX, ("1-5", "2-4", "1-2", "2-1", "1-1", "2-5"), strict=True):
        slips.locator("select").select_option(label=name)
        slips.locator(f"[data-place='{place}']").click()
        note(slips, f"{name} · {place}")
        expect(desk.locator(f"article [data-person='{name}']")).to_be_visible()
    button = panel(desk, "start")
    expect(button).to_contain_text("Carta del asiento 5")
    deal(button, "9h As 4d")
    note(button, "5: 9♥ · 2: A♠ · 1: 4♦")
    expect(desk.locator("[data-stage='en-juego']")).to_be_visible()
    at = desk.locator("article").first.locator("li", has_text="botón")
    expect(at).to_contain_text("Carla")  # the highest card was dealt to seat 2
    last = panel(desk, "call-last-hands")
    expect(last.locator("[data-rank='7']")).to_be_disabled()


@pytest.mark.clause("COL-5-03", "COL-7.2-03", "COL-7.5.1-10")
def test_the_whole_field_draws_by_hand_on_fewer_tables(casino: Casino, new_page: NewPage) -> None:
    """Five are left for the final table: a slip each as they come, and the button."""
    held = Directed(casino, "a-mano-todos").started()
    held.out("Ana")
    desk = held.desk(new_page())
    field = panel(desk, "redraw")
    expect(field).to_contain_text("Papeletas anotadas: 0 de 5.")
    given = {"Eva": "1-2", "Beto": "1-5", "Fabián": "1-1", "Carla": "1-4", "Dino": "1-3"}
    for name, place in given.items():
        expect(field.locator("[data-rank]")).to_have_count(0)  # first everybody has his slip
        field.locator("select").select_option(label=name)
        field.locator(f"[data-place='{place}']").click()
        expect(field.locator(f"[data-slip='{name}']")).to_contain_text(place)
    field.locator("[data-slip='Dino']").click()  # it was read wrongly: 3 was right
    expect(field).to_contain_text("Papeletas anotadas: 4 de 5.")
    field.locator("[data-place='1-3']").click()
    deal(field, "9h 4d Ks 2c Ah")
    held.do("deal-hand", table=1)  # where a hand is in course nobody moves
    note(field, "Beto 1-5 · Carla 1-4 · Dino 1-3 · Eva 1-2 · Fabián 1-1 · 5: 9♥")
    refused = desk.locator("[data-code='hand-in-course']")
    expect(refused).to_contain_text("Hay una mano en curso")
    expect(refused.locator("button[title='Cláusula COL-5-03']")).to_be_visible()
    assert len(held.view()["tables"]) == 2
    held.do("hand-over", table=1)
    note(field, "5: 9♥ · 4: 4♦ · 3: K♠ · 2: 2♣ · 1: A♥")
    expect(field).to_have_count(0)
    expect(desk.locator("article [data-person]")).to_have_count(5)
    assert held.seats() == given
    assert held.view()["tables"][0]["button"] == 1  # the ace


@pytest.mark.clause("COL-5-01", "COL-7.2-03", "COL-7.2-08")
def test_the_slips_of_a_second_day_are_entered_at_the_desk(
    casino: Casino, new_page: NewPage
) -> None:
    held = Directed(casino, "a-mano-otro-dia").started()
    held.do("end-day", stacks={one["player"]: one["stack"] for one in held.view()["players"]})
    desk = held.desk(new_page())
    desk.locator("[data-day] label", has_text="Dino").locator("input").check()
    day = panel(desk, "next-day")
    given = dict(zip(SIX, ("1-1", "1-2", "1-3", "2-1", "2-4", "2-5"), strict=True))
    for name, place in given.items():  # as the papers lie on the table, not as they were drawn
        day.locator("select").select_option(label=name)
        day.locator(f"[data-place='{place}']").click()
    deal(day, "9h 4d Ks")
    note(day, "3: 9♥ · 2: 4♦ · 1: K♠")
    expect(desk.locator("[data-stage='en-juego']")).to_be_visible()
    assert held.seats() == given
    away = [one["name"] for one in held.view()["players"] if one["standing"] == "ausente"]
    assert away == ["Dino"]


@pytest.mark.clause("COL-7.4-17", "COL-7.4-18", "COL-7.4-22")
def test_the_cards_of_a_race_are_entered_at_the_supervisors_desk(
    casino: Casino, new_page: NewPage
) -> None:
    """At one table three, two and three odd chips: eight cards, and two larger chips for them."""
    held = Directed(casino, "a-mano-fichas").started()
    at = held.seats()
    first, second, third = sorted((who for who in at if at[who][0] == "1"), key=at.get)  # type: ignore[arg-type]
    desk = held.desk(new_page(viewport=TABLET), "supervisor")
    part = desk.locator("[data-colour-up]")
    part.locator("> summary").click()
    for name, chips in ((first, 3), (second, 6), (third, 3)):
        part.get_by_label(name, exact=True).fill(str(chips))
    race = panel(desk, "colour-up")
    for name, nth, card in zip(
        (third,) * 3 + (second,) * 2 + (first,) * 3,
        ("1 de 3", "2 de 3", "3 de 3", "1 de 2", "2 de 2", "1 de 3", "2 de 3", "3 de 3"),
        ("Jc", "2d", "3d", "Qd", "9s", "Kd", "4s", "5s"),
        strict=True,
    ):
        expect(race).to_contain_text(f"Carta de {name} ({nth})")
        expect(race.locator("[data-do='colour-up']")).to_be_disabled()
        deal(race, card)
    note(race, f"{third}: J♣ · {third}: 2♦ · {third}: 3♦ · {second}: Q♦")
    expect(part.get_by_label(first, exact=True)).to_have_value("")
    stacks = {one["name"]: one["stack"] for one in held.view()["players"]}
    assert [stacks[name] - 3000 for name in (first, second, third)] == [25, 50, -75]


@pytest.mark.clause("COL-7.5.6-04", "COL-7.5.1-66")
def test_cards_decide_the_odd_peso_of_a_tie_at_the_desk(casino: Casino, new_page: NewPage) -> None:
    """Hand for hand two go out at two tables, and share the odd prize of one place."""
    held = Directed(
        casino, "a-mano-empate", entrada="{ precio = 10003, comision = 0 }",
        tramos='[{ desde = 6, reparto = ["50", "25", "15", "5", "5"] }]',
    ).started()  # fmt: skip
    held.do("hand-for-hand")
    out = []
    for table in (1, 2):
        held.do("deal-hand", table=table)
    for table in (1, 2):
        at = held.seats()
        loser, winner, *_ = [who for who in at if at[who][0] == str(table)]
        stacks = {held.people[loser]: 0, held.people[winner]: 6000}
        held.do("hand-over", table=table, stacks=stacks)
        out.append(loser)
    desk = held.desk(new_page())
    tie = panel(desk, "pay")
    expect(tie).to_contain_text("la carta de cada empatado")
    high, low = (_name(held, who) for who in held.view()["by_card"])
    expect(tie).to_contain_text(f"Carta de {high}")
    deal(tie, "9c 9d")
    note(tie, f"{high}: 9♣ · {low}: 9♦")
    expect(tie).to_have_count(0)
    paid = {one["name"]: one["paid"] for one in held.view()["players"] if one["paid"]}
    assert {*paid} == {*out} and paid[high] == paid[low] + 1


@pytest.mark.clause("COL-3.4.1-01", "COL-7.5.6-04")
def test_cards_decide_the_odd_peso_of_a_bounty_at_the_supervisors_desk(
    casino: Casino, new_page: NewPage
) -> None:
    """Two win the last pot of the third at their table, and share his bounty of 1,001."""
    held = Directed(casino, "a-mano-recompensa", recompensa="1001").started()
    at = held.seats()
    loser, high, low = sorted(who for who in at if at[who][0] == "1")
    held.do("deal-hand", table=1)
    desk = held.desk(new_page(viewport=TABLET), "supervisor")
    for name, chips in ((loser, 0), (high, 4500), (low, 4500)):
        desk.get_by_label(f"Fichas {name}").fill(str(chips))
    reward = desk.locator(f"[data-bounty='{loser}']")
    for name in (high, low):
        reward.get_by_label(name, exact=True).check()
    cards = panel(desk, "hand-over")
    expect(cards).to_contain_text("por el peso impar de una recompensa")
    asked, given = cards.get_by_role("group").first, {high: "9c", low: "9d"}
    for _ in given:
        whose = (asked.get_attribute("aria-label") or "").removeprefix("Carta de ")
        deal(cards, given[whose])
    note(cards, f"{high}: 9♣")
    expect(cards).to_have_count(0)
    won = {one["name"]: one["bounty"] for one in held.view()["players"] if one["bounty"]}
    assert won == {high: 501, low: 500}


@pytest.mark.clause("COL-13-01", "COL-7.5.1-10", "COL-7.2-08")
def test_what_was_suspended_goes_on_at_the_desk_with_the_button_drawn_by_hand(
    casino: Casino, new_page: NewPage
) -> None:
    held = Directed(casino, "a-mano-suspendido").started()
    before = held.seats()
    desk = held.desk(new_page())
    changes = desk.locator("[data-changes]")
    changes.locator("summary").click()
    expect(changes.locator("[data-do='suspend']")).to_be_disabled()  # it is said why
    changes.locator("[name='why']").fill("Corte de luz en la sala")
    changes.locator("[data-do='suspend']").click()
    confirm(desk)
    expect(desk.locator("[data-stage='suspendido']")).to_be_visible()
    desk.locator("[data-day] label", has_text="Eva").locator("input").check()
    first = sorted((int(place[2:]) for place in before.values() if place[0] == "1"), reverse=True)
    button = panel(desk, "next-day")
    for seat, card in zip(first, ("9h", "4d", "Ks"), strict=True):
        expect(button).to_contain_text(f"Carta del asiento {seat}")
        deal(button, card)
    note(button, f"{first[0]}: 9♥ · {first[1]}: 4♦ · {first[2]}: K♠")
    expect(desk.locator("[data-stage='en-juego']")).to_be_visible()
    view = held.view()
    assert held.seats() == before and view["day"] == 2
    assert view["tables"][0]["button"] == first[2]
    assert [p["name"] for p in view["players"] if p["standing"] == "ausente"] == ["Eva"]


def _name(held: Directed, player: str) -> str:
    return next(name for name, who in held.people.items() if who == player)


MANY = tuple(f"Jugador {n:02}" for n in range(1, 22))


@pytest.mark.clause("COL-7.3-12", "COL-7.3-13", "COL-7.3-16")
def test_a_table_is_broken_at_the_desk_with_its_cards_drawn_by_hand(
    casino: Casino, new_page: NewPage
) -> None:
    """Twenty are left on five tables of five: one breaks, a card a player and the seat cards."""
    held = Directed(casino, "a-mano-cierre", MANY, mesas="5", croupiers="5", maximo="25").started()
    at = held.seats()
    tables = [place[0] for place in at.values()]
    held.out(next(who for who in at if tables.count(at[who][0]) == 5))
    view, at = held.view(), held.seats()
    [breaks] = [one["table"] for one in view["proposals"] if one["what"] == "break-table"]
    desk = held.desk(new_page())
    part = panel(desk, "break-table")
    expect(part).to_contain_text(f"al deshacer la mesa {breaks}")
    seats = sorted((int(p[2:]) for p in at.values() if p[0] == str(breaks)), reverse=True)
    deal(part, "Qh 9s Qs Jc")
    free = {n: next(f"{n}-{s}" for s in range(1, 6) if f"{n}-{s}" not in at.values())
            for n in range(1, 6) if n != breaks}  # fmt: skip
    pile = [free[n] for n in sorted(free, reverse=True)]
    for place in pile:
        part.locator(f"[data-place='{place}']").click()
    note(part, f"{seats[0]}: Q♥ · {seats[1]}: 9♠ · {seats[2]}: Q♠ · {seats[3]}: J♣ · {pile[0]}")
    expect(part).to_have_count(0)
    expect(desk.get_by_role("heading", name=f"Mesa {breaks}")).to_have_count(0)
    after = held.seats()
    # The highest card takes the card on top, then they go clockwise: from seat to lower seat.
    order = [seats[2], seats[3], seats[0], seats[1]]
    went = {who: place for who, place in after.items() if at[who] != place}
    assert {at[who]: place for who, place in went.items()} == {
        f"{breaks}-{seat}": place for seat, place in zip(order, pile, strict=True)
    }
