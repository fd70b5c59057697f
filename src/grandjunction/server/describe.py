"""A ruleset's printed parts as messages, and its numbered rules."""

from __future__ import annotations

from functools import cache

from ..core.bits import members
from ..core.ruleset import Ruleset
from ..rulesets import ruleset
from ..rulesets.birmingham.ruleset import Birmingham
from ..rulesets.lancashire.ruleset import Lancashire
from ..words import Words, known_language
from ..words.titles import printed_rules
from .course import rounds_in_eras
from .printed import (
    Card,
    DemandTrack,
    Goods,
    Line,
    MarketInfo,
    MerchantSpace,
    Place,
    Rule,
    RulesetInfo,
    Slot,
    Tile,
)


@cache
def describe(id: str) -> RulesetInfo:
    rules = ruleset(id)
    board = rules.board
    return RulesetInfo(
        id=rules.id,
        name=rules.name,
        revision=rules.revision,
        player_counts=rules.player_counts,
        eras=rules.eras,
        rounds={n: list(rounds_in_eras(id, n)) for n in rules.player_counts},
        industries=board.industries,
        makes={
            name: rules.resources[rules.tiles.makes[i]]
            for i, name in enumerate(board.industries)
            if rules.tiles.makes[i] >= 0
        },
        places=_places(rules),
        slots=[
            Slot(
                id=slot,
                place=board.place_ids[board.slot_place[i]],
                shows=_industries(rules, board.slot_shows[i]),
            )
            for i, slot in enumerate(board.slot_ids)
        ],
        lines=_lines(rules),
        tiles=_tiles(rules),
        cards=_cards(rules),
        markets=[
            MarketInfo(resource=name, prices=list(market.prices), empty_price=market.empty_price)
            for name, market in zip(rules.resources, rules.markets, strict=False)
        ],
        income_levels=list(rules.income.levels),
        merchants=_merchants(rules),
        goods=_goods(rules),
        demand=_demand(rules),
        links=rules.links,
        hand_size=rules.hand_size,
        start_pounds=rules.start_pounds,
        decisions=rules.decision_names,
        verbs=[verb.name for verb in rules.verbs],
    )


def _industries(rules: Ruleset, mask: int) -> list[str]:
    return [rules.board.industries[i] for i in members(mask)]


def _places(rules: Ruleset) -> list[Place]:
    board = rules.board
    return [
        Place(
            id=id,
            name=board.place_names[i],
            kind=board.place_kinds[i],
            slots=[board.slot_ids[slot] for slot in members(board.place_slots[i])],
        )
        for i, id in enumerate(board.place_ids)
    ]


def _lines(rules: Ruleset) -> list[Line]:
    board = rules.board
    return [
        Line(
            id=id,
            ends=[board.place_ids[place] for place in members(board.line_ends[i])],
            eras=[era for e, era in enumerate(rules.eras) if i in members(board.era_lines[e])],
        )
        for i, id in enumerate(board.line_ids)
    ]


def _tiles(rules: Ruleset) -> list[Tile]:
    return [
        Tile(
            id=f"{kind.industry}.{kind.level}",
            industry=kind.industry,
            level=kind.level,
            count=kind.count,
            cost=kind.cost,
            coal=kind.coal,
            iron=kind.iron,
            beer=kind.sale,
            vp=kind.vp,
            income=kind.income,
            icons=kind.icons,
            eras=[rules.eras[era] for era in kind.eras],
            stock=dict(zip(rules.eras, kind.stock, strict=True)),
            developable=kind.developable,
        )
        for kind in rules.tiles.kinds
    ]


def _cards(rules: Ruleset) -> list[Card]:
    return [
        Card(
            id=kind.id,
            place=rules.board.place_ids[kind.place] if kind.place >= 0 else None,
            industries=_industries(rules, kind.industries),
            wild=kind.wild,
            copies=kind.copies,
        )
        for kind in rules.cards.kinds
    ]


def _merchants(rules: Ruleset) -> list[MerchantSpace]:
    if not isinstance(rules, Birmingham):
        return []
    return [
        MerchantSpace(
            id=space.id,
            place=rules.board.place_ids[space.place],
            from_players=space.from_players,
            bonus=space.bonus,
            amount=space.amount,
        )
        for space in rules.merchants.spaces
    ]


def _goods(rules: Ruleset) -> list[Goods]:
    if not isinstance(rules, Birmingham):
        return []
    return [Goods(id=kind.id, buys=_industries(rules, kind.buys)) for kind in rules.merchants.goods]


def _demand(rules: Ruleset) -> DemandTrack | None:
    if not isinstance(rules, Lancashire):
        return None
    return DemandTrack(bonuses=list(rules.demand.bonuses), tiles=rules.demand.tiles)


# -- the numbered rules ---------------------------------------------------------------------------------


@cache
def rulebook() -> dict[str, Rule]:
    """Every rule of every page by ID."""
    return {
        rule.id: Rule(id=rule.id, page=rule.page, section=rule.section, title=rule.title, text=rule.body)
        for rule in printed_rules()
    }


def rule_in(id: str, lang: str) -> Rule | None:
    """A rule with its title in a language; bodies are English."""
    rule = rulebook().get(id)
    if rule is None or known_language(lang) in (None, "en"):
        return rule
    try:
        words = words_in(lang)
        said = {"title": words.rule_title(id), "section": words.section_title(rule.section)}
        return rule.model_copy(update=said)
    except KeyError:  # a page nobody translated
        return rule


def search_rules(words: str, ruleset_id: str, lang: str) -> list[Rule]:
    """The rules that contain every word, of one game's page or of all."""
    wanted = words.casefold().split()
    page = ruleset_id.split("-")[0]
    found: list[Rule] = []
    for english in rulebook().values():
        rule = rule_in(english.id, lang) or english
        text = f"{rule.id} {english.title} {rule.title} {rule.section} {rule.text}".casefold()
        if (not page or rule.page == page) and all(word in text for word in wanted):
            found.append(rule)
    return found


@cache
def _words(lang: str) -> Words:
    return Words(lang)


def words_in(tag: str) -> Words:
    """The words of a language, as browsers name it; English where there are none."""
    return _words(known_language(tag) or "en")
