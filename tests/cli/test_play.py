"""Plays in the terminal by script: whole games, questions and commands."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import grandjunction as gj
from grandjunction.cli.table import print_board
from grandjunction.core.notation import parse_move
from grandjunction.words import LANGUAGES, Words
from grandjunction.words.examples import MOVES, QUESTIONS, moves_to_type
from tests.cli.run import refused, run, run_apart

INTRODUCTORY = (
    "play",
    "--ruleset",
    "birmingham-introductory",
    "--players",
    "2",
    "--seed",
    "3",
    "--bots",
    "random",
)
ALWAYS_THE_FIRST = "1\n" * 600


def test_a_whole_game_by_numbers(tmp_path: Path) -> None:
    file = tmp_path / "game.gj"
    done = run_apart(*INTRODUCTORY, "--name", "Ann [b]", "--record", str(file), input=ALWAYS_THE_FIRST)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
    game = gj.load_game(file)
    assert game.state.is_over
    assert game.names == ["Ann [b]", "Random B"]
    assert f"A Ann [b]  {game.state.vp[0]:>2}" in done.stdout
    assert "Choose an action" in done.stdout
    assert "Ann [b] played the " in done.stdout


def test_the_same_game_again() -> None:
    assert (
        run(*INTRODUCTORY, input=ALWAYS_THE_FIRST).stdout == run(*INTRODUCTORY, input=ALWAYS_THE_FIRST).stdout
    )


@pytest.mark.parametrize("ruleset", ["hamlet", "birmingham"])
def test_hot_seat(ruleset: str, tmp_path: Path) -> None:
    file = tmp_path / "game.gj"
    words = ("play", "-r", ruleset, "-p", "2", "--hot-seat", "-s", "1", "--record", str(file))
    result = run(*words, input="1\n" * 2000)
    assert result.exit_code == 0
    assert gj.load_game(file).state.is_over


def test_the_input_ends(tmp_path: Path) -> None:
    file = tmp_path / "game.gj"
    for text in ("", "1", "6\n1\n", "?\n"):
        done = run_apart(*INTRODUCTORY, "--record", str(file), input=text)
        assert done.returncode == 1
        assert "The input ended before the game did." in done.stdout
        assert done.stderr == ""
        assert not gj.load_game(file).state.is_over


def test_quitting_offers_the_record(tmp_path: Path) -> None:
    file = tmp_path / "kept.gj"
    result = run(*INTRODUCTORY, input=f"quit\n{file}\n")
    assert result.exit_code == 0
    assert not gj.load_game(file).state.is_over
    assert run(*INTRODUCTORY, input="quit\n\n").exit_code == 0
    assert run(*INTRODUCTORY, input="quit\n").exit_code == 0


def test_the_turn_can_be_taken_back(tmp_path: Path) -> None:
    played, plain = tmp_path / "played.gj", tmp_path / "plain.gj"
    # One action in the first round: done, taken back at the end of the turn, and done otherwise.
    result = run(*INTRODUCTORY, "--record", str(played), input="loan 30 card coal\n2\npass card coal\n1\n")
    run(*INTRODUCTORY, "--record", str(plain), input="pass card coal\n1\n")
    assert "Your turn is undone." in result.stdout
    assert played.read_text() == plain.read_text()
    assert "nothing to undo" in run(*INTRODUCTORY, input="undo\n").stdout
    # Two actions in the second: after the first, both are open again.
    more = "pass card coal\n1\npass card dudley\nundo\npass card dudley\npass card brewery\n1\n"
    run(*INTRODUCTORY, "--record", str(played), input=more)
    run(*INTRODUCTORY, "--record", str(plain), input=more.replace("pass card dudley\nundo\n", ""))
    assert played.read_text() == plain.read_text()


def test_typing_moves_and_nonsense() -> None:
    said = run(*INTRODUCTORY, input="99\n\nfly\nbuild\nbuild cotton leek.1 card leek\n").stdout
    assert "Type a number from 1 to" in said
    assert "Type a number, or ? for help." in said
    assert "unknown verb 'fly'" in said
    assert "build: name its kind." in said
    assert "You do not hold the Leek card (or not enough of them): B-TURN-03" in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("build cotton leek", "No card in your hand lets you build a cotton mill in Leek: B-CARD-01"),
        ("build cotton leek.2", "No card in your hand lets you build a cotton mill in Leek: B-CARD-01"),
        ("build cotton nowhere", "unknown place 'nowhere'."),
        ("link leek--belper", "Leek–Belper cannot have a link in the Canal Era: B-LINK-02"),
        ("sell leek", "to sell: B-SELL-03"),
        ("develop pottery", "Pottery I cannot be developed: it must be built: B-DEV-03"),
        ("sell", "You have no unsold tile on the board that could be sold: B-SELL-03"),
        ("scout", "No rule forbids it."),
        ("stop", "Stop must wait: first choose an action: B-TURN-02"),
        ("loan 30", "No rule forbids it."),
        ("B-COAL-05", "B-COAL-05  When coal may be bought."),
        ("fly", "unknown verb 'fly'"),
        ("", "Ask: why build cotton leek"),
    ],
)
def test_why(question: str, answer: str) -> None:
    said = run(*INTRODUCTORY, input=f"why {question}\n").stdout
    assert answer in said


LANCASHIRE = ("play", "-r", "lancashire-2018", "-p", "2", "-s", "1", "-b", "random")


@pytest.mark.parametrize("game", MOVES)
def test_the_examples_of_the_help_can_be_typed(game: str) -> None:
    rules = gj.ruleset({"lancashire": "lancashire-2018"}.get(game, game))
    assert moves_to_type(rules) == MOVES[game]
    for text in MOVES[game]:
        assert str(parse_move(rules, text)) == text
    asked = "".join(f"why {question}\n" for question in QUESTIONS[game])
    said = run("play", "-r", rules.id, "-p", "2", "-s", "1", "-b", "random", input=asked).stdout
    assert "unknown" not in said
    assert f"{QUESTIONS[game][-1]}  " in said


def test_the_help_speaks_of_the_game_played() -> None:
    said = run(*LANCASHIRE, input="?\nwhy\n").stdout
    assert "sell manchester.1 port distant card wigan" in said
    assert "Ask: why build cotton bolton" in said
    assert "leek" not in said
    assert "link leek--belper card leek" in run(*INTRODUCTORY, input="?\n").stdout


def test_demand_is_told_in_words() -> None:
    said = run(*LANCASHIRE, input="").stdout
    assert "Cotton demand abroad: +3 on the income track (row 1 of 8); tiles left: −1 ×1, −2 ×3, " in said
    assert "demand 0 left" not in said
    state = gj.new_game("lancashire-2018", players=2, seed=1).state
    text = state.to_position().replace("canal round 1", "canal round 2")
    closed = gj.read_position(text.replace("demand 0 left 0 1 3 3 1", "demand 8 left 0 1 2 1 1"))
    out = Console(file=StringIO(), width=200)
    for lang in LANGUAGES:
        print_board(out, closed.view(0), ["Ann", "Bob"], Words(lang))
    assert isinstance(out.file, StringIO)
    assert "Cotton demand abroad: none in this era; tiles left: " in out.file.getvalue()
    assert "demand 8 left" not in out.file.getvalue()


def test_back_and_board() -> None:
    said = run(*INTRODUCTORY, input="1\nback\nback\nboard\n").stdout
    assert said.count("Build what?") == 1
    assert said.count("Your hand:") == 2


def test_secrets_stay_secret() -> None:
    """Only one's own draws are told."""
    said = run(*INTRODUCTORY, input=ALWAYS_THE_FIRST).stdout
    assert "You drew " in said
    assert "random B drew " not in said


def test_play_complains(tmp_path: Path) -> None:
    assert "unknown ruleset" in refused("play", "-r", "chess")
    assert "unknown bot 'oracle'" in refused("play", "-b", "oracle")
    assert "needs 2, 3 or 4 players" in refused("play", "-p", "9")
    assert "there is no folder" in refused("play", "--record", str(tmp_path / "no" / "game.gj"))
