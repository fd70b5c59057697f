"""OpenSpiel: registers the games with ``pyspiel``, including chance.

``pip install "grandjunction[openspiel]"``, then

>>> import pyspiel
>>> import grandjunction.envs.openspiel  # registers them
>>> game = pyspiel.load_game("python_grandjunction_birmingham", {"players": 2, "reward": "win"})

A player's action is a token of a move. A chance outcome is the number of a card, a seat or a tile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from ..extras import need

need("openspiel", "grandjunction.envs.openspiel", "pyspiel")

import numpy as np
import pyspiel

from ..core.learning.tokens import WHOLE, Phrase
from ..core.moves import FIELDS, Move, card_of, cards_of, outcome_of
from ..core.rng import Rng
from ..core.ruleset import Ruleset
from ..core.state import State
from ..rulesets import RULESETS, ruleset
from .actions import ActionCoder
from .errors import refuse
from .games import player_count
from .observations import Floats, ObservationCoder
from .rewards import final_rewards

Draws = tuple[tuple[int, ...], ...]

_UTILITY: Final = {"margin": (-1000.0, 1000.0), "win": (0.0, 1.0)}


@cache
def _coders(id: str, players: int) -> tuple[ActionCoder, ObservationCoder]:
    actions = ActionCoder(id)
    return actions, ObservationCoder(actions.rules, players, actions.vocabulary)


def short_name(id: str) -> str:
    """A ruleset's name in OpenSpiel."""
    return f"python_grandjunction_{id.replace('-', '_')}"


class Standing:
    """A position, the partly said move, and what each seat has seen so far."""

    def __init__(
        self, state: State, phrase: Phrase, public: str, draws: Draws, paid: bytes | bytearray
    ) -> None:
        self.state: Final = state
        self.phrase: Final = phrase
        self.public = public  # the moves everyone saw, in hexadecimal, without drawn cards
        self.draws = draws  # the cards each seat drew, in order
        self.paid: Final = bytearray(paid)  # number of cards of each kind that each seat has paid

    def __deepcopy__(self, memo: object) -> Standing:
        return Standing(self.state.copy(), self.phrase.copy(), self.public, self.draws, self.paid)

    def __reduce__(self) -> tuple[Any, ...]:
        tokens = list(self.phrase.tokens)[: self.phrase.said]
        return _restore, (self.state.to_position(), tokens, self.public, self.draws, bytes(self.paid))


def _restore(position: str, tokens: list[int], public: str, draws: Draws, paid: bytes) -> Standing:
    from ..core.position.reading import read_position

    state = read_position(position, ruleset)
    phrase = _coders(state.rules.id, state.players)[0].begin(state)
    for token in tokens:
        phrase.say(token)
    return Standing(state, phrase, public, draws, paid)


class BrassState(pyspiel.State):
    """One node of the game tree."""

    def __init__(self, game: BrassGame) -> None:
        super().__init__(game)
        state = State(game.rules, game.players)
        state.advance(None)
        paid = bytes(game.players * int(game.rules.cards.count))
        self._at = Standing(state, game.actions.begin(state), "", ((),) * game.players, paid)

    # -- what OpenSpiel asks ------------------------------------------------------------------------

    def current_player(self) -> int:
        state = self._at.state
        if state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else state.to_act

    def is_terminal(self) -> bool:
        return self._at.state.is_over

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self._game().actions.mask(self._at.phrase)).tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self._at.state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return sorted((int(outcome_of(move.code)), weight / total) for move, weight in outcomes)

    def _apply_action(self, action: int) -> None:
        at = self._at
        if at.state.is_chance:
            code = next((code for code in at.state.legal_codes() if outcome_of(code) == action), -1)
            if code < 0:
                raise ValueError(f"{action} is no outcome that chance may have here")
            self._make(code)
            return
        if not at.phrase.allows(action):
            raise refuse(at.phrase, action)
        if at.phrase.say(action):
            self._make(int(at.phrase.code()))

    def _make(self, code: int) -> None:
        at = self._at
        move = Move(at.state.rules, code)
        seat = at.state.seat
        if move.verb == "draw":
            at.draws = tuple(
                (*cards, int(card_of(code))) if owner == seat else cards
                for owner, cards in enumerate(at.draws)
            )
        elif not at.state.is_chance:
            kinds = int(at.state.rules.cards.count)
            for kind in cards_of(code):
                at.paid[seat * kinds + kind] += 1
        secret = move.verb in ("draw", "aside")
        at.public += f"{seat}{move.verb} " if secret else f"{code:x} "
        at.state.apply_code(code, None)
        if at.state.is_over or at.state.is_chance:
            at.phrase.clear()
        else:
            at.phrase.begin(at.state)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self._at.state
        if player != pyspiel.PlayerId.CHANCE:
            return self._game().actions.names[action]
        for code in state.legal_codes() if state.is_chance else []:
            if outcome_of(code) == action:
                return str(Move(state.rules, code))
        return f"outcome {action}"

    def returns(self) -> list[float]:
        game = self._game()
        if not self._at.state.is_over:
            return [0.0] * game.players
        return final_rewards(self._at.state, game.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BrassState:
        """A state that the player cannot tell from this one, with the hidden cards dealt again.

        Its ``history()`` is empty, because the true history would reveal hidden cards.
        """
        game = self._game()
        at = self._at
        state = at.state.view(player).determinize(Rng(int(sampler() * 2**53)))
        draws = tuple(
            cards if seat == player else _redrawn(cards, at.state, state, seat)
            for seat, cards in enumerate(at.draws)
        )
        phrase = at.phrase.copy() if player == at.state.to_act else game.actions.begin(state)
        twin = BrassState(game)
        twin._at = Standing(state, phrase, at.public, draws, at.paid)
        return twin

    def __str__(self) -> str:
        said = " ".join(self._said())
        return self._at.state.to_position() + (f"saying {said}\n" if said else "")

    # -- for the observer ---------------------------------------------------------------------------

    def _game(self) -> BrassGame:
        game: BrassGame = self.get_game()
        return game

    def _said(self) -> list[str]:
        phrase = self._at.phrase
        return [phrase.vocabulary.names[token] for token in list(phrase.tokens)[: phrase.said]]


def _redrawn(cards: tuple[int, ...], before: State, after: State, seat: int) -> tuple[int, ...]:
    """A seat's draws, changed so that they lead to the hand it now has."""
    kinds = before.rules.cards.count
    wild = before.rules.cards.wild
    hands = [
        [
            kind
            for kind in range(kinds)
            if not wild >> kind & 1
            for _ in range(state.hand[seat * kinds + kind])
        ]
        for state in (before, after)
    ]
    drawn = list(cards)
    for old, new in zip(*hands, strict=True):
        drawn[len(drawn) - 1 - drawn[::-1].index(old)] = new - kinds  # negative: exchanged already
    return tuple(card + kinds if card < 0 else card for card in drawn)


class BrassObserver:
    """Observations and information states as tensors and text."""

    def __init__(self, game: BrassGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation shows the cards of one player or of none")
        self._coder: Final = game.observations
        self._players: Final = game.players
        self._kinds: Final = int(game.rules.cards.count)
        self._private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: Final = kind.perfect_recall
        size = self._coder.size
        paid = self._players * self._kinds if self._recall else 0
        self.tensor: Floats = np.zeros(size + paid, dtype=np.float32)
        self.dict: dict[str, Floats] = self._coder.split(self.tensor[:size])
        if self._recall:
            self.dict["paid"] = self.tensor[size:].reshape(self._players, self._kinds)

    def set_from(self, state: BrassState, player: int) -> None:
        at = state._at
        own = self._private and at.state.to_act == player and at.phrase.field != WHOLE
        view = at.state.view(player if self._private else None)
        self.tensor[: self._coder.size] = self._coder.observe(view, at.phrase if own else None)
        if self._recall:
            self._set_paid(at, player)

    def _set_paid(self, at: Standing, player: int) -> None:
        """Fill in the cards each seat has paid, the player first."""
        counts = np.frombuffer(bytes(at.paid), dtype=np.uint8).reshape(self._players, self._kinds)
        np.multiply(np.roll(counts, -player, axis=0), 0.25, out=self.dict["paid"], casting="unsafe")

    def string_from(self, state: BrassState, player: int) -> str:
        """With perfect recall, everything the player has seen; otherwise the present position."""
        at = state._at
        if self._recall:
            text = f"seen {at.public}\n" + (
                f"drawn by {player} {at.draws[player]}\n" if self._private else ""
            )
        else:
            text = at.state.view(player if self._private else None).to_position()
        if self._private and at.state.to_act == player:
            text += f"saying {' '.join(state._said())}\n"
        return text


class BrassGame(pyspiel.Game):
    """One ruleset for a number of players. OpenSpiel registers classes, so each ruleset has a subclass."""

    ruleset_id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        id = self.ruleset_id
        chosen = {**_parameters(ruleset(id)), **(params or {})}
        self.rules: Final = ruleset(id)
        self.players: Final = player_count(self.rules, chosen["players"])
        self.reward: Final = str(chosen["reward"])
        if self.reward not in _UTILITY:
            raise ValueError(f"unknown reward {self.reward!r}; one of {', '.join(_UTILITY)}")
        self.actions, self.observations = _coders(id, self.players)
        super().__init__(_game_type(id), self._game_info(), params or {})

    def _game_info(self) -> Any:
        cards = sum(self.rules.cards.deck(self.players)) * len(self.rules.eras)
        low, high = _UTILITY[self.reward]
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(int(self.rules.cards.count), 16),
            num_players=self.players,
            min_utility=low,
            max_utility=high,
            max_game_length=len(FIELDS) * (3 * cards + 2 * int(self.rules.board.slots)),
        )

    def max_chance_nodes_in_history(self) -> int:
        return 3 * sum(self.rules.cards.deck(self.players)) * len(self.rules.eras) + 64

    def new_initial_state(self) -> BrassState:
        return BrassState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BrassObserver:
        return BrassObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _parameters(rules: Ruleset) -> dict[str, Any]:
    return {"players": min(rules.player_counts), "reward": "margin"}


def _game_type(id: str) -> Any:
    rules = ruleset(id)
    return pyspiel.GameType(
        short_name=short_name(id),
        long_name=f"{rules.name} (Grand Junction)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.player_counts),
        min_num_players=min(rules.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(rules),
    )


def _register(id: str) -> None:
    # A class, not a function: OpenSpiel releases it after Python has shut down, when functions are gone.
    name = f"Brass_{id.replace('-', '_')}"
    game = type(name, (BrassGame,), {"ruleset_id": id, "__module__": __name__})
    globals()[name] = game  # where pickle looks for it
    pyspiel.register_game(_game_type(id), game)


for _id in RULESETS:
    if short_name(_id) not in pyspiel.registered_names():
        _register(_id)
