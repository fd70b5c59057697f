"""``rules``: prints numbered rules and rulings on edge cases, by ID, by group or by a word in them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

import typer

from ..words.rulebook import PrintedRule, rule_pages, rules_in
from .common import fail, find_rules, find_words

# How the IDs of the rulings on a page's game begin.
_RULINGS: Final = {"birmingham": "BE-", "lancashire": "LE-"}


def show(ids: list[str], search: str, ruleset: str, lang: str | None) -> None:
    """Print the rules asked for, by title only unless they were asked for by name."""
    words = find_words(lang)
    page = find_page(ruleset) if ruleset else ""
    known = {rule.id: rule for rule in rules_in(words.lang).values() if not page or _is_about(rule, page)}
    chosen = _find(known, ids) if ids else list(known)
    if search:
        chosen = [id for id in chosen if search.casefold() in _searched(known[id])]
        if not chosen:
            fail(f"no rule mentions {search!r}")
    for id in chosen:
        typer.echo(f"{id}  {known[id].title}.")
        if (ids or search) and known[id].body:
            typer.echo(f"    {known[id].body}")


def _is_about(rule: PrintedRule, page: str) -> bool:
    """Whether a rule is on the page of a game, or is a ruling on it."""
    return rule.page == page or (page in _RULINGS and rule.id.startswith(_RULINGS[page]))


def _searched(rule: PrintedRule) -> str:
    """What a search looks through: the rule in its language and in English, with plain spaces only."""
    english = rules_in("en")[rule.id]
    text = f"{rule.id} {rule.title}. {rule.body} {english.title}. {english.body}"
    return text.replace("\N{NO-BREAK SPACE}", " ").casefold()


def find_page(ruleset: str) -> str:
    """Return the page of a ruleset; variants share their game's."""
    page = ruleset.split("-")[0]
    if page not in rule_pages():
        find_rules(ruleset)
        fail(f"{ruleset} has no page of rules")
    return page


def _find(known: dict[str, PrintedRule], ids: list[str]) -> list[str]:
    """Return the rules with these IDs; a group such as B-COAL stands for all its rules."""
    chosen: list[str] = []
    for asked in (id.upper() for id in ids):
        found = [asked] if asked in known else [id for id in known if id.rsplit("-", 1)[0] == asked]
        if not found:
            near = get_close_matches(asked, known, n=3, cutoff=0.5)
            hint = f"; the nearest are {', '.join(near)}" if near else ""
            fail(f"there is no rule {asked}{hint}")
        chosen += [id for id in found if id not in chosen]
    return chosen
