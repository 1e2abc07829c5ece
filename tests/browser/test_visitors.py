"""Browsers are used again between tests: nobody finds in one what another left."""

from __future__ import annotations

from tests.browser.conftest import Visitors
from tests.browser.guest import Casino

LEAVE = """() => {
  localStorage.setItem("chips", "5000");
  sessionStorage.setItem("seat", "3");
  document.cookie = "mark=1";
}"""
FOUND = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def test_a_browser_that_is_used_again_has_nothing_left_of_whoever_had_it(
    visitors: Visitors, casino: Casino
) -> None:
    options = {"locale": "es-CL", "color_scheme": "light"}  # a kind that no other test asks for
    kind, stays = visitors.come(options)
    page = stays.context.new_page()
    page.goto(f"{casino.address}/health")
    page.evaluate(LEAVE)
    assert page.evaluate(FOUND) == [1, 1, "mark=1"]
    visitors.go(kind, stays, {casino.address})

    again = visitors.come(options)
    assert again == (kind, stays), "it is the same browser"
    assert stays.context.pages == [stays]
    page = stays.context.new_page()
    page.goto(f"{casino.address}/health")
    assert page.evaluate(FOUND) == [0, 0, ""]
    visitors.go(*again, {casino.address})
