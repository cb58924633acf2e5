"""The exact house edge of every wager: whole numbers and fractions, never a sample.

Let It Ride is counted by the firmware's own evaluator on MicroPython (counting.py), Derby's wagers are settled by the
firmware's own settlement: what is priced here is what a board pays.
"""
