"""The scenarios shown in docs/scenarios.md are played as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.scenario import play, read_scenario
from tapete.scenario.file import RoundPlan, Scenario

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_comes_out_as_written(text: str) -> None:
    result = play(read_scenario(text, "docs/scenarios.md"))
    assert result.passed, result.differences


def test_every_key_of_a_file_is_explained() -> None:
    keys = {*Scenario.__struct_fields__, *RoundPlan.__struct_fields__} - {"file", "round"}
    assert [key for key in sorted(keys) if f"`{key}`" not in PAGE] == []
    assert len(EXAMPLES) == 2
