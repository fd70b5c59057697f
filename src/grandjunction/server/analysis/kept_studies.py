"""Stored studies: anyone with the link can read them, only their maker can change them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ...record.study import Study
from ..database.storage import Storage
from ..hall import new_id, now
from ..problems import Trouble
from .analysis_boards import as_study, as_tree, read_text
from .analysis_messages import LONGEST_TEXT, KeptStudy, StudySummary, Tree
from .study_rows import StudyRow

if TYPE_CHECKING:
    from ..hall import Hall

MOST: Final = 100  # of one browser


def written(tree: Tree) -> tuple[Study, str]:
    """Return a study and its text, after checking every move. Raises ``Trouble`` if it is too long."""
    study = as_study(tree)
    text = study.to_record()
    if len(text) > LONGEST_TEXT:
        raise Trouble(413, "too_large", f"A study has at most {LONGEST_TEXT} characters.")
    return study, text


async def listed(hall: Hall, player: str | None) -> list[StudySummary]:
    """Return the studies of a browser."""
    if player is None:
        return []
    rows = await hall.journal.read(lambda storage: storage.studies.of(player, MOST))
    return [_summary(row) for row in rows]


def _summary(row: StudyRow) -> StudySummary:
    return StudySummary(id=row.id, title=row.title, ruleset=row.ruleset, changed=row.changed)


async def add(hall: Hall, player: str, tree: Tree) -> KeptStudy:
    """Keep a new study."""
    study, text = await asyncio.to_thread(written, tree)
    row = StudyRow(new_id(), player, study.title, tree.ruleset, text, now(), now())
    if not await hall.journal.run(lambda storage: _add(storage, row)):
        raise Trouble(422, "too_many_studies", f"{MOST} studies are kept for you: delete one first.")
    return KeptStudy(id=row.id, mine=True, tree=tree)


def _add(storage: Storage, row: StudyRow) -> bool:
    if storage.studies.count(row.maker) >= MOST:
        return False
    storage.studies.add(row)
    return True


async def show(hall: Hall, id: str, player: str | None) -> KeptStudy:
    """Return a study."""
    row = await hall.journal.read(lambda storage: storage.studies.find(id))
    if row is None:
        raise _missing()
    tree = await asyncio.to_thread(lambda: as_tree(read_text(row.text)))
    return KeptStudy(id=id, mine=row.maker == player, tree=tree)


async def save(hall: Hall, id: str, player: str | None, tree: Tree) -> KeptStudy:
    """Change a study of one's own."""
    study, text = await asyncio.to_thread(written, tree)
    await _as_maker(
        hall, id, lambda storage: storage.studies.save(id, player or "", study.title, text, now())
    )
    return KeptStudy(id=id, mine=True, tree=tree)


async def delete(hall: Hall, id: str, player: str | None) -> StudySummary:
    """Delete a study of one's own."""
    row = await hall.journal.read(lambda storage: storage.studies.find(id))
    await _as_maker(hall, id, lambda storage: storage.studies.delete(id, player or ""))
    if row is None:
        raise _missing()
    return _summary(row)


async def _as_maker(hall: Hall, id: str, change: Callable[[Storage], bool]) -> None:
    """Run a change and raise ``Trouble`` if the study is not this maker's."""
    if await hall.journal.run(change):
        return
    if await hall.journal.read(lambda storage: storage.studies.find(id)) is None:
        raise _missing()
    raise Trouble(403, "not_yours", "Only its maker changes a study. You can store a copy.")


def _missing() -> Trouble:
    return Trouble(404, "no_such_study", "There is no such study.")
