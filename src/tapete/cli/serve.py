"""``tapete serve``: run a casino on this machine."""

from __future__ import annotations

import gc
import socket
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from tapete import __version__
from tapete.cli.speaking import Command, lang_of, likest
from tapete.core.datafile import BrokenFile, read_toml
from tapete.telling.texts import t

SWITCH = 0.0005
GARBAGE = (20_000, 10, 10)
"""So many new objects are let be before they are looked through for garbage."""


@click.command("serve", cls=Command, help="serve.help")
@click.option("--db", metavar="URL", help="serve.option.db")
@click.option("--host", help="serve.option.host")
@click.option("--port", type=click.IntRange(0, 65_535), help="serve.option.port")
@click.option("--config", type=click.Path(path_type=Path), help="serve.option.config")
@click.option("--log", type=click.Choice(["info", "warning", "error"]), default="info",
              help="serve.option.log")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, db: str | None, host: str | None, port: int | None, config: Path | None,
    log: str,
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    settings = _settings(config, lang, db=db, host=host, port=port)
    with _bound(settings.host, settings.port, lang) as sock:
        settings = replace(settings, port=sock.getsockname()[1])
        _run(settings, sock, log, lang)


def _run(settings: Any, sock: socket.socket, log: str, lang: str) -> None:
    """Serve on a socket that is bound."""
    import uvicorn
    from sqlalchemy.exc import ArgumentError, OperationalError

    from tapete.floor.api.app import application
    from tapete.floor.casino import Casino
    from tapete.floor.logs import set_up_logs
    from tapete.floor.migrations import NewerDatabase

    try:
        casino = Casino(settings)
        password = casino.prepare()
    except NewerDatabase as error:
        why = t("serve.newer-database", lang, db=settings.db, revision=error.revision,
                version=__version__)  # fmt: skip
        raise click.ClickException(why) from None
    except (BrokenFile, FileNotFoundError, UnicodeDecodeError) as error:
        raise click.ClickException(t("serve.bad-plan", lang, why=error)) from None
    except (ArgumentError, OperationalError, ValueError, ImportError) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("serve.bad-database", lang, db=settings.db, why=why)) from None
    click.echo(t("serve.tables", lang, tables=len(casino.store.specs()), db=settings.db))
    if password is not None:
        click.echo(t("serve.password", lang, password=password))
    click.echo(t("serve.address", lang, address=f"http://{settings.host}:{settings.port}"))
    set_up_logs(log)
    # The thread that writes gives way at every statement; it must not wait long for its next turn.
    sys.setswitchinterval(SWITCH)
    # Looking for garbage stops every table: what stands as long as the casino is left out of it.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    config = uvicorn.Config(
        application(casino), log_config=None, access_log=False, ws_max_size=65_536,
        ws_per_message_deflate=False,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[sock])


def _bound(host: str, port: int, lang: str) -> socket.socket:
    """A socket on this address, before anything is said to be open there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        where = f"{host}:{port}"
        raise click.ClickException(t("serve.bad-address", lang, where=where, why=error)) from None


def _settings(config: Path | None, lang: str, **given: Any) -> Any:
    """The settings of the file, and over them those of the command line."""
    from tapete.floor.settings import Settings
    from tapete.games.registry import GAMES

    settings = Settings()
    if config is not None:
        try:
            settings = read_toml(config.read_text("utf-8"), str(config), Settings)
        except BrokenFile as error:
            where = f"{error.file}:{error.line}"
            why = t("serve.bad-config", lang, where=where, why=error.reason)
            raise click.ClickException(why) from None
        except (OSError, UnicodeDecodeError) as error:
            why = t("serve.bad-config", lang, where=config, why=error)
            raise click.ClickException(why) from None
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        found = msgspec.convert(msgspec.to_builtins(replace(settings, **chosen)), Settings)
    except msgspec.ValidationError as error:
        why = t("serve.bad-config", lang, where=config or "--", why=error)
        raise click.ClickException(why) from None
    unknown = [game for game in found.games if game not in GAMES]
    if unknown:
        near = ", ".join(likest(unknown[0], GAMES) or GAMES)
        said = t("odds.unknown-game", lang, game=unknown[0], near=near)
        why = t("serve.bad-config", lang, where=config or "--", why=said)
        raise click.ClickException(why)
    return found
