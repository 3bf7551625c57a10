"""The command line: `fatekeeper COMMAND`. A command says in one sentence what is wrong, and exits with 0, 1 or 2."""

import errno
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer


def _path(text: str) -> Path:
    """Take a path of the command line; an empty one, as of a variable that is not set, would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("the path is empty; give the name of a file or folder.")
    return Path(text)


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

AsJson = Annotated[bool, typer.Option("--json", help="JSON lines on standard output, words on standard error.")]
Profile = Annotated[
    str | None,
    typer.Option(help="The printed numbers to use: a TOML file, the name of an imported one, known or house."),
]
Names = Annotated[
    str,
    typer.Option(
        "--seats", help='Names clockwise, from the tableau nearest to the lower edge of the picture: "Ana,Ben,Cai"'
    ),
]
First = Annotated[str | None, typer.Option(help="Who leads first (A, B, .. or a name), if the ball does not show it.")]
Transcended = Annotated[
    str | None,
    typer.Option(help='The levels whose Tarot comes from the Transcended deck: all, or "1,5,14"; else none does.'),
]
House = Annotated[
    str | None,
    typer.Option(help='Rulings that this table plays the other way, by number: "B14,C4". The page lists them.'),
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Port of the dashboard on this machine; 0: any.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the dashboard in the browser.")]


@app.callback(invoke_without_command=True)
def fatekeeper(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Say the version and end.")] = False,
) -> None:
    """Watch a real table of Soothsayers: who holds each Fate token and why, and what it costs to follow."""
    if version:
        from assistant.version import VERSION

        typer.echo(f"fatekeeper {VERSION}")
        raise typer.Exit


@app.command()
def demo(
    seed: Annotated[int, typer.Option(min=0, help="Which game is played.")] = 7,
    port: Port = None,
    no_browser: NoBrowser = False,
    profile: Profile = None,
) -> None:
    """See the whole thing without hardware: a simulated game in front of a simulated camera."""
    from assistant.commands.serve import demo as run

    raise typer.Exit(run(seed, port, not no_browser, profile))


@app.command()
def serve(
    camera: Annotated[str, typer.Option(help="Name or number of a camera, a URL, a video file or a folder.")] = "0",
    seats: Names = "Ana,Ben,Cai",
    first: First = None,
    port: Port = None,
    no_browser: NoBrowser = False,
    profile: Profile = None,
    journal: Annotated[
        Path | None, typer.Option(parser=_path, metavar="PATH", help="Go on with, or begin, the game in this file.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game rather than go on with the last one.")] = False,
    transcended: Transcended = None,
    house: House = None,
) -> None:
    """Watch the table through a camera and show the game on the dashboard."""
    from assistant.commands.serve import serve as run

    raise typer.Exit(run(camera, seats, first, port, not no_browser, profile, journal, new, transcended, house))


@app.command()
def read(
    images: Annotated[list[Path], typer.Argument(parser=_path, metavar="IMAGE", help="Pictures of cards on a table.")],
    as_json: AsJson = False,
    overlay: Annotated[
        Path | None,
        typer.Option(parser=_path, metavar="PATH", help="A folder for the pictures with the reading drawn over."),
    ] = None,
) -> None:
    """Read card faces, tokens and the ball in pictures; knows no game."""
    from assistant.commands.read import read as run

    raise typer.Exit(run(images, as_json, overlay))


@app.command()
def watch(
    source: Annotated[
        str, typer.Argument(help="A folder of pictures, a video file, a camera's number or name, a URL.")
    ],
    seats: Names,
    first: First = None,
    as_json: AsJson = False,
    journal: Annotated[
        Path | None,
        typer.Option(parser=_path, metavar="PATH", help="The file to log to; else one in your data folder."),
    ] = None,
    profile: Profile = None,
    transcended: Transcended = None,
    house: House = None,
) -> None:
    """Follow a game through a folder of pictures, a video or a camera, without a browser."""
    from assistant.commands.watch import watch as run

    raise typer.Exit(run(source, seats, first, as_json, journal, profile, transcended, house))


@app.command()
def replay(
    game: Annotated[Path, typer.Argument(parser=_path, metavar="PATH", help="A record (.sooth).")],
    as_json: AsJson = False,
    to: Annotated[int | None, typer.Option(help="Stop after this many acts.")] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Say also what everybody could do next, and the odds.")
    ] = False,
) -> None:
    """Run a record through the rules and show what the table knows after it."""
    from assistant.commands.rules import replay as run

    raise typer.Exit(run(game, as_json, to, advice))


@app.command()
def simulate(
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    seats: Annotated[int, typer.Option(help="How many players, 2 to 5, the bot among them.")] = 3,
    seed: Annotated[int, typer.Option(help="Which games.")] = 0,
    players: Annotated[
        str, typer.Option(help="random, greedy, or one for each seat in turn: greedy,random")
    ] = "greedy",
    bot: Annotated[bool, typer.Option("--bot", help="The solo bot sits in seat A.")] = False,
    bot_way: Annotated[
        list[str] | None,
        typer.Option(help="How the bot plays otherwise: snake, hand, trades, powers or pays. May be given repeatedly."),
    ] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Only what the games come to, no line for each.")] = False,
    deck: Annotated[
        str, typer.Option(help="Which Tarot are in the box: standard, transcended, or mixed, one card of each level.")
    ] = "standard",
    as_json: AsJson = False,
) -> None:
    """Play games between simple players, a line each, and check that everything adds up after every act."""
    from assistant.commands.simulate import simulate as run

    kinds = [name.strip() for name in players.split(",")]
    raise typer.Exit(run(games, seats, seed, as_json, kinds, bot, bot_way or (), summary, deck))


@app.command()
def profile(
    action: Annotated[str, typer.Argument(help="check, import or export.")],
    what: Annotated[str, typer.Argument(help="A TOML file, the name of a profile, or (for export) a record.")],
    to: Annotated[
        Path | None, typer.Option(parser=_path, metavar="PATH", help="The new file that export writes; else it prints.")
    ] = None,
) -> None:
    """Check the printed numbers of a copy of the game, keep them under their name, or write them out."""
    from assistant.commands.profile import profile as run

    raise typer.Exit(run(action, what, to))


@app.command()
def bench(
    what: Annotated[str, typer.Argument(help="What to measure: engine.")] = "engine",
    seed: Annotated[int, typer.Option(min=0, help="Which games.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast this machine runs the rules, beside python-chess."""
    from assistant.commands.bench import bench as run

    raise typer.Exit(run(what, seed, as_json))


@app.command()
def draw(
    folder: Annotated[Path, typer.Argument(parser=_path, metavar="PATH", help="A new or empty folder.")],
    seats: Annotated[int, typer.Option(help="How many players, 2 to 5.")] = 3,
    seed: Annotated[int, typer.Option(help="Which game, table and printing.")] = 0,
    stills: Annotated[int, typer.Option(help="How many pictures.")] = 16,
    arms: Annotated[int, typer.Option(help="In how many of them an arm is in the way.")] = 0,
) -> None:
    """Draw the opening of a simulated game as photo-like pictures, with their truth."""
    from assistant.commands.draw import draw as run

    raise typer.Exit(run(folder, seats, seed, stills, arms))


@app.command()
def cameras(as_json: AsJson = False) -> None:
    """List the cameras of this machine."""
    from assistant.commands.cameras import cameras as run

    raise typer.Exit(run(as_json))


def main() -> None:
    """Run the command line."""
    # Without a terminal, as where somebody closed them, there is nobody to tell; and no name is too odd to be said.
    if not (sys.stdout and sys.stderr):
        nowhere = Path(os.devnull).open("w")  # noqa: SIM115
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF):
            raise
        # What was still to be printed cannot be, at the end of the program either.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            sys.stderr.write(f"The output cannot be written ({error.strerror}); make room, or write it elsewhere.\n")
        raise SystemExit(1) from None
