"""The standings as a table on standard output, for `replay` and `watch`."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from assistant.phrases import SUITS, face, listed, span

_WIDTH = 110


def print_standings(view: Mapping[str, Any], winners: Sequence[str] = ()) -> None:
    """Print who holds what and what following costs, of a view; `winners` by name where the game is over."""
    console = Console(width=_WIDTH)
    table = Table(title=escape(_title(view, winners)))
    for heading in ("", "Fate", "Coins", "Hand", *SUITS):
        table.add_column(heading)
    for seat in view["seats"]:
        common, tarot = (span(seat["hand"][kind], seat["hand_range"][kind]) for kind in ("common", "tarot"))
        table.add_row(
            escape(seat["name"]),
            f"{span(seat['fate'], seat['fate_range'])} of {view['threshold']}",
            span(seat["coins"], seat["coins_range"]),
            f"{common} + {tarot}",
            *(_column(view, seat, suit) for suit in SUITS),
        )
    console.print(table)
    console.print("* with the Fate token. Hand: Common + Tarot cards.", style="dim", highlight=False)
    if view["led"] is not None and not winners:
        for line in _costs(view):
            console.print(line, highlight=False, markup=False)


def _title(view: Mapping[str, Any], winners: Sequence[str]) -> str:
    after = f"After {view['act']} acts"
    if winners:
        return f"{after}: {listed(list(winners))} won"
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    leader = names.get(view["leader"], "somebody")
    led = view["led"]
    return f"{after}: {leader} " + (f"leads {led['suit'] or '?'} {led['level'] or '?'}" if led else "leads next")


def _column(view: Mapping[str, Any], seat: Mapping[str, Any], suit: str) -> str:
    level, tarot = seat["levels"][suit], seat["tarot"][suit]
    common = "*" if view["fate_on"]["common"][suit] == seat["seat"] else ""
    shown = f"{'?' if level is None else level}{common}"
    if tarot is None:
        return shown
    above = "*" if view["fate_on"]["tarot"][suit] == seat["seat"] else ""
    return f"{shown}, {face(tarot, {}).name}{above}"


def _costs(view: Mapping[str, Any]) -> list[str]:
    """Say what each foe who has not answered pays."""
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    lines = []
    for seat, fee in view["follow"].items():
        if seat in view["must_pass"]:
            continue
        cost, leader = fee["cost"], names[view["leader"]]
        pays = "may follow for free" if cost == 0 else f"may follow for {'?' if cost is None else cost} to {leader}"
        lines.append(f"Still to answer: {names[seat]} {pays}{'' if fee['can_pay'] else ', if the coins allow'}.")
    return lines + [f"Still to answer: {names[seat]} must pass." for seat in view["must_pass"]]
