"""The rulesets by id, each loaded on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from ..core.ruleset import Ruleset

# id: (module, function). Modules are imported on demand, to keep importing the package fast.
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
    """Raised when no ruleset has this id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"unknown ruleset {id!r}; one of {', '.join(RULESETS)}")
        self.id = id

    def __reduce__(self) -> tuple[object, ...]:
        return UnknownRuleset, (self.id,)


def ruleset(id: str) -> Ruleset:
    """The ruleset with this id."""
    if id not in _loaded:
        rules = build(id)
        rules.catalogue = same_ruleset
        _loaded[id] = rules
    return _loaded[id]


def same_ruleset(id: str, revision: int) -> Ruleset:
    """Return the ruleset with this id; raise ``ValueError`` if it has changed since this revision."""
    rules = ruleset(id)
    if rules.revision != revision:
        raise ValueError(f"revision {revision} of {id} is not this engine's ({rules.revision})")
    return rules


def build(id: str) -> Ruleset:
    """A new copy of a ruleset, which you may change."""
    if id not in _BUILDERS:
        raise UnknownRuleset(id)
    module, function = _BUILDERS[id]
    builder: Callable[[], Ruleset] = getattr(import_module(f".{module}", __name__), function)
    return builder()
