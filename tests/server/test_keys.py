"""The key, the cookies and the tokens made from it; and the schema the client's types are made from."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from grandjunction.server.keys import COOKIE, KeyMissing, Keys, load_secret
from grandjunction.server.schema import schema

GAME = "g" * 16
WEB = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"
    key = load_secret(path)
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_secret(path) == key
    assert load_secret(tmp_path / "other.key") != key


def test_a_broken_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"
    path.write_bytes(b"short")
    with pytest.raises(ValueError, match="not a key"):
        load_secret(path)


def test_a_key_is_not_made_anew_for_games_that_have_one(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"
    with pytest.raises(KeyMissing, match=r"games\.db\.key is missing"):
        load_secret(path, has_games=True)
    assert not path.exists()
    key = load_secret(path)
    assert load_secret(path, has_games=True) == key


def test_two_servers_on_one_host_have_cookies_of_their_own() -> None:
    ours, theirs = Keys(b"k" * 32), Keys(b"x" * 32)
    assert ours.cookie_name != theirs.cookie_name
    anna = ours.new_player()
    cookies = {theirs.cookie_name: theirs.cookie(theirs.new_player()), ours.cookie_name: ours.cookie(anna)}
    assert ours.player_of(cookies) == anna
    assert ours.player_of({COOKIE: ours.cookie(anna)}) == anna  # from before the names differed
    assert ours.player_of({COOKIE: theirs.cookie(anna)}) is None


def test_only_our_own_cookies_name_a_player() -> None:
    keys = Keys(b"k" * 32)
    player = keys.new_player()
    cookie = keys.cookie(player)
    assert keys.player(cookie) == player
    assert Keys(b"x" * 32).player(cookie) is None
    for forged in (None, "", ".", player, f"{player}.", cookie + "x", cookie[:-1], f"{keys.new_player()}.é"):
        assert keys.player(forged) is None
    swapped = keys.cookie(keys.new_player()).partition(".")[2]
    assert keys.player(f"{player}.{swapped}") is None


def test_a_token_fits_one_seat_of_one_game_until_it_changes_hands() -> None:
    keys = Keys(b"k" * 32)
    token = keys.token("i", GAME, 1, 0)
    assert keys.read_token(token) == ("i", GAME, 1)
    assert keys.fits(token, "i", GAME, 1, 0)
    assert not keys.fits(token, "r", GAME, 1, 0)
    assert not keys.fits(token, "i", GAME, 1, 1)
    assert not keys.fits(token, "i", GAME, 2, 0)
    assert not keys.fits(token, "i", "h" * 16, 1, 0)
    assert keys.read_token(token + "x") is None


def test_the_client_is_made_for_these_messages() -> None:
    """Its types are generated from this file: ``python -m grandjunction.server.schema``."""
    if not WEB.exists():
        pytest.skip("the client is not in this checkout")
    known = json.loads(WEB.read_text(encoding="utf-8"))
    ours = json.loads(json.dumps(schema()))
    assert known["components"]["schemas"] == ours["components"]["schemas"]
    assert sorted(known["paths"]) == sorted(ours["paths"])
