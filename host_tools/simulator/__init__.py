"""Virtual boards and tables: chip models, and the targets that put firmware on their wires."""
