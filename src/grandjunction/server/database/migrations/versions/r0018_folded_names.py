"""Names as they are searched for, without regard to upper and lower case in any script."""

from __future__ import annotations

from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    db = op.get_bind()
    for table in ("seats", "players"):
        op.add_column(table, sa.Column("folded", sa.Text, nullable=False, server_default=""))
        rows = sa.table(table, sa.column("name", sa.Text), sa.column("folded", sa.Text))
        its_name = sa.bindparam("its_name", type_=sa.Text)
        fold = sa.update(rows).where(rows.c.name == its_name).values(folded=sa.bindparam("folded"))
        for (name,) in db.execute(sa.select(rows.c.name).distinct()).all():
            if name:
                db.execute(fold, {"its_name": name, "folded": normalize("NFKC", name).casefold()})
