"""Words at the edge: ids and numbers inside, sentences of a language for people.

>>> import grandjunction as gj
>>> words = Words("en")
>>> words.place(gj.ruleset("birmingham"), "burton_on_trent")
'Burton-on-Trent'
"""

from __future__ import annotations

from typing import Any, Final

from ..core.events import Event
from ..core.moves import (
    Move,
    Refusal,
    card_of,
    coal_of,
    first_source,
    item_of,
    other_of,
    second_card_of,
    second_source,
    target_of,
    third_card_of,
)
from ..core.ruleset import Ruleset
from ..core.state import SEATS
from .language import LANGUAGES, Language, UnknownLanguage, known_language, placeholders
from .titles import rule_titles, section_titles

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "capital", "known_language", "roman"]

_NUMERALS: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_ITEMS: Final = ("industry", "an_industry", "amount", "seat", "goods", "value")


def roman(number: int) -> str:
    """A tile's level as it is printed on it: 4 is IV, and 0 is 0."""
    said = ""
    for value, letters in _NUMERALS:
        while number >= value:
            said += letters
            number -= value
    return said or "0"


class Words:
    """All that is said in one language; ``rules`` gives the names printed on the board."""

    def __init__(self, lang: str = "en") -> None:
        self._language: Final = Language(lang)
        self.lang: Final = lang

    # -- sentences ----------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal, rules: Ruleset) -> str:
        """Why a move is not legal, with the rule's ID: ``No coal can reach Leek: B-COAL-05``."""
        return self._say("names", "rule", sentence=self.reason(refusal, rules), rule=refusal.rule)

    def reason(self, refusal: Refusal, rules: Ruleset) -> str:
        """The same without the rule's ID."""
        values = self._named(refusal.params, rules, list(SEATS))
        return self._language.say("refusals", refusal.reason, values)

    def event(self, event: Event, rules: Ruleset, names: list[str] | None = None) -> str:
        """What happened, as a line of a log; ``names`` of the seats, or their letters."""
        params: dict[str, str | int] = {
            field: rules.name_field(field, value)
            for field, value in zip(rules.event_fields[event.kind], event.values, strict=True)
        }
        values = self._named(params, rules, names or list(SEATS))
        return self._language.say("events", event.kind, values)

    def move(self, move: Move) -> str:
        """A whole move as a sentence, its card and sources included."""
        return self.unit(move) + "".join(
            self._language.word("parts", "join") + part for part in (*self.sources(move), *self._paid(move))
        )

    def unit(self, move: Move) -> str:
        """A move without its card and sources: ``Build a pottery in Belper 3``."""
        rules, code = move.rules, move.code
        verb = rules.verb_named(move.verb)
        assert verb is not None
        params: dict[str, str | int] = {}
        if "slot" in verb.shape:
            params["slot"] = rules.board.slot_ids[target_of(code)]
        if "line" in verb.shape:
            params["line"] = rules.board.line_ids[target_of(code)]
        if "item" in verb.shape:
            asked = placeholders(self._language.template("moves", verb.name))
            field = next((field for field in _ITEMS if field in asked), "item")
            params[field.removeprefix("an_")] = verb.items(rules)[item_of(code)]
        said = self._language.say("moves", verb.name, self._named(params, rules, list(SEATS)))
        buyer = self.buyer(move)
        return self._say("parts", "buyer", move=said, buyer=buyer) if buyer else said

    def buyer(self, move: Move) -> str:
        """To whom a move sells: a merchant, a port or the distant market; "" if to nobody."""
        verb = move.rules.verb_named(move.verb)
        assert verb is not None
        if "to" in verb.shape:
            return self.merchant(move.rules, verb.items(move.rules)[item_of(move.code)])
        if "port" in verb.shape:
            return self.source(first_source(other_of(move.code)), move.rules)
        return ""

    def sources(self, move: Move) -> list[str]:
        """Where a move's coal, iron and beer come from, one phrase each."""
        verb = move.rules.verb_named(move.verb)
        assert verb is not None
        phrases: list[str] = []
        for part in verb.shape:
            if part in ("coal", "iron", "beer"):
                pair = coal_of(move.code) if part == "coal" else other_of(move.code)
                if pair:
                    phrases.append(self._say("parts", part, **{part: self._pair(pair, move.rules)}))
        return phrases

    def _paid(self, move: Move) -> list[str]:
        kinds = [card_of(move.code), second_card_of(move.code), third_card_of(move.code)]
        cards = [self.card(move.rules, move.rules.cards.ids[kind]) for kind in kinds if kind >= 0]
        if not cards:
            return []
        if len(cards) == 1:
            return [self._say("parts", "card", card=cards[0])]
        return [self._say("parts", "cards", cards=self.listed(cards))]

    def _pair(self, pair: int, rules: Ruleset) -> str:
        first, second = first_source(pair), second_source(pair)
        named = self.source(first, rules)
        if second == 0:
            return named
        if first == second:
            return self._say("sources", "twice", source=named)
        return self._say("sources", "both", first=named, second=self.source(second, rules))

    def source(self, source: int, rules: Ruleset) -> str:
        """One source of coal, iron or beer, or a buyer of cotton, as a move's code has it."""
        word = rules.source_word(source)
        if word:
            return self._say("sources", word)
        return self.slot(rules, rules.board.slot_ids[source - 1])

    def terminal(self, key: str, **values: str | int) -> str:
        """What only the terminal says."""
        return self._say("terminal", key, **values)

    # -- names --------------------------------------------------------------------------------------

    def rule_title(self, id: str) -> str:
        """The title of a numbered rule, such as When coal may be bought; KeyError if there is none."""
        return rule_titles(self.lang)[id]

    def section_title(self, heading: str) -> str:
        """A heading of the rule pages, given in English; KeyError if there is none."""
        return section_titles(self.lang)[heading]

    def you(self) -> str:
        """What a player is called who gave no name."""
        return self._say("names", "you")

    def player(self, seat: str) -> str:
        """What one of several players is called who gave no name."""
        return self._say("names", "player", seat=seat)

    def verb(self, name: str) -> str:
        return self._say("verbs", name)

    def decision(self, name: str) -> str:
        """What is asked for: ``choose an action``."""
        return self._say("decisions", name)

    def era(self, name: str) -> str:
        return self._say("eras", name)

    def resource(self, id: str) -> str:
        return self._say("resources", id)

    def goods(self, id: str) -> str:
        """What a merchant tile buys."""
        return self._say("goods", id)

    def vp_source(self, name: str) -> str:
        """Where victory points come from, as ``Ledger`` names it."""
        return self._say("vp", name)

    def industry(self, id: str, form: str = "name") -> str:
        """An industry; form ``one`` with its article, ``many`` in the plural."""
        return self._language.industry(id, form)

    def tile(self, id: str) -> str:
        """A tile: ``cotton.2`` is Cotton mill II."""
        industry, _, level = id.rpartition(".")
        return capital(self._say("names", "tile", industry=self.industry(industry), level=roman(int(level))))

    def place(self, rules: Ruleset, id: str) -> str:
        """A town or another place as the board names it; in words of the language if it is unnamed there."""
        if self._language.has("places", id):
            return self._say("places", id)
        return rules.board.place_names[rules.board.place_ids.index(id)]

    def slot(self, rules: Ruleset, id: str) -> str:
        """A space: its town, numbered where there are several."""
        place, _, number = id.rpartition(".")
        if f"{place}.2" not in rules.board.slot_ids:
            return self.place(rules, place or id)
        return self._say("names", "slot", place=self.place(rules, place), number=number)

    def merchant(self, rules: Ruleset, id: str) -> str:
        """A merchant space: its place and number."""
        place, _, number = id.rpartition(".")
        if not place:
            return self.place(rules, id)
        return self._say("names", "merchant", place=self.place(rules, place), number=number)

    def line(self, rules: Ruleset, id: str) -> str:
        """A line by all the places it joins."""
        board = rules.board
        ends = board.line_ends[board.line_ids.index(id)]
        joined = [place for place in id.split("--") if place in board.place_ids]
        joined += [
            place for n, place in enumerate(board.place_ids) if ends & (1 << n) and place not in joined
        ]
        return self._say("names", "line_join").join(self.place(rules, place) for place in joined)

    def card(self, rules: Ruleset, id: str) -> str:
        """A card by what it shows."""
        if id in rules.board.place_ids:
            return self.place(rules, id)
        if self._language.has("cards", id):
            return self._say("cards", id)
        return capital(self._say("names", "or").join(self.industry(name) for name in id.split("/")))

    def listed(self, names: list[str]) -> str:
        return self._say("names", "list_join").join(names)

    # -- from ids to words --------------------------------------------------------------------------

    def _say(self, section: str, key: str, **values: Any) -> str:
        return self._language.say(section, key, values)

    def _named(self, params: dict[str, str | int], rules: Ruleset, names: list[str]) -> dict[str, str | int]:
        """The params a template may use: each id as its words, and what follows from them."""
        said: dict[str, str | int] = dict(params)
        for field, value in params.items():
            id = str(value)
            if field == "seat":
                said[field] = names[SEATS.index(id)] if id in SEATS else id
            elif field == "place":
                said[field] = self.place(rules, id)
            elif field == "slot":
                town = id.rpartition(".")[0] or id
                said.update(slot=self.slot(rules, id), place=params.get("place") or town)
                said["place"] = self.place(rules, str(said["place"]))
            elif field == "port":
                said[field] = self.slot(rules, id)
            elif field == "line":
                said[field] = self.line(rules, id)
            elif field == "card":
                said[field] = self.card(rules, id)
            elif field == "tile":
                said[field] = self.tile(id)
            elif field == "merchant":
                said[field] = self.merchant(rules, id)
            elif field in _SECTIONS:
                said[field] = self._say(_SECTIONS[field], id)
            elif field == "industry":
                said.update(industry=self.industry(id), an_industry=self.industry(id, "one"))
                said["industries"] = self.industry(id, "many")
                if "level" in params:
                    said["tile"] = self.tile(f"{id}.{params['level']}")
            elif field == "position":
                said[field] = int(value) + 1
            elif field in ("from_space", "to_space"):
                said[field.replace("space", "level")] = rules.income.level(int(value))
        return said


_SECTIONS: Final = {
    "resource": "resources",
    "goods": "goods",
    "verb": "verbs",
    "decision": "decisions",
    "era": "eras",
}


def capital(text: str) -> str:
    """With a capital first letter, as at the start of a sentence."""
    return text[:1].upper() + text[1:]
