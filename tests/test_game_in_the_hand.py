"""A game begun in a position, saved, loaded, shown and printed."""

from __future__ import annotations

from pathlib import Path

import pytest

import grandjunction as gj

RECORDS = Path(__file__).resolve().parents[1] / "records"
each_game = pytest.mark.parametrize(
    ("id", "players"), [("birmingham", 3), ("lancashire-2018", 2), ("hamlet", 2)]
)


def played(id: str, players: int, moves: int) -> gj.Game:
    game = gj.new_game(id, players=players, seed=8)
    for _ in range(moves):
        game.play(game.legal_moves()[0])
    return game


# -- from a position ----------------------------------------------------------------------------------


@each_game
def test_a_game_begins_in_a_position(id: str, players: int) -> None:
    before = played(id, players, 9)
    text = before.state.to_position()
    game = gj.Game.from_position(text, seed=1)
    assert game.state == before.state
    assert game.ply == 0
    same = gj.Game.from_position(before.state, seed=1)
    while not game.state.is_over:
        assert game.play(game.legal_moves()[-1]) == same.play(same.legal_moves()[-1])
    assert before.state.to_position() == text  # a game never changes the position it was given
    game.undo()
    game.redo()
    assert game.state == same.state


@each_game
def test_its_record_says_where_it_began(id: str, players: int) -> None:
    game = gj.Game.from_position(played(id, players, 9).state, seed=1, names=list("XYZ"[:players]))
    for _ in range(5):
        game.play(game.legal_moves()[0])
    record = game.to_record()
    assert "\nstart era " in record
    told = gj.read_record(record)
    assert told.state == game.state
    assert told.start == game.start
    assert told.moves == game.moves
    assert told.to_record() == record


def test_its_ledger_counts_from_there_on() -> None:
    game = gj.Game.from_position(gj.load_game(RECORDS / "birmingham-2.gj").at(130).state, seed=1)
    assert game.state.era_name == "rail"
    began = list(game.state.vp)
    while not game.state.is_over:
        game.play(game.legal_moves()[0])
    for seat in range(2):
        assert game.ledger.total(seat) == game.state.vp[seat] - began[seat]
        assert game.ledger.vp(seat, 0) == {}


def test_without_a_seed_nobody_can_guess_the_cards() -> None:
    state = played("birmingham", 2, 0).state
    games = [gj.Game.from_position(state) for _ in range(6)]
    for game in games:
        while not any(event.kind == "drew" for event in game.play(game.legal_moves()[0])):
            pass
    assert len({game.state.to_position() for game in games}) > 1


def test_a_view_is_no_position_to_play_on_from() -> None:
    view = played("hamlet", 2, 2).state.view(0)
    with pytest.raises(ValueError, match="a view hides cards"):
        gj.Game.from_position(view.to_position())
    assert gj.Game.from_position(view.determinize(gj.Rng(1)), seed=1).state.view(0) == view


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("start era canal round", "start era steam round", r"^line 6: expected: era canal\|rail round N"),
        ("start market coal 2", "start market coal 99", r"^line \d+: the coal market has 3 spaces"),
    ],
)
def test_a_broken_start_is_refused_with_its_line(old: str, new: str, sentence: str) -> None:
    record = gj.Game.from_position(played("hamlet", 2, 0).state, seed=1).to_record()
    broken = record.replace(old, new, 1)
    assert broken != record
    with pytest.raises(gj.RecordError, match=sentence):
        gj.read_record(broken)


# -- files, words and pictures ------------------------------------------------------------------------


@each_game
def test_a_saved_game_is_loaded_as_it_was(tmp_path: Path, id: str, players: int) -> None:
    game = played(id, players, 12)
    for path in (tmp_path / "game.gj", str(tmp_path / "other.gj")):
        game.save(path)
        told = gj.load_game(path)
        assert (told.state, told.moves, told.names) == (game.state, game.moves, game.names)
    assert (tmp_path / "game.gj").read_bytes() == game.to_record().encode()


def test_golden_records_are_saved_byte_for_byte(tmp_path: Path) -> None:
    for path in sorted(RECORDS.glob("hamlet*.gj")):
        gj.load_game(path).save(tmp_path / path.name)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_game_prints_and_draws_its_last_position() -> None:
    game = gj.new_game("birmingham", players=2, seed=7, names=["Ann", "Bob"])
    assert repr(game) == f"<Game birmingham of Ann, Bob, {game.ply} moves, canal round 1, Ann: action>"
    assert "A Ann: choose an action" in str(game)
    plain = game.svg()
    game.play("build coal dudley card dudley")
    assert game._repr_svg_() == game.svg() == gj.svg(game)
    assert game.svg() == game.state.svg(names=game.names, mark=["dudley.1"])
    assert game.svg(mark=[]) != game.svg()
    assert "Ann" in plain
    game.undo()
    assert game.svg() == plain
