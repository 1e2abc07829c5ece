"""Whether a player may say that he is ready: the table says what keeps him from it beforehand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, NewTable
from tests.browser.guest import Casino, Guest


@pytest.mark.clause("CAT-III.1.5.1-13")
@pytest.mark.parametrize(
    ("locale", "missing"), [("es-CL", "Falta: "), ("en-GB", "Still missing: ")]
)
def test_without_the_bet_the_others_need_nobody_is_ready(
    own_casino: Casino, new_page: NewPage, new_table: NewTable, locale: str, missing: str
) -> None:
    """A side bet lies alone: the button is shut and the table says what it needs and why."""
    page = new_page(locale=locale)
    guest = Guest(page, own_casino, new_table("black-jack-perfect-pairs")).sit_at_once()
    guest.until_bets()
    ready = page.locator("[data-ready]")
    first = page.locator("[data-first]")  # his first round: the steps say it
    guest.bet("perfect-pairs")
    expect(first).to_contain_text(missing)
    expect(ready).to_be_disabled()
    first.locator(".x").click()  # they are known
    said = page.locator("[data-lacks='needs-main-bet']")
    expect(said).to_contain_text(missing)
    said.locator("button").click()
    expect(page.locator("dialog [data-clause='CAT-III.1.5.1-13']")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Space")  # the key is the button's
    guest.bet("principal")
    expect(page.locator("[data-lacks]")).to_have_count(0)
    expect(ready).to_be_enabled()
    assert page.locator("[data-code]").count() == 0  # nothing was refused on the way
