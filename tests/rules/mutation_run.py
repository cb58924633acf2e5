"""`make rules`: every row of the documents with its tests, and the proof that they are tests of it.

For each row bugs of its behaviour are seeded, one at a time, in a copy of the repository (mutations/*.toml). The row
counts only if its tests pass on the sound firmware and one of them fails on each of its mutants. A row without a test
or without a mutation, a mutation whose text is gone, and a mutant that nobody notices each fail the run. A row may
state why no test is possible now; those are counted apart.

    python -m tests.rules.mutation_run [--document 001] [--row "001 8.1(a)"] [--mutation NAME] [--json FILE] [--jobs 2]
"""

import argparse
import json
import queue
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.rules.mutant_trees import BROKEN, Run, Tree
from tests.rules.rows import Mark, Mutation, Row, Rules, load_mutations, marks_in_tests, problems
from tests.rules.sources import REPO

JOBS = 2
PROVED, PEOPLE_ONLY, STATED, NOT_PROVED = "proved", "people only", "stated", "NOT PROVED"


@dataclass
class Verdict:
    """What is known of a row in the end."""

    row: Row
    tests: list[str] = field(default_factory=list[str])
    noticed: dict[str, str] = field(default_factory=dict[str, str])  # mutation -> which test said what
    survived: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        if not self.row.needs_test:
            return STATED if self.row.reason else PEOPLE_ONLY
        return PROVED if self.tests and self.noticed and not self.survived else NOT_PROVED

    def as_json(self) -> dict[str, Any]:
        row = self.row
        return {
            "row": row.name, "says": row.says, "kind": row.kind, "readings": list(row.readings), "reason": row.reason,
            "tests": self.tests, "noticed": self.noticed, "survived": self.survived, "verdict": self.text,
        }  # fmt: skip


class Session:
    """One run over some rows and their mutations."""

    def __init__(
        self, rules: Rules, rows: list[Row], mutations: list[Mutation], marks: list[Mark]
    ) -> None:
        self.verdicts = {row.name: Verdict(row) for row in rows}
        of_these = None if len(rows) == len(rules.rows) else set(self.verdicts)
        self.troubles = problems(rules, mutations, marks, of_these)
        self._mutations = [mutation for mutation in mutations if self._applies(mutation)]
        self._files: dict[str, set[str]] = {}  # row -> files with a test of it
        for mark in marks:
            row = rules.row_of(mark.text)
            if row is not None and mark.counts:
                self._files.setdefault(row, set()).add(mark.path.relative_to(REPO).as_posix())
        self._times: dict[str, float] = {}
        self._unfit: list[str] = []  # tests that failed or were skipped on the sound firmware
        self._done = 0

    def _applies(self, mutation: Mutation) -> bool:
        try:
            mutation.mutated()
        except (ValueError, SyntaxError):  # said by problems()
            for row in self.verdicts.keys() & set(mutation.breaks):
                self.verdicts[row].survived.append(mutation.name)
            return False
        return True

    def run(self, jobs: int) -> None:
        if not any(verdict.row.needs_test for verdict in self.verdicts.values()):
            return  # people only
        with tempfile.TemporaryDirectory(prefix="pitboard-rules-") as folder:
            trees: queue.SimpleQueue[Tree] = queue.SimpleQueue()
            first = Tree(Path(folder) / "tree0")
            self._try_sound(first, jobs)
            trees.put(first)
            for number in range(1, jobs):  # of the first: the repository may change meanwhile
                trees.put(Tree(Path(folder) / f"tree{number}", first.root))

            def one(mutation: Mutation) -> tuple[Mutation, Run]:
                tree = trees.get()
                try:
                    files = self._files_of(mutation.breaks)
                    return mutation, tree.run_mutant(mutation, files, self._times, self._unfit)
                finally:
                    trees.put(tree)

            with ThreadPoolExecutor(jobs) as pool:
                for mutation, run in pool.map(one, self._mutations):
                    self._judge(mutation, run)

    def _try_sound(self, tree: Tree, jobs: int) -> None:
        """A test that fails on the sound firmware fails the run, and what it says of a mutant means nothing."""
        rows = tuple(row for row, verdict in self.verdicts.items() if verdict.row.needs_test)
        wanted = tuple({*rows, *(row for mutation in self._mutations for row in mutation.breaks)})
        run = tree.run(self._files_of(wanted), wanted, {}, [], processes=jobs)
        for test in run.tests:
            self._times[test["test"]] = test["seconds"]
            if test["outcome"] == "passed":
                for row in self.verdicts.keys() & set(test["rows"]):
                    self.verdicts[row].tests.append(test["test"])
            else:
                self._unfit.append(test["test"])
            if "failed" in test["outcome"]:
                error = ": ".join(test["error"] or ["marked xfail, but it passes"])
                self.troubles.append(f"fails on the sound firmware: {test['test']}: {error}")
        if run.trouble:
            self.troubles.append(f"the tests do not run on the sound firmware:\n{run.trouble}")
        passed = len(run.tests) - len(self._unfit)
        say(f"{passed} of {len(run.tests)} tests pass on the sound firmware ({run.seconds:.0f} s)")

    def _files_of(self, rows: tuple[str, ...]) -> list[str]:
        return sorted({path for row in rows for path in self._files.get(row, ())})

    def _judge(self, mutation: Mutation, run: Run) -> None:
        self._done += 1
        missed: list[str] = []
        for row in mutation.breaks:
            by = run.failed(row)
            verdict = self.verdicts.get(row)
            if by and verdict is not None:
                verdict.noticed[mutation.name] = f"{by[0]['test']}: {': '.join(by[0]['error'])}"
            elif not by:
                missed.append(row)
                if verdict is not None:
                    verdict.survived.append(mutation.name)
        where = f"[{self._done}/{len(self._mutations)}] {', '.join(mutation.breaks)}: {mutation.name}"
        if not missed:
            say(f"{where}: noticed ({run.seconds:.1f} s)")
            return
        say(f"{where}: NOT NOTICED")
        rows = ", ".join(missed)
        why = run.trouble or _broken(run) or _not_begun(run)
        why = why or f"every test of {rows} passes; sharpen one"
        self.troubles.append(f"mutation {mutation.name} ({mutation.bug}): {why}")


def _broken(run: Run) -> str:
    errors = sorted({test["error"][1] for test in run.tests if (test["error"] or [""])[0] in BROKEN})
    return f"it is no bug but a broken program: {errors[0]}; mend the mutation" if errors else ""


def _not_begun(run: Run) -> str:
    tests = [test for test in run.tests if test["outcome"] in ("setup failed", "teardown failed")]
    return f"{tests[0]['test']} did not get as far: {tests[0]['error']}" if tests else ""


def say(text: str) -> None:
    print(text, flush=True)


# -- what is printed ------------------------------------------------------------------------------


def print_tests(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        print(f"\n{verdict.row.name}: {verdict.row.says}")
        if not verdict.row.needs_test:
            print(f"    {verdict.row.reason or PEOPLE_ONLY}")
        counted: dict[str, int] = {}
        for test in verdict.tests:
            name = test.partition("[")[0]
            counted[name] = counted.get(name, 0) + 1
        for name, times in counted.items():
            print(f"    {name}" + (f" (x{times})" if times > 1 else ""))


def print_table(verdicts: list[Verdict]) -> None:
    width = max(len(verdict.row.name) for verdict in verdicts)
    words = max(len(verdict.row.says) for verdict in verdicts)
    print(f"\n{'row':{width}}  {'what it says':{words}}  tests  noticed  verdict")
    for verdict in verdicts:
        noticed, seeded = len(verdict.noticed), len(verdict.noticed) + len(verdict.survived)
        figures = f"{len(verdict.tests):5}  {f'{noticed}/{seeded}':>7}"
        figures = figures if verdict.row.needs_test else f"{'':5}  {'':7}"
        print(f"{verdict.row.name:{width}}  {verdict.row.says:{words}}  {figures}  {verdict.text}")


def print_documents(documents: list[str], verdicts: list[Verdict]) -> None:
    print()
    for document in documents:
        texts = [verdict.text for verdict in verdicts if verdict.row.document == document]
        if texts:
            counts = {text: texts.count(text) for text in (PROVED, PEOPLE_ONLY, STATED, NOT_PROVED)}
            said = ", ".join(f"{count} {text.lower()}" for text, count in counts.items())
            print(f"{document}: {len(texts)} rows, {said}")


def choose(
    rules: Rules, mutations: list[Mutation], document: str, row: str, mutation: str
) -> tuple[list[Row], list[Mutation]]:
    """The rows and mutations that the command line names; all of them if it names none."""
    if document and document not in rules.documents:
        raise ValueError(f"no document {document!r}; there are {', '.join(rules.documents)}")
    rows = [r for r in rules.rows.values() if document in ("", r.document)]
    if row:
        rows = [rules.named(row, document)]
    if row or document:
        names = {r.name for r in rows}
        mutations = [m for m in mutations if names & set(m.breaks)]
    if mutation:
        mutations = [m for m in mutations if m.name == mutation]
        if not mutations:
            raise ValueError(f"no mutation {mutation!r}" + (f" of row {row}" if row else ""))
        rows = [r for r in rows if r.name in mutations[0].breaks]
    return rows, mutations


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make rules", description="Rules, their tests, the proof.")
    parser.add_argument("--document", default="", help='only rows of this document, e.g. "001"')
    parser.add_argument("--row", default="", help='only this row, e.g. "001 8.1(a)"')
    parser.add_argument("--mutation", default="", help="only this mutation")
    parser.add_argument("--json", type=Path, help="write the result to this file too")
    parser.add_argument("--jobs", type=int, default=JOBS, help=f"at a time (default {JOBS})")
    chosen = parser.parse_args(arguments)
    started = time.monotonic()
    rules, mutations, marks = Rules(), load_mutations(), list(marks_in_tests())
    try:
        rows, mutations = choose(rules, mutations, chosen.document, chosen.row, chosen.mutation)
    except ValueError as error:
        parser.error(str(error))
    session = Session(rules, rows, mutations, marks)
    session.run(chosen.jobs)
    verdicts = list(session.verdicts.values())
    print_tests(verdicts)
    print_table(verdicts)
    print_documents(rules.documents, verdicts)
    seconds = time.monotonic() - started
    print(f"{len(mutations)} mutations; {seconds:.0f} s")
    for text in session.troubles:
        print(f"- {text}", file=sys.stderr)
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        result = {
            "rows": [verdict.as_json() for verdict in verdicts],
            "mutations": {m.name: m.bug for m in mutations},
            "troubles": session.troubles,
            "seconds": round(seconds),
        }
        chosen.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    lost = any(verdict.text == NOT_PROVED for verdict in verdicts)
    return 1 if lost or session.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
