"""A keeper in a process of its own that is killed for good on its way: no server is needed to see
what a unit leaves behind."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from tapete.floor.kernel.failpoints import arm
from tapete.floor.kernel.unit import Envelope
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import SalaSpec
from tests.floor.hall import Kept
from tests.floor.process import CHILDREN


def killed(
    point: str, url: str, spec: SalaSpec, now: float, sent: Envelope[Any] | None = None
) -> bool:
    """Have a hall carry a command out (none: do what is due) in a process that dies at a failpoint;
    says whether it got there."""
    given = (point, url, spec, now, sent, dict(os.environ))
    child = CHILDREN.Process(target=_carry_out, args=given)
    child.start()
    child.join(300)
    assert child.exitcode in (0, -signal.SIGKILL), child.exitcode
    return child.exitcode == -signal.SIGKILL


def _carry_out(
    point: str, url: str, spec: SalaSpec, now: float, sent: Envelope[Any] | None,
    environment: dict[str, str],
) -> None:  # fmt: skip
    os.environ.update(environment)
    store = Store(url)
    writer = Writer(store)
    kept = Kept(store, writer, spec, seed=point)
    kept.now = now

    async def watch(_: Any) -> None:
        """Somebody is told."""

    async def work() -> None:
        kept.keeper.watchers.append(watch)
        if sent is None:
            await kept.minder.advance()
        else:
            await kept.keeper.send(sent)

    arm(point)
    asyncio.run(work())
    arm("")
    writer.close()
    store.close()
