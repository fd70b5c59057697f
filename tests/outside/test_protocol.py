"""What a bot outside is told: its own view, all of it, and nothing more."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots import bot, play_game
from grandjunction.core.notation import read_move
from grandjunction.outside import OutsideBot
from grandjunction.outside.outside_bot import FAULTS
from grandjunction.outside.protocol import choose, describe, end, fault, hello, options
from tests.outside.programs import ROOT, program
from tests.server.canaries import planted

KEEPS_ALL = """
class Kept:
    def __iter__(self):
        with open({log!r}, "w") as file:
            for line in sys.__stdin__:
                file.write(line)
                file.flush()
                yield line
sys.stdin = Kept()
"""


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018"])
def test_nothing_hidden_is_sent(ruleset: str, tmp_path: Path) -> None:
    """Cards bear canaries' names; every line is searched for those its seat cannot know."""
    log = tmp_path / "log"
    with planted(ruleset):
        outsider = OutsideBot(program(tmp_path, KEEPS_ALL.format(log=str(log))), "secret-seed/1/A")
        game = play_game(ruleset, [outsider, bot("random", 1)], "secret-seed/1")
        outsider.close(game.state)
        assert outsider.faults == []
        # What seat A may know when it is asked: what it drew, and what lies open.
        replayed = gj.Game(game.rules, 2)
        allowed: set[str] = set()
        asked = [line for line in log.read_text().splitlines() if '"type":"choose"' in line]
        searched = 0
        for move in game.moves:
            if replayed.state.to_act == 0:
                state = replayed.state
                allowed |= set(state.hand_of(0))
                allowed |= {id for id, n in zip(game.rules.cards.ids, state.discards, strict=True) if n}
                told = set(re.findall("cnry[a-j]{3}", asked[searched]))
                assert told <= allowed
                hidden = set(state.hand_of(1)) - allowed
                assert not any(id in asked[searched] for id in hidden if id.startswith("cnry"))
                searched += 1
            replayed.play(move)
        assert searched == len(asked) > 20
    assert "secret-seed" not in log.read_text()


@pytest.mark.parametrize("ruleset", list(gj.RULESETS))
def test_options_are_the_legal_moves(ruleset: str) -> None:
    """Each with each of its cards, once, and nothing else."""
    rng = gj.Rng("options")
    game = gj.new_game(ruleset, players=gj.ruleset(ruleset).player_counts[0], seed=2)
    for _ in range(60):
        if game.state.is_over:
            break
        view = game.state.view(game.state.to_act)
        said = [
            f"{option['move']} card {card}" if card else option["move"]
            for option in options(view)
            for card in (option["cards"] or [""])
        ]
        moves = view.legal_moves()
        read = [read_move(view.known, text) for text in said]
        assert sorted(move.code for move in read) == sorted(move.code for move in moves)
        game.play(moves[rng.below(len(moves))])


def test_a_view_is_told_as_it_is() -> None:
    game = play_game("birmingham", [bot("greedy", 1), bot("greedy", 1)], 4)
    half = gj.Game(game.rules, 2)
    for move in game.moves[:150]:
        half.play(move)
    while half.state.to_act < 0:
        half.play(game.moves[len(half.moves)])
    state = half.state
    seat = state.to_act
    told = json.loads(json.dumps(describe(state.view(seat))))
    assert gj.read_position(told["position"]) == state.view(seat).known
    assert told["hand"] == state.hand_of(seat)
    assert told["seats"]["A"]["pounds"] == state.pounds[0]
    assert told["seats"]["B"]["vp"] == state.vp[1]
    assert told["seats"]["B"]["cards"] == state.hand_size[1]
    assert len(told["tiles"]) == bin(state.occupied).count("1")
    assert len(told["discards"]) == sum(state.discards)
    assert {tile["slot"] for tile in told["tiles"] if tile["flipped"]}
    assert told["decision"]["name"] == game.rules.decision_names[state.decision]
    assert any(line.startswith("merchant ") for line in told["more"])


def test_the_page_shows_messages_as_they_are() -> None:
    """The examples of docs/bot-protocol.md have the fields that are really sent; every fault is named."""
    page = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL)]
    told = {message["type"]: message for message in shown if message.get("type") != "move"}
    state = gj.new_game("birmingham", players=4, seed=1).state
    view = state.view(state.to_act)
    assert shown[0].keys() == hello(view, "s", 0, 5.0).keys()
    sent = choose(1, view)
    assert told["choose"].keys() == sent.keys()
    assert told["choose"]["options"][0].keys() == sent["options"][0].keys()
    assert told["fault"].keys() == fault("late", "", 1, 3).keys()
    over = play_game("hamlet", [bot("random", 1), bot("random", 1)], 1).state
    assert told["end"].keys() == end(over).keys()
    for name in FAULTS:
        assert f"| `{name}` |" in page
    for name in (*sent["view"], *sent["view"]["seats"]["A"], *sent["view"]["decision"]):
        assert f"`{name}`" in page, name
