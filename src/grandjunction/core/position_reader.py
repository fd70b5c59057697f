"""Reads the position format. What is left out takes its set-up value; what cannot be is refused by line."""

from __future__ import annotations

from collections.abc import Callable

from .bits import BIT, members
from .impossible import Impossible
from .network import lay, refresh_network
from .notation import line_number
from .position import HEADER, SEATED, TURNS, find_step
from .position_rules import check_position
from .ruleset import ACTION, BONUS, FIRST_OWN, MORE, OVER, SHORTFALL, Ruleset
from .state import SEATS, SPECTATOR, TRUTH, State


class PositionError(ValueError):
    """The text is no position: which line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


def read_position(text: str, find_ruleset: Callable[[str], Ruleset]) -> State:
    """The position a text describes."""
    reader = _Reader(text)
    return reader.read(find_ruleset)


class _Reader:
    def __init__(self, text: str) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split("#", 1)[0].split()
            if words:
                self.rows.append((number, words))
        self.line = 1
        self.mats: dict[int, dict[int, int]] = {}
        self.unknown_hands: dict[int, int] = {}
        self.unknown_aside = 0
        self.unknown_deck = -1
        self.deck_given = False
        self.lines: dict[str, int] = {}  # what a line is about: its number
        self.course = TURNS
        self.turn_given = False

    def read(self, find_ruleset: Callable[[str], Ruleset]) -> State:
        try:
            self.state = self._open(find_ruleset)
            for number, words in self.rows[3:]:
                self.line = number
                self._row(words[0], words[1:])
            self._close()
            check_position(self.state)
        except PositionError:
            raise
        except Impossible as fault:
            raise PositionError(self.lines.get(fault.about, self.line), str(fault)) from None
        except ValueError as error:
            raise PositionError(self.line, str(error)) from None
        return self.state

    # -- the first three lines -----------------------------------------------------------------------

    def _open(self, find_ruleset: Callable[[str], Ruleset]) -> State:
        header = self._fixed(0, HEADER)
        if " ".join(header) != HEADER:
            raise ValueError(f"a position begins with {HEADER!r}")
        words = self._fixed(1, "ruleset NAME REVISION")
        if words[0] != "ruleset" or len(words) not in (2, 3):
            raise ValueError("expected: ruleset NAME REVISION")
        self.rules = find_ruleset(words[1])
        if len(words) == 3 and words[2] != str(self.rules.revision):
            raise ValueError(
                f"revision {words[2]} of {words[1]} is not this engine's ({self.rules.revision})"
            )
        words = self._fixed(2, "players N")
        if words[0] != "players" or len(words) != 2:
            raise ValueError("expected: players N")
        state = State(self.rules, self._number(words[1], 0, 9))
        state.decision = ACTION
        return state

    def _fixed(self, row: int, wanted: str) -> list[str]:
        if row >= len(self.rows):
            self.line = self.rows[-1][0] if self.rows else 1
            raise ValueError(f"the text ends before {wanted!r}")
        self.line, words = self.rows[row]
        return words

    # -- one line each -------------------------------------------------------------------------------

    def _row(self, key: str, words: list[str]) -> None:
        readers: dict[str, Callable[[list[str]], None]] = {
            "viewer": self._viewer,
            "era": self._era,
            "order": self._order,
            "step": self._step,
            "turn": self._turn,
            "decision": self._decision,
            "market": self._market,
            "seat": self._seat,
            "mat": self._mat,
            "hand": self._hand,
            "tile": self._tile,
            "links": self._links,
            "discards": self._discards,
            "aside": self._aside,
            "deck": self._deck,
        }
        reader = readers.get(key)
        if reader is None:
            about = self.rules.read_extra(self.state, key, words)
            if not about:
                raise ValueError(f"unknown word {key!r}")
            self._once(about)
            return
        if not words:
            raise ValueError(f"{key}: nothing follows")
        of_seat = key in ("seat", "mat", "hand", "links")
        if of_seat and len(words) < 2:
            raise ValueError(f"{key} {words[0]}: nothing follows")
        self._once(f"{key} {words[0]}" if of_seat or key == "tile" else key)
        reader(words)

    def _once(self, about: str) -> None:
        if about in self.lines:
            raise ValueError(f"{about} is given twice")
        self.lines[about] = self.line

    def _viewer(self, words: list[str]) -> None:
        self.state.viewer = SPECTATOR if words == ["spectator"] else self._seat_number(" ".join(words))

    def _era(self, words: list[str]) -> None:
        if len(words) != 3 or words[1] != "round" or words[0] not in self.rules.eras:
            raise ValueError(f"expected: era {'|'.join(self.rules.eras)} round N")
        self.state.era = self.rules.eras.index(words[0])
        self.state.round = self._number(words[2], 0, 20)

    def _order(self, words: list[str]) -> None:
        seats = [self._seat_number(word) for word in words]
        if len(set(seats)) != len(seats):
            raise ValueError("a seat stands twice in the order")
        for place, seat in enumerate(seats):
            self.state.order[place] = seat

    def _step(self, words: list[str]) -> None:
        self.course = " ".join(words)

    def _turn(self, words: list[str]) -> None:
        if len(words) != 2:
            raise ValueError("expected: turn SEAT ACTIONS")
        self.state.seat = self._seat_number(words[0])
        self.state.actions_left = self._number(words[1], 0, 2)
        self.turn_given = True

    def _decision(self, words: list[str]) -> None:
        names = self.rules.decision_names
        if words[0] not in names or words[0] == names[ACTION] or words[0] == names[OVER]:
            raise ValueError(f"unknown decision {words[0]!r}")
        state = self.state
        state.decision = names.index(words[0])
        rest = words[1:]
        if state.decision in (MORE, BONUS) or (rest and state.decision >= FIRST_OWN):
            verb = self.rules.verb_named(rest[0]) if rest else None
            if verb is None or len(rest) not in (2, 3):
                raise ValueError(f"expected: decision {words[0]} VERB COUNT [SPACE]")
            state.frame_verb = verb.id
            state.frame_count = self._number(rest[1], 1, 99)
            if len(rest) == 3:
                state.frame_slot = self._slot(rest[2])
        elif state.decision == SHORTFALL:
            if len(rest) != 1:
                raise ValueError("expected: decision shortfall POUNDS")
            state.debt = self._number(rest[0], 1, -self.rules.income.floor)
        elif rest:
            raise ValueError(f"{rest[0]!r} is one word too many")

    def _market(self, words: list[str]) -> None:
        for resource, cubes in self._pairs(words, ["coal", "iron"]).items():
            index = ["coal", "iron"].index(resource)
            spaces = self.rules.markets[index].spaces
            if cubes > spaces:
                raise ValueError(f"the {resource} market has {spaces} spaces")
            self.state.market[index] = cubes

    def _seat(self, words: list[str]) -> None:
        seat = self._seat_number(words[0])
        state = self.state
        for field, value in self._pairs(words[1:], ["pounds", "income", "vp", "spent"]).items():
            if field == "pounds":
                state.pounds[seat] = value
            elif field == "vp":
                state.vp[seat] = value
            elif field == "spent":
                state.spent[seat] = value
            elif value > self.rules.income.last:
                raise ValueError(f"the income track ends at space {self.rules.income.last}")
            else:
                state.income[seat] = value

    def _mat(self, words: list[str]) -> None:
        seat = self._seat_number(words[0])
        gone = self._pairs(words[1:], self.rules.board.industries)
        self.mats[seat] = {self.rules.board.industries.index(name): n for name, n in gone.items()}

    def _hand(self, words: list[str]) -> None:
        seat = self._seat_number(words[0])
        cards, unknown = self._cards(words[1:])
        kinds = self.rules.cards.count
        for kind, n in cards.items():
            self.state.hand[seat * kinds + kind] = n
            self.state.held[seat] |= BIT[kind]
            self.state.hand_size[seat] += n
        self.unknown_hands[seat] = unknown

    def _tile(self, words: list[str]) -> None:
        if len(words) not in (3, 4, 5):
            raise ValueError("expected: tile SPACE SEAT INDUSTRY.LEVEL [flipped | holds N]")
        state = self.state
        slot = self._slot(words[0])
        seat = self._seat_number(words[1])
        industry, _, level = words[2].partition(".")
        kind = -1
        if industry in self.rules.board.industries and level.isascii() and level.isdigit():
            kind = self.rules.tiles.find(self.rules.board.industries.index(industry), int(level))
        if kind < 0:
            raise ValueError(f"unknown tile {words[2]!r}")
        state.tile[slot] = kind
        state.occupied |= BIT[slot]
        state.built[seat] |= BIT[slot]
        state.standing[self.rules.tiles.industry[kind]] |= BIT[slot]
        if words[3:] == ["flipped"]:
            state.flipped |= BIT[slot]
        elif len(words) == 5 and words[3] == "holds":
            state.cubes[slot] = self._number(words[4], 1, 99)
            state.stocked |= BIT[slot]
        elif words[3:]:
            raise ValueError(f"expected 'flipped' or 'holds N', not {' '.join(words[3:])!r}")

    def _links(self, words: list[str]) -> None:
        seat = self._seat_number(words[0])
        for word in words[1:]:
            line = line_number(self.rules, word)
            if self.state.laid & BIT[line]:
                raise ValueError(f"{word} carries a link already")
            lay(self.state, seat, line)

    def _discards(self, words: list[str]) -> None:
        for kind, n in self._known(words).items():
            self.state.discards[kind] = n

    def _aside(self, words: list[str]) -> None:
        cards, self.unknown_aside = self._cards(words)
        for kind, n in cards.items():
            self.state.aside[kind] = n
            self.state.aside_size += n

    def _deck(self, words: list[str]) -> None:
        self.deck_given = True
        cards, self.unknown_deck = ({}, 0) if words == ["none"] else self._cards(words)
        for kind in range(self.rules.cards.count):
            self.state.deck[kind] = cards.get(kind, 0)
        self.state.deck_size = sum(cards.values())

    # -- what follows from the rest ------------------------------------------------------------------

    def _close(self) -> None:
        state = self.state
        if self.course == "over":
            if state.decision != ACTION:
                raise ValueError("after the end nobody decides: leave out the decision")
            state.decision = OVER
        state.step = find_step(self.rules, state.era, state.round, self.course)
        if state.step < 0:
            if state.round == 0 and self.course in (TURNS, "refill", "income"):
                raise Impossible("era", "the first turn is in round 1")
            if find_step(self.rules, state.era, 1, TURNS) < 0:
                raise Impossible(
                    "era", f"{self.rules.id} has no turns in its {self.rules.eras[state.era]} era"
                )
            raise Impossible("step", f"there is no step {self.course!r} here")
        order = list(state.order)
        if self.turn_given:
            if state.seat not in order:
                raise ValueError(f"seat {SEATS[state.seat]} is not in the order")
            state.cursor = order.index(state.seat)
        seated = state.decision in SEATED or self.course == TURNS
        if seated and not self.turn_given:
            raise ValueError("whose turn is it? (turn SEAT ACTIONS)")
        if self.turn_given and not seated:
            raise ValueError("it is nobody's turn here: leave out the turn line")
        if self.course == TURNS:
            state.turn_open = 1
        for seat in range(state.players):
            refresh_network(state, seat)
            self._close_mat(seat)
        self._close_cards()

    def _close_mat(self, seat: int) -> None:
        """The tiles gone from the mat: as given, or just those that must be, for what stands on the board."""
        state = self.state
        tiles = self.rules.tiles
        for industry in range(tiles.industries):
            on_board = [
                tiles.level[state.tile[s]] for s in members(state.built[seat] & state.standing[industry])
            ]
            given = self.mats.get(seat, {}).get(industry, 0)
            gone = given
            if seat not in self.mats and on_board:
                highest = max(on_board)
                lower = sum(
                    1 for k in range(tiles.size[industry]) if self._track_level(industry, k) < highest
                )
                gone = lower + on_board.count(highest)
            if gone > tiles.size[industry]:
                name = self.rules.board.industries[industry]
                raise ValueError(f"seat {SEATS[seat]} has only {tiles.size[industry]} {name} tiles")
            state.mat[seat * tiles.industries + industry] = gone

    def _track_level(self, industry: int, place: int) -> int:
        tiles = self.rules.tiles
        return tiles.level[tiles.track[tiles.start[industry] + place]]

    def _close_cards(self) -> None:
        """Cards not mentioned are the deck, or, in a view, the cards not seen."""
        state = self.state
        view = state.viewer != TRUTH
        if not view and (any(self.unknown_hands.values()) or self.unknown_aside or self.unknown_deck > 0):
            raise ValueError("only a view has unknown cards; say whose (viewer SEAT)")
        if self.deck_given and not view:
            return
        kinds = self.rules.cards.count
        whole = self.rules.cards.deck(state.players)
        rest = 0
        for kind in range(kinds):
            held = sum(int(state.hand[seat * kinds + kind]) for seat in range(state.players))
            left = whole[kind] - held - int(state.discards[kind]) - int(state.aside[kind])
            if whole[kind] and left < 0:
                raise ValueError(f"there are only {whole[kind]} {self.rules.cards.ids[kind]} cards")
            state.deck[kind] = max(left, 0)
            rest += max(left, 0)
        state.deck_size = rest
        if view:
            for seat, unknown in self.unknown_hands.items():
                state.hand_size[seat] += unknown
            state.aside_size += self.unknown_aside
            hidden = sum(self.unknown_hands.values()) + self.unknown_aside
            state.deck_size = rest - hidden
            if self.unknown_deck not in (-1, state.deck_size) or state.deck_size < 0:
                raise ValueError(f"{rest} cards are not seen, which does not fit hands, pile and deck")

    # -- words ---------------------------------------------------------------------------------------

    def _number(self, word: str, least: int, most: int) -> int:
        if not word.isascii() or not word.isdigit() or not least <= int(word) <= most:
            raise ValueError(f"expected a number from {least} to {most}, not {word!r}")
        return int(word)

    def _seat_number(self, word: str) -> int:
        if len(word) != 1 or word not in SEATS[: self.state.players]:
            raise ValueError(f"unknown seat {word!r}")
        return SEATS.index(word)

    def _slot(self, word: str) -> int:
        if word not in self.rules.board.slot_ids:
            raise ValueError(f"unknown space {word!r}")
        return self.rules.board.slot_ids.index(word)

    def _pairs(self, words: list[str], names: list[str]) -> dict[str, int]:
        if len(words) % 2:
            raise ValueError(f"{words[-1]!r} has no number")
        found: dict[str, int] = {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in names or name in found:
                raise ValueError(f"{name!r} is unknown or given twice")
            found[name] = self._number(value, 0, 99_999)
        return found

    def _cards(self, words: list[str]) -> tuple[dict[int, int], int]:
        """Counts by kind, and how many are unknown."""
        found: dict[int, int] = {}
        unknown = 0
        for word in words:
            id, _, times = word.partition("*")
            n = self._number(times, 1, 99) if "*" in word else 1
            if id == "unknown":
                unknown += n
            elif id not in self.rules.cards.ids:
                raise ValueError(f"unknown card {id!r}")
            else:
                kind = self.rules.cards.ids.index(id)
                found[kind] = found.get(kind, 0) + n
                if found[kind] > 99:
                    raise ValueError(f"there are not so many {id} cards")
        return found, unknown

    def _known(self, words: list[str]) -> dict[int, int]:
        cards, unknown = self._cards(words)
        if unknown:
            raise ValueError("discards are open to all")
        return cards
