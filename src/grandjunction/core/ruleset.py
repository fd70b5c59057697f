"""Rulesets: data, verbs, steps and a few named policies. The core never asks which game it plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from .bits import BIT
from .board import DataError
from .components import EXTRA_RESOURCE, Box
from .events import FIELDS
from .moves import EXTRA_SOURCE, MARKET, MOST_VERBS, Refusal, bits_for, is_code, verb_of
from .options import Options
from .parts import MarkerTrack, StallRow
from .position.impossible import Impossible
from .seats import SEATS

if TYPE_CHECKING:
    from .events import Log
    from .options import SourceList
    from .rng import Rng
    from .state import State

# The decisions the core knows. Those a ruleset adds are numbered from FIRST_EXTRA on.
ACTION: Final = 0  # choose an action: its first unit, with a card
MORE: Final = 1  # another unit of the same action, or stop
BONUS: Final = 2  # a free choice won during an action
SHORTFALL: Final = 3  # which tile to lose
DRAW: Final = 4  # chance: a card for the seat
ASIDE: Final = 5  # chance: a card set aside unseen
ORDER: Final = 6  # chance: who is next in the first turn order
OVER: Final = 7
FIRST_EXTRA: Final = 8

DECISIONS: Final = ["action", "more", "bonus", "shortfall", "draw", "aside", "order", "over"]


class Verb:
    """One kind of unit move. ``check`` alone decides legality; ``propose`` lists exactly what it accepts.

    ``shape`` lists the parts of its notation in order. ``item`` says what its item is: an "industry", the
    "amount" of a loan, a "seat", or a word of the ruleset. ``buyer`` is the part that names who buys, where
    the verb sells. ``cards`` is how many cards a move pays, where it pays any. A verb may have one part for
    further sources: ``source_word`` is its name, ``most_sources`` how many it takes at most.
    """

    def __init__(
        self,
        name: str,
        shape: list[str],
        *,
        item: str = "industry",
        buyer: str = "",
        cards: int = 1,
        source_word: str = "",
        most_sources: int = 2,
    ) -> None:
        self.name: Final = name
        self.shape: Final = shape
        self.item: Final = item
        self.buyer: Final = buyer
        self.cards: Final = cards
        self.source_word: Final = source_word
        self.most_sources: Final = most_sources
        self.bits: i64 = bits_for(shape, source_word, most_sources)  # the bits of a code it may use
        self.id: i64 = 0  # set by the ruleset
        self.repeats = False  # whether one action may have several units of it

    def propose(self, state: State, options: Options) -> None:
        """Add every legal unit without its card, and the cards that can pay for it."""
        raise NotImplementedError

    def possible(self, state: State, options: Options) -> bool:
        """Whether any unit is legal now."""
        options.first_only = True
        self.propose(state, options)
        return options.size > 0

    def check(self, state: State, code: i64) -> Refusal | None:
        raise NotImplementedError

    def nearest_fault(self, state: State, target: i64, item: i64) -> Refusal | None:
        """What prevents this with any card and any sources; None if nothing does."""
        return None

    def apply(self, state: State, code: i64, log: Log | None) -> None:
        """Apply a move that the caller has checked."""
        raise NotImplementedError

    def traces(self, state: State) -> int:
        """Upper bound on the units of this action that the position could reveal."""
        return 0

    def items(self, rules: Ruleset) -> list[str]:
        """Words for the numbers of a move's item; industries by default."""
        return rules.board.industries

    def weight(self, state: State, code: i64) -> i64:
        """For chance: the weight of an outcome, as a number of equally likely cases."""
        return 1

    def sample(self, state: State, rng: Rng) -> i64:
        """For chance: a random outcome, drawn by weight."""
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
    """One step in the course of the game. ``run`` returns False while it waits for a decision."""

    @property
    def name(self) -> str:
        """Name in the position format; "" for steps that never wait."""
        return ""

    def run(self, state: State, log: Log | None) -> bool:
        raise NotImplementedError


class Permission:
    """Policy: which cards let a seat build an industry on a space."""

    def cards(self, state: State, seat: i64, slot: i64, industry: i64) -> i64:
        """Mask of the card kinds that permit it, whether held or not."""
        return self.cards_at(state, slot, industry, self.reach(state, seat))

    def cards_at(self, state: State, slot: i64, industry: i64, reach: i64) -> i64:
        """Like ``cards``, with the seat's ``reach`` computed once for many spaces."""
        raise NotImplementedError

    def reach(self, state: State, seat: i64) -> i64:
        """Mask of the spaces where the seat can use industry cards."""
        raise NotImplementedError

    def named(self, state: State, cards: i64) -> i64:
        """Mask of the spaces where one of these cards can be used as a location card."""
        raise NotImplementedError

    def refusal(self, state: State, seat: i64, slot: i64, industry: i64, kind: i64) -> Refusal:
        """Why this card does not permit it."""
        raise NotImplementedError

    def no_card(self, state: State, slot: i64, industry: i64) -> Refusal:
        """The refusal when no card in the hand permits it."""
        board = state.rules.board
        place = board.place_ids[board.slot_place[slot]]
        return state.rules.refuse("no_card", industry=board.industries[industry], place=place)


class MarketAccess:
    """Policy: which places can buy from and sell to the coal market."""

    def places(self, state: State) -> i64:
        raise NotImplementedError


class LinkReach:
    """Policy: on which lines a seat may lay its next link, ignoring era and existing links."""

    def lines(self, state: State, seat: i64) -> i64:
        raise NotImplementedError


class LinkCoal:
    """Policy: where the coal for a link may come from."""

    def sources(self, state: State, line: i64, need: i64, out: SourceList) -> None:
        raise NotImplementedError


class ExtraReasons:
    """The reasons a ruleset gives when the sources named for its extra resource will not do."""

    def __init__(self, missing: str, count: str, link_count: str, not_connected: str) -> None:
        self.missing: Final = missing  # no source can supply it
        self.count: Final = count  # too many or too few sources are named
        self.link_count: Final = link_count  # the same for a link
        self.not_connected: Final = not_connected  # a rival's source is not connected


class SourceReasons:
    """The reasons for refusing an extra source: here and now, and for links in general."""

    def __init__(self, not_usable: str, for_link: str) -> None:
        self.not_usable: Final = not_usable
        self.for_link: Final = for_link


class Ruleset:
    """Everything the engine must know about one game. Rulesets subclass it for what only they have."""

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
        # The rule that each reason cites. A key such as ``link.no_coal`` applies to links only.
        self.rule_ids: Final = rule_ids
        # The rule that makes a position impossible, by reason. Some faults break no rule, only the format.
        self.position_rules: dict[str, str] = {}
        # Which industry makes a resource; -1 for none, and for an extra resource the ruleset does not have.
        self.maker: vec[i64] = vec[i64]([-1] * max(len(box.resources), EXTRA_RESOURCE + 1))
        for industry in range(len(box.board.industries)):
            if box.tiles.makes[industry] >= 0:
                self.maker[box.tiles.makes[industry]] = industry
        self.sources: Final[dict[str, int]] = {"market": MARKET}  # those that are not spaces, by word
        self.source_reasons: Final[dict[int, SourceReasons]] = {}  # for extra sources of the extra resource
        self.source_events: Final[dict[str, str]] = {}  # their words, by the event that tells of their use
        self.extra_reasons = ExtraReasons("", "", "", "")
        self.event_fields: Final[dict[str, tuple[str, ...]]] = FIELDS.copy()
        # The ids that the numbers of a field stand for. A field that is not here is a plain number.
        self.field_ids: Final[dict[str, list[str]]] = {
            "seat": list(SEATS),
            "slot": box.board.slot_ids,
            "line": box.board.line_ids,
            "card": box.cards.ids,
            "tile": box.tiles.ids,
            "resource": box.resources,
            "era": box.eras,
        }
        self.stall_rows: Final[list[StallRow]] = []
        self.marker_tracks: Final[list[MarkerTrack]] = []
        self.selling = "sell"  # the verb that answers "why can't I sell this?"
        self.verbs: list[Verb] = []
        self.steps: list[Step] = []
        self.answers: list[list[Verb]] = [[] for _ in DECISIONS]
        self.decision_names: list[str] = DECISIONS[:]
        self.chance: i64 = BIT[DRAW] | BIT[ASIDE] | BIT[ORDER]  # mask of the chance decisions
        self.permission: Permission = Permission()
        self.access: MarketAccess = MarketAccess()
        self.reach: LinkReach = LinkReach()
        self.link_coal: LinkCoal = LinkCoal()
        self.stop: Verb | None = None
        # Where a pickle finds this ruleset again, by id and revision; None for a ruleset of one's own.
        self.catalogue: Callable[[str, int], Ruleset] | None = None

    # -- assembly -----------------------------------------------------------------------------------

    def add_verb(self, decision: int, verb: Verb) -> None:
        """Let a verb answer a decision. ``State.verbs`` offers it again under MORE."""
        self._register(verb)
        self.answers[decision].append(verb)

    def set_stop(self, verb: Verb) -> None:
        """Set the verb that ends an action under MORE."""
        self._register(verb)
        self.stop = verb

    def _register(self, verb: Verb) -> None:
        if len(self.verbs) == MOST_VERBS:
            raise DataError(f"a ruleset has at most {MOST_VERBS} verbs")
        verb.id = len(self.verbs)
        self.verbs.append(verb)

    def add_decision(self, name: str, chance: bool) -> int:
        """Add a decision that only this ruleset has; return its number."""
        self.decision_names.append(name)
        self.answers.append([])
        number = len(self.decision_names) - 1
        if chance:
            self.chance |= BIT[number]
        return number

    def add_source(self, name: str, code: int, reasons: SourceReasons | None = None, event: str = "") -> None:
        """Add a source or buyer that is no space of the board.

        One that gives the extra resource has ``reasons``, and the ``event`` that tells of one unit taken.
        """
        if not EXTRA_SOURCE <= code < MARKET or code in self.sources.values():
            raise DataError(f"{name}: {code} is no free number for a source")
        self.sources[name] = code
        if reasons is not None:
            self.source_reasons[code] = reasons
        if event:
            self.source_events[event] = name

    def source_word(self, source: int) -> str:
        """Word of a source that is not a space; "" if there is none."""
        for word, code in self.sources.items():
            if code == source:
                return word
        return ""

    def add_events(self, fields: dict[str, tuple[str, ...]], ids: dict[str, list[str]]) -> None:
        """Add kinds of event only this ruleset has: their fields, and the ids of fields new to the core."""
        self.event_fields.update(fields)
        self.field_ids.update(ids)

    def verb_of(self, code: int) -> Verb | None:
        """The verb of a code; None if this ruleset does not have it."""
        if not is_code(code) or verb_of(code) >= len(self.verbs):
            return None
        return self.verbs[verb_of(code)]

    def chance_verbs(self) -> list[Verb]:
        """The verbs that answer chance decisions."""
        return [verb for n, verbs in enumerate(self.answers) if self.chance & BIT[n] for verb in verbs]

    @property
    def extra_resource(self) -> str:
        """The resource besides coal and iron, such as beer; "" if this ruleset has none."""
        return self.resources[EXTRA_RESOURCE] if len(self.resources) > EXTRA_RESOURCE else ""

    def add_stalls(self, row: StallRow) -> None:
        """Show a row of stalls beside the board."""
        self.stall_rows.append(row)

    def add_track(self, track: MarkerTrack) -> None:
        """Show a track with a marker beside the board."""
        self.marker_tracks.append(track)

    def verb_named(self, name: str) -> Verb | None:
        for verb in self.verbs:
            if verb.name == name:
                return verb
        return None

    # -- what a ruleset adds ------------------------------------------------------------------------

    def extra_size(self, players: int) -> int:
        """How many numbers a state carries for this ruleset alone, in ``State.extra``."""
        return 0

    def set_up(self, state: State) -> None:
        """Fill ``State.extra`` before the first step."""

    def write_extra(self, state: State) -> list[str]:
        """``State.extra`` as lines of the position format."""
        return []

    def read_extra(self, state: State, key: str, words: list[str]) -> str:
        """Read one such line and return what it is about; "" if the key is not this ruleset's.

        Raises ValueError for bad words.
        """
        return ""

    def check_frame(self, state: State) -> None:
        """Raise Impossible if a bonus, or a decision that the ruleset adds, cannot be open here."""
        name = self.decision_names[state.decision]
        raise Impossible(
            "decision", f"there is no {name} decision here", self.fault("decision_absent", decision=name)
        )

    def check_extra(self, state: State) -> None:
        """Raise ValueError, or Impossible to name the line, if ``State.extra`` is impossible here."""

    def early_vp(self, state: State) -> int:
        """Upper bound on the VP of all seats together before the first scoring."""
        return 0

    def rank_key(self, state: State, seat: int) -> tuple[int, ...]:
        """Sort key for the final ranking: higher is better, equal keys share a place."""
        return (state.vp[seat], state.income[seat], state.pounds[seat])

    def players_fault(self, players: int | str) -> str:
        """Return why this number of players is not possible: "… needs 2, 3 or 4 players, not 5"."""
        *others, last = [str(count) for count in self.player_counts]
        allowed = f"{', '.join(others)} or {last}" if others else last
        return f"{self.id} needs {allowed} players, not {players}"

    # -- names at the edge --------------------------------------------------------------------------

    def write_move(self, code: int) -> str:
        from .notation import write_move

        return write_move(self, code)

    def name_field(self, field: str, value: int) -> str | int:
        """Return the id that an event's number stands for, or the number itself."""
        ids = self.field_ids.get(field)
        return value if ids is None else ids[value]

    def refuse(self, reason: str, **params: str | int) -> Refusal:
        """A refusal that cites the rule of this reason."""
        return Refusal(self.rule_ids[reason], reason, params)

    def refuse_for(self, what: str, reason: str, **params: str | int) -> Refusal:
        """Like ``refuse``, but prefer the rule for ``what`` if there is one (``link.no_coal``)."""
        rule = self.rule_ids.get(f"{what}.{reason}")
        return Refusal(self.rule_ids[reason] if rule is None else rule, reason, params)

    def fault(self, reason: str, **params: str | int) -> Refusal:
        """Return why a position is impossible, and the rule behind it if there is one."""
        rule = self.position_rules.get(reason)
        return Refusal(self.rule_ids.get(reason, "") if rule is None else rule, reason, params)

    # -- copies ------------------------------------------------------------------------------------

    def __copy__(self) -> Ruleset:
        """Return the ruleset itself: there is one of each, and positions compare it by identity."""
        return self

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as a name. Only rulesets of the catalogue have one that other processes know."""
        if self.catalogue is None:
            raise TypeError(
                f"only the rulesets of the catalogue can be pickled, not one built as {self.id!r}"
            )
        return self.catalogue, (self.id, self.revision)
