"""The numbered rules as their pages print them; their titles in other languages come from titles/."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

# - **ID** Title. Body
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* (?P<title>.*?)\.(?: (?P<body>.*)|$)")
_HEADING: Final = re.compile(r"##+ (?P<heading>.*)")
_SECTIONS: Final = "sections"  # beside the parts of the pages


@dataclass(frozen=True)
class PrintedRule:
    id: str
    page: str
    section: str  # the heading it stands under
    title: str
    body: str


@cache
def rule_titles(lang: str) -> Mapping[str, str]:
    """Every rule's title by its ID."""
    if lang == "en":
        return {rule.id: rule.title for rule in printed_rules()}
    parts = _translated(lang)
    return {id: title for part, titles in parts.items() if part != _SECTIONS for id, title in titles.items()}


@cache
def section_titles(lang: str) -> Mapping[str, str]:
    """The headings over the rules, by the English ones."""
    if lang == "en":
        return {rule.section: rule.section for rule in printed_rules()}
    return _translated(lang)[_SECTIONS]


def _translated(lang: str) -> dict[str, dict[str, str]]:
    path = files("grandjunction.words") / "titles" / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def printed_rules() -> Iterator[PrintedRule]:
    """Every rule of every page, in its order."""
    folder = files("grandjunction.rulesets")
    for page in sorted(entry.name for entry in folder.iterdir() if (entry / "rules.md").is_file()):
        section = ""
        for line in (folder / page / "rules.md").read_text(encoding="utf-8").splitlines():
            if heading := _HEADING.match(line):
                section = heading["heading"].strip()
            elif rule := _RULE.match(line.strip()):
                yield PrintedRule(rule["id"], page, section, rule["title"], rule["body"] or "")
