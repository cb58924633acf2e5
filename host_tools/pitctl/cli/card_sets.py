"""`pitctl cards`: make a set of serial-numbered cards, list its codes for the printer, check its file."""

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from pitctl.card_sets import MAX_SERIAL, SETS_DIR, CardSet, load_set, make_set, write_set
from pitctl.cli.session import JsonOption, session_of
from pitctl.exceptions import WrongUsage
from pitctl.firmware import cards as faces

cards = typer.Typer(
    name="cards",
    help="Make, list and check sets of numbered cards.",
    rich_markup_mode=None,
)

_COLUMNS = ["number", "card", "code"]

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A set file, as in sets/.")]


@cards.command()
def make(
    context: typer.Context,
    serial: Annotated[
        int, typer.Option(min=1, max=MAX_SERIAL, help="The set's number, never used before.")
    ],
    decks: Annotated[int, typer.Option(min=1, max=8, help="Decks of 52 cards in the set.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The new file; without it, sets/SERIAL.toml."),
    ] = None,
    in_order: Annotated[
        bool,
        typer.Option("--in-order", help="Number the cards as new decks lie: numbers tell faces."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a new set file with a random map."""
    session = session_of(context)
    session.use(as_json=as_json)
    path = out or SETS_DIR / f"{serial:06d}.toml"
    made = make_set(serial, decks, in_order=in_order)
    write_set(made, path)
    if session.json:
        session.emit({"file": str(path), **_summary(made)})
        return
    session.say(f"{path}: {_words(made)}.")
    session.say("Keep it as safe as the cards: it tells each card's face from its number.")


@cards.command()
def codes(
    context: typer.Context,
    file: FileArgument,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Comma-separated, for the card printer.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List every card of a set: its number, its face and the code to print on it."""
    session = session_of(context)
    session.use(as_json=as_json)
    if as_csv and session.json:
        raise WrongUsage("--csv and --json do not go together", try_this="leave one of them out")
    card_set = load_set(file)
    rows = [
        (str(number), faces.code(face), code)
        for number, (face, code) in enumerate(
            zip(card_set.faces, card_set.codes, strict=True), start=1
        )
    ]
    if session.json:
        for number, card, code in rows:
            session.emit({"number": int(number), "card": card, "code": code})
    elif as_csv:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([_COLUMNS, *rows])
        typer.echo(text.getvalue(), nl=False)
    else:
        session.say_columns([_COLUMNS, *rows])


@cards.command("check")
def check_file(context: typer.Context, file: FileArgument, as_json: JsonOption = False) -> None:
    """Read a set file and say what it holds, or what is wrong with it."""
    session = session_of(context)
    session.use(as_json=as_json)
    card_set = load_set(file)
    if session.json:
        session.emit({"file": str(file), **_summary(card_set)})
    else:
        session.say(f"{file}: {_words(card_set)}, each face {_times(card_set.decks)}.")


def _summary(card_set: CardSet) -> dict[str, int]:
    return {"serial": card_set.serial, "decks": card_set.decks, "cards": len(card_set.faces)}


def _words(card_set: CardSet) -> str:
    decks = "1 deck" if card_set.decks == 1 else f"{card_set.decks} decks"
    return f"set {card_set.serial:06d}, {decks}, {len(card_set.faces)} cards"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
