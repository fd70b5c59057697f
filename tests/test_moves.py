"""A move's parts as attributes: the game's words on every ruleset, None or empty for what a move lacks."""

from __future__ import annotations

import pytest

import grandjunction as gj
from grandjunction.core.moves import CODE_BITS, Move
from grandjunction.core.notation import parse_move, read_move
from tests.golden_games import RECORDS

ATTRIBUTES = (
    "verb", "industry", "slot", "line", "buyer", "card", "cards", "coal", "iron", "extra", "amount",
    "outcome",
)  # fmt: skip

MOVES: list[tuple[str, str, dict[str, object]]] = [
    (
        "birmingham",
        "build cotton derby.2 card derby coal market market iron dudley.2",
        {"industry": "cotton", "slot": "derby.2", "card": "derby", "cards": ["derby"],
         "coal": ["market", "market"], "iron": ["dudley.2"]},
    ),
    (
        "birmingham",
        "link belper--derby card iron coal cannock.1 beer burton_on_trent.1",
        {"line": "belper--derby", "card": "iron", "cards": ["iron"], "coal": ["cannock.1"],
         "extra": ["burton_on_trent.1"]},
    ),
    (
        "birmingham",
        "sell derby.2 to gloucester.1 card derby beer farm_brewery_north.1 barrel",
        {"slot": "derby.2", "buyer": "gloucester.1", "card": "derby", "cards": ["derby"],
         "extra": ["farm_brewery_north.1", "barrel"]},
    ),
    ("birmingham", "develop pottery card leek iron market",
     {"industry": "pottery", "card": "leek", "cards": ["leek"], "iron": ["market"]}),
    ("birmingham", "loan 30 card leek", {"amount": 30, "card": "leek", "cards": ["leek"]}),
    ("birmingham", "scout cards belper derby leek",
     {"card": "belper", "cards": ["belper", "derby", "leek"]}),
    ("birmingham", "bonus coal", {"industry": "coal"}),
    ("birmingham", "liquidate derby.2", {"slot": "derby.2"}),
    ("birmingham", "pass card leek", {"card": "leek", "cards": ["leek"]}),
    ("birmingham", "stop", {}),
    ("birmingham", "draw leek", {"card": "leek", "cards": ["leek"], "outcome": "leek"}),
    ("birmingham", "order B", {"outcome": "B"}),
    ("birmingham", "merchant blank", {"outcome": "blank"}),
    (
        "lancashire-2018",
        "sell lancaster.1 port barrow_in_furness.2 card coal",
        {"slot": "lancaster.1", "buyer": "barrow_in_furness.2", "card": "coal", "cards": ["coal"]},
    ),
    ("lancashire-2018", "sell lancaster.1 port distant",
     {"slot": "lancaster.1", "buyer": "distant"}),
    (
        "lancashire-2018",
        "build_anywhere iron preston.1 coal market",
        {"industry": "iron", "slot": "preston.1", "coal": ["market"]},
    ),
    ("lancashire-2018", "pay cards lancaster preston",
     {"card": "lancaster", "cards": ["lancaster", "preston"]}),
    ("lancashire-2018", "loan 20 card coal", {"amount": 20, "card": "coal", "cards": ["coal"]}),
    ("lancashire-2018", "reveal 3", {"outcome": "3"}),
    (
        "hamlet",
        "build mill ashby.2 card mill coal barton.1 iron market",
        {"industry": "mill", "slot": "ashby.2", "card": "mill", "cards": ["mill"], "coal": ["barton.1"],
         "iron": ["market"]},
    ),
    ("hamlet", "barter ashby.2 card corley beer dunton.1 dunton.1",
     {"slot": "ashby.2", "card": "corley", "cards": ["corley"], "extra": ["dunton.1", "dunton.1"]}),
    ("hamlet", "link ashby--corley--dunton card mill",
     {"line": "ashby--corley--dunton", "card": "mill", "cards": ["mill"]}),
    ("hamlet", "loan 12 card mill", {"amount": 12, "card": "mill", "cards": ["mill"]}),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "text", "parts"), MOVES, ids=[text for _, text, _ in MOVES])
def test_a_move_says_its_parts(ruleset: str, text: str, parts: dict[str, object]) -> None:
    move = parse_move(gj.ruleset(ruleset), text)
    assert str(move) == text
    found = {name: getattr(move, name) for name in ATTRIBUTES}
    none: dict[str, object] = {
        name: [] if name in ("cards", "coal", "iron", "extra") else None for name in ATTRIBUTES
    }
    assert found == {**none, "verb": text.split()[0], **parts}


def test_every_verb_of_every_ruleset_is_tried() -> None:
    tried = {text.split()[0] for _, text, _ in MOVES} | {"aside"}  # aside is said as draw is
    assert tried == {verb.name for id in gj.RULESETS for verb in gj.ruleset(id).verbs}


def test_parts_by_the_name_they_have_in_notation() -> None:
    sale = parse_move(gj.ruleset("birmingham"), "sell derby.2 to oxford.1 beer barrel")
    assert sale.part("beer") == sale.extra == ["barrel"]
    assert sale.part("to") == ["oxford.1"]
    assert sale.part("port") == sale.part("item") == sale.part("no such part") == []
    abroad = parse_move(gj.ruleset("lancashire-2007"), "sell colne.1 port distant")
    assert abroad.part("port") == ["distant"]
    assert abroad.extra == []


def test_moves_that_differ_in_their_cards_only_are_one_without_them() -> None:
    rules = gj.ruleset("birmingham")
    one, other = parse_move(rules, "loan 30 card leek"), parse_move(rules, "loan 30 card derby")
    assert one != other
    assert one.without_cards == other.without_cards == parse_move(rules, "loan 30")
    assert str(parse_move(rules, "scout cards belper derby leek").without_cards) == "scout"


@pytest.mark.parametrize("code", [-1, 2**CODE_BITS, 2**80, 15])
def test_a_code_that_is_no_move_has_no_parts(code: int) -> None:
    move = Move(gj.ruleset("birmingham"), code)
    assert move.verb == "?"
    assert {move.industry, move.slot, move.line, move.buyer, move.amount, move.outcome} == {None}
    assert move.coal == move.iron == move.extra == []
    assert str(move).startswith("?")


def test_what_stands_for_nothing_is_shown_as_a_question_mark() -> None:
    rules = gj.ruleset("birmingham")
    build = rules.verb_named("build")
    assert build is not None
    nothing = Move(rules, int(build.id))
    assert (nothing.slot, nothing.industry, nothing.card) == ("?", "?", None)
    assert str(nothing) == "build ? ?"


@pytest.mark.parametrize("name", ["birmingham-3", "lancashire-2007-3", "hamlet-2"])
def test_parts_and_text_agree_in_whole_games(name: str) -> None:
    game = gj.load_game(RECORDS / f"{name}.gj")
    for move in game.moves:
        text = str(move)
        assert parse_move(game.rules, text) == move
        at = [move.industry, move.slot] if move.industry else [move.slot or move.line]
        assert text.startswith(" ".join(word for word in (move.verb, *at) if word))
        sold = [word for word in ("to", "port") if move.part(word)]
        paid = {"cards" if len(move.cards) > 1 else "card": [] if move.outcome else move.cards}
        for word, values in {"coal": move.coal, "iron": move.iron, "beer": move.extra, **paid}.items():
            assert f" {word} {' '.join(values)}" in text if values else True
        assert sold == ([] if move.buyer is None else [text.split()[2]])
        assert move.buyer is None or text.split()[3] == move.buyer
        assert (move.outcome is not None) == (move.verb in ("draw", "aside", "order", "merchant", "reveal"))
        assert move.outcome is None or text.split()[-1] == move.outcome


def test_options_name_their_whole_moves() -> None:
    state = gj.new_game("birmingham", players=2, seed=3).state
    moves = [move for option in state.options() for move in option.moves()]
    assert moves == list(state.legal_moves())
    assert {move.card for move in moves} == set(state.hand_of(state.to_act))


# -- texts that fit several moves -------------------------------------------------------------------------


def test_an_ambiguous_text_names_some_of_the_moves_it_fits() -> None:
    state = gj.new_game("birmingham", players=2, seed=3).state
    fitting = [move for move in state.legal_moves() if move.verb == "loan"]
    assert len(fitting) > 3
    with pytest.raises(gj.AmbiguousMove) as raised:
        read_move(state, " loan 30 ")
    assert raised.value.moves == fitting
    shown = "; ".join(str(move) for move in fitting[:3])
    assert str(raised.value) == f"'loan 30' is ambiguous: {len(fitting)} legal moves fit: {shown}; …"


def test_ambiguous_and_unreadable_texts_are_told_apart() -> None:
    state = gj.new_game("birmingham", players=2, seed=3).state
    with pytest.raises(gj.NotationError) as unreadable:
        read_move(state, "borrow 30")
    assert not isinstance(unreadable.value, gj.AmbiguousMove)
    assert issubclass(gj.AmbiguousMove, gj.NotationError)
    assert not issubclass(gj.IllegalMove, gj.NotationError)


def test_the_only_kind_of_a_loan_goes_without_saying() -> None:
    state = gj.new_game("birmingham", players=2, seed=3).state
    card = state.hand_of(state.to_act)[0]
    assert str(read_move(state, f"loan card {card}")) == f"loan 30 card {card}"
    with pytest.raises(gj.AmbiguousMove):
        read_move(state, "loan")
    with pytest.raises(gj.NotationError, match="loan: unknown kind '20'; one of 30"):
        read_move(state, f"loan 20 card {card}")
    with pytest.raises(gj.NotationError, match="loan: unknown kind 'card'; one of 10, 20, 30"):
        read_move(gj.new_game("lancashire-2018", seed=3).state, f"loan card {card}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("link stone leek", "unknown line 'stone'; one of .*, stone--stafford$"),
        ("link leek--stone", "unknown line 'leek--stone'; one of .*stone.*"),
        ("link here--there", "unknown line 'here--there'$"),
        ("build iron dudley.3", r"unknown space 'dudley\.3'; one of dudley\.1, dudley\.2$"),
        ("build iron atlantis", "unknown space 'atlantis'$"),
    ],
)
def test_an_unknown_place_is_answered_with_those_nearby(text: str, sentence: str) -> None:
    with pytest.raises(gj.NotationError, match=sentence):
        read_move(gj.new_game("birmingham", players=2, seed=3).state, text)
