"""Studies and analyses in both stores."""

from __future__ import annotations

from dataclasses import replace

from grandjunction.server.analysis.study_rows import StudyRow
from tests.server.support import Open

ROW = StudyRow("s1", "anna", "Ways", "hamlet", "text # 1\n", 10, 10)


def test_studies_belong_to_their_makers(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for id, at in (("s1", 10), ("s2", 30), ("s3", 20)):
            storage.studies.add(replace(ROW, id=id, changed=at))
        storage.studies.add(replace(ROW, id="s4", maker="ben"))
        assert not storage.studies.save("s1", "ben", "x", "y", 50)
        assert storage.studies.save("s1", "anna", "Other", "new", 50)
        assert not storage.studies.delete("s2", "ben")
        assert storage.studies.delete("s2", "anna")
    storage = open_again()
    assert storage.studies.find("s1") == replace(ROW, title="Other", text="new", changed=50)
    assert storage.studies.find("s2") is None
    assert [(row.id, row.text) for row in storage.studies.of("anna", 9)] == [("s1", ""), ("s3", "")]
    assert [row.id for row in storage.studies.of("anna", 1)] == ["s1"]
    assert (storage.studies.count("anna"), storage.studies.count("ben")) == (2, 1)


def test_analyses_are_forgotten_after_a_while(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.studies.keep_analysis("k", "one", 10)
        storage.studies.keep_analysis("k", "two", 20)
        storage.studies.keep_analysis("old", "three", 10)
        storage.studies.forget_analyses(15)
    assert (storage.studies.analysis("k"), storage.studies.analysis("old")) == ("two", None)
