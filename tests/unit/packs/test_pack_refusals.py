"""A wrong pack is refused with its line and the reason: values, rules, odds, keys, and TOML itself."""

from pathlib import Path

import pytest

from pitctl.exceptions import ConfigError
from pitctl.packs import load_pack
from tests.unit.packs.pack_rig import assert_refused, fifth, line_of, refusal

EQUAL = 'equal = { is = true, rule = "5.2" }'
ODDS = "must be a whole number, 1 to 10000; not"
RULE = "the rule of 'equal' must be 1 to 16 plain characters without '|'"


@pytest.mark.parametrize(
    ("document", "old", "new", "reason"),
    [
        ("000", "schema = 1", "schema = 2", "'schema' must be one of 1; not 2"),
        ("000", 'game = "let-it-ride"', 'game = "derby"', "'game' must be one of let-it-ride; not 'derby'"),
        ("000", 'pack = "fifth"', 'pack = "sixth"', "'pack' must be the file's name, 'fifth', not 'sixth'"),
        ("000", 'pack = "fifth"', 'pack = "My Pack"', "'pack' must be 1 to 32 small letters, digits and hyphens"),
        ("000", 'title = "Let', 'title = "L\N{LATIN SMALL LETTER E WITH ACUTE}t', "'title' must be plain characters"),
        ("000", "equal = {", "equals = {", "unknown key 'equals' in [wagers]; allowed: equal, placing_ends, "),
        ("000", "number = { is = 7,", "number = { is = 8,", "'number' must be a whole number, 1 to 7; not 8"),
        # Kept in a byte, and in four bits, of a checkpoint.
        ("000", "raise_notice_min = { is = 20", "raise_notice_min = { is = 61", "a whole number, 0 to 60; not 61"),
        ("000", "closing_notice_min = { is = 20", "closing_notice_min = { is = 256", "a whole number, 0 to 60"),
        ("004", "rotates = { is = 2", "rotates = { is = 15", "'rotates' must be a whole number, 1 to 14; not 15"),
        ("000", "equal = { is = true,", "equal = { is = 1,", "'equal' must be true: the table plays no other way"),
        ("000", "equal = { is = true,", "equal = { is = false,", "'equal' must be true: the table plays"),
        (
            "000", 'placing_ends = { is = "call"', 'placing_ends = { is = "bell"',
            "'placing_ends' must be \"call\"; not \"bell\"",
        ),
        (
            "000", 'most = { is = "table sign"', "most = { is = 0",
            "'most' must be \"table sign\" or a whole amount, 1 to 1000000; not 0",
        ),
        (
            "000", 'cut = { is = ["shoe"]', 'cut = { is = ["box"]',
            "'cut' must be a list of \"shoe\", \"shuffler\", \"hand\"; not [\"box\"]",
        ),
        ("000", 'cut = { is = ["shoe"]', 'cut = { is = "shoe"', "'cut' must be a list of \"shoe\""),
        ("000", 'cut = { is = ["shoe"]', 'cut = { is = ["shoe", "shoe"]', "'cut' must have no word twice"),
        (
            "000", 'sources = { is = ["shoe", "shuffler"]', "sources = { is = []",
            "'sources' must be a list of one or more of \"shoe\", \"shuffler\", \"hand\"; not []",
        ),
        (
            "004", 'covers = { is = ["common", "separate", "balance"]', 'covers = { is = ["all"]',
            "'covers' must be a list of one or more of \"common\", \"separate\", \"balance\", the default first",
        ),
        ("004", 'covers = { is = ["common", "sep', 'covers = { is = ["common", "common", "sep', "no word twice"),
        ("000", "[pay.main]", "[pay]", "[pay] has no name: write [pay.main] above 'royal_flush'"),
        ("000", EQUAL, "equal = { is = true }", "'equal' has no 'rule'"),
        ("000", EQUAL, 'equal = { rule = "5.2" }', "'equal' has no 'is'"),
        ("000", EQUAL, "equal = true", "'equal' must be { is = ..., rule = \"...\" }"),
        ("000", EQUAL, 'equal = { is = true, rule = "5.2", by = 1 }', "has an unknown part 'by'; allowed: is, rule"),
        ("000", EQUAL, 'equal = { is = true, rule = "" }', RULE),
        ("000", EQUAL, 'equal = { is = true, rule = " " }', RULE),
        ("000", EQUAL, 'equal = { is = true, rule = "5|2" }', RULE),
        ("000", EQUAL, 'equal = { is = true, rule = "\N{SECTION SIGN}5.2" }', RULE),
        ("000", EQUAL, 'equal = { is = true, rule = "seventeen letters" }', RULE),
        ("000", EQUAL, "equal = { is = true, rule = 5.2 }", RULE),
        ("000", "flush = { is = 8", "flush = { is = -8", f"'flush' {ODDS} -8"),
        ("000", "flush = { is = 8", "flush = { is = 0", f"'flush' {ODDS} 0"),
        ("000", "flush = { is = 8", "flush = { is = 8.5", f"'flush' {ODDS} 8.5"),
        ("000", "flush = { is = 8", "flush = { is = true", f"'flush' {ODDS} true"),
        (
            "000", "flush = { is = 8", "flush = { is = 12",
            "'flush' pays more than 'full_house', a stronger hand: 12, not 11",
        ),
        ("000", "four = {", "five = {", "unknown key 'five' in [pay.main]; allowed: royal_flush, straight_flush, "),
        ("004", "[pay.LIRX-02]", "[pay.LIRX-02-of-2012]", "a name has 1 to 12 plain characters"),
        ("002", "flush = { is = 3,", "flush = { is = 6,", "pays more than 'straight', a stronger hand: 6, not 5"),
        ("003", "royal_flush = { is = 100,", "royal_flush = { is = 101,", "a whole number, 1 to 100; not 101"),
        (
            "003", "four = { is = 300", 'royal_flush = { is = 400, rule = "4.2" }\nfour = { is = 300',
            "'royal_flush' has a share of the jackpot already",
        ),
        ("002", 'most = { is = 10, rule = "Side', "mist = 1 #", "unknown key 'mist' in [bonus]; allowed: least, most"),
        ("000", "[wagers]\n", "[wagers\n", "not TOML: Expected ']' at the end of a table declaration"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_its_own_line(
    tmp_path: Path, document: str, old: str, new: str, reason: str
) -> None:
    assert_refused(fifth(tmp_path, document, (old, new)), new, reason)


@pytest.mark.parametrize(
    ("document", "old", "at", "reason"),
    [
        ("000", 'flush = { is = 8, rule = "10.1" }\n', "[pay.main]", "missing 'flush' in [pay.main]"),
        ("002", 'pair = { is = 1, rule = "Side table" }\n', "[bonus.odds]", "missing 'pair' in [bonus.odds]"),
        ("003", 'flush = { is = 40, rule = "4.2" }\n', "[progressive.odds]", "missing 'flush' in [progressive.odds]"),
        ("003", 'royal_flush = { is = 1000, rule = "3.20, 4.2" }\n', "[progressive.envy]", "missing 'royal_flush'"),
        ("000", EQUAL, "[wagers]", "missing 'equal' in [wagers]: three equal wagers on 1, 2 and $"),
        ("002", 'least = { is = 1, rule = "Side 1" }\n', "[bonus]", "missing 'least' in [bonus]"),
        ("003", 'envy_to = { is = "other players", rule = "3.20, L7" }', "[progressive]", "belong together"),
    ],
)  # fmt: skip
def test_what_is_missing_at_its_table(
    tmp_path: Path, document: str, old: str, at: str, reason: str
) -> None:
    assert_refused(fifth(tmp_path, document, (old, "")), at, reason)


@pytest.mark.parametrize(
    ("gone", "reason"),
    [
        ("[wagers]", "unknown key"),  # its keys are in [deal] now
        ("[pay.main]", "unknown key"),
        ('title = "Let It Ride, New South Wales"', "missing 'title'"),
    ],
)
def test_a_table_or_a_head_that_is_missing(tmp_path: Path, gone: str, reason: str) -> None:
    assert reason in refusal(fifth(tmp_path, "000", (gone, ""))).message


def test_no_pay_table_no_table_no_share(tmp_path: Path) -> None:
    text = fifth(tmp_path, "000").read_text(encoding="utf-8")
    path = tmp_path / "fifth.toml"
    start, end = text.index("[pay.main]"), text.index("# What went wrong")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    assert "missing [pay.main]" in refusal(path).message
    start, end = text.index("[decisions]"), text.index("[settling]")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    assert refusal(path).message == f"{path}: missing [decisions]"
    text = fifth(tmp_path, "003").read_text(encoding="utf-8")
    start, end = text.index("[progressive.shares]"), text.index("[progressive.envy]")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    assert_refused(path, "[progressive]", "missing [progressive.shares]: who wins the jackpot")


@pytest.mark.parametrize(
    ("again", "first"),
    [(f"{EQUAL}\n", "equal = {"), ("[wagers]\n", "[wagers]"), ('pack = "x"\n', "pack =")],
)
def test_what_stands_there_twice_is_named_with_both_lines(
    tmp_path: Path, again: str, first: str
) -> None:
    after = 'document = "000_05f14a7cbc3a189a.txt"\n' if again.startswith("pack") else "tokens = "
    path = fifth(tmp_path, "000", (after, after + again if after.endswith("\n") else again + after))
    lines = path.read_text(encoding="utf-8").splitlines()
    head = again.partition(" =")[0].strip()
    second = max(number for number, line in enumerate(lines, start=1) if line.startswith(head))
    message = refusal(path).message
    assert message == (
        f"{path}:{second}: {head} is here a second time; the first is in line {line_of(path, first)}"
    )


def test_a_part_of_a_line_that_stands_there_twice(tmp_path: Path) -> None:
    new = EQUAL.replace("rule", "is = true, rule")
    path = fifth(tmp_path, "000", (EQUAL, new))
    assert_refused(path, new, "not TOML: Duplicate inline table key 'is'")


def test_a_path_is_told_from_a_name(tmp_path: Path) -> None:
    for given, words, remedy in (
        (tmp_path / "none.toml", "no such file", "look at the path"),
        (tmp_path / "none", "no such file", "look at the path"),
        (tmp_path, "a folder, not a rule pack", "NAME.toml"),
    ):
        with pytest.raises(ConfigError, match=words) as caught:
            load_pack(str(given))
        assert caught.value.message.startswith(f"{given}: ") and remedy in caught.value.try_this
    other = fifth(tmp_path, "000").rename(tmp_path / "fifth.txt")
    with pytest.raises(ConfigError, match=r"the name of a rule pack ends with \.toml") as caught:
        load_pack(str(other))
    assert caught.value.try_this == f"mv {other} {tmp_path / 'fifth.toml'}"


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no rule pack 'poker'; known packs: .*nsw-let-it-ride"):
        load_pack("poker")
    with pytest.raises(ConfigError, match="known packs: none"):
        load_pack("poker", tmp_path)
    path = tmp_path / "fifth.toml"
    path.write_bytes(b"schema = 1\n# caf\xe9\n")
    with pytest.raises(ConfigError) as refused:
        load_pack(path)
    assert refused.value.message == f"{path}:2: not UTF-8: byte 0xe9, number 6 of this line"
    path.write_bytes(b"\xef\xbb\xbfschema = 1\n")
    with pytest.raises(ConfigError) as refused:
        load_pack(path)
    assert refused.value.message == f"{path}:1: it begins with a byte-order mark of UTF-8"
    assert refused.value.try_this == "save it as UTF-8 without a byte-order mark"
    path.write_text("schema = 1\npack = [", encoding="utf-8")
    assert refusal(path).message.startswith(f"{path}:2: not TOML")
