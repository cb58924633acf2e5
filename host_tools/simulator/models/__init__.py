"""The parts on a table, each modelled once for every target.

A model is a working part with registers and timing. It learns about the world only through its
pins, and it can be told to fail.
"""
