"""Every id that can reach a person has words, every text is used, and the texts ask for what is there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.core.events import Event
from grandjunction.core.notation import parse_move, read_move
from grandjunction.record.ledger import SOURCES
from grandjunction.words import LANGUAGES, UnknownLanguage, Words, roman
from grandjunction.words.language import Language, placeholders
from tests.support import at

PACKAGE = Path(gj.__file__).parent
SOURCES_OF_REFUSALS = sorted([*(PACKAGE / "core").rglob("*.py"), *(PACKAGE / "rulesets").rglob("*.py")])
RULES = [gj.ruleset(id) for id in gj.RULESETS]

# Refusals whose reason is looked up or declared by a ruleset: the params they are given.
DECLARED = {
    "tile_barred_": {"industry", "level"},
    "no_beer": {"need"},
    "beer_count": {"need", "named"},
    "link_beer_count": {"need", "named"},
    "beer_not_connected": {"slot"},
    "barrel_": set[str](),
    "sell_not_yours": {"slot"},
    "not_sellable": {"slot"},
    "nothing_to_sell": set[str](),
    "already_sold": {"slot"},
    "barter_": {"slot"},
    "overbuild_": {"industry", "slot"},
    "space_": {"industry", "slot"},
    "one_": {"industry", "slot"},
    "card_wrong_place_at_farm": {"card", "place"},
    "out_of_network_at_farm": {"card", "place"},
}
# What ``Words`` makes of a param besides its own name.
DERIVED = {
    "slot": {"place"},
    "industry": {"an_industry", "industries", "tile"},
    "from_space": {"from_level"},
    "to_space": {"to_level"},
}

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def reasons_of(given: ast.expr) -> list[str]:
    """The reasons that stand in an expression."""
    return [
        word.value
        for word in ast.walk(given)
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    ]


def reasons_in_code() -> dict[str, set[str]]:
    """The params each reason is refused with wherever the engine gives it."""
    found: dict[str, set[str]] = {}
    for path in SOURCES_OF_REFUSALS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr not in ("refuse", "refuse_for"):
                continue
            reason = node.args[0 if node.func.attr == "refuse" else 1]
            params = {str(keyword.arg) for keyword in node.keywords if keyword.arg}
            for word in reasons_of(reason):
                found[word] = found.get(word, params) & params
    return found


def all_reasons() -> set[str]:
    return {key.rpartition(".")[2] for rules in RULES for key in rules.rule_ids}


def given(params: set[str]) -> set[str]:
    return params.union(*(DERIVED.get(param, set()) for param in params))


@each_language
def test_every_reason_has_words_and_none_is_unused(lang: str) -> None:
    assert set(Language(lang).texts["refusals"]) == all_reasons()


@each_language
def test_refusals_ask_for_what_is_there(lang: str) -> None:
    known = reasons_in_code()
    for reason in all_reasons():
        params = known.get(reason)
        if params is None:
            params = next(p for start, p in DECLARED.items() if reason.startswith(start))
        asked = placeholders(Language(lang).template("refusals", reason))
        assert asked <= given(params), reason


@each_language
def test_every_event_has_words_and_none_is_unused(lang: str) -> None:
    texts = Language(lang).texts["events"]
    fields_of = {kind: fields for rules in RULES for kind, fields in rules.event_fields.items()}
    assert set(texts) == set(fields_of)
    for kind, fields in fields_of.items():
        assert placeholders(texts[kind]) <= given(set(fields)), kind


@each_language
def test_every_name_has_words_and_none_is_unused(lang: str) -> None:
    texts = Language(lang).texts
    verbs = {verb.name for rules in RULES for verb in rules.verbs}
    assert set(texts["verbs"]) == set(texts["moves"]) == verbs
    assert set(texts["industries"]) == {name for rules in RULES for name in rules.board.industries}
    assert set(texts["decisions"]) == {name for rules in RULES for name in rules.decision_names}
    assert set(texts["eras"]) == {era for rules in RULES for era in rules.eras}
    assert set(texts["resources"]) == {name for rules in RULES for name in rules.resources}
    assert set(texts["vp"]) == set(SOURCES)
    assert set(texts["cards"]) == {kind.id for rules in RULES for kind in rules.cards.kinds if kind.wild}
    assert all(set(forms) == {"name", "one", "many"} for forms in texts["industries"].values())


@each_language
def test_every_merchant_tile_has_words(lang: str) -> None:
    goods = {
        name
        for rules in RULES
        for verb in rules.verbs
        if "goods" in placeholders(Language(lang).template("moves", verb.name))
        for name in verb.items(rules)
    }
    assert set(Language(lang).texts["goods"]) == goods


@each_language
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_a_whole_game_can_be_told(rules: gj.Ruleset, lang: str) -> None:
    words = Words(lang)
    game = gj.new_game(rules.id, players=rules.player_counts[0], seed=5)
    chance = gj.Rng(5)
    while not game.state.is_over:
        moves = game.legal_moves()
        for move in moves[:: max(1, len(moves) // 5)]:
            assert words.move(move)
        for event in game.play(moves[chance.below(len(moves))]):
            assert words.event(event, rules)
    for id in rules.board.slot_ids:
        assert words.slot(rules, id)
    for id in rules.board.line_ids:
        assert words.line(rules, id)
    for id in rules.cards.ids:
        assert words.card(rules, id)


def test_refusals_end_with_their_rule() -> None:
    state = at("seat A pounds 1")
    refusal = state.check(read_move(state, "build coal cannock.2 card birmingham"))
    assert refusal is not None
    said = Words("en").refusal(refusal, state.rules)
    assert said == "The Birmingham card does not name Cannock: B-CARD-01"


def test_no_coal_can_reach_leek() -> None:
    rules = gj.ruleset("birmingham")
    refusal = rules.refuse("no_coal", place="leek", need=1)
    assert Words("en").refusal(refusal, rules) == "No coal can reach Leek: B-COAL-05"


def test_moves_are_sentences() -> None:
    state = at("hand A dudley coal\nlinks A dudley--birmingham birmingham--oxford")
    words = Words("en")
    move = read_move(state, "build iron dudley.2 card dudley")
    assert words.move(move) == "Build an iron works in Dudley 2, coal from the market, with the Dudley card"
    assert words.unit(read_move(state, "loan 30 card coal")) == "Borrow £30"


def test_sales_name_their_buyer() -> None:
    rules = gj.ruleset("lancashire-2018")
    words = Words("en")
    assert words.move(parse_move(rules, "sell bolton.2 port distant")).endswith(" to the distant market")
    rules = gj.ruleset("birmingham")
    move = parse_move(rules, "sell leek.1 to oxford.2 beer barrel")
    assert words.move(move) == "Sell the tile in Leek 1 to Oxford 2, beer from the merchant's barrel"


def test_names() -> None:
    rules = gj.ruleset("birmingham")
    words = Words("en")
    assert words.tile("cotton.2") == "Cotton mill II"
    assert words.card(rules, "cotton/manufacturer") == "Cotton mill or manufacturer"
    assert words.card(rules, "wild_location") == "Wild location"
    assert words.slot(rules, "farm_brewery_north.1") == "Northern farm"
    assert words.line(rules, "kidderminster--worcester") == "Kidderminster–Worcester–Southern farm"
    assert [roman(n) for n in (1, 4, 8, 9)] == ["I", "IV", "VIII", "IX"]


def test_numbers_choose_the_sentence() -> None:
    rules = gj.ruleset("birmingham")
    words = Words("en")
    names = ["You", "Ann"]
    assert words.event(Event("income_paid", (0, -2)), rules, names) == "You paid £2 for negative income"
    assert words.event(Event("income_paid", (1, 0)), rules, names) == "Ann had no income"
    assert words.event(Event("income_paid", (1, 7)), rules, names) == "Ann received £7 income"


def test_unknown_language() -> None:
    with pytest.raises(UnknownLanguage, match="unknown language 'xx'; one of en"):
        Words("xx")
