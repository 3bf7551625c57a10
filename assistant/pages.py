"""The page: turns a snapshot into rows of plain values, and those into pieces of HTML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from assistant.phrases import (
    SUITS,
    Face,
    common_lead,
    common_takes,
    face,
    in_words,
    span,
    tarot_lead,
    tarot_takes,
    unheld_common,
)
from assistant.rulings import rulings
from assistant.settings import Settings
from assistant.snapshot import Barred, Contested, HandEntry, LoggedAct, Snapshot, View

site = APIRouter()

PARTS = ("banner", "lead", "alerts", "seats", "fate", "market", "undo", "entries", "counts", "camera", "log", "foot")
"""The pieces of the page that change on their own, each with a template of that name."""


@dataclass(frozen=True, slots=True)
class Foe:
    """What a foe of the leader may do: `kind` is free, pays, maybe, must-pass or answered."""

    seat: str
    name: str
    kind: str
    words: str
    note: str = ""
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a tableau, with the Fate tokens that lie on it."""

    suit: str
    symbol: str
    level: int | None
    token: bool
    tarot: Face | None
    tarot_token: bool
    turned: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player: how far from winning, what they have, and their tableau."""

    seat: str
    name: str
    leads: bool
    won: bool
    fate: str
    pips: tuple[bool, ...]
    note: str
    coins: str
    coins_sure: bool
    common: str
    tarot: str
    hand_sure: bool
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class FateLine:
    """Who holds one Fate token and by what lead; `seat` is None where nobody does."""

    kind: str
    seat: str | None
    name: str
    words: str
    takes: str
    rule: str | None


@dataclass(frozen=True, slots=True)
class FateSuit:
    """The two Fate tokens of one suit."""

    suit: str
    symbol: str
    lines: tuple[FateLine, FateLine]


class Pages:
    """Renders the dashboard with one set of settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._drawn: tuple[Snapshot, dict[str, str]] | None = None
        self.environment = Environment(
            loader=PackageLoader("assistant"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def parts(self, snapshot: Snapshot) -> dict[str, str]:
        """Render each piece of the page on its own, by the names of `PARTS`."""
        if self._drawn is not None and self._drawn[0] == snapshot:
            return self._drawn[1]
        values = page_values(snapshot, self.settings.acts_shown)
        parts = {part: self.environment.get_template(f"parts/{part}.html").render(values) for part in PARTS}
        self._drawn = (snapshot, parts)
        return parts

    def page(self, snapshot: Snapshot) -> str:
        """Render the whole page."""
        parts = {name: Markup(html) for name, html in self.parts(snapshot).items()}
        template = self.environment.get_template("page.html")
        return template.render(parts=parts, snapshot=snapshot, settings=self.settings)

    def log(self, acts: Sequence[LoggedAct]) -> str:
        """Render every act of a game, the last one first as on the page."""
        return self.environment.get_template("log.html").render(acts=acts[::-1])

    def rules(self) -> str:
        """Render the rulings, each with an anchor of its number."""
        return self.environment.get_template("rules.html").render(rulings=Markup(rulings()))


@site.get("/", response_class=HTMLResponse)
async def page(request: Request) -> str:
    """The dashboard."""
    pages: Pages = request.app.state.pages
    return pages.page(request.app.state.board.snapshot())


@site.get("/rules", response_class=HTMLResponse)
async def rules(request: Request) -> str:
    """The rulings that the page cites."""
    pages: Pages = request.app.state.pages
    return pages.rules()


@site.get("/log", response_class=HTMLResponse)
async def log(request: Request) -> str:
    """Every act of the game."""
    pages: Pages = request.app.state.pages
    return pages.log(request.app.state.board.log())


def page_values(snapshot: Snapshot, acts_shown: int) -> dict[str, Any]:
    """Work out everything the templates show."""
    shown = snapshot.acts[::-1][:acts_shown]
    values: dict[str, Any] = {
        "snapshot": snapshot,
        "view": snapshot.view,
        "acts": shown,
        "earlier": shown[-1].number - 1 if shown else 0,
        "groups": grouped(snapshot.entries),
        "over": snapshot.phase == "over",
    }
    if snapshot.view is not None:
        actions = dict(snapshot.suits)
        symbols = {action: suit for suit, action in actions.items()}
        names = names_of(snapshot.view)
        values |= {
            "names": names,
            "foes": foes(snapshot.view, answers(snapshot.acts, names), snapshot.barred),
            "winners": [names[seat] for seat in winners(snapshot.view)],
            "rows": seat_rows(snapshot.view, actions),
            "fate": [
                fate_suit(snapshot.view, suit, symbols.get(suit, "unknown"), snapshot.contested) for suit in SUITS
            ],
            "symbols": symbols,
            "market": {
                kind: [None if label is None else face(label, actions) for label in snapshot.view["market"][kind]]
                for kind in ("tarot", "common")
            },
        }
    return values


def grouped(entries: tuple[HandEntry, ...]) -> dict[str, dict[str, list[HandEntry]]]:
    """Gather entries under their headings, and there by the card that is chosen first, as they come."""
    groups: dict[str, dict[str, list[HandEntry]]] = {}
    for entry in entries:
        groups.setdefault(entry.group, {}).setdefault(entry.of, []).append(entry)
    return groups


def names_of(view: View) -> dict[str, str]:
    """Give the players' names by seat."""
    return {seat["seat"]: seat["name"] for seat in view["seats"]}


def winners(view: View) -> list[str]:
    """Give the seats that have won: none, one, or several who share (§C5)."""
    won = view["winner"]
    if won is None:
        return []
    return [won] if isinstance(won, str) else list(won)


def answers(acts: Sequence[LoggedAct], names: Mapping[str, str]) -> dict[str, str]:
    """Say of each seat how it answered the last lead, as the log has it without the name."""
    found: dict[str, str] = {}
    for act in acts:
        if act.kind == "lead":
            found.clear()
        elif act.kind == "answer" and act.seat is not None:
            found[act.seat] = act.text.removeprefix(f"{names[act.seat]} ") if act.sure else ""
    return found


def foes(view: View, answered: Mapping[str, str], barred: Sequence[Barred] = ()) -> list[Foe]:
    """Say of every foe of the present lead what they may still do, in the order they act (§C24).

    `answered`: how those who did have answered; `barred`: why some cannot follow.
    """
    if view["led"] is None or view["leader"] is None:
        return []
    order = [seat["seat"] for seat in view["seats"]]
    start = order.index(view["leader"])
    why = {one.seat: one for one in barred}
    return [foe(view, seat, answered.get(seat, ""), why.get(seat)) for seat in order[start + 1 :] + order[:start]]


def foe(view: View, seat: str, answered: str, barred: Barred | None = None) -> Foe:
    """Say what one foe may still do, or did."""
    names = names_of(view)
    if seat in view["must_pass"]:
        note, rule = ("", None) if barred is None else (barred.reason.partition(": ")[2].rstrip("."), barred.rule)
        if earn_led(view):
            note, rule = "nobody follows EARN", "B4"
        return Foe(seat, names[seat], "must-pass", "must pass", note, rule)
    if seat not in view["follow"]:
        if view["questions"] and not answered:
            return Foe(seat, names[seat], "maybe", "not certain", "the answer to the question tells")
        return Foe(seat, names[seat], "answered", "answered", answered)
    cost, can_pay = view["follow"][seat]["cost"], view["follow"][seat]["can_pay"]
    if cost == 0:
        return Foe(seat, names[seat], "free", "free")
    words = f"pays {names[view['leader']]} {'?' if cost is None else cost}"
    if can_pay:
        return Foe(seat, names[seat], "pays", words)
    return Foe(seat, names[seat], "maybe", words, "too few coins" if can_pay is False else "if coins allow")


def earn_led(view: View) -> bool:
    """Say whether EARN is led, which nobody follows (§B4)."""
    return bool(view["led"]["suit"] == "EARN")


def seat_rows(view: View, actions: Mapping[str, str]) -> list[SeatRow]:
    """Describe every player, A first."""
    symbols = {action: suit for suit, action in actions.items()}
    won = winners(view)
    rows = []
    for seat in view["seats"]:
        name, fate, threshold = seat["seat"], seat["fate"], view["threshold"]
        least = seat["fate_range"][0]
        columns = tuple(
            Column(
                suit,
                symbols.get(suit, "unknown"),
                seat["levels"][suit],
                view["fate_on"]["common"][suit] == name,
                None if seat["tarot"][suit] is None else face(seat["tarot"][suit], actions),
                view["fate_on"]["tarot"][suit] == name,
                suit in seat["turned"],
            )
            for suit in SUITS
        )
        coins = span(seat["coins"], seat["coins_range"])
        hand = seat["hand"]
        rows.append(
            SeatRow(
                seat=name,
                name=seat["name"],
                leads=not won and view["leader"] == name,
                won=name in won,
                fate=span(fate, seat["fate_range"]),
                pips=tuple(spot < least for spot in range(max(threshold, least))),
                note=race_note(seat, threshold, name in won),
                coins=coins,
                coins_sure=seat["coins"] is not None,
                common=span(hand["common"], seat["hand_range"]["common"]),
                tarot=span(hand["tarot"], seat["hand_range"]["tarot"]),
                hand_sure=seat["hand_sure"],
                columns=columns,
            )
        )
    return rows


def race_note(seat: Mapping[str, Any], threshold: int, won: bool) -> str:
    """Say how close a player is to winning."""
    fate, side = seat["fate"], seat["side"]
    notes = []
    if won:
        notes.append("has won")
    elif fate is None:
        notes.append("may have won" if seat["fate_range"][1] >= threshold else "not certain")
    elif fate + 1 == threshold:
        notes.append("one more wins")
    if side:
        notes.append(f"{in_words(side)} beside the tableau")
    elif side is None:
        notes.append(f"{span(None, seat['side_range'])} beside the tableau")
    return ", ".join(notes)


def fate_suit(view: View, suit: str, symbol: str, contested: Sequence[Contested] = ()) -> FateSuit:
    """Say who holds the Common and the Tarot token of a suit, and by what lead over whom, or who may."""
    names = names_of(view)
    may_hold = {one.kind: one.may_hold for one in contested if one.suit == suit}
    levels = {seat["seat"]: seat["levels"][suit] for seat in view["seats"]}
    tarot = {seat["seat"]: int(seat["tarot"][suit][-2:]) for seat in view["seats"] if seat["tarot"][suit] is not None}
    holder = view["fate_on"]["common"][suit]
    if "common" in may_hold:
        common = FateLine("Common", None, either(may_hold["common"], names), "not certain", "", None)
    elif holder is None:
        words, rule = unheld_common(levels, names)
        common = FateLine("Common", None, "nobody" if words != "not certain" else "?", words, "", rule)
    else:
        takes, rule = common_takes(levels[holder])
        lead = common_lead(holder, levels, names)
        common = FateLine("Common", holder, names[holder], lead, takes, "A1" if "level with" in lead else rule)
    keeper = view["fate_on"]["tarot"][suit]
    if "tarot" in may_hold:
        above = FateLine("Tarot", None, either(may_hold["tarot"], names), "not certain", "", None)
    elif keeper is None:
        above = FateLine(
            "Tarot", None, "?" if tarot else "nobody", "not certain" if tarot else "no Tarot seen", "", None
        )
    else:
        takes = tarot_takes(tarot.get(keeper))
        above = FateLine("Tarot", keeper, names[keeper], tarot_lead(keeper, tarot, names), takes, None)
    return FateSuit(suit, symbol, (common, above))


def either(seats: Sequence[str | None], names: Mapping[str, str]) -> str:
    """Name those who may hold a token: "Ana or Ben"."""
    return " or ".join("nobody" if seat is None else names[seat] for seat in seats)
