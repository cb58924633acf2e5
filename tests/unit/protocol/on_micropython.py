"""Runs under MicroPython (see test_on_micropython.py): the protocol against the real VM's json, with a small heap.

Arguments: the firmware folder, a seed, a number of lines. Prints one line of JSON with what it saw.
"""

import gc
import json
import random
import sys

sys.path.insert(0, sys.argv[1])

from pitboard.protocol import jsonrpc, lines

SEEDS = (
    b'{"jsonrpc":"2.0","id":1,"method":"events","params":{"since":0,"limit":2}}',
    b'{"jsonrpc":"2.0","id":"a","method":"describe"}',
    b"{[]:1}",
    b'{"jsonrpc":"2.0","id":{},"method":[1,2.5e3,"\\u00e9\\ud800"]}',
    b"[" * 400,
    b'{"a":' * 200,
    b"x" * 1500,
)
SPICE = b'[]{}",:\\u0e1-+.\r\n\x00\xff'


def mutated() -> bytearray:
    line = bytearray(random.choice(SEEDS))
    for _ in range(random.randrange(4)):
        at = random.randrange(len(line) + 1)
        what = random.randrange(3)
        if what == 0 and at < len(line):
            line[at] = random.randrange(256)
        elif what == 1:
            line = line[:at] + line[at + random.randrange(9) :]
        else:
            line = line[:at] + bytes([random.choice(SPICE)]) + line[at:]
    return line + b"\n"


def allocated() -> int:
    return gc.mem_alloc()  # type: ignore[attr-defined]  # MicroPython only


def run(count: int) -> dict[str, object]:
    dispatcher = jsonrpc.Dispatcher(
        {"describe": lambda _: {"x": 1}, "events": lambda params: params}
    )
    assembler = lines.LineAssembler()
    codes: dict[str, int] = {}
    heap = 0
    for number in range(count):
        for byte in mutated():
            answer = b""
            for answer in dispatcher.put(assembler, byte) or ():
                pass
            if not answer:
                continue
            data = json.loads(answer)
            if len(answer) > 1024 or ("error" in data) == ("result" in data):
                raise ValueError(answer)
            code = str(data["error"]["code"]) if "error" in data else "result"
            codes[code] = codes.get(code, 0) + 1
        if number % 100 == 99:
            gc.collect()
            heap = heap or allocated()
    gc.collect()
    return {"codes": codes, "grown": allocated() - heap}


random.seed(int(sys.argv[2]))
print(json.dumps(run(int(sys.argv[3]))))
