"""Training: rows of self-play, what they are taught, nets that come out of it, and rounds that go on."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import grandjunction as gj
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.features import Features
from grandjunction.bots.nets import Shelf, read_nets
from grandjunction.bots.weights import weights_for

np = pytest.importorskip("numpy", reason="the rows are read with NumPy")

from grandjunction.training import shards  # noqa: E402
from grandjunction.training.comparisons import FEWEST, TURNS  # noqa: E402
from grandjunction.training.duel import Duel, Score, Side, play, verdict  # noqa: E402
from grandjunction.training.forecasts import calibrate_by_hand, without_nets  # noqa: E402
from grandjunction.training.resuming import keep_settings  # noqa: E402
from grandjunction.training.selfplay import AFTER, BEFORE, MIDWAY, OTHERS, Rows, Table  # noqa: E402
from grandjunction.training.selfplay import play as play_rows  # noqa: E402
from grandjunction.training.targets import returns, usual_error  # noqa: E402
from grandjunction.training.work import run  # noqa: E402

SMALL = Table("hamlet", 2, budget=60)
NEEDS_TORCH = "fitting needs PyTorch: pip install torch==2.13.0 matplotlib"


def some_rows(folder: Path, files: int = 2, games: int = 2) -> shards.Positions:
    return shards.read([shards.fill(shards.Shard(SMALL, "t", k, games, str(folder))) for k in range(files)])


def test_rows_of_a_game() -> None:
    rows = Rows()
    play_rows(SMALL, "one", rows)
    again = Rows()
    play_rows(SMALL, "one", again)
    assert rows == again
    turns = rows.kind.count(AFTER)
    assert rows.kind.count(BEFORE) >= turns
    assert turns - 2 <= rows.kind.count(OTHERS) <= turns
    assert 0 < rows.kind.count(MIDWAY) <= turns
    for seat in range(2):
        own = [
            turn
            for turn, at, kind in zip(rows.turn, rows.seat, rows.kind, strict=True)
            if at == seat and kind == AFTER
        ]
        assert own == list(range(1, len(own) + 1))
    assert sum(rows.share[0]) == 1.0
    assert len({len(row) for row in rows.features}) == 1


def test_shards_are_played_once_and_read_together(tmp_path: Path) -> None:
    rows = some_rows(tmp_path)
    written = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert len(written) == 2
    some_rows(tmp_path)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == written
    assert len(rows.final) == 4
    assert set(rows.game) == {0, 1, 2, 3}
    assert rows.features.shape == (
        len(rows),
        int(Features(gj.ruleset(SMALL.ruleset), 2).size),
    )


def test_compared_turns_share_a_decision(tmp_path: Path) -> None:
    table = replace(SMALL, compare=1.0)
    files = [shards.fill(shards.Shard(table, "c", k, 2, str(tmp_path))) for k in range(2)]
    turns = shards.read(files).alternatives
    first = shards.read(files[:1]).alternatives
    assert len(first) < len(turns)
    groups, sizes = np.unique(turns.group, return_counts=True)
    assert list(groups) == list(range(len(groups)))  # numbered through all files
    assert sizes.min() >= FEWEST
    assert sizes.max() <= TURNS
    assert turns.features.shape[1] == int(Features(gj.ruleset(SMALL.ruleset), 2).size)
    assert np.unique(turns.worth[turns.group == 0]).size > 1
    again = Rows()
    play_rows(table, "c/0/0", again)
    assert np.array_equal(
        np.array(again.compared.worth, dtype=np.float32), first.worth[: len(again.compared.worth)]
    )


def test_foresight_changes_what_compared_turns_are_worth() -> None:
    worth = []
    for foresight in (0, 60):
        rows = Rows()
        play_rows(replace(SMALL, compare=1.0, foresight=foresight), "c/0/0", rows)
        worth.append(rows.compared.worth[:TURNS])  # of the same first decision: later ones may differ
    assert len(worth[0]) == len(worth[1])
    assert worth[0] != worth[1]


def test_returns_blend_what_follows(tmp_path: Path) -> None:
    rows = some_rows(tmp_path, files=1, games=1)
    values = np.arange(len(rows), dtype=float)
    assert np.array_equal(returns(rows, values, 1.0), rows.outcome)  # λ 1: the end of the game alone
    ahead = returns(rows, values, 0.0)  # λ 0: the value of the next own turn alone
    for seat in range(2):
        after = [row for row in range(len(rows)) if rows.kind[row] == AFTER and rows.seat[row] == seat]
        for row, following in pairwise(after):
            assert ahead[row] == values[following]
        assert ahead[after[-1]] == rows.final[0][seat]
        first = next(row for row in range(len(rows)) if rows.seat[row] == seat)
        assert ahead[first] == values[after[0]]


def test_the_usual_error_is_told_by_actions_left(tmp_path: Path) -> None:
    rows = some_rows(tmp_path, files=1, games=1)
    rows.by_hand = rows.outcome - rows.actions
    table = usual_error(rows, rows.outcome - rows.by_hand, 1)
    for left in set(rows.actions[rows.era == 0]):
        assert table[0][left] == pytest.approx(left)


def test_a_bot_against_itself_is_even() -> None:
    side = Side("planner", "", 60)
    score = play(Duel("hamlet", 2, side, side, "same"))
    assert score.more == 0.0
    assert score.share == 0.5


def test_strategists_can_play_the_games() -> None:
    found: list[Rows] = []
    for table in (replace(SMALL, slips=0.0, spread=0.0), replace(SMALL, slips=0.0, spread=0.0, teacher=400)):
        one, again = Rows(), Rows()
        play_rows(table, "one", one)
        play_rows(table, "one", again)
        assert one == again
        found.append(one)
    planned, taught = found
    assert planned.features != taught.features
    assert taught.kind.count(AFTER) > 5


def test_processes_and_a_cluster_do_the_same_work() -> None:
    """Ray is part of what the tests install: without it this fails."""
    one, other = Side("planner", "", 60), Side("planner", "", 30)
    deals = Duel("hamlet", 2, one, other, "where").deals(3)
    here = [play(deal) for deal in deals]
    assert len(set(here)) > 1

    def found(processes: int, ray: str | None = None) -> list[Score]:
        return sorted(run(play, deals, processes, ray), key=str)

    assert found(1) == found(2) == found(2, "local") == sorted(here, key=str)


def test_verdicts() -> None:
    found = verdict([Score(2.0, 0.5, 80.0), Score(4.0, 1.0, 80.0), Score(3.0, 0.75, 80.0)])
    assert found.games == 6
    assert found.more == pytest.approx(3.0)
    assert found.is_better
    assert not verdict([Score(2.0, 0.5, 80.0), Score(-1.9, 0.5, 80.0)]).is_better


def test_nets_say_the_same_in_training_and_in_play(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training.fit import Recipe, added, fit

    rows = some_rows(tmp_path, files=3, games=4)
    recipe = Recipe(seeds=2, units=4, epochs=3, steps=1, batch=64)
    nets = fit(SMALL.ruleset, 2, rows, None, recipe).nets
    assert fit(SMALL.ruleset, 2, rows, None, recipe).nets.text() == nets.text()
    rules = gj.ruleset(SMALL.ruleset)
    weights = weights_for(SMALL.ruleset, 2)
    features = Features(rules, 2)
    plain = Evaluation(rules, 0, weights, 2)
    learned = Evaluation(rules, 0, weights, 2, nets)
    state = gj.new_game(SMALL.ruleset, players=2, seed=1).state
    by_hand = plain.read(state, features)
    learned.begin(state)
    rows.features = np.frombuffer(features.as_bytes(), dtype="<i2").reshape(1, -1)
    rows.era = np.array([0])
    rows.actions = np.array([int(features.actions)])
    rows.kind = rows.kind[:1]
    assert learned.value(state) == pytest.approx(by_hand + added(nets, rows)[0], abs=1e-9)


def test_a_robust_fit_is_not_led_by_outliers() -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training.fit import Recipe, _Ensemble

    error = torch.tensor([1.0, -5.0, -20.0])  # the last is a ruined seat
    assert _Ensemble(1, Recipe())._loss(error).tolist() == [1.0, 25.0, 400.0]
    assert _Ensemble(1, Recipe(robust=5.0))._loss(error).tolist() == [1.0, 25.0, 175.0]


def test_refined_nets_start_from_those_before(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training.fit import Recipe, fit, output

    rows = some_rows(tmp_path, files=3, games=4)
    recipe = Recipe(seeds=2, units=4, epochs=30, steps=200, batch=64)
    before = fit(SMALL.ruleset, 2, rows, None, recipe).nets

    def moved(rate: float, **other: Any) -> float:
        """Return how far the outputs differ from those before."""
        changed = replace(recipe, epochs=1, steps=2, refine=rate, **other)
        after = fit(SMALL.ruleset, 2, rows, before, changed).nets
        pairs = zip(before.eras, after.eras, strict=True)
        return max(
            float(np.abs(output(one, rows.features) - output(other, rows.features)).mean())
            for one, other in pairs
        )

    assert moved(1e-7) < 0.02  # as they were, but for the rounding to whole numbers
    assert moved(1e-2) > 0.1
    assert moved(0.0) > 0.5  # drawn anew, and hardly fitted
    assert moved(1e-7, units=5) > 0.5  # nets of another size cannot go on


def test_choices_count_within_a_decision() -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training.choices import Choices, decisions, gain

    turns = shards.Alternatives(
        {
            "compared_features": np.zeros((8, 1), dtype=np.int16),
            "compared_group": np.array([0, 0, 0, 0, 1, 1, 1, 2]),
            "compared_era": np.array([0, 0, 0, 1, 0, 0, 0, 0]),
            "compared_by_hand": np.array([9.0, 8, 7, 9, 5, 5, 5, 5]),
            "compared_worth": np.array([1.0, 2, 6, 9, 3, 4, 5, 5]),
        }
    )
    rows = decisions(turns, 0)
    assert rows.tolist() == [[0, 1, 2], [4, 5, 6]]  # not the other era's turn, nor a decision of one
    assert gain(rows, turns.worth, turns.by_hand) == pytest.approx((-2 - 1) / 2)
    assert gain(rows, turns.worth, turns.worth) == pytest.approx((3 + 1) / 2)
    wanted = torch.tensor([1.0, 2, 6, 9, 3, 4, 5, 5])
    choices = Choices(torch.zeros(8, 1), wanted, torch.tensor([[0, 1, 2], [4, 5, -1]]))
    picked = choices.rows[None]
    shifted = wanted[picked.clamp(min=0)] + torch.tensor([[[10.0], [-3.0]]])
    assert choices.loss(picked, shifted).tolist() == pytest.approx([0.0], abs=1e-6)  # levels do not matter
    assert choices.loss(picked, 0 * shifted).tolist() == pytest.approx([(4 + 1 + 9 + 0.25 + 0.25) / 5])


def test_compared_turns_change_what_is_learned(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training.fit import Recipe, fit

    table = replace(SMALL, compare=1.0)
    rows = shards.read([shards.fill(shards.Shard(table, "f", k, 6, str(tmp_path))) for k in range(2)])
    recipe = Recipe(seeds=2, units=4, epochs=3, steps=1, batch=64)
    with_turns = fit(SMALL.ruleset, 2, rows, None, recipe)
    assert fit(SMALL.ruleset, 2, rows, None, recipe).nets.text() == with_turns.nets.text()
    without = fit(SMALL.ruleset, 2, rows, None, replace(recipe, choice=0.0))
    assert without.nets.text() != with_turns.nets.text()
    assert len(with_turns.gained) == len(with_turns.explained)


def test_rounds_are_kept_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    pytest.importorskip("matplotlib", reason=NEEDS_TORCH)
    from grandjunction.training import loop
    from grandjunction.training.curves import draw
    from grandjunction.training.fit import Recipe

    monkeypatch.setattr(loop, "SHARD", 2)
    plan = loop.Plan(
        SMALL.ruleset,
        2,
        tmp_path,
        rounds=1,
        games=10,
        gate=2,
        budget=60,
        scales=("0,1",),
        recipe=Recipe(seeds=1, units=4, epochs=1, steps=1, batch=64),
    )
    said: list[str] = []
    loop.train(plan, 1, None, said.append)
    entry = json.loads((plan.round(1) / "round.json").read_text(encoding="utf-8"))
    nets = Shelf(str(plan.round(1) / "scale-0,1")).nets(gj.ruleset(SMALL.ruleset), 2)
    assert nets is not None
    assert loop.digest(nets) == entry["candidates"]["0,1"]["hash"]
    before = (plan.round(1) / "round.json").stat().st_mtime_ns
    loop.train(plan, 1, None, said.append)
    assert (plan.round(1) / "round.json").stat().st_mtime_ns == before
    assert said[-1] == said[-2]
    with pytest.raises(ValueError, match="with seed train, not other: choose another folder"):
        loop.train(replace(plan, seed="other"), 1)
    draw(plan.round(1).parent, tmp_path / "training.png")
    assert (tmp_path / "training.png").stat().st_size > 1000


def test_what_cannot_be_trained_is_refused_before_any_game(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training import loop

    nets = without_nets(gj.ruleset(SMALL.ruleset), 2, some_rows(tmp_path))
    plan = loop.Plan(SMALL.ruleset, 2, tmp_path / "out", start=str(tmp_path))
    with pytest.raises(ValueError, match=r"there are no nets in .*: hamlet-2.net is missing"):
        loop.train(plan, 1)
    (tmp_path / plan.name).write_text(nets.text().replace("revision ", "revision 9"), encoding="utf-8")
    with pytest.raises(ValueError, match="the nets are for revision 9"):
        loop.train(plan, 1)
    plan = replace(plan, start="")
    for scales in (("1", "half"), ("1,1,1",)):
        with pytest.raises(ValueError, match="is no scale: write one number, or one for each of the 2 eras"):
            loop.train(replace(plan, scales=scales), 1)
    with pytest.raises(ValueError, match="'birmingham' names no table: write RULESET/PLAYERS"):
        loop.train(replace(plan, like="birmingham"), 1)


def test_a_plot_marks_only_what_its_round_took() -> None:
    from grandjunction.training.curves import is_taken

    first = {"taught_by": "", "best": "out/round-01/scale-0.5"}
    second = {"taught_by": "out/round-01/scale-0.5", "best": "out/round-01/scale-0.5"}
    assert [is_taken(first, "1"), is_taken(first, "0.5"), is_taken(second, "0.5")] == [False, True, False]


def test_forecasts_are_set_by_the_nets_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    from grandjunction.training import loop
    from grandjunction.training.fit import Recipe, added, fit

    monkeypatch.setattr(loop, "SHARD", 4)
    rows = some_rows(tmp_path, files=3, games=4)
    nets = fit(SMALL.ruleset, 2, rows, None, Recipe(seeds=1, units=4, epochs=1, steps=1, batch=64)).nets
    (tmp_path / "hamlet-2.net").write_text(nets.text(), encoding="utf-8")
    plan = loop.Plan(
        SMALL.ruleset, 2, tmp_path / "out", rounds=0, budget=60, start=str(tmp_path), last=8, seed="last"
    )
    best = loop.train(plan, 1)
    found = Shelf(str(best)).nets(gj.ruleset(SMALL.ruleset), 2)
    assert found is not None
    assert [net.numbers() for net in found.eras] == [net.numbers() for net in nets.eras]
    played = shards.read(sorted(best.glob("*/shards/????.npz")))
    error = played.outcome - played.by_hand - added(found, played)
    assert abs(float(error.mean())) < 0.05
    with pytest.raises(ValueError, match="no nets for hamlet/2"):
        loop.train(loop.Plan(SMALL.ruleset, 2, tmp_path / "other", rounds=0, like="hamlet/2"), 1)


def test_a_folder_keeps_the_settings_it_was_begun_with(tmp_path: Path) -> None:
    now = {"seed": "a", "scales": "1 0.5", "refine": 0.0}
    keep_settings(tmp_path / "new", now)
    keep_settings(tmp_path / "new", now)
    with pytest.raises(ValueError, match=r"with seed a, not b, refine 0.0, not 0.1: choose another folder"):
        keep_settings(tmp_path / "new", {**now, "seed": "b", "refine": 0.1})
    assert json.loads((tmp_path / "new" / "settings.json").read_text(encoding="utf-8")) == now


def test_forecasts_are_not_mixed_from_other_games(tmp_path: Path) -> None:
    calibrate_by_hand(SMALL, 1, "one", tmp_path, 1)
    with pytest.raises(ValueError, match="with seed one, not other: choose another folder"):
        calibrate_by_hand(SMALL, 1, "other", tmp_path, 1)


def test_forecasts_without_nets(tmp_path: Path) -> None:
    file = calibrate_by_hand(SMALL, 20, "hand", tmp_path, 1)
    found = read_nets(file.read_text(encoding="utf-8"), gj.ruleset(SMALL.ruleset), 2)
    assert [int(net.width) for net in found.eras] == [0, 0]
    rows = shards.read(sorted((file.parent / "by-hand").glob("????.npz")))
    left = np.minimum(rows.actions, len(found.bias[0]) - 1)
    forecast = rows.by_hand + np.array(found.bias)[rows.era, left] / 256
    assert abs(float((rows.outcome - forecast).mean())) < 0.05
    learned = Evaluation(gj.ruleset(SMALL.ruleset), 0, weights_for(SMALL.ruleset, 2), 2, found)
    state = gj.new_game(SMALL.ruleset, players=2, seed=1).state
    learned.begin(state)
    plain = Evaluation(gj.ruleset(SMALL.ruleset), 0, weights_for(SMALL.ruleset, 2), 2)
    features = Features(gj.ruleset(SMALL.ruleset), 2)
    by_hand = plain.read(state, features)
    assert learned.value(state) == pytest.approx(by_hand + found.offset(0, features.actions))
