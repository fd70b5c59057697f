"""A position as flat integers and bitmasks, cheap to copy. The open decision is part of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from .bits import BIT
from .events import Event, Log
from .moves import IllegalMove, Move, Refusal, strays, verb_of
from .options import MoveList, Option, Options
from .portrait import draw, tell
from .rng import Rng
from .ruleset import ACTION, MORE, OVER, Ruleset, Verb
from .seats import seat_name

if TYPE_CHECKING:
    from .facts import Reach, Route, Tile
    from .view import View

TRUTH: Final = -1  # the viewer of a state that knows everything
SPECTATOR: Final = 4  # the viewer who holds no hand
NOBODY: Final = -1  # the seat to act during chance and after the end


class State:
    """One position of one game. Seats are 0…3 (A…D in text); indices are those of ``rules``."""

    def __init__(self, rules: Ruleset, players: int, original: State | None = None) -> None:
        """Create a table before set-up, or a copy of ``original``. ``advance`` starts the game.

        Copying happens here and not in ``copy`` because mypyc omits its checks for unset attributes only if
        every path through ``__init__`` sets them all.
        """
        if original is None:
            if players not in rules.player_counts:
                raise ValueError(rules.players_fault(players))
            slots = rules.board.slots
            kinds = rules.cards.count
            industries = rules.tiles.industries
            self.rules: Ruleset = rules
            self.players: i64 = players
            self.viewer: i64 = TRUTH
            # The board.
            self.era: i64 = 0
            self.round: i64 = 0
            self.tile: vec[i64] = vec[i64]([-1] * slots)  # its kind, or -1
            self.cubes: vec[i64] = vec[i64]([0] * slots)
            self.occupied: i64 = 0
            self.flipped: i64 = 0
            self.stocked: i64 = 0  # slots whose tile holds a resource
            self.standing: vec[i64] = vec[i64]([0] * industries)  # slots, per industry
            self.laid: i64 = 0
            self.component: vec[i64] = vec[i64]([BIT[p] for p in range(rules.board.places)])
            self.market: vec[i64] = vec[i64]([market.start for market in rules.markets])
            # The seats.
            self.pounds: vec[i64] = vec[i64]([rules.start_pounds] * players)
            self.income: vec[i64] = vec[i64]([rules.income.start] * players)  # the space, not the level
            self.vp: vec[i64] = vec[i64]([0] * players)
            self.spent: vec[i64] = vec[i64]([0] * players)
            self.built: vec[i64] = vec[i64]([0] * players)  # slots
            self.links: vec[i64] = vec[i64]([0] * players)  # lines
            self.network: vec[i64] = vec[i64]([0] * players)  # places
            self.mat: vec[i64] = vec[i64]([0] * (players * industries))  # tiles gone from each track
            self.hand: vec[u8] = vec[u8]([0] * (players * kinds))  # number of cards per kind
            self.held: vec[i64] = vec[i64]([0] * players)  # mask of the kinds held
            self.hand_size: vec[i64] = vec[i64]([0] * players)
            # Cards are counted per kind, in bytes because they make up half of a position. In a view,
            # ``deck`` counts every card that the viewer has not seen, wherever it is.
            self.deck: vec[u8] = vec[u8](rules.cards.deck(players))
            self.deck_size: i64 = sum(rules.cards.deck(players))
            self.aside: vec[u8] = vec[u8]([0] * kinds)
            self.aside_size: i64 = 0
            self.discards: vec[u8] = vec[u8]([0] * kinds)
            self.extra: vec[i64] = vec[i64]([0] * rules.extra_size(players))
            # The course of the game and the decision now open.
            self.order: vec[i64] = vec[i64]([-1] * players)
            self.step: i64 = 0
            self.cursor: i64 = 0
            self.seat: i64 = 0
            self.turn_open: i64 = 0
            self.actions_left: i64 = 0
            self.decision: i64 = ACTION
            self.frame_verb: i64 = 0
            self.frame_count: i64 = 0  # units done in this action
            self.frame_slot: i64 = -1
            self.debt: i64 = 0
            rules.set_up(self)
        else:
            self.rules = original.rules
            self.players = original.players
            self.viewer = original.viewer
            self.era = original.era
            self.round = original.round
            self.tile = original.tile[:]
            self.cubes = original.cubes[:]
            self.occupied = original.occupied
            self.flipped = original.flipped
            self.stocked = original.stocked
            self.standing = original.standing[:]
            self.laid = original.laid
            self.component = original.component[:]
            self.market = original.market[:]
            self.pounds = original.pounds[:]
            self.income = original.income[:]
            self.vp = original.vp[:]
            self.spent = original.spent[:]
            self.built = original.built[:]
            self.links = original.links[:]
            self.network = original.network[:]
            self.mat = original.mat[:]
            self.hand = original.hand[:]
            self.held = original.held[:]
            self.hand_size = original.hand_size[:]
            self.deck = original.deck[:]
            self.deck_size = original.deck_size
            self.aside = original.aside[:]
            self.aside_size = original.aside_size
            self.discards = original.discards[:]
            self.extra = original.extra[:]
            self.order = original.order[:]
            self.step = original.step
            self.cursor = original.cursor
            self.seat = original.seat
            self.turn_open = original.turn_open
            self.actions_left = original.actions_left
            self.decision = original.decision
            self.frame_verb = original.frame_verb
            self.frame_count = original.frame_count
            self.frame_slot = original.frame_slot
            self.debt = original.debt

    # -- whose decision -----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.decision == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance must decide: a card to draw, a tile to reveal."""
        return self.rules.chance & BIT[self.decision] != 0

    @property
    def to_act(self) -> int:
        """The seat that must decide, or ``NOBODY``."""
        return NOBODY if self.is_over or self.is_chance else self.seat

    def verbs(self) -> list[Verb]:
        """The verbs that can answer the open decision."""
        if self.decision == MORE:
            stop = self.rules.stop
            again = self.rules.verbs[self.frame_verb]
            return [again] if stop is None else [again, stop]
        return self.rules.answers[self.decision]

    # -- what may be done ---------------------------------------------------------------------------

    def fill(self, options: Options) -> None:
        """List every legal unit into a buffer."""
        options.size = 0
        for verb in self.verbs():
            verb.propose(self, options)

    def options(self) -> list[Option]:
        """The legal units without their card, each with the cards that can pay for it."""
        buffer = Options()
        self.fill(buffer)
        return [Option(self.rules, buffer.units[i], buffer.cards[i]) for i in range(buffer.size)]

    def legal_moves(self) -> MoveList:
        """Every legal move, its card included."""
        buffer = Options()
        self.fill(buffer)
        return MoveList(self.rules, buffer)

    def legal_codes(self) -> list[int]:
        """Codes of all legal moves."""
        buffer = Options()
        self.fill(buffer)
        return buffer.codes()

    def check_code(self, code: int) -> Refusal | None:
        """Why this code is not legal now; None if it is."""
        rules = self.rules
        verb = rules.verb_of(code)
        if verb is None or strays(code, verb.bits):
            return rules.refuse("malformed")
        if self.decision == OVER:
            return rules.refuse("game_over")
        if verb not in self.verbs():
            return rules.refuse("not_now", verb=verb.name, decision=rules.decision_names[self.decision])
        return verb.check(self, code)

    def move(self, move: Move | str) -> Move:
        """Return the move that a text means here; a move is returned as it is.

        Raises ``NotationError`` for a text that is no move or fits several, and ``IllegalMove`` for one that
        leaves parts out and could not be made whatever they were.
        """
        if isinstance(move, str):
            from .notation import read_move

            return read_move(self, move)
        if not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text in notation, not {type(move).__name__}")
        return move

    def check(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Return why this move (of this seat, if given) is not legal now, or None.

        A text that fits several legal moves is legal: it only has to say which.
        """
        if not isinstance(move, Move):
            from .notation import AmbiguousMove

            try:
                move = self.move(move)
            except IllegalMove as error:
                return self._not_its_turn(seat) or error.refusal
            except AmbiguousMove:  # any of the moves that fit can be made
                return self._not_its_turn(seat)
        if move.rules is not self.rules:
            return self.rules.refuse("malformed")
        return self._not_its_turn(seat) or self.check_code(move.code)

    def _not_its_turn(self, seat: int | None) -> Refusal | None:
        if seat is None or seat == self.to_act or self.is_over:
            return None
        return self.rules.refuse("not_your_turn", seat=seat_name(seat) if 0 <= seat < 4 else "?")

    def why_not(self, move: Move | str) -> Refusal | None:
        """The same as ``check``."""
        return self.check(move)

    # -- doing it -----------------------------------------------------------------------------------

    def apply(self, move: Move | str) -> list[Event]:
        """Make a move, given as such or in notation, and return what happened.

        Raises ``IllegalMove``, ``NotationError`` or ``TypeError``, and changes nothing, if it cannot be made.
        """
        move = self.move(move)
        refusal = self.check(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        log = Log(self.rules)
        self.apply_code(move.code, log)
        return log.events

    def apply_code(self, code: i64, log: Log | None) -> None:
        """Make a move without checking it. For search and playouts, which list the legal moves first."""
        self.rules.verbs[verb_of(code)].apply(self, code, log)

    def advance(self, log: Log | None) -> None:
        """Run the game forward to the next decision."""
        steps = self.rules.steps
        while self.decision != OVER and steps[self.step].run(self, log):
            self.step += 1
            self.cursor = 0

    def chance_code(self, rng: Rng) -> int:
        """Code of a random outcome of the open chance decision."""
        return self.rules.answers[self.decision][0].sample(self, rng)

    def chance_outcomes(self) -> list[tuple[Move, int]]:
        """The possible outcomes of the open chance decision, with their weights."""
        if not self.is_chance:
            return []
        return [
            (Move(self.rules, code), self.rules.verbs[verb_of(code)].weight(self, code))
            for code in self.legal_codes()
        ]

    def settle_chance(self, rng: Rng) -> list[Event]:
        """Resolve all open chance decisions; return their events."""
        log = Log(self.rules)
        while self.is_chance:
            self.apply_code(self.chance_code(rng), log)
        return log.events

    # -- copies and identity ------------------------------------------------------------------------

    def copy(self) -> State:
        """An independent copy."""
        return State(self.rules, self.players, self)

    def key(self) -> bytes:
        """Bytes that identify the position: equal keys mean equal positions. Derived data is left out."""
        out = BytesWriter()
        # Written one by one, because a loop would box every vector.
        write_i64_le(out, self.viewer)
        write_i64_le(out, self.era)
        write_i64_le(out, self.round)
        write_i64_le(out, self.flipped)
        write_i64_le(out, self.deck_size)
        write_i64_le(out, self.aside_size)
        write_i64_le(out, self.step)
        write_i64_le(out, self.cursor)
        write_i64_le(out, self.seat)
        write_i64_le(out, self.turn_open)
        write_i64_le(out, self.actions_left)
        write_i64_le(out, self.decision)
        write_i64_le(out, self.frame_verb)
        write_i64_le(out, self.frame_count)
        write_i64_le(out, self.frame_slot)
        write_i64_le(out, self.debt)
        _write_words(out, self.tile)
        _write_words(out, self.cubes)
        _write_words(out, self.market)
        _write_words(out, self.pounds)
        _write_words(out, self.income)
        _write_words(out, self.vp)
        _write_words(out, self.spent)
        _write_words(out, self.built)
        _write_words(out, self.links)
        _write_words(out, self.mat)
        _write_words(out, self.hand_size)
        _write_words(out, self.extra)
        _write_words(out, self.order)
        _write_bytes(out, self.hand)
        _write_bytes(out, self.deck)
        _write_bytes(out, self.aside)
        _write_bytes(out, self.discards)
        return out.getvalue()

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        from .restoring import state_from_key

        return state_from_key, (self.rules, self.players, self.key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.rules is other.rules and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    # -- what others may know, and text -------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """What a seat knows; without a seat, what a spectator knows."""
        from .view import View

        return View.of(self, SPECTATOR if seat is None else seat)

    def to_position(self) -> str:
        """The position as text; ``read_position`` reads it back exactly."""
        from .position.writing import write_position

        return write_position(self)

    def hand_of(self, seat: int) -> list[str]:
        """Ids of the cards of a hand that this state knows."""
        from .facts import check_seat

        check_seat(self, seat)
        kinds = self.rules.cards.count
        cards: list[str] = []
        for kind in range(kinds):
            cards.extend([self.rules.cards.ids[kind]] * int(self.hand[seat * kinds + kind]))
        return cards

    def level(self, seat: int) -> int:
        """A seat's income level."""
        from .facts import check_seat

        check_seat(self, seat)
        return self.rules.income.level(self.income[seat])

    def top_tile(self, seat: i64, industry: i64) -> i64:
        """Kind of the lowest tile left on an industry's track, or -1."""
        tiles = self.rules.tiles
        gone = self.mat[seat * tiles.industries + industry]
        if gone >= tiles.size[industry]:
            return -1
        return tiles.track[tiles.start[industry] + gone]

    def owner(self, slot: i64) -> i64:
        """Seat that owns the tile on a slot, or -1."""
        bit = BIT[slot]
        seat: i64 = 0
        while seat < self.players:
            if self.built[seat] & bit:
                return seat
            seat += 1
        return -1

    # -- by names: see ``facts`` -------------------------------------------------------------------------

    @property
    def decision_name(self) -> str:
        """What must be decided: "action", "more", "draw" …"""
        return self.rules.decision_names[self.decision]

    @property
    def era_name(self) -> str:
        """The era: "canal", "rail"."""
        return self.rules.eras[self.era]

    def hands(self) -> list[list[str]]:
        """Return the cards this state knows of every hand, seat by seat."""
        return [self.hand_of(seat) for seat in range(self.players)]

    def tile_at(self, space: str) -> Tile | None:
        """Return the tile on a space ("dudley.1", or a town that has only one space); None if it is empty."""
        from .facts import tile_at

        return tile_at(self, space)

    def tiles(self, seat: int | None = None) -> list[Tile]:
        """Return all tiles on the board, or a seat's."""
        from .facts import tiles

        return tiles(self, seat)

    def link_on(self, line: str) -> int | None:
        """Return the seat whose link lies on a line, its ends in either order; None if there is none."""
        from .facts import link_on

        return link_on(self, line)

    def links_of(self, seat: int) -> list[str]:
        """Return the lines that carry a seat's links."""
        from .facts import links

        return links(self, seat)

    def network_of(self, seat: int) -> list[str]:
        """Return the places of a seat's network."""
        from .facts import network

        return network(self, seat)

    def reach_of(self, seat: int) -> Reach:
        """Return what a seat reaches: markets, the extra resource, and what its links would score now."""
        from .facts import reach

        return reach(self, seat)

    def connected_to(self, place: str) -> list[str]:
        """Return every place that links of any owners join to one, itself included."""
        from .facts import connected_to

        return connected_to(self, place)

    def are_connected(self, place: str, other: str) -> bool:
        """Return whether links of any owners join two places."""
        from .facts import are_connected

        return are_connected(self, place, other)

    def price_of(self, resource: str, cubes: int = 1) -> int:
        """Return what the next cube of coal or iron costs at its market, or ``cubes`` of them together."""
        from .facts import price

        return price(self, resource, cubes)

    def coal_routes(self, move: Move | str) -> list[Route]:
        """Return how each coal of a build or link comes: its source, the places on the way, its price."""
        from .facts import coal_routes

        return coal_routes(self, move)

    # -- words and pictures ------------------------------------------------------------------------------

    def svg(
        self,
        theme: str = "day",
        width: float = 900,
        names: list[str] | None = None,
        mark: Collection[str] = (),
        lang: str = "en",
    ) -> str:
        """Return the position as an SVG picture.

        ``theme`` is "day" or "night", ``names`` are the players', ``mark`` names spaces, lines and places to
        be lit.
        """
        return draw(self, theme, width, names, mark, lang)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the board in words."""
        return tell(self)

    def __repr__(self) -> str:
        rules = self.rules
        era = rules.eras[self.era]
        asked = rules.decision_names[self.decision]
        who = "" if self.to_act == NOBODY else f" {seat_name(self.to_act)}:"
        return f"<State {rules.id}, {self.players} players, {era} round {self.round},{who} {asked}>"


def _write_words(out: BytesWriter, words: vec[i64]) -> None:
    i: i64 = 0
    while i < len(words):
        write_i64_le(out, words[i])
        i += 1


def _write_bytes(out: BytesWriter, counts: vec[u8]) -> None:
    i: i64 = 0
    while i < len(counts):
        out.append(counts[i])
        i += 1
