"""Hand for hand on the supervisor's tablet: hands held, and each ordered on in its turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.directed import Directed
from tests.browser.guest import Casino

TABLET = {"width": 820, "height": 1180}


def stop_the_hand(tablet: Page, table: int) -> None:
    """The supervisor is at a table where an all-in was called."""
    tablet.get_by_role("button", name=f"Mesa {table}", exact=True).click()
    tablet.locator("[data-do='hold-hand']").click()


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-64", "COL-7.5.1-65")
def test_the_supervisor_orders_held_hands_on_one_after_another(
    casino: Casino, new_page: NewPage
) -> None:
    directed = Directed(casino, "mano-por-mano").started()
    directed.do("hand-for-hand")
    for table in (1, 2):  # each has a hand in course
        directed.do("deal-hand", table=table)
    tablet = directed.desk(new_page(viewport=TABLET), "supervisor")
    held = {table: tablet.locator(f"[data-held='{table}']") for table in (1, 2)}
    stop_the_hand(tablet, 2)
    expect(held[2]).to_contain_text("Espera a que las otras mesas terminen la suya")
    expect(tablet.locator("[data-do='play-out']")).to_have_count(0)
    stop_the_hand(tablet, 1)
    expect(held[1].locator("[data-do='play-out']")).to_be_visible()
    expect(tablet.locator("[data-do='play-out']")).to_have_count(1)  # one at a time
    held[1].locator("[data-do='play-out']").click()
    expect(held[1]).to_have_count(0)
    expect(tablet.locator("[data-do='play-out']")).to_have_count(0)  # the first is played out
    tablet.locator("[data-do='hand-over']").click()
    held[2].locator("[data-do='play-out']").click()
    expect(held[2]).to_have_count(0)
