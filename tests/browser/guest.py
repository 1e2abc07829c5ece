"""What a guest does at a table, for the tests of the client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tapete.floor.ledger import at_table
from tapete.floor.store import Store


@dataclass(frozen=True)
class Casino:
    """A running casino: where it is, and its books."""

    address: str
    store: Store

    def chips(self, table: str, seat: int) -> int:
        """The chips before a seat, by the ledger."""
        return self.store.balance(at_table(table, f"seat:{seat}"))


class Guest:
    """Somebody at a table in a browser."""

    def __init__(self, page: Page, casino: Casino, table: str) -> None:
        self.page, self.casino, self.table = page, casino, table

    def sit(self) -> Guest:
        """From the lobby: one click on the table, one to sit down."""
        self.page.goto(self.casino.address)
        self.page.click(f'[data-table="{self.table}"]')
        self.page.click("form.sit button[type=submit]")
        expect(self.page.locator("[data-chips]")).to_be_visible()
        return self

    @property
    def seat(self) -> int:
        return int(self.page.locator("li.mine .n").inner_text())

    @property
    def chips(self) -> int:
        """The chips the screen says one has."""
        return int(self.page.locator("[data-chips]").get_attribute("data-chips") or -1)

    @property
    def on_cloth(self) -> int:
        return int(self.page.locator("[data-total]").get_attribute("data-total") or -1)

    def spot(self, bet: str) -> Locator:
        return self.page.locator(f'[data-spot="{bet}"]')

    def until_bets(self) -> None:
        """Wait until bets are open to this seat, with enough time on the clock to make some."""
        self.page.wait_for_function(
            """() => document.querySelector('[data-ask="bets"]')
              && document.querySelector('[data-spot]:not(.closed):not(.idle):not([disabled])')"""
        )

    def offers(self) -> list[dict[str, Any]]:
        """The bets open to the seat, as the server says."""
        path = f"/api/tables/{self.table}/offers?seat={self.seat}"
        found: list[dict[str, Any]] = self.page.evaluate(f"fetch('{path}').then(r => r.json())")
        return found

    def bet(self, bet: str) -> None:
        """Put the chip in hand on a bet and wait until it lies there."""
        before = self.on_cloth
        self.spot(bet).dispatch_event("click")
        self.until_on_cloth(before + 1)

    def until_on_cloth(self, least: int) -> None:
        self.page.wait_for_function(
            "least => +document.querySelector('[data-total]')?.dataset.total >= least", arg=least
        )

    def until_settled(self) -> None:
        """Wait until a round has been settled and the next bets are open."""
        self.page.wait_for_selector("[data-settled]", timeout=120_000)
        self.page.wait_for_selector('[data-ask="bets"]', timeout=120_000)

    def choose_chip(self, value: int) -> None:
        self.page.locator(f'input[name=chip][value="{value}"]').check(force=True)

    def leave(self) -> None:
        """Give the place up, so that the next test finds the table free."""
        self.page.get_by_role("button", name="Levantarse").click()
        expect(self.page.locator("form.sit")).to_be_visible(timeout=60_000)
