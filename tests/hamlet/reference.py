"""Hamlet once more, written from rules.md alone: dicts, lists and sets, slow and plain.

It imports nothing of the package on purpose. Moves are texts (H-NOTE-01). Where it and the engine differ,
rules.md decides which of them is wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

# -- H-BOARD, H-COMP --------------------------------------------------------------------------------------

SPACES: dict[str, set[str]] = {
    "ashby.1": {"coal"},
    "ashby.2": {"coal", "mill"},
    "barton.1": {"coal"},
    "barton.2": {"iron"},
    "corley.1": {"mill", "brewery"},
    "corley.2": {"mill"},
    "dunton.1": {"iron", "brewery"},
}
PLACES = ["ashby", "barton", "corley", "dunton", "fair"]
PRINTED_ICONS = {"fair": 2}
LINES: dict[str, tuple[set[str], set[str]]] = {  # places joined, eras
    "ashby--barton": ({"ashby", "barton"}, {"canal", "rail"}),
    "ashby--corley--dunton": ({"ashby", "corley", "dunton"}, {"canal", "rail"}),
    "barton--corley": ({"barton", "corley"}, {"rail"}),
    "barton--fair": ({"barton", "fair"}, {"canal", "rail"}),
    "corley--fair": ({"corley", "fair"}, {"canal"}),
    "dunton--fair": ({"dunton", "fair"}, {"rail"}),
}
TILES: dict[tuple[str, int], dict[str, int]] = {
    ("coal", 1): {"pounds": 3, "stock": 2, "vp": 1, "income": 3, "icons": 1},
    ("coal", 2): {"pounds": 5, "stock": 3, "vp": 2, "income": 4, "icons": 1},
    ("iron", 1): {"pounds": 4, "coal": 1, "stock": 2, "vp": 2, "income": 2, "icons": 1},
    ("iron", 2): {"pounds": 5, "iron": 1, "stock": 3, "vp": 4, "income": 2, "icons": 1},
    ("mill", 1): {"pounds": 4, "vp": 3, "income": 3, "icons": 1},
    ("mill", 2): {"pounds": 6, "coal": 2, "iron": 1, "beer": 2, "vp": 7, "income": 3, "icons": 2},
    ("brewery", 1): {"pounds": 1, "iron": 1, "vp": 2, "income": 2, "icons": 2},
    ("brewery", 2): {"pounds": 3, "iron": 2, "vp": 4, "income": 2, "icons": 2},
}
CANAL_ONLY = {("coal", 1), ("iron", 1), ("mill", 1)}
RAIL_ONLY = {("brewery", 2)}
BARRELS = {"canal": 1, "rail": 2}
MAT = {"coal": [1, 2], "iron": [1, 2], "mill": [1, 1, 2], "brewery": [1, 2]}
DECK = {"ashby": 2, "barton": 2, "corley": 2, "dunton": 1, "coal/iron": 2, "mill": 2, "brewery": 1}
MARKET_PRICES = [3, 2, 1]  # the price of the space the first, second, third cube lies on
DEAR = 4
LEVELS = [-5, -4, -3, -2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6]
LOANS = {"6": 1, "12": 3}
HAND = 3

Task = tuple[str, ...]
Way = tuple[str, ...]


class Unit(NamedTuple):
    """One move; as text in the notation of H-NOTE-01."""

    verb: str
    names: tuple[str, ...] = ()
    card: str = ""
    coal: Way = ()
    iron: Way = ()
    beer: Way = ()

    def __str__(self) -> str:
        words = [self.verb, *self.names]
        parts = {"card": (self.card,), "coal": self.coal, "iron": self.iron, "beer": self.beer}
        for word, named in parts.items():
            if any(named):
                words += named if self.verb in ("draw", "aside") else [word, *named]
        return " ".join(words)


def town_of(space: str) -> str:
    return space.split(".")[0]


def in_order(way: list[str]) -> Way:
    """H-RES-01."""
    return tuple(sorted(way, key=lambda s: len(SPACES) if s == "market" else list(SPACES).index(s)))


class Village:
    """A game of Hamlet. ``moves`` lists what may be done, ``play`` does it."""

    def __init__(self) -> None:
        self.era = "canal"
        self.round = 0
        self.order: list[str] = []
        self.deck: Counter[str] = Counter(DECK)
        self.aside: Counter[str] = Counter()
        self.discards: Counter[str] = Counter()
        self.hands: dict[str, Counter[str]] = {p: Counter() for p in "AB"}
        self.pounds = dict.fromkeys("AB", 15)
        self.spent = dict.fromkeys("AB", 0)
        self.income = dict.fromkeys("AB", 5)
        self.vp = dict.fromkeys("AB", 0)
        self.mats = {p: {industry: levels[:] for industry, levels in MAT.items()} for p in "AB"}
        self.tiles: dict[str, dict[str, Any]] = {}
        self.links: dict[str, str] = {}
        self.market = {"coal": 2, "iron": 2}
        self.debt = 0
        self.actor = ""
        self.units: list[str] = []  # of the action under way
        self.asked = ""  # the decision now open
        self.tasks: list[Task] = [
            ("order",), ("order",), ("deal",), ("aside",), ("aside",), ("era", "canal"),
        ]  # fmt: skip
        self.carry_on()

    def copy(self) -> Village:
        twin = Village.__new__(Village)
        for name, value in vars(self).items():
            setattr(twin, name, value)
        twin.order = self.order[:]
        twin.deck, twin.aside, twin.discards = self.deck.copy(), self.aside.copy(), self.discards.copy()
        twin.hands = {p: hand.copy() for p, hand in self.hands.items()}
        twin.pounds, twin.spent = dict(self.pounds), dict(self.spent)
        twin.income, twin.vp = dict(self.income), dict(self.vp)
        twin.mats = {p: {i: levels[:] for i, levels in mat.items()} for p, mat in self.mats.items()}
        twin.tiles = {space: dict(tile) for space, tile in self.tiles.items()}
        twin.links, twin.market = dict(self.links), dict(self.market)
        twin.units, twin.tasks = self.units[:], self.tasks[:]
        return twin

    # -- the course of the game (H-SETUP, H-FLOW, H-ROUND, H-ERA) -----------------------------------------

    def carry_on(self) -> None:
        self.asked = ""
        while not self.asked:
            task, *words = self.tasks.pop(0)
            getattr(self, "do_" + task)(*words)

    def first(self, *tasks: Task) -> None:
        self.tasks[:0] = tasks

    def do_order(self) -> None:
        self.asked = "order"

    def do_deal(self) -> None:
        self.first(*(("fill", player) for player in self.order))

    def do_fill(self, player: str) -> None:
        if self.hands[player].total() < HAND and self.deck.total():
            self.actor = player
            self.asked = "draw"
            self.first(("fill", player))

    def do_aside(self) -> None:
        self.asked = "aside"

    def do_era(self, era: str) -> None:
        self.era = era
        self.round = 0
        self.first(("round",))

    def do_round(self) -> None:
        self.round += 1
        self.first(("turn", self.order[0]), ("turn", self.order[1]), ("reorder",), ("income",), ("end",))

    def do_turn(self, player: str) -> None:
        self.actor = player
        actions = 1 if (self.era, self.round) == ("canal", 1) else 2
        self.first(*[("act", player)] * actions, ("fill", player))

    def do_act(self, player: str) -> None:
        if self.hands[player].total():
            self.units = []
            self.asked = "action"

    def do_reorder(self) -> None:
        self.order.sort(key=lambda player: self.spent[player])
        self.spent = dict.fromkeys("AB", 0)

    def nobody_holds_a_card(self) -> bool:
        return not any(hand.total() for hand in self.hands.values())

    def do_income(self) -> None:
        if self.era == "rail" and self.nobody_holds_a_card():
            return
        self.first(*(("pay", player) for player in self.order))

    def do_pay(self, player: str) -> None:
        self.actor = player
        self.pounds[player] += LEVELS[self.income[player]]
        if self.pounds[player] < 0:
            self.debt = -self.pounds[player]
            self.pounds[player] = 0
            self.first(("settle", player))

    def worth(self, space: str) -> int:
        tile = self.tiles[space]
        return TILES[tile["industry"], tile["level"]]["pounds"] // 2

    def to_sell_off(self, player: str) -> list[str]:
        return [s for s, tile in self.tiles.items() if tile["owner"] == player and self.worth(s) >= 1]

    def do_settle(self, player: str) -> None:
        if self.debt == 0:
            return
        spaces = self.to_sell_off(player)
        if len(spaces) > 1:
            self.asked = "shortfall"
        elif spaces:
            self.sell_off(spaces[0])
        else:
            self.vp[player] = max(0, self.vp[player] - self.debt)
            self.debt = 0

    def sell_off(self, space: str) -> None:
        owner = self.tiles[space]["owner"]
        value = self.worth(space)
        del self.tiles[space]
        self.pounds[owner] += max(0, value - self.debt)
        self.debt = max(0, self.debt - value)
        self.first(("settle", owner))

    def do_end(self) -> None:
        if not self.nobody_holds_a_card():
            self.first(("round",))
            return
        self.score_links()
        for tile in self.tiles.values():
            if tile["flipped"]:
                self.vp[tile["owner"]] += TILES[tile["industry"], tile["level"]]["vp"]
        if self.era == "rail":
            self.finish()
            return
        for space in list(self.tiles):
            if self.tiles[space]["level"] == 1:
                del self.tiles[space]
        self.deck = self.deck + self.discards + self.aside
        self.discards, self.aside = Counter(), Counter()
        assert self.deck == Counter(DECK)
        # The position already belongs to the Rail Era while its hands are dealt.
        self.era = "rail"
        self.round = 1
        self.first(("deal",), ("era", "rail"))

    def score_links(self) -> None:
        for line, owner in self.links.items():
            for place in LINES[line][0]:
                self.vp[owner] += PRINTED_ICONS.get(place, 0)
                for space, tile in self.tiles.items():
                    if town_of(space) == place and tile["flipped"]:
                        self.vp[owner] += TILES[tile["industry"], tile["level"]]["icons"]
        self.links = {}

    def finish(self) -> None:
        for player in "AB":
            self.vp[player] += min(3, self.pounds[player] // 5)
            self.vp[player] = max(0, self.vp[player] + LEVELS[self.income[player]])
        self.asked = "over"

    def winners(self) -> set[str]:
        """H-END-03."""
        keys = {p: (self.vp[p], self.income[p], self.pounds[p]) for p in "AB"}
        return {player for player in "AB" if keys[player] == max(keys.values())}

    # -- network and distance (H-NET) ---------------------------------------------------------------------

    def network(self, player: str) -> set[str]:
        places = {town_of(space) for space, tile in self.tiles.items() if tile["owner"] == player}
        for line, owner in self.links.items():
            if owner == player:
                places |= LINES[line][0]
        return places

    def distances(self, starts: set[str]) -> dict[str, int]:
        """To every connected place."""
        far = dict.fromkeys(starts, 0)
        steps = 0
        while True:
            reached = set(far)
            for line in self.links:
                if LINES[line][0] & reached:
                    for place in LINES[line][0]:
                        far.setdefault(place, steps + 1)
            if set(far) == reached:
                return far
            steps += 1

    # -- resources (H-RES, H-COAL, H-IRON, H-BEER) --------------------------------------------------------

    def stocks(self, industry: str) -> dict[str, int]:
        return {s: t["stock"] for s, t in self.tiles.items() if t["industry"] == industry and t["stock"] > 0}

    def coal_ways(self, starts: set[str], need: int, without: str = "") -> set[Way]:
        far = self.distances(starts)
        mines = {s: n for s, n in self.stocks("coal").items() if s != without and town_of(s) in far}

        def one_more(left: dict[str, int], taken: list[str]) -> set[Way]:
            if len(taken) == need:
                return {in_order(taken)}
            able = [s for s in left if left[s] > 0]
            if able:
                near = min(far[town_of(s)] for s in able)
                able = [s for s in able if far[town_of(s)] == near]
                found: set[Way] = set()
                for s in able:
                    found |= one_more({**left, s: left[s] - 1}, [*taken, s])
                return found
            return one_more(left, [*taken, "market"]) if "fair" in far else set()

        return one_more(mines, [])

    def iron_ways(self, need: int, without: str = "") -> set[Way]:
        works = {s: n for s, n in self.stocks("iron").items() if s != without}

        def one_more(left: dict[str, int], taken: list[str]) -> set[Way]:
            if len(taken) == need:
                return {in_order(taken)}
            able = [s for s in left if left[s] > 0]
            if not able:
                return one_more(left, [*taken, "market"])
            found: set[Way] = set()
            for s in able:
                found |= one_more({**left, s: left[s] - 1}, [*taken, s])
            return found

        return one_more(works, [])

    def beer_ways(self, starts: set[str], need: int) -> set[Way]:
        far = self.distances(starts)
        barrels: list[str] = []
        for space, number in self.stocks("brewery").items():
            if self.tiles[space]["owner"] == self.actor or town_of(space) in far:
                barrels += [space] * number
        ways: set[Way] = {()}
        for _ in range(need):
            ways = {in_order([*way, b]) for way in ways for b in barrels if way.count(b) < barrels.count(b)}
        return ways

    def price(self, resource: str, way: Way) -> int:
        total = 0
        cubes = self.market[resource]
        for _ in range(way.count("market")):
            total += MARKET_PRICES[cubes - 1] if cubes else DEAR
            cubes = max(0, cubes - 1)
        return total

    def pay(self, pounds: int) -> None:
        self.pounds[self.actor] -= pounds
        self.spent[self.actor] += pounds
        assert self.pounds[self.actor] >= 0

    def consume(self, resource: str, way: Way) -> None:
        for source in way:
            if source == "market":
                self.pay(self.price(resource, ("market",)))
                self.market[resource] = max(0, self.market[resource] - 1)
            else:
                self.tiles[source]["stock"] -= 1
                if self.tiles[source]["stock"] == 0:
                    self.flip(source)

    def flip(self, space: str) -> None:
        tile = self.tiles[space]
        tile["flipped"] = True
        owner = tile["owner"]
        self.income[owner] = min(19, self.income[owner] + TILES[tile["industry"], tile["level"]]["income"])

    # -- what may be done ---------------------------------------------------------------------------------

    def moves(self) -> list[Unit]:
        if self.asked == "order":
            return [Unit("order", (player,)) for player in "AB" if player not in self.order]
        if self.asked in ("draw", "aside"):
            return [Unit(self.asked, card=card) for card in self.deck if self.deck[card] > 0]
        if self.asked == "shortfall":
            return [Unit("liquidate", (space,)) for space in self.to_sell_off(self.actor)]
        if self.asked == "action":
            found = self.builds() + self.link_moves() + self.develops() + self.barters() + self.loans()
            return found + [Unit("pass", card=card) for card in self.any_card()]
        if self.asked == "more":
            return [*self.further_units(), Unit("stop")]
        return []

    def further_units(self) -> list[Unit]:
        verb = self.units[0]
        if verb == "link":
            return self.link_moves()
        if verb == "develop":
            return self.develops()
        return self.barters() if verb == "barter" else []

    def any_card(self) -> list[str]:
        """The card of a unit: any of the hand, or none for a further unit."""
        return [""] if self.units else [card for card, n in self.hands[self.actor].items() if n > 0]

    def builds(self) -> list[Unit]:
        found: list[Unit] = []
        for industry, levels in self.mats[self.actor].items():
            if not levels:
                continue
            level = levels[0]
            if (industry, level) in (RAIL_ONLY if self.era == "canal" else CANAL_ONLY):
                continue
            for space in SPACES:
                if self.may_stand(industry, level, space):
                    found += self.builds_on(industry, level, space)
        return found

    def may_stand(self, industry: str, level: int, space: str) -> bool:
        """H-SLOT, H-OVER."""
        if industry not in SPACES[space]:
            return False
        town = town_of(space)
        beside = [s for s in SPACES if town_of(s) == town and s != space]
        mine_beside = any(s in self.tiles and self.tiles[s]["owner"] == self.actor for s in beside)
        if self.era == "canal" and mine_beside:
            # Only replacing an own tile here would keep the count; with an own tile beside it is two.
            if space not in self.tiles or self.tiles[space]["owner"] != self.actor:
                return False
        if space not in self.tiles:
            if len(SPACES[space]) == 1:
                return True
            return not any(SPACES[s] == {industry} and s not in self.tiles for s in beside)
        old = self.tiles[space]
        if old["industry"] != industry or level <= old["level"]:
            return False
        if old["owner"] == self.actor:
            return True
        if industry not in ("coal", "iron"):
            return False
        return not self.stocks(industry) and self.market[industry] == 0

    def builds_on(self, industry: str, level: int, space: str) -> list[Unit]:
        tile = TILES[industry, level]
        cards = [c for c, n in self.hands[self.actor].items() if n and self.permits(c, industry, space)]
        found: list[Unit] = []
        for coal in self.coal_ways({town_of(space)}, tile.get("coal", 0), without=space):
            for iron in self.iron_ways(tile.get("iron", 0), without=space):
                total = tile["pounds"] + self.price("coal", coal) + self.price("iron", iron)
                if total <= self.pounds[self.actor]:
                    found += [Unit("build", (industry, space), card, coal, iron) for card in cards]
        return found

    def permits(self, card: str, industry: str, space: str) -> bool:
        """H-CARD."""
        if card in PLACES:
            return card == town_of(space)
        if industry not in card.split("/"):
            return False
        network = self.network(self.actor)
        if not network:
            return space not in self.tiles
        return town_of(space) in network

    def link_moves(self) -> list[Unit]:
        number = len(self.units)
        if number == (1 if self.era == "canal" else 2) or list(self.links.values()).count(self.actor) == 3:
            return []
        price, coal, beer = (2, 0, 0) if self.era == "canal" else [(3, 1, 0), (4, 1, 1)][number]
        found: list[Unit] = []
        for line, (places, eras) in LINES.items():
            if self.era not in eras or line in self.links or not places & self.network(self.actor):
                continue
            for coal_way in self.coal_ways(places, coal):
                if price + self.price("coal", coal_way) > self.pounds[self.actor]:
                    continue
                for beer_way in self.beer_ways(places, beer):
                    found += [Unit("link", (line,), card, coal_way, (), beer_way) for card in self.any_card()]
        return found

    def develops(self) -> list[Unit]:
        if len(self.units) == 2:
            return []
        found: list[Unit] = []
        for industry, levels in self.mats[self.actor].items():
            if not levels or (industry, levels[0]) == ("brewery", 1):
                continue
            for way in self.iron_ways(1):
                if self.price("iron", way) <= self.pounds[self.actor]:
                    found += [Unit("develop", (industry,), card, iron=way) for card in self.any_card()]
        return found

    def barters(self) -> list[Unit]:
        found: list[Unit] = []
        for space, tile in self.tiles.items():
            if tile["industry"] != "mill" or tile["owner"] != self.actor or tile["flipped"]:
                continue
            if "fair" not in self.distances({town_of(space)}):
                continue
            for way in self.beer_ways({town_of(space)}, TILES["mill", tile["level"]].get("beer", 0)):
                found += [Unit("barter", (space,), card, beer=way) for card in self.any_card()]
        return found

    def loans(self) -> list[Unit]:
        level = LEVELS[self.income[self.actor]]
        offers = [pounds for pounds, levels in LOANS.items() if level - levels >= -5]
        return [Unit("loan", (pounds,), card) for pounds in offers for card in self.any_card()]

    # -- doing it -----------------------------------------------------------------------------------------

    def play(self, unit: Unit) -> None:
        """A move that ``moves`` lists."""
        if unit.verb == "order":
            self.order.append(unit.names[0])
        elif unit.verb == "draw":
            self.deck[unit.card] -= 1
            self.hands[self.actor][unit.card] += 1
        elif unit.verb == "aside":
            self.deck[unit.card] -= 1
            self.aside[unit.card] += 1
        elif unit.verb == "liquidate":
            self.sell_off(unit.names[0])
        elif unit.verb != "stop":
            self.act(unit)
            if self.further_units():
                self.asked = "more"
                return
        self.carry_on()

    def act(self, unit: Unit) -> None:
        if not self.units:
            self.hands[self.actor][unit.card] -= 1
            self.discards[unit.card] += 1
        number = len(self.units)
        self.units.append(unit.verb)
        if unit.verb == "build":
            self.build(unit)
        elif unit.verb == "link":
            self.links[unit.names[0]] = self.actor
            self.pay(2 if self.era == "canal" else 3 + number)
            self.consume("coal", unit.coal)
            self.consume("beer", unit.beer)
        elif unit.verb == "develop":
            self.mats[self.actor][unit.names[0]].pop(0)
            self.consume("iron", unit.iron)
        elif unit.verb == "barter":
            self.consume("beer", unit.beer)
            self.flip(unit.names[0])
            self.pounds[self.actor] += 2
        elif unit.verb == "loan":
            self.pounds[self.actor] += int(unit.names[0])
            level = LEVELS[self.income[self.actor]] - LOANS[unit.names[0]]
            self.income[self.actor] = max(i for i, its in enumerate(LEVELS) if its == level)

    def build(self, unit: Unit) -> None:
        """H-BUILD-01."""
        industry, space = unit.names
        self.tiles.pop(space, None)
        level = self.mats[self.actor][industry].pop(0)
        tile: dict[str, Any] = {"owner": self.actor, "industry": industry, "level": level}
        tile.update(stock=0, flipped=False)
        self.tiles[space] = tile
        self.pay(TILES[industry, level]["pounds"])
        self.consume("coal", unit.coal)
        self.consume("iron", unit.iron)
        if industry == "mill":
            return
        tile["stock"] = BARRELS[self.era] if industry == "brewery" else TILES[industry, level]["stock"]
        if industry == "iron" or (industry == "coal" and "fair" in self.distances({town_of(space)})):
            while tile["stock"] and self.market[industry] < 3:
                self.pounds[self.actor] += MARKET_PRICES[self.market[industry]]
                self.market[industry] += 1
                tile["stock"] -= 1
            if not tile["stock"]:
                self.flip(space)


def count_sequences(village: Village, depth: int) -> int:
    """How many sequences of exactly so many moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in village.moves():
        child = village.copy()
        child.play(move)
        total += count_sequences(child, depth - 1)
    return total
