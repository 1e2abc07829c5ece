"""Questions put to the player: a decision of the game, or a ruling nobody else can give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tapete.cli.terminal import pages
from tapete.cli.terminal.words import cards_meant, find_move, understand
from tapete.core.ask import Choose, Ruling
from tapete.core.refused import Refused
from tapete.telling.names import move_name
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.cli.terminal.session import Session


def choose(session: Session, ask: Choose) -> str:
    """One of the moves open to the player; an empty line takes the default."""
    lang, screen = session.lang, session.screen
    moves = [option.name for option in ask.options]
    session.show_felt()
    said = t("play.choose", lang, about=session.party.teller.about(ask.about))
    screen.page_after(Text(said, "bold").append(f"  [{ask.clause}]", "dim"))
    for number, option in enumerate(ask.options, 1):
        screen.page_after(Text(f"  {number}. {pages.option_text(option, lang)}"))
    for move, clause in ask.closed.items():
        closed = t("play.move-closed", lang, move=move_name(move, lang))
        screen.page_after(Text(f"  ✗ {closed} [{clause}]", "dim"))
    while True:
        line = _line(session, ask.default, moves)
        answer = find_move(line, moves) if line else ask.default
        if answer is None:
            if pages.show(session, understand(line), None):
                continue
            answer = line
        held = next((o.cards for o in ask.options if answer.startswith(f"{o.name}:")), ())
        answer = cards_meant(answer, held) if held else answer
        try:
            ask.check(answer)
            return answer
        except Refused as problem:
            session.show_refusal(problem, now=True)


def rule(session: Session, ask: Ruling) -> str:
    """The ruling of whoever the clause names; an empty line takes the default."""
    lang, teller = session.lang, session.party.teller
    session.show_felt()
    role, question = teller.fact("role", ask.role), teller.fact("question", ask.question)
    said = t("play.rule", lang, role=role, question=question)
    session.screen.page_after(Text(said, "bold").append(f"  [{ask.clause}]", "dim"))
    for number, option in enumerate(ask.options, 1):
        session.screen.page_after(Text(f"  {number}. {move_name(option, lang)}"))
    while True:
        line = _line(session, ask.default, list(ask.options))
        answer = find_move(line, ask.options) if line else ask.default
        if answer is None and pages.show(session, understand(line), None):
            continue
        try:
            ask.check(answer or line)
            return answer or line
        except Refused as problem:
            session.show_refusal(problem, now=True)


def _line(session: Session, default: str, words: list[str]) -> str:
    said = t("play.choose-prompt", session.lang, default=move_name(default, session.lang))
    return session.keyboard.ask(f"{said} ", words)
