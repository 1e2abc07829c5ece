"""How a database made by an older version becomes one of this version.

Every change of ``schema.py`` has a revision in ``versions``; a database is brought to the last one
when the casino starts. A revision never changes once it was given out.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, inspect, select, text

from tapete import __version__
from tapete.floor.storage import schema

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

HERE = Path(__file__).parent
LOCK = 19_997
VERSIONS = "alembic_version"


class NewerDatabase(ValueError):
    """The database was made by a newer version: this one does not know what stands in it."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(
            f"the database is at revision {revision}, which Tapete {__version__} does not know"
        )


class Unversioned(ValueError):
    """The database has tables of ours and does not say of which version."""

    def __init__(self) -> None:
        super().__init__("the database was made before versions were kept: start with a new one")


def scripts() -> ScriptDirectory:
    """The revisions, from the first to the last."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(HERE))
    return ScriptDirectory.from_config(config)


def head() -> str:
    """The revision of this version."""
    found = scripts().get_current_head()
    assert found is not None
    return found


def upgrade(connection: Connection, to: str = "head") -> str | None:
    """Bring a database to this version's revision, inside a transaction. An empty one is made.
    Gives the revision it had, if it had another."""
    if to == "head" and _is_of_this_version(connection):
        return None
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext
    from alembic.script.revision import ResolutionError
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":
        # Nodes may be started together: the first does it, the others wait and find it done.
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    script = scripts()
    config = Config()
    config.set_main_option("script_location", str(HERE))
    tables = set(inspect(connection).get_table_names())
    if not tables and to == "head":  # nothing to go through: as it is now, which revisions lead to
        schema.metadata.create_all(connection)
        MigrationContext.configure(connection).stamp(script, to)
        return None
    if VERSIONS not in tables and tables & set(schema.metadata.tables):
        raise Unversioned

    before = MigrationContext.configure(connection).get_current_revision()

    def steps(revision: str | tuple[str, ...], _: object) -> object:
        for one in (revision,) if isinstance(revision, str) else revision:
            try:
                script.get_revision(one)
            except (CommandError, ResolutionError):
                raise NewerDatabase(one) from None
        return script._upgrade_revs(to, revision)  # type: ignore[arg-type]

    with EnvironmentContext(config, script, fn=steps, destination_rev=to) as environment:
        environment.configure(connection=connection, target_metadata=schema.metadata)
        environment.run_migrations()
    return before


def _is_of_this_version(connection: Connection) -> bool:
    """Whether there is nothing to be done, as at almost every start: told by the names of the files
    of revisions, without reading them."""
    if not inspect(connection).has_table(VERSIONS):
        return False
    last = max(path.name for path in (HERE / "versions").glob("r[0-9]*.py"))
    found = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalars().all()
    return found == [last[1:5]]
