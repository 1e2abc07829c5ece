"""Whatever is sent to the API, it answers as its OpenAPI document says, and never breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http import HTTPStatus
from http.cookiejar import DefaultCookiePolicy

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from requests import Session
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tapete.floor.api.schema import document
from tapete.floor.people.permissions import ROLES
from tests.floor.people import staff_of
from tests.floor.server import served

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip
PAIRS = {"GET /api/tables/{table}/sign"}
"""Schemathesis makes of pairs in a mapping (``prefixItems``) what no validator takes: what these
answer is held against the document itself."""
GAMES = ("ruleta-francesa", "black-jack", "texas-holdem-con-limites")
ROOMS = ("sala", "maquina", "torneo")
KNOWN = {
    "table": tuple(f"{game}-1" for game in GAMES),
    "unit": ("ruleta-francesa-1", "bingo-practica", "maquina-1", "sit-and-go-1"),
    "id": ("sit-and-go-1",),  # of a tournament
}
"""What there is, by the name of a parameter: what nobody has is soon refused."""


class World:
    """A casino served from this process, and somebody in it with every role there is. He asks over
    one connection, and keeps no cookie that an answer brings."""

    def __init__(self, address: str, headers: dict[str, str], session: Session) -> None:
        self.address, self.headers, self.session = address, headers, session
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []

    async def come_in(address: str) -> dict[str, str]:
        async with staff_of(address, password[0]) as staff:
            client = await staff.hire("todo", *ROLES)
            return {"cookie": client.cookies(), "x-csrf": client.csrf}

    with served(url, password=password, games=(*GAMES, *ROOMS)) as address, Session() as session:
        yield World(address, asyncio.run(come_in(address)), session)


OUT = {"/api/logout", "/api/me/exclusion"}
"""What would end the session that asks."""
DOCUMENT = document()
SCHEMA = (
    schemathesis.openapi.from_dict(DOCUMENT)
    .include(path_regex="^/(api|health|metrics)")
    .exclude(path=list(OUT))
)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}


@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_sent_is_answered_as_described(label: str, world: World) -> None:
    """What is sent is thought out here: by ``SCHEMA.parametrize`` every worker would think it out
    for every operation, while it collects the tests."""
    send = build_operation_test(
        config=SCHEMA.config, operation=OPERATIONS[label], test_func=is_answered_as_described,
        given_kwargs={}, feedback=FeedbackSources(),
    )  # fmt: skip
    send(world=world)


@settings(
    max_examples=20, derandomize=True, deadline=None, database=None,
    phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
)  # fmt: skip
def is_answered_as_described(case: schemathesis.Case, world: World) -> None:
    case.headers = {**(case.headers or {}), **world.headers}
    for name, known in KNOWN.items():
        if name in case.path_parameters and (name != "id" or "/tournaments/" in case.path):
            sent = f"{case.body}{case.query}{case.path_parameters[name]}"
            found = (*known, case.path_parameters[name])
            case.path_parameters[name] = found[len(sent) % len(found)]
    response = case.call(base_url=world.address, session=world.session, timeout=300)
    pairs = case.operation.label in PAIRS
    checks = [one for one in CHECKS if not pairs or one is not response_schema_conformance]
    case.validate_response(response, checks=checks)
    if pairs and response.status_code == HTTPStatus.OK:
        read_as_described(case, response.status_code, response.json())


def read_as_described(case: schemathesis.Case, status: int, said: object) -> None:
    """The same by the document as it stands."""
    answers = DOCUMENT["paths"][case.operation.path][case.operation.method]["responses"]
    schema = answers[str(status)]["content"]["application/json"]["schema"]
    whole = {**schema, "components": DOCUMENT["components"]}
    jsonschema_rs.Draft202012Validator(whole).validate(said)
