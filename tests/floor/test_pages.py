"""The browser client as the server gives it out: safe, cached where it may be, and no trap for the
routes of the API."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tapete.telling.texts import texts
from tests.floor.server import served


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("casino")
    url = f"sqlite:///{folder}/casino.db"
    games = ("big-six", "ruleta-francesa")
    with served(url, games=games) as address, httpx.Client(base_url=address, timeout=600) as client:
        yield client


@pytest.mark.parametrize("path", ("/", "/mesa/craps-1", "/entrar"))
def test_every_address_of_the_client_gives_its_first_page(http: httpx.Client, path: str) -> None:
    page = http.get(path)
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy


def test_files_named_after_their_content_stay_in_the_cache(http: httpx.Client) -> None:
    script = http.get("/").text.partition('src="')[2].partition('"')[0]
    found = http.get(script)
    assert found.status_code == 200 and "immutable" in found.headers["cache-control"]
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ("/api/nothing", "/assets/nothing.js", "/../pyproject.toml", "/%2e%2e/schema.py")
)
def test_what_is_not_there_is_not_found(http: httpx.Client, path: str) -> None:
    assert http.get(path).status_code == 404


def test_words_are_those_of_the_games_and_are_asked_for_once(http: httpx.Client) -> None:
    for lang in ("es", "en"):
        found = http.get(f"/api/words/{lang}")
        words = found.json()
        for key in (
            "game.big-six", "unit-name.maquina", "edition.scj-2023", "rule.hard_rest",
            "option.torneo", "value.siempre",
        ):  # fmt: skip
            assert words[key] == texts(lang)[key]
        assert not any(key.startswith("cli.") for key in words)
        again = http.get(f"/api/words/{lang}", headers={"if-none-match": found.headers["etag"]})
        assert again.status_code == 304
    assert http.get("/api/words/fr").status_code == 404


@pytest.mark.clause("CAT-II.3.3.1-02", "CAT-II.1.3.1-01")
def test_the_wheel_lies_as_the_rulebook_says(http: httpx.Client) -> None:
    disc = http.get("/api/tables/big-six-1/wheel").json()
    assert len(disc["places"]) == 54 and disc["clause"] == "CAT-II.3.3.1-02"
    wheel = http.get("/api/tables/ruleta-francesa-1/wheel").json()
    assert sorted(map(int, wheel["places"])) == list(range(37)) and len(wheel["red"]) == 18


def test_the_house_says_its_chips(http: httpx.Client) -> None:
    house = http.get("/api/house").json()
    assert house["guests"] and house["chips"] == sorted(house["chips"])
