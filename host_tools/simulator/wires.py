"""The wires from the table's parts to the chip: all that a model may do to a target.

The other direction, from the chip to the parts, is the set of entry points of ``bench.Bench``.
"""

from typing import Protocol

from simulator.clock import Clock


class Wires(Protocol):
    """A target's input pins and UART receivers, as seen by the parts that drive them."""

    @property
    def clock(self) -> Clock:
        """The chip's clock."""
        ...

    def drive(self, pin: int, level: bool | None) -> None:
        """Put a level on an input pin; None lets go of it, and the chip's pull decides."""
        ...

    def uart_receive(self, uart: int, byte: int) -> None:
        """The stop bit of a byte has arrived at the receiver of ``uart``."""
        ...

    def uart_line_edge(self, uart: int) -> None:
        """The falling edge of a start bit has arrived at the RX pin of ``uart``."""
        ...

    def uart_baud(self, uart: int) -> int:
        """The rate at which the chip's ``uart`` receives; 0 while it has none."""
        ...
