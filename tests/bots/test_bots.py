"""Every bot plays legal, repeatable games; the better one beats the worse."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import grandjunction as gj
from grandjunction.bots import BOTS, Bot, NotItsTurn, UnknownBot, bot, play_game
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.noisy import NoisyBot
from grandjunction.bots.rollout import Rollout
from grandjunction.bots.search import TurnSearch
from grandjunction.bots.settings import Settings
from grandjunction.bots.strategist import StrategistBot
from grandjunction.bots.weights import weights_for
from grandjunction.core.compiled import is_compiled

GAMES = 20 if is_compiled() else 2
SHORT = "birmingham" if is_compiled() else "birmingham-introductory"  # uncompiled, one era says as much
LITTLE = 150  # positions a turn: enough to look at every first action
SOME = 3000  # … and to play a few turns on
LADDER = ["random", "noisy", "greedy", "planner", "strategist"]

TABLES = [
    ("birmingham", 2),
    ("birmingham", 3),
    ("birmingham", 4),
    ("birmingham-introductory", 2),
    ("birmingham-introductory", 3),
    ("birmingham-introductory", 4),
    ("lancashire-2007", 3),
    ("lancashire-2007", 4),
    ("lancashire-2018", 2),
    ("lancashire-2018", 3),
    ("lancashire-2018", 4),
]


def table(*names: str, seed: int = 0) -> list[Bot]:
    return [bot(name, seed) for name in names]


def scores(game: gj.Game) -> list[int]:
    return [int(vp) for vp in game.state.vp]


@pytest.mark.parametrize("name", LADDER)
def test_the_same_seed_gives_the_same_record(name: str) -> None:
    first = play_game(SHORT, table(name, name, seed=5), 5, LITTLE).to_record()
    second = play_game(SHORT, table(name, name, seed=5), 5, LITTLE).to_record()
    assert first == second
    assert gj.read_record(first).to_record() == first


@pytest.mark.parametrize("name", ["random", "noisy"])
def test_another_seed_of_the_bots_gives_another_game(name: str) -> None:
    first = play_game("birmingham", table(name, name, seed=1), 5).to_record()
    second = play_game("birmingham", table(name, name, seed=2), 5).to_record()
    assert first != second


@pytest.mark.parametrize("name", ["greedy", "planner", "strategist"])
def test_one_bot_may_play_several_games(name: str) -> None:
    """Nothing a bot remembers of one game changes the next, but the numbers it has drawn."""
    seasoned = table(name, name)
    play_game("lancashire-2018-introductory", seasoned, 1, LITTLE)
    for one in seasoned:
        one._rng = None
    again = play_game(SHORT, seasoned, 2, LITTLE).to_record()
    assert again == play_game(SHORT, table(name, name), 2, LITTLE).to_record()


def test_names_and_errors() -> None:
    assert [bot(name).name for name in BOTS] == list(BOTS)
    with pytest.raises(UnknownBot, match="random, noisy, greedy, planner, strategist, master"):
        bot("deep-thought")
    with pytest.raises(ValueError, match="percent"):
        NoisyBot(1, percent=101)
    with pytest.raises(NotImplementedError):
        Bot("nobody", 0).choose(gj.new_game(seed=1).state.view(0))


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_moves_only_when_it_is_its_turn(name: str) -> None:
    state = gj.new_game(players=3, seed=4).state
    waiting = (state.to_act + 1) % 3
    with pytest.raises(NotItsTurn):
        bot(name).choose(state.view(waiting))
    with pytest.raises(NotItsTurn):
        bot(name).choose(state.view())


@pytest.mark.parametrize("name", LADDER)
def test_a_bot_leaves_its_view_as_it_was(name: str) -> None:
    game = gj.new_game(players=2, seed=9)
    for _ in range(40):
        view = game.state.view(game.state.to_act)
        before = view.key()
        move = bot(name, 1).choose(view, LITTLE)
        assert view.key() == before
        assert view.check(move) is None
        game.play(move)


@pytest.mark.parametrize(
    ("name", "budget"),
    [("noisy", 0), ("greedy", 0), ("planner", LITTLE), ("strategist", SOME), ("master", SOME)],
)
def test_what_a_bot_cannot_see_does_not_move_it(name: str, budget: int) -> None:
    """The rivals' hands and the deck dealt anew: the same answer, for as long as the turn is not planned."""
    game = gj.new_game(players=2, seed=11)
    rng = gj.Rng("other cards")
    for _ in range(10):
        view = game.state.view(game.state.to_act)
        other = view.determinize(rng).view(view.seat)
        move = bot(name, 3).choose(view, budget)
        assert bot(name, 3).choose(other, budget) == move
        game.play(move)


@pytest.mark.parametrize(
    ("ruleset", "budget"), [("birmingham", 60), ("birmingham", 600), ("lancashire-2018", 600)]
)
def test_a_turn_search_keeps_to_its_budget(ruleset: str, budget: int) -> None:
    game = gj.new_game(ruleset, players=2, seed=6)
    for _ in range(12):
        state = game.state.view(game.state.to_act).known
        evaluation = Evaluation(state.rules, state.seat, weights_for(ruleset, 2), 2)
        turns = TurnSearch(state, evaluation, budget).run()
        assert evaluation.judged <= budget + 10  # what an action under way still needs
        scores = [turn.score for turn in turns]
        assert scores == sorted(scores, reverse=True)
        game.play(gj.Move(state.rules, turns[0].line()[0].code))


def test_a_strategist_keeps_to_its_budget_and_compares_plans() -> None:
    state = gj.new_game(players=2, seed=6).state
    player = StrategistBot(1)
    player.choose(state.view(state.to_act), 2 * SOME)
    rollout = player._rollout
    assert rollout is not None
    assert SOME < rollout.judged() <= 2 * SOME + rollout.longest


def test_a_planned_turn_is_kept_to_and_an_unexpected_position_thought_about_anew() -> None:
    game = gj.new_game(players=2, seed=3)
    while game.state.round < 2:
        game.play(bot("greedy").choose(game.state.view(game.state.to_act)))
    seat = game.state.to_act
    player = bot("planner")
    first = player.choose(game.state.view(seat), LITTLE)
    elsewhere = next(move for move in game.state.legal_moves() if move.verb == "loan")
    trial = game.state.copy()
    trial.apply(elsewhere if elsewhere != first else game.state.legal_moves()[0])
    assert trial.check(player.choose(trial.view(seat), LITTLE)) is None
    player = bot("planner")
    game.play(player.choose(game.state.view(seat), LITTLE))
    view = game.state.view(seat)
    assert player.choose(view, LITTLE) == player.choose(view, 0)  # planned: no budget changes it


def test_every_number_of_the_weights_is_used() -> None:
    """A misspelt name would be passed over in silence."""
    text = (files("grandjunction.bots") / "data" / "weights.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    assert set(tables) == {"all", "tuned", "characters"}
    known = set(tables["all"])
    assert all(hasattr(weights_for("birmingham", 4), name) for name in known)
    liked = {f"like_{name}" for id in gj.RULESETS for name in (*gj.ruleset(id).board.industries, "links")}
    every = {f"{id}/{n}" for id in gj.RULESETS for n in gj.ruleset(id).player_counts}
    for name, table in tables["characters"].items():
        assert name in BOTS
        assert set(table) - {"at"} <= known | liked, name
        for special in table.get("at", []):
            assert set(special["tables"]) <= every
            assert set(special) - {"tables"} <= known | liked, name
    served = [one for table in tables["tuned"] for one in table["tables"]]
    assert len(set(served)) == len(served)
    assert set(served) <= every
    for table in tables["tuned"]:
        assert set(table) - {"tables"} <= known, table["tables"]


@pytest.mark.parametrize("name", ["cotton_baron", "brewer", "railway_king"])
def test_characters_have_likings(name: str) -> None:
    liked = weights_for("birmingham", 4, name).likings
    assert liked
    assert all(value > 0 for value in liked.values())
    assert not weights_for("birmingham", 4).likings


def test_a_liking_may_differ_by_table() -> None:
    assert weights_for("birmingham", 4, "railway_king").likings == {"links": 0.8}
    assert weights_for("lancashire-2018", 3, "railway_king").likings == {"links": 0.4}


@pytest.mark.skipif(not is_compiled(), reason="a mean of several games, and both builds play the same ones")
@pytest.mark.parametrize(
    ("name", "liked"), [("cotton_baron", "cotton"), ("brewer", "brewery"), ("railway_king", "links")]
)
def test_characters_build_what_they_like(name: str, liked: str) -> None:
    built = [0, 0]
    for seed in range(4):
        names = [name if (seat + seed) % 2 else "planner" for seat in range(4)]
        for state, move, _ in play_game("birmingham", table(*names, seed=seed), seed, LITTLE).positions():
            if move is not None and not state.is_chance:
                done = "links" if move.line is not None else move.industry if move.verb == "build" else None
                built[names[state.to_act] == name] += done == liked
    assert built[1] > built[0] * 1.2


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_greedy_beats_random_in_every_game(ruleset: str, players: int) -> None:
    for seed in range(GAMES):
        strong = [(seat + seed) % 2 == 0 for seat in range(players)]
        names = ["greedy" if one else "random" for one in strong]
        vp = scores(play_game(ruleset, table(*names, seed=seed), seed))
        worst = min(vp[seat] for seat in range(players) if strong[seat])
        best = max(vp[seat] for seat in range(players) if not strong[seat])
        assert worst > best, f"seed {seed}: {list(zip(names, vp, strict=True))}"


@pytest.mark.skipif(not is_compiled(), reason="a mean of many games, and both builds play the same ones")
@pytest.mark.parametrize(
    ("ruleset", "players", "least"),
    [
        ("birmingham", 2, 135),
        ("birmingham", 3, 120),
        ("birmingham", 4, 105),
        ("lancashire-2007", 3, 115),
        ("lancashire-2007", 4, 90),
        ("lancashire-2018", 2, 120),
        ("lancashire-2018", 3, 110),
        ("lancashire-2018", 4, 90),
    ],
)
def test_greedy_scores_like_a_player(ruleset: str, players: int, least: int) -> None:
    total = 0
    for seed in range(GAMES):
        total += sum(scores(play_game(ruleset, table(*["greedy"] * players, seed=seed), seed)))
    assert total / (GAMES * players) >= least


@pytest.mark.parametrize("ruleset", ["lancashire-2007", "lancashire-2018"])
def test_greedy_trades_in_cotton(ruleset: str) -> None:
    """Mills and ports, sold in both eras, and rails at last."""
    done = set()
    era = ""
    for line in play_game(ruleset, table(*["greedy"] * 4, seed=1), 1).to_record().splitlines():
        words = line.split()
        if words[0] == "round":
            era = words[1]
        elif words[0] in ("A", "B", "C", "D"):
            done.add((era, words[1]))
            if words[1] == "build":
                done.add(("built", words[2]))
    assert {("canal", "sell"), ("rail", "sell"), ("rail", "link")} <= done
    assert {("built", "cotton"), ("built", "port")} <= done


class FirstMove(Bot):
    """Not compiled, whatever Bot is."""

    def __init__(self) -> None:
        super().__init__("first", 0)

    def choose(self, view: gj.View, budget: int = 0) -> gj.Move:
        return view.legal_moves()[0]


def test_anyone_may_write_a_bot() -> None:
    game = play_game("birmingham", [FirstMove(), bot("random", 1)], 1)
    assert game.state.is_over
    assert "seat A first" in game.to_record()


@pytest.mark.parametrize("id", gj.RULESETS)
@pytest.mark.parametrize(
    "names",
    [["noisy", "greedy", "random", "greedy"], ["planner", "cotton_baron", "strategist", "railway_king"]],
    ids=["simple", "searching"],
)
def test_bots_play_any_ruleset(names: list[str], id: str) -> None:
    counts = gj.ruleset(id).player_counts
    for players in counts if is_compiled() else counts[:1]:
        game = play_game(id, table(*names[:players], seed=2), 2, LITTLE)
        assert game.state.is_over


def test_planned_rollouts_differ_from_greedy_ones_and_repeat_themselves() -> None:
    """``own_plan`` and ``early`` change what rollouts find, not that the same seed gives the same turn."""
    game = gj.new_game("birmingham", players=2, seed=3)
    for _ in range(12):
        game.play(bot("greedy", 1).choose(game.state.view(game.state.to_act)))
    view = game.state.view(game.state.to_act)
    found = []
    for settings in (Settings(budget=6000), *[Settings(budget=6000, own_plan=80, early=True)] * 2):
        rollout = Rollout(view.known.rules, 2, weights_for("birmingham", 2), settings)
        rollout.begin(view.known)
        turn = TurnSearch(view.known, rollout.judges[view.known.seat], 300).run()[0]
        found.append(rollout.play(view, turn.line(), view.known.seat, "deal"))
    assert found[1] == found[2] != found[0]


def test_master_plans_its_next_turn_only_where_nets_judge_it() -> None:
    """By hand that was weaker than a strategist: there master only compares more turns."""
    game = gj.new_game("birmingham-introductory", players=2, seed=4)
    for _ in range(8):
        game.play(bot("greedy", 1).choose(game.state.view(game.state.to_act)))
    view = game.state.view(game.state.to_act)
    master = bot("master", 4)
    assert isinstance(master, StrategistBot)
    assert (master.settings.own_plan, master.by_hand.own_plan) == (300, 0)
    found = []
    for settings in (master.by_hand, master.settings):
        twin = StrategistBot(4, settings=settings)
        found.append([node.code for node in twin.think(view, 4 * SOME)])
    assert [node.code for node in master.think(view, 4 * SOME)] == found[0] != found[1]
