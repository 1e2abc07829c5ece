"""A casino on all cores of a machine: worker processes, and one front door for all of them."""

from __future__ import annotations

import os
import signal
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext


def cores() -> int:
    """The cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def read_ahead() -> ForkServerContext:
    """One process that reads the program, while this one goes on, and makes the workers out of
    itself: they are soon there."""
    processes = get_context("forkserver")
    processes.set_forkserver_preload(["tapete.floor.house.workers.worker"])
    # Whoever closes the casino while it starts (Ctrl-C) closes this process; it ends the rest.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)
    return processes
