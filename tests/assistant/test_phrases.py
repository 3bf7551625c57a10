"""The words for what the view holds."""

import pytest

from assistant.phrases import common_lead, common_takes, face, listed, span, tarot_lead, tarot_takes, unheld_common
from assistant.rulings import render_rulings

NAMES = {"A": "Ana", "B": "Ben", "C": "Cai"}


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({"A": 4, "B": 3, "C": 1}, "4, one above Ben"),
        ({"A": 4, "B": 4, "C": 1}, "4, level with Ben"),
        ({"A": 2, "B": 1, "C": 1}, "2, one above everyone else"),
        ({"A": 4, "B": 4, "C": 4}, "4, level with everyone else"),
        ({"A": 4, "B": None, "C": 1}, "4, the others not certain"),
        ({"A": None, "B": 1, "C": 1}, "level not certain"),
    ],
)
def test_the_lead_with_a_common_card(levels: dict[str, int | None], words: str) -> None:
    assert common_lead("A", levels, NAMES) == words


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({"A": 11, "B": 9}, "Justice 11, two above Ben"),
        ({"A": 0}, "The Fool 0, the only one"),
        ({"A": 21, "B": 1}, "The World 21, 20 above Ben"),
        ({"B": 9}, "Tarot not certain"),
    ],
)
def test_the_lead_with_a_tarot(levels: dict[str, int], words: str) -> None:
    assert tarot_lead("A", levels, NAMES) == words


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({"A": 1, "B": 1, "C": 1}, ("first to reach 2 takes it", "A5")),
        ({"A": 4, "B": 4, "C": 1}, ("Ana and Ben tie at 4", "A7")),
        ({"A": 4, "B": 3, "C": 1}, ("not certain", None)),
        ({"A": 4, "B": None, "C": 1}, ("not certain", None)),
    ],
)
def test_why_nobody_holds_it(levels: dict[str, int | None], words: tuple[str, str | None]) -> None:
    assert unheld_common(levels, NAMES) == words


def test_what_takes_it() -> None:
    assert common_takes(3) == ("4 or higher takes it", None)
    assert common_takes(5) == ("6 takes it", None)
    assert common_takes(6) == ("nothing rises above it", "A4")
    assert common_takes(None) == ("", None)
    assert [tarot_takes(level) for level in (19, 20, 21, None)] == [
        "20 or higher takes it",
        "21 takes it",
        "nothing rises above it",
        "",
    ]


@pytest.mark.parametrize(
    ("exact", "bounds", "words"),
    [
        (6, (6, 6), "6"),
        (None, (3, 5), "3–5"),
        (None, (3, 170), "3+"),
        (None, (0, 170), "?"),
        (None, (0, 4), "at most 4"),
        (None, None, "?"),
    ],
)
def test_counts(exact: int | None, bounds: tuple[int, int] | None, words: str) -> None:
    assert span(exact, bounds) == words


def test_cards_and_lists() -> None:
    assert face("cups_03", {"cups": "DRAFT"}).action == "DRAFT"
    assert face("wands_03", {}).name == "Wands 3"
    assert (face("major_08", {}).name, face("major_11", {}).name) == ("Strength", "Justice")
    assert [listed(names) for names in ([], ["Ana"], ["Ana", "Ben"], ["Ana", "Ben", "Cai"])] == [
        "",
        "Ana",
        "Ana and Ben",
        "Ana, Ben and Cai",
    ]


def test_rulings_get_their_anchors_and_links() -> None:
    html = render_rulings(
        "# Rulings\n\n## §A1 Ties\n\nSee §B3.\n\n| # | what |\n|---|---|\n| B3 | pay |\n\n- **A9b**: two\n"
    )
    assert '<h2 id="A1">' in html
    assert '<td id="B3">' in html
    assert '<li id="A9b">' in html
    assert '<a href="#B3">§B3</a>' in html


def test_rulings_take_no_html() -> None:
    assert "<script>" not in render_rulings("<script>alert(1)</script>")
