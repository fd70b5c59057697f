"""The chapters of the rules page: which subject each numbered rule belongs to."""

from __future__ import annotations

from typing import Final, Literal, get_args

from ..words.rulebook import PrintedRule

Subject = Literal[
    "goal",
    "start",
    "turn",
    "build",
    "resources",
    "network",
    "sell",
    "actions",
    "end",
    "variants",
    "fine",  # readings and rare cases
    "notes",  # for engine authors: not on the page
]
SUBJECTS: Final[tuple[Subject, ...]] = get_args(Subject)

# By the headings of the rules.md pages.
_BY_HEADING: Final[dict[str, Subject]] = {
    "Definitions": "goal",
    "Component limits": "goal",
    "Frame": "goal",
    "General": "goal",
    "Board and components": "goal",
    "Set-up": "start",
    "Flow": "turn",
    "Cards": "turn",
    "Cards and rounds": "turn",
    "Course of the game": "turn",
    "Order of steps": "build",
    "Spaces": "build",
    "Era limits": "build",
    "Overbuilding": "build",
    "Farm breweries": "build",
    "No tiles on the board": "build",
    "Build an industry": "build",
    "Build": "build",
    "Resources in general": "resources",
    "Coal": "resources",
    "Iron": "resources",
    "Beer": "resources",
    "Resources": "resources",
    "Selling cubes to the markets on build": "resources",
    "Network and connectivity": "network",
    "Network and connection": "network",
    "Network action": "network",
    "Build a link": "network",
    "Link": "network",
    "Sell action and merchant beer": "sell",
    "Flipping and income": "sell",
    "Sell cotton": "sell",
    "Barter": "sell",
    "Flipping": "sell",
    "Develop action": "actions",
    "Loan, Scout, Pass": "actions",
    "Develop": "actions",
    "Loan": "actions",
    "Loan and pass": "actions",
    "End of round": "end",
    "End of era": "end",
    "End of game": "end",
    "Scoring": "end",
    "End of a round": "end",
    "End of an era": "end",
    "Introductory game": "variants",
    "The 2018 edition: what differs": "variants",
    "Information and undo": "fine",
    "Decisions": "fine",
    "Edge cases an engine must settle": "fine",
    "Test vectors": "notes",
    "Notation": "notes",
}
# Rules that stand under the heading of another subject.
_BY_ID: Final[dict[str, Subject]] = {
    "L-03": "start",
    "L-06": "end",
    "L-16": "resources",
    "L-17": "resources",
    "L-18": "resources",
    "L-19": "resources",
    "L-22": "resources",
    "L-23": "resources",
    "L-24": "sell",
    "L-38": "network",
}


def subject_of(rule: PrintedRule) -> Subject:
    """Return the subject of an English rule. Raises ``KeyError`` for a heading that has none."""
    return _BY_ID.get(rule.id) or _BY_HEADING[rule.section]
