"""Refusals over the network: the code, the clause, the facts, and a sentence for people.

Whatever goes wrong is answered in the same shape, and nothing of the inside is told.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.status_codes import (
    HTTP_202_ACCEPTED,
    HTTP_400_BAD_REQUEST,
    HTTP_409_CONFLICT,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from litestar.types import Scope

from tapete.core.book.refused import Refused
from tapete.extras import extra_of
from tapete.floor.api.language import lang_of
from tapete.floor.api.messages import Denied
from tapete.floor.house import metrics
from tapete.floor.house.backroom import STILL
from tapete.floor.house.casino import Casino
from tapete.floor.house.logs import log
from tapete.floor.storage.store import Elsewhere, LostUnit
from tapete.telling.explain import PEOPLE, Teller
from tapete.telling.texts import t

Asked = Request[Any, Any, Any]
CLEAR, PRESENT = "CAT-I.5.1-03", "CAT-I.5.1-02"
HTTP_CODES = {
    401: "come-in-first", 403: "forged", 404: "not-found", 405: "no-such-method",
    413: "body-too-long", 415: "not-json", 500: "broken", 503: "not-ready",
}  # fmt: skip


def people_in(refusal: Refused) -> set[str]:
    """The ids of people that a refusal names."""
    return {str(refusal.facts[name]) for name in PEOPLE & refusal.facts.keys()}


async def names_at_hand(error: Exception, scope: Scope) -> None:
    """The names of people are read before a refusal is put into words, while others go on."""
    if isinstance(error, Refused):
        casino: Casino = scope["litestar_app"].state.casino
        await casino.learn_names(people_in(error))


def denied(refusal: Refused, lang: str, casino: Casino | None = None) -> Denied:
    """A refusal as it goes over the network; it is counted. Whose name is at hand goes by name in
    its sentence."""
    metrics.REFUSED.labels(refusal.code).inc()
    names = {} if casino is None else casino.called(people_in(refusal))
    return Denied(
        code=refusal.code, clause=refusal.clause, facts=dict(refusal.facts),
        text=Teller(lang, names=names, unit=refusal.unit).refusal(refusal),
    )  # fmt: skip


def on_refused(request: Asked, refusal: Refused) -> Response[Denied]:
    """What the rules refuse: nothing has happened. A sum that is not done yet is no refusal:
    whoever asks again is answered in time."""
    status = HTTP_202_ACCEPTED if refusal.code == STILL else HTTP_409_CONFLICT
    casino: Casino = request.app.state.casino
    return Response(denied(refusal, lang_of(request), casino), status_code=status)


def on_lost(request: Asked, lost: LostUnit) -> Response[Denied]:
    """The table is kept by another node: ask again."""
    address = lost.address if isinstance(lost, Elsewhere) else ""
    refusal = Refused(PRESENT, "table-elsewhere", table=str(lost), address=address)
    return Response(
        denied(refusal, lang_of(request)), status_code=HTTP_503_SERVICE_UNAVAILABLE,
        headers={"retry-after": "1"},
    )  # fmt: skip


def on_http(request: Asked, error: HTTPException) -> Response[Denied]:
    """A request that is not understood, or not allowed."""
    code = HTTP_CODES.get(error.status_code, "not-understood")
    clause = PRESENT if error.status_code in (401, 403) else CLEAR
    why = [str(extra.get("key", "")) for extra in error.extra or () if isinstance(extra, dict)]
    facts: dict[str, Any] = {"what": " ".join(why)} if any(why) else {}
    problem = Denied(
        code=code, clause=clause, facts=facts, text=t(f"refused.{code}", lang_of(request))
    )  # fmt: skip
    return Response(problem, status_code=error.status_code, headers=error.headers)


def on_missing(request: Asked, error: ModuleNotFoundError) -> Response[Denied]:
    """Answer a request that needs an extra which is not installed."""
    extra = extra_of(error)
    if not extra:
        return on_anything(request, error)
    problem = denied(Refused(CLEAR, "not-installed", extra=extra), lang_of(request))
    return Response(problem, status_code=HTTP_503_SERVICE_UNAVAILABLE)


def on_too_deep(request: Asked, error: RecursionError) -> Response[Denied]:
    """Lists within lists, as deep as a body is long, are no request of ours."""
    if "deserializing" not in str(error):
        return on_anything(request, error)
    return on_http(request, HTTPException(status_code=HTTP_400_BAD_REQUEST))


def on_anything(request: Asked, error: Exception) -> Response[Denied]:
    """Something is broken here: whoever asked is told so, and the log why."""
    log.error("broken", path=request.url.path, method=request.method, exc_info=error)
    problem = denied(Refused(CLEAR, "broken"), lang_of(request))
    return Response(problem, status_code=HTTP_500_INTERNAL_SERVER_ERROR)
