"""How a tournament ended in OTS (Open Tournament Summary), the open format beside hand histories:
written as JSON and read back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

import msgspec

from tapete.systems.tournament.life.state import Tournament

SPEC = "1.1.5"
SITE = "Tapete"


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player finished and what he won: his prize, and his bounties apart."""

    player_name: str
    finish_position: int
    still_playing: bool = False
    prize: int = 0
    bounty: int = 0
    entries: int = 1
    rebuys: int = 0
    addons: int = 0


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """How fast the levels go: the seconds of the first."""

    type: str = "normal"
    round_time: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament's summary, by the names of the format."""

    spec_version: str = SPEC
    site_name: str = SITE
    tournament_number: str
    tournament_name: str
    start_date_utc: str = ""
    end_date_utc: str = ""
    currency: str = "CLP"
    buyin_amount: int = 0
    fee_amount: int = 0
    bounty_fee_amount: int = 0
    initial_stack: int = 0
    type: str = "MTT"
    flags: tuple[str, ...] = ()
    speed: Speed = Speed()
    prize_pool: int = 0
    player_count: int = 0
    tournament_finishes_and_winnings: tuple[Finish, ...] = ()


def summary_of(
    now: Tournament, id: str, name_of: Callable[[str], str], *, zone: tzinfo | None = None,
    currency: str = "CLP",
) -> Summary:  # fmt: skip
    """The summary of a tournament as it stands; who is still in has no place yet. The hours of its
    bases are those of a ``zone``."""
    bases, places = now.rules, now.places()
    over = now.stage == "terminado"
    owed = {who: now.paid.get(who, 0) + amount for who, amount in now.due().items()}
    finishes = []
    for who, one in now.players.items():
        won = owed.get(who, now.paid.get(who, 0))
        bounty = now.bounties.get(who, 0)
        place = places.get(who) or ([1] if over and who in now.book.stacks else [0])
        finishes.append(Finish(
            player_name=name_of(who), finish_position=place[0],
            still_playing=who in now.book.stacks and not over, prize=max(won - bounty, 0),
            bounty=bounty, entries=one.bought.get("entrada", 0) + one.bought.get("reentrada", 0),
            rebuys=one.bought.get("recompra", 0), addons=one.bought.get("addon", 0),
        ))  # fmt: skip
    flags = (["Bounty"] if bases.recompensa else []) + (["Play_Money"] if bases.practica else [])
    seconds = bases.level(1)[0] * 60 if bases.niveles else 0
    return Summary(
        tournament_number=f"{id}-{now.number}", tournament_name=bases.nombre,
        start_date_utc=_utc(now.began or bases.inicio.replace(tzinfo=zone).timestamp()),
        end_date_utc=_utc(now.ended) if now.ended else "", currency=currency,
        buyin_amount=bases.entrada.precio - bases.entrada.comision - bases.recompensa,
        fee_amount=bases.entrada.comision, bounty_fee_amount=bases.recompensa,
        initial_stack=bases.pila, type="STT" if bases.mesas == 1 else "MTT", flags=tuple(flags),
        speed=Speed(round_time=seconds), prize_pool=now.fund, player_count=len(now.players),
        tournament_finishes_and_winnings=tuple(
            sorted(finishes, key=lambda one: (one.finish_position, one.player_name))
        ),
    )  # fmt: skip


def _utc(moment: float) -> str:
    """A moment as the format writes it."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"


def write_summary(summary: Summary) -> str:
    """A summary as text."""
    return msgspec.json.format(msgspec.json.encode({"ots": summary})).decode() + "\n"
