"""``greedy``: tries each move on a copy, evaluates where it leads, and plays the best."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..core.bits import BIT, count, lowest
from ..core.moves import Move, second_card_of, unit, with_card
from ..core.options import Options
from ..core.ruleset import BONUS, FIRST_EXTRA, MORE
from ..core.state import State
from ..core.view import View
from .bot import Bot
from .cards import CardWorth, cheapest_several
from .evaluation import Evaluation
from .weights import Weights, weights_for

BREADTH: Final = 3  # how many actions of several units are played through


class GreedyBot(Bot):
    """Plays the move with the best evaluation after it."""

    def __init__(self, seed: int | str, weights: Weights | None = None) -> None:
        super().__init__("greedy", seed)
        self.weights: Final = weights  # None: the game's own
        self._evaluation: Evaluation | None = None

    def choose(self, view: View, budget: int = 0) -> Move:
        self.rng(view)  # refuses a view without a decision
        known = view.known
        evaluation = self._evaluation
        if evaluation is None or not evaluation.fits(known):
            weights = self.weights
            if weights is None:
                weights = weights_for(known.rules.id, known.players)
            evaluation = Evaluation(known.rules, known.seat, weights, known.players)
            self._evaluation = evaluation
        evaluation.begin(known)
        return Move(known.rules, Choice(known, evaluation).best())


class Candidate:
    """A unit, the position after it, and what that position is worth."""

    def __init__(self, unit: i64, cards: i64, after: State, score: float) -> None:
        self.unit: i64 = unit
        self.cards: i64 = cards
        self.after: Final = after
        self.score = score


class Choice:
    """One decision of one seat."""

    def __init__(self, state: State, evaluation: Evaluation) -> None:
        self.state: Final = state
        self.evaluation: Final = evaluation
        stop = state.rules.stop
        self.stop: i64 = unit(stop.id, -1, -1, 0, 0) if stop is not None else -1

    def best(self) -> int:
        """Return the code of the move to play."""
        options = Options()
        self.state.fill(options)
        if options.size == 1 and count(options.cards[0]) <= 1:
            return with_cheapest(options.units[0], options.cards[0], None)
        candidates: list[Candidate] = []
        i: i64 = 0
        while i < options.size:
            if second_card_of(options.units[i]) < 0:
                candidates.append(self._try(self.state, options.units[i], options.cards[i]))
            i += 1
        worth = CardWorth(self.state, self.evaluation.weights)
        self._learn_cards(candidates, worth)
        several = cheapest_several(options, worth)
        if several >= 0:
            candidates.append(self._several(options.units[several], options.cards[several], worth))
        self._think_through(candidates)
        chosen = best_of(candidates)
        return with_cheapest(chosen.unit, chosen.cards, worth)

    def _try(self, state: State, code: i64, cards: i64) -> Candidate:
        """Apply the unit and stop as soon as allowed."""
        after = state.copy()
        after.apply_code(with_card(code, lowest(cards)) if cards else code, None)
        return Candidate(code, cards, after, self._judge(after))

    def _judge(self, after: State) -> float:
        """Return the worth of the position once the action has its required units and no more."""
        if after.decision == MORE:
            stopped = after.copy()
            stopped.apply_code(self.stop, None)
            return self.evaluation.value(stopped)
        if must_go_on(after):
            return best_of(self._all(after)).score
        if after.is_chance and after.decision >= FIRST_EXTRA:
            return self._expect(after)
        return self.evaluation.value(after)

    def _expect(self, state: State) -> float:
        """Return the mean worth over the chance outcomes in the middle of an action."""
        total = 0.0
        cases = 0.0
        for move, weight in state.chance_outcomes():
            after = state.copy()
            after.apply_code(move.code, None)
            total += float(weight) * self._judge(after)
            cases += float(weight)
        return total / cases

    def _all(self, state: State) -> list[Candidate]:
        """Return every legal unit, once each: variants that only cost other cards are merged."""
        options = Options()
        state.fill(options)
        tried: list[Candidate] = []
        several = False
        i: i64 = 0
        while i < options.size:
            if second_card_of(options.units[i]) < 0 or not several:
                several = second_card_of(options.units[i]) >= 0
                tried.append(self._try(state, options.units[i], options.cards[i]))
            i += 1
        return tried

    def _think_through(self, candidates: list[Candidate]) -> None:
        """Play through the most promising actions that may have further units, and update their scores."""
        open_ended = [one for one in candidates if may_go_on(one.after)]
        open_ended.sort(key=by_score, reverse=True)
        for one in open_ended[:BREADTH]:
            score = self._carry_on(one.after)
            if score > one.score:
                one.score = score

    def _carry_on(self, state: State) -> float:
        """Return the worth of an action continued with the best unit each time."""
        best = -1.0e9
        while may_go_on(state):
            chosen = best_of(self._all(state))
            if chosen.score <= best:
                break
            best = chosen.score
            if chosen.unit == self.stop:
                break
            state = chosen.after
        return best

    def _learn_cards(self, candidates: list[Candidate], worth: CardWorth) -> None:
        """Value each card by the gains that only it permits."""
        least = 1.0e9
        for one in candidates:
            if one.score < least:
                least = one.score
        for one in candidates:
            if one.cards and one.cards != self.state.held[self.state.seat]:
                worth.permit(one.cards, one.score - least)

    def _several(self, code: i64, cards: i64, worth: CardWorth) -> Candidate:
        """Return the candidate for an action that costs several cards and brings wild ones."""
        paid = worth.cheapest(cards)
        after = self.state.copy()
        after.apply_code(with_card(code, paid), None)
        score = self._judge(after)
        score += worth.of_hand(after) - worth.of_hand(self.state) + worth.least()
        return Candidate(code, BIT[paid], after, score)


def must_go_on(state: State) -> bool:
    """Return whether the action is incomplete: its seat must choose and cannot decline."""
    own = state.decision >= FIRST_EXTRA and state.rules.chance & BIT[state.decision] == 0
    return own or state.decision == BONUS


def may_go_on(state: State) -> bool:
    """Return whether the action can or must have another unit."""
    return state.decision == MORE or must_go_on(state)


def by_score(candidate: Candidate) -> float:
    return candidate.score


def best_of(candidates: list[Candidate]) -> Candidate:
    """Return the candidate with the highest score; the first among equals."""
    best = candidates[0]
    for one in candidates:
        if one.score > best.score:
            best = one
    return best


def with_cheapest(code: i64, cards: i64, worth: CardWorth | None) -> i64:
    """Return the code of the unit paid for with the card worth least."""
    if cards == 0:
        return code
    return with_card(code, lowest(cards) if worth is None else worth.cheapest(cards))
