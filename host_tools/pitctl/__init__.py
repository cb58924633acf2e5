"""pitctl: the technician's tool for Pitboard, as a typed library with a command line on top.

The usual way in is `pitctl.client.Client` over a transport of `pitctl.transport`; every error that a
person can do something about derives from `pitctl.exceptions.PitctlError`.
"""
