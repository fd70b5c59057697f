"""Searches a whole turn, both actions with all their units, within a budget of positions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.bits import BIT, count
from ..core.moves import card_of, item_of, second_card_of, unit, verb_of, with_card, without_card
from ..core.options import Options
from ..core.ruleset import ACTION, FIRST_EXTRA, MORE, OVER
from ..core.state import State
from .cards import CardWorth, cheapest_several
from .evaluation import Evaluation

NO_CODE: Final = -1
BEAM: Final = 40  # finished actions that the search continues from
WIDTH: Final = 10  # unfinished actions that get another unit, per step
SPREAD: Final = 0.6  # VP taken off an action per better one of its kind, for variety


class Node:
    """A position that the turn may reach, and the move that led there."""

    def __init__(self, state: State, parent: Node | None, code: i64, cards: i64, shift: float) -> None:
        self.state: Final = state
        self.parent: Final = parent
        self.code: i64 = code
        self.cards: i64 = cards  # the kinds of card that could pay for it
        self.chance = False  # whether nature made the move
        self.shift = shift  # added to later values, so that a chance counts as its mean
        self.value = 0.0  # the position's; ``score`` adds the cards left
        self.score = 0.0
        self.rank = 0.0

    def line(self) -> list[Node]:
        """Return the nodes from the root's first move to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes


class TurnSearch:
    """Finds a seat's best turns from a position."""

    def __init__(self, root: State, evaluation: Evaluation, budget: i64) -> None:
        self.root: Final = root
        self.seat: i64 = root.seat
        self.evaluation: Final = evaluation
        self.limit: i64 = evaluation.judged + budget  # of positions evaluated
        self.worth: CardWorth = CardWorth(root, evaluation.weights)
        self.finished: list[Node] = []
        stop = root.rules.stop
        self._stop: i64 = unit(stop.id, -1, -1, 0, 0) if stop is not None else -1
        self._complete: list[Node] = []  # actions done, with another to follow
        self._open: list[Node] = []  # actions that may have further units
        self._seen: set[bytes] = set()
        evaluation.begin(root)

    def run(self) -> list[Node]:
        """Return the last node of each turn, best first; turns are unfinished if the budget is too small."""
        start = Node(self.root, None, NO_CODE, 0, 0.0)
        self._expand(start)
        self._carry_on()
        self._learn_cards()
        self.finished = [self._repaid(node, 0) for node in self.finished]
        deepest = self._complete
        while self._complete and not self._spent(self.limit):
            beam = self._beam()
            deepest = beam
            self._complete = []
            most = self.limit - (self.limit - self.evaluation.judged) // 4  # keep a quarter for further units
            for node in beam:
                if self._spent(most):
                    break
                self._expand(node)
            self._carry_on()
        found = self.finished if self.finished else deepest
        found.sort(key=by_score, reverse=True)
        return found

    def _spent(self, limit: i64) -> bool:
        return self.evaluation.judged >= limit

    # -- making positions ---------------------------------------------------------------------------

    def _expand(self, node: Node) -> None:
        """Add every legal continuation of a position."""
        options = Options()
        node.state.fill(options)
        i: i64 = 0
        while i < options.size and (i == 0 or not self._spent(self.limit)):
            if second_card_of(options.units[i]) < 0:
                cards = options.cards[i]
                code = options.units[i]
                self._follow(node, with_card(code, self.worth.cheapest(cards)) if cards else code, cards)
            i += 1
        several = cheapest_several(options, self.worth)
        if several >= 0:
            cards = options.cards[several]
            self._follow(node, with_card(options.units[several], self.worth.cheapest(cards)), 0)

    def _follow(self, node: Node, code: i64, cards: i64) -> None:
        state = node.state.copy()
        state.apply_code(code, None)
        self._place(Node(state, node, code, cards, node.shift))

    def _place(self, node: Node) -> None:
        """Evaluate a new position and put it in the list of its kind."""
        state = node.state
        if not self._same_turn(state):
            self._judge(node)
            self.finished.append(node)
        elif state.rules.chance & BIT[state.decision]:
            self._likeliest(node)
        elif state.decision == ACTION:
            if self._is_new(node):
                self._judge(node)
                self._complete.append(node)
        elif state.decision == MORE:
            if self._is_new(node):
                self._stopped(node)
                self._open.append(node)
        else:
            self._expand(node)

    def _stopped(self, node: Node) -> None:
        """Score an action that may go on by what it is worth if it stops here."""
        state = node.state.copy()
        state.apply_code(self._stop, None)
        after = Node(state, node, self._stop, 0, node.shift)
        self._judge(after)
        node.score = after.score
        if not self._same_turn(state):
            self.finished.append(after)
        elif self._is_new(after):
            self._complete.append(after)

    def _likeliest(self, node: Node) -> None:
        """Continue from the likeliest chance outcome in an action, valued at the mean of all outcomes."""
        total = 0.0
        cases: i64 = 0
        most: i64 = 0
        likely: Node | None = None
        likely_worth = 0.0
        for move, weight in node.state.chance_outcomes():
            state = node.state.copy()
            state.apply_code(move.code, None)
            worth = self._worth_stopped(state)
            total += worth * float(weight)
            cases += weight
            if weight > most:
                most = weight
                likely = Node(state, node, move.code, 0, node.shift)
                likely.chance = True
                likely_worth = worth
        if likely is not None:
            likely.shift += total / float(cases) - likely_worth
            self._place(likely)

    def _worth_stopped(self, state: State) -> float:
        if state.decision == MORE:
            state = state.copy()
            state.apply_code(self._stop, None)
        return self.evaluation.value(state)

    def _judge(self, node: Node) -> None:
        node.value = self.evaluation.value(node.state) + node.shift
        self._count_cards(node)

    def _count_cards(self, node: Node) -> None:
        node.score = node.value
        if node.state.decision != OVER:
            node.score += self.worth.of_hand(node.state)

    def _same_turn(self, state: State) -> bool:
        root = self.root
        own = state.rules.chance & BIT[state.decision] == 0 or state.decision >= FIRST_EXTRA
        return (
            own
            and state.decision != OVER
            and state.seat == self.seat
            and state.step == root.step
            and state.round == root.round
            and state.cursor == root.cursor
        )

    def _is_new(self, node: Node) -> bool:
        key = node.state.key()
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    # -- choosing what to carry on ------------------------------------------------------------------

    def _carry_on(self) -> None:
        """Add further units to the most promising actions that may have them."""
        while self._open and not self._spent(self.limit):
            batch = self._open
            self._open = []
            batch.sort(key=by_score, reverse=True)
            for node in batch[:WIDTH]:
                if not self._spent(self.limit):
                    self._expand(node)
        self._open = []

    def _learn_cards(self) -> None:
        """Value each card by the gains that only it permits."""
        first: list[Node] = []
        for node in self._complete + self.finished:
            if node.parent is not None and node.parent.parent is None:
                first.append(node)
        if not first:
            return
        least = first[0].score
        for node in first:
            if node.score < least:
                least = node.score
        for node in first:
            if node.cards and node.cards != self.worth.held:
                self.worth.permit(node.cards, node.score - least)

    def _beam(self) -> list[Node]:
        """Return the finished actions in the order to continue from, each paid for with the cheapest card.

        Each is also tried with the next cheapest: the next action may need the cheapest one.
        """
        self._complete.sort(key=by_score, reverse=True)
        chosen: list[Node] = []
        for node in self._complete[:BEAM]:
            chosen.append(self._repaid(node, 0))
            if count(node.line()[0].cards) > 1:
                chosen.append(self._repaid(node, 1))
        chosen.sort(key=by_score, reverse=True)
        groups: dict[int, float] = {}
        for node in chosen:
            code = node.line()[0].code
            group: int = verb_of(code) * 16 + item_of(code) + 1
            behind = groups.get(group, 0.0)
            groups[group] = behind + SPREAD
            node.rank = node.score - behind
        chosen.sort(key=by_rank, reverse=True)
        return chosen

    def _repaid(self, node: Node, place: i64) -> Node:
        """Return the same moves, the first paid for with the cheapest card, or the next if ``place`` is 1."""
        line = node.line()
        first = line[0]
        if first.cards == 0:
            return node
        kind = self.worth.cheapest(first.cards)
        if place > 0:
            kind = self.worth.cheapest(first.cards & ~BIT[kind])
        if kind == card_of(first.code):
            self._count_cards(node)
            return node
        copy = Node(self.root, None, NO_CODE, 0, 0.0)
        for one in line:
            code = one.code
            if copy.parent is None:
                code = with_card(without_card(code), kind)
            state = copy.state.copy()
            state.apply_code(code, None)
            copy = Node(state, copy, code, one.cards, one.shift)
            copy.chance = one.chance
        copy.value = node.value
        self._count_cards(copy)
        return copy


def by_score(node: Node) -> float:
    return node.score


def by_rank(node: Node) -> float:
    return node.rank
