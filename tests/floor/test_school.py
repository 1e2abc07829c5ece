"""The School over the network: open to everybody, and no answer leaves with its question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tapete.floor.house.backroom import BackRoom
from tapete.floor.house.tutor import Tutor
from tapete.school import payment
from tapete.school.drill import Drill
from tapete.school.payment import PAGOS
from tests.floor.server import served

PATIENCE = 1200
DRILL = Drill(PAGOS, "ruleta-americana-un-cero", payment.AROUND, 4)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    with (
        served(url, games=("war",)) as address,
        httpx.Client(base_url=f"{address}/api/school", timeout=600) as client,
    ):
        yield client


def answered(school: httpx.Client, id: str, **answers: str) -> httpx.Response:
    return school.post(f"/drills/{id}", json={"answers": answers})


def test_a_drill_is_made_and_marked_for_anybody(school: httpx.Client) -> None:
    key = payment.make(DRILL).key
    question = school.get(f"/drills/{DRILL.id}", params={"lang": "en"}).json()
    (field,) = question["fields"]
    assert question["table"]["felt"]["results"] and question["colours"]
    wrong = answered(school, DRILL.id, **{field["name"]: "1"}).json()
    assert (wrong["right"], wrong["answers"]) == (False, key.answers)
    assert [told["clause"] for told in wrong["because"]] == [e.clause for e in key.because]
    assert answered(school, DRILL.id, **key.answers).json()["right"] is True


def test_the_bytes_of_a_question_do_not_hold_its_key(school: httpx.Client) -> None:
    sent = school.get(f"/drills/{DRILL.id}").text
    assert all(right not in sent for right in payment.make(DRILL).key.answers.values())
    assert "bet-won" not in sent and "odds" not in sent


def test_every_kind_of_drill_is_listed_and_can_be_had(school: httpx.Client) -> None:
    for kind in school.get("/").json():
        game, levels = next(iter(kind["games"].items()))
        found = school.get(f"/drills/{kind['kind']}.{game}.{levels[0]}.7")
        assert found.status_code == 200 and found.json()["game"] == game


@pytest.mark.parametrize("path", ["/drills/pagos.war.nada.1", "/drills/x", "/books/craps",
                                  "/games/no-hay/sign", "/games/war/wheel"])  # fmt: skip
def test_what_there_is_not_is_not_found(school: httpx.Client, path: str) -> None:
    assert school.get(path).status_code == 404


def test_a_hand_is_judged_once_the_book_is_ready(school: httpx.Client) -> None:
    early = answered(school, "estrategia.war.mano.3", jugada="guerra")
    assert (early.status_code, early.json()["code"]) == (409, "book-not-ready")
    book = school.post("/books/war").json()
    end = time.monotonic() + PATIENCE
    while book["state"] == "solving" and time.monotonic() < end:
        time.sleep(0.1)
        book = school.get("/books/war").json()
    assert book["state"] == "ready"
    best: Any = answered(school, "estrategia.war.mano.3", jugada="guerra").json()
    assert best["right"] and best["weighed"]["cost"] == 0
    given_up = answered(school, "estrategia.war.mano.3", jugada="rendirse").json()
    assert not given_up["right"] and given_up["weighed"]["cost"] > 0.5


def test_a_tutor_that_was_never_asked_has_no_process() -> None:
    async def run() -> None:
        room = BackRoom()
        tutor = Tutor(room)
        assert tutor.state("war").state == "not-begun"
        assert tutor.open("craps").state == "not-begun"
        tutor.close()
        assert not room.open
        await room.stop()

    asyncio.run(run())
