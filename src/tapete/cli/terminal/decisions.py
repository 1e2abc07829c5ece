"""Questions put to the player: a decision of the game, or a ruling nobody else can give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from tapete.cli.terminal import pages
from tapete.cli.terminal.words import cards_meant, find_move, understand
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Option
from tapete.core.round.shown import AskView
from tapete.telling.names import move_name
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.cli.terminal.session import Session


def decide(session: Session, ask: Ask[Any]) -> Any:
    """Show what is asked and hear the answer; an empty line says nothing, where that is enough."""
    shown = ask.view(session.party.felt.viewer)
    options = shown.options or tuple(map(Option, shown.rulings))
    about = shown.about or ""
    session.show_felt()
    session.screen.page_after(
        Text(_title(session, shown), "bold").append(f"  [{shown.clause}]", "dim")
    )
    for number, option in enumerate(options, 1):
        text = pages.option_text(option, session.lang, about)
        session.screen.page_after(Text(f"  {number}. {text}"))
    for move, clause in shown.closed.items():
        name = move_name(move, session.lang, about=about)
        closed = t("play.move-closed", session.lang, move=name)
        session.screen.page_after(Text(f"  ✗ {closed} [{clause}]", "dim"))
    while True:
        line = _line(session, shown.default, [option.name for option in options])
        if not line and ask.silence is not None:
            return ask.silence
        said = _meant(line, options)
        if said is None and pages.show(session, understand(line), None):
            continue
        try:
            answer = ask.read(line if said is None else said)
            ask.check(answer)
            return answer
        except Refused as problem:
            session.show_refusal(problem, now=True)
        except ValueError:
            wanted = ", ".join(move_name(option.name, session.lang) for option in options)
            said_back = t("play.not-an-answer", session.lang, said=line, wanted=wanted or "–")
            session.screen.page_after(Text(said_back, "#ff8787"))


def _title(session: Session, shown: AskView) -> str:
    teller, about = session.party.teller, shown.about or ""
    if shown.role is None:
        return t("play.choose", session.lang, about=teller.about(about))
    role, question = teller.fact("role", shown.role), teller.fact("question", about)
    return t("play.rule", session.lang, role=role, question=question)


def _meant(line: str, options: tuple[Option, ...]) -> str | None:
    """One of the moves, however it was typed; none if it is none of them. Where only one amount
    can be said, nobody has to say it."""
    said = find_move(line, [option.name for option in options])
    if said is None:
        return None
    fixed = {one.name: one.low for one in options if one.low is not None and one.low == one.high}
    if said in fixed:
        return f"{said}:{fixed[said]}"
    held = next((o.cards for o in options if said.startswith(f"{o.name}:")), ())
    return cards_meant(said, held) if held else said


def _line(session: Session, default: str | None, words: list[str]) -> str:
    usual = "—" if default is None else move_name(default, session.lang)
    said = t("play.choose-prompt", session.lang, default=usual)
    return session.keyboard.ask(f"{said} ", words)
