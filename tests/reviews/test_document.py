"""A review as JSON, as a page and in the terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.reviews import Review
from grandjunction.reviews.document import document
from grandjunction.reviews.estimates import Estimate
from grandjunction.reviews.grades import GRADES
from grandjunction.reviews.page import page
from grandjunction.reviews.reckoning import TurningPoint
from grandjunction.reviews.sentences import Teller, teller, turned
from grandjunction.rulesets import ruleset
from grandjunction.words import LANGUAGES, Words
from tests.cli.run import refused, run

from .games import TINY, end_of

EMPTY = {"meta"}  # tags that are not closed


@cache
def reviewed() -> Review:
    game = end_of("hamlet-2", "rail", 2)
    game.names[0] = "Ann & <Co>"
    return gj.review(game, depth=TINY)


class Nesting(HTMLParser):
    """Checks that every tag is closed in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_in_every_language(lang: str) -> None:
    words = Words(lang)
    text = page(reviewed(), words)
    nesting = Nesting()
    nesting.feed(text)
    assert nesting.open == []
    assert f'<html lang="{lang}">' in text
    assert words.review("points") in text
    assert words.review("win_share_how") in text
    assert words.review("rounds", era=words.era("rail")) in text
    marked = re.findall(r"<text[^>]*>(\d+)</text>", text)
    assert marked == ["2", "3", "4"], "every round of the graph has its number"
    assert "Ann &amp; &lt;Co&gt;" in text
    assert "Ann & <Co>" not in text
    assert not re.search(r"(?:src|href)=|url\(|@import", text), "it fetches nothing"
    for one in reviewed().decisions:
        assert words.review(one.grade) in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_grade_and_chance_has_words(lang: str) -> None:
    words = Words(lang)
    assert len({words.review(grade) for grade in GRADES}) == len(GRADES)
    tell = teller(reviewed(), words)
    assert all(tell.chance(one.kind, one.seat, one.outcomes) for one in reviewed().chances)
    assert turned(reviewed(), tell) == ""  # the winner's share hardly rises in these last turns
    for by_chance in (False, True):
        before, after = Estimate(0.2, 0.1, 0.3), Estimate(0.6, 0.55, 0.65)
        point = TurningPoint(0, winner=1, seat=0, by_chance=by_chance, before=before, after=after)
        said = tell.turning_point(point, 0, 3, "Scout")
        gap = "\xa0" if lang == "ru" else ""
        shares = (f"20\xa0±\xa010{gap}%", f"60\xa0±\xa05{gap}%")
        assert all(part in said for part in ("Scout", *shares, tell.name(1)))


def test_players_of_the_same_name_are_told_apart() -> None:
    names, rules = ["greedy", "Ann", "greedy"], reviewed().game.rules
    tell = Teller(rules, names, Words("en"))
    assert [tell.name(seat) for seat in range(3)] == ["A greedy", "Ann", "C greedy"]


def test_the_document() -> None:
    found = json.loads(json.dumps(document(reviewed())))
    assert found["format"] == "grandjunction review 2"
    assert found["judge"] == "review 8, hamlet 1, by hand, spread 1 1 1 1"
    assert list(found["seats"]) == ["A", "B"]
    for one in found["decisions"]:
        assert one["grade"] in GRADES
        assert set(one["after"]["vp"]) == {"A", "B"}
        best = one["before"]["vp"][one["seat"]]["mean"] - one["after"]["vp"][one["seat"]]["mean"]
        assert best == pytest.approx(one["loss"]["vp"]["mean"], abs=0.02)
        for part in (*one["after"]["share"].values(), one["loss"]["vp"], one["loss"]["share"]):
            assert part["low"] <= part["mean"] <= part["high"]
        for other in one["alternatives"]:
            assert other["moves"] != one["moves"]
    told = (Path(__file__).resolve().parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    for name in keys(found):
        assert f"`{name}`" in told, f"docs/review.md does not say what {name} is"


COUNTS = ("vp", "actions", "used", "used_by_others", "grades", "slots", "lines")


def keys(value: object) -> set[str]:
    """The names of a document's fields; those of seats, eras, verbs and the like are not fields."""
    free = {"A", "B", "canal", "rail", "scores"}
    if isinstance(value, list):
        return {key for one in value for key in keys(one)}
    if not isinstance(value, dict):
        return set()
    found = {key for key in value if key not in free}
    for key, one in value.items():
        if key not in COUNTS or not is_counts(one):
            found |= keys(one)
    return found


def is_counts(value: object) -> bool:
    return isinstance(value, dict) and "mean" not in value and not set(value) & {"A", "B"}


def test_the_command(tmp_path: Path) -> None:
    record = tmp_path / "game.gj"
    record.write_text(end_of("hamlet-2", "rail", 4).to_record(), encoding="utf-8")
    html = tmp_path / "review.html"
    shared = ["review", str(record), "--depth", "quick", "--processes", "1"]
    said = json.loads(run(*shared, "--json", "--html", str(html)).stdout)
    assert said["ruleset"] == "hamlet"
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "PZ bez szczęścia" in run(*shared, "--lang", "pl").stdout
    assert refused(*shared, "--seat", "C") == "there is no seat C in this game"
    assert refused("review", str(record), "--depth", "x").startswith("unknown depth 'x'")


@pytest.mark.parametrize(("count", "left_out"), [(12, 0), (15, 3)])
def test_the_command_says_how_many_mistakes_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, left_out: int
) -> None:
    record = tmp_path / "game.gj"
    record.write_text(reviewed().game.to_record(), encoding="utf-8")
    one = next(one for one in reviewed().decisions if one.alternatives)
    many = replace(reviewed(), decisions=[replace(one, best=0, grade="mistake")] * count)
    monkeypatch.setattr("grandjunction.cli.review.review", lambda *_, **__: many)
    said = " ".join(run("review", str(record)).stdout.split())
    assert said.count("Better: ") == 12
    assert ("Not listed here" in said) == (left_out > 0)
    assert left_out == 0 or f"Not listed here: {left_out} more." in said
    assert said.count("Win share is a player’s chance of winning") == 1


def test_a_list_of_moves_is_punctuated_as_its_language_does() -> None:
    """Chinese lists have no half-width punctuation."""
    said = teller(reviewed(), Words("zh-Hant")).opening(["build mill", "pass"])
    assert "：" in said
    assert "；" in said
    assert not re.search("[:;,]", said)


def test_the_cards_that_pay_are_told_only_with_all_cards() -> None:
    tell = Teller(ruleset("lancashire-2018"), ["Ada", "Ben"], Words("en"))
    turn = [
        "build_anywhere shipyard barrow_in_furness.1 coal market iron market",
        "pay cards bury macclesfield",
    ]
    assert tell.moves(turn) == "Build a shipyard in Barrow-in-Furness 1 for two cards"
    assert "Bury, Macclesfield" in tell.moves(turn, whole=True)
    assert tell.moves(turn[1:]) == "Pay"


def test_a_page_tells_players_of_the_same_name_apart() -> None:
    game = end_of("hamlet-2", "rail", 2)
    game.names[:] = ["Ann", "Ann"]
    text = page(replace(reviewed(), game=game), Words("en"))
    assert '<p class="lead">A Ann, B Ann</p>' in text
    assert text.count("</span>A Ann<") > 1
    assert "<th>A Ann</th><th>B Ann</th>" in text


def test_the_turning_point_says_which_share_belongs_to_which_turn() -> None:
    """On the graph the winner's share before the turn may be another one: nobody knew of the turn then."""
    before, after = Estimate(0.2, 0.1, 0.3), Estimate(0.6, 0.55, 0.65)
    point = TurningPoint(0, winner=1, seat=0, by_chance=False, before=before, after=after)
    said = teller(reviewed(), Words("en")).turning_point(point, 0, 3, "Scout")
    assert said.endswith("60\xa0±\xa05% win share; the best turn found would have left 20\xa0±\xa010%.")


def test_the_page_names_the_depth_in_its_language() -> None:
    assert "głębokość: szybka" in page(replace(reviewed(), depth="quick"), Words("pl"))


def test_turns_that_differ_in_their_cards_are_told_with_them() -> None:
    tell = Teller(ruleset("birmingham"), ["Ada", "Ben"], Words("en"))
    one, other = ["loan card leek"], ["loan card stone"]
    assert tell.other_moves(one, ["pass card leek"]) == tell.moves(one)
    told = {
        tell.other_moves(one, ["pass card leek"], other),
        tell.other_moves(other, ["pass card leek"], one),
    }
    assert len(told) == 2
    assert all("Leek" in text or "Stone" in text for text in told)
