"""What every storage must do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grandjunction.server.database.game_rows import DoneJob, GameRow, Job, NewJob, SeatRow
from grandjunction.server.database.storage import StaleWrite, Storage
from tests.server.support import Open


def row(id: str = "game", **changes: object) -> GameRow:
    seats = [SeatRow("Anna", "red", "person", None, "anna"), SeatRow("greedy", "teal", "bot", "greedy")]
    return replace(GameRow(id, "birmingham", 1, "seed", "bots", 100, seats, 100), **changes)  # type: ignore[arg-type]


def test_a_game_comes_back_as_it_was_stored(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), ["order A", "order B"])
        storage.append("game", 2, ["pass card coal"], False, 200)
        storage.save_draft("game", 3, ["loan 30 card leek"], [])
        storage.save_draft("game", 3, ["loan 30 card leek", "stop"], ["loan 30 card leek"])
    stored = open_again().load("game")
    assert stored is not None
    assert stored.row == row(changed=200)
    assert stored.moves == ["order A", "order B", "pass card coal"]
    assert stored.draft == ["loan 30 card leek", "stop"]


def test_what_is_not_there_is_none(open_again: Open) -> None:
    assert open_again().load("game") is None


def test_moves_after_another_ply_are_refused(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), ["order A"])
    for ply in (0, 2):
        with pytest.raises(StaleWrite), storage.transaction():
            storage.append("game", ply, ["order B"], False, 1)
        with pytest.raises(StaleWrite), storage.transaction():
            storage.save_draft("game", ply, ["stop"], [])
    stored = storage.load("game")
    assert stored is not None
    assert (stored.moves, stored.draft) == (["order A"], [])


def test_moves_drop_the_draft(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_draft("game", 0, ["stop"], [])
        storage.append("game", 0, ["stop", "order A"], True, 300)
    stored = storage.load("game")
    assert stored is not None
    assert stored.draft == []
    assert (stored.row.over, stored.row.changed) == (True, 300)


def add_twice(storage: Storage) -> None:
    with storage.transaction():
        for _ in range(2):
            storage.add_game(row(), ["order A"])


def test_a_transaction_that_fails_leaves_nothing(open_again: Open) -> None:
    storage = open_again()
    with pytest.raises(Exception, match=r"(?i)unique"):
        add_twice(storage)
    assert storage.load("game") is None
    assert open_again().load("game") is None


def test_seats_change_hands(open_again: Open) -> None:
    storage = open_again()
    taken = SeatRow("Ben", "purple", "person", None, "ben", 1)
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_seat("game", 1, taken, 0)
    stored = open_again().load("game")
    assert stored is not None
    assert stored.row.seats[1] == taken
    assert stored.row.seats[0] == row().seats[0]


def test_games_are_found_by_holder_the_latest_first(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for number in range(4):
            storage.add_game(row(f"game{number}"), [])
        storage.append("game1", 0, ["order A"], False, 500)
        storage.add_game(row("other", seats=[SeatRow("Ben", "red", "person", None, "ben")]), [])
    assert storage.games_of("anna", 3) == ["game1", "game0", "game2"]
    assert storage.games_of("ben", 3) == ["other"]
    assert storage.games_of("nobody", 3) == []


def test_chat_and_notes(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        first = storage.say("game", 0, "Anna", "<b>hello</b> £ ćśł 鐵", 7)
        second = storage.say("game", None, "", "hm", 8)
        storage.save_notes("game", "anna", "first")
        storage.save_notes("game", "anna", "build coal")
    storage = open_again()
    assert storage.chat("game", 0, 10) == [first, second]
    assert storage.chat("game", first.id, 10) == [second]
    assert storage.chat("game", 0, 1) == [second]
    assert storage.chat("other", 0, 10) == []
    assert (storage.notes("game", "anna"), storage.notes("game", "ben")) == ("build coal", "")


# -- changes from two sides -----------------------------------------------------------------------------


def test_a_draft_that_somebody_else_has_changed_is_not_replaced(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_draft("game", 0, ["one"], [])
    with pytest.raises(StaleWrite), storage.transaction():
        storage.save_draft("game", 0, ["other"], [])
    stored = storage.load("game")
    assert stored is not None
    assert stored.draft == ["one"]


def test_a_seat_is_taken_once(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        storage.save_seat("game", 1, SeatRow("Ben", "teal", "person", None, "ben", 1), 0)
    with pytest.raises(StaleWrite), storage.transaction():
        storage.save_seat("game", 1, SeatRow("Eve", "teal", "person", None, "eve", 1), 0)
    stored = storage.load("game")
    assert stored is not None
    assert stored.row.seats[1].holder == "ben"


def test_every_change_of_a_game_makes_its_version_newer(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [])
        storage.add_game(row("other"), [])
    seen: list[int] = []

    def note() -> None:
        stored = storage.load("game")
        assert stored is not None
        seen.append(stored.version)

    note()
    with storage.transaction():
        storage.save_draft("game", 0, ["stop"], [])
        note()
        storage.append("game", 0, ["stop"], False, 1)
        note()
        storage.save_seat("game", 1, SeatRow("Ben", "teal", "person", None, "ben", 1), 0)
        note()
        storage.append("other", 0, ["stop"], False, 1)
        note()
    assert seen == sorted(seen)
    assert len(set(seen)) == 4


# -- jobs -----------------------------------------------------------------------------------------------


def taken(storage: Storage, now: float, worker: str = "w", lease: float = 10.0) -> Job | None:
    with storage.transaction():
        return storage.take_job("bot", worker, now, now + lease)


def test_unfinished_games_with_bots_are_counted_by_who_began_them(open_again: Open) -> None:
    storage = open_again()
    bots = [SeatRow("Bot", "red", "bot", "random"), SeatRow("Ben", "teal", "person", None, "ben")]
    people = [SeatRow("Ann", "red", "person", None, "ann"), SeatRow("B", "teal", "open")]
    with storage.transaction():
        for id, creator in (("a", "ann"), ("b", "ann"), ("c", "ben"), ("d", None)):
            storage.add_game(row(id, seats=bots, creator=creator), [])
        storage.add_game(row("e", seats=people, creator="ann"), [])
    storage = open_again()
    assert [storage.count_bot_games(who) for who in ("ann", "ben", "eve")] == [2, 1, 0]
    loaded = storage.load("c")
    assert loaded is not None
    assert loaded.row.creator == "ben"
    with storage.transaction():
        storage.append("a", 0, ["x"], True, 1)
        storage.end_game("b", "given_up", 1)
        storage.belongings.merge("ben", "eve")
    assert [storage.count_bot_games(who) for who in ("ann", "ben", "eve")] == [0, 0, 1]
    with storage.transaction():
        storage.belongings.forget("eve", [])
    assert storage.count_bot_games("eve") == 0


def test_a_job_is_added_with_the_moves_it_follows_from(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [], [NewJob("bot", "game", 5.0, "anna", "think")])
        storage.add_game(row("other"), [])
    with pytest.raises(StaleWrite), storage.transaction():
        storage.append("other", 3, ["x"], False, 1, [NewJob("bot", "other", 5.0)])
    assert storage.job_keys("bot") == ["game"]
    with storage.transaction():
        storage.append("other", 0, ["x"], False, 1, [NewJob("bot", "other", 6.0)])
    storage = open_again()
    assert storage.job_keys("bot") == ["game", "other"]
    assert (storage.count_jobs("bot", "anna"), storage.count_jobs("clock", "anna")) == (1, 0)
    job = taken(storage, 7.0)
    assert job is not None
    assert (job.kind, job.key, job.owner, job.payload, job.run_at, job.attempts) == (
        "bot", "game", "anna", "think", 5.0, 0,
    )  # fmt: skip


def test_a_job_ends_with_the_moves_it_is_about(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_game(row(), [], [NewJob("bot", "game"), NewJob("clock", "game")])
        storage.append("game", 0, ["x"], False, 1, [DoneJob("bot", "game"), NewJob("notice", "anna")])
    assert [storage.job_keys(kind) for kind in ("bot", "clock", "notice")] == [[], ["game"], ["anna"]]


def test_a_job_that_is_there_is_left_alone(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.ensure_job(NewJob("bot", "a", 1.0, "anna"))
    assert taken(storage, 5.0) is not None
    with storage.transaction():
        storage.ensure_job(NewJob("bot", "a", 1.0, "ben"))
        storage.free_jobs("other")
    assert taken(storage, 6.0) is None  # it is still leased
    with storage.transaction():
        storage.free_jobs("w")
    job = taken(storage, 6.0)
    assert job is not None
    assert job.owner == "anna"


def test_a_job_without_a_time_is_due_now(open_again: Open) -> None:
    storage = open_again()
    before = storage.time()
    with storage.transaction():
        storage.add_job(NewJob("bot", "a"))
    job = taken(storage, storage.time())
    assert job is not None
    assert before <= job.run_at <= storage.time()


def test_a_job_is_taken_when_it_is_due_and_by_one_worker(open_again: Open) -> None:
    storage = open_again()
    assert (taken(storage, 100.0), storage.next_job_at("bot")) == (None, None)
    with storage.transaction():
        storage.add_job(NewJob("bot", "a", 50.0))
    assert taken(storage, 49.0) is None
    assert storage.next_job_at("bot") == 50.0
    assert taken(storage, 50.0) is not None
    assert taken(storage, 55.0, "other") is None
    assert storage.next_job_at("bot") == 60.0  # when its lease ends


def test_the_job_of_a_dead_worker_is_done_by_another(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_job(NewJob("bot", "a", 0.0))
    dead = taken(storage, 1.0, "dead", lease=10.0)
    with storage.transaction():
        storage.keep_leases("dead", 20.0)  # its last sign of life
        storage.keep_leases("other", 90.0)
    storage = open_again()
    assert taken(storage, 19.0, "heir") is None
    job = taken(storage, 20.0, "heir")
    assert job is not None
    assert (job.key, job.attempts) == ("a", 1)
    assert dead is not None
    with storage.transaction():  # it comes back, and has no say any more
        storage.finish_job(dead, "dead")
        storage.retry_job(dead, "dead", 0.0)
    assert taken(storage, 21.0, "third") is None
    with storage.transaction():
        storage.finish_job(job, "heir")
    assert storage.job_keys("bot") == []


def test_a_job_that_failed_is_tried_again_later_or_when_somebody_looks(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_job(NewJob("bot", "a", 0.0))
    job = taken(storage, 1.0)
    assert job is not None
    with storage.transaction():
        assert not storage.hurry_job("bot", "a", 2.0, 2.0)  # somebody is at it
        storage.retry_job(job, "w", 100.0)
    assert taken(storage, 99.0) is None
    with storage.transaction():
        assert not storage.hurry_job("bot", "a", 1.5, 0.5)  # it was tried just now
        assert not storage.hurry_job("bot", "b", 3.0, 2.0)
        assert storage.hurry_job("bot", "a", 3.0, 2.0)
    again = taken(storage, 3.0)
    assert again is not None
    assert again.attempts == 1


def test_a_job_of_the_same_kind_and_key_is_the_same_job(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.add_job(NewJob("bot", "a", 1.0, "anna"))
        storage.add_job(NewJob("clock", "a", 1.0))
    job = taken(storage, 1.0)
    assert job is not None
    with storage.transaction():
        storage.add_job(NewJob("bot", "a", 5.0, "ben", "more"))
        storage.finish_job(job, "w")  # the job is a new one by now: nothing is lost
    again = taken(storage, 5.0)
    assert again is not None
    assert (again.owner, again.payload, again.attempts) == ("anna", "more", 0)
    with storage.transaction():
        storage.drop_job("bot", "a")
    assert storage.job_keys("bot") == []
    assert storage.job_keys("clock") == ["a"]


def test_owners_take_turns(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for number, owner in enumerate(["eve"] * 4 + ["anna", "ben", "anna"]):
            storage.add_job(NewJob("bot", f"{owner} {number}", float(number), owner))
    served = [taken(storage, 100.0 + n) for n in range(8)]
    assert [job.owner if job else None for job in served] == [
        "eve", "anna", "ben", "eve", "anna", "eve", "eve", None,
    ]  # fmt: skip


# -- for the operator -----------------------------------------------------------------------------------


def test_old_games_are_pruned_with_all_that_belongs_to_them(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for id, changed, over, ended in (
            ("old", 10, False, None), ("done", 10, True, None), ("voted", 10, False, "voted"),
            ("new", 90, False, None),
        ):  # fmt: skip
            made = row(id, changed=changed, over=over, ended=ended)
            storage.add_game(made, ["order A"], [NewJob("bot", id, 1.0)])
            storage.say(id, 0, "Anna", "hello", 1)
            storage.save_notes(id, "anna", "x")
    assert (storage.stats().games, storage.stats().unfinished, storage.stats().people) == (4, 2, 1)
    with storage.transaction():
        assert storage.prune(50, finished=False) == 1
    assert storage.all_games() == ["done", "new", "voted"]
    assert "old" not in storage.job_keys("bot")
    with storage.transaction():
        assert storage.prune(50, finished=True) == 2
    left = storage.stats()
    assert (left.games, left.moves, left.chat_lines) == (1, 1, 1)
    assert left.bytes > 0


def test_what_jobs_find_is_kept_by_part_and_goes_with_the_game(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        for id in ("game", "other"):
            storage.add_game(row(id), [])
            storage.save_finding(id, "step", "3", "found")
        storage.save_finding("game", "step", "4", "not yet")
        storage.save_finding("game", "step", "4", "found as well")
        storage.save_finding("game", "hint", "", "loan")
        storage.ensure_job(NewJob("review", "game", payload="quick"))
    storage = open_again()
    assert storage.findings("game", "step") == {"3": "found", "4": "found as well"}
    assert (storage.count_findings("game", "step"), storage.count_findings("other", "hint")) == (2, 0)
    assert (storage.job_payload("review", "game"), storage.job_payload("hint", "game")) == ("quick", None)
    with storage.transaction():
        storage.drop_findings("game", "step")
    assert (storage.findings("game", "step"), storage.findings("game", "hint")) == ({}, {"": "loan"})
    with storage.transaction():
        storage.delete_game("game")
    assert (storage.findings("game", "hint"), storage.findings("other", "step")) == ({}, {"3": "found"})
