"""The command ``puzzles``: lists, shows and grades."""

from __future__ import annotations

import json

from grandjunction.core.seats import seat_name
from grandjunction.puzzling import shipped
from tests.cli.run import refused, run


def test_the_list_can_be_narrowed() -> None:
    every = json.loads(run("puzzles", "--json").stdout)
    assert [one["id"] for one in every] == list(shipped())
    scouts = json.loads(run("puzzles", "--ruleset", "birmingham", "--theme", "scout", "--json").stdout)
    assert scouts
    assert all(one["ruleset"].startswith("birmingham") and "scout" in one["themes"] for one in scouts)
    assert scouts[0]["id"] in run("puzzles").stdout


def test_a_puzzle_hides_its_solution_until_asked() -> None:
    puzzle = next(iter(shipped().values()))
    shown = run("puzzles", puzzle.id).stdout
    assert f"You are seat {seat_name(int(puzzle.view.known.seat))}" in shown
    solved = run("puzzles", puzzle.id, "--solution").stdout
    assert solved.startswith(shown)
    assert len(solved) > len(shown)


def test_an_answer_is_graded() -> None:
    puzzle = next(iter(shipped().values()))
    graded = json.loads(run("puzzles", puzzle.id, *map(str, puzzle.solution), "--json").stdout)
    assert graded["verdict"] == "best"
    assert graded["loss"]["vp"]["mean"] == 0


def test_mistakes_are_named() -> None:
    assert refused("puzzles", "nope") == "there is no puzzle 'nope'; `grandjunction puzzles` lists them"
    assert refused("puzzles", "--theme", "tea").startswith("unknown theme 'tea'; one of shipyard, ")
    assert refused("puzzles", "--ruleset", "chess").startswith("there are no puzzles of 'chess', only of ")
    assert "nonsense" in refused("puzzles", next(iter(shipped())), "nonsense")
