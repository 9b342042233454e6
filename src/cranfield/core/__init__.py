"""The house: measures as values, one data shape, one way to a number."""
