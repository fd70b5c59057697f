"""Every figure of a match, computed from the results of whole deals."""

from __future__ import annotations

import platform
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from ..core.seats import SEATS
from ..rulesets import ruleset
from .intervals import CONFIDENCE, Estimate, mean, of_mean, of_share
from .match import Match, Result
from .ratings import ratings

Json = dict[str, Any]


def whole_deals(match: Match, results: Iterable[Result]) -> list[list[Result]]:
    """Return the results by deal. Unfinished deals are left out, because they would favour some seats."""
    deals: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        deals[result.deal].append(result)
    full = len(match.arrangements)
    return [
        sorted(games, key=lambda result: result.number)
        for _, games in sorted(deals.items())
        if len(games) == full
    ]


def summarize(match: Match, results: Sequence[Result]) -> Json:
    """Return the output, without what the command adds. There must be at least one whole deal."""
    deals = whole_deals(match, results)
    games = [result for deal in deals for result in deal]
    rules = ruleset(match.ruleset)
    rated = ratings(len(match.entrants), deals) if len(match.entrants) > 1 else None
    bots = [_bot(match, deals, number) for number in range(len(match.entrants))]
    for number, row in enumerate(bots):
        row["rating"] = (
            None
            if rated is None
            else {
                "mu": round(rated[number].mu, 3),
                "sigma": round(rated[number].sigma, 3),
                "ordinal": round(rated[number].ordinal, 3),
            }
        )
    return {
        "ruleset": match.ruleset,
        "revision": rules.revision,
        "players": match.players,
        "seed": match.seed,
        "fill": match.fill,
        "deals": len(deals),
        "games": len(games),
        "left_out": len(results) - len(games),
        "confidence": CONFIDENCE,
        "versions": versions(),
        "table": _table(deals),
        "bots": bots,
        "pairs": [_pair(match, deals, *pair) for pair in combinations(range(len(match.entrants)), 2)],
        "seats": _places(match, games, lambda result, seat: seat, [*SEATS[: match.players]]),
        "starts": _places(
            match,
            games,
            lambda result, seat: result.starts[seat] - 1,
            [str(place + 1) for place in range(match.players)],
        ),
        "games_played": [_game(match, result) for result in games],
    }


def versions() -> Json:
    from importlib.metadata import version

    from .. import __version__
    from ..core.compiled import is_compiled

    return {
        "grandjunction": __version__,
        "compiled": is_compiled(),
        "openskill": version("openskill"),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


# -- the table ------------------------------------------------------------------------------------------


def _table(deals: list[list[Result]]) -> Json:
    """Return the mean VP of all seats, and of the winners."""
    return {
        "vp": of_mean([mean([mean(game.vp) for game in deal]) for deal in deals]).as_dict(),
        "winner_vp": of_mean([mean([max(game.vp) for game in deal]) for deal in deals]).as_dict(),
    }


# -- one bot --------------------------------------------------------------------------------------------


def _seats(result: Result, bot: int) -> list[int]:
    return [seat for seat, one in enumerate(result.bots) if one == bot]


def win_share(deals: list[list[Result]], bot: int) -> Estimate:
    """Return a bot's share of the wins in the games it plays."""
    if all(set(game.bots) == {bot} for game in deals[0]):
        return Estimate(1.0, None, None)  # against its own copies it always wins
    return of_share(
        [
            mean([sum(game.share(seat) for seat in _seats(game, bot)) for game in deal if bot in game.bots])
            for deal in deals
        ]
    )


def _bot(match: Match, deals: list[list[Result]], bot: int) -> Json:
    entrant = match.entrants[bot]
    sat = [(game, seat) for deal in deals for game in deal for seat in _seats(game, bot)]
    vp = [game.vp[seat] for game, seat in sat]
    won = [game.vp[seat] for game, seat in sat if game.places[seat] == 1]
    games = sum(bot in game.bots for deal in deals for game in deal)
    decisions = sum(game.decisions[seat] for game, seat in sat)
    faults = Counter(fault for game, seat in sat for fault in game.faults[seat])
    return {
        "bot": entrant.label,
        "asked": entrant.text,
        "games": games,
        "seats": len(sat),
        "win_share": win_share(deals, bot).as_dict(),
        "even_share": round(len(sat) / match.players / games, 4),
        "vp": of_mean([mean([g.vp[s] for g in deal for s in _seats(g, bot)]) for deal in deals]).as_dict(),
        "vp_when_won": round(mean(won), 2) if won else None,
        "best_vp": max(vp),
        "worst_vp": min(vp),
        "places": [
            sum(game.places[seat] == place + 1 for game, seat in sat) for place in range(match.players)
        ],
        "sources": _sources(match, sat),
        "decisions": decisions,
        "ms_per_decision": round(1000 * sum(game.seconds[seat] for game, seat in sat) / max(1, decisions), 3),
        "faults": dict(sorted(faults.items())),
    }


def _sources(match: Match, sat: list[tuple[Result, int]]) -> dict[str, dict[str, float]]:
    """Return the mean VP by era and source."""
    totals: dict[str, Counter[str]] = {era: Counter() for era in ruleset(match.ruleset).eras}
    for game, seat in sat:
        for era, found in game.sources[seat].items():
            totals[era].update(found)
    return {
        era: {source: round(total / len(sat), 2) for source, total in sorted(found.items())}
        for era, found in totals.items()
    }


# -- two bots -------------------------------------------------------------------------------------------


def _pair(match: Match, deals: list[list[Result]], a: int, b: int) -> Json:
    """Compare two bots: wins and VP a seat, in the games both play."""
    met = [[game for game in deal if a in game.bots and b in game.bots] for deal in deals]
    # The copies of a bot share its wins, so with copies the difference stays well below one.
    most = mean([1 / len(_seats(game, a)) for game in met[0]])
    least = -mean([1 / len(_seats(game, b)) for game in met[0]])
    wins = of_share([mean([_difference(g, a, b, g.share) for g in deal]) for deal in met], least, most)
    vp = of_mean([mean([_difference(g, a, b, g.vp.__getitem__) for g in deal]) for deal in met])
    ahead = of_share([mean([_ahead(game, a, b) for game in deal]) for deal in met])
    return {
        "a": match.entrants[a].label,
        "b": match.entrants[b].label,
        "games": sum(map(len, met)),
        "win_difference": wins.as_dict(),
        "ahead": ahead.as_dict(),
        "vp_difference": vp.as_dict(),
        "a_beats_b": wins.low is not None and wins.low > 0,
        "b_beats_a": wins.high is not None and wins.high < 0,
    }


def _difference(game: Result, a: int, b: int, of: Callable[[int], float]) -> float:
    return mean([of(seat) for seat in _seats(game, a)]) - mean([of(seat) for seat in _seats(game, b)])


def _ahead(game: Result, a: int, b: int) -> float:
    """Return how often a seat of ``a`` places before a seat of ``b``; an equal place counts half."""
    return mean(
        [
            1.0 if game.places[i] < game.places[j] else 0.5 if game.places[i] == game.places[j] else 0.0
            for i in _seats(game, a)
            for j in _seats(game, b)
        ]
    )


# -- seats ----------------------------------------------------------------------------------------------


def _places(
    match: Match, games: list[Result], place_of: Callable[[Result, int], int], names: list[str]
) -> list[Json]:
    """Return win share and mean VP by place, for all bots together and for each."""
    rows: list[Json] = []
    for place, name in enumerate(names):
        there = [(g, seat) for g in games for seat in range(match.players) if place_of(g, seat) == place]
        row: Json = {"place": name, **_share_and_vp(there), "bots": {}}
        for bot, entrant in enumerate(match.entrants):
            own = [(game, seat) for game, seat in there if game.bots[seat] == bot]
            if own:
                row["bots"][entrant.label] = _share_and_vp(own)
        rows.append(row)
    return rows


def _share_and_vp(sat: list[tuple[Result, int]]) -> Json:
    return {
        "games": len(sat),
        "win_share": round(mean([game.share(seat) for game, seat in sat]), 4),
        "mean_vp": round(mean([game.vp[seat] for game, seat in sat]), 2),
    }


def _game(match: Match, result: Result) -> Json:
    return {
        "deal": result.deal,
        "bots": [match.entrants[bot].label for bot in result.bots],
        "vp": result.vp,
        "places": result.places,
        "moves": result.moves,
        "digest": result.digest,
    }
