"""A pytest plugin of `make rules`: run only the tests of some rows, and stop when every row has a test that failed.

Loaded with `-p tests.rules.rule_plugin --rule-plan FILE`. The plan is JSON: `rows` (ids), `times` (node id -> seconds
of an earlier run, so that quick tests come first), `unfit` (node ids to leave out), `stop` (True: end as soon as each
row was noticed), `report` (file to write). The report has one entry a test: node id, rows, outcome of the call,
seconds, and what failed.
"""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.rules.rows import Rules

# A mutant must be noticed by what a test asserts, not by how slow the machine is today; and each run alike.
settings.register_profile(
    "rules", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("rules")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-plan", metavar="FILE", help="what `make rules` wants to know")


def pytest_configure(config: pytest.Config) -> None:
    plan = config.getoption("--rule-plan")
    if plan:
        text = Path(plan).read_text(encoding="utf-8")
        config.pluginmanager.register(RuleRun(json.loads(text)), "rule-run")


class RuleRun:
    """One run by a plan."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._rules = Rules()
        self._rows = set(plan["rows"])
        self._times: dict[str, float] = plan["times"]
        self._unfit = set(plan["unfit"])
        self._stop: bool = plan["stop"]
        self._report = Path(plan["report"])
        self._noticed: set[str] = set()
        self._seconds: dict[str, float] = {}  # set-up included: a device test is switched on there
        self._tests: list[dict[str, Any]] = []

    def _rows_of(self, item: pytest.Item) -> set[str]:
        found = {self._rules.row_of(str(m.args[0])) or "" for m in item.iter_markers("rule")}
        return found & self._rows

    def _is_fit(self, item: pytest.Item) -> bool:
        """Bugs are looked for on CPython only, on the virtual board too."""
        elsewhere = item.get_closest_marker("unix") or item.get_closest_marker("rp2040")
        return not elsewhere and item.nodeid not in self._unfit

    def _time_of(self, item: pytest.Item) -> float:
        """As measured before; else a guess: a test without a virtual board is quick."""
        return self._times.get(item.nodeid, 1.0 if item.get_closest_marker("device") else 0.0)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        wanted = [item for item in items if self._rows_of(item) and self._is_fit(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
        items[:] = sorted(wanted, key=self._time_of)
        for item in items:
            item.user_properties.append(("rows", sorted(self._rows_of(item))))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.excinfo is not None:
            first_line, *_ = str(call.excinfo.value).splitlines() or [""]
            item.user_properties.append(("error", [call.excinfo.typename, first_line]))
            report.user_properties = list(item.user_properties)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        said = dict(report.user_properties)
        rows = said["rows"]
        name = report.nodeid
        self._seconds[name] = self._seconds.get(name, 0.0) + report.duration
        if report.when == "call" or report.outcome != "passed":
            assert isinstance(rows, list)
            called = report.when == "call"
            self._tests.append(
                {
                    "test": name,
                    "rows": rows,
                    "outcome": report.outcome if called else f"{report.when} {report.outcome}",
                    "seconds": round(self._seconds[name], 3),
                    "error": said.get("error"),
                }
            )
            if called and report.failed:
                self._noticed.update(rows)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A test that can tell nothing new is passed over, before anything is set up for it."""
        if self._stop and self._rows_of(item) <= self._noticed:
            pytest.skip("noticed already")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            self._report.write_text(json.dumps(self._tests), encoding="utf-8")
