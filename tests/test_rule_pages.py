"""The numbered rule pages are well formed, complete and consistent with each other."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULESETS = ROOT / "src" / "grandjunction" / "rulesets"
PAGES = {
    "birmingham": RULESETS / "birmingham" / "rules.md",
    "lancashire": RULESETS / "lancashire" / "rules.md",
    "edge-cases": RULESETS / "edge-cases.md",
}
# Rules per page and per ID family: change these only together with an added rule.
EXPECTED = {
    "birmingham": {"B": 222},
    "lancashire": {"L": 40, "L18": 11, "LX": 26, "LD": 10},
    "edge-cases": {"BE": 119, "LE": 47},
}
EXPECTED_TOTAL = {"birmingham": 222, "lancashire": 87, "edge-cases": 166}

RULE = re.compile(r"^- \*\*([A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* ([^.]+\.) (.+)$")
CITED = re.compile(r"\b(?:B-[A-Z]+-\d+|(?:BE|LE|L18|LX|LD|L)-\d+)\b")
CITED_RANGE = re.compile(r"\b((?:B-[A-Z]+|L18|LX|LD|L)-)(\d+)…(\d+)")
RULING = re.compile(
    r"^\S.* → \S.*\. Rules: (?P<ids>[A-Z0-9-]+(?:, [A-Z0-9-]+)*)\."
    r" Confidence: (?:high|medium|low)\.$"
)


def lines(page: str) -> list[str]:
    return PAGES[page].read_text(encoding="utf-8").splitlines()


def rules(page: str) -> list[tuple[str, str, str]]:
    found = map(RULE.match, lines(page))
    return [(match[1], match[2], match[3]) for match in found if match]


def split_id(rule_id: str) -> tuple[str, int]:
    group, number = rule_id.rsplit("-", 1)
    return group, int(number)


every_page = pytest.mark.parametrize("page", sorted(PAGES))


@every_page
def test_every_bold_item_is_a_rule(page: str) -> None:
    items = [line for line in lines(page) if re.match(r"^\s*[-*]\s+\*\*", line)]
    wrong = [line for line in items if not RULE.match(line)]
    assert wrong == []


@every_page
def test_bold_is_used_for_ids_only(page: str) -> None:
    wrong = [line for line in lines(page) if line.count("**") != (2 if RULE.match(line) else 0)]
    assert wrong == []


@every_page
def test_ids_are_unique(page: str) -> None:
    ids = [rule_id for rule_id, _, _ in rules(page)]
    assert sorted(ids) == sorted(set(ids))


@every_page
def test_titles_are_unique(page: str) -> None:
    titles = [title.casefold() for _, title, _ in rules(page)]
    assert sorted(titles) == sorted(set(titles))


@every_page
def test_titles_have_two_to_seven_words(page: str) -> None:
    assert [title for _, title, _ in rules(page) if not 2 <= len(title.split()) <= 7] == []


@every_page
def test_number_of_rules(page: str) -> None:
    families: dict[str, int] = defaultdict(int)
    for rule_id, _, _ in rules(page):
        families[rule_id.split("-")[0]] += 1
    assert dict(families) == EXPECTED[page]
    assert len(rules(page)) == EXPECTED_TOTAL[page]


@pytest.mark.parametrize("page", ["birmingham", "lancashire"])
def test_groups_have_no_gaps_and_are_in_order(page: str) -> None:
    groups: dict[str, list[int]] = defaultdict(list)
    for rule_id, _, _ in rules(page):
        group, number = split_id(rule_id)
        groups[group].append(number)
    for group, numbers in groups.items():
        assert numbers == list(range(1, len(numbers) + 1)), group


def test_birmingham_ids_name_a_group() -> None:
    assert all(re.fullmatch(r"B-[A-Z]+-\d\d", rule_id) for rule_id, _, _ in rules("birmingham"))


@every_page
def test_cited_rules_exist(page: str) -> None:
    known = {rule_id for name in PAGES for rule_id, _, _ in rules(name)}
    text = "\n".join(lines(page))
    cited = set(CITED.findall(text))
    for prefix, first, last in CITED_RANGE.findall(text):
        cited |= {f"{prefix}{n:02d}" for n in range(int(first), int(last) + 1)}
    assert sorted(cited - known) == []


def test_rulings_cite_rules_and_state_confidence() -> None:
    known = {rule_id for name in ("birmingham", "lancashire") for rule_id, _, _ in rules(name)}
    for rule_id, _, body in rules("edge-cases"):
        match = RULING.match(body)
        assert match, rule_id
        ids = match["ids"].split(", ")
        assert set(ids) <= known, rule_id
        prefix = "B-" if rule_id.startswith("BE-") else "L"
        assert all(cited.startswith(prefix) for cited in ids), rule_id


@pytest.mark.parametrize("page", ["birmingham", "lancashire"])
def test_each_rule_page_lists_its_decisions(page: str) -> None:
    assert lines(page).count("## Decisions") == 1
