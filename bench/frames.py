"""``python -m bench.frames [GAME|ROOM...]``: frames a second of everything that moves.

A guest plays rounds, turns reels and follows balls in a real Chromium without a screen (software
rendering). The page marks when each movement begins and ends, of ``web/src/parts/motion.ts`` or of
a style sheet; how many pictures the browser put up in between is read from its own trace. The clock
of a tournament moves nothing: of it the pictures are counted that show another second.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from docs.make.stage import WIDE, casino, chromium
from playwright.sync_api import Browser, Page

GAMES = ("ruleta-francesa", "big-six", "craps", "black-jack", "punto-y-banca",
         "texas-holdem-sin-limites")  # fmt: skip
Enter = Callable[[Page, str, str], str]
"""Goes where something moves; what is done there twice a second, as a script."""
SLOW = 120_000
PLAYED = 20_000
"""Milliseconds a table is played."""
DRAWN = "Display::DrawAndSwap"
MARKS = """(() => {
  const animate = Element.prototype.animate;
  let n = 0;
  const drawn = new Map();
  Element.prototype.animate = function (frames, timing) {
    const made = animate.call(this, frames, timing);
    if (timing?.id) {
      const name = `${timing.id}/${n++}`;
      setTimeout(() => performance.mark(`begin/${name}`), timing.delay ?? 0);
      made.finished.then(() => performance.mark(`end/${name}`), () => {});
    }
    return made;
  };
  const known = event => `${event.animationName.replace(/^svelte-\\w+-/, '')}/css`;
  document.addEventListener('animationstart', event => {
    drawn.set(event.target, `${known(event)}${n++}`);
    performance.mark(`begin/${drawn.get(event.target)}`);
  });
  document.addEventListener('animationend', event => {
    performance.mark(`end/${drawn.get(event.target)}`);
  });
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


SECONDS = """(() => {
  let n = 0;
  new MutationObserver(() => {
    performance.mark(`end/second/${n}`);
    performance.mark(`begin/second/${++n}`);
  }).observe(document.querySelector('.wall .clock'), {characterData: true, subtree: true});
})()"""

Rates = dict[str, tuple[float, float, int]]


def main(names: tuple[str, ...]) -> None:
    """Print a line a movement: how many frames a second, and the longest wait for one."""
    with casino("[clocks]\nbetting = 6.0\npause = 1.0\n") as served, chromium() as browser:
        for name in names:
            go_on = ROOMS.get(name, _table)
            for kind, (rate, longest, many) in sorted(
                _seen(browser, served.address, name, go_on).items()
            ):
                print(f"{name:28} {kind:6} {rate:5.1f}/s, longest {longest:4.0f} ms, {many} times")


def _seen(browser: Browser, address: str, name: str, enter: Enter) -> Rates:
    """What moves while somebody goes on for a while where he has entered."""
    context = browser.new_context(viewport=WIDE, locale="es-CL")
    page: Page = context.new_page()
    page.set_default_timeout(SLOW)
    page.add_init_script(MARKS)
    go_on = enter(page, address, name)
    browser.start_tracing(page=page, categories=["viz", "blink.user_timing"])
    for _ in range(PLAYED // 500):
        page.evaluate(go_on)
        page.wait_for_timeout(500)
    trace: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return _rates(trace)


def _table(page: Page, address: str, game: str) -> str:
    page.goto(f"{address}/mesa/{game}-1")
    page.click("form.sit button[type=submit]")
    page.wait_for_selector("[data-chips]")
    company = page.get_by_role("button", name="Jugar con bots")
    if company.count():
        company.click()
    return GO_ON


def _reels(page: Page, address: str, _: str) -> str:
    page.goto(f"{address}/maquina/maquina-2")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Girar").wait_for()
    return """[...document.querySelectorAll('button:not(:disabled)')].find(
      one => one.textContent.trim().startsWith('Girar'))?.click()"""


def _bingo(page: Page, address: str, _: str) -> str:
    page.goto(f"{address}/bingo/bingo-practica")
    page.click("[data-play]")
    page.click("[data-buy='6']")
    page.click("[data-ready]")
    page.locator("[data-ball].out").nth(1).wait_for()
    return "0"


def _clock(page: Page, address: str, _: str) -> str:
    """The clock of a sit and go: a second shown is marked where its text changes."""
    page.goto(f"{address}/torneos")
    page.locator("[data-torneo^='sit-and-go']").first.click()
    page.locator("[data-do='enter']").click()
    page.locator("[data-do='invite']").click()
    page.wait_for_url("**/mesa/**")
    page.goto(page.url.replace("/mesa/", "/torneo/").rpartition("-mesa-")[0] + "/reloj")
    page.locator(".wall .clock").wait_for()
    page.evaluate(SECONDS)
    return "0"


ROOMS: dict[str, Enter] = {"reels": _reels, "bingo": _bingo, "clock": _clock}


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
            seen[name.partition("/")[0]].append(
                (len(within), end - start, max(gaps, default=end - start))
            )
    return {
        kind: (1e6 * sum(n for n, _, _ in all_) / sum(ms for _, ms, _ in all_),
               max(gap for _, _, gap in all_) / 1000, len(all_))
        for kind, all_ in seen.items()
    }  # fmt: skip


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or (*GAMES, *ROOMS))
