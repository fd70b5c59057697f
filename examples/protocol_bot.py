"""A bot that knows nothing but the protocol: plain Python, no import of grandjunction.

    grandjunction arena "example=python3 examples/protocol_bot.py" random --players 2
    grandjunction serve --bot "example=python3 examples/protocol_bot.py"

It sells what it can, builds the dearest thing it may, links while it has money, borrows when it is poor, and
otherwise develops or passes. ``docs/bot-protocol.md`` explains every message.
"""

import json
import random
import sys
from typing import Any

LIKES = {"sell": 7, "barter": 7, "link": 3, "develop": 2, "bonus": 2, "stop": 1}  # pass and the rest: 0
BUILDS = {"iron": 1.0, "coal": 0.6, "port": 0.5, "brewery": 0.4}  # what earns income soon


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
    me = view["seats"][view["position"].split("viewer ", 1)[1][0]]
    if verb == "loan":
        return 6 if me["pounds"] < 8 and me["income_level"] >= 0 else -1
    if verb == "build":
        level = me["mat"][words[1]]["tile"].split(".")[1]  # of a tile such as "cotton.2"
        return 4 + BUILDS.get(words[1], 0) + int(level) / 10 - 0.2 * words.count("market")
    if verb in ("link", "develop") and me["pounds"] < 10:
        return 0.5  # keep the money for tiles
    return LIKES.get(verb, 0)


if __name__ == "__main__":
    main()
