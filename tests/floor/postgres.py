"""A real PostgreSQL for the tests: a cluster of its own in a temporary folder."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_number = count(1)


def binaries() -> Path:
    """Where the server's programs are: on the path, or where Debian keeps them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        raise RuntimeError("PostgreSQL is not installed: `make setup` installs it")
    return places[-1]


def _as_server_user(command: list[str]) -> list[str]:
    # The server refuses to run as root; Debian's package has a user for it.
    return ["runuser", "-u", "postgres", "--", *command] if getpass.getuser() == "root" else command


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[str]:
    """A running server; gives the address of its maintenance database. The tests do not wait for
    the disk; ``durable``: it does."""
    folder = Path(tempfile.mkdtemp(prefix="tapete-pg-"))
    if getpass.getuser() == "root":
        shutil.chown(folder, "postgres")
    os.chmod(folder, 0o700)
    bin_, data = binaries(), folder / "data"

    def run(*command: str) -> None:
        subprocess.run(_as_server_user(list(command)), check=True, capture_output=True, cwd="/")

    run(f"{bin_}/initdb", "-D", str(data), "-U", "tapete", "--auth=trust", "-E", "UTF8", "-N")
    sync = "on" if durable else "off"
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={sync}"
    run(
        f"{bin_}/pg_ctl",
        "-D",
        str(data),
        "-w",
        "-t",
        "600",
        "-o",
        options,
        "-l",
        f"{folder}/log",
        "start",
    )
    try:
        yield f"postgresql+psycopg://tapete@/postgres?host={folder}"
    finally:
        run(f"{bin_}/pg_ctl", "-D", str(data), "-w", "-t", "600", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def pg_ctl(server: str, *words: str) -> None:
    """Stop or start the server of an address: ``stop -m immediate``, ``start``."""
    folder = Path(server.partition("host=")[2])
    command = [
        f"{binaries()}/pg_ctl",
        "-D",
        f"{folder}/data",
        "-w",
        "-t",
        "600",
        "-l",
        f"{folder}/log",
        *words,
    ]
    if "start" in words:
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        command += ["-o", options]
    subprocess.run(_as_server_user(command), check=True, capture_output=True, cwd="/")


def fresh_database(server: str, like: str = "template1") -> str:
    """A new database on the server: empty, or like one that nobody is connected to."""
    from sqlalchemy import create_engine, text

    name = f"casino_{os.getpid()}_{next(_number)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {like}"))
    engine.dispose()
    return server.replace("/postgres?", f"/{name}?")
