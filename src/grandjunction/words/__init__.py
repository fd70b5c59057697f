"""Turns ids, numbers, moves and events into sentences of a language.

>>> import grandjunction as gj
>>> words = Words("en")
>>> words.place(gj.ruleset("birmingham"), "burton_on_trent")
'Burton-on-Trent'
"""

from __future__ import annotations

from typing import Any, Final

from ..core.events import Event
from ..core.moves import Move, Refusal
from ..core.ruleset import Ruleset, Verb
from ..core.seats import SEATS
from .language import LANGUAGES, Language, UnknownLanguage, known_language
from .rulebook import PrintedRule, rules_in

__all__ = ["LANGUAGES", "UnknownLanguage", "Words", "capital", "known_language", "roman", "small"]

_NUMERALS: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """A tile's level as printed: 4 is IV, and 0 is 0."""
    said = ""
    for value, letters in _NUMERALS:
        while number >= value:
            said += letters
            number -= value
    return said or "0"


class Words:
    """All words of one language. Names printed on the board come from ``rules``."""

    def __init__(self, lang: str = "en") -> None:
        self._language: Final = Language(lang)
        self.lang: Final = lang

    # -- sentences ----------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal, rules: Ruleset) -> str:
        """Why a move is not legal, with the rule's ID: ``No coal can reach Leek: B-COAL-05``."""
        return self._say("names", "rule", sentence=self.reason(refusal, rules), rule=refusal.rule)

    def reason(self, refusal: Refusal, rules: Ruleset) -> str:
        """Why a move is not legal, without the rule's ID."""
        values = self._named(refusal.params, rules, list(SEATS))
        return self._language.say("refusals", refusal.reason, values)

    def fault(self, refusal: Refusal, rules: Ruleset) -> str:
        """Return why a position is impossible, with the rule's ID if there is one."""
        if not self._language.has("position", refusal.reason):
            return self.refusal(refusal, rules)  # a move would be refused for the same reason
        values = self._named(refusal.params, rules, list(SEATS))
        said = self._language.say("position", refusal.reason, values)
        return self._say("names", "rule", sentence=said, rule=refusal.rule) if refusal.rule else said

    def event(self, event: Event, rules: Ruleset, names: list[str] | None = None) -> str:
        """What happened, as a line of a log. Seats are called by ``names`` or their letters."""
        params: dict[str, str | int] = {
            field: rules.name_field(field, value)
            for field, value in zip(rules.event_fields[event.kind], event.values, strict=True)
        }
        values = self._named(params, rules, names or list(SEATS))
        return self._language.say("events", event.kind, values)

    def move(self, move: Move) -> str:
        """A whole move as a sentence, with its card and sources."""
        return self.unit(move) + "".join(
            self._language.word("parts", "join") + part for part in (*self.sources(move), *self._paid(move))
        )

    def unit(self, move: Move) -> str:
        """A move without its card and sources: ``Build a pottery in Belper 3``."""
        rules = move.rules
        params: dict[str, str | int] = {}
        if move.slot is not None:
            params["slot"] = move.slot
        if move.line is not None:
            params["line"] = move.line
        for item in move.part("item"):
            params[_verb(move).item] = item
        said = self._language.say("moves", move.verb, self._named(params, rules, list(SEATS)))
        buyer = self.buyer(move)
        return self._say("parts", "buyer", move=said, buyer=buyer) if buyer else said

    def buyer(self, move: Move) -> str:
        """Who buys: a merchant, a port or the distant market; "" if nobody does."""
        if move.buyer is None:
            return ""
        if _verb(move).item == "merchant":
            return self.merchant(move.rules, move.buyer)
        return self.source(move.rules, move.buyer)

    def sources(self, move: Move) -> list[str]:
        """Where a move's coal, iron and beer come from, one phrase each."""
        return [
            self._say("parts", part, **{part: self._pair(move.part(part), move.rules)})
            for part in move.rules.resources
            if move.part(part)
        ]

    def _paid(self, move: Move) -> list[str]:
        cards = [self.card(move.rules, card) for card in move.cards]
        if not cards:
            return []
        if len(cards) == 1:
            return [self._say("parts", "card", card=cards[0])]
        return [self._say("parts", "cards", cards=self.listed(cards))]

    def _pair(self, sources: list[str], rules: Ruleset) -> str:
        named = [self.source(rules, source) for source in sources]
        if len(named) == 1:
            return named[0]
        if sources[0] == sources[1]:
            return self._say("sources", "twice", source=named[0])
        return self._say("sources", "both", first=named[0], second=named[1])

    def source(self, rules: Ruleset, word: str) -> str:
        """A source of coal, iron or beer, or a buyer of cotton, from its word in a move."""
        return self._say("sources", word) if word in rules.sources else self.slot(rules, word)

    def terminal(self, key: str, **values: str | int) -> str:
        """A text that only the terminal uses."""
        return self._say("terminal", key, **values)

    def review(self, key: str, **values: str | int) -> str:
        """Return a text of a game's review."""
        return self._say("review", key, **values)

    def notice(self, key: str, **values: str | int) -> str:
        """Return a text of a notice."""
        return self._say("notices", key, **values)

    # -- names --------------------------------------------------------------------------------------

    def rule(self, id: str) -> PrintedRule:
        """A numbered rule or ruling: title, section and body. KeyError if there is none."""
        return rules_in(self.lang)[id]

    def you(self) -> str:
        """What to call the player who gave no name."""
        return self._say("names", "you")

    def player(self, seat: str) -> str:
        """What to call one of several players who gave no name."""
        return self._say("names", "player", seat=seat)

    def verb(self, name: str) -> str:
        return self._say("verbs", name)

    def decision(self, name: str) -> str:
        """What a decision asks for: ``choose an action``."""
        return self._say("decisions", name)

    def era(self, name: str) -> str:
        return self._say("eras", name)

    def resource(self, id: str) -> str:
        return self._say("resources", id)

    def goods(self, id: str) -> str:
        """What a merchant tile buys."""
        return self._say("goods", id)

    def bonus(self, name: str, amount: int) -> str:
        """What a merchant gives to whoever uses its barrel, as short as on a board: ``+2 income``."""
        return self._say("bonuses", name, amount=amount)

    def vp_source(self, name: str) -> str:
        """Where VP come from, by the name that ``Ledger`` uses."""
        return self._say("vp", name)

    def industry(self, id: str, form: str = "name") -> str:
        """An industry's name; form ``one`` adds the article, ``many`` is the plural."""
        return self._language.industry(id, form)

    def tile(self, id: str) -> str:
        """A tile's name: ``cotton.2`` is Cotton mill II."""
        industry, _, level = id.rpartition(".")
        return capital(self._say("names", "tile", industry=self.industry(industry), level=roman(int(level))))

    def place(self, rules: Ruleset, id: str) -> str:
        """A place as printed on the board, or in words of the language if it has no printed name."""
        if self._language.has("places", id):
            return self._say("places", id)
        return rules.board.place_names[rules.board.place_ids.index(id)]

    def plate(self, rules: Ruleset, id: str) -> str:
        """A place as its plate on the map names it, which has little room."""
        return self._say("plates", id) if self._language.has("plates", id) else self.place(rules, id)

    def slot(self, rules: Ruleset, id: str) -> str:
        """A space by its town, with its number where the town has several."""
        place, _, number = id.rpartition(".")
        if f"{place}.2" not in rules.board.slot_ids:
            return self.place(rules, place or id)
        return self._say("names", "slot", place=self.place(rules, place), number=number)

    def merchant(self, rules: Ruleset, id: str) -> str:
        """A merchant space by its place and number."""
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

    def bot(self, name: str) -> str:
        """Return a bot's name; an outside bot keeps its own."""
        return self._say("bots", name) if name in self._language.texts["bots"] else name

    def listed(self, names: list[str]) -> str:
        return self._say("names", "list_join").join(names)

    def grouped(self, lists: list[str]) -> str:
        """Return lists one after the other."""
        return self._say("names", "group_join").join(lists)

    def pair(self, name: str, value: str) -> str:
        """Return a name and what belongs to it: ``Tiles: …``."""
        return self._say("names", "pair", name=name, value=value)

    def note(self, name: str, note: str) -> str:
        """Return a name with a note in brackets."""
        return self._say("names", "note", name=name, note=note)

    # -- from ids to words --------------------------------------------------------------------------

    def _say(self, section: str, key: str, **values: Any) -> str:
        return self._language.say(section, key, values)

    def _named(self, params: dict[str, str | int], rules: Ruleset, names: list[str]) -> dict[str, str | int]:
        """Values for a template: each id in words, and what can be derived from them."""
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


def _verb(move: Move) -> Verb:
    verb = move.rules.verb_named(move.verb)
    assert verb is not None
    return verb


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """The text with a small first letter, as it stands after a semicolon."""
    return text[:1].lower() + text[1:]
