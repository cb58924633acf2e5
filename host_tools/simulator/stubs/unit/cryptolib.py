"""`cryptolib` for CPython: AES-128 in CBC mode, by the simulator's AES.

That is read by path: the cpython target has no package of the simulator beside it.
"""

import importlib.util
from pathlib import Path
from typing import Any

_PATH = Path(__file__).resolve().parents[2] / "models" / "aes.py"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("simulator_aes", _PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_cipher = _load()
_CBC = 2


class aes:
    """One direction each, as in MicroPython; the chain goes on from call to call."""

    def __init__(self, key: bytes, mode: int, start: bytes) -> None:
        if mode != _CBC or len(key) != 16 or len(start) != 16:
            raise ValueError("mode")
        self._key = bytes(key)
        self._before = bytes(start)
        self._encrypts: "bool | None" = None

    def _turn(self, encrypts: bool) -> None:
        if self._encrypts not in (None, encrypts):
            raise ValueError("can't encrypt & decrypt")
        self._encrypts = encrypts

    def encrypt(self, data: bytes) -> bytes:
        self._turn(True)
        out: bytes = _cipher.cbc_encrypt(self._key, bytes(data), self._before)
        self._before = out[-16:]
        return out

    def decrypt(self, data: bytes) -> bytes:
        self._turn(False)
        out: bytes = _cipher.cbc_decrypt(self._key, bytes(data), self._before)
        self._before = bytes(data[-16:])
        return out
