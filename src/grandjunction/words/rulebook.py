"""The numbered rules and the rulings on edge cases, in any language.

English is read from the pages themselves. The other languages have the rules in ``titles/`` and ``bodies/``
and the rulings, titles and bodies, in ``rulings/``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

RULINGS: Final = "edge-cases"  # the page of the rulings
# - **ID** Title. Body
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* (?P<title>.*?)\.(?: (?P<body>.*)|$)")
_HEADING: Final = re.compile(r"##+ (?P<heading>.*)")
_SECTIONS: Final = "sections"  # beside the parts of the pages
# How a ruling ends. The translations leave this out, because it is the same for all but for three words.
_ENDING: Final = re.compile(r" Rules: (?P<rules>[A-Z0-9, -]+)\. Confidence: (?P<confidence>\w+)\.$")


@dataclass(frozen=True)
class PrintedRule:
    id: str
    page: str
    section: str  # the heading it stands under
    title: str
    body: str


@cache
def rules_in(lang: str) -> Mapping[str, PrintedRule]:
    """Every rule and ruling by its ID, in a language; untranslated ones stay English."""
    english = {rule.id: rule for rule in _printed()}
    if lang == "en":
        return english
    titles, bodies, sections = rule_titles(lang), rule_bodies(lang), section_titles(lang)
    return {
        id: replace(
            rule,
            title=titles.get(id, rule.title),
            body=bodies.get(id, rule.body),
            section=sections.get(rule.section, rule.section),
        )
        for id, rule in english.items()
    }


@cache
def rule_titles(lang: str) -> Mapping[str, str]:
    """The title of every rule and ruling by its ID."""
    if lang == "en":
        return {rule.id: rule.title for rule in _printed()}
    parts = _translated("titles", lang)
    titles = {id: title for part in parts if part != _SECTIONS for id, title in parts[part].items()}
    return titles | _translated("rulings", lang)["titles"]


@cache
def rule_bodies(lang: str) -> Mapping[str, str]:
    """The body of every rule and ruling by its ID."""
    if lang == "en":
        return {rule.id: rule.body for rule in _printed()}
    parts = _translated("bodies", lang)
    rulings = _translated("rulings", lang)
    bodies = {id: body for part in parts.values() for id, body in part.items()}
    endings = {id: _ending(body, rulings["ending"]) for id, body in rule_bodies("en").items()}
    return bodies | {id: body + endings[id] for id, body in rulings["bodies"].items()}


def _ending(english: str, words: Mapping[str, str]) -> str:
    """How a ruling ends in a language, given its English text; "" if it is a rule."""
    found = _ENDING.search(english)
    if found is None:
        return ""
    return words["ending"].format(rules=found["rules"], confidence=words[found["confidence"]])


@cache
def section_titles(lang: str) -> Mapping[str, str]:
    """The headings over the rules, by the English ones; the rulings' are not translated."""
    if lang == "en":
        return {rule.section: rule.section for rule in _printed() if rule.page != RULINGS}
    return _translated("titles", lang)[_SECTIONS]


def _translated(folder: str, lang: str) -> dict[str, dict[str, str]]:
    path = files("grandjunction.words") / folder / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def rule_pages() -> list[str]:
    """The rulesets that have a page of rules."""
    folder = files("grandjunction.rulesets")
    return sorted(entry.name for entry in folder.iterdir() if (entry / "rules.md").is_file())


def _printed() -> Iterator[PrintedRule]:
    """Every rule of every page and then every ruling, in English and in order."""
    folder = files("grandjunction.rulesets")
    for page in rule_pages():
        yield from _on_page(page, folder / page / "rules.md")
    yield from _on_page(RULINGS, folder / f"{RULINGS}.md")


def _on_page(page: str, path: Traversable) -> Iterator[PrintedRule]:
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if heading := _HEADING.match(line):
            section = heading["heading"].strip()
        elif rule := _RULE.match(line.strip()):
            yield PrintedRule(rule["id"], page, section, rule["title"], rule["body"] or "")
