"""How sure a number is, and whether two systems really differ: resampled states, never re-read data."""
