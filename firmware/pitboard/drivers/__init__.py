"""Drivers: the only code that touches hardware."""
