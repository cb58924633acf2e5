"""Storage of a table: journal, fold and settings; no hardware."""
