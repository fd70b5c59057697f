"""The figures: intervals, ratings, and that a bot is no better than itself."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import stdev

import pytest

from grandjunction.arena import Match, Result, entrants, play, summarize
from grandjunction.arena.intervals import mean, of_mean, of_share
from grandjunction.arena.ratings import MU, SIGMA, ratings
from grandjunction.arena.summary import whole_deals


def games(match: Match) -> list[Result]:
    return [play(match, *task) for task in match.tasks()]


def match(*bots: str, deals: int = 3, ruleset: str = "hamlet", players: int = 2, fill: str = "even") -> Match:
    return Match(ruleset, players, "m", entrants(bots), deals, fill)


def test_students_interval() -> None:
    found = of_mean([1.0, 2.0, 3.0, 4.0])
    # By the tables: t with 3 degrees of freedom is 3.1824.
    assert found.mean == 2.5
    assert found.high == pytest.approx(2.5 + 3.18245 * stdev([1, 2, 3, 4]) / 2, abs=1e-4)
    assert of_mean([3.0]).as_dict() == {"mean": 3.0, "low": None, "high": None}


def test_few_wins_are_not_certainty() -> None:
    few, many = of_share([1.0] * 4), of_share([1.0] * 400)
    assert (few.mean, few.high) == (1.0, 1.0)
    assert few.low is not None
    assert many.low is not None
    assert few.low < 0.6
    assert 0.98 < many.low < 1.0


@pytest.mark.parametrize("chance", [0.5, 0.6, 0.9])
def test_the_intervals_hold_what_they_promise(chance: float) -> None:
    """Over many matches of clustered games, about 95 % of the intervals contain the truth."""
    dice = random.Random(f"cover {chance}")
    held = 0
    for _ in range(400):
        deals = []
        for _ in range(30):
            # Two games of a deal that often go the same way.
            first = dice.random() < chance
            second = first if dice.random() < 0.5 else dice.random() < chance
            deals.append((first + second) / 2)
        found = of_share(deals)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= chance <= found.high
    assert 0.925 <= held / 400 <= 0.995


@pytest.mark.parametrize(
    ("ruleset", "players", "fill", "name"),
    [
        ("hamlet", 2, "even", "greedy"),
        ("hamlet", 2, "even", "random"),
        ("birmingham", 3, "even", "random"),
        ("birmingham", 4, "one", "noisy"),
        ("lancashire-2018", 4, "even", "random"),
    ],
)
def test_a_bot_against_itself_shows_no_difference(ruleset: str, players: int, fill: str, name: str) -> None:
    """Exactly none: the same games are played with the names changed about."""
    mirrored = match(name, name, deals=2, ruleset=ruleset, players=players, fill=fill)
    found = summarize(mirrored, games(mirrored))
    one, other = found["bots"]
    for row in (one, other):
        row.pop("ms_per_decision")
        row.pop("bot")
    assert one == other
    (pair,) = found["pairs"]
    assert (pair["win_difference"]["mean"], pair["vp_difference"]["mean"], pair["ahead"]["mean"]) == (
        0,
        0,
        0.5,
    )
    assert (pair["a_beats_b"], pair["b_beats_a"]) == (False, False)


def test_the_same_deal_for_everyone() -> None:
    """Rotations of a deal begin alike: the same order, and the same cards on each seat."""
    mixed = match("greedy", "random", "noisy", ruleset="birmingham", players=3, deals=1)
    results = games(mixed)
    assert len({tuple(result.starts) for result in results}) == 1
    assert len({result.digest for result in results}) == 3
    again = games(mixed)
    assert again == results
    other = games(replace(mixed, seed="other"))
    assert [result.digest for result in other] != [result.digest for result in results]


def test_a_better_bot_is_found_out() -> None:
    uneven = match("random", "greedy", deals=15)
    found = summarize(uneven, games(uneven))
    weak, strong = found["bots"]
    assert strong["win_share"]["mean"] + weak["win_share"]["mean"] == pytest.approx(1)
    assert strong["win_share"]["low"] > 0.5
    assert strong["vp"]["mean"] > weak["vp"]["mean"]
    assert strong["rating"]["mu"] > MU > weak["rating"]["mu"]
    assert strong["rating"]["sigma"] < SIGMA
    (pair,) = found["pairs"]
    assert pair["b_beats_a"]
    assert not pair["a_beats_b"]


@pytest.mark.parametrize(("ruleset", "players"), [("hamlet", 2), ("birmingham", 3), ("birmingham", 4)])
def test_between_two_bots_the_verdict_is_that_of_the_win_share(ruleset: str, players: int) -> None:
    """A table shows both: a share surely above an even one, and "beats it: no" beside it, cannot be."""
    uneven = match("random", "noisy", deals=2, ruleset=ruleset, players=players)
    found = summarize(uneven, games(uneven))
    share = found["bots"][0]["win_share"]
    (pair,) = found["pairs"]
    most = {2: 1.0, 3: 0.75, 4: 0.5}[players]  # the copies of a bot share its wins
    for end in ("mean", "low", "high"):
        assert pair["win_difference"][end] == pytest.approx(2 * most * (share[end] - 0.5), abs=1e-3)


def test_sums_agree() -> None:
    mixed = match("random", "greedy", "noisy", ruleset="birmingham", players=4, deals=1)
    results = games(mixed)
    found = summarize(mixed, results)
    assert (found["deals"], found["games"], found["left_out"]) == (1, 12, 0)
    assert sum(row["seats"] for row in found["bots"]) == 12 * 4
    assert mean([row["even_share"] for row in found["bots"]]) == pytest.approx(1 / 3, abs=1e-3)
    for row in found["bots"]:
        by_source = sum(sum(era.values()) for era in row["sources"].values())
        assert by_source == pytest.approx(row["vp"]["mean"], abs=0.1)
        assert sum(row["places"]) == row["seats"]
    for key in ("seats", "starts"):
        assert sum(row["win_share"] for row in found[key]) == pytest.approx(1, abs=1e-3)
    everyone = [vp for result in results for vp in result.vp]
    assert found["table"]["vp"]["mean"] == pytest.approx(mean(everyone), abs=1e-3)
    assert found["table"]["winner_vp"]["mean"] == pytest.approx(mean([max(r.vp) for r in results]), abs=1e-3)


def test_ties_are_shared() -> None:
    mirrored = match("random", "random", deals=1)
    tied = [
        replace(result, vp=[3, 3], places=[1, 1]) for result in games(mirrored)
    ]  # fmt: skip
    found = summarize(mirrored, tied)
    assert [row["win_share"]["mean"] for row in found["bots"]] == [0.5, 0.5]
    assert found["pairs"][0]["ahead"]["mean"] == 0.5
    assert ratings(2, whole_deals(mirrored, tied))[0].mu == pytest.approx(MU)


def test_deals_not_played_out_do_not_count() -> None:
    three = match("random", "greedy", deals=3)
    results = games(three)
    found = summarize(three, results[:-1])
    assert (found["deals"], found["games"], found["left_out"]) == (2, 4, 1)
    assert found["bots"] == summarize(three, results[:4])["bots"]
