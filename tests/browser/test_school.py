"""The School in a real browser: drills answered right and wrong, by keyboard alone."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tapete.school import cards, catalogue, payment, strategy
from tapete.school.drill import Drill, Made
from tapete.school.exam import exams
from tests.browser.axe import Axe
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

SOLVING = 240_000
"""Milliseconds a game may take to be solved on a machine that does much else."""


def begin(page: Page, casino: Casino, drill: Drill, lang: str = "es") -> None:
    """Open the page of a drill, this very one first: it lies there as one to be repeated."""
    name, _, _ = drill.id.rpartition(".")
    due = [{"id": drill.id, "after": 0, "gap": 2}]
    kept = json.dumps({name: {"tries": 0, "right": 0, "last": [], "due": due}})
    page.add_init_script(
        f"if (!localStorage.getItem('tapete.school')) {{"
        f" localStorage.setItem('tapete.school', {json.dumps(kept)});"
        f" localStorage.setItem('tapete.lang', {lang!r}); }}"
    )
    page.goto(f"{casino.address}/escuela/{name.replace('.', '/')}")
    expect(page.locator(f'[data-drill="{drill.id}"] svg.cloth')).to_be_visible(timeout=SOLVING)


def amounts(page: Page, made: Made, wrong: int = 0) -> None:
    """Type every amount and Enter; the first by so much too high."""
    expect(page.locator("input[data-field]").first).to_be_focused()
    for n, field in enumerate(made.question.fields):
        expect(page.locator(f'[data-field="{field.name}"]')).to_be_focused()
        page.keyboard.type(str(int(made.key.answers[field.name]) + (wrong if n == 0 else 0)))
        page.keyboard.press("Enter")


def test_a_payment_right_and_wrong_with_its_sum_and_clause(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page()
    drill = Drill(payment.PAGOS, "ruleta-americana-un-cero", payment.SEVERAL, 3)
    made = payment.make(drill)
    begin(page, casino, drill)
    assert page.locator("[data-pile]").count() == sum(
        len(owners) for owners in made.question.scene.felt.chips.values()
    )
    amounts(page, made, wrong=500)
    first = made.question.fields[0]
    right = page.locator(f"b[data-right='{made.key.answers[first.name]}']")
    expect(right).to_contain_text("Es $")
    expect(page.locator('[data-marked="false"]')).to_be_visible()
    lines = page.locator("[data-because] li")
    expect(lines).to_have_count(min(40, len(made.key.because)))
    lines.first.get_by_role("button").click()
    clause = page.locator("dialog [data-clause]")
    expect(clause).to_have_attribute("data-clause", made.key.because[0].clause)
    page.keyboard.press("Escape")
    expect(page.locator('[data-standing][data-tries="1"][data-right="0"]')).to_be_visible()

    # The next one is another; answered right it counts.
    page.locator("[data-next]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-drill]:not([data-drill="{drill.id}"])')).to_be_visible()
    id = page.locator("[data-drill]").get_attribute("data-drill") or ""
    amounts(page, payment.make(catalogue.find(id)))
    expect(page.locator('[data-marked="true"]')).to_be_visible()
    expect(page.locator("[data-next]")).to_be_focused()
    expect(page.locator('[data-standing][data-tries="2"][data-right="1"]')).to_be_visible()


def test_the_order_of_payment_is_typed_in_english(casino: Casino, new_page: NewPage) -> None:
    page = new_page(locale="en-GB")
    drill = Drill(payment.PAGOS, "punto-y-banca", payment.ORDER, 2)
    made = payment.make(drill)
    begin(page, casino, drill, "en")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("In which order")
    (field,) = made.question.fields
    for step in made.key.answers[field.name].split():
        page.keyboard.press(str(field.choices.index(step) + 1))
    page.keyboard.press("Enter")
    expect(page.locator('[data-marked="true"]')).to_be_visible()


def test_third_cards_by_their_keys(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    drill = Drill(cards.THIRD, "punto-y-banca", "banca", 5)
    made = cards.make(drill)
    begin(page, casino, drill)
    (field,) = made.question.fields
    right = made.key.answers[field.name]
    wrong = next(n for n, choice in enumerate(field.choices, 1) if choice != right)
    page.keyboard.press(str(wrong))
    expect(page.locator('[data-marked="false"]')).to_be_visible()
    expect(page.locator(f'[data-choice="{right}"].right')).to_be_visible()
    page.locator("[data-because] button").first.click()
    clause = page.locator("dialog [data-clause]")
    expect(clause).to_have_attribute("data-clause", made.key.because[0].clause)


def test_a_black_jack_hand_by_the_book_and_against_it(casino: Casino, new_page: NewPage) -> None:
    page = new_page()
    drill = Drill(strategy.ESTRATEGIA, "black-jack", strategy.HAND, 1)  # 15 against a 7
    begin(page, casino, drill)
    choices = strategy.deal(drill).question.fields[0].choices
    page.keyboard.press(str(choices.index("plantarse") + 1))
    weighed = page.locator("[data-weighed]")
    expect(weighed).to_contain_text("cuesta", timeout=SOLVING)
    cost = float(weighed.get_attribute("data-cost") or 0)
    assert 0.10 < cost < 0.12
    assert f"{100 * cost:.2f}".replace(".", ",") in weighed.inner_text()
    # By the book it costs nothing.
    page.evaluate("localStorage.removeItem('tapete.school')")
    page.reload()
    expect(page.locator(f'[data-drill="{drill.id}"] svg.cloth')).to_be_visible(timeout=SOLVING)
    page.keyboard.press(str(choices.index("pedir") + 1))
    expect(page.locator('[data-weighed][data-cost="0"]')).to_be_visible(timeout=SOLVING)


def test_every_drill_is_listed_and_axe_finds_no_fault(
    casino: Casino, new_page: NewPage, axe: Axe
) -> None:
    page = new_page()
    page.goto(casino.address)
    page.get_by_role("link", name="Escuela").click()
    expect(page.locator("[data-link]").first).to_be_visible()
    listed = {
        f"{kind}.{game}.{level}"
        for kind in catalogue.KINDS
        for game, levels in catalogue.games(kind).items()
        for level in levels
    }
    shown = page.locator("[data-link]").evaluate_all("all => all.map(one => one.dataset.link)")
    assert set(shown) == listed
    assert axe.faults(page) == []
    # On a phone the games lie folded by family, below the drill of the day.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-link]").first).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") < 2 * 844
    page.locator('[data-family="cards"] > summary').click()
    page.locator('[data-link="filas.treinta-y-cuarenta.filas"]').click()
    expect(page.locator("[data-drill] svg.cloth")).to_be_visible()
    assert axe.faults(page) == []


def sit_exam(page: Page, wrong: int = 0) -> None:
    """Answer the exam of the Big Six, the first amount of each round by so much too high."""
    for n, id in enumerate(exams()["big-six"].drills):
        expect(page.locator(f'[data-exam="{n}"]')).to_be_visible()
        expect(page.locator(f'[data-drill="{id}"]')).to_be_visible()
        amounts(page, payment.make(catalogue.find(id)), wrong)


def test_the_path_the_exam_with_its_mark_and_what_a_mistake_costs(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/escuela")
    expect(page.locator("[data-today]")).to_be_visible()
    expect(page.locator('[data-rank="rank.apprentice"]')).to_be_visible()
    page.locator('[data-exam-link="big-six"]').click()
    sit_exam(page, wrong=500)
    # What was answered stands beside what is right, and it can be taken again.
    made = payment.make(catalogue.find(exams()["big-six"].drills[0]))
    right = int(made.key.answers[made.question.fields[0].name])
    mine = page.locator(f'[data-answers] [data-answered="{right + 500}"]').first.locator("td")
    said = [f"${amount:,}".replace(",", ".") for amount in (right + 500, right)]
    expect(mine).to_contain_text(said)
    page.locator("[data-again]").click()
    sit_exam(page)
    expect(page.locator('[data-mark="7"]')).to_be_visible()
    page.goto(f"{casino.address}/escuela")
    expect(page.locator('[data-rank="rank.croupier"]')).to_be_visible()

    # Outside an exam a mistake says what it costs, and the rule.
    drill = Drill(payment.PAGOS, "big-six", payment.SEVERAL, 3)
    page.evaluate("localStorage.removeItem('tapete.school')")
    begin(page, casino, drill)
    amounts(page, payment.make(drill), wrong=500)
    expect(page.locator('[data-cost="500"]')).to_contain_text("La regla:")
