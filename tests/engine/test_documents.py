"""The documents of the engine say what is so."""

import doctest
import re
from pathlib import Path

from engine.acts import Unseen
from engine.entry_lines import format_line, parse_line
from engine.grammar import parse_move
from engine.lines import format_move
from engine.log import ActEntry
from tests.engine.tables import B, setup

ENGINE = Path(__file__).parents[2] / "engine"


def test_the_example_of_the_readme_runs() -> None:
    result = doctest.testfile(str(ENGINE / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_ruling_that_is_cited_is_written_down_once() -> None:
    written = re.findall(r"^\| ([A-Z]\d+b?) \|", (ENGINE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(written) == len(set(written))
    sources = "".join(path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py"))
    cited = set(re.findall(r"§([A-Z]\d+b?)", sources)) | set(re.findall(r'", "([A-Z]\d+b?)"\)', sources))
    assert len(cited) > 25
    assert cited <= set(written)


def test_the_lines_of_the_readme_are_the_canonical_ones() -> None:
    text = (ENGINE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[A-Z][a-z]+ .*?) \|", text, re.MULTILINE)
    rows += re.findall(r"^\| (`common market .*?) \|", text, re.MULTILINE)
    lines = [re.sub(r"\[.*?\]", "", line) for row in rows for line in re.findall(r"`(.+?)`", row)]
    facts = re.findall(r"(?:set|check) \S.*?(?=\s{2,}|\n)", text[text.index("**Facts.**") :])
    facts = [fact for fact in facts if not fact.startswith("set` and")]
    assert len(lines) >= 14
    assert len(facts) == 26
    for line in (*lines, *facts):
        assert format_move(setup(), parse_move(setup(), line)) == line


def test_the_corrections_of_the_readme_are_the_canonical_ones() -> None:
    text = (ENGINE / "README.md").read_text(encoding="utf-8")
    block = re.findall(r"```\n((?:undo|Ana ascends Cups 3 \{).*?)```", text, re.DOTALL)
    lines = [re.sub(r"\s{4,}\(.*\)$", "", line) for part in block for line in part.splitlines()]
    assert len(lines) == 5
    before = [ActEntry(Unseen(B))] * 12
    for line in lines:
        assert format_line(setup(), parse_line(setup(), line, 1, before)) == line
