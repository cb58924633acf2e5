"""`rp2.Flash` on the host's flash model: the storage part of a stock RPI_PICO image, 352 blocks of
4096 bytes.
"""

import simwire
import wire_ops as ops

BLOCK = 4096
BLOCKS = 352
_BASE = 2 * 1024 * 1024 - BLOCKS * BLOCK
_PAGE = 256


class Flash:
    def readblocks(self, block, buf, offset=0):
        address = _BASE + block * BLOCK + offset
        simwire.request(ops.FLASH_READ, 0, address | len(buf) << 32, None, buf)

    def writeblocks(self, block, buf, offset=None):
        address = _BASE + block * BLOCK
        if offset is None:
            for at in range(0, len(buf), BLOCK):
                simwire.request(ops.FLASH_ERASE, 0, address + at)
            offset = 0
        if offset % _PAGE or len(buf) % _PAGE:
            raise ValueError("flash is programmed in whole pages")
        view = memoryview(buf)
        for at in range(0, len(buf), BLOCK):
            part = view[at : at + BLOCK]
            simwire.request(ops.FLASH_PROGRAM, 0, address + offset + at, part)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            simwire.request(ops.FLASH_ERASE, 0, _BASE + arg * BLOCK)
            return 0
        return 0 if op in (1, 2, 3) else None
