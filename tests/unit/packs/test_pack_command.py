"""`pitctl pack list`, `show` and `check`."""

import json
from pathlib import Path

import pytest

from pitctl import exceptions
from pitctl.cli import pack as pack_command
from pitctl.packs import full_name, pack_names
from tests.unit.packs.pack_rig import fifth, line_of, pack_of
from tests.unit.pitctl.cli_rig import assert_fails, run


def test_list() -> None:
    lines = run("pack", "list").stdout.splitlines()
    assert lines[0].split() == ["pack", "title", "document"]
    names = [line.split()[0] for line in lines[1:]]
    assert names == pack_names(), "those of the four documents (test_pack_values.py), and any that a house has added"
    told = [json.loads(line) for line in run("pack", "list", "--json").stdout.splitlines()]
    assert [item["pack"] for item in told] == names
    tables = {item["pack"]: item["pay_tables"] for item in told}
    assert tables["california-let-it-ride"] == ["LIRX-01", "LIRX-02", "LIRX-03"]


@pytest.mark.rule("002 Payout Odds para 1")
def test_show_tells_each_value_with_its_rule() -> None:
    text = run("pack", "show", "charity-let-it-ride").stdout
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "equal yes Wagers 4 three equal wagers on 1, 2 and $" in rows
    assert any(row.startswith("opening first player saw; washed Opening 2, 3 steps") for row in rows)
    assert "cut none Shuffle para 2 sources whose cards are cut" in rows
    assert "royal flush 200 to 1 Odds table" in rows and " for 1" not in text
    assert "what when then rule" in rows
    assert "card drawn in error during the deal use it as the next card Irregularities 2" in rows
    shown = run("pack", "show", "mbs-let-it-ride").stdout
    assert "10% of the jackpot" in shown


def test_show_for_programs_has_all_of_it() -> None:
    data = json.loads(run("pack", "show", "mbs-let-it-ride", "--json").stdout)
    pack = pack_of("003")
    assert data["values"]["wagers.equal"] == {"is": True, "rule": "1.1.1, 3.4"}
    assert len(data["values"]) == len(pack.entries)
    assert data["irregularities"][0] == {
        "what": "foreign card", "when": ["during the deal", "before handling", "after handling"],
        "then": "void the round", "rule": "5.1",
    }  # fmt: skip


def test_check(tmp_path: Path) -> None:
    result = run("pack", "check", "california-let-it-ride")
    assert result.exit_code == 0 and "pay tables: LIRX-01, LIRX-02, LIRX-03." in result.stdout
    path = fifth(tmp_path, "000")
    data = json.loads(run("pack", "check", str(path), "--json").stdout)
    assert data["pack"] == "fifth" and len(data["hash"]) == 64
    path = fifth(tmp_path, "000", ("flush = { is = 8", "flush = { is = -8"))
    wrong = f"{path}:{line_of(path, 'flush = { is = -8')}: 'flush' must be a whole number"
    assert_fails(run("pack", "check", str(path)), exceptions.ConfigError, wrong, "docs/rule-packs.md")
    assert_fails(run("pack", "show", "poker"), exceptions.ConfigError, "no rule pack 'poker'", "a .toml file")


def test_one_bad_file_hides_no_other_pack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = fifth(tmp_path, "000", ("flush = { is = 8", "flush = { is = -8"))
    monkeypatch.setattr(pack_command, "pack_names", lambda: [str(path), "mbs-let-it-ride"])
    result = run("pack", "list")
    assert_fails(result, exceptions.ConfigError, "'flush' must be a whole number", "docs/rule-packs.md")
    assert "mbs-let-it-ride" in result.stdout


def test_a_pack_by_its_short_name() -> None:
    assert run("pack", "check", "mbs").stdout == run("pack", "check", "mbs-let-it-ride").stdout
    assert full_name("mbs") == full_name("mbs-let-it-ride") == "mbs-let-it-ride"
    assert full_name("poker") == "poker"
