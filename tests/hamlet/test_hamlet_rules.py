"""The page of Hamlet's rules, its data and its refusals fit together."""

from __future__ import annotations

import re
from importlib.resources import files

from .play import HAMLET
from .reference import DECK, LEVELS, LINES, MAT, SPACES, TILES

PAGE = (files("grandjunction.rulesets") / "hamlet" / "rules.md").read_text(encoding="utf-8")
RULE = re.compile(r"^- \*\*(H-[A-Z]+-\d\d)\*\* ([^.]+)\. (.+)$", re.MULTILINE)


def rules() -> dict[str, str]:
    return {match[1]: match[2] for match in RULE.finditer(PAGE)}


def test_every_bold_item_is_a_rule_with_its_own_id_and_title() -> None:
    assert PAGE.count("**") == 2 * len(rules())
    assert len(set(rules().values())) == len(rules())
    assert [title for title in rules().values() if not 2 <= len(title.split()) <= 7] == []


def test_groups_have_no_gaps() -> None:
    groups: dict[str, list[int]] = {}
    for id in rules():
        group, number = id.rsplit("-", 1)
        groups.setdefault(group, []).append(int(number))
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in groups.values())


def test_cited_rules_exist() -> None:
    assert set(re.findall(r"H-[A-Z]+-\d\d", PAGE)) <= set(rules())
    assert set(HAMLET.rule_ids.values()) <= set(rules())


def test_the_reference_and_the_data_were_typed_in_alike() -> None:
    """Twice from rules.md, independently: a guard against a slip in either."""
    board = HAMLET.board
    kinds = {(kind.industry, kind.level): kind for kind in HAMLET.tiles.kinds}
    assert set(kinds) == set(TILES)
    for name, tile in TILES.items():
        kind = kinds[name]
        printed = (kind.cost, kind.coal, kind.iron, kind.sale, kind.vp, kind.income, kind.icons)
        words = ("pounds", "coal", "iron", "beer", "vp", "income", "icons")
        assert printed == tuple(tile.get(word, 0) for word in words)
        assert kind.count == MAT[name[0]].count(name[1])
    assert list(SPACES) == board.slot_ids
    assert list(LINES) == board.line_ids
    assert list(HAMLET.income.levels) == LEVELS
    assert dict(zip(HAMLET.cards.ids, HAMLET.cards.deck(2), strict=True)) == DECK
