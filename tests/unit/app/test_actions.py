"""Steps over USB: what a host does when the flash fails under it is the same fault as a key's."""

from typing import Any

import pytest

from pitboard.app.actions import Actions
from pitboard.table.journal import JournalError
from tests.unit.app.desk import Desk


class SignedOn:
    """An authoriser whose host is the supervisor."""

    def at_host(self) -> tuple[int, int]:
        return 2, 1

    def used(self) -> None:
        pass


def act(desk: Desk, faults: list[tuple[str, str]], step: str) -> None:
    authoriser: Any = SignedOn()
    actions = Actions(desk.dealing, authoriser, lambda *fault: faults.append(fault), desk.kit)
    nothing = {"place": 0, "to": 0, "card": "", "reason": "", "area": "", "wager": 0}
    assert [*actions.act({**nothing, "stake": 0, "seat": 0, "spoken": False, "step": step})][-1]


def test_a_flash_that_keeps_nothing_is_a_fault_also_when_a_host_acts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, faults = Desk(), list[tuple[str, str]]()
    act(desk, faults, "lamp_test")
    assert not faults
    monkeypatch.setattr(desk.medium, "program", lambda *_page: None)
    with pytest.raises(JournalError):
        act(desk, faults, "lamps_good")
    assert faults == [("journal", "flash does not keep records")]
