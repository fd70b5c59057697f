"""One language's texts, as its TOML file gives them, and the forms its numbers ask for.

A text that depends on a number is a table: ``by`` names the number, the other keys are forms::

    no_beer = { by = "need", one = "...", few = "...", many = "..." }

The forms are the plural categories of the CLDR for whole numbers (``CATEGORIES``); a table gives all of
its language's, or ``other`` alone where the words do not change. Before these come ``zero`` and
``negative``, if the table has them. The number is shown without its sign.
"""

from __future__ import annotations

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


# By language: the form of a text that goes with a number.
_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "en": _one_other,
    "pl": _polish,
    "ro": _romanian,
    "ru": _russian,
    "zh-Hant": _always_other,
}

#: The languages there are words in.
LANGUAGES: Final = tuple(_FORMS)

#: The forms a whole number can ask for, by language.
CATEGORIES: Final[dict[str, frozenset[str]]] = {
    lang: frozenset(form(n) for n in range(200)) for lang, form in _FORMS.items()
}


class UnknownLanguage(ValueError):
    """There are no words in this language."""

    def __init__(self, lang: str) -> None:
        super().__init__(f"unknown language {lang!r}; one of {', '.join(LANGUAGES)}")


def known_language(tag: str) -> str | None:
    """Our language for a tag such as ``pl_PL.UTF-8``, ``ro-RO`` or ``zh_TW``; None if there is none."""
    start = tag.replace("_", "-").split(".")[0].split("@")[0].split("-")[0].lower()
    return next((lang for lang in LANGUAGES if lang.split("-")[0] == start), None)


class Language:
    """The texts by section and key."""

    def __init__(self, lang: str) -> None:
        if lang not in _FORMS:
            raise UnknownLanguage(lang)
        self.texts: Final = dict(_read(f"{lang}.toml"))
        self.texts["terminal"] = _read(f"terminal/{lang}.toml")  # apart, so that browsers need not load it
        self._form: Final = _FORMS[lang]

    def has(self, section: str, key: str) -> bool:
        return key in self.texts[section]

    def template(self, section: str, key: str) -> Any:
        """A text, or a table of texts that a number chooses from."""
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
            return template.format(**values)
        by: str = template["by"]
        number = int(values[by])
        text: str = template[self._choose(template, number)]
        return text.format(**{**values, by: abs(number)})

    def _choose(self, template: Mapping[str, str], number: int) -> str:
        if number < 0 and "negative" in template:
            return "negative"
        if number == 0 and "zero" in template:
            return "zero"
        form = self._form(abs(number))
        return form if form in template else "other"


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("grandjunction.words") / name).read_text(encoding="utf-8"))


def placeholders(template: Any) -> set[str]:
    """The names a template, or any of a table of templates, asks for."""
    texts = [template] if isinstance(template, str) else [t for form, t in template.items() if form != "by"]
    return {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
