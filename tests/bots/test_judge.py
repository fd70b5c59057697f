"""The learned judge: the same bits everywhere, nothing outside its table, and a file that says what it is."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots import Bot, bot, play_game
from grandjunction.bots.evaluation import Evaluation
from grandjunction.bots.features import MOST, Features
from grandjunction.bots.nets import SHIPPED, BadNet, Net, Nets, Shelf, read_nets
from grandjunction.bots.planner import PlannerBot
from grandjunction.bots.weights import weights_for

TABLES = [(id, n) for id in gj.RULESETS for n in gj.ruleset(id).player_counts]
FOLDER = Path(SHIPPED.folder)
FILES = sorted(FOLDER.glob("*.net"))


def some_nets(id: str = "birmingham", players: int = 2, width: int = 5) -> Nets:
    """Nets nobody trained: their numbers follow from a seed."""
    rules = gj.ruleset(id)
    size = int(Features(rules, players).size)
    rng = gj.Rng(f"{id}/{players}")
    eras = []
    for _ in rules.eras:
        first = [int(rng.below(20001)) - 10000 for _ in range(size * width)]
        offsets = [int(rng.below(200001)) - 100000 for _ in range(width)]
        eras.append(Net(size, first, offsets, [int(rng.below(2001)) - 1000 for _ in range(width + 1)]))
    rows = [[256 * n for n in range(12)] for _ in rules.eras]
    return Nets(rules, players, eras, rows, rows)


def positions(id: str, players: int, count: int, seed: int = 1) -> list[gj.State]:
    """Those where somebody decides, from a game of greedy bots."""
    game = gj.new_game(id, players=players, seed=seed)
    found: list[gj.State] = []
    while not game.state.is_over and len(found) < count:
        found.append(game.state.copy())
        game.play(bot("greedy").choose(game.state.view(game.state.to_act)))
    return found


def judges(nets: Nets | None, id: str, players: int) -> list[Evaluation]:
    weights = weights_for(id, players)
    return [Evaluation(gj.ruleset(id), seat, weights, players, nets) for seat in range(players)]


def values(evaluations: list[Evaluation], states: list[gj.State]) -> list[float]:
    found = []
    for state in states:
        for one in evaluations:
            one.begin(state)
            found.append(one.value(state))
    return found


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_features_are_named_and_bounded(id: str, players: int) -> None:
    rules = gj.ruleset(id)
    features = Features(rules, players)
    assert len(features.names) == features.size == len(set(features.names))
    seat = Evaluation(rules, 0, weights_for(id, players), players)
    rows = set()
    for state in positions(id, players, 25):
        seat.read(state, features)
        assert max(abs(int(one)) for one in features.row) <= MOST
        rows.add(features.as_bytes())
    assert len(rows) > 15
    assert len(features.as_bytes()) == 2 * features.size


def test_both_builds_see_the_same() -> None:
    """The figures are those of the other build too, which runs this same test."""
    states = positions("birmingham", 2, 60)
    judged = values(judges(some_nets(), "birmingham", 2), states)
    assert sha256(repr(judged).encode()).hexdigest()[:16] == "01645e6a90c3e23d"


def test_where_it_looked_before_does_not_matter() -> None:
    states = positions("lancashire-2018", 2, 40)
    nets = some_nets("lancashire-2018")
    forth = values(judges(nets, "lancashire-2018", 2), states)
    fresh = [value for state in states for value in values(judges(nets, "lancashire-2018", 2), [state])]
    assert forth == fresh


def test_a_view_is_judged_like_the_position() -> None:
    """The judge sees nothing that its seat does not."""
    evaluations = judges(some_nets(), "birmingham", 2)
    for state in positions("birmingham", 2, 30):
        seat = evaluations[state.to_act]
        assert values([seat], [state]) == values([seat], [state.view(state.to_act).known])


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    nets = some_nets()
    text = nets.text()
    assert read_nets(text, gj.ruleset("birmingham"), 2).text() == text
    (tmp_path / "birmingham-2.net").write_text(text, encoding="utf-8")
    found = Shelf(str(tmp_path)).nets(gj.ruleset("birmingham"), 2)
    assert found is not None
    states = positions("birmingham", 2, 10)
    assert values(judges(found, "birmingham", 2), states) == values(judges(nets, "birmingham", 2), states)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("grandjunction net 1", "grandjunction net 0", "not a file of nets"),
        ("ruleset birmingham", "ruleset lancashire-2018", "for ruleset lancashire-2018, not for birmingham"),
        ("revision 1", "revision 0", "for revision 0, not for 1"),
        ("players 2", "players 4", "for players 4, not for 2"),
        ("features 1", "features 999", "for features 999, not for 1"),
        ("hash ", "hash 0", "not those that the file was written with"),
        ("\nAA", "\n!!", "cannot be read"),
    ],
)
def test_nets_that_do_not_fit_are_refused(old: str, new: str, said: str) -> None:
    text = some_nets().text()
    if old == "\nAA":
        text, old, new = text[:-3] + "!\n", "", ""
    with pytest.raises(BadNet, match=said):
        read_nets(text.replace(old, new, 1) if old else text, gj.ruleset("birmingham"), 2)


def test_layers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadNet, match="do not fit each other"):
        Net(3, [1] * 6, [0, 0], [1, 1])
    nets = some_nets()
    with pytest.raises(BadNet, match="features"):
        Nets(gj.ruleset("birmingham"), 4, [Net(2, [1, 1], [0], [1, 1])] * 2, nets.bias, nets.bias)
    with pytest.raises(BadNet, match="eras"):
        Nets(nets.rules, 2, nets.eras[:1], nets.bias[:1], nets.bias[:1])


def test_nets_add_nothing_outside_their_ruleset_revision_and_players(tmp_path: Path) -> None:
    shelf = Shelf(str(tmp_path))
    text = some_nets().text()
    (tmp_path / "birmingham-2.net").write_text(text.replace("revision 1\n", "revision 0\n"), encoding="utf-8")
    (tmp_path / "birmingham-3.net").write_text(text, encoding="utf-8")
    assert shelf.nets(gj.ruleset("birmingham"), 2) is None  # another revision
    with pytest.raises(BadNet, match="players"):
        shelf.nets(gj.ruleset("birmingham"), 3)  # a file in the wrong place is a mistake
    assert shelf.nets(gj.ruleset("birmingham"), 4) is None
    assert shelf.nets(gj.ruleset("lancashire-2018"), 2) is None

    def game(shelf: Shelf, players: int) -> list[str]:
        seats: list[Bot] = [PlannerBot(1, shelf=shelf) for _ in range(players)]
        return [str(move) for move in play_game("birmingham", seats, 3, 60).moves]

    assert game(shelf, 2) == game(Shelf(""), 2)  # so a bot plays as by hand
    assert game(shelf, 4) == game(Shelf(""), 4)
    (tmp_path / "birmingham-2.net").write_text(text, encoding="utf-8")
    assert game(Shelf(str(tmp_path)), 2) != game(Shelf(""), 2)


@pytest.mark.parametrize("text", ["", "grandjunction net", "<html>\nno such file\n</html>\n"])
def test_a_file_that_holds_no_nets_is_refused(tmp_path: Path, text: str) -> None:
    """It is not taken for nets of another revision, which are left aside without a word."""
    (tmp_path / "birmingham-2.net").write_text(text, encoding="utf-8")
    with pytest.raises(BadNet, match=r"birmingham-2\.net: this is not a file of nets"):
        Shelf(str(tmp_path)).nets(gj.ruleset("birmingham"), 2)


def test_without_nets_a_bot_plays_as_by_hand(tmp_path: Path) -> None:
    def game(shelf: Shelf) -> list[str]:
        seats: list[Bot] = [PlannerBot(1, shelf=shelf) for _ in range(2)]
        return play_game("birmingham-introductory", seats, 3, 150).to_record().splitlines()[8:]

    assert game(Shelf(str(tmp_path))) == game(Shelf(""))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_shipped_nets_fit_their_tables(file: Path) -> None:
    id, _, players = file.stem.rpartition("-")
    nets = SHIPPED.nets(gj.ruleset(id), int(players))
    assert nets is not None, "of another revision: train it anew"
    assert nets.text() == file.read_text(encoding="utf-8")
    assert len(nets.bias) == len(gj.ruleset(id).eras)


def test_the_shipped_nets_are_small() -> None:
    assert sum(file.stat().st_size for file in FILES) < 3_000_000
