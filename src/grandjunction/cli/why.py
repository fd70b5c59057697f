"""``why``: answers why something cannot be done, and names the rule."""

from __future__ import annotations

from ..core.explain import why_not_build, why_not_develop, why_not_link, why_not_sell, why_not_verb
from ..core.moves import Refusal
from ..core.state import State
from ..words import Words
from ..words.examples import questions_to_ask


def answer(state: State, question: str, words: Words) -> str:
    """Return the answer in one or two lines. The state is what the asking seat knows, its decision open."""
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
    """Return a rule as a quotation, or "" if no rule has this ID."""
    try:
        rule = words.rule(id)
    except KeyError:
        return ""
    return f"{id}  {rule.title}. {rule.body}".rstrip()


def _refusal(state: State, asked: list[str]) -> Refusal | None:
    verb, *about = asked
    if verb == "build" and len(about) == 2:
        return why_not_build(state, about[0], about[1])
    if verb == state.rules.selling and len(about) == 1:
        return why_not_sell(state, about[0])
    if verb == "link" and len(about) == 1:
        return why_not_link(state, about[0])
    if verb == "develop" and len(about) == 1:
        return why_not_develop(state, about[0])
    if state.rules.verb_named(verb) is not None and not about:
        return why_not_verb(state, verb)
    return state.check(" ".join(asked))
