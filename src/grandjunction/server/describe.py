"""Builds the messages about static data: a ruleset's parts, and the numbered rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ..core.bits import members
from ..core.course import last_round
from ..core.ruleset import ACTION, Ruleset
from ..rulesets import ruleset
from ..words import Words, known_language
from ..words.examples import moves_by_verb
from ..words.rulebook import RULINGS, rules_in
from .database.game_rows import SeatRow
from .people.people_rows import FORMER
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
from .subjects import subject_of


@cache
def describe(id: str) -> RulesetInfo:
    """Return a ruleset's board, tiles, cards, markets and further parts."""
    rules = ruleset(id)
    board = rules.board
    return RulesetInfo(
        id=rules.id,
        name=rules.name,
        revision=rules.revision,
        player_counts=rules.player_counts,
        eras=rules.eras,
        rounds={
            n: [last_round(rules, era, n) for era in range(len(rules.eras))] for n in rules.player_counts
        },
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
        actions=[verb.name for verb in rules.answers[ACTION]],
        repeats=[verb.name for verb in rules.verbs if verb.repeats],
        examples=moves_by_verb(rules),
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
            id=id,
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
        for id, kind in zip(rules.tiles.ids, rules.tiles.kinds, strict=True)
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
    return [
        MerchantSpace(
            id=stall.id,
            place=rules.board.place_ids[stall.place],
            from_players=stall.from_players,
            bonus=stall.bonus,
            amount=stall.amount,
        )
        for row in rules.stall_rows
        for stall in row.stalls
    ]


def _goods(rules: Ruleset) -> list[Goods]:
    return [
        Goods(id=ware.id, buys=_industries(rules, ware.buys))
        for row in rules.stall_rows
        for ware in row.wares
    ]


def _demand(rules: Ruleset) -> DemandTrack | None:
    for track in rules.marker_tracks:
        return DemandTrack(bonuses=list(track.bonuses), tiles=track.tiles)
    return None


# -- the numbered rules ---------------------------------------------------------------------------------


@cache
def rulebook(lang: str) -> dict[str, Rule]:
    """Return every rule of every page by ID, in a language. The rulings are left out."""
    return {
        rule.id: Rule(
            id=rule.id,
            page=rule.page,
            subject=subject_of(rules_in("en")[rule.id]),
            section=rule.section,
            title=rule.title,
            text=rule.body,
        )
        for rule in rules_in(lang).values()
        if rule.page != RULINGS
    }


def rule_in(id: str, tag: str) -> Rule | None:
    """Return a rule in the language a browser names, or in English if we do not have it."""
    return rulebook(known_language(tag) or "en").get(id)


def search_rules(words: str, ruleset_id: str, tag: str) -> list[Rule]:
    """Return the rules that contain every word; English titles are searched too."""
    wanted = words.casefold().split()
    page = ruleset_id.split("-")[0]
    english = rulebook("en")
    found: list[Rule] = []
    for rule in rulebook(known_language(tag) or "en").values():
        text = f"{rule.id} {english[rule.id].title} {rule.title} {rule.section} {rule.text}".casefold()
        if (not page or rule.page == page) and all(word in text for word in wanted):
            found.append(rule)
    return found


@cache
def _words(lang: str) -> Words:
    return Words(lang)


def words_in(tag: str) -> Words:
    """Return the words of a language, as browsers name it; English where there are none."""
    return _words(known_language(tag) or "en")


def names_in(tag: str, seats: Iterable[SeatRow]) -> list[str]:
    """Return the players' names in a language, with its word for a former player."""
    former = words_in(tag).notice("former")
    return [former if seat.name == FORMER else seat.name for seat in seats]
