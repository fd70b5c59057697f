"""A person at the table: sees what the page shows, and clicks on it.

Nothing here knows a rule. What can be clicked is what the page lights up; which of it is clicked follows from
a seeded generator, so that a test plays the same game every time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from playwright.sync_api import BrowserContext, Download, Page

from grandjunction.server.messages import Choice

Json = dict[str, Any]
PATIENCE: Final = 180_000  # milliseconds; the machine may be very busy

# Whether the page waits for this person: there is a choice, a turn to end, a curtain, or it is over.
READY: Final = """() => {
  if (document.querySelector('[data-act]:disabled, section[aria-busy=true]')) return false;
  return document.querySelector('dialog[open], [data-act=reveal], [data-act=end], [data-verb]') !== null;
}"""
# Whether a clicked verb's action has begun, or was refused: then the page asks what it asked before.
ANSWERED: Final = """([verb, before]) => {
  if (document.querySelector(`.verb.chosen[data-verb=${verb}], [data-act=confirm]`)) return true;
  const said = document.querySelector('.prompt').textContent.trim();
  return said === before && document.querySelector('.notice.no') !== null;
}"""
# Everything that can be clicked now, with the points of the screen where it is.
LIT: Final = """() => {
  const open = (query) => [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());
  const point = (one) => {
    const box = one.getBoundingClientRect();
    if (!one.dataset.thing?.startsWith('line:')) return [box.x + box.width / 2, box.y + box.height / 2];
    const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y)).matrixTransform(one.getScreenCTM());
    return [at.x, at.y];
  };
  const things = open('[data-thing]')
    .filter((one) => one.closest('.lit'))
    .map((one) => ({ id: one.dataset.thing, at: point(one), one }))
    .filter(({ at, one }) => document.elementFromPoint(...at)?.closest('[data-thing]') === one)
    .map(({ id, at }) => ({ id, at }));
  return {
    acts: open('[data-act]:not(:disabled)').map((one) => one.dataset.act),
    verbs: open('.verb:not(.faded)').map((one) => one.dataset.verb),
    verb: open('.verb.chosen')[0]?.dataset.verb ?? null,
    options: open('[data-option]').map((one) => one.dataset.option),
    cards: open('.card.lit').map((one) => one.dataset.card),
    industries: open('.track.lit').map((one) => one.dataset.industry),
    things,
  };
}"""


def _drawn(option: str) -> tuple[str, ...]:
    """Where the map shows what the panel lists: a source, a merchant, a market."""
    part, _, value = option.partition(":")
    places = {"market": (f"market:{part}",), "distant": ("demand:distant",)}
    return places.get(value, (f"slot:{value}", f"merchant:{value}"))


_FINISHED: Final[dict[tuple[str, str, int, str], str]] = {}  # by server, ruleset, players and bot


class Person:
    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context: Final = context
        self.address: Final = address
        self.faults: Final[list[str]] = []
        self.expected: str = ""  # what the console may say when a refusal is provoked
        self.page: Final = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._note(said.type, said.text))
        return page

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and not (self.expected and self.expected in text):
            self.faults.append(text)

    def seat(self, page: Page | None = None) -> Table:
        return Table(page or self.page)

    def be(self, other: Person) -> None:
        """The same person on another device."""
        self.context.add_cookies(
            [
                {"name": one["name"], "value": one["value"], "domain": one["domain"], "path": "/"}
                for one in other.context.cookies()
            ]
        )

    # -- ways to a table ----------------------------------------------------------------------------

    def new_game(self, ruleset: str, seats: Sequence[str], seed: str | None = None) -> Table:
        """By the form of the page. Seats are "me", "person", "open" or a bot's name."""
        page = self.page
        page.goto("/new?pace=instant")
        page.locator(f"input[name=ruleset][value={ruleset}]").check()
        page.get_by_label(f"{len(seats)} players", exact=True).check()
        for number, seat in enumerate(seats):
            row = page.locator("form ul > li").nth(number)
            kind = seat if seat in ("me", "person", "open") else "bot"
            row.locator("select").first.select_option(kind)
            if kind == "bot":
                row.locator("select").nth(1).select_option(seat)
            if kind in ("me", "person"):
                row.locator("input.name").fill(("Ada", "Ben", "Cem", "Dora")[number])
        if seed is not None:
            page.locator("details summary").click()
            page.locator(".seed input").fill(seed)
        page.locator("[data-act=start]").click()
        page.wait_for_url(re.compile(r"/game/"))
        table = Table(page)
        table.loaded()
        return table

    def start(self, ruleset: str, seats: Sequence[str], seed: str) -> str:
        """The same without the form, for tests of what comes after it; the game is not looked at yet."""
        kinds = [
            {"kind": seat, "name": "Ada"} if seat in ("me", "person") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        return str(self.ask("/api/games", {"ruleset": ruleset, "seed": seed, "seats": kinds})["game"])

    def sit(self, game: str) -> Table:
        self.page.goto(f"/game/{game}?pace=instant")
        table = Table(self.page)
        table.loaded()
        return table

    def begin(self, ruleset: str, seats: Sequence[str], seed: str) -> Table:
        return self.sit(self.start(ruleset, seats, seed))

    def turn_comes(self, game: str) -> Json:
        """What the server says of the game once it waits for this person, or is over."""
        while True:
            table: Json = self.ask(f"/api/games/{game}")
            if table["over"] or table["draft"] is not None:
                return table
            self.page.wait_for_timeout(20)

    def turn_unseen(self, game: str, verb: str, *, waits: bool = True) -> Json:
        """A turn of that verb as often as it has actions, made without the page, and what follows it.

        Against bots it waits until the next turn of this person comes.
        """
        path = f"/api/games/{game}"
        table = self.turn_comes(game)
        while not table["over"] and not table["draft"]["complete"]:
            choices = self.ask(f"{path}/choices")["choices"]
            choice = next((one for one in choices if one["verb"] == verb), choices[0])
            move = choice["move"]
            if choice["cards"]:
                move += f" card {choice['cards'][0]}"
            elif choice["card_sets"]:
                move += f" cards {' '.join(choice['card_sets'][0])}"
            at = {"ply": table["ply"], "stamp": table["stamp"], "move": move}
            table = self.ask(f"{path}/draft", at)
        if not table["over"]:
            self.ask(f"{path}/end", {"ply": table["ply"], "stamp": table["stamp"]})
        return self.turn_comes(game) if waits else table

    def finished_game(self, ruleset: str, players: int, bot: str = "random") -> str:
        """A game between bots, played to its end without being watched; the same for all who ask."""
        key = (self.address, ruleset, players, bot)
        if key not in _FINISHED:
            names = ("Brindley", "Telford", "Stephenson", "Jessop")
            seats = [{"kind": "bot", "bot": bot, "name": name} for name in names[:players]]
            asked = {"ruleset": ruleset, "seed": "finished", "seats": seats}
            _FINISHED[key] = str(self.ask("/api/games", asked)["game"])
        while not self.ask(f"/api/games/{_FINISHED[key]}")["over"]:
            self.page.wait_for_timeout(50)
        return _FINISHED[key]

    def text(self, path: str) -> str:
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        return answer.text()

    def ask(self, path: str, body: Json | None = None) -> Any:
        """The server asked directly, with this browser's cookie: to prepare and to compare, not to play."""
        request = self.context.request
        answer = request.get(path) if body is None else request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()


class Table:
    """The game page of one person."""

    def __init__(self, page: Page) -> None:
        self.page: Final = page

    @property
    def game(self) -> str:
        return self.page.url.partition("/game/")[2].partition("?")[0]

    def loaded(self) -> None:
        self.page.wait_for_selector("[data-thing]", state="attached")

    def ready(self) -> None:
        self.page.wait_for_function(READY)
        scores = self.page.locator("[data-act=era-close]")
        if scores.count():  # an era has ended, and its scores lie on the map
            scores.click()

    def lit(self) -> Json:
        found: Json = self.page.evaluate(LIT)
        return found

    def act(self, name: str) -> None:
        self.page.locator(f"[data-act={name}]").click()

    @property
    def over(self) -> bool:
        return self.page.locator("dialog[open]").count() > 0

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt").inner_text().strip()

    # -- choosing -----------------------------------------------------------------------------------

    def click(self, thing: Json) -> None:
        self.page.mouse.click(*thing["at"])

    def pick(self, lit: Json, rnd: Random) -> None:
        """One click on something that is lit and still has to be chosen."""
        page = self.page
        listed = [one for one in lit["options"] if one.partition(":")[0] not in ("slot", "line")]
        if listed:
            chosen = rnd.choice(listed)
            on_map = [thing for thing in lit["things"] if thing["id"] in _drawn(chosen)]
            if on_map and rnd.random() < 0.7:
                self.click(on_map[0])
            else:
                page.locator(f'[data-option="{chosen}"]').click()
        elif lit["cards"]:
            page.locator(f'.card.lit[data-card="{rnd.choice(lit["cards"])}"]').first.click()
        elif lit["industries"]:
            page.locator(f'.track[data-industry="{rnd.choice(lit["industries"])}"]').click()
        elif lit["things"]:
            self.click(rnd.choice(lit["things"]))
        else:
            raise AssertionError(f"nothing is lit: {self.prompt!r} {lit}")

    def begin(self, verb: str) -> bool:
        """Click a verb and return whether its action begins.

        After a Develop that could go on, it may turn out to be impossible. Then the Develop is open again.
        """
        self.ready()
        if self.lit()["verb"] == verb:
            return True
        before = self.page.locator(".prompt").evaluate("(one) => one.textContent.trim()")
        self.page.locator(f"[data-verb={verb}]").click()
        self.page.wait_for_function(ANSWERED, arg=[verb, before])
        self.ready()
        lit = self.lit()
        return lit["verb"] == verb or "confirm" in lit["acts"]

    def choose(self, verb: str, rnd: Random) -> None:
        """A unit of that verb, clicked together until the page offers to confirm it, and confirmed."""
        assert self.begin(verb), f"{verb} cannot begin: {self.prompt!r}"
        for _ in range(12):
            lit = self.lit()
            if "confirm" in lit["acts"]:
                break
            self.pick(lit, rnd)
        else:
            raise AssertionError(f"{verb} cannot be confirmed: {self.prompt!r} {self.lit()}")
        self.act("confirm")

    def make(self, choice: Choice) -> None:
        """That unit, clicked together: sources, buyers, spaces and lines on the map. It is not confirmed."""
        self.ready()
        self.page.locator(f"[data-verb={choice.verb}]").click()
        sources = {"coal": choice.coal[:], "iron": choice.iron[:], "beer": choice.beer[:]}
        while "confirm" not in (lit := self.lit())["acts"]:
            part = lit["options"][0].partition(":")[0] if lit["options"] else ""
            if part in sources:
                source = sources[part].pop()
                market = {"market": f"market:{part}", "barrel": f"merchant:{choice.merchant}"}
                self.touch(market.get(source, f"slot:{source}"))
            elif part == "buyer" and choice.merchant:
                self.touch(f"merchant:{choice.merchant}")
            elif part == "buyer":
                self.touch("demand:distant" if choice.port == "distant" else f"slot:{choice.port}")
            elif part == "industry":
                self.page.locator(f'.track[data-industry="{choice.industry}"]').click()
            elif lit["cards"]:
                card = next(card for card in lit["cards"] if card in choice.cards)
                self.page.locator(f'.card.lit[data-card="{card}"]').first.click()
            else:
                self.touch(f"slot:{choice.slot}" if choice.slot else f"line:{choice.line}")

    def touch(self, id: str) -> None:
        """A click where the map shows a thing, which must be lit."""
        self.click(next(thing for thing in self.lit()["things"] if thing["id"] == id))

    def unit(self, rnd: Random, likes: Sequence[str]) -> None:
        """One more unit of the turn, of the verb liked best among those that are possible."""
        verbs = self.lit()["verbs"]
        liked = [verb for verb in likes if verb in verbs] or verbs
        first = liked[0] if rnd.random() < 0.8 else rnd.choice(liked)
        self.choose(next(verb for verb in (first, *liked, *verbs) if self.begin(verb)), rnd)

    def turn(self, rnd: Random, likes: Sequence[str]) -> None:
        """A whole turn, ended as soon as it can be."""
        self.ready()
        for _ in range(20):
            if self.over or "end" in self.lit()["acts"]:
                break
            self.unit(rnd, likes)
            self.ready()
        if not self.over:
            self.act("end")

    def play(self, rnd: Random, likes: Sequence[str], turns: int = 1000) -> None:
        """Turns until there are no more, or the game is over."""
        for _ in range(turns):
            self.ready()
            if self.over:
                return
            self.turn(rnd, likes)
            self.page.wait_for_function("() => document.querySelector('[data-act=end]') === null")

    # -- reading ------------------------------------------------------------------------------------

    def facts(self, key: str) -> dict[str, int]:
        """A number of every player's panel, by seat: pounds, vp, cards …"""
        found: dict[str, str] = self.page.evaluate(
            """(key) => Object.fromEntries([...document.querySelectorAll('.player')].map((one) => {
              const said = one.querySelector('.fact.' + key).textContent;
              return [one.querySelector('.badge').textContent, said.split('→')[0]]; }))""",
            key,
        )
        return {seat: int(re.sub(r"[^\d]", "", text.replace("−", "-"))) for seat, text in found.items()}

    @property
    def era(self) -> str:
        return "rail" if self.page.locator(".line.rail").count() else "canal"

    def built(self) -> list[str]:
        """The spaces with a tile."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('.slot:has(.standing) [data-thing]')]
                .map((one) => one.dataset.thing.slice(5))"""
        )
        return found

    def drafted(self) -> list[str]:
        """What the panel says was done in this turn."""
        return self.page.locator(".draft li").all_inner_texts()

    def hand(self) -> list[str]:
        cards = self.page.locator(".hand [data-card]").all()
        return [card.get_attribute("data-card") or "" for card in cards]

    def result(self) -> dict[str, int]:
        """The sums of the final table, by seat."""
        seats = self.page.locator("dialog thead .badge").all_inner_texts()
        sums = self.page.locator("dialog .sum td").all_inner_texts()
        return {seat: int(vp) for seat, vp in zip(seats, sums, strict=True)}

    def download(self) -> Download:
        with self.page.expect_download() as waiting:
            self.act("record")
        return waiting.value
