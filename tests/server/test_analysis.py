"""The analysis board: what may be opened, what is shown of it, and the best turns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grandjunction as gj
from grandjunction.core.notation import parse_move
from grandjunction.reviews import DEPTHS
from grandjunction.server.analysis import analysis_boards, best_jobs
from grandjunction.words import Words
from tests.reviews.games import TINY
from tests.server.support import Browser, until

Json = dict[str, Any]
RECORDS = Path(__file__).parents[2] / "records"


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    for depth in ("quick", "normal"):
        monkeypatch.setitem(DEPTHS, depth, replace(TINY, plans=3, planning=80, deals=2, fresh=3, budget=20))


def opened(browser: Browser, text: str) -> Json:
    tree: Json = browser.ask("POST", "/api/analysis/open", {"text": text})
    return tree


def moment(tree: Json, moves: list[str], **more: object) -> Json:
    return {**{key: tree[key] for key in ("ruleset", "players", "start")}, "moves": moves, **more}


def look(browser: Browser, tree: Json, moves: list[str], **more: object) -> Json:
    sight: Json = browser.ask("POST", "/api/analysis/look", moment(tree, moves, **more))
    return sight


def line(tree: Json) -> list[str]:
    """The main line."""
    moves: list[str] = []
    at = -1
    for number, node in enumerate(tree["nodes"]):
        if node["parent"] == at:
            moves.append(node["move"])
            at = number
    return moves


def test_records_are_played_through_and_left(anna: Browser) -> None:
    for name in ("birmingham-2", "lancashire-2018-2", "hamlet-2"):
        _is_played_through(anna, name)


def _is_played_through(anna: Browser, name: str) -> None:
    text = (RECORDS / f"{name}.gj").read_text()
    game = gj.read_record(text)
    tree = opened(anna, text)
    moves = line(tree)
    assert moves == [str(move) for move in game.moves]
    assert (tree["start"], tree["names"]) == (None, game.names)
    rnd = Random(1)
    for ply in (0, 5, 30, 40):
        sight = look(anna, tree, moves[:ply])
        state = game.at(ply).state
        assert sight["position"] == state.to_position()
        assert sight["table"]["ply"] == ply
        assert bool(sight["chance"]) == state.is_chance
        if state.is_chance:
            options = {one["move"]: one["weight"] for one in sight["chance"]}
            assert options == {str(move): weight for move, weight in state.chance_outcomes()}
            picked = rnd.choice(list(options))
            assert look(anna, tree, [*moves[:ply], picked])["table"]["ply"] == ply + 1
        else:
            assert sight["choices"]
            hands = sight["table"]["hands"]
            assert hands == {"AB"[seat]: state.hand_of(seat) for seat in range(2)}
    end = look(anna, tree, moves)
    assert end["table"]["over"]
    assert end["choices"] == end["chance"] == []
    assert anna.ask("POST", "/api/analysis/write", tree)["text"] == text


def test_chance_is_chosen_or_drawn(anna: Browser) -> None:
    tree = {"ruleset": "birmingham", "players": 2, "start": None}
    sight = look(anna, tree, [])
    assert {one["move"] for one in sight["chance"]} == {"order A", "order B"}
    drawn = look(anna, tree, ["order B"], draw=True)
    assert drawn["made"] == "order B"
    assert drawn["table"]["decision"]["name"] == "action"
    assert drawn["table"]["to_act"] == "B"
    again = look(anna, tree, ["order B", *drawn["drawn"]])
    assert again["position"] == drawn["position"]


def test_a_drawn_card_is_told_as_its_language_writes() -> None:
    draw = parse_move(gj.ruleset("birmingham"), "draw leek")
    assert analysis_boards._text(draw, Words("en")) == "Draw: Leek"
    assert analysis_boards._text(draw, Words("zh-Hant")) == "抽牌：Leek"


def test_both_sides_are_moved_from_a_position(anna: Browser) -> None:
    state = gj.load_game(RECORDS / "birmingham-2.gj").at(60).state
    tree = opened(anna, state.to_position())
    assert (tree["start"], tree["nodes"]) == (state.to_position(), [])
    moves: list[str] = []
    seats = set()
    for _ in range(12):
        sight = look(anna, tree, moves, draw=True)
        moves += sight["drawn"]
        seats.add(sight["table"]["to_act"])
        choice = sight["choices"][0]
        cards = choice["card_sets"][0] if choice["card_sets"] else choice["cards"][:1]
        word = " cards " if choice["card_sets"] else " card "
        moves.append(choice["move"] + (word + " ".join(cards) if cards else ""))
    assert seats == {"A", "B"}
    worded = {"ruleset": tree["ruleset"], "moves": moves}
    assert all(anna.ask("POST", "/api/analysis/words?lang=pl", worded))


def test_a_view_is_dealt(anna: Browser) -> None:
    state = gj.load_game(RECORDS / "birmingham-2.gj").at(60).state
    view = state.view(0)
    tree = opened(anna, view.to_position())
    assert gj.read_position(tree["start"]).view(0).to_position() == view.to_position()


def test_refusals_come_with_their_rule(anna: Browser) -> None:
    state = gj.load_game(RECORDS / "birmingham-2.gj").at(60).state
    tree = opened(anna, state.to_position())
    problem = anna.ask("POST", "/api/analysis/look", moment(tree, ["loan 30 card pottery"]), expect=422)
    assert problem["refusal"]["rule"].startswith("B-")
    why = {"question": "slot", "slot": "dudley.1", "verb": "build"}
    answer = anna.ask("POST", "/api/analysis/why?lang=ro", moment(tree, [], why=why))
    assert set(answer) == {"refusal", "rule"}


# -- from games -------------------------------------------------------------------------------------------


def test_a_running_game_between_people_is_refused(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "open", ruleset="hamlet")["game"]
    hot = anna.new_game("me", "person", ruleset="hamlet", seed="hot")["game"]
    for browser in (anna, ben):
        for id in (game, hot):
            problem = browser.ask("GET", f"/api/analysis/games/{id}", expect=403)
            assert problem["error"] == "not_over"
    anna.ask("GET", "/api/analysis/games/" + "x" * 16, expect=404)


def test_practice_is_opened_without_what_is_hidden(anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "greedy", ruleset="birmingham")["game"]
    anna.wait_for_turn(game)
    table = anna.table(game)
    starts = {anna.ask("GET", f"/api/analysis/games/{game}")["start"] for _ in range(3)}
    assert len(starts) == 3  # the rival's cards are dealt anew each time
    for start in starts:
        state = gj.read_position(start)
        assert sorted(state.hand_of(0)) == sorted(table["hands"]["A"])
    ben.ask("GET", f"/api/analysis/games/{game}", expect=403)
    anna.ask("GET", f"/api/analysis/games/{game}?ply=99999", expect=404)


def test_a_finished_game_is_opened_at_a_move(anna: Browser) -> None:
    game = anna.new_game("greedy", "greedy", ruleset="hamlet")["game"]
    until(lambda: anna.table(game)["over"])
    tree = anna.ask("GET", f"/api/analysis/games/{game}?ply=12")
    assert tree["at"] == 11
    assert len(tree["nodes"]) == anna.table(game)["last_ply"]
    assert tree["names"] == ["greedy", "greedy"]


# -- the best turns ---------------------------------------------------------------------------------------


def best(browser: Browser, asked: Json) -> Json:
    """Ask for the best turns until they are found."""
    found: Json = {}

    def answered() -> bool:
        nonlocal found
        found = browser.ask("POST", "/api/analysis/best", asked)
        return not found["running"]

    until(answered)
    return found


def test_the_best_turns(anna: Browser) -> None:
    text = (RECORDS / "birmingham-2.gj").read_text()
    tree = opened(anna, text)
    moves = line(tree)
    at = next(n for n in range(60, 90) if look(anna, tree, moves[:n])["choices"])
    asked = moment(tree, moves[:at], names=["Ann", "Bob"])
    found = best(anna, asked)
    first, *others = found["turns"]
    assert first["behind_vp"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert others
    for turn in found["turns"]:
        assert len(turn["vp"]) == len(turn["share"]) == 2
        assert sum(share["mean"] for share in turn["share"]) == pytest.approx(1.0, abs=0.001)
        assert turn["text"]
        shown = look(anna, tree, [*moves[:at], *turn["moves"]])
        assert shown["table"]["ply"] == at + len(turn["moves"])
    polish = anna.ask("POST", "/api/analysis/best?lang=pl", asked)
    assert [turn["vp"] for turn in polish["turns"]] == [turn["vp"] for turn in found["turns"]]
    assert polish["turns"][0]["text"] != first["text"]


def test_what_the_seat_cannot_see_has_no_influence(anna: Browser) -> None:
    state = gj.load_game(RECORDS / "birmingham-2.gj").at(60).state
    seat = state.to_act
    found = []
    for seed in ("one", "two"):
        dealt = state.view(seat).determinize(gj.Rng(seed))
        tree = opened(anna, dealt.to_position())
        found.append(best(anna, moment(tree, [], names=["a", "b"])))
    assert found[0] == found[1]


def test_no_best_turn_where_nobody_decides(anna: Browser) -> None:
    tree = {"ruleset": "birmingham", "players": 2, "start": None}
    asked = moment(tree, [], names=["a", "b"])
    assert anna.ask("POST", "/api/analysis/best", asked, expect=422)["error"] == "no_turn"
    anna.ask("POST", "/api/analysis/best", {**asked, "names": ["a", "b", "c"]}, expect=422)


def test_one_browser_waits_for_few(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_jobs, "MOST", 0)
    state = gj.load_game(RECORDS / "hamlet-2.gj").at(12).state
    tree = opened(anna, state.to_position())
    problem = anna.ask("POST", "/api/analysis/best", moment(tree, [], names=["a", "b"]), expect=429)
    assert problem["error"] == "too_many"


# -- hostile input ----------------------------------------------------------------------------------------


GARBAGE = [
    "",
    "garbage",
    "grand junction position 1",
    "grand junction position 1\nruleset nowhere\nplayers 2",
    "grand junction record 1\nruleset hamlet 1\nplayers 2\nseat A a\nseat B b\norder C",
    "grand junction record 1\nruleset hamlet 99\nplayers 2",
    "\x00\ud7ff" * 50,
    "grand junction position 1\nruleset hamlet\nplayers 2\n" + "tile x y z\n" * 500,
]


def test_garbage_is_refused_with_its_line(anna: Browser) -> None:
    for text in GARBAGE:
        problem = anna.ask("POST", "/api/analysis/open", {"text": text}, expect=422)
        assert problem["error"] in ("position", "record")
        assert "line " in problem["message"]


def test_a_fault_has_its_reason_its_rule_and_its_place(anna: Browser) -> None:
    head = (
        "grand junction position 1\nruleset birmingham\nplayers 2\nera canal round 2\norder A B\nturn A 2\n"
    )
    text = head + "hand A iron*2\ntile dudley.1 B coal.1 holds 3\n"
    problem = anna.ask("POST", "/api/analysis/open", {"text": text}, expect=422)
    assert (problem["error"], problem["about"]) == ("position", "tile dudley.1")
    params = {"slot": "dudley.1", "tile": "coal.1", "n": 2}
    assert problem["refusal"] == {"rule": "B-BUILD-06", "reason": "tile_holds_too_much", "params": params}
    assert problem["message"] == "line 8: dudley.1: coal.1 holds at most 2 in the canal era"


def test_hostile_trees_are_refused(anna: Browser) -> None:
    tree: Json = {"ruleset": "hamlet", "players": 2, "start": None, "names": ["a", "b"], "nodes": []}
    write = "/api/analysis/write"
    node = {"parent": -1, "move": "order A"}
    assert anna.ask("POST", write, {**tree, "nodes": [node]})["text"]
    anna.ask("POST", write, {**tree, "nodes": [{**node, "parent": 0}]}, expect=422)
    anna.ask("POST", write, {**tree, "nodes": [{**node, "parent": 7}]}, expect=422)
    anna.ask("POST", write, {**tree, "nodes": [{**node, "parent": -2}]}, expect=422)
    anna.ask("POST", write, {**tree, "nodes": [{**node, "move": "loan 30"}]}, expect=422)
    anna.ask("POST", write, {**tree, "nodes": [{**node, "move": "fly away"}]}, expect=422)
    anna.ask("POST", write, {**tree, "nodes": [node] * 3001}, expect=413)
    anna.ask("POST", write, {**tree, "nodes": [{"parent": -1, "move": "s"}] * 3001, "note": ""}, expect=413)
    anna.ask("POST", write, {**tree, "names": ["a\nb", "c"]}, expect=422)
    anna.ask("POST", write, {**tree, "names": ["a"]}, expect=422)
    anna.ask("POST", write, {**tree, "players": 4}, expect=422)
    anna.ask("POST", write, {**tree, "ruleset": "nowhere"}, expect=422)
    anna.ask("POST", write, {**tree, "start": "garbage"}, expect=422)
    state = gj.load_game(RECORDS / "birmingham-2.gj").at(60).state
    anna.ask("POST", write, {**tree, "start": state.to_position()}, expect=422)
    view = state.view(0).to_position()
    anna.ask("POST", write, {**tree, "ruleset": "birmingham", "start": view}, expect=422)


# -- studies that are kept --------------------------------------------------------------------------------


def test_a_study_is_kept_shared_changed_and_deleted(anna: Browser, ben: Browser) -> None:
    text = (RECORDS / "hamlet-2.gj").read_text()
    tree = {**opened(anna, text), "title": "Two   ways # 1", "note": "Look:\n\nhere", "at": 25}
    kept = anna.ask("POST", "/api/studies", tree)
    path = f"/api/studies/{kept['id']}"
    theirs = ben.ask("GET", path)
    assert not theirs["mine"]
    assert anna.ask("GET", path)["mine"]
    assert theirs["tree"] == {**tree, "title": "Two ways # 1"}
    for method, body in (("PUT", tree), ("DELETE", None)):
        assert ben.ask(method, path, body, expect=403)["error"] == "not_yours"
        assert ben.ask(method, "/api/studies/" + "x" * 16, body, expect=404)["error"] == "no_such_study"
    other = {**tree, "title": "One way", "nodes": tree["nodes"][:20], "at": 19}
    anna.ask("PUT", path, {**other, "at": 20}, expect=422)
    assert ben.ask("GET", path)["tree"]["at"] == 25, "it opens where its maker was"
    anna.ask("PUT", path, other)
    assert ben.ask("GET", path)["tree"]["nodes"] == other["nodes"]
    assert [one["title"] for one in anna.ask("GET", "/api/studies")] == ["One way"]
    assert ben.ask("GET", "/api/studies") == []
    anna.ask("PUT", path, {**other, "at": -1, "nodes": [{"parent": -1, "move": "order C"}]}, expect=422)
    assert ben.ask("GET", path)["tree"]["nodes"] == other["nodes"]
    anna.ask("DELETE", path)
    ben.ask("GET", path, expect=404)


def test_nobody_keeps_more_than_some(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grandjunction.server.analysis.kept_studies.MOST", 2)
    tree = opened(anna, (RECORDS / "hamlet-2.gj").read_text())
    for status in (201, 201, 422):
        anna.ask("POST", "/api/studies", tree, expect=status)


def test_an_illegal_record_names_its_line_and_the_rule(anna: Browser) -> None:
    text = (RECORDS / "birmingham-2.gj").read_text()
    text = text.replace("A build brewery derby.1 ", "A build brewery leek.1 ", 1)
    problem = anna.ask("POST", "/api/analysis/open", {"text": text}, expect=422)
    assert (problem["error"], problem["about"], problem["refusal"]["rule"]) == ("record", "12", "B-SLOT-01")
