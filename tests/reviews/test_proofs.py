"""A review proves itself: no loss in its own choices, more in weaker ones, and no luck on average.

`tools/review_proofs.py` does the same with whole games of the real tables.
"""

from __future__ import annotations

from functools import cache

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.core.rng import Rng
from grandjunction.core.view import View
from grandjunction.reviews import Depth
from grandjunction.reviews.comparison import choose, compare
from grandjunction.reviews.continuation import Continuation, continuation
from grandjunction.reviews.estimates import Estimate, of_samples
from grandjunction.reviews.luck import measure_luck
from grandjunction.reviews.timeline import ChanceTask, DecisionTask, tasks, turn

SMALL = Depth("small", plans=4, planning=200, deals=4, shown=1, fresh=8, luck=6, budget=30)
GAMES = 4
FAR = 1.7  # margins: a mean so far from its expectation is met once in a thousand times


def table() -> Continuation:
    return continuation("hamlet", 2, SMALL.budget)


@cache
def played(number: int) -> gj.Game:
    """A game of planners with few positions a turn, which leave something to be found."""
    game = gj.new_game("hamlet", players=2, seed=f"proofs/{number}")
    bots = [bot("planner", f"{number}/{seat}") for seat in range(2)]
    while not game.state.is_over:
        seat = game.state.to_act
        game.play(bots[seat].choose(game.state.view(seat), 30))
    return game


def turn_of(name: str, view: View, seed: str) -> list[int]:
    """The codes of a bot's whole turn, up to the first chance."""
    if name == "reviewer":
        return choose(table(), SMALL, view, seed)
    player, state, codes = bot(name, seed), view.known.copy(), []
    begun = turn(state)
    while not state.is_over and not state.is_chance and turn(state) == begun:
        codes.append(player.choose(View(state)).code)
        state.apply_code(codes[-1], None)
    return codes


def losses(name: str) -> Estimate:
    """The mean loss in VP of a bot's turns, in positions that all bots are asked."""
    found = []
    for number in range(GAMES):
        for task in tasks(played(number)):
            if isinstance(task, DecisionTask):
                seed = f"{number}/{task.ply}"
                codes = turn_of(name, task.state.view(task.seat), f"asked/{seed}")
                asked = DecisionTask(task.state, task.seat, task.ply, codes)
                one = compare(table(), SMALL, asked, f"judged/{seed}")
                if one.grade != "forced":
                    found.append(one.loss_vp.mean)
    return of_samples(found)


def test_the_review_finds_no_loss_in_its_own_turns_and_more_in_weaker_ones() -> None:
    found = {name: losses(name) for name in ("random", "greedy", "planner", "reviewer")}
    assert abs(found["reviewer"].mean) < FAR * found["reviewer"].margin
    assert found["greedy"].above_zero
    assert found["random"].low > found["greedy"].mean
    assert found["greedy"].mean > found["planner"].mean > found["reviewer"].mean


def drawn_anew(task: ChanceTask, seed: str) -> ChanceTask:
    """The same draw with other cards, dealt as its seat could expect."""
    rng = Rng(seed)
    before = task.before.view(task.seat).determinize(rng)
    after, codes = before.copy(), []
    for _ in task.codes:
        codes.append(int(after.chance_code(rng)))
        after.apply_code(codes[-1], None)
    return ChanceTask(before, after, task.kind, task.seat, task.ply, codes)


def test_luck_adds_up_to_nothing_over_many_deals() -> None:
    draws = [
        task
        for number in range(GAMES)
        for task in tasks(played(number))
        if isinstance(task, ChanceTask) and task.kind == "draw"
    ]
    found = [
        measure_luck(table(), SMALL, drawn_anew(task, f"drawn/{n}/{again}"), f"{n}/{again}")
        for n, task in enumerate(draws)
        for again in range(4)
    ]
    vp = of_samples([one.luck_vp[one.seat].mean for one in found])
    assert abs(vp.mean) < FAR * vp.margin
    assert max(abs(one.luck_vp[one.seat].mean) for one in found) > 1.0  # there is luck
    for one in found:
        assert abs(sum(luck.mean for luck in one.luck_share)) < 1e-9


def test_hidden_cards_do_not_influence_luck() -> None:
    """The luck of a draw is told from what its seat saw, whatever rivals hold and the deck hides."""
    draws = [
        task for task in tasks(played(0)) if isinstance(task, ChanceTask) and task.ply > 0 and task.seat >= 0
    ]
    task = draws[2]
    before = task.before.view(task.seat).determinize(Rng(3))
    after = task.after.view(task.seat).determinize(Rng(4))
    assert after != task.after
    other = ChanceTask(before, after, task.kind, task.seat, task.ply, task.codes)
    assert measure_luck(table(), SMALL, other, "secret") == measure_luck(table(), SMALL, task, "secret")
