"""One language's texts, as its TOML file gives them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from string import Formatter
from typing import Any, Final

# By language: the form of a text that goes with a number.
_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "en": lambda n: "one" if n == 1 else "other",
}

#: The languages there are words in.
LANGUAGES: Final = tuple(_FORMS)


class UnknownLanguage(ValueError):
    """There are no words in this language."""

    def __init__(self, lang: str) -> None:
        super().__init__(f"unknown language {lang!r}; one of {', '.join(LANGUAGES)}")


class Language:
    """The texts by section and key."""

    def __init__(self, lang: str) -> None:
        if lang not in _FORMS:
            raise UnknownLanguage(lang)
        path = files("grandjunction.words") / f"{lang}.toml"
        self.texts: Final[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))
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
        form = "negative" if number < 0 else "zero" if number == 0 else self._form(number)
        return form if form in template else "other"


def placeholders(template: Any) -> set[str]:
    """The names a template, or any of a table of templates, asks for."""
    texts = [template] if isinstance(template, str) else [t for form, t in template.items() if form != "by"]
    return {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
