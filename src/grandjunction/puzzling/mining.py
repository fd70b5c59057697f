"""Mines puzzles: plays games of strong bots, and keeps positions in which one turn is proved to be best."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Final, NamedTuple

from ..bots import bot
from ..core.moves import Move, verb_of
from ..core.rng import Rng
from ..core.ruleset import ACTION
from ..record.game import Game
from ..reviews.timeline import DecisionTask, tasks
from ..rulesets import ruleset
from .checking import HOLDS, check
from .proving import look, prove
from .puzzle import Puzzle
from .rating import rating, tries
from .themes import may_have, themes


class Table(NamedTuple):
    """A table to mine."""

    ruleset: str
    players: int
    short: str  # begins the ids of its puzzles


TABLES: Final = (
    Table("birmingham", 4, "b4"),
    Table("lancashire-2018", 4, "l4"),
    Table("birmingham", 3, "b3"),
    Table("lancashire-2018", 3, "l3"),
    Table("birmingham", 2, "b2"),
    Table("lancashire-2007", 3, "m3"),
    Table("lancashire-2018", 2, "l2"),
    Table("lancashire-2007", 4, "m4"),
)
BUDGET: Final = 1000  # positions a turn of a planner
STRATEGIST: Final = 4000  # … of the strategist, in every second game
LOOKED_AT: Final = 6  # decisions of a game, besides those at its end
MOST: Final = 5  # puzzles from one game
LAST: Final = 2  # turns of every seat at the end that are looked at in every game: they are proved fastest
LEAST_MOVES: Final = 2  # of a solution


def play(table: Table, number: int) -> Game:
    """Play a game between planners; every second game has a strategist. Equal numbers give equal games."""
    seed = f"puzzles/{table.short}/{number}"
    strategist = number // 2 % table.players if number % 2 else -1
    seats = range(table.players)
    bots = [bot("strategist" if seat == strategist else "planner", f"{seed}/{seat}") for seat in seats]
    game = Game(ruleset(table.ruleset), table.players, Rng(seed), [one.name for one in bots])
    while not game.state.is_over:
        seat = game.state.to_act
        budget = STRATEGIST if seat == strategist else BUDGET
        game.play(bots[seat].choose(game.state.view(seat), budget))
    return game


def mine(name: str, game: Game, wanted: Collection[str] = ()) -> Iterator[Puzzle]:
    """Yield the puzzles of a game. Their ids begin with its name; equal names give equal puzzles.

    With ``wanted`` themes, all turns that may have one are looked at, and only those are proved that seem to.
    """
    left = MOST
    if wanted:
        chosen = [task for task in _turns(game) if any(may_have(task.state, theme) for theme in wanted)]
    else:
        chosen = _chosen(game, Rng(f"puzzles/{name.replace('-', '/')}/chosen"))
    for task in chosen:
        found = puzzle(f"{name}-{task.ply}", task, wanted)
        if found is not None:
            yield found
            left -= 1
            if left == 0:
                return


def name_of(game: Game) -> str:
    """Return the name of a game that was recorded: from its moves alone, so it says nothing about people."""
    moves = " ".join(str(move) for move in game.moves)
    return "p" + sha256(f"{game.rules.id} {moves}".encode()).hexdigest()[:10]


def _turns(game: Game) -> list[DecisionTask]:
    return [task for task in tasks(game) if isinstance(task, DecisionTask) and task.state.decision == ACTION]


def _chosen(game: Game, rng: Rng) -> list[DecisionTask]:
    """Return some whole turns of a game: the last ones, and others at random."""
    whole = _turns(game)
    last = LAST * int(game.state.players)
    rest = whole[:-last]
    chosen = [rest.pop(rng.below(len(rest))) for _ in range(min(LOOKED_AT, len(rest)))]
    return [*whole[-last:], *chosen]


def puzzle(id: str, task: DecisionTask, wanted: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of a decision, from what its seat knows; None if no turn is clearly best.

    None too if it has none of the ``wanted`` themes.
    """
    view = task.state.view(task.seat)
    seen = look(view, id)
    if seen is None or (wanted and not set(wanted) & set(themes(view, *seen))):
        return None
    found = prove(view, f"{id}/proof")
    rules = view.rules
    stop = None if rules.stop is None else rules.stop.id
    if found is None or sum(verb_of(code) != stop for code in found.solution) < LEAST_MOVES:
        return None

    def written(codes: list[int]) -> list[str]:
        return [str(Move(rules, code)) for code in codes]

    made = Puzzle(
        id=id,
        ruleset=rules.id,
        players=int(view.known.players),
        position=view.to_position(),
        solution=written(found.solution),
        equal=[written(codes) for codes in found.equal],
        second=written(found.second),
        themes=themes(view, found.solution, found.second),
        rating=0,
        proof=found.proof,
    )
    if wanted and not set(wanted) & set(made.themes):
        return None
    # The margin may be the luck of the deals: it has to show once more, under a judge that plans further.
    if check(made, "confirm") != HOLDS:
        return None
    return replace(made, rating=rating(tries(view, lambda answer: answer == found.idea, id)))
