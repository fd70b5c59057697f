"""A review in words: turns, draws, figures and the turning point, in any language."""

from __future__ import annotations

from typing import Final

from ..core.notation import parse_move
from ..core.ruleset import Ruleset
from ..core.seats import seat_label
from ..core.state import NOBODY
from ..words import Words, small
from .comparison import Decision
from .estimates import Estimate
from .luck import Chance
from .points import Gain
from .reason import Reason
from .reckoning import TurningPoint
from .reviewing import Review
from .strong_play import NO_ERA, Figure

#: The verb that only names the cards for the move before it: without them it says nothing.
PAYING: Final = "pay"
MINUS: Final = "\N{MINUS SIGN}"
GAP: Final = "\N{NO-BREAK SPACE}"
#: Reasons that tell what the turn does, and whether a hint says the same without telling it.
TELLING: Final = {
    "flips": True,
    "links": True,
    "builds": True,
    "develops": False,
    "space": False,
    "loan": False,
}


class Teller:
    """Tells reviews of one game in one language."""

    def __init__(self, rules: Ruleset, names: list[str], words: Words) -> None:
        self.words: Final = words
        self._names: Final = names
        self._rules: Final = rules

    def name(self, seat: int) -> str:
        """Return a player's name, with the letter of the seat if another player has the same name."""
        name = self._names[seat]
        return name if self._names.count(name) == 1 else seat_label(seat, self._names)

    def when(self, era: int, round: int) -> str:
        """Return era and round."""
        return self.words.review("when", era=self.words.era(self._rules.eras[era]), round=round)

    def moves(self, texts: list[str], whole: bool = False) -> str:
        """Return a turn in words; ``whole`` adds cards and sources."""
        said: list[str] = []
        for text in texts:
            move = parse_move(self._rules, text)
            if self._rules.stop is not None and move.verb == self._rules.stop.name:
                continue
            if said and not whole and move.verb == PAYING:
                continue
            done = self.words.move(move) if whole else self.words.unit(move)
            said.append(small(done) if said else done)
        return self.words.grouped(said)

    def other_moves(self, texts: list[str], played: list[str], *besides: list[str]) -> str:
        """Return another turn, with its cards and sources where another one reads alike without them."""
        said = self.moves(texts)
        return self.moves(texts, whole=said in map(self.moves, (played, *besides)))

    def gains(self, vp: Estimate, share: Estimate) -> str:
        """Return what another turn would have gained."""
        return self.words.review("gains", vp=signed(vp), share=self.signed_share(share))

    def percent(self, value: float) -> str:
        """Return a share as a percentage."""
        return self.words.review("percent", value=number(100 * value, 0))

    def percent_about(self, estimate: Estimate) -> str:
        """Return a share in percent with half its interval: 34 ± 6%."""
        return f"{number(100 * estimate.mean, 0)}{GAP}±{GAP}{self.percent(estimate.margin)}"

    def signed_share(self, estimate: Estimate) -> str:
        """Return a difference of shares in percent, with its sign and half its interval."""
        sign = "+" if estimate.mean >= 0.005 else ""
        return sign + self.percent_about(estimate)

    def why(self, harm: str, found: list[Reason]) -> list[str]:
        """Return the harm that a turn did, if any, and what speaks for another, one sentence each."""
        said = [self.harm(harm)] if harm else []
        return [*said, *(self.reason(one) for one in found)]

    def harm(self, key: str) -> str:
        """Return the harm that a turn did, as a sentence; "" if it did none."""
        return self.words.review(f"harm_{key}") if key else ""

    def hints(self, found: list[Reason]) -> list[str]:
        """Return what speaks for a turn, one sentence each, without telling what the turn does."""
        return [
            self.reason(one, "hint" if one.key in TELLING else "why")
            for one in found
            if TELLING.get(one.key, True)
        ]

    def reason(self, one: Reason, kind: str = "why") -> str:
        """Return what speaks for a turn, as a sentence."""
        values: dict[str, str | int] = {}
        for key, value in one.values.items():
            if key == "seat" and isinstance(value, int):
                values[key] = self.name(value)
            elif key == "slot":
                values[key] = self.words.slot(self._rules, str(value))
            elif key == "resource":
                values[key] = self.words.resource(str(value))
            elif isinstance(value, list):
                names = [
                    self.words.tile(id) if key == "tiles" else self.words.line(self._rules, id)
                    for id in value
                ]
                values[key] = self.words.listed(names)
            else:
                values[key] = value
        return self.words.review(f"{kind}_{one.key}", **values)

    def brought(self, gain: Gain) -> str:
        """Return what an action brought to a seat: +5 VP, income +4, −£12."""
        said = []
        if gain.vp:
            said.append(self.words.review("brought_vp", amount=with_sign(gain.vp)))
        if gain.income:
            said.append(self.words.review("brought_income", n=with_sign(gain.income)))
        if gain.pounds:
            said.append(f"{MINUS if gain.pounds < 0 else '+'}£{abs(gain.pounds)}")
        return self.words.listed(said)

    def order(self, place: int, then: int | None) -> str:
        """Return a seat's place in the turn order of a round and of the next, from 1 on; "" at the end."""
        return "" if then is None else self.words.review("places", place=place + 1, then=then + 1)

    def figure(self, one: Figure) -> str:
        """Return what a figure counts."""
        name = self.words.vp_source(one.source) if one.source else self.words.review(one.key)
        era = "" if one.era == NO_ERA else self.words.era(self._rules.eras[one.era])
        return self.words.listed([name, era]) if era else name

    def opening(self, actions: list[str]) -> str:
        """Return the first actions of a seat."""
        said = []
        for action in actions:
            verb, _, industry = action.partition(" ")
            named = self.words.verb(verb)
            said.append(self.words.pair(named, self.words.industry(industry)) if industry else named)
        return self.words.grouped(said)

    def chance(self, kind: str, seat: int, outcomes: list[str]) -> str:
        """Return what chance brought."""
        if kind == "draw":
            cards = self.words.listed([self.words.card(self._rules, card) for card in outcomes])
            return self.words.review("drew", seat=self.name(seat), cards=cards)
        if seat == NOBODY:
            return self.words.review(kind)
        return self.words.review(kind, seat=self.name(seat), value=outcomes[0])

    def turning_point(self, point: TurningPoint, era: int, round: int, happened: str) -> str:
        """Return the turning point in words: when, what happened, and what it brought the winner."""
        return self.words.review(
            "turned_by_draw" if point.by_chance else "turned_by_turn",
            seat=self.name(point.seat),
            when=self.when(era, round),
            moves=happened,
            winner=self.name(point.winner),
            before=self.percent_about(point.before),
            after=self.percent_about(point.after),
        )


def teller(review: Review, words: Words) -> Teller:
    """Return a teller for a review."""
    return Teller(review.game.rules, review.game.names, words)


def turned(review: Review, tell: Teller) -> str:
    """Return a review's turning point as a sentence; "" if it has none."""
    point = review.turning_point
    if point is None:
        return ""
    steps: list[Decision | Chance] = [*review.decisions, *review.chances]
    step = next(one for one in steps if one.ply == point.ply)
    happened = (
        tell.moves(step.moves)
        if isinstance(step, Decision)
        else tell.chance(step.kind, step.seat, step.outcomes)
    )
    return tell.turning_point(point, step.era, step.round, happened)


def number(value: float, digits: int = 1) -> str:
    """Return a number with a true minus sign."""
    text = f"{value:.{digits}f}"
    if float(text) == 0.0:
        text = text.removeprefix("-")
    return text.replace("-", MINUS)


def plus_minus(estimate: Estimate) -> str:
    """Return a mean with half its interval: 3.1 ± 1.2."""
    return f"{number(estimate.mean)}{GAP}±{GAP}{number(estimate.margin)}"


def signed(estimate: Estimate) -> str:
    """Return a difference with its sign and half its interval."""
    return ("+" if estimate.mean >= 0.05 else "") + plus_minus(estimate)


def with_sign(value: int) -> str:
    """Return a whole number with its sign."""
    return f"{MINUS if value < 0 else '+'}{abs(value)}"


def usual_range(quartiles: list[int] | None) -> str:
    """Return a median with the range of the middle half: 8 (7–10)."""
    if quartiles is None:
        return ""
    low, middle, high = quartiles
    return f"{middle} ({low}–{high})"
