"""What every storage must do for notices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grandjunction.server.database.game_rows import NewJob, NewNotice
from grandjunction.server.database.storage import StaleWrite
from grandjunction.server.notices.notice_store import Channel, Letter, Wishes
from tests.server.support import Open
from tests.server.test_storage import row


def channel(id: str = "one", player: str = "anna", kind: str = "push", target: str = "{}") -> Channel:
    return Channel(id, player, kind, target, "Firefox", "https://brass.example.org/", 100.0)


def test_only_those_who_can_be_told_have_notices(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        assert not storage.notices.any()
        storage.add_game(row(), ["a"], [NewNotice("anna", "turn", "game")])
        assert storage.job_keys("tell") == []
        storage.notices.add_channel(channel())
        assert storage.notices.any()
        for ply in (1, 2):  # the newer takes the place of the older
            storage.append("game", ply, ["b"], False, 1, [NewNotice("anna", "turn", "game", ply + 1)])
        storage.notices.tell(NewNotice("anna", "chat", "game"))
        storage.notices.tell(NewNotice("ben", "turn", "game"))
    assert sorted(storage.job_keys("tell")) == ["anna game", "anna game chat"]
    with storage.transaction():
        storage.notices.note_channel("one", 5.0, 6.0)
        assert not storage.notices.tell(NewNotice("anna", "turn", "other"))


def test_a_move_that_is_refused_raises_no_notice(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.notices.add_channel(channel())
        storage.add_game(row(), ["a"])
    with pytest.raises(StaleWrite), storage.transaction():
        storage.append("game", 7, ["b"], False, 1, [NewNotice("anna", "turn", "game")])
    assert storage.job_keys("tell") == []


def test_a_notice_is_passed_on_once(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.notices.add_channel(channel())
        storage.notices.tell(NewNotice("anna", "turn", "game", wait=0.0))
    with storage.transaction():
        job = storage.take_job("tell", storage.worker, storage.time(), storage.time() + 9)
    assert job is not None
    letter, mail = Letter("game", "id", "{}", 5.0), NewJob("mail", "anna", 9.0)
    passed = [NewJob("push", "one game", payload=job.payload)]
    with storage.transaction():
        assert storage.notices.pass_on(job, passed, letter, mail)
        assert not storage.notices.pass_on(job, passed, letter, mail)
        storage.notices.tell(NewNotice("anna", "turn", "game", wait=0.0))
    assert (storage.job_keys("tell"), storage.job_keys("push")) == (["anna game"], ["one game"])
    assert (storage.notices.letters("anna"), storage.notices.count("mail")) == ([letter], 1)
    with storage.transaction():
        job = storage.take_job("tell", storage.worker, storage.time(), storage.time() + 9)
        storage.notices.tell(NewNotice("anna", "ended", "game"))  # meanwhile there is news
        assert job is not None
        assert not storage.notices.pass_on(job, [], None, None)
    assert storage.job_keys("tell") == ["anna game"]


def test_channels_wishes_and_letters_are_kept(open_again: Open) -> None:
    storage = open_again()
    wishes = Wishes({"chat push": True}, 5, 18)
    with storage.transaction():
        storage.notices.add_channel(channel())
        storage.notices.add_channel(channel("hook", kind="webhook", target="https://example.org"))
        storage.notices.add_channel(channel("same device", player="ben"))
        storage.notices.save_wishes("anna", wishes)
        storage.notices.mailed("anna", [], 77.0)
        storage.notices.save_wishes("anna", wishes)
    storage = open_again()
    assert [one.id for one in storage.notices.channels("anna")] == ["hook"]
    assert storage.notices.channel("same device") == channel("same device", player="ben")
    assert storage.notices.wishes("anna") == replace(wishes, mailed=77.0)
    assert storage.notices.wishes("ben") is None
    with storage.transaction():
        assert not storage.notices.drop_channel("ben", "hook")
        storage.notices.note_channel("hook", 3.0)
        storage.notices.came_back("anna")
    assert storage.notices.channels("anna") == [
        replace(channel("hook", kind="webhook", target="https://example.org"), failing=3.0)
    ]
    assert storage.notices.wishes("anna") == wishes
    with storage.transaction():
        storage.notices.forget("anna")
    assert (storage.notices.channels("anna"), storage.notices.wishes("anna")) == ([], None)
