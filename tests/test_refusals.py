"""Every refusal cites a rule of its own game, and of its own edition."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.words import LANGUAGES as WORDS
from grandjunction.words import Words
from grandjunction.words.language import Language, placeholders

PACKAGE = Path(gj.__file__).parent
ITEM = re.compile(r"^- \*\*([A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* ", re.MULTILINE)
OLD_ALONE = r"L-0[134579]|L-10|L-20|L-37|LD-01|LX-2[134]"  # 2018 has rules of its own instead
# What the editions of Lancashire may not cite.
FOREIGN = {
    "lancashire-2007": r"L18-.*",
    "lancashire-2018": rf"{OLD_ALONE}|L18-(09|11)",
    "lancashire-2018-introductory": rf"{OLD_ALONE}|L18-(08|11)",
}
# Words of reasons about things only some games have.
ABSENT = {
    "lancashire": r"beer|barrel|farm|merchant|scout|barter",
    "hamlet": r"barrel|farm|merchant|scout|port|demand|two_cards|loan_closed",
    "birmingham": r"port|demand|two_cards|loan_closed|barter",
}

LANGUAGES = sorted((PACKAGE / "words").glob("*.toml"))

each_ruleset = pytest.mark.parametrize("ruleset", gj.RULESETS)


def game_of(ruleset: str) -> str:
    return ruleset.split("-")[0]


def page(game: str) -> set[str]:
    text = (files("grandjunction.rulesets") / game / "rules.md").read_text(encoding="utf-8")
    return set(ITEM.findall(text))


@each_ruleset
def test_a_refusal_cites_a_rule_of_its_game(ruleset: str) -> None:
    known = page(game_of(ruleset))
    assert len(known) > 50
    unknown = {key: id for key, id in gj.ruleset(ruleset).rule_ids.items() if id not in known}
    assert unknown == {}


@pytest.mark.parametrize("ruleset", FOREIGN)
def test_a_refusal_cites_a_rule_of_its_edition(ruleset: str) -> None:
    foreign = re.compile(FOREIGN[ruleset])
    assert [key for key, id in gj.ruleset(ruleset).rule_ids.items() if foreign.fullmatch(id)] == []


@each_ruleset
def test_no_reason_is_about_what_the_game_does_not_have(ruleset: str) -> None:
    absent = re.compile(ABSENT[game_of(ruleset)])
    assert [key for key in gj.ruleset(ruleset).rule_ids if absent.search(key)] == []


@each_ruleset
def test_a_rule_for_one_thing_stands_beside_the_general_one(ruleset: str) -> None:
    """``link.no_coal`` is the same reason as ``no_coal``, about a link."""
    keys = gj.ruleset(ruleset).rule_ids
    things = {key.partition(".")[0] for key in keys if "." in key}
    assert things <= asked_for() | set(gj.ruleset(ruleset).resources)
    assert [key for key in keys if "." in key and key.rpartition(".")[2] not in keys] == []


def asked_for() -> set[str]:
    """What refusals of coal are asked about in the code."""
    calls = [
        node
        for path in (PACKAGE / "core" / "verbs").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse_coal"
    ]
    found = {str(call.args[1].value) for call in calls if isinstance(call.args[1], ast.Constant)}
    assert found == {"build", "link"}
    return found


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ("birmingham", {"no_coal": "B-COAL-05", "coal_count": "B-COAL-01"}),
        ("hamlet", {"no_coal": "H-COAL-03", "coal_count": "H-RES-01"}),
        ("lancashire-2007", {"no_coal": "LD-02", "coal_count": "L-29"}),
        ("lancashire-2018", {"no_coal": "L18-06", "coal_count": "L-29"}),
        ("lancashire-2018-introductory", {"no_coal": "L18-06", "coal_count": "L-29"}),
    ],
)
def test_the_rule_for_the_coal_of_a_link(ruleset: str, rules: dict[str, str]) -> None:
    for reason, rule in rules.items():
        assert gj.ruleset(ruleset).refuse_for("link", reason).rule == rule


# -- a reason can be found by searching for it -------------------------------------------------------------


@cache
def rules_code() -> list[ast.AST]:
    paths = [path for part in ("core", "rulesets") for path in sorted((PACKAGE / part).rglob("*.py"))]
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def texts_in(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def reasons_given() -> list[ast.expr]:
    """What the code hands to ``refuse`` and ``refuse_for`` as the reason."""
    place = {"refuse": 0, "refuse_for": 1}
    return [
        node.args[place[node.func.attr]]
        for node in rules_code()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in place
    ]


def worded(path: Path) -> set[str]:
    reasons: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8"))["refusals"]
    return set(reasons)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda path: path.stem)
def test_every_reason_with_words_stands_in_the_code(language: Path) -> None:
    code = {node.value for node in rules_code() if isinstance(node, ast.Constant)}
    assert worded(language) - code == set()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda path: path.stem)
def test_every_reason_in_the_code_has_words(language: Path) -> None:
    given = {text for reason in reasons_given() for text in texts_in(reason)}
    cited = {key.rpartition(".")[2] for id in gj.RULESETS for key in gj.ruleset(id).rule_ids}
    assert len(given) > 50
    assert (given | cited) - worded(language) == set()


def test_no_reason_is_put_together_from_pieces() -> None:
    pieces = (ast.JoinedStr, ast.BinOp)
    assert [reason.lineno for reason in reasons_given() if isinstance(reason, pieces)] == []


# -- positions ---------------------------------------------------------------------------------------------


def faults_given() -> dict[str, set[str]]:
    """The params of each reason for which the code calls a position impossible, or a line unreadable."""
    found: dict[str, set[str]] = {}
    for node in rules_code():
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        if name not in ("fault", "misread"):
            continue
        params = {str(keyword.arg) for keyword in node.keywords}
        for reason in texts_in(node.args[0 if name == "fault" else 1]):
            found[reason] = found.get(reason, params) & params
    # Chosen before the call: see ``birmingham/merchants.py``.
    return found | {"barrel_gone": {"merchant"}, "barrel_not_refilled": {"merchant"}}


def test_every_fault_of_a_position_has_words_and_none_is_unused() -> None:
    given = faults_given()
    assert len(given) > 90
    for lang in WORDS:
        said = Language(lang).texts
        own = set(said["position"])
        assert own & set(said["refusals"]) == set()
        assert set(given) - set(said["refusals"]) == own
        for reason in own:
            derived = {"slot": {"place"}, "industry": {"tile"}}
            there = given[reason].union(*(derived.get(param, set()) for param in given[reason]))
            assert placeholders(said["position"][reason]) <= there, reason


@each_ruleset
def test_the_rules_that_make_positions_impossible(ruleset: str) -> None:
    """They are rules of the game and of its edition, and cited for reasons that the code gives."""
    cited = gj.ruleset(ruleset).position_rules
    assert len(cited) > 25
    assert set(cited) <= set(faults_given())
    assert set(cited.values()) <= page(game_of(ruleset))
    foreign = re.compile(FOREIGN.get(ruleset, "nothing"))
    assert [key for key, id in cited.items() if foreign.fullmatch(id)] == []
    absent = re.compile(ABSENT[game_of(ruleset)])
    assert [key for key in cited if absent.search(key)] == []


@pytest.mark.parametrize(
    ("lines", "about", "rule", "said"),
    [
        (
            "tile dudley.1 A coal.1 holds 2\ntile dudley.2 A iron.1 holds 4", "tile dudley.2", "B-ERAB-01",
            "Dudley: seat A has two tiles there, and only one is allowed (Canal Era): B-ERAB-01",
        ),
        ("market coal 15", "market", "B-SETUP-08", "Market for coal: it has only 14 spaces: B-SETUP-08"),
        ("hand B wild_location*2", "hand B", "B-COMP-04",
         "Seat B holds two “Wild location” cards: B-COMP-04"),
        ("tile dudley.1 A pottery.1", "tile dudley.1", "B-SLOT-01",
         "Dudley 1 has no space for a pottery: B-SLOT-01"),
        ("merchant oxford.1 blank barrel", "merchant", "B-SETUP-07",
         "Oxford 1: a merchant who buys nothing has no barrel: B-SETUP-07"),
        ("hand A dudley*9", "", "B-SETUP-02",
         "Number of “Dudley” cards in the game: 2. Hands, discards, pile and deck must add up to it:"
         " B-SETUP-02"),
        ("seat A pounds many", "seat A", "", "Expected a number from 0 to 99999, not “many”"),
        ("nonsense", "nonsense", "", "“nonsense” means nothing here"),
    ],
)  # fmt: skip
def test_what_a_fault_is_about(lines: str, about: str, rule: str, said: str) -> None:
    head = (
        "grand junction position 1\nruleset birmingham\nplayers 2\nera canal round 8\norder A B\nturn A 2\n"
    )
    hand = "" if "hand A" in lines else "\nhand A iron*2"
    with pytest.raises(gj.PositionError) as error:
        gj.read_position(head + lines + hand)
    refusal = error.value.refusal
    assert refusal is not None
    assert (error.value.about, refusal.rule) == (about, rule)
    assert Words("en").fault(refusal, gj.ruleset("birmingham")) == said
