"""The numbers the greedy player judges by. All in VP unless they say otherwise; tuned by self-play."""

from __future__ import annotations


class Weights:
    def __init__(self) -> None:
        # Money.
        self.pound = 0.25  # the first pound there is to spend
        self.spend = 14.0  # pounds an action can use up
        self.tight = 22.0  # pounds below which choices narrow …
        self.tight_cost = 0.12  # … and what an empty purse costs for each of them
        self.growth = 1.8  # income spaces a seat gains in a round, for what income is worth
        self.debtor_growth = 1.6  # … while its income is negative
        self.debt_rounds = 10.0  # so many payments ahead …
        self.debt = 0.40  # … a pound that income will take and the purse does not hold
        self.default = 1.5  # … at the next payment, when tiles must go
        # Tiles not yet flipped: how likely they will be.
        self.ready = 0.80  # can be sold at once
        self.missing_step = 0.62  # for each link or barrel still missing
        self.passive_pace = 0.1  # tiles a seat turns over of others in a round …
        self.passive_crowd = 0.3  # … and another that waits for it, against the tile itself
        self.carry = 0.45  # stays on the board for the next era
        self.coal_pace = 0.35  # cubes a seat uses in a round …
        self.rail_coal_pace = 1.2  # … when links burn coal
        self.iron_pace = 0.9
        self.beer_pace = 0.6
        self.crowd = 0.3  # a cube on a rival's tile, against one on the tile itself …
        self.own_crowd = 1.0  # … and one on another own tile
        self.alone = 0.2  # the part of the demand that reaches a tile without links
        self.thirst = 2.0  # a barrel the seat's own tiles wait for
        self.delay = 0.85  # income of a later flip against income now
        self.barrel = 0.9  # an own barrel at hand
        # Links.
        self.waiting_icon = 0.55  # an icon on a tile not yet flipped
        self.open_space = 0.35  # icons an open space will still get, with a whole era to go
        self.reach = 0.12  # an open space within the network
        # The mat.
        self.mat = 0.55  # what the tiles still on it are worth against the same tiles built
        self.next_tile = 0.65  # each tile behind another
        self.buried = 0.75  # a tile behind one that must be developed away
        self.room = 2.0  # open spaces at which every other tile finds one
        self.icon = 0.8  # a link icon on a tile
        self.cube = 3.0  # pounds for a cube
        self.beer = 1.2  # a barrel a tile needs
        self.action = 2.0  # an action
        # Actions, others and cards.
        self.turn = 4.0  # an action still to come, for moves that take more than one
        self.gift = 0.25  # a rival's gain from a flip, a VP of it
        self.wild = 1.5  # a wild card in hand
        self.permit = 0.15  # an open space a card permits
