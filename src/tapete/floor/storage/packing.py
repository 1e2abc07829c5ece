"""Texts of the log as they lie on the disk: deflated, hashes as their bytes, and of an envelope
only what does not stand in other columns of its row.

Envelopes, events and records are short and say the same words again and again, so the words are
known beforehand: `words-1.txt` is what such texts are made of, the most frequent last. Whoever
reads gets the text to the letter; hashes and seals are those of the text. The first byte of what is
packed names its words. Whatever begins with another is the text itself, as it was written before
there were any, or because it is shorter so.

Words that were given out never change: what was packed with them is read with them.
"""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from sqlalchemy import Dialect, LargeBinary, String, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

NUMBER = 1
MARK = bytes([NUMBER])
WINDOW = -13
"""Eight kilobytes, the words among them, and no sum beside it: steps are hashed anyway."""
MEMORY = 5
"""Little to be set up for a short text."""


@cache
def _words() -> bytes:
    return (files("tapete.floor.storage") / f"words-{NUMBER}.txt").read_bytes()


@cache
def _packer() -> Any:
    return zlib.compressobj(6, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, _words())


@cache
def _unpacker() -> Any:
    return zlib.decompressobj(WINDOW, _words())


def packed(text: str) -> bytes:
    """A text as it is written.

    >>> text = '! announced what="hagan-juego" [CAT-I.3.2-07]'
    >>> unpacked(packed(text)) == text, len(packed(text)) < len(text) // 2, packed("")
    (True, True, b'')
    """
    plain = text.encode()
    if not plain:
        return plain
    packer = _packer().copy()
    found: bytes = MARK + packer.compress(plain) + packer.flush()
    return found if len(found) < len(plain) or plain[:1] == MARK else plain


def unpacked(written: bytes | str) -> str:
    """Unpack a text. A damaged one is given as it is: it then fails the check of its hash.

    >>> unpacked("! as older versions wrote it"), unpacked(b"acta 3")
    ('! as older versions wrote it', 'acta 3')
    """
    if isinstance(written, str):
        return written
    plain = bytes(written)
    if plain[:1] == MARK:
        unpacker = _unpacker().copy()
        with suppress(zlib.error, UnicodeDecodeError):
            text: str = unpacker.decompress(plain[1:]).decode()
            if unpacker.eof and not unpacker.unused_data:
                return text
    return plain.decode("utf-8", "replace")


def brief(text: str, id: str, person: str, at: float) -> str:
    """An envelope without what stands beside it in its row; one that says it otherwise is left.

    >>> brief('{"id":"7","person":"ana","role":"jugador","at":2.5,"command":{}}', "7", "ana", 2.5)
    '{"role":"jugador","command":{}}'
    """
    head, moment = _beside(id, person, at)
    found = _BRIEF.match("{" + text[len(head) :]) if text.startswith(head) else None
    if found is None or not text.startswith(moment, len(head) + found.end() - 2):
        return text
    return f"{found[0]}{text[len(head) + found.end() - 2 + len(moment) :]}"


def whole(text: str, id: str, person: str, at: float) -> str:
    """An envelope as it was sent, with what stands beside it in its row.

    >>> whole('{"role":"jugador","command":{}}', "7", "ana", 2.5)
    '{"id":"7","person":"ana","role":"jugador","at":2.5,"command":{}}'
    """
    found = _BRIEF.match(text)
    if found is None:
        return text
    head, moment = _beside(id, person, at)
    return f"{head}{found[1]}{moment}{text[found.end() :]}"


def _beside(id: str, person: str, at: float) -> tuple[str, str]:
    """How an envelope begins, and what stands after its role."""
    who, sender, moment = (msgspec.json.encode(one).decode() for one in (id, person, float(at)))
    return f'{{"id":{who},"person":{sender},', f',"at":{moment},'


_BRIEF = re.compile(r'\{("role":"[^"\\]*"),')


class Packed(TypeDecorator[str]):
    """A column of texts, packed. SQLite takes bytes in a column of texts too, so that older rows
    stay as they are there."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else LargeBinary())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else packed(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else unpacked(value)


class Hash(TypeDecorator[str]):
    """A column of hashes: their bytes, read and given as hexadecimal text."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(String(64) if dialect.name == "sqlite" else LargeBinary())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value if value is None or isinstance(value, str) else bytes(value).hex()
