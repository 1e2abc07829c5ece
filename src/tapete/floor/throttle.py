"""Wrong passwords are slowed down: after a few, a name has to wait, longer each time."""

from __future__ import annotations

from collections import OrderedDict

from tapete.core.refused import Refused

FREE = 5
LONGEST = 900.0
KNOWN = 10_000


class Throttle:
    """How often each name has failed lately, and until when it has to wait."""

    def __init__(self) -> None:
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def check(self, name: str, now: float) -> None:
        """Raise `Refused` while the name has to wait."""
        _, until = self._failed.get(_key(name), (0, 0.0))
        if now < until:
            raise Refused("CAT-I.5.1-02", "too-many-tries", seconds=int(until - now) + 1)

    def failed(self, name: str, now: float) -> None:
        """Another wrong password."""
        key = _key(name)
        times = self._failed.pop(key, (0, 0.0))[0] + 1
        wait = min(LONGEST, 2.0 ** (times - FREE)) if times >= FREE else 0.0
        self._failed[key] = (times, now + wait)
        while len(self._failed) > KNOWN:
            self._failed.popitem(last=False)


def _key(name: str) -> str:
    return name.strip().lower()[:64]
