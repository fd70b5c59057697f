"""The titles of the numbered rules: English from the pages themselves, other languages from titles/."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

# - **ID** Title. Body
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z0-9]+(?:-[A-Z]+)?-\d+)\*\* (?P<title>.*?)\.(?: |$)")


@cache
def rule_titles(lang: str) -> Mapping[str, str]:
    """Every rule's title by its ID."""
    if lang == "en":
        return _printed()
    path = files("grandjunction.words") / "titles" / f"{lang}.toml"
    texts = tomllib.loads(path.read_text(encoding="utf-8"))
    return {id: title for page in texts.values() for id, title in page.items()}


def _printed() -> dict[str, str]:
    folder = files("grandjunction.rulesets")
    titles: dict[str, str] = {}
    for page in sorted(entry.name for entry in folder.iterdir() if (entry / "rules.md").is_file()):
        text = (folder / page / "rules.md").read_text(encoding="utf-8")
        titles.update((found["id"], found["title"]) for found in map(_RULE.match, text.splitlines()) if found)
    return titles
