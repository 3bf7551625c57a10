"""Renders the project's own rulings (engine/RULES.md) so that every § on the page can link to its ruling."""

import re
from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

NUMBERED = re.compile(r"\W*§?([A-Z]\d+[a-z]?)\b")
CITED = re.compile(r"§([A-Z]\d+[a-z]?)\b")
HOMES = frozenset({"td_open", "heading_open", "paragraph_open"})


@cache
def rulings() -> str:
    """Render engine/RULES.md, once."""
    return render_rulings((files("engine") / "RULES.md").read_text(encoding="utf-8"))


def render_rulings(text: str) -> str:
    """Render Markdown to HTML; what begins with a ruling's number gets it as its id, and every "§A1" links there."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    anchor(tokens)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return CITED.sub(r'<a href="#\1">§\1</a>', html)


def anchor(tokens: list[Token]) -> None:
    """Give each ruling's cell, heading, item or paragraph its number as id: the first place that begins with it."""
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type != "inline" or tokens[place - 1].type not in HOMES:
            continue
        found = NUMBERED.match(token.content)
        if found and found[1] not in seen:
            seen.add(found[1])
            home = tokens[place - 2] if tokens[place - 1].hidden else tokens[place - 1]
            home.attrSet("id", found[1])
