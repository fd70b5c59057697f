"""``rules``: the numbered rules and the rulings on edge cases, by ID, by group or by a word."""

from __future__ import annotations

import re
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

import typer

from .common import fail, find_rules, find_words

if TYPE_CHECKING:
    from ..words import Words

# Which rulings are about which page's game.
_RULINGS: Final = {"birmingham": "BE-", "lancashire": "LE-"}
# - **ID** Title. Body
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* (?P<text>.*)")


def pages() -> list[str]:
    """The rulesets that have a page of rules."""
    folder = files("grandjunction.rulesets")
    return sorted(entry.name for entry in folder.iterdir() if (entry / "rules.md").is_file())


def read_rules(page: str) -> dict[str, str]:
    """The rules of a page by ID, and after them the rulings on edge cases that follow from them."""
    folder = files("grandjunction.rulesets")
    rulings = _read(folder / "edge-cases.md")
    start = _RULINGS.get(page)
    return _read(folder / page / "rules.md") | {
        id: text for id, text in rulings.items() if start is not None and id.startswith(start)
    }


def _read(path: Traversable) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {found["id"]: found["text"].strip() for found in map(_RULE.match, lines) if found}


def rule(id: str) -> str | None:
    """The text of one rule, whichever page it is on."""
    for page in pages():
        text = read_rules(page).get(id)
        if text is not None:
            return text
    return None


def in_words(id: str, text: str, words: Words) -> tuple[str, str]:
    """A rule's title in a language, and its body. Rulings are in English only, like all bodies."""
    title, _, body = text.partition(". ")
    return (title if id.startswith(tuple(_RULINGS.values())) else words.rule_title(id)), body


def show(ids: list[str], search: str, ruleset: str, lang: str | None) -> None:
    words = find_words(lang)
    known: dict[str, str] = {}
    for page in pages():
        if not ruleset or find_page(ruleset) == page:
            known.update(read_rules(page))
    chosen = _find(known, ids) if ids else list(known)
    if search:
        chosen = [id for id in chosen if search.casefold() in _searched(id, known[id], words)]
        if not chosen:
            fail(f"no rule mentions {search!r}")
    for id in chosen:
        title, body = in_words(id, known[id], words)
        typer.echo(f"{id}  {title}.")
        if (ids or search) and body:
            typer.echo(f"    {body}")


def _searched(id: str, text: str, words: Words) -> str:
    return f"{id} {text} {in_words(id, text, words)[0]}".casefold()


def find_page(ruleset: str) -> str:
    """The page of a ruleset; variants share the page of their game."""
    page = ruleset.split("-")[0]
    if page not in pages():
        find_rules(ruleset)
        fail(f"{ruleset} has no page of rules")
    return page


def _find(known: dict[str, str], ids: list[str]) -> list[str]:
    """The rules of these IDs; a group such as B-COAL stands for all its rules."""
    chosen: list[str] = []
    for asked in (id.upper() for id in ids):
        found = [asked] if asked in known else [id for id in known if id.rsplit("-", 1)[0] == asked]
        if not found:
            near = get_close_matches(asked, known, n=3, cutoff=0.5)
            hint = f"; the nearest are {', '.join(near)}" if near else ""
            fail(f"there is no rule {asked}{hint}")
        chosen += [id for id in found if id not in chosen]
    return chosen
