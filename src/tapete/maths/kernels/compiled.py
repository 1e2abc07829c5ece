"""How kernels are compiled: once, kept on disk, and free of the interpreter while they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import llvmlite.ir as ir  # type: ignore[import-untyped]
import numba
from numba import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function for whole numbers and arrays; several may run at once in threads."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """A small compiled function that is written out where it is called."""
    return cast(F, numba.njit(inline="always")(function))


def _mul_high(context: Any, a: Any, b: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


mul_high = cast(Callable[[Any, Any], Any], intrinsic(_mul_high))
"""The upper 64 bits of the product of two numbers of 64 bits."""


def _bits_set(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


bits_set = cast(Callable[[Any], Any], intrinsic(_bits_set))
"""How many bits of a number of 64 bits are set."""
