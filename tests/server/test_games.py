"""Games over the wire: against bots, by invite, at one screen. Turns are drafted, undone and ended."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

import grandjunction as gj
from grandjunction.core.seats import seat_name
from grandjunction.server.database.game_rows import GameRow, SeatRow
from grandjunction.server.hall import new_id
from tests.server.support import PATIENCE, Browser, Json, Server, until, whole

RECORDS = Path(__file__).parents[2] / "records"


def plant(server: Server, player: Browser, name: str, stop_before: str) -> Json:
    """Store a golden game up to the first move that contains these words, with one holder for all seats."""
    seat = player.new_game("me", "person")["game"]
    holder = server.hosted(seat).row.seats[0].holder
    told = gj.load_game(RECORDS / name)
    moves = [str(move) for move in told.moves]
    ply = next(n for n, move in enumerate(moves) if stop_before in move)
    colours = ["red", "yellow", "teal", "purple"]
    seats = [SeatRow(f"P{n}", colours[n], "person", None, holder) for n in range(told.state.players)]
    row = GameRow("planted-" + "x" * 8, told.rules.id, told.rules.revision, None, "b", 1, seats)
    asyncio.run(server.hall.journal.run(lambda storage: storage.add_game(row, moves[:ply])))
    return {"game": row.id, "move": moves[ply]}


def test_no_games_id_can_be_taken_for_an_option() -> None:
    """``grandjunction seats ID`` reads what begins with a dash as an option."""
    ids = {new_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert all(id.isalnum() and len(id) == 16 for id in ids)


# -- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["birmingham-introductory", "lancashire-2018-introductory"])
def test_a_whole_game_against_a_bot_ends_as_its_record_does(anna: Browser, ruleset: str) -> None:
    game = anna.new_game("me", "greedy", ruleset=ruleset, seed="7")["game"]
    rnd = Random(1)
    while not (table := anna.wait_for_turn(game))["over"]:
        anna.play_turn(game, rnd)
    told = gj.read_record(anna.game("GET", game, "/record"))
    assert told.state.is_over
    assert [player["vp"] for player in table["state"]] == list(told.state.vp)
    totals = dict.fromkeys("AB", 0)
    for line in table["scores"]:
        totals[line["seat"]] += line["vp"]
    assert list(totals.values()) == list(told.state.vp)
    assert [[seat_name(seat) for seat in place] for place in gj.standings(told.state)] == table["standings"]
    history = anna.game("GET", game, "/history")
    assert history[-1]["ply"] == len(told.moves) == table["ply"]
    assert [seat["vp"] for seat in history[-1]["seats"]] == list(told.state.vp)


def test_equal_seeds_give_the_deal_of_the_command_line(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="deal 5")["game"]
    expected = gj.new_game("birmingham-introductory", players=2, seed="deal 5")
    table = anna.table(game)
    assert table["practice"]
    assert table["ply"] == len(expected.moves)
    seat = expected.state.to_act
    assert table["hands"] == {seat_name(seat): expected.state.hand_of(seat)}


def test_live_games_are_dealt_anew_each_time(anna: Browser) -> None:
    games = [anna.new_game("me", "person")["game"] for _ in range(3)]
    tables = [anna.table(game) for game in games]
    assert not any(table["practice"] for table in tables)
    assert len({json.dumps(table["hands"]) for table in tables}) == 3


@pytest.mark.parametrize("ruleset", ["birmingham-introductory", "lancashire-2018"])
def test_what_ends_a_round_or_an_era_waits_for_the_end_of_the_turn(anna: Browser, ruleset: str) -> None:
    game = anna.new_game("me", "person", ruleset=ruleset, seed="ends")["game"]
    rnd = Random(4)
    while (before := anna.table(game))["era"] == "canal" and not before["over"]:
        if before["round"] <= 2:
            drafted = anna.draft_turn(game, rnd)
        else:
            drafted = before
            while not drafted["draft"]["complete"]:
                drafted = anna.draft(drafted, f"pass card {drafted['hands'][drafted['to_act']][0]}")
        shown = ("era", "round", "order", "deck_size", "to_act")
        assert [drafted[key] for key in shown] == [before[key] for key in shown]
        acting = "AB".index(drafted["to_act"])
        assert drafted["state"][1 - acting]["spent"] == before["state"][1 - acting]["spent"]
        assert drafted["state"][acting]["spent"] >= before["state"][acting]["spent"]
        assert drafted["state"][1 - acting]["vp"] == before["state"][1 - acting]["vp"]
        ended = anna.end(drafted)
        assert (drafted["draft"]["scores_era"] == "canal") == (ended["over"] or ended["era"] == "rail")


# -- a turn ---------------------------------------------------------------------------------------------


def second_round(anna: Browser) -> str:
    """Return the table of a hot-seat game in which a turn has two actions."""
    game: str = anna.new_game("me", "person", seed="turns")["game"]
    rnd = Random(2)
    while anna.table(game)["round"] < 2:
        anna.play_turn(game, rnd)
    return game


def shown(table: Json) -> Json:
    """Return the parts in which two answers about the same moment must agree."""
    return {key: value for key, value in table.items() if key not in ("seats", "thinking")}


def test_undo_one_step_or_the_whole_turn_and_do_it_again(anna: Browser) -> None:
    game = second_round(anna)
    start = anna.table(game)
    loan = f"loan 30 card {next(iter(start['hands'].values()))[0]}"
    first = anna.draft(start, loan)
    assert first["draft"]["units"] == [loan]
    assert first["last_ply"] == start["ply"]
    assert first["ply"] == start["ply"] + 1
    second = anna.draft(first, f"pass card {next(iter(first['hands'].values()))[0]}")
    assert second["draft"]["complete"]
    assert second["decision"]["name"] == "end_turn"
    assert shown(anna.undo(second)) == shown(first)
    assert shown(anna.undo(anna.table(game))) == shown(start)
    again = anna.draft(anna.draft(start, loan), f"pass card {next(iter(first['hands'].values()))[0]}")
    assert shown(again) == shown(second)
    assert shown(anna.undo(again, "all")) == shown(start)
    anna.undo(start, expect=422)


def test_cards_are_drawn_at_the_end_of_the_turn_only(anna: Browser) -> None:
    game = second_round(anna)
    complete = anna.draft_turn(game, Random(3))
    seat = complete["draft"]["seat"]
    held = complete["hands"][seat]
    assert len(held) == 6
    ended = anna.end(complete)
    hand_size = {player["seat"]: player["hand_size"] for player in ended["state"]}
    assert hand_size[seat] == 8
    assert ended["deck_size"] == complete["deck_size"] - 2


def test_a_turn_with_decisions_left_does_not_end(anna: Browser) -> None:
    game = second_round(anna)
    start = anna.table(game)
    assert anna.end(start, expect=422)["error"] == "turn_open"
    table = anna.draft(start, f"pass card {next(iter(start['hands'].values()))[0]}")
    assert anna.end(table, expect=422)["error"] == "turn_open"
    complete = anna.draft_turn(game, Random(1))
    assert anna.draft(complete, "stop", expect=422)["error"] == "turn_complete"


def test_a_revealed_tile_seals_what_came_before(server: Server, anna: Browser) -> None:
    planted = plant(server, anna, "lancashire-2007-4.gj", "port distant")
    before = anna.table(planted["game"])
    choice = next(one for one in anna.choices(planted["game"]) if planted["move"].startswith(one["move"]))
    assert choice["reveals"]
    left = before["demand"]["left"]
    told = {one["effects"][0]["value"]: one["weight"] for one in choice["outcomes"]}
    assert told == {value: n for value, n in enumerate(left) if n}
    for outcome in choice["outcomes"]:  # the mill is sold unless the marker falls off the track
        row = outcome["effects"][0]["row"]
        sold = any(event["event"] == "flipped" for event in outcome["effects"])
        assert sold == (row < 8)
    after = anna.draft(before, planted["move"])
    assert after["last_ply"] > before["last_ply"] + 1
    log = anna.game("GET", planted["game"], f"/log?since={before['ply']}")
    assert [line["move"].split()[0] for line in log[:2]] == ["sell", "reveal"]
    if after["draft"] is not None and after["draft"]["seat"] == before["draft"]["seat"]:
        assert after["draft"]["sealed"] == [planted["move"]]
        assert not after["draft"]["may_undo"]
    anna.undo(after, expect=422)


def test_prices_and_consequences_are_what_then_happens(anna: Browser) -> None:
    """Make and undo every choice of a few positions: the price and the effects are exact."""
    game = anna.new_game("me", "person", ruleset="birmingham", seed="prices")["game"]
    rnd = Random(5)
    tried = 0
    for _ in range(9):
        table = anna.table(game)
        choices = anna.choices(game)
        for choice in rnd.sample(choices, k=min(5, len(choices))):
            after = anna.draft(table, whole(choice, rnd))
            happened = [event for event in after["draft"]["events"] if event["event"] != "discarded"]
            assert happened == choice["effects"]
            assert after["draft"]["complete"] == choice["ends_turn"]
            assert sum(part["pounds"] for part in choice["price"]) == choice["pounds"]
            anna.undo(after)
            tried += 1
        anna.play_turn(game, rnd)
    assert tried > 30


def test_a_refused_move_says_why(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="why")["game"]
    table = anna.table(game)
    card = next(iter(table["hands"].values()))[0]
    problem = anna.draft(table, f"link leek--belper card {card} coal market", expect=422)
    assert problem["error"] == "illegal"
    assert problem["refusal"]["rule"].startswith("B-")
    assert problem["refusal"]["rule"] in problem["message"]
    assert anna.draft(table, "fly to the moon", expect=422)["error"] == "notation"
    answer = anna.game("POST", game, "/why", {"question": "sell", "slot": "leek.1"})
    assert answer["refusal"]["reason"] == "sell_not_yours"
    assert answer["rule"]["id"] == answer["refusal"]["rule"]
    assert anna.game("POST", game, "/why", {"question": "verb", "verb": "loan"})["refusal"] is None
    anna.game("POST", game, "/why", {"question": "build", "industry": "fish", "place": "leek"}, expect=422)


def test_a_space_says_why_nothing_can_be_done_there(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="why")["game"]
    open_to_us = {choice["slot"] for choice in anna.choices(game) if choice["verb"] == "build"}
    spaces = anna.ask("GET", "/api/rulesets/birmingham-introductory")["slots"]
    for slot in (space["id"] for space in spaces):
        refusal = anna.game("POST", game, "/why", {"question": "slot", "slot": slot})["refusal"]
        assert (refusal is None) == (slot in open_to_us), slot
    anna.game("POST", game, "/why", {"question": "slot", "slot": "nowhere.1"}, expect=422)


def test_a_hint_is_a_move_that_can_be_made(anna: Browser) -> None:
    game = anna.new_game("me", "person", seed="hint")["game"]
    hint = anna.game("GET", game, "/hint")
    assert hint["move_text"]
    assert all(reason.endswith(".") for reason in (*hint["gains"], *hint["prevents"]))
    assert hint["next_best"]
    assert 60 < hint["expected"]["vp"] < 160
    assert 0.05 < hint["expected"]["share"] < 0.95
    assert anna.draft(anna.table(game), hint["move"])["draft"]["units"] == [hint["move"]]


def test_there_are_no_hints_against_other_people(anna: Browser, ben: Browser) -> None:
    made = anna.new_game("me", "open", seed="hint")
    game = made["game"]
    assert anna.game("GET", game, "/hint", expect=403)["error"] == "hints_off"  # somebody may sit down
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"], "name": "Ben"})
    for one in (anna, ben):
        assert one.game("GET", game, "/hint", expect=403)["error"] == "hints_off"
    ben.game("POST", game, "/leave", {})
    assert anna.game("GET", game, "/hint", expect=403)["error"] == "hints_off"


def test_a_stale_ply_gets_the_fresh_table(anna: Browser) -> None:
    game = second_round(anna)
    start = anna.table(game)
    card = next(iter(start["hands"].values()))[0]
    fresh = anna.draft(start, f"pass card {card}")
    problem = anna.draft(start, f"loan 30 card {card}", expect=409)
    assert problem["error"] == "stale"
    assert shown(problem["table"]) == shown(fresh)
    again = anna.draft(anna.undo(fresh), f"loan 30 card {card}")
    assert again["ply"] == fresh["ply"]
    assert anna.end(fresh, expect=409)["error"] == "stale"  # as many moves, but not the same ones
    assert anna.undo(start, expect=409)["table"]["stamp"] == again["stamp"]


# -- people ---------------------------------------------------------------------------------------------


def test_two_seats_by_invite(server: Server, anna: Browser, ben: Browser) -> None:
    made = anna.new_game({"kind": "me", "name": "Anna"}, "open", seed="invite", pace="live_60")
    game, token = made["game"], made["invites"][0]["token"]
    assert anna.ask("GET", "/api/games")["waiting"][0]["game"] == game
    assert ben.table(game)["viewer"] is None
    leads_to = ben.ask("GET", f"/api/join/{token}")
    assert (leads_to["game"], leads_to["seat"], leads_to["host"]) == (game, "B", "Anna")
    assert [seat["kind"] for seat in leads_to["seats"]] == ["person", "open"]
    assert leads_to["pace"]["start"] == 3600
    assert ben.ask("GET", f"/api/join/{token[:-3]}AAA", expect=404)["error"] == "no_such_link"
    joined = ben.ask("POST", "/api/join", {"token": token, "name": " Ben # the  second "})
    assert joined["seats"] == ["B"]
    assert ben.ask("POST", "/api/join", {"token": token})["seats"] == ["B"]  # the link opened twice
    assert ben.ask("GET", f"/api/join/{token}")["seat"] == "B"
    assert Browser(server).ask("GET", f"/api/join/{token}", expect=404)["error"] == "link_used"
    assert Browser(server).ask("POST", "/api/join", {"token": token}, expect=404)["error"] == "link_used"
    assert [seat["name"] for seat in ben.table(game)["seats"]] == ["Anna", "Ben the second"]
    rnd = Random(4)
    for _ in range(8):
        acting, other = (anna, ben) if anna.table(game)["draft"] else (ben, anna)
        before = other.table(game)
        drafted = acting.draft_turn(game, rnd)
        assert shown(other.table(game)) == shown(before)  # nobody sees a draft
        assert other.end(before, expect=403)["error"] == "not_your_turn"
        acting.end(drafted)
        assert other.table(game)["ply"] > before["ply"]
    home = ben.ask("GET", "/api/games")
    assert [one["game"] for one in home["playing"]] == [game]


def test_a_recovery_link_moves_a_seat_once(server: Server, anna: Browser) -> None:
    game = anna.new_game("me", "person")["game"]
    token = anna.game("GET", game, "/links")["recovery"][0]["token"]
    phone = Browser(server)
    assert phone.ask("POST", "/api/join", {"token": token})["seats"] == ["A"]
    assert anna.table(game)["mine"] == ["B"]
    assert Browser(server).ask("POST", "/api/join", {"token": token}, expect=404)["error"] == "link_used"
    Browser(server).game("GET", game, "/links", expect=403)


def test_at_one_screen_only_the_seat_to_act_sees_cards(anna: Browser) -> None:
    game = anna.new_game("me", "person", "person", seed="hot")["game"]
    rnd = Random(1)
    for _ in range(7):
        table = anna.table(game)
        assert list(table["hands"]) == [table["to_act"]] == [table["viewer"]]
        anna.play_turn(game, rnd)


def test_chat_at_the_table_and_notes_are_for_those_who_sit_here(anna: Browser, ben: Browser) -> None:
    game = anna.new_game({"kind": "me", "name": "Anna"}, "open")["game"]
    line = anna.game("POST", game, "/chat", {"text": "<script>alert(1)</script> ćśł 鐵"})
    assert (line["seat"], line["name"]) == ("A", "Anna")
    assert ben.game("GET", game, "/chat") == [line]
    ben.game("POST", game, "/chat", {"text": "hello", "seat": "A"}, expect=403)
    anna.game("POST", game, "/chat", {"text": "x" * 1001}, expect=422)
    anna.game("PUT", game, "/notes", {"text": "beer first"})
    assert anna.game("GET", game, "/notes") == {"text": "beer first"}
    ben.game("GET", game, "/notes", expect=403)
    assert "script" not in anna.game("GET", game, "/record")


# -- live -----------------------------------------------------------------------------------------------


def next_of(socket: ClientConnection, kind: str) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def test_the_live_line_tells_everyone_what_they_may_know(anna: Browser, ben: Browser) -> None:
    made = anna.new_game("me", "open", seed="live")
    game = made["game"]
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"]})
    acting, other = (anna, ben) if anna.table(game)["draft"] else (ben, anna)
    with acting.live(game) as own, acting.live(game) as tab, other.live(game) as far:
        start = [next_of(socket, "update")["table"] for socket in (own, tab, far)]
        assert start[0]["draft"] is not None
        assert start[2]["draft"] is None
        drafted = acting.draft_turn(game, Random(9))
        for socket in (own, tab):  # two tabs of one seat agree
            while shown(next_of(socket, "update")["table"]) != shown(drafted):
                pass
        acting.end(drafted)
        update = next_of(far, "update")
        while not update["log"]:
            update = next_of(far, "update")
        assert update["table"]["last_ply"] == acting.table(game)["last_ply"]
        assert [line["ply"] for line in update["log"]] == list(
            range(start[2]["last_ply"], update["table"]["last_ply"])
        )
        other.game("POST", game, "/chat", {"text": "well played"})
        assert next_of(own, "said")["lines"][0]["text"] == "well played"
        own.send('{"type": "ping"}')
        assert next_of(own, "pong")["at"] == pytest.approx(time.time(), abs=60)


# -- after the end, and after a restart -----------------------------------------------------------------


def test_a_finished_game_is_open_to_all_and_can_be_played_on(server: Server, anna: Browser) -> None:
    game = anna.new_game("random", "random", seed="bots alone")["game"]
    until(lambda: anna.table(game)["over"])
    last = anna.table(game)
    past = anna.table(game, last["ply"] // 2)
    assert not past["live"]
    assert set(past["hands"]) == {"A", "B"}
    assert anna.game("GET", game, f"?ply={last['ply'] + 1}", expect=404)
    dan = Browser(server)
    fork = dan.game("POST", game, "/fork", {"ply": past["ply"], "seats": "hot_seat"})
    table = dan.table(fork["game"])
    assert table["mine"] == ["A", "B"]
    assert table["tiles"] == past["tiles"]
    alone = dan.game("POST", game, "/fork", {"ply": past["ply"]})
    assert alone["seats"] == []
    assert {seat["kind"] for seat in dan.table(alone["game"])["seats"]} == {"bot"}
    until(lambda: dan.table(alone["game"])["over"])
    unfinished = anna.new_game("me", "person")["game"]
    assert anna.game("POST", unfinished, "/fork", {"ply": 5}, expect=403)["error"] == "not_over"
    again = anna.game("POST", unfinished, "/rematch")
    assert again["game"] != unfinished


def test_nothing_is_lost_by_a_restart(tmp_path: Path) -> None:
    rnd = Random(6)
    with Server(tmp_path / "games.db") as server:
        anna = Browser(server)
        game = anna.new_game("me", "random", seed="restart")["game"]
        for _ in range(3):
            anna.wait_for_turn(game)
            anna.play_turn(game, rnd)
        table = anna.wait_for_turn(game)
        drafted = anna.draft(table, whole(rnd.choice(anna.choices(game)), rnd))
        cookies = anna.http.cookies
    with Server(tmp_path / "games.db") as server:
        anna = Browser(server)
        anna.http.cookies.update(cookies)
        assert shown(anna.table(game)) == shown(drafted)
        while not anna.wait_for_turn(game)["over"]:
            anna.play_turn(game, rnd)
        record = anna.game("GET", game, "/record")
    assert gj.read_record(record).state.is_over


def test_of_many_writers_at_once_one_is_heard(anna: Browser) -> None:
    """Several tabs of one seat act on the same table: all but one are told that it has changed."""
    game = second_round(anna)
    table = anna.table(game)
    hand = next(iter(table["hands"].values()))
    body = {"ply": table["ply"], "stamp": table["stamp"]}

    def write(card: str) -> int:
        move = {**body, "move": f"pass card {card}"}
        return anna.http.post(f"/api/games/{game}/draft", json=move).status_code

    with ThreadPoolExecutor(8) as tabs:
        statuses = sorted(tabs.map(write, hand))
    assert statuses == [200] + [409] * (len(hand) - 1)
    assert len(anna.table(game)["draft"]["units"]) == 1
