"""What is not installed with Tapete itself, and how it is: parts of it need packages that a house
which only serves does not."""

from __future__ import annotations

EXTRAS = {
    "numba": "maths", "llvmlite": "maths", "numpy": "maths", "opentelemetry": "otel",
    "prompt_toolkit": "terminal",
}  # fmt: skip
"""Packages that come with an extra, and its name."""


def extra_of(error: ModuleNotFoundError) -> str:
    """The extra that brings what is missing; empty: it is not one of ours.

    >>> extra_of(ModuleNotFoundError(name="numba.core"))
    'maths'
    >>> extra_of(ModuleNotFoundError(name="tapete.nothing"))
    ''
    """
    return EXTRAS.get((error.name or "").partition(".")[0], "")
