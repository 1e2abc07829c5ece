"""Compiled rounds: the same rulebook, another lane, held against the engine on common tapes.

The ranking of poker hands stands here too (`evaluate7` and its like; see `kernels.poker`). It is
loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tapete.maths.kernels.poker import (
        evaluate3,
        evaluate5,
        evaluate6,
        evaluate7,
        evaluate_omaha,
    )

__all__ = ["evaluate3", "evaluate5", "evaluate6", "evaluate7", "evaluate_omaha"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from tapete.maths.kernels import poker

        return getattr(poker, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
