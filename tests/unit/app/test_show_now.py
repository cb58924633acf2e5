"""A table that cannot start says so, on a display that nobody has set up yet or that has forgotten it."""

import pytest

from pitboard.app import output_task, screen_parts
from pitboard.app.colour_canvas import ColourCanvas
from tests.unit.drivers.test_st7789 import Rig


@pytest.mark.parametrize("answers", [True, False])
def test_a_fault_is_shown_on_a_display_that_was_never_set_up(answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(answers)
    rig.wires.run_ms(500)
    monkeypatch.setattr(output_task, "sleep_ms", rig.wires.run_ms)
    canvas = ColourCanvas()
    screen_parts.draw_fault(canvas, "tagged cards", "", "10.1")
    assert output_task.show_now(rig.driver, canvas)
    shown = rig.lit()
    assert shown
    rig.lcd.power_off()
    rig.wires.run_ms(500)
    assert output_task.show_now(rig.driver, canvas)
    assert rig.lit() == shown and not rig.lcd.broken_rules
