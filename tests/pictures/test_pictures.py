"""A position as a picture: every piece is in it, for both games, day and night, and no secret is."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grandjunction as gj
from grandjunction.core.bits import count
from grandjunction.core.seats import seat_name
from grandjunction.pictures import THEMES, UnknownTheme
from grandjunction.words import LANGUAGES, Words

from ..cli.run import run

RECORDS = Path(__file__).resolve().parents[2] / "records"
GAMES = ("birmingham-4", "lancashire-2018-4", "lancashire-2007-3", "hamlet-2")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def positions(name: str) -> list[gj.State]:
    """Positions of a golden game from its first decision to its end."""
    told = gj.load_game(RECORDS / f"{name}.gj")
    state = gj.State(told.rules, told.state.players)
    state.advance(None)
    found: list[gj.State] = []
    for number, move in enumerate(told.moves):
        if number % (len(told.moves) // 6) == 0:
            found.append(state.copy())
        state.apply(move)
    return [*found, state]


def tips(svg: str) -> list[str]:
    """What the pointer would be told, in order."""
    return [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_drawn_once(name: str, theme: str) -> None:
    for state in positions(name):
        svg = state.svg(theme)
        said = tips(svg)
        spaces = [tip for tip in said if ": " in tip and " · " in tip]
        assert len(spaces) == count(state.occupied)
        assert sum("flipped" in tip for tip in spaces) == count(state.flipped)
        assert sum("holding" in tip for tip in spaces) == count(state.stocked)
        links = [tip for tip in said if "–" in tip and " · " in tip and ": " not in tip]
        assert len(links) == count(state.laid)
        words = "".join(ElementTree.fromstring(svg).itertext())
        for place in state.rules.board.place_names:
            assert place in words or "farm" in place.lower()
        for seat in range(state.players):
            assert f"£{state.pounds[seat]}" in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_speaks_every_language(lang: str) -> None:
    for name in GAMES:
        ElementTree.fromstring(positions(name)[-2].svg(lang=lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_merchants_show_their_bonus_in_words(lang: str) -> None:
    state = positions("birmingham-4")[1]
    said = [text.text for text in ElementTree.fromstring(state.svg(lang=lang)).iter(f"{SVG}text")]
    for row in state.rules.stall_rows:
        for stall in row.stalls:
            assert Words(lang).bonus(stall.bonus, stall.amount) in said


def test_pictures_on_one_page_do_not_disturb_each_other() -> None:
    """No ids and no style sheet: both would hold for the whole page of a notebook."""
    svg = positions("birmingham-4")[-1].svg()
    assert re.search(r"\bid=|<style|\bclass=|url\(", svg) is None


def test_a_width_keeps_the_shape_of_the_picture() -> None:
    svg = positions("birmingham-4")[3].svg(width=450)
    root = ElementTree.fromstring(svg)
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    assert root.attrib["width"] == "450"
    assert abs(float(root.attrib["height"]) - 450 * down / across) < 1


def test_marked_things_are_lit() -> None:
    state = positions("birmingham-4")[4]
    plain = state.svg()
    glow = "#d4730c"
    for id in ("dudley.1", "birmingham--dudley", "dudley--birmingham", "dudley", "oxford.1"):
        assert state.svg(mark=[id]).count(glow) == plain.count(glow) + 1, id
    assert state.svg(mark="dudley.1") == state.svg(mark=["dudley.1"])
    with pytest.raises(ValueError, match="nothing on this board is called 'atlantis'"):
        state.svg(mark=["dudley", "atlantis"])


def test_a_finished_game_names_and_lights_the_winners() -> None:
    over = positions("birmingham-4")[-1].copy()
    box = 'stroke="#d4730c" stroke-width="4"'
    (winner,) = gj.standings(over)[0]
    assert f"{seat_name(winner)}: {over.vp[winner]} VP" in "".join(
        ElementTree.fromstring(over.svg()).itertext()
    )
    assert over.svg().count(box) == 1
    for seat in (1, 2, 3):
        over.vp[seat], over.income[seat], over.pounds[seat] = 300, 10, 5
    assert gj.standings(over)[0] == [1, 2, 3]
    assert over.svg().count(box) == 3


def test_every_seat_needs_a_name() -> None:
    with pytest.raises(ValueError, match="4 players need 4 names, not 1"):
        positions("birmingham-4")[0].svg(names=["Ann"])


@pytest.mark.parametrize("width", [0, -3, float("nan")])
def test_a_picture_has_a_width(width: float) -> None:
    with pytest.raises(ValueError, match=r"a picture cannot be .* pixels wide"):
        positions("hamlet-2")[0].svg(width=width)


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(UnknownTheme, match="unknown theme 'dusk'; one of day, night"):
        positions("hamlet-2")[0].svg("dusk")


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_no_secret(name: str) -> None:
    """Whatever the hidden cards are, the picture and the words of a view are the same."""
    for state in positions(name):
        for seat in (*range(state.players), None):
            view = state.view(seat)
            other = view.determinize(gj.Rng(f"{name} {seat}")).view(seat)
            assert other.svg() == view.svg()
            assert str(other) == str(view)


def test_a_view_shows_its_own_hand_and_a_state_that_of_the_seat_to_act() -> None:
    game = gj.new_game("birmingham", players=2, seed=7)
    acting = game.state.to_act
    assert game.state.hand_of(acting).count("brewery") == 2
    assert game.state.svg().count(">Brewery<") == 2
    assert game.state.view(acting).svg() == game.state.svg()
    other = game.state.view(1 - acting)
    assert other.svg().count(">Brewery<") == other.hand.count("brewery")
    assert ">Brewery<" not in game.state.view().svg()


def test_notebooks_find_the_picture() -> None:
    game = gj.new_game("hamlet", players=2, seed=1, names=["Ann & Co", "Bob"])
    assert game.state._repr_svg_() == gj.svg(game.state)
    assert game.state.view(0)._repr_svg_() == gj.svg(game.state.view(0))
    assert "Ann &amp; Co" in gj.svg(game)


def test_pictures_need_neither_numpy_nor_the_command_line() -> None:
    code = (
        "import sys, grandjunction as gj;"
        "gj.new_game('birmingham', players=2, seed=1).state.svg();"
        "print([name for name in ('numpy', 'PIL', 'typer', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# -- on the command line ------------------------------------------------------------------------------


def test_show_writes_a_picture_of_a_record(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    result = run(
        "show", str(RECORDS / "hamlet-2.gj"), "--svg", str(out), "--theme", "night", "--width", "600"
    )
    assert result.exit_code == 0
    root = ElementTree.parse(out).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.attrib["width"] == "600"


def test_show_tells_a_position_in_words(tmp_path: Path) -> None:
    state = positions("birmingham-4")[2]
    file = tmp_path / "position.txt"
    file.write_text(state.to_position(), encoding="utf-8")
    assert run("show", str(file)).stdout == f"{state}\n"
    assert run("show", str(file), "--seat", "B").stdout == f"{state.view(1)}\n"
    assert run("show", "-", "--seat", "spectator", input=state.to_position()).stdout == f"{state.view()}\n"
    assert run("show", state.to_position()).stdout == f"{state}\n"
    assert run("show", "-", input=f"# a study\n\n{state.to_position()}").stdout == f"{state}\n"
    broken = run("show", state.to_position().replace("era canal", "era steam")).stderr
    assert broken.startswith("grandjunction: the position: line ")
    neither = run("show", "-", input="chess").stderr
    assert "neither a record nor a position" in neither


def test_show_goes_back_in_a_record() -> None:
    first = run("show", str(RECORDS / "hamlet-2.gj"), "--ply", "12").stdout
    last = run("show", str(RECORDS / "hamlet-2.gj")).stdout
    text = (RECORDS / "hamlet-2.gj").read_text(encoding="utf-8")
    assert run("show", text).stdout == last
    assert run("show", text.replace("players 2", "players 9")).stderr.startswith(
        "grandjunction: the record: line 3"
    )
    assert "Canal Era" in first
    assert "Rail Era" in last


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--theme", "dusk"], "unknown theme 'dusk'; one of day, night"),
        (["--seat", "D"], "unknown seat 'D'; one of A, B, spectator"),
        (["--ply", "9999"], "so there is no position after 9999"),
        (["--svg", "nowhere/at/all.svg"], "there is no folder"),
    ],
)
def test_show_says_what_is_wrong(words: list[str], sentence: str) -> None:
    result = run("show", str(RECORDS / "hamlet-2.gj"), *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
