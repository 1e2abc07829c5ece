"""Scenarios: rounds a person wrote down, played through the real engine and compared."""

from tapete.scenario.compare import Difference, Result
from tapete.scenario.file import RoundPlan, Scenario, read_scenario
from tapete.scenario.play import play, play_scenario

__all__ = [
    "Difference",
    "Result",
    "RoundPlan",
    "Scenario",
    "play",
    "play_scenario",
    "read_scenario",
]
