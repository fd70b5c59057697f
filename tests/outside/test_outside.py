"""Outside bots: good ones play, and whatever bad ones do, the game goes on."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.bots import NotItsTurn, bot, play_game
from grandjunction.outside import BadCommand, Command, OutsideBot, process
from grandjunction.outside.outside_bot import MOST_FAULTS, fallback
from tests.outside.programs import EXAMPLE, PATIENCE, ends, program

THREE = [1, 2, 3]


def play_out(command: Command, ruleset: str = "hamlet", start_seconds: float = PATIENCE) -> OutsideBot:
    """Play a whole game against ``random``. Nothing may be left running."""
    outsider = OutsideBot(command, "luck", start_seconds)
    game = play_game(ruleset, [outsider, bot("random", 1)], 5)
    assert game.state.is_over
    assert gj.read_record(game.to_record()).state == game.state
    outsider.close(game.state)
    assert not process._alive
    return outsider


@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire-2018", "hamlet"])
def test_the_example_plays_without_a_fault_and_the_same_again(ruleset: str) -> None:
    command = Command("example", (sys.executable, str(EXAMPLE)), PATIENCE)
    records = []
    for _ in range(2):
        seats = [OutsideBot(command, "luck"), OutsideBot(command, "luck")]
        game = play_game(ruleset, list(seats), 1)
        for one in seats:
            one.close(game.state)
            assert one.faults == []
        records.append(game.to_record())
    assert records[0] == records[1]


def test_the_example_beats_random() -> None:
    own = others = 0
    for seed in range(4):
        outsider = OutsideBot(Command("example", (sys.executable, str(EXAMPLE)), PATIENCE), seed)
        state = play_game("birmingham", [outsider, bot("random", seed)], seed).state
        outsider.close()
        own += state.vp[0]
        others += state.vp[1]
    assert own > 2 * others


def test_the_example_needs_nothing_of_ours() -> None:
    assert "grandjunction" not in [
        line.split()[1] for line in EXAMPLE.read_text().splitlines() if line.startswith(("import", "from"))
    ]


def test_a_good_program_is_asked_for_every_decision(tmp_path: Path) -> None:
    log = tmp_path / "log"
    told = f"""
def answer(message):
    with open({str(log)!r}, "a") as file:
        file.write(str(message["id"]) + "\\n")
    say(first(message))
"""
    assert play_out(program(tmp_path, told)).faults == []
    ids = [int(line) for line in log.read_text().split()]
    assert ids == list(range(1, len(ids) + 1))


NONSENSE = {
    "no JSON": 'raw(b"build me something\\n")',
    "not UTF-8": 'raw(b"\\xff\\xfe\\x00{}\\n")',
    "an empty line": 'raw(b"\\n")',
    "no object": "say([1, 2])",
    "no id": 'say({"move": "pass"})',
    "an id of the future": 'say({**first(message), "id": message["id"] + 1})',
    "an id of no question": 'say({**first(message), "id": 0})',
    "an id that is no number": 'say({**first(message), "id": True})',
    "no move": 'say({"id": message["id"]})',
    "a move that is no text": 'say({"id": message["id"], "move": 7})',
    "too deep": 'raw(b"[" * 60000 + b"\\n")',
    "too large a number": 'raw(b"9" * 60000 + b"\\n")',
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_costs_the_turn_and_three_times_the_seat(what: str, tmp_path: Path) -> None:
    outsider = play_out(program(tmp_path, f"\ndef answer(message):\n    {NONSENSE[what]}\n"))
    assert outsider.faults == ["nonsense"] * MOST_FAULTS
    assert outsider.is_out


ILLEGAL = {
    "no words": "",
    "unknown words": "fly away",
    "cannot be made": "build brewery fair.1 card ashby",
    "fits several": "pass",
    "for nature only": "draw A ashby",
    "very long": "pass " * 5000,
}


@pytest.mark.parametrize("what", ILLEGAL)
def test_an_illegal_move_is_a_fault_and_changes_nothing(what: str, tmp_path: Path) -> None:
    said = f'{{"id": message["id"], "move": {ILLEGAL[what]!r}}}'
    outsider = play_out(program(tmp_path, f"\ndef answer(message):\n    say({said})\n"))
    assert outsider.faults == ["illegal"] * MOST_FAULTS


def test_a_fault_is_told_and_costs_no_more_than_the_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    once = f"""
def answer(message):
    say({{"id": 1, "move": "fly"}} if message["id"] == 1 else first(message))
json_loads = json.loads
def loads(line):
    with open({str(log)!r}, "a") as file:
        file.write(line)
    return json_loads(line)
json.loads = loads
"""
    outsider = OutsideBot(program(tmp_path, once), "luck")
    game = play_game("birmingham", [outsider, bot("random", 1)], 5)
    assert outsider.faults == ["illegal"]
    assert not outsider.is_out
    outsider.close(game.state)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in told[:4]] == ["hello", "choose", "fault", "choose"]
    assert (told[2]["fault"], told[2]["faults"], told[2]["most"]) == ("illegal", 1, 3)
    assert told[2]["message"].startswith("unknown verb 'fly'")
    own = [line for line in game.to_record().splitlines() if line.startswith("A ")]
    assert own[0].startswith("A pass card ")
    assert told[3]["view"]["round"] == 2
    last = told[-1]
    assert (last["type"], last["over"]) == ("end", True)
    assert last["vp"] == {"A": game.state.vp[0], "B": game.state.vp[1]}


def test_answers_that_are_too_old_are_passed_over(tmp_path: Path) -> None:
    older = """
def answer(message):
    for id in range(max(1, message["id"] - 3), message["id"]):
        say({"id": id, "move": "fly"})
    say(first(message))
"""
    assert play_out(program(tmp_path, older)).faults == []


def test_a_late_answer_costs_the_turn_and_is_not_taken_for_the_next(tmp_path: Path) -> None:
    slow = """
def answer(message):
    if message["id"] == 1:
        time.sleep(2.5)
    say(first(message))
"""
    outsider = OutsideBot(program(tmp_path, slow, seconds=2.0), "luck", PATIENCE)
    view = gj.new_game("hamlet", players=2, seed=3).state.view(1)
    assert view.may_act
    assert outsider.choose(view) == fallback(view)
    assert outsider.faults == ["late"]
    outsider._lost = None  # the next turn
    assert outsider.choose(view) == view.legal_moves()[0]
    assert outsider.faults == ["late"]
    outsider.close()


def test_three_late_answers_put_it_out(tmp_path: Path) -> None:
    start = time.monotonic()
    outsider = play_out(program(tmp_path, "\ndef answer(message):\n    pass\n", seconds=0.1))
    assert outsider.faults == ["late"] * 3
    assert time.monotonic() - start < PATIENCE


GONE = {
    "says nothing": ("def begin(message):\n    pass", "no_hello"),
    "greets with something else": ('def begin(message):\n    say({"type": "good day"})', "no_hello"),
    "speaks another protocol": ('def begin(message):\n    say({"type": "hello", "protocol": 2})', "no_hello"),
    "greets with nonsense": ('def begin(message):\n    raw(b"\\xff\\n")', "no_hello"),
    "ends at once": ("sys.exit(3)", "gone"),
    "ends when greeted": ("def begin(message):\n    sys.exit()", "gone"),
    "ends when asked": ("def answer(message):\n    os._exit(1)", "gone"),
    "is killed": ("def answer(message):\n    os.kill(os.getpid(), 9)", "gone"),
    "closes its output": ("def answer(message):\n    os.close(1)\n    time.sleep(600)", "gone"),
    "ends in mid-line": ("def answer(message):\n    raw(b'{\"id\": 1')\n    os._exit(0)", "nonsense"),
    "floods when asked": ('def answer(message):\n    while True:\n        raw(b"{}" * 5000)', "flood"),
    "writes a huge line": ('def answer(message):\n    raw(b" " * 5_000_000 + b"\\n")', "flood"),
    "never reads": ('say({"type": "hello", "protocol": 1})\ntime.sleep(600)', "late"),
}


@pytest.mark.parametrize("what", GONE)
def test_a_program_that_cannot_be_asked_is_out(what: str, tmp_path: Path) -> None:
    changes, fault = GONE[what]
    # A short wait only for those that must be waited for: a busy machine may start others slowly.
    start_seconds = 0.5 if what == "says nothing" else PATIENCE
    seconds = 0.1 if fault == "late" else PATIENCE
    outsider = play_out(program(tmp_path, f"\n{changes}\n", seconds), start_seconds=start_seconds)
    assert outsider.faults[0] == fault
    assert outsider.is_out
    assert len(outsider.faults) == {"late": 3, "nonsense": 2}.get(fault, 1)


def test_a_flood_of_lines_puts_it_out(tmp_path: Path) -> None:
    """As nonsense or as a flood, whichever is noticed first."""
    assert play_out(program(tmp_path, '\nwhile True:\n    raw(b"[]\\n" * 1000)\n')).is_out


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    assert play_out(Command("ghost", (str(tmp_path / "ghost"),))).faults == ["gone"]


def test_it_goes_with_all_it_has_started(tmp_path: Path) -> None:
    """Whether it listens or not."""
    stubborn = f"""
import signal
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL)
open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
import atexit
atexit.register(time.sleep, 600)
"""
    assert play_out(program(tmp_path, stubborn)).faults == []
    own, child = map(int, (tmp_path / "pids").read_text().split())
    assert ends(own)
    assert ends(child)


@pytest.mark.parametrize("ruleset", list(gj.RULESETS))
def test_the_fallback_plays_any_game_to_its_end(ruleset: str) -> None:
    nobody = [OutsideBot(Command("nobody", ("/nonexistent",)), 1) for _ in range(2)]
    if 2 not in gj.ruleset(ruleset).player_counts:
        nobody += [OutsideBot(Command("nobody", ("/nonexistent",)), 1)]
    assert play_game(ruleset, list(nobody), 3).state.is_over


def test_it_moves_only_when_it_is_its_turn() -> None:
    state = gj.new_game(players=3, seed=4).state
    with pytest.raises(NotItsTurn):
        OutsideBot(Command("x", ("/nonexistent",)), 1).choose(state.view((state.to_act + 1) % 3))


def test_commands_are_read_or_refused() -> None:
    command = Command.read(f"mine={sys.executable} -c 'print( 1 )'")
    assert command == Command("mine", (sys.executable, "-c", "print( 1 )"))
    for text, why in {
        "mine": "is not NAME=COMMAND",
        "=ls": "is not NAME=COMMAND",
        f"{'x' * 31}=ls": "at most 30",
        "mine=": "names no command",
        "mine='": "cannot be read: No closing quotation",
        "mine=/nonexistent/x": "there is no program '/nonexistent/x'",
    }.items():
        with pytest.raises(BadCommand, match=why):
            Command.read(text)
