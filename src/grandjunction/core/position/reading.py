"""Reads the position format. Missing lines take their set-up value.

Impossible positions raise ``PositionError``, naming the line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..bits import BIT, members
from ..moves import Refusal
from ..network import lay, refresh_network
from ..notation import line_number
from ..ruleset import ACTION, BONUS, FIRST_EXTRA, MORE, OVER, SHORTFALL, Ruleset
from ..seats import SEATS, seat_name
from ..state import SPECTATOR, TRUTH, State
from .impossible import Impossible, misread
from .limits import cards_fault, check_position
from .writing import HEADER, SEATED, TURNS, find_step


class PositionError(ValueError):
    """Raised for a text that is not a position: which line, and why.

    ``about`` is how the line at fault begins, such as "tile barton.1", also if the text lacks it; "" for a
    fault of the whole. ``refusal`` has the reason and the rule, if one says so; ``Words.fault`` words it.
    """

    def __init__(self, line: int, why: str, about: str = "", refusal: Refusal | None = None) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
        self.about = about
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return PositionError, (self.line, self.why, self.about, self.refusal)


def read_position(text: str, find_ruleset: Callable[[str], Ruleset]) -> State:
    """The position a text describes."""
    reader = _Reader(text)
    return reader.read(find_ruleset)


_OF_SEATS: Final = ("seat", "mat", "hand", "links")  # keywords of the lines that each seat may have


def _beginning(words: list[str]) -> str:
    """Return how a line begins: its keyword, and the seat or space if each has a line of its own."""
    return " ".join(words[: 2 if words[0] in _OF_SEATS or words[0] == "tile" else 1])


def _form(form: str) -> Impossible:
    return misread(f"expected: {form}", "form_expected", form=form)


class _Reader:
    def __init__(self, text: str) -> None:
        self.rows: list[tuple[int, list[str]]] = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split("#", 1)[0].split()
            if words:
                self.rows.append((number, words))
        self.line = 1
        self.about = ""  # how the line being read begins
        self.mats: dict[int, dict[int, int]] = {}
        self.unknown_hands: dict[int, int] = {}
        self.unknown_aside = 0
        self.unknown_deck = -1
        self.deck_given = False
        self.lines: dict[str, int] = {}  # line number by what the line is about
        self.course = TURNS
        self.turn_given = False

    def read(self, find_ruleset: Callable[[str], Ruleset]) -> State:
        try:
            self.state = self._open(find_ruleset)
            for number, words in self.rows[3:]:
                self.line = number
                self.about = _beginning(words)
                self._row(words[0], words[1:])
            self.about = ""
            self._close()
            check_position(self.state)
        except PositionError:
            raise
        except Impossible as fault:
            line = self.lines.get(fault.about, self.line)
            raise PositionError(line, str(fault), fault.about or self.about, fault.refusal) from None
        except ValueError as error:
            raise PositionError(self.line, str(error), self.about) from None
        return self.state

    # -- the first three lines -----------------------------------------------------------------------

    def _open(self, find_ruleset: Callable[[str], Ruleset]) -> State:
        header = self._fixed(0, HEADER)
        if " ".join(header) != HEADER:
            raise misread(f"a position begins with {HEADER!r}", "form_expected", form=HEADER)
        words = self._fixed(1, "ruleset NAME REVISION")
        if words[0] != "ruleset" or len(words) not in (2, 3):
            raise _form("ruleset NAME REVISION")
        try:
            self.rules = find_ruleset(words[1])
        except ValueError as error:
            raise misread(str(error), "word_unknown", word=words[1]) from None
        if len(words) == 3 and words[2] != str(self.rules.revision):
            why = f"revision {words[2]} of {words[1]} is not this engine's ({self.rules.revision})"
            raise misread(why, "revision_unknown", word=words[2], n=int(self.rules.revision))
        words = self._fixed(2, "players N")
        if words[0] != "players" or len(words) != 2:
            raise _form("players N")
        players = self._number(words[1], 0, 9)
        if players not in self.rules.player_counts:
            fault = self.rules.fault("players_wrong", n=players)
            raise Impossible("", self.rules.players_fault(players), fault)
        state = State(self.rules, players)
        state.decision = ACTION
        return state

    def _fixed(self, row: int, wanted: str) -> list[str]:
        if row >= len(self.rows):
            self.line = self.rows[-1][0] if self.rows else 1
            raise misread(f"the text ends before {wanted!r}", "text_ends", form=wanted)
        self.line, words = self.rows[row]
        self.about = _beginning(words)
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
                raise misread(f"unknown word {key!r}", "word_unknown", word=key)
            self._once(about)
            return
        if not words:
            raise misread(f"{key}: nothing follows", "nothing_follows", word=key)
        if key in _OF_SEATS and len(words) < 2:
            raise misread(f"{key} {words[0]}: nothing follows", "nothing_follows", word=f"{key} {words[0]}")
        self._once(self.about)
        reader(words)

    def _once(self, about: str) -> None:
        if about in self.lines:
            raise misread(f"{about} is given twice", "given_twice", word=about)
        self.lines[about] = self.line

    def _viewer(self, words: list[str]) -> None:
        self.state.viewer = SPECTATOR if words == ["spectator"] else self._seat_number(" ".join(words))

    def _era(self, words: list[str]) -> None:
        if len(words) != 3 or words[1] != "round" or words[0] not in self.rules.eras:
            raise _form(f"era {'|'.join(self.rules.eras)} round N")
        self.state.era = self.rules.eras.index(words[0])
        self.state.round = self._number(words[2], 0, 20)

    def _order(self, words: list[str]) -> None:
        seats = [self._seat_number(word) for word in words]
        if len(set(seats)) != len(seats):
            raise Impossible("", "a seat stands twice in the order", self.rules.fault("order_names_twice"))
        for place, seat in enumerate(seats):
            self.state.order[place] = seat

    def _step(self, words: list[str]) -> None:
        self.course = " ".join(words)

    def _turn(self, words: list[str]) -> None:
        if len(words) != 2:
            raise _form("turn SEAT ACTIONS")
        self.state.seat = self._seat_number(words[0])
        self.state.actions_left = self._number(words[1], 0, 2)
        self.turn_given = True

    def _decision(self, words: list[str]) -> None:
        names = self.rules.decision_names
        if words[0] not in names or words[0] == names[ACTION] or words[0] == names[OVER]:
            raise misread(f"unknown decision {words[0]!r}", "word_unknown", word=words[0])
        state = self.state
        state.decision = names.index(words[0])
        rest = words[1:]
        if state.decision in (MORE, BONUS) or (rest and state.decision >= FIRST_EXTRA):
            verb = self.rules.verb_named(rest[0]) if rest else None
            if verb is None or len(rest) not in (2, 3):
                raise _form(f"decision {words[0]} VERB COUNT [SPACE]")
            state.frame_verb = verb.id
            state.frame_count = self._number(rest[1], 1, 99)
            if len(rest) == 3:
                state.frame_slot = self._slot(rest[2])
        elif state.decision == SHORTFALL:
            if len(rest) != 1:
                raise _form("decision shortfall POUNDS")
            state.debt = self._number(rest[0], 1, -self.rules.income.floor)
        elif rest:
            raise misread(f"{rest[0]!r} is one word too many", "word_too_many", word=rest[0])

    def _market(self, words: list[str]) -> None:
        for resource, cubes in self._pairs(words, ["coal", "iron"]).items():
            index = ["coal", "iron"].index(resource)
            spaces = self.rules.markets[index].spaces
            if cubes > spaces:
                fault = self.rules.fault("market_too_full", resource=resource, n=int(spaces))
                raise Impossible("", f"the {resource} market has {spaces} spaces", fault)
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
                last = self.rules.income.last
                fault = self.rules.fault("income_off_track", n=int(last))
                raise Impossible("", f"the income track ends at space {last}", fault)
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
            raise _form("tile SPACE SEAT INDUSTRY.LEVEL [flipped | holds N]")
        state = self.state
        slot = self._slot(words[0])
        seat = self._seat_number(words[1])
        industry, _, level = words[2].partition(".")
        kind = -1
        if industry in self.rules.board.industries and level.isascii() and level.isdigit():
            kind = self.rules.tiles.find(self.rules.board.industries.index(industry), int(level))
        if kind < 0:
            raise misread(f"unknown tile {words[2]!r}", "word_unknown", word=words[2])
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
            why = f"expected 'flipped' or 'holds N', not {' '.join(words[3:])!r}"
            raise misread(why, "form_expected", form="flipped | holds N")

    def _links(self, words: list[str]) -> None:
        seat = self._seat_number(words[0])
        for word in words[1:]:
            try:
                line = line_number(self.rules, word)
            except ValueError as error:
                raise misread(str(error), "word_unknown", word=word) from None
            if self.state.laid & BIT[line]:
                fault = self.rules.fault("line_taken", line=self.rules.board.line_ids[line])
                raise Impossible("", f"{word} carries a link already", fault)
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
                why = "after the end nobody decides: leave out the decision"
                raise Impossible("decision", why, self.rules.fault("over_with_decision"))
            state.decision = OVER
        state.step = find_step(self.rules, state.era, state.round, self.course)
        if state.step < 0:
            if state.round == 0 and self.course in (TURNS, "refill", "income"):
                raise Impossible(
                    "era", "the first turn is in round 1", self.rules.fault("turn_before_rounds")
                )
            if find_step(self.rules, state.era, 1, TURNS) < 0:
                era = self.rules.eras[state.era]
                why = f"{self.rules.id} has no turns in its {era} era"
                raise Impossible("era", why, self.rules.fault("era_not_played", era=era))
            why = f"there is no step {self.course!r} here"
            raise Impossible("step", why, self.rules.fault("step_absent", word=self.course))
        order = list(state.order)
        if self.turn_given:
            if state.seat not in order:
                who = seat_name(state.seat)
                fault = self.rules.fault("order_lacks_seat", seat=who)
                raise Impossible("order", f"seat {who} is not in the order", fault)
            state.cursor = order.index(state.seat)
        seated = state.decision in SEATED or self.course == TURNS
        if seated and not self.turn_given:
            why = "whose turn is it? (turn SEAT ACTIONS)"
            raise Impossible("turn", why, self.rules.fault("turn_missing"))
        if self.turn_given and not seated:
            why = "it is nobody's turn here: leave out the turn line"
            raise Impossible("turn", why, self.rules.fault("turn_of_nobody"))
        if self.course == TURNS:
            state.turn_open = 1
        for seat in range(state.players):
            refresh_network(state, seat)
            self._close_mat(seat)
        self._close_cards()

    def _close_mat(self, seat: int) -> None:
        """Set the tiles gone from the mat: as given, or the fewest that the board allows."""
        state = self.state
        tiles = self.rules.tiles
        for industry in range(tiles.industries):
            on_board = [
                tiles.level[state.tile[s]] for s in members(state.built[seat] & state.standing[industry])
            ]
            given = self.mats.get(seat, {})
            gone = given.get(industry, 0)
            if industry not in given and on_board:
                highest = max(on_board)
                lower = sum(
                    1 for k in range(tiles.size[industry]) if self._track_level(industry, k) < highest
                )
                gone = lower + on_board.count(highest)
            if gone > tiles.size[industry]:
                name = self.rules.board.industries[industry]
                raise Impossible(
                    f"mat {seat_name(seat)}",
                    f"mat {seat_name(seat)}: there are only {tiles.size[industry]} {name} tiles",
                    self.rules.fault(
                        "mat_too_small", seat=seat_name(seat), industry=name, n=int(tiles.size[industry])
                    ),
                )
            state.mat[seat * tiles.industries + industry] = gone

    def _track_level(self, industry: int, place: int) -> int:
        tiles = self.rules.tiles
        return tiles.level[tiles.track[tiles.start[industry] + place]]

    def _close_cards(self) -> None:
        """Put the cards not mentioned into the deck; in a view, into the cards not seen."""
        state = self.state
        view = state.viewer != TRUTH
        if not view and (any(self.unknown_hands.values()) or self.unknown_aside or self.unknown_deck > 0):
            why = "only a view has unknown cards; say whose (viewer SEAT)"
            raise misread(why, "unknown_cards")
        if self.deck_given and not view:
            return
        kinds = self.rules.cards.count
        whole = self.rules.cards.deck(state.players)
        rest = 0
        for kind in range(kinds):
            held = sum(int(state.hand[seat * kinds + kind]) for seat in range(state.players))
            left = whole[kind] - held - int(state.discards[kind]) - int(state.aside[kind])
            if whole[kind] and left < 0:
                why = f"there are only {whole[kind]} {self.rules.cards.ids[kind]} cards"
                raise Impossible("", why, cards_fault(self.rules, kind, whole[kind]))
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
                why = f"{rest} cards are not seen, which does not fit hands, pile and deck"
                raise misread(why, "unseen_do_not_fit", n=rest)

    # -- words ---------------------------------------------------------------------------------------

    def _number(self, word: str, least: int, most: int) -> int:
        if not word.isascii() or not word.isdigit() or not least <= int(word) <= most:
            why = f"expected a number from {least} to {most}, not {word!r}"
            raise misread(why, "number_expected", least=least, most=most, word=word)
        return int(word)

    def _seat_number(self, word: str) -> int:
        if len(word) != 1 or word not in SEATS[: self.state.players]:
            raise misread(f"unknown seat {word!r}", "word_unknown", word=word)
        return SEATS.index(word)

    def _slot(self, word: str) -> int:
        if word not in self.rules.board.slot_ids:
            raise misread(f"unknown space {word!r}", "word_unknown", word=word)
        return self.rules.board.slot_ids.index(word)

    def _pairs(self, words: list[str], names: list[str]) -> dict[str, int]:
        if len(words) % 2:
            raise misread(f"{words[-1]!r} has no number", "nothing_follows", word=words[-1])
        found: dict[str, int] = {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in names or name in found:
                why = f"{name!r} is unknown or given twice"
                raise misread(why, "given_twice" if name in found else "word_unknown", word=name)
            found[name] = self._number(value, 0, 99_999)
        return found

    def _cards(self, words: list[str]) -> tuple[dict[int, int], int]:
        """Number of cards per kind, and of unknown cards."""
        found: dict[int, int] = {}
        unknown = 0
        for word in words:
            id, _, times = word.partition("*")
            n = self._number(times, 1, 99) if "*" in word else 1
            if id == "unknown":
                unknown += n
            elif id not in self.rules.cards.ids:
                raise misread(f"unknown card {id!r}", "word_unknown", word=id)
            else:
                kind = self.rules.cards.ids.index(id)
                found[kind] = found.get(kind, 0) + n
                if found[kind] > 99:
                    copies = self.rules.cards.deck(self.state.players)[kind]
                    raise Impossible("", f"too many {id} cards", cards_fault(self.rules, kind, copies))
        return found, unknown

    def _known(self, words: list[str]) -> dict[int, int]:
        cards, unknown = self._cards(words)
        if unknown:
            raise Impossible("", "discards are open to all", self.rules.fault("discards_are_open"))
        return cards
