"""`pitctl odds` for people and for programs, with packs of the shape that packs/ gives."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
import typer
from typer.testing import CliRunner, Result

from pitctl.cli import odds as odds_module
from pitctl.cli.group import PitctlGroup
from pitctl.cli.main import root
from pitctl.exceptions import ConfigError, PitctlError, WrongUsage
from tests.unit.odds import pay


@dataclass(frozen=True)
class Jackpot:
    odds: Mapping[str, int]
    shares: Mapping[str, Fraction]
    envy: Mapping[str, int]


@dataclass(frozen=True)
class Pack:
    name: str
    title: str
    pay_tables: Mapping[str, Mapping[str, int]]
    bonus: Mapping[str, int] | None = None
    progressive: Jackpot | None = None

    def rule_of(self, key: str) -> str:
        """As in the packs: one line may come from a reading besides."""
        if key == "bonus.odds.straight":
            return "Side Bets, L4"
        return {"pay": "10.1", "bonus": "Side Bets", "progressive": "4.2"}[key.partition(".")[0]]


PACKS = {
    pack.name: pack
    for pack in (
        Pack("charity", "Charity room", {"main": pay.CHARITY}, bonus=pay.BONUS),
        Pack("three", "Cardroom", {"A": pay.CLASSIC, "B": pay.LIRX_02}),
        Pack(
            *("sands", "Sands", {"main": pay.CLASSIC}),
            progressive=Jackpot(pay.PROGRESSIVE, pay.SHARES, pay.ENVY),
        ),
    )
}


@pytest.fixture(autouse=True)
def made_up_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_module, "load_pack", PACKS.__getitem__)
    monkeypatch.setattr(odds_module, "pack_names", lambda: list(PACKS))


def run(*arguments: str) -> Result:
    app = typer.Typer(cls=PitctlGroup)
    app.callback()(root)
    app.command()(odds_module.odds)
    return CliRunner().invoke(app, ["odds", *arguments])


def lines(*arguments: str) -> list[str]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def objects(*arguments: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines(*arguments, "--json")]


def row(told: list[str], *words: str) -> list[str]:
    """The one line that begins with these words, in words."""
    found = [line.split() for line in told if line.split()[: len(words)] == list(words)]
    assert len(found) == 1, told
    return found[0]


@pytest.mark.unix
def test_a_pack_with_a_bonus() -> None:
    told = lines("charity")
    assert told[0] == "Charity room (charity)"
    edges = " ".join(row(told, "main", "10.1"))
    assert edges == "main 10.1 4.2160 % 68483/1624350 1.2223 3.4494 %"
    assert row(told, "main", "$")[2:6] == ["100.0000", "%", "-37.5339", "%"]
    assert told[-1] == "Bonus on three cards (Side Bets, L4): edge 13.7014 %, 757/5525"


@pytest.mark.unix
def test_the_same_for_programs() -> None:
    main, bonus = objects("charity")
    assert (main["pack"], main["wager"], main["paytable"]) == ("charity", "main", "main")
    assert (main["rule"], bonus["rule"]) == ("10.1", "Side Bets, L4")
    assert (main["edge"], main["edge_percent"]) == ("68483/1624350", 4.216)
    assert main["riding"] == "330896/270725"
    assert main["rides"] == {"$": "1", "2": "8173/54145", "1": "394/5525"}
    assert main["values"] == {"$": "-1659/4420", "2": "244653/1082900", "1": "17422/162435"}
    assert (bonus["wager"], bonus["edge"], bonus["edge_percent"]) == ("bonus", "757/5525", 13.7014)


@pytest.mark.unix
def test_one_pay_table_of_several() -> None:
    assert [one["paytable"] for one in objects("three")] == ["A", "B"]
    assert [one["paytable"] for one in objects("three", "--paytable", "B")] == ["B"]
    assert row(lines("three", "--paytable", "B"), "B", "10.1")[4] == "1427/41650"


@pytest.mark.unix
def test_a_pack_with_a_jackpot() -> None:
    told = lines("sands")
    assert row(told, "returned")[1:] == ["22027/49980", "-", "19/6497400", "J", "150711.05"]
    assert row(told, "kept")[-1] == "150716.32"
    assert "185/32487, for each other player" in told[-1]
    _main, returned, kept, envied = objects("sands")
    assert (returned["stake_with_share"], kept["stake_with_share"]) == ("returned", "kept")
    assert (returned["rule"], returned["break_even_jackpot"]) == ("4.2", "2863510/19")
    assert envied == {"pack": "sands", "wager": "envy", "each_other_player": "185/32487"}


def test_derby_with_every_number_of_decks() -> None:
    told = lines("nz-derby")
    one_deck = " ".join(row(told, "1")[1:])
    assert one_deck == "17.4780 % 3.2619 % 5.4771 % 7.6923 % 3.2619 % 8.3333 % 8.3333 %"
    assert [line.split()[0] for line in told[4:12]] == [str(decks) for decks in range(1, 9)]
    found = objects("nz-derby")
    assert len(found) == 8 * 6
    assert {one["edge"] for one in found if one["wager"] in ("quinella", "trifecta")} == {"1/12"}


def test_derby_with_some_decks() -> None:
    told = lines("nz-derby", "--decks", "1")
    assert "1 deck, protested: 17.4780 % of all races" in told
    assert row(told, "Spades") == ["Spades", "7.6923", "%", "1/13"]
    assert "2 decks, protested: " in "\n".join(lines("nz-derby", "--decks", "2"))
    spades = [one for one in objects("nz-derby", "--decks", "1") if one["areas"] == ["S"]]
    assert [(one["decks"], one["wager"], one["edge"]) for one in spades] == [(1, "suit", "1/13")]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("nowhere",), ConfigError, "known packs: charity, three, sands, nz-derby"),
        (("nz-derby", "--decks", "9"), WrongUsage, "decks"),
        (("nz-derby", "--paytable", "A"), WrongUsage, "no pay tables to choose from"),
        (("three", "--paytable", "C"), WrongUsage, "no pay table 'C'; it has: A, B"),
        (("three", "--decks", "1"), WrongUsage, "--decks is for nz-derby"),
    ],
)
def test_what_cannot_be_asked(
    arguments: tuple[str, ...], error: type[PitctlError], words: str
) -> None:
    """One sentence, what to try, and nothing before it."""
    result = run(*arguments)
    assert result.exit_code == error.exit_code and result.stdout == ""
    first, last = result.stderr.splitlines()
    assert words in first and last.startswith("Try: ")
    told = json.loads(run(*arguments, "--json").stderr)["error"]
    assert told["kind"] == error.__name__ and words in told["message"]
