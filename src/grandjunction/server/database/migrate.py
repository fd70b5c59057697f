"""Upgrades a database to the latest schema. Imported only when there is something to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import RevisionStep
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from .storage import NewerSchema

FOLDER: Final = Path(__file__).parent / "migrations"
_DRIVERS: Final = {"sqlite": "sqlite://", "postgresql": "postgresql+psycopg://"}


def scripts() -> ScriptDirectory:
    """Return the migrations that this version knows."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return ScriptDirectory.from_config(config)


def check_known(revision: str) -> None:
    """Raise ``NewerSchema`` if a database has a schema that this version does not know."""
    found = scripts()
    try:
        found.get_revision(revision)
    except CommandError:
        raise NewerSchema(
            f"its schema is {revision}, and this version of Grand Junction knows schemas up to "
            f"{found.get_current_head()}: install the version that made it, or restore a backup from before"
        ) from None


def upgrade(db: Any, dialect: str, revision: str | None, *last: str) -> None:
    """Run the migrations after ``revision`` (None: an empty database), then the ``last`` statements. The
    caller has begun a transaction. It ends here: either everything is stored, or nothing.
    """
    found = scripts()
    engine = create_engine(_DRIVERS[dialect], creator=lambda: db, poolclass=StaticPool)

    def steps(current: object, context: object) -> list[RevisionStep]:
        # Databases from before there were migrations do not name their revision.
        return found._upgrade_revs("head", revision)  # type: ignore[arg-type]

    with engine.connect() as connection, EnvironmentContext(Config(), found, fn=steps) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()
        for statement in last:
            connection.exec_driver_sql(statement)
        connection.commit()
