"""What an applied event changed, as bits.

Screen and lights are functions of the state; a bit only says that they are to be drawn again.
"""

from micropython import const

CUE_CARD = const(1)
CUE_NOTICE = const(2)
CUE_RESULT = const(4)
LIGHTS = const(8)
SCREEN = const(16)
LIGHTS_RESENT = const(32)  # send the lights even if they should be so already (10.1)
