"""``tapete torneo``, as its user mistypes it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from tapete.cli.main import cli


def torneo(*words: str) -> Result:
    return CliRunner().invoke(cli, ["--lang", "en", "torneo", *words], prog_name="tapete")


@pytest.mark.parametrize("alone", ["--stacks", "--prizes"])
def test_stacks_and_prizes_go_together(alone: str) -> None:
    result = torneo(alone, "500,300")
    assert result.exit_code == 2
    assert "--stacks and --prizes go together" in result.output


@pytest.mark.parametrize("said", ["500,0", "500,-300", "500,many"])
def test_a_stack_is_a_whole_number_above_zero(said: str) -> None:
    result = torneo("--stacks", said, "--prizes", "4,2")
    assert result.exit_code == 2
    assert "whole numbers above zero" in result.output


def test_a_tournament_nobody_could_wait_for_is_refused() -> None:
    result = torneo("ejemplo", "--players", "1M")
    assert result.exit_code == 2
    assert "20,000" in result.output or "20000" in result.output
