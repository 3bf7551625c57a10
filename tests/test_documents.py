"""The documents say what is so: links lead somewhere, commands exist, and no command or option goes unmentioned."""

import re
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from assistant.cli import app

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path.relative_to(ROOT)
    for folder in (".", "docs", "engine", "models", "models/training", "vision")
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|<img src=\"([^\"]+)\"")
CALL = re.compile(r"\bfatekeeper ([a-z]+)([^`\n|#]*)")


def commands() -> dict[str, frozenset[str]]:
    """Every command with its options."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return {
        name: frozenset(option for parameter in command.params for option in parameter.opts if option.startswith("--"))
        for name, command in group.commands.items()
    }


def test_the_documents_are_found() -> None:
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= {str(path) for path in DOCUMENTS}


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_link_within_the_project_leads_somewhere(document: Path) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = [one or other for one, other in LINK.findall(text)]
    broken = [
        target for target in targets if not target.startswith("http") and not (ROOT / document.parent / target).exists()
    ]
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_call_in_a_document_is_one_that_works(document: Path) -> None:
    known = commands()
    for name, rest in CALL.findall((ROOT / document).read_text(encoding="utf-8")):
        assert name in known, f"{document}: there is no command {name}"
        given = set(re.findall(r"--[a-z][a-z-]*", rest))
        assert given <= known[name], f"{document}: {name} has no {given - known[name]}"


def test_what_programs_may_rely_on_names_every_command_and_option() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name, options in commands().items():
        row = next((line for line in text.splitlines() if line.startswith("| `") and f"`{name} " in line), "")
        assert row, f"CHANGELOG.md does not name the command {name}"
        assert all(option in row for option in options), f"CHANGELOG.md: {name} lacks {options}"
