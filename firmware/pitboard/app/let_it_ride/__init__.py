"""What a Let It Ride table has of its own in the app."""
