"""Rows whose id begins in a certain way, found by an index."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection


def begins(connection: Connection, column: ColumnElement[Any], prefix: str) -> ColumnElement[bool]:
    """Whether a column begins like this. SQLite's LIKE knows no capitals and so no index: there it
    is asked for by the order of its bytes, which PostgreSQL need not keep."""
    if connection.dialect.name == "sqlite":
        end = f"{prefix[:-1]}{chr(ord(prefix[-1]) + 1)}"
        return (column >= prefix) & (column < end)
    return column.startswith(prefix, autoescape=True)
