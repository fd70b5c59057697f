"""A bot that knows nothing but the protocol: plain Python, no import of grandjunction.

    grandjunction arena "example=python3 examples/protocol_bot.py" random --players 2
    grandjunction serve --bot "example=python3 examples/protocol_bot.py"

It sells what it can, builds what may earn soon, links and develops with the rest of its money, borrows when
it is poor, and passes otherwise. ``docs/bot-protocol.md`` explains every message.
"""

import json
import random
import sys
from typing import Any

LIKES = {"sell": 9, "barter": 9, "link": 3.5, "develop": 1.5, "bonus": 2, "stop": 1}  # pass and the rest: 0
BUILDS = {"iron": 2.0, "coal": 0.5, "port": 1.0, "cotton": 0.8, "brewery": 0.6}  # what earns income soon


def main() -> None:
    rng = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])  # equal seeds, equal games
            answer = {"type": "hello", "protocol": 1, "name": "example"}
        elif message["type"] == "choose":
            answer = {"type": "move", "id": message["id"], "move": choose(message, rng)}
        elif message["type"] == "end":
            break
        else:
            continue  # a fault, or something of a later protocol
        print(json.dumps(answer), flush=True)


def choose(message: dict[str, Any], rng: random.Random) -> str:
    """The best option by a few simple rules, with a card to pay for it."""
    view, options = message["view"], message["options"]
    option = max(options, key=lambda one: (worth(one["move"].split(), view), rng.random()))
    if not option["cards"]:
        return str(option["move"])
    return f"{option['move']} card {rng.choice(option['cards'])}"


def worth(words: list[str], view: dict[str, Any]) -> float:
    """How much it likes a move, which is told in words: ``build coal dudley.1 coal market``."""
    verb = words[0]
    seat = view["position"].split("viewer ", 1)[1][0]
    me = view["seats"][seat]
    if verb == "loan":
        return 7 if me["pounds"] < 10 and me["income_level"] > -6 and view["deck"] > 8 else -1
    if verb in ("build", "link", "develop") and me["pounds"] < 5 - 2 * min(0, me["income_level"]):
        return -0.5  # keep what the next rounds will ask for
    if verb == "build":
        kind = words[1]
        waiting: int = sum(
            tile["seat"] == seat and tile["tile"].startswith(kind) and not tile["flipped"]
            for tile in view["tiles"]
        )
        level = me["mat"][kind]["tile"].split(".")[1]  # of a tile such as "cotton.2"
        return 4 + BUILDS.get(kind, 0) + int(level) / 5 - 0.3 * words.count("market") - 1.5 * waiting
    return LIKES.get(verb, 0)


if __name__ == "__main__":
    main()
