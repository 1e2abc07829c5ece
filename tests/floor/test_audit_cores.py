"""Records are played again on all cores, and what does not fit is found all the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tapete.floor.audit.findings import finding, said_of
from tapete.floor.audit.whole import audit
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.telling.texts import texts
from tests.floor.casino import chain_of, give_chips, leased, spec
from tests.floor.test_mesa import written


def test_on_all_cores_the_same_is_found_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.floor.audit.whole.MANY", 1)
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    store.create()
    store.add(spec("big-six"))
    give_chips(store)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    written(store, chain_of(spec("big-six")), 90, "big-six", epoch)
    assert list(audit(store, all_cores=True)) == []
    r = schema.rounds
    with store.writing() as connection:
        for row in connection.execute(select(r.c.step, r.c.acta)).all()[1:4:2]:
            changed = update(r).where(r.c.step == row.step)
            connection.execute(changed.values(acta=f"{row.acta}# later"))
    told: list[tuple[str, int, int]] = []
    found = list(audit(store, lambda *said: told.append(said), all_cores=True))
    assert [one.what for one in found] == ["record", "record"]
    assert found == list(audit(store))
    assert told[-1][0] == "records" and told[-1][1] == told[-1][2] > 3
    store.close()


def test_what_cannot_be_read_is_named_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    store.create()
    for table in ("mesa-1", "mesa-2"):
        store.add(spec("big-six", table))
    give_chips(store)
    for table, commands in {"mesa-1": 30, "mesa-2": 1}.items():
        epoch = leased(store, table, "node-a", seconds=30)
        written(store, chain_of(spec("big-six", table)), commands, "big-six", epoch)
    assert list(audit(store)) == []
    with store.writing() as connection:
        broken = "UPDATE steps SET envelope = x'00ff00ff' WHERE unit_id = 'mesa-1' AND number = 3"
        connection.exec_driver_sql(broken)
        connection.exec_driver_sql("UPDATE steps SET hash = x'00' WHERE unit_id = 'mesa-2'")
    found = [(one.what, one.where) for one in audit(store)]
    assert ("unreadable", "mesa-1") in found
    assert [what for what, where in found if where.startswith("mesa-2 step 1")] == ["chain"]
    store.close()


def test_whatever_is_found_has_words_in_both_languages() -> None:
    """Every kind of finding, and every word of ours in what was expected and what is there."""
    said: set[str] = set()
    for file in Path("src/tapete/floor").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "finding":
                what, _, *more = [one.value if isinstance(one, ast.Constant) else None
                                  for one in node.args]  # fmt: skip
                said.add(f"audit.what.{what}")
                said.update(f"audit.said.{one}" for one in more if isinstance(one, str))
    assert len(said) > 40
    for lang in ("es", "en"):
        assert not said - texts(lang).keys(), lang
    found = finding("unreadable", "mesa-1", "what was written", None)
    told = said_of(found, "es")
    assert (told.what, told.expected, told.found) == ("ilegible", "lo que se escribió", "nada")
