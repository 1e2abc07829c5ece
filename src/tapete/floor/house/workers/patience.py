"""How long somebody may take to ask: a connection on which a request does not come to its end is
closed, so that nobody holds many of them open by sending a byte now and then.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

ASKING = 30.0
"""Seconds after which it is looked whether a connection still asks the same."""


class Patient(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """HTTP with an end to every request. Whoever is answered, or listens on a socket, stays."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look_later(None)

    def _look_later(self, asked: Any) -> None:
        asyncio.get_running_loop().call_later(ASKING, self._look, asked)

    def _look(self, asked: Any) -> None:
        """Close it if all it had to do since the last look was to finish asking."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.cycle is asked and not (answering and not self.cycle.more_body):
            self.transport.close()
            return
        self._look_later(self.cycle)
