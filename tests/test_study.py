"""Studies: records with notes and variations, read, written and changed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import grandjunction as gj
from tests.cli.run import run

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.gj"))


def grown(game: gj.Game, seed: int, tries: int = 12) -> gj.Study:
    """A study of a game with random variations, some of them of variations, and notes."""
    rnd = Random(seed)
    study = gj.Study(game, title="Grown at random # 1")
    for number in range(tries):
        node = rnd.choice([one for one in study.nodes() if not study.game(one).state.is_over])
        for _ in range(rnd.randint(1, 5)):
            moment = study.game(node)
            if moment.state.is_over:
                break
            node = study.play(node, rnd.choice(moment.legal_moves()))
        study.annotate(node, f"try {number}\n\n  # what came of it  ")
    return study


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_is_a_study_and_stays_what_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert gj.read_study(text).to_record() == text


@pytest.mark.parametrize(
    ("ruleset", "players"), [("birmingham", 2), ("lancashire-2018", 2), ("hamlet", 2)], ids=str
)
def test_studies_read_back(ruleset: str, players: int, tmp_path: Path) -> None:
    game = gj.new_game(ruleset, players=players, seed=5)
    rnd = Random(5)
    while game.ply < 60 and not game.state.is_over:
        game.play(rnd.choice(game.legal_moves()))
    game = gj.read_record(game.to_record())
    study = grown(game, 5)
    text = study.to_record()
    main = study.game()
    assert text.startswith(main.to_record())
    assert gj.read_study(text).to_record() == text
    assert gj.read_study(text) == study != gj.Study(game)
    assert gj.read_record(text) == main
    study.save(tmp_path / "study.gj")
    read = gj.load_study(tmp_path / "study.gj")
    assert [one.note for one in read.nodes()] == [one.note for one in study.nodes()]
    assert any(one.note == "try 3\n\n# what came of it" for one in read.nodes())
    assert read.title == "Grown at random # 1"


def test_a_study_that_begins_in_a_position() -> None:
    start = gj.load_game(RECORDS[0]).at(40).state
    study = gj.Study(gj.Game.from_position(start, seed=1))
    study.play(study.root, study.game(study.root).legal_moves()[0])
    assert gj.read_study(study.to_record()) == study


def test_promote_and_delete() -> None:
    study = gj.Study(gj.load_game("records/hamlet-2.gj").at(20))
    moment = study.main()[13]
    (first,) = moment.next
    legal = study.game(moment).legal_moves()
    other = study.play(moment, next(move for move in legal if move != first.move))
    assert study.play(moment, str(other.move)) is other
    assert study.main()[14] is first
    study.promote(other)
    assert study.main()[-1] is other
    assert study.game().ply == 14
    assert gj.read_study(study.to_record()) == study
    study.delete(other)
    assert study.main()[14] is first
    with pytest.raises(ValueError, match="no move"):
        study.delete(study.root)
    with pytest.raises(gj.IllegalMove):
        study.play(study.main()[19], first.move or "")


def test_a_study_opens_at_a_moment() -> None:
    study = gj.Study(gj.load_game("records/hamlet-2.gj").at(20))
    assert study.opening is study.root
    assert "open" not in study.to_record()
    moment = study.main()[13]
    legal = study.game(moment).legal_moves()
    other = study.play(moment, next(move for move in legal if move != moment.next[0].move))
    for opening, line in ((study.main()[15], "open 15"), (other, "open 14")):
        study.opening = opening
        assert line in study.to_record().splitlines()
        read = gj.read_study(study.to_record())
        assert read == study
        assert [one.move for one in read.opening.path()] == [one.move for one in opening.path()]
    study.delete(other)
    assert study.opening is moment


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["A pass card dunton"], "only 'note', 'open' and 'variation' may follow here, not 'A'"),
        (["variation"], "expected: note MOVES TEXT, open MOVES or variation MOVES"),
        (["variation x"], "expected"),
        (["variation 99999999999999999999"], "expected"),
        (["variation -1"], "expected"),
        (["variation ²"], "expected"),
        (["variation 14", "end"], "no moment after 14 moves, or nothing follows"),
        (["note 15 what"], "no moment after 15"),
        (["note"], "expected"),
        (["variation 12"], "has no 'end'"),
        (["variation 12", "end"], "at least one move"),
        (["variation 12", "A pass card dunton", "end"], "illegal move|no legal move|card"),
        (["variation 12", "A build mill corley.1 card corley", "end"], "another line begins with the same"),
        (["variation 12", "A pass card ashby", "end check 00000000"], "does not fit the position"),
        (["variation 12", "A pass card ashby", "end on"], "expected: end check"),
        (["variation 12", "A pass card ashby", "note 12 x", "end"], "no moment after 12"),
        (
            ["variation 12", "A pass card ashby", "note 13 x", "draw A ashby", "end"],
            "only 'note', 'open' and",
        ),
        (["variation 12", "A pass card ashby", "result A 0 B 0", "end"], "unknown word 'result'"),
        (["end"], "no variation was begun"),
        (["study a", "study b"], "one title"),
        (["open"], "expected"),
        (["open 15"], "no moment after 15"),
        (["open 12", "open 13"], "opens at one moment"),
        (["variation 12", "A pass card ashby", "open 12", "end"], "no moment after 12"),
    ],
)
def test_broken_studies_name_the_line(lines: list[str], why: str) -> None:
    game = gj.load_game("records/hamlet-2.gj").at(14)
    text = game.to_record() + "\n".join(lines) + "\n"
    with pytest.raises(gj.RecordError, match=why) as found:
        gj.read_study(text)
    assert found.value.line > len(game.to_record().splitlines()) - 1
    with pytest.raises(gj.RecordError):
        gj.read_record(text)


def test_deep_trees_are_read_and_written() -> None:
    """Each variation leaves the one before it: nothing recurses."""
    game = gj.load_game("records/hamlet-2.gj").at(10)
    study = gj.Study(game)
    node = study.root
    for _ in range(400):
        moment = study.game(node)
        if moment.state.is_over:
            break
        moves = moment.legal_moves()
        study.play(node, moves[0])
        node = study.play(node, moves[-1])
    assert gj.read_study(study.to_record()) == study


def test_the_command_reads_the_main_line(tmp_path: Path) -> None:
    game = gj.load_game("records/hamlet-2.gj")
    path = tmp_path / "study.gj"
    grown(game, 1, 3).save(path)
    done, plain = run("replay", str(path)), run("replay", "records/hamlet-2.gj")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-3:] == plain.stdout.splitlines()[-3:]


@pytest.mark.parametrize("wrong", [None, 5, b"text"])
def test_only_texts_are_studies(wrong: str) -> None:
    with pytest.raises(TypeError, match="a study is a text"):
        gj.read_study(wrong)
