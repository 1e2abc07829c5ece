"""What a bet is worth is found once for the same rules, and read from disk after that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapete.core.round.bets import Limits
from tapete.games.registry import find
from tapete.maths.exact import exact_odds, kept


def test_figures_are_found_once_and_read_exactly_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    game = find("big-six")
    rules = game.rules_of()
    first = kept.kept_odds(game, rules, Limits())
    assert first == exact_odds(game, rules)

    def again(*_: Any, **__: Any) -> Any:
        raise AssertionError("gone through a second time")

    monkeypatch.setattr(kept, "exact_odds", again)
    assert kept.kept_odds(game, rules, Limits()) == first
    other = game.rules_of("scj-2023", {"pays.40a": "50:1"})
    for changed in ((other, Limits()), (rules, Limits(min=2))):
        with pytest.raises(AssertionError, match="second time"):
            kept.kept_odds(game, *changed)
    monkeypatch.setattr(kept, "code", lambda: "another")
    with pytest.raises(AssertionError, match="second time"):
        kept.kept_odds(game, rules, Limits())
