"""Every language says everything English says, with the same names and numbers in it, in its own words."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import grandjunction as gj
from grandjunction.core.events import Event
from grandjunction.words import LANGUAGES, UnknownLanguage, Words, known_language
from grandjunction.words.language import CATEGORIES, Language, placeholders
from grandjunction.words.rulebook import RULINGS, rule_titles, rules_in, section_titles

ROOT: Final = Path(__file__).resolve().parents[1]
WEB: Final = ROOT / "web" / "src" / "words"
TITLES: Final = Path(gj.__file__).parent / "words" / "titles"
OTHERS: Final = [lang for lang in LANGUAGES if lang != "en"]
BEYOND: Final = {"negative", "zero"}  # forms that come before the plural categories

# One industry in its three forms: a language takes the one its sentence asks for.
INDUSTRY: Final = {"an_industry": "industry", "industries": "industry"}

# The names of the games, and of their maps.
GAMES: Final = {
    "Brass: Birmingham",
    "Brass (2007)",
    "Brass: Lancashire (2018)",
    "Hamlet",
    "Birmingham",
    "Lancashire",
}
# The same word as in English, and rightly so.
SAME: Final = {
    "pl": {"port", "Bot", "Webhook", "Era"},
    "ro": {"port", "Canal", "Webhook", "E-mail", "spectator"},
    "ru": set[str](),
    "zh-Hant": {"VP", "{amount} VP"},
}
# Latin words that stay in languages of another script: names, keys, and signs printed on the board.
NAMES: Final = {
    "Barrow", "Birkenhead", "Liverpool", "Brass", "Birmingham", "Lancashire", "Hamlet", "Enter", "Discord",
    "Slack", "ntfy", "JSON", "https",
}  # fmt: skip
LATIN: Final = {"ru": NAMES, "zh-Hant": NAMES | {"VP"}}
# What rules name as it is printed: places and the levels of tiles.
PRINTED: Final = {
    *(
        word
        for id in ("birmingham", "lancashire-2007")
        for place in gj.ruleset(id).board.place_names
        for word in re.findall(r"[A-Za-z]+", place)
    ),
    *("I", "II", "III", "IV", "V", "VI", "VII"),
}
# A Polish word of one letter may not end a line, and a Russian dash may not begin one.
LOOSE: Final = {
    "pl": re.compile(r"(?:^|[\s(„])[aiouwz] (?=\S)|(?:^|[.!?] )[AIOUWZ] (?=\S)"),
    "ru": re.compile(r"\S —"),
}
# Texts that show commands and notation, which are the same in every language; one has its own layout.
COMMANDS: Final = {"terminal.help", "terminal.ask_why"}

each_other = pytest.mark.parametrize("lang", OTHERS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def web(lang: str) -> dict[str, Any]:
    """The interface's texts; a missing catalog is a failure, not a reason to skip."""
    found: dict[str, Any] = json.loads((WEB / f"{lang}.json").read_text(encoding="utf-8"))
    return found


def game(lang: str) -> dict[str, Any]:
    """The game's texts by ``section.key``."""
    texts = Language(lang).texts
    return {
        f"{section}.{key}": text
        for section, part in texts.items()
        if isinstance(part, dict)
        for key, text in part.items()
    }


def lessons(lang: str) -> dict[str, Any]:
    """The texts of the browser's guide and introduction."""
    found: dict[str, Any] = json.loads((WEB / "lessons" / f"{lang}.json").read_text(encoding="utf-8"))
    return found


def analysis(lang: str) -> dict[str, Any]:
    """The texts of the browser's analysis board."""
    found: dict[str, Any] = json.loads((WEB / "analysis" / f"{lang}.json").read_text(encoding="utf-8"))
    return found


CATALOGS: Final = {"game": game, "web": web, "lessons": lessons, "analysis": analysis}
each_catalog = pytest.mark.parametrize("catalog", CATALOGS)


def leaves(text: Any) -> list[str]:
    """The texts of a table without the name of its number, or the one text."""
    return [text] if isinstance(text, str) else [value for form, value in text.items() if form != "by"]


def bare(text: str) -> str:
    """A text without its placeholders."""
    return re.sub(r"\{\w+\}", "", text)


# -- the catalogs -----------------------------------------------------------------------------------------


def test_the_languages() -> None:
    assert LANGUAGES == ("en", "pl", "ro", "ru", "zh-Hant")
    assert {path.stem for path in WEB.glob("*.json")} == set(LANGUAGES)
    assert {path.stem for path in (WEB / "lessons").glob("*.json")} == set(LANGUAGES)
    assert {path.stem for path in (WEB / "analysis").glob("*.json")} == set(LANGUAGES)
    assert {path.stem for path in TITLES.glob("*.toml")} == set(OTHERS)
    assert {path.stem for path in TITLES.parent.glob("*.toml")} == set(LANGUAGES)


def test_english_is_not_empty() -> None:
    assert len(game("en")) > 200
    assert len(web("en")) > 50


@each_catalog
@each_other
def test_the_same_keys_as_english(lang: str, catalog: str) -> None:
    english, said = CATALOGS[catalog]("en"), CATALOGS[catalog](lang)
    assert sorted(set(english) - set(said)) == [], "missing"
    assert sorted(set(said) - set(english)) == [], "unused"


@each_catalog
@pytest.mark.parametrize("lang", LOOSE)
def test_small_words_do_not_part_from_their_neighbours(lang: str, catalog: str) -> None:
    loose = [
        said
        for key, text in CATALOGS[catalog](lang).items()
        if key not in COMMANDS
        for said in leaves(text)
        if LOOSE[lang].search(said)
    ]
    assert loose == []


@pytest.mark.parametrize("lang", LOOSE)
def test_small_words_of_rules_do_not_part_from_their_neighbours(lang: str) -> None:
    said = [text for rule in rules_in(lang).values() for text in (rule.title, rule.body)]
    assert [text for text in said if LOOSE[lang].search(text)] == []


@each_catalog
@each_other
def test_the_same_placeholders_as_english(lang: str, catalog: str) -> None:
    english, said = CATALOGS[catalog]("en"), CATALOGS[catalog](lang)
    for key, text in english.items():
        wanted = {INDUSTRY.get(name, name) for name in placeholders(text)}
        assert {INDUSTRY.get(name, name) for name in placeholders(said[key])} == wanted, key


@each_catalog
@each_language
def test_plural_forms_are_complete(lang: str, catalog: str) -> None:
    english, said = CATALOGS[catalog]("en"), CATALOGS[catalog](lang)
    for key, text in said.items():
        if key.startswith("industries."):
            continue
        if isinstance(text, str):
            assert isinstance(english[key], str), f"{key}: English has a table of forms here"
            continue
        assert isinstance(english[key], dict), f"{key}: English has no table of forms here"
        assert text.get("by") == english[key].get("by"), key
        forms = set(text) - {"by"}
        assert forms & BEYOND == set(english[key]) & BEYOND, key
        # The interface chooses by Intl.PluralRules, which counts the form of fractions among a language's.
        complete = [{*CATEGORIES[lang], "other"}] if catalog != "game" else [{*CATEGORIES[lang]}, {"other"}]
        assert forms - BEYOND in complete, f"{key}: {sorted(forms)}"


@each_catalog
@each_other
def test_no_english_is_left(lang: str, catalog: str) -> None:
    english, said = CATALOGS[catalog]("en"), CATALOGS[catalog](lang)
    same = [
        key
        for key, text in english.items()
        for found in leaves(said[key])
        if found in leaves(text) and re.search(r"[^\W\d_]", bare(found)) and found not in SAME[lang] | GAMES
    ]
    assert same == []


@each_catalog
@pytest.mark.parametrize("lang", LATIN)
def test_only_names_are_in_latin_letters(lang: str, catalog: str) -> None:
    for key, text in CATALOGS[catalog](lang).items():
        for found in leaves(text):
            words = set(re.findall(r"[A-Za-z][A-Za-z-]*", bare(found)))
            assert key in COMMANDS or words <= LATIN[lang], f"{key}: {sorted(words - LATIN[lang])}"


@each_catalog
@each_language
def test_texts_are_tidy(lang: str, catalog: str) -> None:
    joins = {"names.line_join", "names.list_join", "names.group_join", "names.sentence_join"}
    joins |= {"names.or", "parts.join", "terminal.told_join"}
    for key, text in CATALOGS[catalog](lang).items():
        for found in leaves(text):
            assert found.strip(), key
            assert "  " not in found or key in COMMANDS, key
            assert found == found.strip() or key in joins, key
            assert found.count("{") == found.count("}") == len(re.findall(r"\{\w+\}", found)), key
            if lang == "ro":
                assert not set("şţŞŢ") & set(found), f"{key}: cedillas instead of commas"
            if lang == "zh-Hant":
                assert not re.search(r"[一-鿿][,.;:!?()]|[,;:!?()][一-鿿]", found), f"{key}: half-width"


# -- rule titles ------------------------------------------------------------------------------------------


@each_other
def test_every_rule_has_a_title(lang: str) -> None:
    english = {id: rule.title for id, rule in rules_in("en").items() if rule.page != RULINGS}
    said = rule_titles(lang)
    assert sorted(set(english) - set(said)) == [], "missing"
    assert sorted(set(said) - set(rule_titles("en"))) == [], "unused"
    for id, title in said.items():
        assert title, id
        assert title == title.strip().rstrip("."), id
        assert title != rule_titles("en")[id], id
        if lang in LATIN:
            assert set(re.findall(r"[A-Za-z]+", title)) <= LATIN[lang] | PRINTED, id


@each_other
def test_every_section_of_the_rules_has_a_name(lang: str) -> None:
    english, said = section_titles("en"), section_titles(lang)
    assert sorted(set(english) - set(said)) == [], "missing"
    assert sorted(set(said) - set(english)) == [], "unused"
    for heading, name in said.items():
        assert name == name.strip().rstrip("."), heading
        assert name not in ("", heading)


@each_other
def test_titles_are_in_the_part_of_their_page(lang: str) -> None:
    texts = tomllib.loads((TITLES / f"{lang}.toml").read_text(encoding="utf-8"))
    starts = {page: {id[0] for id in titles} for page, titles in texts.items() if page != "sections"}
    assert starts == {"birmingham": {"B"}, "lancashire": {"L"}, "hamlet": {"H"}}


@each_other
def test_equal_titles_stay_equal(lang: str) -> None:
    """What two games call the same in English they call the same here: nothing slipped by a line."""
    english, said = rule_titles("en"), rule_titles(lang)
    for id in said:
        same = {other for other in said if english[other] == english[id]}
        assert {said[other] for other in same} == {said[id]}, id


def test_rule_titles() -> None:
    assert Words("en").rule("B-COAL-05").title == "When coal may be bought"
    assert Words("pl").rule("B-COAL-05").title == "Kiedy wolno kupić węgiel"
    assert Words("zh-Hant").rule("L-33").title == "出售到遠方市場"
    with pytest.raises(KeyError):
        Words("ru").rule("B-COAL-55")


# -- plural forms -----------------------------------------------------------------------------------------

NUMBERS: Final = {
    "en": {"one": [1], "other": [0, 2, 5, 11, 21, 101]},
    "pl": {"one": [1], "few": [2, 3, 4, 22, 34, 102], "many": [0, 5, 11, 12, 14, 21, 25, 101, 112]},
    "ro": {"one": [1], "few": [0, 2, 19, 101, 119], "other": [20, 21, 100, 120]},
    "ru": {"one": [1, 21, 101], "few": [2, 4, 22, 103], "many": [0, 5, 11, 12, 14, 20, 111, 112]},
    "zh-Hant": {"other": [0, 1, 2, 11]},
}


@each_language
def test_numbers_choose_the_form(lang: str) -> None:
    assert set(NUMBERS[lang]) == CATEGORIES[lang]
    language = Language(lang)
    language.texts["test"] = {"form": {"by": "n", **{form: f"{form} {{n}}" for form in CATEGORIES[lang]}}}
    for form, numbers in NUMBERS[lang].items():
        for number in numbers:
            assert language.say("test", "form", {"n": number}) == f"{form} {number}"


def test_demand_falls_in_every_language() -> None:
    rules = gj.ruleset("lancashire-2018")

    def said(lang: str, value: int) -> str:
        return Words(lang).event(Event("demand_moved", (value, 0)), rules)

    assert said("en", 0) == "Demand abroad did not fall"
    for lang, value, end in (
        ("en", 1, " 1 space"),
        ("en", 2, " 2 spaces"),
        ("pl", 1, "\N{NO-BREAK SPACE}1 pole"),
        ("pl", 4, "\N{NO-BREAK SPACE}4 pola"),
        ("ro", 1, " 1 spațiu"),
        ("ro", 4, " 4 spații"),
        ("ru", 1, " 1 деление"),
        ("ru", 3, " 3 деления"),
        ("zh-Hant", 3, " 3 格"),
    ):
        assert said(lang, value).endswith(end)


def test_a_refusal_in_every_language() -> None:
    rules = gj.ruleset("birmingham")
    refusal = rules.refuse("no_coal", place="leek", need=1)
    assert [Words(lang).refusal(refusal, rules) for lang in LANGUAGES] == [
        "No coal can reach Leek: B-COAL-05",
        "Leek: brak dostępnego węgla: B-COAL-05",
        "Niciun cărbune nu poate ajunge în Leek: B-COAL-05",
        "Leek: уголь сюда не доставить: B-COAL-05",
        "沒有煤炭能運到 Leek：B-COAL-05",
    ]


def test_no_space_parts_two_chinese_words() -> None:
    rules = gj.ruleset("birmingham")
    names = ["你", "[cyan]小明[/]", "Ann"]
    passed = [Words("zh-Hant").event(Event("passed", (seat,)), rules, names) for seat in range(3)]
    assert passed == ["你跳過", "[cyan]小明[/]跳過", "Ann 跳過"]


# -- finding a language -----------------------------------------------------------------------------------


def test_unknown_languages_name_the_known_ones() -> None:
    with pytest.raises(UnknownLanguage, match="unknown language 'xx'; one of en, pl, ro, ru, zh-Hant"):
        Words("xx")


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("pl_PL.UTF-8", "pl"),
        ("ro-RO", "ro"),
        ("ru_UA.KOI8-U", "ru"),
        ("zh_TW.UTF-8", "zh-Hant"),
        ("zh-hant", "zh-Hant"),
        ("en_GB@euro", "en"),
        ("EN", "en"),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("de_DE", None),
        ("", None),
    ],
)
def test_the_language_of_a_tag(tag: str, lang: str | None) -> None:
    assert known_language(tag) == lang
