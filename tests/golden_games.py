"""Makes the golden games in records/: a game between greedy bots for every ruleset and player count, and one
for each rare event, found by playing noisy games until it happens.

Run as ``python -m tests.golden_games``, and only when the rules' revision changes: otherwise the games must
stay as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import grandjunction as gj
from grandjunction.bots import bot
from grandjunction.bots.whole_game import play_game
from grandjunction.core.bits import count
from grandjunction.core.standings import standings

RECORDS = Path(__file__).resolve().parent.parent / "records"
MOST_TRIES = 3000


def shortfall(game: gj.Game) -> bool:
    """A seat chose which tile to lose."""
    return any(move.verb == "liquidate" for move in game.moves)


def tie_break(game: gj.Game) -> bool:
    """Equal VP, told apart by income or money."""
    vp = sorted(game.state.vp)
    places = standings(game.state)
    return len(set(vp)) < len(vp) and all(len(place) == 1 for place in places)


def _happens(game: gj.Game, seen: Callable[[gj.State, gj.Event], bool]) -> bool:
    state = gj.State(game.rules, game.state.players)
    state.advance(None)
    for move in game.moves:
        before = state.copy()
        if any(seen(before, event) for event in state.apply(move)):
            return True
    return False


def empty_market(game: gj.Game) -> bool:
    """Coal and iron, each bought once from an empty market."""
    coal, iron = (market.empty_price for market in game.rules.markets)
    return _happens(game, lambda _, e: e.kind == "bought" and e.values[1:] == (0, coal)) and _happens(
        game, lambda _, e: e.kind == "bought" and e.values[1:] == (1, iron)
    )


def rival_overbuilt(game: gj.Game) -> bool:
    return _happens(game, lambda before, e: e.kind == "replaced" and e.values[0] != before.seat)


def fourteen_links(game: gj.Game) -> bool:
    """A seat laid its last link and wants another."""
    return _happens(game, lambda before, e: e.kind == "laid" and count(before.links[before.seat]) == 13)


def market_closes(game: gj.Game) -> bool:
    """The distant market runs out of demand."""
    return _happens(game, lambda _, e: e.kind == "demand_moved" and e.values[1] == 8)


RARE: list[tuple[str, str, int, Callable[[gj.Game], bool]]] = [
    ("shortfall", "birmingham", 4, shortfall),
    ("tie-break", "birmingham", 4, tie_break),
    ("empty-market", "birmingham", 4, empty_market),
    ("rival-overbuilt", "birmingham", 4, rival_overbuilt),
    ("fourteen-links", "birmingham", 2, fourteen_links),
    ("market-closes", "lancashire-2007", 4, market_closes),
    ("shortfall", "lancashire-2007", 3, shortfall),
    ("rival-overbuilt", "lancashire-2018", 4, rival_overbuilt),
]


def main() -> None:
    RECORDS.mkdir(exist_ok=True)
    for id in gj.RULESETS:
        for players in gj.ruleset(id).player_counts:
            name = f"{id}-{players}"
            bots = [bot("greedy", f"{name} {seat}") for seat in range(players)]
            _write(name, play_game(id, bots, name))
    for event, id, players, happened in RARE:
        _write(f"rare-{event}-{id}-{players}", _search(event, id, players, happened))


def _search(event: str, id: str, players: int, happened: Callable[[gj.Game], bool]) -> gj.Game:
    for n in range(MOST_TRIES):
        bots = [bot("noisy", f"{event} {n} {seat}") for seat in range(players)]
        game = play_game(id, bots, f"{event} {n}")
        if happened(game):
            return game
    sys.exit(f"{event} did not happen in {MOST_TRIES} games of {id}")


def _write(name: str, game: gj.Game) -> None:
    (RECORDS / f"{name}.gj").write_text(game.to_record(), encoding="utf-8")
    print(name, list(game.state.vp), flush=True)


if __name__ == "__main__":
    main()
