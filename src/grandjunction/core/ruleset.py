"""A ruleset is data, verbs, steps and a few named policies. The core never asks which game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import BIT
from .board import DataError
from .components import OWN_RESOURCE, Box
from .events import FIELDS
from .moves import MARKET, OWN_PART_BITS, OWN_SOURCE, PART_BITS, VERB_BITS, Refusal
from .options import Options

if TYPE_CHECKING:
    from .events import Log
    from .options import SourceList
    from .rng import Rng
    from .state import State

# The decisions the core knows. A ruleset may add its own from FIRST_OWN on.
ACTION: Final = 0  # choose an action: its first unit, with a card
MORE: Final = 1  # another unit of the same action, or stop
BONUS: Final = 2  # a free choice won in mid-action
SHORTFALL: Final = 3  # which tile to lose
DRAW: Final = 4  # chance: a card for the seat
ASIDE: Final = 5  # chance: a card put away unseen
ORDER: Final = 6  # chance: who is next in the first turn order
OVER: Final = 7
FIRST_OWN: Final = 8

DECISIONS: Final = ["action", "more", "bonus", "shortfall", "draw", "aside", "order", "over"]


class Verb:
    """One kind of unit move. ``check`` is the one legality; ``propose`` lists exactly what it accepts.

    ``own`` is the word of the one part only this verb has, for its further sources, at most ``most`` of them.
    """

    def __init__(self, name: str, shape: list[str], cards: int = 1, own: str = "", most: int = 2) -> None:
        self.name: Final = name
        self.shape: Final = shape  # its parts in notation, in order
        self.cards: Final = cards  # how many a move of it pays, where it pays any
        self.own: Final = own
        self.own_most: Final = most
        self.fields: i64 = VERB_BITS  # the bits of a code it may use
        for part in shape:
            self.fields |= self.part_bits(part)
        self.id: i64 = 0  # its place in the ruleset, set there
        self.repeats = False  # whether an action may hold several units of it

    def part_bits(self, part: str) -> int:
        """The bits of a code that a part of the notation uses."""
        return OWN_PART_BITS[self.own_most] if part == self.own else PART_BITS[part]

    def propose(self, state: State, options: Options) -> None:
        """Add every legal unit, without its card, and the cards that may pay for it."""
        raise NotImplementedError

    def possible(self, state: State, options: Options) -> bool:
        """Whether any unit is legal now."""
        options.first_only = True
        self.propose(state, options)
        return options.size > 0

    def check(self, state: State, code: i64) -> Refusal | None:
        raise NotImplementedError

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        """What is missing to do this with any card and any sources; None if nothing is."""
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        """Do it. The caller has checked."""
        raise NotImplementedError

    def traces(self, state: State) -> int:
        """Of how many units done by the seat in this action the position could show the traces, at most."""
        return 0

    def items(self, rules: Ruleset) -> list[str]:
        """The words for a move's item, by number: industries, unless the verb says otherwise."""
        return rules.board.industries

    def weight(self, state: State, code: i64) -> i64:
        """For chance: how many equally likely cases this outcome stands for."""
        return 1

    def sample(self, state: State, rng: Rng) -> i64:
        """For chance: an outcome, drawn fairly."""
        options = Options(32)
        self.propose(state, options)
        if options.size == 0:
            raise ValueError(f"nature has no {self.name} left to choose")
        total: i64 = 0
        i: i64 = 0
        while i < options.size:
            total += self.weight(state, options.units[i])
            i += 1
        ticket = rng.below(total)
        i = 0
        while True:
            ticket -= self.weight(state, options.units[i])
            if ticket < 0:
                return options.units[i]
            i += 1


class Step:
    """One part of the course of the game. ``run`` returns False while it waits for a decision."""

    @property
    def name(self) -> str:
        """How positions call it, for steps that can wait."""
        return ""

    def run(self, state: State, log: Log | None) -> bool:
        raise NotImplementedError


class Permission:
    """Policy: which cards let a seat build an industry on a space."""

    def cards(self, state: State, seat: i64, slot: i64, industry: i64) -> i64:
        """The mask of card kinds that permit it, whether held or not."""
        return self.cards_at(state, slot, industry, self.reach(state, seat))

    def cards_at(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        """As above, for whoever has worked out the seat's ``reach`` and asks about many spaces."""
        raise NotImplementedError

    def reach(self, state: State, seat: i64) -> i64:
        """The spaces where industry cards may be used by the seat."""
        raise NotImplementedError

    def named(self, state: State, cards: i64) -> i64:
        """The spaces where a location card among these may be used."""
        raise NotImplementedError

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        """Why this card does not."""
        raise NotImplementedError

    def no_card(self, state: State, slot: i64, industry: i64) -> Refusal:
        """Nothing in the hand would do here."""
        board = state.rules.board
        place = board.place_ids[board.slot_place[slot]]
        return state.rules.refuse("no_card", industry=board.industries[industry], place=place)


class MarketAccess:
    """Policy: from which places coal can be bought from, and sold to, its market."""

    def places(self, state: State) -> i64:
        raise NotImplementedError


class LinkReach:
    """Policy: on which lines a seat may lay its next link, era and occupation aside."""

    def lines(self, state: State, seat: i64) -> i64:
        raise NotImplementedError


class LinkCoal:
    """Policy: where the coal for a link may come from."""

    def sources(self, state: State, line: i64, need: i64, out: SourceList) -> None:
        raise NotImplementedError


class Ruleset:
    """Everything the engine must know of one game; rulesets extend it for what only they have."""

    def __init__(
        self,
        id: str,
        name: str,
        revision: int,
        player_counts: list[int],
        box: Box,
        rule_ids: dict[str, str],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.revision: Final = revision
        self.player_counts: Final = player_counts
        self.eras: Final = box.eras
        self.resources: Final = box.resources
        self.board: Final = box.board
        self.tiles: Final = box.tiles
        self.cards: Final = box.cards
        self.markets: Final = box.markets  # coal, iron
        self.income: Final = box.income
        self.start_pounds: i64 = box.start_pounds
        self.hand_size: i64 = box.hand_size
        self.links: i64 = box.links
        # The rule a reason of refusal cites; a key ``link.no_coal`` is for one thing only.
        self.rule_ids: Final = rule_ids
        # Which industry makes a resource, -1 for none; so too for an own resource a ruleset does not have.
        self.maker: vec[i64] = vec[i64]([-1] * max(len(box.resources), OWN_RESOURCE + 1))
        for industry in range(len(box.board.industries)):
            if box.tiles.makes[industry] >= 0:
                self.maker[box.tiles.makes[industry]] = industry
        self.sources: Final[dict[str, int]] = {"market": MARKET}  # those that are no spaces, by their words
        self.event_fields: Final[dict[str, tuple[str, ...]]] = FIELDS.copy()
        self.selling = "sell"  # the verb that answers "why can't I sell this?"
        self.verbs: list[Verb] = []
        self.steps: list[Step] = []
        self.answers: list[list[Verb]] = [[] for _ in DECISIONS]
        self.decision_names: list[str] = DECISIONS[:]
        self.chance: i64 = BIT[DRAW] | BIT[ASIDE] | BIT[ORDER]  # mask of the decisions nature takes
        self.permission: Permission = Permission()
        self.access: MarketAccess = MarketAccess()
        self.reach: LinkReach = LinkReach()
        self.link_coal: LinkCoal = LinkCoal()
        self.stop: Verb | None = None

    # -- putting it together ------------------------------------------------------------------------

    def add_verb(self, decision: int, verb: Verb) -> None:
        """Let a verb answer a decision. Under MORE it is asked again; see ``State.verbs``."""
        self._register(verb)
        self.answers[decision].append(verb)

    def set_stop(self, verb: Verb) -> None:
        """The verb that ends an action under MORE."""
        self._register(verb)
        self.stop = verb

    def _register(self, verb: Verb) -> None:
        if len(self.verbs) == 16:
            raise DataError("a ruleset has at most sixteen verbs")
        verb.id = len(self.verbs)
        self.verbs.append(verb)

    def add_decision(self, name: str, chance: bool) -> int:
        """A decision of the ruleset's own."""
        self.decision_names.append(name)
        self.answers.append([])
        number = len(self.decision_names) - 1
        if chance:
            self.chance |= BIT[number]
        return number

    def add_source(self, name: str, code: int) -> None:
        """A source or buyer of the ruleset's own that is no space of the board."""
        if not OWN_SOURCE <= code < MARKET or code in self.sources.values():
            raise DataError(f"{name}: {code} is no free number for a source")
        self.sources[name] = code

    def source_word(self, source: int) -> str:
        """The word of a source that is no space; "" if there is none."""
        for word, code in self.sources.items():
            if code == source:
                return word
        return ""

    def add_events(self, fields: dict[str, tuple[str, ...]]) -> None:
        """Kinds of event only this ruleset has, and what their numbers mean."""
        self.event_fields.update(fields)

    def verb_named(self, name: str) -> Verb | None:
        for verb in self.verbs:
            if verb.name == name:
                return verb
        return None

    # -- what a ruleset adds ------------------------------------------------------------------------

    def extra_size(self, players: int) -> int:
        """How many words of its own a state carries."""
        return 0

    def set_up(self, state: State) -> None:
        """Fill the ruleset's own words before the first step."""

    def write_extra(self, state: State) -> list[str]:
        """The ruleset's own words as lines of the position format."""
        return []

    def read_extra(self, state: State, key: str, words: list[str]) -> str:
        """Take one such line; tells what it is about, "" if the key is not the ruleset's.

        Raises ValueError on bad words.
        """
        return ""

    def check_frame(self, state: State) -> None:
        """Raise ValueError if a decision of the ruleset's own, or a bonus, cannot be open here."""
        raise ValueError(f"there is no {self.decision_names[state.decision]} decision here")

    def check_own(self, state: State) -> None:
        """Raise ValueError, or Impossible to name the line, if the ruleset's own words cannot be so now."""

    def early_vp(self, state: State) -> int:
        """The most VP all seats together can have won before the first scoring."""
        return 0

    def rank_key(self, state: State, seat: int) -> tuple[int, ...]:
        """What ranks a seat at the end, weightiest first; more is better, equal keys share a place."""
        return (state.vp[seat], state.income[seat], state.pounds[seat])

    # -- names at the edge --------------------------------------------------------------------------

    def write_move(self, code: int) -> str:
        from .notation import write_move

        return write_move(self, code)

    def name_field(self, field: str, value: int) -> str | int:
        """An event's field as an id, or the number itself."""
        if field == "slot":
            return self.board.slot_ids[value]
        if field == "line":
            return self.board.line_ids[value]
        if field == "card":
            return self.cards.ids[value]
        if field == "tile":
            kind = self.tiles.kinds[value]
            return f"{kind.industry}.{kind.level}"
        if field == "resource":
            return self.resources[value]
        if field == "seat":
            return "ABCD"[value]
        if field == "era":
            return self.eras[value]
        return value

    def refuse(self, reason: str, **params: str | int) -> Refusal:
        """A refusal with the rule this ruleset names for the reason."""
        return Refusal(self.rule_ids[reason], reason, params)

    def refuse_for(self, what: str, reason: str, **params: str | int) -> Refusal:
        """As above, where a reason may have another rule for one thing (``link.no_coal``) than in general."""
        rule = self.rule_ids.get(f"{what}.{reason}")
        return Refusal(self.rule_ids[reason] if rule is None else rule, reason, params)
