"""One language's texts, from its TOML file, and its plural forms.

A text that depends on a number is a table: ``by`` names the number, the other keys are forms::

    no_beer = { by = "need", one = "...", few = "...", many = "..." }

The forms are the plural categories of the CLDR for whole numbers (``CATEGORIES``); a table gives all of
its language's, or ``other`` alone where the words do not change. Before these come ``zero`` and
``negative``, if the table has them. The number is shown without its sign.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final


def _one_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _romanian(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


def _russian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _always_other(n: int) -> str:
    return "other"


# Per language, the plural form for a number.
_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "en": _one_other,
    "pl": _polish,
    "ro": _romanian,
    "ru": _russian,
    "zh-Hant": _always_other,
}

#: The languages that have words.
LANGUAGES: Final = tuple(_FORMS)

#: The plural forms of whole numbers, per language.
CATEGORIES: Final[dict[str, frozenset[str]]] = {
    lang: frozenset(form(n) for n in range(200)) for lang, form in _FORMS.items()
}


# Chinese templates have a space beside a name, for names in Latin letters. A Chinese name wants none.
# The terminal puts names in markup, such as [red]…[/].
_HAN_GAP: Final = re.compile(r"([\u4e00-\u9fff](?:\[[^]]*])?) (?=(?:\[[^]]*])?[\u4e00-\u9fff])")


class UnknownLanguage(ValueError):
    """Raised for a language that has no words."""

    def __init__(self, lang: str) -> None:
        super().__init__(f"unknown language {lang!r}; one of {', '.join(LANGUAGES)}")
        self.lang = lang

    def __reduce__(self) -> tuple[type[UnknownLanguage], tuple[str]]:
        return UnknownLanguage, (self.lang,)


def known_language(tag: str) -> str | None:
    """The language for a tag such as ``pl_PL.UTF-8``, ``ro-RO`` or ``zh_TW``; None if there is none."""
    start = tag.replace("_", "-").split(".")[0].split("@")[0].split("-")[0].lower()
    return next((lang for lang in LANGUAGES if lang.split("-")[0] == start), None)


class Language:
    """The texts by section and key."""

    def __init__(self, lang: str) -> None:
        if lang not in _FORMS:
            raise UnknownLanguage(lang)
        self.texts: Final = dict(_read(f"{lang}.toml"))
        # In files of their own, so that browsers load them only where needed.
        self.texts["terminal"] = _read(f"terminal/{lang}.toml")
        self.texts["review"] = _read(f"reviews_and_hints/{lang}.toml")
        self.texts["notices"] = _read(f"notices/{lang}.toml")
        self.texts["position"] = _read(f"position/{lang}.toml")
        self._form: Final = _FORMS[lang]

    def has(self, section: str, key: str) -> bool:
        return key in self.texts[section]

    def template(self, section: str, key: str) -> Any:
        """A text, or a table from which a number chooses a text."""
        return self.texts[section][key]

    def word(self, section: str, key: str) -> str:
        text = self.texts[section][key]
        assert isinstance(text, str)
        return text

    def industry(self, id: str, form: str) -> str:
        word = self.texts["industries"][id][form]
        assert isinstance(word, str)
        return word

    def say(self, section: str, key: str, values: Mapping[str, str | int]) -> str:
        """A template with its names and numbers filled in."""
        template = self.template(section, key)
        if isinstance(template, str):
            return _filled(template, values)
        by: str = template["by"]
        number = int(values[by])
        text: str = template[self._choose(template, number)]
        return _filled(text, {**values, by: abs(number)})

    def _choose(self, template: Mapping[str, str], number: int) -> str:
        if number < 0 and "negative" in template:
            return "negative"
        if number == 0 and "zero" in template:
            return "zero"
        form = self._form(abs(number))
        return form if form in template else "other"


def _filled(text: str, values: Mapping[str, str | int]) -> str:
    """A text with its values put in, and no space between two Chinese characters."""
    return _HAN_GAP.sub(r"\1", text.format(**{name: _said(value) for name, value in values.items()}))


def _said(value: str | int) -> str:
    """A number with a true minus sign; a name as it is."""
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else str(value)


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("grandjunction.words") / name).read_text(encoding="utf-8"))


def placeholders(template: Any) -> set[str]:
    """Placeholders of a template, or of all templates in a table."""
    texts = [template] if isinstance(template, str) else [t for form, t in template.items() if form != "by"]
    return {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
