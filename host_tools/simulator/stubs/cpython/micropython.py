"""`micropython` for CPython: what the firmware uses of it; viper's pointers are emulated."""

import importlib.util
import os

# One emulation of viper, that of the unit tests' stub: `ptr8` and the like become built-in names with it.
_UNIT = os.path.join(os.path.dirname(__file__), "..", "unit", "micropython.py")
_spec = importlib.util.spec_from_file_location("unit_micropython", _UNIT)
_unit = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_unit)
viper = _unit.viper


def const(value):
    return value


def native(function):
    return function


def schedule(function, arg):
    """Interrupt handlers run between the firmware's own steps here, so "soon" is now."""
    function(arg)


def kbd_intr(_char):
    pass


def alloc_emergency_exception_buf(_size):
    pass


def opt_level(*_level):
    return 0


def mem_info(*_verbose):
    pass


def heap_lock():
    pass


def heap_unlock():
    return 0
