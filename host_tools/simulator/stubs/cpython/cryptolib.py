"""`cryptolib` for the cpython target: that of the unit tests' stub."""

import importlib.util
import os

_UNIT = os.path.join(os.path.dirname(__file__), "..", "unit", "cryptolib.py")
_spec = importlib.util.spec_from_file_location("unit_cryptolib", _UNIT)
_unit = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_unit)
aes = _unit.aes
