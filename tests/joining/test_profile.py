"""The printed numbers of a game: by name, from a file of the user's, and what is wrong with a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.profile import ProfileError, keep_profile, parse_profile, read_profile, remarks, write_profile
from engine.numbers import HOUSE, KNOWN, ROWS, SOURCES, UNKNOWN, Numbers


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def test_names_and_the_usual() -> None:
    assert read_profile(None) is KNOWN
    assert read_profile(None, HOUSE) is HOUSE
    assert read_profile("known") is KNOWN
    assert read_profile("house") is HOUSE


def test_a_file_gives_its_rows_and_leaves_the_rest_unknown(file: Path) -> None:
    file.write_text('name = "our box"\nearn_pass = [2, 3, "?", 4, "?", 6]\nmat_5 = [7, 12, 16, 20, 25]\n')
    numbers = read_profile(str(file))
    assert (numbers.name, numbers.invented) == ("our box", False)
    assert numbers.earn_pass == (2, 3, None, 4, None, 6)
    assert numbers.mat_5 == (7, 12, 16, 20, 25)
    assert numbers.draft_lead == UNKNOWN


def test_a_file_without_a_name_is_called_after_itself_and_says_if_it_is_invented(file: Path) -> None:
    file.write_text("invented = true\n")
    assert read_profile(str(file)).name == "mine"
    assert read_profile(str(file)).invented


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("earn_led = [1, 2, 3, 4, 5, 6]", "line 2 is 'earn_led', which is no row"),
        ("earn_lead = [1, 2, 3]", "line 2: earn_lead needs 6 whole numbers"),
        ("earn_lead = 4", "line 2: earn_lead needs 6 whole numbers"),
        ('earn_lead = [1, 2, 3, 4, 5, "six"]', 'line 2: earn_lead needs a whole number up to 199 or .* at place 6'),
        ("earn_lead = [1, 2, 3, 4, 5, -6]", "at place 6 of 6"),
        ("\nearn_lead = [1, 2, 3.5, 4, 5, 6]", "line 3: earn_lead needs .* at place 3 of 6"),
        ("earn_lead = [true, 2, 3, 4, 5, 6]", "at place 1 of 6"),
        ("earn_lead = [200, 2, 3, 4, 5, 6]", "at place 1 of 6"),
        ("mat_spots = [5, 5, 6]", "line 2: mat_spots needs 4 whole numbers"),
        ("mat_spots = [5, 5, 6, 7]", "line 2: the mat has 5 or 6 spots; .* at place 4"),
        ("earn_lead [1]", "is not TOML: .*line 2"),
        ("[mat_5]", "line 2: mat_5 needs 5"),
        ("invented = 1", "line 2: invented is true or false"),
        ("name = 4", "line 2: name needs"),
        ('name = "a, b"', "line 2: name cannot have a comma"),
        ('name = "house"', "line 2: name cannot be house"),
        ("name = \"\"", "line 2: name needs"),
        ("name = " + "[" * 5000, "is not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_with_line_and_field(file: Path, text: str, says: str) -> None:
    file.write_text("# ours\n" + text + "\n")
    with pytest.raises(ProfileError, match=says) as wrong:
        read_profile(str(file))
    assert str(file) in str(wrong.value)


def test_a_file_that_is_not_there_or_not_text(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="There is no profile"):
        read_profile(str(file))
    with pytest.raises(ProfileError, match="cannot be read"):
        read_profile(str(tmp_path))
    with pytest.raises(ProfileError, match="cannot be read"):
        read_profile("a\0b")
    file.write_bytes(b"\xff\xfe\x00name")
    with pytest.raises(ProfileError, match="cannot be read"):
        read_profile(str(file))


@pytest.mark.parametrize("numbers", [KNOWN, HOUSE, replace(HOUSE, name='our "box" \\ 2', invented=False)])
def test_what_is_written_is_read_again(numbers: Numbers) -> None:
    again = parse_profile(write_profile(numbers), "it", "it")
    assert replace(again, name=numbers.name) == numbers
    if numbers not in (KNOWN, HOUSE):
        assert again == numbers


def test_a_profile_is_kept_under_its_name(tmp_path: Path) -> None:
    ours = replace(HOUSE, name="our box", invented=False)
    path = keep_profile(ours, tmp_path / "profiles")
    assert read_profile("our box", folder=path.parent) == ours
    assert keep_profile(replace(ours, mat_5=(None,) * 5), path.parent) == path
    assert read_profile("our box", folder=path.parent).mat_5 == (None,) * 5
    with pytest.raises(ProfileError, match="another name"):
        keep_profile(replace(ours, name="our-box"), path.parent)
    with pytest.raises(ProfileError, match="cannot be kept"):
        keep_profile(ours, path)


def test_what_is_worth_a_second_look_is_said() -> None:
    assert remarks(KNOWN) == ("3 of 75 numbers are given.",)
    assert remarks(HOUSE) == ("75 of 75 numbers are given, all of them invented.",)
    odd = replace(KNOWN, draft_lead=(None, 5, 4, None, None, None))
    first, published, falls = remarks(odd)
    assert first.startswith("4 of")
    assert published.startswith("draft_lead says 4 at level 3, but 3 is what is published (rulebook")
    assert falls.startswith("draft_lead falls")


def test_the_invented_set_is_complete_never_falls_says_so_and_agrees_with_what_is_published() -> None:
    assert HOUSE.invented
    assert not KNOWN.invented
    for row in ROWS:
        values = [value for value in getattr(HOUSE, row) if value is not None]
        assert len(values) == len(getattr(HOUSE, row)), "complete"
        assert values == sorted(values), row
    for row, level in SOURCES:
        assert getattr(HOUSE, row)[level - 1] == getattr(KNOWN, row)[level - 1]
    told = {(row, place) for row in ROWS for place, value in enumerate(getattr(KNOWN, row), 1) if value is not None}
    assert told == set(SOURCES), "each known number has its source"
