"""Every language says every rule in full, with the same rules, numbers and places, in its own typography."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

import grandjunction as gj
from grandjunction.words import LANGUAGES, Words
from grandjunction.words.rulebook import RULINGS, rule_bodies, rule_pages, rule_titles, rules_in
from tests.test_words_languages import LATIN, PRINTED

WORDS: Final = Path(gj.__file__).parent / "words"
OTHERS: Final = [lang for lang in LANGUAGES if lang != "en"]

CITED: Final = re.compile(r"\b(?:[BH]-[A-Z]+(?:-\d+)?|(?:BE|LE|L18|LX|LD|L)-\d+)")
NUMBER: Final = re.compile(r"£?\d+")
LEVELS: Final = ("II", "III", "IV", "V", "VI", "VII")
LEVEL: Final = re.compile(rf"\b(?:{'|'.join(LEVELS)})\b")
PLACES: Final = sorted(
    {name for id in ("birmingham", "lancashire-2007") for name in gj.ruleset(id).board.place_names}
)
# Words no sentence of ours does without, and that mean nothing in the other languages of this script.
ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|is|with|when|only|may|any|from|must|has|not|that|which|its|each|other|every|player|tile|link)\b",
    re.IGNORECASE,
)
NOTATION: Final = re.compile(r"„[^”]*”|«[^»]*»|「[^」]*」")
# A text with one of these is badly set; a space in a pattern is one that may break the line. The Polish
# pattern leaves out I, which is a level.
BAD: Final = {
    "all": r'  |\.\.\.|"|“|\d (?:PZ|PV|ПО|VP)\b|(?<![\w…])-\d|\s$|^\s',
    "pl": r"(?<!\w)[aiouwzAOUWZ] ",
    "ro": r"[şţŞŢ]",
    "ru": r" —",
    "zh-Hant": r"[一-鿿][,.;:!?()]|[,;:!?()][一-鿿]",
}
ENDS: Final = (".", ".)", "。", "。）", "”.", "」。")

each_other = pytest.mark.parametrize("lang", OTHERS)


def pairs(lang: str) -> list[tuple[str, str, str]]:
    """Every rule's ID, its English body and the translated one."""
    english = rule_bodies("en")
    return [(id, english[id], body) for id, body in rule_bodies(lang).items()]


def unquoted(id: str, body: str) -> str:
    """A text without the rules it cites, and in Hamlet without the moves it quotes: they are in English."""
    return CITED.sub("", NOTATION.sub("", body) if id.startswith("H-") else body)


def facts(body: str) -> Counter[str]:
    """The rules, numbers, amounts and tile levels a text names, with their number."""
    bare = CITED.sub("", body)
    return Counter(CITED.findall(body) + NUMBER.findall(bare) + LEVEL.findall(bare))


@pytest.mark.parametrize("folder", ["bodies", "rulings"])
def test_every_language_has_a_file(folder: str) -> None:
    assert {path.stem for path in (WORDS / folder).glob("*.toml")} == set(OTHERS)


@each_other
def test_every_rule_is_there(lang: str) -> None:
    for texts in (rule_bodies, rule_titles):
        english, said = texts("en"), texts(lang)
        assert sorted(set(english) - set(said)) == [], "missing"


@each_other
def test_only_rules_of_the_pages_are_there(lang: str) -> None:
    assert sorted(set(rule_bodies(lang)) - set(rule_bodies("en"))) == []


@each_other
def test_bodies_name_the_same_rules_and_numbers(lang: str) -> None:
    for id, english, body in pairs(lang):
        wanted, said = facts(english), facts(body)
        assert said == wanted, f"{id}: missing {dict(wanted - said)}, too much {dict(said - wanted)}"


@each_other
def test_bodies_name_the_same_places(lang: str) -> None:
    for id, english, body in pairs(lang):
        missing = [place for place in PLACES if place in english and place not in body]
        assert missing == [], id


@each_other
def test_the_toy_board_s_spaces_are_named_as_on_the_board(lang: str) -> None:
    words, board = Words(lang), gj.ruleset("hamlet").board
    said = rule_bodies(lang)["H-BOARD-01"].replace("\N{NO-BREAK SPACE}", " ")
    either = {"pl": " lub ", "ro": " sau ", "ru": " или ", "zh-Hant": "或"}[lang]
    for slot, id in enumerate(board.slot_ids):
        shown = [name for i, name in enumerate(board.industries) if board.slot_shows[slot] >> i & 1]
        assert f"{id} {either.join(words.industry(name) for name in shown)}" in said


@pytest.mark.parametrize("lang", ["pl", "ro"])
def test_no_english_is_left_in_bodies(lang: str) -> None:
    for id, english, body in pairs(lang):
        assert body != english, id
        assert ENGLISH.findall(unquoted(id, body)) == [], id


@pytest.mark.parametrize("lang", LATIN)
def test_only_names_in_bodies_are_in_latin_letters(lang: str) -> None:
    # Players' letters, and Hamlet's places, which have no names in any language.
    names = LATIN[lang] | PRINTED | {"ashby", "barton", "corley", "dunton", "fair", "A", "B", "C", "D"}
    for id, _, body in pairs(lang):
        words = set(re.findall(r"[A-Za-z]+", unquoted(id, body)))
        assert sorted(words - names) == [], id


@each_other
def test_bodies_are_well_set(lang: str) -> None:
    bad = re.compile(f"{BAD['all']}|{BAD[lang]}")
    for id, _, body in pairs(lang):
        assert [body[max(0, found.start() - 15) : found.end() + 15] for found in bad.finditer(body)] == [], id
        assert body.endswith(ENDS), id


@each_other
def test_rulings_have_a_situation_and_a_ruling(lang: str) -> None:
    for id, rule in rules_in("en").items():
        if rule.page == RULINGS and id in rule_bodies(lang):
            assert rule_bodies(lang)[id].count(" → ") == rule.body.count(" → ") == 1, id


def test_the_pages() -> None:
    assert {rule.page for rule in rules_in("en").values()} == {*rule_pages(), RULINGS}


def test_a_ruling_in_every_language() -> None:
    assert Words("en").rule("BE-41").body.endswith("Rules: B-OVER-01. Confidence: high.")
    assert Words("pl").rule("BE-41").body == (
        "Kopalnia II na kopalnię II → niedozwolone. Zasady: B-OVER-01. Pewność: wysoka."
    )
    assert Words("zh-Hant").rule("BE-41").body == (
        "用煤礦 II 翻建煤礦 II → 不合法。規則：B-OVER-01。確定程度：高。"
    )
