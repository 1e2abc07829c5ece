"""The browser client: its files, and its first page for every address that is one of its own."""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent.parent / "static"
HASHED = "assets/"
"""Files whose name changes with their content."""
SERVER = ("api/", "schema/")
SAVED = "verificar.html"
"""The page that checks a round: it is saved and opened from a disk, away from the house."""
COMPRESSED = ("text/", "application/json", "image/svg")

POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'self'", "frame-ancestors 'none'",
    )
)  # fmt: skip
"""No request leaves this server's address, and nothing written into a page runs."""
SAFETY = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """A file of the client; for any other address its first page, which knows what to show."""
    name = str(path).strip("/")
    if name.startswith(SERVER):
        raise NotFoundException(name)
    file = _file(name) or (None if "." in name else _file("index.html"))
    if file is None:
        raise NotFoundException(name or "the browser client has not been built: make setup")
    kind = guess_type(file.name)[0] or "application/octet-stream"
    squeezed = kind.startswith(COMPRESSED) and "gzip" in request.headers.get("accept-encoding", "")
    headers = {**SAFETY, "vary": "accept-encoding", "cache-control": "no-cache"}
    if name.startswith(HASHED):
        headers["cache-control"] = "public, max-age=31536000, immutable"
    if name == SAVED:
        headers["content-disposition"] = f'attachment; filename="{SAVED}"'
    if squeezed:
        headers["content-encoding"] = "gzip"
    content = _content(file, file.stat().st_mtime_ns, squeezed)
    return Response(content, media_type=kind, headers=headers)


def _file(name: str) -> Path | None:
    """A file of the client by its address, and never one from outside its folder."""
    try:
        found = (STATIC / name).resolve()
        return found if found.is_relative_to(STATIC.resolve()) and found.is_file() else None
    except OSError:  # no file has so long a name
        return None


@lru_cache(256)
def _content(file: Path, changed: int, squeezed: bool) -> bytes:
    content = file.read_bytes()
    return gzip.compress(content) if squeezed else content
