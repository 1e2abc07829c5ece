"""What is wrong with scenario files in more than one way of writing them, in words."""

from __future__ import annotations

from tapete.core.book.fault import Fault


def missing(name: str | int) -> Fault:
    return Fault("fault.missing", "{name} is missing", name=name)


def missing_beside(name: str, beside: str) -> Fault:
    return Fault(
        "fault.missing-beside", "{name} is missing beside {beside}", name=name, beside=beside
    )


def neither(one: str, other: str) -> Fault:
    return Fault("fault.neither", "{one} or {other} is missing", one=one, other=other)


def has_no(name: str, field: str) -> Fault:
    return Fault("fault.has-no", "{name} has no {field}", name=name, field=field)


def no_clause(clause: str) -> Fault:
    return Fault("fault.no-clause", "there is no clause {clause}", clause=clause)


def twice(seat: int) -> Fault:
    return Fault("fault.twice", "seat {seat} stands there twice", seat=seat)


def one_of(name: str, words: str, said: object) -> Fault:
    return Fault(
        "fault.one-of", "{name} is one of {words}, not {said!r}", name=name, words=words, said=said
    )


def at(where: str, why: str) -> Fault:
    """What is wrong, after the place in the file where it is."""
    return Fault("fault.at", "{where}: {why}", where=where, why=why)


def in_step(number: int, why: str) -> Fault:
    return Fault("fault.in-step", "step {number}: {why}", number=number, why=why)


def in_hand(number: int, why: str) -> Fault:
    return Fault("fault.in-hand", "hand {number}: {why}", number=number, why=why)


def is_(what: str, value: object) -> Fault:
    """What a file says of something."""
    return Fault("fault.is", "{what} = {value}", what=what, value=value)
