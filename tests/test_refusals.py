"""Every refusal cites a rule of its own game, and of its own edition."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

import grandjunction as gj

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
