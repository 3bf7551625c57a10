"""The printed numbers of a game: by name, from a file of the user's, and what is wrong with a file."""

from pathlib import Path

import pytest

from assistant.profile import ProfileError, read_profile
from engine.numbers import HOUSE, KNOWN, UNKNOWN


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
        ("earn_led = [1, 2, 3, 4, 5, 6]", "'earn_led', which is no row"),
        ("earn_lead = [1, 2, 3]", "earn_lead needs 6 whole numbers"),
        ("earn_lead = 4", "earn_lead needs 6 whole numbers"),
        ('earn_lead = [1, 2, 3, 4, 5, "six"]', "earn_lead needs 6 whole numbers"),
        ("earn_lead = [1, 2, 3, 4, 5, -6]", "earn_lead needs 6 whole numbers"),
        ("earn_lead = [1, 2, 3, 4, 5, 6.5]", "earn_lead needs 6 whole numbers"),
        ("earn_lead = [1, 2, 3, 4, 5, true]", "earn_lead needs 6 whole numbers"),
        ("mat_spots = [5, 5, 6]", "mat_spots needs 4 whole numbers"),
        ("earn_lead [1]", "is not TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(file: Path, text: str, says: str) -> None:
    file.write_text(text + "\n")
    with pytest.raises(ProfileError, match=says) as wrong:
        read_profile(str(file))
    assert str(file) in str(wrong.value)


def test_a_file_that_is_not_there_or_not_text(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="There is no profile"):
        read_profile(str(file))
    with pytest.raises(ProfileError, match="cannot be read"):
        read_profile(str(tmp_path))
    file.write_bytes(b"\xff\xfe\x00name")
    with pytest.raises(ProfileError, match="cannot be read"):
        read_profile(str(file))
