"""Virtual boards: chip models written once, and the targets that run the firmware on them."""
