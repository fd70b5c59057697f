"""What every storage must remember of players."""

from __future__ import annotations

import pytest

from grandjunction.server.database.storage import Storage
from grandjunction.server.people.oversight_sql import KEPT, MOST, AddressRow
from grandjunction.server.people.people_rows import PlayerRow
from tests.server.support import Open


def test_a_player_is_remembered_once_there_is_something_to_remember(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        assert storage.people.find("anna") is None
        assert storage.people.settings("anna") == PlayerRow("anna")
        storage.people.change("anna", name="nobody has this row")
        assert storage.people.find("anna") is None
        storage.people.add("anna", 100)
        storage.people.add("anna", 200)
        storage.people.change("anna", name="Anna", colour="teal", language="pl", zone="Europe/Warsaw")
        storage.people.change("anna", email="anna@example.org", verified_at=150, discord="77", promoted=150)
    anna = open_again().people.settings("anna")
    assert anna == PlayerRow(
        "anna", "Anna", "teal", "pl", "Europe/Warsaw", "anna@example.org", 150, "77", 100, 100, 150
    )
    assert (anna.reads, anna.lives_in) == ("pl", "Europe/Warsaw")
    assert (PlayerRow("x").reads, PlayerRow("x").lives_in) == ("en", "UTC")


def test_players_are_found_by_what_they_sign_in_with(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.people.add("anna", 100)
        storage.people.change("anna", email="anna@example.org", discord="77")
        found = storage.people.find("anna")
        assert found is not None
        assert storage.people.by_email("anna@example.org") == found == storage.people.by_discord("77")
        assert storage.people.by_email("ann@example.org") is None
        assert storage.people.by_discord("7") is None


def test_an_address_belongs_to_one_player(open_again: Open) -> None:
    storage = open_again()
    with storage.transaction():
        storage.people.add("anna", 100)
        storage.people.add("bob", 100)
        storage.people.change("anna", email="anna@example.org")
    with pytest.raises(Exception, match=r"(?i)unique"), storage.transaction():
        storage.people.change("bob", email="anna@example.org")
    bob = storage.people.find("bob")
    assert bob is not None
    assert bob.email is None


def test_what_fails_is_not_stored(open_again: Open) -> None:
    storage = open_again()
    with pytest.raises(Exception, match=r"(?i)unique"), storage.transaction():
        _take_one_address_twice(storage)
    assert storage.people.find("anna") is None


def _take_one_address_twice(storage: Storage) -> None:
    for player in ("anna", "bob"):
        storage.people.add(player, 100)
        storage.people.change(player, email="anna@example.org")


def test_addresses_are_kept_for_a_month_and_only_the_latest(open_again: Open) -> None:
    storage = open_again()
    now = int(storage.time())
    with storage.transaction():
        storage.oversight.note_address("anna", "192.0.2.1", now - KEPT - 10)
        storage.oversight.note_address("ben", "192.0.2.1", now - KEPT + 10)
        storage.oversight.note_address("ben", "192.0.2.2", now - KEPT + 10)
        storage.oversight.note_address("ben", "192.0.2.1", now)  # again
    storage = open_again()
    assert storage.oversight.addresses("anna") == []
    assert storage.oversight.addresses("ben") == [
        AddressRow("192.0.2.1", now),
        AddressRow("192.0.2.2", now - KEPT + 10),
    ]
    with storage.transaction():
        for number in range(MOST + 5):
            storage.oversight.note_address("ben", f"198.51.100.{number}", now + 20 + number)
    kept = [one.address for one in storage.oversight.addresses("ben")]
    assert kept == [f"198.51.100.{number}" for number in range(MOST + 4, 4, -1)]
    with storage.transaction():
        storage.belongings.forget("ben", [])
    assert storage.oversight.addresses("ben") == []
    assert storage.db.execute("SELECT count(*) FROM addresses").fetchone()[0] == 0  # type: ignore[attr-defined]
