"""What a turn leads to: told where the turn itself does not show its advantage."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.weights import weights_for
from grandjunction.reviews.afterwards import afterwards, holdings
from grandjunction.reviews.comparison import Decision, compare
from grandjunction.reviews.continuation import Outcome, continuation, ended
from grandjunction.reviews.depth import Depth
from grandjunction.reviews.grades import LOSSES
from grandjunction.reviews.timeline import DecisionTask, tasks

from .games import golden

SHORT = Depth("short", plans=3, planning=120, deals=3, shown=1, fresh=8, luck=0, budget=30)
GRADED = {name for name, _, _ in LOSSES}


def outcome(state: gj.State, share: float = 0.5) -> Outcome:
    """A game that stopped in a position, with equal prospects whatever it is like."""
    return Outcome([50.0, 50.0], [share, 1.0 - share], [0, 0], [1.0, 1.0], 0, state)


def test_what_a_seat_has() -> None:
    game = golden("birmingham-2")
    judge = Evaluation(game.rules, 0, weights_for("birmingham", 2), 2)
    over = holdings(game.state, 0, judge)
    assert (over.over, over.scored) == (True, float(game.state.vp[0]))
    assert 0 < over.tiles < over.scored
    state = game.at(100).state
    now = holdings(state, 0, judge)
    assert not now.over
    assert now.pounds == state.pounds[0]
    assert now.scored >= now.tiles + float(state.vp[0]) > 0


def test_what_differs_where_games_stop() -> None:
    state = golden("birmingham-2").at(100).state
    richer = state.copy()
    richer.pounds[0] += 9
    better, other = [outcome(richer)] * 4, [outcome(state)] * 4
    (one,) = afterwards(state.rules, 0, better, other)
    assert (one.key, one.values) == ("later_pounds", {"n": 9})
    assert afterwards(state.rules, 0, other, better) == []


def test_where_nothing_stands_out_being_ahead_is_told() -> None:
    state = golden("birmingham-2").at(100).state
    better, other = [outcome(state, 0.6)] * 4, [outcome(state)] * 4
    (one,) = afterwards(state.rules, 0, better, other)
    assert (one.key, one.values) == ("ahead", {"percent": 100})
    assert afterwards(state.rules, 0, other, better) == []


def test_a_gain_on_few_deals_is_told_as_such() -> None:
    state = golden("birmingham-2").at(100).state
    better = [outcome(state, share) for share in (0.9, 0.45, 0.45)]
    (one,) = afterwards(state.rules, 0, better, [outcome(state)] * 3)
    assert (one.key, one.values) == ("outweighs", {})


def test_what_differs_at_the_end() -> None:
    game = golden("birmingham-2")
    state = game.state
    more = state.copy()
    more.vp[0] += 6
    better, other = [ended(more)] * 3, [ended(state)] * 3
    (one,) = afterwards(game.rules, 0, better, other)
    assert (one.key, one.values) == ("end_rest", {"vp": 6})


def replaced(task: DecisionTask, number: int) -> Decision:
    """The review of a turn at random in place of the played one."""
    blind, state, codes = bot("random", f"planted/{number}"), task.state.copy(), []
    turn = int(state.seat), int(state.round)
    while (int(state.to_act), int(state.round)) == turn:
        move = blind.choose(state.view(task.seat))
        codes.append(move.code)
        state.apply_code(move.code, None)
    table = continuation(state.rules.id, int(state.players), SHORT.budget)
    return compare(table, SHORT, DecisionTask(task.state, task.seat, task.ply, codes), "planted")


@pytest.mark.parametrize("name", ["birmingham-2", "lancashire-2018-2"])
def test_every_planted_mistake_is_explained(name: str) -> None:
    """Turns at random in place of good ones: whatever is graded a loss has at least one reason."""
    whole = [task for task in tasks(golden(name)) if isinstance(task, DecisionTask)]
    found = [replaced(task, number) for number, task in enumerate(whole[::4])]
    graded = [one for one in found if one.grade in GRADED]
    assert len(graded) >= len(found) // 2
    for one in graded:
        assert one.alternatives[one.best].reasons, one.moves
