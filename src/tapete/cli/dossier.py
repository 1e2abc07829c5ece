"""``tapete dossier``: what laboratories ask for, in one folder. Its numbers come from the run."""

from __future__ import annotations

import hashlib
import inspect
import platform
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

from tapete import __version__
from tapete.chance import system
from tapete.cli.azar import first_ask, outcomes, write_words
from tapete.cli.odds import under
from tapete.cli.speaking import Command, Refusal, Whole, lang_of
from tapete.games.registry import GAMES
from tapete.telling.texts import t

RAW_WORDS = 131_072
"""A megabyte of them."""
SOURCES = (
    "chance", "maths/battery", "floor/chance/orders.py", "floor/chance/dealer.py",
    "core/round/chance.py",
)  # fmt: skip
DESCRIBED = ("chance", "chance.port", "chance.words", "chance.draws", "floor.chance.orders")
"""The modules whose own words describe how chance is made."""

Section = tuple[str, str]
"""What was done and what came of it, for the first page."""


@click.command("dossier", cls=Command, help="dossier.help")
@click.argument("folder", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--db", metavar="URL", help="dossier.option.db")
@click.option("--outcomes", "count", type=Whole(10_000), default=10_000,
              show_default=True, help="dossier.option.outcomes")  # fmt: skip
@click.option("--game", "games", multiple=True, metavar="GAME", help="dossier.option.game")
@click.option("--point", "points", multiple=True, metavar="POINT", help="dossier.option.point")
@click.pass_context
def command(
    ctx: click.Context, folder: Path, db: str | None, count: int, games: tuple[str, ...],
    points: tuple[str, ...],
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    if folder.exists() and any(folder.iterdir()):
        raise Refusal(t("dossier.not-empty", lang, folder=folder))
    unknown = [game for game in games if game not in GAMES]
    if unknown:
        raise Refusal(t("odds.unknown-game", lang, game=unknown[0], near=", ".join(GAMES)))
    chosen = games or tuple(GAMES)
    folder.mkdir(parents=True, exist_ok=True)
    steps: list[tuple[str, Callable[[], Section]]] = [
        ("program", lambda: program(folder, db)),
        ("sources", lambda: sources(folder)),
        ("collectors", lambda: collectors(folder, chosen, count)),
        ("battery", lambda: battery(folder, chosen)),
        ("odds", lambda: odds(folder, chosen, lang)),
        ("events", lambda: events(folder)),
        ("crashes", lambda: crashes(folder, points)),
        ("identities", lambda: identities(folder, db)),
    ]
    done: list[tuple[str, Section]] = []
    for name, step in steps:
        click.echo(t(f"dossier.{name}", lang), err=True)
        done.append((name, step()))
    write_index(folder, done)
    click.echo(t("dossier.done", lang, folder=folder))


# The parts


def program(folder: Path, db: str | None) -> Section:
    """The list of digests, and what was approved where this casino plays."""
    from tapete.floor.house.identity import digests, parts, whole

    files = digests()
    text = "".join(f"{digest}  {name}\n" for name, digest in files.items())
    _write(folder / "program" / "digests.txt", text)
    view = None if db is None else _identity(db)
    found = {"version": __version__, "digest": whole(files), "parts": parts(files), "casino": view}
    _write_json(folder / "program" / "identity.json", found)
    return "program/", f"{len(files)} files, digest {whole(files)}"


def _identity(db: str) -> Any:
    from tapete.floor.house.identity import Identity
    from tapete.floor.people.register import Register
    from tapete.floor.storage.store import Store

    store = Store(db)
    try:
        identity = Identity(Register(store), "")
        return {"last_check": identity.last_check(), "closed": sorted(identity.closed())}
    finally:
        store.close()


def sources(folder: Path) -> Section:
    """How chance is seeded and drawn, in the words of the code, and the code; the rulebooks and
    plans it is played by."""
    from tapete.floor.house.identity import PACKAGE

    said = ["# Chance: where it comes from and how it is drawn\n"]
    for name in DESCRIBED:
        module = sys.modules.get(f"tapete.{name}") or __import__(f"tapete.{name}", fromlist=["x"])
        said.append(f"## `tapete.{name}`\n\n{inspect.getdoc(module)}\n")
    _write(folder / "chance" / "description.md", "\n".join(said))
    skip = shutil.ignore_patterns("__pycache__")
    for source in SOURCES:
        at = folder / "chance" / "sources" / source
        if (PACKAGE / source).is_dir():
            shutil.copytree(PACKAGE / source, at, ignore=skip)
        else:
            at.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PACKAGE / source, at)
    for name in ("rulebooks", "plans"):
        shutil.copytree(PACKAGE / name, folder / name, ignore=skip)
    books = sum(1 for _ in (folder / "rulebooks").rglob("*.toml"))
    return "chance/, rulebooks/, plans/", f"{books} files of rulebooks"


def collectors(folder: Path, games: tuple[str, ...], count: int) -> Section:
    """Raw words and final outcomes, as they came."""
    raw = folder / "chance" / "raw.bin"
    with raw.open("wb") as out:
        write_words(RAW_WORDS, out)
    for game in games:
        lines = outcomes(GAMES[game], count, system())
        _write(folder / "chance" / "final" / f"{game}.txt", "".join(f"{x}\n" for x in lines))
    said = f"{RAW_WORDS} raw words of 64 bits, {count} outcomes of {len(games)} games"
    return "chance/raw.bin, chance/final/", said


def battery(folder: Path, games: tuple[str, ...]) -> Section:
    """The battery over the outcomes just collected: with date, source and command."""
    from tapete.maths.battery.observed import observe

    passed, tests = 0, 0
    for game in games:
        file = folder / "chance" / "final" / f"{game}.txt"
        text = file.read_text("utf-8")
        result = observe(first_ask(GAMES[game], system()), text.splitlines())
        passed += result.passed
        tests += len(result.tests)
        report = {
            "game": game,
            "date": _now(),
            "source": "the kernel's entropy (os.urandom): there is no seed",
            "command": f"tapete azar --observado {game} chance/final/{game}.txt",
            "outcomes_sha256": hashlib.sha256(text.encode()).hexdigest(),
            "passed": result.passed,
            **msgspec.to_builtins(result),
        }
        _write_json(folder / "battery" / f"{game}.json", report)
    return "battery/", f"{tests} tests over {len(games)} games; {passed} of {len(games)} passed"


def odds(folder: Path, games: tuple[str, ...], lang: str) -> Section:
    """The exact sheet of every game: edge, return, deviation of each bet as fractions."""
    without = []
    for game in games:
        try:
            found = under(GAMES[game], "scj-2023", {}, lang)
        except Refusal as refusal:
            without.append(game)
            _write_json(folder / "odds" / f"{game}.json", {"none": refusal.format_message()})
            continue
        bets = {bet: sheet.facts() for bet, sheet in found.items()}
        data = {"game": game, "rules": "scj-2023", "bets": bets}
        _write_json(folder / "odds" / f"{game}.json", data)
    said = f"{len(games) - len(without)} sheets"
    return "odds/", said + (f"; none for {', '.join(without)}" if without else "")


def events(folder: Path) -> Section:
    """The catalogue of events: every kind with what it says of itself and its fields."""
    import tapete.systems.progressive.events  # noqa: F401  (they are events too)
    from tapete.core.round.event import Event, Unknown

    lines = ["# Events\n"]
    known = {kind: event for kind, event in sorted(Event.kinds.items()) if event is not Unknown}
    for kind, event in known.items():
        fields = ", ".join(field.name for field in msgspec.structs.fields(event))
        doc = " ".join((inspect.getdoc(event) or "").split())
        lines.append(f"- `{kind}` ({event.__module__}): {doc} Fields: {fields}.")
    _write(folder / "events.md", "\n".join(lines) + "\n")
    return "events.md", f"{len(known)} kinds"


def crashes(folder: Path, points: tuple[str, ...]) -> Section:
    """A casino killed at every step between a command and its telling, on this machine, now."""
    from tapete.cli.drill import drill
    from tapete.floor.kernel.failpoints import POINTS

    with tempfile.TemporaryDirectory() as place:
        found = list(drill(Path(place), points or POINTS))
    rows = [{**msgspec.to_builtins(one), "fine": one.fine} for one in found]
    _write_json(folder / "crashes.json", {"date": _now(), "kills": rows})
    good = sum(one.fine for one in found)
    return "crashes.json", f"{len(found)} kills; {good} times nothing lost and nothing doubled"


def identities(folder: Path, db: str | None) -> Section:
    """What must be equal, held to be so now: where this casino plays, or in one played just now."""
    from tapete.cli.drill import drill
    from tapete.floor.audit.whole import audit, counts
    from tapete.floor.storage.store import Store

    own = db is not None
    with tempfile.TemporaryDirectory() as place:
        if db is None:
            list(drill(Path(place), ("told",)))
            db = f"sqlite:///{place}/told/casino.db"
        store = Store(db)
        seen, found = counts(store), [msgspec.to_builtins(one) for one in audit(store)]
        store.close()
    rows = [{"identity": text, "checked": _now(), "held": _held(found, kinds)}
            for text, kinds in IDENTITIES.items()]  # fmt: skip
    _write_json(folder / "identities.json", {"seen": seen, "findings": found, "identities": rows})
    held = sum(bool(row["held"]) for row in rows)
    said = f"{held} of {len(rows)} held over {seen['steps']} steps and {seen['records']} records"
    return "identities.json", said + ("" if own else " of a drill; with `--db`, of the casino")


IDENTITIES: dict[str, tuple[str, ...]] = {
    "every account holds what its transfers brought, and all together nothing": (
        "balance", "sum", "below-zero", "unit-chips",
    ),
    "the audit log is one chain of hashes": ("audit-chain",),
    "the steps of a table are one chain, and give the same when carried out again": (
        "gap", "chain", "replay", "memory",
    ),
    "the transfers are those the events made, and no others": ("transfer",),
    "what a pot took in is what is there and what went out": ("meters", "pot"),
    "a closed day is what was written by its close": ("day",),
    "every record, played again, gives the same events": ("record",),
    "every order of cards that was opened is the one promised": ("promise",),
}  # fmt: skip
"""What the audit holds to be equal, and the findings that speak against it."""


def _held(found: list[dict[str, Any]], kinds: tuple[str, ...]) -> bool:
    return not any(one["what"].startswith(kinds) for one in found)


# The first page


def write_index(folder: Path, done: list[tuple[str, Section]]) -> None:
    """What is in the folder, made when, where and by which command."""
    said = [
        "# Dossier",
        "",
        f"- Tapete {__version__}, {_now()}",
        f"- Python {platform.python_version()}, {platform.platform()}",
        f"- Command: `tapete {shlex.join(sys.argv[1:])}`",
        "",
        "| part | where | what came of it |",
        "|---|---|---|",
        *(f"| {name} | {where} | {found} |" for name, (where, found) in done),
        "",
        "Raw words for a battery of one's own: `tapete azar --crudo 0 | dieharder -a -g 200`. "
        "Observed wheels, dice and shufflers: `tapete azar --observado GAME FILE`.",
        "",
    ]
    _write(folder / "README.md", "\n".join(said))
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n"
             for file in _all(folder))  # fmt: skip
    _write(folder / "SHA256SUMS", "".join(lines))


def _all(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.is_file())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _write_json(file: Path, data: Any) -> None:
    text = msgspec.json.format(msgspec.json.encode(data, enc_hook=str), indent=2).decode()
    _write(file, text + "\n")
