"""What the holder of a seat does at the table: draft, undo, end the turn, ask.

What changes the game answers with the table, as JSON.
"""

from __future__ import annotations

from typing import Final

from ..core.compiled import is_compiled
from ..core.events import HIDDEN, Event, Log
from ..core.explain import nearness, why_not_build, why_not_develop, why_not_link, why_not_sell
from ..core.moves import IllegalMove, Move
from ..core.moves import Refusal as CoreRefusal
from ..core.notation import NotationError, read_move
from ..core.state import State
from ..words import Words
from .choices import as_messages
from .describe import rule_in, words_in
from .hall import Hall
from .match import Match, TurnComplete, Viewer
from .messages import Answer, Hint
from .problems import Trouble, not_yours, refusal_of
from .requests import DraftMove, EndTurn, Undo, Why

HINT_BOT: Final = "strategist" if is_compiled() else "planner"  # the strongest that answers at once
# What is worth telling of a move, weightiest first.
_TELLING: Final = (
    "scored_bonus", "flipped", "sold", "sold_to_port", "sold_abroad", "bartered", "sold_cube", "borrowed",
    "took", "placed", "laid", "developed", "liquidated", "passed",
)  # fmt: skip


async def draft(hall: Hall, id: str, player: str | None, asked: DraftMove) -> str:
    """One more unit of the turn. Seen by its seat only, until the turn ends or a tile is revealed."""
    async with hall.hold(id) as match:
        _at_turn(hall, match, player, asked.ply, asked.stamp)
        try:
            drafted = match.extend(asked.move)
        except TurnComplete:
            raise Trouble(
                422, "turn_complete", "Every decision of this turn is made: end it or undo."
            ) from None
        except NotationError as error:
            raise Trouble(422, "notation", str(error)) from error
        except IllegalMove as error:
            message = words_in("en").refusal(error.refusal, match.rules)
            raise Trouble(422, "illegal", message, refusal=error.refusal) from error
        if match.reveals(drafted):
            await hall.store_moves(match, match.finish(drafted, match.rng()))
            hall.wake_bots(id)
        else:
            await hall.store_draft(match, drafted)
        return hall.table_json(match, Viewer(match, player))


async def undo(hall: Hall, id: str, player: str | None, asked: Undo) -> str:
    async with hall.hold(id) as match:
        viewer = _at_turn(hall, match, player, asked.ply, asked.stamp)
        if not match.draft:
            raise Trouble(422, "nothing_to_undo", "There is nothing to undo in this turn.")
        keep = 0 if asked.steps == "all" else max(0, len(match.draft) - asked.steps)
        await hall.store_draft(match, match.draft[:keep])
        return hall.table_json(match, viewer)


async def end_turn(hall: Hall, id: str, player: str | None, asked: EndTurn) -> str:
    """The drafted turn becomes final, and nature deals what is due."""
    async with hall.hold(id) as match:
        _at_turn(hall, match, player, asked.ply, asked.stamp)
        drafted = match.closed_draft()
        if not drafted or not (match.turn_complete or len(drafted) > len(match.draft)):
            raise Trouble(422, "turn_open", "This turn has decisions left: make them, or pass.")
        await hall.store_moves(match, match.finish(drafted, match.rng()))
        hall.wake_bots(id)
        return hall.table_json(match, Viewer(match, player))


def _at_turn(hall: Hall, match: Match, player: str | None, ply: int, stamp: str | None) -> Viewer:
    """Who asks, if that browser holds a seat, knows where the game stands, and is to act."""
    viewer = Viewer(match, player)
    if not viewer.holds:
        raise not_yours()
    acting = match.sees_draft(viewer)
    shown = match.ply if acting else match.base.ply
    if ply != shown or (stamp is not None and stamp != match.stamp(viewer)):
        raise Trouble(409, "stale", "The game has moved on.", table=hall.table(match, viewer))
    if match.row.over:
        raise Trouble(422, "game_over", "The game is over.", refusal=match.rules.refuse("game_over"))
    if not acting:
        raise Trouble(403, "not_your_turn", "It is not your turn.")
    return viewer


# -- questions ------------------------------------------------------------------------------------------


def why(match: Match, viewer: Viewer, asked: Why, lang: str) -> Answer:
    """What is missing, and the rule that says so. Answered from the viewer's knowledge alone."""
    known = match.known(viewer)
    if known is None:
        raise Trouble(403, "not_your_turn", "Only the seat to act can ask what it may do.")
    try:
        refusal = _refusal(known, asked)
    except ValueError as error:
        raise Trouble(422, "question", str(error)) from error
    rule = None if refusal is None else rule_in(refusal.rule, lang)
    return Answer(refusal=refusal_of(refusal), rule=rule)


def _refusal(state: State, asked: Why) -> CoreRefusal | None:
    if asked.question == "build":
        return why_not_build(state, asked.industry or "", asked.place or "")
    if asked.question == "develop":
        return why_not_develop(state, asked.industry or "")
    if asked.question == "sell":
        return why_not_sell(state, asked.slot or "")
    if asked.question == "link":
        return why_not_link(state, asked.line or "")
    if asked.question == "slot":
        return _why_not_slot(state, asked.slot or "")
    if asked.question == "verb":
        return _why_not_verb(state, asked.verb or "")
    try:
        return state.check(read_move(state, asked.move or ""))
    except IllegalMove as error:
        return error.refusal
    except NotationError as error:
        if "legal moves" in str(error):  # it fits several: any of them can be made
            return None
        raise


def _why_not_slot(state: State, slot: str) -> CoreRefusal | None:
    """Why nothing can be done on a space: of building there and selling from there, what comes nearest."""
    board = state.rules.board
    if slot not in board.slot_ids:
        raise ValueError(f"unknown space {slot!r}")
    number = board.slot_ids.index(slot)
    build = state.rules.verb_named("build")
    if build is None or build not in state.verbs():
        return why_not_sell(state, slot)
    tries = [build.nearest_fault(state, number, item) for item in range(len(board.industries))]
    if state.owner(number) == state.seat:
        tries.append(why_not_sell(state, slot))
    refusals = [refusal for refusal in tries if refusal is not None]
    return max(refusals, key=nearness) if len(refusals) == len(tries) else None


def _why_not_verb(state: State, name: str) -> CoreRefusal | None:
    verb = state.rules.verb_named(name)
    if verb is None:
        raise ValueError(f"unknown verb {name!r}")
    if verb not in state.verbs():
        return state.check_code(verb.id)
    if any(option.code & 15 == verb.id for option in state.options()):
        return None
    if "slot" in verb.shape or "line" in verb.shape:
        raise ValueError(f"ask about a space or line to {name}")
    return verb.nearest_fault(state, -1, 0)


async def hint(hall: Hall, match: Match, viewer: Viewer, lang: str) -> Hint:
    """What a bot in the viewer's place would do now, and the best of what comes of it."""
    known = match.known(viewer)
    if known is None:
        raise Trouble(403, "not_your_turn", "Hints are for the seat to act.")
    words = words_in(lang)
    chosen = await hall.thinkers.hint(HINT_BOT, "hint", known.to_position())
    move = read_move(known, chosen)
    after, log = known.copy(), Log()
    after.apply_code(move.code, log)
    names = [seat.name for seat in match.row.seats]
    return Hint(
        move=str(move),
        bot=HINT_BOT,
        move_text=words.move(move),
        reason=_reason(log.events, move, words, names),
        effects=as_messages(match.rules, [event for event in log.events if event.kind not in HIDDEN]),
    )


def _reason(events: list[Event], move: Move, words: Words, names: list[str]) -> str:
    for kind in _TELLING:
        for event in events:
            if event.kind == kind:
                return words.event(event, move.rules, names)
    return words.unit(move)
