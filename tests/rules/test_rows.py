"""Every row of the documents has a test and a mutation that applies; six are tried here, all by `make rules`."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.mutant_trees import Tree
from tests.rules.rows import Mark, Mutation, Rules, load_mutations, marks_in_tests, problems
from tests.rules.sources import REPO

MUTATIONS = load_mutations()
SAMPLE = [mutation for mutation in MUTATIONS if mutation.sample]


def files_of(rules: Rules, rows: tuple[str, ...]) -> list[str]:
    found = {m.path for m in marks_in_tests() if m.counts and rules.row_of(m.text) in rows}
    return sorted(path.relative_to(REPO).as_posix() for path in found)


def test_rows_marks_and_mutations_fit_together() -> None:
    wrong = problems(Rules(), MUTATIONS, list(marks_in_tests()))
    assert not wrong, "\n".join(wrong)


def test_what_is_missing_is_said_with_what_to_do() -> None:
    rules = Rules()
    of_derby = {name for name, row in rules.rows.items() if row.document == "001"}
    rows = [name for name in of_derby if rules.rows[name].needs_test]
    assert len(of_derby) == 65 and len(rows) == 63
    race = "pitboard/games/derby/race.py"
    gone = Mutation("gone", "", ("001 8.1(a)", "001 4.3"), race, "no such text", "")
    twice = Mutation("twice", "", ("001 8.1(a)",), race, "self", "other")
    same = Mutation("same", "", ("001 8.1(a)",), race, "const(4)", "const( 4 )")
    pack = Mutation("pack", "", ("001 8.1(a)",), "packs/nsw-let-it-ride.toml", "schema = 1", "schema=1")
    bench = Mark("001 8.1(b)", REPO / "tests" / "bench" / "test_x.py", 3)
    coarse = Mark("001 8.1", REPO / "tests" / "unit" / "test_x.py", 7)
    said = problems(rules, [gone, twice, same, pack], [bench, coarse])
    assert sum(": no test;" in text for text in said if "row 001" in text) == 63, "a bench proves nothing"
    assert sum(": no mutation;" in text for text in said if "row 001" in text) == 62
    assert said[0].startswith("tests/unit/test_x.py:7: no row is named '001 8.1': use ")
    assert '"001 8.1 passage" or "001 8.1(a)"' in said[0]
    assert said[-5:-3] == [
        "mutation gone: no row '001 4.3' that a test could prove",
        "mutation gone: its text is gone in pitboard/games/derby/race.py: choose the text that does this now",
    ]
    assert "times in" in said[-3] and all("changes nothing" in text for text in said[-2:])


def test_a_mutation_may_break_rows_of_several_documents_and_be_in_a_pack(tmp_path: Path) -> None:
    (tmp_path / "some.toml").write_text(
        'document = "002"\n[[mutation]]\nname = "n"\nbug = "b"\nbreaks = ["Decks", "000 3.1"]\n'
        'file = "packs/charity-let-it-ride.toml"\nfind = "schema = 1"\nput = "schema = 2"\n'
    )
    (mutation,) = load_mutations(tmp_path)
    assert mutation.breaks == ("002 Decks", "000 3.1")
    assert mutation.mutated().count("schema = 2") == 1


def test_a_row_that_states_why_it_has_no_test_may_not_have_a_mutation() -> None:
    rules = Rules()
    rules.rows["001 8.1(a)"] = replace(rules.rows["001 8.1(a)"], reason="for want of cards")
    broken = [Mutation("m", "", ("001 8.1(a)",), "pitboard/games/derby/race.py", "const(4)", "const(5)")]
    said = problems(rules, broken, [], {"001 8.1(a)"})
    assert said[0] == "row 001 8.1(a): it has a mutation; take its `reason` away"
    assert not problems(rules, [], [], {"001 8.1(a)"})


def test_a_bare_number_of_several_rows_is_no_name() -> None:
    rules = Rules()
    assert rules.row_of("001 8.1") is None
    assert rules.row_of("001 8.1 passage") == "001 8.1 passage"
    assert rules.row_of("001 7.2") == rules.named("7.1(c)").name == "001 7.1(c), 7.1(d), 7.2"
    assert rules.row_of("8.1(a)") is None and rules.named("8.1(a)").name == "001 8.1(a)"
    with pytest.raises(ValueError, match=r"8\.1 passage or 001 8\.1\(a\)"):
        rules.named("8.1", "001")


def test_a_rule_of_several_documents_is_named_with_its_document() -> None:
    rules = Rules()
    both = next(n[4:] for n in rules.rows if n.startswith("000 ") and f"001 {n[4:]}" in rules.rows)
    with pytest.raises(ValueError, match=re.escape(f"is it 000 {both} or 001 {both}")):
        rules.named(both)
    assert rules.named(both, "001").name == rules.named(f"001 {both}").name == f"001 {both}"


def test_the_sample_is_small_and_of_all_kinds() -> None:
    assert len(SAMPLE) == 6
    assert len({mutation.file for mutation in SAMPLE}) >= 4


@pytest.mark.parametrize("mutation", SAMPLE, ids=lambda mutation: mutation.name)
def test_a_seeded_bug_is_noticed(mutation: Mutation, tmp_path: Path) -> None:
    files = files_of(Rules(), mutation.breaks)
    run = Tree(tmp_path / "tree").run_mutant(mutation, files, {}, [])
    assert not run.trouble
    for row in mutation.breaks:
        assert run.failed(row), f"no test of {row} notices: {mutation.bug}"


def test_what_no_rule_forbids_and_a_broken_program_are_not_taken_for_noticed(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "tree")
    harmless = Mutation("", "a constant that no rule knows", ("001 8.1(b)",), "pitboard/games/cards.py",
                        "RANKS = const(13)", "RANKS = const(13) + 0")  # fmt: skip
    broken = Mutation("", "a name that is not there", ("001 8.1(b)",), "pitboard/games/derby/race.py",
                      "self.second = suit", "self.second = suitt")  # fmt: skip
    for mutation in (harmless, broken):
        run = tree.run_mutant(mutation, files_of(Rules(), ("001 8.1(b)",)), {}, [])
        assert run.tests and not run.failed("001 8.1(b)"), mutation.bug
    assert not run.trouble and run.tests[0]["error"][0] == "NameError"
