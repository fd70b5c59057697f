"""Builds the documentation site in ``build/site`` and checks every link in it; no network is used.

The pages are the repository's Markdown files in the same folders, so that links work in both places. The
site adds the pages of ``docs/site``, the rule browser, and an anchor for every rule.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import sys
import sysconfig
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
RULESETS = Path("src/grandjunction/rulesets")
RULE_PAGES = {
    "Brass: Birmingham": RULESETS / "birmingham" / "rules.md",
    "Brass: Lancashire": RULESETS / "lancashire" / "rules.md",
    "Edge cases": RULESETS / "edge-cases.md",
    "Hamlet": RULESETS / "hamlet" / "rules.md",
}
PAGES = (
    "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "LICENSE", "benchmarks/README.md",
    "docs/**/*.md", "docs/img/*", "examples/*", "examples/tutorials/*", "deploy/*", "tools/version.py",
    "src/grandjunction/__init__.py", "src/grandjunction/rulesets/**/*.md",
)  # fmt: skip
RULE = re.compile(
    r"^- \*\*(?P<id>[A-Z0-9]+(?:-[A-Z0-9]+)+)\*\* (?P<title>[^.]+)\.(?P<body>.*)$", re.MULTILINE
)
ID = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+(?![\w-])")


def main() -> None:
    lay_out()
    # The package comes from the sources, and its dependencies from make's other environment.
    sys.path.insert(0, str(ROOT / "src"))
    sys.path.extend(sys.argv[1:])
    from sphinx.cmd.build import main as sphinx

    shutil.rmtree(SITE, ignore_errors=True)
    # Everything is read anew: what an unchanged page links to may have come or gone.
    options = ["-q", "-E", "-W", "--keep-going", "-b", "html", "-d", str(ROOT / "build" / "site-trees")]
    if sphinx([*options, str(SOURCE), str(SITE)]) != 0:
        sys.exit("== FAILED: the site has warnings")
    broken = broken_links(SITE)
    if broken:
        sys.exit("\n".join([*broken, f"== FAILED: {len(broken)} broken links"]))
    pages = len(list(SITE.rglob("*.html")))
    print(f"== {pages} pages in {SITE.relative_to(ROOT)}, every internal link leads somewhere")


# -- pages ----------------------------------------------------------------------------------------------


def lay_out() -> None:
    """Copy all pages to where Sphinx reads them, and add anchors to the rule pages."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    for pattern in PAGES:
        for path in ROOT.glob(pattern):
            inside = path.relative_to(ROOT)
            if path.is_file() and not inside.is_relative_to("docs/site"):
                (SOURCE / inside).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, SOURCE / inside)
    shutil.copytree(ROOT / "docs" / "site", SOURCE, dirs_exist_ok=True)
    homes = {
        found["id"]: page
        for page in RULE_PAGES.values()
        for found in RULE.finditer((ROOT / page).read_text(encoding="utf-8"))
    }
    for page in RULE_PAGES.values():
        (SOURCE / page).write_text(with_anchors(page, homes), encoding="utf-8")
    (SOURCE / "rules.md").write_text(rule_browser(), encoding="utf-8")
    for notebook in (SOURCE / "examples" / "tutorials").glob("*.ipynb"):
        notebook.with_suffix(".md").write_text(tutorial(notebook), encoding="utf-8")


def with_anchors(page: Path, homes: dict[str, Path]) -> str:
    """Return a rule page with an anchor for each rule and a link for each rule it cites."""
    up = "../" * (len(page.parts) - 1)

    def link(found: re.Match[str]) -> str:
        home = homes.get(found[0])
        if home is None:
            return found[0]
        place = "" if home == page else up + home.with_suffix(".html").as_posix()
        return f'<a href="{place}#{found[0]}">{found[0]}</a>'

    def anchored(found: re.Match[str]) -> str:
        body = ID.sub(link, found["body"])
        return f'- <span id="{found["id"]}"></span>**{found["id"]}** *{found["title"]}.*{body}'

    text = RULE.sub(anchored, (ROOT / page).read_text(encoding="utf-8"))
    return re.sub("^# Part", "## Part", text, flags=re.MULTILINE)  # the site lists each page once


def rule_browser() -> str:
    """Return a page with all rules of all games and a field that filters them as you type."""
    items = []
    for name, page in RULE_PAGES.items():
        for found in RULE.finditer((ROOT / page).read_text(encoding="utf-8")):
            place = f"{page.with_suffix('.html').as_posix()}#{found['id']}"
            title, body = html.escape(found["title"]), html.escape(found["body"].strip())
            items.append(
                f'<li title="{html.escape(name)}"><a href="{place}"><code>{found["id"]}</code></a> '
                f"<strong>{title}.</strong> {body}</li>"
            )
    field = (
        '<input id="rule-search" class="rule-search" type="search" placeholder="B-COAL-05, or: loan income" '
    )
    lines = [
        "# Rule browser",
        "",
        f"All {len(items)} rules and rulings. Type a number or words; the number leads to the rule.",
        "",
        f'{field}aria-label="Search the rules">',
        '<p id="rule-count" aria-live="polite"></p>',
        '<ul class="rule-list">',
        *items,
        "</ul>",
        '<script src="_static/rules.js"></script>',
        "",
    ]
    return "\n".join(lines)


def tutorial(notebook: Path) -> str:
    """Return a notebook as a page: its words, its code and what the code printed."""
    parts = []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"]).strip()
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            said = output.get("text") or output["data"]["text/plain"]
            parts.append(f"```text\n{''.join(said).rstrip()}\n```")
    return "\n\n".join([*parts, f"[The notebook]({notebook.name})"]) + "\n"


# -- links ----------------------------------------------------------------------------------------------


class Links(HTMLParser):
    """Collects the links of one page and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name in ("id", "name"):
                self.places.add(value)


def broken_links(site: Path) -> list[str]:
    """Return every link of the site to a missing file or anchor."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    broken = []
    for page, found in pages.items():
        for link in sorted(found.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            lost = not target.exists()
            if not lost and parts.fragment and target in pages:
                lost = unquote(parts.fragment) not in pages[target].places
            if lost:
                broken.append(f"{page.relative_to(site)}: {link}")
    return broken


if __name__ == "__main__":
    sys.argv[1:] = sys.argv[1:] or [sysconfig.get_path("purelib")]
    main()
