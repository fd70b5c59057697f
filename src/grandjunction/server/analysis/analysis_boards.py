"""Boards for analysis: the table at one moment of a client's tree of moves, with every hand open."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

from pydantic import ValidationError

from ...core.moves import IllegalMove, Move
from ...core.notation import NotationError, parse_move
from ...core.position.reading import PositionError, read_position
from ...core.rng import Rng
from ...core.seats import SEATS, seat_name
from ...core.state import NOBODY, TRUTH, State
from ...core.view import View
from ...record.game import Game, texts
from ...record.reader import RecordError, read_study
from ...record.study import Node, Study
from ...record.writer import HEADER as RECORD
from ...record.writer import checksum
from ...rulesets import RULESETS, ruleset
from ...words import Words
from ..describe import words_in
from ..hosted import HostedGame, Viewer
from ..lobby import COLOURS
from ..messages import Answer, Choice, SeatInfo, Table
from ..offers import as_messages, list_choices, list_following
from ..problems import Trouble
from ..tables import board_parts
from ..turns import answer
from .analysis_messages import (
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST_MOVES,
    MOST_NODES,
    Beginning,
    Branch,
    ChanceOption,
    Sight,
    StudyMoment,
    Tree,
    Unworded,
    Wanted,
    WhyThere,
)

# -- opening ----------------------------------------------------------------------------------------------


def opened(text: str) -> Tree:
    """Return the tree in a pasted text, which is a record, a study or a position."""
    if any(line.split() == RECORD.split() for line in text.splitlines()[:50]):
        return _checked(read_text(text))
    return _of_position(_position(text))


def read_text(text: str) -> Study:
    """Return the record or study in a text. Raises ``Trouble`` naming the line at fault."""
    try:
        return read_study(text, ruleset)
    except RecordError as error:
        raise Trouble(422, "record", str(error), error.refusal, about=str(error.line)) from error


def _position(text: str) -> State:
    try:
        return read_position(text, ruleset)
    except PositionError as error:
        raise Trouble(422, "position", str(error), error.refusal, about=error.about) from error


def _of_position(state: State) -> Tree:
    """Return a tree that begins in a position. The cards that a view hides are dealt at random."""
    if state.viewer != TRUTH:
        state = View(state).determinize(Rng(token_hex(16)))
    return Tree(
        ruleset=state.rules.id,
        players=int(state.players),
        start=state.to_position(),
        names=_names(state.players),
        nodes=[],
    )


def _names(players: int) -> list[str]:
    return list(SEATS[:players])


def of_game(hosted: HostedGame, viewer: Viewer, ply: int | None, may: bool) -> Tree:
    """Return a finished game, to be looked at from a ply on; of one's practice, the position at a ply.

    Raises ``Trouble`` for a game that goes on between people. What one has not seen of a game that goes on is
    dealt at random.
    """
    over = hosted.row.over or hosted.row.ended is not None
    if not over and not may:
        raise Trouble(403, "not_over", "A game between people can be analysed when it is over.")
    at = hosted.game.ply if ply is None else ply
    if at > hosted.game.ply:
        raise Trouble(404, "no_such_ply", f"This game has {hosted.game.ply} moves.")
    names = [seat.name for seat in hosted.row.seats]
    if over:
        tree = as_tree(Study(hosted.game.copy(names=names)))
        return tree.model_copy(update={"at": at - 1})
    view = hosted.game.at(at).state.view(viewer.seats[0])
    return _of_position(view.known).model_copy(update={"names": names})


# -- trees ------------------------------------------------------------------------------------------------


def as_tree(study: Study) -> Tree:
    """Return a study as a message."""
    game = study.game(study.root)
    numbers: dict[Node, int] = {study.root: -1}
    nodes: list[Branch] = []
    for node in study.nodes():
        if node.parent is None or node.move is None:
            continue
        numbers[node] = len(nodes)
        seat = study.seat_of(node)
        nodes.append(
            Branch(
                parent=numbers[node.parent],
                move=str(node.move),
                note=node.note[:LONGEST_NOTE],
                seat=None if seat == NOBODY else seat_name(seat),
            )
        )
    return Tree(
        ruleset=game.rules.id,
        players=int(game.state.players),
        start=game.start.to_position() if game.is_study else None,
        title=study.title[:LONGEST_TITLE],
        names=study.names,
        note=study.root.note[:LONGEST_NOTE],
        nodes=nodes,
        at=numbers[study.opening],
    )


def as_study(tree: Tree) -> Study:
    """Return a message as a study. Every move is checked; raises ``Trouble`` for an illegal one."""
    try:
        study = Study(_begin(tree, tree.names), tree.title)
        study.annotate(study.root, tree.note)
        made: list[Node] = []
        for number, branch in enumerate(tree.nodes):
            if branch.parent >= number:
                raise ValueError(f"node {number} stands before the one it follows")
            before = study.root if branch.parent < 0 else made[branch.parent]
            made.append(study.play(before, branch.move))
            study.annotate(made[-1], branch.note)
        if tree.at >= len(made):
            raise ValueError(f"the study has no move {tree.at} to open at")
        study.opening = study.root if tree.at < 0 else made[tree.at]
    except IllegalMove as error:
        raise Trouble(422, "illegal", str(error), refusal=error.refusal) from error
    except (NotationError, ValueError) as error:
        raise Trouble(422, "study", str(error)[:300]) from error
    return study


def _checked(study: Study) -> Tree:
    if sum(1 for _ in study.nodes()) > MOST_NODES:
        raise Trouble(422, "too_large", f"A study has at most {MOST_NODES} moves.")
    try:
        return as_tree(study)
    except ValidationError as error:  # a name or note with forbidden characters
        fault = error.errors()[0]
        raise Trouble(422, "record", f"{fault['loc'][0]}: {fault['msg']}") from error


def _begin(asked: Beginning, names: list[str] | None = None) -> Game:
    """Return the game at the beginning of a tree."""
    if asked.ruleset not in RULESETS:
        raise Trouble(422, "ruleset", "There is no such ruleset.")
    rules = ruleset(asked.ruleset)
    if asked.players not in rules.player_counts:
        raise Trouble(422, "players", f"{rules.players_fault(asked.players)}.")
    start = None if asked.start is None else _position(asked.start)
    if start is not None and (start.rules is not rules or start.players != asked.players):
        raise Trouble(422, "study", "The position is of another game than the tree.")
    if start is not None and start.viewer != TRUTH:
        raise Trouble(422, "study", "A tree cannot begin in a view, which hides cards.")
    return Game(rules, asked.players, names=names, start=start)


# -- one moment -------------------------------------------------------------------------------------------


def played(asked: StudyMoment) -> Game:
    """Return the game at a moment. Raises ``Trouble`` for a move that is not legal."""
    game = _begin(asked)
    for number, text in enumerate(asked.moves, 1):
        try:
            game.play(text if number == len(asked.moves) else parse_move(game.rules, text))
        except IllegalMove as error:
            message = words_in("en").refusal(error.refusal, game.rules)
            raise Trouble(422, "illegal", message, refusal=error.refusal) from error
        except NotationError as error:
            raise Trouble(422, "notation", str(error)[:300]) from error
    return game


def look(asked: StudyMoment, lang: str) -> Sight:
    """Return the table at a moment, and the legal moves."""
    game = played(asked)
    ply, made = game.ply, str(game.played[-1].move) if asked.moves else None
    if asked.draw:
        rng = Rng(token_hex(16))
        while game.state.is_chance and game.ply < MOST_MOVES:
            game.make(game.state.chance_code(rng))
    return Sight(
        table=Table.model_validate(_table(game)),
        choices=_choices(game.state, list_choices),
        following=_choices(game.state, list_following),
        chance=_chance(game.state, words_in(lang)),
        made=made,
        drawn=texts(game.played[ply:]),
        position=game.state.to_position(),
    )


def _choices(state: State, listed: Callable[[State], list[dict[str, Any]]]) -> list[Choice]:
    if state.to_act < 0:
        return []
    return [Choice.model_validate(one) for one in listed(state.view(state.to_act).known)]


def _chance(state: State, words: Words) -> list[ChanceOption]:
    if not state.is_chance:
        return []
    return [
        ChanceOption(move=str(move), text=_text(move, words), weight=int(weight))
        for move, weight in state.chance_outcomes()
    ]


def _table(game: Game) -> dict[str, Any]:
    """Return the fields of a ``Table`` whose viewer holds every seat and sees everything."""
    state = game.state
    parts = board_parts(game, None, whole=True)
    cards = state.rules.cards.ids
    seats = [seat_name(seat) for seat in range(state.players)]
    return {
        **parts,
        "discards": {cards[kind]: int(n) for kind, n in enumerate(state.discards) if n},
        "game": "",
        "practice": True,
        "ended": None,
        "clock": None,
        "ply": game.ply,
        "last_ply": game.ply,
        "stamp": f"{game.ply} {checksum(state)}",
        "live": True,
        "thinking": None,
        "draft": None,
        "last_events": as_messages(game.rules, game.played[-1].events) if game.played else [],
        "seats": [
            SeatInfo.model_validate(
                {
                    "seat": seat, "name": name, "colour": COLOURS[number], "kind": "person", "bot": None,
                    "is_mine": True, "resigned": False, "was_mine": False, "back": None, "connected": True,
                }
            )
            for number, (seat, name) in enumerate(zip(seats, game.names, strict=True))
        ],
        "viewer": seat_name(state.to_act) if state.to_act >= 0 else None,
        "mine": seats,
    }  # fmt: skip


def why_there(asked: WhyThere, lang: str) -> Answer:
    """Return why something is not possible at a moment, and the rule."""
    state = played(asked).state
    if state.to_act < 0:
        raise Trouble(422, "question", "Nobody decides here.")
    return answer(state.view(state.to_act).known, asked.why, lang)


def in_words(asked: Unworded, lang: str) -> list[str]:
    """Return moves as sentences."""
    if asked.ruleset not in RULESETS:
        raise Trouble(422, "ruleset", "There is no such ruleset.")
    rules, words = ruleset(asked.ruleset), words_in(lang)
    try:
        return [_text(parse_move(rules, text), words) for text in asked.moves]
    except NotationError as error:
        raise Trouble(422, "notation", str(error)[:300]) from error


def _text(move: Move, words: Words) -> str:
    """Return a move in words, including a drawn card."""
    said = words.unit(move)
    if move.rules.verb_named(move.verb) not in move.rules.chance_verbs() or not move.cards:
        return said
    return words.pair(said, words.listed([words.card(move.rules, card) for card in move.cards]))


def open_view(asked: Wanted) -> View:
    """Return what the seat to act knows at a moment. Raises ``Trouble`` where no seat decides."""
    if len(asked.names) != asked.players:
        raise Trouble(422, "study", "There is one name for each player.")
    game = played(asked)
    if game.state.to_act < 0:
        raise Trouble(422, "no_turn", "Nobody decides here: there is no best turn.")
    return game.state.view(game.state.to_act)
