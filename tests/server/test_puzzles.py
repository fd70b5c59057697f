"""Puzzles at the server: a table from moves alone, questions, answers and solutions."""

from __future__ import annotations

from grandjunction.puzzling import shipped
from tests.server.support import Browser


def test_a_puzzle_is_played_and_graded(anna: Browser) -> None:
    listed = anna.ask("GET", "/api/puzzles")
    assert [one["id"] for one in listed["puzzles"]] == list(shipped())
    assert listed["daily"] in shipped()
    puzzle = shipped()[listed["daily"]]
    path = f"/api/puzzles/{puzzle.id}"
    start = anna.ask("POST", f"{path}/table", {"units": []})
    table = start["table"]
    assert table["viewer"] == table["decision"]["seat"]
    assert list(table["hands"]) == [table["viewer"]], "only the own hand"
    verbs = {choice["move"].split()[0] for choice in start["choices"]["choices"]}
    assert puzzle.solution[0].split()[0] in verbs
    done = anna.ask("POST", f"{path}/table", {"units": puzzle.solution})["table"]
    assert done["draft"]["units"] == puzzle.solution
    assert done["draft"]["may_end"]
    assert anna.ask("POST", f"{path}/answer", {"units": puzzle.solution})["verdict"] == "best"
    wrong = anna.ask("POST", f"{path}/answer?lang=pl", {"units": puzzle.second})
    assert wrong["verdict"] == "worse"
    told = anna.ask("GET", f"{path}/solution")
    assert told["moves"] == puzzle.solution
    assert told["method"] == puzzle.proof.method


def test_bad_requests_are_refused(anna: Browser) -> None:
    id = next(iter(shipped()))
    path = f"/api/puzzles/{id}"
    assert (
        anna.ask("POST", "/api/puzzles/b4-none/table", {"units": []}, expect=404)["error"] == "no_such_puzzle"
    )
    assert anna.ask("POST", f"{path}/table", {"units": ["nonsense"]}, expect=422)["error"] == "notation"
    assert anna.ask("POST", f"{path}/answer", {"units": []}, expect=422)["error"] == "turn_open"
    anna.ask("POST", f"{path}/answer", {"units": ["nonsense"]}, expect=422)
    solution = shipped()[id].solution
    over = {"units": solution, "why": {"question": "verb", "verb": "loan"}}
    assert anna.ask("POST", f"{path}/why", over, expect=403)["error"] == "not_your_turn"
    asked = anna.ask("POST", f"{path}/why", {"units": [], "why": {"question": "verb", "verb": "pass"}})
    assert asked["refusal"] is None


def test_the_coach_is_for_one_person_among_bots(anna: Browser) -> None:
    """It warns of a turn passed away, and it is refused in a game between people."""
    among = anna.new_game("me", "greedy", ruleset="birmingham", seed="passed")["game"]
    table = anna.wait_for_turn(among)
    anna.ask("GET", f"/api/games/{among}/coach", expect=403)  # nothing is drafted yet
    card = next(one for one in anna.choices(among) if one["move"] == "pass")["cards"][0]
    anna.draft(table, f"pass card {card}")
    said = anna.ask("GET", f"/api/games/{among}/coach")
    assert said["warns"]
    assert said["reasons"]
    people = anna.new_game("me", "person", ruleset="birmingham", seed="passed")["game"]
    assert anna.ask("GET", f"/api/games/{people}/coach", expect=403)["error"] == "no_coach"


def test_a_drill_needs_reviews(anna: Browser) -> None:
    assert anna.ask("GET", "/api/puzzles/drill") == {"themes": []}
