"""What a guest does at a table, for the tests of the client."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tapete.core.book.account import CLP, PLAY, in_stack
from tapete.floor.money.accounts import at_table
from tapete.floor.storage.store import Store

QUIET = ("plantarse", "pasar", "ir", "no", "voy", "tomar", "servido", "retirarse")
"""Moves that go on with the game, the first that is open."""
LONG = 300
"""Seconds a round may take on a machine that does much else."""
LOOK = 500
"""Thousandths of a second between two looks at a page: each costs the browser and the test a
hundredth of processor, of which the table has need too. Nothing is decided by it."""

GO_ON = """({quiet, bets, again}) => {
  if (!again && document.querySelector('[data-settled]')) return 'settled';
  const moves = [...document.querySelectorAll('button[data-move]:not(:disabled)')];
  if (moves.length) {
    const named = quiet.map(name => moves.find(one => one.dataset.move === name));
    (named.find(one => one) ?? moves[0]).click();
    return 'moved';
  }
  if (!document.querySelector('[data-ask="bets"]')) return '';
  const total = +(document.querySelector('[data-total]')?.dataset.total ?? 0);
  const open = '[data-spot]:not(.closed):not(.idle):not([disabled])';
  const spot = document.querySelector(`[data-spot=pass]:not(.closed)`)
    ?? document.querySelector(open);
  if (total) document.querySelector('[data-ready=false]:not(:disabled)')?.click();
  else if (bets && document.querySelector(open)) {
    spot.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  }
  return '';
}"""
"""Do what is one's own to do now, by one look at the page: between two looks a round may end, and
what was meant for it would be done in the next. The shooter of craps bets on the line; who has
chips down is ready, also where a covered bank takes no more bets."""

NOW = """() => ({
  settled: !!document.querySelector('[data-settled]'),
  asked: !!document.querySelector('[data-ask="bets"]'),
  bets: !!document.querySelector('[data-ask="bets"]')
    && !!document.querySelector('[data-spot]:not(.closed):not(.idle):not([disabled])'),
  total: +(document.querySelector('[data-total]')?.dataset.total ?? 0),
  moves: [...document.querySelectorAll('button[data-move]:not(:disabled)')].map(
    one => one.dataset.move),
})"""
"""What the page shows, asked for at once."""


CROWDED = """() => {
  const dock = document.querySelector('.dock');
  const box = one => one.getBoundingClientRect();
  const [all, shown] = [box(dock), one => one.checkVisibility({visibilityProperty: true})];
  const things = [...dock.querySelectorAll('button, .now, .mine > dl, .info')].filter(shown);
  const apart = (a, b) => a.contains(b) || b.contains(a) || box(a).right <= box(b).left + 1
    || box(b).right <= box(a).left + 1 || box(a).bottom <= box(b).top + 1
    || box(b).bottom <= box(a).top + 1;
  const said = one => one.textContent.trim();
  return [
    ...things.filter(one => box(one).left < all.left || box(one).right > all.right).map(said),
    ...things.filter(one => one.scrollWidth > one.clientWidth + 1).map(said),
    ...things.flatMap((a, n) => things.slice(n + 1).filter(b => !apart(a, b)).map(
      b => [said(a), said(b)])),
  ];
}"""
"""What does not fit under the felt: it leaves its panel, is cut short, or lies over another."""


@dataclass(frozen=True)
class Casino:
    """A running casino: where it is, and its books."""

    address: str
    store: Store

    def chips(self, table: str, seat: int) -> int:
        """The chips before a seat, by the ledger: money or play chips."""
        return sum(
            self.store.balance(at_table(table, in_stack(seat), unit)) for unit in (CLP, PLAY)
        )


class Guest:
    """Somebody at a table in a browser."""

    def __init__(
        self, page: Page, casino: Casino, table: str, quiet: Sequence[str] = QUIET
    ) -> None:
        self.page, self.casino, self.table, self.quiet = page, casino, table, quiet

    def sit(self) -> Guest:
        """From the lobby: one click on the table, one to sit down."""
        self.page.goto(self.casino.address)
        self.page.click(f'[data-table="{self.table}"]')
        return self.take_place()

    def sit_at_once(self) -> Guest:
        """By the address of the table."""
        self.page.goto(f"{self.casino.address}/mesa/{self.table}")
        return self.take_place()

    def take_place(self) -> Guest:
        self.page.click("form.sit button[type=submit]")
        expect(self.page.locator("[data-chips]")).to_be_visible()
        return self

    @property
    def seat(self) -> int:
        return int(self.page.locator("[data-seat]").get_attribute("data-seat") or 0)

    @property
    def chips(self) -> int:
        """The chips the screen says one has."""
        return int(self.page.locator("[data-chips]").get_attribute("data-chips") or -1)

    @property
    def on_cloth(self) -> int:
        return int(self.page.locator("[data-total]").get_attribute("data-total") or -1)

    @property
    def now(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(NOW)
        return seen

    def spot(self, bet: str) -> Locator:
        return self.page.locator(f'[data-spot="{bet}"]')

    def until_bets(self) -> None:
        """Wait until bets are open to this seat, with enough time on the clock to make some."""
        self.page.wait_for_function(
            """() => document.querySelector('[data-ask="bets"]')
              && document.querySelector('[data-spot]:not(.closed):not(.idle):not([disabled])')""",
            polling=LOOK,
        )

    def offers(self) -> list[dict[str, Any]]:
        """The bets open to the seat, as the server says."""
        path = f"/api/tables/{self.table}/offers?seat={self.seat}"
        found: list[dict[str, Any]] = self.page.evaluate(f"fetch('{path}').then(r => r.json())")
        return found

    def bet(self, bet: str, key: str | None = None) -> None:
        """Put the chip in hand on a bet, by a click or a key, and wait until it lies there."""
        before = self.on_cloth
        if key is None:
            self.spot(bet).dispatch_event("click")
        else:
            self.spot(bet).dispatch_event("keydown", {"key": key})
        self.until_on_cloth(before + 1)

    def until_on_cloth(self, least: int) -> None:
        self.page.wait_for_function(
            "least => +document.querySelector('[data-total]')?.dataset.total >= least", arg=least
        )

    def until_settled(self) -> None:
        """Close the bets, and wait until the round has been settled and the next bets are open."""
        self.page.wait_for_selector("[data-ready=false]:not(:disabled)").click()
        play(self, bets=False)
        self.page.wait_for_selector('[data-ask="bets"]', timeout=LONG * 1000)

    def move(self, moves: Sequence[str]) -> None:
        """Answer what is asked of the guest."""
        wanted = [name for name in self.quiet if name in moves] or list(moves)
        self.page.evaluate(
            "move => document.querySelector(`button[data-move='${move}']`)?.click()", wanted[0]
        )

    def agrees(self) -> bool:
        """Whether the screen and the ledger say the same."""
        return self.chips == self.casino.chips(self.table, self.seat)

    def until_agrees(self) -> None:
        """What the screen shows follows what the ledger has; it comes to the same. A chip put down
        for the next round leaves the stack in the ledger when the bets are closed."""
        deadline = time.monotonic() + LONG
        while not self.agrees():
            assert time.monotonic() < deadline, (
                f"{self.table}: the screen says {self.chips}, "
                f"the ledger {self.casino.chips(self.table, self.seat)}"
            )
            self.go_on(bets=False)
            self.page.wait_for_timeout(LOOK)

    def go_on(self, *, bets: bool = True, again: bool = True) -> str:
        """Do what is his to do now, if anything is; whether that was a move ("moved"). Unless he
        plays again, nothing is done once a round is settled ("settled")."""
        wish = {"quiet": list(self.quiet), "bets": bets, "again": again}
        done: str = self.page.evaluate(GO_ON, wish)
        return done

    def until_asked(self) -> None:
        """Go on until a move is asked of the guest: a round may end without a question."""
        while not (now := self.now)["moves"]:
            self.go_on()
            self.page.wait_for_function(
                f"before => JSON.stringify(({NOW})()) !== before",
                arg=json.dumps(now, separators=(",", ":")), timeout=LONG * 1000,
            )  # fmt: skip

    def ready(self) -> None:
        """Say that nothing more will be bet: alone at the table, the bets are closed at once."""
        self.page.evaluate("document.querySelector('[data-ready=false]:not(:disabled)')?.click()")

    def until_paid(self) -> None:
        """Go on until the page says what was paid or taken, each line with its Why?, and the chips
        are those of the ledger, both at once: where every bet rides (a tie, the line of craps) a
        round pays nothing, and whoever goes on to agree begins a round that may not."""
        paid, deadline = self.page.locator("[data-settled] li button"), time.monotonic() + LONG
        while not (paid.count() and self.agrees()):
            assert time.monotonic() < deadline, f"{self.table} says nothing of what it paid"
            self.go_on(bets=False)  # a chip put down now would lie there when the chips are counted
            self.page.wait_for_timeout(LOOK)

    def told(self) -> bool:
        """Whether the page says what a round brought."""
        return bool(self.page.locator('li[title^="Ronda "]').count())

    def choose_chip(self, value: int) -> None:
        self.page.locator(f'input[name=chip][value="{value}"]').check(force=True)

    def leave(self) -> None:
        """Give the place up, so that the next test finds the table free."""
        self.page.get_by_role("button", name="Levantarse").click()
        expect(self.page.locator("form.sit")).to_be_visible(timeout=LONG * 1000)


def play(*guests: Guest, bets: bool = True) -> int:
    """Go on at every table until its round is settled; how many moves were made. Whoever has no
    chips down while bets are open puts one on the first spot."""
    made, playing, deadline = 0, list(guests), time.monotonic() + LONG
    while playing:
        left = [guest.table for guest in playing]
        assert time.monotonic() < deadline, f"no round was settled at {left}"
        for guest in tuple(playing):
            done = guest.go_on(bets=bets, again=False)
            made += done == "moved"
            if done == "settled":
                playing.remove(guest)
        guests[0].page.wait_for_timeout(LOOK)
    return made
