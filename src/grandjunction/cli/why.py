"""``why``: what is missing, and the rule that says so."""

from __future__ import annotations

from ..core.bits import members
from ..core.explain import why_not_build, why_not_develop, why_not_link, why_not_sell
from ..core.moves import IllegalMove, Refusal
from ..core.notation import NotationError, read_move
from ..core.state import State
from ..words import Words
from .examples import questions_to_ask
from .rules import in_words, rule


def answer(state: State, question: str, words: Words) -> str:
    """The answer in one or two lines. The state is the asking seat's, with its decision open."""
    asked = question.split()
    if not asked:
        *questions, rule_id = questions_to_ask(state.rules)
        said = words.listed([f"why {question}" for question in questions])
        return words.terminal("ask_why", questions=said, rule=rule_id)
    cited = _cited(asked[0].upper(), words)
    if cited:
        return cited
    try:
        refusal = _refusal(state, [word.lower() for word in asked])
    except ValueError as error:
        return f"{error}."
    if refusal is None:
        return words.terminal("nothing_forbids")
    cited = _cited(refusal.rule, words)
    return words.refusal(refusal, state.rules) + (f"\n{cited}" if cited else "")


def _cited(id: str, words: Words) -> str:
    """A rule as it is quoted; "" if there is none of this ID."""
    text = rule(id)
    if text is None:
        return ""
    title, body = in_words(id, text, words)
    return f"{id}  {title}. {body}".rstrip()


def _refusal(state: State, asked: list[str]) -> Refusal | None:
    verb, *about = asked
    if verb == "build" and len(about) == 2:
        place = about[1]
        return why_not_build(state, about[0], place if place in state.rules.board.place_ids else _town(place))
    if verb == state.rules.selling and len(about) == 1:
        return _sale(state, about[0])
    if verb == "link" and len(about) == 1:
        return why_not_link(state, _line(state, about[0]))
    if verb == "develop" and len(about) == 1:
        return why_not_develop(state, about[0])
    known = state.rules.verb_named(verb)
    if known is not None and not about:
        if known not in state.verbs() or any(move.verb == verb for move in state.legal_moves()):
            return state.check_code(known.id) if known not in state.verbs() else None
        return known.nearest_fault(state, -1, 0)
    try:
        return state.check(read_move(state, " ".join(asked)))
    except IllegalMove as error:
        return error.refusal
    except NotationError as error:
        if "legal moves" in str(error):
            return None
        raise


def _town(slot: str) -> str:
    return slot.rpartition(".")[0] or slot


def _line(state: State, named: str) -> str:
    """A line by its ends in any order."""
    ends = sorted(named.split("--"))
    for id in state.rules.board.line_ids:
        if sorted(id.split("--")) == ends:
            return id
    return named


def _sale(state: State, named: str) -> Refusal | None:
    """A space, or a town: the sale there that comes nearest."""
    board = state.rules.board
    if named not in board.place_ids:
        return why_not_sell(state, named)
    slots = members(board.place_slots[board.place_ids.index(named)])
    own = [slot for slot in slots if state.owner(slot) == state.seat] or slots
    refusals = [why_not_sell(state, board.slot_ids[slot]) for slot in own]
    if not refusals:
        raise ValueError(f"nothing can be built in {named!r}")
    return None if None in refusals else refusals[-1]
