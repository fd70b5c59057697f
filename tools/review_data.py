"""Gathers what reviews know from bots' games, and checks how often their shares of the win come true.

    python tools/review_data.py gather --games 100   # plays and judges games; goes on where it was stopped
    python tools/review_data.py gather --table b4    # the same at one table
    python tools/review_data.py fit                  # writes src/grandjunction/reviews/data
    python tools/review_data.py tables               # prints the Markdown tables of docs/review.md

``make review-data`` does all three. The games are those that puzzles are mined from: planners, in every
second game with a strategist. One row a game is kept in build/review-data. Gather again after a change of
nets: the file's head names the judge, and rows of another one are dropped.

``fit`` writes two files. strong-play.json has the distributions of strong play. confidence.json has for each
table how much wider results spread than the judge expects; it is fitted on who won. ``tables`` judges each
half of the games with figures fitted on the other half.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from grandjunction.core.rng import Rng
from grandjunction.core.ruleset import Ruleset
from grandjunction.puzzling.mining import TABLES, Table, play
from grandjunction.record.game import Game
from grandjunction.reviews import judge_version, strong_play
from grandjunction.reviews.comparison import Line, play_deals
from grandjunction.reviews.confidence import FORMAT, OPENING, Confidence
from grandjunction.reviews.continuation import PLAYED_OUT, Outcome, continuation
from grandjunction.reviews.depth import DEPTHS
from grandjunction.reviews.timeline import DecisionTask, tasks
from grandjunction.rulesets import ruleset

WORK = Path("build/review-data")
DATA = Path(__file__).resolve().parents[1] / "src" / "grandjunction" / "reviews" / "data"
DEPTH = DEPTHS["quick"]
FACTORS = (1.0, 1.25, 1.6, 2.0, 2.5)  # those tried for forecasts …
ROOTS = (1.0, 2.0, 3.0, 4.5, 6.5)  # … and for games played out
TRIED = len(FACTORS)
OPENING_KIND = -2  # beside the eras and PLAYED_OUT: forecasts in the first rounds
PSEUDO = 50  # games of a table that all other tables count for in its fit
#: Tables that the hand-made evaluation judges. They are fitted among themselves, not with tables with nets.
BY_HAND = (
    Table("birmingham-introductory", 4, "bi4"),
    Table("birmingham-introductory", 3, "bi3"),
    Table("birmingham-introductory", 2, "bi2"),
    Table("birmingham-introductory-paid", 4, "bp4"),
    Table("birmingham-introductory-paid", 3, "bp3"),
    Table("birmingham-introductory-paid", 2, "bp2"),
    Table("lancashire-2018-introductory", 4, "li4"),
    Table("lancashire-2018-introductory", 3, "li3"),
    Table("lancashire-2018-introductory", 2, "li2"),
    Table("hamlet", 2, "h2"),
)
ALL = (*TABLES, *BY_HAND)
Json = dict[str, Any]


class Moment(NamedTuple):
    """What the review says after a turn: by seat, the shares for every figure tried, and who won."""

    game: int
    era: int
    round: int
    kind: int  # the era of the forecast, or PLAYED_OUT; what the figure is fitted for
    shares: list[list[float]]  # by figure tried, by seat; one row if the result is certain
    won: list[float]  # by seat


Judged = dict[int, list[tuple[Moment, list[float]]]]  # by player count: moments with their shares

# -- gathering --------------------------------------------------------------------------------------------


def moments(game: Game, number: int) -> list[Moment]:
    """Judge one turn of every second round of a game, as a review does."""
    rounds: dict[tuple[int, int], list[DecisionTask]] = defaultdict(list)
    for task in tasks(game):
        if isinstance(task, DecisionTask) and (task.state.round + number) % 2:
            rounds[int(task.state.era), int(task.state.round)].append(task)
    chosen, won = Rng(f"moments/{number}"), winners(game)
    found = []
    for (era, round), turns in rounds.items():
        outcomes = played_on(turns[chosen.below(len(turns))])
        found.append(Moment(number, era, round, *tried(outcomes, len(game.rules.eras)), won))
    return found


def winners(game: Game) -> list[float]:
    """Return each seat's share of the win."""
    first = (game.result() or [[]])[0]
    return [1 / len(first) if seat in first else 0.0 for seat in range(game.state.players)]


def played_on(task: DecisionTask) -> list[Outcome]:
    """Return what a review expects after a turn that was played, deal by deal."""
    state = task.state
    table = continuation(state.rules.id, int(state.players), DEPTH.budget)
    line = Line(task.codes, [False] * len(task.codes))
    play_deals(table, DEPTH, state.view(task.seat), [line], f"moments/{task.ply}", DEPTH.fresh)
    return line.outcomes


def tried(outcomes: Sequence[Outcome], eras: int) -> tuple[int, list[list[float]]]:
    """Return what the shares of a moment are, for every figure that is tried."""
    kind = outcomes[0].era
    if not outcomes[0].spread:
        return kind, [outcomes[0].share]
    figures = ROOTS if kind == PLAYED_OUT else FACTORS
    rows = []
    for figure in figures:
        sure = Confidence((figure,) * eras, figure)
        each = [
            sure.played_shares(one.vp, [int(n) for n in one.spread])
            if kind == PLAYED_OUT
            else sure.forecast_shares(one.vp, one.spread, one.era, 0)
            for one in outcomes
        ]
        rows.append([round(sum(seat) / len(each), 5) for seat in zip(*each, strict=True)])
    return kind, rows


def gather_game(table: Table, number: int, judged: bool) -> Json:
    """Play a game, and return what is kept of it."""
    game = play(table, number)
    return {"strong": strong_play.row_of(game), "moments": moments(game, number) if judged else []}


def path_of(table: Table) -> Path:
    return WORK / f"{table.short}.jsonl"


def head_of(table: Table) -> str:
    """Return what the rows depend on: the judge without its spread, which is fitted from them."""
    return judge_version(ruleset(table.ruleset), table.players).partition(", spread")[0]


def kept(table: Table) -> list[Json]:
    """Return the rows of a table, in the order of the games; none of another judge."""
    path = path_of(table)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if not lines or json.loads(lines[0]) != head_of(table):
        return []
    return [json.loads(line) for line in lines[1:]]


def run_gather(asked: argparse.Namespace) -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    done = {table: len(kept(table)) for table in ALL if not asked.table or table.short in asked.table}
    for table, games in done.items():
        if not games:
            path_of(table).write_text(json.dumps(head_of(table)) + "\n", encoding="utf-8")
    while min(done.values()) < asked.games:
        table = min(done, key=lambda one: done[one])
        row = gather_game(table, done[table], done[table] < asked.judged)
        with path_of(table).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        done[table] += 1
    print(f"{asked.games} games at each table", flush=True)


# -- fitting ----------------------------------------------------------------------------------------------


def read_moments(rows: Iterable[Json]) -> list[Moment]:
    return [Moment(*one) for row in rows for one in row["moments"]]


def fitted(every: Mapping[Table, Sequence[Moment]], table: Table, half: int | None = None) -> list[int]:
    """Return the number of the best figure for each era's forecasts, the opening's, and of games played out.

    The other tables' moments count too, as much as ``PSEUDO`` games of this one: a hundred games say little
    about a table alone. Tables with nets and tables without say nothing about each other. With a ``half``,
    games of the other half are used.
    """
    best = []
    alike = [one for one in every if (one in BY_HAND) == (table in BY_HAND)]
    for kind in (*range(len(ruleset(table.ruleset).eras)), OPENING_KIND, PLAYED_OUT):
        groups = {
            one: [
                moment
                for moment in found
                if kind_of(moment) == kind and len(moment.shares) > 1 and half_of(moment) != half
            ]
            for one, found in ((one, every[one]) for one in alike)
        }
        own, others = groups.pop(table), list(chain(*groups.values()))
        weight = PSEUDO * len(own) / max(len({moment.game for moment in own}), 1)
        loss = [len(own) * mean_loss(own, n) + weight * mean_loss(others, n) for n in range(TRIED)]
        best.append(loss.index(min(loss)))
    return best


def usual(every: Mapping[Table, Sequence[Moment]]) -> Json:
    """Return the figures for tables that are not fitted: the best for all tables without nets together."""
    found = list(chain(*(every[table] for table in BY_HAND)))

    def best(*kinds: int) -> int:
        group = [one for one in found if kind_of(one) in kinds and len(one.shares) > 1]
        return min(range(TRIED), key=lambda number: mean_loss(group, number))

    return {
        "opening": FACTORS[best(OPENING_KIND)],
        "factors": [FACTORS[best(0, 1)]],
        "played_out": ROOTS[best(PLAYED_OUT)],
    }


def kind_of(moment: Moment) -> int:
    """Return what a moment is fitted with. Its forecast is made one turn later, mostly in the next round."""
    if moment.kind == 0 and (moment.era, moment.round) < (0, OPENING):
        return OPENING_KIND
    return moment.kind


def half_of(moment: Moment) -> int:
    return moment.game // 2 % 2


def mean_loss(group: Sequence[Moment], number: int) -> float:
    return log_loss([(one.shares[number], one.won) for one in group])


def said(one: Moment, best: Sequence[int]) -> list[float]:
    """Return the shares of a moment with the best figures."""
    return one.shares[best[kind_of(one)]] if len(one.shares) > 1 else one.shares[0]


def run_fit(asked: argparse.Namespace) -> None:
    sure: dict[str, Json] = {}
    strong: dict[str, Json] = {}
    games = {table: kept(table) for table in ALL}
    every = {table: read_moments(rows) for table, rows in games.items()}
    missing = [table.short for table, rows in games.items() if not rows]
    if missing:
        sys.exit(f"no games of the present judge at {', '.join(missing)}: gather them first")
    for table, rows in games.items():
        rules, name = ruleset(table.ruleset), f"{table.ruleset}-{table.players}"
        best = fitted(every, table)
        sure[name] = {
            "judge": head_of(table),
            "games": len({one.game for one in every[table]}),
            "opening": FACTORS[best[OPENING_KIND]],
            "factors": [FACTORS[n] for n in best[:OPENING_KIND]],
            "played_out": ROOTS[best[PLAYED_OUT]],
        }
        strong[name] = {
            "revision": rules.revision,
            **strong_play.gather([row["strong"] for row in rows]),
        }
        print(name, sure[name])
    write("confidence.json", {"format": FORMAT, "others": usual(every), "tables": sure})
    write("strong-play.json", {"format": strong_play.FORMAT, "tables": strong})


def write(name: str, data: Json) -> None:
    (DATA / name).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


# -- how often they come true -----------------------------------------------------------------------------


def halves(every: Mapping[Table, Sequence[Moment]], table: Table) -> list[tuple[Moment, list[float]]]:
    """Return every moment of a table with its shares by the figures fitted on the other half of the games."""
    best = [fitted(every, table, half) for half in range(2)]
    return [(one, said(one, best[half_of(one)])) for one in every[table]]


def run_tables(asked: argparse.Namespace) -> None:
    every = {table: read_moments(kept(table)) for table in ALL}
    for name in dict.fromkeys(table.ruleset for table in ALL):
        tables = sorted((one for one in ALL if one.ruleset == name), key=lambda one: one.players)
        judged = {table.players: halves(every, table) for table in tables}
        print(f"\n{name}: " + "; ".join(head_of(table) for table in tables) + "\n")
        print_rounds(ruleset(name), judged)
        print_tenths(judged)
    print_all_tenths(every, TABLES)
    print_all_tenths(every, BY_HAND)


def print_rounds(rules: Ruleset, judged: Judged) -> None:
    print("| Era, round |" + "".join(f" {n} players | … even |" for n in judged))
    print("|---|" + "---|---|" * len(judged))
    rounds = sorted({(one.era, one.round) for found in judged.values() for one, _ in found})
    for era, round in rounds:
        cells = [f"{rules.eras[era]} {round}"]
        for players, found in judged.items():
            group = [(share, one.won) for one, share in found if (one.era, one.round) == (era, round)]
            cells += losses(group, players)
        print(f"| {' | '.join(cells)} |")
    cells = ["all"]
    for players, found in judged.items():
        cells += losses([(share, one.won) for one, share in found], players)
    print(f"| {' | '.join(cells)} |\n")


def print_tenths(judged: Judged) -> None:
    print("| Share given |" + "".join(f" {n} players won | shares |" for n in judged))
    print("|---|" + "---|---|" * len(judged))
    for tenth in range(10):
        cells = [f"{tenth * 10}–{tenth * 10 + 10} %"]
        for found in judged.values():
            given = in_tenth(found, tenth)
            cells += [came_true(given), str(len(given))] if given else ["", ""]
        print(f"| {' | '.join(cells)} |")


def print_all_tenths(every: Mapping[Table, Sequence[Moment]], tables: Sequence[Table]) -> None:
    """Print how often shares came true at several tables together."""
    print("\n| Share given | all tables won | shares |\n|---|---|---|")
    judged = {table: halves(every, table) for table in tables}
    for tenth in range(10):
        given = [
            (tables.index(table) * 1000 + game, share, win)
            for table, found in judged.items()
            for game, share, win in in_tenth(found, tenth)
        ]
        print(f"| {tenth * 10}–{tenth * 10 + 10} % | {came_true(given)} | {len(given)} |")


def in_tenth(found: Sequence[tuple[Moment, list[float]]], tenth: int) -> list[tuple[int, float, float]]:
    """Return the games, the shares and the wins of the seats that were given a share in this tenth."""
    return [
        (one.game, share, win)
        for one, shares in found
        for share, win in zip(shares, one.won, strict=True)
        if min(int(share * 10), 9) == tenth
    ]


def losses(group: list[tuple[list[float], list[float]]], players: int) -> list[str]:
    if not group:
        return ["", ""]
    even = [1 / players] * players
    return [f"{log_loss(group):.3f}", f"{log_loss([(even, won) for _, won in group]):.3f}"]


def came_true(given: list[tuple[int, float, float]]) -> str:
    """Return how often seats won that were given a mean share. Seats of one game are not independent."""
    mean = sum(share for _, share, _ in given) / len(given)
    rate = sum(win for _, _, win in given) / len(given)
    games: dict[int, float] = defaultdict(float)
    for game, _, win in given:
        games[game] += win - rate
    margin = 1.96 * math.sqrt(sum(off**2 for off in games.values())) / len(given)
    return f"{rate:.1%} ± {100 * margin:.1f} (given {mean:.1%})"


def log_loss(group: Sequence[tuple[list[float], list[float]]]) -> float:
    """Return the mean log loss of a seat winning or not; shares are kept half a point from 0 and 1."""
    total = count = 0.0
    for shares, won in group:
        for share, win in zip(shares, won, strict=True):
            near = min(max(share, 0.005), 0.995)
            total -= win * math.log(near) + (1 - win) * math.log(1 - near)
            count += 1
    return total / count if count else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(required=True)
    gatherer = parts.add_parser("gather")
    gatherer.add_argument("--games", type=int, default=100, help="games at each table")
    gatherer.add_argument("--judged", type=int, default=60, help="of these, how many are judged")
    gatherer.add_argument(
        "--table", action="append", choices=[one.short for one in ALL], help="this table or these alone"
    )
    gatherer.set_defaults(run=run_gather)
    parts.add_parser("fit").set_defaults(run=run_fit)
    parts.add_parser("tables").set_defaults(run=run_tables)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
