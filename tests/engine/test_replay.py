"""A record that is replayed: checks with both sides, corrections, what it learns, and the log it holds."""

import pytest

from engine.digest import digest
from engine.log import refold
from engine.numbers import KNOWN, Numbers
from engine.record import Record, format_head, parse
from engine.replay import Replayed, replay
from engine.state import Setup
from tests.engine.tables import A, B, C, opening, setup


def run(*lines: str, of: Setup | None = None) -> Replayed:
    *_, last = replay(read(*lines, of=of))
    return last


def read(*lines: str, of: Setup | None = None) -> Record:
    return parse(format_head(of or setup()) + "\n".join(lines) + "\n")


def reason(*lines: str, numbers: Numbers | None = None) -> str:
    trouble = run(*lines, of=setup(numbers=numbers) if numbers else None).trouble
    return "" if trouble is None else f"{trouble.reason} (§{trouble.rule})"


@pytest.mark.parametrize(
    ("line", "so"),
    [
        ("Ana coins 3-5", ""),
        ("Ana coins 5", "Ana coins 4"),
        ("Ana fate 0", ""),
        ("Ana fate 1-3", "Ana fate 0"),
        ("Ana holds ?", ""),
        ("Ana holds Cups 2", "Ana holds ?"),
        ("discards nothing", ""),
        ("discards Cups 2", "discards nothing"),
        ("gone The Fool", "gone nothing"),
        ("Ana EARN Pentacles 1", ""),
        ("Ana EARN tarot The Sun", "Ana EARN tarot nothing"),
        ("common token EARN Ben", "common token EARN supply"),
        ("common market 1: ?", "common market 1: Cups 2"),
        ("tarot market 1: nothing", "tarot market 1: The Empress"),
        ("mat 4-5 left 0 bought", ""),
        ("mat 4 left 0-1 bought", "mat 5 left 0 bought"),
        ("leader Ben", "leader Ana"),
        ("common deck 50-60", ""),
        ("common deck 56", "common deck 57"),
        ("winner nobody", ""),
        ("winner Ana by threshold", "winner nobody"),
        ("Ben follow cost 0", ""),
        ("Ben follow cost 1", "Ben follow cost 0"),
        ("Ana follow cost 0", "Ana has nothing to follow"),
        ("allowed: Ben follows", ""),
        ("allowed: Cai follows", "refused C24: Cai follows"),
        ("refused C24: Cai follows", ""),
        ("refused B4: Ben follows", "allowed: Ben follows"),
        ("turn Ana DRAFT 1, leader 0 of 2", ""),
        ("turn Ana DRAFT 2", "turn Ana DRAFT 1, leader 0 of 2"),
        ("digest 0123456789", f"digest {'@'}"),
    ],
)
def test_a_check_says_both_sides(line: str, so: str) -> None:
    begun = run("Ana leads DRAFT")
    so = so.replace("@", digest(begun.state)[:10])
    expected = f'The record claims "{line}"; the game says "{so}". (§B13)' if so else ""
    assert reason("Ana leads DRAFT", f"check {line}") == expected


def test_a_check_of_a_turn_between_turns() -> None:
    assert reason("check turn Ana DRAFT 1") == 'The record claims "turn Ana DRAFT 1"; the game says "no turn". (§B13)'


def test_a_check_of_what_nobody_saw_or_what_cannot_be() -> None:
    assert reason("set common market 1: ?", "check common market 1: ?") == ""
    assert reason("set common market 1: ?", "check common market 1: Cups 2").endswith(
        'says "common market 1: ?". (§B13)'
    )
    assert reason("check Ana hand 99 common 1 tarot") == "99 is not possible: it is from 0 to 80. (§N1)"


def test_a_digest_proves_a_replay() -> None:
    lines = ("Ana leads EARN", "Ana takes coins", "Ben passes")
    whole = digest(run(*lines).state)
    assert reason(*lines, f"check digest {whole}") == ""
    assert reason(*lines, f"check digest {whole[:8]}") == ""
    assert reason(*lines[:2], f"check digest {whole[:8]}") != ""


LINES = (
    "Ana leads ASCEND",
    "# what Ben did was not seen",
    "Ana ascends Cups 2 {camera 0.9}",
    "Ben is unseen",
    "Cai passes",
    "answer 3: Ben follows; Ben ascends Swords 2",
    "check Ben CAPTURE Swords 1 + Swords 2",
    "replace 2: Ana ascends Cups 3",
    "check Ana DRAFT Cups 1 + Cups 2",
)


def test_corrections_are_lines_and_lead_to_what_the_log_folds_to() -> None:
    last = run(*LINES[:-2])
    assert last.trouble is None
    assert last.entries == 5
    assert last.state.players[B].columns[3].level == 2
    record = read(*LINES[:-2], "undo", "learn earn_pass 1: 2", "undo 2")
    *_, now = replay(record)
    folded = refold(record.setup, record.entries)
    assert (now.state, now.skipped) == (folded.state, folded.skipped)
    assert now.state.players[B].columns[3].level == 1


def test_a_correction_that_does_not_fit_is_trouble_and_what_no_longer_fits_after_one_is_told() -> None:
    trouble = run(*LINES).trouble
    assert trouble is not None
    assert (trouble.rule, trouble.line.number) == ("B12", format_head(setup()).count("\n") + 8)
    last = run("Ana leads ASCEND", "Ana ascends Cups 2", "Ben passes", "Cai passes", "undo 1")
    assert last.trouble is None
    assert [(one.entry, one.rule) for one in last.skipped] == [(1, "C24"), (2, "C24"), (3, "C24")]
    assert last.state == opening()


def test_a_record_that_says_two_things_of_one_printed_number_is_refused() -> None:
    earn = ("Ana leads EARN", "Ana takes 5 coins", "Ben passes, takes 3")
    assert reason(*earn, "Cai passes, takes 4", numbers=KNOWN) == "The bottom of EARN 1 said 3, now 4. (§N1)"
    assert reason(*earn, "learn earn_pass 1: 3", "Cai passes, takes 4", numbers=KNOWN) != ""
    assert reason(*earn, "Cai passes, takes 3", "Ben leads EARN", "Ben takes 6 coins", numbers=KNOWN).startswith(
        "The top of EARN 1 said 5, now 6."
    )
    assert reason(*earn, "learn earn_pass 1: 4", numbers=KNOWN) == "The bottom of EARN 1 said 3, now 4. (§N1)"
    assert reason(*earn, "replace 3: Ben passes, takes 4", "learn earn_pass 1: 4", numbers=KNOWN) == ""
    assert reason(*earn, "undo 3", "learn earn_pass 1: 4", numbers=KNOWN) == ""
    assert reason("learn ascend_lead 1: 3", numbers=KNOWN) == "The top of ASCEND 1 said 2, now 3. (§N1)"
    assert reason("learn mat_5 6: 3", numbers=KNOWN) == "There is no printed number mat_5 6 of 3. (§N1)"
    assert reason("set mat 3 left 2 bought", "Ana leads EARN", "Ana takes 5 coins", numbers=KNOWN) == ""
    bought = ("set Ana coins 40", "set mat 3 left 2 bought", "Ana leads EARN", "Ana buys a token for 12")
    again = ("Ben passes", "Cai passes", "set leader Ana", "set mat 3 left 2 bought", "Ana leads EARN")
    spots = "The number of spots of the Trading Mat for 3 players said 5, now 6. (§N1)"
    assert reason("learn mat_spots 2: 5", "learn mat_spots 2: 6", numbers=KNOWN) == spots
    assert reason("set Ana hand 99 common 1 tarot") == "99 is not possible: it is from 0 to 80. (§N1)"
    said = "Price 3 on the side of the Trading Mat with 5 spots said 12, now 13. (§N1)"
    assert reason(*bought, *again, "Ana buys a token for 13", numbers=KNOWN) == said


def test_what_is_learned_holds_from_the_start() -> None:
    lines = ("Ana leads EARN", "Ana takes 5 coins", "Ben passes", "Cai passes, takes 3")
    assert run(*lines, of=setup(numbers=KNOWN)).state.players[B].coins.exact is None
    last = run(*lines, "learn earn_pass 1: 3", of=setup(numbers=KNOWN))
    assert (last.state.players[B].coins.exact, last.state.players[C].coins.exact) == (7, 7)
    assert last.state.players[A].coins.exact == 9
