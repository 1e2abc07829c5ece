"""Windows: what many do at once (bets, sales, claims), until somebody closes it.

A window is an ask whose answer is the log of all that was done while it was open. Actions come one
by one; each kind of action checks itself, applies itself and tells what it did. Which kinds a
window takes is for the window to say.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.ask import CLEAR_BET, Ask, Round
from tapete.core.round.shown import AskView, tag


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """Something done while a window is open."""

    command: ClassVar[str] = "bet"
    """The duty at a table whose holders may do it."""
    after_close: ClassVar[bool] = False
    """Whether it is found out only after the close: nothing else can come after it."""

    @property
    def seat(self) -> int | None:
        """The seat whose player does it; none: nobody's in particular."""
        return None

    @property
    def subject(self) -> str:
        """What it is done to: a bet, a card for sale."""
        return ""

    def check(self, to: Any) -> None:
        """Raise `Refused` unless it may be done now; ``to`` is the open window."""

    def apply(self, to: Any) -> None:
        """Do it, once it has been checked."""

    def tell(self, to: Any) -> Round[None]:
        """Apply it again after the close, and tell what it did."""
        to.apply(self)
        yield from ()

    def not_here(self, window: Window[Any]) -> Refused:
        """What is said where a window does not take such an action."""
        return Refused(CLEAR_BET, "not-a-bet", action=type(self).__name__)


def check_action(action: object) -> None:
    """Raise `Refused` unless this is something that can be done at all."""
    if not isinstance(action, Action):
        raise Refused(CLEAR_BET, "not-a-bet", action=type(action).__name__)


A = TypeVar("A", bound=Action)


class Log(msgspec.Struct, Generic[A], frozen=True, omit_defaults=True):
    """All that was done while a window was open, in order: the answer to it."""

    actions: tuple[A, ...] = ()


class Window(Ask[Log[A]], Generic[A], frozen=True, kw_only=True):
    """An open taking of actions; ``closing`` are the words that freeze its log."""

    answer_type: ClassVar[Any] = Log

    clause: ClauseId
    closing: str = "no-mas-apuestas"
    closing_clause: ClauseId

    @property
    def kinds(self) -> tuple[type[A], ...]:
        """The kinds of action it takes."""
        raise NotImplementedError

    def open(self) -> OpenWindow[A]:
        """The window while it is open: actions are taken one by one."""
        return OpenWindow(self)

    @property
    def window(self) -> Window[A]:
        return self

    def check(self, answer: Log[A]) -> None:
        taken = self.open()
        for action in answer.actions:
            taken.take(action)
        taken.close()

    def read(self, said: Any) -> Log[A]:
        if isinstance(said, Log):
            return said
        written = msgspec.convert(said, _Written).actions
        return self.log(msgspec.convert(written, _actions(self.kinds)))

    def log(self, actions: tuple[A, ...]) -> Log[A]:
        """The answer that consists of these actions."""
        return Log(actions)

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        return replace(shown, actions=tuple(tag(kind) for kind in self.kinds))


class OpenWindow(Generic[A]):
    """A window while it is open. A refused action leaves no trace."""

    def __init__(self, window: Window[A]) -> None:
        self.window: Window[A] = window
        self.kinds = window.kinds
        self.actions: list[A] = []

    def take(self, action: A) -> None:
        """Do one thing, or raise `Refused` and change nothing."""
        check_action(action)
        if self.actions and self.actions[-1].after_close and not action.after_close:
            raise Refused(self.window.closing_clause, "bets-closed")
        if type(action) not in self.kinds:
            raise action.not_here(self.window)
        action.check(self)
        self.apply(action)

    def apply(self, action: A) -> None:
        """Do one thing that has been checked."""
        action.apply(self)
        self.actions.append(action)

    def close(self) -> Log[A]:
        """Freeze the log; `Refused` if the window cannot close yet."""
        return self.window.log(tuple(self.actions))


class _Written(msgspec.Struct):
    actions: tuple[Any, ...] = ()


@lru_cache
def _actions(kinds: tuple[type[Action], ...]) -> Any:
    return tuple[reduce(or_, kinds), ...]  # type: ignore[misc]
