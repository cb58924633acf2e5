"""What a chip does with its buses: the same scripts run on the virtual machines and on the emulated RP2040.

Each is the body of a function that has `say(text)`; what they say is the same everywhere but for `us` values.
"""

OPEN_SPI = """
from machine import SPI, Pin
cs = Pin(17, Pin.OUT, value=1)
other = Pin(27, Pin.OUT, value=1)
spi = SPI(0, baudrate=8000000, polarity=0, phase=0, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
def transfer(*selects, out):
    into = bytearray(len(out))
    for pin in selects:
        pin.value(0)
    spi.write_readinto(out, into)
    for pin in selects:
        pin.value(1)
    return into
"""

SPI_REGISTERS = OPEN_SPI + """
cs.value(0)
spi.write(b"\\x02\\x11\\x22\\x33")
cs.value(1)
say(bytes(transfer(cs, out=b"\\x82\\0\\0\\0")).hex())
into = bytearray(3)
cs.value(0)
spi.readinto(into, 0x83)
cs.value(1)
say(bytes(into).hex())
say(bytes(transfer(out=b"\\x82\\0")).hex())
say(bytes(transfer(other, out=b"\\x82\\0")).hex())
"""
SPI_REGISTERS_SAID = ["00112233", "002233", "ffff", "ffff"]

SPI_CONTENTION = OPEN_SPI + """
say(bytes(transfer(cs, other, out=b"\\x80\\0\\0")).hex())
say(bytes(transfer(cs, out=b"\\x80\\0\\0")).hex())
"""

SPI_LONG = OPEN_SPI + """
data = bytes([n * 7 & 255 for n in range(10000)])
cs.value(0)
spi.write(data)
spi.write(b"end")
cs.value(1)
say("sent")
"""

SPI_TIME = OPEN_SPI + """
import time
def timed(work, *arguments):
    start = time.ticks_us()
    work(*arguments)
    say("us %d" % time.ticks_diff(time.ticks_us(), start))
data = bytes(1000)
into = bytearray(1000)
timed(spi.write, data)
timed(spi.readinto, into)
timed(spi.write_readinto, data, into)
spi.init(baudrate=1000000)
timed(spi.write, data)
spi.init(baudrate=40000000)
timed(spi.write, data)
"""
SPI_TIMES_US = (1000, 1000, 1000, 8000, 1000 * 8 // 24 + 1)  # 40 MHz becomes 24

SPI_WRONG = OPEN_SPI + """
cs.value(0)
spi.init(baudrate=12000000)
spi.write(b"\\x01\\x81")
cs.value(1)
spi.init(baudrate=8000000, polarity=1, phase=0)
transfer(cs, out=b"\\x01\\x81")
spi.init(polarity=0)
transfer(cs, out=b"\\x01\\x55")
spi = SPI(0, baudrate=8000000, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
for pin in (18, 19, 16):
    Pin(pin, Pin.IN)
say(bytes(transfer(cs, out=b"\\x81\\0")).hex())
"""

RELEASED = OPEN_SPI + """
cs.value(0)
spi.write(b"\\x01\\x07")
cs.init(Pin.IN)
say(bytes(transfer(out=b"\\x81\\0")).hex())
other.value(0)
"""

OPEN_I2C = """
from machine import I2C, Pin
import time
i2c = I2C(0, sda=Pin(8), scl=Pin(9), freq=400000)
def attempt(work, *arguments):
    try:
        work(*arguments)
        say("ok")
    except OSError as error:
        say("errno %d" % error.errno)
"""

I2C_REGISTERS = OPEN_I2C + """
i2c.writeto_mem(0x42, 2, b"\\x11\\x22")
i2c.writeto(0x43, b"\\x00\\x99")
into = bytearray(3)
i2c.readfrom_mem_into(0x42, 1, into)
say(bytes(into).hex())
say("%d" % i2c.writeto(0x42, b"\\x03", False))
i2c.readfrom_into(0x42, into)
say(bytes(into).hex())
say(i2c.readfrom_mem(0x43, 0, 2).hex())
i2c.writevto(0x42, [b"\\x00", b"ab"])
attempt(i2c.writeto, 0x44, b"x")
attempt(i2c.readfrom_mem, 0x44, 0, 1)
attempt(i2c.readfrom_mem_into, 0x42, 9, into)
say(bytes(into).hex())
attempt(i2c.writeto_mem, 0x42, 9, b"x")
say("%d" % i2c.writeto(0x42, b"\\x09x"))
say(i2c.readfrom_mem(0x42, 0, 2).hex())
"""
# A register that is not there is not acknowledged: no error, 0 bytes written, a buffer as it was.
I2C_REGISTERS_SAID = [
    "001122", "1", "220000", "9900", "errno 5", "errno 5", "ok", "220000", "ok", "0", "6162",
]  # fmt: skip
I2C_LOG = (
    "W 02 11 22 P  W 01 R 00 11 22 P  W 03 R 22 00 00 P  W 00 61 62 P  W P  W P  W P"
    "  W 00 R 61 62 P"
)

I2C_TIME = OPEN_I2C + """
def timed(work, *arguments):
    start = time.ticks_us()
    work(*arguments)
    say("us %d" % time.ticks_diff(time.ticks_us(), start))
timed(i2c.writeto, 0x42, bytes(100))
timed(i2c.readfrom_into, 0x42, bytearray(100))
timed(i2c.readfrom_mem_into, 0x42, 0, bytearray(100))
"""

I2C_SLOW = OPEN_I2C + """
def timed(work, *arguments):
    start = time.ticks_us()
    attempt(work, *arguments)
    say("us %d" % time.ticks_diff(time.ticks_us(), start))
timed(i2c.readfrom_mem, 0x42, 0, 7)
timed(i2c.writeto, 0x42, bytes(200))
"""

TWO_UARTS = """
import rp2, time
class Flag:
    def __init__(self):
        self.edges = 0
    def set(self):
        self.edges += 1
flags = Flag(), Flag()
uarts = UartDma(0, 0, 1, 115200, flags[0]), UartDma(1, 20, 21, 115200, flags[1])
def take(uart):
    got = bytearray()
    for _ in range(uart.any()):
        got.append(uart.get())
    return got
"""

ERASE_MEANWHILE = """
start = time.ticks_us()
rp2.Flash().ioctl(6, 300)
say("us %d" % time.ticks_diff(time.ticks_us(), start))
time.sleep_ms(50)
for number in (0, 1):
    got = take(uarts[number])
    say("%d lost %d %s" % (len(got), uarts[number].lost, bytes(got).decode().strip()))
uarts[0].listen()
uarts[1].listen()
say("wait")
time.sleep_ms(20)
say("woken %d %d" % (flags[0].edges, flags[1].edges))
uarts[1].write(b"hello")
uarts[0].write(b"abc")
time.sleep_ms(5)
"""

FULL_BOARD = """
from machine import I2C, SPI, UART, Pin
import time
display, dc, display_reset, cards, cards_reset = [Pin(n, Pin.OUT, value=1) for n in (17, 22, 26, 27, 28)]
spi = SPI(0, baudrate=8000000, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
i2c = I2C(0, sda=Pin(8), scl=Pin(9), freq=400000)
uart = UART(1, 115200, tx=Pin(20), rx=Pin(21))
into = bytearray(2)
def version():
    cards.value(0)
    spi.write_readinto(b"\\xee\\x00", into)
    cards.value(1)
    say("reader %02x" % into[1])
def show(command, data=b""):
    spi.init(baudrate=12000000)
    display.value(0)
    dc.value(0)
    spi.write(bytes([command]))
    dc.value(1)
    if data:
        spi.write(data)
    display.value(1)
    spi.init(baudrate=8000000)
time.sleep_ms(130)
version()
show(0x11)
time.sleep_ms(10)
show(0x2C, bytes(6000))
version()
for address, register in ((0x20, 0), (0x21, 0), (0x68, 0x0E)):
    say("%02x %s" % (address, i2c.readfrom_mem(address, register, 1).hex()))
uart.write(b"\\x55\\x55" + bytes(14))
time.sleep_ms(5)
uart.write(b"\\x00\\x00\\xff\\x03\\xfd\\xd4\\x14\\x01\\x17\\x00")
time.sleep_ms(50)
say("badges %s" % (uart.read() or b"").hex())
"""
# The PN532 acknowledges the command (user manual 6.2.1.3), then answers with D5h and its number plus one.
FULL_BOARD_SAID = [
    "reader 92", "reader 92", "20 ff", "21 ff", "68 1c", "badges 0000ff00ff00" + "0000ff02fed5151600",
]  # fmt: skip
