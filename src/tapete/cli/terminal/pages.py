"""What the player may ask to see: the bets, the reasons, a clause, the odds, the past, help."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.terminal.betting import Betting
from tapete.cli.terminal.box_cloth import odds_of
from tapete.cli.terminal.screen import signed
from tapete.cli.terminal.words import TypedLine
from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId, nearest, register, source_text
from tapete.core.round.ask import Option
from tapete.core.round.bets import Closed, Stake
from tapete.core.round.event import BetWon, Event, ResultShown, net
from tapete.games.roulette.reductions import totals
from tapete.games.roulette.rules import RouletteRules
from tapete.telling.howto import how_to
from tapete.telling.names import bet_name, card_name, folded, move_name, result_name
from tapete.telling.texts import pesos, t, texts

if TYPE_CHECKING:
    from tapete.cli.terminal.session import Session

PAST = 20
ALWAYS = ("howto", "why", "clause", "odds", "history", "help", "leave")
"""Orders that are understood while a move is asked for, too."""


def show(session: Session, said: TypedLine, betting: Betting | None) -> bool:
    """Show the page that was asked for; False if these words ask for none."""
    match said.verb:
        case "bets" if betting is not None:
            session.screen.page(*bets(session, betting, said.rest))
        case "why":
            session.screen.page(*why(session))
        case "clause":
            session.screen.page(*clause(session, said.rest))
        case "odds":
            session.screen.page(*odds(session))
        case "history":
            session.screen.page(*history(session))
        case "help":
            session.screen.page(*help_page(session.lang, deciding=betting is None))
        case "howto":
            session.screen.page(*howto(session))
        case "leave":
            from tapete.cli.terminal.keyboard import Gone

            raise Gone
        case _:
            return False
    return True


def bets(session: Session, betting: Betting, words: str) -> Iterable[RenderableType]:
    """Every bet with what may be added to it now, or the clause that closes it.

    Bets of one kind with the same limits are told together, unless they were asked for by name.
    """
    lang, rules = session.lang, session.party.table.rules
    wanted = folded(words)
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("bet", "pays", "low", "high", "step", "clause"):
        right = column in ("low", "high", "step")
        grid.add_column(t(f"play.bets.{column}", lang), justify="right" if right else "left")
    groups: dict[tuple[Any, ...], list[str]] = {}
    for bet in betting.window.cloth.bets():
        if wanted and wanted not in folded(f"{bet} {bet_name(bet, lang)}"):
            continue
        room = betting.open_bets.room(session.seat, bet)
        key = (bet if wanted else kind_of(bet), room_key(room))
        groups.setdefault(key, []).append(bet)
    for (kind, _), ids in groups.items():
        room = betting.open_bets.room(session.seat, ids[0])
        name = bet_name(ids[0], lang)
        if len(ids) > 1:
            name = t("play.bets.several", lang, kind=bet_name(kind, lang), count=len(ids))
        if isinstance(room, Closed):
            why = session.party.teller.refusal(room.refuse(seat=session.seat, bet=ids[0]))
            grid.add_row(
                Text(name, "dim"), Text(odds_of(rules, ids[0]), "dim"), "✗", "", "",
                Text(f"{room.clause}  {why}", "dim"),
            )  # fmt: skip
            continue
        grid.add_row(
            name, odds_of(rules, ids[0]), pesos(room.low, lang),
            "—" if room.high is None else pesos(room.high, lang),
            str(room.step) if room.step > 1 else "",
            Text(row.clause if (row := rules.bet(ids[0])) else room.clause, "dim"),
        )  # fmt: skip
    yield grid
    yield Text(t("play.bets.hint", lang), "dim")


def room_key(room: Any) -> tuple[Any, ...]:
    """What makes two rooms the same to a reader."""
    if isinstance(room, Closed):
        return (room.clause, room.code)
    return (room.low, room.high, room.step)


def why(session: Session) -> Iterable[RenderableType]:
    """The last round, step by step, with the clause of each and every rule once."""
    lang, teller = session.lang, session.party.teller
    cited: dict[ClauseId, None] = {}
    live = session.party.table.live
    number, events = 0, list[Event]()
    if live is not None and live.steps:  # asked in the middle of a round: what happened so far
        number, events = session.party.table.rounds + 1, list(live.events)
    elif session.records:
        number, events = session.records[-1][0].header.number, list(session.records[-1][0].events)
    if number:
        yield Text(t("play.why.round", lang, number=number), "bold")
    for event in events:
        if event.seen_by(session.party.felt.viewer):
            cited[event.clause] = None
            yield Text(f"  {teller.event(event)}").append(f"  [{event.clause}]", "dim")
    for line in reductions(session, events):
        cited[session.party.table.rules.by("reductions")] = None
        yield line
    for problem in (*session.earlier, *session.refused):
        cited[problem.clause] = None
        yield Text(f"  ✗ {teller.refusal(problem)}", "#ff8787").append(
            f"  [{problem.clause}]", "dim"
        )
    if not cited:
        yield Text(t("play.why.nothing", lang))
        return
    yield Text("")
    yield Text(t("play.why.rules", lang), "bold")
    yield from rules_of(cited, session.party.teller)


def reductions(session: Session, events: Iterable[Event]) -> Iterable[Text]:
    """At roulette, how the croupier reckons each winner: his bets around the number in plenos,
    beside the ordinary sum."""
    lang, rules = session.lang, session.party.table.rules
    if not isinstance(rules, RouletteRules):
        return
    won, number = [], ""
    for event in events:
        if isinstance(event, ResultShown):
            number = event.result
        elif isinstance(event, BetWon):
            won.append(Stake(event.seat, event.bet, event.stake))
    for seat, worked in totals(rules, won, number).items():
        if worked.plenos:
            said = t(
                "play.why.reduction" if worked.apart else "play.why.reduction-only", lang,
                who=session.party.teller.who(seat), number=number,
                plenos=exact_pesos(worked.plenos, lang),
                times=1 + rules.pay("pleno").ratio,
                apart=exact_pesos(worked.apart, lang),
                total=exact_pesos(worked.by_reduction, lang),
                table=exact_pesos(worked.by_table, lang),
            )  # fmt: skip
            yield Text(f"  {said}", "#ffd75f").append(f"  [{rules.by('reductions')}]", "dim")


def exact_pesos(amount: Fraction, lang: str) -> str:
    """Pesos with the part of one that no coin pays.

    >>> exact_pesos(Fraction(1001, 3), "es")
    '$333 2/3'
    """
    whole, part = divmod(amount, 1)
    return pesos(int(whole), lang) + (f" {part}" if part else "")


def rules_of(cited: Iterable[ClauseId], teller: Any) -> Iterable[RenderableType]:
    """Each clause once with its rule."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    for id in cited:
        grid.add_row(id, teller.rule(id))
    yield grid


def clause(session: Session, words: str) -> Iterable[RenderableType]:
    """One clause: its rule, its figures, and the words of the document."""
    lang = session.lang
    by_fold = {known.casefold(): known for known in register()}
    known = by_fold.get(words.strip().strip("[]").casefold())
    if known is None:
        near = ", ".join(nearest(words)) or "—"
        yield Text(t("play.clause.unknown", lang, id=words or "—", near=near), "#ffaf5f")
        return
    found = register()[known]
    yield Text(f"{known}  ", "bold").append(found.document.title, "dim")
    yield Text(session.party.teller.rule(known))
    if found.figures:
        figures = "  ".join(f"{name} = {value}" for name, value in found.figures.items())
        yield Text(figures, "#ffd75f")
    yield Text("")
    yield Text(source_text(found), "italic dim")


def odds(session: Session) -> Iterable[RenderableType]:
    """What each bet pays and what the casino keeps of it, exactly."""
    from tapete.cli.odds import figures, percent

    lang, table = session.lang, session.party.table
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("bet", "pays", "edge", "clause"):
        side: Any = "left" if column in ("bet", "clause") else "right"
        grid.add_column(t(f"play.bets.{column}", lang), justify=side)
    for key, found in figures(table.game, table.rules, lang).items():
        bet, _, choice = key.partition("/")
        name = bet_name(bet, lang) + (f", {move_name(choice, lang)}" if choice else "")
        edge = percent(found.edge, lang)
        grid.add_row(name, " ".join(found.pays), edge, Text(found.clause, "dim"))
    yield grid


def history(session: Session) -> Iterable[RenderableType]:
    """The rounds played: what came, what you won or lost, where the acta is."""
    lang = session.lang
    if not session.records:
        yield Text(t("play.history.none", lang))
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("number", "result", "net", "acta"):
        grid.add_column(
            t(f"play.history.{column}", lang),
            justify="right" if column in ("number", "net") else "left", overflow="fold",
        )  # fmt: skip
    for record, path in session.records[-PAST:]:
        came = [result_name(e.result, lang) for e in record.events if isinstance(e, ResultShown)]
        said = Text(*signed(net(record.events, session.seat), lang))
        grid.add_row(str(record.header.number), " ".join(came), said, Text(path.name, "dim"))
    yield grid
    yield Text(t("play.history.folder", lang, folder=session.party.store.folder), "dim")


def howto(session: Session) -> Iterable[RenderableType]:
    """What the game is about, what one does, and what beats what, each with its clause."""
    told = how_to(session.party.table.game.id, session.lang)
    for part in ("aim", "course", "beats"):
        if sentences := getattr(told, part):
            yield Text(t(f"play.howto.{part}", session.lang), "bold")
            for one in sentences:
                yield Text(f"  {one.text}").append(f"  [{one.clause}]", "dim")


def help_page(lang: str, *, deciding: bool) -> Iterable[RenderableType]:
    """Every order of use now with what it does, in the reader's words."""
    yield Text(t("play.help-move" if deciding else "play.help", lang))
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold #ffd75f")
    written = texts(lang)
    for key, text in written.items():
        if key.startswith("word.verb."):
            verb = key.removeprefix("word.verb.")
            if deciding and verb not in ALWAYS:
                continue
            grid.add_row(text.replace("|", ", "), written[f"play.help.{verb}"])
    yield grid


def farewell(session: Session) -> Iterable[RenderableType]:
    """What is said to somebody who goes."""
    lang, party = session.lang, session.party
    gained = party.gained(session.seat)
    line = Text(t("play.bye", lang, rounds=len(session.records)) + " ", "bold")
    line.append(*signed(gained, lang))
    yield line
    if party.store.saved:
        yield Text(t("play.bye-folder", lang, folder=party.store.folder), "dim")


def option_text(option: Option, lang: str, about: str = "") -> str:
    """A move that is open, with the amounts or cards it takes; ``about`` what is asked."""
    name = move_name(option.name, lang, about=about)
    if option.name in ("cortar", "quemar") and not option.cards:  # a place, not money
        return t("play.option.place", lang, move=name, low=option.low, high=option.high)
    if option.low is not None and option.low == option.high:
        return f"{name} {pesos(option.low, lang)}"
    if option.low is not None:
        high = "—" if option.high is None else pesos(option.high, lang)
        return t("play.option.amount", lang, move=name, low=pesos(option.low, lang), high=high)
    if option.cards:
        cards = " ".join(map(card_name, option.cards))
        example = ",".join(option.cards[: option.most])
        return t(
            "play.option.cards", lang, move=name, low=option.fewest, high=option.most,
            cards=cards, example=example,
        )  # fmt: skip
    return f"{name} {pesos(option.puts, lang)}" if option.puts else name
