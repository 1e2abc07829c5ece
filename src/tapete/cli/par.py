"""``tapete par``: the par sheet of a gaming machine's program, exactly."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from babel.numbers import format_percent
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.core.book.bet import bet_id
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.money import share
from tapete.maths.machines import ParLevel, ParSheet, par_sheet
from tapete.systems.machines.library import load, shipped, shipped_ids, shipped_list
from tapete.systems.machines.program import AnyProgram, BrokenProgram
from tapete.telling.names import bet_name, named, pay_row
from tapete.telling.texts import number, t

LOCALE = {"es": "es_CL", "en": "en"}


def _complete(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [name for name in shipped_ids() if name.startswith(word)]


@click.command("par", cls=Command, help="par.help")
@click.argument("program", metavar="PROGRAM", shell_complete=_complete)
@click.option("--json", "as_json", is_flag=True, help="par.option.json")
@click.option("--html", "page", metavar="FILE", type=click.Path(), help="par.option.html")
@click.option("--pdf", metavar="FILE", type=click.Path(path_type=Path), help="par.option.pdf")
@click.option("--design", "minimum", metavar="PERCENT", help="par.option.design")
@click.pass_context
def command(
    ctx: click.Context, program: str, as_json: bool, page: str | None, pdf: Path | None,
    minimum: str | None,
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    least = None if minimum is None else read_share(minimum, lang)
    sheet = par_sheet(find_program(program, lang))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(sheet.facts()), indent=2).decode())
        return
    if page is not None:
        Path(page).write_text(html_of(sheet, lang), "utf-8")
        click.echo(t("par.written", lang, file=page))
    if pdf is not None:
        from tapete.cli.par_pdf import write_pdf

        write_pdf(pdf, sheet, parts(sheet, lang), lang)
        click.echo(t("par.written", lang, file=pdf))
    if page is not None or pdf is not None:
        return
    console = Console(highlight=False)
    if least is not None:
        console.print(judged(sheet, least, lang))
        ctx.exit(0 if sheet.worst.back >= least else 1)
    digest = sheet.program.digest[:16]
    title = named("program", sheet.program.id, lang)
    console.print(Text(f"{title}  ", style="bold"), Text(digest, style="dim"))
    console.print(_levels(sheet, lang))
    if sheet.rows:
        console.print(Text(t("par.title.rows", lang), style="bold"))
        console.print(_rows(sheet, lang))
    console.print(Text(t("par.legend", lang), style="dim"))


def find_program(name: str, lang: str) -> AnyProgram:
    """A program by its name or its file; a refusal in the reader's language."""
    try:
        if name.endswith(".toml"):
            return load(Path(name))
        if name in shipped_ids():
            return shipped(name)
    except BrokenProgram as broken:
        what = t(f"par.why.{broken.why.key}", lang, **broken.why.facts)
        reason = f"{t(f'par.refused.{broken.code}', lang)}: {what}"
        place = f"{broken.file}:{broken.line}"
        raise Refusal(t("par.broken", lang, place=place, reason=reason)) from None
    except BrokenFile as broken:
        place = f"{broken.file}:{broken.line}"
        raise Refusal(t("par.broken", lang, place=place, reason=broken.reason)) from None
    except (OSError, UnicodeDecodeError):
        raise Refusal(t("par.unread", lang, file=name)) from None
    raise Refusal(t("par.unknown", lang, program=name, known=", ".join(shipped_ids())))


def read_share(text: str, lang: str) -> Fraction:
    """A part of what is staked, as a percentage or a number up to 1; a refusal says what it is."""
    try:
        found = share(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise Refusal(t("par.design.no-share", lang, said=text))
    return found


def judged(sheet: ParSheet, minimum: Fraction, lang: str) -> Text:
    """Whether every bet returns at least so much; if not, which do not (CAT-VI.7.3-02)."""
    low = [level for level in sheet.levels if level.back < minimum]
    said = percent(minimum, lang)
    if not low:
        worst = sheet.worst
        back = percent(worst.back, lang)
        return Text(
            t(
                "par.design.good", lang,
                minimum=said, bet=worst.bet, denomination=worst.denomination, back=back,
            ),
            style="green",
        )  # fmt: skip
    levels = ", ".join(f"{one.bet} ({one.denomination}): {percent(one.back, lang)}" for one in low)
    return Text(t("par.design.bad", lang, minimum=said, levels=levels), style="red")


def percent(value: Fraction, lang: str) -> str:
    """A share with three decimals, as the reader writes it."""
    return format_percent(float(value), format="#,##0.000%", locale=LOCALE[lang])


def _levels(sheet: ParSheet, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = level_columns(sheet, lang)
    for at, (name, _) in enumerate(columns):
        table.add_column(name, justify="right" if at else "left")
    for cells in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*cells)
    return table


def summary(sheet: ParSheet, lang: str) -> list[tuple[str, ParLevel]]:
    """Every bet and denomination by its name; bets of one kind with the same figures (the 37
    numbers of a roulette) are one line that says how many they are."""
    alike: dict[tuple[str, ParLevel], list[str]] = {}
    for level in sheet.levels:
        key = bet_id(level.bet).kind, level._replace(bet="")
        alike.setdefault(key, []).append(level.bet)
    return [
        (bet_name(bets[0] if len(bets) == 1 else kind, lang) + several(len(bets)), level)
        for (kind, level), bets in alike.items()
    ]


def several(n: int) -> str:
    """
    >>> several(37), several(1)
    (' × 37', '')
    """
    return f" × {n}" if n > 1 else ""


def level_columns(
    sheet: ParSheet, lang: str, *, exact: bool = False
) -> list[tuple[str, list[str]]]:
    """The columns of the sheet; those that are nothing everywhere are left out. ``exact``: with
    the return as a fraction, where there is room for it."""
    names, levels = zip(*summary(sheet, lang), strict=True)
    features = any(level.features for level in levels)
    pot = any(level.pot for level in levels)
    columns: list[tuple[str, list[str]]] = [
        ("bet", list(names)),
        ("denomination", [number(level.denomination, lang) for level in levels]),
        ("return", [percent(level.back, lang) for level in levels]),
    ]
    if exact:
        columns.append(("exact", [str(level.back) for level in levels]))
    if features or pot:
        columns.append(("base", [percent(level.base, lang) for level in levels]))
    if features:
        columns.append(("features", [percent(level.features, lang) for level in levels]))
    if pot:
        columns.append(("pot", [percent(level.pot, lang) for level in levels]))
    columns.append(("hit", [percent(level.hit, lang) for level in levels]))
    if exact:
        spread = [number(float(level.variance or 0), lang, "#,##0.00") for level in levels]
        columns.append(("variance", spread))
    columns.append(("volatility", [number(level.volatility, lang, "#,##0.00") for level in levels]))
    if all(level.top for level in levels):
        tops = [level.top for level in levels if level.top]
        columns.append(("top", [number(top.prize, lang) for top in tops]))
        columns.append(("odds", [once_in(top.odds, lang) for top in tops]))
    return [(t(f"par.column.{name}", lang), cells) for name, cells in columns]


FEW = 100
"""Below so many plays "once in" has a decimal."""


def once_in(odds: Fraction | None, lang: str) -> str:
    """Once in so many plays.

    >>> once_in(Fraction(2, 5), "en"), once_in(Fraction(2, 625), "en")
    ('2.5', '312')
    """
    if not odds:
        return "–"
    many = 1 / odds
    return number(float(many), lang, "#,##0.#") if many < FEW else number(round(many), lang)


def row_columns(sheet: ParSheet, lang: str, *, exact: bool = False) -> list[tuple[str, list[str]]]:
    """The rows of the pay table: each with its chance and its part of the return."""
    rows = sheet.rows.values()
    columns = [
        ("row", [pay_row(row, lang) for row in sheet.rows]),
        ("odds", [once_in(row.odds, lang) for row in rows]),
        ("part", [percent(row.back, lang) for row in rows]),
    ]
    if exact:
        columns.insert(1, ("chance", ["–" if row.odds is None else str(row.odds) for row in rows]))
    return [(t(f"par.column.{name}", lang), cells) for name, cells in columns]


def _rows(sheet: ParSheet, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = row_columns(sheet, lang)
    for at, (name, _) in enumerate(columns):
        table.add_column(name, justify="right" if at else "left")
    for cells in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*cells)
    return table


class Part(NamedTuple):
    """A part of a sheet on paper: its title, its table, and what is said below it."""

    title: str
    columns: list[tuple[str, list[str]]]
    below: str = ""


def parts(sheet: ParSheet, lang: str) -> list[Part]:
    """The sheet as a page has it: bets, rows of the pay table, for video poker of the house the
    list of what to keep."""
    found = [Part("", level_columns(sheet, lang, exact=True))]
    if sheet.rows:
        found.append(Part(t("par.title.rows", lang), row_columns(sheet, lang, exact=True)))
    holds = shipped_list(sheet.program.id)
    if holds is not None and sheet.program.digest == shipped(sheet.program.id).digest:
        from tapete.cli.holds import heads, lines, returns

        place, kept, *more = zip(*lines(holds, lang), strict=True)
        numbered = [f"{n}. {words}" for n, words in zip(place, kept, strict=True)]
        cells = [numbered, *map(list, more)]
        columns = list(zip(heads(lang)[1:], cells, strict=True))
        found.append(Part(t("par.list.how", lang), columns, returns(holds, lang)))
    return found


def html_of(sheet: ParSheet, lang: str) -> str:
    """The sheet as one page, nothing fetched from anywhere."""
    title = named("program", sheet.program.id, lang)
    body = "".join(
        (f"<h2>{escape(part.title)}</h2>" if part.title else "")
        + _html_table(part.columns)
        + (f"<p>{escape(part.below)}</p>" if part.below else "")
        for part in parts(sheet, lang)
    )
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>body{{font:15px/1.5 system-ui;"
        "max-width:72rem;margin:2rem auto;padding:0 1rem}"
        "div{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0}"
        "td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}"
        "td:first-child,th:first-child{text-align:left;white-space:nowrap}"
        "code{font-size:.8rem;overflow-wrap:anywhere}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(named('tipo', sheet.program.kind, lang))}<br>"
        f"<code>{sheet.program.digest}</code></p>"
        f"{body}<p>{escape(t('par.legend', lang))}</p></html>\n"
    )


def _html_table(columns: list[tuple[str, list[str]]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name, _ in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
        for cells in zip(*(cells for _, cells in columns), strict=True)
    )
    return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
