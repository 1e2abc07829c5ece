"""``tapete serve``: run a casino on this machine."""

from __future__ import annotations

import os
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec.structs import replace

from tapete import __version__
from tapete.cli.speaking import Command, Whole, default_db, lang_of, likest
from tapete.core.book.datafile import BrokenFile, read_toml
from tapete.core.round.terms import BrokenTerms
from tapete.telling.texts import t


@click.command("serve", cls=Command, help="serve.help")
@click.option("--db", metavar="URL", help="serve.option.db")
@click.option("--host", help="serve.option.host")
@click.option("--port", type=Whole(0, 65_535), help="serve.option.port")
@click.option("--workers", type=Whole(1, 256), help="serve.option.workers")
@click.option("--config", type=click.Path(path_type=Path), help="serve.option.config")
@click.option("--log", type=click.Choice(["info", "warning", "error"]), help="serve.option.log")
@click.option("--json", "as_json", is_flag=True, help="serve.option.json")
@click.pass_context
def command(
    ctx: click.Context, db: str | None, host: str | None, port: int | None, workers: int | None,
    config: Path | None, log: str | None, as_json: bool,
) -> None:  # fmt: skip
    from tapete.floor.house.logs import JSON, for_people

    lang = lang_of(ctx)
    if as_json:
        os.environ[JSON] = "json"
    log = log or ("warning" if for_people() else "info")
    settings = _settings(config, lang, db=db, host=host, port=port, workers=workers)
    with _bound(settings.host, settings.port, lang) as sock:
        settings = replace(settings, port=sock.getsockname()[1])
        _run(settings, sock, log, lang)


def _run(settings: Any, sock: socket.socket, log: str, lang: str) -> None:
    """Serve on a socket that is bound."""
    from sqlalchemy.exc import ArgumentError, OperationalError

    from tapete.floor.api.app import application
    from tapete.floor.house.casino import Casino
    from tapete.floor.house.logs import set_up_logs
    from tapete.floor.house.workers import cores
    from tapete.floor.house.workers.serving import serve_alone, serve_on
    from tapete.floor.money.calendar import NoSuchZone
    from tapete.floor.storage.migrations import NewerDatabase, head
    from tapete.floor.units import KINDS

    try:
        casino = Casino(settings)
        password = casino.prepare()
    except NewerDatabase as error:
        why = t("serve.newer-database", lang, db=settings.db, revision=error.revision,
                version=__version__)  # fmt: skip
        raise click.ClickException(why) from None
    except (BrokenFile, NoSuchZone, FileNotFoundError, UnicodeDecodeError) as error:
        raise click.ClickException(t("serve.bad-plan", lang, why=error)) from None
    except BrokenTerms as error:
        why = f"{settings.plan}: {error}"
        raise click.ClickException(t("serve.bad-plan", lang, why=why)) from None
    except (ArgumentError, OperationalError, ValueError, ImportError) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("serve.bad-database", lang, db=settings.db, why=why)) from None
    if casino.store.upgraded_from is not None:
        was, now = casino.store.upgraded_from, head()
        click.echo(t("serve.upgraded", lang, db=settings.db, was=was, now=now))
    kinds = Counter(spec.kind for spec in casino.store.specs())
    click.echo(t("serve.units", lang, db=settings.db, **{kind: kinds[kind] for kind in KINDS}))
    click.echo(t("serve.address", lang, address=f"http://{settings.host}:{settings.port}"))
    if password is not None:
        click.echo(t("serve.password", lang, password=password))
    set_up_logs(log)
    workers = settings.workers or cores()
    if workers == 1:
        serve_alone(application(casino), sock, settings.proxies)
    else:
        casino.store.close()
        serve_on(settings, sock, workers, log)


def _bound(host: str, port: int, lang: str) -> socket.socket:
    """A socket on this address, before anything is said to be open there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.create_server((host, port), family=family, backlog=2048)
        # What is accepted on it inherits this: a small answer does not wait for a larger one.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock
    except OSError as error:
        where = f"{host}:{port}"
        raise click.ClickException(t("serve.bad-address", lang, where=where, why=error)) from None


def _settings(config: Path | None, lang: str, **given: Any) -> Any:
    """The settings of the file, and over them those of the command line."""
    from tapete.floor.house.settings import Settings
    from tapete.floor.house.workers import cores, read_ahead

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
    if given.get("db") is None and not settings.db:
        given["db"] = default_db()
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        found = msgspec.convert(msgspec.to_builtins(replace(settings, **chosen)), Settings)
    except msgspec.ValidationError as error:
        why = t("serve.bad-config", lang, where=config or "--", why=error)
        raise click.ClickException(why) from None
    if (found.workers or cores()) > 1:
        read_ahead()
    from tapete.floor.units import KINDS
    from tapete.games.registry import GAMES

    unknown = [game for game in found.games if game not in GAMES and game not in KINDS]
    if unknown:
        near = ", ".join(likest(unknown[0], GAMES) or GAMES)
        said = t("odds.unknown-game", lang, game=unknown[0], near=near)
        why = t("serve.bad-config", lang, where=config or "--", why=said)
        raise click.ClickException(why)
    return found
