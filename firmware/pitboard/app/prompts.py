"""Prompts that the shared parts of the app ask for: every game's messages.toml begins with these, in this order."""

from micropython import const

P_MENU = const(0)
P_MENU_EMPTY = const(1)
P_ASK_PLACE = const(2)
P_ASK_TO = const(3)
P_ASK_CARD = const(4)
P_ASK_REASON = const(5)
