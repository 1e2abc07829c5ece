"""``tapete replay``: play actas again, see that they hold, and have them told in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.text import Text

from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.cli.terminal.box_cloth import markers_of
from tapete.cli.terminal.canvas import Chips
from tapete.cli.terminal.pages import rules_of
from tapete.cli.terminal.screen import cloth, on_the_felt
from tapete.core.book.clause import ClauseId
from tapete.core.book.roles import CROUPIER
from tapete.core.book.rulebook import GameRules
from tapete.core.round.acta import BrokenRecord, read_record
from tapete.core.round.felt import PUBLIC, Felt, fold
from tapete.core.round.game import Game
from tapete.core.round.record import Record
from tapete.core.round.replay import Divergence, StateMissing, replay
from tapete.floor.storage.archive_file import Broken, actas_in, files_in, is_archive
from tapete.games.registry import GAMES
from tapete.systems.rounds import find
from tapete.telling.explain import Teller, as_json
from tapete.telling.names import game_name
from tapete.telling.texts import t

DIFFERS, BROKEN = 1, 2


Left = dict[tuple[str, str], dict[str, Any] | None]
"""By game and table, the state that the last record read leaves behind."""


@dataclass
class Verdict:
    """What became of one file: verified, or where and why not."""

    file: str
    verified: bool = False
    ended: bool = False
    game: str = ""
    steps: int = 0
    events: int = 0
    same_rulebook: bool = True
    step: int | None = None
    expected: str = ""
    found: str = ""
    line: int | None = None
    reason: str = ""
    told: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> int:
        if self.verified:
            return 0
        return DIFFERS if self.step is not None else BROKEN


@click.command("replay", cls=Command, help="replay.usage")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option("--explain", is_flag=True, help="replay.option.explain")
@click.option("--json", "json_", is_flag=True, help="replay.option.json")
@click.option("--view", metavar="WHO", help="replay.option.view")
@click.pass_context
def command(
    ctx: click.Context, files: tuple[str, ...], explain: bool, json_: bool, view: str | None
) -> None:
    lang = lang_of(ctx)
    viewer = viewer_of(view, lang) if view is not None else None
    console = Console(highlight=False, soft_wrap=True)
    verdicts = []
    left: Left = {}
    for record, verdict in judged(files, lang, left):
        verdicts.append(verdict)
        if json_:
            if explain and record is not None:
                teller = Teller(lang, unit=record.header.unit)
                verdict.told = [{**as_json(e), "said": teller.event(e)} for e in record.events]
            continue
        if record is not None and explain:
            for line in tell(record, lang, viewer):
                console.print(line)
        if record is not None and viewer is not None:
            for part in seen(record, viewer, lang):
                console.print(part)
        for text in sentences(verdict, lang):
            click.echo(text, err=not verdict.verified)
    if json_:
        data = [{k: v for k, v in asdict(verdict).items()} for verdict in verdicts]
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    if not verdicts:
        click.echo(t("replay.nothing", lang), err=True)
    ctx.exit(max((verdict.status for verdict in verdicts), default=BROKEN))


def every(files: tuple[str, ...]) -> Iterator[str]:
    """The files named, and the actas of the folders named."""
    for name in files:
        if Path(name).is_dir():
            wanted = sorted(Path(name).rglob("*.acta")) + files_in(Path(name))
            yield from map(str, wanted)
        else:
            yield name


def judged(
    files: tuple[str, ...], lang: str, left: Left
) -> Iterator[tuple[Record | None, Verdict]]:  # fmt: skip
    """Every record of these files, played again; an archive of the floor holds many."""
    for name in every(files):
        if not is_archive(Path(name)):
            yield judge(name, lang, left)
            continue
        try:
            for where, text, state in actas_in(Path(name)):
                yield judge_text(f"{name}: {where}", text, lang, left, state)
        except Broken as error:
            yield None, Verdict(name, reason=str(error))


def judge(name: str, lang: str, left: Left | None = None) -> tuple[Record | None, Verdict]:
    """Read a file and play it again. ``left`` is the state that the records before it left."""
    try:
        text = Path(name).read_text("utf-8")
    except UnicodeDecodeError as error:
        return None, Verdict(name, line=1, reason=str(error))
    except OSError as error:
        return None, Verdict(name, reason=str(error.strerror or error))
    return judge_text(name, text, lang, left)


def judge_text(
    name: str, text: str, lang: str, left: Left | None = None, before: Any = None
) -> tuple[Record | None, Verdict]:
    """The same of the text of a record; ``before`` is the state it goes on from, if it is known."""
    verdict = Verdict(name)
    try:
        record = read_record(text)
    except BrokenRecord as error:
        verdict.line, verdict.reason = error.line, error.reason
        return None, verdict
    head = record.header
    verdict.game, verdict.steps, verdict.events = head.game, len(record.steps), len(record.events)
    try:
        source = _game(head.game, lang).books
        verdict.same_rulebook = source.digest(head.source.id, head.game) == head.source.digest
        at = (head.game, head.table)
        record = _with_state(record, before or (left or {}).get(at))
        if left is not None:
            left[at] = record.after
        replay(record, find)
        verdict.verified, verdict.ended = True, record.result is not None
    except Divergence as error:
        verdict.step, verdict.expected, verdict.found = error.step, error.expected, error.found
    except (KeyError, ValueError, StateMissing) as error:
        verdict.reason = str(error.args[0] if error.args else error)
    return record, verdict


def _game(id: str, lang: str) -> Game[Any, Any]:
    """The game of a record: of a table, or of a bingo hall. `KeyError`: there is none."""
    try:
        return find(id)
    except KeyError:
        raise KeyError(t("replay.no-game", lang, game=id)) from None


def _with_state(record: Record, before: dict[str, Any] | None) -> Record:
    """The record with the state it goes on from, if another file has told it."""
    if record.header.state is not None or before is None:
        return record
    header = msgspec.structs.replace(record.header, state=before)
    return msgspec.structs.replace(record, header=header)


def sentences(verdict: Verdict, lang: str) -> Iterator[str]:
    """The verdict in words."""
    facts = asdict(verdict)
    if not verdict.same_rulebook:
        yield t("replay.other-rulebook", lang, file=verdict.file)
    if verdict.verified and not verdict.ended:
        yield t("replay.unfinished", lang, **facts)
    elif verdict.verified:
        yield t("replay.verified", lang, **facts)
    elif verdict.step is not None:
        yield t("replay.differs", lang, **facts)
    elif verdict.line is not None:
        yield t("replay.broken", lang, **facts)
    else:
        yield t("replay.unusable", lang, **facts)


def tell(record: Record, lang: str, viewer: str | None = None) -> Iterator[Any]:
    """The round in plain words, step by step with its clauses; each rule once at the end."""
    head, teller = record.header, Teller(lang, unit=record.header.unit)
    title = t(
        "replay.title", lang, game=game_name(head.game, lang), edition=head.source.id,
        number=head.number, table=head.table or "—",
    )  # fmt: skip
    yield Text(title, "bold")
    cited: dict[ClauseId, None] = {}
    for event in record.events:
        if viewer is None or event.seen_by(viewer):
            cited[event.clause] = None
            yield Text(f"  {teller.event(event)}").append(f"  [{event.clause}]", "dim")
    yield Text("")
    yield Text(t("replay.rules", lang), "bold")
    yield from rules_of(cited, teller)
    yield Text("")


def seen(record: Record, viewer: str, lang: str) -> Iterator[Any]:
    """The felt at the end of the round as the viewer saw it."""
    head = record.header
    felt = Felt(viewer)
    if head.game not in GAMES or head.state is None:
        yield Text(fold(record.events, viewer).text())
        return
    game = GAMES[head.game]
    state = msgspec.convert(head.state, game.state)
    for stake in state.standing():
        spot = felt.chips.setdefault(stake.bet, {})
        spot[stake.seat] = spot.get(stake.seat, 0) + stake.amount
    felt.markers |= markers_of(state)
    fold(record.events, viewer, felt)
    you = int(viewer[5:]) if viewer.startswith("seat:") else None
    chips, teller = Chips(you, head.seats), Teller(lang, unit=head.unit)
    rules = game.rules_of(head.source.id, head.changes)
    yield cloth(rules, felt, chips, teller, bets_of(record, rules))
    lying = on_the_felt(felt, chips, teller)
    if lying is not None:
        yield lying


def bets_of(record: Record, rules: GameRules) -> list[str]:
    """The bets of the cloth as the round opened it; by kind if it cannot be played again."""
    try:
        asked = [ask for _, ask, _ in replay(record, find).steps]
    except (Divergence, StateMissing):
        asked = []
    for ask in asked:
        if ask.betting is not None:
            return list(ask.betting.cloth.bets())
    return [bet for bet in rules.bets if "@" not in bet]


def viewer_of(words: str, lang: str) -> str:
    """
    >>> viewer_of("seat:3", "en"), viewer_of("croupier", "es")
    ('seat:3', 'croupier')
    """
    if words in (PUBLIC, CROUPIER) or (words.startswith("seat:") and words[5:].isdecimal()):
        return words
    if words.isdecimal():
        return f"seat:{words}"
    raise Refusal(t("replay.no-view", lang, view=words))
