"""How often moves are applied on their way to storage: once to check a unit, once to make it final."""

from __future__ import annotations

from random import Random

import pytest

from grandjunction.core.compiled import is_compiled
from grandjunction.core.events import Log
from grandjunction.core.moves import Move
from grandjunction.core.state import State
from grandjunction.record.game import Game, texts

from .support import Browser, Json, Server, whole


class Counter:
    """Every move that a game of this server applies."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by_games: list[str] = []
        self.by_states = 0
        apply, apply_code = Game._apply, State.apply_code

        def of_game(game: Game, move: Move, log: Log | None) -> None:
            self.by_games.append(str(move))
            apply(game, move, log)

        def of_state(state: State, code: int, log: Log | None) -> None:
            self.by_states += 1
            apply_code(state, code, log)

        monkeypatch.setattr(Game, "_apply", of_game)
        if not is_compiled():  # then nothing can hide from the count
            monkeypatch.setattr(State, "apply_code", of_state)

    def forget(self) -> None:
        """Start counting anew. Listing choices tries every one of them, which does not count."""
        self.by_games = []
        self.by_states = 0

    def take(self) -> list[str]:
        """What was applied since the last call."""
        taken = self.by_games
        assert is_compiled() or self.by_states == len(taken)
        self.forget()
        return taken


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    return Counter(monkeypatch)


def second_round(server: Server, anna: Browser, ruleset: str) -> Json:
    """A table at which a turn has two actions."""
    game = anna.new_game("me", "person", ruleset=ruleset)["game"]
    rnd = Random(1)
    table = anna.table(game)
    while table["round"] < 2:
        table = anna.play_turn(game, rnd)
    return table


def a_pass(server: Server, table: Json) -> str:
    state = server.hosted(table["game"]).draft.game.state
    return f"pass card {state.hand_of(state.to_act)[0]}"


def test_a_turn_is_applied_twice(server: Server, anna: Browser, counter: Counter) -> None:
    table = second_round(server, anna, "birmingham")
    hosted = server.hosted(table["game"])
    first = a_pass(server, table)
    counter.forget()
    table = anna.draft(table, first)
    assert counter.take() == [first]  # once to check it
    table = anna.undo(table)
    assert counter.take() == []  # the game before it is still there
    table = anna.draft(table, first)
    second = a_pass(server, table)
    table = anna.draft(table, second)
    assert table["draft"]["complete"]
    assert counter.take() == [first, second]
    before = hosted.game.ply
    anna.end(table)
    stored = texts(hosted.game.played[before:])
    assert stored[:2] == [first, second]
    assert len(stored) == 4  # and two cards drawn
    assert counter.take() == stored  # once to make it final
    anna.table(table["game"])
    anna.game("GET", table["game"], "/log")
    assert counter.take() == []


def test_undo_of_a_whole_turn_applies_nothing(server: Server, anna: Browser, counter: Counter) -> None:
    table = second_round(server, anna, "birmingham")
    for _ in range(2):
        table = anna.draft(table, a_pass(server, table))
    counter.forget()
    table = anna.undo(table, "all")
    assert table["draft"]["units"] == []
    assert counter.take() == []


@pytest.mark.parametrize("ruleset", ["birmingham-introductory", "lancashire-2018"])
def test_every_unit_of_a_game_is_applied_twice(
    server: Server, anna: Browser, counter: Counter, ruleset: str
) -> None:
    table = second_round(server, anna, ruleset)
    hosted = server.hosted(table["game"])
    rnd = Random(7)
    for _ in range(14):
        ply = hosted.game.ply
        if table["draft"]["may_end"]:
            units, stop = table["draft"]["units"], [] if table["draft"]["complete"] else ["stop"]
            counter.forget()
            table = anna.end(table)
            assert counter.take() == stop + texts(hosted.game.played[ply:])
            assert texts(hosted.game.played[ply:])[: len(units)] == units
            continue
        unit = whole(rnd.choice(anna.choices(table["game"])), rnd)
        counter.forget()
        table = anna.draft(table, unit)
        checked, *final = counter.take()
        assert checked.split()[0] == unit.split()[0]
        assert final == texts(hosted.game.played[ply:])  # nothing, unless nature must answer at once
