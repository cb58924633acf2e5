"""From source files to a board that runs them: compile, copy, verify, restart."""
