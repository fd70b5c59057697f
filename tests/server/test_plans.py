"""While somebody else is to act: the what-if board, and turns stored until one's own comes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from grandjunction.core.rng import Rng
from grandjunction.core.state import State
from grandjunction.record.game import Game
from grandjunction.rulesets import ruleset
from grandjunction.server.database.game_rows import GameRow, SeatRow
from grandjunction.server.database.storage import Storage
from grandjunction.server.hosted import Viewer
from grandjunction.server.messages import SeatInfo
from grandjunction.server.plans.next_turn import next_turn
from grandjunction.server.plans.plan_store import PlanRow
from grandjunction.server.plans.what_if import look
from tests.server.support import Browser, Json, Open, Server, until, whole


def table_of_two(anna: Browser, ben: Browser, ruleset: str = "birmingham", seed: str = "3") -> str:
    made = anna.new_game("me", "open", ruleset=ruleset, seed=seed)
    ben.ask("POST", "/api/join", {"token": made["invites"][0]["token"]})
    game: str = made["game"]
    return game


def sides(anna: Browser, ben: Browser, game: str) -> tuple[Browser, Browser]:
    """Who is to act, and who waits."""
    return (anna, ben) if anna.table(game)["draft"] is not None else (ben, anna)


def try_units(browser: Browser, game: str, units: list[str]) -> Json:
    board: Json = browser.game("POST", game, "/whatif", {"units": units})
    return board


def tried_turn(browser: Browser, game: str, rnd: Random, wanted: Callable[[Json], bool] = bool) -> list[str]:
    """Try a whole turn on the board, of wanted choices where there are some."""
    units: list[str] = []
    while True:
        board = try_units(browser, game, units)
        if board["table"]["draft"]["complete"]:
            made: list[str] = board["table"]["draft"]["units"]
            return made
        choices = board["choices"]["choices"]
        liked = [one for one in choices if not one["reveals"]]
        units.append(whole(rnd.choice([one for one in liked if wanted(one)] or liked), rnd))


def plan_of(browser: Browser, game: str) -> Any:
    return browser.game("GET", game, "/plan")["plan"]


def drafted_passes(browser: Browser, game: str) -> Json:
    """Pass with every action of a turn, which is not ended yet."""
    table = browser.table(game)
    while not table["draft"]["complete"]:
        passing = next(one for one in browser.choices(game) if one["verb"] == "pass")
        table = browser.draft(table, whole(passing, Random(1)))
    return table


def pass_turn(browser: Browser, game: str) -> None:
    browser.end(drafted_passes(browser, game))


def moves_of(browser: Browser, game: str) -> list[str]:
    (seat,) = browser.table(game)["mine"]
    return [one["move"] for one in browser.game("GET", game, "/log") if one["seat"] == seat]


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_a_stored_turn_is_played_when_its_turn_comes(anna: Browser, ben: Browser, ruleset: str) -> None:
    game, rnd = table_of_two(anna, ben, ruleset), Random(ruleset)
    for _ in range(5):  # through the ends of rounds
        acts, waits = sides(anna, ben, game)
        units = tried_turn(waits, game, rnd)
        stored = waits.game("PUT", game, "/plan", {"units": units})["plan"]
        assert len(stored["units"]) == len(units)
        assert stored["dropped"] is None
        assert plan_of(acts, game) is None
        ply = acts.table(game)["last_ply"]
        pass_turn(acts, game)
        acts.wait_for_turn(game)  # it went on by itself
        assert moves_of(waits, game)[-len(units) :] == units
        assert acts.table(game)["last_ply"] > ply
        assert plan_of(waits, game) is None


def test_a_turn_whose_price_has_changed_is_dropped(anna: Browser, ben: Browser) -> None:
    """Both build with iron from the market: what the first takes raises the price for the second."""
    game = table_of_two(anna, ben, "birmingham", "5")
    acts, waits = sides(anna, ben, game)

    def develops(one: Json) -> bool:
        return bool(one["verb"] == "develop")

    units = tried_turn(waits, game, Random(1), develops)
    assert units[0].startswith("develop")
    waits.game("PUT", game, "/plan", {"units": units})
    table = acts.table(game)
    acts.draft(table, whole(next(one for one in acts.choices(game) if develops(one)), Random(2)))
    acts.end(acts.table(game))
    until(lambda: plan_of(waits, game)["dropped"] is not None)
    dropped = plan_of(waits, game)
    assert (dropped["dropped"], dropped["unit"]) == ("changed", 1)
    assert waits.table(game)["draft"]["units"] == []
    # It is told until the player moves, and never played.
    waits.draft(waits.table(game), whole(waits.choices(game)[0], Random(1)))
    assert plan_of(waits, game) is None
    waits.undo(waits.table(game))
    assert plan_of(waits, game) is None


def test_a_turn_that_is_no_longer_legal_is_dropped(anna: Browser, ben: Browser) -> None:
    """Two build on the same space."""
    game = table_of_two(anna, ben, "birmingham", "1")
    acts, waits = sides(anna, ben, game)
    mine = {one["slot"]: one for one in acts.choices(game) if one["verb"] == "build"}
    theirs = try_units(waits, game, [])["choices"]["choices"]
    wanted = next(one for one in theirs if one["slot"] in mine)
    waits.game("PUT", game, "/plan", {"units": [whole(wanted, Random(1))]})
    acts.draft(acts.table(game), whole(mine[wanted["slot"]], Random(1)))
    acts.end(acts.table(game))
    until(lambda: plan_of(waits, game)["dropped"] is not None)
    assert plan_of(waits, game)["dropped"] == "illegal"
    waits.game("DELETE", game, "/plan")
    assert plan_of(waits, game) is None


def test_nobody_else_can_notice_a_stored_turn(anna: Browser, ben: Browser, server: Server) -> None:
    game = table_of_two(anna, ben)
    acts, waits = sides(anna, ben, game)
    eve = Browser(server)

    def seen() -> Any:
        tables = [browser.table(game) for browser in (acts, eve)]
        return tables, acts.ask("GET", "/api/games")["playing"], server.hosted(game).version

    with acts.live(game) as line, eve.live(game) as watching:
        assert min(told(one) for one in (line, watching)) > 0
        before = seen()
        waits.game("PUT", game, "/plan", {"units": tried_turn(waits, game, Random(1))})
        waits.game("DELETE", game, "/plan")
        waits.game("PUT", game, "/plan", {"units": tried_turn(waits, game, Random(2))})
        assert [told(one) for one in (line, watching)] == [0, 0]
        assert seen() == before
    assert plan_of(acts, game) is None
    assert plan_of(eve, game) is None
    acts.game("DELETE", game, "/plan")
    eve.game("DELETE", game, "/plan")
    assert plan_of(waits, game) is not None
    eve.game("POST", game, "/whatif", {"units": []}, 403)
    eve.game("PUT", game, "/plan", {"units": ["pass"]}, 403)
    waits.game("POST", game, "/leave", {})
    assert run(server, lambda storage: storage.plans.find(game, 0) or storage.plans.find(game, 1)) is None


def told(line: ClientConnection) -> int:
    """Return how many messages come until it is quiet."""
    count = 0
    while True:
        try:
            line.recv(timeout=1)
        except TimeoutError:
            return count
        count += 1


def run(server: Server, look: Callable[[Storage], Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(server.hall.journal.read(look), server.loop).result(10)


def test_what_cannot_be_stored_is_refused(anna: Browser, ben: Browser) -> None:
    game = table_of_two(anna, ben)
    acts, waits = sides(anna, ben, game)
    first = try_units(waits, game, [])["choices"]["choices"][0]
    waits.game("PUT", game, "/plan", {"units": []}, 422)
    waits.game("PUT", game, "/plan", {"units": ["nonsense"]}, 422)
    one = whole(first, Random(1))
    assert acts.game("PUT", game, "/plan", {"units": [one]}, 422)["error"] == "your_turn"
    assert try_units(acts, game, [])["table"]["draft"]["may_end"] is False
    assert plan_of(waits, game) is None
    assert acts.game("POST", game, "/whatif/why", {"units": [], "why": {"question": "verb", "verb": "sell"}})


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_hidden_cards_change_no_byte_of_the_board(
    anna: Browser, ben: Browser, server: Server, ruleset: str
) -> None:
    game, rnd = table_of_two(anna, ben, ruleset), Random(1)
    boards = 0
    for _ in range(6):
        for browser in (anna, ben):
            if try_units(browser, game, [])["table"]["draft"]["complete"]:
                continue
            boards += _unchanged(server, game, browser, tried_turn(browser, game, rnd))
        sides(anna, ben, game)[0].play_turn(game, rnd)
    assert boards > 20


def _unchanged(server: Server, game: str, browser: Browser, units: list[str]) -> int:
    """Deal all cards hidden from a player anew, and compare every board on the way through a turn."""
    hosted = server.hosted(game)
    letter = browser.table(game)["mine"][0]
    seat = "ABCD".index(letter)
    viewer = Viewer(hosted, hosted.row.seats[seat].holder)
    seats = [SeatInfo.model_validate(one) for one in browser.table(game)["seats"]]
    truth = hosted.game
    steps = [units[:count] for count in range(len(units) + 1)]
    before = [look(hosted, viewer, seats, step).model_dump_json() for step in steps]
    try:
        for seed in range(2):
            other = truth.copy()
            other.state = truth.state.view(seat).determinize(Rng(seed))
            assert other.state != truth.state
            hosted.game = other
            assert [look(hosted, viewer, seats, step).model_dump_json() for step in steps] == before
    finally:
        hosted.game = truth
    return len(steps)


@pytest.mark.parametrize("ruleset_id", ["birmingham", "lancashire-2007", "lancashire-2018"])
def test_the_next_turn_is_foreseen(ruleset_id: str) -> None:
    """If all others pass, the turn begins as it was foreseen, but for drawn cards and the order."""
    game, rng, rnd = Game(ruleset(ruleset_id), 3), Rng("7"), Random(7)
    game.settle(rng)
    foreseen: State | None = None
    compared = 0
    while game.state.round < 5:
        state = game.state
        if foreseen is not None and state.to_act == 0:
            assert (foreseen.round, foreseen.step) == (state.round, state.step)
            assert (foreseen.actions_left, foreseen.decision) == (state.actions_left, state.decision)
            assert foreseen.pounds[0] == state.pounds[0]
            assert not Counter(foreseen.hand_of(0)) - Counter(state.hand_of(0))
            compared += 1
            foreseen = None
        if state.to_act == 0:
            game.play(rnd.choice([str(move) for move in state.legal_moves() if move.verb != "sell"]))
        else:
            foreseen = next_turn(state.view(0).known, 0)
            game.play(next(str(move) for move in state.legal_moves() if move.verb == "pass"))
        game.settle(rng)
    assert compared >= 3


def test_both_stores_keep_plans(open_again: Open) -> None:
    storage = open_again()
    seats = [SeatRow(name, "red", "person", None, name) for name in ("anna", "ben")]
    plan = PlanRow(["pass BIR"], [[{"event": "passed", "seat": "A"}]])
    with storage.transaction():
        for id in ("g1", "g2", "g3"):
            storage.add_game(GameRow(id, "hamlet", 1, None, "", 1, seats), ["a", "b"])
            assert storage.plans.save(id, 0, 2, plan)
        assert not storage.plans.save("g1", 1, 1, plan)  # the game has moved on
        assert not storage.plans.save("none", 1, 2, plan)
        assert storage.plans.save("g1", 0, 2, PlanRow(["other"], [[]]))
        assert storage.plans.save("g1", 1, 2, plan)
    storage = open_again()
    with storage.transaction():
        stored = storage.load("g1")
        assert stored is not None
        assert stored.version == 0  # nobody else can notice
        assert storage.plans.find("g1", 0) == PlanRow(["other"], [[]])
        storage.plans.note_dropped("g1", 1, "changed", 0)
        assert storage.plans.find("g1", 1) == PlanRow(plan.units, plan.terms, "changed", 0)
        storage.plans.drop("g1", 0)
        storage.end_game("g2", "given_up", 5)
        storage.delete_game("g3")
    assert [storage.plans.find(id, 0) for id in ("g1", "g2", "g3")] == [None] * 3
    assert storage.plans.find("g1", 1) is not None
