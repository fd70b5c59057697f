"""What a player can do in a turn: draft, undo, end the turn, ask.

Calls that change the game return the table as JSON, or announce it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from ..bots.forecast import NoForecast, evaluate
from ..core.events import HIDDEN, Log
from ..core.explain import why_not_build, why_not_develop, why_not_link, why_not_sell, why_not_verb
from ..core.moves import IllegalMove
from ..core.moves import Refusal as CoreRefusal
from ..core.notation import NotationError, read_move
from ..core.state import State
from ..record.game import texts
from ..reviews.reasons import PREVENTING
from ..reviews.sentences import Teller
from .describe import names_in, rule_in, words_in
from .hints import HINT_BOT
from .hosted import HostedGame, Viewer
from .messages import Answer, Coaching, Hint, Prospect
from .offers import as_messages
from .problems import Trouble, not_yours, refusal_of
from .questions import why_not_card, why_not_merchant, why_not_slot
from .requests import DraftMove, EndTurn, Undo, Why
from .undo import Draft, TurnComplete

if TYPE_CHECKING:
    from .hall import Hall


async def draft_unit(hall: Hall, id: str, player: str | None, asked: DraftMove) -> str:
    """Draft one more unit. Only its seat sees it, until the turn ends or a tile is revealed."""
    return await _surely(hall, id, lambda: _draft_unit(hall, id, player, asked))


async def _draft_unit(hall: Hall, id: str, player: str | None, asked: DraftMove) -> str:
    async with hall.hold_told(id) as hosted:
        _at_turn(hall, hosted, player, asked.ply, asked.stamp)
        try:
            draft = hosted.draft.with_unit(asked.move)
        except TurnComplete:
            raise Trouble(
                422, "turn_complete", "Every decision of this turn is made: end it or undo."
            ) from None
        except NotationError as error:
            raise Trouble(422, "notation", str(error)) from error
        except IllegalMove as error:
            message = words_in("en").refusal(error.refusal, hosted.rules)
            raise Trouble(422, "illegal", message, refusal=error.refusal) from error
        if draft.reveals:
            await make_final(hall, hosted, draft)
        else:
            await hall.store_draft(hosted, draft)
        return hall.answer_json(hosted, Viewer(hosted, player), asked.brief)


async def undo(hall: Hall, id: str, player: str | None, asked: Undo) -> str:
    """Take back drafted units."""
    return await _surely(hall, id, lambda: _undo(hall, id, player, asked))


async def _undo(hall: Hall, id: str, player: str | None, asked: Undo) -> str:
    async with hall.hold_told(id) as hosted:
        viewer = _at_turn(hall, hosted, player, asked.ply, asked.stamp)
        units = len(hosted.draft.units)
        if not units:
            raise Trouble(422, "nothing_to_undo", "There is nothing to undo in this turn.")
        await hall.store_draft(hosted, hosted.draft.without(units if asked.steps == "all" else asked.steps))
        return hall.answer_json(hosted, viewer, asked.brief)


async def end_turn(hall: Hall, id: str, player: str | None, asked: EndTurn) -> str:
    """Make the drafted turn final, and let nature answer."""
    return await _surely(hall, id, lambda: _end_turn(hall, id, player, asked))


async def _end_turn(hall: Hall, id: str, player: str | None, asked: EndTurn) -> str:
    async with hall.hold_told(id) as hosted:
        _at_turn(hall, hosted, player, asked.ply, asked.stamp)
        if not hosted.draft.may_end:
            raise Trouble(422, "turn_open", "This turn has decisions left: make them, or pass.")
        await make_final(hall, hosted, hosted.draft.closed())
        return hall.answer_json(hosted, Viewer(hosted, player), asked.brief, goes_on=False)


async def _surely(hall: Hall, id: str, change: Callable[[], Awaitable[str]]) -> str:
    """Change a game. If that is refused because another worker has changed it, try once more."""
    try:
        return await change()
    except Trouble:
        if not await hall.has_changed(id):
            raise
    return await change()


async def make_final(hall: Hall, hosted: HostedGame, draft: Draft) -> None:
    """Store the drafted units and the chance outcomes that follow."""
    game = draft.committed()
    game.settle(hosted.rng())
    await hall.store_moves(hosted, game)


def _at_turn(hall: Hall, hosted: HostedGame, player: str | None, ply: int, stamp: str | None) -> Viewer:
    """Return the viewer. Raises unless it holds the seat to act and has seen the latest moves."""
    viewer = Viewer(hosted, player)
    if not viewer.holds:
        raise not_yours()
    if ply != hosted.shown_to(viewer).ply or (stamp is not None and stamp != hosted.stamp(viewer)):
        raise Trouble(409, "stale", "The game has moved on.", table=hall.table(hosted, viewer))
    if hosted.row.over:
        raise Trouble(422, "game_over", "The game is over.", refusal=hosted.rules.refuse("game_over"))
    if hosted.row.ended is not None:
        raise Trouble(422, "game_over", "This game was given up.")
    if not hosted.sees_draft(viewer):
        raise Trouble(403, "not_your_turn", "It is not your turn.")
    return viewer


# -- questions ------------------------------------------------------------------------------------------


def why(hosted: HostedGame, viewer: Viewer, asked: Why, lang: str) -> Answer:
    """Return what is missing and the rule that says so, from the viewer's knowledge alone."""
    known = hosted.known(viewer)
    if known is None:
        raise Trouble(403, "not_your_turn", "Only the seat to act can ask what it may do.")
    return answer(known, asked, lang)


def answer(known: State, asked: Why, lang: str) -> Answer:
    """Return why the seat to act cannot do something, from what it knows."""
    try:
        refusal = _refusal(known, asked)
    except ValueError as error:
        raise Trouble(422, "question", str(error)) from error
    rule = None if refusal is None else rule_in(refusal.rule, lang)
    return Answer(refusal=refusal_of(refusal), rule=rule)


_ANSWERS: Final[dict[str, Callable[[State, Why], CoreRefusal | None]]] = {
    "build": lambda state, asked: why_not_build(state, asked.industry or "", asked.place or ""),
    "develop": lambda state, asked: why_not_develop(state, asked.industry or ""),
    "sell": lambda state, asked: why_not_sell(state, asked.slot or ""),
    "link": lambda state, asked: why_not_link(state, asked.line or ""),
    "slot": why_not_slot,
    "card": why_not_card,
    "merchant": lambda state, asked: why_not_merchant(state, asked.merchant or "", asked.slot),
    "verb": lambda state, asked: why_not_verb(state, asked.verb or ""),
    "move": lambda state, asked: state.check(asked.move or ""),
}


def _refusal(state: State, asked: Why) -> CoreRefusal | None:
    return _ANSWERS[asked.question](state, asked)


async def coach(hall: Hall, hosted: HostedGame, viewer: Viewer, lang: str) -> Coaching:
    """Return what the drafted turn loses, if that is much. Only a single person among bots may ask. If the
    answer takes too long, the coach stays silent.
    """
    people = [number for number, seat in enumerate(hosted.row.seats) if seat.kind != "bot"]
    if viewer.seats != people or len(people) != 1:
        raise Trouble(
            403, "no_coach", "The coach helps one person among bots, never in a game between people."
        )
    if not hosted.sees_draft(viewer) or not hosted.draft.may_end:
        raise Trouble(403, "not_your_turn", "The coach looks at a turn that is ready to end.")
    known = hosted.game.state.view(people[0]).known
    units = texts(hosted.draft.closed().units)
    found = await hall.hints.coach(hosted.id, viewer.player or "", known.to_position(), units)
    if found is None:
        return Coaching(warns=False, loss_vp=0.0, loss_share=0.0, harm="", reasons=[])
    tell = Teller(hosted.rules, names_in(lang, hosted.row.seats), words_in(lang))
    return Coaching(
        warns=True,
        loss_vp=found.loss_vp.mean,
        loss_share=found.loss_share.mean,
        harm=tell.harm(found.harm),
        reasons=[tell.reason(one) for one in found.alternatives[found.best].reasons],
    )


def _prospect(known: State) -> Prospect | None:
    """Return what the seat to act can expect, from what it knows."""
    try:
        found = evaluate(known.view(known.seat))
    except NoForecast:
        return None
    return Prospect(vp=round(found.vp[known.seat], 1), share=round(found.share[known.seat], 3))


async def hint(hall: Hall, hosted: HostedGame, viewer: Viewer, lang: str) -> Hint:
    """Return what a bot would do in the viewer's place, and its effects. Nobody else may sit there."""
    if any(seat.kind != "bot" and number not in viewer.seats for number, seat in enumerate(hosted.row.seats)):
        raise Trouble(403, "hints_off", "There are no hints in a game with other people.")
    known = hosted.known(viewer)
    if known is None:
        raise Trouble(403, "not_your_turn", "Hints are for the seat to act.")
    chosen, advice = await hall.hints.ask(hosted.id, viewer.player or "", known.to_position())
    move = read_move(known, chosen)
    tell = Teller(hosted.rules, names_in(lang, hosted.row.seats), words_in(lang))
    after, log = known.copy(), Log()
    after.apply_code(move.code, log)
    return Hint(
        move=str(move),
        bot=HINT_BOT,
        move_text=words_in(lang).move(move),
        gains=[tell.reason(reason) for reason in advice.reasons if reason.key not in PREVENTING],
        prevents=[tell.reason(reason) for reason in advice.reasons if reason.key in PREVENTING],
        next_best=tell.moves(advice.next_best),
        expected=_prospect(known),
        effects=as_messages(hosted.rules, [event for event in log.events if event.kind not in HIDDEN]),
    )
