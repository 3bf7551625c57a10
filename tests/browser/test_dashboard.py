"""The page in a real Chromium, served by the real server, in front of a table that lives in memory."""

import dataclasses
import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from assistant.app import create_app
from assistant.serving import Dashboard, listen
from assistant.settings import Settings
from assistant.snapshot import Snapshot
from tests.assistant.sample_board import DEMO, DISPUTE, FIVE, PLAYING, QUESTION, THREE, WAITING, SampleBoard

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
EXPECTED = ("ERR_CONNECTION", "ERR_INCOMPLETE", "status of 422")
"""What Chromium itself notes on its console where a test ends the server or gives a refused command."""

ASKED = dataclasses.replace(PLAYING, view={**THREE, "questions": [QUESTION], "disputes": [DISPUTE]})

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        yield browser
        browser.close()


class Served:
    """A board on a real server, and a way to end the server early."""

    def __init__(self, board: SampleBoard) -> None:
        self.board = board
        self.listener = listen(0)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        started = threading.Event()
        settings = Settings(pulse_s=0.2, slow_s=0.5, lost_s=1.5)
        self.server = Dashboard(create_app(board, settings), started.set)
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[self.listener]))
        self.thread.start()
        assert started.wait(10)

    def end(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()


Open = Callable[..., tuple[Page, Served]]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    served: list[Served] = []
    troubles: list[str] = []
    pages: list[Page] = []

    def open_page(snapshot: Snapshot = PLAYING, *, width: int = 1440, **options: Any) -> tuple[Page, Served]:
        served.append(Served(SampleBoard(snapshot, picture=None)))
        page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        page.set_default_timeout(5000)
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: troubles.append(request.url) if not mine(request.url) else None)
        pages.append(page)
        page.goto(served[-1].address)
        expect(page.locator("[data-caption]")).not_to_be_empty()  # the first pulse has arrived
        return page, served[-1]

    def mine(url: str) -> bool:
        return any(url.startswith(each.address) for each in served)

    yield open_page
    for page in pages:
        page.close()
    for each in served:
        each.end()
    assert [trouble for trouble in troubles if not any(word in trouble for word in EXPECTED)] == []


def test_a_game_can_be_read_off_the_page(opened: Open) -> None:
    page, _ = opened()
    expect(page.get_by_role("heading", name="DRAFT 4")).to_be_visible()
    expect(page.locator(".foes")).to_contain_text("pays Ana 3")
    expect(page.locator("#fate")).to_contain_text("4, one above Ben")
    expect(page.locator("#seats")).to_contain_text("3–5")
    expect(page.locator("#market")).to_contain_text("Wheel of Fortune")
    expect(page.locator("#log")).to_contain_text("by hand")
    expect(page.locator("[data-age]")).to_have_text("Picture 0.4 s ago")


def test_what_changes_at_the_table_arrives_by_itself(opened: Open) -> None:
    page, served = opened()
    page.evaluate("window.stayed = true")
    served.board.view(leader="B", led={"suit": "CAPTURE", "level": 2}, follow={"A": {"cost": 0, "can_pay": True}})
    expect(page.get_by_role("heading", name="CAPTURE 2")).to_be_visible()
    expect(page.locator(".foe.free")).to_contain_text("Ana")
    assert page.evaluate("window.stayed") is True


def test_a_question_is_answered_with_one_tap(opened: Open) -> None:
    page, served = opened(ASKED, width=390, has_touch=True)
    page.get_by_role("button", name="Passed").tap()
    expect(page.locator(".question")).to_have_count(0)
    assert served.board.now.view is not None
    assert served.board.now.view["questions"] == []


def test_a_dispute_shows_both_sides_and_its_ruling(opened: Open) -> None:
    page, served = opened(ASKED)
    dispute = page.locator(".dispute")
    expect(dispute).to_contain_text(DISPUTE["seen"])
    expect(dispute).to_contain_text(DISPUTE["expected"])
    expect(dispute.get_by_role("link", name="§A1")).to_have_attribute("href", "/rules#A1")
    dispute.get_by_role("button").click()
    expect(dispute).to_have_count(0)
    assert served.board.now.revision == 18


def test_an_act_is_entered_and_undone_with_one_tap_each(opened: Open) -> None:
    page, _ = opened()
    page.get_by_role("group", name="Ben follows or passes").get_by_role("button", name="passes, takes 3").click()
    first = page.locator(".acts li").first
    expect(first).to_contain_text("Ben passes, takes 3")
    expect(first).to_contain_text("by hand")
    page.get_by_role("button", name="Undo Ben passes, takes 3").click()
    expect(first).to_contain_text("Fate token of DRAFT stays with Ana")


def test_coins_and_hands_are_set_without_losing_what_is_typed(opened: Open) -> None:
    page, served = opened()
    page.get_by_text("Set coins or cards in hand, or write an act").click()
    form = page.locator("form[data-api='/api/coins']")
    form.get_by_label("Player").select_option("B")
    form.get_by_label("Coins").fill("4")
    served.board.view(leader="B", led=None)
    expect(page.locator("#lead").get_by_role("heading", name="Ben leads next")).to_be_visible()
    expect(form.get_by_label("Coins")).to_have_value("4")
    form.get_by_role("button").click()
    expect(page.locator(".row.seat-B .coins")).to_have_text("Coins 4")
    hand = page.locator("form[data-api='/api/hands']")
    hand.get_by_label("Player").select_option("B")
    hand.get_by_label("Common").fill("7")
    hand.get_by_label("Tarot").fill("0")
    hand.get_by_role("button").click()
    expect(page.locator(".row.seat-B .hand")).to_contain_text("7 Common")


def test_what_the_rules_refuse_is_said_with_its_ruling(opened: Open) -> None:
    page, served = opened()
    served.board.refused.add("Ben passes, takes 3")
    page.get_by_role("button", name="passes, takes 3").click()
    toast = page.locator("#toast")
    expect(toast).to_contain_text("nobody follows it")
    expect(toast.get_by_role("link")).to_have_attribute("href", "/rules#B4")
    page.wait_for_timeout(50)


def test_a_lost_connection_is_shown_and_mended(opened: Open) -> None:
    page, served = opened()
    port = served.listener.getsockname()[1]
    served.end()
    expect(page.get_by_role("alert")).to_contain_text("No connection to Fatekeeper")
    served.listener = listen(port)
    started = threading.Event()
    served.board.view(leader="B", led=None)
    served.server = Dashboard(create_app(served.board, Settings(pulse_s=0.2)), started.set)
    served.thread = threading.Thread(target=lambda: served.server.run(sockets=[served.listener]))
    served.thread.start()
    expect(page.locator("#lead").get_by_role("heading", name="Ben leads next")).to_be_visible(timeout=10_000)
    expect(page.locator("#offline")).to_be_hidden()


def test_an_old_picture_turns_amber_then_red(opened: Open) -> None:
    page, served = opened(dataclasses.replace(PLAYING, camera=dataclasses.replace(PLAYING.camera, age_s=0.1)))
    pill = page.locator("[data-age]")
    expect(pill).to_have_attribute("data-tone", "live")
    for age, tone, words in ((0.9, "slow", "old"), (5.0, "lost", "No picture for")):
        served.board.now = dataclasses.replace(
            served.board.now, camera=dataclasses.replace(served.board.now.camera, age_s=age)
        )
        expect(pill).to_have_attribute("data-tone", tone)
        expect(pill).to_contain_text(words)


def test_before_a_game_the_page_says_what_to_do(opened: Open) -> None:
    page, served = opened(WAITING)
    expect(page.get_by_role("heading", name="not a whole one")).to_be_visible()
    expect(page.locator("#lead")).to_contain_text("four Starters")
    expect(page.locator("#seats")).to_be_hidden()
    served.board.become(phase="playing", view=THREE)
    expect(page.locator("#seats")).to_be_visible()


def test_the_demonstration_says_so_and_can_be_paused_and_stepped(opened: Open) -> None:
    page, served = opened(dataclasses.replace(PLAYING, demo=DEMO))
    expect(page.get_by_text("Demonstration with invented numbers.")).to_be_visible()
    expect(page.get_by_role("button", name="Step")).to_be_disabled()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Step").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.wait_for_timeout(100)
    assert served.board.steps == 1


@pytest.mark.parametrize("width", [390, 768, 1440])
@pytest.mark.parametrize("view", [THREE, FIVE], ids=["three", "five"])
def test_nothing_runs_off_the_side(opened: Open, width: int, view: dict[str, Any]) -> None:
    asked = dataclasses.replace(PLAYING, view={**view, "questions": [QUESTION], "disputes": [DISPUTE]}, demo=DEMO)
    page, _ = opened(asked, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.evaluate(
        """() => [...document.querySelectorAll("main *, header *, footer *")].filter(each => {
            const box = each.getBoundingClientRect();
            return box.width > 1 && !each.closest(".visually-hidden, .label") && box.right > innerWidth + 1;
        }).map(each => each.className || each.tagName)"""
    )
    assert cut == []


def test_the_keyboard_reaches_every_button_and_keeps_its_place(opened: Open) -> None:
    page, _ = opened(ASKED)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the game")).to_be_focused()
    page.get_by_role("button", name="follows, pays Ana 1").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="passes, takes 3")).to_be_focused()


CONTRAST = """() => {
  const linear = (v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const shine = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const colour = (text) => text.match(/[\\d.]+/g).map(Number);
  const under = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
  };
  const weak = [];
  for (const each of document.querySelectorAll("body *")) {
    const words = [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!words || !each.offsetParent || each.matches(":disabled, .visually-hidden")) continue;
    const [a, b] = [shine(colour(getComputedStyle(each).color)), shine(under(each))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) weak.push([each.className || each.tagName, each.textContent.trim().slice(0, 20), ratio]);
  }
  return weak;
}"""
"""Words whose contrast with their ground is below WCAG 2.2 AA for small text (1.4.3)."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_word_stands_out_from_its_ground(opened: Open, scheme: str) -> None:
    asked = dataclasses.replace(PLAYING, view={**FIVE, "questions": [QUESTION], "disputes": [DISPUTE]}, demo=DEMO)
    page, _ = opened(asked, color_scheme=scheme)
    assert page.evaluate(CONTRAST) == []
