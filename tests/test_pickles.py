"""Positions, moves and games survive copying, pickling and other processes, compiled or not."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import grandjunction as gj
from grandjunction.bots import UnknownBot
from grandjunction.core.compiled import is_compiled
from grandjunction.core.options import MoveList
from grandjunction.core.position.impossible import Impossible
from grandjunction.pictures import UnknownTheme
from grandjunction.rulesets import build
from grandjunction.words.language import UnknownLanguage

ROOT = Path(__file__).resolve().parents[1]
WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
each_way = pytest.mark.parametrize("again", WAYS, ids=["copy", "deepcopy", "pickle"])
GAMES = [("birmingham", 4), ("lancashire-2007", 3), ("lancashire-2018", 2), ("hamlet", 2)]


def positions(id: str, players: int) -> Iterator[gj.State]:
    """Every position of a game played at random, chance included."""
    state = gj.State(gj.ruleset(id), players)
    state.advance(None)
    rng = gj.Rng(f"pickles {id}")
    while not state.is_over:
        yield state
        codes = state.legal_codes()
        state.apply_code(state.chance_code(rng) if state.is_chance else codes[rng.below(len(codes))], None)
    yield state


def fields(state: gj.State) -> dict[str, Any]:
    """Everything a state holds, what follows from the rest included."""
    names = [name for name in dir(state) if not name.startswith("_") and not callable(getattr(state, name))]
    values = {name: getattr(state, name) for name in names if name not in ("is_over", "is_chance", "to_act")}
    return {
        name: value if isinstance(value, int | gj.Ruleset) else list(value) for name, value in values.items()
    }


@each_way
@pytest.mark.parametrize(("id", "players"), GAMES)
def test_every_position_of_a_game_comes_back_whole(
    id: str, players: int, again: Callable[[Any], Any]
) -> None:
    for number, state in enumerate(positions(id, players)):
        if number % 7 == 0 or state.is_over:
            twin = again(state)
            assert twin == state
            assert twin is not state
            assert fields(twin) == fields(state)
            view = state.view(number % players)
            assert again(view) == view
            assert fields(again(view).known) == fields(view.known)


@each_way
def test_a_copy_leads_a_life_of_its_own(again: Callable[[Any], Any]) -> None:
    state = gj.new_game("birmingham", players=2, seed=1).state
    before = state.key()
    twin = again(state)
    twin.apply(twin.legal_moves()[0])
    assert state.key() == before


@each_way
def test_moves_refusals_and_events_come_back_equal(again: Callable[[Any], Any]) -> None:
    game = gj.new_game("birmingham", players=2, seed=7)
    move = game.legal_moves()[2]
    assert again(move) == move
    assert str(again(move)) == str(move)
    refusal = gj.why_not_build(game.state, "iron", "dudley")
    assert refusal is not None
    assert again(refusal) == refusal
    assert list(map(str, again(game.legal_moves()))) == list(map(str, game.legal_moves()))
    assert isinstance(again(game.legal_moves()), MoveList)
    option = game.state.options()[0]
    assert repr(again(option)) == repr(option)
    events = game.play(move)
    assert [again(event) for event in events] == events
    assert [repr(again(event)) for event in events] == [repr(event) for event in events]


@each_way
@pytest.mark.parametrize(("id", "players"), GAMES)
def test_a_game_goes_on_as_it_would_have(id: str, players: int, again: Callable[[Any], Any]) -> None:
    game = gj.new_game(id, players=players, seed=5)
    for _ in range(20):
        game.play(game.legal_moves()[0])
    twin = again(game)
    assert twin == game
    twin.undo()
    assert twin != game
    twin.redo()
    assert twin == game
    while not game.state.is_over:
        events = game.play(game.legal_moves()[-1])
        assert twin.play(twin.legal_moves()[-1]) == events
        assert twin == game
    assert twin.to_record() == game.to_record()
    assert [twin.ledger.total(seat) for seat in range(players)] == list(game.state.vp)


@each_way
def test_studies_and_forecasts_come_back_equal(again: Callable[[Any], Any]) -> None:
    game = gj.load_game(ROOT / "records" / "hamlet-2.gj")
    study = gj.Study(game, title="Two ways to begin")
    moment = study.main()[20]
    study.annotate(study.play(moment, study.game(moment).legal_moves()[-1]), "The coal is gone.")
    assert again(study) == study
    forecast = gj.evaluate(game.at(20).state.view(0))
    assert again(forecast) == forecast
    assert again(forecast) is not forecast


def test_rulesets_are_shared_not_copied() -> None:
    rules = gj.ruleset("birmingham")
    for again in WAYS:
        assert again(rules) is rules


def test_a_ruleset_of_ones_own_is_not_pickled_as_another() -> None:
    own = build("hamlet")
    state = gj.State(own, 2)
    assert copy.deepcopy(state) == state
    with pytest.raises(TypeError, match="only the rulesets of the catalogue can be pickled"):
        pickle.dumps(state)


def test_a_key_of_another_game_is_refused() -> None:
    from grandjunction.core.restoring import state_from_key

    state = gj.new_game("hamlet", players=2, seed=1).state
    with pytest.raises(ValueError, match="a key of birmingham for 2 players has"):
        state_from_key(gj.ruleset("birmingham"), 2, state.key())


@pytest.mark.parametrize(
    "error",
    [
        gj.IllegalMove(gj.Refusal("B-COAL-05", "no_coal", {"place": "dudley", "need": 1})),
        gj.PositionError(4, "why", "tile barton.1", gj.Refusal("B-SLOT-01", "space_lacks_industry", {})),
        gj.RecordError(5, "why", gj.Refusal("B-COAL-05", "no_coal", {})),
        gj.UnknownRuleset("chess"),
        gj.NotationError("no move"),
        UnknownBot("oracle"),
        UnknownLanguage("xx"),
        UnknownTheme("dusk"),
        Impossible("tile barton.1", "why", gj.Refusal("B-SLOT-01", "space_lacks_industry", {})),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_other_processes(error: Exception) -> None:
    """An error that cannot be unpickled hangs a pool of processes for ever."""
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    kept = [name for name in dir(error) if not name.startswith("_") and not callable(getattr(error, name))]
    assert [getattr(twin, name) for name in kept] == [getattr(error, name) for name in kept]


def test_games_are_equal_if_their_records_are() -> None:
    game = gj.new_game("hamlet", players=2, seed=1)
    assert game == gj.new_game("hamlet", players=2, seed=1)
    assert game == gj.read_record(game.to_record())
    assert game != gj.new_game("hamlet", players=2, seed=2)
    assert game != game.copy(names=["Ann", "Bob"])
    assert game != gj.Game.from_position(game.state, seed=1)
    assert game != game.state


def vp_after_playout(state: gj.State) -> tuple[gj.State, list[int]]:
    gj.playout(state, gj.Policy(), gj.Rng(3))
    return state, list(state.vp)


def test_other_processes_take_and_give_positions() -> None:
    states = [gj.new_game("birmingham", players=2, seed=seed).state for seed in range(3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        told = list(pool.map(vp_after_playout, states))
    for state, (there, vp) in zip(states, told, strict=True):
        here, same = vp_after_playout(state.copy())
        assert there == here
        assert vp == same


def after_one_move(game: gj.Game) -> gj.Game:
    game.play(game.legal_moves()[0])
    return game


def test_other_processes_take_and_give_games() -> None:
    game = gj.new_game("lancashire-2018", players=3, seed=1)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(after_one_move, game).result() == after_one_move(game)


# -- between the two builds ---------------------------------------------------------------------------

WRITE = """
import sys, pickle, grandjunction as gj
things = []
for id, players in (("birmingham", 3), ("lancashire-2018", 2), ("hamlet", 2)):
    game = gj.new_game(id, players=players, seed=11)
    for _ in range(8):
        game.play(game.legal_moves()[0])
    state = game.state
    things.append((game, state, state.view(1), list(state.legal_moves()), state.to_position()))
sys.stdout.buffer.write(pickle.dumps(things))
"""

READ = """
import sys, pickle
for game, state, view, moves, text in pickle.loads(sys.stdin.buffer.read()):
    assert state.to_position() == text
    assert view == state.view(1)
    assert list(state.legal_moves()) == moves
    assert game.state == state
    assert game == pickle.loads(pickle.dumps(game))
    game.play(moves[0])
print("read")
"""


def run_with(source: str, code: str, data: bytes = b"") -> bytes:
    """What a program prints, with the package found in ``source``; "" is the installed one."""
    env = {**os.environ, "PYTHONPATH": source}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, env=env, input=data, capture_output=True, check=True, cwd=ROOT).stdout


def test_a_pickle_of_either_build_reads_in_the_other() -> None:
    if not is_compiled():
        pytest.skip("compares the two builds from the compiled run")
    source = str(ROOT / "src")
    for writer, reader in (("", source), (source, "")):
        assert run_with(reader, READ, run_with(writer, WRITE)).strip() == b"read"


def test_a_pickle_reads_in_a_process_that_has_loaded_nothing() -> None:
    source = str(Path(gj.__file__).parents[1])
    assert run_with(source, READ, run_with(source, WRITE)).strip() == b"read"


def test_rays_pickles_take_them_too() -> None:
    ray = pytest.importorskip("ray.cloudpickle")
    game = gj.new_game("lancashire-2018", players=2, seed=2)
    state, view, move, twin = ray.loads(
        ray.dumps((game.state, game.state.view(0), game.legal_moves()[0], game))
    )
    assert twin == game
    assert (state, view, move) == (game.state, game.state.view(0), game.legal_moves()[0])
    assert twin.play(move) == game.play(move)
