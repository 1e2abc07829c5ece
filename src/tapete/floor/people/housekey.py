"""The key of the house: 256 bits in a file outside the database, readable by its owner only.

What the database keeps of persons is sealed with keys that are themselves sealed with this one
(AES-GCM): a copy of the database alone says nothing of anybody. Whoever loses the file loses what
it seals, so it is kept as carefully as the database, and not beside its backups.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, insert, make_url, select
from sqlalchemy.exc import IntegrityError

from tapete.floor.storage import schema

BYTES, NONCE = 32, 12
PRIVATE = 0o600
MARK = "house-key"


class WrongKey(ValueError):
    """The file holds another key than the one this database was sealed with."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is not the key of this casino")


class MissingKey(ValueError):
    """The database was sealed with a key, and there is none where it should lie."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"the key of this casino should lie in {file}")


class Sealed(ValueError):
    """A sealed value cannot be opened: the key is another, is gone, or somebody touched it."""


def seal(key: bytes, said: bytes, about: str) -> str:
    """Sealed text; ``about`` is what it belongs to, so that it opens nowhere else.

    >>> open_(bytes(32), seal(bytes(32), b"Ana", "persona-1"), "persona-1")
    b'Ana'
    """
    nonce = secrets.token_bytes(NONCE)
    return base64.b64encode(nonce + AESGCM(key).encrypt(nonce, said, about.encode())).decode()


def open_(key: bytes, sealed: str, about: str) -> bytes:
    """The value that was sealed. Raises `Sealed` if it cannot be opened."""
    try:
        body = base64.b64decode(sealed, validate=True)
        return AESGCM(key).decrypt(body[:NONCE], body[NONCE:], about.encode())
    except (InvalidTag, ValueError) as error:
        raise Sealed(about) from error


def new_key() -> bytes:
    """A key nobody knows."""
    return secrets.token_bytes(BYTES)


def key_file(url: str, named: str = "") -> Path:
    """The file of a casino's key: where the settings or ``TAPETE_KEY`` say, or beside the file
    of SQLite, or for another database in the directory where the platform keeps data."""
    named = named or os.environ.get("TAPETE_KEY", "")
    if named:
        return Path(named).expanduser()
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:"):
        return Path(str(address.database)).with_suffix(".key")
    return data_folder() / f"{address.database or 'tapete'}.key"


def data_folder() -> Path:
    """Where the platform keeps data of programs."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "tapete"
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "tapete"


def default_db() -> str:
    """The database of whoever names none: a file where the platform keeps data, in a folder of its
    owner's."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tapete.db'}"


class HouseKey:
    """The key of one casino, read from its file; made by the first that asks."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._key: bytes | None = None

    @property
    def key(self) -> bytes:
        if self._key is None:
            self._key = self._read() if self.file.exists() else self._make()
        return self._key

    def derived(self, name: str) -> bytes:
        """A key for one thing alone, which says nothing of this one."""
        return hmac.new(self.key, name.encode(), hashlib.sha256).digest()

    def _read(self) -> bytes:
        found = base64.b64decode(self.file.read_text("ascii").strip())
        if len(found) != BYTES:
            raise WrongKey(self.file)
        return found

    def _make(self) -> bytes:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = new_key()
        try:
            handle = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        except FileExistsError:  # another process was first
            return self._read()
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(base64.b64encode(made).decode() + "\n")
            file.flush()
            os.fsync(file.fileno())
        return made

    def check(self, connection: Connection) -> None:
        """Raise `WrongKey` or `MissingKey` unless this is the key the database was sealed with."""
        c = schema.casino
        found = connection.execute(select(c.c.value).where(c.c.key == MARK)).scalar()
        if found is not None and self._key is None and not self.file.exists():
            raise MissingKey(self.file)
        if found is not None and found != self._print():
            raise WrongKey(self.file)

    def mark(self, connection: Connection) -> None:
        """The database is sealed with this key from now on, unless it was with another."""
        self.check(connection)
        c = schema.casino
        if connection.execute(select(c.c.value).where(c.c.key == MARK)).first() is None:
            with suppress(IntegrityError), connection.begin_nested():  # another node was first
                connection.execute(insert(c).values(key=MARK, value=self._print()))
            self.check(connection)

    def _print(self) -> str:
        return hashlib.sha256(b"tapete house key" + self.key).hexdigest()

    def seal(self, said: bytes, about: str) -> str:
        return seal(self.key, said, about)

    def open(self, sealed: str, about: str) -> bytes:
        return open_(self.key, sealed, about)
