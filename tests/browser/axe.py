"""What the accessibility checker finds on a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async within => {
  const root = document.documentElement, room = root.dataset.room ?? 'dark';
  const colours = {runOnly: ['color-contrast', 'link-in-text-block']};
  const found = [];
  for (const [lit, rules] of [[room, {}], [room === 'dark' ? 'bright' : 'dark', colours]]) {
    root.dataset.room = lit;
    const {violations} = await axe.run(within ?? document, {resultTypes: ['violations'], ...rules});
    for (const {id, impact, nodes} of violations) {
      const where = nodes.slice(0, 3).map(({html}) => html.slice(0, 120)).join(' | ');
      found.push(`${location.pathname}, ${lit} room, ${impact} ${id}: ${where}`);
    }
  }
  root.dataset.room = room;
  return found;
}"""
"""Every rule, however slight its faults, in the room the page is in; in the other what is about
colours: nothing else differs between the two."""


class Axe:
    """The accessibility checker."""

    def __init__(self) -> None:
        self._script = SCRIPT.read_text("utf-8")

    def faults(self, page: Page, within: str | None = None) -> list[str]:
        """All faults of a page, or of a part of it, in both rooms."""
        if not page.evaluate("'axe' in window"):
            page.evaluate(self._script)
        found: list[str] = page.evaluate(RUN, within)
        return found
