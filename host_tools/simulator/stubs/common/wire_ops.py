"""Numbers of the messages between the firmware's machine stubs and the host ("the wire").

Both ends read this file: the stubs inside the VM and `simulator.wire_server` on the host.

From the VM: a batch = `<IQ` (bytes that follow the 12-byte head, local time in us), then messages.
A message = `<BBHq` (op, a, extra bytes, b) and its extra bytes. Every batch ends with a request,
the only one in it; the VM then waits.

From the host: a reply = four signed 64-bit words (now_us, horizon_us, result, bytes of events), the
events, and the data that the request asked for. An event = `<BBHI` (kind, a, b, how many us ago)
and, where the kind says so, b extra bytes.
"""

HEAD = 12
MESSAGE = 12
EVENT = 8
EVENT_ROOM = 2048  # bytes of events that one reply may carry

# Requests: the VM waits for the reply.
IDLE = 1  # b: until when (us), -1 for ever; ends early at an interrupt
SYNC = 2  # nothing but the reply's events and time
PIN_MODE = 3  # a: pin, b: 0 in, 1 out | pull << 4 (1 up, 2 down); result: level
I2C_WRITE = 4  # a: bus, b: address | NO_STOP, data; result: bytes taken, -1 no such address, -2 timeout
I2C_READ = 5  # a: bus, b: address | NO_STOP | length << 16; reply data: the bytes
FLASH_READ = 6  # b: address | length << 32; reply data: the bytes
FLASH_PROGRAM = 7  # b: address, data: whole pages
FLASH_ERASE = 8  # b: address of a sector
FILE_PROGRAM = 9  # b: address | file offset << 32, data: path length (2 bytes), path, pages
FILE_ERASE = 10  # b: address | file offset << 32, data: path
BOOTED = 11  # b: bytes the stubs hold; the file system is ready, flash work takes time from now
HEAP = 12  # b: free << 32 | allocated
RESET = 13  # machine.reset(): the host starts the VM again
SPI_EXCHANGE = 14  # a: bus, data; reply data: as many bytes

# Posted: no reply, sent with the next request.
PIN_OUT = 32  # a: pin, b: level
PIN_IRQ = 33  # a: pin, b: edges that wake (4 falling, 8 rising)
PWM = 34  # a: pin, b: hz << 16 | duty_u16
PIO_BITS = 35  # a: pin, b: bit_ns | bits per word << 16 | start_us << 22, data: 32-bit words
UART_MODE = 36  # a: uart, b: 1 if received bytes shall end an idle wait | rx pin << 8
UART_TX = 37  # a: uart, data
CONSOLE_TX = 38  # data
CONSOLE_TAKEN = 39  # b: bytes that were read from the input ring
DMA_DUE = 40  # a: channel, b: us when its interrupt comes
ERROR = 41  # data: text of an exception that nothing handled
I2C_SETUP = 42  # a: bus, b: hz, data: GPIO of SDA and SCL
UART_BAUD = 43  # a: uart, b: baud
SPI_SETUP = 44  # a: bus, b: hz << 2 | mode, data: GPIO of SCK, MOSI and MISO
SPI_WRITE = 45  # a: bus, data: on the wire before the batch's time

# Events.
EV_LEVEL = 1  # a: pin, b: level
EV_EDGE = 2  # a: pin: a falling edge too short to see as a level (start bit of a UART byte)
EV_UART = 3  # a: uart, b bytes follow
EV_CONSOLE = 4  # b bytes follow
EV_CONSOLE_STATE = 5  # a: bit 0 stalled, bit 1 connected; b: room in the transmit FIFO
EV_DMA = 6  # a: channel: its interrupt
EV_HEAP = 7  # the host asks for heap figures
EV_HELD = 8  # the events of this reply came while interrupts were held off

NO_STOP = 1 << 15  # the bus stays with the master: a repeated START follows

CONSOLE_FIFO = 256  # tinyusb's CDC transmit FIFO on the rp2 port
CONSOLE_RING = 512  # the rp2 port's stdin ring
