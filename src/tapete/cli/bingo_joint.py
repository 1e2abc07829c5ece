"""Casinos of one machine made ready for a joint game of bingo, to try it out: a folder with the
settings and the database of each, linked, their halls without staff and for play chips."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tapete.floor.house.casino import Casino
from tapete.floor.house.letters import set_link_key
from tapete.floor.house.settings import Settings
from tapete.floor.units import KINDS

HALL, CENTRE = "nacional", "centro"
CARDS = 300
"""So many cards each room may sell."""
PLAN: dict[str, Any] = {
    "price": 500, "line": "12%", "bingo": "48.5%", "house": "33%",
    "pots": [{"id": "bingo-acumulado", "percent": "6.5%", "base": 200000, "within": 50}],
}  # fmt: skip
PACE = {"sale": 60, "ball": 3, "prize": 5, "between": 20}


class Made(NamedTuple):
    """A casino that is ready: its name, its settings, where its hall is seen, and the password of
    its administrator."""

    name: str
    config: Path
    address: str
    password: str


def make_casinos(folder: Path, rooms: Sequence[str], port: int) -> list[Made]:
    """A centre and these rooms, on this port and those after it."""
    ports = {name: port + n for n, name in enumerate((CENTRE, *rooms))}
    keys = {room: secrets.token_hex(32) for room in rooms}
    blocks = {room: (n * CARDS + 1, (n + 1) * CARDS) for n, room in enumerate(rooms)}
    seed = secrets.token_hex(16)
    made = []
    folder.mkdir(parents=True, exist_ok=True)
    for me in ports:
        others = rooms if me == CENTRE else (CENTRE,)
        peers = {one: f"http://127.0.0.1:{ports[one]}/api/units/{HALL}" for one in others}
        row = {
            "game": "bingo-electronico", "cards": CARDS * len(rooms), "seed": seed,
            "unidad": "juego", "plan": PLAN, "pace": PACE,
            "joint": {"me": me, "rooms": blocks, "peers": peers, "staffed": False},
        }  # fmt: skip
        links = {one: keys[one if me == CENTRE else me] for one in others}
        made.append(_make(folder, me, ports[me], row, links))
    return made


def _make(folder: Path, me: str, port: int, row: dict[str, Any], links: dict[str, str]) -> Made:
    settings = Settings(
        db=f"sqlite:///{(folder / me).resolve()}.db", port=port, workers=1, games=("sala",)
    )
    said = {"db": settings.db, "port": port, "workers": 1, "games": ["sala"]}
    config = folder / f"{me}.toml"
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in said.items())
    config.write_text("".join(lines), "utf-8")
    casino = Casino(settings)
    try:
        password = casino.prepare() or ""
        specs = KINDS["sala"].planned(casino.plan, HALL, row)
        casino.shared.begin(casino.plan, specs, casino.now())
        for spec in specs:
            casino.store.add(spec)
        for other, key in links.items():
            set_link_key(casino.store, HALL, other, key)
    finally:
        casino.store.close()
    return Made(me, config, f"http://127.0.0.1:{port}/bingo/{HALL}", password)
