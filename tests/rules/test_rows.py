"""Every row of document 001 has a test and a mutation that applies; six are tried here, all by `make rules`."""

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
    rows = [row for row in rules.rows.values() if row.needs_test]
    assert len(rules.rows) == 65 and len(rows) == 63
    gone = Mutation("gone", "", ("8.1(a)", "4.3"), "pitboard/games/race.py", "no such text", "")
    twice = Mutation("twice", "", ("8.1(a)",), "pitboard/games/race.py", "self", "other")
    same = Mutation("same", "", ("8.1(a)",), "pitboard/games/race.py", "const(4)", "const( 4 )")
    bench = Mark("001 8.1(b)", REPO / "tests" / "bench" / "test_x.py", 3)
    coarse = Mark("001 8.1", REPO / "tests" / "unit" / "test_x.py", 7)
    said = problems(rules, [gone, twice, same], [bench, coarse])
    assert sum(": no test;" in text for text in said) == 63, "a bench proves nothing"
    assert sum(": no mutation;" in text for text in said) == 62
    assert said[0].startswith("tests/unit/test_x.py:7: no row is named '001 8.1': use ")
    assert '"001 8.1 passage" or "001 8.1(a)"' in said[0]
    assert said[-4:-2] == [
        "mutation gone: no row '4.3' that a test could prove",
        "mutation gone: its text is gone in pitboard/games/race.py: choose the text that does this now",
    ]
    assert "times in" in said[-2] and "changes nothing" in said[-1]


def test_a_bare_number_of_several_rows_is_no_name() -> None:
    rules = Rules()
    assert rules.row_of("001 8.1") is None
    assert rules.row_of("001 8.1 passage") == "8.1 passage"
    assert rules.row_of("001 7.2") == rules.named("7.1(c)").id == "7.1(c), 7.1(d), 7.2"
    assert rules.row_of("8.1(a)") is None and rules.named("8.1(a)").id == "8.1(a)"
    with pytest.raises(ValueError, match=r"8\.1 passage or 8\.1\(a\)"):
        rules.named("8.1")


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
    harmless = Mutation("", "a constant that no rule knows", ("8.1(b)",), "pitboard/games/cards.py",
                        "RANKS = const(13)", "RANKS = const(13) + 0")  # fmt: skip
    broken = Mutation("", "a name that is not there", ("8.1(b)",), "pitboard/games/race.py",
                      "self.second = suit", "self.second = suitt")  # fmt: skip
    for mutation in (harmless, broken):
        run = tree.run_mutant(mutation, files_of(Rules(), ("8.1(b)",)), {}, [])
        assert run.tests and not run.failed("8.1(b)"), mutation.bug
    assert not run.trouble and run.tests[0]["error"][0] == "NameError"
