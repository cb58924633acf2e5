"""Ways to reach a board: one interface, a serial port and a virtual target behind it."""

from pitctl.transport.base import Transport
from pitctl.transport.serial_port import NO_PORT, PortInfo, SerialTransport, choose_port, list_ports
from pitctl.transport.target import TargetTransport

__all__ = [
    "NO_PORT",
    "PortInfo",
    "SerialTransport",
    "TargetTransport",
    "Transport",
    "choose_port",
    "list_ports",
]
