"""Par sheets: the exact return, hit, variance and odds of every gaming machine's program."""

from tapete.maths.machines.sheet import ParLevel, ParRow, ParSheet, par_sheet

__all__ = ["ParLevel", "ParRow", "ParSheet", "par_sheet"]
