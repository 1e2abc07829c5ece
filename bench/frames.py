"""``python -m bench.frames [GAME...]``: frames a second of everything that moves at a table.

A guest plays rounds in a real Chromium without a screen (software rendering). The page marks when
each movement of ``web/src/parts/motion.ts`` begins and ends; how many pictures the browser put up
in between is read from its own trace.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from collections import defaultdict
from itertools import pairwise
from typing import Any

from docs.make.stage import WIDE, casino, chromium
from playwright.sync_api import Browser, Page

GAMES = ("ruleta-francesa", "big-six", "craps", "black-jack", "punto-y-banca")
PLAYED = 20_000
"""Milliseconds a table is played."""
DRAWN = "Display::DrawAndSwap"
MARKS = """(() => {
  const animate = Element.prototype.animate;
  let n = 0;
  Element.prototype.animate = function (frames, timing) {
    const made = animate.call(this, frames, timing);
    if (timing?.id) {
      const name = `${timing.id}/${n++}`;
      setTimeout(() => performance.mark(`begin/${name}`), timing.delay ?? 0);
      made.finished.then(() => performance.mark(`end/${name}`), () => {});
    }
    return made;
  };
})()"""
GO_ON = """(() => {
  const move = ['tomar', 'pasar', 'ir', 'plantarse', 'no'].map(
    name => document.querySelector(`button[data-move='${name}']:not(:disabled)`)).find(one => one)
    ?? document.querySelector('button[data-move]:not(:disabled)');
  if (move) return move.click();
  if (+(document.querySelector('[data-total]')?.dataset.total ?? 0))
    return document.querySelector('[data-ready=false]:not(:disabled)')?.click();
  const spots = [...document.querySelectorAll('[data-spot]:not(.closed):not(.idle)')];
  (document.querySelector('[data-spot=pass]:not(.closed)') ?? spots[0])?.dispatchEvent(
    new MouseEvent('click', {bubbles: true}));
})()"""


def main(games: tuple[str, ...]) -> None:
    """Print a line a movement: how many frames a second, and the longest wait for one."""
    with casino("[clocks]\nbetting = 6.0\npause = 1.0\n") as served, chromium() as browser:
        for game in games:
            for kind, (rate, longest, many) in sorted(_play(browser, served.address, game).items()):
                print(f"{game:28} {kind:6} {rate:5.1f}/s, longest {longest:4.0f} ms, {many} times")


def _play(browser: Browser, address: str, game: str) -> dict[str, tuple[float, float, int]]:
    context = browser.new_context(viewport=WIDE, locale="es-CL")
    page: Page = context.new_page()
    page.add_init_script(MARKS)
    page.goto(f"{address}/mesa/{game}-1")
    page.click("form.sit button[type=submit]")
    page.wait_for_selector("[data-chips]")
    company = page.get_by_role("button", name="Jugar con bots")
    if company.count():
        company.click()
    browser.start_tracing(page=page, categories=["viz", "blink.user_timing"])
    for _ in range(PLAYED // 500):
        page.evaluate(GO_ON)
        page.wait_for_timeout(500)
    trace: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return _rates(trace)


def _rates(trace: list[dict[str, Any]]) -> dict[str, tuple[float, float, int]]:
    """Of each kind of movement: pictures a second, the longest time without one in milliseconds,
    and how often it was seen."""
    drawn = sorted(event["ts"] for event in trace if event["name"] == DRAWN and event["ph"] == "X")
    begun: dict[str, float] = {}
    seen: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
    for event in sorted(trace, key=lambda event: event.get("ts", 0)):
        what, _, name = event["name"].partition("/")
        if what == "begin" and name:
            begun[name] = event["ts"]
        elif what == "end" and name in begun:
            start, end = begun.pop(name), event["ts"]
            within = drawn[bisect_left(drawn, start) : bisect_left(drawn, end)]
            gaps = [b - a for a, b in pairwise(within)]
            seen[name.partition("/")[0]].append((len(within), end - start, max(gaps, default=0)))
    return {
        kind: (1e6 * sum(n for n, _, _ in all_) / sum(ms for _, ms, _ in all_),
               max(gap for _, _, gap in all_) / 1000, len(all_))
        for kind, all_ in seen.items()
    }  # fmt: skip


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or (*GAMES, "texas-holdem-sin-limites"))
