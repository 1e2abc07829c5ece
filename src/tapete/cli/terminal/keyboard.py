"""Where the player's words come from: a terminal with completion and history, or plain lines."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click


class Gone(Exception):
    """The player has no more to say: end of input, or leaves the table."""


class Keyboard:
    """Reads one line at a time. ``words`` are what may be completed, ``below`` a line of facts."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._prompt: Any = None

    def ask(
        self, said: str, words: Iterable[str] = (), below: Callable[[], str] | None = None
    ) -> str:
        """The next line, or `Gone` at the end of input."""
        if self.interactive and importlib.util.find_spec("prompt_toolkit"):
            return self._ask_terminal(said, list(words), below)
        click.echo(said, nl=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():  # what is piped in shows in what comes out
            click.echo(line.rstrip("\n"))
        if not line:
            raise Gone
        return line.strip()

    def _ask_terminal(self, said: str, words: list[str], below: Callable[[], str] | None) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.styles import Style

        if self._prompt is None:
            style = Style.from_dict({"bottom-toolbar": "noreverse bg:#0b4a2a #d7ffd7"})
            self._prompt = PromptSession(style=style)
        completer = WordCompleter(words, ignore_case=True, match_middle=True, sentence=True)
        try:
            line = self._prompt.prompt(
                said, completer=completer, complete_while_typing=True, bottom_toolbar=below,
                reserve_space_for_menu=5,
            )  # fmt: skip
        except (EOFError, KeyboardInterrupt):
            raise Gone from None
        return str(line).strip()
