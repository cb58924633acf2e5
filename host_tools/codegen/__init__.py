"""Generators: one source file each, the same result every time, `--check` to compare."""
