"""The games, by id. Each is loaded when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from ..core.ruleset import Ruleset

# id: (module, function); modules are imported on demand so that importing the package stays quick.
_BUILDERS: Final[dict[str, tuple[str, str]]] = {
    "birmingham": ("birmingham.ruleset", "birmingham"),
    "birmingham-introductory": ("birmingham.ruleset", "birmingham_introductory"),
    "birmingham-introductory-paid": ("birmingham.ruleset", "birmingham_introductory_paid"),
    "lancashire-2007": ("lancashire.ruleset", "lancashire_2007"),
    "lancashire-2018": ("lancashire.ruleset", "lancashire_2018"),
    "lancashire-2018-introductory": ("lancashire.ruleset", "lancashire_2018_introductory"),
    "hamlet": ("hamlet.ruleset", "hamlet"),
}

#: The ids of all rulesets.
RULESETS: Final = tuple(_BUILDERS)

_loaded: dict[str, Ruleset] = {}


class UnknownRuleset(ValueError):
    """No ruleset has this id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"unknown ruleset {id!r}; one of {', '.join(RULESETS)}")


def ruleset(id: str) -> Ruleset:
    """The ruleset with this id."""
    if id not in _loaded:
        _loaded[id] = build(id)
    return _loaded[id]


def build(id: str) -> Ruleset:
    """A ruleset of one's own, to be changed."""
    if id not in _BUILDERS:
        raise UnknownRuleset(id)
    module, function = _BUILDERS[id]
    builder: Callable[[], Ruleset] = getattr(import_module(f".{module}", __name__), function)
    return builder()
